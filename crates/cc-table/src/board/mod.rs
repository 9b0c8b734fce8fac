//! Components of one board.
//!
//! A [`Board`] is a set of cells in a `u128`. Each query below turns the connectivity into a type
//! ([`Adjacency`]), chooses the fastest method for its answer, and calls it:
//!
//! | query | method |
//! | --- | --- |
//! | [`components`], [`components_into`] | [`automaton`] or [`flood`], by density |
//! | [`count`] | [`automaton`] for up to six columns, else shrinking in [`flood`] |
//! | [`mask_at_least`] | [`masks`] for up to 4 cells, else [`flood`] |
//! | [`components_at_least`] and its `_into`, [`largest`] | [`masks`] keep the large ones, [`flood`] splits them |
//!
//! The automaton takes the same time for every board. Floods take less for boards with few
//! components of several cells. Read [`flood`] and [`masks`] first, then [`automaton`].
//! Many boards at once are the subject of [`batch`](crate::batch), which uses the same methods in
//! vectors.

use bitboard_core::dispatch::SimdLevel;
use bitboard_core::{Bitboard, Connectivity, RowMajor};

use self::flood::take_first;
use self::masks::{Adjacency, with_adjacency};

pub(crate) mod automaton;
mod components;
pub(crate) mod flood;
pub(crate) mod lanes;
pub(crate) mod masks;
#[cfg(test)]
mod tests;

pub use self::components::Components;

/// A board of `W` columns and `H` rows: bit = x + W·y, row 0 at the top.
///
/// Functions of boards take those of 1 to 8 columns and at most 128 cells. `cargo build` refuses
/// larger ones (`cargo check` does not notice them):
///
/// ```compile_fail,E0080
/// use cc_table::{Board, Connectivity, count};
///
/// let components = count(Board::<9, 9>::FULL, Connectivity::Four);
/// ```
///
/// Components of other boards, such as chess boards, hexagons or 19×19 points, are those of
/// [`Bitboard::components`].
pub type Board<const W: usize, const H: usize> = Bitboard<u128, RowMajor<W, H>>;

/// Checks the limits of this crate. It is evaluated at compile time, once for each board shape.
pub(crate) const fn assert_shape(width: usize, height: usize) {
    assert!(width >= 1 && width <= 8, "a board has 1 to 8 columns");
    assert!(height >= 1 && width * height <= 128, "a board has 1 to 128 cells");
}

/// Returns the components of a board, in an unspecified order.
///
/// ```
/// use cc_table::{Board, Connectivity, components};
///
/// let board: Board<6, 4> = "
///     X X X . . .
///     X . X . . X
///     . . X . X .
///     . . X . . X".parse()?;
/// let found = components(board, Connectivity::Eight);
/// let sizes: Vec<u32> = found.into_iter().map(Board::len).collect();
/// assert_eq!(sizes.len(), 2);
/// assert!(sizes.contains(&7) && sizes.contains(&3));
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn components<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
) -> Components<W, H> {
    let mut found = Components::new();
    components_into(board, connectivity, &mut found);
    found
}

/// Writes the components of a board to `found`, replacing its contents. The order is unspecified.
///
/// See [`Components`] for an example.
#[inline]
pub fn components_into<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
    found: &mut Components<W, H>,
) {
    find(SimdLevel::new(), board, connectivity, found);
}

/// [`components_into`] with given instructions.
#[inline]
pub(crate) fn find<const W: usize, const H: usize>(
    simd_level: SimdLevel,
    board: Board<W, H>,
    connectivity: Connectivity,
    found: &mut Components<W, H>,
) {
    with_adjacency!(connectivity, A => simd_level.vectorize_avx2(
        #[inline(always)]
        || by_density::<A, W, H>(board, found),
    ));
}

/// Floods boards in which few cells have a neighbor or nearly all do, and uses the automaton for
/// others.
#[inline(always)]
fn by_density<A: Adjacency, const W: usize, const H: usize>(
    board: Board<W, H>,
    found: &mut Components<W, H>,
) {
    let joined = masks::at_least_2::<A, W, H>(board).len() as usize;
    if W > automaton::COLUMNS || 6 * joined <= W * H || 10 * joined >= 9 * W * H {
        return flood::components::<A, W, H>(board, found);
    }
    A::automaton().components(board, found);
}

/// Returns the components of at least `min` cells, in the order of their lowest cells.
///
/// Components of fewer cells, up to 3, are removed all at once before any is split off.
///
/// ```
/// use cc_table::{Board, Connectivity, components_at_least};
///
/// let board: Board<6, 3> = "
///     X X . X X X
///     . X . . X .
///     X . . X . X".parse()?;
/// let large = components_at_least(board, Connectivity::Four, 4);
/// assert_eq!(large.len(), 1);
/// assert_eq!(large.get(0).unwrap().to_string(), "\
/// . . . X X X
/// . . . . X .
/// . . . . . .");
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn components_at_least<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
    min: u32,
) -> Components<W, H> {
    let mut found = Components::new();
    components_at_least_into(board, connectivity, min, &mut found);
    found
}

/// Writes the components of at least `min` cells to `found`, replacing its contents, in the order
/// of their lowest cells.
#[inline]
pub fn components_at_least_into<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
    min: u32,
    found: &mut Components<W, H>,
) {
    found.clear();
    with_adjacency!(connectivity, A => {
        for component in at_least::<A, W, H>(board, min) {
            found.push(component);
        }
    });
}

/// The components of at least `min` cells, in the order of their lowest cells.
#[inline]
pub(crate) fn at_least<A: Adjacency, const W: usize, const H: usize>(
    board: Board<W, H>,
    min: u32,
) -> impl Iterator<Item = Board<W, H>> {
    let mut rest = mask_at_least(board, A::CONNECTIVITY, min.min(4));
    core::iter::from_fn(move || {
        while !rest.is_empty() {
            let component = take_first::<A, W, H>(&mut rest);
            if min <= 4 || component.len() >= min {
                return Some(component);
            }
        }
        None
    })
}

/// Returns the cells of all components of at least `min` cells. For `min` up to 4 there is no loop.
///
/// ```
/// use cc_table::{Board, Connectivity, mask_at_least};
///
/// let board: Board<6, 3> = "
///     X X . X X X
///     . X . . X .
///     X . . X . X".parse()?;
/// assert_eq!(mask_at_least(board, Connectivity::Four, 3).to_string(), "\
/// X X . X X X
/// . X . . X .
/// . . . . . .");
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn mask_at_least<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
    min: u32,
) -> Board<W, H> {
    const { assert_shape(W, H) };
    with_adjacency!(connectivity, A => match min {
        0 | 1 => board,
        2 => masks::at_least_2::<A, W, H>(board),
        3 => masks::at_least_3::<A, W, H>(board),
        4 => masks::at_least_4::<A, W, H, false, u128>(board),
        _ => at_least::<A, W, H>(board, min).collect(),
    })
}

/// Returns the number of components of a board.
///
/// ```
/// use cc_table::{Board, Connectivity, count};
///
/// let board: Board<6, 4> = "
///     X X X . . .
///     X . X . . .
///     . . X . X .
///     . . X X . X".parse()?;
/// assert_eq!(count(board, Connectivity::Four), 3);
/// assert_eq!(count(board, Connectivity::Eight), 1);
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn count<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
) -> u32 {
    with_adjacency!(connectivity, A => if W <= automaton::COLUMNS {
        A::automaton().count(board)
    } else {
        flood::count_by_shrinking::<A, W, H>(board)
    })
}

/// Returns the component with the most cells. If there are several, it is the one with the lowest
/// cell; on an empty board it is empty.
///
/// ```
/// use cc_table::{Board, Connectivity, largest};
///
/// let board: Board<5, 2> = "
///     X . X X .
///     X . . X .".parse()?;
/// assert_eq!(largest(board, Connectivity::Four).to_string(), "\
/// . . X X .
/// . . . X .");
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn largest<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
) -> Board<W, H> {
    let four = mask_at_least(board, connectivity, 4);
    let mut rest = if four.is_empty() { board } else { four };
    let mut largest = Board::EMPTY;
    with_adjacency!(connectivity, A => while rest.len() > largest.len() {
        let component = take_first::<A, W, H>(&mut rest);
        if component.len() > largest.len() {
            largest = component;
        }
    });
    largest
}
