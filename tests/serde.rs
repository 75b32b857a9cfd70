//! Models, outcomes and deductions as data, there and back.
#![allow(clippy::unwrap_used)]

use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pencilmark::{
    Constraint, Count, Deduction, Domain, Domains, Limits, Literal, Model, ModelBuilder, Outcome, Solution,
    Solver, Store, Uniqueness, Var,
};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn there_and_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
    text
}

fn small() -> (Model, Vec<Var>) {
    let mut builder = ModelBuilder::new();
    let mut vars = builder.variables(2, 1..=3);
    vars.push(builder.variable([-4, 2, 3, i32::MAX]));
    builder.region(vars.clone());
    builder.region([]);
    (builder.build().unwrap(), vars)
}

#[test]
fn a_model_comes_back_the_same() {
    let (model, _) = small();
    let text = serde_json::to_string(&model).unwrap();
    let expected = concat!(
        r#"{"domains":[[[1,3]],[[1,3]],[[-4,-4],[2,3],[2147483647,2147483647]]],"#,
        r#""regions":[[0,1,2],[]]}"#
    );
    assert_eq!(text, expected);
    let back: Model = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&back).unwrap(), text);
    let solutions = |model: &Model| Solver::new(model).solutions().collect::<Vec<Solution>>();
    assert_eq!(solutions(&back), solutions(&model));
}

#[test]
fn what_is_no_model_is_refused() {
    let error = |text: &str| serde_json::from_str::<Model>(text).unwrap_err().to_string();
    assert!(
        error(r#"{"domains":[],"regions":[[3]]}"#)
            .starts_with("region 0 names x3, but the model has 0 variables")
    );
    assert!(error(r#"{"domains":[[[1,2]]],"regions":[[0,0]]}"#).starts_with("region 0 names x0 twice"));
    assert!(error(r#"{"domains":[[[2,1]]],"regions":[]}"#).starts_with("a run from 2 down to 1"));
    assert!(error(r#"{"domains":[[[1,2147483648]]],"regions":[]}"#).contains("invalid value"));
    assert!(error(r#"{"domains":[],"regions":[],"constraints":[]}"#).contains("unknown field"));
    let all = "[[-2147483648,2147483647]]";
    let huge = format!(r#"{{"domains":[{all},{all},{all}],"regions":[]}}"#);
    assert!(error(&huge).starts_with("the model needs"));
    assert!(
        serde_json::from_str::<Model>(r#"{"domains":[[]],"regions":[]}"#).is_ok(),
        "only without solution"
    );
    // Runs in any order, and overlapping ones, are one domain.
    let domain: Domain = serde_json::from_str("[[5,9],[1,3],[4,6]]").unwrap();
    assert_eq!(domain, Domain::from(1..=9));
}

#[test]
fn a_model_with_constraints_is_refused_by_name() {
    struct Never(Vec<Var>);
    impl Constraint for Never {
        fn name(&self) -> &str {
            "never"
        }
        fn scope(&self) -> &[Var] {
            &self.0
        }
        fn holds(&self, _: &[i32]) -> bool {
            false
        }
    }
    let mut builder = ModelBuilder::new();
    let var = builder.variable(1..=2);
    builder.constraint(Never(vec![var]));
    let error = serde_json::to_string(&builder.build().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "constraint 0 (never) is code and cannot be written as data");
}

#[test]
fn outcomes_and_deductions_come_back_the_same() {
    let (model, vars) = small();
    let deductions = Arc::new(Mutex::new(Vec::<Deduction>::new()));
    let list = deductions.clone();
    let observer = move |deduction: &Deduction, _: &Store| list.lock().unwrap().push(deduction.clone());
    let mut solver = Solver::builder(&model).observer(observer).build().unwrap();
    there_and_back::<Outcome<Solution>>(&solver.solve());
    there_and_back::<Outcome<Domains>>(&solver.infer());
    there_and_back::<Uniqueness>(&solver.check());
    there_and_back::<Count>(&solver.count(2));
    there_and_back::<Count>(&solver.count(1000));
    for literal in [Literal::Is(vars[0], 1), Literal::IsNot(vars[2], -4), Literal::Is(vars[1], 1)] {
        solver.assume(literal);
        there_and_back(&literal);
        there_and_back::<Outcome<Domains>>(&solver.infer());
        there_and_back::<Uniqueness>(&solver.check());
    }
    assert!(matches!(solver.infer(), Outcome::NoSolution(proof) if proof.contradiction.is_some()));
    solver.set_limits(Limits::none().time(Duration::ZERO));
    there_and_back::<Outcome<Solution>>(&solver.solve());
    there_and_back::<Count>(&solver.count(2));
    let deductions = deductions.lock().unwrap();
    assert!(deductions.iter().any(|deduction| deduction.conflict) && !deductions.is_empty());
    there_and_back(&*deductions);
}

proptest! {
    #[test]
    fn any_domain_comes_back_the_same(values in prop::collection::vec(any::<i32>(), 0..20), low in any::<i32>(), len in 0..100) {
        let run = low..=low.saturating_add(len);
        there_and_back(&Domain::from(run.clone()));
        there_and_back(&values.into_iter().chain(run).collect::<Domain>());
    }
}
