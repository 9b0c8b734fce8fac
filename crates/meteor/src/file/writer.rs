//! Writes puzzle files.

use alloc::string::String;
use core::fmt::Write;

use crate::file::puzzle_file::PuzzleFile;
use crate::grid::{Coord, Grid};
use crate::picture::origin;
use crate::solution::Solution;

impl PuzzleFile {
    /// The text of the file, with pieces as pictures. It reads back as the same puzzle, shifted to the origin.
    ///
    /// Placed pieces appear on the board by their [symbols](crate::Puzzle::symbol), so they read back only
    /// if all names are single characters and no two copies of a piece touch.
    ///
    /// ```
    /// use meteor::{PuzzleFile, presets};
    ///
    /// let file = presets::find("hexiamonds-6x6").unwrap().file();
    /// let again: PuzzleFile = file.to_text().parse()?;
    /// assert_eq!(again.to_text(), file.to_text());
    /// # Ok::<(), meteor::FileError>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write(&mut text, self);
        text
    }
}

fn write(out: &mut String, file: &PuzzleFile) -> core::fmt::Result {
    let puzzle = &file.puzzle;
    if !file.title.is_empty() {
        // A title is one line.
        writeln!(out, "title {}", file.title.replace(['\n', '\r'], " "))?;
    }
    for line in file.source.lines().map(str::trim).filter(|line| !line.is_empty()) {
        writeln!(out, "source {line}")?;
    }
    writeln!(out, "grid {}", puzzle.grid())?;
    if puzzle.is_packing() {
        writeln!(out, "packing")?;
    }
    if let Some(number) = file.solutions {
        writeln!(out, "solutions {number}")?;
    }
    if let Some(number) = file.solutions_up_to_symmetry {
        writeln!(out, "classes {number}")?;
    }
    let placed: Solution = puzzle.placed().iter().copied().collect();
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

/// Writes cells as a picture from their [`origin`] on.
fn write_picture(
    out: &mut String,
    grid: Grid,
    cells: &[Coord],
    outside: char,
    symbol: impl Fn(Coord) -> char,
) -> core::fmt::Result {
    let (left, top) = origin(grid, cells);
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
            write!(out, " {}", if cells.contains(&cell) { symbol(cell) } else { outside })?;
        }
        writeln!(out)?;
    }
    Ok(())
}
