//! The first steps of shortest paths between all pairs of cells. Orthogonal steps, because the
//! paths of bit_gossip 0.0.13 by king steps are longer than the shortest.

use std::iter;

use king_paths::grid::{Grid, StepKind};

use crate::random::Random;
#[cfg(feature = "king-paths-rivals")]
use crate::rivals;
use crate::task::{Builder, Role, Task, checksum};

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
            let field = |goal| grid.distances(&[goal], StepKind::Orthogonal);
            grid.iter().map(|goal| (goal, field(goal))).collect::<Vec<_>>()
        },
        |fields| {
            let number = |(x, y)| (y * usize::from(SIZE) + x) as u16;
            let lengths = fields.iter().flat_map(|(goal, field)| {
                let next = |from: u16| {
                    let cell = (usize::from(from % SIZE), usize::from(from / SIZE));
                    field.as_ref().ok()?.next_cell(cell).map(number)
                };
                lengths(next, number(*goal))
            });
            show(lengths)
        },
    );
    #[cfg(feature = "king-paths-rivals")]
    let task = task.engine(
        Role::Rival,
        "bit_gossip",
        |grid| rivals::grid::all_pairs(grid, SIZE),
        |graph| {
            show((0..SIZE * SIZE).flat_map(|goal| {
                lengths(|from| graph.neighbor_to(from, goal), goal)
            }))
        },
    );
    vec![task.charted().build()]
}

/// A checksum of the lengths of paths between all pairs of cells.
fn show(lengths: impl Iterator<Item = (usize, u64)>) -> String {
    format!("{:x}", checksum(lengths))
}

/// The lengths of the paths to a goal, from all cells that have one, each with the number of the pair.
fn lengths(next: impl Fn(u16) -> Option<u16>, goal: u16) -> Vec<(usize, u64)> {
    let length = |from| {
        let path = iter::successors(Some(from), |&cell| next(cell).filter(|_| cell != goal));
        // Towards a goal out of reach, bit_gossip may lead a few steps.
        let (steps, end) = path.enumerate().last().unwrap_or((0, from));
        let pair = usize::from(goal) << 16 | usize::from(from);
        (pair, if end == goal { steps as u64 } else { 0 })
    };
    (0..SIZE * SIZE).map(length).collect()
}

fn map() -> Grid {
    let mut random = Random::new(17);
    let size = usize::from(SIZE);
    let grid = Grid::from_fn(size, size, |_, _| random.below(100) >= 20);
    grid.unwrap_or_else(|error| panic!("{error}"))
}
