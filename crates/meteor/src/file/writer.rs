//! Puzzles as files.

use alloc::string::String;
use core::fmt::Write;

use crate::polyform::file::PuzzleFile;
use crate::polyform::grid::{Coord, Grid};
use crate::polyform::solution::Solution;

pub(super) fn write(out: &mut String, file: &PuzzleFile) -> core::fmt::Result {
    let puzzle = &file.puzzle;
    if !file.title.is_empty() {
        writeln!(out, "title {}", file.title)?;
    }
    for line in file.source.lines() {
        writeln!(out, "source {line}")?;
    }
    writeln!(out, "grid {}", puzzle.grid())?;
    if puzzle.is_packing() {
        writeln!(out, "packing")?;
    }
    if let Some(number) = file.solutions {
        writeln!(out, "solutions {number}")?;
    }
    if let Some(number) = file.classes {
        writeln!(out, "classes {number}")?;
    }
    let placed = Solution::new(puzzle.placed().iter().copied());
    writeln!(out, "\nboard")?;
    write_picture(out, puzzle.grid(), puzzle.cells(), '#', |cell| {
        let piece = puzzle.cell_index(cell).and_then(|i| placed.piece_at(i));
        piece.map_or('.', |piece| puzzle.symbol(piece))
    })?;
    for piece in puzzle.pieces() {
        write!(out, "\npiece {}", piece.name())?;
        match (piece.min, piece.max) {
            (1, 1) => {}
            (min, max) if min == max => write!(out, " {min}")?,
            (min, max) => write!(out, " {min}..{max}")?,
        }
        let option = match (piece.fixed, piece.one_sided) {
            (true, _) => " fixed",
            (false, true) => " one-sided",
            (false, false) => "",
        };
        writeln!(out, "{option}")?;
        write_picture(out, puzzle.grid(), piece.cells(), '.', |_| 'X')?;
    }
    Ok(())
}

/// Cells as a picture, shifted so that it has no empty rows above and columns to the left that the grid does
/// not need: on grids on which rows or cells differ by parity, by an even number.
fn write_picture(
    out: &mut String,
    grid: Grid,
    cells: &[Coord],
    nothing: char,
    symbol: impl Fn(Coord) -> char,
) -> core::fmt::Result {
    let mut left = cells.iter().map(|cell| cell.0).min().unwrap_or_default();
    let mut top = cells.iter().map(|cell| cell.1).min().unwrap_or_default();
    match grid {
        Grid::OffsetHexagon => top -= top & 1,
        Grid::Triangle => left -= (left + top) & 1,
        _ => {}
    }
    let bottom = cells.iter().map(|cell| cell.1).max().unwrap_or_default();
    for y in top..=bottom {
        let right = cells.iter().filter(|cell| cell.1 == y).map(|cell| cell.0).max();
        let indent = match grid {
            Grid::OffsetHexagon => (y & 1) as usize,
            Grid::AxialHexagon => (y - top) as usize,
            _ => 0,
        };
        write!(out, " {:indent$}", "")?;
        for x in left..=right.unwrap_or(left) {
            let cell = (x, y);
            write!(out, " {}", if cells.contains(&cell) { symbol(cell) } else { nothing })?;
        }
        writeln!(out)?;
    }
    Ok(())
}
