//! Pictures of cells: text with a symbol for each cell, layer by layer. A row of `-` separates two
//! layers.

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::picture::{Row, rows};

use crate::error::PuzzleError;
use crate::grid::{Coord, Grid};

/// Returns whether a row separates two layers.
fn is_separator(row: &Row<'_>) -> bool {
    row.symbols().all(|symbol| symbol == '-')
}

/// The rows of a picture with their layers and rows in these.
fn numbered_rows(picture: &str) -> impl Iterator<Item = (i32, i32, Row<'_>)> {
    let (mut z, mut y) = (0, 0);
    rows(picture).filter_map(move |row| {
        if is_separator(&row) {
            (z, y) = (z + 1, 0);
            return None;
        }
        y += 1;
        Some((z, y - 1, row))
    })
}

/// The cells of a picture with their symbols; places with a symbol of `outside` have no cell. All
/// rows of a layer must be equally long.
pub(crate) fn read_cells(
    picture: &str,
    outside: &[char],
) -> Result<Vec<(Coord, char)>, PuzzleError> {
    let (mut cells, mut width) = (Vec::new(), 0);
    for (z, y, row) in numbered_rows(picture) {
        let found = row.symbols().count();
        width = if y == 0 { found } else { width };
        if found != width {
            let reason = PuzzleError::RowLength { expected: width, found };
            return Err(reason.at(row.place(0)));
        }
        for (x, symbol) in row.symbols().enumerate() {
            if outside.contains(&symbol) {
                continue;
            }
            let cell = Coord { z, y, x: x.min(1 << 20) as i32 };
            check_distance(cell).map_err(|error| error.at(row.place(x)))?;
            cells.push((cell, symbol));
        }
    }
    Ok(cells)
}

/// The line and the column of a cell of a picture, both from 1.
pub(crate) fn place_of(cell: Coord, picture: &str) -> Option<(usize, usize)> {
    let x = usize::try_from(cell.x).ok()?;
    let (.., row) = numbered_rows(picture).find(|&(z, y, _)| (z, y) == (cell.z, cell.y))?;
    (x < row.symbols().count()).then(|| row.place(x))
}

/// Checks that column, row and layer are from -128 to 127.
pub(crate) fn check_distance(cell: Coord) -> Result<(), PuzzleError> {
    let near = -128..128;
    if near.contains(&cell.x) && near.contains(&cell.y) && near.contains(&cell.z) {
        Ok(())
    } else {
        Err(PuzzleError::TooFar { cell })
    }
}

/// Writes cells, sorted, as a picture from `begin` on, which is at the left, at the top and in the
/// first layer of all cells. All rows of a layer are equally long, and each line begins with
/// `margin`. `corners` are further cells that a layer reaches. `symbol` gets the index of a cell;
/// `outside` is the symbol of all others.
pub(crate) fn write_cells(
    out: &mut dyn fmt::Write,
    margin: &str,
    grid: Grid,
    cells: &[Coord],
    (begin, corners): (Coord, &[Coord]),
    outside: char,
    symbol: &dyn Fn(usize) -> char,
) -> fmt::Result {
    let last = cells.iter().chain(corners).map(|cell| cell.z).max();
    for z in begin.z..=last.unwrap_or(begin.z) {
        if z > begin.z {
            writeln!(out, "{margin}-")?;
        }
        let layer = cells.iter().chain(corners).filter(|cell| cell.z == z);
        let right = layer.clone().map(|cell| cell.x).max().unwrap_or(begin.x);
        let bottom = layer.map(|cell| cell.y).max().unwrap_or(begin.y);
        for y in begin.y..=bottom {
            let indent = grid.indent(y, begin.y);
            write!(out, "{margin}{:indent$}", "")?;
            for x in begin.x..=right {
                let index = cells.binary_search(&Coord { z, y, x });
                let blank = if x == begin.x { "" } else { " " };
                write!(out, "{blank}{}", index.map_or(outside, symbol))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// The cell with which a picture of a board begins: (0, 0), so that columns, rows and layers of the
/// picture are those of the cells, or one further to the left, to the top or below if the board has
/// cells there.
pub(crate) fn board_origin(grid: Grid, cells: &[Coord]) -> Coord {
    let Coord { x, y, z } = grid.origin(cells);
    grid.origin(&[Coord { z: z.min(0), y: y.min(0), x: x.min(0) }])
}

/// The last columns and rows of the layers of a picture that end after those of its cells, as far as
/// cells can lie.
pub(crate) fn corners(picture: &str, cells: &[Coord]) -> Vec<Coord> {
    let mut corners: Vec<Coord> = Vec::new();
    for (z, y, row) in numbered_rows(picture) {
        let x = row.symbols().count().clamp(1, 128) as i32 - 1;
        let corner = Coord { z: z.min(127), y: y.min(127), x };
        match corners.last_mut() {
            Some(last) if last.z == corner.z => *last = corner,
            _ => corners.push(corner),
        }
    }
    corners.retain(|corner| {
        let layer = cells.iter().filter(|cell| cell.z == corner.z);
        let ends = [layer.clone().map(|cell| cell.x).max(), layer.map(|cell| cell.y).max()];
        ends != [Some(corner.x), Some(corner.y)]
    });
    corners
}
