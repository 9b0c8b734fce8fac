//! How well the program plays.

use bitboard_core::Random;
use c4_solver::{Board, Column, Position, Solver, Strength};

use super::board::wrong_book;

/// Nodes for a move of a strong player.
const NODES: u64 = 20_000;

/// Parses `perfect`, `strong`, `strong:NODES`, `casual` or `random`.
pub(super) fn strength(text: &str) -> Result<Strength, String> {
    match text.split_once(':') {
        None => match text {
            "perfect" => Ok(Strength::Perfect),
            "strong" => Ok(Strength::Strong { nodes: NODES }),
            "casual" => Ok(Strength::Casual),
            "random" => Ok(Strength::Random),
            _ => Err(expected()),
        },
        Some(("strong", nodes)) => match nodes.parse() {
            Ok(nodes) if nodes > 0 => Ok(Strength::Strong { nodes }),
            _ => Err("expected a number of nodes after 'strong:'".to_owned()),
        },
        Some(_) => Err(expected()),
    }
}

/// Chooses a column.
///
/// # Errors
/// The reason why there is none: the board is full, or the opening book is wrong.
pub(super) fn choose<B: Board>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    strength: Strength,
    rng: &mut impl Random,
) -> Result<Column, String> {
    solver.choose(position, strength, rng).ok_or_else(|| {
        if position.is_full() {
            "the board is full".to_owned()
        } else {
            // Only a wrong book leaves no best column.
            wrong_book(solver.best_moves(position).score)
        }
    })
}

fn expected() -> String {
    "expected perfect, strong, strong:NODES, casual or random".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_have_names() {
        assert_eq!(strength("perfect"), Ok(Strength::Perfect));
        assert_eq!(strength("strong"), Ok(Strength::Strong { nodes: NODES }));
        assert_eq!(strength("strong:7"), Ok(Strength::Strong { nodes: 7 }));
        for wrong in ["", "best", "casual:3", "strong:", "strong:0", "strong:-1", "strong:x"] {
            assert!(strength(wrong).is_err(), "{wrong}");
        }
    }
}
