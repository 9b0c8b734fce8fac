//! Kinds of steps: which cells of a grid are neighbors.
//!
//! The offsets are those of the core. They are used in two ways. Around one cell, the core moves on
//! a small board ([`targets`]). For all cells of a tile at once, the cells in each of the nine
//! tiles around it follow from constant shifts ([`spread`]). A step (dx, dy) that leaves a tile of
//! 8 × 8 cells enters the next one at (dx ± 8, dy ± 8); steps of the same height share their shifts
//! to the side:
//!
//! ```text
//!   king, into the tile above (dy = -1):   row = cells | cells one column to either side
//!                                          above = row moved down by 8 - 1 rows
//! ```

use bitboard_core::{Bitboard, Dilate, Geometry, RowMajor, Steps};

use super::map::{Cells, Grid, Point, Tile};

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
    /// The steps in a tile, and into the tiles around it.
    const STEPS: Steps<Tile>;
    /// Whether diagonal steps depend on the cells beside them.
    const NO_CORNER_CUT: bool = false;
}

/// [`StepKind::Orthogonal`]
pub(super) struct Orthogonal;
/// [`StepKind::King`]
pub(super) struct King;
/// [`StepKind::NoCornerCut`]
pub(super) struct NoCornerCut;
/// [`StepKind::Knight`]
pub(super) struct Knight;

impl Rule for Orthogonal {
    type Window = RowMajor<3, 3>;
    type Moves = Steps<Self::Window>;
    const MOVES: Self::Moves = Steps::ORTHOGONAL;
    const STEPS: Steps<Tile> = Steps::ORTHOGONAL;
}

impl Rule for King {
    type Window = RowMajor<3, 3>;
    type Moves = Steps<Self::Window>;
    const MOVES: Self::Moves = Steps::KING;
    const STEPS: Steps<Tile> = Steps::KING;
}

impl Rule for NoCornerCut {
    type Window = RowMajor<3, 3>;
    type Moves = bitboard_core::NoCornerCut;
    const MOVES: Self::Moves = bitboard_core::NoCornerCut;
    const STEPS: Steps<Tile> = Steps::KING;
    const NO_CORNER_CUT: bool = true;
}

impl Rule for Knight {
    type Window = RowMajor<5, 5>;
    type Moves = Steps<Self::Window>;
    const MOVES: Self::Moves = Steps::KNIGHT;
    const STEPS: Steps<Tile> = Steps::KNIGHT;
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

impl Grid {
    /// The free cells that one step from a cell leads to, in the order of rows. The cell itself
    /// need not be free. A cell outside of the grid has no neighbors.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     .#.
    ///     ...".parse()?;
    /// let neighbors = |kind| grid.neighbors((0, 0), kind).collect::<Vec<_>>();
    /// assert_eq!(neighbors(StepKind::King), [(0, 1), (1, 1)]);
    /// assert_eq!(neighbors(StepKind::NoCornerCut), [(0, 1)]);
    /// assert_eq!(neighbors(StepKind::Knight), [(2, 1)]);
    /// # Ok::<(), king_paths::grid::MapError>(())
    /// ```
    pub fn neighbors(&self, cell: Point, kind: StepKind) -> impl Iterator<Item = Point> + use<> {
        Neighbors::new(self, cell, kind)
    }
}

/// The free cells that one step from a cell leads to.
struct Neighbors {
    /// The targets in the window.
    bits: u64,
    /// Number of columns of the window.
    width: u32,
    /// The column and the row of the first cell of the window, which may lie outside of the grid.
    x: usize,
    y: usize,
}

impl Neighbors {
    #[inline]
    fn new(grid: &Grid, (x, y): Point, kind: StepKind) -> Self {
        #[inline]
        fn find<R: Rule>(grid: &Grid, (x, y): Point) -> Neighbors {
            let free = if grid.contains(x, y) { grid.window(x, y) } else { Bitboard::EMPTY };
            let (width, bits) = (R::Window::WIDTH as u32, targets::<R>(free).bits());
            let reach = R::Window::WIDTH / 2;
            Neighbors { bits, width, x: x.wrapping_sub(reach), y: y.wrapping_sub(reach) }
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
        let (dx, dy) = (bit % self.width, bit / self.width);
        Some((self.x.wrapping_add(dx as usize), self.y.wrapping_add(dy as usize)))
    }
}

/// The cells of a tile from which a diagonal step cuts no corner: for steps right and down, left
/// and down, right and up, left and up.
pub(super) type Diagonals = [Cells; 4];

/// The cells that one step from `cells` leads to: in their tile, and in those above, below, to the
/// left and to the right.
#[inline(always)]
pub(super) fn spread<R: Rule>(cells: Cells, diagonals: &Diagonals) -> [Cells; 5] {
    // All rules are the same up and down, and left and right.
    let row = cells.neighbors(&const { of_row::<R>(1) });
    let column = cells.neighbors(&const { of_column::<R>(1) });
    let far_row = cells.neighbors(&const { of_row::<R>(2) });
    let far_column = cells.neighbors(&const { of_column::<R>(2) });
    let mut targets = [
        cells.neighbors(&const { steps::<R>() }),
        row.shift(0, 7) | far_row.shift(0, 6),
        row.shift(0, -7) | far_row.shift(0, -6),
        column.shift(7, 0) | far_column.shift(6, 0),
        column.shift(-7, 0) | far_column.shift(-6, 0),
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

/// The cells that one step from `cells` leads to in the tiles across the corners, in the order
/// of [`Diagonals`].
#[inline(always)]
pub(super) fn spread_to_corners<R: Rule>(cells: Cells, diagonals: &Diagonals) -> [Cells; 4] {
    // Without a loop, so that each shift is constant.
    let [a, b, c, d] =
        if R::NO_CORNER_CUT { diagonals.map(|allowed| cells & allowed) } else { [cells; 4] };
    let mut targets = [a.shift(-7, -7), b.shift(7, -7), c.shift(-7, 7), d.shift(7, 7)];
    if const { !R::STEPS.contains(1, 1) } {
        targets = [Bitboard::EMPTY; 4];
    }
    if const { R::STEPS.contains(2, 1) } {
        targets[0] |= a.shift(-6, -7) | a.shift(-7, -6);
        targets[1] |= b.shift(6, -7) | b.shift(7, -6);
        targets[2] |= c.shift(-6, 7) | c.shift(-7, 6);
        targets[3] |= d.shift(6, 7) | d.shift(7, 6);
    }
    targets
}

/// The cells of a tile from which a step can lead to a tile across a corner.
pub(super) const fn near_corners<R: Rule>() -> u64 {
    let mut cells = 0;
    let mut step = 0;
    while step < 25 {
        let (dx, dy) = (step % 5 - 2, step / 5 - 2);
        let mut cell = 0;
        while R::STEPS.contains(dx, dy) && cell < 64 {
            let (x, y) = (cell % 8 + dx, cell / 8 + dy);
            if (x < 0 || x > 7) && (y < 0 || y > 7) {
                cells |= 1 << cell;
            }
            cell += 1;
        }
        step += 1;
    }
    cells
}

/// The steps that do not depend on other cells.
const fn steps<R: Rule>() -> Steps<Tile> {
    if R::NO_CORNER_CUT { Steps::ORTHOGONAL } else { R::STEPS }
}

/// The parts to the side of the steps that lead `dy` rows down.
const fn of_row<R: Rule>(dy: i32) -> Steps<Tile> {
    let mut sides = [(8, 0); 5];
    let mut dx = -2;
    while dx <= 2 {
        if steps::<R>().contains(dx, dy) {
            sides[(dx + 2) as usize] = (dx, 0);
        }
        dx += 1;
    }
    // Offsets that lead off the tile are dropped.
    Steps::from_offsets(&sides)
}

/// The parts up and down of the steps that lead `dx` columns to the right.
const fn of_column<R: Rule>(dx: i32) -> Steps<Tile> {
    let mut heights = [(0, 8); 5];
    let mut dy = -2;
    while dy <= 2 {
        if steps::<R>().contains(dx, dy) {
            heights[(dy + 2) as usize] = (0, dy);
        }
        dy += 1;
    }
    Steps::from_offsets(&heights)
}
