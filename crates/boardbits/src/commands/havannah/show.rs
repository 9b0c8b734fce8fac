use std::io::Write;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use havannah_uf::{Havannah, Hex, Player};

use super::games::Ring;
use super::records::Format;
use crate::context::{Context, Failure, LineFailure, Result};
use crate::input::Source;
use crate::save::save;

/// Print games as pictures, with the stones that win
///
/// Each line is a game: `S M x,y x,y …`, or a record of Little Golem with --hgf or --sgf. `O` is the first player, `X` the second;
/// the stones that win are colored. With --svg, the last game is also drawn into a file.
#[derive(clap::Args)]
pub(crate) struct Show {
    /// Cells that a ring must enclose
    #[arg(long, default_value = "any")]
    ring: Ring,
    #[command(flatten)]
    format: Format,
    /// Number of moves to show, all if missing
    #[arg(long)]
    moves: Option<usize>,
    /// SVG file for the last game
    #[arg(long)]
    svg: Option<PathBuf>,
    /// Write the numbers of the stones into the drawing
    #[arg(long, requires = "svg")]
    numbers: bool,
    /// File with the games, stdin if missing or `-`
    file: Option<PathBuf>,
}

pub(crate) fn run(args: &Show, context: &mut Context) -> Result {
    let source = Source::from_option(args.file.as_deref());
    let mut last = None;
    let shown = args.format.for_each_game(&source, context, |mut record, out| {
        record.moves.truncate(args.moves.unwrap_or(usize::MAX));
        let game = record.replay(args.ring.into()).map_err(LineFailure::wrong)?;
        draw(&game, out)?;
        last = Some(game);
        Ok(())
    });
    if let (Some(path), Err(Failure::Io(error))) = (&args.svg, &shown) {
        let path = path.display();
        return Err(Failure::Input(format!(
            "{path}: the last game was not reached: stdout: {error}"
        )));
    }
    shown?;
    match (&args.svg, last) {
        (Some(path), Some(game)) => save(path, game.drawing(args.numbers).to_string().as_bytes()),
        (Some(path), None) => {
            context.complain(path.display(), "not written: there is no game to draw");
            Ok(())
        }
        (None, _) => Ok(()),
    }
}

fn draw(game: &Havannah, out: &mut impl Write) -> std::io::Result<()> {
    let bright = Style::new().fg_color(Some(AnsiColor::BrightGreen.into())).bold();
    let dim = Style::new().dimmed();
    let winning: Vec<Hex> =
        game.winning_stones().into_iter().flat_map(|stones| stones.cells).collect();
    let mut row = 0;
    for cell in Hex::all(game.base()) {
        if cell.y != row {
            if row != 0 {
                writeln!(out)?;
            }
            row = cell.y;
            write!(out, "{:1$}", "", game.base().abs_diff(row) as usize)?;
        } else {
            write!(out, " ")?;
        }
        let letter = match game.stone(cell) {
            Some(Player::First) => "O",
            Some(Player::Second) => "X",
            None => ".",
        };
        if winning.contains(&cell) {
            write!(out, "{bright}{letter}{bright:#}")?;
        } else if letter == "." {
            write!(out, "{dim}.{dim:#}")?;
        } else {
            write!(out, "{letter}")?;
        }
    }
    writeln!(out)?;
    match game.outcome() {
        Some(outcome) => writeln!(out, "{outcome}"),
        None => writeln!(out, "no win after {} stones", game.ply()),
    }
}
