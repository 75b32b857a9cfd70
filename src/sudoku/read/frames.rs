//! The lines drawn around boxes: telling them from rows of dashes, and what they say about the boxes.

use crate::sudoku::alphabet::is_frame;
use crate::sudoku::read::lines::Line;
use crate::sudoku::read::shape::{Frame, Shape};

/// Which lines are rows: `width` gives the cells of a line, `None` if it cannot be a row.
///
/// Lines of dashes only are frames if the rest makes the right number of rows, `side` or else as many as the lines are
/// wide; otherwise those of the right width are rows of empty cells.
pub(crate) fn rows(
    shapes: &[Shape],
    side: Option<usize>,
    width: impl Fn(&Shape) -> Option<usize>,
) -> (Vec<usize>, usize) {
    let those = |wanted: &dyn Fn(&Shape) -> bool| -> Vec<usize> {
        shapes.iter().enumerate().filter(|(_, shape)| wanted(shape)).map(|(index, _)| index).collect()
    };
    let sure = those(&|shape| shape.frame == Frame::No);
    let maybe = those(&|shape| shape.frame != Frame::Sure);
    let side = side.unwrap_or_else(|| {
        let rows = if sure.is_empty() { &maybe } else { &sure };
        likely_width(rows.iter().filter_map(|&index| width(shapes.get(index)?)), sure.len())
    });
    if sure.len() == side {
        return (sure, side);
    }
    let wide =
        those(&|shape| shape.frame == Frame::No || shape.frame == Frame::Maybe && width(shape) == Some(side));
    if wide.len() == side || sure.is_empty() { (wide, side) } else { (sure, side) }
}

/// The number of rows if one of the widths is that, or else the most frequent width.
fn likely_width(widths: impl Iterator<Item = usize>, rows: usize) -> usize {
    let mut widths: Vec<usize> = widths.collect();
    if widths.contains(&rows) {
        return rows;
    }
    widths.sort_unstable();
    let runs = widths.chunk_by(|one, other| one == other);
    runs.max_by_key(|run| run.len()).and_then(|run| run.first()).copied().unwrap_or(0)
}

/// The box size that frames show, where they divide rows and columns evenly; `cells` counts the cells of a piece of
/// a row. A line under every row, or a bar after every cell, shows none.
pub(crate) fn box_size(
    lines: &[Line],
    shapes: &[Shape],
    rows: &[usize],
    cells: impl Fn(&str) -> usize,
) -> Option<(u32, u32)> {
    let mut heights = Vec::new();
    let mut height = 0;
    for index in 0..shapes.len() {
        if rows.binary_search(&index).is_ok() {
            height += 1;
        } else if height > 0 {
            heights.push(height);
            height = 0;
        }
    }
    heights.extend((height > 0).then_some(height));
    let first = lines.get(*rows.first()?)?;
    let widths = first.content().split(is_frame).map(cells).filter(|&width| width > 0);
    let (height, width) = (same(heights.into_iter())?, same(widths)?);
    let bands = height > 1 && width > 1 && height * width == rows.len();
    bands.then_some((u32::try_from(height).ok()?, u32::try_from(width).ok()?))
}

/// The number that all are.
fn same(mut numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let first = numbers.next()?;
    numbers.all(|number| number == first).then_some(first)
}
