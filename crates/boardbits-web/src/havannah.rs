//! Havannah: positions with their structures and threats, and the player.

use std::time::Duration;

use havannah_uf::mcts::Mcts;
use havannah_uf::{Game, Hex, Limits, Move, Notation, Player, RingRule};

use crate::json::Object;
use crate::{Answer, text};

/// Bytes of the search tree.
const MEMORY_BYTES: usize = 56 << 20;

fn name(cell: Hex, base: u32) -> String {
    Notation::Grid.write(cell, base).to_ascii_lowercase()
}

fn names(cells: impl IntoIterator<Item = Hex>, base: u32) -> Vec<String> {
    cells.into_iter().map(|cell| name(cell, base)).collect()
}

const fn number(player: Player) -> u32 {
    player.index() as u32
}

/// Reads `h8` or `swap`.
fn read(word: &str, base: u32) -> Result<Move, String> {
    if word == "swap" {
        return Ok(Move::Swap);
    }
    Notation::Grid.parse(word, base).map(Move::Stone).map_err(text)
}

/// Plays moves, separated by commas, up to the first illegal one. Returns what is wrong with that
/// one.
fn replay(base: u32, rule: &str, moves: &str) -> Result<(Game, Option<String>), String> {
    let rule: RingRule = rule.parse().map_err(text)?;
    let mut game = Game::new(base, rule).map_err(text)?.with_swap_rule();
    for (i, word) in moves.split(',').filter(|word| !word.is_empty()).enumerate() {
        let played = read(word, base).and_then(|played| {
            game.play(played).map_err(|error| match played.cell() {
                // The crate names cells as x,y.
                Some(cell) => text(error).replace(&text(cell), word),
                None => text(error),
            })
        });
        if let Err(reason) = played {
            return Ok((game, Some(format!("Move {} ({word}): {reason}", i + 1))));
        }
    }
    Ok((game, None))
}

/// A position: as far as the moves are legal, with an error for the first that is not.
///
/// # Errors
/// If the base or the rule does not exist.
pub fn state(base: u32, rule: &str, moves: &str) -> Answer {
    let (game, error) = replay(base, rule, moves)?;
    let moves = game.moves().map(|played| {
        // A move without a cell is a swap.
        played.cell().map_or_else(|| played.to_string(), |cell| name(cell, base))
    });
    let stones = game.stones().map(|cell| (name(cell, base), game.stone(cell).map_or(0, number)));
    let structures = game
        .winning_stones()
        .into_iter()
        .map(|structure| (structure.way.to_string(), names(structure.cells.iter().copied(), base)));
    let threats = |player| -> Vec<(String, String)> {
        let cells = game.winning_cells(player);
        cells.map(|cell| (name(cell, base), game.would_win(cell, player).to_string())).collect()
    };
    Ok(Object::new()
        .with("moves", moves.collect::<Vec<_>>().join(","))
        .with("error", error)
        .with("turn", number(game.turn()))
        .with("over", game.is_over())
        .with("winner", game.winner().map(number))
        .with("canSwap", game.can_swap())
        .with("stones", stones.collect::<Vec<_>>())
        .with("structures", structures.collect::<Vec<_>>())
        .with("threats", (threats(Player::First), threats(Player::Second)))
        .end())
}

/// A win rate in thousandths.
fn permille(rate: f64) -> u32 {
    (rate * 1000.0).round() as u32
}

/// A player that keeps its tree from move to move.
pub struct Engine(Mcts);

impl Engine {
    /// The same seed and number of playouts give the same moves.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        Self(Mcts::new().seed(seed.into()).memory_bytes(MEMORY_BYTES))
    }

    /// Searches a position for `ms` milliseconds and at most `playouts` playouts in the tree more
    /// than it has, and returns the best move and the most visited moves. `null` if the game is
    /// over.
    ///
    /// # Errors
    /// If the position is not legal.
    pub fn think(&mut self, base: u32, rule: &str, moves: &str, ms: u32, playouts: u32) -> Answer {
        let (game, error) = replay(base, rule, moves)?;
        if let Some(error) = error {
            return Err(error.into());
        }
        let limits = Limits::new().time(Duration::from_millis(ms.into())).nodes(playouts.into());
        let choice = self.0.try_search(&game, &limits);
        let Some(choice) = choice.unwrap_or_else(|stopped| stopped.partial) else {
            return Ok("null".into());
        };
        let moves = self.0.moves(&game).unwrap_or_default();
        let moves = moves.iter().filter(|known| known.visits > 0).take(24);
        let moves =
            moves.map(|known| (name(known.cell, base), known.visits, permille(known.win_rate)));
        Ok(Object::new()
            .with("move", name(choice.cell, base))
            .with("playouts", choice.playouts)
            .with("rate", permille(choice.win_rate))
            .with("proven", choice.proven.map(|value| value.to_string()))
            .with("moves", moves.collect::<Vec<_>>())
            .end())
    }
}
