//! Records of games.

use alloc::string::String;
use alloc::vec::Vec;

use crate::cell::Hex;
use crate::dense::Move;
use crate::notation::{CellError, Notation};

/// A game as written down: nothing is known of its legality but that all cells are on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The number of cells along an edge.
    pub base: u32,
    /// What the players did in turn.
    pub moves: Vec<Move>,
    /// Whether it ends with somebody resigning.
    pub resigned: bool,
    /// The result as written, such as `B` for black, if there is one.
    pub result: Option<String>,
}

/// Why a text is no record of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Base or number of stones are missing or no numbers.
    #[error("{0}")]
    Header(&'static str),
    /// A base without boards.
    #[error("the base {base} is less than 2")]
    Base {
        /// The base.
        base: u32,
    },
    /// More stones than cells.
    #[error("{stones} stones on {} cells", Hex::count(*.base))]
    TooMany {
        /// How many stones there should be.
        stones: u64,
        /// The base of the board.
        base: u32,
    },
    /// The number of stones is not that which was announced.
    #[error("{announced} stones announced, {found} found")]
    Count {
        /// How many there should be.
        announced: u64,
        /// How many there are.
        found: u64,
    },
    /// A move is no cell.
    #[error("move {number}: {error}")]
    Cell {
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        error: CellError,
    },
    /// Brackets do not match, or a property has no name.
    #[error("byte {at}: {reason}")]
    Syntax {
        /// Where, from 0.
        at: usize,
        /// What is wrong.
        reason: &'static str,
    },
    /// A move of the wrong color.
    #[error("move {number}: it is the turn of the other color")]
    Turn {
        /// The number of the move, from 1.
        number: usize,
    },
}

impl Record {
    /// Reads `S M x,y x,y …`: the base, the number of stones, and the stones of two players in turn.
    ///
    /// ```
    /// use havannah_uf::Record;
    ///
    /// let record = Record::parse_line("3 2 1,1 3,3")?;
    /// assert_eq!((record.base, record.moves.len()), (3, 2));
    /// # Ok::<(), havannah_uf::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// [`RecordError`] naming the move at fault.
    pub fn parse_line(line: &str) -> Result<Self, RecordError> {
        let mut words = line.split_whitespace();
        let mut number = |missing, wrong| {
            let word = words.next().ok_or(RecordError::Header(missing))?;
            word.parse::<u32>().map_err(|_| RecordError::Header(wrong))
        };
        let base = number("no base", "the base is no number")?;
        let stones = number("no number of stones", "the number of stones is no number")?;
        let stones = u64::from(stones);
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
                cell.map(Move::Stone).map_err(|error| RecordError::Cell { number, error })
            })
            .collect();
        let moves = moves?;
        if moves.len() as u64 != stones {
            return Err(RecordError::Count { announced: stones, found: moves.len() as u64 });
        }
        Ok(Self { base, moves, resigned: false, result: None })
    }

    /// Reads a game in the Havannah Game Format of Little Golem, a relative of SGF: properties `SZ` for
    /// the base, `RE` for the result, and moves `W[…]` and `B[…]`, among them `swap` and `resign`. White
    /// begins. Other properties are passed over.
    ///
    /// ```
    /// use havannah_uf::{Hex, Move, Notation, Record};
    ///
    /// let record = Record::parse_hgf("(;FF[4]SZ[4]RE[B];W[E1];B[swap];W[F2];B[resign])", Notation::LittleGolem)?;
    /// assert_eq!(record.moves[0], Move::Stone(Hex { x: 5, y: 2 }));
    /// assert_eq!((record.moves.len(), record.resigned), (3, true));
    /// # Ok::<(), havannah_uf::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// [`RecordError`] naming the move or byte at fault.
    pub fn parse_hgf(text: &str, notation: Notation) -> Result<Self, RecordError> {
        let mut base = None;
        let mut record = Self { base: 0, moves: Vec::new(), resigned: false, result: None };
        for property in Properties::new(text) {
            let (name, value) = property?;
            match name {
                "SZ" => {
                    let wrong = RecordError::Header("the base is no number");
                    let size: u32 = value.trim().parse().map_err(|_| wrong)?;
                    if size < 2 {
                        return Err(RecordError::Base { base: size });
                    }
                    // Cells read before would not be those of the new board.
                    if base.replace(size).is_some_and(|before| before != size) {
                        return Err(RecordError::Header("two different bases"));
                    }
                }
                "RE" => record.result = Some(value.into()),
                "W" | "B" => {
                    let base = base.ok_or(RecordError::Header("no base before the first move"))?;
                    record.push(name == "W", value.trim(), base, notation)?;
                }
                _ => {}
            }
        }
        record.base = base.ok_or(RecordError::Header("no base"))?;
        Ok(record)
    }

    fn push(
        &mut self,
        white: bool,
        word: &str,
        base: u32,
        notation: Notation,
    ) -> Result<(), RecordError> {
        let number = self.moves.len() + 1;
        if word.eq_ignore_ascii_case("resign") {
            self.resigned = true;
            return Ok(());
        }
        if white != (number % 2 == 1) {
            return Err(RecordError::Turn { number });
        }
        let stone = if word.eq_ignore_ascii_case("swap") {
            Move::Swap
        } else {
            let cell = notation.parse(word, base);
            Move::Stone(cell.map_err(|error| RecordError::Cell { number, error })?)
        };
        self.moves.push(stone);
        Ok(())
    }

    /// Writes the game in the Havannah Game Format.
    #[must_use]
    pub fn to_hgf(&self, notation: Notation) -> String {
        use core::fmt::Write;
        let mut text = String::new();
        let result = self.result.iter().map(|result| alloc::format!("RE[{result}]"));
        // Writing to a string cannot fail.
        let _ = write!(text, "(;FF[4]SZ[{}]{}", self.base, result.collect::<String>());
        for (number, &played) in self.moves.iter().enumerate() {
            let color = if number.is_multiple_of(2) { 'W' } else { 'B' };
            let word = match played {
                Move::Swap => "swap".into(),
                Move::Stone(cell) => notation.write(cell, self.base),
            };
            let _ = write!(text, ";{color}[{word}]");
        }
        if self.resigned {
            let color = if self.moves.len().is_multiple_of(2) { 'W' } else { 'B' };
            let _ = write!(text, ";{color}[resign]");
        }
        text.push(')');
        text
    }

    /// The cells of the stones in order, without the swap.
    pub fn stones(&self) -> impl Iterator<Item = Hex> + '_ {
        self.moves.iter().filter_map(|&played| match played {
            Move::Stone(cell) => Some(cell),
            Move::Swap => None,
        })
    }
}

/// The properties `NAME[value]` of the first game in a text; a backslash takes the next character as it
/// is, and is kept in the value.
struct Properties<'a> {
    text: &'a str,
    at: usize,
    done: bool,
}

impl<'a> Properties<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, done: false }
    }

    fn fail(&mut self, reason: &'static str) -> Option<Result<(&'a str, &'a str), RecordError>> {
        self.done = true;
        Some(Err(RecordError::Syntax { at: self.at, reason }))
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Result<(&'a str, &'a str), RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let bytes = self.text.as_bytes();
        while bytes
            .get(self.at)
            .is_some_and(|byte| byte.is_ascii_whitespace() || b"(;".contains(byte))
        {
            self.at += 1;
        }
        let Some(&byte) = bytes.get(self.at) else {
            return self.fail("the game does not end with )");
        };
        if byte == b')' {
            self.done = true;
            return None;
        }
        let name_at = self.at;
        while bytes.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
        }
        let name = &self.text[name_at..self.at];
        if name.is_empty() || bytes.get(self.at) != Some(&b'[') {
            return self.fail("no property such as W[A1]");
        }
        let value_at = self.at + 1;
        self.at = value_at;
        while bytes.get(self.at).is_some_and(|&byte| byte != b']') {
            self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        if self.at >= bytes.len() {
            self.at = value_at;
            return self.fail("this value does not end with ]");
        }
        let value = &self.text[value_at..self.at];
        self.at += 1;
        Some(Ok((name, value)))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = "(;FF[4]SZ[4]RE[B];W[E1];B[swap];W[F2];B[D3];W[resign])";
        let record = Record::parse_hgf(text, Notation::LittleGolem).unwrap();
        assert_eq!(record.to_hgf(Notation::LittleGolem), text);
        for notation in [Notation::Pair, Notation::Grid] {
            assert_eq!(Record::parse_hgf(&record.to_hgf(notation), notation), Ok(record.clone()));
        }
        assert_eq!(record.stones().count(), 3);
    }

    #[test]
    fn bad_records_are_named() {
        let hgf = |text| Record::parse_hgf(text, Notation::LittleGolem).unwrap_err().to_string();
        assert_eq!(hgf("(;SZ[4];W[A1]"), "byte 13: the game does not end with )");
        assert_eq!(hgf("(;SZ[4"), "byte 5: this value does not end with ]");
        assert_eq!(hgf("(;SZ[4\\"), "byte 5: this value does not end with ]");
        assert_eq!(hgf("(;W[A1])"), "no base before the first move");
        assert_eq!(hgf("(;SZ[4];W[A1];W[A2])"), "move 2: it is the turn of the other color");
        assert_eq!(hgf("(;SZ[4];W[A9])"), "move 1: there is no cell A9 on a board of base 4");
        assert_eq!(hgf("(;SZ[x])"), "the base is no number");
        assert_eq!(hgf("(;SZ[1])"), "the base 1 is less than 2");
        assert_eq!(hgf("42"), "byte 0: no property such as W[A1]");
        let line = |text| Record::parse_line(text).unwrap_err().to_string();
        assert_eq!(line(""), "no base");
        assert_eq!(line("4"), "no number of stones");
        assert_eq!(line("1 1 1,1"), "the base 1 is less than 2");
        assert_eq!(line("2 8"), "8 stones on 7 cells");
        assert_eq!(line("3 2 1,1"), "2 stones announced, 1 found");
        assert_eq!(line("3 1 1,4"), "move 1: there is no cell 1,4 on a board of base 3");
        assert_eq!(line("99999999999 1 1,4"), "the base is no number");
        assert_eq!(line("3 1 1,99999999999"), "move 1: \"1,99999999999\" is too large");
    }
}
