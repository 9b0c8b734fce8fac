//! Multisets of pieces, packed into words.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::problem::{EMPTY, Problem};

/// The number of copies of each piece, a few bits for each.
pub(crate) type Hand = u64;

/// The layout of hands: the bits of each piece.
#[derive(Clone, Debug)]
pub(crate) struct HandLayout {
    fields: Vec<Field>,
    /// The number of bits of a hand.
    pub(crate) bits: u32,
    /// Whether each piece that is counted must be used a fixed number of times. Then hands that complete
    /// one another add up to `all`.
    pub(crate) exact: bool,
    pub(crate) all: Hand,
}

/// The bits of a piece in a hand: none if it is optional and the board cannot hold more copies
/// than there are.
#[derive(Clone, Copy, Debug)]
struct Field {
    shift: u32,
    mask: u64,
    min: u64,
    max: u64,
}

impl HandLayout {
    /// The layout for the pieces of a problem; `None` if a hand does not fit a word.
    pub(crate) fn new<W: Word>(problem: &Problem<W>) -> Option<Self> {
        let cells = problem.cells();
        let mut hands = Self { fields: Vec::new(), bits: 0, exact: true, all: 0 };
        for stock in &problem.pieces {
            let (min, max) = (u64::from(stock.min), u64::from(stock.max));
            let room = u64::from(cells / u32::from(stock.size).max(1));
            let free = min == 0 && max >= room;
            let bits = if free { 0 } else { u64::BITS - max.leading_zeros() };
            if hands.bits + bits > u64::BITS {
                return None;
            }
            let mask = if free { 0 } else { u64::MAX >> (u64::BITS - bits.max(1)) };
            let mask = if bits == 0 { 0 } else { mask };
            hands.fields.push(Field { shift: hands.bits.min(63), mask, min, max });
            if bits > 0 {
                hands.exact &= min == max;
                hands.all |= max << hands.bits;
            }
            hands.bits += bits;
        }
        Some(hands)
    }

    /// The adder of a piece or of [`EMPTY`].
    #[inline]
    pub(crate) fn adder(&self, piece: u16) -> Adder {
        if piece == EMPTY {
            return Adder::NOTHING;
        }
        let Field { shift, mask, max, .. } = self.fields[usize::from(piece)];
        // Without bits there are always enough copies, or none.
        Adder { shift, mask, max, one: if mask == 0 { 0 } else { 1 << shift } }
    }

    /// Returns whether each piece is used as often as it must.
    pub(crate) fn is_enough(&self, hand: Hand) -> bool {
        let enough = |field: &Field| hand >> field.shift & field.mask >= field.min;
        self.fields.iter().filter(|field| field.mask != 0).all(enough)
    }

    /// Returns whether two hands together use each piece as often as they must and may.
    pub(crate) fn fit(&self, a: Hand, b: Hand) -> bool {
        self.fields.iter().filter(|field| field.mask != 0).all(|field| {
            let times = (a >> field.shift & field.mask) + (b >> field.shift & field.mask);
            (field.min..=field.max).contains(&times)
        })
    }
}

/// Adds one piece to hands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adder {
    shift: u32,
    mask: u64,
    max: u64,
    one: Hand,
}

impl Adder {
    /// Adds no piece.
    pub(crate) const NOTHING: Self = Self { shift: 0, mask: 0, max: 1, one: 0 };

    /// The hand with one more of the piece, unless there is none left.
    #[inline]
    pub(crate) fn add(self, hand: Hand) -> Option<Hand> {
        (hand >> self.shift & self.mask < self.max).then(|| hand.wrapping_add(self.one))
    }
}
