//! Progress on a terminal.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Folder, run};

/// What `boardbits` with these arguments writes to a terminal. `None` without the program `script`,
/// a part of util-linux.
fn on_terminal(arguments: &str) -> Option<String> {
    let program = env!("CARGO_BIN_EXE_boardbits");
    let output = Command::new("script")
        .args(["-qec", &format!("stty cols 80 rows 24; {program} {arguments}"), "/dev/null"])
        .env("TERM", "xterm-256color")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The lines that a terminal shows in the end: a carriage return goes back to the begin of a line,
/// and `\\x1b[2K` clears it. Other sequences are colors.
fn screen(output: &str) -> Vec<String> {
    let show = |line: &str| {
        let shown = line.rsplit("\x1b[2K").next().unwrap_or_default();
        shown.trim_start_matches('\r').to_owned()
    };
    output.lines().map(|line| show(line.trim_end_matches('\r'))).collect()
}

#[test]
fn answers_are_on_lines_of_their_own() {
    for (command, answer, progress) in [
        ("tour 8x8 --count --timeout 0.7", "?", " nodes, "),
        ("c4 solve 4444 --book none --timeout 0.7", "4444 ", " positions, "),
    ] {
        let Some(output) = on_terminal(command) else { return };
        assert!(output.contains(progress), "{command}: {output:?}");
        assert!(!output.contains("\x1b[1A"), "{command} wraps lines: {output:?}");
        let screen = screen(&output);
        assert!(screen[0].starts_with(answer), "{command}: {screen:?}");
        assert!(screen.iter().all(|line| !line.contains('\x1b')), "{command}: {screen:?}");
        let ran = run(command, "");
        assert!(!ran.err.contains(progress), "{command}: {}", ran.err);
    }
}

/// Labeling reports no steps.
#[test]
fn work_without_steps_has_a_spinner() {
    let folder = Folder::new("spinner");
    let image = folder.file("noise.pbm");
    let noise = (0..1_u32 << 21).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 24) as u8);
    std::fs::write(&image, b"P4 4096 4096\n".iter().copied().chain(noise).collect::<Vec<u8>>())
        .unwrap();
    let label = format!("label --count --threads 1 {image}");
    let start = Instant::now();
    let Some(output) = on_terminal(&label) else { return };
    // A fast machine needs none.
    let is_fast = start.elapsed() < Duration::from_secs(1);
    assert!(output.contains("labeling") || is_fast, "{output:?}");
    assert_eq!(screen(&output), [run(&label, "").out.trim_end()]);
}

#[test]
fn fast_answers_come_without_progress() {
    for command in ["c4 solve 44444", "tour 5x5", "tour 4x3 --count"] {
        let Some(output) = on_terminal(command) else { return };
        assert_eq!(output.replace("\r\n", "\n"), run(command, "").out, "{command}");
    }
}

#[test]
fn a_build_of_a_book_shows_its_nodes() {
    let folder = Folder::new("progress");
    let build = format!("c4 book --width 6 --height 4 --depth 7 -o {}", folder.file("b"));
    let Some(output) = on_terminal(&build) else { return };
    assert!(output.contains(" nodes"), "{output:?}");
    assert!(!output.contains("\x1b[1A"), "wraps lines: {output:?}");
}

#[test]
fn a_proof_shows_its_numbers() {
    let folder = Folder::new("proof");
    let file = folder.file("game");
    std::fs::write(&file, "4 0\n").unwrap();
    let command = format!("havannah analyze --prove --timeout 0.7 --color never {file}");
    let Some(output) = on_terminal(&command) else { return };
    // Those of the answer, and those of the search before it.
    assert!(output.matches(" to disprove").count() > 1, "{output:?}");
    let screen = screen(&output);
    assert!(screen[0].starts_with("   . . . ."), "{screen:?}");
    assert!(screen.iter().all(|line| !line.contains('\x1b')), "{screen:?}");
}
