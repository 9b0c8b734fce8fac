//! Questions about all solutions of the Meteor puzzle.

use alloc::vec::Vec;

use crate::placement::{Board, Placement};
use crate::search::solutions;
use crate::solution::Solution;

/// All 2,098 solutions, sorted as they print.
///
/// ```
/// use meteor::Catalogue;
///
/// let all = Catalogue::new();
/// let solution = all.nth(1000).unwrap();
/// assert_eq!(all.rank(solution), Some(1000));
/// assert_eq!(all.rank(&solution.turned()), Some(631));
/// ```
#[derive(Clone, Debug)]
pub struct Catalogue {
    solutions: Vec<Solution>,
}

impl Default for Catalogue {
    fn default() -> Self {
        Self::new()
    }
}

impl Catalogue {
    /// Works them out.
    #[must_use]
    pub fn new() -> Self {
        Self { solutions: solutions() }
    }

    /// All of them.
    #[must_use]
    pub fn as_slice(&self) -> &[Solution] {
        &self.solutions
    }

    /// Solution number `n`, counted from 0.
    #[must_use]
    pub fn nth(&self, n: usize) -> Option<&Solution> {
        self.solutions.get(n)
    }

    /// The number of a solution.
    #[must_use]
    pub fn rank(&self, solution: &Solution) -> Option<usize> {
        self.solutions.binary_search(solution).ok()
    }

    /// One drawn at random, each as likely as any other; `random` gives 64 random bits each time it is called.
    pub fn sample(&self, mut random: impl FnMut() -> u64) -> &Solution {
        let count = self.solutions.len() as u64;
        // Numbers from the last multiple of `count` on would favor the first solutions. 128 of them in a row mean that the numbers are
        // not random.
        let end = u64::MAX / count * count;
        let mut n = random();
        for _ in 0..128 {
            if n < end {
                break;
            }
            n = random();
        }
        &self.solutions[(n % count) as usize]
    }

    /// Those in which these pieces lie where they lie here.
    pub fn with<'a>(
        &'a self,
        placed: &[Placement],
    ) -> impl Iterator<Item = &'a Solution> + use<'a> {
        let placed = placed.to_vec();
        let agrees = |solution: &Solution, placement: &Placement| {
            placement
                .cells
                .into_iter()
                .all(|cell| usize::from(solution.piece(cell.index() as usize)) == placement.piece)
        };
        self.solutions
            .iter()
            .filter(move |solution| placed.iter().all(|placement| agrees(solution, placement)))
    }

    /// The solution with these pieces, if there is exactly one.
    #[must_use]
    pub fn unique(&self, placed: &[Placement]) -> Option<&Solution> {
        let mut found = self.with(placed);
        found.next().filter(|_| found.next().is_none())
    }

    /// A piece that can be placed next so that the puzzle can still be solved, that on the lowest cell that is still free; `None` if there is no solution
    /// with these pieces, or all are placed.
    #[must_use]
    pub fn hint(&self, placed: &[Placement]) -> Option<Placement> {
        let filled = placed.iter().fold(Board::EMPTY, |filled, placement| filled | placement.cells);
        let free = (!filled).first()?;
        let solution = self.with(placed).next()?;
        let piece = solution.piece(free.index() as usize);
        let cells = Board::FULL.into_iter();
        let cells = cells.filter(|cell| solution.piece(cell.index() as usize) == piece).collect();
        Some(Placement { piece: piece.into(), cells })
    }
}
