//! The loop: sweep, then see to every lane that is stuck, until there is nothing left to do.

use crate::search::lanes::choose::{Choice, Chooser, lanes as all_lanes};
use crate::search::lanes::ledger::{Ledger, NONE, Verdict};
use crate::search::lanes::plan::LanePlan;
use crate::search::lanes::schedule::CHUNKS;
use crate::search::lanes::stack::Stack;
use crate::search::lanes::step::Boards;
use crate::search::lanes::task::{Ending, Exchange, Poll};
use crate::search::lanes::vector::Isa;
use crate::search::lanes::word::Word;

/// Chunks of sweeps between two questions to the caller.
const POLL: u32 = 3072;
/// How many instances may be begun before the first of them is handed over.
const WINDOW: usize = 1024;

/// Everything that a run needs, for words of one width and `L` lanes.
#[derive(Clone, Debug)]
pub(crate) struct Machine<W, const L: usize> {
    boards: Boards<W, L>,
    stacks: Vec<Stack<W, L>>,
    fragments: [u32; L],
    chooser: Chooser,
    ledger: Ledger,
    /// Stacks put aside, by shelf; and the empty shelves.
    shelves: Vec<Stack<W, L>>,
    empty_shelves: Vec<u32>,
    /// How many lanes are used.
    lanes: usize,
    /// Lanes with nothing to do.
    hungry: u64,
    /// For each chunk of the sweep the lanes in which its parts have not spoken since the board was exchanged; and those
    /// in which they have not since a decision about one of its variables.
    unheard: [u64; CHUNKS],
    undecided: [u64; CHUNKS],
    more: bool,
    domains: Vec<u64>,
    values: Vec<u8>,
}

/// Takes the lowest bit off.
#[inline(always)]
fn pop(bits: &mut u64) -> Option<usize> {
    let at = bits.trailing_zeros();
    *bits &= bits.wrapping_sub(1);
    (at < 64).then_some(at as usize)
}

impl<W: Word, const L: usize> Machine<W, L> {
    pub(crate) fn new(plan: &LanePlan, lanes: usize) -> Self {
        Machine {
            boards: Boards::new(&plan.schedule),
            stacks: vec![Stack::new(plan.variables()); L],
            fragments: [NONE; L],
            chooser: Chooser::new(plan),
            ledger: Ledger::new(plan.variables()),
            shelves: Vec::new(),
            empty_shelves: Vec::new(),
            lanes: lanes.clamp(1, L),
            hungry: 0,
            unheard: [0; CHUNKS],
            undecided: [0; CHUNKS],
            more: true,
            domains: vec![0; plan.variables()],
            values: vec![0; plan.variables()],
        }
    }

    /// Works through all instances.
    #[inline(always)]
    pub(crate) fn run<I: Isa<W, L>>(&mut self, isa: I, plan: &LanePlan, exchange: &mut dyn Exchange) {
        self.reset();
        let mut until_poll = POLL;
        let mut chunk = 0;
        let mut moved = [u64::MAX; CHUNKS];
        self.feed(plan, exchange);
        loop {
            if self.hungry == all_lanes(self.lanes) {
                return;
            }
            until_poll -= 1;
            if until_poll == 0 {
                until_poll = POLL;
                if !self.ask(plan, exchange) {
                    return;
                }
            }
            // A lane stands still when no chunk of a whole sweep moved it, all of them having heard of its board and of
            // its last decision.
            chunk = (chunk + 1) % CHUNKS;
            let any = |sets: &[u64]| sets.iter().fold(0, |all, lanes| all | lanes);
            let unheard = any(&self.unheard);
            let found = self.boards.sweep(isa, &plan.schedule, plan.schedule.chunk(chunk), !unheard);
            moved[chunk] = !found.quiet | unheard | any(&self.undecided);
            (self.unheard[chunk], self.undecided[chunk]) = (0, 0);
            let busy = all_lanes(self.lanes) & !self.hungry;
            let (dead, stuck) = (found.dead & busy, busy & !any(&moved) & !found.dead);
            if dead | stuck != 0 {
                self.attend(isa, plan, dead, stuck, exchange);
            }
        }
    }

    fn reset(&mut self) {
        self.ledger.reset();
        self.stacks.iter_mut().for_each(Stack::clear);
        self.empty_shelves.clear();
        self.empty_shelves.extend(0..self.shelves.len() as u32);
        self.fragments = [NONE; L];
        self.hungry = all_lanes(self.lanes);
        (self.unheard, self.undecided) = ([u64::MAX; CHUNKS], [0; CHUNKS]);
        self.more = true;
    }

    #[cold]
    fn ask(&mut self, plan: &LanePlan, exchange: &mut dyn Exchange) -> bool {
        match exchange.poll(self.ledger.front(), self.bytes()) {
            Poll::Continue => {}
            Poll::GiveUp => self.ledger.give_up(exchange),
            Poll::Stop => {
                while self.ledger.open() > 0 {
                    self.ledger.give_up(exchange);
                }
                return false;
            }
        }
        self.clear_up();
        self.feed(plan, exchange);
        true
    }

    /// The bytes in use.
    fn bytes(&self) -> u64 {
        let stacks = self.stacks.iter().chain(&self.shelves).map(Stack::bytes).sum::<usize>();
        (self.boards.bytes() + stacks + self.ledger.bytes()) as u64
    }

    /// Sees to the lanes that ran into a dead end or stand still.
    #[inline(always)]
    fn attend<I: Isa<W, L>>(
        &mut self,
        isa: I,
        plan: &LanePlan,
        dead: u64,
        stuck: u64,
        exchange: &mut dyn Exchange,
    ) {
        // All copies first, then all that writes to lanes, then the choices: a load that overlaps a narrower store
        // that has just been made has to wait for it.
        let mut lanes = stuck;
        while let Some(lane) = pop(&mut lanes) {
            self.stacks[lane].save(&self.boards.cells, lane);
        }
        lanes = dead;
        while let Some(lane) = pop(&mut lanes) {
            if self.hungry >> lane & 1 == 0 {
                self.retreat(lane, exchange);
            }
        }
        lanes = stuck;
        while let Some(lane) = pop(&mut lanes) {
            if self.hungry >> lane & 1 == 0 {
                self.branch(isa, plan, lane, exchange);
            }
        }
        if self.hungry != 0 {
            self.feed(plan, exchange);
        }
    }

    /// Goes back to the last branching point of a lane, if there is one.
    #[inline(always)]
    fn retreat(&mut self, lane: usize, exchange: &mut dyn Exchange) {
        if self.stacks[lane].is_empty() {
            self.ledger.exhausted(self.fragments[lane], exchange);
            self.starve(lane);
            return self.clear_up();
        }
        // The last value of a variable is no decision: it is what is left.
        let forced = self.stacks[lane].is_forced();
        match if forced { Verdict::Go } else { self.ledger.decide(self.fragments[lane], exchange) } {
            Verdict::Go => {
                self.stacks[lane].retry(&mut self.boards.cells, lane);
                self.unheard.iter_mut().for_each(|lanes| *lanes |= 1 << lane);
            }
            _ => self.drop_rest(lane),
        }
    }

    /// Takes the solution from a lane that stands still, or decides on the next variable.
    #[inline(always)]
    fn branch<I: Isa<W, L>>(&mut self, isa: I, plan: &LanePlan, lane: usize, exchange: &mut dyn Exchange) {
        match self.chooser.choose(isa, self.stacks[lane].saved()) {
            Choice::Branch(at, values) => match self.ledger.decide(self.fragments[lane], exchange) {
                Verdict::Go => {
                    let rest = values & values.less_one();
                    self.stacks[lane].push(at, rest);
                    self.boards.cells[at].0[lane] = values & !rest;
                    self.undecided[usize::from(plan.schedule.chunk_of[at])] |= 1 << lane;
                }
                _ => self.drop_rest(lane),
            },
            Choice::Solved => {
                let saved = self.stacks[lane].saved();
                for (value, &at) in self.values.iter_mut().zip(&plan.schedule.position) {
                    *value = saved[at as usize / L].0[at as usize % L].lowest() as u8;
                }
                match self.ledger.solution(self.fragments[lane], &self.values, exchange) {
                    Verdict::Go => self.retreat(lane, exchange),
                    Verdict::Drop => self.drop_rest(lane),
                    Verdict::Park => self.park(lane, exchange),
                }
            }
        }
    }

    /// Leaves a lane with nothing to do.
    fn starve(&mut self, lane: usize) {
        self.stacks[lane].clear();
        self.fragments[lane] = NONE;
        self.hungry |= 1 << lane;
    }

    /// What is left of a lane's fragment does not matter.
    #[cold]
    fn drop_rest(&mut self, lane: usize) {
        self.starve(lane);
        self.clear_up();
    }

    /// Puts a lane's fragment aside until its turn comes.
    #[cold]
    fn park(&mut self, lane: usize, exchange: &mut dyn Exchange) {
        if self.stacks[lane].is_empty() {
            return self.retreat(lane, exchange);
        }
        let shelf = self.empty_shelves.pop().unwrap_or_else(|| {
            self.shelves.push(Stack::new(self.values.len()));
            self.shelves.len() as u32 - 1
        });
        std::mem::swap(&mut self.shelves[shelf as usize], &mut self.stacks[lane]);
        self.ledger.park(self.fragments[lane], shelf);
        self.starve(lane);
    }

    /// Clears away what the ledger withdrew.
    fn clear_up(&mut self) {
        while let Some(fragment) = self.ledger.withdrawn.pop() {
            let holder = self.ledger.holder(fragment);
            if self.ledger.is_running(fragment) {
                // Its own lane may have been cleared already.
                if self.fragments[holder as usize] == fragment {
                    self.starve(holder as usize);
                }
            } else {
                self.shelves[holder as usize].clear();
                self.empty_shelves.push(holder);
                self.ledger.ready.retain(|&ready| ready != fragment);
            }
            self.ledger.release(fragment);
        }
    }

    /// Finds work for the lanes that have none.
    fn feed(&mut self, plan: &LanePlan, exchange: &mut dyn Exchange) {
        while let Some(lane) = pop(&mut { self.hungry }) {
            if let Some(fragment) = self.ledger.ready.pop() {
                let shelf = self.ledger.holder(fragment);
                std::mem::swap(&mut self.shelves[shelf as usize], &mut self.stacks[lane]);
                self.empty_shelves.push(shelf);
                self.take(lane, fragment);
                self.retreat(lane, exchange);
            } else if self.more && self.ledger.open() < WINDOW && !self.ledger.crowded() {
                self.begin(plan, lane, exchange);
            } else {
                break;
            }
        }
        let mut hungry = self.hungry;
        while let Some(lane) = pop(&mut hungry) {
            if self.hungry >> lane & 1 == 0 {
                continue;
            }
            let Some(victim) = self.victim() else { return };
            let fragment = self.ledger.split(self.fragments[victim], lane as u32);
            let mut thief = std::mem::replace(&mut self.stacks[lane], Stack::new(0));
            self.stacks[victim].give(&mut thief);
            self.stacks[lane] = thief;
            self.take(lane, fragment);
            self.retreat(lane, exchange);
        }
    }

    fn take(&mut self, lane: usize, fragment: u32) {
        self.fragments[lane] = fragment;
        self.ledger.hold(fragment, lane as u32);
        self.hungry &= !(1 << lane);
    }

    /// The lane to take work from: among those with work to spare one on the earliest instance, there the one whose
    /// bottom branching point lies highest, for most lies below that.
    fn victim(&self) -> Option<usize> {
        let spare = (0..self.lanes).filter_map(|lane| Some((lane, self.stacks[lane].bottom_depth()?)));
        spare
            .min_by_key(|&(lane, depth)| (self.ledger.instance_of(self.fragments[lane]), depth))
            .map(|(lane, _)| lane)
    }

    /// Begins the next instance in a lane.
    fn begin(&mut self, plan: &LanePlan, lane: usize, exchange: &mut dyn Exchange) {
        let Some(task) = exchange.next(&mut self.domains) else {
            self.more = false;
            return;
        };
        let fragment = self.ledger.begin(task, lane as u32);
        self.take(lane, fragment);
        let mut possible = !plan.is_impossible();
        let places = self.domains.iter().zip(plan.domains()).zip(&plan.schedule.position);
        for ((&given, &domain), &at) in places {
            possible &= given & domain != 0;
            self.boards.cells[at as usize].0[lane] = W::from_bits(given & domain);
        }
        self.unheard.iter_mut().for_each(|lanes| *lanes |= 1 << lane);
        if task.limit == 0 {
            self.ledger.conclude(fragment, Ending::LimitReached, exchange);
            self.clear_up();
        } else if !possible {
            self.retreat(lane, exchange);
        }
    }
}

/// For the tests: the fixpoint alone.
#[cfg(test)]
impl<W: Word, const L: usize> Machine<W, L> {
    /// Brings boards, one word a variable and board, to their fixpoint; tells which are dead ends.
    #[inline(always)]
    pub(crate) fn propagate<I: Isa<W, L>>(
        &mut self,
        isa: I,
        plan: &LanePlan,
        domains: &mut [u64],
    ) -> Vec<bool> {
        let size = plan.variables();
        assert_eq!(domains.len() % size.max(1), 0, "not a whole number of boards");
        let mut dead = Vec::new();
        for batch in domains.chunks_mut(size.max(1) * L) {
            let count = batch.len() / size.max(1);
            let mut broken = if plan.is_impossible() { u64::MAX } else { 0 };
            for lane in 0..L {
                let board = &batch[lane.min(count - 1) * size..][..size];
                for ((&given, &domain), &at) in board.iter().zip(plan.domains()).zip(&plan.schedule.position)
                {
                    self.boards.cells[at as usize].0[lane] = W::from_bits(given & domain);
                    broken |= u64::from(given & domain == 0) << lane;
                }
            }
            let mut unheard = u64::MAX;
            let mut done = broken;
            while done & all_lanes(L) != all_lanes(L) {
                let found = self.boards.sweep(isa, &plan.schedule, 0..plan.schedule.steps.len(), !unheard);
                broken |= found.dead & !done;
                done |= found.dead | (found.quiet & !unheard);
                unheard = 0;
            }
            for (lane, board) in batch.chunks_mut(size.max(1)).enumerate() {
                dead.push(broken >> lane & 1 == 1);
                for (word, &at) in board.iter_mut().zip(&plan.schedule.position) {
                    *word = self.boards.cells[at as usize].0[lane].bits();
                }
            }
        }
        dead
    }
}
