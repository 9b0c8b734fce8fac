//! Every question but the layers themselves against a queue.

use std::collections::BTreeSet;

use crate::common::{Graph, Property, Random, cells, query};
use bitboard_core::{
    AxialHex, Bitboard, Cell, Chess, Dilate, Geometry, Holes, OffsetHex, RowMajor, Slides, Steps,
    Word,
};
use king_paths::chess::{
    Color, Pieces, attack_cones, attack_spans, is_fortress, king_walk, outposts, safe_squares,
};
use king_paths::{distances, eccentricity, reachable_within, shortest_paths};
use quickcheck::QuickCheck;

fn check<P: Property>() {
    QuickCheck::new().tests(60).quickcheck(P::holds as fn(Random));
}

struct Distances;

impl Property for Distances {
    fn check<W: Word, G: Geometry, D: Dilate<G>>(random: Random, steps: &D) {
        let [from, to, within] = query::<W, G>(random);
        let expected = Graph::new(within, steps).distances(from & within);
        let ours = distances(from, within, steps);
        for cell in Bitboard::<W, G>::FULL {
            assert_eq!(ours.get(cell).map(|d| d as usize), expected[cell.index() as usize]);
        }
        let reached = cells(|i| expected[i].is_some());
        assert_eq!(from.flood(within, steps), reached);
        assert_eq!(from.is_connected(to, within, steps), !reached.is_disjoint(to & within));
        let furthest = expected.iter().flatten().max().copied();
        assert_eq!(ours.max().map(|d| d as usize), furthest);
        let ends = furthest.map(|d| (d as u32, cells(|i| expected[i] == Some(d))));
        assert_eq!(eccentricity(from, within, steps), ends);
        for moves in 0..4 {
            let near = cells(|i| expected[i].is_some_and(|d| d <= moves));
            assert_eq!(reachable_within(from, within, steps, moves as u32), near);
            let exactly = cells(|i| expected[i] == Some(moves));
            assert_eq!(ours.at(moves as u32), exactly);
        }
    }
}

#[test]
fn distances_and_what_can_be_reached() {
    check::<Distances>();
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
        let zeros = distances(board, board, &Steps::<G>::from_offsets(&[]));
        assert_eq!(zeros.to_string(), board.to_string().replace('X', "0"));
    }
    check::<Chess>();
    check::<AxialHex<5>>();
    check::<Holes<AxialHex<4>, 0x1f_ffff_0fff>>();
}

struct Avoided;

impl Property for Avoided {
    fn check<W: Word, G: Geometry, D: Dilate<G>>(random: Random, steps: &D) {
        let reverse = &steps.reverse();
        let [from, to, within] = query::<W, G>(random);
        let there = Graph::new(within, steps).distances(from & within);
        let back = Graph::new(within, reverse).distances(to & within);
        let length = (to & within).iter().filter_map(|cell| there[cell.index() as usize]).min();
        let paths = shortest_paths(from, to, within, steps);
        for slack in [0, 1, 2, 5, 200] {
            let on_way = cells(|i| match (there[i], back[i], length) {
                (Some(there), Some(back), Some(length)) => there + back <= length + slack,
                _ => false,
            });
            assert_eq!(paths.near_shortest(slack as u32), on_way);
        }
        let without = |cell: Cell<G>| {
            let rest = within - Bitboard::from_cell(cell);
            let there = Graph::new(rest, steps).distances(from & rest);
            (to & rest).iter().all(|cell| there[cell.index() as usize].is_none())
        };
        // With plain steps, an articulation cell is on every shortest path. A slide may go over a
        // cell that it could not go over if the cell were taken away.
        let cuts = paths.must_pass().iter().filter(|&cell| without(cell)).collect();
        assert_eq!(paths.articulation_cells(), cuts);
    }
}

struct CutByPlainSteps;

impl Property for CutByPlainSteps {
    fn check<W: Word, G: Geometry, D: Dilate<G>>(random: Random, steps: &D) {
        let [from, to, within] = query::<W, G>(random);
        let connected = |within| from.is_connected(to, within, steps);
        let cuts = within.iter().filter(|&cell| !connected(within - Bitboard::from_cell(cell)));
        let cuts = if connected(within) { cuts.collect() } else { Bitboard::EMPTY };
        assert_eq!(shortest_paths(from, to, within, steps).articulation_cells(), cuts);
    }
}

#[test]
fn plain_steps_never_avoid_a_cut_cell() {
    fn holds(random: Random) {
        CutByPlainSteps::check::<u64, Chess, _>(random, &Steps::KING);
        CutByPlainSteps::check::<u64, Chess, _>(random, &Steps::KNIGHT);
        let pawn = Steps::WHITE_PAWN_CAPTURES;
        CutByPlainSteps::check::<u64, Chess, _>(random, &pawn);
    }
    QuickCheck::new().quickcheck(holds as fn(_));
}

#[test]
fn cells_that_cannot_be_avoided_and_cells_hardly_out_of_the_way() {
    QuickCheck::new().tests(15).quickcheck(Avoided::holds as fn(Random));
}

struct Counted;

impl Property for Counted {
    fn check<W: Word, G: Geometry, D: Dilate<G>>(random: Random, steps: &D) {
        let [from, to, within] = query::<W, G>(random);
        let found = shortest_paths(from, to, within, steps);
        let (layers, counts) = (found.layers(), found.counts());
        assert_eq!(counts.total(), found.path_count());
        assert_eq!(counts.per_target().map(|(_, n)| n).sum::<u128>(), counts.total());
        assert_eq!(found.path().is_some(), !layers.is_empty());
        if counts.total() > 300 {
            return;
        }
        let paths: Vec<_> = found.paths().collect();
        assert_eq!(paths.len() as u128, counts.total());
        let distinct: BTreeSet<Vec<Cell<G>>> = paths.iter().map(|path| path.to_vec()).collect();
        assert_eq!(distinct.len(), paths.len());
        for path in &paths {
            assert_eq!(path.len(), layers.len());
            assert!(from.contains(path[0]) && to.contains(path[path.len() - 1]));
            assert!(path.iter().all(|&cell| within.contains(cell)));
            for pair in path.windows(2) {
                let after = steps.dilate_within(Bitboard::from_cell(pair[0]), within);
                assert!(after.contains(pair[1]));
            }
        }
        let union = paths.iter().fold(Bitboard::EMPTY, |all, path| all | path.to_set());
        let common = paths.iter().map(king_paths::Path::to_set).reduce(|all, path| all & path);
        assert_eq!(found.cells(), union);
        assert_eq!(found.must_pass(), common.unwrap_or(Bitboard::EMPTY));
        for (cell, number) in counts.per_target() {
            assert_eq!(paths.iter().filter(|p| p.last() == Some(&cell)).count() as u128, number);
        }
    }
}

#[test]
fn counts_are_the_numbers_of_paths_listed() {
    check::<Counted>();
}

#[test]
fn components_part_the_board() {
    fn part(random: Random) {
        let [_, _, within] = query::<u64, Chess>(random);
        for steps in [Steps::KING, Steps::ORTHOGONAL, Steps::KNIGHT] {
            let graph = Graph::new(within, &steps);
            let mut all = Bitboard::EMPTY;
            for component in within.components(&steps) {
                let reached = graph.distances(component.isolate_first());
                assert_eq!(component, cells(|i| reached[i].is_some()));
                assert!(all.is_disjoint(component));
                all |= component;
            }
            assert_eq!(all, within);
        }
    }
    QuickCheck::new().quickcheck(part as fn(_));
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
    fn walk(random: Random) {
        // Each square has three bits' worth of chance to hold something.
        let (a, b, c) = (random.0, random.1, random.2);
        let sparse =
            |word: u128| Board::from_bits_truncate((word & word >> 64 & (a ^ b ^ c)) as u64);
        let mut taken = Board::EMPTY;
        let mut place = |squares: Board| {
            let squares = squares - taken;
            taken |= squares;
            squares
        };
        for color in [Color::White, Color::Black] {
            let enemy = Pieces {
                color,
                pawns: place(sparse(a.rotate_left(5))),
                knights: place(sparse(a & b)),
                bishops: place(sparse(b & c.rotate_left(3))),
                rooks: place(sparse(c & a.rotate_left(11))),
                queens: place(sparse(a & b & c)),
                kings: place(sparse(b & c & a.rotate_left(40)).isolate_first()),
            };
            let friends = place(sparse(c.rotate_left(23)));
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
            let reached = Graph::new(safe | king, &Steps::KING).distances(king);
            let reached = cells(|i| reached[i].is_some());
            assert_eq!(king_walk(king, friends, &enemy), reached);
            let holds = reached.is_disjoint(enemy.kings);
            assert_eq!(is_fortress(king, enemy.kings, friends, &enemy), holds);
        }
    }
    QuickCheck::new().quickcheck(walk as fn(_));
}

#[test]
fn pawns_attack_ahead_of_themselves() {
    fn ahead(random: Random) {
        let own = Board::from_bits_truncate((random.0 & random.1) as u64);
        let enemy = Board::from_bits_truncate((random.1 & random.2) as u64);
        let attackers = |color: Color, pawns: Board, cone: bool| {
            cells::<u64, Chess>(|square| {
                pawns.iter().any(|pawn| {
                    let files = (square % 8).abs_diff(pawn.x());
                    let ranks = match color {
                        Color::White => (square / 8).checked_sub(pawn.y()),
                        Color::Black => pawn.y().checked_sub(square / 8),
                    };
                    // In a cone: the last of `steps` steps is a capture, the others are arbitrary.
                    let sides = |ranks: usize| if cone { files <= ranks } else { files == 1 };
                    square < 64
                        && ranks.is_some_and(|r| r > 0 && sides(r))
                        && !(cone && ranks == Some(1) && files != 1)
                })
            })
        };
        for color in [Color::White, Color::Black] {
            assert_eq!(attack_spans(own, color), attackers(color, own, false));
            assert_eq!(attack_cones(own, color), attackers(color, own, true));
            let captures = match color {
                Color::White => Steps::WHITE_PAWN_CAPTURES,
                Color::Black => Steps::BLACK_PAWN_CAPTURES,
            };
            let held = cells::<u64, Chess>(|square| {
                Cell::from_index(square as u32).is_some_and(|cell| {
                    let from = Board::from_cell(cell).neighbors(&captures.reverse());
                    !from.is_disjoint(own)
                })
            });
            let safe = held - attackers(color.other(), enemy, false);
            assert_eq!(outposts(own, enemy, color), safe);
        }
    }
    QuickCheck::new().quickcheck(ahead as fn(_));
}

#[test]
fn slides_reach_by_one_and_two_moves() {
    let mobility = |square: &str, slides: &Slides<Chess>| {
        let from = Board::from_cell(square.parse().unwrap());
        [1, 2].map(|moves| (reachable_within(from, Board::FULL, slides, moves) - from).len())
    };
    assert_eq!(mobility("d4", &Slides::ROOK), [14, 63]);
    assert_eq!(mobility("d4", &Slides::BISHOP), [13, 31]);
    assert_eq!(mobility("a1", &Slides::QUEEN), [21, 63]);
}
