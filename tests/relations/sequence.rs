//! Sequences that a random machine accepts.

use std::sync::Arc;

use pencilmark::{Layers, Machine, ModelBuilder, Sequence};
use proptest::prelude::*;

use crate::{Reach, check, literals, subset};

/// A machine with a table for a mind: state and value to state.
#[derive(Clone, Debug)]
struct Table(Vec<[Option<u8>; 4]>);

impl Machine for Table {
    type State = u8;
    fn start(&self) -> u8 {
        0
    }
    fn step(&self, position: usize, state: &u8, value: i32) -> Option<u8> {
        self.0[(*state as usize + position) % self.0.len()][(value + 1) as usize]
    }
    fn accepts(&self, state: &u8) -> bool {
        state.is_multiple_of(2)
    }
}

fn runs(table: &Table, values: &[i32]) -> bool {
    let step = |state: Option<u8>, (i, &value): (usize, &i32)| table.step(i, &state?, value);
    values.iter().enumerate().fold(Some(0), step).is_some_and(|state| table.accepts(&state))
}

fn row() -> impl Strategy<Value = [Option<u8>; 4]> {
    let step = || prop_oneof![1 => Just(None), 3 => (0u8..5).prop_map(Some)];
    [step(), step(), step(), step()]
}

proptest! {
    /// Exactly what is supported is left, whatever the numbering of the values; also where a variable stands twice, the
    /// same solutions are found.
    #[test]
    fn leaves_what_enumeration_leaves(
        rows in prop::collection::vec(row(), 1..5),
        domains in prop::collection::vec(1u64..16, 1..5),
        picks in prop::collection::vec((0usize..5, -1i32..3, any::<bool>()), 0..5),
        other in 0u32..3,
        twice in any::<bool>(),
    ) {
        let table = Table(rows);
        let mut builder = ModelBuilder::new();
        let mut vars: Vec<_> = domains.iter().map(|&bits| builder.variable(subset(-1, bits))).collect();
        match other {
            0 => {}
            1 => { builder.variable(-1..=2); }
            _ => { builder.variable([-70, 70]); }
        }
        if twice {
            vars.push(vars[0]);
        }
        let layers = Arc::new(Layers::new(&table, vars.len(), &[2, 1, 0, -1], 1000).unwrap());
        let sequence = Arc::new(Sequence::new("table", vars.clone(), layers));
        builder.constraint(sequence.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| {
            runs(&table, &vars.iter().map(|var| values[var.index()]).collect::<Vec<_>>())
        };
        let reach = if twice { Reach::Sound } else { Reach::All };
        check(&model, &[sequence], &literals(&vars, &picks), &holds, reach)?;
    }

    /// The graph holds the sequences of the machine, no state that leads nowhere, and no two for the same endings.
    #[test]
    fn layers_are_the_machine(rows in prop::collection::vec(row(), 1..5), length in 0usize..5) {
        let table = Table(rows);
        let layers = Layers::new(&table, length, &[-1, 0, 1, 2], 1000).unwrap();
        let all = vec![(-1..=2).collect::<Vec<i32>>(); length];
        let accepted = crate::solutions(&all, &|values| runs(&table, values));
        for values in crate::solutions(&all, &|_| true) {
            prop_assert_eq!(layers.accepts(&values), accepted.contains(&values));
        }
        let mut endings = 0;
        for split in 0..length {
            let mut kinds: Vec<Vec<&[i32]>> = Vec::new();
            let mut starts: Vec<&[i32]> = accepted.iter().map(|values| &values[..split]).collect();
            starts.sort_unstable();
            starts.dedup();
            for start in starts {
                let with = accepted.iter().filter(|values| values.starts_with(start));
                let ends: Vec<&[i32]> = with.map(|values| &values[split..]).collect();
                if !kinds.contains(&ends) {
                    kinds.push(ends);
                }
            }
            endings += kinds.len();
        }
        prop_assert_eq!(layers.states(), endings);
    }
}

#[test]
fn a_machine_that_counts_without_end_is_refused() {
    struct Count;
    impl Machine for Count {
        type State = i64;
        fn start(&self) -> i64 {
            0
        }
        fn step(&self, _: usize, state: &i64, value: i32) -> Option<i64> {
            Some(state * 10 + i64::from(value))
        }
        fn accepts(&self, _: &i64) -> bool {
            true
        }
    }
    let refused = Layers::new(&Count, 9, &[1, 2, 3, 4, 5, 6, 7, 8, 9], 5000).unwrap_err();
    assert_eq!(refused.to_string(), "the machine needs more than 5000 states");
}
