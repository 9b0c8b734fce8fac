use std::io::Write;

use anstyle::{AnsiColor, Style};
use havannah_uf::{Havannah, Hex, Outcome, Player};
use serde_json::json;

use super::records::Records;
use super::referee::names;
use crate::context::{Context, Failure, LineFailure, Result};
use crate::help;
use crate::json::json_line;
use crate::options::Svg;
use crate::output::Output;
use crate::save::save;

/// Print games as pictures, with the stones that win
///
/// Each line is a game: `S M x,y x,y …`, or a record of Little Golem with --hgf or --sgf. `O` is the first player, `X` the second.
/// Winning stones are colored. In JSON a game is {"rows":["O . X",…],"stones":N,"winner":"first","wins":["bridge"]}; without
/// a winner the last two are null and []. With --svg, the last game is also drawn into a file.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::LINES))]
pub(crate) struct Show {
    #[command(flatten)]
    records: Records,
    /// Number of moves to show, in which a swap counts as a move; all by default
    #[arg(long, value_name = "N")]
    moves: Option<usize>,
    #[command(flatten)]
    svg: Svg,
    /// Write the number of its move on each stone of the drawing; a swap is move 2
    #[arg(long, requires = "svg")]
    numbers: bool,
}

const EXAMPLES: &str = "\
$ echo 3 5 1,1 3,3 1,2 3,2 1,3 | boardbits havannah show
  O . .
 O . X .
O . X . .
 . . . .
  . . .
first bridge in move 5
$ boardbits havannah show games.txt --moves 4 --svg last.svg --format json
{\"rows\":[…],\"stones\":4,\"winner\":null,\"wins\":[]}
…";

pub(crate) fn run(args: &Show, context: &mut Context) -> Result {
    let mut last = None;
    let svg = args.svg.svg.as_deref();
    let shown = args.records.for_each_game(context, |mut record, out| {
        record.moves.truncate(args.moves.unwrap_or(usize::MAX));
        let game = record.replay(args.records.rule()).map_err(LineFailure::wrong)?;
        if args.records.are_json() {
            write_json(&game, out)?;
        } else {
            draw(&game, out)?;
        }
        last = Some(game);
        Ok(())
    });
    if let (Some(path), Err(Failure::Io(error))) = (svg, &shown) {
        let path = path.display();
        return Err(Failure::Input(format!(
            "{path}: the last game was not reached: stdout: {error}"
        )));
    }
    shown?;
    match (svg, last) {
        (Some(path), Some(game)) => save(path, game.drawing(args.numbers).to_string().as_bytes()),
        (Some(path), None) => {
            context.complain(path.display(), "not written: there is no game to draw");
            Ok(())
        }
        (None, _) => Ok(()),
    }
}

fn write_json(game: &Havannah, out: &mut Output) -> std::result::Result<(), LineFailure> {
    let mut rows = vec![String::new(); 2 * game.base() as usize - 1];
    for cell in Hex::all(game.base()) {
        let row = &mut rows[cell.y as usize - 1];
        if !row.is_empty() {
            row.push(' ');
        }
        row.push_str(letter(game.stone(cell)));
    }
    let answer = json!({
        "rows": rows,
        "stones": game.ply(),
        "winner": game.winner().map(|player| player.to_string()),
        "wins": if game.wins().is_empty() { Vec::new() } else { names(game.wins()) },
    });
    json_line(out, &answer)
}

fn letter(stone: Option<Player>) -> &'static str {
    match stone {
        Some(Player::First) => "O",
        Some(Player::Second) => "X",
        None => ".",
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
        let letter = letter(game.stone(cell));
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
        Some(outcome @ Outcome::Won { .. }) => writeln!(out, "{outcome}"),
        _ => writeln!(out, "no win after {} stones", game.ply()),
    }
}
