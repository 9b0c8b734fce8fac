//! Pictures of cells: text with a symbol for each cell.

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::picture::rows;

use crate::error::PuzzleError;
use crate::grid::{Coord, Grid};

/// The cells of a picture with their symbols; places with a symbol of `outside` have no cell. All
/// rows must be equally long.
pub(crate) fn read_cells(
    picture: &str,
    outside: &[char],
) -> Result<Vec<(Coord, char)>, PuzzleError> {
    let mut cells = Vec::new();
    let width = rows(picture).next().map_or(0, |row| row.symbols().count());
    for (y, row) in rows(picture).enumerate() {
        let found = row.symbols().count();
        if found != width {
            let reason = PuzzleError::RowLength { expected: width, found };
            return Err(reason.at(row.place(0)));
        }
        for (x, symbol) in row.symbols().enumerate() {
            if outside.contains(&symbol) {
                continue;
            }
            let coord = |i: usize| i.min(1 << 20) as i32;
            let cell = (coord(x), coord(y));
            check_distance(cell).map_err(|error| error.at(row.place(x)))?;
            cells.push((cell, symbol));
        }
    }
    Ok(cells)
}

/// The line and the column of a cell of a picture, both from 1.
pub(crate) fn place_of((x, y): Coord, picture: &str) -> Option<(usize, usize)> {
    let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
    let row = rows(picture).nth(y)?;
    (x < row.symbols().count()).then(|| row.place(x))
}

/// Checks that column and row are from -128 to 127.
pub(crate) fn check_distance(cell: Coord) -> Result<(), PuzzleError> {
    let near = -128..128;
    if near.contains(&cell.0) && near.contains(&cell.1) {
        Ok(())
    } else {
        Err(PuzzleError::TooFar { cell })
    }
}

/// Writes cells, sorted by rows, as a picture from `begin` on, which is at the left and at the top
/// of all cells. All rows are equally long, and each line begins with `margin`. `symbol` gets the
/// index of a cell; `outside` is the symbol of all others.
pub(crate) fn write_cells(
    out: &mut dyn fmt::Write,
    margin: &str,
    grid: Grid,
    cells: &[Coord],
    (left, top): Coord,
    outside: char,
    symbol: &dyn Fn(usize) -> char,
) -> fmt::Result {
    let right = cells.iter().map(|cell| cell.0).max().unwrap_or(left);
    let bottom = cells.last().map_or(top, |cell| cell.1);
    for y in top..=bottom {
        let indent = grid.indent(y, top);
        write!(out, "{margin}{:indent$}", "")?;
        for x in left..=right {
            let index = cells.binary_search_by_key(&(y, x), |&(x, y)| (y, x));
            let blank = if x == left { "" } else { " " };
            write!(out, "{blank}{}", index.map_or(outside, symbol))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The column and the row in which a picture of a board begins: (0, 0), so that columns and rows of
/// the picture are those of the cells, or further to the left or to the top if the board has cells
/// there.
pub(crate) fn board_origin(grid: Grid, cells: &[Coord]) -> Coord {
    let (left, top) = grid.origin(cells);
    grid.origin(&[(left.min(0), top.min(0))])
}
