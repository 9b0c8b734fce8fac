//! Solutions by their numbers.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::completions::Completions;
use crate::polyform::graph::{Graph, NoGraph, Step};
use crate::polyform::limits::Stop;
use crate::polyform::meter::Meter;
use crate::polyform::packing::Packing;
use crate::polyform::problem::{Move, Problem};
use crate::polyform::puzzle::Placement;
use crate::polyform::solution::Solution;
use crate::polyform::solver::Solver;

/// All solutions by their numbers, in the order of [`Solver::solutions`], none of which has to be looked for. Made by
/// [`Solver::index`].
///
/// ```
/// use meteor::polyform::{Solver, ready};
///
/// let puzzle = ready::find("dominoes-8x8").unwrap().puzzle();
/// let solver = Solver::new(&puzzle);
/// let index = solver.index()?;
/// assert_eq!(index.len(), 12_988_816);
/// let solution = index.nth(10_000_000)?.unwrap();
/// assert_eq!(index.rank(&solution)?, Some(10_000_000));
/// # Ok::<(), meteor::polyform::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct Index<'a> {
    solver: &'a Solver<'a>,
    engine: Engine<'a>,
    len: u128,
}

#[derive(Clone, Debug)]
enum Engine<'a> {
    Narrow(ByGraph<'a, u64>),
    Wide(ByGraph<'a, u128>),
    /// The graph does not fit the memory: they are looked for after all.
    Search,
}

#[derive(Clone, Debug)]
pub(crate) struct ByGraph<'a, W> {
    problem: &'a Problem<W>,
    graph: Graph<W>,
    completions: Completions,
}

impl<'a> Index<'a> {
    pub(crate) fn narrow(solver: &'a Solver<'a>, graph: ByGraph<'a, u64>) -> Result<Self, Stop> {
        let len = graph.len()?;
        Ok(Self { solver, engine: Engine::Narrow(graph), len })
    }

    pub(crate) fn wide(solver: &'a Solver<'a>, graph: ByGraph<'a, u128>) -> Result<Self, Stop> {
        let len = graph.len()?;
        Ok(Self { solver, engine: Engine::Wide(graph), len })
    }

    pub(crate) fn search(solver: &'a Solver<'a>, len: u128) -> Self {
        Self { solver, engine: Engine::Search, len }
    }

    /// How many solutions there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it is a number, not a container")]
    pub fn len(&self) -> u128 {
        self.len
    }

    /// Solution number `n`, counted from 0; `None` if there are not so many.
    ///
    /// # Errors
    /// [`Stop`] if the graph did not fit the memory, so that solutions have to be looked for, and a limit was reached.
    pub fn nth(&self, n: u128) -> Result<Option<Solution>, Stop> {
        if n >= self.len {
            return Ok(None);
        }
        let placed = self.solver.puzzle().placed().iter().copied();
        match &self.engine {
            Engine::Narrow(graph) => Ok(Some(Solution::new(placed.chain(graph.nth(n)?)))),
            Engine::Wide(graph) => Ok(Some(Solution::new(placed.chain(graph.nth(n)?)))),
            Engine::Search => {
                let mut search = self.solver.solutions();
                for _ in 0..n {
                    search.advance()?;
                }
                search.next().transpose()
            }
        }
    }

    /// The number of a solution; `None` if it is none of this puzzle.
    ///
    /// # Errors
    /// [`Stop`] if the graph did not fit the memory, so that solutions have to be looked for, and a limit was reached.
    pub fn rank(&self, solution: &Solution) -> Result<Option<u128>, Stop> {
        let placed = self.solver.puzzle().placed();
        if !placed.iter().all(|placement| solution.placements().contains(placement)) {
            return Ok(None);
        }
        match &self.engine {
            Engine::Narrow(graph) => graph.rank(solution, placed),
            Engine::Wide(graph) => graph.rank(solution, placed),
            Engine::Search => {
                for (n, other) in self.solver.solutions().enumerate() {
                    if other? == *solution {
                        return Ok(Some(n as u128));
                    }
                }
                Ok(None)
            }
        }
    }

    /// A solution drawn at random, each as likely as any other, if there are any. `random` gives 64 random bits each time it is called.
    ///
    /// # Errors
    /// [`Stop`] if the graph did not fit the memory, so that solutions have to be looked for, and a limit was reached.
    pub fn sample(&self, mut random: impl FnMut() -> u64) -> Result<Option<Solution>, Stop> {
        if self.len == 0 {
            return Ok(None);
        }
        let unused = (self.len - 1).leading_zeros();
        let mut draw = || {
            let bits = u128::from(random()) << 64 | u128::from(random());
            bits.checked_shr(unused).unwrap_or(0)
        };
        // Numbers that are too large are rejected, which happens less than half of the time. 128 of them in a row mean that the
        // numbers are not random.
        for _ in 0..128 {
            let n = draw();
            if n < self.len {
                return self.nth(n);
            }
        }
        self.nth(draw() % self.len)
    }
}

impl<'a, W: Word> ByGraph<'a, W> {
    pub(crate) fn new(problem: &'a Problem<W>, meter: &mut Meter<'_>) -> Result<Self, NoGraph> {
        let packing = Packing::new(problem).ok_or(NoGraph::TooLarge)?;
        let memory = meter.memory();
        let graph = Graph::new(problem, memory, meter)?;
        let completions = Completions::new(&graph, &packing, memory, meter)?;
        Ok(Self { problem, graph, completions })
    }

    fn len(&self) -> Result<u128, Stop> {
        if self.graph.len() == 0 { Ok(0) } else { self.completions.of(0, 0) }
    }

    /// What a step puts on the board.
    fn move_of(&self, filling: u32, step: Step) -> Move<W> {
        let (before, after) = (filling as usize, step.next as usize);
        let cells = self.graph.fillings[after] & !self.graph.fillings[before];
        Move { cells, piece: step.piece }
    }

    fn nth(&self, mut n: u128) -> Result<impl Iterator<Item = Placement>, Stop> {
        let (mut filling, mut hand, mut placements) = (0, 0, Vec::new());
        'cell: while self.graph.fillings[filling as usize] != self.problem.full {
            for &step in self.graph.steps(filling as usize) {
                let Some(after) = self.completions.packing().adder(step.piece).add(hand) else {
                    continue;
                };
                let ways = self.completions.of(step.next, after)?;
                if n >= ways {
                    n -= ways;
                    continue;
                }
                if !step.is_empty() {
                    placements.push(self.problem.placement(self.move_of(filling, step)));
                }
                (filling, hand) = (step.next, after);
                continue 'cell;
            }
            // There is a step for each number below the number of ways.
            break;
        }
        Ok(placements.into_iter())
    }

    fn rank(&self, solution: &Solution, placed: &[Placement]) -> Result<Option<u128>, Stop> {
        if self.graph.len() == 0 {
            return Ok(None);
        }
        let (mut filling, mut hand, mut rank, mut found) = (0, 0, 0, placed.len());
        'cell: while self.graph.fillings[filling as usize] != self.problem.full {
            for &step in self.graph.steps(filling as usize) {
                let Some(after) = self.completions.packing().adder(step.piece).add(hand) else {
                    continue;
                };
                let m = self.move_of(filling, step);
                let covered = self.problem.to_puzzle(m.cells);
                let here = if step.is_empty() {
                    solution.piece_at(covered.trailing_zeros() as usize).is_none()
                } else {
                    solution.placements().contains(&self.problem.placement(m))
                };
                if here {
                    found += usize::from(!step.is_empty());
                    (filling, hand) = (step.next, after);
                    continue 'cell;
                }
                rank += self.completions.of(step.next, after)?;
            }
            return Ok(None);
        }
        let is_one =
            found == solution.placements().len() && self.completions.of(filling, hand)? == 1;
        Ok(is_one.then_some(rank))
    }
}
