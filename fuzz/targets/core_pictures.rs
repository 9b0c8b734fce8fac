//! Text: pictures, cells and serialized boards of every geometry. Values that parse are formatted
//! and parsed again.

#![no_main]

use bitboard_core::{
    AxialHex, Bitboard, Cell, Chess, Columns, Geometry, Holes, OffsetHex, Picture, RowMajor, Word,
    parse_picture,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    check::<u64, Chess>(text);
    check::<u64, Columns<3, 2>>(text);
    check::<u64, OffsetHex<3, 4>>(text);
    check::<u64, AxialHex<2>>(text);
    check::<u128, RowMajor<128, 1>>(text);
    // A corner, and a row without cells.
    check::<u128, Holes<RowMajor<3, 4>, 0b111_000_101_110>>(text);
    check::<u64, Holes<AxialHex<3>, 0x1_ffff_00fe>>(text);
});

fn check<W: Word, G: Geometry>(text: &str) {
    if let Ok(board) = text.parse::<Bitboard<W, G>>() {
        assert_eq!(board.to_string().parse(), Ok(board));
    }
    if let Ok(sets) = parse_picture::<W, G, 3>(text, '.', ['x', 'o', '#']) {
        assert!(sets[0].is_disjoint(sets[1]) && (sets[0] | sets[1]).is_disjoint(sets[2]));
        let layers = [('x', sets[0]), ('o', sets[1]), ('#', sets[2])];
        let drawn = Picture::new('.', &layers).to_string();
        assert_eq!(parse_picture(&drawn, '.', ['x', 'o', '#']), Ok(sets));
        let symbols = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert!(symbols(&drawn).eq_ignore_ascii_case(&symbols(&text.replace('/', ""))));
    }
    if let Ok(cell) = text.parse::<Cell<G>>() {
        assert_eq!(cell.to_string().parse(), Ok(cell));
        assert_eq!(Cell::new(cell.x(), cell.y()), Some(cell));
    }
    if let Ok(board) = serde_json::from_str::<Bitboard<W, G>>(text) {
        let written = serde_json::to_string(&board).unwrap();
        assert_eq!(serde_json::from_str::<Bitboard<W, G>>(&written).unwrap(), board);
    }
}
