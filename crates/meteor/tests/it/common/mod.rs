//! Random small puzzles, and an oracle that solves them by brute force.

mod naive;

pub(crate) use naive::{Plain, mask, naive_within, plain};

use meteor_puzzle::{Coord, CountError, Grid, Piece, Placement, Puzzle, StopReason, TryError};
use quickcheck::Gen;

/// A puzzle of at most 12 cells.
#[derive(Clone, Debug)]
pub(crate) struct Small(pub(crate) Puzzle);

pub(crate) const GRIDS: [Grid; 6] = Grid::ALL;

pub(crate) fn directions(grid: Grid) -> &'static [&'static str] {
    match grid {
        Grid::Square => &["N", "E", "S", "W"],
        Grid::Triangle => &["L", "R", "V"],
        Grid::Cubes => &["N", "E", "S", "W", "U", "D"],
        Grid::Spheres => {
            &["N", "E", "S", "W", "UNE", "USE", "USW", "UNW", "DNE", "DSE", "DSW", "DNW"]
        }
        _ => &["NE", "E", "SE", "SW", "W", "NW"],
    }
}

fn below(g: &mut Gen, n: usize) -> usize {
    *g.choose(&(0..n).collect::<Vec<_>>()).unwrap()
}

impl quickcheck::Arbitrary for Small {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(solvable(g, |g| small(g, &GRIDS)))
    }
}

/// A puzzle of at most 12 cubes or spheres.
#[derive(Clone, Debug)]
pub(crate) struct Space(pub(crate) Puzzle);

impl quickcheck::Arbitrary for Space {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(solvable(g, |g| small(g, &[Grid::Cubes, Grid::Spheres])))
    }
}

/// A box or a pyramid, with pieces that are used once and some that fill the rest.
#[derive(Clone, Debug)]
pub(crate) struct Boxed(pub(crate) Puzzle);

impl quickcheck::Arbitrary for Boxed {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(solvable(g, boxed))
    }
}

fn boxed(g: &mut Gen) -> Puzzle {
    let grid = *g.choose(&[Grid::Cubes, Grid::Spheres]).unwrap();
    let mut cells = cells_of_box(2, 1 + below(g, 3), 1 + below(g, 3));
    if grid == Grid::Spheres && below(g, 2) == 0 {
        cells = cells_of_box(3, 3, 2);
        cells.retain(|cell| cell.z == 0 || cell.x < 2 && cell.y < 2);
    }
    let mut pieces = Vec::new();
    for i in 0..1 + below(g, 3) {
        let steps = (1 + below(g, 4)).min(cells.len() - 1);
        let walk: Vec<_> = (0..steps).map(|_| *g.choose(directions(grid)).unwrap()).collect();
        let name = format!("{}", (b'a' + i as u8) as char);
        let piece = Piece::from_walk(name, grid, walk).unwrap();
        pieces.push(if below(g, 4) == 0 { piece.mirrored() } else { piece });
    }
    let filler: &[&str] = if below(g, 3) == 0 { &["E"] } else { &[] };
    let filler = Piece::from_walk("f", grid, filler.iter().copied()).unwrap();
    pieces.push(filler.copies(0..=u16::MAX));
    Puzzle::new(grid, cells, pieces).unwrap()
}

fn small(g: &mut Gen, grids: &[Grid]) -> Puzzle {
    let grid = *g.choose(grids).unwrap();
    let (width, height) = (2 + below(g, 3), 1 + below(g, 3));
    let holes = below(g, 4);
    let layers = if grid.axes() == 3 { 1 + below(g, 3) } else { 1 };
    let mut cells = cells_of_box(width, height, layers);
    cells.truncate(12);
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
        match below(g, 5) {
            0 => piece = piece.one_sided(),
            1 => piece = piece.fixed(),
            2 => piece = piece.mirrored(),
            _ => {}
        }
        pieces.push(piece);
    }
    let mut puzzle = Puzzle::new(grid, cells, pieces).unwrap();
    if below(g, 4) == 0 && puzzle.cells().len() <= 8 {
        puzzle = packing(g, puzzle);
    }
    if below(g, 4) == 0
        && let Some(&placement) = g.choose(&puzzle.placements())
    {
        puzzle = place(&puzzle, placement);
    }
    puzzle
}

/// The cells of a box.
fn cells_of_box(width: usize, height: usize, layers: usize) -> Vec<Coord> {
    let [width, height, layers] = [width, height, layers].map(|side| side as i32);
    let rows = (0..layers).flat_map(|z| (0..height).map(move |y| (y, z)));
    rows.flat_map(|(y, z)| (0..width).map(move |x| Coord { x, y, z })).collect()
}

/// The puzzle, some or all of whose cells may stay empty, sometimes a given number of them.
fn packing(g: &mut Gen, puzzle: Puzzle) -> Puzzle {
    let cells = puzzle.cells().to_vec();
    let puzzle = match below(g, 3) {
        0 => puzzle.optional(cells.into_iter().step_by(1 + below(g, 3))),
        _ => puzzle.packing(),
    };
    let number = below(g, 4) as u16;
    match below(g, 3) {
        0 => puzzle.empty(number..=number),
        1 => puzzle.empty(number..=number + 2),
        _ => puzzle,
    }
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
    let layers = if grid.axes() == 3 && width * height < 5 { 1 + below(g, 2) } else { 1 };
    let cells = cells_of_box(width, height, layers);
    let mut pieces = Vec::new();
    for i in 0..1 + below(g, 3) {
        // Many copies of a single cell fill all gaps; more copies would have too many solutions
        // for the oracle.
        let steps = if i == 0 { below(g, 4) } else { 1 + below(g, 3) };
        let steps = steps.min(cells.len() - 1);
        let walk: Vec<_> = (0..steps).map(|_| *g.choose(directions(grid)).unwrap()).collect();
        let mirrored: Vec<_> = walk.iter().map(|direction| mirror(direction)).collect();
        let times = [0..=1, 1..=1, 1..=2, 0..=2, 0..=u16::MAX];
        let times = times[below(g, if i == 0 { 5 } else { 3 })].clone();
        let option = below(g, 4);
        let pair = below(g, 3) == 0 && steps > 1;
        let walks = if pair { vec![walk, mirrored] } else { vec![walk] };
        for (walk, letter) in walks.into_iter().zip([b'a', b'A']) {
            let name = char::from(letter + i as u8).to_string();
            let piece = Piece::from_walk(name, grid, walk).unwrap().copies(times.clone());
            pieces.push(match option {
                0 => piece,
                1 => piece.one_sided(),
                2 => piece.mirrored(),
                _ => piece.fixed(),
            });
        }
    }
    let mut puzzle = Puzzle::new(grid, cells, pieces).unwrap();
    if below(g, 2) == 0 && puzzle.cells().len() <= 6 {
        puzzle = packing(g, puzzle);
    }
    for _ in 0..below(g, 3).saturating_sub(below(g, 3)) {
        if let Some(&placement) = g.choose(&puzzle.placements()) {
            puzzle = place(&puzzle, placement);
        }
    }
    puzzle
}

/// A direction with left and right exchanged.
fn mirror(direction: &'static str) -> &'static str {
    match direction {
        "E" => "W",
        "W" => "E",
        "NE" => "NW",
        "NW" => "NE",
        "SE" => "SW",
        "SW" => "SE",
        "L" => "R",
        "R" => "L",
        "UNE" => "UNW",
        "UNW" => "UNE",
        "USE" => "USW",
        "USW" => "USE",
        "DNE" => "DNW",
        "DNW" => "DNE",
        "DSE" => "DSW",
        "DSW" => "DSE",
        same => same,
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

/// The middle of a cell in space; the grids of the plane lie in the plane z = 0.
pub(crate) fn middle(grid: Grid, Coord { x, y, z }: Coord) -> [f64; 3] {
    let [fx, fy, fz] = [x, y, z].map(f64::from);
    let height = 3f64.sqrt() / 2.0;
    match grid {
        Grid::Square | Grid::Cubes => [fx, fy, fz],
        // A pyramid: four spheres and the one above them touch one another.
        Grid::Spheres => [fx + fz / 2.0, fy + fz / 2.0, fz / 2f64.sqrt()],
        Grid::AxialHexagon => [fx + fy / 2.0, fy * height, 0.0],
        Grid::OffsetHexagon => [fx + f64::from(y & 1) / 2.0, fy * height, 0.0],
        // The middle of a triangle on its base is lower by a third of its height than half of it.
        _ => {
            let lower = if (x + y) & 1 == 0 { height / 6.0 } else { -height / 6.0 };
            [fx / 2.0, fy * height + lower, 0.0]
        }
    }
}

/// The matrices of the rotations about a point of the grid: all products of some of them.
fn rotations(grid: Grid) -> Vec<[[f64; 3]; 3]> {
    let about_z = |turns: f64| {
        let (sin, cos) = (std::f64::consts::TAU / turns).sin_cos();
        [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]
    };
    let half = 0.5f64.sqrt();
    let generators = match grid {
        Grid::Square => vec![about_z(4.0)],
        Grid::Cubes => vec![about_z(4.0), [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]],
        // The layers of spheres are turned by 45° against the cube of the lattice.
        Grid::Spheres => {
            vec![about_z(4.0), [[0.5, 0.5, half], [0.5, 0.5, -half], [-half, half, 0.0]]]
        }
        _ => vec![about_z(6.0)],
    };
    let product = |a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]| {
        let entry = |i: usize, j: usize| (0..3).map(|k| a[i][k] * b[k][j]).sum::<f64>();
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)))
    };
    let is_same = |a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]| {
        a.iter().flatten().zip(b.iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-6)
    };
    let mut all = vec![[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]];
    let mut next = 0;
    while let Some(known) = all.get(next).copied() {
        next += 1;
        for generator in &generators {
            let found = product(&known, generator);
            if !all.iter().any(|other| is_same(other, &found)) {
                all.push(found);
            }
        }
    }
    all
}

/// The rotations about a cell of a grid in space, and the reflections if wanted, as maps of cells
/// near the origin.
pub(crate) fn rotations_in_space(
    grid: Grid,
    with_reflections: bool,
) -> Vec<impl Fn(Coord) -> Coord> {
    let signs = if with_reflections { vec![1.0, -1.0] } else { vec![1.0] };
    let all = rotations(grid);
    let pairs =
        signs.into_iter().flat_map(move |sign| all.clone().into_iter().map(move |r| (sign, r)));
    let map = move |(sign, rotation): (f64, [[f64; 3]; 3])| {
        move |cell: Coord| {
            let [x, y, z] = middle(grid, cell);
            let to = rotation.map(|row| row[0] * x * sign + row[1] * y + row[2] * z);
            let near = (-9..10).flat_map(|z| (-9..10).map(move |y| (y, z)));
            let mut near = near.flat_map(|(y, z)| (-9..10).map(move |x| Coord { x, y, z }));
            near.find(|&other| {
                let at = middle(grid, other);
                (0..3).map(|i| (at[i] - to[i]).abs()).sum::<f64>() < 1e-6
            })
            .expect("a cell near the origin")
        }
    };
    pairs.map(map).collect()
}

/// All isometries that map the board to itself, as maps of its cells: an isometry that maps cells of
/// a grid to cells maps the grid to itself, if there are enough cells, so the rotations of the grid
/// are tried about the center of mass, and the reflections.
pub(crate) fn symmetries(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let points: Vec<_> = puzzle.cells().iter().map(|&c| middle(puzzle.grid(), c)).collect();
    let center = [0, 1, 2].map(|i| points.iter().map(|p| p[i]).sum::<f64>() / points.len() as f64);
    let mut maps = Vec::new();
    for (rotation, sign) in rotations(puzzle.grid()).iter().flat_map(|r| [(r, 1.0), (r, -1.0)]) {
        let image = |p: &[f64; 3]| {
            let [x, y, z] = [0, 1, 2].map(|i| p[i] - center[i]);
            let x = x * sign;
            let to = rotation.map(|row| row[0] * x + row[1] * y + row[2] * z);
            let is_there =
                |q: &[f64; 3]| (0..3).map(|i| (q[i] - center[i] - to[i]).abs()).sum::<f64>() < 1e-6;
            points.iter().position(is_there)
        };
        if let Some(map) = points.iter().map(image).collect() {
            maps.push(map);
        }
    }
    maps
}
