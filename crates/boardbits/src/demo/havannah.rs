use std::fmt::Write;
use std::io;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use havannah_uf::{Havannah, Hex, Player, RingRule};

use super::stage::Stage;

const BASE: u32 = 4;
/// Two players in turn. The last move closes the ring.
const GAME: [(u32, u32); 17] = [
    (3, 3),
    (2, 2),
    (4, 3),
    (5, 2),
    (5, 4),
    (6, 4),
    (6, 5),
    (7, 7),
    (5, 6),
    (5, 7),
    (4, 5),
    (4, 6),
    (3, 4),
    (2, 3),
    (3, 5),
    (4, 4),
    (6, 6),
];

/// Plays the game move by move, and marks the ring.
pub(super) fn play(stage: &mut dyn Stage) -> io::Result<String> {
    let mut game = Havannah::new(BASE, RingRule::Any).map_err(io::Error::other)?;
    for (x, y) in GAME {
        stage.show(&picture(&game), Duration::from_millis(45))?;
        game.play(Hex { x, y }).map_err(io::Error::other)?;
    }
    stage.show(&picture(&game), Duration::ZERO)?;
    let winner = game.winner().ok_or_else(|| io::Error::other("the game is not won"))?;
    Ok(format!("{winner} player wins with a {} in move {}", game.wins(), GAME.len()))
}

fn picture(game: &Havannah) -> String {
    let ring = Style::new().fg_color(Some(AnsiColor::BrightGreen.into())).bold();
    let first = Style::new().fg_color(Some(AnsiColor::BrightYellow.into()));
    let second = Style::new().fg_color(Some(AnsiColor::BrightCyan.into()));
    let dim = Style::new().dimmed();
    let winning: Vec<Hex> =
        game.winning_stones().into_iter().flat_map(|stones| stones.cells).collect();
    let mut text = String::new();
    for y in 1..2 * BASE {
        text += &" ".repeat(4 + BASE.abs_diff(y) as usize);
        for cell in (1..2 * BASE).filter(|x| x.abs_diff(y) < BASE).map(|x| Hex { x, y }) {
            let (symbol, style) = match game.stone(cell) {
                Some(_) if winning.contains(&cell) => ('O', ring),
                Some(Player::First) => ('O', first),
                Some(Player::Second) => ('x', second),
                None => ('.', dim),
            };
            // Writing to a string cannot fail.
            let _ = write!(text, "{style}{symbol} {style:#}");
        }
        text += "\n";
    }
    text
}
