//! `boardbits c4 play`, `engine` and `show`: games on a terminal, moves for other programs, and
//! pictures.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use bitboard_core::{Interrupted, Limits, SeededRng};
use c4_solver::{AnySize, AnySolver, BoardSize, Column, Game, Outcome, Player, Position, Strength};
use serde_json::json;

use super::{Size, SolverOptions, choose, moves_of, strength, try_choose, wrong_book};
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::{Lines, Source, is_file};
use crate::json;
use crate::options::{AnswerFormat, Input, Seed, Svg, Timeout, number};
use crate::output::{Answer, Output, Picture};

/// Play against the solver
///
/// Each turn shows the board, and below it the score of each column for the player to move:
/// positive columns win, 0 draws.
///
/// Type a column to play, `u` to undo your last move, `h` for a hint (the best columns and a best
/// line of play), `q` to quit. Columns after the ninth are letters, or numbers.
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
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    solver: SolverOptions,
}

const EXAMPLES: &str = "\
$ boardbits c4 play --second --blind
…
$ printf '4\\nh\\nq\\n' | boardbits c4 play --width 5 --height 4
…";

const STATUSES: help::Statuses =
    ["the game ended, or `q`", "the input or book is wrong", help::USAGE];

pub(crate) fn run_play(args: &Play, context: &mut Context) -> Result {
    let board = args.size.board()?;
    let builder = args.solver.builder(board)?;
    // A strong player must not find the scores that are shown in its table.
    let mut strong = match args.strength {
        Strength::Strong { .. } => Some(builder.clone().build_any()?),
        _ => None,
    };
    let mut solver = builder.build_any()?;
    let mut rng = SeededRng::new(args.seed.unwrap_or_else(any_seed));
    let mut game = Game::new(board);
    let mut lines = Lines::open(&Source::Stdin)?;
    let out = &mut context.out;
    loop {
        let my_turn = game.turn().index() == usize::from(!args.second);
        if game.outcome().is_none() && my_turn {
            let opponent = strong.as_mut().unwrap_or(&mut solver);
            let column = choose(opponent, &game.position(), args.strength, &mut rng);
            let column = column.map_err(Failure::Input)?;
            writeln!(out, "\nI play {column}.")?;
            game.play(column).map_err(Failure::wrong)?;
            continue;
        }
        writeln!(out)?;
        write!(out, "{}", draw(&game))?;
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

/// A seed that is another one in every run.
fn any_seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// Executes what the player types. Returns false to quit.
fn turn(
    line: &str,
    game: &mut Game<AnySize>,
    solver: &mut AnySolver,
    second: bool,
    out: &mut Output,
) -> std::io::Result<bool> {
    match line {
        "" => {}
        "q" => return Ok(false),
        "u" => {
            // Back to a position where the player is to move.
            while game.undo().is_some() && game.turn().index() != usize::from(second) {}
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

/// Writes the best columns and a best line of play.
fn hint(
    position: Position<AnySize>,
    solver: &mut AnySolver,
    out: &mut Output,
) -> std::io::Result<()> {
    let best = solver.best_moves(&position);
    let line = solver.principal_variation(&position);
    if line.len() != position.plies_to_end(best.score) {
        return writeln!(out, "{}", wrong_book(best.score));
    }
    let columns: Vec<String> = best.columns.iter().map(|column| column.to_string()).collect();
    let line: String = line.into_iter().map(Column::symbol).collect();
    writeln!(out, "best: {}; score {}: {line}", columns.join(" or "), best.score)
}

/// Writes the score of each column below it, as soon as it is known.
fn scores(
    solver: &mut AnySolver,
    position: Position<AnySize>,
    out: &mut Output,
) -> std::io::Result<()> {
    let bold = Style::new().bold();
    for column in Column::all(position.board().width()) {
        let score = match position.after(column) {
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

/// Answer lines of moves with a move, as an engine of `c4 match`
///
/// Each line is the string of columns played, from the empty board, or {"moves":"…"}, such as a
/// JSON answer of `c4 solve`; an empty line is the empty board. The answer is a column, in JSON
/// {"moves","column"}; `-` and null if the board is full. The answers of a perfect player do not
/// depend on other lines. The others draw random numbers from line to line, and a strong player
/// sees further in positions like those before. At a time limit the answer is the best column so
/// far, or `?`, and JSON also has "stopped".
#[derive(clap::Args)]
#[command(after_long_help = help::after(ENGINE_EXAMPLES, help::SEARCHES))]
pub(crate) struct Engine {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    answers: AnswerFormat,
    /// perfect, strong, strong:NODES, casual or random
    #[arg(long, value_parser = strength, default_value = "perfect", value_name = "STRENGTH")]
    strength: Strength,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    solver: SolverOptions,
}

const ENGINE_EXAMPLES: &str = "\
$ echo 274552224131661 | boardbits c4 engine
4
$ echo 4455 | boardbits c4 engine --width 5 --height 4 --strength random
…";

pub(crate) fn run_engine(args: &Engine, context: &mut Context) -> Result {
    let board = args.size.board()?;
    let mut solver = args.solver.builder(board)?.build_any()?;
    let mut rng = SeededRng::new(args.seed.seed);
    let limits = Limits::new().time(args.timeout.timeout);
    context.for_each_line(&args.input.source(), |line, out| {
        let moves = moves_of(line)?;
        let position = Position::new(board).after_moves(&moves).map_err(Failure::wrong)?;
        let (column, stopped) = if position.is_full() {
            (None, None)
        } else {
            let chosen = try_choose(&mut solver, &position, args.strength, &mut rng, &limits);
            match chosen? {
                Ok(column) => (Some(column), None),
                Err(Interrupted { reason, partial }) => (partial, Some(reason)),
            }
        };
        let column = column.map(|column| column.to_string());
        let json = || json::partial(json!({ "moves": moves, "column": column }), stopped);
        let none = if stopped.is_some() { "?" } else { "-" };
        args.answers.write(out, Answer(column.as_deref().unwrap_or(none), json))?;
        // The other side waits for it.
        out.flush()?;
        Failure::if_stopped(stopped)
    })
}

/// Draw positions
///
/// `x` is the first player, `o` the second; the stones of a winning line are capital letters. In
/// JSON the answer is {"rows":[".......",…],"status":"x to move"}, the top row first. A file has a
/// position, or {"moves":"…"}, such as a JSON answer of `c4 solve` or `c4 engine`, on each line;
/// with --svg, the last one is also drawn into a file.
#[derive(clap::Args)]
#[command(after_long_help = help::after(SHOW_EXAMPLES, help::LINES))]
pub(crate) struct Show {
    /// Columns played, from the empty board, the last of which may win, or a file; stdin if `-`
    #[arg(default_value = "", value_name = "MOVES|FILE")]
    moves: OsString,
    #[command(flatten)]
    answers: AnswerFormat,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    svg: Svg,
}

const SHOW_EXAMPLES: &str = "\
$ boardbits c4 show 1212121
  .  .  .  .  .  .  .
  .  .  .  .  .  .  .
  X  .  .  .  .  .  .
  X  o  .  .  .  .  .
  X  o  .  .  .  .  .
  X  o  .  .  .  .  .
  1  2  3  4  5  6  7
x has won
$ echo 4455 | boardbits c4 show - --svg position.svg --format json
{\"rows\":[…],\"status\":\"x to move\"}";

pub(crate) fn run_show(args: &Show, context: &mut Context) -> Result {
    let board = args.size.board()?;
    let print = |game: &Game<AnySize>, out: &mut Output| {
        let json = || json!({ "rows": rows(game), "status": status(game) });
        args.answers.write(out, Answer(format_args!("{}{}", draw(game), status(game)), json))
    };
    let drawing = |game: &Game<AnySize>| {
        let mut drawing = game.drawing();
        drawing.caption(&status(game));
        drawing.to_string()
    };
    if let Some(moves) = args.moves.to_str().filter(|_| !is_file(&args.moves)) {
        let mut game = Game::new(board);
        if let Err(error) = game.play_moves(moves) {
            context.complain_of_usage(format_args!("{moves:?}"), error);
            return Ok(());
        }
        let saved = args.svg.save(|| drawing(&game));
        return saved.and(print(&game, &mut context.out));
    }
    let mut last = None;
    let source = Source::from_option(Some(Path::new(&args.moves)));
    context.for_each_line(&source, |line, out| {
        let mut game = Game::new(board);
        let moves = moves_of(line)?;
        game.play_moves(&moves).map_err(Failure::wrong)?;
        print(&game, out)?;
        last = Some(game);
        Ok(())
    })?;
    args.svg.save_last(last.as_ref().map(|game| || drawing(game)), "no position to draw", context)
}

/// The stones row by row, from the top.
fn rows(game: &Game<AnySize>) -> Vec<String> {
    let board = game.position().board();
    let row = |y| Column::all(board.width()).map(move |column| symbol(game, column, y)).collect();
    (0..board.height()).rev().map(row).collect()
}

/// The player to move, or the result of the game.
pub(crate) fn status(game: &Game<AnySize>) -> String {
    match game.outcome() {
        Some(Outcome::Won(player)) => format!("{} has won", player.symbol()),
        Some(_) => "drawn".to_owned(),
        None => format!("{} to move", game.turn().symbol()),
    }
}

/// `x`, `o` or `.`; capital letters in a winning line.
fn symbol(game: &Game<AnySize>, column: Column, y: u32) -> char {
    let stone = game.position().stone(column, y);
    let stone = stone.map_or('.', Player::symbol);
    let wins = game.winning_cells().any(|cell| cell == (column, y));
    if wins { stone.to_ascii_uppercase() } else { stone }
}

/// Draws the board and marks a winning line.
pub(crate) fn draw(game: &Game<AnySize>) -> Picture {
    let mut picture = Picture::default();
    let board = game.position().board();
    let bold = |color: AnsiColor| Style::new().fg_color(Some(color.into())).bold();
    let (first, second) = (bold(AnsiColor::BrightRed), bold(AnsiColor::BrightYellow));
    let dim = Style::new().dimmed();
    for y in (0..board.height()).rev() {
        for column in Column::all(board.width()) {
            let style = match game.position().stone(column, y) {
                Some(Player::First) => first,
                Some(Player::Second) => second,
                None => dim,
            };
            let stone = symbol(game, column, y);
            let style = if stone.is_ascii_uppercase() { style.underline() } else { style };
            picture.add(Style::new(), "  ");
            picture.add(style, stone);
        }
        picture.add(Style::new(), "\n");
    }
    for column in Column::all(board.width()) {
        picture.add(Style::new(), "  ");
        picture.add(dim, column);
    }
    picture.add(Style::new(), "\n");
    picture
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
