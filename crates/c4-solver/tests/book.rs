//! Opening books: what they answer, and that damaged ones are refused.
#![cfg(feature = "alloc")]

use c4_solver::{Book, BookError, Builder, Position, Sized, book_positions, complete};

type Small = Sized<u64>;

fn board() -> Small {
    Sized::new(5, 4).unwrap()
}

fn scores(depth: u32) -> Vec<(u64, i32)> {
    let mut solver = Builder::new(board()).table_bytes(1 << 20).build();
    let deepest = book_positions(board(), depth);
    let deepest = deepest.into_iter().map(|p| (p.symmetric_key(), solver.solve(p)));
    complete(board(), depth, deepest).unwrap()
}

#[test]
fn a_book_answers_all_positions_up_to_its_depth() {
    let bytes = Book::write(board(), 5, scores(5));
    let book = Book::new(board(), bytes).unwrap();
    assert_eq!((book.depth(), book.board()), (5, board()));
    let mut plain = Builder::new(board()).table_bytes(1 << 20).build();
    let mut booked = Builder::new(board()).book(book.clone()).build();
    let mut entries = 0;
    for ply in 0..=5 {
        for position in book_positions(board(), ply) {
            let score = plain.solve(position);
            assert_eq!(book.score(position), Some(score), "{position}");
            assert_eq!(book.score(position.mirror()), Some(score), "{position}");
            assert_eq!(booked.solve(position), score);
            entries += 1;
        }
    }
    assert_eq!(booked.nodes(), 0, "the book has answered everything");
    assert_eq!(book.len(), entries);
    let deeper = Position::new(board()).play_moves("123451").unwrap();
    assert_eq!(book.score(deeper), None);
    assert_eq!(booked.solve(deeper), plain.solve(deeper));
}

#[test]
fn every_changed_byte_is_noticed() {
    let bytes = Book::write(board(), 3, scores(3));
    for i in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[i] ^= change;
            assert!(Book::new(board(), damaged).is_err(), "byte {i} ^ {change}");
        }
    }
    for length in 0..bytes.len() {
        assert!(Book::new(board(), bytes[..length].to_vec()).is_err(), "{length} bytes");
    }
}

#[test]
fn books_of_other_boards_are_refused() {
    let bytes = Book::write(board(), 2, scores(2));
    let other = Sized::<u64>::new(4, 5).unwrap();
    assert_eq!(Book::new(other, bytes).unwrap_err(), BookError::Board { width: 5, height: 4 });
    assert_eq!(Book::new(board(), *b"PNG").unwrap_err(), BookError::NotABook);
}

#[test]
fn books_with_gaps_are_not_completed() {
    let mut deepest: Vec<_> =
        book_positions(board(), 2).into_iter().map(|p| (p.symmetric_key(), 0)).collect();
    assert!(complete(board(), 2, deepest.clone()).is_some());
    deepest.pop();
    assert!(complete(board(), 2, deepest).is_none());
}
