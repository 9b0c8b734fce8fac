//! Values that are written and read by serde.

use bitboard_core::{Bitboard, Cell, Chess, Steps};
use king_paths::chess::{Color, Pieces};
use king_paths::grid::{Grid, StepKind};
use king_paths::{Path, shortest_paths};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, to_string};

type Board = Bitboard<u64, Chess>;

#[track_caller]
fn agrees<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, text: &str) {
    assert_eq!(to_string(value).unwrap(), text);
    assert_eq!(&from_str::<T>(text).unwrap(), value);
}

#[test]
fn values_are_read_as_they_are_written() {
    let path = shortest_paths(Cell::A1, Cell::C3, Board::FULL, &Steps::KING).path().unwrap();
    agrees(&path, r#""a1 b2 c3""#);
    agrees(&".#\n..".parse::<Grid>().unwrap(), r#"".#\n..""#);
    agrees(&StepKind::NoCornerCut, r#""NoCornerCut""#);
    let pieces = Pieces { kings: Cell::E1.into(), ..Pieces::<u64, Chess>::new(Color::White) };
    agrees(
        &pieces,
        r#"{"color":"White","pawns":"0x0","knights":"0x0","bishops":"0x0","rooks":"0x0","queens":"0x0","kings":"0x10"}"#,
    );
}

#[test]
fn wrong_values_are_refused() {
    for text in [r#""""#, r#""a1 i9""#, "5", &format!("{:?}", "a1 ".repeat(129))] {
        assert!(from_str::<Path<Chess>>(text).is_err(), "{text}");
    }
    for text in [r#""""#, r#""..\n.""#, r#"".x""#, "[]"] {
        assert!(from_str::<Grid>(text).is_err(), "{text}");
    }
}
