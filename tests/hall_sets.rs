//! Hall sets against enumeration: what they leave is what the assignments of a region have, and their reasons hold.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pencilmark::{
    Conflict, Constraint, Explanation, HallSets, Literal, Model, ModelBuilder, Outcome, Past, Rule, Scope,
    Scopes, Solver, Strategy, Var,
};
use proptest::prelude::{Strategy as _, prop_assert, prop_assert_eq, proptest};
use proptest::test_runner::Config;

/// All ways to give different values to variables with these domains.
fn assignments(domains: &[Vec<i32>]) -> Vec<Vec<i32>> {
    let mut all: Vec<Vec<i32>> = vec![vec![]];
    for domain in domains {
        let longer = |start: &Vec<i32>| -> Vec<Vec<i32>> {
            let open = domain.iter().filter(|value| !start.contains(value));
            open.map(|&value| start.iter().copied().chain([value]).collect()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Values with gaps, in one word or in several.
fn value(number: usize, spread: i32) -> i32 {
    number as i32 * spread - 3
}

/// One to six variables with some of eight values.
fn region() -> impl proptest::strategy::Strategy<Value = Vec<Vec<i32>>> {
    let domain = proptest::bits::u8::ANY.prop_filter("a value", |bits| *bits != 0);
    let narrow = proptest::bits::u8::between(0, 4).prop_filter("a value", |bits| *bits != 0);
    let domains = proptest::collection::vec(proptest::prop_oneof![1 => domain, 3 => narrow], 1..=6);
    (domains, proptest::sample::select(vec![1, 2, 50])).prop_map(|(domains, spread)| {
        let values =
            |bits: u8| (0..8).filter(move |i| bits >> i & 1 == 1).map(move |i| value(i, spread)).collect();
        domains.into_iter().map(values).collect()
    })
}

fn build(domains: &[Vec<i32>], filler: bool) -> (Model, Vec<Var>) {
    let mut builder = ModelBuilder::new();
    if filler {
        // Values between, so that domains take several words.
        builder.variable(-200..=400);
    }
    let vars: Vec<Var> = domains.iter().map(|domain| builder.variable(domain.as_slice())).collect();
    builder.region(vars.iter().copied());
    (builder.build().unwrap(), vars)
}

/// The rule on lists of its own, which learning asks for reasons; each reason is checked by enumeration.
struct Checked {
    scopes: Vec<Vec<Var>>,
    asked: Arc<AtomicUsize>,
}

impl Rule for Checked {
    fn name(&self) -> &str {
        "checked hall sets"
    }
    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(self.scopes.clone())
    }
    fn memory(&self, len: usize) -> usize {
        HallSets.memory(len)
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        HallSets.apply(scope)
    }
    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let explanation = HallSets.explain(removed, past);
        let Explanation::Because(because) = &explanation else {
            panic!("no reason for {removed:?} in {past:?}")
        };
        self.asked.fetch_add(1, Ordering::Relaxed);
        assert!(because.iter().all(|&literal| past.knows(literal)), "{because:?} in {past:?}");
        let left = |&var: &Var| -> Vec<i32> {
            let holds = |value: &i32| {
                because.iter().chain(&negated(removed)).all(|&literal| match literal {
                    Literal::Is(other, is) => other != var || is == *value,
                    Literal::IsNot(other, not) => other != var || not != *value,
                })
            };
            past.model().domain(var).values().filter(holds).collect()
        };
        let domains: Vec<Vec<i32>> = past.vars().iter().map(left).collect();
        assert!(assignments(&domains).is_empty(), "{because:?} does not explain {removed:?}");
        explanation
    }
}

/// All different, told as a relation only: learning knows no region then, and every inference is the rule's.
struct Differ(Vec<Var>);

impl Constraint for Differ {
    fn name(&self) -> &str {
        "differ"
    }
    fn scope(&self) -> &[Var] {
        &self.0
    }
    fn holds(&self, values: &[i32]) -> bool {
        (0..values.len()).all(|i| !values[..i].contains(&values[i]))
    }
}

/// A removed value put back: `IsNot` as `Is`.
fn negated(removed: Option<Literal>) -> Option<Literal> {
    removed.map(|literal| match literal {
        Literal::Is(var, value) => Literal::IsNot(var, value),
        Literal::IsNot(var, value) => Literal::Is(var, value),
    })
}

proptest! {
    #![proptest_config(Config { cases: 2000, failure_persistence: None, ..Config::default() })]

    #[test]
    fn what_is_left_is_what_some_assignment_has(domains in region(), filler in proptest::bool::ANY) {
        let (model, vars) = build(&domains, filler);
        let mut solver = Solver::builder(&model).without_rules().rule(HallSets).build().unwrap();
        let all = assignments(&domains);
        match solver.infer() {
            Outcome::Done(left) => {
                prop_assert!(!all.is_empty());
                for (i, &var) in vars.iter().enumerate() {
                    let mut expected: Vec<i32> = all.iter().map(|values| values[i]).collect();
                    expected.sort_unstable();
                    expected.dedup();
                    prop_assert_eq!(left.values(var).collect::<Vec<_>>(), expected);
                }
            }
            Outcome::NoSolution(_) => prop_assert!(all.is_empty()),
            Outcome::Stopped(stopped) => panic!("{stopped}"),
        }
    }
}

/// Latin squares with some values given, at random: the answers are those without the rule, and every reason holds.
#[test]
fn every_reason_that_learning_asks_for_holds() {
    let asked = Arc::new(AtomicUsize::new(0));
    let mut random = 1u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    for round in 0..200 {
        let side = 4 + round % 2;
        let mut builder = ModelBuilder::new();
        let cells = builder.variables(side * side, 1..=side as i32);
        let mut scopes: Vec<Vec<Var>> = Vec::new();
        for i in 0..side {
            scopes.push((0..side).map(|j| cells[i * side + j]).collect());
            scopes.push((0..side).map(|j| cells[j * side + i]).collect());
        }
        // Some cells anywhere, so that rows and columns alone do not make a solution.
        for _ in 0..side {
            let mut scope: Vec<Var> = (0..side).map(|_| cells[next(side * side)]).collect();
            scope.sort_unstable();
            scope.dedup();
            scopes.push(scope);
        }
        let mut related = ModelBuilder::new();
        related.variables(side * side, 1..=side as i32);
        for scope in &scopes {
            builder.region(scope.iter().copied());
            related.constraint(Differ(scope.clone()));
        }
        let (model, related) = (builder.build().unwrap(), related.build().unwrap());
        let given: Vec<Literal> =
            (0..next(6)).map(|_| Literal::Is(cells[next(side * side)], 1 + next(side) as i32)).collect();
        let count = |model: &Model, strategy: Strategy| {
            let checked = Checked { scopes: scopes.clone(), asked: asked.clone() };
            let builder = Solver::builder(model).strategy(strategy);
            let mut solver = builder.rule(checked).build().unwrap();
            given.iter().for_each(|&literal| solver.assume(literal));
            solver.count(200).found()
        };
        let mut without = Solver::new(&model);
        given.iter().for_each(|&literal| without.assume(literal));
        let expected = without.count(200).found();
        for model in [&model, &related] {
            assert_eq!(count(model, Strategy::Plain), expected);
            assert_eq!(count(model, Strategy::Learning), expected);
        }
    }
    assert!(asked.load(Ordering::Relaxed) > 1000, "only {asked:?} reasons were asked for");
}

/// Its components are walked on a stack of their own, also where they are one long path.
#[test]
fn a_long_path_needs_little_stack() {
    let path = || {
        let mut builder = ModelBuilder::new();
        let vars: Vec<Var> = (0..1000).map(|i| builder.variable(i..=i + 1)).collect();
        builder.region(vars.iter().copied());
        let model = builder.build().unwrap();
        let mut solver = Solver::builder(&model).without_rules().rule(HallSets).build().unwrap();
        let left = solver.infer().expect_done();
        assert!(vars.iter().all(|&var| left.values(var).count() == 2));
        solver.assume(Literal::Is(vars[0], 1));
        let left = solver.infer().expect_done();
        assert!((0..1000).all(|i| left.values(vars[i]).collect::<Vec<_>>() == [i as i32 + 1]));
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(path).unwrap().join().unwrap();
}
