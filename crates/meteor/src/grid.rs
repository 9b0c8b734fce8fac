//! The grids. Only [`Grid`] knows how they differ: the neighbors of a cell, the symmetries, where a
//! cell lies, and how a picture shows it.
//!
//! All cells are triples (column, row, layer), those of the plane in layer 0. Each grid maps them to
//! coordinates in which its symmetries are permutations and signs, so that one piece of code turns
//! the pieces of all grids:
//!
//! ```text
//! grid             coordinates           symmetries about a point
//! square           column, row, 0        4 rotations,  4 reflections
//! hexagon, axial   sum 0                 6 rotations,  6 reflections
//! triangle         sum 1 or 2            6 rotations,  6 reflections
//! cubes            column, row, layer    24 rotations, 24 reflections
//! spheres          even sum              24 rotations, 24 reflections
//! ```
//!
//! Spheres are the densest lattice packing, the face-centered cubic lattice: all points of space
//! with integer coordinates and an even sum (J. H. Conway and N. J. A. Sloane, "Sphere Packings,
//! Lattices and Groups", chapter 4, the lattice D3). Its square layers are those of a pyramid.

use alloc::vec::Vec;
use core::fmt;

/// The arrangement of the cells of a board.
///
/// Cells are named by column, row and layer as in a picture, row 0 at the top and layer 0 first.
/// The grids of the plane have only layer 0.
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
    /// Cubes in layers of squares. A cell is adjacent to the six with which it shares a face.
    #[cfg_attr(feature = "serde", serde(rename = "cubes"))]
    Cubes,
    /// Spheres in layers of squares, as in a pyramid: the sphere of column x and row y lies in the
    /// hollow between the spheres (x, y), (x + 1, y), (x, y + 1) and (x + 1, y + 1) of the layer
    /// before. A sphere touches twelve others: four of its layer, and four of the layers above and
    /// below each.
    ///
    /// ```text
    /// o   o   o      layer 0
    ///   *   *        layer 1
    /// o   o   o
    /// ```
    #[cfg_attr(feature = "serde", serde(rename = "spheres"))]
    Spheres,
}

/// A cell: its column, row and layer, each from −128 to 127. In the plane the layer is 0.
///
/// Cells are ordered layer by layer, and row by row in a layer. Pairs (column, row) and triples
/// (column, row, layer) convert to cells.
///
/// ```
/// use meteor_puzzle::Coord;
///
/// assert_eq!(Coord::from((3, 2)), Coord { x: 3, y: 2, z: 0 });
/// assert_eq!(Coord::from((3, 2, 1)).to_string(), "3,2,1");
/// assert!(Coord::from((3, 2)) < Coord::from((0, 3)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(i32, i32, i32)", into = "(i32, i32, i32)"))]
pub struct Coord {
    /// The layer.
    pub z: i32,
    /// The row.
    pub y: i32,
    /// The column.
    pub x: i32,
}

impl Coord {
    /// Column, row and layer: the first [`Grid::axes`] of them name the cell.
    #[must_use]
    pub const fn to_array(self) -> [i32; 3] {
        [self.x, self.y, self.z]
    }
}

impl From<(i32, i32)> for Coord {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x, y, z: 0 }
    }
}

impl From<(i32, i32, i32)> for Coord {
    fn from((x, y, z): (i32, i32, i32)) -> Self {
        Self { x, y, z }
    }
}

impl From<Coord> for (i32, i32, i32) {
    fn from(Coord { x, y, z }: Coord) -> Self {
        (x, y, z)
    }
}

impl PartialEq<(i32, i32)> for Coord {
    fn eq(&self, other: &(i32, i32)) -> bool {
        *self == Self::from(*other)
    }
}

impl PartialEq<(i32, i32, i32)> for Coord {
    fn eq(&self, other: &(i32, i32, i32)) -> bool {
        *self == Self::from(*other)
    }
}

/// Writes `X,Y`, and `,Z` if the layer is not 0.
impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)?;
        if self.z == 0 { Ok(()) } else { write!(f, ",{}", self.z) }
    }
}

impl fmt::Debug for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({self})")
    }
}

/// A cell in coordinates in which symmetries are permutations and signs. For hexagons the sum is 0,
/// for triangles 1 or 2: 1 on a tip, 2 on a base. After Boris the Brave, "Triangle grids" (2021),
/// and Amit Patel, "Hexagonal grids" (2013).
pub(crate) type Cube = [i32; 3];

/// Column, row and layer of a neighbor, relative to a cell.
type Offset = (i32, i32, i32);

impl Grid {
    /// All grids.
    pub const ALL: [Self; 6] = [
        Self::Square,
        Self::AxialHexagon,
        Self::OffsetHexagon,
        Self::Triangle,
        Self::Cubes,
        Self::Spheres,
    ];

    /// The name of the grid in puzzle files, which [`from_name`](Self::from_name) finds.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::AxialHexagon => "axial",
            Self::OffsetHexagon => "hexagon",
            Self::Triangle => "triangle",
            Self::Cubes => "cubes",
            Self::Spheres => "spheres",
        }
    }

    /// The grid with this [`name`](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|grid| grid.name() == name)
    }

    /// The number of coordinates of a cell: 2 in the plane, 3 in space.
    #[must_use]
    pub const fn axes(self) -> usize {
        if matches!(self, Self::Cubes | Self::Spheres) { 3 } else { 2 }
    }

    /// Returns the neighbor of a cell in a direction: for squares `N E S W`, for hexagons
    /// `NE E SE SW W NW`, for triangles `L R` and `V`, the cell above or below. In space `U` is the
    /// next layer and `D` the one before: for cubes `N E S W U D`, for spheres `N E S W`, and
    /// `UNE USE USW UNW DNE DSE DSW DNW`, the spheres in the hollows above and below.
    ///
    /// Returns `None` if the grid does not have this direction, or the coordinates of the neighbor
    /// overflow.
    ///
    /// ```
    /// use meteor_puzzle::Grid;
    ///
    /// assert_eq!(Grid::Square.step((3, 2), "N"), Some((3, 1).into()));
    /// assert_eq!(Grid::OffsetHexagon.step((3, 1), "NE"), Some((4, 0).into()));
    /// assert_eq!(Grid::Cubes.step((3, 2, 0), "U"), Some((3, 2, 1).into()));
    /// assert_eq!(Grid::Square.step((3, 2), "NE"), None);
    /// ```
    #[must_use]
    pub fn step(self, from: impl Into<Coord>, direction: &str) -> Option<Coord> {
        let side = self.directions().iter().position(|name| *name == direction)?;
        self.across(from.into(), side)
    }

    /// The names of the directions. In the plane and in layers of squares, the first ones are the
    /// sides of a cell in the order of its corners.
    pub(crate) const fn directions(self) -> &'static [&'static str] {
        match self {
            Self::Square => &["N", "E", "S", "W"],
            Self::AxialHexagon | Self::OffsetHexagon => &["NE", "E", "SE", "SW", "W", "NW"],
            Self::Triangle => &["L", "R", "V"],
            Self::Cubes => &["N", "E", "S", "W", "U", "D"],
            Self::Spheres => {
                &["N", "E", "S", "W", "UNE", "USE", "USW", "UNW", "DNE", "DSE", "DSW", "DNW"]
            }
        }
    }

    /// The offsets from a cell in these directions.
    const fn offsets(self, Coord { x, y, .. }: Coord) -> &'static [Offset] {
        match self {
            Self::Square => &[(0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0)],
            Self::AxialHexagon => {
                &[(1, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (0, -1, 0)]
            }
            Self::OffsetHexagon if y & 1 == 0 => {
                &[(0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (-1, -1, 0)]
            }
            Self::OffsetHexagon => {
                &[(1, -1, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)]
            }
            Self::Triangle if (x ^ y) & 1 == 0 => &[(-1, 0, 0), (1, 0, 0), (0, 1, 0)],
            Self::Triangle => &[(-1, 0, 0), (1, 0, 0), (0, -1, 0)],
            Self::Cubes => &[(0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)],
            #[rustfmt::skip]
            Self::Spheres => &[
                (0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0),
                (0, -1, 1), (0, 0, 1), (-1, 0, 1), (-1, -1, 1),
                (1, 0, -1), (1, 1, -1), (0, 1, -1), (0, 0, -1),
            ],
        }
    }

    /// The cell across a side, by the index of its direction.
    pub(crate) fn across(self, cell: Coord, side: usize) -> Option<Coord> {
        let (dx, dy, dz) = self.offsets(cell)[side];
        let Coord { x, y, z } = cell;
        Some(Coord { z: z.checked_add(dz)?, y: y.checked_add(dy)?, x: x.checked_add(dx)? })
    }

    /// The adjacent cells.
    pub(crate) fn neighbors(self, cell: Coord) -> impl Iterator<Item = Coord> {
        (0..self.directions().len()).filter_map(move |side| self.across(cell, side))
    }

    /// The coordinates in which symmetries are computed.
    pub(crate) const fn cube_of(self, Coord { x, y, z }: Coord) -> Cube {
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
            Self::Cubes => [x, y, z],
            // Steps to the right and down are diagonals of a square, the step up is one of a cube.
            Self::Spheres => [x - y, x + y + z, z],
        }
    }

    /// The inverse of [`cube_of`](Self::cube_of).
    pub(crate) const fn coord_of(self, [a, b, c]: Cube) -> Coord {
        let (x, y, z) = match self {
            Self::Square | Self::AxialHexagon => (a, b, 0),
            Self::OffsetHexagon => (a + (b >> 1), b, 0),
            Self::Triangle => (a - c, -b, 0),
            Self::Cubes => (a, b, c),
            Self::Spheres => ((a + b - c) >> 1, (b - a - c) >> 1, c),
        };
        Coord { z, y, x }
    }

    /// The middle of a cell in the plane or in its layer, in half widths and rows; for triangles the
    /// middle of the smallest rectangle around it.
    pub(crate) const fn middle(self, Coord { x, y, .. }: Coord) -> (i32, i32) {
        match self {
            Self::Square | Self::Cubes | Self::Spheres => (2 * x, y),
            Self::AxialHexagon => (2 * x + y, y),
            Self::OffsetHexagon => (2 * x + (y & 1), y),
            Self::Triangle => (x, y),
        }
    }

    /// The color of a cell if adjacent cells can have two different ones, as on a chess board. They
    /// cannot on hexagons and spheres, three of which touch one another.
    pub(crate) fn color(self, Coord { x, y, z }: Coord) -> Option<bool> {
        let is_colored = matches!(self, Self::Square | Self::Triangle | Self::Cubes);
        is_colored.then_some((x ^ y ^ z) & 1 == 1)
    }

    /// The cell with which a picture of these cells begins. A picture is read with its first cell as
    /// (0, 0), so a row of `OffsetHexagon` must be even, and the sum of column and row even on
    /// `Triangle`.
    pub(crate) fn origin(self, cells: &[Coord]) -> Coord {
        let least = |of: fn(&Coord) -> i32| cells.iter().map(of).min().unwrap_or_default();
        let Coord { x, y, z } =
            Coord { z: least(|cell| cell.z), y: least(|cell| cell.y), x: least(|cell| cell.x) };
        match self {
            Self::OffsetHexagon => Coord { z, y: y - (y & 1), x },
            Self::Triangle => Coord { z, y, x: x - ((x + y) & 1) },
            _ => Coord { z, y, x },
        }
    }

    /// The blanks before a row of a picture that begins with row `top`.
    pub(crate) const fn indent(self, y: i32, top: i32) -> usize {
        match self {
            Self::OffsetHexagon => (y & 1) as usize,
            Self::AxialHexagon => (y - top) as usize,
            _ => 0,
        }
    }

    /// The number of rotations about a point of the grid, which is also the number of reflections.
    pub(crate) const fn rotations(self) -> usize {
        match self {
            Self::Square => 4,
            Self::AxialHexagon | Self::OffsetHexagon | Self::Triangle => 6,
            Self::Cubes | Self::Spheres => 24,
        }
    }

    /// Symmetry number `op`: first the rotations, beginning with the identity, then the same after
    /// a reflection.
    #[inline]
    pub(crate) fn turn(self, op: usize, mut cell: Cube) -> Cube {
        let rotations = self.rotations();
        if op >= rotations {
            let [a, b, c] = cell;
            cell = match self {
                Self::AxialHexagon | Self::OffsetHexagon => [b, a, c],
                Self::Triangle => [c, b, a],
                _ => [-a, b, c],
            };
        }
        if self.axes() == 3 {
            return rotated_in_space(op % rotations, cell);
        }
        for _ in 0..op % rotations {
            let [a, b, c] = cell;
            cell = match self {
                Self::AxialHexagon | Self::OffsetHexagon => [-b, -c, -a],
                Self::Triangle => [1 - b, 1 - c, 1 - a],
                _ => [-b, a, c],
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

    /// The point of a cell over which [`sweeps`](Self::sweeps) pass.
    pub(crate) const fn point(self, cell: Coord) -> Cube {
        if self.axes() == 3 {
            return self.cube_of(cell);
        }
        let (x, y) = self.middle(cell);
        [x, y, 0]
    }

    /// A line sweeps over the plane, or a plane over space, in six directions. For each, the time at
    /// which it meets a point, and the place of the point on it, as factors of the coordinates.
    pub(crate) const fn sweeps(self) -> [[Cube; 2]; 6] {
        const X: Cube = [1, 0, 0];
        const Y: Cube = [0, 1, 0];
        const Z: Cube = [0, 0, 1];
        // Rows of 2¹¹ places.
        const ROWS: Cube = [1, 1 << 11, 0];
        if self.axes() == 2 {
            return [
                [Y, X],
                [X, Y],
                [[1, 1, 0], Y],
                [[1, -1, 0], Y],
                [[1, 2, 0], Y],
                [[1, -2, 0], Y],
            ];
        }
        let askew = [1 + (1 << 11), 1 << 12, 0];
        [
            [Z, ROWS],
            [Z, askew],
            [[1, 0, 1], ROWS],
            [[1, 0, 2], ROWS],
            [[1; 3], ROWS],
            [[1, 2, 4], ROWS],
        ]
    }
}

/// Rotation number `op` of the cube, from 0 to 23: one of six permutations of the axes, and signs.
/// Two signs are free; the third makes it a rotation.
fn rotated_in_space(op: usize, cell: Cube) -> Cube {
    const PERMUTATIONS: [[usize; 3]; 6] =
        [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let permutation = op / 4;
    let sign = |is_negative: bool| if is_negative { -1 } else { 1 };
    let signs = [op & 1 == 1, op & 2 == 2];
    // The last three permutations are reflections.
    let last = signs[0] ^ signs[1] ^ (permutation >= 3);
    let [a, b, c] = PERMUTATIONS[permutation].map(|axis| cell[axis]);
    [a * sign(signs[0]), b * sign(signs[1]), c * sign(last)]
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

/// The translation of `a` by `b`.
pub(crate) fn add(a: Cube, b: Cube) -> Cube {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_cells() -> impl Iterator<Item = Coord> {
        let rows = (-4..5).flat_map(|y| (-4..5).map(move |x| (x, y)));
        rows.map(Coord::from)
    }

    /// The cells of a grid near the origin.
    fn cells_of(grid: Grid) -> impl Iterator<Item = Coord> {
        let layers = if grid.axes() == 3 { -2..3 } else { 0..1 };
        layers.flat_map(|z| some_cells().map(move |cell| Coord { z, ..cell }))
    }

    #[test]
    fn cubes_come_back() {
        for grid in Grid::ALL {
            for cell in cells_of(grid) {
                assert_eq!(grid.coord_of(grid.cube_of(cell)), cell, "{grid}");
                let sum: i32 = grid.cube_of(cell).iter().sum();
                match grid {
                    Grid::Triangle => assert_eq!(sum, 2 - ((cell.x + cell.y) & 1)),
                    Grid::AxialHexagon | Grid::OffsetHexagon => assert_eq!(sum, 0),
                    Grid::Spheres => assert_eq!(sum & 1, 0),
                    Grid::Square | Grid::Cubes => {}
                }
            }
        }
    }

    #[test]
    fn symmetries_and_translations_keep_neighbors() {
        for grid in Grid::ALL {
            for op in 0..2 * grid.rotations() {
                for cell in cells_of(grid) {
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
    fn rotations_in_space_keep_the_hand() {
        let determinant = |[a, b, c]: [Cube; 3]| {
            a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        for op in 0..48 {
            let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|axis| Grid::Cubes.turn(op, axis));
            assert_eq!(determinant(axes), if op < 24 { 1 } else { -1 }, "{op}");
        }
        assert_eq!(Grid::Cubes.turn(0, [1, 2, 3]), [1, 2, 3]);
    }
}
