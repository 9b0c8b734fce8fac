//! The first steps of shortest paths between all pairs of cells. Orthogonal steps, because the
//! paths of bit_gossip 0.0.13 by king steps are longer than the shortest.

use std::iter;

use king_paths::grid::{Grid, StepKind};

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
            let field = |goal| grid.distances(&[goal], StepKind::Orthogonal);
            grid.iter().map(|goal| (goal, field(goal))).collect::<Vec<_>>()
        },
        |fields| {
            let lengths = fields.into_iter().map(|((x, y), field)| {
                let Ok(field) = field else { return 0 };
                lengths(
                    |from| {
                        let next =
                            field.next_cell((usize::from(from % SIZE), usize::from(from / SIZE)));
                        next.map(|(x, y)| (y * usize::from(SIZE) + x) as u16)
                    },
                    (y * usize::from(SIZE) + x) as u16,
                )
            });
            lengths.sum::<usize>().to_string()
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

fn map() -> Grid {
    let mut random = Random::new(17);
    let size = usize::from(SIZE);
    let grid = Grid::from_fn(size, size, |_, _| random.below(100) >= 20);
    grid.unwrap_or_else(|error| panic!("{error}"))
}
