//! `boardbits c4 play`.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use anstyle::Style;
use bitboard_core::SeededRng;
use c4_solver::{Board, Column, Game, Position, Solver, Strength};

use super::board::{BookOption, OnBoard, Size, builder, wrong_book};
use super::show::{draw, status};
use super::strength::{choose, strength};
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::{Lines, Source};
use crate::output::Output;

/// Play against the solver
///
/// Each turn shows the board, and below it the score of each column for the player to move: positive columns win, 0 draws.
///
/// Type a column to play, `u` to undo your last move, `h` for a hint (the best columns and a best line of play),
/// `q` to quit. Columns after the ninth are letters, or numbers.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Play {
    /// Let the program begin
    #[arg(long)]
    second: bool,
    /// Do not show the scores
    #[arg(long)]
    blind: bool,
    /// How well the program plays: perfect, strong, strong:NODES, casual or random
    #[arg(long, value_parser = strength, default_value = "perfect", value_name = "STRENGTH")]
    strength: Strength,
    /// Random seed of the program's moves; by default every run has another one
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    book: BookOption,
}

const EXAMPLES: &str = "\
$ boardbits c4 play --second --blind
…
$ printf '4\\nh\\nq\\n' | boardbits c4 play --width 5 --height 4
…";

const STATUSES: help::Statuses =
    ["the game ended, or `q`", "the input or book is wrong", help::USAGE];

pub(crate) fn run(args: &Play, context: &mut Context) -> Result {
    args.size.with(Job { args, context })
}

struct Job<'a> {
    args: &'a Play,
    context: &'a mut Context,
}

impl OnBoard for Job<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let Self { args, context } = self;
        let builder = builder(board, &args.book, true)?;
        // A strong player must not find the scores that are shown in its table.
        let mut strong = match args.strength {
            Strength::Strong { .. } => Some(builder.clone().try_build()?),
            _ => None,
        };
        let mut solver = builder.try_build()?;
        let mut rng = SeededRng::new(args.seed.unwrap_or_else(any_seed));
        let mut game = Game::new(board);
        let mut lines = Lines::open(&Source::Stdin)?;
        let out = &mut context.out;
        loop {
            let my_turn = game.position().ply() % 2 == u32::from(!args.second);
            if game.outcome().is_none() && my_turn {
                let opponent = strong.as_mut().unwrap_or(&mut solver);
                let column = choose(opponent, &game.position(), args.strength, &mut rng);
                let column = column.map_err(Failure::Input)?;
                writeln!(out, "\nI play {column}.")?;
                game.play(column).map_err(|error| Failure::Input(error.to_string()))?;
                continue;
            }
            writeln!(out)?;
            draw(&game, out)?;
            if game.outcome().is_none() && !args.blind {
                scores(&mut solver, game.position(), out)?;
            }
            write!(out, "{} > ", status(&game))?;
            let Some(line) = lines.next_line(out)? else { break };
            match line.text {
                Ok(text) if turn(text.trim(), &mut game, &mut solver, args.second, out)? => {}
                Ok(_) => break,
                Err(error) => writeln!(out, "{error}")?,
            }
        }
        Ok(writeln!(out)?)
    }
}

/// A seed that is another one in every run.
fn any_seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// Executes what the player types. Returns false to quit.
fn turn<B: Board>(
    line: &str,
    game: &mut Game<B>,
    solver: &mut Solver<B>,
    second: bool,
    out: &mut Output,
) -> std::io::Result<bool> {
    match line {
        "" => {}
        "q" => return Ok(false),
        "u" => {
            // Back to a position where the player is to move.
            while game.undo().is_some() && game.position().ply() % 2 != u32::from(second) {}
        }
        "h" if game.outcome().is_none() => hint(game.position(), solver, out)?,
        _ => match column(line, game.position().board().width()).map(|column| game.play(column)) {
            Some(Ok(())) => {}
            Some(Err(error)) => writeln!(out, "{error}")?,
            None => writeln!(out, "expected a column, h for a hint, u to undo or q to quit")?,
        },
    }
    Ok(true)
}

/// The column of a symbol or number. Capital letters are for columns whose small letters are commands, if the board has
/// no column of that symbol.
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

/// Writes the best columns and a best line of play.
fn hint<B: Board>(
    position: Position<B>,
    solver: &mut Solver<B>,
    out: &mut Output,
) -> std::io::Result<()> {
    let best = solver.best_moves(&position);
    let line = solver.principal_variation(&position);
    if line.len() != position.plies_to_end(best.score) as usize {
        return writeln!(out, "{}", wrong_book(best.score));
    }
    let columns: Vec<String> = best.columns.map(|column| column.to_string()).collect();
    let line: String = line.into_iter().map(Column::symbol).collect();
    writeln!(out, "best: {}; score {}: {line}", columns.join(" or "), best.score)
}

/// Writes the score of each column below it, as soon as it is known.
fn scores<B: Board>(
    solver: &mut Solver<B>,
    position: Position<B>,
    out: &mut Output,
) -> std::io::Result<()> {
    let bold = Style::new().bold();
    for column in Column::all(position.board().width()) {
        let score = match position.play(column) {
            Ok(next) => -solver.solve(&next),
            Err(_) if position.can_play(column) => position.win_score(),
            Err(_) => {
                write!(out, "  -")?;
                continue;
            }
        };
        if score > 0 {
            write!(out, "{bold}{score:>3}{bold:#}")?;
        } else {
            write!(out, "{score:>3}")?;
        }
        out.flush()?;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::{Column, column};

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
