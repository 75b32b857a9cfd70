//! Questions about many instances of one model.

use std::iter::Fuse;

use crate::model::ids::Literal;
use crate::search::solution::Solution;
use crate::solver::bulk::{MANY, Way, assert_known};
use crate::solver::chunk::{Chunk, Question, Taken};
use crate::solver::crew::Crew;
use crate::solver::outcome::{Count, Outcome, Uniqueness};
use crate::solver::solver::Solver;

impl Solver {
    /// A solution of each of many instances, in their order. An instance is a list of literals that hold beside the
    /// assumptions of the solver. Only as many instances are taken at a time as keep the processor busy.
    ///
    /// On a model of regions only with at most 64 values, eight instances or more share the lanes of the vector registers;
    /// else each is solved as if it were asked alone. The answers depend on the model, the options and on whether there
    /// are eight instances, never on [`threads`](crate::SolverBuilder::threads) or instructions. Limits are those of each
    /// instance, the time counting from when only it is waited for; once
    /// [cancelled](crate::Cancel), all that is left is stopped. Of the statistics lanes count nodes and solutions.
    ///
    /// ```
    /// use pencilmark::{Literal, ModelBuilder, Outcome, Solver};
    ///
    /// let mut builder = ModelBuilder::new();
    /// let vars = builder.variables(9, 1..=9);
    /// builder.region(vars.iter().copied());
    /// let mut solver = Solver::new(&builder.build()?);
    /// let instances = (1..=9).map(|value| [Literal::Is(vars[0], value)]);
    /// for (outcome, value) in solver.solve_many(instances).zip(1..) {
    ///     let Outcome::Done(solution) = outcome else { panic!("each has one") };
    ///     assert_eq!(solution[vars[0]], value);
    /// }
    /// # Ok::<(), pencilmark::ModelError>(())
    /// ```
    ///
    /// # Panics
    /// When an instance speaks of a variable that is not of the model.
    pub fn solve_many<'a, I>(
        &'a mut self,
        instances: I,
    ) -> impl Iterator<Item = Outcome<Solution>> + use<'a, I>
    where
        I: IntoIterator,
        I::Item: IntoIterator<Item = Literal>,
    {
        Many::new(self, instances.into_iter(), Question::Solve).map(Taken::outcome)
    }

    /// Whether each of many instances has exactly one solution: otherwise as [`solve_many`](Solver::solve_many).
    ///
    /// # Panics
    /// When an instance speaks of a variable that is not of the model.
    pub fn check_many<'a, I>(&'a mut self, instances: I) -> impl Iterator<Item = Uniqueness> + use<'a, I>
    where
        I: IntoIterator,
        I::Item: IntoIterator<Item = Literal>,
    {
        Many::new(self, instances.into_iter(), Question::Check).map(Taken::uniqueness)
    }

    /// How many solutions each of many instances has, counted up to `limit`: otherwise as
    /// [`solve_many`](Solver::solve_many).
    ///
    /// # Panics
    /// When an instance speaks of a variable that is not of the model.
    pub fn count_many<'a, I>(
        &'a mut self,
        instances: I,
        limit: u64,
    ) -> impl Iterator<Item = Count> + use<'a, I>
    where
        I: IntoIterator,
        I::Item: IntoIterator<Item = Literal>,
    {
        Many::new(self, instances.into_iter(), Question::Count(limit)).map(Taken::count)
    }
}

/// The answers to one question about many instances.
struct Many<'a, I> {
    solver: &'a mut Solver,
    instances: Fuse<I>,
    question: Question,
    /// How they are answered; none before the first is.
    way: Option<Way>,
    crew: Option<Crew>,
    chunk: Chunk,
    /// How many answers of the chunk were given out.
    given: usize,
    /// Chunks to be used again.
    spare: Vec<Chunk>,
}

/// Words of domains in a chunk, about.
const CHUNK: usize = 1 << 18;

impl<'a, I> Many<'a, I>
where
    I: Iterator,
    I::Item: IntoIterator<Item = Literal>,
{
    fn new(solver: &'a mut Solver, instances: I, question: Question) -> Many<'a, I> {
        let instances = instances.fuse();
        let (chunk, spare) = (Chunk::default(), Vec::new());
        Many { solver, instances, question, way: None, crew: None, chunk, given: 0, spare }
    }

    /// Takes up to `count` instances into a chunk.
    fn fill(&mut self, chunk: &mut Chunk, count: usize) {
        let variables = self.solver.model().variables();
        for literals in self.instances.by_ref().take(count) {
            chunk.push(literals);
            assert_known(chunk.last(), variables);
        }
    }

    /// A chunk of instances that are not answered yet; the way is known.
    fn next_chunk(&mut self, way: Way) -> Option<Chunk> {
        let mut chunk = self.spare.pop().unwrap_or_default();
        chunk.clear();
        let size = self.size(way);
        self.fill(&mut chunk, size);
        (chunk.len() > 0).then_some(chunk)
    }

    /// How many instances there are in a chunk.
    fn size(&self, way: Way) -> usize {
        match way {
            Way::Lanes => (CHUNK / self.solver.model().variables().max(1)).clamp(64, 4096),
            Way::OneByOne => 1,
        }
    }

    /// Finds out how to answer, and puts the threads to work.
    fn begin(&mut self) -> Way {
        let mut first = Chunk::default();
        self.fill(&mut first, MANY);
        let lanes = first.len() == MANY && self.solver.shares_lanes(self.question.limit());
        let way = if lanes { Way::Lanes } else { Way::OneByOne };
        self.way = Some(way);
        if first.len() > 1 && self.solver.parts.is_unwatched() && self.solver.parts.threads.get() > 1 {
            self.crew = Crew::new(self.solver, self.solver.parts.threads, self.question, way);
        }
        if lanes {
            self.fill(&mut first, self.size(way) - MANY);
        }
        self.chunk = first;
        way
    }

    /// Answers the next chunk; false if there is none.
    fn advance(&mut self) -> bool {
        let begins = self.way.is_none();
        let way = self.way.unwrap_or_else(|| self.begin());
        let done = std::mem::take(&mut self.chunk);
        let mut first = None;
        if begins {
            first = (done.len() > 0).then_some(done);
        } else {
            self.spare.push(done);
        }
        self.given = 0;
        let Some(mut crew) = self.crew.take() else {
            let Some(mut chunk) = first.or_else(|| self.next_chunk(way)) else { return false };
            if way == Way::Lanes {
                self.solver.answer_in_lanes(&mut chunk, self.question);
            }
            self.chunk = chunk;
            return true;
        };
        if let Some(chunk) = first {
            crew.send(chunk);
        }
        while !crew.is_full()
            && let Some(chunk) = self.next_chunk(way)
        {
            crew.send(chunk);
        }
        let chunk = crew.receive();
        self.crew = Some(crew);
        let more = chunk.is_some();
        self.chunk = chunk.unwrap_or_default();
        more
    }
}

impl<I> Iterator for Many<'_, I>
where
    I: Iterator,
    I::Item: IntoIterator<Item = Literal>,
{
    type Item = Taken;

    fn next(&mut self) -> Option<Taken> {
        if self.given == self.chunk.len() && !self.advance() {
            return None;
        }
        // Without threads, what the lanes leave is asked when its turn comes.
        self.solver.answer_left(&mut self.chunk, self.given, self.question);
        self.given += 1;
        Some(self.chunk.take(self.given - 1, self.solver.model().variables()))
    }
}
