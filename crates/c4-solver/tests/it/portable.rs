//! Files and node counts are the same on every machine. The files were written on x86-64; with
//! `SNAPSHOTS=overwrite` in the environment, they are written again.

use c4_solver::{Board, Book, BookBuilder, Bounds, Checkpoint, Limits, Position, Solver};

const BOOK: &[u8] = include_bytes!("portable/book");
const CHECKPOINT: &[u8] = include_bytes!("portable/checkpoint");

fn check(name: &str, found: &[u8], expected: &[u8]) {
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/portable/");
        std::fs::write([folder, name].concat(), found).unwrap();
    } else {
        assert!(found == expected, "{name}: expected {expected:x?}, found {found:x?}");
    }
}

#[test]
fn a_book_has_the_same_bytes_everywhere() {
    let board = Board::new(5, 4).unwrap();
    let mut builder = BookBuilder::new(board, 3).unwrap();
    let mut solver = Solver::new(board).memory_bytes(1 << 16);
    solver.solve_book(&mut builder);
    check("book", builder.build().unwrap().as_bytes(), BOOK);
    let book = Book::from_bytes(board, BOOK.to_vec()).unwrap();
    for position in BookBuilder::new(board, 3).unwrap().positions() {
        assert_eq!(book.score(&position), Some(solver.solve(&position)), "{position}");
    }
}

#[test]
fn a_checkpoint_has_the_same_bytes_everywhere() {
    let position = Position::from_moves("4444412").unwrap();
    let solver = || Solver::default().memory_bytes(1 << 20);
    let mut first = solver();
    let stopped = first.try_solve(&position, &Limits::new().nodes(20_000)).unwrap_err();
    let nodes = first.statistics().nodes;
    check(
        "checkpoint",
        &first.checkpoint(&position, stopped.partial, nodes, 40).unwrap(),
        CHECKPOINT,
    );
    let mut second = solver();
    let Checkpoint { position: found, bounds, .. } = second.restore(CHECKPOINT).unwrap();
    assert_eq!((found, bounds), (position, stopped.partial));
}

/// The order of moves and the replacement of entries decide how many nodes a search visits.
#[test]
fn searches_visit_the_same_nodes_everywhere() {
    let search = |board: Board, moves: &str, bytes: usize| {
        let mut solver = Solver::new(board).memory_bytes(bytes);
        let position = Position::new(board).after_moves(moves).unwrap();
        let found = solver.try_solve(&position, &Limits::new().nodes(100_000));
        let Bounds { low, high, .. } =
            found.map_or_else(|stopped| stopped.partial, Bounds::exactly);
        (low, high, solver.statistics().nodes)
    };
    let found = [
        search(Board::STANDARD, "27312163745262", 1 << 16),
        search(Board::STANDARD, "44", 1 << 20),
        search(Board::new(5, 5).unwrap(), "", 1 << 16),
        // Keys of more than 64 bits.
        search(Board::new(4, 16).unwrap(), "11112222344", 1 << 16),
    ];
    let expected = [(10, 10, 106), (-11, 10, 100_000), (0, 0, 39_528), (-14, 14, 100_000)];
    assert_eq!(found, expected);
}
