//! Records of games.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{BaseError, PlayError};
use crate::game::Havannah;
use crate::hex::{CellError, Hex, shorten};
use crate::moves::Move;
use crate::notation::Notation;
use crate::outcome::Outcome;
use crate::player::Player;
use crate::referee::Referee;
use crate::rule::RingRule;

/// A game as it is written. The cells of a record that has been read are on the board, but its moves may be illegal.
///
/// ```
/// use havannah_uf::{Record, RingRule};
///
/// let record = Record::parse_line("3 4 3,3 1,1 2,3 5,5")?;
/// let picture = "
///   X . .
///  . . . .
/// . O O . .
///  . . . .
///   . . X";
/// assert_eq!(format!("\n{}", record.replay(RingRule::Any)?), picture);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// The number of cells along an edge.
    pub base: u32,
    /// The moves of both players in turn.
    pub moves: Vec<Move>,
    /// Whether a player resigns after the last move.
    pub resigned: bool,
    /// The result, such as `B` for black.
    pub result: Option<String>,
}

/// Error returned when reading a [`Record`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A number at the beginning of a line is missing or wrong.
    #[error("expected {expected}, found {found:?}")]
    Header {
        /// The number.
        expected: &'static str,
        /// The first 20 characters of the word at its place.
        found: String,
    },
    /// A base without boards.
    #[error("expected a base of at least 2, found {base}")]
    Base {
        /// The base.
        base: u32,
    },
    /// The base is missing, or comes after the first move.
    #[error("expected the base, SZ[…], before the first move")]
    NoBase,
    /// Two bases that differ.
    #[error("expected one base, found {first} and {second}")]
    TwoBases {
        /// The base before.
        first: u32,
        /// The base after it.
        second: u32,
    },
    /// More stones than cells.
    #[error("{stones} stones on {} cells", Hex::count(*.base))]
    TooMany {
        /// The number of stones.
        stones: u64,
        /// The base of the board.
        base: u32,
    },
    /// The number of stones is not the announced one.
    #[error("expected {announced} stones, found {found}")]
    Count {
        /// The announced number.
        announced: u64,
        /// The number of stones.
        found: u64,
    },
    /// A move that is not a cell.
    #[error("move {number}: {source}")]
    Cell {
        /// The number of the move, from 1.
        number: usize,
        /// The error of the cell.
        source: CellError,
    },
    /// A property that is not complete.
    #[error("byte {at}: expected {expected}")]
    Syntax {
        /// The place, from 0.
        at: usize,
        /// The expected text.
        expected: &'static str,
    },
    /// A move of the wrong color.
    #[error("move {number}: it is the turn of the other color")]
    Turn {
        /// The number of the move, from 1.
        number: usize,
    },
}

/// Error returned when replaying a [`Record`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// [`Havannah`] does not support the base.
    #[error(transparent)]
    Base(#[from] BaseError),
    /// A move is not legal.
    #[error("move {number}: {source}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The error of the move.
        source: PlayError,
    },
}

impl Record {
    /// Reads `S M x,y x,y …`: the base, the number of stones, and the stones of both players in turn.
    ///
    /// ```
    /// use havannah_uf::Record;
    ///
    /// let record = Record::parse_line("3 2 1,1 3,3")?;
    /// assert_eq!((record.base, record.moves.len()), (3, 2));
    /// let error = Record::parse_line("3 2 1,1 1,9").unwrap_err();
    /// assert_eq!(error.to_string(), "move 2: there is no cell 1,9 on a board of base 3");
    /// # Ok::<(), havannah_uf::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// [`RecordError`] naming the move.
    pub fn parse_line(line: &str) -> Result<Self, RecordError> {
        let mut words = line.split_whitespace();
        let mut number = |expected| {
            let word = words.next().unwrap_or_default();
            word.parse::<u32>().map_err(|_| RecordError::Header { expected, found: shorten(word) })
        };
        let base = number("the base")?;
        let stones = u64::from(number("the number of stones")?);
        if base < 2 {
            return Err(RecordError::Base { base });
        }
        if stones > Hex::count(base) {
            return Err(RecordError::TooMany { stones, base });
        }
        let moves: Result<Vec<_>, _> = (1..)
            .zip(words)
            .map(|(number, word)| {
                let cell = Notation::Pair.parse(word, base);
                cell.map(Move::Stone).map_err(|source| RecordError::Cell { number, source })
            })
            .collect();
        let moves = moves?;
        if moves.len() as u64 != stones {
            return Err(RecordError::Count { announced: stones, found: moves.len() as u64 });
        }
        Ok(Self { base, moves, resigned: false, result: None })
    }

    /// The cells of the stones in order, without the swap.
    ///
    /// ```
    /// use havannah_uf::{Hex, Record};
    ///
    /// let record = Record::parse_line("3 2 1,1 3,3")?;
    /// assert!(record.stones().eq([Hex::new(1, 1), Hex::new(3, 3)]));
    /// # Ok::<(), havannah_uf::RecordError>(())
    /// ```
    pub fn stones(&self) -> impl Iterator<Item = Hex> + '_ {
        self.moves.iter().filter_map(|played| played.cell())
    }

    /// Plays the moves to the end of the game. Later moves are ignored. A swap is legal directly after the first stone.
    ///
    /// ```
    /// use havannah_uf::{Notation, Record, RingRule};
    ///
    /// let record = Record::parse_hgf("(;SZ[2];W[A1];B[swap];W[C2];B[A2];W[A1])", Notation::LittleGolem)?;
    /// let game = record.replay(RingRule::Any)?;
    /// let picture = "
    ///  X .
    /// X . .
    ///  . O";
    /// assert_eq!(format!("\n{game}"), picture);
    /// assert_eq!(game.outcome().unwrap().to_string(), "second bridge in move 4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ReplayError`] if [`Havannah`] does not support the base, or naming the first move that is not legal.
    pub fn replay(&self, rule: RingRule) -> Result<Havannah, ReplayError> {
        let mut game = Havannah::new(self.base, rule)?.with_swap_rule();
        for (number, &played) in (1..).zip(&self.moves) {
            if game.is_over() {
                break;
            }
            game.play(played).map_err(|source| ReplayError::Move { number, source })?;
        }
        Ok(game)
    }

    /// The first win on a board of any base; `None` if no player wins. A swap is legal directly after the first
    /// stone.
    ///
    /// ```
    /// use havannah_uf::{Record, RingRule};
    ///
    /// let record = Record::parse_line("1000000 3 1,1 500,500 1,2")?;
    /// assert_eq!(record.first_win(RingRule::Any)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ReplayError`] if the base is less than 2, or naming the first move that is not legal.
    pub fn first_win(&self, rule: RingRule) -> Result<Option<Outcome>, ReplayError> {
        let mut referee = Referee::for_two(self.base, rule)?;
        for (turn, &played) in self.moves.iter().enumerate() {
            let wins = match played {
                Move::Stone(cell) => referee.play(cell),
                Move::Swap if turn != 1 => Err(PlayError::SwapTooLate),
                Move::Swap => continue,
            };
            let wins = wins.map_err(|source| ReplayError::Move { number: turn + 1, source })?;
            if !wins.is_empty() {
                return Ok(Some(Outcome { player: Player::at(turn), wins, number: turn + 1 }));
            }
        }
        Ok(None)
    }
}

impl From<&Havannah> for Record {
    /// The moves of a game.
    ///
    /// ```
    /// use havannah_uf::{Havannah, Hex, Notation, Record, RingRule};
    ///
    /// let mut game = Havannah::new(4, RingRule::Any)?;
    /// game.play(Hex::new(5, 2))?;
    /// assert_eq!(Record::from(&game).to_hgf(Notation::LittleGolem), "(;FF[4]SZ[4];W[E1])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from(game: &Havannah) -> Self {
        let moves = game.moves().collect();
        Self { base: game.base(), moves, resigned: false, result: None }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn wrong_lines_are_named() {
        let line = |text| Record::parse_line(text).unwrap_err().to_string();
        assert_eq!(line(""), "expected the base, found \"\"");
        assert_eq!(line("4"), "expected the number of stones, found \"\"");
        assert_eq!(line("1 1 1,1"), "expected a base of at least 2, found 1");
        assert_eq!(line("2 8"), "8 stones on 7 cells");
        assert_eq!(line("3 2 1,1"), "expected 2 stones, found 1");
        assert_eq!(line("3 1 1,4"), "move 1: there is no cell 1,4 on a board of base 3");
        assert_eq!(line("99999999999 1 1,4"), "expected the base, found \"99999999999\"");
        assert_eq!(
            line("3 1 1,99999999999"),
            "move 1: expected coordinates of at most 32 bits, found \"1,99999999999\""
        );
    }

    #[test]
    fn a_swap_counts_as_a_move() {
        let record = Record::parse_hgf("(;SZ[2];W[A1];B[swap];W[C2];B[A2])", Notation::LittleGolem);
        let record = record.unwrap();
        let won = record.first_win(RingRule::Any).unwrap().unwrap();
        assert_eq!(won.number, record.moves.len());
        assert_eq!(record.replay(RingRule::Any).unwrap().outcome(), Some(won));
    }

    #[test]
    fn illegal_moves_are_named() {
        let replay = |base, moves: &[Move]| {
            let record = Record { base, moves: moves.into(), resigned: false, result: None };
            let error = record.replay(RingRule::Any).unwrap_err();
            if base <= Havannah::MAX_BASE {
                assert_eq!(record.first_win(RingRule::Any), Err(error));
            }
            error.to_string()
        };
        let stone = |x, y| Move::Stone(Hex { x, y });
        let late = "swapping is only allowed directly after the first stone";
        assert_eq!(replay(65, &[]), "expected a base from 2 to 64, found 65");
        assert_eq!(replay(3, &[Move::Swap]), alloc::format!("move 1: {late}"));
        assert_eq!(
            replay(3, &[stone(1, 1), Move::Swap, Move::Swap]),
            alloc::format!("move 3: {late}")
        );
        assert_eq!(
            replay(3, &[stone(1, 1), stone(1, 1)]),
            "move 2: there is a stone on 1,1 already"
        );
        assert_eq!(replay(3, &[stone(0, 1)]), "move 1: there is no cell 0,1 on a board of base 3");
    }
}
