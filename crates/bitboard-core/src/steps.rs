//! Steps: which cell touches which.

use core::marker::PhantomData;

use crate::bitboard::Bitboard;
use crate::geometry::{Geometry, Lattice};
use crate::word::Word;

/// (columns, rows) from a cell to its neighbour.
type Offset = (i8, i8);

/// The most directions a neighbourhood can have.
const MAX_DIRECTIONS: usize = 8;

/// A neighbourhood on the board `G`: the directions in which one step can be taken.
///
/// All neighbourhoods are values of this one type. Each direction is a shift of the whole board with
/// a mask that keeps cells from running over the edge; the masks are worked out at compile time, and
/// those that a board does not need (no shift beyond its edge ends on a cell) are all ones and cost
/// nothing. Neighbourhoods that reach no further than the rows above and below are taken row-wise:
/// first sideways, then up and down, four shifts for the king's eight neighbours.
///
/// ```
/// use bitboard_core::{Bitboard, Cell, Chess, Steps};
///
/// let d4 = Bitboard::<u64, Chess>::from_cell("d4".parse().unwrap());
/// assert_eq!(d4.neighbours(&Steps::KNIGHT).to_string(), "\
/// . . . . . . . .
/// . . . . . . . .
/// . . X . X . . .
/// . X . . . X . .
/// . . . . . . . .
/// . X . . . X . .
/// . . X . X . . .
/// . . . . . . . .");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Steps<G> {
    directions: [Direction; MAX_DIRECTIONS],
    len: usize,
    /// The same in row-wise form, where there is one.
    rows: Option<Rows>,
    geometry: PhantomData<G>,
}

/// Neighbourhoods of squares. Rows count upwards in y: white pawns go towards higher rows.
impl<G: Geometry> Steps<G> {
    /// The four neighbours across an edge: the wazir's move.
    pub const ORTHOGONAL: Self = Self::on_squares(&[(1, 0), (0, 1), (-1, 0), (0, -1)]);
    /// The four neighbours across a corner: the ferz's move.
    pub const DIAGONAL: Self = Self::on_squares(&[(1, 1), (-1, 1), (-1, -1), (1, -1)]);
    /// The eight neighbours across an edge or a corner.
    pub const KING: Self =
        Self::on_squares(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
    /// The knight's eight leaps.
    pub const KNIGHT: Self =
        Self::on_squares(&[(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]);
    /// One square towards higher rows.
    pub const WHITE_PAWN_PUSHES: Self = Self::on_squares(&[(0, 1)]);
    /// One square diagonally towards higher rows.
    pub const WHITE_PAWN_CAPTURES: Self = Self::on_squares(&[(-1, 1), (1, 1)]);
    /// One square towards lower rows.
    pub const BLACK_PAWN_PUSHES: Self = Self::on_squares(&[(0, -1)]);
    /// One square diagonally towards lower rows.
    pub const BLACK_PAWN_CAPTURES: Self = Self::on_squares(&[(-1, -1), (1, -1)]);

    const fn on_squares(offsets: &[Offset]) -> Self {
        assert!(matches!(G::LATTICE, Lattice::Square), "this neighbourhood is one of squares");
        Self::build(offsets, offsets)
    }
}

/// Neighbourhoods of hexagons.
impl<G: Geometry> Steps<G> {
    /// The six neighbours of a hexagon, in rows or on two axes as the board has it.
    pub const HEXAGON: Self = match G::LATTICE {
        Lattice::AxialHex => {
            let offsets = &[(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
            Self::build(offsets, offsets)
        }
        Lattice::OffsetHex => Self::build(
            &[(1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)],
            &[(1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)],
        ),
        Lattice::Square => panic!("this neighbourhood is one of hexagons"),
    };
}

impl<G: Geometry> Steps<G> {
    /// A neighbourhood of your own: up to eight offsets (columns, rows).
    ///
    /// # Panics
    /// If there are more than eight offsets, or if the board has hexagons in offset rows, where
    /// offsets depend on the row.
    #[must_use]
    pub const fn from_offsets(offsets: &[(i8, i8)]) -> Self {
        assert!(!matches!(G::LATTICE, Lattice::OffsetHex), "offsets depend on the row");
        Self::build(offsets, offsets)
    }

    /// `even[i]` and `odd[i]` are the same direction seen from even and odd rows.
    const fn build(even: &[Offset], odd: &[Offset]) -> Self {
        assert!(even.len() <= MAX_DIRECTIONS, "a neighbourhood has at most eight directions");
        let mut directions = [Direction::NOWHERE; MAX_DIRECTIONS];
        let mut i = 0;
        while i < even.len() {
            directions[i] = Direction::new::<G>(even[i], odd[i]);
            i += 1;
        }
        let rows = Rows::new::<G>(even, odd);
        Self { directions, len: even.len(), rows, geometry: PhantomData }
    }

    /// The neighbourhood seen from the other end: there is a step from a to b here exactly if there
    /// is one from b to a there. Only pawns differ from their reverse.
    #[must_use]
    pub const fn reverse(&self) -> Self {
        let (mut even, mut odd) = ([(0, 0); MAX_DIRECTIONS], [(0, 0); MAX_DIRECTIONS]);
        let mut i = 0;
        while i < self.len {
            let Direction { even: (ex, dy), odd: (ox, _), .. } = self.directions[i];
            // A step by an odd number of rows comes back from a row of the other kind.
            (even[i], odd[i]) =
                if dy % 2 == 0 { ((-ex, -dy), (-ox, -dy)) } else { ((-ox, -dy), (-ex, -dy)) };
            i += 1;
        }
        Self::build(even.split_at(self.len).0, odd.split_at(self.len).0)
    }

    /// How many directions there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether no step can be taken at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// `word` and all its neighbours. Bits off the board may be set as well.
    #[inline(always)]
    pub(crate) fn spread<W: Word>(&self, word: W) -> W {
        match &self.rows {
            Some(rows) => rows.spread(word),
            None => self.directions().iter().fold(word, |all, step| all | step.apply(word)),
        }
    }

    #[inline(always)]
    pub(crate) fn directions(&self) -> &[Direction] {
        &self.directions[..self.len]
    }
}

impl<W: Word, G: Geometry> Bitboard<W, G> {
    /// The cells that one step from the set leads to. A cell of the set is among them only if it is
    /// a neighbour of another.
    #[inline(always)]
    #[must_use]
    pub fn neighbours(self, steps: &Steps<G>) -> Self {
        let directions = steps.directions().iter();
        Self::from_word(directions.fold(W::ZERO, |all, step| all | step.apply(self.word())))
    }

    /// The set and the cells that one step from it leads to.
    #[inline(always)]
    #[must_use]
    pub fn dilate(self, steps: &Steps<G>) -> Self {
        Self::from_word(steps.spread(self.word()))
    }
}

/// One direction: a shift, or two where even and odd rows of hexagons differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direction {
    even: Offset,
    odd: Offset,
    shifts: [Shift; 2],
}

impl Direction {
    const NOWHERE: Self = Self { even: (0, 0), odd: (0, 0), shifts: [Shift::NOWHERE; 2] };

    const fn new<G: Geometry>(even: Offset, odd: Offset) -> Self {
        let shifts = if even.0 == odd.0 {
            [Shift::new::<G>(even, Parity::Any), Shift::NOWHERE]
        } else {
            [Shift::new::<G>(even, Parity::Even), Shift::new::<G>(odd, Parity::Odd)]
        };
        Self { even, odd, shifts }
    }

    /// Where `word` gets in one step. Bits off the board may be set as well.
    #[inline(always)]
    pub(crate) fn apply<W: Word>(&self, word: W) -> W {
        self.shifts[0].apply(word) | self.shifts[1].apply(word)
    }

    /// The only shift, if even and odd rows do not differ.
    #[inline(always)]
    pub(crate) fn single(&self) -> Option<&Shift> {
        (self.shifts[1].sources == 0).then_some(&self.shifts[0])
    }
}

/// The rows that a shift starts from.
#[derive(Clone, Copy)]
enum Parity {
    Any,
    Even,
    Odd,
}

impl Parity {
    const fn has(self, y: usize) -> bool {
        match self {
            Self::Any => true,
            Self::Even => y.is_multiple_of(2),
            Self::Odd => !y.is_multiple_of(2),
        }
    }
}

/// `((word & from) << left) >> right`, one of the two amounts being 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift {
    pub(crate) left: u32,
    pub(crate) right: u32,
    /// All ones if no cell needs to be masked off.
    from: u128,
    /// The cells from which the step leads to a cell.
    pub(crate) sources: u128,
}

impl Shift {
    const NOWHERE: Self = Self { left: 0, right: 0, from: 0, sources: 0 };

    /// The shift between existing cells.
    const fn new<G: Geometry>(offset: Offset, parity: Parity) -> Self {
        Self::build::<G>(offset, parity, G::MASK, 0)
    }

    /// The shift by `offset` for sources anywhere in the rectangle around the board, holes included.
    /// What lands off the board may still be shifted by `then` bits either way.
    const fn in_rectangle<G: Geometry>(offset: Offset, then: u32) -> Self {
        Self::build::<G>(offset, Parity::Any, u128::MAX, then)
    }

    const fn build<G: Geometry>(offset: Offset, parity: Parity, cells: u128, then: u32) -> Self {
        let (mut all, mut columns, mut sources) = (0, 0, 0);
        let mut y = 0;
        while y < G::HEIGHT {
            let mut x = 0;
            while x < G::WIDTH {
                let source = bit::<G>(x, y);
                all |= source & cells;
                if parity.has(y) && moved::<G>((x, 0), (offset.0, 0)).is_some() {
                    columns |= source;
                }
                if let Some(target) = moved::<G>((x, y), offset)
                    && parity.has(y)
                    && source & cells != 0
                    && target & cells != 0
                {
                    sources |= source;
                }
                x += 1;
            }
            y += 1;
        }
        if sources == 0 {
            // The distance may exceed the word.
            return Self::NOWHERE;
        }
        let distance = offset.0 as i32 * G::X_STRIDE as i32 + offset.1 as i32 * G::Y_STRIDE as i32;
        let (left, right) =
            if distance >= 0 { (distance as u32, 0) } else { (0, distance.unsigned_abs()) };
        // The loosest mask under which nothing goes astray: none, one that many directions share,
        // or the exact one.
        let mut from = sources;
        let candidates = [columns, u128::MAX];
        let mut i = 0;
        while i < candidates.len() {
            let astray = shifted(all & candidates[i] & !sources, left, right);
            let near = astray | shifted(astray, then, 0) | shifted(astray, 0, then);
            if near & G::MASK == 0 {
                from = candidates[i];
            }
            i += 1;
        }
        Self { left, right, from, sources }
    }

    #[inline(always)]
    pub(crate) fn apply<W: Word>(&self, word: W) -> W {
        (word & W::from_u128(self.from)) << self.left >> self.right
    }
}

/// `mask << left >> right` for amounts that may exceed the word.
const fn shifted(mask: u128, left: u32, right: u32) -> u128 {
    if left < 128 && right < 128 { mask << left >> right } else { 0 }
}

/// The bit of (x, y), whether or not that cell exists, or none if it lies beyond 128 bits.
const fn bit<G: Geometry>(x: usize, y: usize) -> u128 {
    let index = x as u32 * G::X_STRIDE + y as u32 * G::Y_STRIDE;
    if index < 128 { 1 << index } else { 0 }
}

/// The bit at `offset` from (x, y), if that is inside the rectangle around the board.
const fn moved<G: Geometry>((x, y): (usize, usize), (dx, dy): Offset) -> Option<u128> {
    let (x, y) = (x as i32 + dx as i32, y as i32 + dy as i32);
    if x < 0 || y < 0 || x >= G::WIDTH as i32 || y >= G::HEIGHT as i32 {
        return None;
    }
    Some(bit::<G>(x as usize, y as usize))
}

/// A neighbourhood within the rows above and below, taken sideways first: what goes up or down is
/// the set itself, the set moved right and the set moved left, each where that leads to a neighbour.
#[derive(Clone, Copy, Debug)]
struct Rows {
    left: Shift,
    right: Shift,
    /// To rows y − 1 and y + 1.
    vertical: [Shift; 2],
    /// `masks[dy + 1][dx + 1]`: from which rows (dx, dy) leads to a neighbour.
    masks: [[u128; 3]; 3],
}

impl Rows {
    /// `None` if some offset reaches further, or if the rectangle around the board does not fit the
    /// word that the board fits.
    const fn new<G: Geometry>(even: &[Offset], odd: &[Offset]) -> Option<Self> {
        let corner = (G::WIDTH as u32 - 1) * G::X_STRIDE + (G::HEIGHT as u32 - 1) * G::Y_STRIDE;
        if corner >= 128 || (corner >= 64 && G::BITS <= 64) {
            return None;
        }
        let (even_rows, odd_rows) = (rows_of::<G>(Parity::Even), rows_of::<G>(Parity::Odd));
        // The set itself stays.
        let mut masks = [[0; 3], [0, u128::MAX, 0], [0; 3]];
        let mut i = 0;
        while i < even.len() {
            let ((ex, dy), (ox, _)) = (even[i], odd[i]);
            if ex.abs() > 1 || ox.abs() > 1 || dy.abs() > 1 {
                return None;
            }
            let row = &mut masks[(dy + 1) as usize];
            row[(ex + 1) as usize] |= even_rows;
            row[(ox + 1) as usize] |= odd_rows;
            let mut dx = 0;
            while dx < 3 {
                if row[dx] == even_rows | odd_rows {
                    row[dx] = u128::MAX;
                }
                dx += 1;
            }
            i += 1;
        }
        Some(Self {
            left: Shift::in_rectangle::<G>((-1, 0), G::Y_STRIDE),
            right: Shift::in_rectangle::<G>((1, 0), G::Y_STRIDE),
            vertical: [Shift::in_rectangle::<G>((0, -1), 0), Shift::in_rectangle::<G>((0, 1), 0)],
            masks,
        })
    }

    #[inline(always)]
    fn spread<W: Word>(&self, word: W) -> W {
        let sideways = [self.left.apply(word), word, self.right.apply(word)];
        let pick = |masks: &[u128; 3]| {
            let [left, middle, right] = sideways;
            left & W::from_u128(masks[0])
                | middle & W::from_u128(masks[1])
                | right & W::from_u128(masks[2])
        };
        let [up, down] = &self.vertical;
        pick(&self.masks[1]) | up.apply(pick(&self.masks[0])) | down.apply(pick(&self.masks[2]))
    }
}

/// The cells of every other row.
const fn rows_of<G: Geometry>(parity: Parity) -> u128 {
    let mut mask = 0;
    let mut y = 0;
    while y < G::HEIGHT {
        let mut x = 0;
        while x < G::WIDTH && parity.has(y) {
            mask |= bit::<G>(x, y);
            x += 1;
        }
        y += 1;
    }
    mask
}
