//! How natural a move looks, without search.

use super::column::Column;
use super::position::Position;
use super::size::Board;

/// The directions of lines, as steps of columns and rows.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// The weight of a line by the number of stones of one player, the player to move or the other, if the other has none.
const WEIGHTS: [[u32; 4]; 2] = [[2, 6, 24, 200], [2, 4, 16, 100]];

impl<B: Board> Position<B> {
    /// The weight of all lines of four through the cell on which a stone in this column lands: the more stones of one player a line
    /// has, the more it weighs. Zero if the column cannot be played.
    pub(crate) fn merit(self, column: Column) -> u32 {
        if !self.can_play(column) {
            return 0;
        }
        let (x, y) = (column.index() as i32, self.height_of(column));
        let mut merit = 1;
        for (dx, dy) in DIRECTIONS {
            for start in -3..=0 {
                let cells = (start..start + 4).map(|step| (x + step * dx, y + step * dy));
                if let Some(stones) = self.stones_on(cells) {
                    merit += match stones {
                        [own, 0] => WEIGHTS[0][own],
                        [0, other] => WEIGHTS[1][other],
                        _ => 0,
                    };
                }
            }
        }
        merit
    }

    /// The number of stones in a column.
    fn height_of(self, column: Column) -> i32 {
        let rows = 0..self.board.height();
        rows.take_while(|&row| self.stone(column, row).is_some()).count() as i32
    }

    /// The numbers of stones of the player to move and of the other one on three or four cells; `None` if a cell is not on the board.
    fn stones_on(self, cells: impl Iterator<Item = (i32, i32)>) -> Option<[usize; 2]> {
        let mut stones = [0; 2];
        for (x, y) in cells {
            let column = u32::try_from(x).ok().filter(|&x| x < self.board.width())?;
            let row = u32::try_from(y).ok().filter(|&row| row < self.board.height())?;
            match self.stone(Column::new(column)?, row) {
                Some(player) if player == self.to_move() => stones[0] += 1,
                Some(_) => stones[1] += 1,
                None => {}
            }
        }
        Some(stones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merits(moves: &str) -> std::vec::Vec<u32> {
        let position = Position::from_moves(moves).unwrap();
        Column::all(7).map(|column| position.merit(column)).collect()
    }

    #[test]
    fn central_and_threatening_moves_look_natural() {
        // Lines through the lowest cells: 3, 4, 5, 7, 5, 4, 3.
        assert_eq!(merits(""), [7, 9, 11, 15, 11, 9, 7]);
        let full = merits("444444");
        assert_eq!(full[3], 0);
        // Three in a column: their fourth is better than to stop the other player's.
        let both = merits("121212");
        assert!(both[0] > both[1] && both[1] > 2 * *both[2..].iter().max().unwrap(), "{both:?}");
    }
}
