//! The pass down of the row automaton with vectors.
//!
//! The numbers of the components are passed from row to row with one shuffle each. Then each component takes its
//! cells from all rows at once.

use core::arch::x86_64::{_pdep_u64, _pext_u64};

use bitboard_core::simd::fearless_simd::prelude::*;
use bitboard_core::simd::fearless_simd::{self, u8x16, u32x4, u64x2, x86::Avx2};

use super::automaton::{Automaton, FRESH_SHIFT, MAP_SHIFT, Row};
use crate::board::Board;
use crate::components::{Components, Halves, ROOM};

/// The most rows.
pub(crate) const ROWS: usize = 16;

/// [`Automaton::components`] for boards of at most 16 rows.
#[inline(always)]
pub(crate) fn components<const W: usize, const H: usize>(
    avx2: Avx2,
    automaton: &Automaton,
    board: Board<W, H>,
    found: &mut Components<W, H>,
) {
    automaton.two_passes::<W, H, { ROWS + 1 }>(board, found, |rows, found| {
        collect::<W, H>(avx2, rows, found)
    });
}

/// Assigns each slot its component. Returns the number of components.
#[inline(always)]
pub(super) fn collect<const W: usize, const H: usize>(
    avx2: Avx2,
    rows: &[Row],
    found: &mut [Halves; ROOM],
) -> usize {
    let pair = |value: u64| -> u8x16<Avx2> { u64x2::simd_from(avx2, [value, 0]).bitcast() };
    // Bytes 0 to 3: the components of the slots of the row above; 4 to 7: those to begin next.
    let mut numbers = pair(0x0302_0100 << 32);
    let mut by_row = [u32x4::splat(avx2, 0); ROWS];
    for (row, now) in rows[..H].iter().zip(&mut by_row) {
        let transition = u64::from(row.transition);
        let map = spread(avx2, transition >> MAP_SHIFT, 0x0f0f_0f0f) | 0x0706_0504 << 32;
        let fresh = (transition >> FRESH_SHIFT & 7) * (0x0101_0101 << 32);
        numbers = numbers.swizzle_dyn_within_blocks(pair(map)) + pair(fresh);
        *now = numbers.bitcast();
    }
    let len = by_row[H - 1][1] as u8;
    let numbers = by_slot(
        avx2,
        core::array::from_fn(|i| {
            let rows = &by_row[4 * i..4 * i + 4];
            let (a, b): (u64x2<_>, u64x2<_>) =
                (rows[0].zip_low(rows[1]).bitcast(), rows[2].zip_low(rows[3]).bitcast());
            a.zip_low(b).bitcast()
        }),
    );
    let slots = by_slot(
        avx2,
        core::array::from_fn(|i| {
            let slots: [u32; 4] =
                core::array::from_fn(|k| if 4 * i + k < H { rows[4 * i + k].slots } else { 0 });
            slots.simd_into(avx2)
        }),
    );
    let row = const { 0x0101_0101_0101_0101 * ((1 << W) - 1) };
    let none = u8x16::splat(avx2, 0);
    for (number, component) in (0..len).zip(&mut *found) {
        let number = u8x16::splat(avx2, number);
        let cells = numbers.iter().zip(slots).take(const { W.div_ceil(2) });
        let cells = cells
            .fold(none, |all, (numbers, cells)| all | numbers.simd_eq(number).select(cells, none));
        let cells: u64x2<_> = cells.bitcast();
        let low = u128::from(pack(avx2, cells[0], row));
        let high = u128::from(pack(avx2, cells[1], row));
        let bits = low | high << (8 * W);
        *component = [bits as u64, (bits >> 64) as u64];
    }
    usize::from(len)
}

/// Turns four bytes for each row into a byte for each row, four times.
#[inline(always)]
fn by_slot(avx2: Avx2, rows: [u32x4<Avx2>; 4]) -> [u8x16<Avx2>; 4] {
    let order: u8x16<_> = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15].simd_into(avx2);
    let [a, b, c, d] = rows.map(|rows| rows.swizzle_dyn_within_blocks(order));
    let zip = |a: u32x4<Avx2>, b: u32x4<Avx2>| -> [u64x2<Avx2>; 2] {
        [a.zip_low(b).bitcast(), a.zip_high(b).bitcast()]
    };
    let ([a, c], [b, d]) = (zip(a, b), zip(c, d));
    [
        a.zip_low(b).bitcast(),
        a.zip_high(b).bitcast(),
        c.zip_low(d).bitcast(),
        c.zip_high(d).bitcast(),
    ]
}

fearless_simd::kernel!(
    /// The lowest bits, at the places of the mask.
    #[inline(always)]
    fn spread(avx2: Avx2, bits: u64, mask: u64) -> u64 {
        _pdep_u64(bits, mask)
    }
);

fearless_simd::kernel!(
    /// The bits at the places of the mask, together.
    #[inline(always)]
    fn pack(avx2: Avx2, bits: u64, mask: u64) -> u64 {
        _pext_u64(bits, mask)
    }
);
