//! Solutions as SVG pictures, single or on a sheet.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use bitboard_core::svg::{EMPTY, PALETTE, PAPER};

use crate::grid::{Coord, Grid};
use crate::placement::Placement;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// An SVG document with solutions of a puzzle, or a board: each piece in its color with a line
/// around it. Layers lie side by side, the first one on the left.
///
/// ```
/// use meteor_puzzle::{SolutionSheet, Solver, presets};
///
/// let puzzle = presets::find("hexiamonds-4x9").unwrap().puzzle();
/// let solutions: Vec<_> = Solver::new(puzzle.clone()).solutions().take(4).collect();
/// let svg = SolutionSheet::new(&puzzle, &solutions).columns(2).to_string();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// assert_eq!(svg.matches("<polygon").count(), 4 * 72);
/// ```
#[derive(Clone, Debug)]
pub struct SolutionSheet<'a> {
    puzzle: &'a Puzzle,
    boards: Vec<&'a [Placement]>,
    columns: usize,
}

impl<'a> SolutionSheet<'a> {
    /// Solutions side by side, in a sheet of about equal numbers of rows and columns. Without
    /// solutions, the board with its [placed pieces](Puzzle::placed).
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, solutions: &'a [Solution]) -> Self {
        if solutions.is_empty() {
            return Self::board(puzzle, puzzle.placed());
        }
        let boards: Vec<_> = solutions.iter().map(Solution::placements).collect();
        // The square root, rounded up.
        let columns = (boards.len() - 1).isqrt() + 1;
        Self { puzzle, columns, boards }
    }

    /// The board with these pieces on it.
    #[must_use]
    pub fn board(puzzle: &'a Puzzle, placements: &'a [Placement]) -> Self {
        Self { puzzle, boards: Vec::from([placements]), columns: 1 }
    }

    /// Sets the number of solutions in a row; 0 counts as 1.
    #[must_use]
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = columns.max(1);
        self
    }
}

impl fmt::Display for SolutionSheet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (puzzle, count) = (self.puzzle, self.boards.len());
        // The distance between the centers of adjacent cells, in pixels.
        let size = if count == 1 { 40.0 } else { 16.0 };
        let (cells, width) = (puzzle.cells().iter(), width_of_layer(puzzle));
        let all: Vec<_> =
            cells.flat_map(|&cell| corners(puzzle.grid(), cell, width, size)).collect();
        let range = |value: fn(&Point) -> f64| {
            let values = all.iter().map(value);
            values.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)))
        };
        let ((left, right), (top, bottom)) = (range(|p| p.0), range(|p| p.1));
        // Half a cell is free on each side of a board.
        let (width, height) = (right - left + size, bottom - top + size);
        let columns = self.columns.min(count);
        let (across, down) = (width * columns as f64, height * count.div_ceil(columns) as f64);
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{across:.0}" height="{down:.0}" viewBox="0 0 {across:.1} {down:.1}">"#
        )?;
        writeln!(f, "{PAPER}")?;
        for (i, board) in self.boards.iter().enumerate() {
            let x = (i % columns) as f64 * width + size / 2.0 - left;
            let y = (i / columns) as f64 * height + size / 2.0 - top;
            writeln!(f, r#"<g transform="translate({x:.1} {y:.1})">"#)?;
            write_board(f, puzzle, size, board)?;
            writeln!(f, "</g>")?;
        }
        writeln!(f, "</svg>")
    }
}

/// Writes a board with these pieces, and the lines around the pieces.
fn write_board(
    f: &mut fmt::Formatter<'_>,
    puzzle: &Puzzle,
    size: f64,
    board: &[Placement],
) -> fmt::Result {
    let (grid, width) = (puzzle.grid(), width_of_layer(puzzle));
    let piece_on = |index| board.iter().position(|other| other.covers(index));
    let owner = |index| piece_on(index).ok_or(index);
    let mut lines = String::new();
    for (index, &cell) in puzzle.cells().iter().enumerate() {
        let corners = corners(grid, cell, width, size);
        let fill = piece_on(index).map_or(EMPTY.into(), |i| color(board[i].piece));
        write!(f, r#"<polygon points=""#)?;
        for (side, (x, y)) in corners.iter().enumerate() {
            write!(f, "{}{x:.1},{y:.1}", if side == 0 { "" } else { " " })?;
            let neighbor = grid.across(cell, side).and_then(|cell| puzzle.cell_index(cell));
            if neighbor.map(owner) != Some(owner(index)) {
                let (x2, y2) = corners[(side + 1) % corners.len()];
                write!(lines, "M{x:.1} {y:.1}L{x2:.1} {y2:.1}")?;
            }
        }
        writeln!(f, r#"" fill="{fill}" stroke="{fill}" stroke-width="0.5"/>"#)?;
    }
    let line = size / 14.0;
    writeln!(
        f,
        r##"<path d="{lines}" stroke="#22211d" stroke-width="{line:.1}" stroke-linecap="round"/>"##
    )
}

/// The color of a piece: one of the palette if there are enough.
fn color(piece: usize) -> Cow<'static, str> {
    PALETTE.get(piece).map_or_else(
        // The golden angle keeps successive colors apart.
        || format!("hsl({},{}%,60%)", piece % 360 * 137 % 360, 45 + piece % 3 * 20).into(),
        |&color| color.into(),
    )
}

type Point = (f64, f64);

/// Half the square root of 3: the height of a triangle with side 1.
const HEIGHT: f64 = 0.866_025_403_784_438_6;
/// Half the side of a hexagon that is 1 wide.
const SIDE: f64 = 0.5 / HEIGHT / 2.0;

/// The number of columns from a layer to the next one, with one between them.
fn width_of_layer(puzzle: &Puzzle) -> i32 {
    let columns = || puzzle.cells().iter().map(|cell| cell.x);
    columns().max().unwrap_or(0) - columns().min().unwrap_or(0) + 2
}

/// The corners of a cell, where cells of a row are `size` apart, triangles half as much, and a layer
/// begins `width` columns after the one before. Side i, between corners i and i + 1, is in direction
/// number i of the grid.
fn corners(grid: Grid, cell: Coord, width: i32, size: f64) -> Vec<Point> {
    let Coord { x, y, z } = cell;
    let (half_widths, rows) = grid.middle(Coord { x: x + z * width, ..cell });
    let is_square = matches!(grid, Grid::Square | Grid::Cubes | Grid::Spheres);
    let row = if is_square { 1.0 } else { HEIGHT };
    let middle = (f64::from(half_widths) / 2.0, f64::from(rows) * row);
    let unit: &[Point] = match grid {
        Grid::Square | Grid::Cubes | Grid::Spheres => {
            &[(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
        }
        Grid::AxialHexagon | Grid::OffsetHexagon => &[
            (0.0, -2.0 * SIDE),
            (0.5, -SIDE),
            (0.5, SIDE),
            (0.0, 2.0 * SIDE),
            (-0.5, SIDE),
            (-0.5, -SIDE),
        ],
        Grid::Triangle if (x + y) & 1 == 0 => {
            &[(-0.5, HEIGHT / 2.0), (0.0, -HEIGHT / 2.0), (0.5, HEIGHT / 2.0)]
        }
        Grid::Triangle => &[(-0.5, -HEIGHT / 2.0), (0.0, HEIGHT / 2.0), (0.5, -HEIGHT / 2.0)],
    };
    unit.iter().map(|(dx, dy)| ((middle.0 + dx) * size, (middle.1 + dy) * size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_share_the_corners_of_the_side_between_them() {
        for grid in Grid::ALL {
            for cell in [(3, 2), (4, 2), (3, 3), (-2, -1)].map(Coord::from) {
                let own = corners(grid, cell, 9, 1.0);
                for side in 0..own.len() {
                    let other = corners(grid, grid.across(cell, side).unwrap(), 9, 1.0);
                    for corner in [own[side], own[(side + 1) % own.len()]] {
                        let same = |p: &Point| {
                            (p.0 - corner.0).abs() < 1e-9 && (p.1 - corner.1).abs() < 1e-9
                        };
                        assert!(other.iter().any(same), "{grid} {cell:?} {side}");
                    }
                }
            }
        }
    }
}
