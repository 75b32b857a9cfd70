//! Names for the parts of a model: small numbers that cannot be mixed up.

use std::fmt;

/// A variable of a model, numbered from 0 in the order in which the builder made them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[repr(transparent)]
pub struct Var(pub(crate) u32);

impl Var {
    /// Its number, `0..model.variables()`.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// A region of a model, numbered from 0 in the order in which the builder made them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[repr(transparent)]
pub struct Region(pub(crate) u32);

impl Region {
    /// Its number, `0..model.regions()`.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "region {}", self.0)
    }
}

/// A statement about one variable: that it has a value, or that it has not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Literal {
    /// The variable has this value.
    Is(Var, i32),
    /// The variable does not have this value.
    IsNot(Var, i32),
}

impl Literal {
    /// The variable it speaks of.
    pub fn var(self) -> Var {
        match self {
            Literal::Is(var, _) | Literal::IsNot(var, _) => var,
        }
    }

    /// The value it speaks of.
    pub fn value(self) -> i32 {
        match self {
            Literal::Is(_, value) | Literal::IsNot(_, value) => value,
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Is(var, value) => write!(f, "{var} = {value}"),
            Literal::IsNot(var, value) => write!(f, "{var} != {value}"),
        }
    }
}
