//! Pictures of games.

use core::fmt;

use crate::cell::Hex;
use crate::dense::Havannah;
use crate::rule::Player;

/// The board with `O` for the first player, `X` for the second and `.` for empty cells.
///
/// ```
/// use havannah_uf::{Havannah, Hex, RingRule};
///
/// let mut game = Havannah::new(3, RingRule::Any)?;
/// for (x, y) in [(1, 1), (3, 3), (4, 2)] {
///     game.play(Hex { x, y })?;
/// }
/// let picture = "
///   O . .
///  . . . O
/// . . X . .
///  . . . .
///   . . .";
/// assert_eq!(format!("\n{game}"), picture);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for Havannah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = 0;
        for cell in Hex::all(self.base()) {
            if cell.y != row {
                if row != 0 {
                    f.write_str("\n")?;
                }
                row = cell.y;
                write!(f, "{:1$}", "", self.base().abs_diff(row) as usize)?;
            } else {
                f.write_str(" ")?;
            }
            f.write_str(match self.stone(cell) {
                Some(Player::First) => "O",
                Some(Player::Second) => "X",
                None => ".",
            })?;
        }
        Ok(())
    }
}

/// A drawing of the board: white stones for the first player, black ones for the second, the numbers of the
/// moves if asked for, and, when somebody has won, lines around the stones that win.
///
/// ```
/// use havannah_uf::{Havannah, RingRule, drawing};
///
/// let game = Havannah::new(4, RingRule::Any)?;
/// assert!(drawing(&game, false).to_string().starts_with("<svg "));
/// # Ok::<(), havannah_uf::BaseError>(())
/// ```
#[cfg(feature = "svg")]
#[must_use]
pub fn drawing(game: &Havannah, numbers: bool) -> bitboard_core::svg::Drawing {
    use alloc::format;
    use alloc::string::ToString;
    use bitboard_core::Lattice;
    use bitboard_core::svg::{Drawing, EMPTY, PALETTE};

    let side = 2 * game.base() as usize - 1;
    let at = |cell: Hex| (cell.x as usize - 1, cell.y as usize - 1);
    let mut drawing = Drawing::new(Lattice::AxialHex, side, side);
    let structure = game.win_structure();
    for cell in Hex::all(game.base()) {
        let (x, y) = at(cell);
        let way = structure.iter().position(|(_, stones)| stones.contains(&cell));
        // Bridges, forks and rings have colors of their own.
        drawing.cell(x, y, way.map_or(EMPTY, |way| PALETTE[[3, 2, 1][way.min(2)]]));
    }
    for (ply, cell) in game.stones().enumerate() {
        let (x, y) = at(cell);
        let fill = if game.stone(cell) == Some(Player::First) { "#ffffff" } else { "#777777" };
        drawing.disc(x, y, fill);
        if numbers {
            drawing.text(x, y, &(ply + 1).to_string());
        }
    }
    if let Some(outcome) = game.outcome() {
        drawing.caption(&format!("{} {} in move {}", outcome.player, outcome.wins, outcome.ply));
    }
    drawing
}
