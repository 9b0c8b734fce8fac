//! Opening books: lookups, and refused damaged files.

use c4_solver::{
    AnySize, BoardSize, Book, BookBuilder, BookError, Column, EntryError, Limits, Position,
    SolverBuilder, Standard,
};

type Small = AnySize<u64>;

fn board() -> Small {
    AnySize::new(5, 4).unwrap()
}

fn positions(ply: usize) -> Vec<Position<Small>> {
    BookBuilder::new(board(), ply).unwrap().positions().unwrap()
}

fn builder<B: BoardSize>(
    board: B,
    depth: usize,
    scores: impl IntoIterator<Item = (B::Word, i32)>,
) -> Result<BookBuilder<B>, BookError> {
    let mut builder = BookBuilder::new(board, depth)?;
    scores.into_iter().for_each(|(key, score)| builder.insert(key, score));
    Ok(builder)
}

/// A book of these scores.
pub(crate) fn book<B: BoardSize>(
    board: B,
    depth: usize,
    scores: impl IntoIterator<Item = (B::Word, i32)>,
) -> Result<Book<B>, BookError> {
    builder(board, depth, scores)?.build()
}

/// The complete book.
fn complete(depth: usize) -> Book<Small> {
    let mut solver = SolverBuilder::new(board()).memory_bytes(1 << 20).build().unwrap();
    let deepest = positions(depth).into_iter().map(|p| (p.symmetric_key(), solver.solve(&p)));
    builder(board(), depth, deepest).unwrap().build_complete().unwrap()
}

fn scores(depth: usize) -> Vec<(u64, i32)> {
    complete(depth).entries().collect()
}

fn write(depth: usize, scores: Vec<(u64, i32)>) -> Result<Vec<u8>, BookError> {
    book(board(), depth, scores).map(|book| book.as_bytes().to_vec())
}

/// Writes the checksum of changed bytes.
fn sign(bytes: &mut [u8]) {
    let sum = bytes[..16].iter().chain(&bytes[24..]).fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    bytes[16..24].copy_from_slice(&sum.to_le_bytes());
}

fn key(moves: &str) -> u64 {
    Position::new(board()).after_moves(moves).unwrap().symmetric_key()
}

#[test]
fn a_book_answers_all_positions_up_to_its_depth() {
    let bytes = write(5, scores(5)).unwrap();
    let book = Book::from_bytes(board(), bytes).unwrap();
    assert_eq!((book.depth(), book.board(), book.is_complete()), (5, board(), true));
    let mut plain = SolverBuilder::new(board()).memory_bytes(1 << 20).build().unwrap();
    let mut booked = SolverBuilder::new(board()).book(book.clone()).build().unwrap();
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
    let deeper = Position::new(board()).after_moves("123451").unwrap();
    assert_eq!(book.score(&deeper), None);
    assert_eq!(booked.solve(&deeper), plain.solve(&deeper));
}

#[test]
fn books_of_other_boards_are_refused() {
    let bytes = write(2, scores(2)).unwrap();
    let other = AnySize::<u64>::new(4, 5).unwrap();
    assert_eq!(
        Book::from_bytes(other, bytes).unwrap_err(),
        BookError::Board { width: 5, height: 4 }
    );
    assert_eq!(Book::from_bytes(board(), *b"PNG").unwrap_err(), BookError::NotABook);
}

fn refusal<B: BoardSize>(board: B, bytes: Vec<u8>) -> BookError {
    Book::from_bytes(board, bytes).unwrap_err()
}

/// The examples in the documentation of bitbully-databases.
#[test]
fn databases_of_bitbully_are_books() {
    let entries: [(u32, i8, &str, i32); 3] = [
        (0x97ce_d3e0, 73, "......./......./.x...../.oo.x../.ox.o../xxoxo..", 2),
        (0x52f9_dc6c, -88, "......./......./..xx.../..oo.../.xox.../.xxo.oo", -10),
        (0x7717_71d8, 71, "......./...x.../.x.o.../.o.x.o./.x.o.x./.o.x.o.", 1),
    ];
    // The last entry of every complete file.
    let last = (0x7f7b_a288, 97, "", 0);
    let write = |entries: &[(u32, i8, &str, i32)]| -> Vec<u8> {
        let bytes = |&(code, distance, ..): &(u32, i8, &str, i32)| {
            code.to_be_bytes().into_iter().chain(distance.to_be_bytes()).collect::<Vec<u8>>()
        };
        entries.iter().chain([&last]).flat_map(bytes).collect()
    };
    let book = Book::from_bytes(Standard::BOARD, write(&entries)).unwrap();
    assert_eq!((book.depth(), book.len(), book.is_complete()), (12, 4, false));
    for ((_, _, picture, score), (key, found)) in entries.into_iter().zip(book.entries()) {
        let position: Position = picture.parse().unwrap();
        assert_eq!((position.symmetric_key(), score), (key, found));
        assert_eq!([position, position.mirror()].map(|p| book.score(&p)), [Some(score); 2]);
    }
    assert_eq!(book.score(&Position::from_moves("112255667733").unwrap()), None);
    // A code that is none, one with a bit after its end, an entry twice, too many plies to the end.
    let wrong = [0x97ce_d3ef, 0x97ce_d3e1].map(|code| (code, 73, "", 0));
    // No loss is in 0 plies, and no win in an even number of them.
    let distances = [-100, 70, 72].map(|distance| (entries[1].0, distance, "", 0));
    for entry in wrong.into_iter().chain([entries[0]]).chain(distances) {
        let bytes = write(&[entries[0], entry, entries[2]]);
        let expected = BookError::Entry { index: 1, reason: EntryError::Coding };
        assert_eq!(refusal(Standard::BOARD, bytes), expected);
    }
    let bytes = write(&entries);
    for length in 1..bytes.len() {
        let expected = BookError::Length { bytes: length, entries: 4_200_899 };
        assert_eq!(refusal(Standard::BOARD, bytes[..length].to_vec()), expected);
    }
    assert_eq!(refusal(board(), bytes), BookError::Board { width: 7, height: 6 });
}

/// Cut at each byte, and with each byte changed where the format has a checksum.
#[test]
fn damaged_files_are_refused() {
    let mut solver = SolverBuilder::new(board()).memory_bytes(1 << 12).build().unwrap();
    let position = Position::new(board());
    let bounds = solver.try_solve(&position, &Limits::new().nodes(300)).unwrap_err().partial;
    let point = solver.checkpoint(&position, bounds, 300, 40).unwrap();
    assert!(point.len() > 150, "{}", point.len());
    let book = write(3, scores(3)).unwrap();
    let pons = table_of_pons(5, (11, 2_053), &scores(5));
    let mut accepts = |bytes: &[u8]| {
        Book::from_bytes(board(), bytes.to_vec()).is_ok() || solver.restore(bytes).is_ok()
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

/// A book of Pons' solver with `size` slots, the smallest prime of at least 2^`log`. Of positions
/// that share a slot, the last is kept.
fn table_of_pons(depth: u8, (log, size): (u8, usize), scores: &[(u64, i32)]) -> Vec<u8> {
    let key3 = |position: Position<Small>| {
        let key = Column::all(5).fold(0, |key, column| {
            let stones = (0..4).map_while(|row| position.stone(column, row));
            3 * stones.fold(key, |key: u64, player| {
                3 * key + if player == position.turn() { 1 } else { 2 }
            })
        });
        key / 3
    };
    let mut bytes = vec![0; 6 + 2 * size];
    bytes[..6].copy_from_slice(&[5, 4, depth, 1, 1, log]);
    for &(key, score) in scores {
        let position = Position::from_key(board(), key).unwrap();
        let key = key3(position).min(key3(position.mirror()));
        let slot = key as usize % size;
        bytes[6 + slot] = key as u8;
        bytes[6 + size + slot] = (score + 8) as u8;
    }
    bytes
}

#[test]
fn tables_of_pons_are_books() {
    let (all, complete) = (scores(5), complete(5));
    let bytes = table_of_pons(5, (11, 2_053), &all);
    let book = Book::from_bytes(board(), bytes.clone()).unwrap();
    let known: Vec<_> = book.entries().collect();
    assert!(known.len() == book.len() && book.len() > all.len() / 2, "{}", book.len());
    assert!(known.iter().all(|entry| all.contains(entry)));
    for position in (0..=5).flat_map(positions) {
        let found = book.score(&position);
        assert!(found.is_none_or(|score| complete.score(&position) == Some(score)));
        assert_eq!(book.score(&position.mirror()), found);
    }
    let slot = bytes[6..6 + 2_053].iter().rposition(|&key| key > 0).unwrap();
    let refuse = |at: usize, byte: u8, expected: BookError| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        assert_eq!(refusal(board(), bytes), expected);
    };
    let entry = |reason| BookError::Entry { index: slot, reason };
    refuse(6 + slot, !bytes[6 + slot], entry(EntryError::Coding));
    // The highest score is 7, the byte 15.
    refuse(6 + 2_053 + slot, 16, entry(EntryError::Coding));
    refuse(0, 7, BookError::Board { width: 7, height: 4 });
    refuse(2, 8, BookError::Keys { bytes: 1, depth: 8 });
    let deepest = [&bytes[..2], &[7], &bytes[3..]].concat();
    assert_eq!(Book::from_bytes(board(), deepest).unwrap().depth(), 7);
    refuse(3, 2, BookError::Length { bytes: bytes.len(), entries: 2_053 });
    refuse(4, 2, BookError::NotABook);
    // One stone at an edge, and the larger key of the two.
    for (key, expected) in [(2, None), (162, Some(EntryError::Coding))] {
        let mut bytes = table_of_pons(1, (11, 2_053), &[]);
        (bytes[6 + key], bytes[6 + 2_053 + key]) = (key as u8, 8);
        let found = Book::from_bytes(board(), bytes).err();
        assert_eq!(found, expected.map(|reason| BookError::Entry { index: key, reason }));
    }
    // 9 is not prime.
    assert!(Book::from_bytes(board(), table_of_pons(1, (3, 11), &[])).is_ok());
    // Two slots: 2 has no inverse modulo a power of two.
    assert_eq!(refusal(board(), table_of_pons(1, (1, 2), &[])), BookError::NotABook);
}

#[test]
fn a_book_of_one_ply_answers_positions_with_fewer_stones() {
    let (all, complete) = (scores(4), complete(4));
    let has_four = |&&(key, _): &&(u64, i32)| {
        Position::from_key(board(), key).is_ok_and(|position| position.ply() == 4)
    };
    let deepest: Vec<_> = all.iter().filter(has_four).copied().collect();
    // Where a position is missing, the search goes on without the book.
    for (from, most) in [(0, 300), (20, u64::MAX)] {
        // All keys are less than the number of slots.
        let bytes = table_of_pons(4, (13, 8_209), &deepest[from..]);
        let book = Book::from_bytes(board(), bytes).unwrap();
        let mut solver = SolverBuilder::new(board()).book(book).build().unwrap();
        for position in (0..=4).flat_map(positions) {
            let nodes = solver.statistics().nodes;
            assert_eq!(Some(solver.solve(&position)), complete.score(&position), "{position}");
            assert!(solver.statistics().nodes - nodes < most, "{position}");
        }
    }
}

#[test]
fn books_with_gaps_are_not_completed() {
    let mut deepest: Vec<_> = positions(2).into_iter().map(|p| (p.symmetric_key(), 0)).collect();
    let complete = |scores: &[(u64, i32)]| {
        let mut builder = builder(board(), 2, scores.iter().copied()).unwrap();
        builder.build_complete().map(|book| book.is_complete())
    };
    assert_eq!(complete(&deepest), Ok(true));
    deepest.pop();
    let missing = Err(BookError::Missing { missing: 1, ply: 2 });
    assert_eq!(complete(&deepest), missing);
    let shard = Book::from_bytes(board(), write(2, deepest).unwrap()).unwrap();
    assert!(!shard.is_complete() && !shard.is_empty());
}

#[test]
fn depths_beyond_the_board_are_refused() {
    let refused = BookError::Depth { depth: 300, cells: 20 };
    assert_eq!(write(300, Vec::new()), Err(refused));
    let mut bytes = write(20, Vec::new()).unwrap();
    bytes[10] = 21;
    sign(&mut bytes);
    let error = Book::from_bytes(board(), bytes).unwrap_err();
    assert_eq!(error, BookError::Depth { depth: 21, cells: 20 });
    assert_eq!(error.to_string(), "expected a depth of at most 20 plies, found 21");
}

#[test]
fn scores_that_no_position_has_are_refused() {
    // After two stones 18 are left, nine for each player.
    for score in [257, 9, -10, i32::MAX, i32::MIN] {
        let reason = EntryError::Score { score, low: -9, high: 8 };
        let refused = BookError::Entry { index: 0, reason };
        assert_eq!(write(2, vec![(key("12"), score)]), Err(refused));
    }
    assert_eq!(
        write(2, vec![(key("12"), 257)]).unwrap_err().to_string(),
        "entry 0: expected a score from -9 to 8, found 257"
    );
    let deepest = positions(2).into_iter().map(|p| (p.symmetric_key(), i32::MIN));
    let error = builder(board(), 2, deepest).unwrap().build_complete().unwrap_err();
    assert!(matches!(error, BookError::Entry { index: 0, .. }));
    let mut bytes = write(2, vec![(key("12"), 8)]).unwrap();
    *bytes.last_mut().unwrap() = 9;
    sign(&mut bytes);
    assert!(matches!(Book::from_bytes(board(), bytes), Err(BookError::Entry { index: 0, .. })));
}

#[test]
fn keys_that_no_book_holds_are_refused() {
    let refused = Err(BookError::Entry { index: 0, reason: EntryError::Key });
    // Not a position, a mirror image, too many stones, a win with the next stone, bits off the
    // board.
    let mirrored = Position::new(board()).after_moves("54").unwrap().key();
    let won = key("121212");
    for key in [0, u64::MAX, mirrored, key("123"), won, key("12") | 1 << 40] {
        assert_eq!(write(2, vec![(key, 0)]), refused, "{key:x}");
    }
    assert_eq!(write(8, vec![(won, 0)]), refused);
    let mut bytes = write(2, vec![(key("12"), 0), (key("11"), 0)]).unwrap();
    // The difference of the second key, before its score.
    let difference = bytes.len() - 2;
    bytes[difference] = 0;
    sign(&mut bytes);
    let reason = EntryError::Order;
    assert_eq!(
        Book::from_bytes(board(), bytes).unwrap_err(),
        BookError::Entry { index: 1, reason }
    );
}

#[test]
fn a_score_that_contradicts_its_moves_is_refused() {
    let honest = scores(4);
    // The deepest scores can only be compared with those above them.
    let above = |&at: &usize| Position::from_key(board(), honest[at].0).unwrap().ply() < 4;
    for at in (0..honest.len()).filter(above) {
        for change in [-1, 1] {
            let mut lying = honest.clone();
            lying[at].1 += change;
            let error = write(4, lying).unwrap_err();
            assert!(matches!(error, BookError::Entry { .. }), "{at}: {error}");
        }
    }
    // In a shard, a known move is a lower bound.
    let root = |score| write(1, vec![(key(""), score), (key("1"), -2)]);
    assert!(root(1).is_err() && root(2).is_ok() && root(3).is_ok());
}

#[test]
fn positions_are_listed_up_to_a_limit() {
    let builder =
        |depth, most| BookBuilder::new(Standard::BOARD, depth).unwrap().max_positions(most);
    let refused = BookError::TooMany { ply: 5, most: 2_000 };
    assert_eq!(builder(42, 2_000).positions(), Err(refused));
    assert_eq!(builder(42, 2_000).build_complete().unwrap_err(), refused);
    assert_eq!(builder(4, 568).positions().map(|positions| positions.len()), Ok(568));
    assert_eq!(builder(4, 567).positions(), Err(BookError::TooMany { ply: 4, most: 567 }));
    // A header that promises all positions.
    let bytes = builder(42, 0).build().unwrap().as_bytes().to_vec();
    assert!(!Book::from_bytes(Standard::BOARD, bytes).unwrap().is_complete());
}

/// Changes bytes of a book that has several blocks and checks what is refused, and why.
#[test]
fn every_entry_is_coded_in_one_way() {
    let honest = scores(4);
    let blocks = honest.len().div_ceil(64);
    let bytes = write(4, honest.clone()).unwrap();
    let at = |index: usize| 24 + index;
    let refuse = |change: &dyn Fn(&mut Vec<u8>), index: usize| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        sign(&mut bytes);
        let expected = BookError::Entry { index, reason: EntryError::Coding };
        assert_eq!(Book::from_bytes(board(), bytes).unwrap_err(), expected);
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
    assert_eq!(Book::from_bytes(board(), bytes).unwrap_err(), expected);
}

/// Lines of play up to a ply, in lexicographic order; every position of the ply by the first line
/// that leads to it.
#[test]
fn positions_are_in_the_order_of_their_moves() {
    for ply in 0..=5 {
        let mut lines = vec![(String::new(), Position::new(board()))];
        for _ in 0..ply {
            let next = |(line, position): (String, Position<Small>)| {
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

    let board = Standard::BOARD;
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

    let book = Book::embedded(Standard::BOARD).unwrap();
    let mut with_book = SolverBuilder::new(Standard::BOARD).book(book).build().unwrap();
    let mut without = SolverBuilder::new(Standard::BOARD).build().unwrap();
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
    let board = Standard::BOARD;
    let book = Book::embedded(board).unwrap();
    let mut solver = SolverBuilder::new(board).build().unwrap();
    let deepest = BookBuilder::new(board, book.depth()).unwrap().positions().unwrap();
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
    let embedded = Book::embedded(Standard::BOARD).unwrap();
    assert!(embedded.is_complete());
    let again = book(Standard::BOARD, embedded.depth(), embedded.entries()).unwrap();
    assert!(again.as_bytes() == embedded.as_bytes());
}

/// The keys of positions of two sizes can be the same.
#[test]
fn positions_of_other_sizes_are_not_in_a_book() {
    let book = Book::from_bytes(board(), write(8, scores(8)).unwrap()).unwrap();
    let other = Small::new(6, 3).unwrap();
    let positions = |ply| BookBuilder::new(other, ply).unwrap().positions().unwrap();
    for position in (0..=8).flat_map(positions) {
        assert_eq!(book.score(&position), None, "{position}");
    }
}
