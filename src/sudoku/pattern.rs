//! The pattern grid: a solution that every shape has, offered to the search on nearly empty boards.

use crate::sudoku::board::Board;
use crate::sudoku::geometry::Geometry;

/// For each cell the digit to try first, if the board is nearly empty: the pattern grid of its shape with the digits
/// renamed to agree with the givens as far as that goes. A hint to the search, which finds out itself what is right.
pub(crate) fn offered(board: &Board) -> Vec<Option<i32>> {
    let side = board.geometry().side() as usize;
    let givens = board.givens();
    if givens > 4 * side {
        return Vec::new();
    }
    let names = names(board, side);
    (0..board.geometry().cells())
        .map(|index| Some(names[pattern(board.geometry(), index)] as i32 + 1))
        .collect()
}

/// The digit, from 0, of the pattern grid: each line is the one above shifted by the width of a box, and by one more
/// from band to band.
fn pattern(geometry: Geometry, index: usize) -> usize {
    let side = geometry.side() as usize;
    let (line, place) = (index / side, index % side);
    let (height, width) =
        geometry.box_size().map_or((1, side), |(height, width)| (height as usize, width as usize));
    (line % height * width + line / height + place) % side
}

/// The name of each digit of the pattern: the pairs that agree most often first, what is left in order.
fn names(board: &Board, side: usize) -> Vec<usize> {
    let mut pairs: Vec<(usize, usize)> = board
        .digits()
        .iter()
        .enumerate()
        .filter(|&(_, &digit)| digit != 0)
        .map(|(index, &digit)| (pattern(board.geometry(), index), digit as usize - 1))
        .collect();
    pairs.sort_unstable();
    let mut counted: Vec<(usize, (usize, usize))> =
        pairs.chunk_by(|a, b| a == b).map(|equal| (equal.len(), equal[0])).collect();
    counted.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut names = vec![None; side];
    let mut taken = vec![false; side];
    for (_, (from, to)) in counted {
        if names[from].is_none() && !taken[to] {
            names[from] = Some(to);
            taken[to] = true;
        }
    }
    let mut free = (0..side).filter(|&name| !taken[name]);
    names.into_iter().map(|name| name.or_else(|| free.next()).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use crate::sudoku::board::Board;
    use crate::sudoku::geometry::{Cell, Geometry};
    use crate::sudoku::pattern::offered;

    #[test]
    fn the_pattern_solves_the_empty_board_and_agrees_with_a_given() {
        let shapes = [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (1, 5), (5, 1), (5, 5), (2, 7)];
        let mut geometries: Vec<Geometry> =
            shapes.iter().map(|&(height, width)| Geometry::new(height, width).unwrap()).collect();
        geometries.push(Geometry::boxless(11).unwrap());
        for geometry in geometries {
            let mut board = Board::empty(geometry);
            let last = Cell::new(geometry.side() - 1, geometry.side() - 1);
            board.set(last, geometry.side()).unwrap();
            let digits = offered(&board).into_iter().map(|digit| digit.unwrap().unsigned_abs()).collect();
            let full = Board::from_digits(geometry, digits).unwrap();
            assert_eq!(board.verify(&full), Ok(()), "{geometry:?}");
        }
    }
}
