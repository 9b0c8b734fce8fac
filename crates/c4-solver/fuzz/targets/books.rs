//! Books from any bytes, and solvers with a book of wrong scores.

#![no_main]

use arbitrary::Arbitrary;
use c4_solver::{AnySize, BoardSize, Book, BookBuilder, BookError, Column, Fixed, Position, SolverBuilder};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    depth: u8,
    small: bool,
    repair: bool,
    scores: Vec<(u64, i8)>,
    columns: Vec<u8>,
    bytes: Vec<u8>,
}

fuzz_target!(|input: Input| {
    for board in [AnySize::<u128>::new(4, 4).unwrap(), AnySize::new(61, 1).unwrap()] {
        read(board, &input.bytes);
    }
    if input.small {
        check(Fixed::<4, 4>::BOARD, &input);
    } else {
        check(AnySize::<u128>::new(5, 3).unwrap(), &input);
    }
});

fn read<B: BoardSize>(board: B, bytes: &[u8]) {
    match Book::from_bytes(board, bytes.to_vec()) {
        Ok(book) => {
            // Scores may contradict each other.
            if bytes.starts_with(b"c4book")
                && let Ok(again) = build(board, book.depth(), book.entries())
            {
                assert_eq!((book.as_bytes(), again.as_bytes()), (bytes, bytes));
            }
            let _ = book.is_complete();
        }
        Err(error) => drop(error.to_string()),
    }
}

fn build<B: BoardSize>(
    board: B,
    depth: usize,
    scores: impl Iterator<Item = (B::Word, i32)>,
) -> Result<Book<B>, BookError> {
    let mut builder = BookBuilder::new(board, depth)?;
    scores.for_each(|(key, score)| builder.insert(key, score));
    builder.build()
}

fn at<B: BoardSize>(board: B, column: u8) -> Column {
    Column::new(u32::from(column) % board.width()).unwrap()
}

fn check<B: BoardSize>(board: B, input: &Input) {
    // Positions with any scores.
    let mut known = Vec::new();
    let mut position = Position::new(board);
    for (&column, i) in input.columns.iter().zip(0..) {
        if let Some(&(_, score)) = input.scores.get(i) {
            known.push((position.symmetric_key(), i32::from(score)));
        }
        position = position.after(at(board, column)).unwrap_or(Position::new(board));
    }
    let depth = usize::from(input.depth);
    let mut bytes = match build(board, depth, known.iter().copied()) {
        Ok(book) => book.as_bytes().to_vec(),
        Err(BookError::Depth { .. }) => {
            assert!(depth > board.cells() as usize);
            return;
        }
        Err(error) => return drop(error.to_string()),
    };
    let entries: std::collections::BTreeMap<_, _> = known.iter().copied().collect();
    // Bytes changed at random, with a correct checksum.
    if input.repair {
        for (i, &byte) in input.bytes.iter().take(40).enumerate() {
            let at = (7 * i + usize::from(byte >> 3)) % bytes.len();
            bytes[at] ^= byte & 7;
        }
        let sum = fnv(&bytes).to_le_bytes();
        bytes[16..24].copy_from_slice(&sum);
    }
    let book = match Book::from_bytes(board, bytes.clone()) {
        Ok(book) => book,
        Err(error) => {
            assert!(input.repair, "{error}");
            return;
        }
    };
    assert_eq!(book.entries().count(), book.len());
    if !input.repair {
        assert!(book.depth() == depth);
        assert!(book.entries().eq(entries));
    }
    let mut solver = SolverBuilder::new(board).memory_bytes(1 << 14).book(book.clone()).build().unwrap();
    let mut position = Position::new(board);
    for &column in &input.columns {
        position = position.after(at(board, column)).unwrap_or(position);
    }
    let score = solver.solve(&position);
    if position.winning_columns().is_empty() {
        assert!(book.score(&position).is_none_or(|known| known == score));
    }
    let _ = (solver.analyze(&position), solver.best_moves(&position), solver.solve_weak(&position));
    assert!(solver.principal_variation(&position).len() as u32 <= board.cells());
}

fn fnv(data: &[u8]) -> u64 {
    data[..16].iter().chain(&data[24..]).fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
