use std::io::Write;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use havannah_uf::{Havannah, Hex, Move, Player, Record, drawing};

use super::games::{Coordinates, Ring};
use crate::context::{Context, Failure, LineFailure, Result};
use crate::input::Source;
use crate::save::save;

/// Show games as pictures, with the stones that win
///
/// Each line is a game: `S M x,y x,y …`, or a record of Little Golem with --hgf. `O` is the first player, `X` the second;
/// the stones that win are colored. With --svg, the last game is drawn into a file too.
#[derive(clap::Args)]
pub(crate) struct Show {
    /// What a ring must enclose
    #[arg(long, default_value = "any")]
    ring: Ring,
    /// Games are in the Havannah Game Format, one on each line
    #[arg(long)]
    hgf: bool,
    /// How cells are written in the Havannah Game Format
    #[arg(long, default_value = "lg", requires = "hgf")]
    coordinates: Coordinates,
    /// Show only the first so many moves
    #[arg(long)]
    moves: Option<usize>,
    /// Where to draw the last game
    #[arg(long)]
    svg: Option<PathBuf>,
    /// Write the numbers of the moves into the drawing
    #[arg(long, requires = "svg")]
    numbers: bool,
    /// Where to read games from, stdin if missing or `-`
    file: Option<PathBuf>,
}

pub(crate) fn run(args: &Show, context: &mut Context) -> Result {
    let source = Source::from_option(args.file.as_deref());
    let mut last = None;
    let shown = context.for_each_line(&source, |line, out| {
        let record = if args.hgf {
            Record::parse_hgf(line, args.coordinates.into())
        } else {
            Record::parse_line(line)
        };
        let record = record.map_err(LineFailure::wrong)?;
        let game = replay(&record, args).map_err(LineFailure::Wrong)?;
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
        (Some(path), Some(game)) => save(path, drawing(&game, args.numbers).to_string().as_bytes()),
        (Some(path), None) => {
            context.complain(path.display(), "not written: there is no game to draw");
            Ok(())
        }
        (None, _) => Ok(()),
    }
}

/// Plays a record up to its win.
fn replay(record: &Record, args: &Show) -> std::result::Result<Havannah, String> {
    let game = Havannah::new(record.base, args.ring.into()).map_err(|error| error.to_string())?;
    let mut game = game.with_swap_rule();
    for (number, &played) in (1..).zip(&record.moves).take(args.moves.unwrap_or(usize::MAX)) {
        if game.is_over() {
            break;
        }
        match played {
            Move::Stone(cell) => {
                game.play(cell).map_err(|error| format!("move {number}: {error}"))?;
            }
            Move::Swap => game.swap().map_err(|error| format!("move {number}: {error}"))?,
        }
    }
    Ok(game)
}

fn draw(game: &Havannah, out: &mut impl Write) -> std::io::Result<()> {
    let bright = Style::new().fg_color(Some(AnsiColor::BrightGreen.into())).bold();
    let dim = Style::new().dimmed();
    let winning: Vec<Hex> =
        game.win_structure().into_iter().flat_map(|(_, stones)| stones).collect();
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
        Some(outcome) => {
            writeln!(out, "{} {} with stone {}", outcome.player, outcome.wins, outcome.ply)
        }
        None => writeln!(out, "nobody has won after {} stones", game.ply()),
    }
}
