//! The engine against an independent, slow twin: small random models are enumerated and checked by code
//! that knows nothing of the engine. The same properties must catch the mutants at the end of the file.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use pencilmark::{
    Brancher, Conflict, Constraint, Count, Decision, Deduction, DomWdeg, HiddenSingle, InOrder, Literal,
    Model, ModelBuilder, NakedSingle, NotUnique, Outcome, Rule, Scope, Scopes, Solver, SolverBuilder, Store,
    Uniqueness, Var, library,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

// ---------------------------------------------------------------------------------------------------------
// The puzzle, as plain data, and the twin.

/// How a relation is made known to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Posting {
    /// As a constraint only.
    Alone,
    /// As a constraint, and a rule beside it in another struct.
    Beside,
    /// One struct, both.
    Both,
}

#[derive(Clone, Debug)]
enum Relation {
    SumAtMost(i64),
    Increasing,
    Apart(i64),
    Even,
    /// These assignments of the scope are forbidden.
    Forbidden(Vec<Vec<i32>>),
}

impl Relation {
    fn holds(&self, values: &[i32]) -> bool {
        let sum = values.iter().map(|&value| i64::from(value)).sum::<i64>();
        let mut pairs = values.windows(2).map(|pair| (i64::from(pair[0]), i64::from(pair[1])));
        match self {
            Relation::SumAtMost(limit) => sum <= *limit,
            Relation::Increasing => pairs.all(|(a, b)| a < b),
            Relation::Apart(distance) => pairs.all(|(a, b)| (a - b).abs() >= *distance),
            Relation::Even => sum % 2 == 0,
            Relation::Forbidden(list) => !list.iter().any(|other| other == values),
        }
    }
}

#[derive(Clone, Debug)]
struct Puzzle {
    domains: Vec<Vec<i32>>,
    regions: Vec<Vec<usize>>,
    relations: Vec<(Vec<usize>, Relation, Posting)>,
    /// Variable, value, and whether it has it.
    assumptions: Vec<(usize, i32, bool)>,
}

impl Puzzle {
    fn accepts(&self, values: &[i32]) -> bool {
        self.accepts_without_assumptions(values)
            && self.assumptions.iter().all(|&(var, value, is)| (values[var] == value) == is)
    }

    fn accepts_without_assumptions(&self, values: &[i32]) -> bool {
        let differ = |region: &Vec<usize>| {
            (0..region.len()).all(|i| (0..i).all(|j| values[region[i]] != values[region[j]]))
        };
        self.regions.iter().all(differ)
            && self.relations.iter().all(|(scope, relation, _)| {
                relation.holds(&scope.iter().map(|&var| values[var]).collect::<Vec<_>>())
            })
    }

    /// All solutions, by enumeration.
    fn solutions(&self) -> BTreeSet<Vec<i32>> {
        product(&self.domains).into_iter().filter(|values| self.accepts(values)).collect()
    }
}

/// All ways to take one of each list.
fn product(lists: &[Vec<i32>]) -> Vec<Vec<i32>> {
    lists.iter().fold(vec![vec![]], |all, list| {
        let longer = |start: &Vec<i32>| {
            let start = start.clone();
            list.iter().map(move |&value| start.iter().copied().chain([value]).collect::<Vec<_>>())
        };
        all.iter().flat_map(longer).collect()
    })
}

/// The values that each region must hold: known for those with as many variables as values.
type Required = Vec<Option<BTreeSet<i32>>>;

/// What repeated naked singles, hidden singles and constraint checks leave of the domains, without the
/// assumptions and then with them; none on a conflict.
fn closure(puzzle: &Puzzle) -> Option<Vec<Vec<i32>>> {
    let mut domains = puzzle.domains.clone();
    let mut required: Required = vec![None; puzzle.regions.len()];
    if domains.iter().any(Vec::is_empty) {
        return None;
    }
    // By the domains of the model a region may be a permutation at once; a short one is only seen later.
    settle(puzzle, &domains, &mut required);
    close(puzzle, &mut domains, &mut required)?;
    for &(var, value, is) in &puzzle.assumptions {
        domains[var].retain(|&there| (there == value) == is);
    }
    close(puzzle, &mut domains, &mut required)?;
    Some(domains)
}

fn close(puzzle: &Puzzle, domains: &mut [Vec<i32>], required: &mut Required) -> Option<()> {
    loop {
        let before = domains.to_vec();
        for (region, values) in puzzle.regions.iter().zip(&*required) {
            naked_singles(domains, region);
            for value in values.iter().flatten() {
                hidden_single(domains, region, *value)?;
            }
        }
        for (scope, relation, _) in &puzzle.relations {
            check_constraint(domains, scope, relation)?;
        }
        if domains.iter().any(Vec::is_empty) {
            return None;
        }
        if *domains == before {
            if puzzle.regions.iter().any(|region| union(domains, region).len() < region.len()) {
                return None;
            }
            if !settle(puzzle, domains, required) {
                return Some(());
            }
        }
    }
}

/// Whether a region was found to be a permutation that was none before.
fn settle(puzzle: &Puzzle, domains: &[Vec<i32>], required: &mut Required) -> bool {
    let mut found = false;
    for (region, values) in puzzle.regions.iter().zip(required) {
        let union = union(domains, region);
        if values.is_none() && union.len() == region.len() {
            *values = Some(union);
            found = true;
        }
    }
    found
}

fn union(domains: &[Vec<i32>], region: &[usize]) -> BTreeSet<i32> {
    region.iter().flat_map(|&var| domains[var].iter().copied()).collect()
}

fn naked_singles(domains: &mut [Vec<i32>], region: &[usize]) {
    for &var in region {
        if let [value] = domains[var][..] {
            for &other in region.iter().filter(|&&other| other != var) {
                domains[other].retain(|&there| there != value);
            }
        }
    }
}

fn hidden_single(domains: &mut [Vec<i32>], region: &[usize], value: i32) -> Option<()> {
    let mut places = region.iter().copied().filter(|&var| domains[var].contains(&value));
    let first = places.next()?;
    if places.next().is_none() {
        domains[first] = vec![value];
    }
    Some(())
}

fn check_constraint(domains: &mut [Vec<i32>], scope: &[usize], relation: &Relation) -> Option<()> {
    if scope.iter().any(|&var| domains[var].is_empty()) {
        return None;
    }
    let open: BTreeSet<usize> = scope.iter().copied().filter(|&var| domains[var].len() > 1).collect();
    let holds = |var: Option<usize>, value: i32| {
        let at = |&there: &usize| if Some(there) == var { value } else { domains[there][0] };
        relation.holds(&scope.iter().map(at).collect::<Vec<_>>())
    };
    match open.iter().copied().collect::<Vec<_>>()[..] {
        [] if !holds(None, 0) => None,
        [var] => {
            domains[var] = domains[var].iter().copied().filter(|&value| holds(Some(var), value)).collect();
            Some(())
        }
        _ => Some(()),
    }
}

// ---------------------------------------------------------------------------------------------------------
// Random puzzles.

/// How many solutions a puzzle is steered to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    None,
    One,
    Many,
    Whatever,
}

/// Values of two words, where one more variable has all of `0..=66`.
const WIDE: [i32; 6] = [0, 1, 64, 65, 2, 66];

/// The values that a puzzle draws from: small, negative with gaps, the ends of `i32`, two words.
fn palette() -> impl Strategy<Value = Vec<i32>> {
    prop_oneof![
        4 => Just(vec![1, 2, 3, 4, 5]),
        2 => Just(vec![-7, -3, 0, 2, 9, 10]),
        2 => Just(vec![i32::MIN, i32::MIN + 1, -1, 0, i32::MAX - 1, i32::MAX]),
        2 => Just(WIDE.to_vec()),
    ]
}

fn relation(
    palette: &[i32],
    variables: usize,
) -> impl Strategy<Value = (Vec<usize>, Relation, Posting)> + use<> {
    let value = prop::sample::select(palette.to_vec());
    let scope = prop::collection::vec(0..variables.max(1), 0..=variables.min(3));
    let posting = prop_oneof![Just(Posting::Alone), Just(Posting::Beside), Just(Posting::Both)];
    (scope, 0..5, value.clone(), prop::collection::vec(value, 12), posting).prop_map(
        |(scope, kind, value, values, posting)| {
            let relation = match kind {
                0 => Relation::SumAtMost(i64::from(value) * scope.len() as i64),
                1 => Relation::Increasing,
                2 => Relation::Apart(2),
                3 => Relation::Even,
                _ => Relation::Forbidden(values.chunks(scope.len().max(1)).map(<[i32]>::to_vec).collect()),
            };
            (scope, relation, posting)
        },
    )
}

fn puzzle() -> impl Strategy<Value = Puzzle> {
    let aim = prop_oneof![Just(Aim::None), Just(Aim::One), Just(Aim::Many), Just(Aim::Whatever)];
    (palette(), 0usize..=6, aim, any::<u64>()).prop_flat_map(|(palette, variables, aim, pick)| {
        let wide = palette == WIDE;
        let domain = prop::sample::subsequence(palette.clone(), 1..=palette.len().min(5));
        let full = Just(palette[..4].to_vec());
        let empty = Just(Vec::new());
        let domain = prop_oneof![20 => domain, 30 => full, 1 => empty];
        let every: Vec<usize> = (0..variables).collect();
        let region = prop::sample::subsequence(every, 0..=variables.min(5)).prop_shuffle();
        let assumption = (0..variables.max(1), prop::sample::select(palette.clone()), any::<bool>());
        let relations = prop::collection::vec(relation(&palette, variables), 0..=2);
        (
            prop::collection::vec(domain, variables),
            prop::collection::vec(region, 0..=4),
            if variables == 0 {
                prop::collection::vec(relation(&[0], 0), 0..=1).boxed()
            } else {
                relations.boxed()
            },
            prop::collection::vec(assumption, if variables == 0 { 0..=0 } else { 0..=2 }),
        )
            .prop_map(move |(domains, regions, relations, assumptions)| {
                let relations = if variables == 0 {
                    relations.into_iter().map(|(_, relation, posting)| (vec![], relation, posting)).collect()
                } else {
                    relations
                };
                let mut puzzle = Puzzle { domains, regions, relations, assumptions };
                if wide {
                    // One variable with all values between spreads the others over two words.
                    puzzle.domains.truncate(4);
                    puzzle.domains.push((0..=66).collect());
                    let kept = puzzle.domains.len();
                    for region in &mut puzzle.regions {
                        region.retain(|&var| var < kept);
                    }
                    puzzle.relations.retain(|(scope, ..)| scope.iter().all(|&var| var < kept));
                    puzzle.assumptions.retain(|&(var, ..)| var < kept);
                }
                shrink_domains(&mut puzzle);
                steer(puzzle, aim, pick)
            })
    })
}

/// Keeps enumeration short.
fn shrink_domains(puzzle: &mut Puzzle) {
    while puzzle.domains.iter().map(Vec::len).product::<usize>() > 4500 {
        let longest =
            puzzle.domains.iter_mut().filter(|domain| domain.len() < 60).max_by_key(|domain| domain.len());
        longest.unwrap().pop();
    }
}

/// Leads a puzzle to the number of solutions aimed at, by assumptions, relations, or leaving some away.
fn steer(mut puzzle: Puzzle, aim: Aim, pick: u64) -> Puzzle {
    if matches!(aim, Aim::One | Aim::Many) {
        if puzzle.domains.is_empty() && aim == Aim::Many {
            puzzle.domains.push(vec![1, 2]);
        }
        for domain in &mut puzzle.domains {
            if domain.is_empty() {
                domain.push(3);
            }
        }
        while puzzle.solutions().len() < if aim == Aim::Many { 2 } else { 1 } {
            let dropped = puzzle.assumptions.pop().is_some()
                || puzzle.relations.pop().is_some()
                || puzzle.regions.pop().is_some();
            if !dropped {
                let more = if puzzle.domains[0].contains(&1) { 2 } else { 1 };
                puzzle.domains[0].push(more);
            }
        }
    }
    for domain in &mut puzzle.domains {
        domain.sort_unstable();
    }
    let solutions: Vec<Vec<i32>> = puzzle.solutions().into_iter().collect();
    if solutions.is_empty() {
        return puzzle;
    }
    let chosen = &solutions[pick as usize % solutions.len()];
    match aim {
        Aim::One => {
            let mut left = solutions.clone();
            for (var, &value) in chosen.iter().enumerate() {
                if left.iter().any(|other| other[var] != value) {
                    left.retain(|other| other[var] == value);
                    puzzle.assumptions.push((var, value, true));
                }
            }
        }
        Aim::None if solutions.len() <= 40 => {
            let scope: Vec<usize> = (0..puzzle.domains.len()).collect();
            let posting = [Posting::Alone, Posting::Beside, Posting::Both][pick as usize % 3];
            puzzle.relations.push((scope, Relation::Forbidden(solutions), posting));
        }
        Aim::None => {
            let var = pick as usize % puzzle.domains.len();
            puzzle.assumptions.push((var, chosen[var], true));
            puzzle.assumptions.push((var, chosen[var], false));
        }
        Aim::Many | Aim::Whatever => {}
    }
    puzzle
}

// ---------------------------------------------------------------------------------------------------------
// From the puzzle to the engine.

/// A relation as the engine sees it: a constraint, or a rule, or both.
struct Posted {
    vars: Vec<Var>,
    relation: Relation,
}

impl Constraint for Posted {
    fn name(&self) -> &str {
        "relation"
    }
    fn scope(&self) -> &[Var] {
        &self.vars
    }
    fn holds(&self, values: &[i32]) -> bool {
        self.relation.holds(values)
    }
}

/// Removes the values without support in its scope, one variable after the other.
impl Rule for Posted {
    fn name(&self) -> &str {
        "support"
    }
    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.clone()])
    }
    fn memory(&self, _: usize) -> usize {
        1
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        // What is remembered is undone with the domains: never more fixed variables than there are.
        let fixed = (0..scope.len()).filter(|&i| scope.is_fixed(i)).count() as u64;
        assert!(scope.memory(0) <= fixed, "the memory was not undone");
        scope.set_memory(0, fixed);
        if (0..scope.len()).map(|i| scope.size(i) as u64).product::<u64>() > 2000 {
            return Ok(());
        }
        for i in 0..scope.len() {
            let lists: Vec<Vec<i32>> = (0..scope.len()).map(|i| scope.values(i).collect()).collect();
            let equal = |values: &[i32]| {
                (0..values.len())
                    .all(|a| (0..a).all(|b| self.vars[a] != self.vars[b] || values[a] == values[b]))
            };
            let supports: Vec<Vec<i32>> =
                product(&lists).into_iter().filter(|values| equal(values) && self.holds(values)).collect();
            scope.retain(i, |value| supports.iter().any(|support| support[i] == value))?;
        }
        if scope.is_empty() && !self.holds(&[]) { Err(Conflict) } else { Ok(()) }
    }
}

/// The model, its variables in the order of the puzzle, and the rules posted beside it.
struct Built {
    model: Model,
    vars: Vec<Var>,
    rules: Vec<Arc<Posted>>,
}

fn build(puzzle: &Puzzle) -> Built {
    let mut builder = ModelBuilder::new();
    let vars: Vec<Var> = puzzle.domains.iter().map(|domain| builder.variable(domain.clone())).collect();
    for region in &puzzle.regions {
        builder.region(region.iter().map(|&var| vars[var]));
    }
    let mut rules = Vec::new();
    for (scope, relation, posting) in &puzzle.relations {
        let posted =
            || Posted { vars: scope.iter().map(|&var| vars[var]).collect(), relation: relation.clone() };
        let constraint = Arc::new(posted());
        match posting {
            Posting::Alone => {}
            Posting::Beside => rules.push(Arc::new(posted())),
            Posting::Both => rules.push(constraint.clone()),
        }
        builder.constraint(constraint);
    }
    Built { model: builder.build().unwrap(), vars, rules }
}

impl Built {
    /// A solver with the library's rules and those of the puzzle.
    fn solver(&self) -> SolverBuilder {
        self.rules.iter().fold(Solver::builder(&self.model), |builder, rule| builder.rule(rule.clone()))
    }

    /// A solver with these rules only.
    fn solver_with(&self, rules: Vec<Arc<dyn Rule>>) -> SolverBuilder {
        rules.into_iter().fold(Solver::builder(&self.model).without_rules(), SolverBuilder::rule)
    }

    /// All rules, in the order that `order` makes of them, where the subset `kept` keeps only some.
    fn some_rules(&self, order: u64, kept: u64) -> Vec<Arc<dyn Rule>> {
        let mut rules = library();
        rules.extend(self.rules.iter().map(|rule| rule.clone() as Arc<dyn Rule>));
        shuffle(&mut rules, order);
        let mut bits = kept;
        rules.retain(|_| {
            bits = bits.rotate_right(1);
            bits & 1 == 1
        });
        rules
    }

    fn literals(&self, puzzle: &Puzzle) -> Vec<Literal> {
        let literal = |&(var, value, is): &(usize, i32, bool)| {
            if is { Literal::Is(self.vars[var], value) } else { Literal::IsNot(self.vars[var], value) }
        };
        puzzle.assumptions.iter().map(literal).collect()
    }
}

fn shuffle<T>(items: &mut [T], mut seed: u64) {
    for i in (1..items.len()).rev() {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        items.swap(i, (seed >> 33) as usize % (i + 1));
    }
}

fn assume_all(solver: &mut Solver, literals: &[Literal]) {
    for &literal in literals {
        solver.assume(literal);
    }
}

type Check = Result<(), TestCaseError>;

// ---------------------------------------------------------------------------------------------------------
// The properties, as functions of a puzzle and a solver, so that the mutants meet the very same ones.

/// Gives each solution of the twin once and no other.
fn gives_the_solutions(puzzle: &Puzzle, built: &Built, builder: SolverBuilder) -> Check {
    let mut solver = builder.build().unwrap();
    assume_all(&mut solver, &built.literals(puzzle));
    let found: Vec<Vec<i32>> = solver.solutions().map(|solution| solution.values().to_vec()).collect();
    let expected = puzzle.solutions();
    prop_assert_eq!(found.len(), expected.len());
    prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    Ok(())
}

/// No deduction, at the root or below a decision, removes a value that a solution has there, or calls a
/// conflict what is none. Names the rule.
fn keeps_the_solutions(puzzle: &Puzzle, built: &Built, builder: SolverBuilder) -> Check {
    let solutions = Arc::new(Puzzle { assumptions: vec![], ..puzzle.clone() }.solutions());
    let fault = Arc::new(Mutex::new(None::<String>));
    let (told, vars) = (fault.clone(), built.vars.clone());
    let observer = move |deduction: &Deduction, store: &Store| {
        // A solution that lay in the domains before: those of now, and what was removed.
        let possible =
            |var: Var, value: i32| store.contains(var, value) || deduction.removed.contains(&(var, value));
        let hurt = solutions.iter().any(|solution| {
            let inside = vars.iter().zip(solution).all(|(&var, &value)| possible(var, value));
            let outside = vars.iter().zip(solution).any(|(&var, &value)| !store.contains(var, value));
            inside && (outside || deduction.conflict)
        });
        if hurt {
            told.lock().unwrap().get_or_insert_with(|| format!("rule {}: {deduction}", deduction.rule));
        }
    };
    let mut solver = builder.observer(observer).build().unwrap();
    assume_all(&mut solver, &built.literals(puzzle));
    for _ in solver.solutions() {}
    let fault = fault.lock().unwrap().clone();
    prop_assert_eq!(fault, None);
    Ok(())
}

/// Infers what the twin's closure has, or meets a conflict where it does. `builder` has the library's rules.
fn infers_the_closure(puzzle: &Puzzle, built: &Built, builder: SolverBuilder) -> Check {
    let mut solver = builder.build().unwrap();
    assume_all(&mut solver, &built.literals(puzzle));
    let inferred = match solver.infer() {
        Outcome::Done(domains) => {
            Some(built.vars.iter().map(|&var| domains.values(var).collect::<Vec<_>>()).collect::<Vec<_>>())
        }
        Outcome::NoSolution(proof) => {
            prop_assert!(proof.contradiction.is_some());
            None
        }
        Outcome::Stopped(stopped) => return Err(TestCaseError::fail(stopped.to_string())),
    };
    prop_assert_eq!(inferred, closure(puzzle));
    Ok(())
}

/// Every deduction follows from its own `because` and the relation of its scope alone; at the root each of
/// these literals was true before, and what is said to be removed was there and is gone.
fn replays(puzzle: &Puzzle, built: &Built, builder: SolverBuilder) -> Check {
    let seen = Arc::new(Mutex::new(Vec::<Deduction>::new()));
    let after = Arc::new(Mutex::new(Vec::<Vec<Vec<i32>>>::new()));
    let (log, stores, vars) = (seen.clone(), after.clone(), built.vars.clone());
    let observer = move |deduction: &Deduction, store: &Store| {
        log.lock().unwrap().push(deduction.clone());
        stores.lock().unwrap().push(vars.iter().map(|&var| store.values(var).collect()).collect());
    };
    let mut solver = builder.observer(observer).build().unwrap();
    assume_all(&mut solver, &built.literals(puzzle));
    for _ in solver.solutions() {}
    let (seen, after) = (seen.lock().unwrap(), after.lock().unwrap());
    for (deduction, after) in seen.iter().zip(&*after) {
        replay(puzzle, deduction, after)?;
    }
    Ok(())
}

fn replay(puzzle: &Puzzle, deduction: &Deduction, after: &[Vec<i32>]) -> Check {
    let mut before = after.to_vec();
    for &(var, value) in &deduction.removed {
        prop_assert!(!after[var.index()].contains(&value), "{deduction}: {var} still has {value}");
        prop_assert!(deduction.scope.contains(&var), "{deduction}: {var} is not in the scope");
        prop_assert!(puzzle.domains[var.index()].contains(&value), "{deduction}: {var} never had {value}");
        before[var.index()].push(value);
    }
    let fixed: BTreeSet<(Var, i32)> = deduction.fixed.iter().copied().collect();
    let expected: BTreeSet<(Var, i32)> = deduction
        .removed
        .iter()
        .filter_map(|&(var, _)| match after[var.index()][..] {
            [value] => Some((var, value)),
            _ => None,
        })
        .collect();
    prop_assert_eq!(fixed, expected, "{}", deduction);
    let mut domains = puzzle.domains.clone();
    for &literal in &deduction.because {
        let (var, value) = (literal.var().index(), literal.value());
        let known = match literal {
            Literal::Is(..) => before[var] == [value],
            Literal::IsNot(..) => !before[var].contains(&value),
        };
        prop_assert!(known, "{deduction}: {literal} was not known");
        domains[var].retain(|&there| (there == value) == matches!(literal, Literal::Is(..)));
    }
    // All assignments of the scope's own variables that have the literals and satisfy the scope.
    let vars: Vec<usize> =
        deduction.scope.iter().map(|var| var.index()).collect::<BTreeSet<_>>().into_iter().collect();
    let lists: Vec<Vec<i32>> = vars.iter().map(|&var| domains[var].clone()).collect();
    let value_of =
        |values: &[i32], var: Var| values[vars.iter().position(|&other| other == var.index()).unwrap()];
    let satisfies = |values: &Vec<i32>| {
        let of_scope: Vec<i32> = deduction.scope.iter().map(|&var| value_of(values, var)).collect();
        match deduction.region {
            Some(_) => (0..of_scope.len()).all(|i| !of_scope[..i].contains(&of_scope[i])),
            None => {
                // Two relations may speak of the same scope: one that tells the deduction is enough.
                let scope: Vec<usize> = deduction.scope.iter().map(|var| var.index()).collect();
                puzzle
                    .relations
                    .iter()
                    .filter(|(other, ..)| *other == scope)
                    .all(|(_, relation, _)| relation.holds(&of_scope))
            }
        }
    };
    let left: Vec<Vec<i32>> = product(&lists).into_iter().filter(satisfies).collect();
    for &(var, value) in &deduction.removed {
        let refuted = left.iter().all(|values| value_of(values, var) != value);
        prop_assert!(refuted, "{deduction}: {var} != {value} does not follow");
    }
    prop_assert!(!deduction.conflict || left.is_empty(), "{deduction}: the conflict does not follow");
    prop_assert!(deduction.conflict || !deduction.removed.is_empty(), "{deduction}: says nothing");
    Ok(())
}

/// Branches on what is not there, or chooses nothing at all.
struct Nonsense(u64);

impl Brancher for Nonsense {
    fn choose(&mut self, store: &Store) -> Option<Decision> {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let vars: Vec<Var> = store.model().vars().collect();
        let var = *vars.get((self.0 >> 40) as usize % vars.len().max(1))?;
        match (self.0 >> 33) % 4 {
            0 => None,
            1 => Some(Decision { var, value: (self.0 >> 20) as i32 }),
            2 => Some(Decision { var, value: store.lowest(var)? }),
            _ => Some(Decision { var, value: store.values(var).last()? }),
        }
    }
}

fn config(cases: u32) -> Config {
    Config { cases, failure_persistence: None, max_shrink_iters: 4000, ..Config::default() }
}

/// Puzzles from a fixed seed.
fn fixed_puzzles(count: usize) -> Vec<Puzzle> {
    let mut runner = TestRunner::deterministic();
    let strategy = puzzle();
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn the_solutions_are_those_of_the_twin(puzzle in puzzle()) {
        let built = build(&puzzle);
        gives_the_solutions(&puzzle, &built, built.solver())?;
        let expected = puzzle.solutions();
        let mut solver = built.solver().build().unwrap();
        assume_all(&mut solver, &built.literals(&puzzle));
        match (solver.check(), expected.len()) {
            (Uniqueness::Unique(one), 1) => prop_assert!(expected.contains(one.values())),
            (Uniqueness::NotUnique(NotUnique::NoSolution(_)), 0) => {}
            (Uniqueness::NotUnique(NotUnique::Multiple(two)), 2..) => {
                prop_assert_ne!(&two[0], &two[1]);
                prop_assert!(two.iter().all(|solution| expected.contains(solution.values())));
            }
            (outcome, count) => return Err(TestCaseError::fail(format!("{outcome:?}, but there are {count}"))),
        }
        for limit in [0, 1, 2, expected.len() as u64, expected.len() as u64 + 1, u64::MAX] {
            let count = expected.len() as u64;
            let right = if limit <= count { Count::AtLeast(limit) } else { Count::Exactly(count) };
            prop_assert_eq!(solver.count(limit), right);
        }
    }

    #[test]
    fn no_rule_removes_a_value_of_a_solution(puzzle in puzzle(), kept in any::<u64>()) {
        let built = build(&puzzle);
        keeps_the_solutions(&puzzle, &built, built.solver())?;
        keeps_the_solutions(&puzzle, &built, built.solver_with(built.some_rules(kept, kept)))?;
    }

    #[test]
    fn any_rules_in_any_order_give_the_same_solutions(
        puzzle in puzzle(), order in any::<u64>(), kept in any::<u64>(), brancher in 0..4, seed in any::<u64>(),
    ) {
        let built = build(&puzzle);
        let builder = built.solver_with(built.some_rules(order, kept));
        let builder = match brancher {
            0 => builder.brancher(move |_, _| Nonsense(seed)),
            1 => builder.brancher(DomWdeg::new).seed(seed),
            2 => builder.brancher(InOrder::new),
            _ => builder.seed(seed),
        };
        gives_the_solutions(&puzzle, &built, builder)?;
        gives_the_solutions(&puzzle, &built, built.solver_with(vec![]).brancher(move |_, _| Nonsense(seed)))?;
    }

    #[test]
    fn what_is_inferred_is_the_closure_in_any_order(puzzle in puzzle(), order in any::<u64>()) {
        let built = build(&puzzle);
        // The rules of the puzzle infer more than the twin's closure does.
        infers_the_closure(&puzzle, &built, Solver::builder(&built.model))?;
        let mut rules = library();
        shuffle(&mut rules, order);
        infers_the_closure(&puzzle, &built, built.solver_with(rules))?;
        let infer = |builder: SolverBuilder| {
            let mut solver = builder.build().unwrap();
            assume_all(&mut solver, &built.literals(&puzzle));
            solver.infer().done()
        };
        prop_assert_eq!(infer(built.solver()), infer(built.solver_with(built.some_rules(order, u64::MAX))));
    }

    #[test]
    fn every_deduction_replays_from_its_reasons(puzzle in puzzle(), order in any::<u64>()) {
        let built = build(&puzzle);
        replays(&puzzle, &built, built.solver())?;
        replays(&puzzle, &built, built.solver_with(built.some_rules(order, u64::MAX)))?;
    }

    #[test]
    fn the_same_seed_gives_the_same_order(puzzle in puzzle(), seeds in any::<[u64; 2]>(), brancher in 0..3) {
        let built = build(&puzzle);
        let run = |seed: u64| {
            let builder = match brancher {
                0 => built.solver(),
                1 => built.solver().brancher(DomWdeg::new),
                _ => built.solver().brancher(InOrder::new),
            };
            let mut solver = builder.seed(seed).build().unwrap();
            assume_all(&mut solver, &built.literals(&puzzle));
            let all = |solver: &mut Solver| {
                let found: Vec<_> = solver.solutions().map(|solution| solution.values().to_vec()).collect();
                let taken = solver.statistics();
                (found, [taken.nodes, taken.conflicts, taken.solutions, taken.depth])
            };
            let first = all(&mut solver);
            assert_eq!(first, all(&mut solver), "the same solver, asked again");
            first
        };
        let (one, again, other) = (run(seeds[0]), run(seeds[0]), run(seeds[1]));
        prop_assert_eq!(&one, &again);
        prop_assert_eq!(one.0.into_iter().collect::<BTreeSet<_>>(), other.0.into_iter().collect::<BTreeSet<_>>());
    }

    #[test]
    fn one_store_answers_any_series_of_questions(
        puzzle in puzzle(),
        steps in prop::collection::vec((0..9, any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>()), 1..12),
        observed in any::<bool>(),
    ) {
        let built = build(&puzzle);
        let builder = if observed { built.solver().observer(|_: &Deduction, _: &Store| {}) } else { built.solver() };
        let mut solver = builder.build().unwrap();
        let mut current = Puzzle { assumptions: vec![], ..puzzle.clone() };
        for (step, which, value, is) in steps {
            let expected = current.solutions();
            match step {
                0 | 1 if !puzzle.domains.is_empty() => {
                    let var = which.index(puzzle.domains.len());
                    let all: Vec<i32> = puzzle.domains.concat();
                    let value = if all.is_empty() { 0 } else { all[value.index(all.len())] };
                    current.assumptions.push((var, value, is));
                    solver.assume(built.literals(&current).pop().unwrap());
                }
                2 if !current.assumptions.is_empty() => {
                    let gone = current.assumptions[which.index(current.assumptions.len())];
                    solver.retract(built.literals(&Puzzle { assumptions: vec![gone], ..puzzle.clone() })[0]);
                    current.assumptions.retain(|&assumed| assumed != gone);
                }
                3 => {
                    // Left half way.
                    let mut solutions = solver.solutions();
                    for _ in 0..which.index(4) {
                        if let Some(solution) = solutions.next() {
                            prop_assert!(expected.contains(solution.values()));
                        }
                    }
                    if is {
                        drop(solutions);
                    } else {
                        std::mem::forget(solutions);
                    }
                }
                4 => {
                    let found = solver.solve().done();
                    prop_assert_eq!(found.is_some(), !expected.is_empty());
                    prop_assert!(found.is_none_or(|solution| expected.contains(solution.values())));
                }
                5 => {
                    solver.clear_assumptions();
                    current.assumptions.clear();
                }
                6 => {
                    let mut fresh = built.solver().build().unwrap();
                    assume_all(&mut fresh, &built.literals(&current));
                    prop_assert_eq!(solver.infer().done(), fresh.infer().done());
                }
                _ => prop_assert_eq!(solver.count(u64::MAX), Count::Exactly(expected.len() as u64)),
            }
            prop_assert_eq!(solver.assumptions(), &built.literals(&current)[..]);
        }
        prop_assert_eq!(solver.count(u64::MAX), Count::Exactly(current.solutions().len() as u64));
    }

    #[test]
    fn a_rule_that_panics_is_heard_and_the_next_answer_is_right(
        puzzle in puzzle(), after in 0i64..12, question in 0..4,
    ) {
        let built = build(&puzzle);
        let fuse = Arc::new(AtomicI64::new(after));
        let mut solver = built.solver().rule(Fuse(fuse.clone())).build().unwrap();
        assume_all(&mut solver, &built.literals(&puzzle));
        let mut seen = BTreeSet::new();
        let result = catch_unwind(AssertUnwindSafe(|| match question {
            0 => drop(solver.infer()),
            1 => drop(solver.solve()),
            2 => seen.extend(solver.solutions().map(|solution| solution.values().to_vec())),
            _ => {
                // Even the iterator itself can be asked again.
                let mut solutions = solver.solutions();
                let first = catch_unwind(AssertUnwindSafe(|| solutions.next()));
                fuse.store(i64::MAX, Ordering::Relaxed);
                seen.extend(first.ok().flatten().into_iter().chain(solutions).map(|solution| solution.values().to_vec()));
            }
        }));
        let panicked = fuse.load(Ordering::Relaxed) < 0;
        prop_assert_eq!(result.is_err(), panicked);
        if question >= 2 && !panicked {
            prop_assert_eq!(seen, puzzle.solutions());
        }
        fuse.store(i64::MAX, Ordering::Relaxed);
        prop_assert_eq!(solver.count(u64::MAX), Count::Exactly(puzzle.solutions().len() as u64));
    }
}

/// Panics when it is applied for the n-th time.
struct Fuse(Arc<AtomicI64>);

impl Rule for Fuse {
    fn name(&self) -> &str {
        "fuse"
    }
    fn apply(&self, _: &mut Scope<'_>) -> Result<(), Conflict> {
        if self.0.fetch_sub(1, Ordering::Relaxed) == 0 {
            std::panic::resume_unwind(Box::new("the fuse has blown"));
        }
        Ok(())
    }
}

#[test]
fn a_fifth_each_has_no_solution_one_and_many() {
    let puzzles = fixed_puzzles(500);
    let mut shares = [0; 3];
    let (mut permutations, mut others, mut postings, mut wide) = (0, 0, BTreeSet::new(), 0);
    for puzzle in &puzzles {
        shares[puzzle.solutions().len().min(2)] += 1;
        for region in &puzzle.regions {
            let permutation = union(&puzzle.domains, region).len() == region.len();
            *if permutation { &mut permutations } else { &mut others } += 1;
        }
        postings.extend(puzzle.relations.iter().map(|(_, _, posting)| *posting as usize));
        wide +=
            usize::from(union(&puzzle.domains, &(0..puzzle.domains.len()).collect::<Vec<_>>()).len() > 64);
    }
    assert!(shares.iter().all(|&share| share * 5 >= puzzles.len()), "{shares:?} of {}", puzzles.len());
    assert!(permutations > 50 && others > 50, "{permutations} permutations, {others} other regions");
    assert!(postings.len() == 3 && wide > 25, "{postings:?}, {wide} of several words");
}

// ---------------------------------------------------------------------------------------------------------
// The mutants: each of these must be caught by the properties above, else they prove nothing.

/// Hidden single without asking whether the region is a permutation.
struct HiddenAnywhere;

impl Rule for HiddenAnywhere {
    fn name(&self) -> &str {
        "hidden anywhere"
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let values: BTreeSet<i32> =
            (0..scope.len()).flat_map(|i| scope.values(i).collect::<Vec<_>>()).collect();
        for value in values {
            let places: Vec<usize> = (0..scope.len()).filter(|&i| scope.contains(i, value)).collect();
            if let [only] = places[..] {
                scope.assign(only, value)?;
            }
        }
        Ok(())
    }
}

/// Naked single that never looks at the last peer.
struct OnePeerShort;

impl Rule for OnePeerShort {
    fn name(&self) -> &str {
        "one peer short"
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        for i in 0..scope.len() {
            if let Some(value) = scope.value(i) {
                for j in (0..scope.len().saturating_sub(1)).filter(|&j| j != i) {
                    scope.remove(j, value)?;
                }
            }
        }
        Ok(())
    }
}

/// Naked single that explains itself by nothing.
struct Speechless;

impl Rule for Speechless {
    fn name(&self) -> &str {
        "speechless"
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        NakedSingle.apply(scope)
    }
    fn explain(&self, _: Option<Literal>, _: &pencilmark::Past<'_>) -> pencilmark::Explanation {
        pencilmark::Explanation::Because(vec![])
    }
}

/// Whether some of the fixed puzzles fails the property.
fn is_caught(property: impl Fn(&Puzzle, &Built) -> Check) -> bool {
    fixed_puzzles(300).iter().any(|puzzle| property(puzzle, &build(puzzle)).is_err())
}

#[test]
fn a_hidden_single_on_a_region_that_is_no_permutation_is_caught() {
    assert!(is_caught(|puzzle, built| keeps_the_solutions(
        puzzle,
        built,
        built.solver().rule(HiddenAnywhere)
    )));
    assert!(is_caught(|puzzle, built| gives_the_solutions(
        puzzle,
        built,
        built.solver().rule(HiddenAnywhere)
    )));
    // The one of the library is not.
    let twice = |puzzle: &Puzzle, built: &Built| {
        keeps_the_solutions(puzzle, built, built.solver().rule(HiddenSingle))
    };
    assert!(!is_caught(twice));
}

#[test]
fn the_checker_names_the_rule_that_removes_a_solution() {
    let fault = fixed_puzzles(300).iter().find_map(|puzzle| {
        let built = build(puzzle);
        keeps_the_solutions(puzzle, &built, built.solver().rule(HiddenAnywhere)).err()
    });
    assert!(fault.unwrap().to_string().contains("rule hidden anywhere"));
}

#[test]
fn a_peer_list_that_lacks_one_is_caught() {
    let without = |built: &Built| Solver::builder(&built.model).without_rule("naked single");
    assert!(is_caught(|puzzle, built| infers_the_closure(puzzle, built, without(built).rule(OnePeerShort))));
    // Rules change speed, never answers: the final check stands behind it.
    assert!(!is_caught(|puzzle, built| gives_the_solutions(
        puzzle,
        built,
        without(built).rule(OnePeerShort)
    )));
}

#[test]
fn reasons_that_lack_one_are_caught() {
    let without = |built: &Built| built.solver().without_rule("naked single");
    assert!(is_caught(|puzzle, built| replays(puzzle, built, without(built).rule(Speechless))));
}

/// Memory that is not undone is caught by the rule that keeps it: it runs where the domains come back.
#[test]
fn memory_is_undone_with_the_domains() {
    let undone = Arc::new(AtomicBool::new(false));
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(4, 1..=4);
    builder.region(vars.iter().copied());
    let model = builder.build().unwrap();
    struct Deepest(Arc<AtomicBool>);
    impl Rule for Deepest {
        fn name(&self) -> &str {
            "deepest"
        }
        fn memory(&self, len: usize) -> usize {
            len
        }
        fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
            for i in 0..scope.len() {
                let mask = scope.values(i).fold(0, |mask, value| mask | 1 << value);
                let old = scope.memory(i);
                assert!(old == 0 || old & mask == mask, "a domain has grown under its memory");
                self.0.fetch_or(old != 0 && scope.size(i) > 1 && old == mask, Ordering::Relaxed);
                scope.set_memory(i, mask);
            }
            Ok(())
        }
    }
    let mut solver = Solver::builder(&model).rule(Deepest(undone.clone())).build().unwrap();
    assert_eq!(solver.count(u64::MAX), Count::Exactly(24));
    assert!(undone.load(Ordering::Relaxed));
}
