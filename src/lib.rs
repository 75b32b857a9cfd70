//! A generic constraint-propagation engine, with Sudoku of any box size as a plugin.
