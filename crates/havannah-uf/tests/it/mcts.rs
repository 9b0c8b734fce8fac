//! The player: its moves, its trees, limits, and its proofs against the solver.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::dfpn::exhaustive;
use crate::games::order;
use havannah_uf::dfpn::Solver;
use havannah_uf::mcts::{Choice, Mcts};
use havannah_uf::{
    Game, Hex, Limits, Move, Player, Progress, Random, RingRule, SeededRng, StopReason, Value,
};
use quickcheck::quickcheck;

fn playouts(playouts: u64) -> Limits<'static> {
    Limits::new().nodes(playouts)
}

/// The best move within limits.
pub(crate) fn search(player: &mut Mcts, game: &Game, limits: &Limits<'_>) -> Option<Choice> {
    player.try_search(game, limits).unwrap_or_else(|stopped| stopped.partial)
}

/// The best move within limits of a game that is not over.
fn choose(player: &mut Mcts, game: &Game, limits: &Limits<'_>) -> Choice {
    search(player, game, limits).unwrap()
}

/// The value by the solver, or by all games for the rule that the solver does not take.
fn value(game: &Game) -> Value {
    if game.rule() != RingRule::Empty {
        return Solver::new().memory_bytes(1 << 20).solve(game).unwrap().value;
    }
    match exhaustive(&mut game.clone(), &mut BTreeMap::new()) {
        1 => Value::Win,
        0 => Value::Draw,
        _ => Value::Loss,
    }
}

fn game(base: u32, rule: RingRule, cells: &[(u32, u32)]) -> Game {
    let mut game = Game::new(base, rule).unwrap();
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
        let choice = choose(&mut Mcts::new().seed(1), &first, &playouts(50));
        assert_eq!((choice.cell, choice.proven), (Hex { x: 1, y: 4 }, Some(Value::Win)));
        // The second player must prevent it.
        let second = game(4, rule, &bridges[..5]);
        let choice = choose(&mut Mcts::new().seed(1), &second, &playouts(2000));
        assert_eq!(choice.cell, Hex { x: 1, y: 4 }, "{rule}");
    }
}

#[test]
fn two_threats_are_a_loss() {
    let cells = [(2, 1), (6, 6), (3, 1), (6, 5), (1, 2), (6, 4), (1, 3), (5, 3), (1, 1), (4, 5)];
    let won = game(4, RingRule::Any, &cells[..8]);
    // One of two trees may prove the win before the other. Then no limit has stopped the search.
    for nodes in 1..40 {
        let mut player = Mcts::new().seed(3).threads(2);
        let searched = player.try_search(&won, &playouts(nodes)).map_err(|stopped| stopped.partial);
        let (Ok(choice) | Err(choice)) = searched;
        assert_eq!(choice.unwrap().proven.is_some(), searched.is_ok(), "{nodes} playouts");
    }
    let mut lost = game(4, RingRule::Any, &cells);
    // (1, 4) and (4, 1) both make a bridge with (1, 1).
    lost.play(Hex { x: 4, y: 4 }).unwrap();
    let choice = choose(&mut Mcts::new().seed(3), &lost, &playouts(100));
    assert_eq!(choice.proven, Some(Value::Loss));
}

#[test]
fn trees_are_kept_and_games_end() {
    let mut game = Game::new(4, RingRule::Any).unwrap();
    let mut player = Mcts::new().seed(5).threads(2).memory_bytes(20_000 * 56);
    while !game.is_over() {
        let choice = choose(&mut player, &game, &playouts(200));
        game.play(choice.cell).unwrap();
        assert!(choice.playouts >= choice.visits);
    }
    assert_eq!(player.search(&game, 1), None);
}

#[test]
fn what_is_known_of_the_next_position_is_kept() {
    let mut game = Game::new(4, RingRule::Any).unwrap();
    let mut player = Mcts::new().seed(1);
    let choice = choose(&mut player, &game, &playouts(3000));
    game.play(choice.cell).unwrap();
    let known = player.moves(&game).unwrap();
    assert!(known[0].visits > 0);
    choose(&mut player, &game, &playouts(0));
    assert_eq!(player.moves(&game), Some(known));
}

#[test]
fn it_beats_random_play() {
    for (round, rave) in [true, false, true, false].into_iter().enumerate() {
        let mut game = Game::new(4, RingRule::Any).unwrap();
        let exploration = if rave { 0.0 } else { 0.7 };
        let mut rng = SeededRng::new(round as u64);
        let mcts = Player::BOTH[round / 2];
        while !game.is_over() {
            let cell = if game.turn() == mcts {
                let mut player = Mcts::new().rave(rave).exploration(exploration);
                choose(&mut player, &game, &playouts(500)).cell
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
        let game = Game::new(base, RingRule::Any).unwrap();
        let choice = choose(&mut Mcts::new().seed(1), &game, &playouts(0));
        assert!(game.empty_cells().any(|cell| cell == choice.cell));
        assert_eq!((choice.visits, choice.playouts, choice.win_rate), (0, 0, 0.5));
    }
}

#[test]
fn a_search_without_room_for_nodes_returns_a_legal_move() {
    let game = Game::new(4, RingRule::Any).unwrap();
    let mut player = Mcts::new().threads(2).memory_bytes(0);
    let choice = choose(&mut player, &game, &playouts(100));
    assert_eq!(choice.playouts, 100);
    assert!(game.empty_cells().any(|cell| cell == choice.cell));
}

#[test]
fn any_settings_give_empty_cells() {
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, 0.0, f32::MAX];
    let game = Game::new(3, RingRule::Any).unwrap();
    for exploration in odd {
        for rave in [true, false] {
            let player = Mcts::new().exploration(exploration).rave(rave);
            let mut player = player.memory_bytes(usize::MAX).threads(usize::MAX);
            let choice = choose(&mut player, &game, &playouts(3000));
            assert!(game.empty_cells().any(|cell| cell == choice.cell));
        }
    }
}

#[test]
fn an_endless_time_limit_ends_with_the_other_limit_or_a_proof() {
    let game = Game::new(4, RingRule::Any).unwrap();
    let limits = playouts(10).time(Duration::MAX);
    assert_eq!(choose(&mut Mcts::new().seed(1), &game, &limits).playouts, 10);
    let game = Game::new(2, RingRule::Any).unwrap();
    let choice = choose(&mut Mcts::new().seed(1), &game, &Limits::new().time(Duration::MAX));
    assert_eq!((choice.proven, choice.win_rate), (Some(Value::Win), 1.0));
}

#[test]
fn trees_are_reused_only_where_the_game_continues() {
    let mut game = Game::new(4, RingRule::Any).unwrap().with_swap_rule();
    let mut player = Mcts::new().seed(1);
    // Whether something is known about a game before it is searched, and the move found.
    let mut search = |game: &Game| {
        let known =
            player.moves(game).is_some_and(|moves| moves.iter().any(|known| known.visits > 0));
        (known, choose(&mut player, game, &playouts(2000)).cell)
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
        let mut game = Game::new(base, rule).unwrap();
        game.play(first).unwrap();
        game
    };
    assert!(!search(&of(4, RingRule::Any)).0, "a game without the swap");
    assert!(!search(&of(4, RingRule::Empty)).0, "another rule");
    assert!(!search(&of(5, RingRule::Empty)).0, "another base");
}

#[test]
fn asking_about_another_game_keeps_the_trees() {
    let game = Game::new(4, RingRule::Any).unwrap();
    let mut child = game.clone();
    let mut player = Mcts::new().seed(1).threads(2);
    assert_eq!(player.moves(&game), None);
    child.play(player.search(&game, 10_000).unwrap().cell).unwrap();
    let others =
        [child, Game::new(5, RingRule::Any).unwrap(), self::game(4, RingRule::Any, &[(1, 1)])];
    let before = player.moves(&game);
    assert!(before.is_some());
    for (other, known) in others.iter().zip([true, false, true]) {
        assert_eq!(player.moves(other).is_some(), known, "{other}");
        assert_eq!(player.moves(&game), before, "{other}");
    }
}

#[test]
fn an_interruption_tells_which_limit_was_reached() {
    let game = Game::new(4, RingRule::Any).unwrap();
    let stopped = |game, limits: &Limits<'_>| {
        [1, 2].map(|threads| {
            let mut player = Mcts::new().seed(1).threads(threads);
            player.try_search(game, limits).err().map(|stopped| stopped.reason)
        })
    };
    assert_eq!(stopped(&game, &playouts(0)), [Some(StopReason::Nodes); 2]);
    assert_eq!(stopped(&game, &playouts(100)), [Some(StopReason::Nodes); 2]);
    // No number of playouts but that of the limits.
    let limits = Limits::new().nodes(1 << 40).time(Duration::from_millis(50));
    let mut player = Mcts::new().seed(1);
    let begin = Instant::now();
    assert_eq!(player.try_search(&game, &limits).unwrap_err().reason, StopReason::Time);
    assert!(begin.elapsed() >= Duration::from_millis(50));
    let cancel = AtomicBool::new(true);
    let limits = Limits::new().cancel(&cancel);
    assert_eq!(stopped(&game, &limits), [Some(StopReason::Cancelled); 2]);
    assert_eq!(stopped(&Game::new(2, RingRule::Any).unwrap(), &Limits::new()), [None; 2]);
}

#[test]
fn threads_share_the_playouts() {
    let game = Game::new(5, RingRule::Any).unwrap();
    for (threads, nodes) in [(1, 1000), (3, 1000), (8, 1001), (8, 5)] {
        let mut player = Mcts::new().seed(1).threads(threads);
        assert_eq!(choose(&mut player, &game, &playouts(nodes)).playouts, nodes);
    }
}

#[test]
fn a_search_can_be_cancelled() {
    let game = Game::new(5, RingRule::Any).unwrap();
    let cancel = AtomicBool::new(true);
    for threads in [1, 2] {
        // Before it starts, and from its own progress reports.
        let mut player = Mcts::new().seed(1).threads(threads);
        cancel.store(true, Relaxed);
        let limits = Limits::new().cancel(&cancel);
        assert_eq!(choose(&mut player, &game, &limits).playouts, 0);
        cancel.store(false, Relaxed);
        let stop = |progress: &Progress| cancel.store(progress.nodes >= 200, Relaxed);
        let limits = limits.on_progress(&stop);
        let choice = choose(&mut player, &game, &limits);
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
        let game = Game::new(base, RingRule::Any).unwrap();
        let mut player = Mcts::new().seed(1);
        let stopped = player.try_search(&game, &limits).unwrap_err();
        assert_eq!(stopped.reason, StopReason::Cancelled);
        assert_eq!(game.empty_cells().next(), stopped.partial.map(|choice| choice.cell));
        assert_eq!(player.moves(&game).is_some(), lists, "base {base}");
        // The moves that were not tested are tested in the next search.
        assert_eq!(choose(&mut player, &game, &playouts(1)).visits, 1);
    }
}

#[test]
fn progress_is_reported() {
    let game = Game::new(5, RingRule::Any).unwrap();
    let (calls, last) = (AtomicU64::new(0), AtomicU64::new(0));
    let listener = |progress: &Progress| {
        calls.fetch_add(1, Relaxed);
        last.store(progress.nodes, Relaxed);
    };
    let limits = playouts(1000).on_progress(&listener);
    choose(&mut Mcts::new().seed(1), &game, &limits);
    let calls = calls.load(Relaxed);
    assert!((16..=1000).contains(&calls) && last.load(Relaxed) == 1000, "{calls} calls");
}

/// Plays, takes back, swaps, or starts a new game.
fn change(game: &mut Game, wish: u16) {
    let choice = usize::from(wish >> 4);
    match wish % 16 {
        0 => {
            let base = 2 + choice as u32 % 3;
            let rule = RingRule::ALL[choice / 3 % 3];
            *game = Game::new(base, rule).unwrap();
            if choice / 9 % 2 == 0 {
                *game = game.clone().with_swap_rule();
            }
        }
        1..=3 => drop(game.undo()),
        4 | 5 if game.can_swap() => drop(game.play(Move::Swap).unwrap()),
        _ => {
            let moves: Vec<_> = game.empty_cells().collect();
            if !moves.is_empty() {
                game.play(moves[choice % moves.len()]).unwrap();
            }
        }
    }
}

quickcheck! {
    fn a_search_follows_any_game(wishes: Vec<u16>, threads: bool, seed: u64) -> bool {
        let threads = 1 + usize::from(threads);
        let mut player = Mcts::new().seed(seed).threads(threads);
        let mut game = Game::new(3, RingRule::Any).unwrap().with_swap_rule();
        // Only one position in three is searched, so that several moves lie between searches.
        let mut solver = Solver::new().memory_bytes(1 << 20);
        for wish in wishes {
            change(&mut game, wish);
            if wish % 3 != 0 {
                continue;
            }
            let limits = Limits::new().nodes(60 * threads as u64);
            let choice = search(&mut player, &game, &limits);
            let mut fresh = Mcts::new().seed(seed).threads(threads);
            let fresh = search(&mut fresh, &game, &limits);
            assert_eq!(choice.is_none(), game.is_over());
            assert_eq!(fresh.is_none(), game.is_over());
            let Some(choice) = choice else { continue };
            assert!(game.empty_cells().any(|cell| cell == choice.cell));
            assert!(player.moves(&game).unwrap_or_default().iter().all(|known| game.stone(known.cell).is_none()));
            // Results proven in kept trees hold for the side to move.
            let Some(proven) = choice.proven else { continue };
            let limits = Limits::new().nodes(1000);
            if let Ok(solution) = solver.try_solve(&game, &limits) {
                assert_eq!(proven, solution.value);
                game.play(choice.cell).unwrap();
                let after = solver.try_solve(&game, &limits);
                assert!(proven == Value::Loss || after.is_err() || after.unwrap().value == Value::Loss);
                game.undo();
            }
        }
        true
    }

    fn values_proven_by_the_player_are_right(wishes: Vec<u16>, stones: usize) -> bool {
        let rule = RingRule::ALL[wishes.len() % 3];
        let mut game = Game::new(3, rule).unwrap();
        // All games of ten cells can be played.
        let least = if rule == RingRule::Empty { 10 } else { 3 };
        for cell in order(3, &wishes).into_iter().take(least + stones % 10) {
            // Games without wins.
            if game.would_win(cell, game.turn()).is_empty() {
                game.play(cell).unwrap();
            }
        }
        let value = value(&game);
        let limits = Limits::new().nodes(2000);
        let Some(choice) = search(&mut Mcts::new().seed(1), &game, &limits) else {
            return game.is_over();
        };
        if choice.proven == Some(Value::Win) {
            // The chosen move wins.
            game.play(choice.cell).unwrap();
            assert_eq!(self::value(&game), Value::Loss);
        }
        choice.proven.is_none_or(|proven| proven == value)
    }
}
