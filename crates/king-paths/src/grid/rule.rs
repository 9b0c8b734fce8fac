//! Kinds of steps: which cells of a grid are neighbors.
//!
//! The steps are used in three ways. Around one cell they are a mask of a small square
//! ([`targets`]). From table entry to table entry they are offsets in the order of preference
//! ([`Rule::ORDER`]). For all cells of a tile at once, the cells in each of the nine tiles around
//! it follow from constant shifts ([`spread`]). A step (dx, dy) that leaves a tile of 8×8 cells
//! enters the next one at (dx ± 8, dy ± 8); steps of the same height share their shifts to the
//! side:
//!
//! ```text
//!   king, into the tile above (dy = -1):   row = cells | cells one column to either side
//!                                          above = row moved down by 8 - 1 rows
//! ```
//!
//! Where steps depend on more than free cells, on walls between cells or planes in space, the rule
//! is
//! [`Masked`]: a mask for each of eight [`DIRECTIONS`] says from which cells the step is open, and
//! [`spread_masked`] takes the place of [`spread`].
//!
//! A new kind is a variant of [`StepKind`] and an entry of [`StepKind::ALL`], an implementation of
//! [`Rule`], and a name in the list of [`with_rule`]. Its steps must be the same in all four
//! directions and reach at most two cells ([`is_supported`]). Tests that do not ask the rule are
//! `neighbors` and `moves` in `tests/it/grid.rs` and `fuzz/targets/paths_grids.rs`; the program has
//! the names in `commands/grid.rs`.

use core::ops::{BitAnd, BitOr};

use bitboard_core::{Bitboard, Steps};

use super::bits::{Cells, PaddedBits, Tile};
use super::size::Point;

/// Movement rules on a grid.
///
/// ```
/// use king_paths::grid::{Grid, StepKind};
///
/// let grid = Grid::from_fn(5, 5, |_, _| true)?;
/// let steps = StepKind::ALL.map(|kind| grid.neighbors((2, 2), kind).count());
/// assert_eq!(steps, [4, 8, 8, 8, 8]);
/// # Ok::<(), king_paths::grid::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StepKind {
    /// To the four cells across an edge.
    #[doc(alias = "Rook")]
    Orthogonal,
    /// To the eight cells across an edge or a corner.
    King,
    /// As a king, but across a corner only if at least one of the cells beside it is free as well.
    OneCornerCut,
    /// As a king, but across a corner only if both cells beside it are free as well: the rule of
    /// the MovingAI benchmarks.
    NoCornerCut,
    /// By a knight's leap: two cells one way and one the other, over anything.
    Knight,
}

impl StepKind {
    /// All step kinds.
    pub const ALL: [Self; 5] =
        [Self::Orthogonal, Self::King, Self::OneCornerCut, Self::NoCornerCut, Self::Knight];
}

/// The steps up, right, down, left, and the diagonal ones after each of them.
pub(super) const DIRECTIONS: [(isize, isize); 8] =
    [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

/// The next straight direction, clockwise.
const fn right(direction: usize) -> usize {
    (direction + 1) % 4
}

/// The two straight parts of a diagonal direction.
pub(super) const fn parts(diagonal: usize) -> [usize; 2] {
    [diagonal - 4, right(diagonal - 4)]
}

/// How many of the two cells beside a diagonal step must be free: the corner rule.
#[derive(Clone, Copy)]
pub(super) enum Corners {
    None,
    One,
    Both,
}

impl Corners {
    /// The diagonal steps that are allowed, where `one` and `other` say whether the cells beside
    /// them are free: of a single step, or as bits of those of a window or of a tile. Only for
    /// rules that [have corners](has_corners).
    #[inline(always)]
    pub(super) fn allowed<T: BitAnd<Output = T> + BitOr<Output = T>>(self, one: T, other: T) -> T {
        match self {
            Self::Both => one & other,
            _ => one | other,
        }
    }
}

/// A step kind, for code that is compiled for each.
pub(super) trait Rule {
    /// The steps in a tile, and into the tiles around it.
    const STEPS: Steps<Tile>;
    /// The cells beside diagonal steps.
    const CORNERS: Corners = Corners::None;
    /// Whether steps depend on more of the map than the free cells around.
    const IS_MASKED: bool = false;
    /// The side of the square of cells that steps reach.
    const SIDE: usize = 3;
    /// The targets in this square, as bits.
    const TARGETS: u64 = targets_of::<Self>();
    /// The bits of the square in the order of preference: straight steps before diagonal ones, each
    /// in the order of rows.
    const ORDER: &'static [usize] = &[1, 3, 5, 7, 0, 2, 6, 8];

    /// A lower bound of the steps over `dx` columns and `dy` rows. A step changes it by at most 1.
    #[inline(always)]
    fn steps_at_least(dx: usize, dy: usize) -> usize {
        dx.max(dy).div_ceil(Self::SIDE / 2)
    }
}

/// [`StepKind::Orthogonal`]
pub(super) struct Orthogonal;
/// [`StepKind::King`]
pub(super) struct King;
/// [`StepKind::OneCornerCut`]
pub(super) struct OneCornerCut;
/// [`StepKind::NoCornerCut`]
pub(super) struct NoCornerCut;
/// [`StepKind::Knight`]
pub(super) struct Knight;
/// Steps to the cells around that are open by masks of the map: through walls between cells, and in
/// space.
pub(super) struct Masked;

impl Rule for Orthogonal {
    const STEPS: Steps<Tile> = Steps::ORTHOGONAL;
    const ORDER: &'static [usize] = &[1, 3, 5, 7];

    #[inline(always)]
    fn steps_at_least(dx: usize, dy: usize) -> usize {
        dx + dy
    }
}

impl Rule for King {
    const STEPS: Steps<Tile> = Steps::KING;
}

impl Rule for OneCornerCut {
    const STEPS: Steps<Tile> = Steps::KING;
    const CORNERS: Corners = Corners::One;
}

impl Rule for NoCornerCut {
    const STEPS: Steps<Tile> = Steps::KING;
    const CORNERS: Corners = Corners::Both;
}

impl Rule for Knight {
    const STEPS: Steps<Tile> = Steps::KNIGHT;
    const SIDE: usize = 5;
    const ORDER: &'static [usize] = &[1, 3, 5, 9, 15, 19, 21, 23];
}

impl Rule for Masked {
    const STEPS: Steps<Tile> = Steps::KING;
    const IS_MASKED: bool = true;
}

/// The rule for the steps of a kind on some map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum RuleOf {
    Plain(StepKind),
    Masked,
}

/// Evaluates an expression with `$rule` as the [`Rule`] of a [`RuleOf`].
macro_rules! with_rule {
    ($of:expr, $rule:ident => $run:expr) => {{
        use $crate::grid::rule;
        with_rule!($of, $rule => $run; Orthogonal King OneCornerCut NoCornerCut Knight)
    }};
    ($of:expr, $rule:ident => $run:expr; $($name:ident)*) => {
        match $of {
            $(rule::RuleOf::Plain(rule::StepKind::$name) => {
                type $rule = rule::$name;
                $run
            })*
            rule::RuleOf::Masked => {
                type $rule = rule::Masked;
                $run
            }
        }
    };
}
pub(super) use with_rule;

/// The corner rule of a kind.
#[inline(always)]
pub(super) fn corners(kind: StepKind) -> Corners {
    with_rule!(RuleOf::Plain(kind), R => R::CORNERS)
}

/// The cells of a square that one step from its middle leads to, if all are free.
const fn targets_of<R: Rule + ?Sized>() -> u64 {
    let (side, mut bit, mut targets) = (R::SIDE as i32, 0, 0);
    while bit < side * side {
        if R::STEPS.contains(bit % side - side / 2, bit / side - side / 2) {
            targets |= 1 << bit;
        }
        bit += 1;
    }
    targets
}

/// The cells of a square of free cells that one step from its middle leads to.
#[inline(always)]
pub(super) fn targets_in<R: Rule>(free: u64) -> u64 {
    let targets = free & R::TARGETS;
    if const { !has_corners::<R>() } {
        return targets;
    }
    // From the cells above and below to the corners beside them, and from those at the sides.
    let (beside, above) = (free & 0b010_000_010, free & 0b000_101_000);
    let (beside, above) = (beside << 1 | beside >> 1, above << 3 | above >> 3);
    targets & (0b010_101_010 | R::CORNERS.allowed(beside, above))
}

/// The steps of a query: their kind, and whether they are taken in reverse. Only walls between
/// cells make a difference between the two.
pub(super) type Way = (StepKind, bool);

/// The bits of a square or a tile, the lowest first.
#[inline(always)]
pub(super) fn bits_of(mut bits: u64) -> impl Iterator<Item = usize> + Clone {
    core::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(bit)
    })
}

/// The entry of a bit of a square of `side`×`side` cells whose first entry is `first`.
#[inline(always)]
pub(super) fn entry(first: usize, bit: usize, side: usize, stride: usize) -> usize {
    first.wrapping_add(bit / side * stride + bit % side)
}

/// Returns whether steps are straight or diagonal, so that they have an octile length.
pub(super) const fn has_length<R: Rule>() -> bool {
    R::SIDE == 3
}

/// Returns whether a bit of a square is across a corner of the middle.
#[inline(always)]
pub(super) const fn is_diagonal<R: Rule>(bit: usize) -> bool {
    has_length::<R>() && bit.is_multiple_of(2)
}

/// The cells around entry `place`.
#[inline(always)]
pub(super) fn window<R: Rule>(cells: &PaddedBits, place: usize) -> u64 {
    if const { R::SIDE == 3 } { cells.window::<3>(place) } else { cells.window::<5>(place) }
}

/// The cells of the bits of a square around a cell.
#[inline(always)]
pub(super) fn cells_of(bits: u64, side: usize, cell: Point) -> impl Iterator<Item = Point> + Clone {
    bits_of(bits).map(move |bit| cell_at(bit, side, cell))
}

/// The cell of a bit of a square around a cell.
#[inline(always)]
pub(super) fn cell_at(bit: usize, side: usize, (x, y): Point) -> Point {
    (x + bit % side - side / 2, y + bit / side - side / 2)
}

/// The cells of a tile from which the rule allows a diagonal step: for steps right and down, left
/// and down, right and up, left and up.
pub(super) type Diagonals = [Cells; 4];

/// The [`Diagonals`] of a tile, from the free cells of the tile itself and of those to the right,
/// to the left, below and above.
pub(super) fn diagonals<R: Rule>([here, right, left, below, above]: [Cells; 5]) -> Diagonals {
    // The cells that are free one column or row further.
    let right = here.shift(-1, 0) | right.shift(7, 0);
    let left = here.shift(1, 0) | left.shift(-7, 0);
    let below = here.shift(0, -1) | below.shift(0, 7);
    let above = here.shift(0, 1) | above.shift(0, -7);
    let beside = [(right, below), (left, below), (right, above), (left, above)];
    beside.map(|(one, other)| R::CORNERS.allowed(one, other))
}

/// The cells of `cells` from which each of the diagonal steps is allowed.
#[inline(always)]
fn allowed(cells: Cells, [a, b, c, d]: &Diagonals) -> Diagonals {
    [cells & *a, cells & *b, cells & *c, cells & *d]
}

/// Returns whether the order of the rule has all of its steps, and whether [`spread`] and
/// [`spread_to_corners`] know them: they are the same in all four directions, reach at most two
/// cells, and not two in both axes.
const fn is_supported<R: Rule>() -> bool {
    let mut step = 0;
    while step < 17 * 17 {
        let (dx, dy) = (step % 17 - 8, step / 17 - 8);
        if R::STEPS.contains(dx, dy) {
            let near = dx.abs() <= 2 && dy.abs() <= 2 && dx.abs() + dy.abs() < 4;
            let mirrored = R::STEPS.contains(-dx, dy) && R::STEPS.contains(dx, -dy);
            if !near || !mirrored || !R::STEPS.contains(dy, dx) {
                return false;
            }
        }
        step += 1;
    }
    let (mut ordered, mut place) = (0, 0);
    while place < R::ORDER.len() {
        ordered |= 1 << R::ORDER[place];
        place += 1;
    }
    ordered == R::TARGETS && R::ORDER.len() == ordered.count_ones() as usize
}

/// The cells that one step from `cells` leads to: in their tile, and in those above, below, to the
/// left and to the right.
#[inline(always)]
pub(super) fn spread<R: Rule>(cells: Cells, diagonals: &Diagonals) -> [Cells; 5] {
    const { assert!(is_supported::<R>()) };
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
    if has_corners::<R>() {
        // Without a loop, so that each shift is constant.
        let [a, b, c, d] = allowed(cells, diagonals);
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
    let [a, b, c, d] = if has_corners::<R>() { allowed(cells, diagonals) } else { [cells; 4] };
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

/// The cells that one step from `cells` leads to, where those of each of the [`DIRECTIONS`] begin
/// at the cells of a mask, in the order of [`spread`] and [`spread_to_corners`].
#[inline(always)]
pub(super) fn spread_masked(cells: Cells, masks: &[Cells; 8]) -> ([Cells; 5], [Cells; 4]) {
    // Without a loop, so that each shift is constant.
    let [up, right, down, left, a, b, c, d] = masks.map(|mask| cells & mask);
    let straight = up.shift(0, -1) | right.shift(1, 0) | down.shift(0, 1) | left.shift(-1, 0);
    let diagonal = a.shift(1, -1) | b.shift(1, 1) | c.shift(-1, 1) | d.shift(-1, -1);
    let targets = [
        straight | diagonal,
        up.shift(0, 7) | a.shift(1, 7) | d.shift(-1, 7),
        down.shift(0, -7) | b.shift(1, -7) | c.shift(-1, -7),
        left.shift(7, 0) | c.shift(7, 1) | d.shift(7, -1),
        right.shift(-7, 0) | a.shift(-7, -1) | b.shift(-7, 1),
    ];
    (targets, [b.shift(-7, -7), c.shift(7, -7), a.shift(-7, 7), d.shift(7, 7)])
}

/// The steps that do not depend on other cells.
const fn steps<R: Rule>() -> Steps<Tile> {
    if has_corners::<R>() { Steps::ORTHOGONAL } else { R::STEPS }
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

/// Returns whether diagonal steps depend on the cells beside them.
pub(super) const fn has_corners<R: Rule>() -> bool {
    !matches!(R::CORNERS, Corners::None)
}
