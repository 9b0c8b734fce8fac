//! The dense board against an oracle that searches the whole board at every ply.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use crate::games;
use crate::oracle::{self, Cells, judge};
use havannah_uf::bitboard_core::Symmetry;
use havannah_uf::{
    BaseError, Game, Hex, Move, Outcome, PlayError, Player, Random, RingRule, SeededRng,
    WinningStones, Wins,
};
use quickcheck::quickcheck;

fn hex((x, y): (i32, i32)) -> Hex {
    Hex { x: x as u32, y: y as u32 }
}

/// All cells of a board, in an order that begins with `wishes`.
fn order(base: u32, wishes: &[u16]) -> Vec<(i32, i32)> {
    let cells = games::order(base, wishes).into_iter();
    cells.map(|cell| (cell.x as i32, cell.y as i32)).collect()
}

/// The observable state of a game.
fn observe(game: &Game) -> (Vec<Option<Player>>, String) {
    let stones = Hex::all(game.base()).map(|cell| game.stone(cell)).collect();
    let would: Vec<_> = Hex::all(game.base())
        .map(|cell| Player::BOTH.map(|player| game.would_win(cell, player)))
        .collect();
    let rest = format!(
        "{} {:?} {:?} {:?} {} {:?} {:?}",
        game.ply(),
        game.turn(),
        game.winner(),
        game.outcome(),
        game.zobrist_hash(),
        game.stones().collect::<Vec<_>>(),
        would
    );
    (stones, rest)
}

quickcheck! {
    fn each_ply_is_judged_as_on_the_whole_board(base: u32, wishes: Vec<u16>) -> bool {
        let base = 2 + base % 7;
        for rule in RingRule::ALL {
            let mut game = Game::new(base, rule).unwrap();
            let mut stones = [Cells::new(), Cells::new()];
            for cell in order(base, &wishes) {
                let player = game.turn();
                stones[player.index()].insert(cell);
                let [own, other] = [player, player.other()].map(|player| &stones[player.index()]);
                let expected = judge(base as i32, own, other, cell, rule);
                let would = game.would_win(hex(cell), player);
                let wins = game.play(hex(cell)).unwrap();
                if (wins, would) != (expected, expected) {
                    return false;
                }
                assert_eq!(game.outcome().is_some(), game.is_over());
                if !wins.is_empty() {
                    assert_eq!(game.outcome().unwrap().winner(), Some(player));
                    break;
                }
            }
        }
        true
    }

    fn one_player_alone_is_judged_as_on_the_whole_board(base: u32, wishes: Vec<u16>) -> bool {
        // The second player's stones come last, so groups of the first become large.
        let base = 2 + base % 7;
        let cells = order(base, &wishes);
        let (mine, rest) = cells.split_at(cells.len() * 2 / 3);
        for rule in RingRule::ALL {
            let mut game = Game::new(base, rule).unwrap();
            let mut stones = [Cells::new(), Cells::new()];
            let mut rest = rest.iter();
            for &cell in mine {
                for cell in [Some(&cell), rest.next_back()].into_iter().flatten() {
                    if game.winner().is_some() {
                        break;
                    }
                    let player = game.turn();
                    stones[player.index()].insert(*cell);
                    let [own, other] = [player, player.other()].map(|player| &stones[player.index()]);
                    let expected = judge(base as i32, own, other, *cell, rule);
                    if game.play(hex(*cell)).unwrap() != expected {
                        return false;
                    }
                }
                if rest.len() == 0 {
                    break;
                }
            }
        }
        true
    }

    fn would_win_agrees_with_play_everywhere(base: u32, wishes: Vec<u16>) -> bool {
        let base = 2 + base % 7;
        let rule = RingRule::ALL[wishes.len() % 3];
        let mut game = Game::new(base, rule).unwrap();
        for cell in order(base, &wishes) {
            let empty: Vec<_> = game.empty_cells().collect();
            for &cell in &empty {
                let would = game.would_win(cell, game.turn());
                if game.play(cell).unwrap() != would {
                    return false;
                }
                game.undo();
            }
            let player = game.turn();
            let winning: Vec<_> = game.winning_cells(player).collect();
            let expected = empty.into_iter().filter(|&cell| !game.would_win(cell, player).is_empty());
            assert!(winning.into_iter().eq(expected));
            if !game.play(hex(cell)).unwrap().is_empty() {
                break;
            }
        }
        true
    }

    fn undo_restores_everything(base: u32, wishes: Vec<u16>, walk: Vec<bool>) -> bool {
        let base = 2 + base % 7;
        let rule = RingRule::ALL[walk.len() % 3];
        let mut game = Game::new(base, rule).unwrap();
        let mut history = vec![observe(&game)];
        let mut cells = order(base, &wishes).into_iter();
        for forward in walk {
            if forward && !game.is_over() {
                let Some(cell) = cells.by_ref().find(|&cell| game.stone(hex(cell)).is_none()) else { break };
                game.play(hex(cell)).unwrap();
                history.push(observe(&game));
            } else if history.len() > 1 {
                assert!(game.undo().is_some());
                history.pop();
                if observe(&game) != *history.last().unwrap() {
                    return false;
                }
            }
        }
        while game.undo().is_some() {
            history.pop();
            if observe(&game) != *history.last().unwrap() {
                return false;
            }
        }
        game.zobrist_hash() == 0
    }

    fn the_structure_is_connected_and_wins(base: u32, wishes: Vec<u16>) -> bool {
        let base = 2 + base % 7;
        for rule in RingRule::ALL {
            let mut game = Game::new(base, rule).unwrap();
            for cell in order(base, &wishes) {
                if !game.play(hex(cell)).unwrap().is_empty() {
                    break;
                }
            }
            let Some(winner) = game.winner() else { continue };
            let of = |player| -> Cells {
                let cells = oracle::board(base as i32).into_iter();
                cells.filter(|&cell| game.stone(hex(cell)) == Some(player)).collect()
            };
            let (all_own, other) = (of(winner), of(winner.other()));
            let winning = game.winning_stones();
            assert_eq!(winning.iter().map(|stones| stones.way).collect::<Wins>(), game.wins());
            for WinningStones { way: kind, cells, .. } in winning {
                let stones: Cells = cells.iter().map(|cell| (cell.x as i32, cell.y as i32)).collect();
                assert!(stones.is_subset(&all_own));
                let first = *stones.iter().next().unwrap();
                assert_eq!(oracle::flood([first], &stones), stones, "connected");
                // All cells outside the structure are empty, except for rings of the rule `any`.
                let wins = |stones: &Cells| match kind {
                    Wins::RING => {
                        let rule = if rule == RingRule::Empty { rule } else { RingRule::NonOwn };
                        oracle::has_ring(base as i32, stones, &(&other | &(&all_own - stones)), rule)
                    }
                    _ => stones.iter().next().is_some_and(|&first| {
                        oracle::flood([first], stones) == *stones
                            && oracle::borders(base as i32, stones, first).contains(kind)
                    }),
                };
                assert!(wins(&stones), "{rule} {kind} {stones:?}");
                for stone in &stones {
                    let mut fewer = stones.clone();
                    fewer.remove(stone);
                    assert!(!wins(&fewer), "{rule} {kind} {stones:?} without {stone:?}");
                }
            }
        }
        true
    }
}

#[test]
fn the_filled_center_of_base_3() {
    let around = [(3, 2), (4, 3), (4, 4), (3, 4), (2, 3), (2, 2)];
    for rule in RingRule::ALL {
        let mut game = Game::new(3, rule).unwrap();
        let mut others = [(1, 1), (3, 1), (5, 3), (5, 5), (3, 5), (1, 3)].into_iter();
        game.play(hex((3, 3))).unwrap();
        for cell in around {
            game.play(hex(others.next().unwrap())).unwrap();
            game.play(hex(cell)).unwrap();
        }
        let expected = if rule == RingRule::Any { Wins::RING } else { Wins::NONE };
        assert_eq!(game.wins(), expected, "{rule}");
    }
}

#[test]
fn a_ring_of_a_group_larger_than_a_byte() {
    // Morat keeps the size of a group in a byte and so misses a ring where a group of 85 stones
    // touches three runs of the last stone: 3 · 85 + 1 = 256.
    let center = (20, 20);
    let mut own = vec![(21, 20), (20, 21), (19, 19)];
    // An arc at distance 2 that connects the three.
    own.extend([
        (22, 20),
        (22, 21),
        (22, 22),
        (21, 22),
        (20, 22),
        (19, 21),
        (18, 20),
        (18, 19),
        (18, 18),
    ]);
    // A comb hangs on it.
    own.extend((23..46).map(|x| (x, 20)));
    own.extend((0..10).flat_map(|tooth| (21..26).map(move |y| (26 + 2 * tooth, y))));
    assert_eq!(own.len(), 85);
    for rule in RingRule::ALL {
        let mut game = Game::new(32, rule).unwrap();
        let others = Hex::all(32).filter(|cell| cell.y < 12 && cell.x % 2 == 0);
        for (&cell, other) in own.iter().zip(others) {
            assert_eq!(game.play(hex(cell)), Ok(Wins::NONE));
            assert_eq!(game.play(other), Ok(Wins::NONE));
        }
        assert_eq!(game.would_win(hex(center), Player::First), Wins::RING);
        assert_eq!(game.play(hex(center)), Ok(Wins::RING));
        let winning = game.winning_stones();
        assert_eq!(winning.len(), 1);
        assert_eq!(winning[0].cells.len(), 6, "the shortest loop");
    }
}

#[test]
fn games_end_and_bad_moves_are_refused() {
    for base in [0, 1, 65, u32::MAX] {
        let BaseError { base: found, max, .. } = Game::new(base, RingRule::Any).unwrap_err();
        assert_eq!((found, max), (base, 64));
    }
    let mut game = Game::new(2, RingRule::Any).unwrap();
    let [a, b, c] = [(1, 1), (3, 3), (1, 2)].map(hex);
    for (x, y) in [(0, 1), (4, 4), (3, 1), (u32::MAX, u32::MAX)] {
        let cell = Hex { x, y };
        assert_eq!(game.play(cell), Err(PlayError::OffBoard { cell, base: 2 }));
        assert_eq!((game.stone(cell), game.would_win(cell, Player::First)), (None, Wins::NONE));
    }
    game.play(a).unwrap();
    assert_eq!(game.play(a), Err(PlayError::Taken { cell: a }));
    game.play(b).unwrap();
    assert_eq!(game.would_win(c, Player::First), Wins::BRIDGE);
    assert_eq!(game.play(c), Ok(Wins::BRIDGE));
    // The center is next to the bridge.
    assert_eq!(game.would_win(hex((2, 2)), Player::First), Wins::NONE);
    let outcome = Outcome::Won { player: Player::First, wins: Wins::BRIDGE, number: 3 };
    assert_eq!(game.outcome(), Some(outcome));
    assert_eq!(game.play(hex((2, 2))), Err(PlayError::Over { cell: hex((2, 2)) }));
    assert_eq!(game.empty_cells().count(), 0);
    assert_eq!(game.undo(), Some(Move::Stone(c)));
    assert_eq!(game.empty_cells().count(), 5);
}

#[test]
fn one_may_swap_once_after_the_first_stone() {
    let mut game = Game::new(4, RingRule::Any).unwrap();
    game.play(hex((1, 1))).unwrap();
    assert_eq!(game.play(Move::Swap), Err(PlayError::NoSwapRule));
    let mut game = Game::new(4, RingRule::Any).unwrap().with_swap_rule();
    assert_eq!(game.play(Move::Swap), Err(PlayError::SwapTooLate));
    game.play(hex((1, 1))).unwrap();
    assert!(game.can_swap());
    game.play(Move::Swap).unwrap();
    assert!(game.has_swapped() && game.play(Move::Swap) == Err(PlayError::SwapTooLate));
    assert_eq!((game.turn(), game.stone(hex((1, 1)))), (Player::First, Some(Player::Second)));
    let swapped = game.zobrist_hash();
    game.play(hex((2, 2))).unwrap();
    assert_eq!(game.undo(), Some(Move::Stone(hex((2, 2)))));
    assert_eq!(game.undo(), Some(Move::Swap));
    assert!(game.can_swap() && game.zobrist_hash() != swapped);
    assert_eq!((game.turn(), game.stone(hex((1, 1)))), (Player::Second, Some(Player::First)));
    assert_eq!(game.undo(), Some(Move::Stone(hex((1, 1)))));
    assert_eq!(game.undo(), None);
}

#[test]
fn large_boards_have_room() {
    let mut game = Game::new(64, RingRule::Any).unwrap();
    let cells: Vec<_> = (1..64).map(|i| ((i, 1), (i, i + 63))).collect();
    for (own, other) in cells {
        assert_eq!(game.play(hex(own)), Ok(Wins::NONE));
        assert_eq!(game.play(hex(other)), Ok(Wins::NONE));
    }
    assert_eq!(game.play(hex((64, 1))), Ok(Wins::BRIDGE));
    assert_eq!(game.winning_stones()[0].cells.len(), 64);
    assert_eq!(Hex::all(64).count() as u64, Hex::count(64));
}

#[test]
fn cells_off_the_board_have_no_image() {
    for symmetry in Symmetry::HEXAGON {
        for (x, y) in [(0, 0), (0, 1), (6, 6), (1, 4), (u32::MAX, 1), (u32::MAX, u32::MAX)] {
            assert_eq!(Hex::new(x, y).transform(symmetry, 3), None);
        }
        for base in [1, 2, 1 << 31, u32::MAX] {
            let middle = Hex { x: base, y: base };
            assert_eq!(middle.transform(symmetry, base), Some(middle));
            if let Some(image) = Hex::new(1, 1).transform(symmetry, base) {
                assert!(image.is_on_board(base), "{image:?} {base}");
            }
        }
    }
}

#[test]
fn games_are_equal_if_base_rules_and_moves_are() {
    let [any, other] = [RingRule::Any, RingRule::Empty];
    let (a, b) = (Move::Stone(hex((2, 2))), Move::Stone(hex((3, 3))));
    let settings = [
        (4, any, false, &[][..]),
        (5, any, false, &[]),
        (4, other, false, &[]),
        (4, any, true, &[]),
        (4, any, false, &[a]),
        (4, any, false, &[b]),
        (4, any, true, &[a]),
        (4, any, true, &[a, Move::Swap]),
        (4, any, false, &[a, b]),
        (4, any, false, &[b, a]),
    ];
    let games = settings.map(|(base, rule, has_swap, moves)| {
        let game = Game::new(base, rule).unwrap();
        let mut game = if has_swap { game.with_swap_rule() } else { game };
        for &played in moves {
            game.play(played).unwrap();
        }
        game
    });
    let hash = |game: &Game| BuildHasherDefault::<DefaultHasher>::default().hash_one(game);
    for (i, game) in games.iter().enumerate() {
        assert_eq!(hash(&game.clone()), hash(game));
        for (j, other) in games.iter().enumerate() {
            assert_eq!((game == other, hash(game) == hash(other)), (i == j, i == j), "{i} {j}");
        }
    }
}

#[test]
fn hashes_of_stones_are_numbers_of_split_mix() {
    const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut game = Game::new(4, RingRule::Any).unwrap();
    let mut expected = 0;
    for (player, (x, y)) in [(0, (1, 1)), (1, (5, 4)), (0, (3, 3))] {
        game.play(hex((x, y))).unwrap();
        let number = (x as u64) << 33 | (y as u64) << 1 | player;
        // The generator first adds GAMMA.
        let mut rng = SeededRng::new(number.wrapping_sub(1).wrapping_mul(GAMMA));
        expected ^= rng.next_u64();
        assert_eq!(game.zobrist_hash(), expected);
    }
}
