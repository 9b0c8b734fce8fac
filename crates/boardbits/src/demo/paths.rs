use std::io::{self, Write};

use bitboard_core::{Bitboard, Chess, Steps};
use king_paths::all_shortest_paths;

use crate::commands::paths::draw;
use crate::output::Output;

pub(crate) fn run(out: &mut Output) -> io::Result<()> {
    type Board = Bitboard<u64, Chess>;
    let from = Board::from_coords(&[(4, 3)]);
    let to = Board::from_coords(&[(0, 0), (7, 7)]);
    let layers = all_shortest_paths(from, to, Board::FULL, &Steps::KING);
    draw(&layers, out)?;
    let paths = layers.count(Board::FULL, &Steps::KING);
    writeln!(out, "length {}, {paths} shortest paths\n", layers.len())
}
