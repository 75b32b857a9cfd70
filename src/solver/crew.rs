//! Several threads that answer chunks of instances, and hand them back in order.

use std::any::Any;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use crate::model::budget::Cancel;
use crate::solver::bulk::Way;
use crate::solver::chunk::{Chunk, Question};
use crate::solver::solver::Solver;

type Job = (u64, Chunk);
type Done = (u64, Result<Chunk, Box<dyn Any + Send>>);

/// Threads with a solver each. Chunks go in and come out in the same order.
#[derive(Debug)]
pub(crate) struct Crew {
    jobs: Option<Sender<Job>>,
    done: Receiver<Done>,
    threads: Vec<JoinHandle<()>>,
    /// Ends the work of the threads, unless the caller has a switch of his own.
    abandon: Option<Cancel>,
    sent: u64,
    returned: u64,
    /// Chunks that came back before their turn.
    early: BTreeMap<u64, Result<Chunk, Box<dyn Any + Send>>>,
}

impl Crew {
    /// As many threads as can be had; none if that is not even one.
    pub(crate) fn new(solver: &Solver, threads: NonZeroUsize, question: Question, way: Way) -> Option<Crew> {
        if cfg!(target_family = "wasm") {
            return None;
        }
        let (jobs, taken) = channel::<Job>();
        let (give, done) = channel::<Done>();
        let taken = Arc::new(Mutex::new(taken));
        let abandon = (!solver.parts.limits.has_cancel()).then(Cancel::new);
        let mut handles = Vec::new();
        for _ in 0..threads.get() {
            let mut solver = solver.fork();
            if let Some(abandon) = &abandon {
                solver.parts.limits = solver.parts.limits.clone().cancel(abandon);
            }
            let (taken, give) = (taken.clone(), give.clone());
            let work = move || {
                loop {
                    let job = taken.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((number, mut chunk)) = job else { return };
                    // A rule or a constraint of the caller may panic: that is to happen in his thread.
                    let result = catch_unwind(AssertUnwindSafe(|| solver.answer(&mut chunk, question, way)));
                    if give.send((number, result.map(|()| chunk))).is_err() {
                        return;
                    }
                }
            };
            match Builder::new().name("pencilmark".to_owned()).spawn(work) {
                Ok(handle) => handles.push(handle),
                Err(_) => break,
            }
        }
        let early = BTreeMap::new();
        let crew = Crew { jobs: Some(jobs), done, threads: handles, abandon, sent: 0, returned: 0, early };
        (!crew.threads.is_empty()).then_some(crew)
    }

    /// Whether there is work enough for all threads for a while.
    pub(crate) fn is_full(&self) -> bool {
        self.sent - self.returned >= 4 * self.threads.len() as u64
    }

    /// Gives out a chunk.
    pub(crate) fn send(&mut self, chunk: Chunk) {
        let sent = self.jobs.as_ref().is_some_and(|jobs| jobs.send((self.sent, chunk)).is_ok());
        assert!(sent, "the threads live as long as the crew");
        self.sent += 1;
    }

    /// The next chunk, in the order in which they were given out; none if all came back.
    pub(crate) fn receive(&mut self) -> Option<Chunk> {
        if self.returned == self.sent {
            return None;
        }
        loop {
            if let Some(result) = self.early.remove(&self.returned) {
                self.returned += 1;
                return Some(result.unwrap_or_else(|panic| resume_unwind(panic)));
            }
            let (number, result) = self.done.recv().ok()?;
            self.early.insert(number, result);
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.jobs = None;
        // With a switch of the caller's the threads end by it, or at the end of their chunk: nobody waits for that.
        if let Some(abandon) = &self.abandon {
            abandon.cancel();
            for thread in self.threads.drain(..) {
                let _ = thread.join();
            }
        }
    }
}
