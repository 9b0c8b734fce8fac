//! An oracle that solves small puzzles by brute force, for tests and fuzzing.

use meteor_puzzle::{Placement, Puzzle, Solution};

/// The cells of a placement as bits.
pub(crate) fn mask(placement: &Placement) -> u128 {
    placement.cells().fold(0, |cells, cell| cells | 1 << cell)
}

/// The pieces of a solution and their cells, sorted.
pub(crate) type Plain = Vec<(usize, u128)>;

/// The plain form of a solution.
pub(crate) fn plain(solution: &Solution) -> Plain {
    sorted(solution.placements())
}

fn sorted(placements: &[Placement]) -> Plain {
    let mut plain: Plain = placements.iter().map(|p| (p.piece, mask(p))).collect();
    plain.sort_unstable();
    plain
}

/// All solutions, placed pieces included, sorted; `None` if that takes more than `nodes` nodes. The
/// lowest cell is covered in all ways or, if allowed, left empty, with no more copies of a piece
/// than there are. Whether there are enough, and as many empty cells as wanted, is checked at the
/// end.
pub(crate) fn naive_within(puzzle: &Puzzle, nodes: u64) -> Option<Vec<Plain>> {
    let chosen = sorted(puzzle.placed());
    let filled = chosen.iter().fold(0, |cells, p| cells | p.1);
    let all = sorted(&puzzle.placements());
    let full = u128::MAX >> (128 - puzzle.cells().len());
    let mut search = Naive { puzzle, all, full, nodes, chosen, found: Vec::new() };
    search.cover(filled)?;
    search.found.sort_unstable();
    Some(search.found)
}

struct Naive<'a> {
    puzzle: &'a Puzzle,
    all: Plain,
    full: u128,
    nodes: u64,
    chosen: Plain,
    found: Vec<Plain>,
}

impl Naive<'_> {
    fn cover(&mut self, filled: u128) -> Option<()> {
        self.nodes = self.nodes.checked_sub(1)?;
        if filled == self.full {
            let pieces = self.puzzle.pieces().iter().enumerate();
            let covered = self.chosen.iter().fold(0, |cells, chosen| cells | chosen.1);
            let empty = (self.full & !covered).count_ones() as u16;
            let is_wanted = self.puzzle.empty_range().contains(&empty);
            if is_wanted && { pieces }
                .all(|(i, piece)| *piece.copy_range().start() <= self.copies(i))
            {
                let mut solution = self.chosen.clone();
                solution.sort_unstable();
                self.found.push(solution);
            }
            return Some(());
        }
        let cell = (!filled).trailing_zeros();
        for i in 0..self.all.len() {
            let (piece, cells) = self.all[i];
            let is_free = cells >> cell & 1 != 0 && cells & filled == 0;
            if is_free && self.copies(piece) < *self.puzzle.pieces()[piece].copy_range().end() {
                self.chosen.push((piece, cells));
                self.cover(filled | cells)?;
                self.chosen.pop();
            }
        }
        if self.puzzle.optional_cells().any(|optional| optional == cell as usize) {
            self.cover(filled | 1 << cell)?;
        }
        Some(())
    }

    /// The number of copies of a piece on the board.
    fn copies(&self, piece: usize) -> u16 {
        self.chosen.iter().filter(|chosen| chosen.0 == piece).count() as u16
    }
}
