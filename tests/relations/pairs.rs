//! Relations between two variables, clauses, tables, classes to cover, places of values and sets with the same values:
//! on domains of one word and of several, whatever the numbering of the values.

use std::sync::Arc;

use pencilmark::{
    Clauses, Covering, Domain, Element, EqualSets, Literal, ModelBuilder, OneOf, Pairs, Relation,
    SelfCounting, Table, Tuples, Var,
};
use proptest::prelude::*;

use crate::{Reach, check, literals, subset};

/// Variables over these domains.
fn variables(builder: &mut ModelBuilder, domains: &[u64]) -> Vec<Var> {
    domains.iter().map(|&bits| builder.variable(subset(0, bits))).collect()
}

fn domains(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(1u64..32, count)
}

fn picks() -> impl Strategy<Value = Vec<(usize, i32, bool)>> {
    prop::collection::vec((0usize..5, 0i32..5, any::<bool>()), 0..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A relation on domains of several words, shared with a model that numbers its values differently.
    #[test]
    fn pairs_of_many_words(domains in prop::collection::vec(1u64..(1 << 40), 2), rest in 1i32..7, picks in picks()) {
        let relation = Relation::new(move |a, b| (a * 31 + b * 17) % rest == 0 || a == b);
        // With all values between them in the model, a domain has many words; without, the numbers are others.
        for between in [0..160, 0..0] {
            let reach = if between.is_empty() { Reach::Sound } else { Reach::All };
            let mut builder = ModelBuilder::new();
            let domain = |&bits: &u64| subset(0, bits).values().map(|value| value * value).collect::<Domain>();
            let vars: Vec<Var> = domains.iter().map(|bits| builder.variable(domain(bits))).collect();
            let pairs = Arc::new(Pairs::new("pairs", &relation, [[vars[0], vars[1]]]));
            builder.constraint(pairs.clone());
            between.for_each(|value| {
                builder.variable([value]);
            });
            let model = builder.build().unwrap();
            let holds = |values: &[i32]| relation.holds(values[0], values[1]);
            check(&model, &[pairs], &literals(&vars, &picks), &holds, reach)?;
        }
    }

    #[test]
    fn pairs_of_one_word(domains in domains(3..5), apart in 0i32..4, picks in picks()) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        let relation = Relation::new(move |a, b| (a - b).abs() >= apart);
        let line = Arc::new(Pairs::new("line", &relation, vars.windows(2).map(|pair| [pair[0], pair[1]])));
        builder.constraint(line.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| values.windows(2).all(|pair| (pair[0] - pair[1]).abs() >= apart);
        check(&model, &[line], &literals(&vars, &picks), &holds, Reach::All)?;
    }

    #[test]
    fn tables(domains in domains(3..4), tuples in prop::collection::vec(prop::collection::vec(-1i32..6, 3), 0..90), picks in picks()) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        let table = Arc::new(Table::new("table", vars.clone(), &Tuples::new(3, tuples.clone())));
        builder.constraint(table.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| tuples.iter().any(|tuple| tuple == values);
        check(&model, &[table], &literals(&vars, &picks), &holds, Reach::All)?;
    }

    #[test]
    fn clauses(domains in domains(3..5), signs in prop::collection::vec((0i32..5, any::<bool>()), 4), picks in picks()) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        let clause: Vec<Literal> = vars.iter().zip(&signs).map(|(&var, &(value, is))| {
            if is { Literal::Is(var, value) } else { Literal::IsNot(var, value) }
        }).collect();
        let clauses = Arc::new(Clauses::new("clause", [clause]));
        builder.constraint(clauses.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| {
            values.iter().zip(&signs).any(|(&value, &(wanted, is))| (value == wanted) == is)
        };
        check(&model, &[clauses], &literals(&vars, &picks), &holds, Reach::All)?;
    }

    #[test]
    fn coverings(domains in domains(2..5), classes in 1usize..9, picks in picks()) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        let class = |value: i32| value as usize % classes;
        let of = |wanted| (0..5).filter(|&value| class(value) == wanted).collect::<Domain>();
        let covering = Arc::new(Covering::new("covering", [vars.clone()], (0..classes).map(of)));
        builder.constraint(covering.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| (0..classes).all(|wanted| values.iter().any(|&value| class(value) == wanted));
        let reach = if classes <= 6 { Reach::All } else { Reach::Sound };
        check(&model, &[covering], &literals(&vars, &picks), &holds, reach)?;
    }

    #[test]
    fn elements(domains in domains(3..5), value in 0i32..5, own in any::<bool>(), picks in picks()) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        // At times the index itself is one of the places.
        let places = if own { &vars[..] } else { &vars[1..] };
        let element = Arc::new(Element::new("element", vars[0], (1..).zip(places.iter().copied()), value));
        builder.constraint(element.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| {
            let places = if own { values } else { &values[1..] };
            usize::try_from(values[0] - 1).ok().and_then(|i| places.get(i)) == Some(&value)
        };
        check(&model, &[element], &literals(&vars, &picks), &holds, Reach::All)?;
    }

    #[test]
    fn equal_sets(domains in domains(4..5), three in any::<bool>(), picks in picks()) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        let size = if three { 1 } else { 2 };
        let sets: Vec<Vec<Var>> = vars.chunks(size).map(<[Var]>::to_vec).collect();
        let equal = Arc::new(EqualSets::new("equal", sets));
        builder.constraint(equal.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| {
            let sets: Vec<Vec<i32>> = values.chunks(size).map(|set| {
                let mut set = set.to_vec();
                set.sort_unstable();
                set
            }).collect();
            sets.iter().all(|set| *set == sets[0])
        };
        check(&model, &[equal], &literals(&vars, &picks), &holds, Reach::All)?;
    }

    #[test]
    fn self_counting(domains in domains(1..6), picks in picks()) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        let counting = Arc::new(SelfCounting::new("counting", vars.clone()));
        builder.constraint(counting.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| values.iter().all(|value| {
            values.iter().filter(|other| *other == value).count() as i32 == *value
        });
        check(&model, &[counting], &literals(&vars, &picks), &holds, Reach::All)?;
    }

    #[test]
    fn one_of(domains in domains(1..3), allowed in 0u64..64, picks in picks()) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        let one_of = Arc::new(OneOf::new("one of", vars.clone(), subset(0, allowed)));
        builder.constraint(one_of.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| values.iter().all(|&value| allowed >> value & 1 == 1);
        check(&model, &[one_of], &literals(&vars, &picks), &holds, Reach::All)?;
    }
}
