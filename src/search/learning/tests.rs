//! Learning search against plain enumeration, on small random models: the same solutions, each once, and no nogood that
//! forbids one that is still to come.

use std::sync::Arc;

use proptest::prelude::*;

use crate::model::budget::{Budget, Limits};
use crate::model::builder::ModelBuilder;
use crate::model::constraint::Constraint;
use crate::model::domain::Domain;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::propagation::fixpoint::{Halt, Propagation};
use crate::propagation::schedule::Schedule;
use crate::rules::library;
use crate::rules::rule::{Explanation, Rule, Scopes, Wake};
use crate::search::backtracking::{Backtracking, Event, Patience, Surroundings};
use crate::search::final_check::FinalCheck;
use crate::search::learning::search::Learning;
use crate::search::learning::settings::Settings;
use crate::search::smallest_domain::SmallestDomain;
use crate::search::turns::{Pace, Turns, Way};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::{Conflict, Store};

/// The sum of the variables lies in a range.
#[derive(Clone, Debug)]
struct Sum {
    vars: Vec<Var>,
    low: i32,
    high: i32,
    style: Style,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// No rule: the library asks the constraint once all its variables but one are fixed.
    Unruled,
    /// A rule with the default explanation.
    Unexplained,
    /// A rule that explains itself by the ends of the domains.
    Explained,
    /// A rule that assigns, carelessly goes on after a conflict, and explains with what was not true.
    Sloppy,
}

impl Constraint for Sum {
    fn name(&self) -> &str {
        "sum"
    }
    fn scope(&self) -> &[Var] {
        &self.vars
    }
    fn holds(&self, values: &[i32]) -> bool {
        (self.low..=self.high).contains(&values.iter().sum())
    }
}

impl Rule for Sum {
    fn name(&self) -> &str {
        "sum rule"
    }
    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.clone()])
    }
    fn wakes(&self) -> Wake {
        Wake::Changed
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let ends = |scope: &Scope<'_>, i| Some((scope.lowest(i)?, scope.highest(i)?));
        for i in 0..scope.len() {
            let mut rest = (0, 0);
            for j in (0..scope.len()).filter(|&j| j != i) {
                let (low, high) = ends(scope, j).ok_or(Conflict)?;
                rest = (rest.0 + low, rest.1 + high);
            }
            let fits = |value: i32| value + rest.0 <= self.high && value + rest.1 >= self.low;
            if self.style == Style::Sloppy {
                let fitting: Vec<i32> = scope.values(i).filter(|&value| fits(value)).collect();
                if let [only] = fitting[..] {
                    scope.assign(i, only)?;
                } else {
                    let _ = scope.retain(i, fits);
                }
            } else {
                scope.retain(i, fits)?;
            }
        }
        Ok(())
    }
    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        match self.style {
            Style::Unruled | Style::Unexplained => Explanation::Scope,
            Style::Sloppy => match Literal::Is(self.vars[0], 1) {
                wrong if !past.knows(wrong) => Explanation::Because(vec![wrong]),
                _ => Explanation::Scope,
            },
            Style::Explained => {
                let mut because = Vec::new();
                for (i, &var) in past.vars().iter().enumerate() {
                    if removed.is_some_and(|removed| removed.var() == var) {
                        continue;
                    }
                    // All that lies outside the ends.
                    let (Some(low), Some(high)) = (past.values(i).min(), past.values(i).max()) else {
                        return Explanation::Scope;
                    };
                    let outside =
                        past.model().domain(var).values().filter(|&value| value < low || value > high);
                    because.extend(outside.map(|value| Literal::IsNot(var, value)));
                }
                Explanation::Because(because)
            }
        }
    }
}

/// Naked pairs, as a rule on all regions, under the name of a rule of the library.
struct Pairs(Style);

impl Rule for Pairs {
    fn name(&self) -> &str {
        "naked single"
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        for i in 0..scope.len() {
            for j in 0..i {
                let pair: Vec<i32> = scope.values(i).collect();
                if pair.len() == 2 && scope.values(j).eq(pair.iter().copied()) {
                    for k in (0..scope.len()).filter(|&k| k != i && k != j) {
                        scope.retain(k, |value| !pair.contains(&value))?;
                    }
                }
            }
        }
        // The only place of a value that must occur.
        for word in scope.words().filter(|_| scope.is_permutation()).collect::<Vec<_>>() {
            let tally = scope.tally(word);
            let single = scope.required(word) & tally.once & !tally.twice;
            for i in 0..scope.len() {
                let here = scope.word(i, word) & single;
                if here != 0 {
                    scope.assign_bit(i, word, here.trailing_zeros())?;
                }
            }
        }
        Ok(())
    }
    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let (Style::Explained, Some(removed)) = (self.0, removed) else { return Explanation::Scope };
        let values = |i: usize| past.values(i).collect::<Vec<_>>();
        for i in (0..past.vars().len()).filter(|&i| past.vars()[i] != removed.var()) {
            let pair = values(i);
            let twin = (0..i).find(|&j| past.vars()[j] != removed.var() && values(j) == pair);
            if let Some(j) = twin
                && pair.len() == 2
                && pair.contains(&removed.value())
            {
                let lost = |i: usize| {
                    let var = past.vars()[i];
                    let gone = past.model().domain(var).values().filter(|value| !pair.contains(value));
                    gone.map(move |value| Literal::IsNot(var, value)).collect::<Vec<_>>()
                };
                return Explanation::Because([lost(i), lost(j)].concat());
            }
        }
        Explanation::Scope
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Spec {
    domains: Vec<Vec<i32>>,
    regions: Vec<Vec<usize>>,
    sums: Vec<(Vec<usize>, i32, i32, Style)>,
    singles: bool,
    pairs: Option<Style>,
}

pub(crate) fn spec() -> impl Strategy<Value = Spec> {
    (3usize..=6, 2i32..=4).prop_flat_map(|(count, width)| {
        let domain = prop_oneof![
            3 => Just((1..=width).collect::<Vec<i32>>()),
            1 => prop::sample::subsequence((0..=width).collect::<Vec<i32>>(), 1..=width as usize),
        ];
        let region = prop::sample::subsequence((0..count).collect::<Vec<_>>(), 2..=count.min(width as usize));
        let style =
            prop::sample::select(vec![Style::Unruled, Style::Unexplained, Style::Explained, Style::Sloppy]);
        let scope = prop::sample::subsequence((0..count).collect::<Vec<_>>(), 2..=count.min(4));
        let sum = (scope, 0..3 * width, 0..4, style)
            .prop_map(|(scope, low, width, style)| (scope, low, low + width, style));
        (
            prop::collection::vec(domain, count),
            prop::collection::vec(region, 0..5),
            prop::collection::vec(sum, 0..3),
            prop::bool::weighted(0.8),
            prop::option::of(prop::sample::select(vec![Style::Unexplained, Style::Explained])),
        )
            .prop_map(|(domains, regions, sums, singles, pairs)| Spec {
                domains,
                regions,
                sums,
                singles,
                pairs,
            })
    })
}

pub(crate) fn build(spec: &Spec) -> (Model, Vec<Arc<dyn Rule>>) {
    let mut builder = ModelBuilder::new();
    let vars: Vec<Var> = spec
        .domains
        .iter()
        .map(|values| builder.variable(values.iter().copied().collect::<Domain>()))
        .collect();
    for region in &spec.regions {
        builder.region(region.iter().map(|&i| vars[i]));
    }
    let mut rules = library();
    if !spec.singles {
        rules.retain(|rule| rule.name() == "constraint check");
    }
    if let Some(style) = spec.pairs {
        rules.push(Arc::new(Pairs(style)));
    }
    for (scope, low, high, style) in &spec.sums {
        let vars = scope.iter().map(|&i| vars[i]).collect();
        let sum = Arc::new(Sum { vars, low: *low, high: *high, style: *style });
        builder.constraint(sum.clone());
        if *style != Style::Unruled {
            rules.push(sum);
        }
    }
    (builder.build().unwrap(), rules)
}

/// Every assignment that passes the final check.
pub(crate) fn enumerate(model: &Model) -> Vec<Vec<i32>> {
    let domains: Vec<Vec<i32>> = model.vars().map(|var| model.domain(var).values().collect()).collect();
    let mut all: Vec<Vec<i32>> = vec![Vec::new()];
    for domain in &domains {
        all = all
            .iter()
            .flat_map(|start| {
                domain.iter().map(move |&value| {
                    let mut longer = start.clone();
                    longer.push(value);
                    longer
                })
            })
            .collect();
    }
    let mut check = FinalCheck::new(model);
    let mut budget = Budget::new(&Limits::none());
    all.retain(|values| check.violation(model, values, &mut budget) == Ok(None));
    all
}

/// Finds all solutions by learning; the search checks each nogood against those that are still to come.
///
/// Where `patience` is given, plain search begins. Where a pace is given, learning takes turns with another plain search;
/// `ways` are those that were gone.
pub(crate) fn learn_all(
    model: &Model,
    rules: &[Arc<dyn Rule>],
    settings: Settings,
    all: &[Vec<i32>],
    patience: Option<Patience>,
    turns: Option<(Pace, &mut Vec<Way>)>,
) -> (Vec<Vec<i32>>, u64) {
    let mut budget = Budget::new(&Limits::none());
    let schedule = Arc::new(Schedule::new(model, rules, &mut budget).unwrap());
    let mut store = Store::new(model, schedule.memory(), &mut budget).unwrap();
    let mut propagation = Propagation::new(&schedule);
    match propagation.run_root(&mut store, &mut budget, None) {
        Err(Halt::Conflict(_)) => return (Vec::new(), 0),
        other => other.unwrap(),
    }
    store.push_level();
    let mut with = Surroundings {
        store: &mut store,
        propagation: &mut propagation,
        budget: &mut budget,
        observer: None,
        progress: None,
        nogoods: None,
        proof: None,
    };
    let mut found = Vec::new();
    let (mut decisions, mut refuted) = (Vec::new(), Vec::new());
    if let Some(patience) = patience {
        let mut plain = Backtracking::new(with.store, patience);
        let mut brancher = SmallestDomain::new(model, None);
        loop {
            match plain.next(&mut with, &mut brancher) {
                Event::Solution(solution) => found.push(solution.values),
                Event::Exhausted => return (found, 0),
                Event::Weary => break,
                other => panic!("{other:?}"),
            }
        }
        (decisions, refuted) = plain.give_up(&mut with);
    }
    let Ok(mut learning) = Learning::new(&mut with, settings, &[], None) else { return (found, 0) };
    learning.take_over(&mut with, &decisions, &refuted).unwrap();
    // Plain search may have refuted more than it has found.
    let left = |values: &Vec<i32>| !found.contains(values);
    let to_come: Vec<Vec<i32>> = all.iter().filter(|values| left(values)).cloned().collect();
    if let Some((pace, ways)) = turns {
        let mut turns = Turns::new(learning, &with, pace, None);
        turns.watch(to_come);
        loop {
            match turns.next(&mut with) {
                Event::Solution(solution) => {
                    turns.strike_off(&solution.values);
                    found.push(solution.values);
                }
                Event::Exhausted => break,
                other => panic!("{other:?}"),
            }
        }
        assert!(matches!(turns.next(&mut with), Event::Exhausted));
        ways.append(&mut turns.ways);
        return (found, turns.checked());
    }
    learning.witnesses = Some(to_come);
    loop {
        match learning.next(&mut with) {
            Event::Solution(solution) => found.push(solution.values),
            Event::Exhausted => break,
            other => panic!("{other:?}"),
        }
    }
    assert!(matches!(learning.next(&mut with), Event::Exhausted));
    (found, learning.checked)
}

pub(crate) fn tiny(exclusions: usize) -> Settings {
    Settings {
        restart: 1,
        stable_restart: 1,
        turn: 3,
        reduce: 2,
        rephase: 2,
        longest: 3,
        widest: 2,
        exclusions,
        ..Settings::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn finds_what_enumeration_finds(spec in spec(), exclusions in prop::sample::select(vec![0, 3, 12, 1 << 16])) {
        let (model, rules) = build(&spec);
        let all = enumerate(&model);
        let conflicts = exclusions as u64 % 5;
        let patience = Patience { conflicts, nodes: 3 * conflicts, ticks: u64::MAX };
        let runs = [
            (Settings::default(), None),
            (Settings { exclusions, ..Settings::default() }, None),
            (tiny(exclusions), None),
            (tiny(exclusions), Some(patience)),
        ];
        for (settings, patience) in runs {
            let (mut found, _) = learn_all(&model, &rules, settings, &all, patience, None);
            found.sort_unstable();
            let mut expected = all.clone();
            expected.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }
}

/// A Latin square with some cells given, one of them perhaps wrong: tight enough for hundreds of conflicts.
pub(crate) fn square(seed: u64, side: usize) -> Model {
    let mut builder = ModelBuilder::new();
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
    let mut random = move |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let vars: Vec<Var> = (0..side * side)
        .map(|cell| {
            let value = (cell / side + cell % side) % side + 1;
            // Two of the values that it has in a Latin square, or two others.
            let shift = |by: usize| ((value - 1 + by) % side + 1) as i32;
            match random(100) {
                0..60 => builder.variable([shift(0), shift(random(6) as usize), shift(random(6) as usize)]),
                60..65 => builder.variable([shift(1), shift(2)]),
                _ => builder.variable(1..=side as i32),
            }
        })
        .collect();
    for line in 0..side {
        builder.region((0..side).map(|i| vars[line * side + i]));
        builder.region((0..side).map(|i| vars[i * side + line]));
    }
    builder.build().unwrap()
}

#[test]
fn nogoods_of_latin_squares_hold() {
    let mut checked = 0;
    for seed in 0..150 {
        let model = square(seed, 6);
        let patience = Some(Patience::ENDLESS);
        let (mut all, _) = learn_all(&model, &library(), Settings::default(), &[], patience, None);
        for settings in [Settings::default(), tiny(8)] {
            let (mut found, nogoods) = learn_all(&model, &library(), settings, &all, None, None);
            checked += nogoods;
            found.sort_unstable();
            all.sort_unstable();
            assert_eq!(found, all);
        }
    }
    assert!(checked > 1000, "only {checked} nogoods were checked");
}
