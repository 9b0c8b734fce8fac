//! All queries on boards, against a search cell by cell.

use bitboard_core::{
    AxialHex, Bitboard, Cell, Chess, Geometry, Holes, Moves, NoCornerCut, OffsetHex, RowMajor,
    SeededRng, Slides, Steps, Word,
};
use king_paths::chess::{
    Color, Pieces, attack_cones, attack_spans, is_fortress, king_walk, outposts,
    protected_outposts, safe_squares,
};
use king_paths::{distances, reachable_within, shortest_paths};

use crate::common::{
    Rule, answers, board, check, expected, frontiers, hexagons, number, query, squares, steps,
};

/// Compares the answers on boards of a kind.
fn agrees<W: Word, G: Geometry>(seed: u64, rules: &[Rule<G>]) {
    for rule in rules {
        let sets = query(&mut SeededRng::new(seed)).map(|set| number(board::<W, G>(set)));
        let [step, back] = steps::<W, G>(*rule);
        let plain = matches!(rule.0, Moves::Steps(_));
        let expected = expected(&sets, [&step, &back], plain);
        assert_eq!(answers::<W, G, _>(&sets, rule), expected, "{rule:?}");
    }
}

#[test]
fn answers_are_those_of_a_search_cell_by_cell() {
    fn agree(seed: u64) {
        agrees::<u64, Chess>(seed, &squares());
        agrees::<u128, RowMajor<6, 12>>(seed, &squares());
        agrees::<u64, OffsetHex<5, 10>>(seed, &hexagons());
        agrees::<u128, AxialHex<6>>(seed, &hexagons());
    }
    check(30, agree);
}

/// `Moves` runs code that is compiled for each common rule.
#[test]
fn compiled_moves_give_the_same_answers() {
    fn agree(seed: u64) {
        let sets = query(&mut SeededRng::new(seed)).map(|set| u128::from(set as u64));
        for rule in squares::<Chess>() {
            let found = answers::<u64, Chess, Moves<Chess>>(&sets, &rule.0);
            assert_eq!(found, answers::<u64, Chess, _>(&sets, &rule), "{rule:?}");
        }
    }
    check(30, agree);
}

#[test]
fn distances_on_hexagons_print_shifted_rows() {
    type Offset = Bitboard<u64, OffsetHex<3, 3>>;
    let corner = Offset::from_coords(&[(0, 0)]);
    let free = !Offset::from_coords(&[(1, 1)]);
    assert_eq!(distances(corner, free, &Steps::HEXAGON).to_string(), "0 1 2\n 1 - 3\n2 2 3");

    let middle = Bitboard::<u64, AxialHex<2>>::from_coords(&[(1, 1)]);
    let all = distances(middle, Bitboard::FULL, &Steps::HEXAGON);
    assert_eq!(all.to_string(), " 1 1\n1 0 1\n 1 1");
}

#[test]
fn distances_of_two_digits_are_shifted_by_half_a_cell() {
    // Half a cell is two characters once a number and its separator take four.
    let left = Bitboard::<u64, OffsetHex<11, 2>>::from_coords(&[(0, 0)]);
    let picture = distances(left, Bitboard::FULL, &Steps::HEXAGON).to_string();
    let expected = "
  0   1   2   3   4   5   6   7   8   9  10
    1   2   3   4   5   6   7   8   9  10  11";
    assert_eq!(picture, expected[1..]);
}

#[test]
fn distances_leave_out_cells_that_do_not_exist() {
    type Ring = Holes<RowMajor<3, 3>, 0b111_101_111>;
    let corner = Bitboard::<u64, Ring>::from_coords(&[(0, 0)]);
    let all = distances(corner, Bitboard::FULL, &Steps::ORTHOGONAL);
    assert_eq!(all.to_string(), "0 1 2\n1   3\n2 3 4");
}

/// Every cell stands where the picture of the board has it.
#[test]
fn distances_and_boards_have_the_same_layout() {
    fn check<G: Geometry>() {
        let board = Bitboard::<u128, G>::FULL;
        let none = Rule(Moves::Steps(Steps::<G>::from_offsets(&[])));
        let zeros = distances(board, board, &none);
        assert_eq!(zeros.to_string(), board.to_string().replace('X', "0"));
    }
    check::<Chess>();
    check::<AxialHex<5>>();
    check::<Holes<AxialHex<4>, 0x1f_ffff_0fff>>();
}

type Board = Bitboard<u64, Chess>;

type Offsets = [(i8, i8)];

/// The squares that a piece on `cell` attacks, square by square.
fn attacked(cell: Cell<Chess>, offsets: &Offsets, far: bool, occupied: Board) -> Board {
    let mut all = Board::EMPTY;
    for &(dx, dy) in offsets {
        let (mut x, mut y) = (cell.x() as i8, cell.y() as i8);
        loop {
            (x, y) = (x + dx, y + dy);
            let on_board = (0..8).contains(&x) && (0..8).contains(&y);
            let Some(next) = on_board.then(|| Cell::new(x as usize, y as usize)).flatten() else {
                break;
            };
            all.insert(next);
            if !far || occupied.contains(next) {
                break;
            }
        }
    }
    all
}

#[test]
fn kings_walk_where_the_enemy_does_not_attack() {
    const SIDES: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    const CORNERS: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
    const LEAPS: [(i8, i8); 8] =
        [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
    fn walk(seed: u64) {
        let mut rng = SeededRng::new(seed);
        let mut taken = Board::EMPTY;
        // A sixteenth of the squares that are left.
        let mut place = || {
            let [from, to, _] = query(&mut rng);
            let squares = board::<u64, Chess>(from ^ to >> 64) - taken;
            taken |= squares;
            squares
        };
        for color in [Color::White, Color::Black] {
            let enemy = Pieces {
                color,
                pawns: place(),
                knights: place(),
                bishops: place(),
                rooks: place(),
                queens: place().isolate_first(),
                kings: place().isolate_first(),
            };
            let friends = place();
            let occupied = friends | enemy.all();
            let up = if color == Color::White { 1 } else { -1 };
            let kinds: [(Board, &[&Offsets], bool); 6] = [
                (enemy.pawns, &[&[(-1, up), (1, up)]], false),
                (enemy.knights, &[&LEAPS], false),
                (enemy.bishops, &[&CORNERS], true),
                (enemy.rooks, &[&SIDES], true),
                (enemy.queens, &[&SIDES, &CORNERS], true),
                (enemy.kings, &[&SIDES, &CORNERS], false),
            ];
            let mut attacks = Board::EMPTY;
            for (pieces, offsets, far) in kinds {
                for cell in pieces {
                    for offsets in offsets {
                        attacks |= attacked(cell, offsets, far, occupied);
                    }
                }
            }
            let safe = safe_squares(friends, &enemy);
            assert_eq!(safe, !(friends | attacks));
            let Some(king) = (!occupied).first().map(Board::from_cell) else { return };
            let [step, _] = steps::<u64, Chess>(Rule(Moves::Steps(Steps::KING)));
            let reached = frontiers(number(king), number(safe | king), &step);
            let reached = board(reached.iter().fold(0, |all, frontier| all | frontier));
            assert_eq!(king_walk(king, friends, &enemy), reached);
            let holds = reached.is_disjoint(enemy.kings);
            assert_eq!(is_fortress(king, enemy.kings, friends, &enemy), holds);
        }
    }
    check(50, walk);
}

#[test]
fn pawns_attack_ahead_of_themselves() {
    fn ahead(seed: u64) {
        let [own, enemy, _] = query(&mut SeededRng::new(seed)).map(board::<u64, Chess>);
        let squares = |holds: &dyn Fn(usize) -> bool| -> Board {
            Cell::all().filter(|cell| holds(cell.index() as usize)).collect()
        };
        let attackers = |color: Color, pawns: Board, cone: bool| {
            squares(&|square| {
                pawns.iter().any(|pawn| {
                    let files = (square % 8).abs_diff(pawn.x());
                    let ranks = match color {
                        Color::White => (square / 8).checked_sub(pawn.y()),
                        Color::Black => pawn.y().checked_sub(square / 8),
                    };
                    // In a cone: the last of `steps` steps is a capture, the others are arbitrary.
                    let sides = |ranks: usize| if cone { files <= ranks } else { files == 1 };
                    ranks.is_some_and(|r| r > 0 && sides(r))
                        && !(cone && ranks == Some(1) && files != 1)
                })
            })
        };
        for color in [Color::White, Color::Black] {
            assert_eq!(attack_spans(own, color), attackers(color, own, false));
            assert_eq!(attack_cones(own, color), attackers(color, own, true));
            let held = own.iter().flat_map(|pawn| {
                let y = pawn.y().checked_add_signed(if color == Color::White { 1 } else { -1 });
                [pawn.x().checked_sub(1), Some(pawn.x() + 1)].map(|x| Cell::new(x?, y?))
            });
            let safe = held.flatten().collect::<Board>() - attackers(color.other(), enemy, false);
            assert_eq!(protected_outposts(own, enemy, color), safe);
            assert_eq!(outposts(own, color.other()), !attackers(color, own, true));
        }
    }
    check(50, ahead);
}

#[test]
fn slides_reach_by_one_and_two_moves() {
    let mobility = |square: &str, slides: Slides<Chess>| {
        let (from, rule) = (Board::from_cell(square.parse().unwrap()), Rule(slides.into()));
        [1, 2].map(|moves| (reachable_within(from, Board::FULL, &rule, moves) - from).len())
    };
    assert_eq!(mobility("d4", Slides::ROOK), [14, 63]);
    assert_eq!(mobility("d4", Slides::BISHOP), [13, 31]);
    assert_eq!(mobility("a1", Slides::QUEEN), [21, 63]);
}

#[test]
fn a_wall_also_stops_slides_over_it() {
    // From a1 a rook gets to c1 in one move: b1 is in no layer and not an articulation cell, though
    // a wall there stops the rook.
    let (from, to, within) = (Board::new(1), Board::new(4), Board::new(7));
    let paths = shortest_paths(from, to, within, &Slides::ROOK);
    assert_eq!(paths.distance(), Some(1));
    assert_eq!(paths.articulation_cells(), from | to);
}

/// Random paths by a fixed seed.
#[test]
fn every_path_is_as_likely_as_any_other() {
    let steps = [Steps::KING, Steps::ORTHOGONAL, Steps::KNIGHT, Steps::KING].map(Moves::Steps);
    let ends = [(1 << 28, 1 | 1 << 63), (1, 1 << 36), (1, 1 << 63), (1, 1)];
    let queries = steps.into_iter().zip(ends).map(|(moves, (from, to))| (moves, from, to, !0));
    for (moves, from, to, within) in
        queries.chain([(NoCornerCut::KING.into(), 0xff, 1 << 35, !(1 << 19))])
    {
        let [from, to, within] = [from, to, within].map(Board::from_bits_truncate);
        let rule = Rule(moves);
        let paths = shortest_paths(from, to, within, &rule);
        let all: Vec<_> = paths.paths().collect();
        assert_eq!(all.len() as u128, paths.path_count());
        let mut seen = vec![0.0; all.len()];
        for path in paths.sampler(&mut SeededRng::new(1)).take(1000 * all.len()) {
            seen[all.binary_search(&path).expect("a shortest path")] += 1.0;
        }
        let chi_squared: f64 = seen.iter().map(|n: &f64| (n - 1000.0).powi(2) / 1000.0).sum();
        // Mean and variance of the distribution are n and 2n for n degrees of freedom.
        let freedom = (seen.len() - 1) as f64;
        let difference = (chi_squared - freedom).abs();
        assert!(difference < 4.0 * (2.0 * freedom).sqrt() + 1e-9, "{chi_squared}");
    }
    let rule = Rule(Moves::Steps(Steps::KING));
    let none = shortest_paths(Board::new(1), Board::new(4), Board::new(5), &rule);
    assert!(none.sampler(SeededRng::new(1)).next().is_none());
}
