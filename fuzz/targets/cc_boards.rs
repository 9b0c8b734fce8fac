//! Every query and every instruction set against a flood cell by cell.

#![no_main]

use arbitrary::Arbitrary;
use bitboard_core::dispatch::SimdLevel;
use cc_table::batch::Batch;
use cc_table::{Board, Components, Connectivity};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    shape: u8,
    eight: bool,
    n: u8,
    boards: Vec<u128>,
}

fuzz_target!(|input: Input| {
    match input.shape % 12 {
        0 | 1 => check::<6, 12>(&input),
        2 => check::<6, 13>(&input),
        3 => check::<8, 16>(&input),
        4 => check::<8, 8>(&input),
        5 => check::<7, 18>(&input),
        6 => check::<5, 9>(&input),
        7 => check::<1, 128>(&input),
        8 => check::<2, 64>(&input),
        9 => check::<3, 42>(&input),
        10 => check::<4, 32>(&input),
        _ => check::<8, 1>(&input),
    }
});

/// The components by lowest cells, cell by cell.
fn plain(board: u128, width: usize, height: usize, connectivity: Connectivity) -> Vec<u128> {
    let (mut rest, mut found) = (board, Vec::new());
    while rest != 0 {
        let mut todo = vec![rest.trailing_zeros() as usize];
        let mut component = 0;
        rest &= rest - 1;
        while let Some(cell) = todo.pop() {
            component |= 1 << cell;
            let (x, y) = (cell % width, cell / width);
            for (dx, dy) in (0..9).map(|i| (i % 3, i / 3)) {
                let (x, y) = (x + dx, y + dy);
                let diagonal = dx != 1 && dy != 1;
                let inside = 0 < x && x <= width && 0 < y && y <= height;
                if inside && (!diagonal || connectivity == Connectivity::Eight) {
                    let next = x - 1 + width * (y - 1);
                    if rest >> next & 1 == 1 {
                        rest &= !(1 << next);
                        todo.push(next);
                    }
                }
            }
        }
        found.push(component);
    }
    found
}

fn check<const W: usize, const H: usize>(input: &Input) {
    let connectivity = if input.eight { Connectivity::Eight } else { Connectivity::Four };
    let boards: Vec<Board<W, H>> =
        input.boards.iter().take(80).map(|&word| Board::from_bits_truncate(word)).collect();
    let found: Vec<_> =
        boards.iter().map(|board| plain(board.bits(), W, H, connectivity)).collect();
    for (&board, found) in boards.iter().zip(&found).take(4) {
        queries(board, found, connectivity, u32::from(input.n % 12));
    }
    for batch in SimdLevel::available().map(Batch::with_simd_level) {
        batches(batch, &boards, &found, connectivity, u32::from(input.n % 12));
    }
}

fn sorted<const W: usize, const H: usize>(components: &Components<W, H>) -> Vec<u128> {
    let mut words: Vec<_> = components.iter().map(Board::bits).collect();
    // Components are disjoint, so the lowest cells tell them apart.
    words.sort_by_key(|word| word.trailing_zeros());
    words
}

fn at_least(found: &[u128], n: u32) -> Vec<u128> {
    found.iter().copied().filter(|component| component.count_ones() >= n).collect()
}

fn queries<const W: usize, const H: usize>(
    board: Board<W, H>,
    found: &[u128],
    connectivity: Connectivity,
    n: u32,
) {
    let components = cc_table::components(board, connectivity);
    assert_eq!(sorted(&components), found);
    assert_eq!(cc_table::count(board, connectivity) as usize, found.len());
    let large = at_least(found, n);
    let components = cc_table::components_at_least(board, connectivity, n);
    assert!(components.iter().map(Board::bits).eq(large.iter().copied()));
    for n in [n, 2, 3, 4] {
        let cells = at_least(found, n).into_iter().sum();
        assert_eq!(cc_table::mask_at_least(board, connectivity, n).bits(), cells);
    }
    let size = found.iter().map(|component| component.count_ones()).max().unwrap_or(0);
    let largest = found.iter().copied().find(|component| component.count_ones() == size);
    assert_eq!(cc_table::largest(board, connectivity).bits(), largest.unwrap_or(0));
}

fn batches<const W: usize, const H: usize>(
    batch: Batch,
    boards: &[Board<W, H>],
    found: &[Vec<u128>],
    connectivity: Connectivity,
    n: u32,
) {
    let mut masks = vec![Board::FULL; boards.len()];
    batch.mask_at_least(boards, connectivity, 4, &mut masks).unwrap();
    let mut counts = vec![255; boards.len()];
    batch.count(boards, connectivity, &mut counts).unwrap();
    for (i, found) in found.iter().enumerate() {
        assert_eq!(masks[i].bits(), at_least(found, 4).into_iter().sum());
        assert_eq!(counts[i] as usize, found.len());
    }
    let collect = |each: &dyn Fn(&mut dyn FnMut(usize, Board<W, H>))| {
        let mut all = vec![Vec::new(); boards.len()];
        each(&mut |i, component| all[i].push(component.bits()));
        all.iter_mut().for_each(|words| words.sort_by_key(|word| word.trailing_zeros()));
        all
    };
    assert_eq!(collect(&|f| batch.for_each(boards, connectivity, f)), found);
    let large: Vec<_> = found.iter().map(|found| at_least(found, n)).collect();
    assert_eq!(collect(&|f| batch.for_each_at_least(boards, connectivity, n, f)), large);
}
