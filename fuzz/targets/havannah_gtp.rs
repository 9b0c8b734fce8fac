//! Sessions of the Go Text Protocol: any lines, with short searches.

#![no_main]

use havannah_uf::gtp::Engine;
use havannah_uf::mcts::Mcts;
use havannah_uf::{Game, RingRule};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|session: &[u8]| {
    let game = Game::new(8, RingRule::Any).unwrap().with_swap_rule();
    let mut engine = Engine::new(game, Mcts::new()).playouts(3);
    let mut thoughts = 0;
    for line in session.split(|&byte| byte == b'\n').take(60) {
        let line = String::from_utf8_lossy(line);
        // More than four moves take long.
        if line.contains("genmove") {
            thoughts += 1;
            if thoughts > 4 {
                continue;
            }
        }
        let before = engine.game().ply();
        let Some(response) = engine.respond(&line) else { continue };
        assert!(response.text.starts_with(['=', '?']) && response.text.ends_with("\n\n"));
        assert_eq!(response.text.trim_end().matches("\n\n").count(), 0, "{:?}", response.text);
        let after = engine.game().ply();
        assert!(!response.text.starts_with('?') || before == after);
        if response.quit {
            return;
        }
        // No clock.
        assert_eq!(engine.respond("time_settings 0 1 0").unwrap().text, "=\n\n");
    }
});
