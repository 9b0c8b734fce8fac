//! Go on 19×19: counts the liberties of every chain in 2,000 random positions with bitboards, and
//! again with a `Vec<bool>` for each color, and compares answers and times.

use std::time::Instant;

use bitboard_core::{Bitboard, Cell, Random, RowMajor, SeededRng, Steps, Wide};

const SIDE: usize = 19;
type Go = RowMajor<SIDE, SIDE>;
/// 361 cells in six limbs.
type Board = Bitboard<Wide<6>, Go>;

/// The sum and the number of the liberties of all chains of `stones`.
fn liberties(stones: Board, empty: Board) -> (u32, u32) {
    let (mut sum, mut chains) = (0, 0);
    for chain in stones.components(&Steps::ORTHOGONAL) {
        sum += (chain.neighbors(&Steps::ORTHOGONAL) & empty).len();
        chains += 1;
    }
    (sum, chains)
}

/// The same for boards with one `bool` for each cell.
fn liberties_of_bools(stones: &[bool], empty: &[bool]) -> (u32, u32) {
    let (mut sum, mut chains) = (0, 0);
    let mut seen = vec![false; SIDE * SIDE];
    let mut stack = Vec::new();
    for start in 0..SIDE * SIDE {
        if !stones[start] || seen[start] {
            continue;
        }
        let mut is_liberty = vec![false; SIDE * SIDE];
        seen[start] = true;
        stack.push(start);
        while let Some(cell) = stack.pop() {
            for next in neighbors(cell) {
                if stones[next] && !seen[next] {
                    seen[next] = true;
                    stack.push(next);
                } else if empty[next] && !is_liberty[next] {
                    is_liberty[next] = true;
                    sum += 1;
                }
            }
        }
        chains += 1;
    }
    (sum, chains)
}

fn neighbors(cell: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (cell % SIDE, cell / SIDE);
    let left = (x > 0).then(|| cell - 1);
    let right = (x + 1 < SIDE).then(|| cell + 1);
    let below = (y > 0).then(|| cell - SIDE);
    let above = (y + 1 < SIDE).then(|| cell + SIDE);
    [left, right, below, above].into_iter().flatten()
}

fn main() {
    let mut rng = SeededRng::new(1);
    let mut positions = Vec::new();
    for _ in 0..2_000 {
        let (mut black, mut white) = (Board::EMPTY, Board::EMPTY);
        for cell in Cell::all() {
            match rng.below(3) {
                0 => drop(black.insert(cell)),
                1 => drop(white.insert(cell)),
                _ => {}
            }
        }
        positions.push([black, white, !(black | white)]);
    }
    let bools = |board: Board| Cell::all().map(|cell| board.contains(cell)).collect::<Vec<_>>();
    let vectors: Vec<_> = positions.iter().map(|position| position.map(bools)).collect();

    let (bits, bits_time) = time(&positions, |&[black, white, empty]| {
        [liberties(black, empty), liberties(white, empty)]
    });
    let (slow, slow_time) = time(&vectors, |[black, white, empty]| {
        [liberties_of_bools(black, empty), liberties_of_bools(white, empty)]
    });
    assert_eq!(bits, slow);

    let [black, white, _] = positions[0];
    println!("{}", bitboard_core::Picture::new('.', &[('x', black), ('o', white)]));
    let [(black, chains), _] = bits[0];
    println!("black has {chains} chains with {black} liberties in all");
    println!("bitboards:  {bits_time:6.1} µs a position");
    println!(
        "Vec<bool>:  {slow_time:6.1} µs a position, {:.1} times as long",
        slow_time / bits_time
    );
}

/// The answers to all positions and the time for each, the least of five runs.
fn time<P, A>(positions: &[P], answer: impl Fn(&P) -> A) -> (Vec<A>, f64) {
    let runs = (0..5).map(|_| {
        let start = Instant::now();
        let answers: Vec<A> = positions.iter().map(&answer).collect();
        (answers, start.elapsed().as_secs_f64() * 1e6 / positions.len() as f64)
    });
    runs.min_by(|a, b| a.1.total_cmp(&b.1)).expect("there are five runs")
}
