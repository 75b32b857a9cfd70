//! A model whose domains are words: what the fast bodies are compiled from.

use crate::model::ids::Region;
use crate::store::store::Store;

/// The most values that a word holds.
pub(crate) const MAX_VALUES: usize = 64;

/// Variables with at most 64 values, a bit each, and regions whose variables must all differ. Nothing else.
///
/// A region with as many variables as its domains have values together is a permutation. So the domains are those
/// after the first propagation of the model; instances may narrow them, never widen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WordModel {
    /// How many values there are.
    pub(crate) values: u32,
    /// The values of each variable.
    pub(crate) domains: Vec<u64>,
    /// The variables of each region, each once.
    pub(crate) regions: Vec<Vec<u32>>,
}

impl WordModel {
    /// The model of a store at its root, if it is one of words and regions only.
    pub(crate) fn of(store: &Store) -> Option<WordModel> {
        let model = store.model();
        let values = model.values().count();
        if values > MAX_VALUES || !model.constraints().is_empty() {
            return None;
        }
        let vars = |region: Region| model.region(region).iter().map(|var| var.0).collect();
        Some(WordModel {
            values: values as u32,
            domains: model.vars().map(|var| store.word(var, 0)).collect(),
            regions: model.region_ids().map(vars).collect(),
        })
    }

    /// Whether these numbers of values, one a variable, are a solution.
    pub(crate) fn accepts(&self, numbers: &[u8]) -> bool {
        let bit = |number: u8| 1u64.checked_shl(u32::from(number)).unwrap_or(0);
        let possible = |(&domain, &number): (&u64, &u8)| domain & bit(number) != 0;
        let differ = |vars: &Vec<u32>| {
            let union = vars.iter().fold(0, |union, &var| union | bit(numbers[var as usize]));
            union.count_ones() as usize == vars.len()
        };
        numbers.len() == self.domains.len()
            && self.domains.iter().zip(numbers).all(possible)
            && self.regions.iter().all(differ)
    }
}
