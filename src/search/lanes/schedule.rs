//! What one sweep does, compiled from a plan: which regions are gone through variable by variable, which only by way
//! of their intersections with those.
//!
//! Take *home* regions: permutation regions, no two of which share a variable. Another region all of whose variables
//! lie at home falls into *parts*, one for each home it meets. Of such a *light* region, a home needs to know of
//! the other parts only which values some home locks into them (gone from this part) and which values they can hold
//! at all (whatever none of them can hold must be in this part, if the region is a permutation). Both words are left
//! behind, a part, when the home of the part is worked on. This infers naked and hidden singles of the light region and
//! the locked candidates between it and its homes, at two words a part instead of fourteen or so operations a
//! variable. Locked candidates between two light regions are not seen, so no two of them may share two variables.
//!
//! Every other region is *full*: gone through variable by variable, its locked candidates left behind as words that the
//! other region of the intersection (also full) applies when it is worked on.

use crate::search::lanes::plan::{Inference, LanePlan, RegionKind};
use std::ops::Range;

/// A sweep is done in so many chunks, with a look at the lanes after each: a dead end is left sooner.
pub(crate) const CHUNKS: usize = 3;

/// Where the values that must lie in a part come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// From the other parts of a light region with these values, zero if it is no permutation.
    Light(u64),
    /// From the same intersection as the other full region sees it.
    Mirror(u32),
    /// Nothing comes in: the variables that no other part of the family holds, or a mirror that says nothing.
    Nothing,
}

/// A set of variables within a step.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Positions within the step, in [`Schedule::slots`].
    pub(crate) slots: Range<usize>,
    /// The other parts of the light region, in [`Schedule::others`].
    pub(crate) others: Range<usize>,
    pub(crate) source: Source,
}

/// Disjoint parts that together hold all variables of a step.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    pub(crate) parts: Range<usize>,
    /// If every part is of a light region, and each of these has as many other parts: how many.
    pub(crate) even_others: Option<usize>,
    /// If every part has as many variables: how many.
    pub(crate) even_slots: Option<usize>,
}

/// A full region, as the sweep works on it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) kind: RegionKind,
    pub(crate) values: u64,
    /// Its variables, in [`Schedule::members`], as positions.
    pub(crate) members: Range<usize>,
    /// Where its variables begin, if their positions are consecutive.
    pub(crate) first: Option<usize>,
    /// Groups of disjoint parts that together hold all variables, in [`Schedule::families`].
    pub(crate) families: Range<usize>,
    /// All its parts, family by family.
    pub(crate) parts: Range<usize>,
    /// For each variable and family the part, counted within the step, in [`Schedule::part_of`].
    pub(crate) part_of: usize,
}

/// One sweep, as flat data.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule {
    /// The position of each variable: variables of one home stand together.
    pub(crate) position: Vec<u32>,
    pub(crate) steps: Vec<Step>,
    pub(crate) members: Vec<u32>,
    pub(crate) parts: Vec<Part>,
    pub(crate) families: Vec<Family>,
    pub(crate) slots: Vec<u16>,
    pub(crate) others: Vec<u32>,
    pub(crate) part_of: Vec<u16>,
    /// Whether full regions overlap, so that a change of what parts say counts as a change.
    pub(crate) overlap: bool,
    /// How many of the steps, from the first on, are homes.
    homes: usize,
    /// For each position the chunk that works on its home; any, if it has none.
    pub(crate) chunk_of: Vec<u8>,
    /// The largest number of variables and of parts of a step.
    pub(crate) largest: (usize, usize),
}

/// How a region takes part in the sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Open,
    Home,
    Light,
    Full,
}

impl Schedule {
    pub(crate) fn compile(plan: &LanePlan) -> Self {
        let roles = match plan.inference() {
            Inference::Singles => vec![Role::Full; plan.regions()],
            Inference::Locked => assign_roles(plan),
        };
        let mut schedule = Schedule { position: vec![u32::MAX; plan.variables()], ..Schedule::default() };
        schedule.place(plan, &roles);
        let mut order: Vec<usize> = (0..plan.regions()).filter(|&r| roles[r] == Role::Home).collect();
        schedule.homes = order.len();
        schedule.overlap = order.len() < roles.iter().filter(|&&role| role != Role::Light).count();
        order.extend((0..plan.regions()).filter(|&r| roles[r] == Role::Full));
        // (step, other region) of each part, to tie them together afterwards.
        let mut owners: Vec<Option<(usize, usize)>> = Vec::new();
        for &region in &order {
            schedule.add_step(plan, &roles, region, &mut owners);
        }
        schedule.tie(plan, &roles, &owners);
        schedule.find_even();
        schedule.find_chunks();
        schedule
    }

    /// The steps of one chunk of the sweep.
    pub(crate) fn chunk(&self, index: usize) -> Range<usize> {
        let steps = self.steps.len();
        steps * index / CHUNKS..steps * (index + 1) / CHUNKS
    }

    /// Finds in which chunk each variable is at home.
    fn find_chunks(&mut self) {
        self.chunk_of = vec![0; self.position.len()];
        for index in 0..CHUNKS {
            for step in self.chunk(index).filter(|&step| step < self.homes) {
                for &at in &self.members[self.steps[step].members.clone()] {
                    self.chunk_of[at as usize] = index as u8;
                }
            }
        }
    }

    /// Numbers the variables so that those of one home stand together.
    fn place(&mut self, plan: &LanePlan, roles: &[Role]) {
        let mut next = 0;
        let homes = (0..plan.regions()).filter(|&r| roles[r] == Role::Home);
        for v in homes.flat_map(|r| plan.region(r)).copied().chain(0..plan.variables() as u32) {
            if self.position[v as usize] == u32::MAX {
                self.position[v as usize] = next;
                next += 1;
            }
        }
    }

    fn add_step(
        &mut self,
        plan: &LanePlan,
        roles: &[Role],
        region: usize,
        owners: &mut Vec<Option<(usize, usize)>>,
    ) {
        let variables = plan.region(region);
        let members = self.members.len()..self.members.len() + variables.len();
        self.members.extend(variables.iter().map(|&v| self.position[v as usize]));
        let places = &self.members[members.clone()];
        let first = places.windows(2).all(|pair| pair[1] == pair[0] + 1).then(|| places[0] as usize);
        let mut families: Vec<Vec<(usize, Vec<u16>)>> = Vec::new();
        for (other, slots) in touching(plan, roles, region) {
            let fits = |family: &&mut Vec<(usize, Vec<u16>)>| {
                family.iter().all(|(_, taken)| slots.iter().all(|slot| !taken.contains(slot)))
            };
            match families.iter_mut().find(fits) {
                Some(family) => family.push((other, slots)),
                None => families.push(vec![(other, slots)]),
            }
        }
        let step = Step {
            kind: plan.kind(region),
            values: plan.values(region),
            members,
            first,
            families: self.families.len()..self.families.len() + families.len(),
            parts: self.parts.len()..self.parts.len(),
            part_of: self.part_of.len(),
        };
        let begin = self.parts.len();
        self.part_of.resize(step.part_of + variables.len() * families.len(), u16::MAX);
        for (index, family) in families.iter().enumerate() {
            let start = self.parts.len();
            for (other, slots) in family {
                owners.push(Some((region, *other)));
                self.add_part(&step, (index, families.len()), begin, slots);
            }
            let taken = |slot: &u16| family.iter().any(|(_, slots)| slots.contains(slot));
            let rest: Vec<u16> = (0..variables.len() as u16).filter(|slot| !taken(slot)).collect();
            if !rest.is_empty() {
                owners.push(None);
                self.add_part(&step, (index, families.len()), begin, &rest);
            }
            self.families.push(Family {
                parts: start..self.parts.len(),
                even_others: None,
                even_slots: None,
            });
        }
        let parts = begin..self.parts.len();
        self.largest = (self.largest.0.max(variables.len()), self.largest.1.max(parts.len()));
        self.steps.push(Step { parts, ..step });
    }

    fn add_part(&mut self, step: &Step, (family, families): (usize, usize), begin: usize, slots: &[u16]) {
        let number = (self.parts.len() - begin) as u16;
        for &slot in slots {
            self.part_of[step.part_of + usize::from(slot) * families + family] = number;
        }
        let start = self.slots.len();
        self.slots.extend_from_slice(slots);
        self.parts.push(Part { slots: start..self.slots.len(), others: 0..0, source: Source::Nothing });
    }

    /// Finds the families whose parts are all alike, for which the sweep has straight code.
    fn find_even(&mut self) {
        for family in &mut self.families {
            let parts = &self.parts[family.parts.clone()];
            let (others, slots) = (parts[0].others.len(), parts[0].slots.len());
            let light = |part: &Part| matches!(part.source, Source::Light(_)) && part.others.len() == others;
            family.even_others = parts.iter().all(light).then_some(others);
            family.even_slots = parts.iter().all(|part| part.slots.len() == slots).then_some(slots);
        }
    }

    /// Tells each part where its words come from.
    fn tie(&mut self, plan: &LanePlan, roles: &[Role], owners: &[Option<(usize, usize)>]) {
        for (index, owner) in owners.iter().enumerate() {
            let Some((region, other)) = *owner else { continue };
            if roles[other] == Role::Light {
                let start = self.others.len();
                let rest = owners
                    .iter()
                    .enumerate()
                    .filter(|&(at, o)| at != index && o.is_some_and(|o| o.1 == other));
                self.others.extend(rest.map(|(at, _)| at as u32));
                self.parts[index].others = start..self.others.len();
                let values = if plan.kind(other) == RegionKind::Permutation { plan.values(other) } else { 0 };
                self.parts[index].source = Source::Light(values);
            } else if plan.kind(other) == RegionKind::Permutation {
                let mirror = owners.iter().position(|&o| o == Some((other, region)));
                self.parts[index].source = mirror.map_or(Source::Nothing, |at| Source::Mirror(at as u32));
            }
        }
    }
}

/// For each other region that has to exchange words with this full one: which positions within it they share.
fn touching(plan: &LanePlan, roles: &[Role], region: usize) -> Vec<(usize, Vec<u16>)> {
    if plan.inference() == Inference::Singles {
        return Vec::new();
    }
    let mut shared: std::collections::BTreeMap<usize, Vec<u16>> = std::collections::BTreeMap::new();
    for (slot, &v) in plan.region(region).iter().enumerate() {
        for &other in plan.regions_of(v).iter().filter(|&&other| other as usize != region) {
            shared.entry(other as usize).or_default().push(slot as u16);
        }
    }
    let permutation = |r: usize| plan.kind(r) == RegionKind::Permutation;
    shared.retain(|&other, slots| match roles[other] {
        Role::Light => roles[region] == Role::Home,
        _ => slots.len() >= 2 && (permutation(region) || permutation(other)),
    });
    shared.into_iter().collect()
}

/// Finds homes such that as many other regions as possible can be light.
fn assign_roles(plan: &LanePlan) -> Vec<Role> {
    let mut roles = vec![Role::Open; plan.regions()];
    let permutation = |r: usize| plan.kind(r) == RegionKind::Permutation;
    // Regions tied by locked candidates: of each tie at least one end must be worked on in full.
    let mut ties: Vec<Vec<usize>> = vec![Vec::new(); plan.regions()];
    for intersection in plan.intersections() {
        let (a, b) = intersection.regions;
        if permutation(a) || permutation(b) {
            ties[a].push(b);
            ties[b].push(a);
        }
    }
    let mut at_home = vec![false; plan.variables()];
    let mut visited = vec![false; plan.regions()];
    for seed in 0..plan.regions() {
        if ties[seed].is_empty() || visited[seed] {
            continue;
        }
        let sides = two_colour(&ties, seed, &mut visited);
        let reached =
            roles.iter_mut().zip(&visited).filter(|(role, visited)| **visited && **role == Role::Open);
        reached.for_each(|(role, _)| *role = Role::Full);
        let Some((mut one, mut two)) = sides else { continue };
        if one.len() > two.len() {
            std::mem::swap(&mut one, &mut two);
        }
        let fit = |side: &[usize], at_home: &[bool]| {
            let mut taken = at_home.to_vec();
            side.iter().all(|&r| {
                permutation(r)
                    && plan.region(r).iter().all(|&v| !std::mem::replace(&mut taken[v as usize], true))
            })
        };
        let (homes, others) = match (fit(&one, &at_home), fit(&two, &at_home)) {
            (true, _) => (&one, &two),
            (_, true) => (&two, &one),
            _ => continue,
        };
        for &r in homes {
            roles[r] = Role::Home;
            plan.region(r).iter().for_each(|&v| at_home[v as usize] = true);
        }
        for &r in others {
            roles[r] = if is_light(plan, &roles, r) { Role::Light } else { Role::Full };
        }
    }
    for r in 0..plan.regions() {
        if ties[r].is_empty() && permutation(r) && plan.region(r).iter().all(|&v| !at_home[v as usize]) {
            roles[r] = Role::Home;
            plan.region(r).iter().for_each(|&v| at_home[v as usize] = true);
        }
    }
    for r in 0..plan.regions() {
        if roles[r] == Role::Open {
            roles[r] = if is_light(plan, &roles, r) { Role::Light } else { Role::Full };
        }
    }
    roles
}

/// Splits what is tied to `seed`, directly or not, into two sides without a tie within a side, if there are such.
fn two_colour(ties: &[Vec<usize>], seed: usize, visited: &mut [bool]) -> Option<(Vec<usize>, Vec<usize>)> {
    let mut side = vec![None; ties.len()];
    side[seed] = Some(false);
    let mut sides = (vec![seed], Vec::new());
    let mut waiting = vec![seed];
    let mut even = true;
    while let Some(r) = waiting.pop() {
        visited[r] = true;
        for &next in &ties[r] {
            match side[next] {
                Some(colour) => even &= Some(colour) != side[r],
                None => {
                    side[next] = side[r].map(|colour: bool| !colour);
                    if side[next] == Some(false) { &mut sides.0 } else { &mut sides.1 }.push(next);
                    waiting.push(next);
                }
            }
        }
    }
    even.then_some(sides)
}

/// Whether a region lies at home entirely, in few enough parts to be cheaper that way.
fn is_light(plan: &LanePlan, roles: &[Role], region: usize) -> bool {
    let mut homes: Vec<u32> = Vec::new();
    for &v in plan.region(region) {
        match plan.regions_of(v).iter().find(|&&r| roles[r as usize] == Role::Home) {
            Some(&home) => homes.push(home),
            None => return false,
        }
    }
    homes.sort_unstable();
    homes.dedup();
    // A part reads two words of each other part; a variable of a full region takes about thirteen operations.
    2 * homes.len() * (homes.len() - 1) <= 13 * plan.region(region).len()
}
