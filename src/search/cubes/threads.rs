//! The seats of a team at work at the same time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

use crate::model::budget::StopReason;
use crate::search::cubes::seat::{Seat, State};

/// Whether a seat is still wanted: once a lower one has something to tell, it is not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lead<'a> {
    /// The lowest seat that is not.
    lost: &'a AtomicUsize,
    own: usize,
}

impl Lead<'_> {
    #[inline]
    pub(crate) fn is_lost(self) -> bool {
        self.lost.load(Ordering::Relaxed) <= self.own
    }
}

/// Whether nobody but the caller can work here.
pub(crate) fn is_alone() -> bool {
    cfg!(target_family = "wasm")
}

/// Somebody who is shown, every so many conflicts, a seat that is at work.
pub(crate) struct Watcher<'a> {
    pub(crate) show: &'a mut dyn FnMut(&Seat),
    pub(crate) every: u64,
}

/// Lets the seats that are open work on so many threads, this one among them: each until it has done its part of the batch
/// or has come to something, and the seats above it that have not until they see that. Seats begin in their order. The
/// watcher is shown what this thread does.
pub(crate) fn work(seats: &mut [Seat], threads: usize, watcher: Option<Watcher<'_>>) {
    let open = seats.iter().filter(|seat| seat.is_open()).count();
    let lost = AtomicUsize::new(usize::MAX);
    let queue = Mutex::new(seats.iter_mut().enumerate().filter(|(_, seat)| seat.is_open()));
    let work = |mut watcher: Option<Watcher<'_>>| {
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((own, seat)) = next else { return };
            let lead = Lead { lost: &lost, own };
            while seat.is_open() && !lead.is_lost() {
                match &mut watcher {
                    None => seat.work(Some(lead), u64::MAX),
                    Some(Watcher { show, every }) => {
                        seat.work(Some(lead), *every);
                        show(seat);
                    }
                }
            }
            match seat.state {
                State::Open | State::Over | State::Refuted => {}
                State::Found(_) | State::Panicked(_) | State::Stopped(StopReason::Nodes) => {
                    lost.fetch_min(own + 1, Ordering::Relaxed);
                }
                // What has stopped one will stop all.
                State::Stopped(_) => lost.store(0, Ordering::Relaxed),
            }
        }
    };
    scope(|scope| {
        for _ in 1..threads.min(open) {
            // Where there are no more threads, fewer do the work.
            if Builder::new().name("pencilmark".to_owned()).spawn_scoped(scope, || work(None)).is_err() {
                break;
            }
        }
        work(watcher);
    });
}
