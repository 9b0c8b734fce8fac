//! Solutions as SVG pictures, single or on a sheet.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use bitboard_core::svg::{EMPTY, PALETTE, PAPER};

use crate::grid::{Coord, GridKind};
use crate::placement::Placement;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// An SVG document with solutions of a puzzle, or a board: each piece in its color with a line
/// around it.
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
    /// The distance between the centers of adjacent cells, in pixels.
    size: f64,
}

impl<'a> SolutionSheet<'a> {
    /// Solutions side by side, in a sheet of about equal numbers of rows and columns. Without
    /// solutions, the board with its [placed pieces](Puzzle::placed).
    ///
    /// ```
    /// use meteor_puzzle::{SolutionSheet, Solver, presets};
    ///
    /// let puzzle = presets::find("pentominoes-3x20").unwrap().puzzle();
    /// let all: Vec<_> = Solver::new(puzzle.clone()).solutions().collect();
    /// let svg = SolutionSheet::new(&puzzle, &all).to_string();
    /// assert!(svg.starts_with("<svg "));
    /// ```
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, solutions: &'a [Solution]) -> Self {
        if solutions.is_empty() {
            return Self::board(puzzle, puzzle.placed());
        }
        let boards: Vec<_> = solutions.iter().map(Solution::placements).collect();
        let mut columns = 1;
        while columns * columns < boards.len() {
            columns += 1;
        }
        Self { puzzle, columns, size: if boards.len() == 1 { 40.0 } else { 16.0 }, boards }
    }

    /// The board with these pieces on it.
    ///
    /// ```
    /// use meteor_puzzle::{SolutionSheet, Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("hexiamonds-4x9").unwrap().puzzle());
    /// let hint = solver.hint().unwrap();
    /// let svg = SolutionSheet::board(solver.puzzle(), &[hint]).to_string();
    /// assert_eq!(svg.matches("<polygon").count(), 72);
    /// ```
    #[must_use]
    pub fn board(puzzle: &'a Puzzle, placements: &'a [Placement]) -> Self {
        Self { puzzle, boards: Vec::from([placements]), columns: 1, size: 40.0 }
    }

    /// Sets the number of solutions in a row; 0 counts as 1.
    ///
    /// ```
    /// use meteor_puzzle::{SolutionSheet, presets};
    ///
    /// let puzzle = presets::find("meteor").unwrap().puzzle();
    /// let svg = SolutionSheet::board(&puzzle, &[]).columns(1).cell_size(20.0).to_string();
    /// assert_eq!(svg.matches("<polygon").count(), 50);
    /// ```
    #[must_use]
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = columns.max(1);
        self
    }

    /// Sets the distance between the centers of adjacent cells in pixels.
    #[must_use]
    pub fn cell_size(mut self, pixels: f64) -> Self {
        self.size = pixels;
        self
    }
}

impl fmt::Display for SolutionSheet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Extent { left, top, width, height } = Extent::of(self.puzzle);
        let (width, height) = (width * self.size, height * self.size);
        let columns = self.columns.min(self.boards.len());
        let rows = self.boards.len().div_ceil(columns);
        let (all, down) = (width * columns as f64, height * rows as f64);
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{all:.0}" height="{down:.0}" viewBox="0 0 {all:.1} {down:.1}">"#
        )?;
        writeln!(f, "{PAPER}")?;
        for (i, board) in self.boards.iter().enumerate() {
            let x = (i % columns) as f64 * width + (0.5 - left) * self.size;
            let y = (i / columns) as f64 * height + (0.5 - top) * self.size;
            writeln!(f, r#"<g transform="translate({x:.1} {y:.1})">"#)?;
            f.write_str(&body(self.puzzle, self.size, board, u128::MAX))?;
            writeln!(f, "</g>")?;
        }
        writeln!(f, "</svg>")
    }
}

/// The rectangle around a board, with half a cell on each side; cells of a row are 1 apart.
pub(crate) struct Extent {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Extent {
    pub(crate) fn of(puzzle: &Puzzle) -> Self {
        let cells = puzzle.cells().iter();
        let corners: Vec<_> = cells.flat_map(|&cell| corners(puzzle.grid(), cell)).collect();
        let bound = |value: fn(&Point) -> f64, pick: fn(f64, f64) -> f64, start: f64| {
            corners.iter().map(value).fold(start, pick)
        };
        let left = bound(|p| p.0, f64::min, f64::MAX);
        let top = bound(|p| p.1, f64::min, f64::MAX);
        let width = bound(|p| p.0, f64::max, f64::MIN) - left + 1.0;
        let height = bound(|p| p.1, f64::max, f64::MIN) - top + 1.0;
        Self { left, top, width, height }
    }
}

/// The cells of a set on a board with these pieces, and the lines around the pieces.
pub(crate) fn body(puzzle: &Puzzle, size: f64, board: &[Placement], cells: u128) -> String {
    let mut body = String::new();
    // Writing to a string cannot fail.
    let _ = write_body(&mut body, puzzle, size, board, cells);
    body
}

fn write_body(
    out: &mut String,
    puzzle: &Puzzle,
    size: f64,
    board: &[Placement],
    cells: u128,
) -> fmt::Result {
    let grid = puzzle.grid();
    let owner = |cell: Coord| {
        let index = puzzle.cell_index(cell);
        index.map(|index| board.iter().position(|other| other.covers(index)).ok_or(index))
    };
    let mut lines = String::new();
    let drawn = puzzle.cells().iter().enumerate().filter(|(index, _)| cells >> index & 1 == 1);
    for (index, &cell) in drawn {
        let corners: Vec<_> = corners(grid, cell).collect();
        let fill = match board.iter().position(|other| other.covers(index)) {
            Some(i) => color(board[i].piece),
            None => EMPTY.to_string(),
        };
        write!(out, r#"<polygon points=""#)?;
        for (i, (x, y)) in corners.iter().enumerate() {
            let blank = if i == 0 { "" } else { " " };
            write!(out, "{blank}{:.1},{:.1}", x * size, y * size)?;
        }
        writeln!(out, r#"" fill="{fill}" stroke="{fill}" stroke-width="0.5"/>"#)?;
        for side in 0..corners.len() {
            let (a, b) = (corners[side], corners[(side + 1) % corners.len()]);
            if owner(across(grid, cell, side)) != owner(cell) {
                let (x1, y1) = (a.0 * size, a.1 * size);
                let (x2, y2) = (b.0 * size, b.1 * size);
                write!(lines, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}")?;
            }
        }
    }
    let width = size / 14.0;
    writeln!(
        out,
        r##"<path d="{lines}" stroke="#22211d" stroke-width="{width:.1}" stroke-linecap="round"/>"##
    )
}

/// The color of a piece: one of the palette if there are enough.
fn color(piece: usize) -> String {
    match PALETTE.get(piece) {
        Some(color) => (*color).to_string(),
        None => {
            // The golden angle keeps successive colors apart.
            let mut color = String::new();
            let _ = write!(color, "hsl({},{}%,60%)", piece % 360 * 137 % 360, 45 + piece % 3 * 20);
            color
        }
    }
}

type Point = (f64, f64);

/// Half the square root of 3: the height of a triangle with side 1.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// The corners of a cell, clockwise, from the upper right one or the tip that comes first; the
/// cells of a row are 1 apart, triangles half as much.
fn corners(grid: GridKind, (x, y): Coord) -> impl Iterator<Item = Point> {
    let (fx, fy) = (f64::from(x), f64::from(y));
    let (middle, unit): (Point, &'static [Point]) = match grid {
        GridKind::Square => ((fx, fy), &[(0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)]),
        GridKind::AxialHexagon => ((fx + fy / 2.0, fy * HEIGHT), &HEXAGON),
        GridKind::OffsetHexagon => ((fx + f64::from(y & 1) / 2.0, fy * HEIGHT), &HEXAGON),
        GridKind::Triangle => {
            let on_base = (x + y) & 1 == 0;
            let unit: &[Point] = if on_base {
                &[(0.0, -HEIGHT / 2.0), (0.5, HEIGHT / 2.0), (-0.5, HEIGHT / 2.0)]
            } else {
                &[(0.5, -HEIGHT / 2.0), (0.0, HEIGHT / 2.0), (-0.5, -HEIGHT / 2.0)]
            };
            ((fx / 2.0, fy * HEIGHT), unit)
        }
    };
    unit.iter().map(move |&(dx, dy)| (middle.0 + dx, middle.1 + dy))
}

/// Half the side of a hexagon that is 1 wide.
const SIDE: f64 = 0.5 / HEIGHT / 2.0;
const HEXAGON: [Point; 6] =
    [(0.5, -SIDE), (0.5, SIDE), (0.0, 2.0 * SIDE), (-0.5, SIDE), (-0.5, -SIDE), (0.0, -2.0 * SIDE)];

/// The cell across the side that starts at corner number `side`.
fn across(grid: GridKind, cell: Coord, side: usize) -> Coord {
    let on_base = (cell.0 + cell.1) & 1 == 0;
    let direction = match grid {
        GridKind::Square => ["E", "S", "W", "N"][side],
        GridKind::Triangle if on_base => ["R", "V", "L"][side],
        GridKind::Triangle => ["R", "L", "V"][side],
        _ => ["E", "SE", "SW", "W", "NW", "NE"][side],
    };
    grid.step(cell, direction).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_share_the_corners_of_the_side_between_them() {
        for grid in
            [GridKind::Square, GridKind::AxialHexagon, GridKind::OffsetHexagon, GridKind::Triangle]
        {
            for cell in [(3, 2), (4, 2), (3, 3), (-2, -1)] {
                let own: Vec<_> = corners(grid, cell).collect();
                for side in 0..own.len() {
                    let other: Vec<_> = corners(grid, across(grid, cell, side)).collect();
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
