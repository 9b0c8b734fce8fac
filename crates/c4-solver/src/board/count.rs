//! Counts of positions.

use alloc::vec::Vec;

use bitboard_core::Bits as _;

use super::lines::has_four;
use super::position::Position;
use super::size::Board;

/// The number of positions with some number of stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Count {
    /// All reachable positions; mirror images count separately.
    pub positions: u64,
    /// Those of them in which the last move has won.
    pub won: u64,
}

/// Counts the positions that can be reached from the empty board, ply by ply. Uses memory proportional to the counts.
///
/// ```
/// use c4_solver::{Standard, count_positions};
///
/// let counts: Vec<u64> = count_positions(Standard::BOARD).take(5).map(|count| count.positions).collect();
/// assert_eq!(counts, [1, 7, 49, 238, 1120]);
/// ```
pub fn count_positions<B: Board>(board: B) -> impl Iterator<Item = Count> {
    let empty = Position::new(board);
    let mut positions = Vec::from([(empty.own, empty.all)]);
    let mut won = 0;
    core::iter::from_fn(move || {
        let count = Count { positions: positions.len() as u64 + won, won };
        if count.positions == 0 {
            return None;
        }
        let (mut next, mut ends) = (Vec::new(), Vec::new());
        for &(own, all) in &positions {
            let position = Position { board, own, all };
            let mut moves = position.moves();
            while !moves.is_zero() {
                let cell = moves.lowest_bit();
                moves ^= cell;
                let over = has_four(board, own | cell);
                let after = position.after(cell);
                if over { &mut ends } else { &mut next }.push((after.own, after.all));
            }
        }
        for stones in [&mut next, &mut ends] {
            stones.sort_unstable();
            stones.dedup();
        }
        positions = core::mem::take(&mut next);
        won = ends.len() as u64;
        Some(count)
    })
}
