//! Backtracking: decisions on an explicit stack, chosen by a brancher, and the final check of what was found.

pub(crate) mod aside;
pub(crate) mod backtracking;
pub(crate) mod brancher;
pub(crate) mod codes;
pub(crate) mod cubes;
pub(crate) mod dom_wdeg;
pub(crate) mod final_check;
pub(crate) mod in_order;
pub(crate) mod lanes;
pub(crate) mod last_check;
pub(crate) mod learning;
pub(crate) mod order;
pub(crate) mod simd;
pub(crate) mod smallest_domain;
pub(crate) mod solution;
pub(crate) mod sparse;
pub(crate) mod turns;
pub(crate) mod unmarked;
pub(crate) mod value_major;
pub(crate) mod word_model;
