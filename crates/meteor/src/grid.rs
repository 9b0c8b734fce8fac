//! The four grids. Only [`Grid`] knows how they differ: the neighbors of a cell, the symmetries,
//! where a cell lies in the plane, and how a picture shows it.

use alloc::vec::Vec;
use core::fmt;

/// The arrangement of the cells of a board.
///
/// Cells are named by column and row as in a picture, row 0 at the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Grid {
    /// Squares. A cell is adjacent to the four beside, above and below it.
    #[cfg_attr(feature = "serde", serde(rename = "square"))]
    Square,
    /// Hexagons. Each row is half a cell further right than the row above it.
    ///
    /// ```text
    /// . . . .
    ///  . . . .
    ///   . . . .
    /// ```
    #[cfg_attr(feature = "serde", serde(rename = "axial"))]
    AxialHexagon,
    /// Hexagons. Odd rows are half a cell further right.
    ///
    /// ```text
    /// . . . .
    ///  . . . .
    /// . . . .
    /// ```
    #[cfg_attr(feature = "serde", serde(rename = "hexagon"))]
    OffsetHexagon,
    /// Triangles. The cell of column x and row y stands on its base if x + y is even, and on its
    /// tip if it is odd.
    ///
    /// ```text
    /// △▽△▽△
    /// ▽△▽△▽
    /// ```
    #[cfg_attr(feature = "serde", serde(rename = "triangle"))]
    Triangle,
}

/// Column and row of a cell, as `(i32, i32)`, each from −128 to 127.
pub type Coord = (i32, i32);

/// A cell in coordinates in which symmetries are permutations and signs. For hexagons the sum is 0,
/// for triangles 1 or 2: 1 on a tip, 2 on a base. After Boris the Brave, "Triangle grids" (2021),
/// and Amit Patel, "Hexagonal grids" (2013).
pub(crate) type Cube = [i32; 3];

impl Grid {
    /// All grids.
    pub const ALL: [Self; 4] =
        [Self::Square, Self::AxialHexagon, Self::OffsetHexagon, Self::Triangle];

    /// The name of the grid in puzzle files, which [`from_name`](Self::from_name) finds.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::AxialHexagon => "axial",
            Self::OffsetHexagon => "hexagon",
            Self::Triangle => "triangle",
        }
    }

    /// The grid with this [`name`](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|grid| grid.name() == name)
    }

    /// Returns the neighbor of a cell in a direction: for squares `N E S W`, for hexagons
    /// `NE E SE SW W NW`, for triangles `L R` and `V`, the cell above or below.
    ///
    /// Returns `None` if the grid does not have this direction, or the coordinates of the neighbor
    /// overflow.
    ///
    /// ```
    /// use meteor_puzzle::Grid;
    ///
    /// assert_eq!(Grid::Square.step((3, 2), "N"), Some((3, 1)));
    /// assert_eq!(Grid::OffsetHexagon.step((3, 1), "NE"), Some((4, 0)));
    /// assert_eq!(Grid::Square.step((3, 2), "NE"), None);
    /// ```
    #[must_use]
    pub fn step(self, from: Coord, direction: &str) -> Option<Coord> {
        let side = self.directions().iter().position(|name| *name == direction)?;
        self.across(from, side)
    }

    /// The names of the directions.
    pub(crate) const fn directions(self) -> &'static [&'static str] {
        match self {
            Self::Square => &["N", "E", "S", "W"],
            Self::AxialHexagon | Self::OffsetHexagon => &["NE", "E", "SE", "SW", "W", "NW"],
            Self::Triangle => &["L", "R", "V"],
        }
    }

    /// The offsets from a cell in these directions.
    const fn offsets(self, (x, y): Coord) -> &'static [Coord] {
        match self {
            Self::Square => &[(0, -1), (1, 0), (0, 1), (-1, 0)],
            Self::AxialHexagon => &[(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)],
            Self::OffsetHexagon if y & 1 == 0 => {
                &[(0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
            }
            Self::OffsetHexagon => &[(1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)],
            Self::Triangle if (x ^ y) & 1 == 0 => &[(-1, 0), (1, 0), (0, 1)],
            Self::Triangle => &[(-1, 0), (1, 0), (0, -1)],
        }
    }

    /// The cell across a side, by the index of its direction.
    pub(crate) fn across(self, cell: Coord, side: usize) -> Option<Coord> {
        let (dx, dy) = self.offsets(cell)[side];
        Some((cell.0.checked_add(dx)?, cell.1.checked_add(dy)?))
    }

    /// The cells that share an edge with a cell.
    pub(crate) fn neighbors(self, cell: Coord) -> impl Iterator<Item = Coord> {
        (0..self.directions().len()).filter_map(move |side| self.across(cell, side))
    }

    /// The coordinates in which symmetries are computed.
    pub(crate) const fn cube_of(self, (x, y): Coord) -> Cube {
        match self {
            Self::Square => [x, y, 0],
            Self::AxialHexagon => [x, y, -x - y],
            Self::OffsetHexagon => {
                let q = x - (y >> 1);
                [q, y, -q - y]
            }
            Self::Triangle => {
                let sum = 2 - ((x + y) & 1);
                [(sum + y + x) >> 1, -y, (sum + y - x) >> 1]
            }
        }
    }

    /// The inverse of [`cube_of`](Self::cube_of).
    pub(crate) const fn coord_of(self, [a, b, c]: Cube) -> Coord {
        match self {
            Self::Square | Self::AxialHexagon => (a, b),
            Self::OffsetHexagon => (a + (b >> 1), b),
            Self::Triangle => (a - c, -b),
        }
    }

    /// The middle of a cell in the plane, in half widths and rows; for triangles the middle of the
    /// smallest rectangle around it.
    pub(crate) const fn middle(self, (x, y): Coord) -> (i32, i32) {
        match self {
            Self::Square => (2 * x, y),
            Self::AxialHexagon => (2 * x + y, y),
            Self::OffsetHexagon => (2 * x + (y & 1), y),
            Self::Triangle => (x, y),
        }
    }

    /// The color of a cell if adjacent cells can have two different ones, as on a chess board. They
    /// cannot on hexagons, three of which touch one another.
    pub(crate) fn color(self, (x, y): Coord) -> Option<bool> {
        matches!(self, Self::Square | Self::Triangle).then_some((x ^ y) & 1 == 1)
    }

    /// The column and the row in which a picture of these cells begins. A picture is read with its
    /// first cell as (0, 0), so a row of `OffsetHexagon` must be even, and the sum of column and
    /// row even on `Triangle`.
    pub(crate) fn origin(self, cells: &[Coord]) -> Coord {
        let left = cells.iter().map(|cell| cell.0).min().unwrap_or_default();
        let top = cells.iter().map(|cell| cell.1).min().unwrap_or_default();
        match self {
            Self::OffsetHexagon => (left, top - (top & 1)),
            Self::Triangle => (left - ((left + top) & 1), top),
            Self::Square | Self::AxialHexagon => (left, top),
        }
    }

    /// The blanks before a row of a picture that begins with row `top`.
    pub(crate) const fn indent(self, y: i32, top: i32) -> usize {
        match self {
            Self::OffsetHexagon => (y & 1) as usize,
            Self::AxialHexagon => (y - top) as usize,
            Self::Square | Self::Triangle => 0,
        }
    }

    /// The number of rotations about a point of the grid, which is also the number of reflections.
    pub(crate) const fn rotations(self) -> usize {
        if matches!(self, Self::Square) { 4 } else { 6 }
    }

    /// Symmetry number `op`: first the rotations, beginning with the identity, then the same after
    /// a reflection.
    pub(crate) fn turn(self, op: usize, mut cell: Cube) -> Cube {
        let rotations = self.rotations();
        if op >= rotations {
            let [a, b, c] = cell;
            cell = match self {
                Self::Square => [-a, b, c],
                Self::AxialHexagon | Self::OffsetHexagon => [b, a, c],
                Self::Triangle => [c, b, a],
            };
        }
        for _ in 0..op % rotations {
            let [a, b, c] = cell;
            cell = match self {
                Self::Square => [-b, a, c],
                Self::AxialHexagon | Self::OffsetHexagon => [-b, -c, -a],
                Self::Triangle => [1 - b, 1 - c, 1 - a],
            };
        }
        cell
    }

    /// The translation from `from` to `to`; `None` if it is not one of the grid, as from a triangle
    /// on its base to one on its tip.
    pub(crate) fn translation(self, from: Cube, to: Cube) -> Option<Cube> {
        let by = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
        (self != Self::Triangle || by[0] + by[1] + by[2] == 0).then_some(by)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Removes the region of adjacent cells with the same mark that has the first cell, and returns the
/// mark and the region.
pub(crate) fn take_region<T: Copy + PartialEq>(
    grid: Grid,
    marked: &mut Vec<(Coord, T)>,
) -> Option<(T, Vec<Coord>)> {
    let (first, mark) = *marked.first()?;
    let (mut region, mut next) = (Vec::from([first]), 0);
    marked.remove(0);
    while let Some(&cell) = region.get(next) {
        next += 1;
        for neighbor in grid.neighbors(cell) {
            if let Some(i) = marked.iter().position(|&other| other == (neighbor, mark)) {
                region.push(marked.remove(i).0);
            }
        }
    }
    Some((mark, region))
}

/// Sorts cells row by row.
pub(crate) fn sort_by_rows(cells: &mut [Coord]) {
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
}

/// The translation of `a` by `b`.
pub(crate) fn add(a: Cube, b: Cube) -> Cube {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_cells() -> impl Iterator<Item = Coord> {
        (-4..5).flat_map(|y| (-4..5).map(move |x| (x, y)))
    }

    #[test]
    fn cubes_come_back() {
        for grid in Grid::ALL {
            for cell in some_cells() {
                assert_eq!(grid.coord_of(grid.cube_of(cell)), cell, "{grid}");
                let sum: i32 = grid.cube_of(cell).iter().sum();
                match grid {
                    Grid::Triangle => assert_eq!(sum, 2 - ((cell.0 + cell.1) & 1)),
                    Grid::Square => {}
                    _ => assert_eq!(sum, 0),
                }
            }
        }
    }

    #[test]
    fn symmetries_and_translations_keep_neighbors() {
        for grid in Grid::ALL {
            for op in 0..2 * grid.rotations() {
                for cell in some_cells() {
                    let image = |cell| grid.coord_of(grid.turn(op, grid.cube_of(cell)));
                    let mut expected: Vec<_> = grid.neighbors(image(cell)).collect();
                    let mut found: Vec<_> = grid.neighbors(cell).map(image).collect();
                    expected.sort_unstable();
                    found.sort_unstable();
                    assert_eq!(found, expected, "{grid} {op} {cell:?}");
                    assert!(grid.neighbors(cell).all(|n| grid.neighbors(n).any(|c| c == cell)));
                }
            }
        }
    }

    #[test]
    fn symmetries_are_all_different() {
        // Three cells in general position tell all symmetries apart, even up to translations.
        for grid in Grid::ALL {
            let cells = [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (4, 1), (5, 1)];
            let mut images: Vec<Vec<Cube>> = (0..2 * grid.rotations())
                .map(|op| cells.iter().map(|&c| grid.turn(op, grid.cube_of(c))).collect())
                .collect();
            images.sort();
            images.dedup();
            assert_eq!(images.len(), 2 * grid.rotations(), "{grid}");
        }
    }

    #[test]
    fn steps_over_the_edge_of_the_coordinates_lead_nowhere() {
        for grid in Grid::ALL {
            for at in [i32::MIN, i32::MAX] {
                for (x, y) in [(at, 0), (0, at), (at, at)] {
                    assert!(grid.neighbors((x, y)).count() < 6);
                    assert!(
                        grid.neighbors((x, y)).all(|(nx, ny)| nx.abs_diff(x) + ny.abs_diff(y) <= 2)
                    );
                }
            }
        }
        assert_eq!(Grid::Square.step((i32::MAX, 0), "E"), None);
        assert_eq!(Grid::Triangle.step((i32::MAX, i32::MAX), "V"), None);
    }

    #[test]
    fn names_come_back() {
        for grid in Grid::ALL {
            assert_eq!(Grid::from_name(grid.name()), Some(grid));
        }
        assert_eq!(Grid::from_name("cube"), None);
    }
}
