//! What a rule prepares in the numbering of the values of a model.

use std::sync::OnceLock;

use crate::model::domain::Domain;
use crate::model::values::Values;

/// Something made once from the numbering of the values of the first model that asks for it. A rule may be given to
/// solvers of several models; those that number their values differently get nothing and go the slow way.
#[derive(Debug, Default)]
pub(crate) struct Numbered<T>(OnceLock<(Values, T)>);

impl<T> Numbered<T> {
    /// Nothing yet.
    pub(crate) const fn new() -> Numbered<T> {
        Numbered(OnceLock::new())
    }

    /// What `make` makes of `values`; none if it was made of others before.
    #[inline]
    pub(crate) fn get(&self, values: &Values, make: impl FnOnce() -> T) -> Option<&T> {
        let (known, made) = self.0.get_or_init(|| (values.clone(), make()));
        (known == values).then_some(made)
    }

    /// What was made, of whatever numbering.
    pub(crate) fn made(&self) -> Option<&T> {
        self.0.get().map(|(_, made)| made)
    }
}

/// The bits of the values of `domain` that the model has, one word after the other.
pub(crate) fn bits_of(domain: &Domain, values: &Values) -> Vec<u64> {
    let mut words = vec![0u64; values.words()];
    for number in 0..values.count() {
        if domain.contains(values.value_at(number)) {
            words[number / 64] |= 1 << (number % 64);
        }
    }
    words
}
