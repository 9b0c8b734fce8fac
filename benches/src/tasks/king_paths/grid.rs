//! Large grids: distances, costs, one path, changes of the map.

use king_paths::grid::{
    Cost, CostMap, Distances, Ends, Grid, GridError, OctileCost, Point, StepKind,
};

use crate::baseline::grid::{Walls, distances};
use crate::random::Random;
#[cfg(feature = "king-paths-rivals")]
use crate::rivals::grid::{LazyGraph, astar_length, by_petgraph, cheapest};
use crate::task::{Builder, Role, Task, checksum};

pub(super) fn tasks() -> Vec<Task> {
    vec![
        map_task("distances on a grid, 512 × 512, 30 % walls", random),
        map_task("distances on a grid, 512 × 512, maze", maze),
        octile_path(),
        costs(),
        edits(),
        all_pairs(),
    ]
}

const SIZE: u32 = 512;

/// The same map for all engines.
struct Map {
    grid: Grid,
    walls: Walls,
    #[cfg(feature = "king-paths-rivals")]
    graph: LazyGraph,
    /// The cell where searches begin.
    start: (u32, u32),
}

impl Map {
    fn new(is_free: impl Fn(u32, u32) -> bool, start: (u32, u32)) -> Self {
        let size = SIZE as usize;
        let grid = Grid::from_fn(size, size, |x, y| is_free(x as u32, y as u32));
        Self {
            grid: grid.expect("a size that is allowed"),
            walls: Walls::new(SIZE, SIZE, is_free),
            #[cfg(feature = "king-paths-rivals")]
            graph: LazyGraph::new(),
            start,
        }
    }

    fn first(&self) -> Point {
        (self.start.0 as usize, self.start.1 as usize)
    }

    fn place(&self) -> u32 {
        self.walls.place(self.start.0, self.start.1)
    }

    fn picture(&self) -> Vec<u8> {
        let (width, height) = (self.grid.width(), self.grid.height());
        picture((width, height), self.first(), |x, y| self.grid.is_free((x, y)))
    }
}

/// The free cells as a PBM file, with the start in a comment.
pub(super) fn picture(
    (width, height): (usize, usize),
    start: Point,
    is_free: impl Fn(usize, usize) -> bool,
) -> Vec<u8> {
    let mut file = format!("P4\n# {} {}\n{width} {height}\n", start.0, start.1).into_bytes();
    for y in 0..height {
        let bit = |x: usize| u8::from(x < width && is_free(x, y));
        let byte = |x: usize| (x..x + 8).fold(0, |byte, x| byte << 1 | bit(x));
        file.extend((0..width).step_by(8).map(byte));
    }
    file
}

/// Distances by the steps of a king from a cell to all others.
fn map_task(name: &'static str, map: fn() -> Map) -> Task {
    let show = |found: (usize, Vec<u32>)| show_array(found, u32::MAX.into());
    let task = Builder::new("king-paths", name, "map", move || vec![map()])
        .written(Map::picture)
        .engine(
            Role::Ours,
            "king-paths",
            |map| map.grid.distances(&[map.first()], StepKind::King),
            |found| show_distances(found, u64::from),
        )
        .engine(
            Role::Baseline,
            "array and queue",
            |map| (map.walls.stride, distances(&map.walls, map.place())),
            show,
        );
    #[cfg(feature = "king-paths-rivals")]
    let task = task.engine(
        Role::Rival,
        "petgraph Bfs, graph made before",
        |map| (map.walls.stride, by_petgraph(&map.graph, &map.walls, map.place())),
        show,
    );
    task.charted().build()
}

/// The number of cells reached, and a checksum of the distances of all cells.
pub(super) fn show(distances: impl Iterator<Item = (Point, u64)>) -> String {
    let mut cells = 0;
    let places = distances.map(|((x, y), distance)| {
        cells += 1;
        (y << 16 | x, distance)
    });
    let sum = checksum(places);
    format!("{cells} cells, {sum:x}")
}

fn show_distances<C: Cost>(
    found: Result<Distances<C>, GridError>,
    number: fn(C) -> u64,
) -> String {
    show(found.expect("a search on the map").iter().map(|(cell, cost)| (cell, number(cost))))
}

/// The same of an array over a grid with a border of walls.
fn show_array<C: Into<u64> + Copy>((stride, distances): (usize, Vec<C>), unreached: u64) -> String {
    let cells = distances.iter().map(|&cost| cost.into()).enumerate();
    let reached = cells.filter(|&(_, cost)| cost != unreached);
    show(reached.map(|(i, cost)| ((i % stride - 1, i / stride - 1), cost)))
}

/// √2 in units of 2^-40. The error of a path is far less than the difference of two lengths.
const DIAGONAL: u64 = 1_554_944_255_988;
const STRAIGHT: u64 = 1 << 40;

/// A length in units of 2^-40.
fn scaled(cost: OctileCost) -> u64 {
    u64::from(cost.straight()) * STRAIGHT + u64::from(cost.diagonal()) * DIAGONAL
}

/// Shortest paths with diagonal steps of √2 that do not cut corners, from one free cell to another.
fn octile_path() -> Task {
    type Queries = (Map, Vec<[Point; 2]>);
    let queries = || {
        let (map, mut rng) = (random(), Random::new(18));
        let free: Vec<_> = map.grid.iter().collect();
        let mut cell = || free[rng.below(free.len())];
        let ends: Vec<[Point; 2]> = (0..20).map(|_| [cell(), cell()]).collect();
        vec![(map, ends)]
    };
    let show = |lengths: Vec<Option<u64>>| format!("{lengths:?}");
    let name = "octile path on a grid, 512 × 512, 30 % walls";
    let task = Builder::new("king-paths", name, "path", queries)
        .units_per_input(|(_, ends)| ends.len())
        .engine(
            Role::Ours,
            "king-paths",
            |(map, ends): &Queries| {
                let path = |&[from, to]: &[Point; 2]| {
                    let path = map.grid.octile_path(from, to, StepKind::NoCornerCut);
                    path.expect("a search on the map").map(|(cost, _)| scaled(cost))
                };
                ends.iter().map(path).collect()
            },
            show,
        );
    #[cfg(feature = "king-paths-rivals")]
    let task = task.engine(
        Role::Rival,
        "pathfinding astar",
        |(map, ends)| {
            let walls = &map.walls;
            let point = |cell: usize| (cell % walls.stride, cell / walls.stride);
            let path = |ends: &[Point; 2]| {
                let [from, to] = ends.map(|(x, y)| walls.place(x as u32, y as u32) as usize);
                let rest = |cell| scaled(OctileCost::between(point(cell), point(to)));
                astar_length(from, to, |cell| octile_steps(walls, cell), rest)
            };
            ends.iter().map(path).collect()
        },
        show,
    );
    task.charted().build()
}

/// The neighbors of a cell and the lengths of the steps.
#[cfg(feature = "king-paths-rivals")]
fn octile_steps(walls: &Walls, cell: usize) -> impl Iterator<Item = (usize, u64)> {
    let s = walls.stride as isize;
    let free = move |step: isize| walls.free[cell.wrapping_add_signed(step)];
    let straight = [-s, -1, 1, s].map(|step| (step, 0, STRAIGHT));
    let diagonal = [(-s, -1), (-s, 1), (s, -1), (s, 1)].map(|(a, b)| (a, b, DIAGONAL));
    straight.into_iter().chain(diagonal).filter_map(move |(a, b, cost)| {
        let is_free = free(a + b) && (b == 0 || free(a) && free(b));
        is_free.then(|| (cell.wrapping_add_signed(a + b), cost))
    })
}

/// Costs of cells from 1 to 255, 30 % walls, eight neighbors.
fn costs() -> Task {
    type Costs = (CostMap, Map);
    let map = || {
        let (map, mut rng) = (random(), Random::new(19));
        let cost = |x, y| u16::from(map.grid.is_free((x, y))) * (1 + rng.below(255)) as u16;
        let size = SIZE as usize;
        vec![(CostMap::from_fn(size, size, cost).expect("a size that is allowed"), map)]
    };
    let name = "costs of cells on a grid, 512 × 512, costs to 255";
    let task = Builder::new("king-paths", name, "map", map).engine(
        Role::Ours,
        "king-paths",
        |(costs, map): &Costs| costs.distances(Ends::From(&[map.first()]), StepKind::King),
        |found| show_distances(found, |cost| cost),
    );
    #[cfg(feature = "king-paths-rivals")]
    let task = task.engine(
        Role::Rival,
        "pathfinding dijkstra_reach",
        |(costs, map)| {
            let walls = &map.walls;
            let steps = |cell: usize| {
                let next = walls.around().map(|step| cell.wrapping_add_signed(step));
                next.into_iter().filter(|&next| walls.free[next]).map(|next| {
                    let cell = (next % walls.stride - 1, next / walls.stride - 1);
                    (next, u64::from(costs.cost(cell)))
                })
            };
            (walls.stride, cheapest(map.place() as usize, walls.free.len(), steps))
        },
        |found| show_array(found, u64::MAX),
    );
    task.build()
}

/// Squares of 16 × 16 cells become walls, and then what they were. All engines return the distance
/// of a cell after both changes.
fn edits() -> Task {
    /// A map without the change, and the cells that change.
    type Edit = (Grid, Vec<Point>);
    const START: Point = (SIZE as usize / 2, SIZE as usize / 2);
    const END: Point = (500, 500);
    let edits = || {
        let (map, mut rng) = (random(), Random::new(20));
        let mut edit = || {
            // Right of the start, which stays free.
            let (x, y) = (260 + rng.below(220), rng.below(496));
            let square = (y..y + 16).flat_map(|y| (x..x + 16).map(move |x| (x, y))).collect();
            (map.grid.clone(), square)
        };
        (0..20).map(|_| edit()).collect()
    };
    let find = |grid: &Grid| grid.distances(&[START], StepKind::King).expect("a search on the map");
    let name = "distances after two changes of 16 × 16 cells, 512 × 512, 30 % walls";
    let task = Builder::new("king-paths", name, "edit", edits);
    type Update = fn(&Grid, &mut Distances<u32>, &[Point]);
    let engines: [(_, Update); 2] = [
        ("king-paths", |grid, found, changed| {
            grid.update_distances(found, changed).expect("distances on the map");
        }),
        ("king-paths, all distances again", |grid, found, _| {
            *found = grid.distances(&[START], StepKind::King).expect("a search on the map");
        }),
    ];
    let task = engines.into_iter().fold(task, |task, (name, update)| {
        task.engine_with(
            Role::Ours,
            name,
            || None,
            move |known: &mut Option<(Grid, Distances<u32>)>, (original, square): &Edit| {
                let (grid, found) =
                    known.get_or_insert_with(|| (original.clone(), find(original)));
                [false, true].map(|free| {
                    for &cell in square {
                        let _ = grid.set(cell, free && original.is_free(cell));
                    }
                    update(grid, found, square);
                    found.get(END)
                })
            },
            |_, found| format!("{found:?}"),
        )
    });
    task.build()
}

/// The first steps of shortest paths between all pairs of cells, orthogonal steps.
fn all_pairs() -> Task {
    let map = || {
        let mut random = Random::new(17);
        let grid = Grid::from_fn(24, 24, |_, _| random.below(100) >= 20);
        vec![grid.expect("a size that is allowed")]
    };
    let name = "next steps between all cells of a grid, 24 × 24, 20 % walls";
    Builder::new("king-paths", name, "map", map)
        .engine(
            Role::Ours,
            "king-paths",
            |grid| {
                let field = |goal| grid.distances(&[goal], StepKind::Orthogonal);
                grid.iter().map(|goal| (goal, field(goal))).collect::<Vec<_>>()
            },
            |fields| format!("{} goals", fields.len()),
        )
        .charted()
        .build()
}

fn random() -> Map {
    let mut random = Random::new(15);
    let start = (SIZE / 2, SIZE / 2);
    let free: Vec<bool> = (0..SIZE * SIZE).map(|_| random.below(100) >= 30).collect();
    Map::new(|x, y| (x, y) == start || free[(y * SIZE + x) as usize], start)
}

/// A maze of corridors as wide as a cell: a spanning tree of rooms, grown depth first.
fn maze() -> Map {
    let mut random = Random::new(16);
    let mut free = vec![false; (SIZE * SIZE) as usize];
    let mut way = vec![(0u32, 0u32)];
    free[0] = true;
    while let Some(&(x, y)) = way.last() {
        let mut sides = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        random.shuffle(&mut sides);
        let fresh = sides.into_iter().find_map(|(dx, dy)| {
            let next = (x.checked_add_signed(2 * dx)?, y.checked_add_signed(2 * dy)?);
            let inside = next.0 < SIZE && next.1 < SIZE;
            (inside && !free[(next.1 * SIZE + next.0) as usize]).then_some((next, dx, dy))
        });
        let Some((next, dx, dy)) = fresh else {
            way.pop();
            continue;
        };
        free[(y.wrapping_add_signed(dy) * SIZE + x.wrapping_add_signed(dx)) as usize] = true;
        free[(next.1 * SIZE + next.0) as usize] = true;
        way.push(next);
    }
    Map::new(|x, y| free[(y * SIZE + x) as usize], (0, 0))
}
