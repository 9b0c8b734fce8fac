//! The first steps of shortest paths between all pairs of cells. Orthogonal steps, because the
//! paths of bit_gossip 0.0.13 by king steps are longer than the shortest.

use std::iter;

use king_paths::grid::{Grid, Point, StepKind};

use crate::random::Random;
#[cfg(feature = "king-paths-rivals")]
use crate::rivals;
use crate::task::{Builder, Role, Task};

const SIZE: u16 = 24;

pub(super) fn tasks() -> Vec<Task> {
    let task = Builder::new(
        "king-paths",
        "next steps between all cells of a grid, 24 × 24, 20 % walls",
        "map",
        || vec![map()],
        |_| "the map".to_owned(),
    )
    .engine(
        Role::Ours,
        "king-paths",
        |grid| {
            let field = |goal| {
                let goals = grid.distances(&[goal], StepKind::Orthogonal).ok()?;
                let next = |cell| Some(number(goals.next_cell(point(cell))?));
                Some((0..SIZE * SIZE).map(next).collect::<Vec<_>>())
            };
            grid.iter().map(|goal| (number(goal), field(goal))).collect::<Vec<_>>()
        },
        |fields| {
            let fields = fields.into_iter().filter_map(|(goal, next)| Some((goal, next?)));
            let all = fields.map(|(goal, next)| lengths(|from| next[usize::from(from)], goal));
            all.sum::<usize>().to_string()
        },
    );
    #[cfg(feature = "king-paths-rivals")]
    let task = task.engine(
        Role::Rival,
        "bit_gossip",
        |grid| rivals::grid::all_pairs(grid, SIZE),
        |graph| {
            let goals = 0..SIZE * SIZE;
            let all = goals.map(|goal| lengths(|from| graph.neighbor_to(from, goal), goal));
            all.sum::<usize>().to_string()
        },
    );
    vec![task.charted().build()]
}

/// The lengths of the paths to a goal, from all cells that have one, added up.
fn lengths(next: impl Fn(u16) -> Option<u16>, goal: u16) -> usize {
    let length = |from| {
        let path = iter::successors(Some(from), |&cell| next(cell).filter(|_| cell != goal));
        // Towards a goal out of reach, bit_gossip may lead a few steps.
        let (steps, end) = path.enumerate().last().unwrap_or((0, from));
        if end == goal { steps } else { 0 }
    };
    (0..SIZE * SIZE).map(length).sum()
}

/// A cell from its number, row by row.
fn point(cell: u16) -> Point {
    (usize::from(cell % SIZE), usize::from(cell / SIZE))
}

/// The number of a cell.
fn number((x, y): Point) -> u16 {
    (y * usize::from(SIZE) + x) as u16
}

fn map() -> Grid {
    let mut random = Random::new(17);
    let size = usize::from(SIZE);
    let grid = Grid::from_fn(size, size, |_, _| random.below(100) >= 20);
    grid.unwrap_or_else(|error| panic!("{error}"))
}
