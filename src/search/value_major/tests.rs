//! The value-major body against slow twins: the fixpoint bit for bit, the solutions one by one, the instruction sets
//! against each other.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::search::simd::level::Simd;
use crate::search::value_major::body::{Effort, Step};
use crate::search::value_major::closure::Closure;
use crate::search::value_major::layout::{SHAPES, Shape};
use crate::search::value_major::models::{
    Model, all, any_model, below, chance, grid, instance, loose, shuffle, wild,
};
use crate::search::value_major::plan::Plan;
use crate::search::value_major::solver::Solver;
use crate::search::word_model::WordModel;

/// Where a search stops before it has seen everything.
#[derive(Clone, Copy, Debug)]
struct Limits {
    solutions: u64,
    nodes: u64,
}

const ALL: Limits = Limits { solutions: u64::MAX, nodes: u64::MAX };

/// What a search found, and how it ended: with the step [`Step::Reached`] if it was the limit of solutions.
type Report = (u64, u64, Step);

/// Searches an instance.
fn search(
    solver: &mut Solver,
    domains: &[u64],
    limits: Limits,
    stop: &mut dyn FnMut() -> bool,
    each: &mut dyn FnMut(&[u8]),
) -> Report {
    solver.load(domains);
    let mut found = 0;
    let mut end = Step::Reached;
    while found < limits.solutions {
        end = solver.advance(limits.nodes, &mut |_, _| stop());
        if end != Step::Reached {
            break;
        }
        found += 1;
        each(solver.solution());
    }
    (found, solver.effort().nodes, end)
}

fn count(solver: &mut Solver, domains: &[u64], limits: Limits) -> Report {
    search(solver, domains, limits, &mut || false, &mut |_| ())
}

/// The fixpoint, by straight loops over the regions as they stand in the model.
fn slow_close(model: &Model, domains: &[u64], closure: Closure) -> Option<Vec<u64>> {
    let mut now: Vec<u64> = domains.iter().zip(&model.domains).map(|(d, root)| d & root).collect();
    let unions: Vec<u64> =
        model.regions.iter().map(|r| r.iter().fold(0, |m, &x| m | model.domains[x as usize])).collect();
    let permutation = |r: usize| model.regions[r].len() == unions[r].count_ones() as usize;
    if model.regions.iter().zip(&unions).any(|(r, u)| r.len() > u.count_ones() as usize) {
        return None;
    }
    loop {
        let before = now.clone();
        for (r, region) in model.regions.iter().enumerate() {
            for &x in region {
                let fixed = now[x as usize];
                for &y in region.iter().filter(|&&y| y != x && fixed.is_power_of_two()) {
                    now[y as usize] &= !fixed;
                }
            }
            if !permutation(r) {
                continue;
            }
            for v in (0..model.values).filter(|v| unions[r] >> v & 1 == 1) {
                let places: Vec<u32> =
                    region.iter().copied().filter(|&x| now[x as usize] >> v & 1 == 1).collect();
                match places[..] {
                    [] => return None,
                    [x] => now[x as usize] = 1 << v,
                    _ if closure == Closure::Locked => {
                        for other in model.regions.iter().filter(|o| places.iter().all(|x| o.contains(x))) {
                            for &y in other.iter().filter(|y| !region.contains(y)) {
                                now[y as usize] &= !(1 << v);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        if now.contains(&0) {
            return None;
        }
        if now == before {
            return Some(now);
        }
    }
}

/// All solutions, by trying every value of one variable after the other.
fn slow_solutions(model: &Model, domains: &[u64], most: usize) -> BTreeSet<Vec<u8>> {
    fn go(model: &Model, domains: &[u64], most: usize, part: &mut Vec<u8>, out: &mut BTreeSet<Vec<u8>>) {
        let x = part.len();
        if out.len() > most {
            return;
        }
        if x == domains.len() {
            out.insert(part.clone());
            return;
        }
        for v in (0..model.values as u8).filter(|v| (domains[x] & model.domains[x]) >> v & 1 == 1) {
            let clash = |r: &Vec<u32>| {
                r.contains(&(x as u32)) && r.iter().any(|&y| (y as usize) < x && part[y as usize] == v)
            };
            if !model.regions.iter().any(clash) {
                part.push(v);
                go(model, domains, most, part, out);
                part.pop();
            }
        }
    }
    let mut out = BTreeSet::new();
    go(model, domains, most, &mut Vec::new(), &mut out);
    out
}

fn words(values: u32, domains: &[u64], regions: &[Vec<u32>]) -> WordModel {
    WordModel { values, domains: domains.to_vec(), regions: regions.to_vec() }
}

fn plan(values: u32, domains: &[u64], regions: &[Vec<u32>]) -> Option<Plan> {
    Plan::new(&words(values, domains, regions))
}

/// The solver of each supported level, for each shape that the model fits.
fn solvers(model: &Model) -> Vec<(Shape, Vec<Solver>)> {
    let words = words(model.values, &model.domains, &model.regions);
    let plan = |shape| Plan::with_shape(&words, shape);
    let levels = Simd::ALL.into_iter().filter(|level| level.is_supported());
    let with = |plan: Plan| {
        let plan = Arc::new(plan);
        (plan.shape, levels.clone().map(|level| Solver::new(&plan, level)).collect())
    };
    SHAPES.iter().copied().filter_map(plan).map(with).collect()
}

/// All solutions in order, and the report.
fn solve(solver: &mut Solver, domains: &[u64], limits: Limits) -> (Report, Vec<Vec<u8>>) {
    let mut found = Vec::new();
    let report =
        search(solver, domains, limits, &mut || false, &mut |solution| found.push(solution.to_vec()));
    assert_eq!(report.0, found.len() as u64);
    (report, found)
}

#[test]
fn the_fixpoint_is_that_of_the_slow_twin() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut dead, mut alive, mut shapes) = (0, 0, BTreeSet::new());
    for _ in 0..400 {
        let model = any_model(&mut rng);
        let mut solvers = solvers(&model);
        for _ in 0..3 {
            let domains = instance(&mut rng, &model);
            for closure in [Closure::Singles, Closure::Locked] {
                let expected = slow_close(&model, &domains, closure);
                dead += usize::from(expected.is_none());
                alive += usize::from(expected.is_some());
                for (shape, solvers) in &mut solvers {
                    shapes.insert(format!("{shape:?}"));
                    for solver in solvers {
                        let mut now = domains.clone();
                        let found = solver.close(&mut now, closure).then_some(now);
                        assert_eq!(found, expected, "{closure:?} {shape:?} {solver:?} {model:?}");
                    }
                }
            }
        }
    }
    assert!(dead > 100 && alive > 1000, "{dead} {alive}");
    assert_eq!(shapes.len(), SHAPES.len());
}

#[test]
fn solutions_are_those_of_brute_force_at_every_level_in_one_order() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut kinds = [0; 3];
    for _ in 0..300 {
        let model = match below(&mut rng, 3) {
            0 => grid(&mut rng, 2, 2),
            1 => {
                let (values, variables) = (1 + below(&mut rng, 6) as u32, 1 + below(&mut rng, 9));
                loose(&mut rng, values, variables)
            }
            _ => {
                let (values, variables) = (1 + below(&mut rng, 4) as u32, 1 + below(&mut rng, 8));
                wild(&mut rng, values, variables)
            }
        };
        let mut solvers = solvers(&model);
        for _ in 0..3 {
            let domains = instance(&mut rng, &model);
            let expected = slow_solutions(&model, &domains, 3000);
            if expected.len() > 3000 {
                continue;
            }
            kinds[expected.len().min(2)] += 1;
            for (shape, solvers) in &mut solvers {
                let first = solve(&mut solvers[0], &domains, ALL);
                assert_eq!(first.0.2, Step::Exhausted);
                assert_eq!(first.1.len(), expected.len(), "{shape:?} {model:?} {domains:?}");
                assert_eq!(first.1.iter().cloned().collect::<BTreeSet<_>>(), expected);
                for solver in &mut solvers[1..] {
                    assert_eq!(solve(solver, &domains, ALL), first);
                }
            }
        }
    }
    assert!(kinds.iter().all(|&n| n > 50), "{kinds:?}");
}

#[test]
fn larger_boards_give_the_same_nodes_and_order_at_every_level() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for (height, width, percent) in [(3, 3, 30), (3, 4, 40), (4, 4, 45), (5, 5, 60)] {
        for _ in 0..4 {
            let model = grid(&mut rng, height, width);
            let solution = model.solution.clone().unwrap();
            let given = |x: usize, rng: &mut ChaCha8Rng| chance(rng, percent) && x < solution.len();
            let domains: Vec<u64> = (0..solution.len())
                .map(|x| if given(x, &mut rng) { 1 << solution[x] } else { all(model.values) })
                .collect();
            for (_, mut solvers) in solvers(&model) {
                let limits = Limits { solutions: 20, nodes: 300 };
                let first = solve(&mut solvers[0], &domains, limits);
                for found in &first.1 {
                    for region in &model.regions {
                        let values: BTreeSet<u8> = region.iter().map(|&x| found[x as usize]).collect();
                        assert_eq!(values.len(), region.len());
                    }
                }
                for solver in &mut solvers[1..] {
                    assert_eq!(solve(solver, &domains, limits), first);
                }
            }
        }
    }
}

#[test]
fn a_solver_keeps_nothing_of_the_boards_before() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let model = grid(&mut rng, 3, 3);
    let plan = Arc::new(plan(9, &model.domains, &model.regions).unwrap());
    let mut old = Solver::new(&plan, Simd::chosen());
    for _ in 0..60 {
        let domains = instance(&mut rng, &model);
        let limits = Limits { solutions: below(&mut rng, 40) as u64, nodes: below(&mut rng, 200) as u64 };
        assert_eq!(
            solve(&mut old, &domains, limits),
            solve(&mut Solver::new(&plan, Simd::chosen()), &domains, limits)
        );
    }
}

#[test]
fn limits_and_stops_are_told_apart() {
    let domains = [all(9); 30];
    let plan = Arc::new(plan(9, &domains, &[]).unwrap());
    let mut solver = Solver::new(&plan, Simd::chosen());
    assert_eq!(count(&mut solver, &domains, Limits { solutions: 2, ..ALL }).0, 2);
    let report = count(&mut solver, &domains, Limits { nodes: 5, ..ALL });
    assert_eq!(report, (0, 5, Step::Nodes));
    let mut asked = 0;
    let mut stop = || {
        asked += 1;
        asked == 3
    };
    let report = search(&mut solver, &domains, ALL, &mut stop, &mut |_| ());
    assert_eq!(report.2, Step::Stopped);
    assert!(report.0 > 0);
    // It goes on where it was.
    let step = solver.advance(u64::MAX, &mut |effort, bytes| {
        assert!(effort.nodes > 0 && bytes > 0);
        false
    });
    assert_eq!(step, Step::Reached);
}

#[test]
fn the_path_tells_what_is_done_with() {
    // One region of four: before each decision, the path rules out the solutions so far and no other.
    let plan = Arc::new(plan(4, &[0b1111; 4], &[vec![0, 1, 2, 3]]).unwrap());
    let mut solver = Solver::new(&plan, Simd::chosen());
    solver.load(&[0b1111; 4]);
    let (mut found, mut paths) = (Vec::new(), Vec::new());
    loop {
        match solver.advance(solver.effort().nodes, &mut |_, _| false) {
            Step::Reached => found.push(solver.solution().to_vec()),
            Step::Nodes => {
                // Of a leaf it knows nothing while there is more of it.
                if solver.leaf().left() == 0 {
                    paths.push((found.len(), solver.path()));
                }
                let before = solver.effort().nodes;
                let mut nodes = before;
                let step = loop {
                    nodes += 1;
                    let step = solver.advance(nodes, &mut |_, _| false);
                    if step != Step::Nodes || solver.effort().nodes > before {
                        break step;
                    }
                };
                if step == Step::Reached {
                    found.push(solver.solution().to_vec());
                }
            }
            Step::Exhausted => break,
            Step::Stopped => unreachable!("nobody stops it"),
        }
    }
    assert_eq!((found.len(), found.iter().collect::<BTreeSet<_>>().len()), (24, 24));
    let holds = |solution: &[u8], (var, value): (u32, u32)| u32::from(solution[var as usize]) == value;
    for (before, path) in paths {
        assert!(path.refuted.iter().all(|&(under, _)| under <= path.decisions.len()));
        let agrees =
            |solution: &[u8], under: usize| path.decisions[..under].iter().all(|&d| holds(solution, d));
        for (number, solution) in found.iter().enumerate() {
            let out = path
                .refuted
                .iter()
                .any(|&(under, literal)| agrees(solution, under) && holds(solution, literal));
            assert_eq!(out, number < before, "{path:?}");
        }
    }
}

#[test]
fn a_leaf_has_all_solutions_of_its_components() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut leaves, mut largest, mut alone) = (0, 0, 0);
    for _ in 0..300 {
        let model = match below(&mut rng, 3) {
            0 => grid(&mut rng, 2, 2),
            1 => grid(&mut rng, 2, 3),
            _ => {
                let (values, variables) = (2 + below(&mut rng, 4) as u32, 1 + below(&mut rng, 9));
                loose(&mut rng, values, variables)
            }
        };
        let domains = instance(&mut rng, &model);
        for (_, mut solvers) in solvers(&model) {
            let one_by_one = solve(&mut solvers[0], &domains, Limits { solutions: 2000, nodes: 5000 });
            if one_by_one.0.2 != Step::Exhausted {
                continue;
            }
            let solver = &mut solvers[0];
            // Each decision has two outcomes, so a search tree has one end more than decisions.
            let effort = solver.effort();
            if effort != Effort::default() {
                assert_eq!(effort.nodes + 1, one_by_one.1.len() as u64 + effort.conflicts, "{model:?}");
            }
            solver.load(&domains);
            let mut found = 0;
            while solver.advance(u64::MAX, &mut |_, _| false) == Step::Reached {
                // The first of a leaf; each further one is the one before with one component in its other state.
                let ends = solver.leaf().ends.clone();
                assert_eq!(solver.leaf().left() + 1, 1 << ends.len());
                assert_eq!(solver.solution(), one_by_one.1[found]);
                leaves += usize::from(!ends.is_empty());
                alone += usize::from(ends.is_empty());
                largest = largest.max(ends.len());
                let kept = below(&mut rng, 1 << ends.len());
                let mut before = solver.solution().to_vec();
                for number in 0..kept {
                    let changed = solver.flip(u64::MAX).unwrap();
                    assert_eq!(changed, (number + 1).trailing_zeros() as usize);
                    let now = solver.solution();
                    let differ = |&x: &u32| now[x as usize] != before[x as usize];
                    let component: BTreeSet<u32> =
                        solver.leaf().component(changed).iter().map(|&(x, _)| x).collect();
                    assert_eq!((0..now.len() as u32).filter(differ).collect::<BTreeSet<_>>(), component);
                    assert_eq!(now, one_by_one.1[found + number + 1]);
                    before = now.to_vec();
                }
                assert_eq!(solver.leaf().left() as usize, (1 << ends.len()) - 1 - kept);
                found += 1 << ends.len();
                solver.leave();
            }
            assert_eq!(found, one_by_one.1.len());
        }
    }
    assert!(leaves > 500 && largest > 2 && alone > 500, "{leaves} {largest} {alone}");
}

#[test]
fn contradictions_are_complete_with_no_solution() {
    let regions = vec![vec![0, 1, 2], vec![2, 3, 4]];
    let domains = [0b111; 5];
    let mut solver = Solver::new(&Arc::new(plan(3, &domains, &regions).unwrap()), Simd::chosen());
    for clash in [[1, 1, 7, 7, 7], [0, 7, 7, 7, 7], [3, 3, 3, 7, 7], [6, 6, 7, 6, 6], [7, 7, 1, 1, 7]] {
        let report = count(&mut solver, &clash, ALL);
        let feasible = clash == [6, 6, 7, 6, 6];
        assert_eq!((report.0 > 0, report.2), (feasible, Step::Exhausted), "{clash:?}");
        let mut now = clash;
        assert_eq!(solver.close(&mut now, Closure::Locked), feasible);
    }
    let mut narrow = Solver::new(&Arc::new(plan(2, &[0b11; 3], &[vec![0, 1, 2]]).unwrap()), Simd::chosen());
    let report = count(&mut narrow, &[0b11; 3], ALL);
    assert_eq!((report.0, report.2), (0, Step::Exhausted));
}

#[test]
fn free_variables_are_enumerated_and_an_empty_model_has_one_solution() {
    let mut solver = Solver::new(&Arc::new(plan(3, &[7, 5, 3], &[]).unwrap()), Simd::chosen());
    assert_eq!(count(&mut solver, &[7, 7, 7], ALL).0, 12);
    let mut empty = Solver::new(&Arc::new(plan(0, &[], &[]).unwrap()), Simd::chosen());
    assert_eq!(count(&mut empty, &[], ALL).0, 1);
}

#[test]
fn irregular_regions_get_the_narrow_lanes() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for _ in 0..20 {
        let mut regions: Vec<Vec<u32>> = Vec::new();
        let mut cells: Vec<u32> = (0..81).collect();
        shuffle(&mut rng, &mut cells);
        regions.extend(cells.chunks(9).map(<[u32]>::to_vec));
        for i in 0..9u32 {
            regions.push((0..9).map(|j| i * 9 + j).collect());
            regions.push((0..9).map(|j| j * 9 + i).collect());
        }
        regions.push((0..9).map(|i| i * 10).collect());
        regions.push((1..10).map(|i| i * 8).collect());
        let plan = plan(9, &[all(9); 81], &regions).unwrap();
        assert_eq!((plan.shape.lane_bits, plan.shape.words), (16, 2));
    }
}

#[test]
fn models_that_do_not_fit_are_refused() {
    assert!(plan(2, &[3; 641], &[]).is_none());
    let many: Vec<Vec<u32>> =
        (0..640).flat_map(|i| [vec![i, (i + 1) % 640], vec![i, (i + 2) % 640]]).collect();
    assert!(plan(2, &[3; 640], &many).is_none(), "more permutation regions than the boards have room for");
    assert!(plan(64, &[u64::MAX; 640], &[(0..64).collect()]).is_some());
}

#[test]
fn the_corpus_is_unique_at_every_level() {
    let Ok(corpus) = std::env::var("PENCILMARK_CORPUS") else { return };
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut model = grid(&mut rng, 3, 3);
    model.regions.clear();
    for i in 0..9u32 {
        model.regions.push((0..9).map(|j| i * 9 + j).collect());
        model.regions.push((0..9).map(|j| j * 9 + i).collect());
        model.regions.push((0..9).map(|j| (i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3).collect());
    }
    let plan = Arc::new(plan(9, &model.domains, &model.regions).unwrap());
    let mut solvers: Vec<Solver> = Simd::ALL.iter().map(|&l| Solver::new(&plan, l)).collect();
    for file in ["17clue", "top1465", "hardest11"] {
        let text = std::fs::read_to_string(format!("{corpus}/nine/{file}.txt")).unwrap();
        for line in text.lines().step_by(20) {
            let domain = |b: u8| if (b'1'..=b'9').contains(&b) { 1 << (b - b'1') } else { all(9) };
            let domains: Vec<u64> = line.bytes().take(81).map(domain).collect();
            let two = Limits { solutions: 2, ..ALL };
            let mut reports = solvers.iter_mut().map(|s| solve(s, &domains, two));
            let first = reports.next().unwrap();
            assert_eq!((first.0.0, first.0.2), (1, Step::Exhausted), "{line}");
            assert!(reports.all(|report| report == first));
        }
    }
}
