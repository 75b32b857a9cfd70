//! A timetable as a Latin design, in TOML: who teaches which class at which hour. A constraint that no file knows is
//! written here; it is explained and learned from like any other, without more code.
//!
//! `cargo run --example 13_timetable`

use pencilmark::{
    Cell, Conflict, Constraint, Deduction, Definition, Model, Posting, Rule, Scope, Scopes, Store,
    Uniqueness, Var, Variant, Words,
};

/// No class goes from the first teacher to the second without an hour between.
struct Pause {
    vars: [Var; 2],
}

impl Constraint for Pause {
    fn name(&self) -> &str {
        "pause"
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        values[0] != values[1]
    }
}

impl Rule for Pause {
    fn name(&self) -> &str {
        "pause"
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.to_vec()])
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        for (one, other) in [(0, 1), (1, 0)] {
            if let Some(class) = scope.value(one) {
                scope.remove(other, class)?;
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let definition = Definition::from_toml(include_str!("puzzles/timetable.toml"))?;
    println!("without a pause there are {} timetables", Variant::new(&definition)?.count(1000).found());

    let pauses = |posting: &mut Posting<'_>| {
        for hour in 0..posting.grid().columns() - 1 {
            let vars = [posting.var(Cell::new(0, hour))?, posting.var(Cell::new(1, hour + 1))?];
            posting.both(Pause { vars });
        }
        Ok(())
    };
    let mut timetable = Variant::extended(&definition, pauses, |builder, _| builder)?;
    let Uniqueness::Unique(solution) = timetable.is_unique() else { panic!("it has one solution") };
    println!("with one there is this:\n{solution}");

    // What the new constraint has found while that was proved, with its reasons.
    let watch = |deduction: &Deduction, words: &Words| {
        // By its rule, or by the check that every constraint gets.
        if deduction.region.is_none() {
            println!("{}", words.deduction(deduction));
        }
    };
    let mut timetable = Variant::extended(&definition, pauses, |builder, words| {
        let words = words.clone();
        builder.observer(move |deduction: &Deduction, _: &Store| watch(deduction, &words))
    })?;
    assert_eq!(timetable.count(2).found(), 1);
    Ok(())
}
