//! `cargo build` refuses boards that do not fit their word, in any function.

/// Makes two tests of each call: on 8×8 it compiles, and on 6×12 it does not.
macro_rules! refused {
    ($($name:ident: $call:literal,)*) => {$(
        #[doc = concat!("```no_run\n", prelude!(), "RowMajor<8, 8>;\n", $call, "\n```")]
        #[doc = concat!("```compile_fail,E0080\n", prelude!(), "RowMajor<6, 12>;\n", $call, "\n```")]
        mod $name {}
    )*};
}

macro_rules! prelude {
    () => {
        "use bitboard_core::{Bitboard, Cell, RowMajor};\ntype B = Bitboard<u64, G>;\ntype G = "
    };
}

refused! {
    empty: "let empty = B::EMPTY;",
    full: "let full = B::FULL;",
    default: "let empty = B::default();",
    parse: "let board: B = String::new().parse().unwrap();",
    collect: "let board: B = Cell::all().collect();",
    from: "let board: B = Cell::new(0, 0).unwrap().into();",
    from_cell: "let board = B::from_cell(Cell::new(0, 0).unwrap());",
    new: "let board = B::new(1);",
    from_u64: "let board = B::from_u64(1);",
    from_bits: "let board = B::from_bits(1);",
    from_bits_truncate: "let board = B::from_bits_truncate(1);",
    from_coords: "let board = B::from_coords(&[(0, 0)]);",
    row: "let row = B::row(0);",
    column: "let column = B::column(0);",
    to_word: "let narrow: B = Bitboard::<u128, G>::EMPTY.to_word();",
    parse_picture: "let board = bitboard_core::parse_picture::<u64, G, 1>(\"\", '.', ['x']);",
    slice_from_bits: "let boards = B::slice_from_bits(&[1]);",
}
