//! The last check: the last word on every complete assignment, whoever found it. It needs the model only.

use crate::search::codes::Codes;
use crate::search::value_major::leaf::Leaf;
use crate::search::word_model::{MAX_VALUES, WordModel};

/// The quickest way to check assignments of a model.
#[derive(Debug)]
pub(crate) enum Check {
    Two(Codes<2>),
    Four(Codes<4>),
    /// Region by region.
    Plain,
}

impl Check {
    pub(crate) fn new(model: &WordModel) -> Check {
        match (Codes::new(model), Codes::new(model)) {
            (Some(codes), _) => Check::Two(codes),
            (None, Some(codes)) => Check::Four(codes),
            (None, None) => Check::Plain,
        }
    }
}

/// Checks all solutions of a leaf at once, region by region.
///
/// If one of them is a solution, and each component by itself holds the same values in every region in both of its states, all
/// different in each, then so is every combination of states: each region holds the same values in all of them.
#[derive(Debug)]
pub(crate) struct FlipCheck {
    /// The regions of each variable, one after the other, and where those of each end.
    regions: Vec<u32>,
    ends: Vec<u32>,
    /// For each region the sum of the bits that a component brings in its other state, less those that it takes away. Zero
    /// between components.
    sums: Vec<u128>,
    /// The variables of the components so far.
    seen: Vec<bool>,
}

impl FlipCheck {
    pub(crate) fn new(model: &WordModel) -> FlipCheck {
        let mut regions_of = vec![Vec::new(); model.domains.len()];
        for (r, vars) in model.regions.iter().enumerate() {
            for &var in vars {
                regions_of[var as usize].push(r as u32);
            }
        }
        let mut regions = Vec::new();
        let mut ends = Vec::new();
        for of in &regions_of {
            regions.extend_from_slice(of);
            ends.push(regions.len() as u32);
        }
        let (sums, seen) = (vec![0; model.regions.len()], vec![false; model.domains.len()]);
        FlipCheck { regions, ends, sums, seen }
    }

    /// Whether all solutions of `leaf` are solutions of the model, if `numbers`, one of them, is.
    pub(crate) fn accepts(&mut self, model: &WordModel, numbers: &[u8], leaf: &Leaf) -> bool {
        let mut wrong = false;
        for number in 0..leaf.ends.len() {
            let component = leaf.component(number);
            for &(var, other) in component {
                let var = var as usize;
                let (Some(&now), Some(domain)) = (numbers.get(var), model.domains.get(var)) else {
                    return false;
                };
                let (now, other) = (usize::from(now), usize::from(other));
                if now >= MAX_VALUES || other >= MAX_VALUES {
                    return false;
                }
                wrong |= domain >> other & 1 == 0 || std::mem::replace(&mut self.seen[var], true);
                // The bits before are all different, being those of a solution. As many powers of two with the same sum can
                // only be the same ones: any two equal ones make one bit of the sum out of two.
                let change = (1u128 << other).wrapping_sub(1 << now);
                for &region in of(&self.regions, &self.ends, var) {
                    let sum = &mut self.sums[region as usize];
                    *sum = sum.wrapping_add(change);
                }
            }
            for &(var, _) in component {
                for &region in of(&self.regions, &self.ends, var as usize) {
                    wrong |= std::mem::take(&mut self.sums[region as usize]) != 0;
                }
            }
        }
        for &(var, _) in &leaf.others {
            self.seen[var as usize] = false;
        }
        !wrong
    }
}

/// The regions of one variable.
#[inline]
fn of<'a>(regions: &'a [u32], ends: &[u32], var: usize) -> &'a [u32] {
    let start = var.checked_sub(1).map_or(0, |before| ends[before]);
    &regions[start as usize..ends[var] as usize]
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use crate::search::last_check::{Check, FlipCheck};
    use crate::search::value_major::leaf::Leaf;
    use crate::search::value_major::models::{all, below, chance};
    use crate::search::word_model::WordModel;

    /// A leaf of a region or two that change places in pairs, or hardly.
    fn any_leaf(rng: &mut ChaCha8Rng, values: u32, numbers: &[u8]) -> Leaf {
        let mut leaf = Leaf::default();
        let mut var = 0;
        while var + 2 <= numbers.len() {
            let size = 2 + below(rng, 2).min(numbers.len() - var - 2);
            for at in 0..size {
                let mut other = numbers[var + (at + 1) % size];
                if chance(rng, 5) {
                    other = below(rng, values as usize) as u8;
                }
                leaf.others.push(((var + at) as u32, other));
            }
            leaf.ends.push(leaf.others.len());
            var += size + below(rng, 2);
        }
        leaf
    }

    #[test]
    fn a_leaf_is_accepted_only_if_all_its_combinations_are_solutions() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut accepted, mut refused, mut plain) = (0, 0, 0);
        for _ in 0..4000 {
            let values: u32 = [4, 9, 40, 64][below(&mut rng, 4)];
            let shift = if chance(&mut rng, 50) { values.saturating_sub(8) } else { 0 };
            let numbers: Vec<u8> = (0..8).map(|x| ((x + shift) % values) as u8).collect();
            let mut domains = vec![all(values); 8];
            if chance(&mut rng, 20) {
                domains[below(&mut rng, 8)] &= !(1 << below(&mut rng, values as usize));
            }
            let regions: Vec<Vec<u32>> = (0..1 + below(&mut rng, 3))
                .map(|_| {
                    let start = below(&mut rng, 8);
                    (start..(start + 1 + below(&mut rng, 5)).min(8)).map(|x| x as u32).collect()
                })
                .collect();
            let model = WordModel { values, domains, regions };
            let mut bits = Vec::new();
            if !model.accepts(&numbers, &mut bits) {
                continue;
            }
            let mut check = FlipCheck::new(&model);
            let leaf = any_leaf(&mut rng, values, &numbers);
            let all_are = (0..1u32 << leaf.ends.len()).all(|turned| {
                let mut numbers = numbers.clone();
                for component in (0..leaf.ends.len()).filter(|c| turned >> c & 1 == 1) {
                    for &(var, other) in leaf.component(component) {
                        numbers[var as usize] = other;
                    }
                }
                model.accepts(&numbers, &mut bits)
            });
            let told = check.accepts(&model, &numbers, &leaf);
            match Check::new(&model) {
                Check::Two(codes) => assert_eq!(codes.accept_leaf(&numbers, &leaf), told),
                Check::Four(codes) => assert_eq!(codes.accept_leaf(&numbers, &leaf), told),
                Check::Plain => plain += 1,
            }
            // It may ask for more than that, but never for less.
            assert!(all_are || !told, "{model:?} {numbers:?} {leaf:?}");
            assert_eq!(check.accepts(&model, &numbers, &leaf), told, "it keeps nothing");
            accepted += u32::from(told);
            refused += u32::from(!all_are);
        }
        assert!(accepted > 300 && refused > 300 && plain > 300, "{accepted} {refused} {plain}");
    }

    #[test]
    fn codes_accept_what_the_regions_do() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut kinds = [[0; 2]; 3];
        for _ in 0..6000 {
            let most = [6, 9, 64][below(&mut rng, 3)];
            let values = 1 + below(&mut rng, most) as u32;
            let variables = 1 + below(&mut rng, 12);
            let mut regions: Vec<Vec<u32>> = (0..1 + below(&mut rng, 4))
                .map(|_| (0..variables as u32).filter(|_| chance(&mut rng, 40)).collect())
                .collect();
            if chance(&mut rng, 70) {
                regions.extend((0..variables as u32).map(|x| vec![x]));
            }
            let mut domains = vec![all(values); variables];
            domains[below(&mut rng, variables)] &= !(1 << below(&mut rng, 64));
            let model = WordModel { values, domains, regions };
            let mut numbers: Vec<u8> = (0..variables as u32).map(|x| (x % values) as u8).collect();
            if chance(&mut rng, 30) {
                let most = [values as usize, values as usize + 1, 256][below(&mut rng, 3)];
                numbers[below(&mut rng, variables)] = below(&mut rng, most) as u8;
            }
            numbers.truncate(variables - usize::from(chance(&mut rng, 5)));
            let expected = model.accepts(&numbers, &mut Vec::new());
            let kind = match Check::new(&model) {
                Check::Two(codes) => {
                    assert_eq!(codes.accept(&numbers), expected, "{model:?} {numbers:?}");
                    0
                }
                Check::Four(codes) => {
                    assert_eq!(codes.accept(&numbers), expected, "{model:?} {numbers:?}");
                    1
                }
                Check::Plain => 2,
            };
            kinds[kind][usize::from(expected)] += 1;
        }
        assert!(kinds.as_flattened().iter().all(|&n| n > 50), "{kinds:?}");
    }
}
