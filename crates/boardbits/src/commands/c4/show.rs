//! `boardbits c4 show`.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use c4_solver::{Board, Game, Outcome, notation};

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
        for (ply, symbol) in (1..).zip(args.moves.chars()) {
            let played = match notation::column(symbol) {
                Some(x) => game.play(x).map_err(|error| error.to_string()),
                None => Err(format!("expected a column, found {symbol:?}")),
            };
            if let Err(reason) = played {
                context.complain(
                    format_args!("{:?}", args.moves),
                    format_args!("move {ply}: {reason}"),
                );
                return Ok(());
            }
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
    let (to_move, other) =
        if game.position().ply().is_multiple_of(2) { ('x', 'o') } else { ('o', 'x') };
    match game.outcome() {
        Some(Outcome::Won) => format!("{other} has won"),
        Some(Outcome::Drawn) => "drawn".to_owned(),
        None => format!("{to_move} to move"),
    }
}

/// Draws the board, the winning line marked.
pub(crate) fn draw<B: Board>(game: &Game<B>, out: &mut impl Write) -> io::Result<()> {
    let board = game.position().board();
    let bold = |color: AnsiColor| Style::new().fg_color(Some(color.into())).bold();
    let (first, second) = (bold(AnsiColor::BrightRed), bold(AnsiColor::BrightYellow));
    let dim = Style::new().dimmed();
    for y in (0..board.height()).rev() {
        for x in 0..board.width() {
            let (stone, style) = match game.position().stone(x, y) {
                Some('x') => ('x', first),
                Some(_) => ('o', second),
                None => ('.', dim),
            };
            let (style, stone) = if game.is_in_winning_line(x, y) {
                (style.underline(), stone.to_ascii_uppercase())
            } else {
                (style, stone)
            };
            write!(out, "  {style}{stone}{style:#}")?;
        }
        writeln!(out)?;
    }
    for x in 0..board.width() {
        write!(out, "  {dim}{}{dim:#}", notation::symbol(x))?;
    }
    writeln!(out)
}
