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

    /// Whether these numbers of values, one a variable, are a solution. `bits` is scratch.
    pub(crate) fn accepts(&self, numbers: &[u8], bits: &mut Vec<u64>) -> bool {
        let highest = numbers.iter().fold(0, |highest, &number| highest.max(number));
        if numbers.len() != self.domains.len() || u32::from(highest) >= u64::BITS {
            return false;
        }
        // Without a way out before the end: nearly all that comes is a solution.
        let mut outside = 0;
        bits.clear();
        bits.extend(numbers.iter().zip(&self.domains).map(|(&number, domain)| {
            outside |= !domain >> number & 1;
            1 << number
        }));
        let mut equal = false;
        for vars in &self.regions {
            let union = vars.iter().fold(0u64, |union, &var| union | bits[var as usize]);
            equal |= union.count_ones() as usize != vars.len();
        }
        outside == 0 && !equal
    }
}

#[cfg(test)]
mod tests {
    use crate::search::word_model::WordModel;

    #[test]
    fn only_solutions_are_accepted() {
        let regions = vec![vec![0, 1, 2], vec![2, 3]];
        let model = WordModel { values: 64, domains: vec![0b111, 0b110, 0b111, 1 << 63 | 1], regions };
        let mut bits = Vec::new();
        assert!(model.accepts(&[0, 2, 1, 63], &mut bits) && model.accepts(&[2, 1, 0, 63], &mut bits));
        let wrong: [&[u8]; 6] =
            [&[0, 2, 2, 63], &[2, 1, 0, 0], &[1, 0, 2, 63], &[0, 2, 1], &[0, 2, 1, 64], &[0, 2, 1, 62]];
        assert!(wrong.iter().all(|numbers| !model.accepts(numbers, &mut bits)));
    }
}
