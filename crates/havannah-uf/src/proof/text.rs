//! Proofs as text.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::Proof;
use super::error::ProofError;
use crate::hex::{Hex, shorten};
use crate::player::Player;

/// The first line of a proof.
const HEAD: &str = "havannah-proof 1";
/// The line after a proof.
const END: &str = "end";
/// Moves of the plan on a line.
const PER_LINE: usize = 16;

impl Proof {
    /// Reads the proofs of a text, as they are written by `Display`. Blank lines between proofs are ignored.
    ///
    /// ```text
    /// havannah-proof 1
    /// base 2
    /// ring any
    /// moves 2,2
    /// winner first
    /// 1,1
    /// end
    /// ```
    ///
    /// # Errors
    /// [`ProofError`] naming the line.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, ProofError> {
        let mut lines = Lines { lines: text.lines(), number: 0 };
        let mut proofs = Vec::new();
        while let Some(line) = lines.next() {
            if line.is_empty() {
                continue;
            }
            if line != HEAD {
                return Err(lines.error(HEAD, line));
            }
            proofs.push(lines.proof()?);
        }
        Ok(proofs)
    }
}

struct Lines<'a> {
    lines: core::str::Lines<'a>,
    /// The number of lines read.
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next().map(str::trim)
    }

    fn error(&self, expected: &'static str, found: &str) -> ProofError {
        ProofError { line: self.number, expected, found: shorten(found) }
    }

    /// The words after the name of a field.
    fn field(&mut self, name: &str, expected: &'static str) -> Result<&'a str, ProofError> {
        let line = self.next().unwrap_or_default();
        let rest = line.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        rest.map(str::trim).ok_or_else(|| self.error(expected, line))
    }

    fn value<T: FromStr>(&self, word: &str, expected: &'static str) -> Result<T, ProofError> {
        word.parse().map_err(|_| self.error(expected, word))
    }

    /// The lines after the first.
    fn proof(&mut self) -> Result<Proof, ProofError> {
        let expected = "base and a number";
        let base = self.field("base", expected)?;
        let base = self.value(base, expected)?;
        let expected = "ring and a rule";
        let rule = self.field("ring", expected)?;
        let rule = self.value(rule, expected)?;
        let words = self.field("moves", "moves and cells x,y")?.split_whitespace();
        let moves: Result<_, _> = words.map(|word| self.value(word, "a cell x,y")).collect();
        let moves = moves?;
        let expected = "winner first or winner second";
        let winner = match self.field("winner", expected)? {
            "first" => Player::First,
            "second" => Player::Second,
            other => return Err(self.error(expected, other)),
        };
        let mut plan = Vec::new();
        loop {
            match self.next() {
                Some(END) => return Ok(Proof { base, rule, moves, winner, plan }),
                Some(line) => {
                    for word in line.split_whitespace() {
                        plan.push(self.value::<Hex>(word, "cells x,y or end")?);
                    }
                }
                None => return Err(self.error("cells x,y or end", "")),
            }
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}\nbase {}\nring {}", self.base, self.rule)?;
        write!(f, "moves")?;
        self.moves.iter().try_for_each(|played| write!(f, " {played}"))?;
        writeln!(f, "\nwinner {}", self.winner)?;
        for line in self.plan.chunks(PER_LINE) {
            for (i, cell) in line.iter().enumerate() {
                write!(f, "{}{cell}", if i == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{END}")
    }
}
