//! A warm solver allocates nothing for one instance after the other.
#![allow(clippy::unwrap_used, unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use pencilmark::{Board, Count, Geometry, Literal, Simd, Solver, Sudoku};

/// The allocator of the system, counting what it is asked for.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: everything is passed on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const BOARDS: [&str; 4] = [
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    // Several solutions.
    "000000010400000000020000000000050407008000300001090000300400200050100000000800000",
];

// One test only: another thread would be counted too.
#[test]
fn a_warm_solver_allocates_nothing() {
    let boards: Vec<Vec<Literal>> = BOARDS
        .map(|text| {
            let board: Board = text.parse().unwrap();
            let cells = Sudoku::cells(board.geometry());
            let given = |(&var, &digit): (_, &u32)| (digit != 0).then_some(Literal::Is(var, digit as i32));
            cells.iter().zip(board.digits()).filter_map(given).collect()
        })
        .into();
    let model = Sudoku::model(Geometry::new(3, 3).unwrap()).build().unwrap();
    for simd in Simd::ALL.into_iter().filter(|simd| simd.is_supported()) {
        let mut solver = Solver::builder(&model).simd(simd).build().unwrap();
        let mut values = Vec::new();
        let mut ask = || {
            for (number, board) in boards.iter().enumerate() {
                solver.clear_assumptions();
                board.iter().for_each(|&literal| solver.assume(literal));
                let count = solver.count_into(2, &mut values);
                let expected = if number < 3 { Count::Exactly(1) } else { Count::AtLeast(2) };
                assert_eq!((count, values.len()), (expected, 81));
                assert!(board.iter().all(|literal| values[literal.var().index()] == literal.value()));
            }
        };
        ask();
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        for _ in 0..50 {
            ask();
        }
        assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0, "{simd}");
    }
}
