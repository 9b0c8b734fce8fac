//! Checkpoints of stopped searches, from any bytes, and changed at random.

#![no_main]

use arbitrary::Arbitrary;
use c4_solver::{Board, Checkpoint, Column, Limits, Position, Solver};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    small: bool,
    columns: Vec<u8>,
    nodes: u8,
    entries: u8,
    /// Changes: where, and which bits.
    changes: Vec<(u16, u8)>,
    repair: bool,
    bytes: Vec<u8>,
}

fuzz_target!(|input: Input| {
    if input.small {
        check(Board::new(5, 4).unwrap(), &input);
    } else {
        check(Board::new(4, 5).unwrap(), &input);
    }
});

fn check(board: Board, input: &Input) {
    let solver = || Solver::new(board).memory_bytes(1 << 14);
    let _ = solver().restore(&input.bytes);
    let mut position = Position::new(board);
    for &column in &input.columns {
        let column = Column::new(u32::from(column) % board.width()).unwrap();
        position = position.after(column).unwrap_or(position);
    }
    // Searches with few stones take long.
    for column in (0..40).map(|i| Column::new(i % board.width()).unwrap()) {
        if position.ply() < 9 {
            position = position.after(column).unwrap_or(position);
        }
    }
    let score = solver().solve(&position);
    let mut first = solver();
    let stopped = match first.try_solve(&position, &Limits::new().nodes(input.nodes.into())) {
        Ok(found) => return assert_eq!(found, score),
        Err(stopped) => stopped.partial,
    };
    assert!(stopped.low <= score && score <= stopped.high);
    let nodes = first.statistics().nodes;
    let mut bytes = first.checkpoint(&position, stopped, nodes, input.entries.into()).unwrap();

    // A table of another size.
    let mut second = Solver::new(board).memory_bytes(1 << 12);
    let Checkpoint { position: restored, bounds, nodes: counted, .. } =
        second.restore(&bytes).unwrap();
    assert_eq!((restored, bounds, counted), (position, stopped, nodes));
    assert_eq!(second.try_solve_from(&position, bounds, &Limits::new()), Ok(score));

    let before = bytes.clone();
    for &(at, bits) in &input.changes {
        let len = bytes.len();
        bytes[usize::from(at) % len] ^= bits;
    }
    if bytes == before {
        return;
    }
    if input.repair {
        // The contents are trusted, so scores may be wrong, but nothing else.
        let sum = fnv(&bytes).to_le_bytes();
        bytes[16..24].copy_from_slice(&sum);
        let mut third = solver();
        if let Ok(Checkpoint { position, bounds, .. }) = third.restore(&bytes) {
            let _ = third.try_solve_from(&position, bounds, &Limits::new().nodes(1_000));
        }
    } else {
        assert!(solver().restore(&bytes).is_err());
    }
}

fn fnv(data: &[u8]) -> u64 {
    data[..16].iter().chain(&data[24..]).fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
