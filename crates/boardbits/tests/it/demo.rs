//! `boardbits demo` on a terminal of 80×24, and its recording.

use std::process::{Command, Stdio};

use crate::common::{answer, run};

#[test]
fn solutions_stay_on_the_terminal() {
    let program = env!("CARGO_BIN_EXE_boardbits");
    let typed = format!("stty cols 80 rows 24; {program} demo; echo \"status $?\"");
    // `script` is a part of util-linux.
    let mut script = Command::new("script");
    script.args(["-qec", &typed, "/dev/null"]).env_remove("NO_COLOR").stdin(Stdio::null());
    let Ok(output) = script.env("TERM", "xterm-256color").output() else { return };
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(output.contains("status 0"), "{output:?}");
    // Pictures are replaced until the solution stays. A fast search may have none.
    assert!(output.matches("\x1b[2K").count() > 100, "pictures are shown: {output:?}");
    let shown = output.rsplit("\x1b[2K").next().unwrap();
    assert!(shown.contains("9,356 solutions"), "{shown:?}");
    for title in ["cc-table", "king-paths", "havannah-uf", "c4-solver", "meteor-puzzle"] {
        assert!(output.contains(title), "{title}");
    }
}

#[test]
fn without_a_terminal_there_are_solutions_only() {
    let out = run("demo", "").out;
    assert_eq!(out.matches("s)\n    Try: ").count(), 5, "the time of each part: {out}");
    assert!(!out.contains(" as fast as "), "{out}");
    assert_eq!((out.matches("Try: ").count(), out.matches("cc-table:").count()), (5, 1), "{out}");
}

#[test]
fn the_animation_is_small_and_whole() {
    let path = std::env::temp_dir().join(format!("boardbits-demo-{}.svg", std::process::id()));
    answer(&format!("demo --svg {}", path.display()), "");
    let svg = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.len() < 200_000, "{} bytes", svg.len());
    // The times of the work alone, without those of the pictures.
    assert_eq!(svg.matches("> (").count(), 5);
    assert!(svg.contains("9,356 solutions") && svg.contains("ring in move 17"));
}
