//! `boardbits c4 show`.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use c4_solver::{Board, Column, Game, Outcome, Player};

use super::board::{OnBoard, Size};
use crate::context::{Context, Result};
use crate::save::save;

/// Draw the position after some moves
#[derive(clap::Args)]
pub(crate) struct Show {
    /// The columns played, from the empty board; the last move may win
    #[arg(default_value = "")]
    moves: String,
    #[command(flatten)]
    size: Size,
    /// Write an SVG drawing to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

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
        if let Err(error) = game.play_moves(&args.moves) {
            context.complain(format_args!("{:?}", args.moves), error);
            return Ok(());
        }
        let text = status(&game);
        // Before anything is printed, which ends the program if stdout is closed.
        let saved = args.svg.as_ref().map_or(Ok(()), |path| {
            let mut drawing = game.drawing();
            drawing.caption(&text);
            save(path, drawing.to_string().as_bytes())
        });
        draw(&game, &mut context.out)?;
        writeln!(context.out, "{text}")?;
        saved
    }
}

/// Who is to move, or how the game has ended.
pub(crate) fn status<B: Board>(game: &Game<B>) -> String {
    match game.outcome() {
        Some(Outcome::Won(player)) => format!("{} has won", player.symbol()),
        Some(Outcome::Drawn) => "drawn".to_owned(),
        None => format!("{} to move", game.position().to_move().symbol()),
    }
}

/// Draws the board, the winning line marked.
pub(crate) fn draw<B: Board>(game: &Game<B>, out: &mut impl Write) -> io::Result<()> {
    let board = game.position().board();
    let bold = |color: AnsiColor| Style::new().fg_color(Some(color.into())).bold();
    let (first, second) = (bold(AnsiColor::BrightRed), bold(AnsiColor::BrightYellow));
    let dim = Style::new().dimmed();
    for y in (0..board.height()).rev() {
        for column in Column::all(board.width()) {
            let (stone, style) = match game.position().stone(column, y) {
                Some(Player::First) => ('x', first),
                Some(Player::Second) => ('o', second),
                None => ('.', dim),
            };
            let (style, stone) = if game.is_in_winning_line(column, y) {
                (style.underline(), stone.to_ascii_uppercase())
            } else {
                (style, stone)
            };
            write!(out, "  {style}{stone}{style:#}")?;
        }
        writeln!(out)?;
    }
    for column in Column::all(board.width()) {
        write!(out, "  {dim}{column}{dim:#}")?;
    }
    writeln!(out)
}
