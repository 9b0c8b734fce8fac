//! Five in a row on 15×15: finds the rows of 10,000 random positions with bitboards, and again with
//! a `Vec<bool>` for each position, and compares answers and times.

use std::time::Instant;

use bitboard_core::{Bitboard, Cell, Random, RowMajor, SeededRng, Wide};

const SIDE: usize = 15;
type Gomoku = RowMajor<SIDE, SIDE>;
/// 225 cells in four limbs.
type Board = Bitboard<Wide<4>, Gomoku>;

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The last cells of all rows of five stones.
fn fives(stones: Board) -> Board {
    DIRECTIONS.into_iter().map(|direction| stones.run_ends(5, direction)).collect()
}

/// The same for a board with one `bool` for each cell.
fn has_five(stones: &[bool]) -> bool {
    let stone = |x: i32, y: i32| {
        let side = SIDE as i32;
        (0..side).contains(&x) && (0..side).contains(&y) && stones[(x + side * y) as usize]
    };
    (0..SIDE as i32).any(|y| {
        (0..SIDE as i32).any(|x| {
            DIRECTIONS.iter().any(|&(dx, dy)| (0..5).all(|i| stone(x + i * dx, y + i * dy)))
        })
    })
}

fn main() {
    let mut rng = SeededRng::new(1);
    let boards: Vec<Board> =
        (0..10_000).map(|_| Cell::all().filter(|_| rng.below(10) < 3).collect()).collect();
    let vectors: Vec<Vec<bool>> = boards
        .iter()
        .map(|&board| Cell::all().map(|cell| board.contains(cell)).collect())
        .collect();

    let (bits, bits_time) = time(|| boards.iter().filter(|&&b| !fives(b).is_empty()).count());
    let (bools, bools_time) = time(|| vectors.iter().filter(|v| has_five(v)).count());
    assert_eq!(bits, bools);

    println!("{}", bitboard_core::Picture::new('.', &[('#', fives(boards[0])), ('x', boards[0])]));
    println!("{bits} of {} positions have five in a row", boards.len());
    println!("bitboards:  {bits_time:7.1} ns each");
    println!("Vec<bool>:  {bools_time:7.1} ns each, {:.0} times as long", bools_time / bits_time);
}

/// The result of `f` and its time per position, the minimum of five runs.
fn time(f: impl Fn() -> usize) -> (usize, f64) {
    let runs = (0..5).map(|_| {
        let start = Instant::now();
        let count = f();
        (count, start.elapsed().as_nanos() as f64 / 10_000.0)
    });
    runs.min_by(|a, b| a.1.total_cmp(&b.1)).expect("there are five runs")
}
