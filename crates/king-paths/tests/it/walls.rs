//! Walls between cells, one-way steps and agents larger than a cell, against searches cell by cell.

use std::collections::{HashMap, HashSet, VecDeque};

use bitboard_core::{Random, SeededRng};
use king_paths::grid::{
    Cost, CostMap, Distances, Ends, Grid, GridError, Legend, OctileCost, Point, StepKind,
};

use crate::common::check;

/// A map in plain code: the free cells, and the closed steps.
#[derive(Clone)]
struct Plain {
    width: usize,
    height: usize,
    free: HashSet<Point>,
    closed: HashSet<(Point, Point)>,
}

impl Plain {
    fn cells(&self) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// The cells of the grid around one, free or not.
    fn around(&self, (x, y): Point) -> impl Iterator<Item = Point> {
        let near = move |at: usize, end: usize| at.saturating_sub(1)..(at + 2).min(end);
        let (columns, rows) = (near(x, self.width), near(y, self.height));
        let all = rows.flat_map(move |y| columns.clone().map(move |x| (x, y)));
        all.filter(move |&cell| cell != (x, y))
    }

    fn is_open(&self, from: Point, to: Point) -> bool {
        !self.closed.contains(&(from, to))
    }

    fn has_wall(&self, one: Point, other: Point) -> bool {
        !self.is_open(one, other) && !self.is_open(other, one)
    }

    /// Returns whether a step leads from one free cell to another.
    fn has_step(&self, from: Point, to: Point, kind: StepKind) -> bool {
        let (dx, dy) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        if !self.free.contains(&from) || !self.free.contains(&to) {
            return false;
        }
        if kind == StepKind::Knight {
            return dx * dy == 2;
        }
        let (beside, above) = ((to.0, from.1), (from.0, to.1));
        let no_wall = |cell| !self.has_wall(from, cell) && !self.has_wall(cell, to);
        let open =
            |cell| self.free.contains(&cell) && self.is_open(from, cell) && self.is_open(cell, to);
        let by_corner = || match kind {
            StepKind::King => no_wall(beside) || no_wall(above),
            StepKind::OneCornerCut => open(beside) || open(above),
            StepKind::NoCornerCut => open(beside) && open(above),
            _ => false,
        };
        dx.max(dy) == 1 && self.is_open(from, to) && (dx + dy == 1 || by_corner())
    }

    fn grid(&self) -> Grid {
        let is_free = |x, y| self.free.contains(&(x, y));
        let mut grid = Grid::from_fn(self.width, self.height, is_free).unwrap();
        for &(from, to) in &self.closed {
            grid.set_step(from, to, false).unwrap();
        }
        grid
    }

    /// Closes or opens a random step, or all steps between two cells that share an edge.
    fn change(&mut self, rng: &mut SeededRng, grid: &mut Grid) -> Option<Point> {
        let from = (below(rng, self.width), below(rng, self.height));
        let around: Vec<Point> = self.around(from).collect();
        let to = *around.get(below(rng, around.len().max(1)))?;
        let (is_open, is_wall) = (rng.below(3) == 0, rng.below(2) == 0);
        let edge = from.0 == to.0 || from.1 == to.1;
        let mut steps = vec![(from, to)];
        if is_wall && edge {
            grid.set_wall(from, to, !is_open).unwrap();
            steps.push((to, from));
        } else {
            grid.set_step(from, to, is_open).unwrap();
        }
        for step in steps {
            if is_open {
                self.closed.remove(&step)
            } else {
                self.closed.insert(step)
            };
        }
        Some(if rng.below(2) == 0 { from } else { to })
    }

    /// The cells that steps lead to from a cell, or from which they lead to it, in the order of
    /// rows.
    fn near(&self, cell: Point, kind: StepKind, is_back: bool) -> Vec<Point> {
        let has_step = |other: &Point| {
            let (from, to) = if is_back { (*other, cell) } else { (cell, *other) };
            self.has_step(from, to, kind)
        };
        self.cells().filter(has_step).collect()
    }

    /// The least costs from or to cells, and the cells before each on cheapest paths. `cost` is
    /// that of a step, charged for one of its cells.
    fn relaxed(
        &self,
        start: &[Point],
        (kind, is_back): (StepKind, bool),
        cost: impl Fn(Point, Point) -> u64,
    ) -> (HashMap<Point, u64>, HashMap<Point, Vec<Point>>) {
        let start = start.iter().filter(|cell| self.free.contains(cell));
        let mut costs: HashMap<Point, u64> = start.map(|&cell| (cell, 0)).collect();
        let mut queue: VecDeque<Point> = costs.keys().copied().collect();
        let step = |cell, next| if is_back { cost(next, cell) } else { cost(cell, next) };
        while let Some(cell) = queue.pop_front() {
            for next in self.near(cell, kind, is_back) {
                let found = costs[&cell] + step(cell, next);
                if costs.get(&next).is_none_or(|&old| found < old) {
                    costs.insert(next, found);
                    queue.push_back(next);
                }
            }
        }
        let mut before = HashMap::new();
        for (&cell, &found) in &costs {
            let near = self.near(cell, kind, !is_back).into_iter().filter(|near| {
                costs.get(near).is_some_and(|&cost| cost + step(*near, cell) == found)
            });
            before.insert(cell, near.collect());
        }
        (costs, before)
    }
}

fn below(rng: &mut SeededRng, n: usize) -> usize {
    rng.below(n as u64) as usize
}

/// A map with walls, one-way steps, both or many closed steps.
fn random_map(rng: &mut SeededRng, width: usize, height: usize) -> (Plain, Grid) {
    let free = 5 + rng.below(4);
    let mut map = Plain { width, height, free: HashSet::new(), closed: HashSet::new() };
    map.free = map.cells().filter(|_| rng.below(8) < free).collect();
    let mut grid = map.grid();
    for _ in 0..below(rng, 1 + 3 * width * height) {
        map.change(rng, &mut grid);
    }
    assert_eq!(grid, map.grid());
    (map, grid)
}

fn number_of_paths(before: &HashMap<Point, Vec<Point>>, cell: Point) -> u128 {
    match &before[&cell][..] {
        [] => 1,
        near => near.iter().map(|&near| number_of_paths(before, near)).sum(),
    }
}

/// Checks distances, next cells, paths and their number.
fn agree<C: Cost + std::fmt::Debug>(
    found: &Distances<C>,
    (costs, before): &(HashMap<Point, u64>, HashMap<Point, Vec<Point>>),
    map: &Plain,
    value: impl Fn(C) -> u64,
) {
    for cell in map.cells() {
        assert_eq!(found.get(cell).map(&value), costs.get(&cell).copied(), "{cell:?}");
        let Some(near) = before.get(&cell) else { continue };
        let next = found.next_cell(cell);
        assert!(next.map_or(near.is_empty(), |next| near.contains(&next)), "{cell:?} {next:?}");
        let path = found.path_to(cell).unwrap();
        assert_eq!((costs[&path[0]], path[path.len() - 1]), (0, cell));
        assert!(path.windows(2).all(|pair| before[&pair[1]].contains(&pair[0])));
        if costs.len() < 40 {
            assert_eq!(found.path_count_to(cell), Ok(number_of_paths(before, cell)));
        }
    }
}

fn random_size(rng: &mut SeededRng) -> Point {
    let sides = [1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 20];
    let mut side = || {
        let most = 4 + below(rng, 8);
        sides[below(rng, most)]
    };
    (side(), side())
}

/// All answers of a map with walls.
fn all_agree(seed: u64) {
    let mut rng = SeededRng::new(seed);
    let (width, height) = random_size(&mut rng);
    let (map, grid) = random_map(&mut rng, width, height);
    let mut cell = || (below(&mut rng, width), below(&mut rng, height));
    let (ends, goal) = ([cell(), cell()], cell());
    let cost = |cell: Point| ((3 * cell.0 + 5 * cell.1) % 4 + 1) as u64;
    let costs = {
        let mut costs = CostMap::from_grid(&grid).unwrap();
        map.free.iter().for_each(|&at| costs.set(at, cost(at) as u16).unwrap());
        costs
    };
    for kind in StepKind::ALL {
        for at in map.cells() {
            let near = map.near(at, kind, false);
            // A cell that is not free has neighbors too, as if it were.
            assert!(!map.free.contains(&at) || grid.neighbors(at, kind).eq(near));
        }
        for is_back in [false, true] {
            let set = if is_back { Ends::To(&ends) } else { Ends::From(&ends) };
            let Ok(found) = grid.distances(set, kind) else { continue };
            let expected = map.relaxed(&ends, (kind, is_back), |_, _| 1);
            agree(&found, &expected, &map, u64::from);
            let entered = map.relaxed(&ends, (kind, is_back), |_, to| cost(to));
            agree(&costs.distances(set, kind).unwrap(), &entered, &map, |cost| cost);
            if kind != StepKind::Knight {
                let is_diagonal = |a: Point, b: Point| a.0 != b.0 && a.1 != b.1;
                let length = |a, b| if is_diagonal(a, b) { 6_074_001_000 } else { 1 << 32 };
                let value = |cost: OctileCost| {
                    (u64::from(cost.straight()) << 32) + u64::from(cost.diagonal()) * 6_074_001_000
                };
                let expected = map.relaxed(&ends, (kind, is_back), length);
                let found = grid.octile_distances(set, kind).unwrap();
                agree(&found, &expected, &map, value);
                let expected = map.relaxed(&ends, (kind, is_back), |a, b| cost(b) * length(a, b));
                let found = costs.octile_distances(set, kind).unwrap();
                agree(&found, &expected, &map, value);
            }
        }
        let (from, before) = map.relaxed(&ends, (kind, false), |_, _| 1);
        let Ok(paths) = grid.shortest_paths(&ends, &[goal], kind) else { continue };
        assert_eq!(paths.distance().map(u64::from), from.get(&goal).copied());
        if paths.distance().is_none() {
            continue;
        }
        let (to, _) = map.relaxed(&[goal], (kind, true), |_, _| 1);
        for (i, layer) in (0..).zip(paths.layers()) {
            let on_path = |cell: &Point| from.get(cell) == Some(&i);
            let last = from[&goal] - i;
            let on_path = |cell: &Point| on_path(cell) && to.get(cell) == Some(&last);
            assert_eq!(layer, map.cells().filter(on_path).collect::<Vec<_>>());
        }
        let check_path = |path: &[Point]| {
            assert_eq!((from[&path[0]], path[path.len() - 1]), (0, goal));
            assert_eq!(path.len() as u64, from[&goal] + 1);
            assert!(path.windows(2).all(|pair| map.has_step(pair[0], pair[1], kind)));
        };
        check_path(&paths.path().unwrap());
        paths.sampler(SeededRng::new(seed)).take(3).for_each(|path| check_path(&path));
        if from.len() < 40 {
            let count = number_of_paths(&before, goal);
            assert_eq!(paths.path_count(), Ok(count));
            let listed: HashSet<Vec<Point>> = paths.paths().take(500).collect();
            assert_eq!(listed.len() as u128, count.min(500));
            listed.iter().for_each(|path| check_path(path));
        }
        let start = ends.iter().find(|cell| map.free.contains(cell));
        let Some(&start) = start else { continue };
        let (from, _) = map.relaxed(&[start], (kind, false), |_, to| cost(to));
        let path = costs.path(start, goal, kind).unwrap();
        assert_eq!(path.map(|(cost, _)| cost), from.get(&goal).copied());
    }
}

#[test]
fn answers_with_walls_are_those_of_plain_searches() {
    check(20, all_agree);
}

#[test]
#[ignore = "takes minutes"]
fn answers_of_many_maps_with_walls_are_those_of_plain_searches() {
    (0..10_000).for_each(all_agree);
}

/// Distances after changes of cells, walls and steps.
fn repaired(seed: u64) {
    fn check<C: Cost + std::fmt::Debug>(
        repaired: &Distances<C>,
        rebuilt: Result<Distances<C>, GridError>,
    ) {
        match rebuilt {
            Ok(rebuilt) => assert_eq!(repaired, &rebuilt),
            Err(_) => assert_eq!(repaired.max(), None),
        }
    }
    let mut rng = SeededRng::new(seed);
    let (width, height) = random_size(&mut rng);
    let (mut map, mut grid) = random_map(&mut rng, width, height);
    let from = [(below(&mut rng, width), below(&mut rng, height))];
    let ends = if rng.below(2) == 0 { Ends::From(&from) } else { Ends::To(&from) };
    let kind = StepKind::ALL[below(&mut rng, 5)];
    grid.set(from[0], true).unwrap();
    let mut costs = CostMap::from_grid(&grid).unwrap();
    let mut steps = grid.distances(ends, kind).unwrap();
    let mut lengths = grid.octile_distances(ends, kind);
    let mut sums = costs.distances(ends, kind).unwrap();
    for _ in 0..20 {
        let mut changed: Vec<Point> = Vec::new();
        for _ in 0..1 + rng.below(4) {
            let other = map.clone();
            changed.extend(map.change(&mut rng, &mut grid));
            for &(from, to) in map.closed.symmetric_difference(&other.closed) {
                costs.set_step(from, to, map.is_open(from, to)).unwrap();
            }
            let (cell, cost) = ((below(&mut rng, width), below(&mut rng, height)), rng.below(4));
            if rng.below(3) == 0 {
                grid.set(cell, cost > 0).unwrap();
                costs.set(cell, cost as u16).unwrap();
                changed.push(cell);
            }
        }
        grid.update_distances(&mut steps, &changed).unwrap();
        check(&steps, grid.distances(ends, kind));
        if let Ok(lengths) = &mut lengths {
            grid.update_distances(lengths, &changed).unwrap();
            check(lengths, grid.octile_distances(ends, kind));
        }
        costs.update_distances(&mut sums, &changed).unwrap();
        check(&sums, costs.distances(ends, kind));
    }
}

#[test]
fn distances_are_repaired_after_changes_of_walls() {
    check(25, repaired);
}

#[test]
#[ignore = "takes minutes"]
fn distances_are_repaired_on_many_maps() {
    (0..10_000).for_each(repaired);
}

/// The map of the places of an agent.
fn of_agent(map: &Plain, (width, height): Point) -> Plain {
    let cells =
        |(x, y): Point| (0..height).flat_map(move |dy| (0..width).map(move |dx| (x + dx, y + dy)));
    let fits = |&at: &Point| {
        let is_inside = at.0 + width <= map.width && at.1 + height <= map.height;
        let has_wall = |cell: Point| {
            let next = [(cell.0 + 1, cell.1), (cell.0, cell.1 + 1)];
            let next = next.into_iter().filter(|&next| cells(at).any(|cell| cell == next));
            next.into_iter().any(|next| map.has_wall(cell, next))
        };
        is_inside && cells(at).all(|cell| map.free.contains(&cell) && !has_wall(cell))
    };
    let mut closed = HashSet::new();
    for from in map.cells() {
        for to in map.around(from) {
            let moved = |cell: Point| (cell.0 + to.0 - from.0, cell.1 + to.1 - from.1);
            if cells(from).any(|cell| map.closed.contains(&(cell, moved(cell)))) {
                closed.insert((from, to));
            }
        }
    }
    Plain { free: map.cells().filter(fits).collect(), closed, ..*map }
}

fn agents(seed: u64) {
    let mut rng = SeededRng::new(seed);
    let (width, height) = random_size(&mut rng);
    let (mut map, mut grid) = random_map(&mut rng, width, height);
    if rng.below(2) == 0 {
        map.closed.clear();
        grid = map.grid();
    }
    // Fewer obstacles than for agents of a cell.
    for _ in 0..width * height {
        let cell = (below(&mut rng, width), below(&mut rng, height));
        map.free.insert(cell);
        grid.set(cell, true).unwrap();
        let step = map.closed.iter().min_by_key(|&step| step).copied();
        if let Some((from, to)) = step.filter(|_| rng.below(4) > 0) {
            map.closed.remove(&(from, to));
            grid.set_step(from, to, true).unwrap();
        }
    }
    assert_eq!(grid, map.grid());
    let clearance = grid.clearance().unwrap();
    for agent in (1..=4).flat_map(|height| (1..=5).map(move |width| (width, height))) {
        let (expected, found) = (of_agent(&map, agent), grid.for_agent(agent.0, agent.1).unwrap());
        for at in map.cells() {
            assert_eq!(found.is_free(at), expected.free.contains(&at), "{agent:?} {at:?}");
            let is_square = agent.0 == agent.1 && map.closed.is_empty();
            assert!(
                !is_square
                    || found.is_free(at) == (clearance[at.1 * width + at.0] as usize >= agent.0)
            );
            if found.is_free(at) {
                for kind in StepKind::ALL {
                    let near = expected.near(at, kind, false);
                    assert!(found.neighbors(at, kind).eq(near), "{agent:?} {at:?} {kind:?}");
                }
            }
        }
        assert_eq!(found.to_string().parse(), Ok(found));
    }
    for (columns, rows) in [(usize::MAX, 1), (width + 1, 1), (1, height + 1)] {
        assert_eq!(grid.for_agent(columns, rows).unwrap().free_cells(), 0);
    }
}

#[test]
fn agents_are_where_all_of_their_cells_fit() {
    check(6, agents);
}

#[test]
#[ignore = "takes minutes"]
fn agents_fit_on_many_maps() {
    (0..10_000).for_each(agents);
}

#[test]
fn walls_are_written_and_read() {
    let mut rng = SeededRng::new(8);
    for _ in 0..100 {
        let (width, height) = random_size(&mut rng);
        let (_, grid) = random_map(&mut rng, width, height);
        assert_eq!(grid.to_string().parse::<Grid>().as_ref(), Ok(&grid));
        let costs = CostMap::from_grid(&grid).unwrap();
        assert_eq!(costs.grid(), &grid);
        assert_eq!(costs.to_string().parse(), Ok(costs));
    }
    let mut grid: Grid = "..\n#.".parse().unwrap();
    grid.set_wall((0, 0), (1, 0), true).unwrap();
    grid.set_step((1, 0), (0, 1), false).unwrap();
    assert_eq!(grid.to_string(), "..\n#.\nwalls:\n02 48\n00 00");
    let error = |text: &str| text.parse::<Grid>().unwrap_err().to_string();
    assert_eq!(error("..\n..\nwalls:\n0000"), "line 4: expected 2 rows, found 1");
    assert_eq!(error("..\nwalls:\n000"), "line 3, column 1: expected a row of 4 cells, found 3");
    assert!(error("..\nwalls:\n00 0g").starts_with("line 3, column 5: expected '0'"));
    assert_eq!(error("walls:\n00"), "line 1: a grid of 6×0 has no cells");
    // Symbols of a legend are not digits of closed steps.
    let legend = Legend::new().free(".").markers("S");
    let error = |text: &str| legend.grid(text).unwrap_err().to_string();
    assert!(error("S.\nwalls:\n00 0g").starts_with("line 3, column 5: expected '0', '1', '2'"));
    assert!(error("S./walls:/00 0g").starts_with("line 1, column 15: expected '0', '1', '2'"));
    assert!(error("Sg\nwalls:\n00 00").contains("expected one of '.' (free), 'S' (marker)"));
}

#[test]
fn steps_are_between_neighbors() {
    let mut grid = Grid::from_fn(4, 4, |_, _| true).unwrap();
    let plain = grid.clone();
    for to in [(1, 1), (3, 1), (1, 3), (3, 3)] {
        let wrong = Err(GridError::NotNeighbors { from: (1, 1), to });
        assert_eq!(grid.set_step((1, 1), to, false), wrong);
        assert!(grid.set_step(to, (1, 1), true).is_err());
    }
    let wrong = Err(GridError::NotNeighbors { from: (1, 1), to: (2, 2) });
    assert_eq!(grid.set_wall((1, 1), (2, 2), true), wrong);
    let off = Err(GridError::OffGrid { x: 4, y: 0, width: 4, height: 4 });
    assert_eq!(grid.set_step((3, 0), (4, 0), false), off);
    assert_eq!(grid, plain);
    assert!(grid.is_open((1, 1), (2, 2)) && !grid.is_open((1, 1), (3, 1)));
    grid.set_wall((1, 1), (2, 1), true).unwrap();
    assert!(!grid.is_open((1, 1), (2, 1)) && !grid.is_open((2, 1), (1, 1)));
    assert_eq!(grid.octile_planner().err(), Some(GridError::Walls));
    grid.set_wall((1, 1), (2, 1), false).unwrap();
    assert_eq!(grid, plain);
    grid.set_steps(|from, to| from <= to).unwrap();
    assert!(grid.is_open((1, 1), (2, 1)) && !grid.is_open((2, 1), (1, 1)));
    grid.set_steps(|_, _| true).unwrap();
    assert_eq!(grid, plain);
}

/// Larger maps, so that tiles have neighbors on all sides.
#[test]
fn tiles_with_walls_agree_with_plain_searches() {
    let mut rng = SeededRng::new(4);
    // Several of many cells have a step to the same one.
    for (width, height, cells) in [(37, 29, 2), (37, 29, 2), (26, 19, 140), (26, 19, 140)] {
        let (map, grid) = random_map(&mut rng, width, height);
        let mut cell = || (below(&mut rng, width), below(&mut rng, height));
        let ends: Vec<Point> = (0..cells).map(|_| cell()).collect();
        for (kind, is_back) in [(StepKind::King, false), (StepKind::NoCornerCut, true)] {
            let set = if is_back { Ends::To(&ends) } else { Ends::From(&ends) };
            let Ok(found) = grid.distances(set, kind) else { continue };
            agree(&found, &map.relaxed(&ends, (kind, is_back), |_, _| 1), &map, u64::from);
        }
    }
}
