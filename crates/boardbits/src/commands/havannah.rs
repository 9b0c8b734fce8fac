use std::io::Write;
use std::path::PathBuf;

use havannah_uf::{Hex, Referee, Wins};

use crate::context::{Context, Failure, Result};
use crate::input::{Lines, Source};

/// Referee games of Havannah
#[derive(clap::Subcommand)]
pub(crate) enum Havannah {
    /// Say when the stones of one player win, and how: Google Code Jam 2012, round 3, problem B
    ///
    /// The input is the number of cases; for each case a line `S M` and M lines `X Y`. The answer to
    /// each is `Case #1: bridge-fork in move 11` or `Case #1: none`.
    Referee {
        /// Where to read from, stdin if missing or `-`
        file: Option<PathBuf>,
    },
}

pub(crate) fn run(command: Havannah, context: &mut Context) -> Result {
    let Havannah::Referee { file } = command;
    let source = Source::from_option(file.as_deref());
    let mut numbers = Numbers::open(&source)?;
    let cases = numbers.one("the number of cases")?;
    for case in 1..=cases {
        let base = numbers.one(&format!("case {case}: the base of the board"))?;
        let moves = numbers.one(&format!("case {case}: the number of moves"))?;
        if base < 2 {
            return Err(numbers.wrong(format_args!("case {case}: the base is {base}, less than 2")));
        }
        let mut referee = Referee::new(base);
        let mut won = None;
        for number in 1..=moves {
            let what = format!("case {case}, move {number}");
            let cell = Hex { x: numbers.one(&what)?, y: numbers.one(&what)? };
            if won.is_some() {
                continue;
            }
            let wins = referee
                .play(cell)
                .map_err(|error| numbers.wrong(format_args!("{what}: {error}")))?;
            won = (wins != Wins::NONE).then_some((wins, number));
        }
        match won {
            Some((wins, number)) => writeln!(context.out, "Case #{case}: {wins} in move {number}")?,
            None => writeln!(context.out, "Case #{case}: none")?,
        }
    }
    Ok(())
}

/// The numbers of a text, and the line each came from.
struct Numbers {
    source: Source,
    lines: Lines,
    line: u64,
    pending: Vec<String>,
}

impl Numbers {
    fn open(source: &Source) -> Result<Self> {
        let lines = Lines::open(source)?;
        Ok(Self { source: source.clone(), lines, line: 0, pending: Vec::new() })
    }

    fn one(&mut self, what: &str) -> Result<u32> {
        while self.pending.is_empty() {
            let Some(line) = self.lines.next_line()? else {
                return Err(Failure::Input(format!(
                    "{}: the input ends before {what}",
                    self.source
                )));
            };
            self.line = line.number;
            let text = line.text.map_err(|error| {
                Failure::Input(format!("{}:{}: {error}", self.source, line.number))
            })?;
            self.pending = text.split_whitespace().rev().map(str::to_owned).collect();
        }
        let word = self.pending.pop().unwrap_or_default();
        word.parse().map_err(|_| self.wrong(format_args!("{what}: {word:?} is no number")))
    }

    fn wrong(&self, reason: impl std::fmt::Display) -> Failure {
        Failure::Input(format!("{}:{}: {reason}", self.source, self.line))
    }
}
