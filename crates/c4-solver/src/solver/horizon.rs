//! Bounds of the scores of all columns, from the ends of the game that are nearest.

use super::analysis::Analysis;
use super::engine::{Engine, known};
use crate::board::Board;
use crate::search::{Bounds, Stop};

/// Finds the columns that win or lose with one of the next stones: first those with the next stone but one, then one stone later, up to
/// `stones` stones of each player. Each step takes a multiple of the nodes of the one before, so with a limit of nodes this plays as
/// well as they allow.
///
/// Ends before that if one column wins and no other wins as soon, or if all columns but one lose.
pub(super) fn look_ahead<B: Board>(
    engine: Engine<'_, B>,
    analysis: &mut Analysis<B>,
    stones: u32,
) -> Result<(), Stop> {
    let position = analysis.position;
    for distance in 0..stones.min(position.board.cells()) as i32 {
        if is_settled(analysis) {
            break;
        }
        for column in position.columns() {
            let (Some(bounds), Ok(next)) = (analysis.bounds(column), position.play(column)) else {
                continue;
            };
            let Bounds { low, high } = known(next);
            // Does the other player win as soon? And if not, does it lose as soon?
            let mut found = -bounds;
            for beta in [high - distance, low + 1 + distance] {
                let result = engine.narrow(next, found, beta);
                found = result.unwrap_or(found);
                analysis.set(column, -found);
                result?;
            }
        }
    }
    Ok(())
}

/// Whether it does not matter what else is found.
fn is_settled<B: Board>(analysis: &Analysis<B>) -> bool {
    let bounds = || analysis.position.columns().filter_map(|column| analysis.bounds(column));
    bounds().any(|bounds| bounds.low > 0) || bounds().filter(|bounds| bounds.high >= 0).count() < 2
}
