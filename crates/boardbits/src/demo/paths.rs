use std::io::{self, Write};

use bitboard_core::{Bitboard, Cell, Chess, Steps};
use king_paths::shortest_paths;

use crate::commands::paths::draw;
use crate::output::Output;

pub(crate) fn run(out: &mut Output) -> io::Result<()> {
    type Board = Bitboard<u64, Chess>;
    let corners = Board::from(Cell::A1) | Cell::H8;
    let paths = shortest_paths(Cell::E4, corners, Board::FULL, &Steps::KING);
    draw(paths.layers(), out)?;
    let (length, count) = (paths.layers().len(), paths.path_count());
    writeln!(out, "length {length}, {count} shortest paths\n")
}
