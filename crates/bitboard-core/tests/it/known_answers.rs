//! Facts that can be checked by hand.

use bitboard_core::{
    AxialHex, Bitboard, Bits, Cell, CellError, Chess, Columns, Connectivity, ConnectivityError,
    Dilate, Geometry, Holes, NamesError, OffsetHex, RowMajor, Slides, Steps, Symmetry, Wide, Word,
    parse_picture,
};

use crate::common::{Long, Rhombus};

type ChessBoard = Bitboard<u64, Chess>;

fn square(name: &str) -> ChessBoard {
    let cell: Cell<Chess> = name.parse().unwrap();
    cell.into()
}

#[test]
fn chess_squares_have_their_usual_bits() {
    for (name, bit) in [("a1", 0), ("b1", 1), ("h1", 7), ("a2", 8), ("h8", 63)] {
        assert_eq!(name.parse::<Cell<Chess>>().unwrap().index(), bit);
    }
}

#[test]
fn steps_stay_on_a_board_whose_rectangle_exceeds_the_largest_word() {
    type Board = Bitboard<Wide<8>, Long>;
    assert_eq!(Board::FULL.len(), 15 * 33);
    for steps in [Steps::KING, Steps::KNIGHT, Steps::from_offsets(&[(3, 2), (-3, 1)])] {
        for cell in Board::FULL {
            let neighbors = steps.offsets().filter_map(|(dx, dy)| cell.offset(dx, dy));
            assert_eq!(
                Board::from(cell).neighbors(&steps),
                neighbors.collect(),
                "{cell} {steps:?}"
            );
        }
    }
}

#[test]
fn cells_off_the_board_are_named() {
    let error = |name: &str| name.parse::<Cell<Chess>>().unwrap_err();
    assert_eq!(error("i1"), CellError::OffBoard { column: 9, row: 1 });
    assert_eq!(error("a9"), CellError::OffBoard { column: 1, row: 9 });
    assert_eq!(error("a0"), CellError::OffBoard { column: 1, row: 0 });
    assert_eq!(error("a99999999999"), CellError::OffBoard { column: 1, row: u32::MAX });
    assert_eq!(error(&"z".repeat(100)), CellError::NoRow);
    assert_eq!(error("zzzzzzzzzzzzz1"), CellError::OffBoard { column: u32::MAX, row: 1 });
    for (name, expected) in [("", CellError::NoColumn), ("4e", CellError::NoColumn)] {
        assert_eq!(error(name), expected);
    }
    for name in ["e", "e+4", "e4\0", "e 4", "é4", "e４"] {
        assert!(matches!(error(name), CellError::NoRow | CellError::NoColumn), "{name}");
    }
}

#[test]
fn columns_leave_a_guard_bit() {
    // The layout of the Connect 4 tutorial: bottom row 0, 7, 14, …, 42; top left 5.
    type Board = Columns<7, 6>;
    let index = |x, y| Cell::<Board>::new(x, y).map(Cell::index);
    assert_eq!((index(0, 0), index(6, 0)), (Some(0), Some(42)));
    assert_eq!((index(0, 5), index(6, 5)), (Some(5), Some(47)));
    assert_eq!((Cell::<Board>::from_index(6), Cell::<Board>::from_index(48)), (None, None));
    assert_eq!(Cell::<Board>::COUNT, 42);
}

#[test]
fn hexagon_boards_have_their_cells() {
    // 3S² − 3S + 1.
    assert_eq!(
        (Cell::<AxialHex<1>>::COUNT, Cell::<AxialHex<4>>::COUNT, Cell::<AxialHex<6>>::COUNT),
        (1, 37, 91)
    );
    assert_eq!(OffsetHex::<5, 10>::MASK.to_u128(), (1 << 50) - 1);
}

#[test]
fn symmetries_are_as_many_as_the_shape_has() {
    let count = |symmetries: &mut dyn Iterator<Item = Symmetry>| symmetries.count();
    assert_eq!(count(&mut Symmetry::all::<Chess>()), 8);
    assert_eq!(count(&mut Symmetry::all::<RowMajor<6, 12>>()), 4);
    assert_eq!(count(&mut Symmetry::all::<Columns<7, 6>>()), 4);
    assert_eq!(count(&mut Symmetry::all::<AxialHex<5>>()), 12);
    assert_eq!(count(&mut Symmetry::all::<OffsetHex<5, 10>>()), 2);
    assert_eq!(count(&mut Symmetry::all::<OffsetHex<5, 9>>()), 2);
    // A hole off the center of a square leaves the reflection in a diagonal.
    assert_eq!(count(&mut Symmetry::all::<Holes<RowMajor<3, 3>, 0b111_111_110>>()), 2);
}

#[test]
fn a_single_row_of_hexagons_has_half_a_turn() {
    type Row = Bitboard<u64, OffsetHex<4, 1>>;
    let [left, right] = [0b0011, 0b1100].map(Row::new);
    assert_eq!(left.canonical(), right.canonical());
    assert!(Symmetry::all::<OffsetHex<4, 1>>().eq([Symmetry::IDENTITY, Symmetry::ROTATE_180]));
}

#[test]
fn turns_go_the_documented_way() {
    let l: Bitboard<u64, RowMajor<3, 3>> = "X../X../XX.".parse().unwrap();
    let turned = |symmetry| l.transform(symmetry).unwrap().to_string();
    assert_eq!(turned(Symmetry::ROTATE_90), "X X X\nX . .\n. . .");
    assert_eq!(turned(Symmetry::MIRROR), ". . X\n. . X\n. X X");
    assert_eq!(turned(Symmetry::FLIP), "X X .\nX . .\nX . .");
    assert_eq!(turned(Symmetry::TRANSPOSE), "X X X\n. . X\n. . .");
    let wide = Bitboard::<u64, RowMajor<4, 2>>::FULL;
    assert_eq!(wide.transform(Symmetry::TRANSPOSE), None);
}

#[test]
fn pawns_step_forward_only() {
    let (e4, d5) = (square("e4"), square("d5"));
    assert_eq!(e4.neighbors(&Steps::WHITE_PAWN_PUSHES), square("e5"));
    assert_eq!(e4.neighbors(&Steps::WHITE_PAWN_CAPTURES), d5 | square("f5"));
    assert_eq!(e4.neighbors(&Steps::BLACK_PAWN_CAPTURES), square("d3") | square("f3"));
    assert!(d5.neighbors(&Steps::WHITE_PAWN_CAPTURES.reverse()).contains("e4".parse().unwrap()));
    assert!(square("a8").neighbors(&Steps::WHITE_PAWN_PUSHES).is_empty());
}

#[test]
fn a_rook_sees_its_first_blocker_on_each_ray() {
    let blockers = square("d6") | square("f4") | square("d1");
    let rook = square("d4");
    let seen = rook.attacks(blockers, &Slides::ROOK);
    assert_eq!(
        seen.to_string(),
        "\
. . . . . . . .
. . . . . . . .
. . . X . . . .
. . . X . . . .
X X X . X X . .
. . . X . . . .
. . . X . . . .
. . . X . . . ."
    );
    assert_eq!(Slides::ROOK.dilate_within(rook, !blockers), (seen - blockers) | rook);
}

#[test]
fn slides_may_leap_over_half_the_board() {
    type Board = Bitboard<u64, RowMajor<7, 2>>;
    for leap in [2, 3] {
        let slides = Slides::from_steps(&Steps::from_offsets(&[(leap, 0)]));
        let start = Board::from_coords(&[(0, 0)]);
        let reached = (1..7).map(|n| n * leap as usize).filter_map(|x| Cell::new(x, 0));
        assert_eq!(start.attacks(Board::EMPTY, &slides), reached.collect(), "{leap}");
        let blocker = Board::from_coords(&[(leap as usize, 0)]);
        assert_eq!(start.attacks(blocker, &slides), blocker);
    }
}

#[test]
fn hexagons_are_drawn_as_they_lie() {
    let hex = Bitboard::<u64, AxialHex<2>>::from_coords(&[(0, 0), (2, 2)]);
    assert_eq!(hex.to_string(), " X .\n. . .\n . X");
    let rows = Bitboard::<u64, OffsetHex<3, 3>>::from_coords(&[(1, 0), (1, 1), (0, 2)]);
    assert_eq!(rows.to_string(), ". X .\n . X .\nX . .");
}

#[test]
fn a_rhombus_of_hexagons_is_drawn_as_it_lies() {
    let set = Bitboard::<u64, Rhombus>::from_coords(&[(0, 0), (1, 1), (0, 2)]);
    let picture = set.to_string();
    assert_eq!(picture, "  X . .\n . X .\nX . .");
    assert_eq!(picture.parse(), Ok(set));
    // Without its first column and row, it needs no indent.
    let set = Bitboard::<u64, Holes<Rhombus, 0o660>>::FULL;
    assert_eq!(set.to_string(), "\n X X\nX X");
}

#[test]
fn far_shifts_work_in_a_word_without_the_end_of_the_last_row() {
    // The last row ends at column 23.
    type Cut = Holes<RowMajor<40, 2>, 0xffff_ffff_ffff_ffff>;
    let set = Bitboard::<u64, Cut>::from_coords(&[(10, 1)]);
    assert_eq!(set.shift(20, -1), Bitboard::from_coords(&[(30, 0)]));
}

#[test]
fn equal_steps_of_hexagons_in_rows_are_equal_values() {
    type Hexagons = Steps<OffsetHex<9, 9>>;
    let reverse = |offset| Hexagons::from_offsets(&[offset]).reverse();
    assert_eq!(reverse((-3, 0)), Hexagons::from_offsets(&[(3, 0)]));
    assert_eq!(reverse((-3, 2)), Hexagons::from_offsets(&[(3, -2)]));
    assert_eq!(reverse((-3, 1)), Hexagons::from_offsets(&[(2, -1)]));
    assert_eq!(reverse((2, 1)), Hexagons::from_offsets(&[(-3, -1)]));
}

#[test]
fn neighborhoods_list_their_offsets() {
    let diagonal = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    assert!(Steps::<Chess>::DIAGONAL.offsets().eq(diagonal));
    assert!(Slides::<Chess>::BISHOP.directions().eq(diagonal));
    assert!(Slides::<Chess>::NORTH_WEST.directions().eq([(-1, 1)]));
    let axial = [(-1, -1), (0, -1), (-1, 0), (1, 0), (0, 1), (1, 1)];
    assert!(Steps::<AxialHex<2>>::HEXAGON.offsets().eq(axial));
    assert!(Slides::<AxialHex<2>>::HEXAGON.directions().eq(axial));
    let in_rows = [(-1, -1), (0, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];
    assert!(Steps::<OffsetHex<3, 3>>::HEXAGON.offsets().eq(in_rows));
    for (dx, dy) in (-5..=5).flat_map(|dy| (-5..=5).map(move |dx| (dx, dy))) {
        let is_offset = |list: &[(i32, i32)]| list.contains(&(dx, dy));
        assert_eq!(Steps::<Chess>::DIAGONAL.contains(dx, dy), is_offset(&diagonal));
        assert_eq!(Steps::<AxialHex<2>>::HEXAGON.contains(dx, dy), is_offset(&axial));
        assert_eq!(Steps::<OffsetHex<3, 3>>::HEXAGON.contains(dx, dy), is_offset(&in_rows));
    }
}

#[test]
fn steps_in_any_order_are_equal_values() {
    type Own = Steps<Chess>;
    let sorted = [(0, -3), (2, -3), (-3, 0), (-2, 0), (3, 0), (-3, 2), (3, 2), (0, 3)];
    let expected = Own::from_offsets(&sorted);
    assert!(expected.offsets().eq(sorted));
    assert_eq!(expected.offsets().count(), 8);
    let none = Own::from_offsets(&[]);
    assert_eq!(none.offsets().next(), None);
    assert_eq!(Own::from_offsets(&[(8, 0), (0, -8), (9, 1)]), none, "as long as the board");
    assert_eq!(Steps::<OffsetHex<2, 2>>::from_offsets(&[(-2, 1), (-2, 0)]).offsets().count(), 1);
    for start in 0..sorted.len() {
        let (mut offsets, first) = (sorted, sorted[start]);
        offsets.rotate_left(start);
        assert_eq!(Own::from_offsets(&offsets), expected);
        offsets.reverse();
        // Twice the same is one.
        assert_eq!(Own::from_offsets(&[&offsets[..], &[first]].concat()), expected);
    }
}

#[test]
fn the_least_integers_are_vectors_too() {
    let (least, most) = (i64::MIN, i64::MAX);
    assert_eq!(Symmetry::IDENTITY.apply_vector((least, most)), (least, most));
    assert_eq!(Symmetry::ROTATE_180.apply_vector((least, most)), (least, -most));
    for symmetry in Symmetry::HEXAGON {
        for vector in [(least, least), (least, most), (most, least), (most, most)] {
            let image = symmetry.apply_vector(vector);
            assert_eq!(symmetry.inverse().apply_vector(image), vector);
        }
    }
}

#[test]
fn the_widest_words_have_128_digits() {
    let text = format!("{:x}", !Wide::<8>::ZERO);
    assert_eq!(text, "f".repeat(128));
    assert_eq!(format!("{:#x}", Wide::<1>::ZERO), "0x0");
}

#[test]
#[should_panic(expected = "a step exceeds 3 columns or rows")]
fn steps_that_have_no_reverse_are_refused() {
    let _ = Steps::<OffsetHex<9, 4>>::from_offsets(&[(3, 1)]);
}

#[test]
fn half_a_turn_is_one_of_the_rectangle_around_the_board() {
    // Only the first two of six cells.
    type Corner = Holes<RowMajor<3, 2>, 0b11>;
    let cell = Bitboard::<u64, Corner>::new(0b01);
    assert_eq!(cell.transform(Symmetry::ROTATE_180), None);
}

/// Also of rectangles that are not images of themselves, where cells land between others.
#[test]
fn images_of_cells_are_cells() {
    // From the center, in half cells.
    let vector = |x, y, w, h| (2 * x as i64 - (w as i64 - 1), 2 * y as i64 - (h as i64 - 1));
    let symmetries = Symmetry::HEXAGON.into_iter().chain(Symmetry::all::<Chess>());
    for (symmetry, w, h) in symmetries
        .flat_map(|symmetry| (0..5).flat_map(move |w| (0..5).map(move |h| (symmetry, w, h))))
    {
        let cells = || (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
        for (x, y) in cells() {
            let image = symmetry.apply_vector(vector(x, y, w, h));
            let expected = cells().find(|&(x, y)| vector(x, y, w, h) == image);
            assert_eq!(symmetry.apply((x, y), w, h), expected, "{symmetry:?} {w}×{h}");
        }
    }
}

#[test]
fn cells_off_the_board_have_no_image() {
    // 2³² if there are 64 bits.
    for x in [8, 1 << 31, usize::try_from(1_u64 << 32).unwrap_or(9), usize::MAX] {
        assert_eq!(Symmetry::IDENTITY.apply((x, 0), 8, 8), None);
        assert_eq!(Symmetry::ROTATE_90.apply((0, x), 8, 8), None);
    }
    assert_eq!(Symmetry::MIRROR.apply((0, 0), 1 << 31, 1), Some(((1 << 31) - 1, 0)));
    assert_eq!(Symmetry::MIRROR.apply((0, 0), 0, 0), None);
    for symmetry in Symmetry::HEXAGON {
        // An odd side, the longest one.
        let most = (u64::MAX >> 3).min(usize::MAX as u64) as usize;
        assert_eq!(symmetry.apply((most / 2, most / 2), most, most), Some((most / 2, most / 2)));
        #[cfg(target_pointer_width = "64")]
        assert_eq!(symmetry.apply((0, 0), most + 1, 1), None);
    }
}

#[test]
fn constants_are_constants() {
    const CORNERS: ChessBoard = ChessBoard::from_u64(0x8100_0000_0000_0081);
    const REST: ChessBoard = CORNERS.complement().difference(ChessBoard::from_u64(0xff00));
    const KING: Steps<Chess> = Steps::KING.reverse();
    assert_eq!((CORNERS.bits(), REST.len()), (0x8100_0000_0000_0081, 52));
    assert_eq!(CORNERS.neighbors(&KING).len(), 12);
    assert_eq!(CORNERS.union(REST).difference(CORNERS).intersection(REST), REST);
    type Go = Bitboard<Wide<6>, RowMajor<19, 19>>;
    const TWO: Go = Go::from_limbs([1, 0, 0, 0, 0, 1]);
    const OTHERS: Go = TWO.complement().union(TWO).difference(TWO);
    assert_eq!((TWO.len(), OTHERS.len(), OTHERS.intersection(TWO).len()), (2, 359, 0));
    assert_eq!(OTHERS.complement(), TWO);
    const NORTH: Slides<Chess> = Slides::NORTH;
    assert_eq!(square("a1").attacks(square("a3"), &NORTH), square("a2") | square("a3"));
}

/// Wide words against the integers of the language.
#[test]
fn wide_words_are_numbers() {
    let numbers = [0, 1, u64::MAX.into(), 1 << 64, 3 << 64 | 5, u128::MAX - 1, u128::MAX];
    for (a, b) in numbers.into_iter().flat_map(|a| numbers.map(|b| (a, b))) {
        let [x, y] = [a, b].map(Wide::<2>::from_u128);
        assert_eq!(x.wrapping_add(y).to_u128(), a.wrapping_add(b));
        assert_eq!(x.wrapping_sub(y).to_u128(), a.wrapping_sub(b));
        assert_eq!(x.cmp(&y), a.cmp(&b));
        let counts = (x.count_ones(), x.leading_zeros(), x.trailing_zeros());
        assert_eq!(counts, (a.count_ones(), a.leading_zeros(), a.trailing_zeros()));
        assert_eq!((x.zero_mask().to_u128(), x.equals(y)), (a.zero_mask(), a == b));
        let texts = [format!("{x:x} {x:#x}"), format!("{a:x} {a:#x}")];
        assert_eq!(texts[0], texts[1]);
        // The functions that constants can use.
        let [x, y] =
            [a, b].map(|bits| Bitboard::<_, RowMajor<16, 8>>::new(Wide::<2>::from_u128(bits)));
        assert_eq!((x.union(y), x.intersection(y)), (x | y, x & y));
        assert_eq!(x.difference(y), x - y);
        assert_eq!(x.complement(), !x);
    }
}

#[test]
fn wrong_pictures_are_refused_by_place() {
    let error = |text: &str| {
        let parsed = text.parse::<Bitboard<u64, RowMajor<3, 2>>>();
        parsed.unwrap_err().to_string()
    };
    for (text, expected) in [
        ("X..\n..?", "line 2, column 3: expected '.' or 'X', found '?'"),
        ("x.. / .é.", "line 1, column 8: expected '.' or 'X', found 'é'"),
        ("..\0/...", "line 1, column 3: expected '.' or 'X', found '\\0'"),
        ("\n  ..\n...", "line 2, column 3: expected a row of 3 cells, found 2"),
        ("...\n\n..../", "line 3, column 1: expected a row of 3 cells, found 4"),
        ("...", "line 1: expected 2 rows, found 1"),
        ("", "line 1: expected 2 rows, found 0"),
        ("...\n.../...\n...", "line 2: expected 2 rows, found 4"),
    ] {
        assert_eq!(error(text), expected, "{text:?}");
    }
    assert_eq!(error(&".".repeat(100_000_000)), "line 1: expected 2 rows, found 1");
    let symbols = core::array::from_fn::<_, 14, _>(|i| char::from(b'a' + i as u8));
    let error = parse_picture::<u64, RowMajor<1, 1>, 14>("z", '.', symbols).unwrap_err();
    assert!(error.to_string().contains("'j', 'k' or another, found 'z'"), "{error}");
    // Both cases are symbols here.
    let [white, black] = parse_picture::<u64, RowMajor<3, 1>, 2>("pP.", '.', ['P', 'p']).unwrap();
    assert_eq!((white.bits(), black.bits()), (2, 1));
    // A symbol may be anything but white space, the empty symbol included.
    let none = parse_picture::<u64, RowMajor<2, 1>, 0>("..", '.', []);
    assert_eq!(none, Ok([]));
}

#[test]
fn lists_of_names_are_sets() {
    let read = |names| ChessBoard::from_names(names);
    assert_eq!(read("e4, h8\ta1,e4"), Ok(square("a1") | square("e4") | square("h8")));
    assert_eq!(read(" ,"), Ok(ChessBoard::EMPTY));
    let source = CellError::OffBoard { column: 9, row: 9 };
    assert_eq!(read("e4,, i9"), Err(NamesError { number: 2, source }));
}

#[test]
fn connectivities_have_their_numbers_of_neighbors() {
    for (connectivity, number) in Connectivity::ALL.into_iter().zip(["4", "8"]) {
        assert_eq!((connectivity.to_string().as_str(), number.parse()), (number, Ok(connectivity)));
        let neighbors = square("e4").neighbors(connectivity.steps());
        assert_eq!(neighbors.len().to_string(), number);
    }
    for wrong in ["", "6", "48", " 4"] {
        assert_eq!(wrong.parse::<Connectivity>(), Err(ConnectivityError));
    }
}

#[test]
fn words_with_bits_off_the_board_are_refused_or_cut() {
    type Board = Bitboard<u128, RowMajor<6, 12>>;
    assert_eq!(Board::from_bits(1 << 72), None);
    assert!(Board::from_bits_truncate(1 << 72).is_empty());
    assert_eq!(Board::from_bits_truncate(u128::MAX), Board::FULL);
}

/// A cell is between two others if a piece on it takes the one from the slides of the other.
#[test]
fn cells_between_two_block_slides() {
    fn check<W: Word, G: Geometry>(slides: &Slides<G>) {
        for (a, b) in Cell::all().flat_map(|a| Cell::all().map(move |b| (a, b))) {
            let attacks = |occupied| Bitboard::<W, G>::from_cell(a).attacks(occupied, slides);
            let to = Bitboard::from_cell(b);
            let blocks = |&cell: &Cell<G>| {
                cell != b && attacks(to).contains(b) && !attacks(to | cell).contains(b)
            };
            let expected: Bitboard<W, G> = Cell::all().filter(blocks).collect();
            assert_eq!(Bitboard::between(a, b, slides), expected, "{a} {b}");
        }
    }
    check::<u64, Chess>(&Slides::QUEEN);
    check::<u64, Chess>(&Slides::NORTH_EAST);
    check::<u128, RowMajor<5, 9>>(&Slides::ROOK);
    check::<Wide<1>, Columns<7, 6>>(&Slides::BISHOP);
    check::<u64, OffsetHex<7, 6>>(&Slides::HEXAGON);
    check::<u64, AxialHex<4>>(&Slides::HEXAGON);
}
