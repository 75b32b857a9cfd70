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
        if numbers.len() != self.domains.len() || usize::from(highest) >= MAX_VALUES {
            return false;
        }
        // Without a way out before the end: nearly all that comes is a solution.
        let mut outside = 0;
        bits.clear();
        bits.extend(numbers.iter().zip(&self.domains).map(|(&number, domain)| {
            let bit = BITS[usize::from(number) % MAX_VALUES];
            outside |= bit & !domain;
            bit
        }));
        let mut equal = 0;
        for vars in &self.regions {
            equal |= if self.values <= FEW && vars.len() <= MAX_VALUES {
                // Different bits have the same sum as union; of equal ones the sum is larger. It is below 2 to the 38.
                let (union, sum) = vars.iter().fold((0u64, 0u64), |(union, sum), &var| {
                    let bit = bits[var as usize];
                    (union | bit, sum.wrapping_add(bit))
                });
                union ^ sum
            } else {
                let union = vars.iter().fold(0u64, |union, &var| union | bits[var as usize]);
                u64::from(union.count_ones() as usize != vars.len())
            };
        }
        outside == 0 && equal == 0
    }
}

/// With so few values the sum of a region's bits is a number of 64 bits.
const FEW: u32 = 32;

/// The bit of each value: a look-up costs less than a shift by a variable number.
const BITS: [u64; MAX_VALUES] = {
    let mut bits = [0; MAX_VALUES];
    let mut number = 0;
    while number < MAX_VALUES {
        bits[number] = 1 << number;
        number += 1;
    }
    bits
};

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

    #[test]
    fn few_values_and_many_are_judged_alike() {
        let mut state = 1_u64;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        let mut accepted = 0;
        for _ in 0..3000 {
            let values = 1 + below(64) as u32;
            let size = 1 + below(u64::from(values)) as usize;
            let domains = vec![u64::MAX >> (64 - values); 70];
            let region = |start: usize| (start as u32..(start + size) as u32).collect::<Vec<_>>();
            let model = WordModel { values, domains, regions: vec![region(0), region(6)] };
            // All different from one to the next, and sometimes one value written over another.
            let mut numbers: Vec<u8> = (0..70).map(|var| (var % values) as u8).collect();
            if below(2) == 0 {
                numbers[below(70) as usize] = below(u64::from(values)) as u8;
            }
            let differ = |vars: &Vec<u32>| {
                let mut seen: Vec<u8> = vars.iter().map(|&var| numbers[var as usize]).collect();
                seen.sort_unstable();
                seen.windows(2).all(|pair| pair[0] != pair[1])
            };
            let expected = model.regions.iter().all(differ);
            assert_eq!(model.accepts(&numbers, &mut Vec::new()), expected, "{model:?} {numbers:?}");
            accepted += u32::from(expected);
        }
        assert!((1000..2900).contains(&accepted), "{accepted}");
    }
}
