//! Counts all 28,200,960 grids of side 6 with boxes of 2 x 3: one call, and every one seen by a callback.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use pencilmark::{Count, Geometry, Literal, Simd, Solver, Sudoku};

fn main() {
    let model = Sudoku::model(Geometry::new(2, 3).expect("a shape")).build().expect("it is small");
    let nothing: [Literal; 0] = [];
    for simd in Simd::ALL.into_iter().rev().filter(|simd| simd.is_supported()) {
        let mut solver = Solver::builder(&model).simd(simd).build().expect("the usual rules");
        let start = Instant::now();
        assert_eq!(solver.count(u64::MAX), Count::Exactly(28_200_960));
        println!("{simd}: count {:.2} s", start.elapsed().as_secs_f64());
        println!("{simd}: {:?}", solver.statistics());
        let start = Instant::now();
        let count = solver.visit(u64::MAX, |values| {
            black_box(values);
            ControlFlow::Continue(())
        });
        assert_eq!(count, Count::Exactly(28_200_960));
        println!("{simd}: every one seen {:.2} s", start.elapsed().as_secs_f64());
        let start = Instant::now();
        let counts: Vec<Count> = solver.count_many([nothing; 8], u64::MAX).collect();
        assert_eq!(counts, [Count::Exactly(28_200_960); 8]);
        println!("{simd}: eight times in lanes {:.2} s", start.elapsed().as_secs_f64());
    }
}
