//! The public face: a reusable executor for the instances of one plan.

use crate::search::lanes::machine::Machine;
use crate::search::lanes::plan::LanePlan;
use crate::search::lanes::task::Exchange;
#[cfg(test)]
use crate::search::lanes::task::{Report, Task};
use crate::search::lanes::vector::{Isa, Plain};
use crate::search::lanes::word::Word;
use crate::search::simd::level::{Code, Ready, Simd};
#[cfg(target_arch = "x86_64")]
use crate::search::simd::token::{Avx2, Avx512};
use std::sync::Arc;

/// A machine for each width of word and each size of vector register, with the right to its instructions.
#[derive(Clone, Debug)]
enum AnyMachine {
    Plain8(Machine<u8, 16>),
    Plain16(Machine<u16, 8>),
    Plain32(Machine<u32, 4>),
    Plain64(Machine<u64, 2>),
    #[cfg(target_arch = "x86_64")]
    Narrow8(Avx2, Machine<u8, 64>),
    #[cfg(target_arch = "x86_64")]
    Narrow16(Avx2, Machine<u16, 32>),
    #[cfg(target_arch = "x86_64")]
    Narrow32(Avx2, Machine<u32, 16>),
    #[cfg(target_arch = "x86_64")]
    Narrow64(Avx2, Machine<u64, 8>),
    #[cfg(target_arch = "x86_64")]
    Wide8(Avx512, Machine<u8, 64>),
    #[cfg(target_arch = "x86_64")]
    Wide16(Avx512, Machine<u16, 64>),
    #[cfg(target_arch = "x86_64")]
    Wide32(Avx512, Machine<u32, 32>),
    #[cfg(target_arch = "x86_64")]
    Wide64(Avx512, Machine<u64, 16>),
}

/// Boards of more variables take fewer lanes: beyond, the widest vectors hold more than 24 KiB of domains.
const MOST_WIDE: usize = 192;

impl AnyMachine {
    fn new(plan: &LanePlan, ready: Ready, lanes: usize) -> Self {
        let width = plan.width();
        match ready {
            Ready::Scalar => match width {
                0..=8 => AnyMachine::Plain8(Machine::new(plan, lanes)),
                9..=16 => AnyMachine::Plain16(Machine::new(plan, lanes)),
                17..=32 => AnyMachine::Plain32(Machine::new(plan, lanes)),
                _ => AnyMachine::Plain64(Machine::new(plan, lanes)),
            },
            #[cfg(target_arch = "x86_64")]
            Ready::Avx2(isa) => match width {
                0..=8 => AnyMachine::Narrow8(isa, Machine::new(plan, lanes)),
                9..=16 => AnyMachine::Narrow16(isa, Machine::new(plan, lanes)),
                17..=32 => AnyMachine::Narrow32(isa, Machine::new(plan, lanes)),
                _ => AnyMachine::Narrow64(isa, Machine::new(plan, lanes)),
            },
            #[cfg(target_arch = "x86_64")]
            Ready::Avx512(isa) => match width {
                0..=8 => AnyMachine::Wide8(isa, Machine::new(plan, lanes)),
                9..=16 => AnyMachine::Wide16(isa, Machine::new(plan, lanes)),
                17..=32 => AnyMachine::Wide32(isa, Machine::new(plan, lanes)),
                _ => AnyMachine::Wide64(isa, Machine::new(plan, lanes)),
            },
        }
    }
}

/// Solves instances of one plan, many at once. Nothing is allocated for an instance once it is warm.
#[derive(Clone, Debug)]
pub(crate) struct LaneExecutor {
    plan: Arc<LanePlan>,
    machine: AnyMachine,
}

/// Calls the same method on whatever machine it is, compiled for its instructions.
macro_rules! on_machine {
    ($machine:expr, $plan:expr, $code:ident, $arg:expr) => {
        match $machine {
            AnyMachine::Plain8(machine) => $code(Plain, machine, $plan, $arg).run(),
            AnyMachine::Plain16(machine) => $code(Plain, machine, $plan, $arg).run(),
            AnyMachine::Plain32(machine) => $code(Plain, machine, $plan, $arg).run(),
            AnyMachine::Plain64(machine) => $code(Plain, machine, $plan, $arg).run(),
            #[cfg(target_arch = "x86_64")]
            AnyMachine::Narrow8(isa, machine) => isa.enter($code(*isa, machine, $plan, $arg)),
            #[cfg(target_arch = "x86_64")]
            AnyMachine::Narrow16(isa, machine) => isa.enter($code(*isa, machine, $plan, $arg)),
            #[cfg(target_arch = "x86_64")]
            AnyMachine::Narrow32(isa, machine) => isa.enter($code(*isa, machine, $plan, $arg)),
            #[cfg(target_arch = "x86_64")]
            AnyMachine::Narrow64(isa, machine) => isa.enter($code(*isa, machine, $plan, $arg)),
            #[cfg(target_arch = "x86_64")]
            AnyMachine::Wide8(isa, machine) => isa.enter($code(*isa, machine, $plan, $arg)),
            #[cfg(target_arch = "x86_64")]
            AnyMachine::Wide16(isa, machine) => isa.enter($code(*isa, machine, $plan, $arg)),
            #[cfg(target_arch = "x86_64")]
            AnyMachine::Wide32(isa, machine) => isa.enter($code(*isa, machine, $plan, $arg)),
            #[cfg(target_arch = "x86_64")]
            AnyMachine::Wide64(isa, machine) => isa.enter($code(*isa, machine, $plan, $arg)),
        }
    };
}

/// [`Machine::run`].
struct Run<'a, W, const L: usize, I>(I, &'a mut Machine<W, L>, &'a LanePlan, &'a mut dyn Exchange);

impl<W: Word, const L: usize, I: Isa<W, L>> Code for Run<'_, W, L, I> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        let Run(isa, machine, plan, exchange) = self;
        machine.run(isa, plan, exchange);
    }
}

/// [`Machine::propagate`].
#[cfg(test)]
struct Propagate<'a, W, const L: usize, I>(I, &'a mut Machine<W, L>, &'a LanePlan, &'a mut [u64]);

#[cfg(test)]
impl<W: Word, const L: usize, I: Isa<W, L>> Code for Propagate<'_, W, L, I> {
    type Out = Vec<bool>;

    #[inline(always)]
    fn run(self) -> Vec<bool> {
        let Propagate(isa, machine, plan, domains) = self;
        machine.propagate(isa, plan, domains)
    }
}

impl LaneExecutor {
    /// An executor with the instructions of `simd`, or the best below that this processor has, and at most `lanes` lanes
    /// in use. Neither changes any result.
    pub(crate) fn new(plan: Arc<LanePlan>, simd: Simd, lanes: usize) -> Self {
        // As many boards at once as go into the nearest cache.
        let simd = if plan.variables() > MOST_WIDE { simd.min(Simd::Avx2) } else { simd };
        let machine = AnyMachine::new(&plan, Ready::up_to(simd), lanes);
        LaneExecutor { plan, machine }
    }

    /// Works through all instances that `exchange` hands out.
    pub(crate) fn run(&mut self, exchange: &mut dyn Exchange) {
        on_machine!(&mut self.machine, &self.plan, Run, exchange);
    }

    /// Works on a single instance, with all lanes; `domains` holds one word a variable.
    ///
    /// # Panics
    ///
    /// If `domains` is not as long as the plan has variables.
    #[cfg(test)]
    pub(crate) fn solve(&mut self, domains: &[u64], task: Task, on_solution: impl FnMut(&[u8])) -> Report {
        let mut single = Single { domains, task: Some(task), on_solution, report: None };
        self.run(&mut single);
        single.report.unwrap_or_else(|| unreachable!("an instance that was handed out is handed back"))
    }

    /// The closure under the plan's inferences of each board, in place (`domains` holds one word a variable and board);
    /// tells of each whether it is a dead end, in which case its domains mean nothing.
    ///
    /// # Panics
    ///
    /// If `domains` is not a whole number of boards.
    #[cfg(test)]
    pub(crate) fn propagate(&mut self, domains: &mut [u64]) -> Vec<bool> {
        on_machine!(&mut self.machine, &self.plan, Propagate, domains)
    }
}

/// A run of one instance.
#[cfg(test)]
struct Single<'a, F> {
    domains: &'a [u64],
    task: Option<Task>,
    on_solution: F,
    report: Option<Report>,
}

#[cfg(test)]
impl<F: FnMut(&[u8])> Exchange for Single<'_, F> {
    fn next(&mut self, domains: &mut [u64]) -> Option<Task> {
        let task = self.task.take()?;
        domains.copy_from_slice(self.domains);
        Some(task)
    }

    fn solution(&mut self, _: u64, values: &[u8]) {
        (self.on_solution)(values);
    }

    fn finished(&mut self, _: u64, report: Report) {
        self.report = Some(report);
    }
}
