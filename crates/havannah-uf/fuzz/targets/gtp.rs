//! Sessions of the Go Text Protocol: any lines, with short searches.

#![no_main]

use havannah_uf::gtp::Engine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|session: &[u8]| {
    let mut engine = Engine::new(1);
    short(&mut engine);
    let mut thoughts = 0;
    for line in session.split(|&byte| byte == b'\n').take(60) {
        let line = String::from_utf8_lossy(line);
        // Long searches: a proof with many nodes, and more than four moves.
        if line.contains("solve") || line.contains("genmove") {
            thoughts += 1;
            if thoughts > 4 || line.contains("solve") && !has_small_number(&line) {
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
        short(&mut engine);
    }
});

/// Returns whether the last word, which the number of the line is not, has one or two digits.
fn has_small_number(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default();
    let number = line.split_whitespace().skip_while(|word| !word.contains("solve")).last();
    number.is_some_and(|word| word.len() <= 2 && word.parse::<u64>().is_ok())
}

/// A limit of playouts, one thread, and no clock.
fn short(engine: &mut Engine) {
    for line in ["playouts 3", "time_settings 0 1 0"] {
        assert_eq!(engine.respond(line).unwrap().text, "=\n\n");
    }
}
