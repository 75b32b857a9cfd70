//! The store against a twin that keeps plain sets and copies them: what it holds, what it held, and that undoing
//! restores all of it. An undo that is one word short must be caught by the same property.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseError, TestRunner};

use crate::model::budget::{Budget, Limits};
use crate::model::builder::ModelBuilder;
use crate::model::ids::Var;
use crate::store::log::{Cause, Kind};
use crate::store::store::Store;

#[derive(Clone, Copy, Debug)]
enum Step {
    Remove(usize, usize),
    Assign(usize, usize),
    /// A word of a domain, and the bits to be removed.
    Bits(usize, usize, u64),
    Memory(usize, u64),
    Push,
    Undo,
}

const MEMORY: usize = 3;

/// Domains of one word, of several, and one that lies in the last word only; and what is done to them.
fn cases() -> impl Strategy<Value = (Vec<Vec<i32>>, Vec<Step>)> {
    let narrow = prop::collection::vec(prop::sample::subsequence((1..=9).collect::<Vec<i32>>(), 1..=9), 1..4);
    let domain = prop_oneof![
        Just((0..=200).collect::<Vec<i32>>()),
        Just(vec![-5, 70, 199]),
        Just((150..=200).collect()),
        Just(vec![3]),
    ];
    let wide = prop::collection::vec(domain, 1..5);
    let sparse = any::<[u64; 2]>().prop_map(|[a, b]| a & b);
    let step = prop_oneof![
        6 => (0usize..8, 0usize..210).prop_map(|(var, value)| Step::Remove(var, value)),
        1 => (0usize..8, 0usize..210).prop_map(|(var, value)| Step::Assign(var, value)),
        4 => (0usize..8, 0usize..4, sparse).prop_map(|(var, word, bits)| Step::Bits(var, word, bits)),
        2 => (0..MEMORY, any::<u64>()).prop_map(|(index, value)| Step::Memory(index, value)),
        4 => Just(Step::Push),
        4 => Just(Step::Undo),
    ];
    (prop_oneof![narrow, wide], prop::collection::vec(step, 0..60))
}

#[derive(Clone, PartialEq, Debug)]
struct Twin {
    domains: Vec<BTreeSet<i32>>,
    memory: [u64; MEMORY],
}

/// Everything in the store that undoing must bring back.
fn inside(store: &Store) -> impl PartialEq + std::fmt::Debug + use<> {
    let log: Vec<_> =
        store.log.iter().map(|entry| (entry.bits, entry.place, entry.previous, entry.cause())).collect();
    let arrays = (store.words.clone(), store.sizes.clone(), store.last.clone(), store.levels.clone());
    (arrays, log, store.open, store.empty)
}

/// Does the steps to the store and the twin, undoing with `undo`, and compares all along.
fn agrees_with_the_twin(
    domains: &[Vec<i32>],
    steps: &[Step],
    undo: fn(&mut Store),
) -> Result<(), TestCaseError> {
    let mut builder = ModelBuilder::new();
    let vars: Vec<Var> = domains.iter().map(|domain| builder.variable(domain.clone())).collect();
    let model = builder.build().expect("it is small");
    let mut store = Store::new(&model, MEMORY, &mut Budget::new(&Limits::none())).expect("no limits");
    let sets = domains.iter().map(|domain| domain.iter().copied().collect()).collect();
    let mut twin = Twin { domains: sets, memory: [0; MEMORY] };
    let mut saved = Vec::new();
    // The domains when the log had so many entries.
    let mut past = vec![(0, twin.domains.clone())];
    let count = model.values().count();
    for &step in steps {
        let cause = Cause::Decision;
        // After a conflict a search undoes before anything else.
        if twin.domains.iter().any(BTreeSet::is_empty) && !matches!(step, Step::Undo) {
            continue;
        }
        match step {
            Step::Remove(var, number) if number < count => {
                let (i, value) = (var % vars.len(), model.values().value_at(number));
                let result = store.remove_number(vars[i], number, cause);
                let removed = twin.domains[i].remove(&value);
                prop_assert_eq!(result.is_err(), removed && twin.domains[i].is_empty());
            }
            Step::Assign(var, number) if number < count => {
                let (i, value) = (var % vars.len(), model.values().value_at(number));
                let result = store.assign_number(vars[i], number, cause);
                twin.domains[i].retain(|&there| there == value);
                prop_assert_eq!(result.is_err(), twin.domains[i].is_empty());
            }
            Step::Bits(var, word, bits) => {
                let i = var % vars.len();
                let gone = |value: &i32| {
                    let number = model.values().number_of(*value).unwrap_or(usize::MAX);
                    number / 64 == word && bits >> (number % 64) & 1 == 1
                };
                let result = store.remove_bits(vars[i], word, bits, cause, Kind::Removal);
                let before = twin.domains[i].len();
                twin.domains[i].retain(|value| !gone(value));
                prop_assert_eq!(result.is_err(), before > 0 && twin.domains[i].is_empty());
            }
            Step::Memory(index, value) => {
                store.set_memory(index, value);
                twin.memory[index] = value;
            }
            Step::Push => {
                saved.push((twin.clone(), inside(&store), past.len()));
                store.push_level();
            }
            Step::Undo => {
                let Some((old, before, length)) = saved.pop() else { continue };
                undo(&mut store);
                twin = old;
                past.truncate(length);
                prop_assert_eq!(inside(&store), before);
            }
            _ => continue,
        }
        if !matches!(step, Step::Push | Step::Undo) {
            past.push((store.log().len(), twin.domains.clone()));
        }
        compare(&store, &vars, &twin)?;
    }
    for (length, domains) in past {
        for (&var, domain) in vars.iter().zip(domains) {
            let bits: usize = (0..model.values().words())
                .map(|word| store.word_at(var, word, length).count_ones() as usize)
                .sum();
            prop_assert_eq!(bits, domain.len());
            for value in domain {
                let number = model.values().number_of(value).unwrap_or(usize::MAX);
                prop_assert!(store.word_at(var, number / 64, length) >> (number % 64) & 1 == 1);
            }
        }
    }
    while saved.pop().is_some() {
        undo(&mut store);
    }
    prop_assert_eq!(store.level(), 0);
    Ok(())
}

fn compare(store: &Store, vars: &[Var], twin: &Twin) -> Result<(), TestCaseError> {
    for (&var, domain) in vars.iter().zip(&twin.domains) {
        prop_assert!(store.values(var).eq(domain.iter().copied()), "{} is {:?}", var, domain);
        prop_assert_eq!(store.size(var), domain.len());
        prop_assert_eq!(store.value(var), domain.first().copied().filter(|_| domain.len() == 1));
        prop_assert_eq!(store.lowest(var), domain.first().copied());
    }
    prop_assert_eq!(store.open(), twin.domains.iter().filter(|domain| domain.len() > 1).count());
    prop_assert_eq!(store.has_empty(), twin.domains.iter().any(BTreeSet::is_empty));
    prop_assert!((0..MEMORY).all(|index| store.memory(index) == twin.memory[index]));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_store_agrees_with_its_twin((domains, steps) in cases()) {
        agrees_with_the_twin(&domains, &steps, Store::undo_level)?;
    }
}

/// Takes back all of a level but its first change.
fn one_word_short(store: &mut Store) {
    let length = store.levels.pop().map_or(0, |length| length as usize);
    if store.log.len() > length {
        store.undo_to(length + 1);
        store.log.pop();
    }
}

/// Takes back the words, but leaves the chain of the last one.
fn one_link_short(store: &mut Store) {
    let Some(&length) = store.levels.last() else { return };
    let first = store.log.get(length as usize).map(|entry| (entry.place as usize, length));
    store.undo_level();
    if let Some((place, entry)) = first {
        store.last[place] = entry;
    }
}

#[test]
fn an_undo_that_is_one_word_short_is_caught() {
    for mutant in [one_word_short, one_link_short] {
        let mut runner = TestRunner::deterministic();
        let mut case = || cases().new_tree(&mut runner).expect("cases are never rejected").current();
        let caught = (0..200)
            .map(|_| case())
            .any(|(domains, steps)| agrees_with_the_twin(&domains, &steps, mutant).is_err());
        assert!(caught);
    }
}
