//! Long inputs in constant memory.

use std::fs;
use std::io::{BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;

/// Maximum growth of memory between the first eighth of the input and the end, in bytes.
const MOST_GROWTH: u64 = 512 << 10;

/// A command that answers line by line: its arguments, the start of its input, the text that is
/// repeated after it, and the number of lines printed for each repetition.
const STREAMS: &[(&str, &str, &str, u64)] = &[
    ("components", "", "000000002101800040\n", 1),
    (
        "chain",
        "",
        "....../....../....../....../....../....../....../....../....../2...../11..../112...\n",
        1,
    ),
    ("c4 solve --memory 1", "", "2252576253462244111563365343671351441\n", 1),
    ("c4 solve --memory 1 --check -", "", "2252576253462244111563365343671351441 -1\n", 0),
    ("c4 play --blind --width 4 --height 4", "", LONG, 7),
    (
        "c4 solve --best --memory 1 --strength random",
        "",
        "2252576253462244111563365343671351441\n",
        1,
    ),
    ("c4 show -", "", "2252576253462244111563365343671351441\n", 8),
    ("grid MAP", "", "0,0 1,1\n", 1),
    ("havannah referee", "999999999\n", "2 2\n1 1\n1 2\n", 1),
    ("havannah analyze", "", "2 3 1,1 3,3 1,2\n", 4),
    ("havannah gtp", "", "protocol_version\n", 2),
];

/// Not a column. The line is long because every answer to it is a board.
const LONG: &str = concat!(
    "This line is a sentence where a column is expected. It is long because the board is drawn after ",
    "each line, which takes far more time than reading the line. With short lines, the same number of ",
    "input bytes would draw many more boards, and this test would spend all of its time on drawing.\n"
);

/// The most memory that it has used so far, in bytes.
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let number = line.trim().strip_suffix(" kB").unwrap();
    number.parse::<u64>().unwrap() << 10
}

/// Feeds every command this number of bytes.
fn stream(bytes: u64) {
    let map = std::env::temp_dir().join(format!("boardbits-load-{}", std::process::id()));
    fs::write(&map, "type octile\nheight 2\nwidth 2\nmap\n..\n..\n").unwrap();
    for &(arguments, first, again, lines) in STREAMS {
        let arguments = arguments.replace("MAP", &map.display().to_string());
        let mut child = Command::new(env!("CARGO_BIN_EXE_boardbits"))
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdout = child.stdout.take().unwrap();
        let reader = thread::spawn(move || count_lines(stdout));
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(first.as_bytes()).unwrap();
        let block = again.repeat((1 << 16) / again.len());
        let blocks = bytes.div_ceil(block.len() as u64);
        let mut early = 0;
        for i in 0..blocks {
            stdin.write_all(block.as_bytes()).unwrap();
            if i == blocks / 8 {
                early = peak(&child);
            }
        }
        let late = peak(&child);
        drop(stdin);
        let printed = reader.join().unwrap();
        child.wait().unwrap();
        let expected = blocks * (block.len() / again.len()) as u64 * lines;
        println!("{arguments}: {} KiB at an eighth, {} KiB at the end", early >> 10, late >> 10);
        assert!(late <= early + MOST_GROWTH, "{arguments}: {early} bytes, then {late}");
        assert!((expected..expected + 8).contains(&printed), "{arguments}: {printed} lines");
    }
    fs::remove_file(map).unwrap();
}

fn count_lines(stream: impl Read) -> u64 {
    let (mut stream, mut buffer, mut lines) = (BufReader::new(stream), vec![0; 1 << 16], 0);
    loop {
        let length = stream.read(&mut buffer).unwrap();
        if length == 0 {
            return lines;
        }
        lines += buffer[..length].iter().filter(|&&byte| byte == b'\n').count() as u64;
    }
}

#[test]
fn input_streams_in_constant_memory() {
    stream(1 << 20);
}

/// `cargo test --release -p boardbits --test it -- load --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn a_gigabyte_streams_in_constant_memory() {
    stream(1 << 30);
}

/// A line without end, where a line is expected.
#[test]
fn an_endless_line_is_passed_over_in_constant_memory() {
    for arguments in ["components", "havannah gtp", "c4 play --blind", "havannah referee"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_boardbits"))
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let block = vec![b'7'; 1 << 20];
        for _ in 0..4 {
            stdin.write_all(&block).unwrap();
        }
        let early = peak(&child);
        for _ in 0..60 {
            stdin.write_all(&block).unwrap();
        }
        let late = peak(&child);
        drop(stdin);
        child.wait().unwrap();
        assert!(late <= early + 4 * MOST_GROWTH, "{arguments}: {early} bytes, then {late}");
    }
}
