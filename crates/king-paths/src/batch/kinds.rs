//! One step of every kind, on vectors of boards.

use super::Lanes;

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_AB: u64 = 0xfcfc_fcfc_fcfc_fcfc;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;

/// A kind of step. All are the same in both directions.
pub(crate) trait Stepping {
    /// `cells`, and all of `within` that one step leads to.
    fn dilate<V: Lanes>(cells: V, within: V) -> V;
}

#[inline(always)]
fn east<V: Lanes>(cells: V) -> V {
    cells.shl(1) & V::splat(NOT_A)
}

#[inline(always)]
fn west<V: Lanes>(cells: V) -> V {
    cells.shr(1) & V::splat(NOT_H)
}

pub(crate) struct King;

impl Stepping for King {
    #[inline(always)]
    fn dilate<V: Lanes>(cells: V, within: V) -> V {
        let row = cells | east(cells) | west(cells);
        (row | row.shl(8) | row.shr(8)) & within
    }
}

pub(crate) struct Wazir;

impl Stepping for Wazir {
    #[inline(always)]
    fn dilate<V: Lanes>(cells: V, within: V) -> V {
        (cells | east(cells) | west(cells) | (cells.shl(8) | cells.shr(8))) & within
    }
}

pub(crate) struct Ferz;

impl Stepping for Ferz {
    #[inline(always)]
    fn dilate<V: Lanes>(cells: V, within: V) -> V {
        let beside = east(cells) | west(cells);
        (cells | beside.shl(8) | beside.shr(8)) & within
    }
}

pub(crate) struct Knight;

impl Stepping for Knight {
    #[inline(always)]
    fn dilate<V: Lanes>(cells: V, within: V) -> V {
        let one = east(cells) | west(cells);
        let two = cells.shl(2) & V::splat(NOT_AB) | cells.shr(2) & V::splat(NOT_GH);
        (cells | one.shl(16) | one.shr(16) | (two.shl(8) | two.shr(8))) & within
    }
}

pub(crate) struct KingNoCut;

impl Stepping for KingNoCut {
    #[inline(always)]
    fn dilate<V: Lanes>(cells: V, within: V) -> V {
        let (e, w) = (east(cells) & within, west(cells) & within);
        let (n, s) = (cells.shl(8) & within, cells.shr(8) & within);
        let diagonal =
            e.shl(8) & east(n) | w.shl(8) & west(n) | (e.shr(8) & east(s) | w.shr(8) & west(s));
        cells | e | w | n | s | diagonal & within
    }
}

/// Kogge-Stone fills: `free` are the squares that may be entered without running over an edge.
#[inline(always)]
fn fill_up<V: Lanes>(cells: V, mut free: V, bits: u32) -> V {
    let mut filled = cells;
    filled = filled | free & filled.shl(bits);
    free = free & free.shl(bits);
    filled = filled | free & filled.shl(2 * bits);
    free = free & free.shl(2 * bits);
    filled | free & filled.shl(4 * bits)
}

#[inline(always)]
fn fill_down<V: Lanes>(cells: V, mut free: V, bits: u32) -> V {
    let mut filled = cells;
    filled = filled | free & filled.shr(bits);
    free = free & free.shr(bits);
    filled = filled | free & filled.shr(2 * bits);
    free = free & free.shr(2 * bits);
    filled | free & filled.shr(4 * bits)
}

pub(crate) struct RookSlide;

impl Stepping for RookSlide {
    #[inline(always)]
    fn dilate<V: Lanes>(cells: V, within: V) -> V {
        let (not_a, not_h) = (within & V::splat(NOT_A), within & V::splat(NOT_H));
        let ranks = fill_up(cells, not_a, 1) | fill_down(cells, not_h, 1);
        ranks | fill_up(cells, within, 8) | fill_down(cells, within, 8)
    }
}

pub(crate) struct BishopSlide;

impl Stepping for BishopSlide {
    #[inline(always)]
    fn dilate<V: Lanes>(cells: V, within: V) -> V {
        let (not_a, not_h) = (within & V::splat(NOT_A), within & V::splat(NOT_H));
        let up = fill_up(cells, not_a, 9) | fill_up(cells, not_h, 7);
        up | fill_down(cells, not_h, 9) | fill_down(cells, not_a, 7)
    }
}

pub(crate) struct QueenSlide;

impl Stepping for QueenSlide {
    #[inline(always)]
    fn dilate<V: Lanes>(cells: V, within: V) -> V {
        RookSlide::dilate(cells, within) | BishopSlide::dilate(cells, within)
    }
}
