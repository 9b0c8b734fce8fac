//! Costs of cells, and distances after changes of the map. Eight neighbors.

use king_paths::grid::{CostMap, Distances, Ends, Grid, Point, StepKind};

use super::grid::random;
use crate::baseline::grid::{Walls, distances};
use crate::random::Random;
#[cfg(feature = "king-paths-rivals")]
use crate::rivals;
use crate::task::{Builder, Role, Task};

pub(super) fn tasks() -> Vec<Task> {
    vec![
        costs("costs of cells on a grid, 512 × 512, costs to 15", || map(15)),
        costs("costs of cells on a grid, 512 × 512, costs to 255", || map(255)),
        edits(),
    ]
}

/// A map with 30 % walls, and a cell where paths begin.
struct Map {
    costs: CostMap,
    #[cfg(feature = "king-paths-rivals")]
    walls: Walls,
    start: (u32, u32),
}

fn map(most: usize) -> Map {
    let (map, mut rng) = (random(512), Random::new(19));
    let cost = |x, y| u16::from(map.grid.is_free((x, y))) * (1 + rng.below(most)) as u16;
    let costs = CostMap::from_fn(512, 512, cost).unwrap_or_else(|error| panic!("{error}"));
    Map {
        costs,
        #[cfg(feature = "king-paths-rivals")]
        walls: map.walls,
        start: map.start,
    }
}

fn costs(name: &'static str, map: fn() -> Map) -> Task {
    let ours = |map: &Map| {
        let start = (map.start.0 as usize, map.start.1 as usize);
        map.costs.distances(Ends::From(&[start]), StepKind::King)
    };
    let task = super::distances(name, map, ours, |cost| cost);
    #[cfg(feature = "king-paths-rivals")]
    let task = task.engine(
        Role::Rival,
        "pathfinding dijkstra_reach",
        |map| {
            let Map { costs, walls, start } = map;
            let start = walls.place(start.0, start.1) as usize;
            let steps = |cell: usize| {
                let next = walls.around().map(|step| cell.wrapping_add_signed(step));
                next.into_iter().filter(|&next| walls.free[next]).map(|next| {
                    let cell = (next % walls.stride - 1, next / walls.stride - 1);
                    (next, u64::from(costs.cost(cell)))
                })
            };
            (walls.stride, rivals::octile::distances(start, walls.free.len(), steps))
        },
        |found| super::show_array(found, u64::MAX),
    );
    task.build()
}

/// A square of 16 × 16 cells that become walls, and then what they were.
struct Edit {
    /// The map without the change.
    grid: Grid,
    start: (u32, u32),
    square: Vec<Point>,
}

impl Edit {
    fn start(&self) -> Point {
        (self.start.0 as usize, self.start.1 as usize)
    }
}

/// All engines return the distance of a cell after both changes.
fn edits() -> Task {
    const END: Point = (500, 500);
    Builder::new(
        "king-paths",
        "distances after two changes of 16 × 16 cells, 512 × 512, 30 % walls",
        "edit",
        || {
            let (map, mut rng) = (random(512), Random::new(20));
            let mut edit = || {
                // Right of the start, which stays free.
                let (x, y) = (260 + rng.below(220), rng.below(496));
                let square = (y..y + 16).flat_map(|y| (x..x + 16).map(move |x| (x, y))).collect();
                Edit { grid: map.grid.clone(), start: map.start, square }
            };
            (0..20).map(|_| edit()).collect()
        },
        |edit| format!("{:?}", edit.square[0]),
    )
    .engine_with(
        Role::Ours,
        "king-paths",
        || None,
        |known: &mut Option<(Grid, Distances<u32>)>, edit| {
            let new = || {
                let found = edit.grid.distances(&[edit.start()], StepKind::King);
                (edit.grid.clone(), found.unwrap_or_else(|error| panic!("{error}")))
            };
            let (grid, found) = known.get_or_insert_with(new);
            [false, true].map(|free| {
                for &cell in &edit.square {
                    let _ = grid.set(cell, free && edit.grid.is_free(cell));
                }
                let _ = grid.update_distances(found, &edit.square);
                found.get(END)
            })
        },
        |_, found| format!("{found:?}"),
    )
    .engine_with(
        Role::Baseline,
        "array and queue",
        || None,
        |known: &mut Option<Walls>, edit| {
            let free = |x, y| edit.grid.is_free((x as usize, y as usize));
            let walls = known.get_or_insert_with(|| Walls::new(512, 512, free));
            let place = |walls: &Walls, (x, y): Point| walls.place(x as u32, y as u32);
            [false, true].map(|free| {
                for &cell in &edit.square {
                    let at = place(walls, cell) as usize;
                    walls.free[at] = free && edit.grid.is_free(cell);
                }
                let found = distances(walls, place(walls, edit.start()));
                Some(found[place(walls, END) as usize]).filter(|&distance| distance != u32::MAX)
            })
        },
        |_, found| format!("{found:?}"),
    )
    .build()
}
