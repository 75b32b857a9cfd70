//! The tables that a plan is compiled into.

use std::collections::BTreeMap;

use crate::search::value_major::bits;
use crate::search::value_major::blocks::Block;
use crate::search::value_major::layout::Layout;
use crate::search::word_model::WordModel;

/// A model, checked.
#[derive(Debug)]
pub(crate) struct Model<'a> {
    pub(crate) values: u32,
    pub(crate) domains: &'a [u64],
    /// The regions that differ as sets.
    regions: Vec<Region>,
    /// A region has fewer values than variables, or a variable has none.
    impossible: bool,
}

/// A region: its variables in ascending order, the values of its domains together, its kind.
#[derive(Debug)]
struct Region {
    members: Vec<u32>,
    union: u64,
    permutation: bool,
}

impl Region {
    fn may(&self, v: u32) -> bool {
        self.union >> v & 1 == 1
    }

    fn must(&self, v: u32) -> bool {
        self.permutation && self.may(v)
    }
}

impl<'a> Model<'a> {
    pub(crate) fn new(model: &'a WordModel) -> Model<'a> {
        let WordModel { values, domains, regions } = model;
        let mut impossible = domains.contains(&0);
        let mut distinct = BTreeMap::new();
        for members in regions {
            let union = members.iter().fold(0, |all: u64, &x| all | domains[x as usize]);
            let room = union.count_ones() as usize;
            impossible |= members.len() > room;
            let mut sorted = members.clone();
            sorted.sort_unstable();
            distinct.insert(sorted, (union, members.len() == room));
        }
        let regions = distinct
            .into_iter()
            .filter(|(members, _)| !members.is_empty())
            .map(|(members, (union, permutation))| Region { members, union, permutation })
            .collect();
        Model { values: *values, domains, regions, impossible }
    }

    /// The permutation regions that differ as sets.
    pub(crate) fn permutations(&self) -> Vec<Vec<u32>> {
        self.regions.iter().filter(|region| region.permutation).map(|region| region.members.clone()).collect()
    }

    /// Pairs (A, B) of regions that share two variables or more, A a permutation; once each if both are.
    fn sharing_pairs(&self) -> Vec<(usize, usize)> {
        let mut regions_of = vec![Vec::new(); self.domains.len()];
        for (r, region) in self.regions.iter().enumerate() {
            for &x in &region.members {
                regions_of[x as usize].push(r);
            }
        }
        let mut pairs = Vec::new();
        for (a, region) in self.regions.iter().enumerate().filter(|(_, region)| region.permutation) {
            let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
            for &b in region.members.iter().flat_map(|&x| &regions_of[x as usize]) {
                *shared.entry(b).or_default() += 1;
            }
            let others = shared.into_iter().filter(|&(b, n)| n >= 2 && b != a).map(|(b, _)| b);
            pairs.extend(others.filter(|&b| !self.regions[b].permutation || a < b).map(|b| (a, b)));
        }
        pairs
    }
}

/// A plan compiled: `W` words a board, `K` chunks of `B` bits, at most `V` values, `R` words of permutation regions.
#[derive(Debug)]
pub(crate) struct Tables<const W: usize, const K: usize, const B: u32, const V: usize, const R: usize> {
    pub(crate) values: usize,
    /// Bit a value.
    pub(crate) all_values: u64,
    pub(crate) impossible: bool,
    /// The domain of each variable.
    pub(crate) roots: Vec<u64>,
    /// The bit of each variable.
    pub(crate) bit_of: Vec<u32>,
    /// The variable of each bit; 0 where there is none.
    pub(crate) var_of: Vec<u32>,
    /// The bits of the variables of regions that are no permutations.
    pub(crate) loose: [u64; W],
    /// All bits that hold a variable.
    pub(crate) full: [u64; W],
    /// For each bit, the bits of the variables that share a region with its variable.
    pub(crate) peers: Vec<[u64; W]>,
    pub(crate) classes: Vec<Class<W, K, R>>,
    /// The class of each value.
    pub(crate) class_of: [u8; V],
    /// For each value, the permutation regions of its class.
    pub(crate) open: [[u64; R]; V],
}

/// The tables of the values that occur in the same permutation regions.
#[derive(Debug)]
pub(crate) struct Class<const W: usize, const K: usize, const R: usize> {
    /// Permutation regions, a lane each: the chunks of their sets.
    pub(crate) groups: Vec<[Block; K]>,
    /// The set of each region.
    pub(crate) masks: Vec<[u64; W]>,
    /// Pairs (A, B) of regions that share two variables or more, A a permutation, a lane each: the chunks of A
    /// without B, and of B without A.
    pub(crate) pairs: Vec<[[Block; K]; 2]>,
    /// The two sets of each pair.
    pub(crate) pair_masks: Vec<[[u64; W]; 2]>,
    /// Bit a pair: B is a permutation too.
    pub(crate) both: Vec<u64>,
    /// For each bit of a board, what goes when its variable takes a value of this class.
    pub(crate) seats: Vec<Seat<W, R>>,
    /// Bit a value of this class.
    pub(crate) values: u64,
}

/// What a variable that takes a value closes.
#[derive(Clone, Debug)]
pub(crate) struct Seat<const W: usize, const R: usize> {
    /// The bits of its peers.
    pub(crate) peers: [u64; W],
    /// Its permutation regions.
    pub(crate) regions: [u64; R],
}

impl<const W: usize, const K: usize, const B: u32, const V: usize, const R: usize> Tables<W, K, B, V, R> {
    pub(crate) fn new(model: &Model<'_>, layout: &Layout) -> Self {
        let bit = |x: u32| layout.bit_of[x as usize] as usize;
        let set_of = |members: &[u32]| {
            let mut set = [0; W];
            members.iter().for_each(|&x| set[bit(x) / 64] |= 1 << (bit(x) % 64));
            set
        };
        let sets: Vec<[u64; W]> = model.regions.iter().map(|region| set_of(&region.members)).collect();
        let mut peers = vec![[0; W]; 64 * W];
        for (region, set) in model.regions.iter().zip(&sets) {
            for &x in &region.members {
                peers[bit(x)].iter_mut().zip(set).for_each(|(word, set)| *word |= set);
            }
        }
        let variables = 0..model.domains.len() as u32;
        let mut var_of = vec![0; 64 * W];
        for x in variables.clone() {
            peers[bit(x)][bit(x) / 64] &= !(1 << (bit(x) % 64));
            var_of[bit(x)] = x;
        }
        let mut loose = [0; W];
        let other = |(region, _): &(&Region, _)| !region.permutation;
        for (_, set) in model.regions.iter().zip(&sets).filter(other) {
            bits::add(&mut loose, set);
        }

        let pairs = model.sharing_pairs();
        let mut known: BTreeMap<Vec<usize>, u8> = BTreeMap::new();
        let mut classes = Vec::new();
        let (mut class_of, mut open) = ([0; V], [[0; R]; V]);
        for v in 0..model.values {
            let here: Vec<usize> = (0..sets.len()).filter(|&r| model.regions[r].must(v)).collect();
            (0..here.len()).for_each(|r| open[v as usize][r / 64] |= 1 << (r % 64));
            let next = classes.len() as u8;
            let class = *known.entry(here.clone()).or_insert_with(|| {
                classes.push(Class::new::<B>(model, &sets, &pairs, &layout.bit_of, &peers, (v, &here)));
                next
            });
            class_of[v as usize] = class;
            classes[class as usize].values |= 1 << v;
        }
        Tables {
            values: model.values as usize,
            all_values: if model.values == 0 { 0 } else { u64::MAX >> (64 - model.values) },
            impossible: model.impossible,
            roots: model.domains.to_vec(),
            bit_of: layout.bit_of.clone(),
            var_of,
            loose,
            full: set_of(&variables.collect::<Vec<u32>>()),
            peers,
            classes,
            class_of,
            open,
        }
    }

    /// The class of value `v`.
    #[inline(always)]
    pub(crate) fn class(&self, v: usize) -> &Class<W, K, R> {
        &self.classes[self.class_of[v % V] as usize]
    }
}

impl<const W: usize, const K: usize, const R: usize> Class<W, K, R> {
    /// The class of a value and the regions where it must occur.
    fn new<const B: u32>(
        model: &Model<'_>,
        sets: &[[u64; W]],
        pairs: &[(usize, usize)],
        bit_of: &[u32],
        peers: &[[u64; W]],
        (v, here): (u32, &[usize]),
    ) -> Self {
        let regions = &model.regions;
        let mut seats: Vec<Seat<W, R>> = peers.iter().map(|&peers| Seat { peers, regions: [0; R] }).collect();
        for (place, &r) in here.iter().enumerate() {
            for &x in &regions[r].members {
                seats[bit_of[x as usize] as usize].regions[place / 64] |= 1 << (place % 64);
            }
        }
        let (mut pair_masks, mut both) = (Vec::new(), Vec::new());
        for &(mut a, mut b) in pairs {
            if !regions[a].must(v) {
                std::mem::swap(&mut a, &mut b);
            }
            if !regions[a].must(v) || !regions[b].may(v) {
                continue;
            }
            let place: usize = pair_masks.len();
            if place.is_multiple_of(64) {
                both.push(0);
            }
            both[place / 64] |= u64::from(regions[b].must(v)) << (place % 64);
            pair_masks.push([minus(&sets[a], &sets[b]), minus(&sets[b], &sets[a])]);
        }
        let masks: Vec<[u64; W]> = here.iter().map(|&r| sets[r]).collect();
        let lanes = 512 / B as usize;
        // Lanes left over: a copy of the first region, and pairs without a variable.
        let group = |sets: &[[u64; W]]| chunks::<W, K, B>(|lane| *sets.get(lane).unwrap_or(&masks[0]));
        let pair = |sets: &[[[u64; W]; 2]]| {
            [0, 1].map(|side| chunks::<W, K, B>(|lane| sets.get(lane).map_or([0; W], |sets| sets[side])))
        };
        Class {
            groups: masks.chunks(lanes).map(group).collect(),
            pairs: pair_masks.chunks(lanes).map(pair).collect(),
            pair_masks,
            both,
            seats,
            masks,
            values: 0,
        }
    }
}

fn minus<const W: usize>(a: &[u64; W], b: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|w| a[w] & !b[w])
}

/// The chunks of one set a lane.
fn chunks<const W: usize, const K: usize, const B: u32>(set: impl Fn(usize) -> [u64; W]) -> [Block; K] {
    std::array::from_fn(|chunk| {
        let mut block = Block([0; 8]);
        for lane in 0..512 / B as usize {
            let (from, to) = (chunk * B as usize, lane * B as usize);
            let part = set(lane)[from / 64] >> (from % 64) & (u64::MAX >> (64 - B));
            block.0[to / 64] |= part << (to % 64);
        }
        block
    })
}
