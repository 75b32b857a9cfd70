//! Which rule is applied where, and what wakes it: compiled once from a model and a list of rules.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

use thiserror::Error;

use crate::model::budget::{Budget, StopReason};
use crate::model::ids::{Region, Var};
use crate::model::plan::{Lists, Model};
use crate::propagation::fixpoint::{Culprit, Halt};
use crate::rules::hall_sets::HallSets;
use crate::rules::hidden_single::HiddenSingle;
use crate::rules::naked_single::NakedSingle;
use crate::rules::rule::{Cost, Rule, Scopes, Wake};
use crate::store::log::Cause;
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Store;

/// Why rules do not fit a model.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A rule names a variable of another model.
    #[error("rule {rule}, scope {scope}: {var} is not one of the {variables} variables of the model")]
    UnknownVariable {
        /// The rule's name.
        rule: String,
        /// Which of its scopes.
        scope: usize,
        /// The variable that it names.
        var: Var,
        /// How many variables there are.
        variables: usize,
    },
    /// A rule is sound only where there is exactly one solution.
    #[error("rule {rule} assumes that there is exactly one solution, which a solver cannot take for granted")]
    AssumesUnique {
        /// The rule's name.
        rule: String,
    },
    /// The rules want more memory than the cap of the model leaves them.
    #[error(
        "rule {rule} wants memory for {scopes} scopes or more, which makes {needed} bytes with the model, more than the cap of {cap}; raise it with `memory_cap` of the model's builder"
    )]
    TooMuchMemory {
        /// The name of the rule with which it became too much.
        rule: String,
        /// How many of its scopes were counted.
        scopes: usize,
        /// The bytes of the model and of the rules' memory so far.
        needed: u64,
        /// The cap in force.
        cap: u64,
    },
    /// A limit, or a cancellation, before the solver was built.
    #[error("stopped: {0}")]
    Stopped(#[from] StopReason),
    /// No rule of this name is there to be dropped.
    #[error("there is no rule {rule} to drop; there are: {known}")]
    UnknownRule {
        /// The name given.
        rule: String,
        /// The names there are.
        known: String,
    },
}

/// One rule on one scope.
#[derive(Clone, Copy, Debug)]
struct Instance {
    rule: u32,
    /// The number of the scope among those of its rule.
    index: u32,
    place: Place,
    /// Where the memory of the rule on this scope begins, and how long it is.
    memory: (u32, u32),
    ticks: u32,
    body: Body,
}

/// Whose code a rule is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Body {
    NakedSingle,
    HiddenSingle,
    /// It may be from anywhere, whatever it is called.
    Foreign,
}

impl Body {
    fn of(rule: &dyn Rule) -> Body {
        let rule: &dyn Any = rule;
        if rule.is::<NakedSingle>() {
            Body::NakedSingle
        } else if rule.is::<HiddenSingle>() {
            Body::HiddenSingle
        } else {
            Body::Foreign
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Region(Region),
    List(u32),
}

/// All pairs of a rule and a scope, cheapest first, and which of them a change of a variable wakes.
pub(crate) struct Schedule {
    model: Model,
    rules: Vec<Arc<dyn Rule>>,
    instances: Vec<Instance>,
    lists: Lists<Var>,
    woken_by_change: Lists<u32>,
    woken_by_fixing: Lists<u32>,
    /// Words of memory of the rules, and the places of all scopes.
    memory: usize,
    places: u64,
}

impl Schedule {
    pub(crate) fn new(
        model: &Model,
        rules: &[Arc<dyn Rule>],
        budget: &mut Budget,
    ) -> Result<Schedule, RuleError> {
        let mut rules = rules.to_vec();
        rules.sort_by_key(Rule::cost);
        let mut schedule = Schedule {
            model: model.clone(),
            instances: Vec::new(),
            lists: Lists::new(),
            woken_by_change: Lists::new(),
            woken_by_fixing: Lists::new(),
            memory: 0,
            places: 0,
            rules: Vec::new(),
        };
        for rule in rules {
            schedule.add(rule, budget)?;
        }
        for wake in [Wake::Changed, Wake::Fixed] {
            let woken = schedule.woken(wake, budget)?;
            budget.spend(schedule.places / 16 + 1, || 0)?;
            *(if wake == Wake::Fixed {
                &mut schedule.woken_by_fixing
            } else {
                &mut schedule.woken_by_change
            }) = woken;
        }
        Ok(schedule)
    }

    /// The same rules on the same model, and [`HallSets`].
    ///
    /// # Errors
    /// As for [`new`](Schedule::new).
    pub(crate) fn with_hall_sets(&self, budget: &mut Budget) -> Result<Schedule, RuleError> {
        let mut rules = self.rules.clone();
        rules.retain(|rule| !(&**rule as &dyn Any).is::<HallSets>());
        rules.push(Arc::new(HallSets));
        Schedule::new(&self.model, &rules, budget)
    }

    fn add(&mut self, rule: Arc<dyn Rule>, budget: &mut Budget) -> Result<(), RuleError> {
        if rule.assumes_unique() {
            return Err(RuleError::AssumesUnique { rule: rule.name().to_owned() });
        }
        let number = self.rules.len() as u32;
        match rule.scopes(&self.model) {
            Scopes::Regions => {
                for region in 0..self.model.regions() as u32 {
                    let len = self.model.region(Region(region)).len();
                    self.add_instance(&*rule, number, region, Place::Region(Region(region)), len)?;
                    budget.spend(1, || 0)?;
                }
            }
            Scopes::Lists(lists) => {
                let variables = self.model.variables();
                for (index, list) in lists.iter().enumerate() {
                    if let Some(&var) = list.iter().find(|var| var.index() >= variables) {
                        let rule = rule.name().to_owned();
                        return Err(RuleError::UnknownVariable { rule, scope: index, var, variables });
                    }
                    let place = Place::List(self.lists.len() as u32);
                    self.add_instance(&*rule, number, index as u32, place, list.len())?;
                    budget.spend(list.len() as u64 / 32 + 1, || 0)?;
                    self.lists.push(list.iter().copied());
                }
            }
        }
        self.rules.push(rule);
        Ok(())
    }

    fn add_instance(
        &mut self,
        rule: &dyn Rule,
        number: u32,
        index: u32,
        place: Place,
        len: usize,
    ) -> Result<(), RuleError> {
        let plan = self.model.plan();
        let words = rule.memory(len);
        let total = self.memory.saturating_add(words);
        self.places += len as u64;
        // A word, and the last entry of the log that changed it. Words and places are numbered by 32 bits, whatever the
        // cap.
        let needed = plan.needed.saturating_add((total as u64).saturating_mul(12));
        let words_fit = total.saturating_add(plan.domain_words) < u32::MAX as usize / 2;
        if words > 0 && needed > plan.cap || !words_fit || self.places > u64::from(u32::MAX) {
            let (rule, scopes) = (rule.name().to_owned(), index as usize + 1);
            return Err(RuleError::TooMuchMemory { rule, scopes, needed, cap: plan.cap });
        }
        let memory = (self.memory as u32, words as u32);
        self.memory = total;
        let width = match place {
            Place::Region(region) => self.model.plan().region_spans[region.index()].len as usize,
            Place::List(_) => self.model.values().words(),
        };
        let factor = match rule.cost() {
            Cost::Linear => 1,
            Cost::Quadratic => len,
            Cost::Heavy => len.saturating_mul(16),
        };
        let ticks = (len.saturating_mul(width).saturating_mul(factor) / 64 + 1).min(u32::MAX as usize) as u32;
        let body = Body::of(rule);
        let ticks = if body == Body::Foreign { ticks.max(Budget::CALL as u32) } else { ticks };
        self.instances.push(Instance { rule: number, index, place, memory, ticks, body });
        Ok(())
    }

    /// For each variable the instances that a change of this kind wakes.
    fn woken(&self, wake: Wake, budget: &mut Budget) -> Result<Lists<u32>, StopReason> {
        // The pairs are walked twice; once there is a stop, both walks are over.
        let (budget, stopped) = (RefCell::new(budget), Cell::new(None));
        let goes_on = |number: usize| {
            if stopped.get().is_none() && number.is_multiple_of(64) {
                stopped.set(budget.borrow_mut().spend(4, || 0).err());
            }
            stopped.get().is_none()
        };
        let instances = self.instances.iter().enumerate().take_while(|&(number, _)| goes_on(number));
        let pairs = instances.flat_map(|(number, instance)| {
            let vars = if self.rules[instance.rule as usize].wakes() == wake {
                self.place(instance.place)
            } else {
                &[]
            };
            vars.iter().map(move |var| (var.index(), number as u32))
        });
        let lists = Lists::group(self.model.variables(), pairs);
        stopped.get().map_or(Ok(lists), Err)
    }

    fn place(&self, place: Place) -> &[Var] {
        match place {
            Place::Region(region) => self.model.region(region),
            Place::List(list) => self.lists.get(list as usize),
        }
    }

    /// How many pairs of a rule and a scope there are.
    pub(crate) fn len(&self) -> usize {
        self.instances.len()
    }

    /// How many words of memory the rules want together.
    pub(crate) fn memory(&self) -> usize {
        self.memory
    }

    /// What one application of this pair costs.
    #[inline]
    pub(crate) fn ticks(&self, number: u32) -> u64 {
        u64::from(self.instances[number as usize].ticks)
    }

    #[inline]
    pub(crate) fn woken_by_change(&self, var: Var) -> &[u32] {
        self.woken_by_change.get(var.index())
    }

    #[inline]
    pub(crate) fn woken_by_fixing(&self, var: Var) -> &[u32] {
        self.woken_by_fixing.get(var.index())
    }

    pub(crate) fn rule(&self, number: u32) -> &dyn Rule {
        &*self.rules[self.instances[number as usize].rule as usize]
    }

    pub(crate) fn vars(&self, number: u32) -> &[Var] {
        self.place(self.instances[number as usize].place)
    }

    pub(crate) fn region(&self, number: u32) -> Option<Region> {
        match self.instances[number as usize].place {
            Place::Region(region) => Some(region),
            Place::List(_) => None,
        }
    }

    /// How many of the first pairs belong to rules on regions that only a fixed variable wakes.
    pub(crate) fn woken_by_fixing_first(&self) -> u32 {
        let first = self.instances.iter().take_while(|instance| {
            let wakes = self.rules[instance.rule as usize].wakes();
            wakes == Wake::Fixed && matches!(instance.place, Place::Region(_))
        });
        first.count() as u32
    }

    /// Whether both singles of the library are applied to the regions.
    pub(crate) fn has_singles(&self) -> bool {
        let has = |body| self.rules.iter().any(|rule| Body::of(&**rule) == body);
        has(Body::NakedSingle) && has(Body::HiddenSingle)
    }

    /// Whether the pair infers what the groups of learning search do not.
    pub(crate) fn is_foreign(&self, number: u32) -> bool {
        self.instances[number as usize].body == Body::Foreign
    }

    /// A rule of which it is not known that what it infers follows from clauses by unit propagation, if there is one.
    pub(crate) fn unproved_rule(&self) -> Option<&dyn Rule> {
        let mut foreign = (0..self.len() as u32).filter(|&number| self.is_foreign(number));
        foreign.find(|&number| !self.rule(number).follows_by_units()).map(|number| self.rule(number))
    }

    /// Whether `var` is in the scope of the pair.
    pub(crate) fn has_in_scope(&self, number: u32, var: Var) -> bool {
        let is_woken = |woken: &[u32]| woken.binary_search(&number).is_ok();
        var.index() < self.model.variables()
            && (is_woken(self.woken_by_change(var)) || is_woken(self.woken_by_fixing(var)))
    }

    /// Applies the rule to the scope.
    ///
    /// # Errors
    /// A conflict; or a stop in the middle, and then the store is as it was before.
    #[inline(always)]
    pub(crate) fn apply(&self, number: u32, store: &mut Store, budget: &mut Budget) -> Result<(), Halt> {
        let instance = &self.instances[number as usize];
        let memory = (instance.memory.0 as usize, instance.memory.1 as usize);
        let (vars, region) = (self.vars(number), self.region(number));
        let start = store.log().len();
        let cause = Cause::Applied(number);
        let rule = &self.rules[instance.rule as usize];
        let result =
            rule.apply(&mut Scope::new(store, budget, vars, region, instance.index as usize, cause, memory));
        if let Some(reason) = budget.take_broken_off() {
            store.undo_to(start);
            return Err(Halt::Stopped(reason));
        }
        // A rule may have kept the conflict that it was told of to itself.
        if result.is_err() || store.has_empty() {
            return Err(Halt::Conflict(Culprit::Instance(number, start)));
        }
        Ok(())
    }

    /// The scope as it was when the log had `length` entries.
    pub(crate) fn past<'a>(
        &'a self,
        number: u32,
        store: &'a Store,
        length: usize,
        budget: &'a Budget,
    ) -> Past<'a> {
        let index = self.instances[number as usize].index as usize;
        Past::new(store, self.vars(number), self.region(number), index, length, budget)
    }
}
