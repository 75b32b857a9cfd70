//! Reading boards from text in any of the forms in use.

pub(crate) mod apart;
pub(crate) mod bands;
pub(crate) mod block;
pub(crate) mod candidates;
pub(crate) mod cells;
pub(crate) mod custom;
pub(crate) mod error;
pub(crate) mod fields;
pub(crate) mod find;
pub(crate) mod frames;
pub(crate) mod groups;
pub(crate) mod header;
pub(crate) mod lines;
pub(crate) mod list;
pub(crate) mod marked;
pub(crate) mod marks;
pub(crate) mod near;
pub(crate) mod nested;
pub(crate) mod options;
pub(crate) mod quick;
pub(crate) mod reader;
pub(crate) mod result;
pub(crate) mod shape;
pub(crate) mod single;
