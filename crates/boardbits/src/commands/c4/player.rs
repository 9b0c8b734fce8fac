//! The players of a match: the program, or an external engine.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use bitboard_core::SeededRng;
use c4_solver::{Board, Column, Game, Solver, SolverBuilder, Strength};

use super::strength::{choose, strength};
use crate::context::Failure;

/// The longest answer that is read, in bytes.
const MAX_ANSWER: usize = 1 << 10;

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
pub(super) enum Player<B: Board> {
    /// It has its own solver, because it must not find what the other player has searched in the table.
    Program(Strength, Solver<B>, SeededRng),
    External(External),
}

impl<B: Board> Player<B> {
    pub(super) fn new(
        who: &Who,
        builder: &SolverBuilder<B>,
        seed: u64,
        time: Duration,
    ) -> Result<Self, Failure> {
        Ok(match who {
            Who::Program(strength) => {
                Self::Program(*strength, builder.clone().try_build()?, SeededRng::new(seed))
            }
            Who::External(command) => {
                Self::External(External::start(command, time).map_err(Failure::Input)?)
            }
        })
    }

    /// The next move. An error says why there is none.
    pub(super) fn play(&mut self, game: &Game<B>) -> Result<Column, String> {
        match self {
            Self::Program(strength, solver, rng) => {
                choose(solver, &game.position(), *strength, rng)
            }
            Self::External(engine) => {
                let moves: String = game.moves().map(Column::symbol).collect();
                let answer = engine.ask(&moves)?;
                answer.trim().parse().map_err(|_| format!("expected a column, found {answer:?}"))
            }
        }
    }
}

/// An external engine. A process that has failed to answer is ended, and another one started for the next question, because an answer
/// that is late would be taken for that of the next question.
pub(super) struct External {
    command: Vec<String>,
    time: Duration,
    process: Option<Process>,
}

impl External {
    fn start(command: &[String], time: Duration) -> Result<Self, String> {
        let process = Some(Process::start(command)?);
        Ok(Self { command: command.to_vec(), time, process })
    }

    fn ask(&mut self, moves: &str) -> Result<String, String> {
        let process = match self.process.take() {
            Some(process) => process,
            None => Process::start(&self.command)?,
        };
        let answer = process.ask(moves, self.time)?;
        self.process = Some(process);
        Ok(answer)
    }
}

/// A running engine. It is ended when this is dropped.
struct Process {
    child: Child,
    questions: SyncSender<String>,
    answers: Receiver<Vec<u8>>,
}

impl Process {
    fn start(command: &[String]) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("expected a command")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or_else(|| format!("{program}: no pipes"))?;
        // Reading and writing have no time limit, waiting for a message has. An engine that writes without being asked waits, too.
        let (questions, asked) = sync_channel(1);
        thread::spawn(move || write_lines(stdin, &asked));
        let (sender, answers) = sync_channel(1);
        thread::spawn(move || read_lines(stdout, &sender));
        Ok(Self { child, questions, answers })
    }

    fn ask(&self, moves: &str, time: Duration) -> Result<String, String> {
        if let Ok(line) = self.answers.try_recv() {
            let line = String::from_utf8_lossy(&line);
            return Err(format!("the engine wrote {:?} without a question", line.trim_end()));
        }
        let sent = self.questions.try_send(format!("{moves}\n"));
        sent.map_err(|_| "the engine reads no more".to_owned())?;
        let answer = self.answers.recv_timeout(time).map_err(|error| match error {
            RecvTimeoutError::Timeout => format!("no answer after {time:?}"),
            RecvTimeoutError::Disconnected => "the engine has ended".to_owned(),
        })?;
        if answer.len() > MAX_ANSWER {
            return Err(format!("expected a column, found more than {MAX_ANSWER} bytes"));
        }
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads lines until one is too long.
fn read_lines(stdout: ChildStdout, lines: &SyncSender<Vec<u8>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = Read::take(&mut stdout, MAX_ANSWER as u64 + 1).read_until(b'\n', &mut line);
        let goes_on = matches!(read, Ok(1..=MAX_ANSWER));
        if !matches!(read, Ok(1..)) || lines.send(line).is_err() || !goes_on {
            return;
        }
    }
}

impl Drop for Process {
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
