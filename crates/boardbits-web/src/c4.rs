//! Connect 4: games as texts of columns, scores of columns.

use c4_solver::{BoardSize, Column, Game, Outcome, Player};

pub use boardbits_web_solver::C4;
use boardbits_web_solver::{Size, any_size};

use crate::json::Object;
use crate::{Answer, text};

/// The longest legal beginning of a game, and what is wrong with the next move.
fn longest(board: Size, moves: &str) -> (Game<Size>, String, Option<String>) {
    let (mut game, mut legal) = (Game::new(board), String::new());
    for (i, symbol) in moves.chars().enumerate() {
        let played = match Column::from_symbol(symbol) {
            Some(column) => game.play(column).map_err(text),
            None => Err(format!("expected a column from 1 to {}, found {symbol:?}", board.width())),
        };
        if let Err(reason) = played {
            return (game, legal, Some(format!("Move {}: {reason}", i + 1)));
        }
        legal.push(symbol);
    }
    (game, legal, None)
}

/// The board after some moves: as far as they are legal, with an error for the first that is not.
///
/// # Errors
/// If a board of this size is not supported.
pub fn state(width: u32, height: u32, moves: &str) -> Answer {
    let (game, legal, error) = longest(any_size(width, height)?, moves);
    let position = game.position();
    let is_over = game.outcome().is_some();
    let columns = |set: c4_solver::ColumnSet| set.iter().map(Column::index).collect::<Vec<_>>();
    let playable: Vec<_> = if is_over { Vec::new() } else { columns(position.columns()) };
    let player = |player: Player| if player == Player::First { 0u32 } else { 1 };
    let heights = Column::all(width)
        .map(|column| (0..height).take_while(|&row| position.stone(column, row).is_some()).count());
    Ok(Object::new()
        .with("moves", legal)
        .with("error", error)
        .with("heights", heights.collect::<Vec<_>>())
        .with("turn", player(game.turn()))
        .with("over", is_over)
        .with("winner", game.winner().map(player))
        .with("draw", game.outcome() == Some(Outcome::Drawn))
        .with("line", game.winning_line().map(|(c, row)| (c.index(), row)).collect::<Vec<_>>())
        .with("playable", playable)
        .with("winning", if is_over { Vec::new() } else { columns(position.winning_columns()) })
        .with("safe", if is_over { Vec::new() } else { columns(position.non_losing_columns()) })
        .end())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn shown(moves: &str) -> Value {
        serde_json::from_str(&state(7, 6, moves).unwrap()).unwrap()
    }

    #[test]
    fn a_game_stops_at_the_first_illegal_move() {
        let state = shown("4444444");
        assert_eq!(state["moves"], "444444");
        assert_eq!(state["error"], "Move 7: column 4 is full");
        assert_eq!(state["heights"], json!([0, 0, 0, 6, 0, 0, 0]));
        assert!(shown("48")["error"].as_str().unwrap().contains("column 8 does not exist"));
        assert!(shown("4!")["error"].as_str().unwrap().contains("'!'"));
    }

    #[test]
    fn a_won_game_has_a_line() {
        let state = shown("12121217");
        assert_eq!(state["moves"], "1212121");
        assert_eq!(state["error"], "Move 8: the game is already won");
        assert_eq!((&state["winner"], &state["over"]), (&json!(0), &json!(true)));
        assert_eq!(state["line"].as_array().unwrap().len(), 4);
        assert_eq!(state["playable"], json!([]));
    }
}
