//! Drawings of games.

use bitboard_core::Lattice;
use bitboard_core::svg::{Drawing, EMPTY, PALETTE};

use super::column::Column;
use super::game::Game;
use super::player::Player;
use super::size::Board;

impl<B: Board> Game<B> {
    /// A drawing of the board, with the winning line outlined.
    ///
    /// ```
    /// use c4_solver::Game;
    ///
    /// let game: Game = "1212121".parse()?;
    /// assert!(game.drawing().to_string().starts_with("<svg"));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        let position = self.position();
        let (width, height) = (position.board.width(), position.board.height());
        let drawing = Drawing::new(Lattice::Square, width as usize, height as usize);
        let mut drawing = drawing.row_0_at_the_bottom();
        for column in Column::all(width) {
            for y in 0..height {
                let (x, row) = (column.index() as usize, y as usize);
                drawing.cell(x, row, EMPTY);
                if let Some(player) = position.stone(column, y) {
                    drawing.disc(x, row, PALETTE[if player == Player::First { 1 } else { 3 }]);
                }
                if self.is_in_winning_line(column, y) {
                    drawing.outline(x, row, "#222222");
                }
            }
        }
        drawing
    }
}
