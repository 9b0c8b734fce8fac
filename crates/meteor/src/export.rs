//! Export to the formats of other solvers.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::puzzle::Puzzle;

/// Error of a puzzle that cannot be exported.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A piece has a range of copies that exact cover cannot express.
    #[error("piece {name}: expected exactly one copy, at most one, or any number")]
    Copies {
        /// The name of the piece.
        name: String,
    },
}

impl Puzzle {
    /// The puzzle as an exact cover problem in the format of D. E. Knuth's programs (The Art of Computer
    /// Programming 4B, 7.2.2.1): the first line lists the items, with the secondary ones after `|`, and each
    /// further line is an option, one for each of [`Puzzle::placements`]. Items are cells, `cCOLUMN,ROW`, and
    /// pieces, `pNAME`.
    ///
    /// ```
    /// use meteor::{Grid, Piece, Puzzle};
    ///
    /// let piece = Piece::from_picture("L", "XX\nX.")?;
    /// let puzzle = Puzzle::from_picture(Grid::Square, ". .\n. #", [piece])?;
    /// assert_eq!(puzzle.to_dlx().unwrap(), "c0,0 c1,0 c0,1 pL\nc0,0 c1,0 c0,1 pL\n");
    /// # Ok::<(), meteor::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// If a piece has a range of copies other than 1, 0..1, or any number.
    pub fn to_dlx(&self) -> Result<String, ExportError> {
        let free = free_cells(self);
        let cells: Vec<_> = free.iter().map(|&cell| cell_name(self, cell)).collect();
        let (mut primary, mut secondary) = (Vec::new(), Vec::new());
        let cells_go_to = if self.packing { &mut secondary } else { &mut primary };
        cells_go_to.extend(cells);
        for (i, piece) in self.pieces.iter().enumerate() {
            let item = String::from("p") + piece.name();
            match stock(self, i) {
                (1, 1) => primary.push(item),
                (0, 1) => secondary.push(item),
                (0, max) if max == 0 || is_unlimited(self, i) => {}
                _ => return Err(ExportError::Copies { name: piece.name.clone() }),
            }
        }
        let mut text = primary.join(" ");
        if !secondary.is_empty() {
            text.push_str(" | ");
            text.push_str(&secondary.join(" "));
        }
        text.push('\n');
        for placement in self.placements() {
            let cells = (0..self.cells.len()).filter(|&cell| placement.covers(cell));
            let mut items: Vec<_> = cells.map(|cell| cell_name(self, cell)).collect();
            if stock(self, placement.piece).1 == 1 {
                items.push(String::from("p") + self.pieces[placement.piece].name());
            }
            text.push_str(&items.join(" "));
            text.push('\n');
        }
        Ok(text)
    }

    /// The puzzle as a Boolean formula in the DIMACS CNF format. Variable i, counted from 1, means that
    /// placement i - 1 of [`Puzzle::placements`] is on the board. The models are the solutions.
    ///
    /// ```
    /// use meteor::{Grid, Piece, Puzzle};
    ///
    /// let piece = Piece::from_picture("I", "XX")?;
    /// let puzzle = Puzzle::from_picture(Grid::Square, ". .", [piece])?;
    /// assert_eq!(puzzle.to_cnf().unwrap(), "p cnf 1 3\n1 0\n1 0\n1 0\n");
    /// # Ok::<(), meteor::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// If a piece has a range of copies other than 1, 0..1, or any number.
    pub fn to_cnf(&self) -> Result<String, ExportError> {
        let placements = self.placements();
        let mut clauses = String::new();
        let mut count = 0usize;
        let mut at_most_one = |group: &[usize], at_least: bool| -> fmt::Result {
            if at_least {
                group.iter().try_for_each(|i| write!(clauses, "{} ", i + 1))?;
                writeln!(clauses, "0")?;
                count += 1;
            }
            for (n, i) in group.iter().enumerate() {
                for j in &group[n + 1..] {
                    writeln!(clauses, "-{} -{} 0", i + 1, j + 1)?;
                    count += 1;
                }
            }
            Ok(())
        };
        for cell in free_cells(self) {
            let covers = |i: &usize| placements[*i].covers(cell);
            let group: Vec<_> = (0..placements.len()).filter(covers).collect();
            // Writing to a string cannot fail.
            let _ = at_most_one(&group, !self.packing);
        }
        for (i, piece) in self.pieces.iter().enumerate() {
            let is_of_piece = |n: &usize| placements[*n].piece == i;
            let group: Vec<_> = (0..placements.len()).filter(is_of_piece).collect();
            let _ = match stock(self, i) {
                (1, 1) => at_most_one(&group, true),
                (0, 1) => at_most_one(&group, false),
                (0, max) if max == 0 || is_unlimited(self, i) => Ok(()),
                _ => return Err(ExportError::Copies { name: piece.name.clone() }),
            };
        }
        let mut text = String::new();
        let _ = write!(text, "p cnf {} {count}\n{clauses}", placements.len());
        Ok(text)
    }
}

/// The numbers of copies of a piece that must and can still be used.
fn stock(puzzle: &Puzzle, piece: usize) -> (u16, u16) {
    let (copies, placed) = (puzzle.pieces[piece].copy_range(), puzzle.copies_placed(piece));
    (copies.start().saturating_sub(placed), copies.end() - placed)
}

/// Returns whether no further placement fits.
fn is_unlimited(puzzle: &Puzzle, piece: usize) -> bool {
    let size = puzzle.pieces()[piece].cells().len();
    usize::from(stock(puzzle, piece).1) >= free_cells(puzzle).len() / size
}

fn free_cells(puzzle: &Puzzle) -> Vec<usize> {
    let taken = puzzle.placed_cells();
    (0..puzzle.cells().len()).filter(|cell| taken >> cell & 1 == 0).collect()
}

fn cell_name(puzzle: &Puzzle, cell: usize) -> String {
    let (x, y) = puzzle.cells()[cell];
    let mut name = String::new();
    // Writing to a string cannot fail.
    let _ = write!(name, "c{x},{y}");
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::piece::Piece;
    use crate::presets;

    #[test]
    fn a_formula_has_a_variable_for_each_placement_and_the_number_of_clauses_in_its_head() {
        let puzzle = presets::find("meteor").unwrap().puzzle();
        let text = puzzle.to_cnf().unwrap();
        let mut lines = text.lines();
        let head = lines.next().unwrap();
        assert_eq!(head, alloc::format!("p cnf 2596 {}", lines.count()));
        assert_eq!(text.lines().filter(|line| !line.starts_with('-')).count(), 1 + 60);
    }

    #[test]
    fn an_exact_cover_has_an_option_for_each_placement() {
        let text = presets::find("meteor").unwrap().puzzle().to_dlx().unwrap();
        assert_eq!(text.lines().count(), 2597);
        assert_eq!(text.lines().next().unwrap().split(' ').count(), 60);
        assert!(text.lines().skip(1).all(|line| line.split(' ').count() == 6));
    }

    #[test]
    fn small_formulas() {
        let puzzle = |piece: Piece| Puzzle::from_picture(Grid::Square, ". . .", [piece]).unwrap();
        let domino = || Piece::new("I", [(0, 0), (1, 0)]);
        let unlimited = puzzle(domino().copies(0..=9));
        assert_eq!(unlimited.to_cnf().unwrap(), "p cnf 2 4\n1 0\n1 2 0\n-1 -2 0\n2 0\n");
        let packing = puzzle(domino().copies(0..=1)).packing();
        assert_eq!(packing.to_dlx().unwrap(), " | c0,0 c1,0 c2,0 pI\nc0,0 c1,0 pI\nc1,0 c2,0 pI\n");
        let two = puzzle(domino().copies(2..=2));
        let error = ExportError::Copies { name: "I".into() };
        assert_eq!((two.to_dlx(), two.to_cnf()), (Err(error.clone()), Err(error)));
    }
}
