//! Games judged by hand, and the cases of the Code Jam statement.

use havannah_uf::{Game, Hex, PlayError, Referee, RingRule, Wins};

/// The ways in which each stone wins.
fn play(base: u32, cells: &[(u32, u32)]) -> Vec<Wins> {
    let mut referee = Referee::new(base).unwrap();
    cells.iter().map(|&(x, y)| referee.play(Hex { x, y }).unwrap()).collect()
}

fn first_win(base: u32, cells: &[(u32, u32)]) -> Option<(usize, Wins)> {
    let wins = play(base, cells);
    (1..).zip(wins).find(|(_, wins)| !wins.is_empty())
}

#[test]
fn two_corners_make_a_bridge() {
    assert_eq!(first_win(2, &[(1, 1), (1, 2)]), Some((2, Wins::BRIDGE)));
    assert_eq!(first_win(3, &[(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]), Some((5, Wins::BRIDGE)));
}

#[test]
fn three_edges_make_a_fork_and_corners_are_on_none() {
    // Edges y = 1, x = 1 and x = 5 of base 3, joined in the middle.
    let fork = [(2, 1), (1, 2), (5, 4), (4, 3), (3, 2), (2, 2)];
    assert_eq!(first_win(3, &fork), Some((6, Wins::FORK)));
    // The corner (1, 1) lies on two edges, but counts for none.
    assert_eq!(first_win(3, &[(1, 1), (2, 2), (3, 3), (4, 3), (5, 4)]), None);
}

#[test]
fn a_ring_needs_an_empty_cell_inside() {
    let around = [(3, 2), (4, 3), (4, 4), (3, 4), (2, 3), (2, 2)];
    assert_eq!(first_win(3, &around), Some((6, Wins::RING)));
    let mut filled = vec![(3, 3)];
    filled.extend(around);
    assert_eq!(first_win(3, &filled), None);
}

#[test]
fn a_ring_may_run_along_the_border() {
    // Closed in the corner (1, 1), where only one side of the stone is on the board.
    let ring = [(1, 2), (2, 3), (3, 3), (3, 2), (2, 1), (1, 1)];
    assert_eq!(first_win(3, &ring), Some((6, Wins::RING)));
}

#[test]
fn one_stone_can_win_in_three_ways() {
    // The corner (5, 9) with edges on both sides of it, the corner (5, 1) with another edge and an
    // arm that runs nearly around (5, 6): the last stone joins the arm to itself and to the other
    // corner.
    let stones = [
        (5, 9),
        (6, 9),
        (4, 8),
        (5, 8),
        (5, 1),
        (4, 1),
        (5, 2),
        (5, 3),
        (5, 4),
        (5, 5),
        (6, 6),
        (4, 5),
        (6, 7),
        (4, 6),
        (5, 7),
    ];
    assert_eq!(first_win(5, &stones).map(|(stone, _)| stone), Some(15));
    assert_eq!(play(5, &stones)[14].to_string(), "bridge-fork-ring");
}

#[test]
fn boards_may_be_far_larger_than_memory() {
    let base = 1_000_000_000;
    let wins = play(base, &[(1, 1), (base, 1), (1_999_999_999, 1_999_999_999)]);
    assert!(wins.iter().all(|wins| wins.is_empty()));
}

#[test]
fn stones_off_the_board_and_on_others_are_refused() {
    let mut referee = Referee::new(3).unwrap();
    for (x, y) in [(0, 1), (1, 0), (6, 6), (1, 4), (5, 2), (u32::MAX, 1), (0, 0)] {
        let cell = Hex { x, y };
        assert_eq!(referee.play(cell), Err(PlayError::OffBoard { cell, base: 3 }));
    }
    let cell = Hex { x: 3, y: 3 };
    assert_eq!(referee.play(cell), Ok(Wins::NONE));
    assert_eq!(referee.play(cell), Err(PlayError::Taken { cell }));
    let error = referee.play(cell).unwrap_err().to_string();
    assert_eq!(error, "there is a stone on 3,3 already");
}

#[test]
fn a_referee_refuses_the_bases_that_a_game_refuses() {
    for base in [0, 1] {
        let errors = [Referee::new(base), Referee::for_two(base, RingRule::Any)]
            .map(|referee| referee.unwrap_err().to_string());
        assert_eq!(
            errors,
            [(); 2].map(|()| format!("expected a base of at least 2, found {base}"))
        );
        let game = Game::new(base, RingRule::Any).unwrap_err().to_string();
        assert_eq!(game, format!("expected a base from 2 to 64, found {base}"));
    }
    assert!(Referee::new(u32::MAX).is_ok());
}

#[test]
fn groups_of_a_million_stones_are_judged() {
    let mut referee = Referee::new(2_000_000).unwrap();
    let rows = [10, 20].into_iter().flat_map(|y| (100..600_100).map(move |x| (x, y)));
    let columns = [100, 600_099].into_iter().flat_map(|x| (11..20).map(move |y| (x, y)));
    let wins: Vec<_> = rows.chain(columns).map(|(x, y)| referee.play(Hex { x, y })).collect();
    let (last, before) = wins.split_last().unwrap();
    assert!(before.iter().all(|wins| *wins == Ok(Wins::NONE)));
    assert_eq!(*last, Ok(Wins::RING));
}
