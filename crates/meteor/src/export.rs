//! Puzzles for other solvers.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::polyform::puzzle::{Placement, Puzzle};

/// Why a puzzle cannot be written so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Exact cover knows pieces that must be used once or may be used once, and those without limit.
    #[error(
        "exact cover has pieces that are used exactly or at most once, or any number of times; one of these is used otherwise"
    )]
    Times,
}

/// The puzzle as an exact cover problem, in the form of the programs of D. E. Knuth (The Art of Computer Programming 4B, 7.2.2.1) and
/// what has followed them: the first line has the items, those after `|` are secondary, each further line is an option. Items
/// are cells, `cCOLUMN,ROW`, and pieces, `pNAME`.
///
/// # Errors
/// [`ExportError::Times`] if a piece is used a number of times other than 1, 0..1, or any.
///
/// ```
/// use meteor::polyform::{Grid, Piece, Puzzle, to_dlx};
///
/// let piece = Piece::from_picture("L", "XX\nX.")?;
/// let puzzle = Puzzle::from_picture(Grid::Square, ". .\n. #", [piece])?;
/// assert_eq!(to_dlx(&puzzle).unwrap(), "c0,0 c1,0 c0,1 pL\nc0,0 c1,0 c0,1 pL\n");
/// # Ok::<(), meteor::polyform::PuzzleError>(())
/// ```
pub fn to_dlx(puzzle: &Puzzle) -> Result<String, ExportError> {
    let free = free_cells(puzzle);
    let cells: Vec<_> = free.iter().map(|&cell| cell_name(puzzle, cell)).collect();
    let (mut primary, mut secondary) = (Vec::new(), Vec::new());
    let cells_go_to = if puzzle.is_packing() { &mut secondary } else { &mut primary };
    cells_go_to.extend(cells);
    for (i, piece) in puzzle.pieces().iter().enumerate() {
        let item = String::from("p") + piece.name();
        match stock(puzzle, i) {
            (1, 1) => primary.push(item),
            (0, 1) => secondary.push(item),
            (0, max) if max == 0 || is_unlimited(puzzle, i) => {}
            _ => return Err(ExportError::Times),
        }
    }
    let mut text = primary.join(" ");
    if !secondary.is_empty() {
        text.push_str(" | ");
        text.push_str(&secondary.join(" "));
    }
    text.push('\n');
    for placement in puzzle.placements() {
        let mut items: Vec<_> = cells_of(placement).map(|cell| cell_name(puzzle, cell)).collect();
        if stock(puzzle, placement.piece).1 == 1 {
            items.push(String::from("p") + puzzle.pieces()[placement.piece].name());
        }
        text.push_str(&items.join(" "));
        text.push('\n');
    }
    Ok(text)
}

/// The puzzle as a Boolean formula in the DIMACS CNF format. Variable i, counted from 1, says that placement i - 1 of
/// [`Puzzle::placements`] is on the board; its models are the solutions.
///
/// # Errors
/// [`ExportError::Times`] if a piece is used a number of times other than 1, 0..1, or any.
pub fn to_cnf(puzzle: &Puzzle) -> Result<String, ExportError> {
    let placements = puzzle.placements();
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
    for cell in free_cells(puzzle) {
        let covers = |i: &usize| placements[*i].cells >> cell & 1 != 0;
        let group: Vec<_> = (0..placements.len()).filter(covers).collect();
        // Writing to a string cannot fail.
        let _ = at_most_one(&group, !puzzle.is_packing());
    }
    for piece in 0..puzzle.pieces().len() {
        let group: Vec<_> =
            (0..placements.len()).filter(|&i| placements[i].piece == piece).collect();
        let _ = match stock(puzzle, piece) {
            (1, 1) => at_most_one(&group, true),
            (0, 1) => at_most_one(&group, false),
            (0, max) if max == 0 || is_unlimited(puzzle, piece) => Ok(()),
            _ => return Err(ExportError::Times),
        };
    }
    let mut text = String::new();
    let _ = write!(text, "p cnf {} {count}\n{clauses}", placements.len());
    Ok(text)
}

/// How often a piece must and may still be used.
fn stock(puzzle: &Puzzle, piece: usize) -> (u16, u16) {
    let times = puzzle.pieces()[piece].times();
    let used = puzzle.placed().iter().filter(|placement| placement.piece == piece).count() as u16;
    (times.start().saturating_sub(used), times.end() - used)
}

/// Whether the board has no room for more.
fn is_unlimited(puzzle: &Puzzle, piece: usize) -> bool {
    let size = puzzle.pieces()[piece].cells().len();
    usize::from(stock(puzzle, piece).1) >= free_cells(puzzle).len() / size
}

fn free_cells(puzzle: &Puzzle) -> Vec<usize> {
    let taken = puzzle.placed_cells();
    (0..puzzle.cells().len()).filter(|cell| taken >> cell & 1 == 0).collect()
}

fn cells_of(placement: Placement) -> impl Iterator<Item = usize> {
    (0..128).filter(move |cell| placement.cells >> cell & 1 != 0)
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
    use crate::polyform::{Grid, Piece, ready};

    #[test]
    fn a_formula_has_a_variable_for_each_placement_and_as_many_clauses_as_it_says() {
        let puzzle = ready::find("meteor").unwrap().puzzle();
        let text = to_cnf(&puzzle).unwrap();
        let mut lines = text.lines();
        let head = lines.next().unwrap();
        assert_eq!(head, alloc::format!("p cnf 2596 {}", lines.count()));
        assert_eq!(text.lines().filter(|line| !line.starts_with('-')).count(), 1 + 60);
    }

    #[test]
    fn an_exact_cover_has_an_option_for_each_placement() {
        let text = to_dlx(&ready::find("meteor").unwrap().puzzle()).unwrap();
        assert_eq!(text.lines().count(), 2597);
        assert_eq!(text.lines().next().unwrap().split(' ').count(), 60);
        assert!(text.lines().skip(1).all(|line| line.split(' ').count() == 6));
    }

    #[test]
    fn small_formulas() {
        let puzzle = |piece: Piece| Puzzle::from_picture(Grid::Square, ". . .", [piece]).unwrap();
        let domino = || Piece::new("I", [(0, 0), (1, 0)]);
        let unlimited = puzzle(domino().used(0..=9));
        assert_eq!(to_cnf(&unlimited).unwrap(), "p cnf 2 4\n1 0\n1 2 0\n-1 -2 0\n2 0\n");
        let packing = puzzle(domino().used(0..=1)).packing();
        assert_eq!(to_dlx(&packing).unwrap(), " | c0,0 c1,0 c2,0 pI\nc0,0 c1,0 pI\nc1,0 c2,0 pI\n");
        assert_eq!(to_dlx(&puzzle(domino().used(2..=2))), Err(ExportError::Times));
        assert_eq!(to_cnf(&puzzle(domino().used(2..=2))), Err(ExportError::Times));
    }
}
