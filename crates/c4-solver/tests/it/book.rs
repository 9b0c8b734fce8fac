//! Opening books: lookups, and refused damaged files.

use std::sync::atomic::AtomicBool;

use c4_solver::{
    Board, Book, BookBuilder, BookError, Column, Limits, Position, Solver, StopReason,
};

use super::checkpoints::sign;

fn board() -> Board {
    Board::new(5, 4).unwrap()
}

fn positions(ply: usize) -> Vec<Position> {
    BookBuilder::new(board(), ply).unwrap().positions().collect()
}

fn builder(depth: usize, scores: impl IntoIterator<Item = (Position, i32)>) -> BookBuilder {
    let mut builder = BookBuilder::new(board(), depth).unwrap();
    scores.into_iter().for_each(|(position, score)| builder.insert(&position, score));
    builder
}

/// The scores of the positions with `ply` stones, by a solver without a book.
fn solved(ply: usize) -> Vec<(Position, i32)> {
    let mut solver = Solver::new(board()).memory_bytes(1 << 20);
    positions(ply).into_iter().map(|position| (position, solver.solve(&position))).collect()
}

fn complete(depth: usize) -> Book {
    builder(depth, solved(depth)).build().unwrap()
}

fn scores(depth: usize) -> Vec<(u128, i32)> {
    complete(depth).entries().collect()
}

/// The bytes of some scores, which can be read as a book.
fn write(depth: usize, scores: impl IntoIterator<Item = (Position, i32)>) -> Vec<u8> {
    builder(depth, scores).checkpoint()
}

fn position(moves: &str) -> Position {
    Position::new(board()).after_moves(moves).unwrap()
}

fn refusal(bytes: Vec<u8>) -> BookError {
    Book::from_bytes(board(), bytes).unwrap_err()
}

#[test]
fn a_book_answers_all_positions_up_to_its_depth() {
    let book = Book::from_bytes(board(), complete(5).as_bytes().to_vec()).unwrap();
    assert_eq!((book.depth(), book.board()), (5, board()));
    let mut plain = Solver::new(board()).memory_bytes(1 << 20);
    let mut booked = Solver::new(board()).book(book.clone());
    let mut entries = 0;
    for ply in 0..=5 {
        for position in positions(ply) {
            let score = plain.solve(&position);
            assert_eq!(book.score(&position), Some(score), "{position}");
            assert_eq!(book.score(&position.mirror()), Some(score), "{position}");
            assert_eq!(booked.solve(&position), score);
            entries += 1;
        }
    }
    assert_eq!(booked.statistics().nodes, 0, "the book has answered everything");
    assert_eq!(book.len(), entries);
    let deeper = position("123451");
    assert_eq!(book.score(&deeper), None);
    assert_eq!(booked.solve(&deeper), plain.solve(&deeper));
}

/// The search of a solver for a book and the scores one by one give the same bytes.
#[test]
fn a_solver_solves_a_book() {
    let mut builder = BookBuilder::new(board(), 4).unwrap();
    assert_eq!(builder.missing(), positions(4).len());
    Solver::new(board()).memory_bytes(1 << 16).solve_book(&mut builder);
    assert_eq!(builder.missing(), 0);
    assert_eq!(builder.build().unwrap().as_bytes(), complete(4).as_bytes());
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly does not catch panics")]
fn books_of_other_boards_are_refused() {
    let bytes = complete(2).as_bytes().to_vec();
    assert_eq!(Book::board_of(&bytes), Ok(board()));
    assert_eq!(Book::board_of(b"PNG"), Err(BookError::NotABook));
    let other = Board::new(4, 5).unwrap();
    let expected = BookError::Board { width: 5, height: 4 };
    assert_eq!(Book::from_bytes(other, bytes.clone()).unwrap_err(), expected);
    assert_eq!(refusal(b"PNG".to_vec()), BookError::NotABook);
    let book = Book::from_bytes(board(), bytes.clone()).unwrap();
    let refused = std::panic::catch_unwind(|| Solver::new(other).book(book)).unwrap_err();
    let said = refused.downcast_ref::<String>().unwrap();
    assert_eq!(said, "expected a book of 4×5, found one of 5×4");
    // A checkpoint of another depth.
    let error = builder(3, []).restore(&bytes).unwrap_err();
    assert_eq!(error, BookError::Plies { expected: 3, found: 2 });
}

/// Cut at each byte, and with each byte changed where the format has a checksum.
#[test]
fn damaged_files_are_refused() {
    let mut solver = Solver::new(board()).memory_bytes(1 << 12);
    let position = Position::new(board());
    let bounds = solver.try_solve(&position, &Limits::new().nodes(300)).unwrap_err().partial;
    let point = solver.checkpoint(&position, bounds, 300, 40).unwrap();
    assert!(point.len() > 150, "{}", point.len());
    let book = complete(3).as_bytes().to_vec();
    let pons = table_of_pons([5, 1], (11, 2_053), &scores(5));
    let mut accepts = |bytes: &[u8]| {
        Book::from_bytes(board(), bytes.to_vec()).is_ok()
            || Book::convert(board(), bytes).is_ok()
            || solver.restore(bytes).is_ok()
    };
    for (whole, has_checksum) in [(&book, true), (&pons, false), (&point, true)] {
        assert!(accepts(whole));
        for length in 0..whole.len() {
            assert!(!accepts(&whole[..length]), "{length} of {} bytes", whole.len());
        }
        for at in (0..whole.len()).filter(|_| has_checksum) {
            for change in [1, 0x80, 0xff] {
                let mut damaged = whole.clone();
                damaged[at] ^= change;
                assert!(!accepts(&damaged), "byte {at} of {} ^ {change}", whole.len());
            }
        }
    }
}

/// A book of Pons' solver with `size` slots, the smallest prime of at least 2^`log`, and keys of
/// `key_bytes` bytes. Of positions that share a slot, the last is kept.
fn table_of_pons(
    [depth, key_bytes]: [u8; 2],
    (log, size): (u8, usize),
    scores: &[(u128, i32)],
) -> Vec<u8> {
    let key3 = |position: Position| {
        let key = Column::all(5).fold(0, |key, column| {
            let stones = (0..4).map_while(|row| position.stone(column, row));
            3 * stones.fold(key, |key: u64, player| {
                3 * key + if player == position.turn() { 1 } else { 2 }
            })
        });
        key / 3
    };
    let len = usize::from(key_bytes);
    let mut bytes = vec![0; 6 + (len + 1) * size];
    bytes[..6].copy_from_slice(&[5, 4, depth, key_bytes, 1, log]);
    for &(key, score) in scores {
        let position = Position::from_key(board(), key).unwrap();
        let key = key3(position).min(key3(position.mirror()));
        let slot = key as usize % size;
        bytes[6 + len * slot..][..len].copy_from_slice(&key.to_le_bytes()[..len]);
        bytes[6 + len * size + slot] = (score + 8) as u8;
    }
    bytes
}

#[test]
fn tables_of_pons_are_converted() {
    let (all, complete) = (scores(5), complete(5));
    let bytes = table_of_pons([5, 1], (11, 2_053), &all);
    let convert = |bytes: &[u8]| Book::convert(board(), bytes);
    let book = convert(&bytes).unwrap();
    let known: Vec<_> = book.entries().collect();
    assert!(known.len() == book.len() && book.len() > all.len() / 2, "{}", book.len());
    assert!(known.iter().all(|entry| all.contains(entry)));
    for position in (0..=5).flat_map(positions) {
        let found = book.score(&position);
        assert!(found.is_none_or(|score| complete.score(&position) == Some(score)));
        assert_eq!(book.score(&position.mirror()), found);
    }
    assert_eq!(Book::from_bytes(board(), book.as_bytes().to_vec()).unwrap().len(), book.len());
    let slot = bytes[6..6 + 2_053].iter().rposition(|&key| key > 0).unwrap();
    let refuse = |at: usize, byte: u8, expected: BookError| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        assert_eq!(convert(&bytes).unwrap_err(), expected);
    };
    let entry = BookError::Entry { index: slot };
    refuse(6 + slot, !bytes[6 + slot], entry);
    // The highest score is 7, the byte 15.
    refuse(6 + 2_053 + slot, 16, entry);
    refuse(0, 7, BookError::Board { width: 7, height: 4 });
    refuse(2, 8, BookError::Keys { bytes: 1, depth: 8 });
    refuse(2, 21, BookError::Depth { depth: 21, cells: 20 });
    let deepest = [&bytes[..2], &[7], &bytes[3..]].concat();
    assert_eq!(convert(&deepest).unwrap().depth(), 7);
    refuse(3, 2, BookError::Length { bytes: bytes.len(), entries: 2_053 });
    refuse(4, 2, BookError::NotConvertible);
    // One stone at an edge, and the larger key of the two.
    for (key, expected) in
        [(2, BookError::Missing { missing: 2, ply: 1 }), (162, BookError::Entry { index: 162 })]
    {
        let mut bytes = table_of_pons([1, 1], (11, 2_053), &[]);
        (bytes[6 + key], bytes[6 + 2_053 + key]) = (key as u8, 8);
        assert_eq!(convert(&bytes).unwrap_err(), expected);
    }
    // 9 is not prime.
    let missing = BookError::Missing { missing: 3, ply: 1 };
    assert_eq!(convert(&table_of_pons([1, 1], (3, 11), &[])).unwrap_err(), missing);
    // The depth in 51 bytes needs no more memory than that of a small board.
    let bytes = [&[7, 6, 34, 8, 1, 2], &[0; 45][..]].concat();
    let expected = BookError::TooMany { ply: 11, most: 1 << 20 };
    assert_eq!(Book::convert(Board::STANDARD, &bytes).unwrap_err(), expected);
    // Two slots: 2 has no inverse modulo a power of two.
    assert_eq!(
        convert(&table_of_pons([1, 1], (1, 2), &[])).unwrap_err(),
        BookError::NotConvertible
    );
}

/// Entries of bitbully's database: three examples of its documentation, the second of which is
/// changed. (A unit test has their scores, and all others are needed for a book.)
#[test]
fn damaged_databases_of_bitbully_are_refused() {
    let board = Board::STANDARD;
    let [first, second, third] =
        [(0x97ce_d3e0, 73), (0x52f9_dc6c, -88), (0x7717_71d8, 71)] as [(u32, i8); 3];
    let write = |entry: (u32, i8)| -> Vec<u8> {
        // The last entry is that of every complete file.
        let entries = [first, entry, third, (0x7f7b_a288, 97)].into_iter();
        entries
            .flat_map(|(code, distance)| [&code.to_be_bytes()[..], &[distance as u8]].concat())
            .collect()
    };
    // Codes with bits after their end, an entry twice, and distances that do not fit the winner: no
    // loss is in 0 plies, and no win in an even number of them.
    let wrong = [(0x97ce_d3ef, 73), (0x97ce_d3e1, 73), first];
    for entry in wrong.into_iter().chain([-100, 70, 72].map(|distance| (second.0, distance))) {
        let error = Book::convert(board, &write(entry)).unwrap_err();
        assert_eq!(error, BookError::Entry { index: 1 }, "{entry:x?}");
    }
    let bytes = write(second);
    for length in 1..bytes.len() {
        let expected = BookError::Length { bytes: length, entries: 4_200_899 };
        assert_eq!(Book::convert(board, &bytes[..length]).unwrap_err(), expected);
    }
    let expected = BookError::Board { width: 7, height: 6 };
    assert_eq!(Book::convert(self::board(), &bytes).unwrap_err(), expected);
}

/// As for the database of bitbully.
#[test]
fn a_converted_book_of_one_ply_has_the_positions_with_fewer_stones() {
    let (all, complete) = (scores(4), complete(4));
    let has_four = |&&(key, _): &&(u128, i32)| {
        Position::from_key(board(), key).is_ok_and(|position| position.ply() == 4)
    };
    let deepest: Vec<_> = all.iter().filter(has_four).copied().collect();
    // All keys are less than the number of slots.
    let bytes = |from: usize| table_of_pons([4, 3], (13, 8_209), &deepest[from..]);
    let book = Book::convert(board(), &bytes(0)).unwrap();
    assert_eq!(book.as_bytes(), complete.as_bytes());
    let missing = BookError::Missing { missing: 20, ply: 4 };
    assert_eq!(Book::convert(board(), &bytes(20)).unwrap_err(), missing);
}

#[test]
fn books_with_gaps_are_not_completed() {
    let mut deepest = solved(2);
    assert!(builder(2, deepest.iter().copied()).build().is_ok());
    deepest.pop();
    let builder = builder(2, deepest.iter().copied());
    assert_eq!(builder.missing(), 1);
    let missing = BookError::Missing { missing: 1, ply: 2 };
    assert_eq!(builder.clone().build().unwrap_err(), missing);
    // A checkpoint is a book of these positions.
    let part = Book::from_bytes(board(), builder.checkpoint()).unwrap();
    assert_eq!((part.len(), part.depth()), (deepest.len(), 2));
}

#[test]
fn positions_are_listed_within_limits() {
    // The empty board, and 3 and 13 positions with one and two stones.
    let list = |nodes| BookBuilder::try_new(board(), 3, &Limits::new().nodes(nodes));
    assert_eq!(list(16).unwrap_err().stop_reason(), Some(StopReason::Nodes));
    let listed: Vec<_> = list(17).unwrap().positions().collect();
    assert_eq!(listed, BookBuilder::new(board(), 3).unwrap().positions().collect::<Vec<_>>());
    let cancel = AtomicBool::new(true);
    let stopped = BookBuilder::try_new(board(), 3, &Limits::new().cancel(&cancel)).unwrap_err();
    assert_eq!(stopped.stop_reason(), Some(StopReason::Cancelled));
}

#[test]
fn depths_beyond_the_board_are_refused() {
    let refused = BookError::Depth { depth: 300, cells: 20 };
    assert_eq!(BookBuilder::new(board(), 300).unwrap_err(), refused);
    let mut bytes = write(2, []);
    bytes[10] = 21;
    sign(&mut bytes);
    let error = refusal(bytes);
    assert_eq!(error, BookError::Depth { depth: 21, cells: 20 });
    assert_eq!(error.to_string(), "expected a depth of at most 20 plies, found 21");
}

#[test]
fn scores_that_no_position_has_are_refused() {
    // After two stones 18 are left, nine for each player.
    for score in [257, 9, -10, i32::MAX, i32::MIN] {
        let deepest = positions(2).into_iter().map(|position| (position, score));
        let refused = BookError::Score { index: 0, score, low: -9, high: 8 };
        assert_eq!(builder(2, deepest).build().unwrap_err(), refused);
        let text = format!("entry 0: expected a score from -9 to 8, found {score}");
        assert_eq!(refused.to_string(), text);
    }
    let mut bytes = write(2, [(position("12"), 8)]);
    *bytes.last_mut().unwrap() = 9;
    sign(&mut bytes);
    assert_eq!(refusal(bytes), BookError::Score { index: 0, score: 9, low: -9, high: 8 });
}

#[test]
fn keys_that_no_book_holds_are_refused() {
    // Too many stones, and a win with the next stone.
    for moves in ["123", "121212"] {
        assert_eq!(refusal(write(2, [(position(moves), 0)])), BookError::Entry { index: 0 });
    }
    assert_eq!(refusal(write(8, [(position("121212"), 0)])), BookError::Entry { index: 0 });
    let bytes = write(2, [(position("12"), 0), (position("11"), 0)]);
    // Not a position, bits off the board, and the key of a mirror image.
    let mirrored = position("54").key().to_le_bytes();
    for key in [[0; 4], [0xff; 4], mirrored[..4].try_into().unwrap()] {
        let mut bytes = bytes.clone();
        bytes[24..28].copy_from_slice(&key);
        sign(&mut bytes);
        assert_eq!(refusal(bytes), BookError::Entry { index: 0 });
    }
    let mut bytes = bytes;
    // The difference of the second key, before its score.
    let difference = bytes.len() - 2;
    bytes[difference] = 0;
    sign(&mut bytes);
    assert_eq!(refusal(bytes), BookError::Entry { index: 1 });
}

/// Changes bytes of a book that has several blocks and checks what is refused, and why.
#[test]
fn every_entry_is_coded_in_one_way() {
    let honest = scores(4);
    let blocks = honest.len().div_ceil(64);
    let bytes = complete(4).as_bytes().to_vec();
    let at = |index: usize| 24 + index;
    let refuse = |change: &dyn Fn(&mut Vec<u8>), index: usize| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        sign(&mut bytes);
        assert_eq!(refusal(bytes), BookError::Entry { index });
    };
    assert!(blocks > 2);
    // The offset of the second block.
    refuse(&|bytes| bytes[at(12 + 4)] += 1, 64);
    refuse(&|bytes| bytes[at(12 + 11)] = 0x80, 64);
    // A byte too many, or too few.
    refuse(&|bytes| bytes.push(0), honest.len());
    refuse(&|bytes| bytes.truncate(bytes.len() - 1), honest.len() - 1);
    // A difference of one byte as two.
    let last = bytes.len() - 2;
    assert!(bytes[last] < 0x80);
    let longer = |bytes: &mut Vec<u8>| {
        bytes[last] |= 0x80;
        bytes.insert(last + 1, 0);
    };
    refuse(&longer, honest.len() - 1);
    let mut bytes = bytes[..24 + blocks * 12 - 1].to_vec();
    sign(&mut bytes);
    let expected = BookError::Length { bytes: bytes.len(), entries: honest.len() };
    assert_eq!(refusal(bytes), expected);
}

/// Lines of play up to a ply, in lexicographic order; every position of the ply by the first line
/// that leads to it.
#[test]
fn positions_are_in_the_order_of_their_moves() {
    for ply in 0..=5 {
        let mut lines = vec![(String::new(), Position::new(board()))];
        for _ in 0..ply {
            let next = |(line, position): (String, Position)| {
                let children = position.columns().iter().filter_map(move |column| {
                    Some((format!("{line}{column}"), position.after(column).ok()?))
                });
                children.collect::<Vec<_>>()
            };
            lines = lines.into_iter().flat_map(next).collect();
        }
        let mut seen = std::collections::BTreeSet::new();
        lines.retain(|(_, position)| seen.insert(position.symmetric_key()));
        lines.retain(|(_, position)| position.winning_columns().is_empty());
        let keys = lines.iter().map(|(_, position)| position.symmetric_key());
        assert!(positions(ply).iter().map(|position| position.symmetric_key()).eq(keys), "{ply}");
    }
}

/// Positions of 7×6 by ply, up to mirroring, that are not over and that the player to move does not
/// win at once; and the numbers of all positions that are won, drawn and lost for the first player,
/// without symmetry, by Markus Böck (2025), <https://github.com/markus7800/Connect4-Strong-Solver>.
#[cfg(feature = "book")]
const PLIES: [(usize, [usize; 3]); 9] = [
    (1, [1, 0, 0]),
    (4, [1, 2, 4]),
    (25, [27, 12, 10]),
    (121, [35, 58, 145]),
    (568, [690, 200, 230]),
    (2_144, [1_080, 697, 2_486]),
    (7_638, [10_889, 1_943, 3_590]),
    (25_718, [17_507, 5_944, 31_408]),
    (77_715, [124_624, 14_676, 44_975]),
];

#[cfg(feature = "book")]
#[test]
fn the_embedded_book_agrees_with_published_totals() {
    use super::known_answers::count_positions;

    let board = Board::STANDARD;
    let book = Book::embedded(board).unwrap();
    assert_eq!(book.len(), PLIES.iter().map(|&(positions, _)| positions).sum::<usize>());
    let mut results = [[0; 3]; 9];
    // Entries, with mirror images.
    let mut entries = [0; 9];
    for (key, score) in book.entries() {
        let position = Position::from_key(board, key).unwrap();
        let ply = position.ply();
        entries[ply] += 1;
        let images = if position.mirror() == position { 1 } else { 2 };
        let for_first = if ply.is_multiple_of(2) { score } else { -score };
        results[ply][(1 - for_first.signum()) as usize] += images;
    }
    assert_eq!(entries, PLIES.map(|(positions, _)| positions));
    // The others are won, by the last stone or by the next one.
    for (ply, [open, won]) in count_positions(board).take(9).enumerate() {
        let searched: usize = results[ply].iter().sum();
        let mover = ply % 2 * 2;
        results[ply][2 - mover] += won;
        results[ply][mover] += open - searched;
        assert_eq!(results[ply], PLIES[ply].1, "{ply}");
    }
}

#[cfg(feature = "book")]
#[test]
fn a_casual_player_does_not_know_the_book() {
    use c4_solver::SeededRng;
    use c4_solver::Strength;

    let book = Book::embedded(Board::STANDARD).unwrap();
    let mut with_book = Solver::default().book(book);
    let mut without = Solver::default();
    for seed in 0..20 {
        let [a, b] = [&mut with_book, &mut without].map(|solver| {
            solver.choose(&Position::EMPTY, Strength::Casual, &mut SeededRng::new(seed))
        });
        assert_eq!(a, b);
    }
}

/// Scores of the book that a search without it finds again.
#[cfg(feature = "book")]
#[test]
fn the_embedded_book_agrees_with_a_search() {
    let board = Board::STANDARD;
    let book = Book::embedded(board).unwrap();
    let mut solver = Solver::new(board);
    let deepest = BookBuilder::new(board, book.depth()).unwrap();
    let deepest: Vec<_> = deepest.positions().collect();
    // Positions with few nodes: debug builds search 100,000 nodes a second.
    let mut solved = 0;
    for position in deepest.iter().step_by(101) {
        let limits = c4_solver::Limits::new().nodes(2_000);
        let bounds = match solver.try_solve(position, &limits) {
            Ok(score) => {
                solved += 1;
                (score, score)
            }
            Err(stopped) => (stopped.partial.low, stopped.partial.high),
        };
        let score = book.score(position).unwrap();
        assert!(bounds.0 <= score && score <= bounds.1, "{score}\n{position}");
    }
    assert!(solved > 20, "{solved}");
}

#[cfg(feature = "book")]
#[test]
fn the_embedded_book_is_complete_and_consistent() {
    let embedded = Book::embedded(Board::STANDARD).unwrap();
    let mut builder = BookBuilder::new(Board::STANDARD, embedded.depth()).unwrap();
    builder.restore(embedded.as_bytes()).unwrap();
    assert_eq!(builder.build().unwrap().as_bytes(), embedded.as_bytes());
}

/// The keys of positions of two sizes can be the same.
#[test]
fn positions_of_other_sizes_are_not_in_a_book() {
    let (book, other) = (complete(6), Board::new(6, 3).unwrap());
    let positions = |ply| BookBuilder::new(other, ply).unwrap().positions().collect::<Vec<_>>();
    for position in (0..=6).flat_map(positions) {
        assert_eq!(book.score(&position), None, "{position}");
    }
}
