//! Go on 19×19: counts the liberties of every chain in 2,000 random positions with bitboards, and
//! again with a `Vec<bool>` for each color, and compares answers and times.

use std::time::Instant;

use bitboard_core::{Bitboard, Cell, Picture, Random, RowMajor, SeededRng, Steps, Wide};

const SIDE: usize = 19;
type Board = Bitboard<Wide<6>, RowMajor<SIDE, SIDE>>; // 361 cells in six limbs

/// The liberties of each chain of `stones`, in the order of the first cells of the chains.
fn liberties(stones: Board, empty: Board) -> Vec<u32> {
    let mut liberties = Vec::new();
    for chain in stones.components(&Steps::ORTHOGONAL) {
        liberties.push((chain.neighbors(&Steps::ORTHOGONAL) & empty).len());
    }
    liberties
}

/// The same for boards with one `bool` for each cell.
fn liberties_of_bools(stones: &[bool], empty: &[bool]) -> Vec<u32> {
    let (mut liberties, mut seen) = (Vec::new(), [false; SIDE * SIDE]);
    for start in 0..SIDE * SIDE {
        if !stones[start] || seen[start] {
            continue;
        }
        let (mut count, mut counted) = (0, [false; SIDE * SIDE]);
        let mut stack = vec![start];
        seen[start] = true;
        while let Some(cell) = stack.pop() {
            for next in neighbors(cell) {
                if stones[next] && !seen[next] {
                    seen[next] = true;
                    stack.push(next);
                } else if empty[next] && !counted[next] {
                    counted[next] = true;
                    count += 1;
                }
            }
        }
        liberties.push(count);
    }
    liberties
}

fn neighbors(cell: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (cell % SIDE, cell / SIDE);
    let steps = [(x > 0, -1), (x + 1 < SIDE, 1), (y > 0, -19), (y + 1 < SIDE, 19)];
    steps.into_iter().filter(|step| step.0).map(move |(_, step)| cell.wrapping_add_signed(step))
}

fn main() {
    let mut rng = SeededRng::new(1);
    let positions: [_; 2_000] = std::array::from_fn(|_| {
        let mut players = [Board::EMPTY; 3];
        for cell in Cell::all() {
            players[rng.below(3) as usize].insert(cell);
        }
        players
    });
    let bools = |board: Board| Cell::all().map(|cell| board.contains(cell)).collect::<Vec<_>>();
    let vectors = positions.map(|position| position.map(bools));

    let (fast, time) = timed(|| positions.map(|[stones, _, empty]| liberties(stones, empty)));
    let answer = |[stones, _, empty]: &[Vec<bool>; 3]| liberties_of_bools(stones, empty);
    let (slow, slow_time) = timed(|| vectors.each_ref().map(answer));
    assert_eq!(fast, slow);
    println!("{}", Picture::new('.', &[('x', positions[0][0]), ('o', positions[0][1])]));
    println!("liberties of the chains of x: {:?}", fast[0]);
    println!("bitboards {time:.1} µs a position, Vec<bool> {slow_time:.1} µs");
}

/// An answer about 2,000 positions and the microseconds for each, the least of five runs.
fn timed<A>(answer: impl Fn() -> A) -> (A, f64) {
    let run = |start: Instant| (answer(), start.elapsed().as_secs_f64() * 500.0);
    let runs = (0..5).map(|_| run(Instant::now()));
    runs.min_by(|a, b| a.1.total_cmp(&b.1)).expect("there are five runs")
}
