//! What a named constraint writes itself into: the model and the rules of one puzzle.

use std::any::Any;
use std::sync::Arc;

use thiserror::Error;

use crate::model::budget::StopReason;
use crate::model::builder::ModelBuilder;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;
use crate::puzzle::alternatives::{Alternatives, alternative};
use crate::puzzle::automaton::Automaton;
use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::{Kind, Named};
use crate::puzzle::grid::Grid;
use crate::puzzle::linear::{Linear, MOST_OPEN, implied, splits, terms};
use crate::puzzle::marks::Marks;
use crate::rules::different::Different;
use crate::rules::layers::{Layers, Machine, NoLayers};
use crate::rules::pair::{Pairs, Relation};
use crate::rules::rule::Rule;
use crate::rules::sequence::Sequence;
use crate::rules::shares::Shares;
use crate::rules::sums::Sums;
use crate::sudoku::geometry::Cell;

/// Why a named constraint does not fit the board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PostError {
    /// It names a cell that the board does not have.
    #[error("the board has no cell {cell}")]
    NoSuchCell {
        /// The cell.
        cell: Cell,
    },
    /// It has another number of cells than it needs.
    #[error("{found} cells, expected {expected}")]
    WrongCount {
        /// How many it has.
        found: usize,
        /// How many it needs, in words: `2`, `at least 3`.
        expected: String,
    },
    /// It names a cell twice where that cannot be meant.
    #[error("{cell} stands twice")]
    Twice {
        /// The cell.
        cell: Cell,
    },
    /// Its parameters cannot be.
    #[error("{what}")]
    Parameter {
        /// What is wrong, lower case.
        what: String,
    },
    /// It is too large to be taken up.
    #[error("it would need more than {most} states, or 16 steps for each of them")]
    TooLarge {
        /// How many are allowed.
        most: usize,
    },
    /// Constraints lie too deep in each other.
    #[error("more than {most} constraints lie in each other")]
    TooDeep {
        /// How many may.
        most: usize,
    },
    /// A limit of the model's builder, or a cancellation.
    #[error("stopped: {0}")]
    Stopped(#[from] StopReason),
}

impl From<NoLayers> for PostError {
    fn from(error: NoLayers) -> PostError {
        match error {
            NoLayers::TooManyStates(error) => PostError::TooLarge { most: error.most },
            NoLayers::Stopped(reason) => PostError::Stopped(reason),
        }
    }
}

/// What is posted once all regions are known.
type Waiting = Box<dyn FnOnce(&mut Posting<'_>) + Send + Sync>;

/// The model and the rules of one puzzle, while its constraints are posted.
pub struct Posting<'a> {
    grid: &'a Grid,
    pub(crate) builder: &'a mut ModelBuilder,
    rules: &'a mut Vec<Arc<dyn Rule>>,
    marks: Marks,
    /// In how many other constraints the one that is being posted lies.
    depth: usize,
    /// Compiled machines, by which machine and length they are of.
    known: Vec<(Box<dyn Any + Send + Sync>, usize, Arc<Layers>)>,
    /// What waits until all regions are known, and which constraint it belongs to.
    waiting: Vec<(usize, Waiting)>,
    /// The sums posted so far, and which constraint each belongs to.
    sums: Vec<(usize, Linear)>,
    owners: Owners,
    /// The constraint that is being posted.
    owner: usize,
}

/// Which constraint of the puzzle each region and constraint of the model belongs to, and each rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Owners {
    pub(crate) regions: Vec<usize>,
    pub(crate) constraints: Vec<usize>,
    pub(crate) rules: Vec<usize>,
}

/// What belongs to no single constraint.
pub(crate) const NOBODY: usize = usize::MAX;

/// The most states that an automaton along a line may need; fewer where each stands for many of a larger one.
const MOST_STATES: usize = 50_000;
const MOST_WORK: usize = 4_000_000;

/// How deep constraints may lie in each other.
const DEEPEST: usize = 32;

/// The most states of a machine that is not worth more.
const STATES: usize = 1 << 14;

impl<'a> Posting<'a> {
    /// Posts on `grid`, whose variables are those of `builder`; rules are added to `rules`.
    pub fn new(
        grid: &'a Grid,
        builder: &'a mut ModelBuilder,
        rules: &'a mut Vec<Arc<dyn Rule>>,
    ) -> Posting<'a> {
        let mut posting = Posting {
            grid,
            builder,
            rules,
            marks: Marks::default(),
            depth: 0,
            known: Vec::new(),
            waiting: Vec::new(),
            sums: Vec::new(),
            owners: Owners::default(),
            owner: NOBODY,
        };
        posting.note();
        posting
    }

    /// The board.
    pub fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// The variable of a cell.
    ///
    /// # Errors
    /// [`PostError::NoSuchCell`].
    pub fn var(&self, cell: Cell) -> Result<Var, PostError> {
        self.grid.var(cell).ok_or(PostError::NoSuchCell { cell })
    }

    /// The variables of some cells, in order.
    ///
    /// # Errors
    /// [`PostError::NoSuchCell`] names the first that is not on the board.
    pub fn vars(&self, cells: &Cells) -> Result<Vec<Var>, PostError> {
        cells.iter().map(|cell| self.var(cell)).collect()
    }

    /// Posts that these cells all differ.
    ///
    /// # Errors
    /// [`PostError`] if a cell stands twice or is not on the board.
    pub fn region(&mut self, cells: &Cells) -> Result<(), PostError> {
        self.spend(cells.len())?;
        let vars = self.vars(cells)?;
        self.distinct(cells)?;
        self.builder.region(vars);
        Ok(())
    }

    /// Posts a constraint that is its own rule.
    pub fn both(&mut self, constraint: impl Constraint + Rule + 'static) {
        let constraint = Arc::new(constraint);
        self.builder.constraint(constraint.clone());
        self.rules.push(constraint);
    }

    /// Takes note of what a constraint of the puzzle marks. To be called for all of them before any is posted.
    pub fn mark(&mut self, kind: &dyn Kind) {
        kind.marks(&mut self.marks);
    }

    /// What all constraints of the puzzle mark.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Posts constraints that know each other's marks.
    ///
    /// # Errors
    /// The number of the first that does not fit, and why.
    pub fn post_all(&mut self, kinds: &[Named]) -> Result<(), (usize, PostError)> {
        kinds.iter().for_each(|named| self.mark(named.kind()));
        let post =
            |(number, named): (usize, &Named)| named.kind().post(self).map_err(|error| (number, error));
        kinds.iter().enumerate().try_for_each(post)
    }

    /// Posts a constraint that is its own rule, unless it speaks of nothing.
    pub fn all(&mut self, constraint: impl Constraint + Rule + 'static) {
        if !constraint.scope().is_empty() {
            self.both(constraint);
        }
    }

    /// Posts a relation between two cells.
    ///
    /// # Errors
    /// [`PostError`] if they are not two different cells of the board.
    pub fn pair(&mut self, name: &str, cells: &Cells, relation: &Arc<Relation>) -> Result<(), PostError> {
        self.distinct(cells)?;
        let &[first, second] = &self.vars(cells)?[..] else {
            return Err(PostError::WrongCount { found: cells.len(), expected: "2".to_owned() });
        };
        self.both(Pairs::new(name, relation, [[first, second]]));
        Ok(())
    }

    /// Posts that the two cells of each pair differ. Pairs with a cell that is not on the board are left out.
    pub fn differ(&mut self, pairs: &[(Cell, Cell)]) {
        for &(first, second) in pairs {
            if let Some(vars) = self.grid.var(first).zip(self.grid.var(second)) {
                self.builder.region([vars.0, vars.1]);
            }
        }
    }

    /// Refuses a list in which a cell stands twice.
    ///
    /// # Errors
    /// [`PostError::Twice`].
    pub fn distinct(&self, cells: &Cells) -> Result<(), PostError> {
        let mut sorted: Vec<Cell> = cells.iter().collect();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(PostError::Twice { cell: pair[0] }),
            None => Ok(()),
        }
    }

    /// The pairs of cells that share an edge, but for those of which `but` is true.
    pub fn neighbours_but(&self, but: impl Fn(&Marks, Cell, Cell) -> bool) -> Vec<(Cell, Cell)> {
        let pairs = self.grid.neighbours().into_iter();
        pairs.filter(|&(first, second)| !but(&self.marks, first, second)).collect()
    }

    /// What is posted from now on belongs to constraint `number` of the puzzle.
    pub(crate) fn begin(&mut self, number: usize) {
        self.note();
        self.owner = number;
    }

    /// Posts all that waited, and tells what belongs to which constraint of the puzzle.
    pub(crate) fn finish(mut self) -> Owners {
        self.end();
        std::mem::take(&mut self.owners)
    }

    /// What was posted since the last time belongs to the constraint that is being posted.
    fn note(&mut self) {
        self.owners.regions.resize(self.builder.regions().len(), self.owner);
        self.owners.constraints.resize(self.builder.constraints().len(), self.owner);
        self.owners.rules.resize(self.rules.len(), self.owner);
    }

    /// Posts the parts of a constraint that is made of others.
    ///
    /// # Errors
    /// That of the first part that does not fit, or [`PostError::TooDeep`] if they lie too deep in each other.
    pub fn parts(&mut self, parts: &[Named]) -> Result<(), PostError> {
        self.depth += 1;
        let posted = match self.depth > DEEPEST {
            true => Err(PostError::TooDeep { most: DEEPEST }),
            false => parts.iter().try_for_each(|part| part.kind().post(self)),
        };
        self.depth -= 1;
        posted
    }

    /// Posts that of some constraints at least one holds.
    ///
    /// # Errors
    /// That of the first that does not fit; [`PostError::Parameter`] if there are none.
    pub fn any(&mut self, name: &str, options: &[Named]) -> Result<(), PostError> {
        if options.is_empty() {
            return Err(PostError::Parameter { what: "there is no alternative".to_owned() });
        }
        let options = options.iter().map(|option| alternative(self, option)).collect::<Result<_, _>>()?;
        self.all(Alternatives::new(name, options));
        Ok(())
    }

    /// Posts that the values of some cells, in order, are what an automaton accepts.
    pub(crate) fn accepted(
        &mut self,
        name: &'static str,
        cells: &Cells,
        automaton: &Automaton,
    ) -> Result<(), PostError> {
        self.distinct(cells)?;
        let vars = self.vars(cells)?;
        let most = MOST_STATES.min(MOST_WORK / automaton.states().max(1));
        let layers = Layers::within(automaton, vars.len(), self.grid.values(), most, &self.limits_left())?;
        self.all(Sequence::new(name, vars, Arc::new(layers)));
        Ok(())
    }

    /// Posts on another board, which stands for this one inside a constraint that is made of others.
    pub(crate) fn inside<'b>(
        &self,
        grid: &'b Grid,
        builder: &'b mut ModelBuilder,
        rules: &'b mut Vec<Arc<dyn Rule>>,
    ) -> Posting<'b> {
        let mut inside = Posting::new(grid, builder, rules);
        inside.marks = self.marks.clone();
        inside.depth = self.depth;
        inside
    }

    /// Posts that the values of `vars`, in order, are accepted by `machine`. Machines that are equal are compiled once.
    ///
    /// # Errors
    /// [`PostError::TooLarge`].
    pub fn sequence<M: Machine + PartialEq + Send + Sync + 'static>(
        &mut self,
        name: &'static str,
        machine: M,
        vars: Vec<Var>,
    ) -> Result<(), PostError> {
        let layers = self.compiled(machine, vars.len())?;
        self.both(Sequence::new(name, vars, layers));
        Ok(())
    }

    /// The same, once all regions are known: where one of these holds all of `vars`, so that their values differ, this
    /// is used.
    ///
    /// # Errors
    /// [`PostError::TooLarge`].
    pub fn sequence_in_region<M: Machine + PartialEq + Clone + Send + Sync + 'static>(
        &mut self,
        name: &'static str,
        machine: M,
        vars: Vec<Var>,
    ) -> Result<(), PostError> {
        // Whether it can be compiled at all is known at once.
        let layers = self.compiled(machine.clone(), vars.len())?;
        let waiting: Waiting = Box::new(move |posting| {
            let values = &posting.grid.values;
            let differ = values.len() <= SETS && posting.is_in_region(&vars);
            let different = if differ { Different::new(machine, values) } else { None };
            let sets = different.and_then(|different| posting.compiled(different, vars.len()).ok());
            posting.both(Sequence::new(name, vars, sets.unwrap_or(layers)));
        });
        self.waiting.push((self.owner, waiting));
        Ok(())
    }

    fn compiled<M: Machine + PartialEq + Send + Sync + 'static>(
        &mut self,
        machine: M,
        length: usize,
    ) -> Result<Arc<Layers>, PostError> {
        self.spend(self.known.len() * self.grid.values.len())?;
        let known = self.known.iter().find(|(known, of, _)| {
            *of == length && known.downcast_ref::<M>().is_some_and(|known| *known == machine)
        });
        if let Some((_, _, layers)) = known {
            return Ok(layers.clone());
        }
        let layers = Layers::within(&machine, length, &self.grid.values, STATES, &self.limits_left())?;
        let layers = Arc::new(layers);
        self.known.push((Box::new(machine), length, layers.clone()));
        Ok(layers)
    }

    /// Whether some region holds all of these variables.
    pub fn is_in_region(&self, vars: &[Var]) -> bool {
        self.builder.regions().iter().any(|region| vars.iter().all(|var| region.contains(var)))
    }

    /// Posts a sum. Which rule it gets is settled once all regions are known.
    ///
    /// # Errors
    /// [`PostError::Parameter`] if the factors together are more than 32 bits hold.
    pub fn sum(&mut self, sum: Linear) -> Result<(), PostError> {
        check_factors(sum.terms.iter().map(|&(factor, _)| factor))?;
        self.sums.push((self.owner, sum));
        Ok(())
    }

    /// Posts that sums are the same, each a list of factors and variables, once all regions are known.
    ///
    /// # Errors
    /// [`PostError::Parameter`] if the factors together are more than 32 bits hold.
    pub fn equal_sums(&mut self, name: &'static str, sides: Vec<Vec<(i32, Var)>>) -> Result<(), PostError> {
        check_factors(sides.iter().flatten().map(|&(factor, _)| factor))?;
        let waiting: Waiting = Box::new(move |posting| {
            let regions = posting.builder.regions();
            let terms = sides.iter().map(|side| terms(side, regions)).collect();
            posting.both(Sums::equal(name, terms));
        });
        self.waiting.push((self.owner, waiting));
        Ok(())
    }

    /// Posts what waited for the regions.
    fn end(&mut self) {
        for (owner, waiting) in std::mem::take(&mut self.waiting) {
            self.begin(owner);
            if self.spend(self.builder.regions().len()).is_err() {
                break;
            }
            waiting(self);
        }
        let sums = std::mem::take(&mut self.sums);
        for (owner, sum) in &sums {
            self.begin(*owner);
            if self.spend(sum.terms.len() * self.builder.regions().len()).is_err() {
                break;
            }
            let terms = terms(&sum.terms, self.builder.regions());
            self.both(Sums::total(sum.name, terms, sum.total));
        }
        self.begin(NOBODY);
        if !sums.is_empty() {
            let sums: Vec<Linear> = sums.into_iter().map(|(_, sum)| sum).collect();
            let regions = self.builder.regions();
            let implied = implied(self.grid, regions, &sums);
            let splits = splits(regions, &sums, &implied);
            for (terms, total) in implied {
                let sum = Sums::total("implied sum", terms, total).most_open(MOST_OPEN);
                self.rules.push(Arc::new(sum));
            }
            if !splits.is_empty() {
                self.rules.push(Arc::new(Shares::new("sums in regions", splits)));
            }
        }
        self.note();
    }
}

fn check_factors(factors: impl Iterator<Item = i32>) -> Result<(), PostError> {
    let sum: u64 = factors.map(|factor| u64::from(factor.unsigned_abs())).sum();
    if sum > i32::MAX as u64 {
        return Err(PostError::Parameter {
            what: format!("factors of {sum} together, more than {}", i32::MAX),
        });
    }
    Ok(())
}

/// With more values than this, machines do not remember the set of those read.
const SETS: usize = 9;

/// What waited for the regions is posted.
impl Drop for Posting<'_> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.end();
        }
    }
}

impl std::fmt::Debug for Posting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Posting").field("grid", &self.grid).finish_non_exhaustive()
    }
}
