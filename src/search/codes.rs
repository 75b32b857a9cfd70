//! The last check of solutions of small models: one *xor* a variable.

use crate::search::value_major::layout::MAX_VARIABLES;
use crate::search::value_major::leaf::Leaf;
use crate::search::word_model::WordModel;

/// A bit for each value of each region, and for each value of each variable the bits that it has in the regions of that; of
/// a value that the variable does not have, none.
///
/// The *xor* of an assignment has at most as many bits as there are places in all regions, and has so many only if no two
/// of them are the same: if all variables of each region differ.
#[derive(Debug)]
pub(crate) struct Codes<const N: usize> {
    values: usize,
    codes: Vec<[u64; N]>,
    places: u32,
}

impl<const N: usize> Codes<N> {
    /// None if there are more than 64 `N` values of regions, or a variable in no region or without a value.
    pub(crate) fn new(model: &WordModel) -> Option<Codes<N>> {
        let (values, variables) = (model.values as usize, model.domains.len());
        if values * model.regions.len() > 64 * N || values == 0 || variables > MAX_VARIABLES {
            return None;
        }
        let mut codes = vec![[0; N]; variables * values];
        let mut places = 0;
        for (r, vars) in model.regions.iter().enumerate() {
            places += vars.len() as u32;
            for &var in vars {
                for v in (0..values).filter(|v| model.domains[var as usize] >> v & 1 == 1) {
                    let bit = r * values + v;
                    codes[var as usize * values + v][bit / 64] |= 1 << (bit % 64);
                }
            }
        }
        let bound = |own: &[[u64; N]]| own.iter().any(|code| *code != [0; N]);
        codes.chunks_exact(values).all(bound).then_some(Codes { values, codes, places })
    }

    /// Whether these numbers of values, one a variable, are a solution.
    pub(crate) fn accept(&self, numbers: &[u8]) -> bool {
        let each = self.codes.chunks_exact(self.values);
        if each.len() != numbers.len() {
            return false;
        }
        let mut all = [0; N];
        for (own, &number) in each.zip(numbers) {
            let Some(code) = own.get(usize::from(number)) else { return false };
            for n in 0..N {
                all[n] ^= code[n];
            }
        }
        all.iter().map(|word| word.count_ones()).sum::<u32>() == self.places
    }

    /// Whether all solutions of `leaf` are, if `numbers`, one of them, is: each component has to hold the same values in
    /// every region in both of its states.
    pub(crate) fn accept_leaf(&self, numbers: &[u8], leaf: &Leaf) -> bool {
        let mut seen = [0u64; MAX_VARIABLES / 64];
        let mut wrong = 0;
        for number in 0..leaf.ends.len() {
            let mut change = [0; N];
            for &(var, other) in leaf.component(number) {
                let var = var as usize;
                let own = self.codes.get(var * self.values..(var + 1) * self.values).unwrap_or(&[]);
                let now = numbers.get(var).and_then(|&now| own.get(usize::from(now)));
                let (Some(now), Some(other)) = (now, own.get(usize::from(other))) else { return false };
                for n in 0..N {
                    change[n] ^= now[n] ^ other[n];
                }
                let (word, bit) = (&mut seen[var / 64 % (MAX_VARIABLES / 64)], 1 << (var % 64));
                wrong |= *word & bit;
                *word |= bit;
            }
            wrong |= change.iter().fold(0, |any, word| any | word);
        }
        wrong == 0
    }
}
