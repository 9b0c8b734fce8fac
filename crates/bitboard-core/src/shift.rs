//! Shifts of whole boards: the one place where offsets become shifts of bits.

use crate::bits::{Bits, Word};
use crate::geometry::{Geometry, Lattice};
use crate::masks::{Layout, Masks, REACH};

/// Moves raw bits by `dx` columns and `dy` rows, where `bits` has no bits off the board `G`.
///
/// The result may have some: cells that would leave the board are dropped or end off it. This is for
/// kernels that intersect the result with a set anyway; see [`Bitboard::shift`](crate::Bitboard::shift).
/// On [`Lattice::OffsetHex`], the offset is the one seen from even rows.
///
/// ```
/// use bitboard_core::{Chess, shift_bits};
///
/// // h1 leaves the board, a1 moves to c2.
/// assert_eq!(shift_bits::<Chess, u64>(0x81, 2, 1), 0x400);
/// ```
#[inline(always)]
#[must_use]
pub fn shift<G: Geometry, B: Bits>(bits: B, dx: i8, dy: i8) -> B {
    let (along, across) = Layout::<G>::along_across(dx.into(), dy.into());
    if staggered::<G>(across) {
        // Odd rows go one column further.
        let rows = <<B::Word as Word>::Masks<G>>::ROWS;
        let even = whole::<G, B>(bits & bits.broadcast(rows[0]), along, across);
        even | whole::<G, B>(bits & bits.broadcast(rows[1]), along + 1, across)
    } else {
        whole::<G, B>(bits, along, across)
    }
}

/// Returns whether a move across this many rows depends on the row.
#[inline(always)]
pub(crate) const fn staggered<G: Geometry>(across: i32) -> bool {
    matches!(G::LATTICE, Lattice::OffsetHex) && across % 2 != 0
}

/// One shift for all rows.
#[inline(always)]
fn whole<G: Geometry, B: Bits>(bits: B, along: i32, across: i32) -> B {
    if along.unsigned_abs() as usize <= REACH {
        let sources = sources::<G, B>(bits, along);
        return move_bits::<G, B>(sources, along, across);
    }
    // The targets that have a source: what remains of a full board that is shifted in parts, along the lower of the
    // lines, because the word may end in the higher one.
    let (before, after) = if across < 0 { (across, 0) } else { (0, across) };
    let mut targets = move_bits::<G, B::Word>(<<B::Word as Word>::Masks<G>>::FULL, 0, before);
    let mut rest = along;
    while rest != 0 {
        let part = rest.clamp(-(REACH as i32), REACH as i32);
        targets = move_bits::<G, B::Word>(sources::<G, B::Word>(targets, part), part, 0);
        rest -= part;
    }
    targets = move_bits::<G, B::Word>(targets, 0, after);
    move_bits::<G, B>(bits, along, across) & bits.broadcast(targets)
}

/// The bits from which a shift by `along`, at most [`REACH`] either way, stays in the line.
#[inline(always)]
pub(crate) fn sources<G: Geometry, B: Bits>(bits: B, along: i32) -> B {
    let masks = <<B::Word as Word>::Masks<G>>::SOURCES;
    bits & bits.broadcast(masks[(along + REACH as i32) as usize])
}

/// Shifts without a mask. Bits shifted out of the word are dropped.
#[inline(always)]
pub(crate) fn move_bits<G: Geometry, B: Bits>(bits: B, along: i32, across: i32) -> B {
    let distance = along + across * Layout::<G>::STRIDE as i32;
    let far = along.unsigned_abs() as usize >= Layout::<G>::LINE && along != 0
        || across.unsigned_abs() as usize >= Layout::<G>::LINES && across != 0
        || distance.unsigned_abs() >= B::Word::BITS;
    if far {
        bits.broadcast(B::Word::ZERO)
    } else if distance >= 0 {
        bits << distance as u32
    } else {
        bits >> distance.unsigned_abs()
    }
}
