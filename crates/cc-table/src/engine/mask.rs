//! The cells of components of at least n cells, for n up to 4, without a loop and without splitting the board.
//!
//! By edges: a component of four or more cells has a cell with three neighbours in it, or two
//! adjacent cells with two each, and every cell of it is one of these or beside one. No smaller
//! component has either. By edges and corners the same holds but for three cells around a corner,
//! which are all adjacent and have two neighbours each: these are found and taken out.

use crate::Connectivity;
use crate::bits::Bits;
use crate::engine::lanes::fours_of_one;
use crate::grid::{Grid, around, assert_shape, east, neighbours, west};

/// The cells in components of at least 2 cells.
#[inline]
#[must_use]
pub fn at_least_two<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
) -> Grid<W, H> {
    const { assert_shape(W, H) };
    let word = board.bits();
    Grid::from_bits_truncate(word & neighbours::<W, _>(word, connectivity))
}

/// The cells in components of at least 3 cells: those with two neighbours, and what is beside them.
#[inline]
#[must_use]
pub fn at_least_three<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
) -> Grid<W, H> {
    const { assert_shape(W, H) };
    let word = board.bits();
    let [two, _] = crowded::<W, _>(word, connectivity);
    Grid::from_bits_truncate(word & (two | neighbours::<W, _>(two, connectivity)))
}

/// The cells in components of at least 4 cells.
///
/// ```
/// use cc_table::{Connectivity, Grid, engine};
///
/// let board: Grid<6, 4> = "
///     X X . . X X
///     X . . X X .
///     . . X . . .
///     . X X . X X".parse()?;
/// assert_eq!(engine::mask::at_least_four(board, Connectivity::Four).to_string(), "\
/// . . . . X X
/// . . . X X .
/// . . . . . .
/// . . . . . .");
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn at_least_four<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
) -> Grid<W, H> {
    const { assert_shape(W, H) };
    Grid::from_bits_truncate(fours_of_one::<W, H>(board.bits(), connectivity))
}

#[inline(always)]
pub(crate) fn four<const W: usize, B: Bits>(word: B, connectivity: Connectivity) -> B {
    let seeds = seeds::<W, _>(word, connectivity);
    word & (seeds | neighbours::<W, _>(seeds, connectivity))
}

/// Cells of all components of four and more, and of no others: those with three neighbours, and those with two
/// of which one has two as well.
#[inline(always)]
pub(crate) fn seeds<const W: usize, B: Bits>(word: B, connectivity: Connectivity) -> B {
    let [two, three] = crowded::<W, _>(word, connectivity);
    let seeds = three | two & neighbours::<W, _>(two, connectivity);
    match connectivity {
        Connectivity::Four => seeds,
        Connectivity::Eight => seeds & !corners::<W, _>(two & !three),
    }
}

/// The cells of `word` with at least two neighbours in it, and with at least three.
#[inline(always)]
fn crowded<const W: usize, B: Bits>(word: B, connectivity: Connectivity) -> [B; 2] {
    match connectivity {
        Connectivity::Four => {
            let a = around::<W, _>(word);
            let (either, both) =
                ((a.north | a.south) & (a.west | a.east), a.north & a.south | a.west & a.east);
            [word & (either | both), word & either & both]
        }
        Connectivity::Eight => {
            let (west, east) = (west::<W, _>(word), east::<W, _>(word));
            let (one, more) = add(west, word, east);
            let (sum, c1) = add(one << W, one >> W, west ^ east);
            // Twos: the carries of the rows above and below, of the row itself, and of their sum.
            let (c2, c3, c4) = (more << W, more >> W, west & east);
            let any = c1 | c2 | c3 | c4;
            let several = (c1 | c2) & (c3 | c4) | c1 & c2 | c3 & c4;
            [word & any, word & (any & sum | several)]
        }
    }
}

/// Three bits added: the sum and the carry.
#[inline(always)]
fn add<B: Bits>(a: B, b: B, c: B) -> (B, B) {
    (a ^ b ^ c, a & b | (a ^ b) & c)
}

/// The cells of three around a corner, among those with exactly two neighbours by edge or corner:
/// such three have no other neighbours.
#[inline(always)]
fn corners<const W: usize, B: Bits>(two: B) -> B {
    // A block of 2×2 is named by its north-west cell, which need not exist off the east edge.
    let here = two;
    let right = west::<W, _>(two);
    let (below, across) = (two >> W, right >> W);
    let block = here & right & (below ^ across) | below & across & (here ^ right);
    let pair = block | east::<W, _>(block);
    two & (pair | pair << W)
}
