//! `boardbits c4 show`.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use c4_solver::{Board, Column, Game, Outcome, Player};

use super::board::{OnBoard, Size};
use crate::context::{Context, Result};
use crate::help;
use crate::input::Source;
use crate::options::{AnswerFormat, Svg};
use crate::save::save;

/// Draw the position after some moves
///
/// `x` is the first player, `o` the second; the stones of a winning line are capital letters. In JSON the answer is
/// {"rows":[".......",…],"status":"x to move"}, the top row first.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::WHOLE))]
pub(crate) struct Show {
    /// Columns played, from the empty board, `-` to read them from stdin; the last move may win
    #[arg(default_value = "")]
    moves: String,
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
    args.size.with(Job { args, context })
}

struct Job<'a> {
    args: &'a Show,
    context: &'a mut Context,
}

impl OnBoard for Job<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let Self { args, context } = self;
        let mut game = Game::new(board);
        if args.moves == "-" {
            let moves = Source::Stdin.read_text(MAX_MOVES)?;
            if let Err(error) = game.play_moves(moves.trim()) {
                context.complain("stdin", error);
                return Ok(());
            }
        } else if let Err(error) = game.play_moves(&args.moves) {
            context.complain_of_usage(format_args!("{:?}", args.moves), error);
            return Ok(());
        }
        let text = status(&game);
        // The file is complete even if stdout is closed.
        let saved = args.svg.svg.as_ref().map_or(Ok(()), |path| {
            let mut drawing = game.drawing();
            drawing.caption(&text);
            save(path, drawing.to_string().as_bytes())
        });
        if args.answers.are_json() {
            let json = serde_json::json!({ "rows": rows(&game), "status": text });
            writeln!(context.out, "{json}")?;
        } else {
            draw(&game, &mut context.out)?;
            writeln!(context.out, "{text}")?;
        }
        saved
    }
}

/// The longest text of moves on stdin, in bytes.
const MAX_MOVES: u64 = 1 << 16;

/// The stones row by row, from the top.
fn rows<B: Board>(game: &Game<B>) -> Vec<String> {
    let board = game.position().board();
    let row = |y| Column::all(board.width()).map(move |column| symbol(game, column, y)).collect();
    (0..board.height()).rev().map(row).collect()
}

/// The player to move, or the result of the game.
pub(crate) fn status<B: Board>(game: &Game<B>) -> String {
    match game.outcome() {
        Some(Outcome::Won(player)) => format!("{} has won", player.symbol()),
        Some(_) => "drawn".to_owned(),
        None => format!("{} to move", game.position().turn().symbol()),
    }
}

/// `x`, `o` or `.`; capital letters in a winning line.
fn symbol<B: Board>(game: &Game<B>, column: Column, y: u32) -> char {
    let stone = match game.position().stone(column, y) {
        Some(Player::First) => 'x',
        Some(Player::Second) => 'o',
        None => '.',
    };
    if game.is_in_winning_line(column, y) { stone.to_ascii_uppercase() } else { stone }
}

/// Draws the board and marks a winning line.
pub(crate) fn draw<B: Board>(game: &Game<B>, out: &mut impl Write) -> io::Result<()> {
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
            let wins = game.is_in_winning_line(column, y);
            let style = if wins { style.underline() } else { style };
            let stone = symbol(game, column, y);
            write!(out, "  {style}{stone}{style:#}")?;
        }
        writeln!(out)?;
    }
    for column in Column::all(board.width()) {
        write!(out, "  {dim}{column}{dim:#}")?;
    }
    writeln!(out)
}
