//! Books from any bytes, and solvers with a book of wrong scores.

#![no_main]

use arbitrary::Arbitrary;
use c4_solver::{Board, Book, BookBuilder, Column, Position, Solver};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    depth: u8,
    small: bool,
    repair: bool,
    scores: Vec<i8>,
    columns: Vec<u8>,
    bytes: Vec<u8>,
}

fuzz_target!(|input: Input| {
    for (width, height) in [(4, 4), (61, 1)] {
        read(Board::new(width, height).unwrap(), &input.bytes);
    }
    let (width, height) = if input.small { (4, 4) } else { (5, 3) };
    check(Board::new(width, height).unwrap(), &input);
});

fn read(board: Board, bytes: &[u8]) {
    for book in [Book::from_bytes(board, bytes.to_vec()), Book::convert(board, bytes)] {
        match book {
            Ok(book) => {
                let again = Book::from_bytes(board, book.as_bytes().to_vec()).unwrap();
                assert!(again.entries().eq(book.entries()));
            }
            Err(error) => drop(error.to_string()),
        }
    }
}

fn at(board: Board, column: u8) -> Column {
    Column::new(u32::from(column) % board.width()).unwrap()
}

fn check(board: Board, input: &Input) {
    let depth = usize::from(input.depth % 5);
    let mut builder = BookBuilder::new(board, depth).unwrap();
    let deepest: Vec<Position> = builder.positions().collect();
    // All of them, or as many as there are scores.
    let scores = || input.scores.iter().map(|&score| i32::from(score % 5));
    for (position, score) in deepest.iter().zip(scores()) {
        builder.insert(position, score);
    }
    let mut bytes = builder.checkpoint();
    assert_eq!(builder.missing(), deepest.len() - scores().count().min(deepest.len()));
    if !input.repair {
        let mut again = BookBuilder::new(board, depth).unwrap();
        again.restore(&bytes).unwrap();
        assert_eq!(again.checkpoint(), bytes);
    }
    for (position, score) in deepest.iter().zip(scores().chain(std::iter::repeat(0))) {
        builder.insert(position, score);
    }
    if let Ok(book) = builder.build() {
        bytes = book.as_bytes().to_vec();
    }
    // Bytes changed at random, with a correct checksum.
    if input.repair {
        for (i, &byte) in input.bytes.iter().take(40).enumerate() {
            let at = (7 * i + usize::from(byte >> 3)) % bytes.len();
            bytes[at] ^= byte & 7;
        }
        let sum = fnv(&bytes).to_le_bytes();
        bytes[16..24].copy_from_slice(&sum);
    }
    let book = match Book::from_bytes(board, bytes) {
        Ok(book) => book,
        Err(error) => {
            assert!(input.repair, "{error}");
            return;
        }
    };
    assert_eq!(book.entries().count(), book.len());
    let mut solver = Solver::new(board).memory_bytes(1 << 14).book(book.clone());
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
