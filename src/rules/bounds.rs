//! Bounds of sums, where sets of sums would be too large.

use smallvec::SmallVec;

use crate::model::plan::Model;
use crate::rules::side::Side;
use crate::rules::snapshot::Snapshot;
use crate::rules::sums::Multiplicity;
use crate::rules::term::Places;

/// The lowest and the highest that a sum can be. The sums of 32-bit values with 32-bit coefficients are far from the ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Bounds {
    pub(crate) fn contains(self, sum: i128) -> bool {
        (self.low..=self.high).contains(&sum)
    }
}

type Values = SmallVec<[i64; 12]>;

/// What the sum lies between, where it is known that some variables differ.
pub(crate) fn of(side: &Side, model: &Model, domains: &Snapshot) -> Option<Bounds> {
    total(side, |term| of_term(term, model, domains, None))
}

/// The same if any values may be equal.
pub(crate) fn plain(side: &Side, model: &Model, domains: &Snapshot) -> Option<Bounds> {
    total(side, |term| {
        let (lows, highs) = ends(term, model, domains, None)?;
        let sum = |values: &Values| values.iter().map(|&value| i128::from(value)).sum();
        Some(scaled(term.coefficient, sum(&lows), sum(&highs)))
    })
}

fn total(side: &Side, of: impl Fn(&Places) -> Option<Bounds>) -> Option<Bounds> {
    let mut sum = Bounds { low: 0, high: 0 };
    for term in &side.terms {
        let bounds = of(term)?;
        sum = Bounds { low: sum.low + bounds.low, high: sum.high + bounds.high };
    }
    Some(sum)
}

fn scaled(coefficient: i64, low: i128, high: i128) -> Bounds {
    let (a, b) = (i128::from(coefficient) * low, i128::from(coefficient) * high);
    Bounds { low: a.min(b), high: a.max(b) }
}

/// The lowest and highest values of the variables, one of them left out.
fn ends(
    term: &Places,
    model: &Model,
    domains: &Snapshot,
    without: Option<usize>,
) -> Option<(Values, Values)> {
    let value = |number: usize| i64::from(model.values().value_at(number));
    let (mut lows, mut highs) = (Values::new(), Values::new());
    for &place in term.places.iter().filter(|&&place| Some(place) != without) {
        lows.push(value(domains.lowest(place)?));
        highs.push(value(domains.highest(place)?));
    }
    Some((lows, highs))
}

fn of_term(term: &Places, model: &Model, domains: &Snapshot, without: Option<usize>) -> Option<Bounds> {
    let (mut lows, mut highs) = ends(term, model, domains, without)?;
    if term.values == Multiplicity::Different {
        // The lowest different integers that are not below these, and the highest not above those.
        lows.sort_unstable();
        highs.sort_unstable_by(|a, b| b.cmp(a));
        for i in 1..lows.len() {
            lows[i] = lows[i].max(lows[i - 1] + 1);
            highs[i] = highs[i].min(highs[i - 1] - 1);
        }
    }
    let sum = |values: &Values| values.iter().map(|&value| i128::from(value)).sum();
    Some(scaled(term.coefficient, sum(&lows), sum(&highs)))
}

/// With more variables in a term, leaving each of them out in turn takes too long.
const LONG: usize = 64;

/// Adds to `left` the values with which the sum can lie in `allowed`; none if there are none.
pub(crate) fn narrow(
    side: &Side,
    model: &Model,
    domains: &Snapshot,
    allowed: &Bounds,
    left: &mut Snapshot,
) -> Option<()> {
    let all = of(side, model, domains)?;
    for term in &side.terms {
        let own = of_term(term, model, domains, None)?;
        let rest = Bounds { low: all.low - own.low, high: all.high - own.high };
        for &place in &term.places {
            let value = |number: usize| i128::from(model.values().value_at(number));
            let (lowest, highest) = (value(domains.lowest(place)?), value(domains.highest(place)?));
            let single = scaled(term.coefficient, lowest, highest);
            let others = if term.places.len() > LONG || term.values == Multiplicity::Any {
                Bounds { low: own.low - single.low, high: own.high - single.high }
            } else {
                of_term(term, model, domains, Some(place))?
            };
            let wanted = Bounds {
                low: allowed.low.saturating_sub(rest.high + others.high),
                high: allowed.high.saturating_sub(rest.low + others.low),
            };
            if wanted.contains(single.low) && wanted.contains(single.high) {
                let all = domains.domain(place);
                left.domain_mut(place).copy_from_slice(all);
                continue;
            }
            let mut any = None;
            for number in domains.numbers(place) {
                if wanted.contains(i128::from(term.coefficient) * value(number)) {
                    left.insert(place, number);
                    any = Some(());
                }
            }
            any?;
        }
    }
    Some(())
}
