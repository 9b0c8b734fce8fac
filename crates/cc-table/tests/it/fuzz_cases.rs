//! Small inputs that fuzzing found.

use cc_table::chain::{Block, Field, Pair, Placement, Rotation, Rules};
use cc_table::{Board, Connectivity, components, count, largest};

#[test]
fn boards_of_one_column_or_one_row() {
    // Every other cell: the maximum number of components.
    let column = Board::<1, 128>::new(0x5555_5555_5555_5555_5555_5555_5555_5555);
    let row = Board::<8, 1>::from_bits_truncate(0b0101_0101);
    for connectivity in Connectivity::ALL {
        assert_eq!((count(column, connectivity), count(row, connectivity)), (64, 4));
        assert_eq!(components(column, connectivity).len(), 64);
        assert_eq!(largest(column, connectivity).bits(), 1);
    }
}

#[test]
fn rows_do_not_run_into_one_another() {
    // The last cell of a row and the first of the next. Batches of this board are in `batches`.
    let board =
        Board::<8, 16>::from_bits_truncate(1 << 7 | 1 << 8 | 1 << 119 | 1 << 120 | 1 << 127);
    for connectivity in Connectivity::ALL {
        assert_eq!(count(board, connectivity), 4);
    }
}

#[test]
fn fields_with_blocks_in_the_hidden_row_alone() {
    for block in Block::COLORS.into_iter().chain([Block::Skull]) {
        let mut field = Field::EMPTY;
        field.set((5, 12), block).unwrap();
        assert_eq!(field.to_string().lines().count(), 13);
        assert_eq!(field.to_string().parse(), Ok(field));
        assert_eq!(field.line().to_string().parse(), Ok(field));
        assert_eq!(field.play(&Rules::SMASH_THE_CODE).score, 0);
        assert_eq!((field.get((5, 0)), field.to_string().lines().count()), (Some(block), 12));
    }
    assert!("".parse::<Field>().is_err() && "0\u{301}".parse::<Block>().is_err());
}

#[test]
fn pairs_that_do_not_fit_leave_the_field_as_it_was() {
    let mut field = Field::EMPTY;
    let pair = |first, second| Pair { first: Block::Color(first), second: Block::Color(second) };
    let [mut tsu, mut stc] = [Rules::PUYO_PUYO_TSU, Rules::SMASH_THE_CODE];
    (tsu.hidden_row, stc.hidden_row) = (true, false);
    for (pair, column, rotation) in [
        (pair(1, 2), 5, Rotation::Right),
        (pair(1, 2), 0, Rotation::Left),
        (pair(1, 2), 6, Rotation::Down),
        (pair(1, 2), usize::MAX, Rotation::Right),
        (pair(1, 6), 0, Rotation::Up),
        (pair(0, 1), 0, Rotation::Up),
    ] {
        assert!(field.drop_pair(pair, Placement { column, rotation }, &tsu).is_err());
        assert_eq!(field, Field::EMPTY);
    }
    let at = |column, rotation| Placement { column, rotation };
    for _ in 0..6 {
        field.drop_pair(pair(1, 2), at(0, Rotation::Down), &stc).unwrap();
    }
    let full = field;
    assert!(field.drop_pair(pair(1, 2), at(0, Rotation::Up), &tsu).is_err());
    assert!(field.drop_pair(pair(1, 2), at(1, Rotation::Left), &stc).is_err());
    assert_eq!(field, full);
}
