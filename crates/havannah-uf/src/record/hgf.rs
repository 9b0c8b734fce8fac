//! Records in the Havannah Game Format.

use super::{Record, RecordError, check_base};
use crate::hex::{Notation, shorten};
use crate::rules::Move;

impl Record {
    /// Reads a game in the Havannah Game Format of Little Golem, a relative of SGF: properties `SZ`
    /// for the base, `PW` and `PB` for the players, `RE` for the result, `RU` with the
    /// [name](crate::RingRule::name) of a ring rule, `swap` for the swap rule, or both (`any,
    /// swap`), and moves `W[…]` and `B[…]`, among them `swap` and `resign`. White begins. Other
    /// properties and other texts of `RU` are ignored, except properties that set up stones. Bases
    /// above [`Game::MAX_BASE`](crate::Game::MAX_BASE) are read, for [`outcome`](Self::outcome).
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
    #[doc(alias = "sgf")]
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
    #[doc(alias = "sgf")]
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
