//! Games as text: [`Record`], in lines of moves and in the Havannah Game Format.

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
    /// There are no boards of the base.
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

    /// The cells of the stones in order, without the swap.
    pub fn stones(&self) -> impl Iterator<Item = Hex> + '_ {
        self.moves.iter().filter_map(|played| played.cell())
    }

    /// Plays the moves to the end of the game by the [rule](Self::rule) of the record. Later moves
    /// are ignored. The game has the swap rule if [`swap_rule`](Self::swap_rule) is set or the moves
    /// have a swap.
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

    /// Reads a game in the Havannah Game Format of Little Golem, a relative of SGF: properties `SZ`
    /// for the base, `PW` and `PB` for the players, `RE` for the result, `RU` with the
    /// [name](RingRule::name) of a ring rule, `swap` for the swap rule, or both (`any, swap`), and
    /// moves `W[…]` and `B[…]`, among them `swap` and `resign`. White begins. Other properties and
    /// other texts of `RU` are ignored, except properties that set up stones. Bases above
    /// [`Game::MAX_BASE`] are read, for [`outcome`](Self::outcome).
    ///
    /// ```
    /// use havannah_uf::{Hex, Move, Notation, Player, Record};
    ///
    /// let hgf = "(;FF[4]SZ[4]RE[W];W[E1];B[swap];W[F2];B[resign])";
    /// let record = Record::parse_hgf(hgf, Notation::LittleGolem)?;
    /// assert_eq!(record.moves[0], Move::Stone(Hex::new(5, 2)));
    /// assert_eq!((record.moves.len(), record.resigned), (3, Some(Player::Second)));
    /// # Ok::<(), havannah_uf::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// [`RecordError`] naming the move or byte.
    pub fn parse_hgf(text: &str, notation: Notation) -> Result<Self, RecordError> {
        let start = text.len() - text.trim_start().len();
        if !text[start..].starts_with('(') {
            let expected = "( at the beginning of the game";
            return Err(RecordError::Syntax { at: start + 1, expected });
        }
        let (mut base, mut record) = (None, Self::new(0, []));
        for property in Properties::new(text) {
            let (name, value) = property?;
            match name {
                "SZ" => {
                    let wrong =
                        |_| RecordError::Header { expected: "the base", found: shorten(value) };
                    let second: u32 = value.trim().parse().map_err(wrong)?;
                    check_base(second)?;
                    // The cells before belong to a board of the first base.
                    if let Some(first) = base.replace(second).filter(|&first| first != second) {
                        return Err(RecordError::TwoBases { first, second });
                    }
                }
                "PW" => record.players[0] = Some(unescape(value)),
                "PB" => record.players[1] = Some(unescape(value)),
                "RE" => record.result = Some(unescape(value)),
                "RU" => {
                    for word in value.to_ascii_lowercase().split(',').map(str::trim) {
                        record.swap_rule |= word == "swap";
                        record.rule = word.parse().ok().or(record.rule);
                    }
                }
                "W" | "B" => {
                    let base = base.ok_or(RecordError::NoBase)?;
                    record.push(name == "W", value.trim(), base, notation)?;
                }
                _ => {}
            }
        }
        record.base = base.ok_or(RecordError::NoBase)?;
        let end = start + end_of_game(&text[start..]);
        let blanks = text[end..].len() - text[end..].trim_start().len();
        if end + blanks < text.len() {
            let expected = "the end of the text after the game";
            return Err(RecordError::Syntax { at: end + blanks + 1, expected });
        }
        Ok(record)
    }

    /// The games of a file in SGF or in the Havannah Game Format, for
    /// [`parse_hgf`](Self::parse_hgf). Text before the first game is skipped. Other text belongs to
    /// the game before it, for which it is an error. The last game is incomplete if its `)` is
    /// missing.
    ///
    /// ```
    /// use havannah_uf::{Notation, Record};
    ///
    /// // Of variations, the first is the game.
    /// let file = "(;SZ[4]\n;W[E1](;B[F2];W[A1])(;B[A1]))\n(;SZ[5] ;W[A1])";
    /// let games: Vec<Record> = Record::split_games(file)
    ///     .map(|game| Record::parse_hgf(game, Notation::LittleGolem))
    ///     .collect::<Result<_, _>>()?;
    /// assert_eq!(games.len(), 2);
    /// assert_eq!((games[0].moves.len(), games[1].base), (3, 5));
    /// # Ok::<(), havannah_uf::RecordError>(())
    /// ```
    pub fn split_games(text: &str) -> impl Iterator<Item = &str> {
        let mut rest = text;
        std::iter::from_fn(move || {
            let game = &rest[rest.find('(')?..];
            let end = end_of_game(game);
            let end = end + game[end..].find('(').unwrap_or(game.len() - end);
            rest = &game[end..];
            Some(game[..end].trim_end())
        })
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

    /// Writes the game in the Havannah Game Format.
    ///
    /// ```
    /// use havannah_uf::{Notation, Record};
    ///
    /// let record = Record::parse_line("4 2 4,4 5,2")?;
    /// assert_eq!(record.to_hgf(Notation::LittleGolem), "(;FF[4]GM[Havannah]SZ[4];W[D4];B[E1])");
    /// assert_eq!(record.to_hgf(Notation::Grid), "(;FF[4]GM[Havannah]SZ[4];W[D4];B[E2])");
    /// # Ok::<(), havannah_uf::RecordError>(())
    /// ```
    #[must_use]
    pub fn to_hgf(&self, notation: Notation) -> String {
        use std::fmt::Write;

        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write!(text, "(;FF[4]GM[Havannah]SZ[{}]", self.base);
        for (name, player) in ["PW", "PB"].iter().zip(&self.players) {
            if let Some(player) = player {
                let _ = write!(text, "{name}[{}]", escape(player));
            }
        }
        let _ = match (self.rule, self.swap_rule) {
            (Some(rule), true) => write!(text, "RU[{rule}, swap]"),
            (Some(rule), false) => write!(text, "RU[{rule}]"),
            (None, true) => write!(text, "RU[swap]"),
            (None, false) => Ok(()),
        };
        if let Some(result) = &self.result {
            let _ = write!(text, "RE[{}]", escape(result));
        }
        for (number, &played) in self.moves.iter().enumerate() {
            let color = if number.is_multiple_of(2) { 'W' } else { 'B' };
            let word = match played {
                Move::Swap => "swap".into(),
                Move::Stone(cell) => notation.write(cell, self.base),
            };
            let _ = write!(text, ";{color}[{word}]");
        }
        if let Some(player) = self.resigned {
            let _ = write!(text, ";{}[resign]", ['W', 'B'][player.index()]);
        }
        text.push(')');
        text
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

/// The number of bytes to the parenthesis that closes the first one.
fn end_of_game(text: &str) -> usize {
    let (mut depth, mut is_value, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_value => is_escaped = true,
            b']' => is_value = false,
            _ if is_value => {}
            b'[' => is_value = true,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// A value as it is written: with a backslash before each `]` and each backslash.
fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// A value without the backslashes that escape a character.
fn unescape(written: &str) -> String {
    let mut escaped = false;
    written
        .chars()
        .filter(|&c| {
            escaped = c == '\\' && !escaped;
            !escaped
        })
        .collect()
}

/// The properties `NAME[value]` of the first game in a text, and `NAME` again with each further
/// value. A backslash escapes the next character, and is kept in the value.
struct Properties<'a> {
    text: &'a str,
    /// The name of the last property.
    name: &'a str,
    at: usize,
    done: bool,
}

impl<'a> Properties<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, name: "", at: 0, done: false }
    }

    /// Skips white space, and returns the byte after it.
    fn skip_blanks(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.at += blanks;
        rest.get(blanks).copied()
    }

    /// Reads a name, and returns whether a value follows.
    fn read_name(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        self.name = &rest[..letters];
        self.at += letters;
        letters > 0 && self.skip_blanks() == Some(b'[')
    }

    fn fail(&mut self, expected: &'static str) -> Option<Result<(&'a str, &'a str), RecordError>> {
        self.done = true;
        Some(Err(RecordError::Syntax { at: self.at + 1, expected }))
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Result<(&'a str, &'a str), RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let bytes = self.text.as_bytes();
        let has_another_value = !self.name.is_empty() && self.skip_blanks() == Some(b'[');
        if !has_another_value {
            while let Some(b'(' | b';') = self.skip_blanks() {
                self.at += 1;
            }
            match bytes.get(self.at) {
                None => return self.fail(") at the end of the game"),
                Some(b')') => {
                    self.done = true;
                    return None;
                }
                Some(_) if !self.read_name() => return self.fail("a property such as W[A1]"),
                Some(_) if ["AB", "AW", "AE"].contains(&self.name) => {
                    return self.fail("moves instead of stones that are set up");
                }
                Some(_) => {}
            }
        }
        let value_at = self.at + 1;
        self.at = value_at;
        while bytes.get(self.at).is_some_and(|&byte| byte != b']') {
            self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        if self.at >= bytes.len() {
            self.at = value_at;
            return self.fail("] at the end of this value");
        }
        let value = &self.text[value_at..self.at];
        self.at += 1;
        Some(Ok((self.name, value)))
    }
}
