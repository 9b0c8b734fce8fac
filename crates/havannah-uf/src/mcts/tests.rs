use core::sync::atomic::AtomicBool;

use super::*;
use crate::rules::Move;

fn playouts(playouts: u64) -> Limits<'static> {
    Limits::new().nodes(playouts)
}

/// Searches until a limit is reached.
fn search(player: &mut Mcts, game: &Havannah, limits: &Limits<'_>) -> Choice {
    player.settings.playouts = u64::MAX;
    player.try_search(game, limits).unwrap_or_else(|stopped| stopped.partial).unwrap()
}

fn game(base: u32, rule: RingRule, cells: &[(u32, u32)]) -> Havannah {
    let mut game = Havannah::new(base, rule).unwrap();
    for &(x, y) in cells {
        assert!(game.play(Hex { x, y }).unwrap().is_empty());
    }
    game
}

#[test]
fn it_wins_and_prevents() {
    // Each is one stone short of a bridge along an edge, so the player to move wins.
    let bridges = [(1, 1), (7, 4), (1, 2), (7, 5), (1, 3), (7, 6)];
    for rule in RingRule::ALL {
        let first = game(4, rule, &bridges);
        let choice = search(&mut Mcts::new(1), &first, &playouts(50));
        assert_eq!((choice.cell, choice.proven), (Hex { x: 1, y: 4 }, Some(Value::Win)));
        // The second player must prevent it.
        let second = game(4, rule, &bridges[..5]);
        let choice = search(&mut Mcts::new(1), &second, &playouts(2000));
        assert_eq!(choice.cell, Hex { x: 1, y: 4 }, "{rule}");
    }
}

#[test]
fn two_threats_are_a_loss() {
    let lost = game(
        4,
        RingRule::Any,
        &[(2, 1), (6, 6), (3, 1), (6, 5), (1, 2), (6, 4), (1, 3), (5, 3), (1, 1), (4, 5)],
    );
    let mut lost = lost;
    // (1, 4) and (4, 1) both make a bridge with (1, 1).
    lost.play(Hex { x: 4, y: 4 }).unwrap();
    let choice = search(&mut Mcts::new(3), &lost, &playouts(100));
    assert_eq!(choice.proven, Some(Value::Loss));
}

#[test]
fn trees_are_kept_and_games_end() {
    let mut game = Havannah::new(4, RingRule::Any).unwrap();
    let settings = Settings { max_nodes: 20_000, ..Settings::default() };
    let mut player = Mcts::with_settings(5, 2, settings);
    while !game.is_over() {
        let choice = search(&mut player, &game, &playouts(200));
        game.play(choice.cell).unwrap();
        assert!(choice.playouts >= choice.visits);
    }
    assert_eq!(player.search(&game), None);
}

#[test]
fn what_is_known_of_the_next_position_is_kept() {
    let mut game = Havannah::new(4, RingRule::Any).unwrap();
    let mut player = Mcts::new(1);
    let choice = search(&mut player, &game, &playouts(3000));
    game.play(choice.cell).unwrap();
    let known = player.moves(&game).unwrap();
    assert!(known[0].visits > 0);
    search(&mut player, &game, &playouts(0));
    assert_eq!(player.moves(&game), Some(known));
}

#[test]
fn it_beats_random_play() {
    for (round, rave) in [true, false, true, false].into_iter().enumerate() {
        let mut game = Havannah::new(4, RingRule::Any).unwrap();
        let settings =
            Settings { rave, exploration: if rave { 0.0 } else { 0.7 }, ..Settings::default() };
        let mut rng = SeededRng::new(round as u64);
        let mcts = Player::BOTH[round / 2];
        while !game.is_over() {
            let cell = if game.turn() == mcts {
                let mut player = Mcts::with_settings(1, 1, settings);
                search(&mut player, &game, &playouts(500)).cell
            } else {
                let moves: Vec<_> = game.empty_cells().collect();
                moves[rng.below(moves.len() as u64) as usize]
            };
            game.play(cell).unwrap();
        }
        assert_eq!(game.winner(), Some(mcts), "{rave}");
    }
}

#[test]
fn a_search_without_playouts_returns_a_legal_move() {
    for base in [2, 4, 64] {
        let game = Havannah::new(base, RingRule::Any).unwrap();
        let choice = search(&mut Mcts::new(1), &game, &playouts(0));
        assert!(game.empty_cells().any(|cell| cell == choice.cell));
        assert_eq!((choice.visits, choice.playouts, choice.win_rate), (0, 0, 0.5));
    }
}

#[test]
fn a_search_without_room_for_nodes_returns_a_legal_move() {
    let game = Havannah::new(4, RingRule::Any).unwrap();
    let settings = Settings { max_nodes: 0, ..Settings::default() };
    let choice = search(&mut Mcts::with_settings(1, 2, settings), &game, &playouts(100));
    assert_eq!(choice.playouts, 100);
    assert!(game.empty_cells().any(|cell| cell == choice.cell));
}

#[test]
fn any_settings_give_empty_cells() {
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, 0.0, f32::MAX];
    let game = Havannah::new(3, RingRule::Any).unwrap();
    for (exploration, rave_equivalence) in odd.into_iter().flat_map(|a| odd.map(|b| (a, b))) {
        for rave in [true, false] {
            let settings = Settings {
                exploration,
                rave,
                rave_equivalence,
                expand_after: 0,
                max_nodes: usize::MAX,
                playouts: u64::MAX,
            };
            let mut player = Mcts::with_settings(1, usize::MAX, settings);
            let choice = search(&mut player, &game, &playouts(2));
            assert!(game.empty_cells().any(|cell| cell == choice.cell));
        }
    }
}

#[cfg(feature = "std")]
#[test]
fn an_endless_time_limit_ends_with_the_other_limit_or_a_proof() {
    use std::time::Duration;

    let game = Havannah::new(4, RingRule::Any).unwrap();
    let limits = playouts(10).time(Duration::MAX);
    assert_eq!(search(&mut Mcts::new(1), &game, &limits).playouts, 10);
    let game = Havannah::new(2, RingRule::Any).unwrap();
    let choice = search(&mut Mcts::new(1), &game, &Limits::new().time(Duration::MAX));
    assert_eq!((choice.proven, choice.win_rate), (Some(Value::Win), 1.0));
}

#[test]
fn trees_are_reused_only_where_the_game_continues() {
    let mut game = Havannah::new(4, RingRule::Any).unwrap().with_swap_rule();
    let mut player = Mcts::new(1);
    // Whether something is known about a game before it is searched, and the move found.
    let mut search = |game: &Havannah| {
        let known =
            player.moves(game).is_some_and(|moves| moves.iter().any(|known| known.visits > 0));
        (known, search(&mut player, game, &playouts(2000)).cell)
    };
    let (known, first) = search(&game);
    assert!(!known && search(&game) == (true, first));
    game.play(first).unwrap();
    assert!(search(&game).0, "a move");
    game.play(Move::Swap).unwrap();
    let (known, second) = search(&game);
    assert!(!known, "a swap");
    game.play(second).unwrap();
    assert!(search(&game).0, "a move after a swap");
    game.undo();
    let (known, second) = search(&game);
    assert!(!known, "an undo");
    let other = game.empty_cells().find(|&cell| cell != second).unwrap();
    for cell in [other, second] {
        game.play(cell).unwrap();
        game.undo();
    }
    game.play(second).unwrap();
    assert!(search(&game).0, "the same game by a detour");
    let of = |base, rule| {
        let mut game = Havannah::new(base, rule).unwrap();
        game.play(first).unwrap();
        game
    };
    assert!(!search(&of(4, RingRule::Any)).0, "a game without the swap");
    assert!(!search(&of(4, RingRule::Empty)).0, "another rule");
    assert!(!search(&of(5, RingRule::Empty)).0, "another base");
}

#[test]
fn asking_about_another_game_keeps_the_trees() {
    let game = Havannah::new(4, RingRule::Any).unwrap();
    let mut child = game.clone();
    let mut player = Mcts::with_settings(1, 2, Settings::default());
    assert_eq!(player.moves(&game), None);
    child.play(player.search(&game).unwrap().cell).unwrap();
    let others =
        [child, Havannah::new(5, RingRule::Any).unwrap(), self::game(4, RingRule::Any, &[(1, 1)])];
    let before = player.moves(&game);
    assert!(before.is_some());
    for (other, known) in others.iter().zip([true, false, true]) {
        assert_eq!(player.moves(other).is_some(), known, "{other}");
        assert_eq!(player.moves(&game), before, "{other}");
    }
}

#[test]
fn an_interruption_tells_which_limit_was_reached() {
    let game = Havannah::new(4, RingRule::Any).unwrap();
    let stopped = |game, limits: &Limits<'_>| {
        [1, 2].map(|threads| {
            let mut player = Mcts::with_settings(1, threads, Settings::default());
            player.try_search(game, limits).err().map(|stopped| stopped.reason)
        })
    };
    assert_eq!(stopped(&game, &playouts(0)), [Some(StopReason::Nodes); 2]);
    assert_eq!(stopped(&game, &playouts(100)), [Some(StopReason::Nodes); 2]);
    assert_eq!(stopped(&game, &playouts(9_999)), [Some(StopReason::Nodes); 2]);
    assert_eq!(stopped(&game, &playouts(10_000)), [None; 2]);
    let cancel = AtomicBool::new(true);
    let limits = Limits::new().cancel(&cancel);
    assert_eq!(stopped(&game, &limits), [Some(StopReason::Cancelled); 2]);
    assert_eq!(stopped(&Havannah::new(2, RingRule::Any).unwrap(), &Limits::new()), [None; 2]);
}

#[test]
fn threads_share_the_playouts() {
    let game = Havannah::new(5, RingRule::Any).unwrap();
    for (threads, nodes) in [(1, 1000), (3, 1000), (8, 1001), (8, 5)] {
        let mut player = Mcts::with_settings(1, threads, Settings::default());
        assert_eq!(search(&mut player, &game, &playouts(nodes)).playouts, nodes);
    }
}

#[test]
fn a_search_can_be_cancelled() {
    let game = Havannah::new(5, RingRule::Any).unwrap();
    let cancel = AtomicBool::new(true);
    for threads in [1, 2] {
        // Before it starts, and from its own progress reports.
        let mut player = Mcts::with_settings(1, threads, Settings::default());
        cancel.store(true, Relaxed);
        let limits = Limits::new().cancel(&cancel);
        assert_eq!(search(&mut player, &game, &limits).playouts, 0);
        cancel.store(false, Relaxed);
        let stop = |progress: &Progress| cancel.store(progress.nodes >= 200, Relaxed);
        let limits = limits.on_progress(&stop);
        let choice = search(&mut player, &game, &limits);
        assert!((200..=320).contains(&choice.playouts), "{}", choice.playouts);
        assert!(game.empty_cells().any(|cell| cell == choice.cell));
    }
}

/// The expansion of a large board checks the limits too: the two tests of its 12,097 cells took 70
/// ms without optimization.
#[test]
fn an_expansion_can_be_cancelled() {
    let cancel = AtomicBool::new(true);
    let limits = Limits::new().cancel(&cancel);
    for (base, lists) in [(5, true), (64, false)] {
        let game = Havannah::new(base, RingRule::Any).unwrap();
        let mut player = Mcts::new(1);
        let stopped = player.try_search(&game, &limits).unwrap_err();
        assert_eq!(stopped.reason, StopReason::Cancelled);
        assert_eq!(game.empty_cells().next(), stopped.partial.map(|choice| choice.cell));
        assert_eq!(player.moves(&game).is_some(), lists, "base {base}");
        // The moves that were not tested are tested in the next search.
        assert_eq!(search(&mut player, &game, &playouts(1)).visits, 1);
    }
}

#[test]
fn progress_is_reported() {
    let game = Havannah::new(5, RingRule::Any).unwrap();
    let (calls, last) = (AtomicU64::new(0), AtomicU64::new(0));
    let listener = |progress: &Progress| {
        calls.fetch_add(1, Relaxed);
        last.store(progress.nodes, Relaxed);
    };
    let limits = playouts(1000).on_progress(&listener);
    search(&mut Mcts::new(1), &game, &limits);
    let calls = calls.load(Relaxed);
    assert!((16..=1000).contains(&calls) && last.load(Relaxed) == 1000, "{calls} calls");
}

#[cfg(feature = "std")]
#[test]
fn a_search_ends_in_time() {
    use std::time::{Duration, Instant};

    let game = Havannah::new(6, RingRule::Any).unwrap();
    let start = Instant::now();
    let limits = Limits::new().time(Duration::from_millis(50));
    let choice = search(&mut Mcts::new(1), &game, &limits);
    assert!(start.elapsed() >= Duration::from_millis(50) && choice.playouts >= 64);
}
