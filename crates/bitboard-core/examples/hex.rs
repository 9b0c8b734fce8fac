//! Hex: the winner of a board, by one flood. `x` joins the left and right sides, `o` the top and
//! the bottom.

use bitboard_core::{Bitboard, PictureError, RowMajor, Steps, parse_picture};

type Shape = RowMajor<5, 5>;

/// A cell has six neighbors, because each row lies half a cell to the right of the one above.
const HEX: Steps<Shape> =
    Steps::from_offsets(&[(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]);

fn winner(picture: &str) -> Result<Option<char>, PictureError> {
    let [x, o] = parse_picture::<u64, Shape, 2>(picture, '.', ['x', 'o'])?;
    let joins = |stones, from: Bitboard<u64, Shape>, to| from.is_connected(to, stones, &HEX);
    Ok(if joins(x, Bitboard::column(0), Bitboard::column(4)) {
        Some('x')
    } else if joins(o, Bitboard::row(0), Bitboard::row(4)) {
        Some('o')
    } else {
        None
    })
}

fn main() -> Result<(), PictureError> {
    for (picture, expected) in [
        (". o . . . / . x x o . / . o o x . / x x o x x / . . o . .", None),
        (". o . . . / x x x x . / . o o x x / . . o . . / . . . . .", Some('x')),
        (". o x . . / x o x . . / o x x . . / o x . . . / o . . . .", Some('o')),
    ] {
        let found = winner(picture)?;
        assert_eq!(found, expected);
        println!("{}\nwinner: {found:?}\n", picture.replace(" / ", "\n"));
    }
    Ok(())
}
