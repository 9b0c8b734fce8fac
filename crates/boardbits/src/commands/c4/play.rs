//! `boardbits c4 play`: games on a terminal.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Duration;

use anstyle::Style;
use bitboard_core::{Limits, SeededRng};
use c4_solver::{Analysis, Bounds, Column, Game, Position, Solver, Strength};

use super::show::{SCORE, draw, status};
use super::{BookOption, Size, choose, strength, wrong_book};
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::{Lines, Source};
use crate::options::Timeout;
use crate::output::Output;

/// Play against the solver
///
/// Each turn shows the board, and below it the score of each column for the player to move:
/// positive columns win, 0 draws, `?` is not known yet. On a terminal, scores that take longer
/// follow when they are known.
///
/// Type a column to play, `u` to undo your last move, `h` for a hint (the best columns and a best
/// line of play), `q` to quit. Columns after the ninth are letters, or numbers. An empty line shows
/// the board again, with the scores that are known by then.
#[derive(clap::Args)]
#[command(mut_arg("timeout", |timeout| timeout.default_value("1").help(TIMEOUT)))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Play {
    /// Let the program begin
    #[arg(long)]
    second: bool,
    /// Do not show the scores
    #[arg(long)]
    blind: bool,
    /// How well the program plays: perfect, strong, strong:NODES, or easy to beat: casual, random
    #[arg(long, aliases = ["level", "difficulty"], value_parser = strength, default_value = "perfect", value_name = "STRENGTH")]
    strength: Strength,
    /// Random seed of the program's moves; by default every run has another one
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    book: BookOption,
}

const TIMEOUT: &str = "Longest time for a hint, or for a move of the program, which is then the \
     best column so far";

const EXAMPLES: &str = "\
$ boardbits c4 play --second --blind
…
$ printf '4\\nh\\nq\\n' | boardbits c4 play --width 5 --height 4
…";

const STATUSES: help::Statuses =
    ["the game ended, or `q`", "the input or book is wrong", help::USAGE];

/// The longest time for scores before the prompt.
const AT_ONCE: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &Play, context: &mut Context) -> Result {
    let board = args.size.board()?;
    let new_solver = || args.book.add_to(Solver::new(board), false);
    // A strong player must not find the scores that are shown in its table.
    let mut strong = match args.strength {
        Strength::Strong { .. } => Some(new_solver()?),
        _ => None,
    };
    let mut solver = new_solver()?;
    let mut rng = SeededRng::new(args.seed.unwrap_or_else(any_seed));
    let limits = Limits::new().time(args.timeout.timeout);
    let (mut game, mut typed) = (Game::new(board), Typed::start());
    let out = &mut context.out;
    loop {
        let my_turn = game.turn().index() == usize::from(!args.second);
        if game.outcome().is_none() && my_turn {
            let opponent = strong.as_mut().unwrap_or(&mut solver);
            let chosen = choose(opponent, &game.position(), args.strength, &mut rng, &limits)?;
            let (column, so_far) = match chosen {
                Ok(column) => (Some(column), ""),
                Err(stopped) => (stopped.partial, ", the best column so far"),
            };
            // Only a full board has no column.
            let Some(column) = column else { break };
            writeln!(out, "\nI play {column}{so_far}.")?;
            game.play(column).map_err(Failure::wrong)?;
            continue;
        }
        writeln!(out)?;
        write!(out, "{}", draw(&game))?;
        let mut open = None;
        if game.outcome().is_none() && !args.blind {
            let known = solver.try_analyze(&game.position(), &Limits::new().time(AT_ONCE));
            open = known.as_ref().err().map(|stopped| stopped.partial.clone());
            write_scores(&known.unwrap_or_else(|stopped| stopped.partial), out)?;
        }
        write!(out, "{} > ", status(&game))?;
        out.flush()?;
        if let Some(open) = open.filter(|_| io::stdin().is_terminal())
            && let Ok(analysis) = typed.meanwhile(|limits| solver.try_analyze_from(open, limits))
        {
            writeln!(out)?;
            write_scores(&analysis, out)?;
            write!(out, "{} > ", status(&game))?;
            out.flush()?;
        }
        let Some(line) = typed.next_line() else { break };
        match line {
            Ok(text) if turn(text.trim(), &mut game, &mut solver, &limits, args.second, out)? => {}
            Ok(_) => break,
            Err(error) => writeln!(out, "{error}")?,
        }
    }
    Ok(writeln!(out)?)
}

/// The lines that are typed, which another thread reads.
struct Typed {
    lines: Receiver<Result<String, String>>,
    first: Option<Result<String, String>>,
    /// Whether a line has come.
    has_come: Arc<AtomicBool>,
}

impl Typed {
    fn start() -> Self {
        // The thread reads on when a line is taken, so memory stays constant.
        let (sender, lines) = sync_channel(1);
        let has_come = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&has_come);
        thread::spawn(move || {
            let read = || -> Result {
                let mut lines = Lines::open(&Source::Stdin)?;
                while let Some(line) = lines.next_line(&mut io::sink())? {
                    let line = line.text.map(str::to_owned).map_err(|error| error.to_string());
                    if sender.send(line).is_err() {
                        break;
                    }
                    flag.store(true, Relaxed);
                }
                Ok(())
            };
            if let Err(failure) = read() {
                let _ = sender.send(Err(failure.to_string()));
            }
            flag.store(true, Relaxed);
        });
        Self { lines, first: None, has_come }
    }

    /// Searches until the next line comes.
    fn meanwhile<T>(&mut self, search: impl FnOnce(&Limits<'_>) -> T) -> T {
        self.has_come.store(false, Relaxed);
        self.first = self.lines.try_recv().ok();
        if self.first.is_some() {
            self.has_come.store(true, Relaxed);
        }
        search(&Limits::new().cancel(&self.has_come))
    }

    /// The next line; `None` at the end.
    fn next_line(&mut self) -> Option<Result<String, String>> {
        self.first.take().or_else(|| self.lines.recv().ok())
    }
}

/// A seed that is another one in every run.
fn any_seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// Executes what the player types. Returns false to quit.
fn turn(
    line: &str,
    game: &mut Game,
    solver: &mut Solver,
    limits: &Limits<'_>,
    second: bool,
    out: &mut Output,
) -> Result<bool> {
    match line {
        "" => {}
        "q" => return Ok(false),
        "u" | "undo" => {
            // Back to a position where the player is to move.
            while game.undo().is_some() && game.turn().index() != usize::from(second) {}
        }
        "h" | "hint" if game.outcome().is_none() => hint(game.position(), solver, limits, out)?,
        _ => match column(line, game.position().board().width()).map(|column| game.play(column)) {
            Some(Ok(())) => {}
            Some(Err(error)) => writeln!(out, "{error}")?,
            None => writeln!(out, "expected a column, h for a hint, u to undo or q to quit")?,
        },
    }
    Ok(true)
}

/// The column of a symbol or number. Capital letters are for columns whose small letters are
/// commands, if the board has no column of that symbol.
fn column(text: &str, width: u32) -> Option<Column> {
    let mut symbols = text.chars();
    match (symbols.next()?, symbols.next()) {
        (symbol, None) if !symbol.is_ascii_digit() => {
            let exact = Column::from_symbol(symbol).filter(|column| column.index() < width);
            exact.or_else(|| Column::from_symbol(symbol.to_ascii_lowercase()))
        }
        _ => Column::new(text.parse::<u32>().ok()?.checked_sub(1)?),
    }
}

/// Writes the best columns and a best line of play, as far as it is known.
fn hint(position: Position, solver: &mut Solver, limits: &Limits<'_>, out: &mut Output) -> Result {
    let Ok(best) = solver.try_best_moves(&position, limits) else {
        return writeln!(out, "best: not known yet; try again, or use a longer --timeout");
    };
    let columns: Vec<String> = best.columns.iter().map(|column| column.to_string()).collect();
    let line = solver.try_principal_variation(&position, limits);
    if line.as_ref().is_ok_and(|line| line.len() != position.plies_to_end(best.score)) {
        return writeln!(out, "{}", wrong_book(best.score));
    }
    let dots = if line.is_ok() { "" } else { "..." };
    let line = line.unwrap_or_else(|stopped| stopped.partial);
    let line: String = line.into_iter().map(Column::symbol).collect();
    writeln!(out, "best: {}; score {}: {line}{dots}", columns.join(" or "), best.score)
}

/// Writes the score of each column below it, `?` if it is not known.
fn write_scores(analysis: &Analysis, out: &mut Output) -> Result {
    let bold = Style::new().bold();
    for column in Column::all(analysis.position().board().width()) {
        match analysis.bounds(column).map(Bounds::exact) {
            Some(Some(score @ 1..)) => write!(out, "{bold}{score:>SCORE$}{bold:#}")?,
            Some(Some(score)) => write!(out, "{score:>SCORE$}")?,
            Some(None) => write!(out, "{:>SCORE$}", '?')?,
            None => write!(out, "{:>SCORE$}", '-')?,
        }
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index of the column that a text names.
    fn index(text: &str, width: u32) -> Option<u32> {
        column(text, width).map(Column::index)
    }

    #[test]
    fn columns_are_symbols_or_numbers() {
        assert_eq!(
            ["1", "9", "a", "A", "10"].map(|text| index(text, 12)),
            [0, 8, 9, 9, 9].map(Some)
        );
        // `u` is a command; the board does not have a column `U`.
        assert_eq!(index("U", 30), Some(29));
        assert_eq!(
            ["a", "A", "u", "U", "30"].map(|text| index(text, 61)),
            [9, 35, 29, 55, 29].map(Some)
        );
        let wrong = ["", "0", "-1", "?", "xyz", "62", "4294967296"];
        assert_eq!(wrong.map(|text| index(text, 61)), [None; 7]);
    }
}
