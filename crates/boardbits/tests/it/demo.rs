//! `boardbits demo` on a terminal of 80×24.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::answer;

/// What the demo writes to a terminal on which these keys are pressed, one every 150 ms. `None`
/// without the program `script`, a part of util-linux.
fn play(keys: &[u8]) -> Option<String> {
    let program = env!("CARGO_BIN_EXE_boardbits");
    // Ctrl-C also reaches the shell, which must continue.
    let typed =
        format!("trap : INT; stty cols 80 rows 24; {program} demo; echo \"status $?\"; stty -a");
    let mut terminal = Command::new("script")
        .args(["-qec", &typed, "/dev/null"])
        .env("TERM", "xterm-256color")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = terminal.stdin.take().unwrap();
    for &key in keys {
        thread::sleep(Duration::from_millis(150));
        // The demo may have ended.
        let _ = stdin.write_all(&[key]);
    }
    let writer = thread::spawn(move || {
        thread::sleep(Duration::from_secs(12));
        drop(stdin);
    });
    let output = terminal.wait_with_output().unwrap();
    drop(writer);
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The pictures between the sequences that start and end a synchronized update.
fn pictures(output: &str) -> Vec<&str> {
    let parts = output.split("\x1b[?2026h").skip(1);
    parts.map(|part| part.split_once("\x1b[?2026l").unwrap().0).collect()
}

/// The terminal shows its main screen and the cursor, and echoes what is typed.
fn assert_restored(output: &str) {
    let (_, after) = output.rsplit_once("\x1b[?2026l").unwrap();
    assert!(after.contains("\x1b[?25h\x1b[?1049l"), "{after:?}");
    assert!(after.contains(" icanon") && after.contains(" echo "), "{after:?}");
}

#[test]
fn keys_skip_parts_and_nothing_scrolls() {
    let Some(output) = play(b"    ") else { return };
    assert!(output.starts_with("\x1b[?1049h\x1b[?25l"), "{output:?}");
    let pictures = pictures(&output);
    assert!(pictures.len() > 20, "{} pictures", pictures.len());
    for picture in pictures {
        assert!(picture.starts_with("\x1b[H"), "it begins at the top left: {picture:?}");
        assert!(picture.matches('\n').count() < 24, "it fits 24 rows: {picture:?}");
        assert!(!picture.contains("\x1b[2J"), "the screen is never empty");
    }
    for title in ["cc-table", "king-paths", "havannah-uf", "c4-solver", "meteor-puzzle"] {
        assert!(output.contains(title), "{title}");
    }
    assert_restored(&output);
    assert!(output.contains("status 0"), "{output:?}");
}

#[test]
fn q_ends_the_demo() {
    let Some(output) = play(b"q") else { return };
    assert!(pictures(&output).iter().all(|picture| picture.contains("cc-table")));
    assert_restored(&output);
}

#[test]
fn ctrl_c_restores_the_terminal() {
    let Some(output) = play(b"\x03") else { return };
    assert_restored(&output);
    assert!(output.contains("status 130"), "{output:?}");
}

#[test]
fn the_animation_is_small_and_whole() {
    let path = std::env::temp_dir().join(format!("boardbits-demo-{}.svg", std::process::id()));
    answer(&format!("demo --svg {}", path.display()), "");
    let svg = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.len() < 200_000, "{} bytes", svg.len());
    assert!(svg.contains("9,356 solutions") && svg.contains("ring in move 17"));
}
