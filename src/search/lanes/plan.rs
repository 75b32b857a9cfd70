//! The family of instances that the lanes work on, as data: variables, domains, regions with their kind.

use crate::search::lanes::schedule::Schedule;
use crate::search::word_model::WordModel;

/// What may be inferred from a region beyond "all differ".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RegionKind {
    /// As many variables as values in the union of their domains: every value must occur.
    Permutation,
    /// The variables differ, and nothing more is known.
    AllDifferent,
}

/// Which inferences the lanes make between two decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) enum Inference {
    /// Naked singles, and hidden singles on permutation regions.
    Singles,
    /// Singles, and locked candidates whose source is a permutation region.
    #[default]
    Locked,
}

/// Two regions that share two variables or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Intersection {
    /// The two regions, by index in the plan, the lower first.
    pub(crate) regions: (usize, usize),
    /// The variables they share, ascending.
    pub(crate) variables: Vec<u32>,
}

/// A family of instances: the same variables and regions, different domains at the start.
///
/// Everything that the lanes read is compiled here once, so that an instance costs nothing but its domains.
#[derive(Clone, Debug)]
pub(crate) struct LanePlan {
    domains: Vec<u64>,
    width: u32,
    starts: Vec<usize>,
    variables: Vec<u32>,
    kinds: Vec<RegionKind>,
    unions: Vec<u64>,
    regions_of: Vec<Vec<u32>>,
    peers: Vec<Vec<u32>>,
    intersections: Vec<Intersection>,
    impossible: bool,
    inference: Inference,
    pub(crate) schedule: Schedule,
}

impl LanePlan {
    /// Compiles a plan with the default [`Inference`].
    ///
    /// Regions with the same variables count once, regions of fewer than two variables not at all.
    pub(crate) fn new(model: &WordModel) -> Self {
        Self::with_inference(model, Inference::default())
    }

    /// As [`LanePlan::new`], with a choice of the inferences.
    pub(crate) fn with_inference(model: &WordModel, inference: Inference) -> Self {
        let mut kept: Vec<Vec<u32>> = model.regions.iter().filter(|vars| vars.len() >= 2).cloned().collect();
        kept.iter_mut().for_each(|vars| vars.sort_unstable());
        let mut seen = std::collections::BTreeSet::new();
        kept.retain(|region| seen.insert(region.clone()));
        Self::compile(&model.domains, &kept, inference)
    }

    fn compile(domains: &[u64], regions: &[Vec<u32>], inference: Inference) -> Self {
        let all = domains.iter().fold(0, |all, &domain| all | domain);
        let mut plan = LanePlan {
            domains: domains.to_vec(),
            width: u64::BITS - all.leading_zeros(),
            starts: vec![0],
            variables: Vec::new(),
            kinds: Vec::new(),
            unions: Vec::new(),
            regions_of: vec![Vec::new(); domains.len()],
            peers: vec![Vec::new(); domains.len()],
            intersections: Vec::new(),
            impossible: domains.contains(&0),
            inference,
            schedule: Schedule::default(),
        };
        for (index, region) in regions.iter().enumerate() {
            let union = region.iter().fold(0, |union, &v| union | domains[v as usize]);
            let values = union.count_ones() as usize;
            plan.impossible |= values < region.len();
            let kind =
                if values == region.len() { RegionKind::Permutation } else { RegionKind::AllDifferent };
            plan.kinds.push(kind);
            plan.unions.push(union);
            plan.variables.extend_from_slice(region);
            plan.starts.push(plan.variables.len());
            for &v in region {
                plan.regions_of[v as usize].push(index as u32);
                plan.peers[v as usize].extend(region.iter().filter(|&&w| w != v));
            }
        }
        for peers in &mut plan.peers {
            peers.sort_unstable();
            peers.dedup();
        }
        plan.intersect();
        plan.schedule = Schedule::compile(&plan);
        plan
    }

    fn intersect(&mut self) {
        for a in 0..self.regions() {
            let mut shared: std::collections::BTreeMap<usize, Vec<u32>> = std::collections::BTreeMap::new();
            for &v in self.region(a) {
                for &b in self.regions_of(v).iter().filter(|&&b| b as usize > a) {
                    shared.entry(b as usize).or_default().push(v);
                }
            }
            for (b, variables) in shared {
                if variables.len() >= 2 {
                    self.intersections.push(Intersection { regions: (a, b), variables });
                }
            }
        }
    }

    /// How many variables there are.
    pub(crate) fn variables(&self) -> usize {
        self.domains.len()
    }

    /// One more than the highest value number in any domain: how many bits a word needs.
    pub(crate) fn width(&self) -> usize {
        self.width as usize
    }

    /// The domain of each variable before any instance narrows it.
    pub(crate) fn domains(&self) -> &[u64] {
        &self.domains
    }

    /// How many regions there are.
    pub(crate) fn regions(&self) -> usize {
        self.kinds.len()
    }

    /// The variables of a region, ascending.
    pub(crate) fn region(&self, region: usize) -> &[u32] {
        &self.variables[self.starts[region]..self.starts[region + 1]]
    }

    /// The kind of a region.
    pub(crate) fn kind(&self, region: usize) -> RegionKind {
        self.kinds[region]
    }

    /// The values in the domains of a region's variables, together.
    pub(crate) fn values(&self, region: usize) -> u64 {
        self.unions[region]
    }

    /// The regions that hold a variable, ascending.
    pub(crate) fn regions_of(&self, variable: u32) -> &[u32] {
        &self.regions_of[variable as usize]
    }

    /// The variables that share a region with this one, ascending.
    pub(crate) fn peers(&self, variable: u32) -> &[u32] {
        &self.peers[variable as usize]
    }

    /// All pairs of regions that share two variables or more.
    pub(crate) fn intersections(&self) -> &[Intersection] {
        &self.intersections
    }

    /// Whether no instance can have a solution: an empty domain, or a region with fewer values than variables.
    pub(crate) fn is_impossible(&self) -> bool {
        self.impossible
    }

    /// Which inferences are made.
    pub(crate) fn inference(&self) -> Inference {
        self.inference
    }
}
