//! Learning and plain search in turns.
//!
//! Learning wins where a model is tight, domain consistency without learning where it is large and sparse; nobody knows
//! beforehand. So both search, one after the other, each turn longer than the last: as far as they are unlike, the slower
//! costs what the faster took once more (an algorithm portfolio on one processor: Huberman, Lukose and Hogg, *An economics
//! approach to hard computational problems*, Science 275, 1997). What one finds out for certain the other is told.

use crate::model::budget::StopReason;
use crate::model::ids::Region;
use crate::search::backtracking::{Event, Surroundings};
use crate::search::learning::choice::SPARSE;
use crate::search::learning::search::Learning;
use crate::search::learning::slots::Slots;
use crate::search::sparse::{Done, Sparse, Taken, Unbuilt};
use crate::store::store::Store;

/// How long the turns are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The work of the first turn of learning search in ticks, and by how many hundredths a turn is longer than the one
    /// before. It has so many conflicts at least: who meets none is not to be interrupted.
    pub(crate) work: u64,
    pub(crate) growth: u64,
    pub(crate) conflicts: u64,
    /// How many hundredths of the work of the turn before it a turn of plain search takes.
    pub(crate) share: u64,
    /// How many dead ends it has there at least.
    pub(crate) dead_ends: u64,
    /// The dead ends of a run of plain search, times the numbers of the sequence of Luby, Sinclair and Zuckerman.
    pub(crate) run: u64,
    /// Whether its turn is over is looked at after so many decisions.
    pub(crate) nodes: u64,
    /// The most literals of the clauses by which learning is told what plain search has done with.
    pub(crate) handed_over: usize,
}

impl Default for Pace {
    fn default() -> Pace {
        // A rule is charged for its whole scope, whatever is fixed there: about twenty times what learning is charged for
        // the same time. So plain search gets rather more time.
        Pace {
            work: 1_000_000,
            growth: 25,
            conflicts: 20,
            share: 3000,
            dead_ends: 500,
            run: 1000,
            nodes: 16,
            handed_over: 1 << 22,
        }
    }
}

/// Two searches for the same solutions.
#[derive(Debug)]
pub(crate) struct Turns {
    learning: Learning,
    plain: Option<Box<Sparse>>,
    pace: Pace,
    seed: Option<u64>,
    whose: Whose,
    /// The work of this turn of learning at least, and what was spent before it.
    work: u64,
    since: u64,
    /// Which ways it has gone.
    #[cfg(test)]
    pub(crate) ways: Vec<Way>,
}

/// A way to go on.
#[cfg(test)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    ToPlain,
    ToPlainAgain,
    ToLearning,
    FoundByLearning,
    FoundByPlain,
    TiredAndTold,
    NeverTires,
}

/// Whose turn it is.
#[derive(Debug)]
enum Whose {
    Learning,
    /// Plain search is told what learning has found out, and then it is its turn.
    ToPlain,
    Plain,
    /// Learning is told what plain search has found out, and then it is its turn.
    ToLearning,
    /// Who has found a solution goes on to the end: only that search knows what not to find again. Plain search may tire
    /// and tell learning.
    LearningAlone,
    PlainAlone,
    Done(Done),
    Exhausted,
}

impl Turns {
    /// Whether both may be of use: many open variables with many values each, and a large region that must hold all its
    /// values.
    pub(crate) fn fit(store: &Store) -> bool {
        const OPEN: usize = 400;
        const LARGE: usize = 20;
        let model = store.model();
        let is_large = |region: Region| store.is_permutation(region) && model.region(region).len() >= LARGE;
        store.open() >= OPEN
            && Slots::count(store) > (SPARSE * store.open()) as u64
            && (0..model.regions() as u32).map(Region).any(is_large)
    }

    /// Learning has the first turn.
    pub(crate) fn new(
        mut learning: Learning,
        with: &Surroundings<'_>,
        pace: Pace,
        seed: Option<u64>,
    ) -> Turns {
        let since = with.budget.spent();
        learning.rest_after(pace.conflicts, since.saturating_add(pace.work));
        Turns {
            learning,
            plain: None,
            pace,
            seed,
            whose: Whose::Learning,
            work: pace.work,
            since,
            #[cfg(test)]
            ways: Vec::new(),
        }
    }

    /// Goes on to the next solution, to the end, or to a limit.
    pub(crate) fn next(&mut self, with: &mut Surroundings<'_>) -> Event {
        loop {
            let taken = match self.whose {
                Whose::Exhausted => Taken::Event(Event::Exhausted),
                Whose::Learning | Whose::LearningAlone => match self.learning.next(with) {
                    Event::Weary => Taken::Weary,
                    event => Taken::Event(event),
                },
                Whose::Plain | Whose::PlainAlone => match &mut self.plain {
                    Some(plain) => plain.next(with, self.learning.bytes(with.store)),
                    None => Taken::Event(Event::Exhausted),
                },
                Whose::ToPlain | Whose::ToLearning | Whose::Done(_) => Taken::Weary,
            };
            match taken {
                Taken::Weary => {
                    if let Err(reason) = self.turn(with) {
                        return Event::Stopped(reason);
                    }
                }
                Taken::Event(event) => {
                    match (&event, &self.whose) {
                        (Event::Solution(_), Whose::Learning) => {
                            #[cfg(test)]
                            self.ways.push(Way::FoundByLearning);
                            self.learn_alone();
                        }
                        (Event::Solution(_), Whose::Plain) => {
                            #[cfg(test)]
                            self.ways.push(Way::FoundByPlain);
                            self.whose = Whose::PlainAlone;
                        }
                        _ => {}
                    }
                    return event;
                }
            }
        }
    }

    /// Goes on where a search is weary, or a change was interrupted.
    fn turn(&mut self, with: &mut Surroundings<'_>) -> Result<(), StopReason> {
        match std::mem::replace(&mut self.whose, Whose::Exhausted) {
            Whose::Learning | Whose::LearningAlone | Whose::ToPlain => {
                self.whose = Whose::ToPlain;
                self.begin_plain(with)
            }
            Whose::Plain | Whose::ToLearning => {
                self.whose = Whose::ToLearning;
                self.begin_learning(with)
            }
            Whose::PlainAlone => {
                let most = self.pace.handed_over;
                let done = self.plain.as_mut().and_then(|plain| plain.give_up(with, most));
                #[cfg(test)]
                self.ways.push(if done.is_some() { Way::TiredAndTold } else { Way::NeverTires });
                self.whose = done.map_or(Whose::PlainAlone, Whose::Done);
                Ok(())
            }
            Whose::Done(done) => match self.learning.take_over(with, &done.decisions, &done.refuted) {
                Ok(()) => {
                    self.learn_alone();
                    Ok(())
                }
                Err(reason) => {
                    self.whose = Whose::Done(done);
                    Err(reason)
                }
            },
            Whose::Exhausted => Ok(()),
        }
    }

    fn begin_plain(&mut self, with: &mut Surroundings<'_>) -> Result<(), StopReason> {
        #[cfg(test)]
        self.ways.push(if self.plain.is_some() { Way::ToPlainAgain } else { Way::ToPlain });
        let plain = match &mut self.plain {
            Some(plain) => {
                if !plain.narrow(with.store, with.budget)? {
                    self.whose = Whose::Exhausted;
                    return Ok(());
                }
                plain
            }
            None => match Sparse::new(with, self.seed, self.pace, self.learning.bytes(with.store)) {
                Ok(plain) => self.plain.insert(Box::new(plain)),
                Err(Unbuilt::Conflict) => {
                    self.whose = Whose::Exhausted;
                    return Ok(());
                }
                Err(Unbuilt::TooLarge) => {
                    self.learn_alone();
                    return Ok(());
                }
                Err(Unbuilt::Stopped(reason)) => return Err(reason),
            },
        };
        let work = with.budget.spent().saturating_sub(self.since);
        plain.begin((work / 100).saturating_mul(self.pace.share).max(1), with);
        self.whose = Whose::Plain;
        Ok(())
    }

    fn begin_learning(&mut self, with: &mut Surroundings<'_>) -> Result<(), StopReason> {
        #[cfg(test)]
        self.ways.push(Way::ToLearning);
        if let Some(plain) = &mut self.plain {
            let known = plain.rest(with);
            self.learning.narrow(with, known)?;
            self.learning.beside = plain.bytes();
        }
        let longer = self.work.saturating_mul(self.pace.growth) / 100 + 1;
        self.work = self.work.saturating_add(longer);
        self.since = with.budget.spent();
        self.learning.rest_after(self.pace.conflicts, self.since.saturating_add(self.work));
        self.whose = Whose::Learning;
        Ok(())
    }

    fn learn_alone(&mut self) {
        self.learning.rest_after(u64::MAX, u64::MAX);
        self.learning.beside = 0;
        self.plain = None;
        self.whose = Whose::LearningAlone;
    }
}

#[cfg(test)]
impl Turns {
    /// From now on each nogood of learning is checked against `all`, the solutions that are still to come.
    pub(crate) fn watch(&mut self, all: Vec<Vec<i32>>) {
        self.learning.witnesses = Some(all);
    }

    /// Whether plain search works, and whether it stands ready at all.
    pub(crate) fn plain(&self) -> (bool, bool) {
        let works = matches!(self.whose, Whose::Plain | Whose::PlainAlone | Whose::ToPlain);
        (works, self.plain.is_some())
    }

    /// How many nogoods were checked.
    pub(crate) fn checked(&self) -> u64 {
        self.learning.checked
    }

    /// Takes note of a solution: what plain search has found, learning may forbid.
    pub(crate) fn strike_off(&mut self, solution: &[i32]) {
        if let (Whose::PlainAlone, Some(all)) = (&self.whose, &mut self.learning.witnesses) {
            all.retain(|values| values != solution);
        }
    }
}
