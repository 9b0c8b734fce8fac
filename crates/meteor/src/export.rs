//! Export to the formats of other solvers: [`Puzzle::to_dlx`] for exact cover, [`Puzzle::to_cnf`]
//! for satisfiability.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::placement::Placement;
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
    /// The puzzle as an exact cover problem in the format of D. E. Knuth's programs (The Art of
    /// Computer Programming 4B, 7.2.2.1): the first line lists the items, with the secondary ones
    /// after `|`, and each further line is an option, one for each of [`Puzzle::placements`]. The
    /// exact covers are the solutions.
    ///
    /// Items are cells, `cCOLUMN,ROW`, and pieces, `pNAME`. Knuth's programs do not accept some
    /// names: those with `|` or `:`, and those longer than eight bytes. Such an item is called
    /// `c#NUMBER` or `p#NUMBER`, its number in [`Puzzle::cells`] or [`Puzzle::pieces`], from 0, and
    /// so are pieces whose name begins with `#`.
    ///
    /// Solvers choose only options with a primary item. In a [packing](Self::packing) of pieces
    /// that may be left out, the cells are primary, and an option with one cell alone follows for
    /// each of them: the cell stays empty.
    ///
    /// ```
    /// use meteor_puzzle::{GridKind, Piece, Puzzle};
    ///
    /// let piece = Piece::from_picture("L", "XX\nX.")?;
    /// let puzzle = Puzzle::from_picture(GridKind::Square, ". .\n. #", [piece])?;
    /// assert_eq!(puzzle.to_dlx().unwrap(), "c0,0 c1,0 c0,1 pL\nc0,0 c1,0 c0,1 pL\n");
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// If a piece has a range of copies other than 1, 0..1, or any number.
    pub fn to_dlx(&self) -> Result<String, ExportError> {
        let placements = self.placements();
        let items = self.items(&placements)?;
        let all_are_used = (0..self.pieces.len()).all(|piece| self.copies_left(piece) == (1, 1));
        let cells_stay_empty = self.packing && !all_are_used;
        let (primary, secondary): (Vec<_>, Vec<_>) =
            items.iter().partition(|item| item.is_needed || cells_stay_empty && item.is_cell);
        let mut options = vec![Vec::new(); placements.len()];
        for item in &items {
            item.placements.iter().for_each(|&i| options[i].push(item));
        }
        if cells_stay_empty {
            options.extend(items.iter().filter(|item| item.is_cell).map(|cell| vec![cell]));
        }
        let names = |items: &[&Item]| {
            items.iter().map(|item| item.name.as_str()).collect::<Vec<_>>().join(" ")
        };
        let mut text = names(&primary);
        if !secondary.is_empty() {
            text.extend([" | ", &names(&secondary)]);
        }
        text.push('\n');
        options.iter().for_each(|option| text.extend([&names(option), "\n"]));
        Ok(text)
    }

    /// The puzzle as a Boolean formula in the DIMACS CNF format. Variable i, counted from 1, means
    /// that placement i - 1 of [`Puzzle::placements`] is on the board. The models are the
    /// solutions.
    ///
    /// ```
    /// use meteor_puzzle::{GridKind, Piece, Puzzle};
    ///
    /// let piece = Piece::from_picture("I", "XX")?;
    /// let puzzle = Puzzle::from_picture(GridKind::Square, ". .", [piece])?;
    /// assert_eq!(puzzle.to_cnf().unwrap(), "p cnf 1 3\n1 0\n1 0\n1 0\n");
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// If a piece has a range of copies other than 1, 0..1, or any number.
    pub fn to_cnf(&self) -> Result<String, ExportError> {
        let placements = self.placements();
        let (mut clauses, mut count) = (String::new(), 0);
        let mut add = |literals: fmt::Arguments<'_>| {
            // Writing to a string cannot fail.
            let _ = writeln!(clauses, "{literals}0");
            count += 1;
        };
        for Item { placements, is_needed, .. } in self.items(&placements)? {
            if is_needed {
                let any: String = placements.iter().map(|i| format!("{} ", i + 1)).collect();
                add(format_args!("{any}"));
            }
            for (n, i) in placements.iter().enumerate() {
                for j in &placements[n + 1..] {
                    add(format_args!("-{} -{} ", i + 1, j + 1));
                }
            }
        }
        Ok(format!("p cnf {} {count}\n{clauses}", placements.len()))
    }

    /// The free cells, and the pieces of which not any number fits.
    fn items(&self, placements: &[Placement]) -> Result<Vec<Item>, ExportError> {
        let item = |number: usize, name: String, is_cell, is_needed| {
            let is_of_item = |placement: &Placement| match is_cell {
                true => placement.covers(number),
                false => placement.piece == number,
            };
            let kind = if is_cell { 'c' } else { 'p' };
            let name = item_name(kind, &name, number);
            let placements = (0..placements.len()).filter(|&i| is_of_item(&placements[i]));
            Item { name, placements: placements.collect(), is_cell, is_needed }
        };
        let free = self.free_cells();
        let cells = self.cells.iter().enumerate().filter(|(cell, _)| free >> cell & 1 == 1);
        let cells = cells.map(|(i, (x, y))| item(i, format!("{x},{y}"), true, !self.packing));
        let mut items: Vec<_> = cells.collect();
        for (i, piece) in self.pieces.iter().enumerate() {
            let room = free.count_ones() as usize / piece.cells.len();
            match self.copies_left(i) {
                (min, 1) => items.push(item(i, piece.name.clone(), false, min == 1)),
                (0, max) if max == 0 || usize::from(max) >= room => {}
                _ => return Err(ExportError::Copies { name: piece.name.clone() }),
            }
        }
        Ok(items)
    }
}

/// A cell or a piece, which placements cover at most once.
struct Item {
    name: String,
    /// The indices of the placements that cover it.
    placements: Vec<usize>,
    is_cell: bool,
    /// Whether it must be covered.
    is_needed: bool,
}

/// The longest name of an item that Knuth's programs accept, in bytes, with the letter of its kind.
const MAX_ITEM: usize = 8;

/// The letter of the kind and the name, or the number if the name is not accepted or could be
/// confused with a number.
fn item_name(kind: char, name: &str, number: usize) -> String {
    if name.len() >= MAX_ITEM || name.starts_with('#') || name.contains(['|', ':']) {
        format!("{kind}#{number}")
    } else {
        format!("{kind}{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::GridKind;
    use crate::piece::Piece;
    use crate::presets;
    use crate::solver::Solver;

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
        let puzzle =
            |piece: Piece| Puzzle::from_picture(GridKind::Square, ". . .", [piece]).unwrap();
        let domino = || Piece::new("I", [(0, 0), (1, 0)]);
        let unlimited = puzzle(domino().copies(0..=9));
        assert_eq!(unlimited.to_cnf().unwrap(), "p cnf 2 4\n1 0\n1 2 0\n-1 -2 0\n2 0\n");
        let packing = puzzle(domino().copies(0..=1)).packing();
        assert_eq!(
            packing.to_dlx().unwrap(),
            "c0,0 c1,0 c2,0 | pI\nc0,0 c1,0 pI\nc1,0 c2,0 pI\nc0,0\nc1,0\nc2,0\n"
        );
        let packing = puzzle(domino()).packing();
        assert_eq!(packing.to_dlx().unwrap(), "pI | c0,0 c1,0 c2,0\nc0,0 c1,0 pI\nc1,0 c2,0 pI\n");
        let two = puzzle(domino().copies(2..=2));
        let error = ExportError::Copies { name: "I".into() };
        assert_eq!((two.to_dlx(), two.to_cnf()), (Err(error.clone()), Err(error)));
    }

    /// The number of sets of options with each primary item exactly once and each secondary one at
    /// most once. Like solvers, branches on the options of a primary item.
    fn exact_covers(text: &str) -> u128 {
        let (items, options) = text.split_once('\n').unwrap();
        let (primary, secondary) = items.split_once(" | ").unwrap_or((items, ""));
        let primary: Vec<_> = primary.split_whitespace().collect();
        let options: Vec<Vec<_>> =
            options.lines().map(|line| line.split_whitespace().collect()).collect();
        let known: Vec<_> = primary.iter().copied().chain(secondary.split_whitespace()).collect();
        assert!(options.iter().flatten().all(|item| known.contains(item)));
        assert!(known.iter().all(|item| item.len() <= 8 && !item.contains(['|', ':'])));
        covers(&primary, &options, &mut Vec::new())
    }

    fn covers<'a>(primary: &[&'a str], options: &[Vec<&'a str>], used: &mut Vec<&'a str>) -> u128 {
        let Some(next) = primary.iter().find(|item| !used.contains(item)) else { return 1 };
        let mut count = 0;
        for option in options.iter().filter(|option| option.contains(next)) {
            if option.iter().all(|item| !used.contains(item)) {
                let before = used.len();
                used.extend(option);
                count += covers(primary, options, used);
                used.truncate(before);
            }
        }
        count
    }

    #[test]
    fn the_exact_covers_are_the_solutions() {
        let cell = |name: &str| Piece::new(name, [(0, 0)]);
        let domino = |name: &str| Piece::new(name, [(0, 0), (1, 0)]);
        let corner = |name: &str| Piece::new(name, [(0, 0), (1, 0), (0, 1)]);
        let sets = [
            vec![cell("A").copies(0..=u16::MAX)],
            vec![domino("A").copies(0..=u16::MAX)],
            vec![domino("A").copies(0..=1), corner("B").copies(0..=1)],
            vec![domino("A"), corner("B")],
            vec![domino("A"), corner("B").copies(0..=1), cell("C").copies(0..=9)],
            vec![domino("a|b").copies(0..=1), domino("a:b"), cell("a").copies(0..=9)],
            vec![cell("#2").copies(0..=1), cell("p2").copies(0..=1), cell("of-8-byt")],
        ];
        let mut largest = 0;
        for (pieces, board) in sets.iter().flat_map(|set| {
            [". .\n. .", ". . .\n. . .", ". . .\n. # .\n. . ."].map(|board| (set.clone(), board))
        }) {
            let full = Puzzle::from_picture(GridKind::Square, board, pieces).unwrap();
            for mut puzzle in [full.clone().packing(), full] {
                // On the board as it is, and with a piece on it.
                for _ in 0..2 {
                    let count = Solver::new(puzzle.clone()).count().unwrap();
                    assert_eq!(exact_covers(&puzzle.to_dlx().unwrap()), count, "{puzzle:?}");
                    largest = largest.max(count);
                    let Some(&placement) = puzzle.placements().first() else { break };
                    puzzle.place(placement).unwrap();
                }
            }
        }
        assert!(largest >= 256);
        let cells = Piece::new("A", [(0, 0)]).copies(0..=u16::MAX);
        let square = Puzzle::from_picture(GridKind::Square, ". .\n. .", [cells]).unwrap().packing();
        assert_eq!(exact_covers(&square.to_dlx().unwrap()), 16);
    }
}
