//! Puzzles turned and turned over in all ways: the turned answers, for about the same number of
//! nodes.

use crate::common::{Even, Small, Turning, mask, placement, plain};
use meteor_puzzle::{
    Coord, Grid, Limits, Piece, Placement, Puzzle, PuzzleFile, SeededRng, Solver, TryError, presets,
};
use quickcheck::quickcheck;

/// The image of a cell: number `op` of eight on squares, of 48 in space, else of twelve.
fn turn(grid: Grid, op: usize, cell: Coord) -> Coord {
    let (Coord { x, y, z }, turns) = (cell, turns(grid) / 2);
    if grid.axes() == 3 {
        return turn_in_space(grid, op, cell);
    }
    let turned = match grid {
        Grid::Square => {
            let first = if op < turns { (x, y) } else { (-x, y) };
            (0..op % turns).fold(first, |(x, y), _| (-y, x))
        }
        Grid::Triangle => {
            // The three coordinates add up to 1 or 2.
            let sum = 2 - ((x + y) & 1);
            let cell = [(sum + y + x) / 2, -y, (sum + y - x) / 2];
            let first = if op < turns { cell } else { [cell[2], cell[1], cell[0]] };
            let [a, b, c] = (0..op % turns).fold(first, |[a, b, c], _| [1 - b, 1 - c, 1 - a]);
            (a - c, -b)
        }
        _ => {
            let offset = |y: i32| if grid == Grid::OffsetHexagon { y >> 1 } else { 0 };
            let (q, r) = (x - offset(y), y);
            let first = if op < turns { (q, r) } else { (r, q) };
            let (q, r) = (0..op % turns).fold(first, |(q, r), _| (-r, q + r));
            (q + offset(r), r)
        }
    };
    Coord { z, ..turned.into() }
}

/// The image of a cell of space: one of six faces of a cube is turned to the top, then the cube
/// about the vertical axis. The centers of spheres are corners of cubes.
fn turn_in_space(grid: Grid, op: usize, Coord { x, y, z }: Coord) -> Coord {
    let corner = if grid == Grid::Spheres { [x - y, x + y + z, z] } else { [x, y, z] };
    let [x, y, z] = corner;
    let first = [if op < 24 { x } else { -x }, y, z];
    let about_x = |[x, y, z]: [i32; 3]| [x, -z, y];
    let about_y = |[x, y, z]: [i32; 3]| [z, y, -x];
    let top = match op / 4 % 6 {
        face @ 0..4 => (0..face).fold(first, |cell, _| about_x(cell)),
        face => (0..2 * face - 7).fold(first, |cell, _| about_y(cell)),
    };
    let [x, y, z] = (0..op % 4).fold(top, |[x, y, z], _| [-y, x, z]);
    let to = if grid == Grid::Spheres { ((x + y - z) / 2, (y - x - z) / 2, z) } else { (x, y, z) };
    to.into()
}

/// The number of symmetries of a grid.
fn turns(grid: Grid) -> usize {
    match grid {
        Grid::Square => 8,
        Grid::Cubes | Grid::Spheres => 48,
        _ => 12,
    }
}

/// Of the symmetries in space only some are tried.
fn step(grid: Grid) -> usize {
    if grid.axes() == 3 { 7 } else { 1 }
}

/// A puzzle after symmetry number `op` of its grid.
fn turned(puzzle: &Puzzle, op: usize) -> Puzzle {
    let grid = puzzle.grid();
    let all = |cells: &[Coord]| cells.iter().map(|&cell| turn(grid, op, cell)).collect::<Vec<_>>();
    let pieces = puzzle.pieces().iter().map(|piece| {
        let image = Piece::new(piece.name(), all(piece.cells())).copies(piece.copy_range());
        match (piece.is_fixed(), piece.is_one_sided(), piece.is_mirrored()) {
            (true, ..) => image.fixed(),
            (_, true, _) => image.one_sided(),
            (.., true) => image.mirrored(),
            _ => image,
        }
    });
    let mut image = Puzzle::new(grid, all(puzzle.cells()), pieces).unwrap();
    let optional: Vec<_> = puzzle.optional_cells().map(|cell| puzzle.cells()[cell]).collect();
    image = image.optional(all(&optional));
    if puzzle.is_packing() {
        image = image.empty(puzzle.empty_range());
    }
    for &placed in puzzle.placed() {
        image.place(turned_placement(puzzle, placed, op, &image)).unwrap();
    }
    image
}

fn turned_placement(puzzle: &Puzzle, p: Placement, op: usize, image: &Puzzle) -> Placement {
    let cells = puzzle.coords(&p).map(|cell| turn(puzzle.grid(), op, cell));
    let cells = cells.fold(0, |cells, cell| cells | 1 << image.cell_index(cell).unwrap());
    placement(p.piece, cells)
}

/// The queries that count nodes, and whether they have an answer within limits.
type Query = (&'static str, fn(&Solver, &Limits<'_>) -> bool);

const QUERIES: [Query; 5] = [
    ("count", |solver, limits| solver.try_count(limits).is_ok()),
    ("distinct", |solver, limits| solver.try_count_distinct(limits).is_ok()),
    ("solutions", |solver, limits| solver.try_solutions(limits).all(|found| found.is_ok())),
    ("hint", |solver, limits| solver.try_hint(limits).is_ok()),
    ("index", |solver, limits| !matches!(solver.try_index(limits), Err(TryError::Interrupted(_)))),
];

/// The number of nodes that answer a query, up to a sixteenth more.
fn cost(solver: &Solver, query: Query) -> u64 {
    let mut enough = 1;
    while !query.1(solver, &Limits::new().nodes(enough)) {
        enough *= 2;
    }
    let mut less = enough / 2;
    while enough - less > 1 + enough / 16 {
        let middle = less.midpoint(enough);
        if query.1(solver, &Limits::new().nodes(middle)) {
            enough = middle;
        } else {
            less = middle;
        }
    }
    enough
}

/// Checks that each turned puzzle is answered with at most twice the nodes.
fn check_costs(puzzle: &Puzzle, memory: usize, queries: &[Query]) {
    let solver = Solver::new(puzzle.clone()).memory_bytes(memory);
    let ops = (0..turns(puzzle.grid())).step_by(step(puzzle.grid()));
    let images: Vec<_> =
        ops.map(|op| Solver::new(turned(puzzle, op)).memory_bytes(memory)).collect();
    for &query in queries {
        let nodes = cost(&solver, query);
        for (op, image) in images.iter().enumerate() {
            let limits = Limits::new().nodes(2 * nodes);
            assert!(query.1(image, &limits), "{}: {nodes} nodes, turn {op}\n{puzzle}", query.0);
        }
    }
}

/// Checks the answers to all queries about each turned puzzle.
fn check_answers(puzzle: &Puzzle) {
    let solver = Solver::new(puzzle.clone());
    let all: Vec<_> = solver.solutions().collect();
    for op in (0..turns(puzzle.grid())).step_by(step(puzzle.grid())) {
        let image = Solver::new(turned(puzzle, op));
        let turn = |&p: &Placement| turned_placement(puzzle, p, op, image.puzzle());
        let mut expected: Vec<_> = all
            .iter()
            .map(|solution| {
                let mut turned: Vec<_> = solution.placements().iter().map(turn).collect();
                turned.sort_unstable();
                turned.iter().map(|p| (p.piece, mask(p))).collect::<Vec<_>>()
            })
            .collect();
        expected.sort();
        let mut found: Vec<_> = image.solutions().map(|solution| plain(&solution)).collect();
        found.sort();
        assert_eq!(found, expected, "turn {op}\n{puzzle}");
        assert_eq!(image.count(), Ok(all.len() as u128));
        assert_eq!(image.count_distinct(), solver.count_distinct(), "{op}\n{puzzle}");
        let index = image.try_index(&Limits::new()).unwrap();
        assert_eq!(index.len(), all.len() as u128);
        for solution in (0..index.len())
            .map(|n| index.nth(n).unwrap())
            .chain(index.sample(&mut SeededRng::new(2)))
        {
            assert!(expected.binary_search(&plain(&solution)).is_ok());
        }
        assert_eq!(
            image.try_hint(&Limits::new()).unwrap().is_some(),
            solver.try_hint(&Limits::new()).unwrap().is_some(),
            "{op}\n{puzzle}"
        );
        if let Some(hint) = image.try_hint(&Limits::new()).unwrap() {
            let hint = (hint.piece, mask(&hint));
            assert!(expected.iter().any(|solution| solution.contains(&hint)));
        }
    }
}

quickcheck! {
    fn turned_puzzles_have_the_turned_answers(small: Small) -> bool {
        check_answers(&small.0);
        true
    }

    fn turned_puzzles_with_symmetries_have_the_turned_answers(even: Even) -> bool {
        check_answers(&even.0);
        true
    }

    fn turned_puzzles_cost_at_most_twice_as_much(small: Small, even: Even, turning: Turning) -> bool {
        for puzzle in [small.0, even.0, turning.0] {
            for memory in [0, 1 << 20] {
                check_costs(&puzzle, memory, &QUERIES);
            }
        }
        true
    }
}

#[test]
fn turned_presets_cost_at_most_twice_as_much() {
    check_presets(&["pentominoes-3x20", "tetrahexes-4x7-parallelogram"]);
}

#[test]
#[ignore = "takes seconds"]
fn all_positions_of_turned_presets_cost_at_most_twice_as_much() {
    check_presets(&["meteor", "hexiamonds-4x9"]);
}

fn check_presets(names: &[&str]) {
    for name in names {
        let puzzle = presets::find(name).unwrap().puzzle();
        check_costs(&puzzle, 256 << 20, &QUERIES);
        // A position: the board of the free cells has no symmetries.
        let mut open = Solver::new(puzzle);
        for _ in 0..2 {
            let hint = open.try_hint(&Limits::new()).unwrap().unwrap();
            open.change(|puzzle| puzzle.place(hint)).unwrap();
        }
        check_costs(open.puzzle(), 256 << 20, &QUERIES);
        check_costs(open.puzzle(), 0, &QUERIES);
    }
}

/// A board of squares and pieces of a puzzle file.
fn board(width: usize, height: usize, pieces: &str) -> Puzzle {
    let rows = format!("{}\n", " .".repeat(width)).repeat(height);
    format!("board\n{rows}\n{pieces}").parse::<PuzzleFile>().unwrap().puzzle
}

#[test]
fn distinct_counts_of_long_boards_take_nodes_in_proportion_to_the_fillings() {
    let tetrominoes = "piece T .. walk E E W S\npiece L .. walk E E S\n";
    let dominoes = "piece I .. walk E\n";
    for (width, height, pieces) in [(40, 3, tetrominoes), (8, 8, dominoes), (16, 8, dominoes)] {
        let puzzle = board(width, height, pieces);
        let limits = Limits::new().nodes(1 << 16);
        let distinct = Solver::new(puzzle.clone()).try_count_distinct(&limits).unwrap();
        // All solutions, unless they have symmetries, are in classes of four, or of eight on a
        // square.
        let symmetries = if width == height { 8 } else { 4 };
        let all = Solver::new(puzzle.clone()).count().unwrap();
        assert!(
            distinct >= all / symmetries && distinct < all / symmetries * 11 / 10,
            "{distinct}"
        );
        check_costs(&puzzle, 256 << 20, &QUERIES[1..2]);
    }
}

#[test]
fn distinct_counts_are_the_same_with_and_without_memory() {
    for (width, height, pieces) in [
        (8, 6, "piece I .. walk E\n"),
        (
            9,
            3,
            "piece T .. walk E E W S\npiece L .. walk E E S\npiece I ..3 walk E\npiece a 1..3 walk\n",
        ),
        (4, 5, "piece I ..6 walk E\npiece L 1..4 one-sided walk E S\npiece a .. walk\n"),
    ] {
        let solver = Solver::new(board(width, height, pieces));
        let search = solver.clone().memory_bytes(0);
        assert_eq!(search.count_distinct(), solver.count_distinct(), "{width}×{height}");
    }
}
