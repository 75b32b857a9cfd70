//! Random models and instances, and slow twins of what the lanes do.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::search::lanes::plan::{Inference, LanePlan, RegionKind};
use crate::search::word_model::WordModel;

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// A model: domains and regions.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) domains: Vec<u64>,
    pub(crate) regions: Vec<Vec<u32>>,
}

impl Model {
    pub(crate) fn words(&self) -> WordModel {
        let all = self.domains.iter().fold(0, |all, domain| all | domain);
        let values = u64::BITS - all.leading_zeros();
        WordModel { values, domains: self.domains.clone(), regions: self.regions.clone() }
    }

    pub(crate) fn plan(&self) -> Arc<LanePlan> {
        Arc::new(LanePlan::new(&self.words()))
    }

    /// Lines both ways, and boxes.
    pub(crate) fn boxes(height: usize, width: usize) -> Model {
        let side = height * width;
        let mut regions = lines(side);
        for top in 0..width {
            for left in 0..height {
                let cell = |i: usize| (top * height + i / width) * side + left * width + i % width;
                regions.push((0..side).map(|i| cell(i) as u32).collect());
            }
        }
        Model { domains: vec![full(side); side * side], regions }
    }

    /// The same model with its variables and regions shuffled.
    pub(crate) fn shuffled(mut self, random: &mut Random) -> Model {
        let mut names: Vec<u32> = (0..self.domains.len() as u32).collect();
        random.shuffle(&mut names);
        let mut domains = self.domains.clone();
        for (old, &new) in names.iter().enumerate() {
            domains[new as usize] = self.domains[old];
        }
        self.domains = domains;
        self.regions.iter_mut().flatten().for_each(|v| *v = names[*v as usize]);
        random.shuffle(&mut self.regions);
        self
    }
}

pub(crate) fn full(width: usize) -> u64 {
    if width == 64 { u64::MAX } else { (1 << width) - 1 }
}

pub(crate) fn lines(side: usize) -> Vec<Vec<u32>> {
    let across = |i: usize| (0..side).map(|j| (i * side + j) as u32).collect();
    let down = |i: usize| (0..side).map(|j| (j * side + i) as u32).collect();
    (0..side).map(across).chain((0..side).map(down)).collect()
}

/// The square cut into regions by random swaps at the borders, starting from rows.
pub(crate) fn jigsaw(side: usize, random: &mut Random) -> Model {
    let mut label: Vec<usize> = (0..side * side).map(|at| at / side).collect();
    let touches = |label: &[usize], at: usize, wanted: usize| {
        let (r, c) = (at / side, at % side);
        let near = [
            (r > 0, at.wrapping_sub(side)),
            (r + 1 < side, at + side),
            (c > 0, at.wrapping_sub(1)),
            (c + 1 < side, at + 1),
        ];
        near.iter().any(|&(exists, near)| exists && label[near] == wanted)
    };
    for _ in 0..side * side * 8 {
        let (a, b) = (random.below(side * side), random.below(side * side));
        let (one, two) = (label[a], label[b]);
        if one != two && touches(&label, a, two) && touches(&label, b, one) {
            label.swap(a, b);
        }
    }
    let mut regions = lines(side);
    for region in 0..side {
        regions.push((0..side * side).filter(|&at| label[at] == region).map(|at| at as u32).collect());
    }
    Model { domains: vec![full(side); side * side], regions }
}

/// Any regions at all: overlapping, of any size, of both kinds, some variables in none, some with values missing.
pub(crate) fn wild(variables: usize, width: usize, regions: usize, random: &mut Random) -> Model {
    let mut pool: Vec<u64> = (0..width).map(|v| 1 << v).collect();
    random.shuffle(&mut pool);
    let few = 1 + random.below(pool.len());
    let mut domains = vec![pool[..few].iter().sum(); variables];
    for domain in &mut domains {
        let mask = random.next() | random.next();
        if random.below(4) == 0 && *domain & mask != 0 {
            *domain &= mask;
        }
    }
    let mut cells: Vec<u32> = (0..variables as u32).collect();
    let regions = (0..regions)
        .map(|_| {
            random.shuffle(&mut cells);
            let most = few.min(variables);
            let size = if random.below(3) == 0 { most } else { 1 + random.below(most) };
            cells[..size].to_vec()
        })
        .collect();
    Model { domains, regions }
}

/// A model of some family.
pub(crate) fn any_model(random: &mut Random) -> Model {
    match random.below(9) {
        0 => Model::boxes(2, 2),
        1 => Model::boxes(2, 3).shuffled(random),
        2 => Model::boxes(3, 3).shuffled(random),
        3 => {
            let side = 3 + random.below(7);
            jigsaw(side, random).shuffled(random)
        }
        4 => {
            let side = 1 + random.below(10);
            Model { domains: vec![full(side); side * side], regions: lines(side) }
        }
        5 => {
            // Diagonals, and perhaps windows, which overlap the boxes in several ways.
            let mut model = Model::boxes(3, 3);
            model.regions.push((0..9).map(|i| 10 * i).collect());
            model.regions.push((0..9).map(|i| 8 + 8 * i).collect());
            if random.below(2) == 0 {
                for (r, c) in [(1, 1), (1, 5), (5, 1), (5, 5)] {
                    model.regions.push((0..9).map(|i| 9 * (r + i / 3) + c + i % 3).collect());
                }
            }
            model.shuffled(random)
        }
        6 => {
            // Some regions dropped or cut short: all-different ones, and variables in few regions.
            let mut model = Model::boxes(2, 3);
            model.regions.retain(|_| random.below(5) > 0);
            for region in &mut model.regions {
                if random.below(4) == 0 {
                    region.truncate(2 + random.below(4));
                }
            }
            model
        }
        7 => {
            let (width, extra) = (1 + random.below(64), random.below(20));
            let (variables, regions) = (2 + random.below(width + 4) + extra, random.below(8));
            wild(variables, width, regions, random)
        }
        _ => {
            let (width, variables, regions) = (1 + random.below(6), 1 + random.below(12), random.below(6));
            wild(variables, width, regions, random)
        }
    }
}

/// An instance: the model's domains with values taken away.
pub(crate) fn any_instance(model: &Model, random: &mut Random) -> Vec<u64> {
    let mut domains = model.domains.clone();
    for _ in 0..random.below(domains.len() * 2 + 1) {
        let at = random.below(domains.len());
        let values: Vec<u32> = (0..64).filter(|v| domains[at] >> v & 1 == 1).collect();
        let value = 1 << values[random.below(values.len())];
        match random.below(8) {
            0 => domains[at] = value,
            _ if values.len() > 1 => domains[at] &= !value,
            _ => {}
        }
    }
    domains
}

/// The closure, one rule after the other until nothing changes; `None` for a dead end.
pub(crate) fn slow_closure(plan: &LanePlan, domains: &[u64]) -> Option<Vec<u64>> {
    let mut now = domains.to_vec();
    if plan.is_impossible() {
        return None;
    }
    loop {
        let before = now.clone();
        for region in 0..plan.regions() {
            let cells = plan.region(region);
            for &v in cells.iter().filter(|&&v| before[v as usize].count_ones() == 1) {
                for &w in cells.iter().filter(|&&w| w != v) {
                    now[w as usize] &= !before[v as usize];
                }
            }
            if plan.kind(region) == RegionKind::Permutation {
                for value in (0..64).map(|v| 1 << v).filter(|value| plan.values(region) & value != 0) {
                    let places: Vec<u32> =
                        cells.iter().copied().filter(|&v| now[v as usize] & value != 0).collect();
                    match places[..] {
                        [] => return None,
                        [only] => now[only as usize] &= value,
                        _ => {}
                    }
                }
            }
        }
        for intersection in plan.intersections() {
            let (a, b) = intersection.regions;
            for (source, target) in [(a, b), (b, a)] {
                if plan.kind(source) != RegionKind::Permutation || plan.inference() == Inference::Singles {
                    continue;
                }
                let outside = |region: usize| {
                    let shared = &intersection.variables;
                    plan.region(region).iter().copied().filter(|v| !shared.contains(v)).collect::<Vec<u32>>()
                };
                let elsewhere = outside(source).iter().fold(0, |all, &v| all | now[v as usize]);
                for v in outside(target) {
                    now[v as usize] &= !(plan.values(source) & !elsewhere);
                }
            }
        }
        if now.contains(&0) {
            return None;
        }
        if now == before {
            return Some(now);
        }
    }
}

/// All solutions by brute force, if there are no more than `cap` and it does not take too long.
pub(crate) fn slow_solutions(model: &Model, domains: &[u64], cap: usize) -> Option<BTreeSet<Vec<u8>>> {
    fn go(model: &Model, now: &[u64], set: u64, found: &mut BTreeSet<Vec<u8>>, budget: &mut usize) {
        // The only inference: a value that is set leaves the other variables of its regions.
        *budget = budget.saturating_sub(1);
        let open = (0..now.len()).filter(|v| set >> v & 1 == 0);
        let Some(at) = open.min_by_key(|&v| now[v].count_ones()) else {
            found.insert(now.iter().map(|domain| domain.trailing_zeros() as u8).collect());
            return;
        };
        for value in (0..64).map(|v| 1 << v).filter(|value| now[at] & value != 0) {
            if *budget == 0 {
                return;
            }
            let mut next = now.to_vec();
            next[at] = value;
            for region in model.regions.iter().filter(|region| region.contains(&(at as u32))) {
                region.iter().filter(|&&w| w as usize != at).for_each(|&w| next[w as usize] &= !value);
            }
            go(model, &next, set | 1 << at, found, budget);
        }
    }
    if domains.len() > 64 {
        return None;
    }
    let (mut found, mut budget) = (BTreeSet::new(), 20_000);
    go(model, domains, 0, &mut found, &mut budget);
    (budget > 0 && found.len() <= cap).then_some(found)
}
