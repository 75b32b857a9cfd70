//! Random models and instances for the tests.
#![allow(clippy::unwrap_used)]

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// A model, and a solution of it if it was made around one.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) values: u32,
    pub(crate) domains: Vec<u64>,
    pub(crate) regions: Vec<Vec<u32>>,
    pub(crate) solution: Option<Vec<u8>>,
}

pub(crate) fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    (rng.next_u64() % n as u64) as usize
}

pub(crate) fn chance(rng: &mut ChaCha8Rng, percent: usize) -> bool {
    below(rng, 100) < percent
}

pub(crate) fn shuffle<T>(rng: &mut ChaCha8Rng, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(rng, i + 1));
    }
}

pub(crate) fn all(values: u32) -> u64 {
    if values == 0 { 0 } else { u64::MAX >> (64 - values) }
}

/// Boards of `height * width` values with boxes, cells and values shuffled, at times with further regions.
pub(crate) fn grid(rng: &mut ChaCha8Rng, height: usize, width: usize) -> Model {
    let side = height * width;
    let mut place: Vec<u32> = (0..(side * side) as u32).collect();
    shuffle(rng, &mut place);
    let mut symbol: Vec<u8> = (0..side as u8).collect();
    shuffle(rng, &mut symbol);
    let mut solution = vec![0; side * side];
    let mut regions = vec![Vec::new(); 3 * side];
    for i in 0..side {
        for j in 0..side {
            let x = place[i * side + j];
            solution[x as usize] = symbol[(i % height * width + i / height + j) % side];
            regions[i].push(x);
            regions[side + j].push(x);
            regions[2 * side + i / height * height + j / width].push(x);
        }
    }
    for _ in 0..below(rng, 3) {
        let region = rainbow(rng, &solution, side);
        regions.push(region);
    }
    if chance(rng, 30) {
        let gone = below(rng, regions.len());
        regions.remove(gone);
    }
    Model {
        values: side as u32,
        domains: vec![all(side as u32); side * side],
        regions,
        solution: Some(solution),
    }
}

/// Variables of different values, `most` at most.
pub(crate) fn rainbow(rng: &mut ChaCha8Rng, solution: &[u8], most: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..solution.len() as u32).collect();
    shuffle(rng, &mut order);
    let most = 1 + below(rng, most);
    let mut seen = 0u64;
    let mut region = Vec::new();
    for x in order {
        if region.len() < most && seen >> solution[x as usize] & 1 == 0 {
            seen |= 1 << solution[x as usize];
            region.push(x);
        }
    }
    region
}

/// Any variables, any regions around a hidden solution, some of them permutations of few values.
pub(crate) fn loose(rng: &mut ChaCha8Rng, values: u32, variables: usize) -> Model {
    let solution: Vec<u8> = (0..variables).map(|_| below(rng, values as usize) as u8).collect();
    let mut domains = vec![all(values); variables];
    let mut regions = Vec::new();
    for _ in 0..below(rng, 8) {
        let region = rainbow(rng, &solution, values as usize);
        if chance(rng, 50) {
            let union = region.iter().fold(0, |m, &x| m | 1 << solution[x as usize]);
            for &x in &region {
                let narrower = domains[x as usize] & union;
                domains[x as usize] = narrower | 1 << solution[x as usize];
            }
        }
        regions.push(region);
    }
    if regions.len() > 1 && chance(rng, 20) {
        regions.push(regions[0].clone());
    }
    Model { values, domains, regions, solution: Some(solution) }
}

/// Regions that may well have no solution at all.
pub(crate) fn wild(rng: &mut ChaCha8Rng, values: u32, variables: usize) -> Model {
    let mut regions = Vec::new();
    for _ in 0..below(rng, 6) {
        let mut region: Vec<u32> = (0..variables as u32).collect();
        shuffle(rng, &mut region);
        region.truncate(below(rng, variables.min(values as usize + 1) + 1));
        regions.push(region);
    }
    let domains =
        (0..variables).map(|_| rng.next_u64() & all(values) | 1 << below(rng, values as usize)).collect();
    Model { values, domains, regions, solution: None }
}

pub(crate) fn any_model(rng: &mut ChaCha8Rng) -> Model {
    match below(rng, 10) {
        0..3 => {
            let (height, width) =
                [(1, 1), (1, 3), (2, 2), (2, 3), (1, 7), (2, 4), (3, 3), (2, 5), (3, 4)][below(rng, 9)];
            grid(rng, height, width)
        }
        3..8 => {
            let values = 1 + below(rng, 64) as u32;
            let most = [20, 80, 150, 300, 640][below(rng, 5)];
            let variables = 1 + below(rng, most);
            loose(rng, values, variables)
        }
        _ => {
            let (values, variables) = (1 + below(rng, 64) as u32, 1 + below(rng, 70));
            wild(rng, values, variables)
        }
    }
}

/// Takes each value with a chance, seldom those of the hidden solution.
pub(crate) fn instance(rng: &mut ChaCha8Rng, model: &Model) -> Vec<u64> {
    let (percent, fair) = ([0, 10, 40, 60, 80, 90][below(rng, 6)], chance(rng, 85));
    let mut domains = model.domains.clone();
    for (x, domain) in domains.iter_mut().enumerate() {
        for v in 0..model.values {
            let kept = fair && model.solution.as_ref().is_some_and(|s| u32::from(s[x]) == v);
            if !kept && chance(rng, percent) {
                *domain &= !(1 << v);
            }
        }
    }
    domains
}
