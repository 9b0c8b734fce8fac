//! Queries with threads when the system refuses to start any.

use std::process::Command;
use std::thread;

use havannah_uf::mcts::Mcts;
use havannah_uf::{Game, PlayoutStatistics, Playouts, RingRule};

/// Runs the test of this name again in a process whose threads would need stacks larger than any
/// memory, so that none can be started. Returns true in that process.
fn without_threads(test: &str) -> bool {
    const STACK: &str = "RUST_MIN_STACK";
    if std::env::var_os(STACK).is_some() {
        let refused = thread::Builder::new().spawn(|| ()).is_err();
        assert!(refused || !cfg!(target_os = "linux"));
        return refused;
    }
    // With one test thread, tests run on the main thread.
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--test-threads=1"])
        .env(STACK, (usize::MAX / 4).to_string())
        .status();
    assert!(status.unwrap().success());
    false
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "every stack size of 32 bits can be allocated")]
fn playouts_need_no_further_thread() {
    if without_threads("threads::playouts_need_no_further_thread") {
        let playouts = Playouts::new(&Game::new(4, RingRule::Any).unwrap());
        let mut expected = PlayoutStatistics::default();
        for (portion, games) in [(0, 4096), (1, 4096), (2, 8)] {
            expected += playouts.clone().seed(portion).run(games);
        }
        assert_eq!(playouts.threads(8).run(8200), expected);
    }
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "every stack size of 32 bits can be allocated")]
fn a_search_needs_no_further_thread() {
    let game = Game::new(4, RingRule::Any).unwrap();
    let search = || Mcts::new().seed(1).threads(8).search(&game, 400);
    let with_threads = search().unwrap();
    assert_eq!(with_threads.playouts, 400);
    if without_threads("threads::a_search_needs_no_further_thread") {
        assert_eq!(search(), Some(with_threads));
    }
}
