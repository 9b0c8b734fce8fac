//! The players of a match: the program, or an external engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use bitboard_core::SeededRng;
use c4_solver::{Board, Column, Game, Solver, Strength};

use super::strength::strength;

/// The longest answer that is read, in bytes.
const MAX_ANSWER: u64 = 1 << 10;

/// Who plays.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Who {
    Program(Strength),
    /// A program and its arguments.
    External(Vec<String>),
}

/// Parses a strength, or `exec:` and a command line. Arguments are separated by spaces.
pub(super) fn who(text: &str) -> Result<Who, String> {
    match text.strip_prefix("exec:") {
        Some(command) => {
            let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
            if words.is_empty() {
                Err("expected a command after 'exec:'".to_owned())
            } else {
                Ok(Who::External(words))
            }
        }
        None => {
            strength(text).map(Who::Program).map_err(|error| format!("{error}, or exec:COMMAND"))
        }
    }
}

/// A player of a match.
pub(super) enum Player {
    Program(Strength, SeededRng),
    External(External),
}

impl Player {
    pub(super) fn new(who: &Who, seed: u64, time: Duration) -> Result<Self, String> {
        Ok(match who {
            Who::Program(strength) => Self::Program(*strength, SeededRng::new(seed)),
            Who::External(command) => Self::External(External::start(command, time)?),
        })
    }

    /// The next move. An error says why there is none.
    pub(super) fn play<B: Board>(
        &mut self,
        game: &Game<B>,
        solver: &mut Solver<B>,
    ) -> Result<Column, String> {
        match self {
            Self::Program(strength, rng) => {
                let column = solver.choose(&game.position(), *strength, rng);
                column.ok_or_else(|| "the board is full".to_owned())
            }
            Self::External(engine) => {
                let moves: String = game.moves().map(Column::symbol).collect();
                let answer = engine.ask(&moves)?;
                answer.trim().parse().map_err(|_| format!("expected a column, found {answer:?}"))
            }
        }
    }
}

/// A running engine. It is ended when this is dropped.
pub(super) struct External {
    child: Child,
    stdin: ChildStdin,
    answers: Receiver<String>,
    time: Duration,
}

impl External {
    fn start(command: &[String], time: Duration) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("expected a command")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or_else(|| format!("{program}: no pipes"))?;
        let (sender, answers) = channel();
        // Reading has no time limit, waiting for a message has.
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            loop {
                let mut line = String::new();
                let read = std::io::Read::take(&mut stdout, MAX_ANSWER).read_line(&mut line);
                if !matches!(read, Ok(1..)) || sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, stdin, answers, time })
    }

    fn ask(&mut self, moves: &str) -> Result<String, String> {
        let sent = writeln!(self.stdin, "{moves}").and_then(|()| self.stdin.flush());
        sent.map_err(|error| format!("the engine reads no more: {error}"))?;
        self.answers.recv_timeout(self.time).map_err(|error| match error {
            RecvTimeoutError::Timeout => format!("no answer after {:?}", self.time),
            RecvTimeoutError::Disconnected => "the engine has ended".to_owned(),
        })
    }
}

impl Drop for External {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_strengths_or_commands() {
        assert_eq!(who("casual"), Ok(Who::Program(Strength::Casual)));
        let words = ["engine", "--fast"].map(str::to_owned).to_vec();
        assert_eq!(who("exec:engine  --fast"), Ok(Who::External(words)));
        assert!(who("exec: ").is_err() && who("engine").unwrap_err().contains("exec:COMMAND"));
    }
}
