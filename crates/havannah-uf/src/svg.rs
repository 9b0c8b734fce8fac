//! Games as drawings.

use alloc::string::ToString;

use bitboard_core::Lattice;
use bitboard_core::svg::{Drawing, EMPTY, PALETTE};

use crate::game::Havannah;
use crate::hex::Hex;
use crate::player::Player;

impl Havannah {
    /// A drawing of the board: white stones for the first player, gray ones for the second, the number of
    /// its move on each stone if `numbers` is true (a swap is move 2). The cells of the stones that win are colored.
    ///
    /// ```
    /// use havannah_uf::{Havannah, RingRule};
    ///
    /// let game = Havannah::new(4, RingRule::Any)?;
    /// assert!(game.drawing(false).to_string().starts_with("<svg "));
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    #[must_use]
    pub fn drawing(&self, numbers: bool) -> Drawing {
        let side = 2 * self.base() as usize - 1;
        let at = |cell: Hex| (cell.x as usize - 1, cell.y as usize - 1);
        let mut drawing = Drawing::new(Lattice::AxialHex, side, side);
        let winning = self.winning_stones();
        for cell in Hex::all(self.base()) {
            let (x, y) = at(cell);
            let way = winning.iter().position(|stones| stones.cells.contains(&cell));
            drawing.cell(x, y, way.map_or(EMPTY, |way| PALETTE[[3, 2, 1][way.min(2)]]));
        }
        for (ply, cell) in self.stones().enumerate() {
            let (x, y) = at(cell);
            let fill = if self.stone(cell) == Some(Player::First) { "#ffffff" } else { "#777777" };
            drawing.disc(x, y, fill);
            if numbers {
                let swaps = usize::from(self.has_swapped() && ply > 0);
                drawing.text(x, y, &(ply + swaps + 1).to_string());
            }
        }
        if let Some(outcome) = self.outcome() {
            drawing.caption(&outcome.to_string());
        }
        drawing
    }
}
