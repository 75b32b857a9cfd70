//! One question on several threads: what is asked gets the same answers and counts, stops when it is told to, and what
//! panics does so in the thread that asked.
#![allow(clippy::unwrap_used)]

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::model::budget::{Cancel, Limits, StopReason};
use crate::model::builder::ModelBuilder;
use crate::model::constraint::Constraint;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::propagation::statistics::Statistics;
use crate::rules::hall_sets::HallSets;
use crate::search::cubes::team::Cutting;
use crate::search::learning::turn_limits::pigeons as deep_pigeons;
use crate::search::solution::Solution;
use crate::solver::outcome::{Count, Outcome, Uniqueness};
use crate::solver::solver::Solver;
use crate::solver::strategy::Strategy;

const EARLY: Cutting = Cutting { after: 10, seats: 4, lowest: 20, others: 20 };

/// A solver whose questions are cut early.
fn solver(model: &Model, threads: usize, limits: &Limits) -> Solver {
    let threads = NonZeroUsize::new(threads).unwrap();
    let builder = Solver::builder(model).strategy(Strategy::Learning).threads(threads);
    let mut solver = builder.limits(limits.clone()).build().unwrap();
    solver.parts.cutting = Some(EARLY);
    solver
}

/// Two variables differ. It may panic.
struct Different {
    vars: [Var; 2],
    calls: Arc<AtomicU64>,
    /// The call that panics.
    last: u64,
}

impl Constraint for Different {
    fn name(&self) -> &str {
        "different"
    }
    fn scope(&self) -> &[Var] {
        &self.vars
    }
    fn holds(&self, values: &[i32]) -> bool {
        assert!(self.calls.fetch_add(1, Ordering::Relaxed) != self.last, "as it was told");
        values[0] != values[1]
    }
}

/// So many pigeons in so many holes, which it takes long to refute where nobody counts; with holes enough, one after the
/// other as a number has digits.
fn pigeons(pigeons: usize, holes: i32, last: u64) -> Model {
    let calls = Arc::new(AtomicU64::new(0));
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(pigeons, 1..=holes);
    for i in 0..pigeons {
        for j in 0..i {
            builder.constraint(Different { vars: [vars[i], vars[j]], calls: calls.clone(), last });
        }
    }
    builder.build().unwrap()
}

#[test]
fn questions_have_the_same_answers_on_any_number_of_threads() {
    let unlimited = Limits::none();
    let model = pigeons(6, 6, u64::MAX);
    let all = |threads: usize| -> (Vec<Solution>, Statistics) {
        let mut solver = solver(&model, threads, &unlimited);
        let mut solutions = solver.solutions();
        (solutions.by_ref().collect(), solutions.statistics())
    };
    let one = all(1);
    assert_eq!(one.0.len(), 720);
    for threads in [2, 3, 5] {
        assert_eq!(all(threads), one);
    }
    let none = pigeons(7, 6, u64::MAX);
    let counts: Vec<Statistics> = [1, 2, 3, 5]
        .map(|threads| match solver(&none, threads, &unlimited).solve() {
            Outcome::NoSolution(proof) => proof.statistics,
            other => panic!("{other:?}"),
        })
        .to_vec();
    assert!(counts.iter().all(|count| *count == counts[0] && count.conflicts > 100), "{counts:?}");
    // Other questions, and the same solver again under assumptions.
    for threads in [1, 2] {
        let mut solver = solver(&model, threads, &unlimited);
        assert_eq!(solver.count(1000), Count::Exactly(720));
        assert_eq!(solver.count(100), Count::AtLeast(100));
        let vars: Vec<Var> = model.vars().collect();
        for (value, &var) in (1..).zip(&vars[..5]) {
            solver.assume(Literal::Is(var, value));
        }
        assert!(matches!(solver.check(), Uniqueness::Unique(_)));
    }
}

#[test]
fn a_stop_ends_all_threads_soon() {
    let model = pigeons(13, 12, u64::MAX);
    for threads in [1, 2, 3] {
        let limits = Limits::none().time(Duration::from_millis(100));
        let begin = Instant::now();
        let Outcome::Stopped(stopped) = solver(&model, threads, &limits).solve() else {
            panic!("it takes long")
        };
        assert_eq!(stopped.reason, StopReason::Time);
        assert!(stopped.statistics.conflicts >= EARLY.after, "it was not cut yet");
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());

        let cancel = Cancel::new();
        let mut asked = solver(&model, threads, &Limits::none().cancel(&cancel));
        let begin = Instant::now();
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                cancel.cancel();
            });
            asked.solve()
        });
        let Outcome::Stopped(stopped) = outcome else { panic!("it takes long") };
        assert_eq!(stopped.reason, StopReason::Cancelled);
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    }
}

#[test]
fn all_threads_count_against_one_limit_of_memory() {
    let model = pigeons(13, 12, u64::MAX);
    let mut alone = solver(&model, 1, &Limits::none().nodes(20));
    alone.parts.cutting = None;
    let Outcome::Stopped(begun) = alone.solve() else { panic!("it takes long") };
    // Room for the copies, but not for all that they will learn.
    let limit = 10 * begun.statistics.memory;
    for threads in [1, 3] {
        let limits = Limits::none().memory(limit).nodes(200_000);
        let mut asked = solver(&model, threads, &limits);
        let Outcome::Stopped(stopped) = asked.solve() else { panic!("it takes long") };
        assert_eq!(stopped.reason, StopReason::Memory);
        assert!(stopped.statistics.memory <= limit, "{:?}", stopped.statistics);
    }
}

#[test]
fn what_panics_in_a_thread_panics_where_it_was_asked() {
    for threads in [1, 2, 4] {
        for last in [50, 1000, 1500] {
            let model = pigeons(7, 6, last);
            let mut asked = solver(&model, threads, &Limits::none());
            let panic = catch_unwind(AssertUnwindSafe(|| asked.solve())).unwrap_err();
            assert_eq!(panic.downcast_ref::<&str>(), Some(&"as it was told"));
            // The call that panics is over: now it can be answered.
            assert!(matches!(asked.solve(), Outcome::NoSolution(_)));
        }
    }
}

#[test]
fn who_watches_is_told_of_all_that_is_done() {
    let model = pigeons(8, 7, u64::MAX);
    for threads in [1, 2] {
        let told = Arc::new(AtomicU64::new(0));
        let hears = told.clone();
        let builder = Solver::builder(&model).strategy(Strategy::Learning);
        let builder = builder.threads(NonZeroUsize::new(threads).unwrap()).progress(move |statistics| {
            hears.fetch_max(statistics.conflicts, Ordering::Relaxed);
        });
        let mut asked = builder.build().unwrap();
        asked.parts.cutting = Some(EARLY);
        let Outcome::NoSolution(proof) = asked.solve() else { panic!("there is no solution") };
        let told = told.load(Ordering::Relaxed);
        assert!(told > proof.statistics.conflicts / 2 && told <= proof.statistics.conflicts, "{told}");
        let mut quiet = solver(&model, threads, &Limits::none());
        let Outcome::NoSolution(other) = quiet.solve() else { panic!("there is no solution") };
        assert_eq!(proof.statistics, other.statistics);
    }
}

#[test]
fn learning_cubes_and_domain_consistency_fit_on_a_small_stack() {
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    let cut = thread.spawn(|| {
        let mut cut = 0;
        for threads in [1, 2] {
            let model = deep_pigeons(7, 12);
            let builder = Solver::builder(&model).strategy(Strategy::Learning).rule(HallSets);
            let builder = builder.threads(NonZeroUsize::new(threads).unwrap());
            let mut solver = builder.limits(Limits::none().nodes(1500)).build().unwrap();
            solver.parts.cutting = Some(EARLY);
            let _ = solver.count(u64::MAX);
            cut += usize::from(solver.statistics().conflicts > EARLY.after);
        }
        cut
    });
    assert_eq!(cut.unwrap().join().unwrap(), 2);
}
