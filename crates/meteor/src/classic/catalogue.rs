//! Queries about all solutions.

use alloc::vec::Vec;

use bitboard_core::Random;

use super::graph::Graph;
use super::solution::Solution;
use crate::placement::Placement;

/// All solutions, sorted: 2,098, computed in two milliseconds.
///
/// ```
/// let solutions = meteor::classic::solutions();
/// assert_eq!(solutions.len(), 2_098);
/// assert!(solutions.is_sorted());
/// ```
#[must_use]
pub fn solutions() -> Vec<Solution> {
    let mut all = unsorted_solutions();
    all.sort_unstable();
    all
}

/// All solutions, unsorted.
///
/// ```
/// use meteor::classic;
///
/// let first = classic::unsorted_solutions().into_iter().min();
/// assert_eq!(first, Some(classic::solutions()[0]));
/// ```
#[must_use]
pub fn unsorted_solutions() -> Vec<Solution> {
    Graph::new().solutions()
}

/// All solutions, unsorted, from a generated graph in the program: in 0.1 ms.
///
/// ```
/// use meteor::classic;
///
/// let mut all = classic::generated_solutions();
/// all.sort_unstable();
/// assert_eq!(all, classic::solutions());
/// ```
#[cfg(feature = "graph")]
#[must_use]
pub fn generated_solutions() -> Vec<Solution> {
    Graph::generated().solutions()
}

/// The number of solutions, counted without making them.
///
/// ```
/// assert_eq!(meteor::classic::count(), 2_098);
/// ```
#[must_use]
pub fn count() -> usize {
    Graph::new().count()
}

/// All solutions, sorted, and queries about them.
///
/// The queries with placed pieces take the [`Placement`]s of the preset `meteor`.
///
/// ```
/// use meteor::classic::Catalogue;
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
    /// Computes all solutions.
    ///
    /// ```
    /// let all = meteor::classic::Catalogue::new();
    /// assert!(all.as_slice().is_sorted());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self { solutions: solutions() }
    }

    /// All solutions, sorted.
    ///
    /// ```
    /// use meteor::classic::Catalogue;
    ///
    /// assert_eq!(Catalogue::new().as_slice().len(), 2_098);
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> &[Solution] {
        &self.solutions
    }

    /// Solution number `n`, counted from 0.
    ///
    /// ```
    /// let all = meteor::classic::Catalogue::new();
    /// assert!(all.nth(2_097).is_some() && all.nth(2_098).is_none());
    /// ```
    #[must_use]
    pub fn nth(&self, n: usize) -> Option<&Solution> {
        self.solutions.get(n)
    }

    /// The number of a solution.
    ///
    /// ```
    /// let all = meteor::classic::Catalogue::new();
    /// assert_eq!(all.rank(&all.as_slice()[471]), Some(471));
    /// ```
    #[must_use]
    pub fn rank(&self, solution: &Solution) -> Option<usize> {
        self.solutions.binary_search(solution).ok()
    }

    /// A random solution. All are equally likely.
    ///
    /// ```
    /// use meteor::bitboard_core::SeededRng;
    /// use meteor::classic::Catalogue;
    ///
    /// let all = Catalogue::new();
    /// let solution = all.sample(&mut SeededRng::new(1));
    /// assert!(all.rank(solution).is_some());
    /// ```
    pub fn sample(&self, rng: &mut impl Random) -> &Solution {
        &self.solutions[rng.below(self.solutions.len() as u64) as usize]
    }

    /// The solutions that have all placed pieces.
    ///
    /// ```
    /// use meteor::classic::Catalogue;
    ///
    /// let puzzle = meteor::presets::find("meteor").unwrap().puzzle();
    /// let placed = puzzle.placement("0", [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)])?;
    /// assert_eq!(Catalogue::new().with(&[placed]).count(), 171);
    /// # Ok::<(), meteor::PuzzleError>(())
    /// ```
    pub fn with<'a>(
        &'a self,
        placed: &[Placement],
    ) -> impl Iterator<Item = &'a Solution> + use<'a> {
        let placed = placed.to_vec();
        let agrees = |solution: &Solution, placement: &Placement| {
            let mut cells = (0..50).filter(|&cell| placement.covers(cell));
            cells.all(|cell| usize::from(solution.piece(cell)) == placement.piece)
        };
        self.solutions
            .iter()
            .filter(move |solution| placed.iter().all(|placement| agrees(solution, placement)))
    }

    /// The solution with the placed pieces, if there is exactly one.
    ///
    /// ```
    /// assert_eq!(meteor::classic::Catalogue::new().unique(&[]), None);
    /// ```
    #[must_use]
    pub fn unique(&self, placed: &[Placement]) -> Option<&Solution> {
        let mut found = self.with(placed);
        found.next().filter(|_| found.next().is_none())
    }

    /// The piece that a solution with the placed pieces has on the lowest free cell; `None` if no such
    /// solution or no free cell exists.
    ///
    /// ```
    /// let hint = meteor::classic::Catalogue::new().hint(&[]).unwrap();
    /// assert!(hint.piece == 0 && hint.covers(0));
    /// ```
    #[must_use]
    pub fn hint(&self, placed: &[Placement]) -> Option<Placement> {
        let filled = placed.iter().fold(0, |filled, placement| filled | placement.cells);
        let free = Some((!filled).trailing_zeros() as usize).filter(|&free| free < 50)?;
        let pieces = self.with(placed).next()?.pieces();
        let same = (0..50).filter(|&cell| pieces[cell] == pieces[free]);
        let cells = same.fold(0, |cells, cell| cells | 1 << cell);
        Some(Placement { piece: pieces[free].into(), cells })
    }
}
