//! `boardbits c4 play`, `engine` and `show`: games on a terminal, moves for other programs, and
//! pictures.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use bitboard_core::svg;
use bitboard_core::{Interrupted, Limits, SeededRng};
use c4_solver::{AnySize, AnySolver, BoardSize, Column, Game, Outcome, Player, Position, Strength};
use serde_json::json;

use super::position::{Asked, Board, Boards, Reader, for_each_position};
use super::{Size, SolverOptions, strength, try_choose, wrong_book};
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::{Lines, Source, is_file};
use crate::json;
use crate::options::{AnswerFormat, Input, Seed, Svg, Timeout, number};
use crate::output::{Answer, Output, Picture};

/// Play against the solver
///
/// Each turn shows the board, and below it the score of each column for the player to move:
/// positive columns win, 0 draws, `?` is not known yet.
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
    /// How well the program plays: perfect, strong, strong:NODES, casual or random
    #[arg(long, value_parser = strength, default_value = "perfect", value_name = "STRENGTH")]
    strength: Strength,
    /// Random seed of the program's moves; by default every run has another one
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    solver: SolverOptions,
}

const TIMEOUT: &str = "Longest time for the scores of a position, for a hint, or for a move of the program, which is \
     then the best column so far";

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
    let limits = Limits::new().time(args.timeout.timeout);
    let mut game = Game::new(board);
    let mut lines = Lines::open(&Source::Stdin)?;
    let out = &mut context.out;
    loop {
        let my_turn = game.turn().index() == usize::from(!args.second);
        if game.outcome().is_none() && my_turn {
            let opponent = strong.as_mut().unwrap_or(&mut solver);
            let chosen = try_choose(opponent, &game.position(), args.strength, &mut rng, &limits);
            let (column, so_far) = match chosen.map_err(Failure::Input)? {
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
        if game.outcome().is_none() && !args.blind {
            // The search takes longer than drawing.
            out.flush()?;
            scores(&mut solver, game.position(), &limits, out)?;
        }
        write!(out, "{} > ", status(&game))?;
        let Some(line) = lines.next_line(out)? else { break };
        match line.text {
            Ok(text) if turn(text.trim(), &mut game, &mut solver, &limits, args.second, out)? => {}
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
    limits: &Limits<'_>,
    second: bool,
    out: &mut Output,
) -> Result<bool> {
    match line {
        "" => {}
        "q" => return Ok(false),
        "u" => {
            // Back to a position where the player is to move.
            while game.undo().is_some() && game.turn().index() != usize::from(second) {}
        }
        "h" if game.outcome().is_none() => hint(game.position(), solver, limits, out)?,
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
    limits: &Limits<'_>,
    out: &mut Output,
) -> Result {
    let best = solver.try_best_moves(&position, limits);
    let line = solver.try_principal_variation(&position, limits);
    let (Ok(best), Ok(line)) = (best, line) else {
        return writeln!(out, "best: not known yet; try again, or use a longer --timeout");
    };
    if line.len() != position.plies_to_end(best.score) {
        return writeln!(out, "{}", wrong_book(best.score));
    }
    let columns: Vec<String> = best.columns.iter().map(|column| column.to_string()).collect();
    let line: String = line.into_iter().map(Column::symbol).collect();
    writeln!(out, "best: {}; score {}: {line}", columns.join(" or "), best.score)
}

/// Writes the score of each column below it, `?` if it is not known within the limits.
fn scores(
    solver: &mut AnySolver,
    position: Position<AnySize>,
    limits: &Limits<'_>,
    out: &mut Output,
) -> Result {
    let bold = Style::new().bold();
    let analysis = solver.try_analyze(&position, limits);
    let analysis = analysis.unwrap_or_else(|stopped| stopped.partial);
    for column in Column::all(position.board().width()) {
        match analysis.score(column) {
            Some(score @ 1..) => write!(out, "{bold}{score:>3}{bold:#}")?,
            Some(score) => write!(out, "{score:>3}")?,
            None if position.can_play(column) => write!(out, "  ?")?,
            None => write!(out, "  -")?,
        }
    }
    writeln!(out)
}

/// Answer lines of moves with a move, as an engine of `c4 match`
///
/// Each line is the string of columns played, from the empty board, or {"moves":"…"}, such as a
/// JSON answer of `c4 solve`, or a board in a form that `c4 solve` reads; an empty line is the empty
/// board. The answer is a column, in JSON {"moves","column"} or {"board","column"}; `-` and null if
/// the board is full. The answers of a perfect player do not
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
    boards: Boards,
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
    let reader = Reader::new(board, args.boards);
    for_each_position(context, &args.input.source(), reader, |asked, out| {
        let position = asked.position(board)?;
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
        let json = || {
            let mut answer = asked.json();
            answer["column"] = column.clone().into();
            json::partial(answer, stopped)
        };
        let none = if stopped.is_some() { "?" } else { "-" };
        args.answers.write(out, Answer(column.as_deref().unwrap_or(none), json))?;
        // The other side waits for it.
        out.flush()?;
        Failure::if_stopped(stopped)
    })
}

/// Draw positions
///
/// `x` is the first player, `o` the second, unless the input or --turn says that o began; the stones
/// of a line that the last move completes are capital letters. A won board is refused, because its
/// last move is unknown. In JSON the answer is {"rows":[".......",…],"status":"x to move"}, the top
/// row first. A file has a position, or {"moves":"…"}, such as a JSON answer of `c4 solve` or
/// `c4 engine`, on each line, or boards in the forms that `c4 solve` reads; with --svg, the last one
/// is also drawn into a file.
#[derive(clap::Args)]
#[command(after_long_help = help::after(SHOW_EXAMPLES, help::LINES))]
pub(crate) struct Show {
    /// Columns played, from the empty board, the last of which may win, or a file; stdin if `-`
    #[arg(default_value = "", value_name = "MOVES|FILE")]
    moves: OsString,
    #[command(flatten)]
    answers: AnswerFormat,
    /// Print moves that lead to the position, in JSON {"moves"}; `-` and null if no moves do
    #[arg(long = "moves")]
    as_moves: bool,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    boards: Boards,
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
{\"rows\":[…],\"status\":\"x to move\"}
$ boardbits c4 show 4455 | boardbits c4 show - --moves
4455";

pub(crate) fn run_show(args: &Show, context: &mut Context) -> Result {
    let board = args.size.board()?;
    let print = |shown: &Shown, out: &mut Output| {
        if args.as_moves {
            let (moves, stopped) = match shown.moves() {
                Ok(moves) => (moves, None),
                Err(stopped) => (None, Some(stopped.reason)),
            };
            let json = || json::partial(json!({ "moves": moves }), stopped);
            let none = if stopped.is_some() { "?" } else { "-" };
            args.answers.write(out, Answer(moves.as_deref().unwrap_or(none), json))?;
            return Failure::if_stopped(stopped);
        }
        let json = || json!({ "rows": shown.rows(), "status": shown.status() });
        args.answers.write(out, Answer(format_args!("{}{}", shown.draw(), shown.status()), json))
    };
    if let Some(moves) = args.moves.to_str().filter(|_| !is_file(&args.moves)) {
        let mut game = Game::new(board);
        if let Err(error) = game.play_moves(moves) {
            context.complain_of_usage(format_args!("{moves:?}"), error);
            return Ok(());
        }
        let shown = Shown::Game(&game);
        let saved = args.svg.save(|| shown.drawing());
        return saved.and(print(&shown, &mut context.out));
    }
    let mut last = None;
    let source = Source::from_option(Some(Path::new(&args.moves)));
    let reader = Reader::new(board, args.boards);
    for_each_position(context, &source, reader, |asked, out| {
        let mut game = Game::new(board);
        let shown = match asked {
            Asked::Moves(moves) => {
                game.play_moves(moves).map_err(Failure::wrong)?;
                Shown::Game(&game)
            }
            Asked::Board(board) => Shown::Board(board),
        };
        print(&shown, out)?;
        if args.svg.svg.is_some() {
            last = Some(shown.drawing());
        }
        Ok(())
    })?;
    args.svg.save_last(last.map(|drawing| || drawing), "no position to draw", context)
}

/// The most nodes of a search for the moves that lead to a board.
const REACHING: u64 = 1 << 20;

/// What is shown: a game, which may be over, or a board without its moves.
enum Shown<'a> {
    Game(&'a Game<AnySize>),
    Board(&'a Board),
}

impl Shown<'_> {
    fn position(&self) -> Position<AnySize> {
        match self {
            Self::Game(game) => game.position(),
            Self::Board(board) => board.position,
        }
    }

    /// The player whose symbol and color a player of the position has: `x` is the first one, unless
    /// `o` began.
    fn shown(&self, player: Player) -> Player {
        match self {
            Self::Board(Board { first: Player::Second, .. }) => player.other(),
            _ => player,
        }
    }

    /// Moves that lead to the position, if there are any.
    fn moves(&self) -> Result<Option<String>, Interrupted<()>> {
        match self {
            Self::Game(game) => Ok(Some(game.to_string())),
            Self::Board(board) => {
                let game = Game::try_reaching(board.position, &Limits::new().nodes(REACHING))?;
                Ok(game.map(|game| game.to_string()))
            }
        }
    }

    fn drawing(&self) -> String {
        let mut drawing = match self {
            Self::Game(game) => game.drawing(),
            Self::Board(board) => board.position.drawing(),
        };
        if self.shown(Player::First) != Player::First {
            self.cover(&mut drawing);
        }
        drawing.caption(&self.status());
        drawing.to_string()
    }

    /// Covers the discs with those of the players who are shown.
    fn cover(&self, drawing: &mut svg::Drawing) {
        let board = self.position().board();
        for (column, y) in Column::all(board.width())
            .flat_map(|column| (0..board.height()).map(move |y| (column, y)))
        {
            let color = match self.symbol(column, y) {
                'x' => 1,
                'o' => 3,
                _ => continue,
            };
            drawing.disc((column.index() as usize, y as usize), svg::PALETTE[color]);
        }
    }

    /// The stones row by row, from the top.
    fn rows(&self) -> Vec<String> {
        let board = self.position().board();
        let row =
            |y| Column::all(board.width()).map(move |column| self.symbol(column, y)).collect();
        (0..board.height()).rev().map(row).collect()
    }

    /// The player to move, or the result of the game.
    fn status(&self) -> String {
        let outcome = match self {
            Self::Game(game) => game.outcome(),
            Self::Board(board) => board.position.is_full().then_some(Outcome::Drawn),
        };
        match outcome {
            Some(Outcome::Won(player)) => format!("{} has won", player.symbol()),
            Some(_) => "drawn".to_owned(),
            None => format!("{} to move", self.shown(self.position().turn()).symbol()),
        }
    }

    /// `x`, `o` or `.`; capital letters in a winning line.
    fn symbol(&self, column: Column, y: u32) -> char {
        let stone = self.position().stone(column, y);
        let stone = stone.map_or('.', |player| self.shown(player).symbol());
        let wins = match self {
            Self::Game(game) => game.winning_line().any(|cell| cell == (column, y)),
            Self::Board(_) => false,
        };
        if wins { stone.to_ascii_uppercase() } else { stone }
    }

    /// Draws the board and marks a winning line.
    fn draw(&self) -> Picture {
        let mut picture = Picture::default();
        let (position, board) = (self.position(), self.position().board());
        let bold = |color: AnsiColor| Style::new().fg_color(Some(color.into())).bold();
        let (first, second) = (bold(AnsiColor::BrightRed), bold(AnsiColor::BrightYellow));
        let dim = Style::new().dimmed();
        for y in (0..board.height()).rev() {
            for column in Column::all(board.width()) {
                let stone = position.stone(column, y).map(|player| self.shown(player));
                let style = match stone {
                    Some(Player::First) => first,
                    Some(Player::Second) => second,
                    None => dim,
                };
                let stone = self.symbol(column, y);
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
}

/// The player to move, or the result of the game.
pub(crate) fn status(game: &Game<AnySize>) -> String {
    Shown::Game(game).status()
}

/// Draws the board and marks a winning line.
pub(crate) fn draw(game: &Game<AnySize>) -> Picture {
    Shown::Game(game).draw()
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
