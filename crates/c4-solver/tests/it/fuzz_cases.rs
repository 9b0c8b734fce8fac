//! Inputs found by fuzzing, minimized.

use c4_solver::{
    Board, Book, BookBuilder, BookError, Column, Game, Outcome, PlayError, Player, Position,
    PositionError, Solver,
};

fn column(index: u32) -> Column {
    Column::new(index).unwrap()
}

#[test]
fn boards_of_one_column_or_one_row() {
    let high = Board::new(1, 127).unwrap();
    let mut position = Position::new(high);
    for _ in 0..127 {
        position = position.after(column(0)).unwrap();
        assert_eq!(Position::from_key(high, position.key()), Ok(position));
        assert_eq!(Position::parse(high, &position.to_string()), Ok(position));
    }
    assert!(position.is_full() && position.mirror() == position);
    assert_eq!(position.after(column(0)), Err(PlayError::FullColumn { column: column(0) }));

    let wide = Board::new(61, 1).unwrap();
    let mut game = Game::new(wide);
    for (ply, x) in [0, 60, 2, 59, 1, 58].into_iter().enumerate() {
        game.play(column(x)).unwrap();
        assert_eq!((game.outcome(), game.position().ply()), (None, ply + 1));
    }
    game.play(column(3)).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Won(Player::First)));
    assert!(game.winning_line().eq((0..4).map(|x| (column(x), 0))));
    assert_eq!((game.to_string().as_str(), game.undo()), ("1Z3Y2X4", Some(column(3))));
}

#[test]
fn keys_that_are_nearly_positions() {
    let board = Board::new(2, 31).unwrap();
    assert_eq!(Position::from_key(board, 0), Err(PositionError::Key));
    assert_eq!(
        Position::from_key(board, u128::MAX),
        Err(PositionError::Turns { to_move: 62, other: 0 })
    );
    assert_eq!(
        Position::from_key(board, u64::MAX.into()),
        Err(PositionError::Turns { to_move: 62, other: 0 })
    );
    assert_eq!(Position::from_key(board, 1 << 32 | 1), Ok(Position::new(board)));
    assert_eq!(Position::from_key(board, 1 << 32 | 1 << 64 | 1), Err(PositionError::Key));
}

#[test]
fn pictures_may_be_spaced_but_not_torn() {
    let board = Board::new(4, 4).unwrap();
    let text = "\u{2003}\n....\n. .\t..\r\n\n..o.\n.xx o\n";
    let position = Position::parse(board, text).unwrap();
    assert_eq!(position.ply(), 4);
    for wrong in
        ["....\n....\n..o.\nxx\no.", "x...\n....\n....\n....", "....\n....\n....\n....\n....", "."]
    {
        assert!(Position::parse(board, wrong).is_err(), "{wrong:?}");
    }
}

/// The score of a position in a book is wrong.
#[test]
fn a_book_that_lies_is_believed_but_breaks_nothing() {
    let board = Board::new(4, 4).unwrap();
    let mut honest = BookBuilder::new(board, 2).unwrap();
    Solver::new(board).solve_book(&mut honest);
    let position = Position::new(board).after_moves("12").unwrap();
    for lie in [-7, -1, 1, 6] {
        let mut builder = honest.clone();
        builder.insert(&position, lie);
        let mut solver = Solver::new(board).memory_bytes(1 << 14).book(builder.build().unwrap());
        assert_eq!(solver.solve(&position), lie);
        assert_eq!(solver.solve_weak(&position), lie.signum());
        assert!(solver.principal_variation(&position).len() <= 14);
        let root = Position::new(board).after_moves("1").unwrap();
        assert_eq!(solver.analyze(&root).score(column(1)), Some(-lie));
        assert!(solver.principal_variation(&root).len() <= 15);
        solver.best_moves(&position);
    }
    for impossible in [9, -9, 127, -128] {
        let mut builder = BookBuilder::new(board, 0).unwrap();
        builder.insert(&Position::new(board), impossible);
        let refused = BookError::Score { index: 0, score: impossible, low: -8, high: 7 };
        assert_eq!(builder.build().unwrap_err(), refused);
    }
}

#[test]
fn headers_that_promise_too_much() {
    let board = Board::new(4, 4).unwrap();
    let empty = BookBuilder::new(board, 0).unwrap().checkpoint();
    assert!(Book::from_bytes(board, empty.clone()).unwrap().is_empty());
    let mut long = empty.clone();
    long[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(Book::from_bytes(board, long), Err(BookError::Length { bytes: 24, .. })));
    assert_eq!(Book::from_bytes(board, empty[..23].to_vec()).unwrap_err(), BookError::NotABook);
    let other = Book::from_bytes(Board::new(61, 1).unwrap(), empty).unwrap_err();
    assert_eq!(other, BookError::Board { width: 4, height: 4 });
}
