//! `use c4_solver::*` leaves the prelude alone, and the usual board needs no annotations.

use c4_solver::*;

struct Session {
    game: Game,
    book: Option<Book>,
    solver: Solver,
    position: Position,
}

fn size<T: ?Sized>(value: &T) -> usize {
    size_of_val(value)
}

fn empty<T: Sized + Default>() -> T {
    T::default()
}

#[test]
fn a_glob_import_leaves_the_prelude_alone() {
    assert_eq!((size("four"), empty::<u32>()), (4, 0));
}

#[test]
fn types_without_parameters_are_for_the_usual_board() {
    let mut builder = BookBuilder::new(Board::STANDARD, 0).unwrap();
    builder.insert(&Position::EMPTY, 1);
    let session = Session {
        game: Game::default(),
        book: builder.build().ok(),
        solver: Solver::default(),
        position: Position::EMPTY,
    };
    assert_eq!(session.game.position(), session.position);
    assert_eq!(session.book.and_then(|book| book.score(&session.position)), Some(1));
    assert_eq!(session.solver.statistics().nodes, 0);
}

#[test]
fn books_and_solvers_can_be_shared_by_threads_and_survive_panics() {
    use std::panic::{RefUnwindSafe, UnwindSafe};

    fn check<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}
    check::<Book>();
    check::<Solver>();
    check::<BookBuilder>();
}
