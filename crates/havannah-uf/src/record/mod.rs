//! Games as text: [`Record`], in lines of moves and, in the chapter `hgf`, in the Havannah Game
//! Format.

mod hgf;

use crate::game::Game;
use crate::hex::{Hex, Notation, ParseError, shorten};
use crate::referee::Referee;
use crate::rules::{BaseError, MIN_BASE, Move, Outcome, PlayError, Player, RingRule};

/// A game as text has it: base, moves and result. The cells of a record that has been read are on
/// the board, but its moves may be illegal.
///
/// ```
/// use havannah_uf::Record;
///
/// let record = Record::parse_line("3 4 3,3 1,1 2,3 5,5")?;
/// let picture = "
///   o . .
///  . . . .
/// . x x . .
///  . . . .
///   . . o";
/// assert_eq!(format!("\n{}", record.replay()?), picture);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Record {
    /// The number of cells along an edge.
    pub base: u32,
    /// The moves of both players in turn.
    pub moves: Vec<Move>,
    /// The player who resigns after the last move.
    pub resigned: Option<Player>,
    /// The result as in the Havannah Game Format: `W` if the first player wins, `B` if the second
    /// does, `Draw`, or the text that was read. Records of Little Golem name the other color.
    pub result: Option<String>,
    /// The ring rule, if the record names one; otherwise, the classical one applies.
    pub rule: Option<RingRule>,
    /// The names of the first and of the second player, if the record has them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub players: [Option<String>; 2],
    /// Whether the swap rule applies. It also applies if the moves have a swap.
    #[cfg_attr(feature = "serde", serde(default))]
    pub swap_rule: bool,
}

/// Error returned when reading or replaying a [`Record`].
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
    /// The base is out of range.
    #[error(transparent)]
    Base(#[from] BaseError),
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
        source: ParseError,
    },
    /// A property that is not complete.
    #[error("byte {at}: expected {expected}")]
    Syntax {
        /// The place in the text, in bytes, from 1.
        at: usize,
        /// The expected text.
        expected: &'static str,
    },
    /// Numbers of stones that no game has.
    #[error("expected as many stones of both players, or one more, found {first} and {second}")]
    Stones {
        /// The number of stones of the first player.
        first: usize,
        /// The number of stones of the second player.
        second: usize,
    },
    /// The cell of the last move is empty.
    #[error("the cell {cell} of the last move has no stone")]
    NoStone {
        /// The cell.
        cell: Hex,
    },
    /// A move of the wrong color.
    #[error("move {number}: it is the turn of the other color")]
    Turn {
        /// The number of the move, from 1.
        number: usize,
    },
    /// A move that is not legal.
    #[error("move {number}: {source}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The error of the move.
        source: PlayError,
    },
}

/// Checks that there are boards of the base.
fn check_base(base: u32) -> Result<(), BaseError> {
    if base < MIN_BASE { Err(BaseError { base, max: u32::MAX }) } else { Ok(()) }
}

impl Record {
    /// A record of moves on a board of base `base`.
    ///
    /// ```
    /// use havannah_uf::{Hex, Move, Notation, Record};
    ///
    /// let mut record = Record::new(4, [Move::Stone(Hex::new(1, 1)), Move::Swap]);
    /// record.players[0] = Some("Ada".into());
    /// let hgf = "(;FF[4]GM[Havannah]SZ[4]PW[Ada];W[A1];B[swap])";
    /// assert_eq!(record.to_hgf(Notation::LittleGolem), hgf);
    /// ```
    #[must_use]
    pub fn new(base: u32, moves: impl IntoIterator<Item = Move>) -> Self {
        let (moves, players) = (moves.into_iter().collect(), [None, None]);
        Self { base, moves, resigned: None, result: None, rule: None, players, swap_rule: false }
    }

    /// Reads `S M x,y x,y …`: the base, the number of stones, and the stones of both players in
    /// turn.
    ///
    /// ```
    /// use havannah_uf::Record;
    ///
    /// let record = Record::parse_line("3 2 1,1 3,3")?;
    /// assert_eq!((record.base, record.moves.len()), (3, 2));
    /// let error = Record::parse_line("3 2 1,1 1,9").unwrap_err();
    /// assert_eq!(error.to_string(), "move 2: expected a cell of a board of base 3, found 1,9");
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
        check_base(base)?;
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
        Ok(Self::new(base, moves))
    }

    /// Reads moves of both players in turn, separated by blanks: cells, `swap` and, at the end,
    /// `resign`. OpenSpiel writes moves in [`Notation::Grid`].
    ///
    /// ```
    /// use havannah_uf::{Notation, Record};
    ///
    /// let record = Record::parse_moves("b5 swap c5 d5", 4, Notation::Grid)?;
    /// assert_eq!(record.to_hgf(Notation::Grid), "(;FF[4]GM[Havannah]SZ[4];W[B5];B[swap];W[C5];B[D5])");
    /// # Ok::<(), havannah_uf::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// [`RecordError`] if the base is out of range, or naming the move.
    pub fn parse_moves(moves: &str, base: u32, notation: Notation) -> Result<Self, RecordError> {
        check_base(base)?;
        let mut record = Self::new(base, []);
        for word in moves.split_whitespace() {
            let number = record.moves.len() + 1;
            if record.resigned.is_some() {
                let found = ParseError::form("the end after a resignation", word);
                return Err(RecordError::Cell { number, source: found });
            }
            record.push(number % 2 == 1, word, base, notation)?;
        }
        Ok(record)
    }

    /// A record that leads to a position, in some order of its stones, of which `last` is the last
    /// one.
    ///
    /// If the second player has the last stone and the first player has fewer stones, or the first
    /// player has it and both have as many, the second player has taken over the first stone.
    ///
    /// ```
    /// use havannah_uf::{Hex, Player::{First, Second}, Record};
    ///
    /// let stones = [(Hex::new(1, 1), First), (Hex::new(2, 1), First), (Hex::new(3, 3), Second)];
    /// let game = Record::from_stones(2, stones, Some(Hex::new(1, 1)))?.replay()?;
    /// assert_eq!(game.outcome().unwrap().to_string(), "first bridge in move 3");
    /// assert!(Record::from_stones(2, [(Hex::new(1, 1), First); 2], None).is_err());
    /// # Ok::<(), havannah_uf::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// [`RecordError::Stones`] if one player has too many stones, [`RecordError::NoStone`] if
    /// `last` has none. [`replay`](Self::replay) checks the cells.
    pub fn from_stones(
        base: u32,
        stones: impl IntoIterator<Item = (Hex, Player)>,
        last: Option<Hex>,
    ) -> Result<Self, RecordError> {
        let mut by_player = [Vec::new(), Vec::new()];
        for (cell, player) in stones {
            by_player[player.index()].push(cell);
        }
        let [first, second] = &by_player;
        let (first, second) = (first.len(), second.len());
        let mut last_player = if first > second { Player::First } else { Player::Second };
        if let Some(cell) = last {
            let is_last = |player: &Player| by_player[player.index()].contains(&cell);
            let found = Player::BOTH.into_iter().find(is_last);
            last_player = found.ok_or(RecordError::NoStone { cell })?;
            // A stable sort: the others stay in order.
            by_player[last_player.index()].sort_by_key(|&other| other == cell);
        }
        let (is_possible, has_swapped) = match last_player {
            Player::First => (first == second || first == second + 1, first == second),
            Player::Second => (first == second || first + 1 == second, first < second),
        };
        if !is_possible {
            return Err(RecordError::Stones { first, second });
        }
        let [mut first, mut second] = by_player.map(Vec::into_iter);
        let mut moves = Vec::new();
        if has_swapped {
            moves.extend(second.next().map(Move::Stone));
            moves.push(Move::Swap);
        }
        loop {
            let pair = [first.next(), second.next()];
            if pair == [None; 2] {
                return Ok(Self::new(base, moves));
            }
            moves.extend(pair.into_iter().flatten().map(Move::Stone));
        }
    }

    /// The cells of the stones in order, without the swap.
    pub fn stones(&self) -> impl Iterator<Item = Hex> + '_ {
        self.moves.iter().filter_map(|played| played.cell())
    }

    /// Plays the moves to the end of the game by the [rule](Self::rule) of the record. Later moves
    /// are ignored. The game has the swap rule if [`swap_rule`](Self::swap_rule) is set or the
    /// moves have a swap.
    ///
    /// ```
    /// use havannah_uf::{Notation, Record};
    ///
    /// let hgf = "(;SZ[2];W[A1];B[swap];W[C2];B[A2];W[A1])";
    /// let game = Record::parse_hgf(hgf, Notation::LittleGolem)?.replay()?;
    /// let picture = "
    ///  o .
    /// o . .
    ///  . x";
    /// assert_eq!(format!("\n{game}"), picture);
    /// assert_eq!(game.outcome().unwrap().to_string(), "second bridge in move 4");
    /// # Ok::<(), havannah_uf::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// [`RecordError`] if [`Game`] does not support the base, or naming the first move that is not
    /// legal.
    pub fn replay(&self) -> Result<Game, RecordError> {
        let mut game = Game::new(self.base, self.rule.unwrap_or_default())?;
        if self.swap_rule || self.moves.contains(&Move::Swap) {
            game = game.with_swap_rule();
        }
        for (number, &played) in (1..).zip(&self.moves) {
            if game.is_over() {
                break;
            }
            game.play(played).map_err(|source| RecordError::Move { number, source })?;
        }
        Ok(game)
    }

    /// The outcome of the game by the [rule](Self::rule) of the record, on a board of any base;
    /// `None` if the moves end before the game. Moves after the end are ignored. A swap is legal
    /// directly after the first stone.
    ///
    /// # Errors
    /// [`RecordError`] if the base is less than 2, or naming the first move that is not legal.
    pub fn outcome(&self) -> Result<Option<Outcome>, RecordError> {
        let mut referee = Referee::for_two(self.base, self.rule.unwrap_or_default())?;
        let cells = Hex::count(self.base);
        for (turn, &played) in self.moves.iter().enumerate() {
            let wins = match played {
                Move::Stone(cell) => referee.play(cell),
                Move::Swap if turn != 1 => Err(PlayError::SwapTooLate),
                Move::Swap => continue,
            };
            let wins = wins.map_err(|source| RecordError::Move { number: turn + 1, source })?;
            if !wins.is_empty() {
                let won = Outcome::Won { player: Player::at(turn), wins, number: turn + 1 };
                return Ok(Some(won));
            }
            if referee.ply() as u64 == cells {
                return Ok(Some(Outcome::Drawn));
            }
        }
        Ok(None)
    }

    /// Adds the move `word` of white or black, or their resignation.
    fn push(
        &mut self,
        white: bool,
        word: &str,
        base: u32,
        notation: Notation,
    ) -> Result<(), RecordError> {
        let number = self.moves.len() + 1;
        if word.eq_ignore_ascii_case("resign") {
            self.resigned = Some(if white { Player::First } else { Player::Second });
            return Ok(());
        }
        if white != (number % 2 == 1) {
            return Err(RecordError::Turn { number });
        }
        let stone = if word.eq_ignore_ascii_case("swap") {
            Move::Swap
        } else {
            let cell = notation.parse(word, base);
            Move::Stone(cell.map_err(|source| RecordError::Cell { number, source })?)
        };
        self.moves.push(stone);
        Ok(())
    }
}

impl From<&Game> for Record {
    /// The moves of a game, its rules, and its result if it is over. The
    /// [replay](Record::replay) equals the game.
    ///
    /// ```
    /// use havannah_uf::{Game, Hex, Notation, Record, RingRule};
    ///
    /// let mut game = Game::new(2, RingRule::Any)?;
    /// for (x, y) in [(1, 1), (3, 3), (1, 2)] {
    ///     game.play(Hex { x, y })?;
    /// }
    /// let hgf = Record::from(&game).to_hgf(Notation::LittleGolem);
    /// assert_eq!(hgf, "(;FF[4]GM[Havannah]SZ[2]RU[any]RE[W];W[A1];B[C2];W[A2])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from(game: &Game) -> Self {
        let result = game.outcome().map(|outcome| match outcome.winner() {
            Some(Player::First) => "W".into(),
            Some(Player::Second) => "B".into(),
            None => "Draw".into(),
        });
        let (rule, swap_rule) = (Some(game.rule()), game.has_swap_rule());
        Self { result, rule, swap_rule, ..Self::new(game.base(), game.moves()) }
    }
}
