//! Checkpoints that are refused.

use c4_solver::{Analysis, Board, Bounds, CheckpointError, Limits, Position, Solver};

/// Bounds with these ends, which may be empty.
fn bounds(low: i32, high: i32) -> Bounds {
    let mut bounds = Bounds::exactly(low);
    bounds.high = high;
    bounds
}

/// Writes the checksum of changed bytes.
pub(crate) fn sign(bytes: &mut [u8]) {
    let sum = bytes[..16].iter().chain(&bytes[24..]).fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    bytes[16..24].copy_from_slice(&sum.to_le_bytes());
}

#[test]
fn a_checkpoint_of_another_version_is_refused_with_the_version_that_is_read() {
    let mut solver = Solver::default().memory_bytes(1 << 16);
    let bounds = Analysis::new(&Position::EMPTY).position_bounds();
    let mut bytes = solver.checkpoint(&Position::EMPTY, bounds, 0, 0).unwrap();
    let expected = format!("not a checkpoint of version {}", bytes[7]);
    bytes[7] -= 1;
    assert_eq!(solver.restore(&bytes).unwrap_err().to_string(), expected);
}

#[test]
fn checkpoints_with_impossible_bounds_are_refused() {
    let position = Position::from_moves("6237266376111153366").unwrap();
    let mut solver = Solver::default().memory_bytes(1 << 16);
    let impossible = [(256, 256), (12, 12), (-12, 0), (5, 3), (i32::MIN, i32::MAX), (-300, -250)];
    for (low, high) in impossible {
        let error = solver.checkpoint(&position, bounds(low, high), 0, 0).unwrap_err();
        let found = bounds(low, high);
        let text = format!("expected bounds of the score within -11..=11, found {found}");
        assert_eq!(error.to_string(), text);
    }
    let bytes = solver.checkpoint(&position, bounds(-11, 11), 7, 0).unwrap();
    assert_eq!(
        solver.restore(&bytes).map(|found| (found.bounds, found.nodes)),
        Ok((bounds(-11, 11), 7))
    );
    // The same with other bounds and the right checksum.
    for (low, high) in [(-12, 0), (0, 12), (3, 2), (127, -128)] {
        let mut bytes = bytes.clone();
        bytes[10..12].copy_from_slice(&[low as i8 as u8, high as i8 as u8]);
        sign(&mut bytes);
        let error = solver.restore(&bytes).unwrap_err();
        assert!(matches!(error, CheckpointError::Bounds { .. }), "{low}..={high}: {error:?}");
    }
}

#[test]
fn only_entries_of_the_table_are_restored() {
    // Keys have 54 bits: the last byte of a hash has room for more.
    let board = Board::new(6, 7).unwrap();
    let (mut solver, empty) = (Solver::new(board).memory_bytes(1 << 16), Position::new(board));
    let all = Analysis::new(&empty).position_bounds();
    let header = solver.checkpoint(&empty, all, 0, 0).unwrap();
    let mut restore = |hash: u64, low: i8, high: i8, work: u8| {
        let mut bytes = header.clone();
        bytes.extend(&hash.to_le_bytes()[..7]);
        bytes.extend([low as u8, high as u8, work]);
        sign(&mut bytes);
        solver.restore(&bytes).map(|_| ())
    };
    let refused = Err(CheckpointError::Contents);
    assert_eq!([restore((1 << 54) - 1, -1, 1, 1), restore(0, 1, 1, 15)], [Ok(()); 2]);
    assert_eq!(restore(1 << 54, -1, 1, 1), refused, "the hash has too many bits");
    assert_eq!(restore(0, -1, 1, 0), refused, "the work is not 0");
    assert_eq!(restore(0, -1, 1, 16), refused, "the work has four bits");
    assert_eq!(restore(0, 1, -1, 1), refused, "no score is within the bounds");
}

#[test]
fn boards_whose_keys_fill_their_words_are_restored() {
    for (width, height) in [(8, 7), (16, 3), (16, 7), (32, 3), (2, 63), (8, 15), (1, 127)] {
        let board = Board::new(width, height).unwrap();
        let (mut solver, empty) = (Solver::new(board).memory_bytes(1 << 16), Position::new(board));
        let limits = Limits::new().nodes(2_000);
        let bounds = solver.try_solve(&empty, &limits).map_or_else(|e| e.partial, Bounds::exactly);
        let bytes = solver.checkpoint(&empty, bounds, 2_000, 50).unwrap();
        let mut other = Solver::new(board).memory_bytes(1 << 16);
        let restored = other.restore(&bytes).map(|found| found.bounds);
        assert_eq!(restored, Ok(bounds), "{width}×{height}");
        let again = other.checkpoint(&empty, bounds, 2_000, 50).unwrap();
        assert_eq!(again.len(), bytes.len(), "{width}×{height}");
    }
}
