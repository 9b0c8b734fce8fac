//! Random small puzzles, and an oracle that solves them by brute force.

mod naive;

pub(crate) use naive::{Plain, mask, naive_within, plain};

use meteor_puzzle::{Coord, CountError, Grid, Piece, Placement, Puzzle, StopReason, TryError};
use quickcheck::Gen;

/// A puzzle of at most 12 cells.
#[derive(Clone, Debug)]
pub(crate) struct Small(pub(crate) Puzzle);

pub(crate) const GRIDS: [Grid; 4] = Grid::ALL;

fn directions(grid: Grid) -> &'static [&'static str] {
    match grid {
        Grid::Square => &["N", "E", "S", "W"],
        Grid::Triangle => &["L", "R", "V"],
        _ => &["NE", "E", "SE", "SW", "W", "NW"],
    }
}

fn below(g: &mut Gen, n: usize) -> usize {
    *g.choose(&(0..n).collect::<Vec<_>>()).unwrap()
}

impl quickcheck::Arbitrary for Small {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(solvable(g, small))
    }
}

fn small(g: &mut Gen) -> Puzzle {
    let grid = *g.choose(&GRIDS).unwrap();
    let (width, height) = (2 + below(g, 3), 1 + below(g, 3));
    let holes = below(g, 4);
    let mut cells: Vec<Coord> =
        (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y))).collect();
    for _ in 0..holes.min(cells.len() - 1) {
        let i = below(g, cells.len());
        cells.swap_remove(i);
    }
    let mut pieces = Vec::new();
    for i in 0..1 + below(g, 4) {
        let steps = below(g, 4).min(cells.len() - 1);
        let walk: Vec<_> = (0..steps).map(|_| *g.choose(directions(grid)).unwrap()).collect();
        let piece = Piece::from_walk(format!("{}", (b'a' + i as u8) as char), grid, walk);
        let (min, more) = (below(g, 3) as u16, below(g, 4) as u16);
        let max = if below(g, 3) == 0 { u16::MAX } else { (min + more).max(1) };
        let mut piece = piece.unwrap().copies(min..=max);
        match below(g, 4) {
            0 => piece = piece.one_sided(),
            1 => piece = piece.fixed(),
            _ => {}
        }
        pieces.push(piece);
    }
    let mut puzzle = Puzzle::new(grid, cells, pieces).unwrap();
    if below(g, 4) == 0 && puzzle.cells().len() <= 8 {
        puzzle = puzzle.packing();
    }
    if below(g, 4) == 0
        && let Some(&placement) = g.choose(&puzzle.placements())
    {
        puzzle = place(&puzzle, placement);
    }
    puzzle
}

/// A puzzle that a half turn maps to itself: a board without holes, pieces that may be turned, and
/// some that fill any gap.
#[derive(Clone, Debug)]
pub(crate) struct Turning(pub(crate) Puzzle);

impl quickcheck::Arbitrary for Turning {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(solvable(g, turning))
    }
}

fn turning(g: &mut Gen) -> Puzzle {
    let grid = *g.choose(&[Grid::Square, Grid::AxialHexagon]).unwrap();
    let (width, height) = (2 + below(g, 3), 2 + below(g, 4));
    let cells = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)));
    let mut pieces = Vec::new();
    for i in 0..1 + below(g, 3) {
        let steps = 1 + below(g, 4);
        let walk: Vec<_> = (0..steps).map(|_| *g.choose(directions(grid)).unwrap()).collect();
        let name = format!("{}", (b'a' + i as u8) as char);
        let times = below(g, 3) as u16;
        let piece = Piece::from_walk(name, grid, walk).unwrap();
        if piece.cells().len() <= width * height {
            pieces.push(piece.copies(times.min(1)..=times.max(1)));
        }
    }
    let filler: &[&str] = if below(g, 4) == 0 { &[] } else { &["E"] };
    let filler = Piece::from_walk("f", grid, filler.iter().copied()).unwrap();
    pieces.push(filler.copies(0..=u16::MAX));
    let puzzle = Puzzle::new(grid, cells, pieces).unwrap();
    let is_packing = below(g, 4) == 0 && puzzle.cells().len() <= 8;
    if is_packing { puzzle.packing() } else { puzzle }
}

/// A puzzle on a board with symmetries, with pieces that break some of them: fixed and one-sided
/// ones, optional ones, pairs of mirror images.
#[derive(Clone, Debug)]
pub(crate) struct Even(pub(crate) Puzzle);

impl quickcheck::Arbitrary for Even {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(solvable(g, even))
    }
}

fn even(g: &mut Gen) -> Puzzle {
    let grid = *g.choose(&GRIDS).unwrap();
    let (width, height) = (1 + below(g, 4), 1 + below(g, 2));
    let height = if width == 3 { height + below(g, 2) } else { height };
    let cells = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)));
    let mut pieces = Vec::new();
    for i in 0..1 + below(g, 3) {
        // Many copies of a single cell fill all gaps; more copies would have too many solutions
        // for the oracle.
        let steps = if i == 0 { below(g, 4) } else { 1 + below(g, 3) };
        let steps = steps.min(width * height - 1);
        let walk: Vec<_> = (0..steps).map(|_| *g.choose(directions(grid)).unwrap()).collect();
        let mirrored: Vec<_> = walk.iter().map(|direction| mirror(direction)).collect();
        let times = [0..=1, 1..=1, 1..=2, 0..=2, 0..=u16::MAX];
        let times = times[below(g, if i == 0 { 5 } else { 3 })].clone();
        let option = below(g, 3);
        let pair = below(g, 3) == 0 && steps > 1;
        let walks = if pair { vec![walk, mirrored] } else { vec![walk] };
        for (walk, letter) in walks.into_iter().zip([b'a', b'A']) {
            let name = char::from(letter + i as u8).to_string();
            let piece = Piece::from_walk(name, grid, walk).unwrap().copies(times.clone());
            pieces.push(match option {
                0 => piece,
                1 => piece.one_sided(),
                _ => piece.fixed(),
            });
        }
    }
    let mut puzzle = Puzzle::new(grid, cells, pieces).unwrap();
    if below(g, 2) == 0 && puzzle.cells().len() <= 6 {
        puzzle = puzzle.packing();
    }
    for _ in 0..below(g, 3).saturating_sub(below(g, 3)) {
        if let Some(&placement) = g.choose(&puzzle.placements()) {
            puzzle = place(&puzzle, placement);
        }
    }
    puzzle
}

/// A direction with left and right exchanged.
fn mirror(direction: &str) -> &'static str {
    match direction {
        "E" => "W",
        "W" => "E",
        "NE" => "NW",
        "NW" => "NE",
        "SE" => "SW",
        "SW" => "SE",
        "L" => "R",
        "R" => "L",
        "N" => "N",
        "S" => "S",
        _ => "V",
    }
}

/// The placement of a piece on cells that are given as bits.
pub(crate) fn placement(piece: usize, mask: u128) -> Placement {
    Placement::new(piece, (0..128).filter(|cell| mask >> cell & 1 != 0)).unwrap()
}

/// The puzzle with one more piece placed.
pub(crate) fn place(puzzle: &Puzzle, placement: Placement) -> Puzzle {
    let mut puzzle = puzzle.clone();
    puzzle.place(placement).unwrap();
    puzzle
}

/// The limit that stopped a query.
pub(crate) fn stopped<T, P>(
    result: Result<T, impl Into<TryError<CountError, P>>>,
) -> Option<StopReason> {
    let stopped = result.err()?.into().interrupted();
    Some(stopped.unwrap_or_else(|error| panic!("{error}")).reason)
}

/// All solutions by brute force.
pub(crate) fn naive(puzzle: &Puzzle) -> Vec<Plain> {
    naive_within(puzzle, MOST_NODES).unwrap()
}

/// Maximum number of nodes of the oracle, so that it takes less than 0.1 s.
const MOST_NODES: u64 = 30_000;

/// Draws puzzles until the oracle can solve one, even without its placed pieces.
fn solvable(g: &mut Gen, draw: impl Fn(&mut Gen) -> Puzzle) -> Puzzle {
    let mut puzzles = std::iter::repeat_with(|| draw(g));
    puzzles.find(|puzzle| naive_within(&without(puzzle), MOST_NODES).is_some()).unwrap()
}

/// The puzzle without placed pieces.
pub(crate) fn without(puzzle: &Puzzle) -> Puzzle {
    let mut puzzle = puzzle.clone();
    while puzzle.undo().is_some() {}
    puzzle
}

/// The middle of a cell in the plane.
fn middle(grid: Grid, (x, y): Coord) -> (f64, f64) {
    let (fx, fy, height) = (f64::from(x), f64::from(y), 3f64.sqrt() / 2.0);
    match grid {
        Grid::Square => (fx, fy),
        Grid::AxialHexagon => (fx + fy / 2.0, fy * height),
        Grid::OffsetHexagon => (fx + f64::from(y & 1) / 2.0, fy * height),
        // The middle of a triangle on its base is lower by a third of its height than half of it.
        _ => (fx / 2.0, fy * height + if (x + y) & 1 == 0 { height / 6.0 } else { -height / 6.0 }),
    }
}

/// All isometries that map the board to itself, as maps of its cells; an isometry of the plane that
/// maps cells of a grid to cells maps the grid to itself, if there are enough cells, so rotations
/// by the angles of the grid about the center of mass are tried.
pub(crate) fn symmetries(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let points: Vec<_> = puzzle.cells().iter().map(|&c| middle(puzzle.grid(), c)).collect();
    let n = points.len() as f64;
    let (cx, cy) = points.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0 / n, s.1 + p.1 / n));
    let turns = if puzzle.grid() == Grid::Square { 4 } else { 6 };
    let mut maps = Vec::new();
    for op in 0..2 * turns {
        let angle = f64::from(op % turns) * std::f64::consts::TAU / f64::from(turns);
        let image = |p: &(f64, f64)| {
            let (x, y) = (p.0 - cx, p.1 - cy);
            let x = if op >= turns { -x } else { x };
            let (sin, cos) = angle.sin_cos();
            let (x, y) = (cos * x - sin * y + cx, sin * x + cos * y + cy);
            points.iter().position(|q| (q.0 - x).abs() + (q.1 - y).abs() < 1e-6)
        };
        if let Some(map) = points.iter().map(image).collect() {
            maps.push(map);
        }
    }
    maps
}
