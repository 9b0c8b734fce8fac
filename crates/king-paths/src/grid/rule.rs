//! Kinds of steps: which cells of a grid are neighbors.
//!
//! The offsets are those of the core. They are used in two ways. Around one cell, the core moves on a
//! small board ([`targets`]). For all cells of a tile at once, the cells in each of the nine tiles around it follow
//! from constant shifts ([`spread`]). A step (dx, dy) that leaves a tile of 8 × 8 cells enters the next one at
//! (dx ± 8, dy ± 8); steps of the same height share their shifts to the side:
//!
//! ```text
//!   king, into the tile above (dy = -1):   row = cells | cells one column to either side
//!                                          above = row moved down by 8 - 1 rows
//! ```

use bitboard_core::{Bitboard, Dilate, Geometry, RowMajor, Steps};

use super::map::{Cells, Grid, Point};

/// Movement rules on a grid.
///
/// ```
/// use king_paths::grid::{Grid, StepKind};
///
/// let grid = Grid::from_fn(5, 5, |_, _| true)?;
/// let steps = StepKind::ALL.map(|kind| grid.neighbors((2, 2), kind).count());
/// assert_eq!(steps, [4, 8, 8, 8]);
/// # Ok::<(), king_paths::grid::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StepKind {
    /// To the four cells across an edge.
    Orthogonal,
    /// To the eight cells across an edge or a corner.
    King,
    /// As a king, but across a corner only if both cells beside it are free as well.
    NoCornerCut,
    /// By a knight's leap: two cells one way and one the other, over anything.
    Knight,
}

impl StepKind {
    /// All step kinds.
    pub const ALL: [Self; 4] = [Self::Orthogonal, Self::King, Self::NoCornerCut, Self::Knight];
}

/// A step kind, for code that is compiled for each.
pub(super) trait Rule {
    /// A square of cells as large as steps reach.
    type Window: Geometry;
    /// The type of the moves.
    type Moves: Dilate<Self::Window>;
    /// The moves in a window.
    const MOVES: Self::Moves;
    /// The offsets of the steps.
    const OFFSETS: &'static [(i8, i8)];
    /// Whether diagonal steps depend on the cells beside them.
    const NO_CORNER_CUT: bool = false;
}

pub(super) struct Orthogonal;
pub(super) struct King;
pub(super) struct NoCornerCut;
pub(super) struct Knight;

impl Rule for Orthogonal {
    type Window = RowMajor<3, 3>;
    type Moves = Steps<Self::Window>;
    const MOVES: Self::Moves = Steps::ORTHOGONAL;
    const OFFSETS: &'static [(i8, i8)] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
}

impl Rule for King {
    type Window = RowMajor<3, 3>;
    type Moves = Steps<Self::Window>;
    const MOVES: Self::Moves = Steps::KING;
    const OFFSETS: &'static [(i8, i8)] =
        &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
}

impl Rule for NoCornerCut {
    type Window = RowMajor<3, 3>;
    type Moves = bitboard_core::NoCornerCut;
    const MOVES: Self::Moves = bitboard_core::NoCornerCut;
    const OFFSETS: &'static [(i8, i8)] = King::OFFSETS;
    const NO_CORNER_CUT: bool = true;
}

impl Rule for Knight {
    type Window = RowMajor<5, 5>;
    type Moves = Steps<Self::Window>;
    const MOVES: Self::Moves = Steps::KNIGHT;
    const OFFSETS: &'static [(i8, i8)] =
        &[(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
}

/// Evaluates an expression with `$rule` as the [`Rule`] of a [`StepKind`].
macro_rules! with_rule {
    ($kind:expr, $rule:ident => $run:expr) => {{
        use $crate::grid::rule;
        match $kind {
            rule::StepKind::Orthogonal => {
                type $rule = rule::Orthogonal;
                $run
            }
            rule::StepKind::King => {
                type $rule = rule::King;
                $run
            }
            rule::StepKind::NoCornerCut => {
                type $rule = rule::NoCornerCut;
                $run
            }
            rule::StepKind::Knight => {
                type $rule = rule::Knight;
                $run
            }
        }
    }};
}
pub(super) use with_rule;

/// The cells that one step from the middle of a window leads to, through `free` cells.
#[inline(always)]
pub(super) fn targets<R: Rule>(free: Bitboard<u64, R::Window>) -> Bitboard<u64, R::Window> {
    let middle = const { 1 << (R::Window::WIDTH * R::Window::HEIGHT / 2) };
    let middle = Bitboard::from_bits_truncate(middle);
    R::MOVES.dilate_within(middle, free | middle) - middle
}

/// The free cells that one step from a cell leads to.
pub(super) struct Neighbors {
    /// The targets in the window.
    bits: u64,
    /// Number of columns of the window.
    width: u32,
    /// The column and the row of the first cell of the window, which may lie outside of the grid.
    x: u32,
    y: u32,
}

impl Neighbors {
    #[inline]
    pub(super) fn new(grid: &Grid, (x, y): Point, kind: StepKind) -> Self {
        #[inline]
        fn find<R: Rule>(grid: &Grid, (x, y): Point) -> Neighbors {
            let free = if grid.contains(x, y) { grid.window(x, y) } else { Bitboard::EMPTY };
            let (width, bits) = (R::Window::WIDTH as u32, targets::<R>(free).bits());
            Neighbors { bits, width, x: x.wrapping_sub(width / 2), y: y.wrapping_sub(width / 2) }
        }
        with_rule!(kind, R => find::<R>(grid, (x, y)))
    }
}

impl Iterator for Neighbors {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.bits == 0 {
            return None;
        }
        let bit = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some((self.x.wrapping_add(bit % self.width), self.y.wrapping_add(bit / self.width)))
    }
}

/// The diagonal steps (dx, dy), in the order of [`Diagonals`].
pub(super) const CORNERS: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The cells of a tile from which a diagonal step cuts no corner, for the four [`CORNERS`].
pub(super) type Diagonals = [Cells; 4];

/// The cells that one step from `cells` leads to: in their tile, and in those above, below, to the left
/// and to the right.
#[inline(always)]
pub(super) fn spread<R: Rule>(cells: Cells, diagonals: &Diagonals) -> [Cells; 5] {
    let up = cells.neighbors(&const { of_row::<R>(-1) });
    let far_up = cells.neighbors(&const { of_row::<R>(-2) });
    let down = cells.neighbors(&const { of_row::<R>(1) });
    let far_down = cells.neighbors(&const { of_row::<R>(2) });
    let left = cells.neighbors(&const { of_column::<R>(-1) });
    let far_left = cells.neighbors(&const { of_column::<R>(-2) });
    let right = cells.neighbors(&const { of_column::<R>(1) });
    let far_right = cells.neighbors(&const { of_column::<R>(2) });
    let mut targets = [
        cells.neighbors(&const { steps::<R>() }),
        up.shift(0, 7) | far_up.shift(0, 6),
        down.shift(0, -7) | far_down.shift(0, -6),
        left.shift(7, 0) | far_left.shift(6, 0),
        right.shift(-7, 0) | far_right.shift(-6, 0),
    ];
    if R::NO_CORNER_CUT {
        // Without a loop, so that each shift is constant.
        let [a, b, c, d] = diagonals.map(|allowed| cells & allowed);
        targets[0] |= a.shift(1, 1) | b.shift(-1, 1) | c.shift(1, -1) | d.shift(-1, -1);
        targets[1] |= c.shift(1, 7) | d.shift(-1, 7);
        targets[2] |= a.shift(1, -7) | b.shift(-1, -7);
        targets[3] |= b.shift(7, 1) | d.shift(7, -1);
        targets[4] |= a.shift(-7, 1) | c.shift(-7, -1);
    }
    targets
}

/// The cells that one step from `cells` leads to in the tiles across the [`CORNERS`].
#[inline(always)]
pub(super) fn spread_to_corners<R: Rule>(cells: Cells, diagonals: &Diagonals) -> [Cells; 4] {
    let mut targets = [Bitboard::EMPTY; 4];
    for (i, (dx, dy)) in CORNERS.into_iter().enumerate() {
        let cells = if R::NO_CORNER_CUT { cells & diagonals[i] } else { cells };
        for (columns, rows) in [(1, 1), (2, 1), (1, 2)] {
            if contains(R::OFFSETS, columns, rows) {
                targets[i] |= cells.shift((columns - 8) * dx, (rows - 8) * dy);
            }
        }
    }
    targets
}

/// The cells of a tile from which a step can lead to a tile across a corner.
pub(super) const fn near_corners<R: Rule>() -> u64 {
    let mut cells = 0;
    let mut cell = 0;
    while cell < 64 {
        let mut i = 0;
        while i < R::OFFSETS.len() {
            let (x, y) = (cell % 8 + R::OFFSETS[i].0, cell / 8 + R::OFFSETS[i].1);
            if (x < 0 || x > 7) && (y < 0 || y > 7) {
                cells |= 1 << cell;
            }
            i += 1;
        }
        cell += 1;
    }
    cells
}

/// The steps that do not depend on other cells.
const fn steps<R: Rule>() -> Steps<RowMajor<8, 8>> {
    if R::NO_CORNER_CUT {
        Steps::from_offsets(Orthogonal::OFFSETS)
    } else {
        Steps::from_offsets(R::OFFSETS)
    }
}

/// The parts to the side of the steps that lead `dy` rows down.
const fn of_row<R: Rule>(dy: i8) -> Steps<RowMajor<8, 8>> {
    let offsets = if R::NO_CORNER_CUT { Orthogonal::OFFSETS } else { R::OFFSETS };
    let mut sides = [(8, 0); 5];
    let mut dx = -2;
    while dx <= 2 {
        if contains(offsets, dx, dy) {
            sides[(dx + 2) as usize] = (dx, 0);
        }
        dx += 1;
    }
    // Offsets that lead off the tile are dropped.
    Steps::from_offsets(&sides)
}

/// The parts up and down of the steps that lead `dx` columns to the right.
const fn of_column<R: Rule>(dx: i8) -> Steps<RowMajor<8, 8>> {
    let offsets = if R::NO_CORNER_CUT { Orthogonal::OFFSETS } else { R::OFFSETS };
    let mut heights = [(0, 8); 5];
    let mut dy = -2;
    while dy <= 2 {
        if contains(offsets, dx, dy) {
            heights[(dy + 2) as usize] = (0, dy);
        }
        dy += 1;
    }
    Steps::from_offsets(&heights)
}

const fn contains(offsets: &[(i8, i8)], dx: i8, dy: i8) -> bool {
    let mut i = 0;
    while i < offsets.len() {
        if offsets[i].0 == dx && offsets[i].1 == dy {
            return true;
        }
        i += 1;
    }
    false
}
