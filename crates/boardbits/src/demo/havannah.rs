use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use havannah_uf::{Hex, Referee, Wins};

use crate::output::Output;

const BASE: u32 = 4;
/// Two players in turn; the last move closes the ring.
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

pub(crate) fn run(out: &mut Output) -> io::Result<()> {
    let mut players = [Referee::new(BASE), Referee::new(BASE)];
    let mut wins = Wins::NONE;
    for (ply, (x, y)) in GAME.into_iter().enumerate() {
        wins = players[ply % 2].play(Hex { x, y }).map_err(io::Error::other)?;
    }
    let ring = Style::new().fg_color(Some(AnsiColor::BrightGreen.into())).bold();
    let dim = Style::new().dimmed();
    for y in 1..2 * BASE {
        write!(out, "    {:1$}", "", BASE.abs_diff(y) as usize)?;
        for x in (1..2 * BASE).filter(|x| x.abs_diff(y) < BASE) {
            match GAME.iter().position(|&cell| cell == (x, y)) {
                Some(ply) if ply % 2 == 0 => write!(out, "{ring}O{ring:#} ")?,
                Some(_) => write!(out, "x ")?,
                None => write!(out, "{dim}.{dim:#} ")?,
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "\n    first player wins with a {wins} in move {}\n", GAME.len())
}
