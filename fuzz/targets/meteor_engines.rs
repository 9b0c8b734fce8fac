//! Small puzzles: search, graph, index, threads and a live board against brute force.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use meteor_puzzle::{Coord, Grid, Limits, Piece, Puzzle, Solver};

use crate::naive::{mask, naive_within, plain};

#[path = "../../crates/meteor/tests/it/common/naive.rs"]
mod naive;

#[derive(Arbitrary, Debug)]
struct Input {
    grid: u8,
    width: u8,
    /// A cell for each set bit.
    board: u16,
    packing: bool,
    pieces: Vec<Shape>,
    placed: Vec<u8>,
    threads: u8,
}

#[derive(Arbitrary, Debug)]
struct Shape {
    walk: [u8; 4],
    len: u8,
    min: u8,
    max: u8,
    option: u8,
}

fuzz_target!(|input: Input| {
    let Some(puzzle) = puzzle(&input) else { return };
    // Skips puzzles that take the oracle too long.
    let Some(all) = naive_within(&puzzle, 30_000) else { return };
    let solver = Solver::new(puzzle.clone());
    let number = all.len() as u128;
    let found: Vec<_> = solver.solutions().collect();
    let mut sorted: Vec<_> = found.iter().map(|s| plain(s)).collect();
    sorted.sort();
    assert_eq!(sorted, all);
    let without = Solver::new(puzzle.clone()).memory_bytes(0);
    assert_eq!((solver.count(), without.count()), (Ok(number), Ok(number)));
    let threads = Solver::new(puzzle.clone()).threads(1 + usize::from(input.threads % 4));
    assert_eq!(threads.memory_bytes(0).count(), Ok(number));
    let (mut slices, mut in_slices) = (solver.solutions(), Vec::new());
    let slice = Limits::new().nodes(1 + u64::from(input.threads));
    loop {
        match slices.try_next(&slice) {
            Ok(Some(solution)) => in_slices.push(solution),
            Ok(None) => break,
            Err(_) => {}
        }
    }
    assert_eq!(in_slices, found);
    let index = solver.try_index(&Limits::new()).unwrap();
    assert_eq!(index.len(), number);
    assert_eq!(index.nth(number), None);
    assert!(index.iter().eq(found.iter().cloned()));
    for (n, solution) in found.iter().enumerate().step_by(1 + found.len() / 10) {
        assert_eq!(index.nth(n as u128).as_ref(), Some(solution));
        assert_eq!(index.rank(solution), Some(n as u128));
    }
    let distinct = solver.count_distinct().unwrap();
    assert_eq!(without.count_distinct(), Ok(distinct));
    // A cube has 48 symmetries.
    assert!(distinct <= number && 48 * distinct >= number);
    let hint = solver.try_hint(&Limits::new()).unwrap();
    let hinted = |s: &Vec<(usize, u128)>| hint.is_none_or(|h| s.contains(&(h.piece, mask(&h))));
    assert!(all.is_empty() && hint.is_none() || all.iter().any(hinted));
    if let Some(hint) = hint {
        let mut live = solver.clone();
        live.change(|puzzle| puzzle.place(hint)).unwrap();
        let left = all.iter().filter(|s| s.contains(&(hint.piece, mask(&hint)))).count();
        assert_eq!(live.count(), Ok(left as u128));
        assert_eq!(live.change(Puzzle::undo), Some(hint));
        assert_eq!(live.count(), Ok(number));
    }
});

fn puzzle(input: &Input) -> Option<Puzzle> {
    let grid = Grid::ALL[usize::from(input.grid) % Grid::ALL.len()];
    let directions: &[&str] = match grid {
        Grid::Square => &["N", "E", "S", "W"],
        Grid::Triangle => &["L", "R", "V"],
        Grid::Cubes => &["N", "E", "S", "W", "U", "D"],
        Grid::Spheres => {
            &["N", "E", "S", "W", "UNE", "USE", "USW", "UNW", "DNE", "DSE", "DSW", "DNW"]
        }
        _ => &["NE", "E", "SE", "SW", "W", "NW"],
    };
    let width = i32::from(input.width % 6) + 1;
    let cells = (0..16).filter(|i| input.board >> i & 1 == 1);
    // In space the rows are in two layers.
    let layers = if grid.axes() == 3 { 2 } else { 1 };
    let cell = |i: i32| (i % width, i / width / layers, i / width % layers).into();
    let cells: Vec<Coord> = cells.map(cell).collect();
    let few = cells.len() <= 8;
    let mut pieces = Vec::new();
    for (shape, name) in input.pieces.iter().take(5).zip('a'..) {
        let walk = &shape.walk[..usize::from(shape.len % 5)];
        let walk = walk.iter().map(|&i| directions[usize::from(i) % directions.len()]);
        let min = u16::from(shape.min % 3);
        let max = if shape.max == 255 { u16::MAX } else { min + u16::from(shape.max % 4) };
        let mut piece = Piece::from_walk(name.to_string(), grid, walk).unwrap().copies(min..=max);
        match shape.option % 8 {
            0 => piece = piece.one_sided(),
            1 => piece = piece.fixed(),
            2 => piece = piece.mirrored(),
            _ => {}
        }
        pieces.push(piece);
    }
    let mut puzzle = Puzzle::new(grid, cells, pieces).ok()?;
    if input.packing && few {
        puzzle = puzzle.packing();
    }
    for &wish in input.placed.iter().take(2) {
        let placements = puzzle.placements();
        if let Some(&placement) = placements.get(usize::from(wish) % placements.len().max(1)) {
            puzzle.place(placement).ok()?;
        }
    }
    Some(puzzle)
}
