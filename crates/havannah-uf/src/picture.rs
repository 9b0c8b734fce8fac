//! Games as text.

use core::fmt;

use crate::game::Havannah;
use crate::hex::Hex;
use crate::player::Player;

impl fmt::Display for Havannah {
    /// Draws the board with `O` for the first player, `X` for the second and `.` for empty cells.
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
