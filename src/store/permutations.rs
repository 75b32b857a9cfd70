//! Which regions have become permutations by the first propagation of a question.

use crate::model::budget::{Budget, StopReason, strides};
use crate::model::ids::Region;
use crate::store::store::Store;

/// Why it was not settled which regions are permutations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unsettled {
    /// A region has fewer values than variables.
    Short(Region),
    Stopped(StopReason),
}

impl Store {
    /// Looks again which regions are permutations by the domains of this moment. To be called where the first
    /// propagation of a question has ended, at its root. Gives the regions that have become permutations.
    ///
    /// # Errors
    /// The region that has fewer values than variables.
    pub(crate) fn settle_permutations(&mut self, budget: &mut Budget) -> Result<&[Region], Unsettled> {
        let from = self.upgraded.len();
        let model = self.model.clone();
        let plan = model.plan();
        let mut union = Vec::new();
        for region in 0..plan.regions.len() {
            if self.permutations.contains(region) {
                continue;
            }
            let (vars, span) = (plan.regions.get(region), plan.region_spans[region]);
            union.clear();
            for word in span.words() {
                let mut bits = 0;
                for stride in strides(vars.len()) {
                    budget
                        .spend(stride.len() as u64 / 64 + 1, || self.bytes())
                        .map_err(Unsettled::Stopped)?;
                    bits = vars[stride].iter().fold(bits, |bits, &var| bits | self.word(var, word));
                }
                union.push(bits);
            }
            let values: usize = union.iter().map(|word| word.count_ones() as usize).sum();
            if values < vars.len() {
                return Err(Unsettled::Short(Region(region as u32)));
            }
            if values == vars.len() {
                self.required[span.places()].copy_from_slice(&union);
                self.permutations.insert(region);
                self.upgraded.push(Region(region as u32));
            }
        }
        Ok(&self.upgraded[from..])
    }

    /// A region that has as many variables as values only since the first propagation.
    pub(crate) fn late_permutation(&self) -> Option<Region> {
        self.upgraded.first().copied()
    }

    /// How many regions [`settle_permutations`](Store::settle_permutations) has found so far.
    pub(crate) fn settled(&self) -> usize {
        self.upgraded.len()
    }

    /// Forgets the findings of [`settle_permutations`](Store::settle_permutations) past the first `count`.
    pub(crate) fn unsettle(&mut self, count: usize) {
        for region in self.upgraded.drain(count..) {
            self.permutations.set(region.index(), false);
        }
    }
}
