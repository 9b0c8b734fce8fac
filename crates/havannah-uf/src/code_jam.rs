//! The input of Google Code Jam 2012, round 3, problem B.
//!
//! The number of cases; for each case the base and the number of stones, and for each stone x and y.
//!
//! ```
//! use havannah_uf::code_jam::judge;
//!
//! let input = "2\n2 2\n1 1\n1 2\n3 1\n3 3\n";
//! let answers: Vec<String> = judge(input).map(|verdict| verdict.unwrap().to_string()).collect();
//! assert_eq!(answers, ["Case #1: bridge in move 2", "Case #2: none"]);
//! ```

use alloc::string::String;
use core::fmt;
use core::str::SplitAsciiWhitespace;

use crate::cell::Hex;
use crate::error::PlayError;
use crate::referee::Referee;
use crate::wins::Wins;

/// The answer to a case; it prints as `Case #1: bridge-fork in move 11` or `Case #1: none`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The number of the case, from 1.
    pub case: u32,
    /// How the first stone that wins does, and its number, from 1.
    pub win: Option<(Wins, u32)>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let case = self.case;
        match self.win {
            Some((wins, stone)) => write!(f, "Case #{case}: {wins} in move {stone}"),
            None => write!(f, "Case #{case}: none"),
        }
    }
}

/// What is wrong with a case. Cases are judged to their first win; what follows it must be numbers, but
/// not legal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("case {case}{}: {reason}", Move(*.stone))]
pub struct CaseError {
    /// The number of the case, from 1; 0 if the number of cases is wrong.
    pub case: u32,
    /// The number of the stone, from 1, if it is about one.
    pub stone: Option<u32>,
    /// What is wrong.
    pub reason: Reason,
}

struct Move(Option<u32>);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |stone| write!(f, ", move {stone}"))
    }
}

/// Why a case is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The input ends before the case does.
    #[error("the input ends")]
    Truncated,
    /// A word is no number.
    #[error("{word:?} is no number")]
    NotANumber {
        /// At most its first 20 characters.
        word: String,
    },
    /// A number does not fit into 32 bits.
    #[error("{word:?} is too large")]
    TooLarge {
        /// At most its first 20 characters.
        word: String,
    },
    /// A base without boards.
    #[error("the base {base} is less than 2")]
    Base {
        /// The base.
        base: u32,
    },
    /// More stones than cells.
    #[error("{stones} stones on {} cells", Hex::count(*.base))]
    TooMany {
        /// How many stones.
        stones: u32,
        /// The base.
        base: u32,
    },
    /// A stone cannot be placed.
    #[error(transparent)]
    Play(PlayError),
}

/// Judges one case after the other. A wrong case is an error, and the next ones are still judged, unless it is
/// no longer clear where they begin.
pub fn judge(input: &str) -> impl Iterator<Item = Result<Verdict, CaseError>> + '_ {
    let mut words = Words(input.split_ascii_whitespace());
    let (cases, wrong) = match words.number() {
        Ok(cases) => (cases, None),
        Err(reason) => (0, Some(CaseError { case: 0, stone: None, reason })),
    };
    let mut case = 0;
    let judged = core::iter::from_fn(move || {
        if case >= cases {
            return None;
        }
        case += 1;
        let judged = words.case(case);
        if let Err((_, true)) = judged {
            case = cases;
        }
        Some(judged.map_err(|(error, _)| error))
    });
    wrong.map(Err).into_iter().chain(judged)
}

struct Words<'a>(SplitAsciiWhitespace<'a>);

impl Words<'_> {
    fn number(&mut self) -> Result<u32, Reason> {
        let word = self.0.next().ok_or(Reason::Truncated)?;
        word.parse().map_err(|_| {
            let digits = word.bytes().all(|byte| byte.is_ascii_digit());
            let word = word.chars().take(20).collect();
            if digits { Reason::TooLarge { word } } else { Reason::NotANumber { word } }
        })
    }

    /// The error, and whether nothing can be said of the cases after it.
    fn case(&mut self, case: u32) -> Result<Verdict, (CaseError, bool)> {
        let error = |stone, reason| CaseError { case, stone, reason };
        let mut header = || Ok((self.number()?, self.number()?));
        let (base, stones) = header().map_err(|reason| (error(None, reason), true))?;
        let mut wrong = if base < 2 {
            Some(error(None, Reason::Base { base }))
        } else if u64::from(stones) > Hex::count(base) {
            Some(error(None, Reason::TooMany { stones, base }))
        } else {
            None
        };
        let (mut referee, mut win) = (Referee::new(base), None);
        for stone in 1..=stones {
            let (x, y) = (self.number(), self.number());
            if let (Err(Reason::Truncated), _) | (_, Err(Reason::Truncated)) = (&x, &y) {
                return Err((error(Some(stone), Reason::Truncated), true));
            }
            if wrong.is_some() || win.is_some() {
                continue;
            }
            let played = x.and_then(|x| Ok(Hex { x, y: y? }));
            match played.and_then(|cell| referee.play(cell).map_err(Reason::Play)) {
                Ok(wins) => win = (!wins.is_empty()).then_some((wins, stone)),
                Err(reason) => wrong = Some(error(Some(stone), reason)),
            }
        }
        wrong.map_or(Ok(Verdict { case, win }), |wrong| Err((wrong, false)))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    fn lines(input: &str) -> Vec<String> {
        judge(input)
            .map(|judged| {
                judged.map_or_else(|error| error.to_string(), |verdict| verdict.to_string())
            })
            .collect()
    }

    #[test]
    fn wrong_cases_are_named_and_the_others_judged() {
        let input = "6\n2 2\n1 1\n9 9\n3 1\n99999999999 1\n1 1\n1 1\n2 8 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n\
                     3 2\n2 2\n2 2\n2 3\n1 1\n1 2\nx y\n";
        assert_eq!(
            lines(input),
            [
                "case 1, move 2: there is no cell (9, 9) on a board of base 2",
                "case 2, move 1: \"99999999999\" is too large",
                "case 3: the base 1 is less than 2",
                "case 4: 8 stones on 7 cells",
                "case 5, move 2: there is a stone on (2, 2) already",
                "Case #6: bridge in move 2",
            ]
        );
    }

    #[test]
    fn truncated_input_ends_with_an_error() {
        assert_eq!(lines(""), ["case 0: the input ends"]);
        assert_eq!(lines("x"), ["case 0: \"x\" is no number"]);
        assert_eq!(lines("2\n3"), ["case 1: the input ends"]);
        assert_eq!(lines("2\n3 2\n1 1\n1"), ["case 1, move 2: the input ends"]);
        assert_eq!(
            lines("2\n3 1\n-1 1\n3 y"),
            ["case 1, move 1: \"-1\" is no number", "case 2: \"y\" is no number"]
        );
    }
}
