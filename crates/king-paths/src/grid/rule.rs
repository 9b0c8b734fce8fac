//! Step kinds: which cells of a grid are neighbors.

use bitboard_core::{Bitboard, Dilate, Geometry, RowMajor, Steps};

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

/// Cells of a tile of 8 × 8 cells.
pub(super) type Cells = Bitboard<u64, RowMajor<8, 8>>;

/// The cells of a tile from which a diagonal step cuts no corner, for the four [`CORNERS`].
pub(super) type Diagonals = [Cells; 4];

/// The diagonal steps (dx, dy), in the order of [`Diagonals`].
pub(super) const CORNERS: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// A step kind, for code that is compiled for each.
pub(super) trait Rule {
    /// A square of cells as large as steps reach.
    type Window: Geometry;
    /// The type of the steps.
    type Moves: Dilate<Self::Window>;
    /// The steps.
    const MOVES: Self::Moves;
    /// Whether diagonal steps depend on the cells beside them.
    const NO_CORNER_CUT: bool = false;
    /// The cells of a tile from which a step can lead to a tile across a corner.
    const NEAR_CORNERS: Cells;

    /// The cells that one step from `cells` leads to: in their tile, and in those above, below, to the left and
    /// to the right.
    fn spread(cells: Cells, diagonals: &Diagonals) -> [Cells; 5];

    /// The cells that one step from `cells` leads to in the tiles across the [`CORNERS`].
    fn spread_to_corners(cells: Cells, diagonals: &Diagonals) -> [Cells; 4];
}

/// The cells that one step from the middle of a window leads to, through `free` cells.
#[inline(always)]
pub(super) fn targets<R: Rule>(free: Bitboard<u64, R::Window>) -> Bitboard<u64, R::Window> {
    let middle = const { 1 << (R::Window::WIDTH * R::Window::HEIGHT / 2) };
    let middle = Bitboard::from_bits_truncate(middle);
    R::MOVES.dilate_within(middle, free | middle) - middle
}

pub(super) struct Orthogonal;

impl Rule for Orthogonal {
    type Window = RowMajor<3, 3>;
    type Moves = Steps<Self::Window>;
    const MOVES: Self::Moves = Steps::ORTHOGONAL;
    const NEAR_CORNERS: Cells = Bitboard::EMPTY;

    #[inline(always)]
    fn spread(cells: Cells, _: &Diagonals) -> [Cells; 5] {
        [
            cells.neighbors(&Steps::ORTHOGONAL),
            cells.shift(0, 7),
            cells.shift(0, -7),
            cells.shift(7, 0),
            cells.shift(-7, 0),
        ]
    }

    #[inline(always)]
    fn spread_to_corners(_: Cells, _: &Diagonals) -> [Cells; 4] {
        [Bitboard::EMPTY; 4]
    }
}

pub(super) struct King;

impl Rule for King {
    type Window = RowMajor<3, 3>;
    type Moves = Steps<Self::Window>;
    const MOVES: Self::Moves = Steps::KING;
    const NEAR_CORNERS: Cells = Bitboard::from_u64(0x8100_0000_0000_0081);

    #[inline(always)]
    fn spread(cells: Cells, _: &Diagonals) -> [Cells; 5] {
        let row = cells.dilate(&const { Steps::from_offsets(&[(1, 0), (-1, 0)]) });
        let column = cells.dilate(&const { Steps::from_offsets(&[(0, 1), (0, -1)]) });
        [
            cells.neighbors(&Steps::KING),
            row.shift(0, 7),
            row.shift(0, -7),
            column.shift(7, 0),
            column.shift(-7, 0),
        ]
    }

    #[inline(always)]
    fn spread_to_corners(cells: Cells, _: &Diagonals) -> [Cells; 4] {
        CORNERS.map(|(dx, dy)| cells.shift(-7 * dx, -7 * dy))
    }
}

pub(super) struct NoCornerCut;

impl Rule for NoCornerCut {
    type Window = RowMajor<3, 3>;
    type Moves = bitboard_core::NoCornerCut;
    const MOVES: Self::Moves = bitboard_core::NoCornerCut;
    const NO_CORNER_CUT: bool = true;
    const NEAR_CORNERS: Cells = King::NEAR_CORNERS;

    #[inline(always)]
    fn spread(cells: Cells, diagonals: &Diagonals) -> [Cells; 5] {
        let [here, above, below, left, right] = Orthogonal::spread(cells, diagonals);
        let [a, b, c, d] = diagonals.map(|allowed| cells & allowed);
        [
            here | a.shift(1, 1) | b.shift(-1, 1) | c.shift(1, -1) | d.shift(-1, -1),
            above | c.shift(1, 7) | d.shift(-1, 7),
            below | a.shift(1, -7) | b.shift(-1, -7),
            left | b.shift(7, 1) | d.shift(7, -1),
            right | a.shift(-7, 1) | c.shift(-7, -1),
        ]
    }

    #[inline(always)]
    fn spread_to_corners(cells: Cells, diagonals: &Diagonals) -> [Cells; 4] {
        let spread = King::spread_to_corners;
        core::array::from_fn(|i| spread(cells & diagonals[i], diagonals)[i])
    }
}

pub(super) struct Knight;

impl Rule for Knight {
    type Window = RowMajor<5, 5>;
    type Moves = Steps<Self::Window>;
    const MOVES: Self::Moves = Steps::KNIGHT;
    const NEAR_CORNERS: Cells = Bitboard::from_u64(0xc381_0000_0000_81c3);

    #[inline(always)]
    fn spread(cells: Cells, _: &Diagonals) -> [Cells; 5] {
        [
            cells.neighbors(&Steps::KNIGHT),
            cells.neighbors(&const { Steps::from_offsets(&[(1, 6), (-1, 6), (2, 7), (-2, 7)]) }),
            cells
                .neighbors(&const { Steps::from_offsets(&[(1, -6), (-1, -6), (2, -7), (-2, -7)]) }),
            cells.neighbors(&const { Steps::from_offsets(&[(6, 1), (6, -1), (7, 2), (7, -2)]) }),
            cells
                .neighbors(&const { Steps::from_offsets(&[(-6, 1), (-6, -1), (-7, 2), (-7, -2)]) }),
        ]
    }

    #[inline(always)]
    fn spread_to_corners(cells: Cells, _: &Diagonals) -> [Cells; 4] {
        CORNERS.map(|(dx, dy)| cells.shift(-6 * dx, -7 * dy) | cells.shift(-7 * dx, -6 * dy))
    }
}
