//! `boardbits c4 show`: pictures of positions.

use std::ffi::OsString;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use c4_solver::{Column, Game, Outcome, Player, Position};
use serde_json::json;

use super::Size;
use super::position::{InputPosition, for_each_position};
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::{Source, is_file};
use crate::options::{AnswerFormat, Svg};
use crate::output::{Answer, Output, Picture};

/// Draw positions
///
/// `x` is the player who began, `o` the other one; the stones of a line that the last move
/// completes are capital letters. In JSON the answer is {"rows":[".......",…],"status":"x to
/// move"}, the top row first. A file has positions as `c4 solve` reads them; with --svg, the last
/// one is also drawn into a file.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::LINES))]
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

const EXAMPLES: &str = "\
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

pub(crate) fn run(args: &Show, context: &mut Context) -> Result {
    let board = args.size.board()?;
    let print = |shown: &Shown, out: &mut Output| {
        let json = || json!({ "rows": shown.rows(), "status": shown.status() });
        let text = format_args!("{}{}", shown.draw(COLUMN), shown.status());
        args.answers.write(out, Answer(text, json))
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
    for_each_position(context, &source, board, |input, out| {
        let mut game = Game::new(board);
        let shown = match input {
            InputPosition::Moves(moves) => {
                game.play_moves(moves).map_err(Failure::wrong)?;
                Shown::Game(&game)
            }
            InputPosition::Board(position) => Shown::Position(*position),
        };
        print(&shown, out)?;
        if args.svg.svg.is_some() {
            last = Some(shown.drawing());
        }
        Ok(())
    })?;
    args.svg.save_last(last.map(|drawing| || drawing), "no position to draw", context)
}

/// The width of a column of a picture.
const COLUMN: usize = 3;
/// The width of a column above its score, of which no two run together.
pub(crate) const SCORE: usize = 4;

/// What is shown: a game, which may be over, or a position without its moves.
enum Shown<'a> {
    Game(&'a Game),
    Position(Position),
}

impl Shown<'_> {
    fn position(&self) -> Position {
        match self {
            Self::Game(game) => game.position(),
            Self::Position(position) => *position,
        }
    }

    fn drawing(&self) -> String {
        let mut drawing = match self {
            Self::Game(game) => game.drawing(),
            Self::Position(position) => position.drawing(),
        };
        drawing.caption(&self.status());
        drawing.to_string()
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
            Self::Position(position) => position.is_full().then_some(Outcome::Drawn),
        };
        match outcome {
            Some(Outcome::Won(player)) => format!("{} has won", player.symbol()),
            Some(_) => "drawn".to_owned(),
            None => format!("{} to move", self.position().turn().symbol()),
        }
    }

    /// `x`, `o` or `.`; capital letters in a winning line.
    fn symbol(&self, column: Column, y: u32) -> char {
        let stone = self.position().stone(column, y).map_or('.', Player::symbol);
        let wins = match self {
            Self::Game(game) => game.winning_line().any(|cell| cell == (column, y)),
            Self::Position(_) => false,
        };
        if wins { stone.to_ascii_uppercase() } else { stone }
    }

    /// Draws the board, with columns of this width, and marks a winning line.
    fn draw(&self, width: usize) -> Picture {
        let mut picture = Picture::default();
        let blanks = " ".repeat(width - 1);
        let (position, board) = (self.position(), self.position().board());
        let bold = |color: AnsiColor| Style::new().fg_color(Some(color.into())).bold();
        let (first, second) = (bold(AnsiColor::BrightRed), bold(AnsiColor::BrightYellow));
        let dim = Style::new().dimmed();
        for y in (0..board.height()).rev() {
            for column in Column::all(board.width()) {
                let style = match position.stone(column, y) {
                    Some(Player::First) => first,
                    Some(Player::Second) => second,
                    None => dim,
                };
                let stone = self.symbol(column, y);
                let style = if stone.is_ascii_uppercase() { style.underline() } else { style };
                picture.add(Style::new(), &blanks);
                picture.add(style, stone);
            }
            picture.add(Style::new(), "\n");
        }
        for column in Column::all(board.width()) {
            picture.add(Style::new(), &blanks);
            picture.add(dim, column);
        }
        picture.add(Style::new(), "\n");
        picture
    }
}

/// The player to move, or the result of the game.
pub(super) fn status(game: &Game) -> String {
    Shown::Game(game).status()
}

/// Draws the board with room for scores below, and marks a winning line.
pub(crate) fn draw(game: &Game) -> Picture {
    Shown::Game(game).draw(SCORE)
}
