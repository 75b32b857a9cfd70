//! Counts all 28,200,960 grids of side 6 with boxes of 2 x 3, every one seen by a callback.

use pencilmark::search::lanes::executor::LaneExecutor;
use pencilmark::search::lanes::plan::LanePlan;
use pencilmark::search::lanes::simd::Level;
use pencilmark::search::lanes::task::Task;
use std::time::Instant;

fn main() {
    let mut regions: Vec<Vec<u32>> = Vec::new();
    for i in 0..6 {
        regions.push((0..6).map(|j| 6 * i + j).collect());
        regions.push((0..6).map(|j| 6 * j + i).collect());
        regions.push((0..6).map(|j| 6 * (i / 2 * 2 + j / 3) + i % 2 * 3 + j % 3).collect());
    }
    let plan = std::sync::Arc::new(LanePlan::new(&[0x3f; 36], &regions).expect("a valid plan"));
    for level in Level::ALL.into_iter().rev().filter(|level| level.is_supported()) {
        let mut executor = LaneExecutor::with_level(plan.clone(), level, usize::MAX);
        let (mut seen, mut digits) = (0_u64, 0_u64);
        let start = Instant::now();
        let report = executor.solve(&[0x3f; 36], Task::solutions(u64::MAX), |values| {
            seen += 1;
            digits += u64::from(values[35]);
        });
        let seconds = start.elapsed().as_secs_f64();
        println!("{}: {} grids, {} nodes, {seconds:.2} s", level.name(), report.count, report.nodes);
        assert_eq!((seen, report.count), (28_200_960, 28_200_960));
    }
}
