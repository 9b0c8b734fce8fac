//! The Havannah Game Format.

use alloc::string::String;
use alloc::vec::Vec;

use crate::hex::shorten;
use crate::moves::Move;
use crate::notation::Notation;
use crate::record::{Record, RecordError};

impl Record {
    /// Reads a game in the Havannah Game Format of Little Golem, a relative of SGF: properties `SZ` for
    /// the base, `RE` for the result, and moves `W[…]` and `B[…]`, among them `swap` and `resign`. White
    /// begins. Other properties are ignored, except those that set up stones.
    ///
    /// ```
    /// use havannah_uf::{Hex, Move, Notation, Record};
    ///
    /// let record = Record::parse_hgf("(;FF[4]SZ[4]RE[B];W[E1];B[swap];W[F2];B[resign])", Notation::LittleGolem)?;
    /// assert_eq!(record.moves[0], Move::Stone(Hex::new(5, 2)));
    /// assert_eq!((record.moves.len(), record.resigned), (3, true));
    /// # Ok::<(), havannah_uf::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// [`RecordError`] naming the move or byte.
    pub fn parse_hgf(text: &str, notation: Notation) -> Result<Self, RecordError> {
        let mut base = None;
        let mut record = Self { base: 0, moves: Vec::new(), resigned: false, result: None };
        for property in Properties::new(text) {
            let (name, value) = property?;
            match name {
                "SZ" => {
                    let wrong =
                        |_| RecordError::Header { expected: "the base", found: shorten(value) };
                    let second: u32 = value.trim().parse().map_err(wrong)?;
                    if second < 2 {
                        return Err(RecordError::Base { base: second });
                    }
                    // The cells before belong to a board of the first base.
                    if let Some(first) = base.replace(second).filter(|&first| first != second) {
                        return Err(RecordError::TwoBases { first, second });
                    }
                }
                "RE" => record.result = Some(unescape(value)),
                "W" | "B" => {
                    let base = base.ok_or(RecordError::NoBase)?;
                    record.push(name == "W", value.trim(), base, notation)?;
                }
                _ => {}
            }
        }
        record.base = base.ok_or(RecordError::NoBase)?;
        Ok(record)
    }

    /// The games of a file in SGF or in the Havannah Game Format, for [`parse_hgf`](Self::parse_hgf). Text between games is
    /// skipped. The last game is incomplete if its `)` is missing.
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
        core::iter::from_fn(move || {
            let game = &rest[rest.find('(')?..];
            let end = end_of_game(game);
            rest = &game[end..];
            Some(&game[..end])
        })
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
    /// assert_eq!(record.to_hgf(Notation::LittleGolem), "(;FF[4]SZ[4];W[D4];B[E1])");
    /// assert_eq!(record.to_hgf(Notation::Grid), "(;FF[4]SZ[4];W[D4];B[E2])");
    /// # Ok::<(), havannah_uf::RecordError>(())
    /// ```
    #[must_use]
    pub fn to_hgf(&self, notation: Notation) -> String {
        use core::fmt::Write;
        let mut text = String::new();
        let result = self.result.iter().map(|result| alloc::format!("RE[{}]", escape(result)));
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
}

/// The number of bytes to the parenthesis that closes the first one.
fn end_of_game(text: &str) -> usize {
    let (mut depth, mut is_value, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_value => is_escaped = true,
            b']' if is_value => is_value = false,
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

/// The properties `NAME[value]` of the first game in a text, and `NAME` again with each further value. A backslash
/// escapes the next character, and is kept in the value.
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
        Some(Err(RecordError::Syntax { at: self.at, expected }))
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

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn games_end_at_their_parenthesis() {
        let split = |text| Record::split_games(text).collect::<Vec<_>>();
        assert_eq!(split("x(;A[)\\](](;B[x])) y (;C[é])"), ["(;A[)\\](](;B[x]))", "(;C[é])"]);
        assert_eq!(split("(;A[x]"), ["(;A[x]"]);
        assert_eq!(split(") x"), [""; 0]);
    }

    #[test]
    fn records_are_read_as_written() {
        let text = "(;FF[4]SZ[4]RE[B];W[E1];B[swap];W[F2];B[D3];W[resign])";
        let record = Record::parse_hgf(text, Notation::LittleGolem).unwrap();
        assert_eq!(record.to_hgf(Notation::LittleGolem), text);
        for notation in [Notation::Pair, Notation::Grid] {
            assert_eq!(Record::parse_hgf(&record.to_hgf(notation), notation), Ok(record.clone()));
        }
        assert_eq!(record.stones().count(), 3);
    }

    #[test]
    fn properties_may_have_many_values_and_blanks() {
        let game = "(;FF [4] SZ\n[4]LB[A1:1] [B2:\\]]AP[];W[E1]TR[A1][é]\n[A2] ;B [F2])";
        let record = Record::parse_hgf(game, Notation::LittleGolem).unwrap();
        assert_eq!(record.to_hgf(Notation::LittleGolem), "(;FF[4]SZ[4];W[E1];B[F2])");
    }

    #[test]
    fn setup_stones_are_refused() {
        for name in ["AB", "AW", "AE"] {
            let game = alloc::format!("(;SZ[4]{name}[A1][A2];W[E1])");
            let error = Record::parse_hgf(&game, Notation::LittleGolem).unwrap_err().to_string();
            assert_eq!(error, "byte 9: expected moves instead of stones that are set up");
        }
    }

    #[test]
    fn any_result_can_be_written() {
        for result in ["", "a]b", "\\", "]\\]", "B + \\é]"] {
            let record = Record {
                base: 4,
                moves: Vec::new(),
                resigned: false,
                result: Some(result.to_string()),
            };
            let text = record.to_hgf(Notation::Grid);
            assert_eq!(Record::parse_hgf(&text, Notation::Grid), Ok(record), "{text}");
        }
    }

    #[test]
    fn wrong_records_are_named() {
        let hgf = |text| Record::parse_hgf(text, Notation::LittleGolem).unwrap_err().to_string();
        assert_eq!(hgf("(;SZ[4];W[A1]"), "byte 13: expected ) at the end of the game");
        assert_eq!(hgf("(;SZ[4"), "byte 5: expected ] at the end of this value");
        assert_eq!(hgf("(;SZ[4\\"), "byte 5: expected ] at the end of this value");
        assert_eq!(hgf("(;W[A1])"), "expected the base, SZ[…], before the first move");
        assert_eq!(hgf("()"), "expected the base, SZ[…], before the first move");
        assert_eq!(hgf("(;SZ[4];W[A1];W[A2])"), "move 2: it is the turn of the other color");
        assert_eq!(hgf("(;SZ[4];W[A9])"), "move 1: there is no cell A9 on a board of base 4");
        assert_eq!(hgf("(;SZ[x])"), "expected the base, found \"x\"");
        assert_eq!(hgf("(;SZ[1])"), "expected a base of at least 2, found 1");
        assert_eq!(hgf("(;SZ[4];W[A1][A2])"), "move 2: it is the turn of the other color");
        assert_eq!(hgf("(;SZ[4][5])"), "expected one base, found 4 and 5");
        assert_eq!(hgf("(;SZ[4];[5])"), "byte 8: expected a property such as W[A1]");
        assert_eq!(hgf("([5])"), "byte 1: expected a property such as W[A1]");
        assert_eq!(hgf("(;SZ[4];LB[a][b"), "byte 14: expected ] at the end of this value");
        assert_eq!(hgf("42"), "byte 0: expected a property such as W[A1]");
    }
}
