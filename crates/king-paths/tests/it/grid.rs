//! Paths on grids, and maps that are wrong.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use bitboard_core::{Moves, NoCornerCut, Random, RowMajor, SeededRng, Steps};
use king_paths::grid::{
    CostMap, CountOverflow, Ends, Grid, GridError, Legend, MapError, Point, StepKind,
};

use crate::common::{Rule, answers, bits, check, query};

/// The same steps on a board.
fn moves(kind: StepKind) -> Rule<RowMajor<6, 12>> {
    Rule(match kind {
        StepKind::Orthogonal => Moves::Steps(Steps::ORTHOGONAL),
        StepKind::King => Moves::Steps(Steps::KING),
        StepKind::NoCornerCut => NoCornerCut::KING.into(),
        StepKind::Knight => Moves::Steps(Steps::KNIGHT),
        _ => unreachable!("a kind without a test"),
    })
}

#[test]
fn there_is_no_layer_after_the_last() {
    let grid = Grid::from_fn(3, 3, |_, _| true).unwrap();
    let paths = grid.shortest_paths(&[(0, 0)], &[(2, 2)], StepKind::King).unwrap();
    assert!(paths.layer(2).is_some());
    assert_eq!([3, usize::MAX].map(|i| paths.layer(i)), [None; 2]);
}

#[test]
fn small_grids_are_boards() {
    type G = RowMajor<6, 12>;
    fn agree(seed: u64) {
        let sets = query(&mut SeededRng::new(seed)).map(|set| set & ((1 << 72) - 1));
        let point = |cell: u32| -> Point { (cell as usize % 6, cell as usize / 6) };
        let number = |&(x, y): &Point| (x + 6 * y) as u32;
        let points = |set: u128| bits(set).map(point).collect::<Vec<Point>>();
        let mut grid = Grid::new(6, 12).unwrap();
        grid.set_all(points(sets[2]), true).unwrap();
        // Boards have no steps past one wall.
        for kind in StepKind::ALL.into_iter().filter(|&kind| kind != StepKind::OneCornerCut) {
            let board = answers::<u128, G, _>(&sets, &moves(kind));
            let paths = match grid.shortest_paths(&points(sets[0]), &points(sets[1]), kind) {
                Err(GridError::Blocked { .. }) => continue,
                paths => paths.unwrap(),
            };
            let layers: Vec<_> = board.layers.iter().map(|&layer| points(layer)).collect();
            assert!(paths.layers().eq(layers.iter().map(|layer| &layer[..])));
            assert_eq!(paths.path_count(), Ok(board.count));
            let counts = paths.counts().unwrap();
            let counts: Vec<_> = counts.iter().map(|(cell, n)| (number(&cell), n)).collect();
            assert_eq!(counts, board.counts);
            assert_eq!(paths.cells().count(), counts.len());
            let must_pass = paths.must_pass().fold(0, |all, cell| all | 1 << number(&cell));
            assert_eq!(must_pass, board.must_pass);
            let path = paths.path().unwrap_or_default();
            assert_eq!(path.len(), layers.len());
            assert_path(&path, &grid, kind);
        }
    }
    check(100, agree);
}

#[test]
fn counts_that_overflow_say_so() {
    let open = Grid::from_fn(40, 40, |_, _| true).unwrap();
    let small = open.shortest_paths(&[(0, 0)], &[(39, 39)], StepKind::Orthogonal).unwrap();
    // 78 choose 39.
    assert_eq!(small.path_count(), Ok(27_217_014_869_199_032_015_600));
    let open = Grid::from_fn(70, 70, |_, _| true).unwrap();
    let large = open.shortest_paths(&[(0, 0)], &[(69, 69)], StepKind::Orthogonal).unwrap();
    assert_eq!(large.path_count(), Err(CountOverflow));
    assert_eq!(large.counts().err(), Some(CountOverflow));
    #[cfg(feature = "bigint")]
    {
        assert_eq!(small.path_count_big().to_string(), "27217014869199032015600");
        // 138 choose 69.
        let expected = "23623985175968700083416890919486914166000";
        assert_eq!(large.path_count_big().to_string().len(), expected.len());
    }
}

#[test]
fn what_lies_outside_is_refused() {
    let mut grid = Grid::new(7, 5).unwrap();
    let off = GridError::OffGrid { x: 7, y: 4, width: 7, height: 5 };
    assert_eq!(grid.set((7, 4), true), Err(off));
    assert_eq!(grid.distances(&[(7, 4)], StepKind::King), Err(off));
    grid.set((0, 0), true).unwrap();
    assert_eq!(grid.shortest_paths(&[(0, 0)], &[(7, 4)], StepKind::Orthogonal).err(), Some(off));
    assert!(!grid.is_free((usize::MAX, 0)));
    assert_eq!(Grid::new(0, 5), Err(GridError::Empty { width: 0, height: 5 }));
    let large = GridError::TooLarge { width: 1 << 31, height: 3 };
    assert_eq!(Grid::new(1 << 31, 3), Err(large));
    #[cfg(target_pointer_width = "64")]
    let larger = [(1 << 32, 1), (1, 1 << 32), (usize::MAX, usize::MAX)];
    // With 32 bits, entries of padded rows are numbered by less than 2³².
    #[cfg(target_pointer_width = "32")]
    let larger = [(usize::MAX, 1), (1, usize::MAX), (1 << 16, 1 << 16), (usize::MAX, usize::MAX)];
    for (width, height) in larger {
        assert_eq!(Grid::new(width, height), Err(GridError::TooLarge { width, height }));
    }
}

#[test]
fn cells_that_are_not_free_do_not_count() {
    let mut grid = Grid::from_fn(3, 1, |_, _| true).unwrap();
    grid.set((0, 0), false).unwrap();
    assert_eq!(grid.free_cells(), 2);
    let blocked = Some(GridError::Blocked { x: 0, y: 0 });
    assert_eq!(grid.distances(&[(0, 0)], StepKind::King).err(), blocked);
    assert_eq!(grid.shortest_paths(&[(0, 0)], &[(2, 0)], StepKind::King).err(), blocked);
    assert_eq!(grid.shortest_paths(&[(2, 0)], &[(0, 0)], StepKind::King).err(), blocked);
    let both = grid.shortest_paths(&[(0, 0), (1, 0)], &[(2, 0)], StepKind::King).unwrap();
    assert_eq!(both.distance(), Some(1));
    assert_eq!(grid.shortest_paths(&[(2, 0)], &[], StepKind::King).unwrap().distance(), None);
    assert_eq!(grid.shortest_paths(&[], &[(2, 0)], StepKind::King).unwrap().distance(), None);
    let paths = grid.shortest_paths(&[(2, 0)], &[(2, 0)], StepKind::King).unwrap();
    assert_eq!((paths.distance(), paths.path_count()), (Some(0), Ok(1)));
}

#[test]
fn maps_are_read() {
    let text = "type octile\nheight 2\nwidth 6\nmap\n.GS@OT\nW.....\n";
    let grid: Grid = text.parse().unwrap();
    let free = |y| (0..6).map(|x| grid.is_free((x, y))).collect::<Vec<_>>();
    assert_eq!(free(0), [true, true, true, false, false, false]);
    assert_eq!(free(1), [false, true, true, true, true, true]);
    assert_eq!(text.replace('\n', "\r\n").parse().as_ref(), Ok(&grid));
    let other = text.replace("height 2\nwidth 6", "width\t6 \nheight  2").replace("octile", "tile");
    assert_eq!(format!("\u{feff}{other}").parse().as_ref(), Ok(&grid));
    assert_eq!(grid.to_string(), "...###\n#.....");
    assert_eq!(grid.to_string().parse().as_ref(), Ok(&grid));
    let indented: String = grid.to_string().lines().map(|row| format!("\n  {row} ")).collect();
    assert_eq!(indented.parse(), Ok(grid));
}

#[test]
fn wrong_maps_are_named() {
    let head = |size: &str| format!("type octile\n{size}\nmap\n");
    let good = head("height 2\nwidth 3");
    let cells = |expected, found| format!("expected a row of {expected} cells, found {found}");
    for (text, error) in [
        (String::new(), "line 1: a grid of 0×0 has no cells".into()),
        (" \n\n".into(), "line 1: a grid of 0×0 has no cells".into()),
        (" ..\n .\n".into(), format!("line 2, column 2: {}", cells(2, 1))),
        ("..\n.x\n".into(), "line 2, column 2: expected '.' or '#', found 'x'".into()),
        ("..\n.@\n".into(), "line 2, column 2: expected '.' or '#', found '@'".into()),
        ("type tile\n".into(), "line 2: expected `height NUMBER`".into()),
        ("type hex\n".into(), "line 1: expected `type octile`".into()),
        (head("width x\nheight 2"), "line 2: expected `width NUMBER`".into()),
        (head("width 3\nwidth 3"), "line 3: expected `height NUMBER`".into()),
        (head("height x\nwidth 3"), "line 2: expected `height NUMBER`".into()),
        (head("height -1\nwidth 3"), "line 2: expected `height NUMBER`".into()),
        (head("height 2\nheight 3"), "line 3: expected `width NUMBER`".into()),
        ("type octile\nheight 2\nwidth 3\n".into(), "line 4: expected `map`".into()),
        (head("height 0\nwidth 3"), "line 3: a grid of 3×0 has no cells".into()),
        (
            head("height 4294967295\nwidth 4294967295"),
            "line 3: a grid of 4294967295×4294967295 is larger than 2^32 cells or has a side of \
             2^32"
                .into(),
        ),
        // A header may promise much; nothing is allocated for it.
        (head("height 65000\nwidth 65000"), "line 1: expected 65000 rows, found 0".into()),
        (good.clone() + "...\n", "line 5: expected 2 rows, found 1".into()),
        (good.clone() + "...\n..\n", format!("line 6, column 1: {}", cells(3, 2))),
        (good.clone() + "....\n...\n", format!("line 5, column 1: {}", cells(3, 4))),
        (good.clone() + "...\n...\n...\n", "line 7: expected 2 rows, found 3".into()),
        (
            good + "...\n.é.\n",
            "line 6, column 2: expected '.', 'G', 'S', '#', '@', 'O', 'T' or 'W', found 'é'".into(),
        ),
    ] {
        let found = text.parse::<Grid>().map_err(|error| error.to_string());
        assert_eq!(found, Err(error), "{text}");
    }
}

/// The cells that one step leads to, in the order of rows.
fn neighbors(grid: &Grid, (x, y): Point, kind: StepKind) -> Vec<Point> {
    let free = |dx: isize, dy: isize| {
        let cell = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
        grid.is_free(cell).then_some(cell)
    };
    let mut found = Vec::new();
    for (dx, dy) in (0..25).map(|i| (i % 5 - 2, i / 5 - 2)) {
        let allowed = match (kind, dx * dx + dy * dy) {
            (StepKind::Knight, length) => length == 5,
            (StepKind::Orthogonal, length) => length == 1,
            (StepKind::King, length) => length == 1 || length == 2,
            (_, 1) => true,
            (kind, length) => {
                let beside = [free(dx, 0), free(0, dy)].iter().flatten().count();
                length == 2 && beside > usize::from(kind == StepKind::NoCornerCut)
            }
        };
        found.extend(free(dx, dy).filter(|_| allowed));
    }
    found
}

/// Distances by a plain queue.
pub(crate) fn by_queue(grid: &Grid, from: &[Point], kind: StepKind) -> HashMap<Point, u32> {
    let start = from.iter().copied().filter(|&(x, y)| grid.is_free((x, y)));
    let mut found: HashMap<Point, u32> = start.map(|cell| (cell, 0)).collect();
    let mut queue: VecDeque<Point> = found.keys().copied().collect();
    while let Some(cell) = queue.pop_front() {
        let next = found[&cell] + 1;
        for neighbor in neighbors(grid, cell, kind) {
            if let Entry::Vacant(entry) = found.entry(neighbor) {
                entry.insert(next);
                queue.push_back(neighbor);
            }
        }
    }
    found
}

/// A grid of 17×10 cells of which about two thirds are free, and two cells.
fn random_grid(seed: u64) -> (Grid, [Point; 2]) {
    let mut rng = SeededRng::new(seed);
    let grid = Grid::from_fn(17, 10, |_, _| rng.below(3) > 0).unwrap();
    (grid, [(); 2].map(|()| (rng.below(17) as usize, rng.below(10) as usize)))
}

#[track_caller]
pub(crate) fn assert_path(path: &[Point], grid: &Grid, kind: StepKind) {
    for pair in path.windows(2) {
        assert!(grid.neighbors(pair[0], kind).any(|next| next == pair[1]));
    }
}

#[test]
fn distances_and_paths_agree_with_a_queue() {
    fn agree(seed: u64) {
        let (grid, goals) = random_grid(seed);
        for kind in StepKind::ALL {
            let expected = by_queue(&grid, &goals, kind);
            let Ok(distances) = grid.distances(&goals, kind) else {
                assert!(expected.is_empty());
                continue;
            };
            let mut entries: Vec<_> = expected.iter().map(|(&cell, &d)| (cell, d)).collect();
            entries.sort_unstable_by_key(|&((x, y), _)| (y, x));
            assert_eq!(distances.iter().collect::<Vec<_>>(), entries);
            for cell in grid.iter().chain([(17, 0), (0, 10), (usize::MAX, usize::MAX)]) {
                let steps = expected.get(&cell).copied();
                let first = distances.get(cell).map(|_| cell);
                let next = |&cell: &Point| distances.next_cell(cell);
                let there: Vec<Point> = std::iter::successors(first, next).collect();
                assert_eq!((there.len() as u32).checked_sub(1), steps);
                assert_path(&there, &grid, kind);
                assert!(there.last().is_none_or(|last| goals.contains(last)));
                let (far, inside) = (cell.0 > 17, cell.0 < 17 && cell.1 < 10);
                assert!(!far || distances.nearest_to(cell).is_some() == distances.max().is_some());
                let best = grid
                    .iter()
                    .filter(|_| inside)
                    .filter(|cell| expected.contains_key(cell))
                    .min_by_key(|at| {
                        let square = |a: usize, b: usize| (a as i128 - b as i128).pow(2) as u128;
                        (square(at.0, cell.0) + square(at.1, cell.1), expected[at], at.1, at.0)
                    });
                assert!(!inside || distances.nearest_to(cell) == best);
                let back = distances.path_to(cell);
                assert_eq!(back.as_ref().map(|path| path.len() as u32 - 1), steps);
                let back = back.unwrap_or_default();
                assert_path(&back, &grid, kind);
                assert!(back.first().is_none_or(|first| goals.contains(first)));
            }
        }
    }
    check(15, agree);
}

/// Distances and neighbors, for maps on which a search by tiles becomes a search by cells.
fn agree_on_a_map(grid: &Grid, from: &[Point]) {
    let cells: Vec<Point> = grid.iter().collect();
    for kind in StepKind::ALL {
        let expected = by_queue(grid, from, kind);
        let Ok(found) = grid.distances(from, kind) else {
            assert!(expected.is_empty());
            continue;
        };
        for &cell in &cells {
            assert_eq!(
                found.get(cell),
                expected.get(&cell).copied(),
                "{cell:?} {kind:?} {grid:#?}"
            );
        }
        assert_eq!(found.iter().count(), expected.len());
        assert_eq!(found.max(), expected.values().max().copied());
        for &cell in cells.iter().step_by(37) {
            assert!(grid.neighbors(cell, kind).eq(neighbors(grid, cell, kind)));
        }
        // A search that ends at its target.
        let Some(&target) = cells.last() else { continue };
        let paths = grid.shortest_paths(from, &[target], kind).unwrap();
        assert_eq!(paths.distance(), expected.get(&target).copied());
    }
}

#[test]
fn tiles_and_cells_agree_with_a_queue() {
    fn agree(seed: u64) {
        let mut rng = SeededRng::new(seed);
        let (width, height) = (1 + rng.below(150) as usize, 1 + rng.below(40) as usize);
        let free = 6 + rng.below(11);
        let grid = Grid::from_fn(width, height, |_, _| rng.below(16) < free).unwrap();
        let first = (rng.below(width as u64) as usize, rng.below(height as u64) as usize);
        agree_on_a_map(&grid, &[first, (width - 1, height - 1), (0, 0)]);
    }
    check(8, agree);
    for (width, height) in [(1, 1), (1, 300), (300, 1), (8, 8), (9, 17), (65, 64)] {
        let open = Grid::from_fn(width, height, |_, _| true).unwrap();
        agree_on_a_map(&open, &[(width - 1, height / 2)]);
    }
    // Walls across the whole width, open at alternating ends: a way of 40×100 cells.
    let snake = |x: usize, y: usize| y.is_multiple_of(2) || x == if y % 4 == 1 { 99 } else { 0 };
    let snake = Grid::from_fn(100, 81, snake).unwrap();
    agree_on_a_map(&snake, &[(0, 0)]);
    agree_on_a_map(&snake, &[(50, 40)]);
}

#[test]
fn paths_are_listed_and_counted() {
    fn agree(seed: u64) {
        let (grid, [from, to]) = random_grid(seed);
        for kind in StepKind::ALL {
            let Ok(paths) = grid.shortest_paths(&[from], &[to], kind) else { continue };
            let count = paths.path_count().unwrap();
            let listed: Vec<_> = paths.paths().take(2000).collect();
            assert_eq!(listed.len() as u128, count.min(2000));
            assert!(listed.is_sorted_by_key(|path| {
                path.iter().map(|&(x, y)| (y, x)).collect::<Vec<_>>()
            }));
            let drawn: Vec<_> = paths.sampler(SeededRng::new(seed)).take(20).collect();
            for path in listed.iter().chain(&drawn) {
                assert_eq!(path.len() as u32 - 1, paths.distance().unwrap());
                assert_eq!((path[0], path[path.len() - 1]), (from, to));
                assert_path(path, &grid, kind);
            }
        }
    }
    check(60, agree);
}

/// What is compared of shortest paths to a cell: diagonal steps, turns, and the cells by their
/// distance from the straight line.
pub(crate) fn straightness(path: &[Point]) -> (usize, usize, Vec<(i64, usize, usize)>) {
    let along = |a: usize, b: usize| a as i64 - b as i64;
    let step = |a: &Point, b: &Point| (along(b.0, a.0), along(b.1, a.1));
    let (dx, dy) = step(&path[0], &path[path.len() - 1]);
    let from_line = |cell: &Point| {
        let (x, y) = step(&path[0], cell);
        ((dx * y - dy * x).abs(), cell.1, cell.0)
    };
    let steps: Vec<_> = path.windows(2).map(|pair| step(&pair[0], &pair[1])).collect();
    let diagonals = steps.iter().filter(|(dx, dy)| dx.abs() == dy.abs()).count();
    let turns = steps.windows(2).filter(|pair| pair[0] != pair[1]).count();
    (diagonals, turns, path.iter().map(from_line).collect())
}

#[test]
fn a_path_is_the_straightest_of_all() {
    fn agree(seed: u64) {
        let mut rng = SeededRng::new(seed);
        let (width, height, free) = (2 + rng.below(6), 2 + rng.below(6), 4 + rng.below(5));
        let grid = |_, _| rng.below(8) < free;
        let grid = Grid::from_fn(width as usize, height as usize, grid).unwrap();
        let mut cell = || (rng.below(width) as usize, rng.below(height) as usize);
        let (from, to) = ([cell(), cell()], cell());
        for kind in StepKind::ALL {
            let Ok(paths) = grid.shortest_paths(&from, &[to], kind) else { continue };
            let path = paths.paths().min_by_key(|path| straightness(path));
            assert_eq!(paths.path(), path, "{kind:?}\n{paths}");
            let distances = grid.distances(&from, kind).unwrap();
            assert_eq!(distances.path_to(to), path, "{kind:?}\n{paths}");
            assert_eq!(distances.path_count_to(to), paths.path_count());
        }
    }
    check(200, agree);
    let open = Grid::from_fn(11, 11, |_, _| true).unwrap();
    let path = open.shortest_paths(&[(0, 5)], &[(10, 5)], StepKind::King).unwrap().path();
    assert!(path.is_some_and(|path| path.iter().all(|&(_, y)| y == 5)));
    let large = Grid::from_fn(70, 70, |_, _| true).unwrap();
    let distances = large.distances(&[(0, 0)], StepKind::Orthogonal).unwrap();
    assert_eq!(distances.path_count_to((69, 69)), Err(CountOverflow));
}

#[test]
fn random_paths_are_equally_likely() {
    let grid: Grid = "
        .....
        ..#..
        .....
        ....."
        .parse()
        .unwrap();
    for kind in [StepKind::Orthogonal, StepKind::King, StepKind::Knight] {
        let paths = grid.shortest_paths(&[(0, 0)], &[(4, 3), (4, 2)], kind).unwrap();
        let mut seen: HashMap<Vec<Point>, f64> = paths.paths().map(|path| (path, 0.0)).collect();
        for path in paths.sampler(&mut SeededRng::new(5)).take(1000 * seen.len()) {
            *seen.get_mut(&path).expect("a shortest path") += 1.0;
        }
        let chi_squared: f64 = seen.values().map(|n| (n - 1000.0).powi(2) / 1000.0).sum();
        // Mean and variance of the distribution are n and 2n for n degrees of freedom.
        let freedom = (seen.len() - 1) as f64;
        assert!((chi_squared - freedom).abs() < 4.0 * (2.0 * freedom).sqrt() + 1e-9);
    }
    let none: Grid = ".#\n#.".parse().unwrap();
    let none = none.shortest_paths(&[(0, 0)], &[(1, 1)], StepKind::Orthogonal).unwrap();
    assert!(none.sampler(SeededRng::new(1)).next().is_none());
    assert!(none.paths().next().is_none() && none.path().is_none());
    assert_eq!(none.path_count(), Ok(0));
}

#[test]
fn grids_are_made_from_cells() {
    let (grid, _) = random_grid(3);
    let mut copy = Grid::new(17, 10).unwrap();
    assert_eq!(copy.set_all(grid.iter(), true), Ok(()));
    assert_eq!(copy, grid);
    assert_eq!(grid.iter().count() as u64, grid.free_cells());
    let off = GridError::OffGrid { x: 0, y: 10, width: 17, height: 10 };
    assert_eq!(copy.set_all([(0, 10)], true), Err(off));
}

#[test]
fn maps_are_read_with_a_legend() {
    let legend = Legend::new().free(".,").walls("#").cost('~', 300).cost('X', 0).markers("Ss");
    let text = "\n S.~#\n ,Xs.\n";
    let (grid, markers) = legend.grid(text).unwrap();
    assert_eq!(grid, "...#/.#..".parse().unwrap());
    assert_eq!(markers, [('S', (0, 0)), ('s', (2, 1))]);
    let (map, same) = legend.costs(text).unwrap();
    assert_eq!((map.grid(), same), (&grid, markers));
    assert_eq!([(2, 0), (1, 1), (2, 1)].map(|cell| map.cost(cell)), [300, 0, 1]);
    // The last meaning of a symbol counts, and letters are read in either case.
    let legend = legend.walls(".").markers("e");
    assert_eq!(legend.grid(".E").unwrap().1, [('e', (1, 0))]);
    let error = |text: &str| legend.costs(text).unwrap_err().to_string();
    let symbols = "',' (free), '#' (wall), '~' (cost 300), 'X' (wall), 'S' (marker), 's' (marker), \
        '.' (wall), 'e' (marker)";
    assert_eq!(
        error("\n.,\n,Q"),
        format!("line 3, column 2: expected one of {symbols}, found 'Q'")
    );
    assert_eq!(error("..\n..."), "line 2, column 1: expected a row of 2 cells, found 3");
    assert!(matches!(legend.grid(""), Err(MapError::Size { .. })));
}

/// The agent reads its path forward, whatever way the search went.
#[test]
fn a_path_from_a_cell_leads_to_the_set() {
    let (grid, _) = random_grid(5);
    let goal = grid.iter().next().unwrap();
    for kind in StepKind::ALL {
        for ends in [Ends::From(&[goal][..]), Ends::To(&[goal][..])] {
            let distances = grid.distances(ends, kind).unwrap();
            for cell in grid.iter() {
                let Some(path) = distances.path_from(cell) else {
                    assert_eq!(distances.get(cell), None);
                    continue;
                };
                assert_eq!((path[0], path[path.len() - 1]), (cell, goal));
                assert_eq!(path.len() as u32 - 1, distances.get(cell).unwrap());
                assert_path(&path, &grid, kind);
            }
        }
    }
}

#[test]
fn debug_has_figures_and_the_map() {
    let grid: Grid = "..#\n...".parse().unwrap();
    assert_eq!(format!("{grid:?}"), "Grid(3×2, 5 free)");
    assert_eq!(format!("{grid:#?}"), "Grid(3×2, 5 free)\n..#\n...");
    let grid: Grid = "..\n.#".parse().unwrap();
    let distances = grid.octile_distances(&[(0, 0)], StepKind::NoCornerCut).unwrap();
    let text = "Distances(2×2, NoCornerCut, 3 cells up to 1.0)\n0.0 1.0\n1.0   -";
    assert_eq!(format!("{distances:#?}"), text);
}

#[test]
fn a_byte_order_mark_is_skipped_in_all_maps() {
    let marked = "\u{feff}.#\n..";
    let grid: Grid = marked[3..].parse().unwrap();
    assert_eq!(marked.parse().as_ref(), Ok(&grid));
    assert_eq!(marked.parse::<CostMap>().as_ref().map(CostMap::grid), Ok(&grid));
    let legend = Legend::new().free(".").walls("#");
    assert_eq!(legend.grid(marked), Ok((grid, Vec::new())));
    let twice = format!("\u{feff}{marked}");
    assert!(twice.parse::<Grid>().is_err() && twice.parse::<CostMap>().is_err());
}
