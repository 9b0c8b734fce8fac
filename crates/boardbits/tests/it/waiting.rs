//! Answers are out before the program waits for more input.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::common::run;

/// Every command that answers line by line, its input, and how many lines it prints only at the end
/// of the input.
const COMMANDS: &[(&str, &str, usize)] = &[
    ("components", "1\n2101800040\nx\n\n3\n", 0),
    (
        "chain",
        "x\n....../....../....../....../....../....../....../....../....../....../....../1111..\n\n",
        0,
    ),
    (
        "c4 solve --memory 1",
        "2252576253462244111563365343671\nx\n2252576253462244111563365343672\n",
        0,
    ),
    ("c4 solve --memory 1 --check -", "2252576253462244111563365343671 99\nx\n\n", 1),
    ("c4 play --blind --width 4 --height 4", "1\nhello\nu\n", 1),
    ("c4 solve --best --memory 1 --strength random", "4455\nx\n\n44\n", 0),
    ("c4 show -", "4455\nx\n44\n", 0),
    ("grid MAP", "0,0 1,1\nx\n1,0 0,1\n", 0),
    ("havannah referee", "3\n2 2\n1 1\n1 2\n2 1\n9 9\n2 1\n1 1\n", 0),
    ("havannah analyze --playouts 10", "2 2 1,1 1,2\nx\n2 3 1,1 3,3 1,2\n", 0),
    ("havannah gtp", "name\nx\n\n1 version\n", 0),
];

/// Sends the number of lines on stdout whenever it grows.
fn count_lines(mut stream: impl Read + Send + 'static) -> Receiver<usize> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let (mut buffer, mut lines) = ([0; 4096], 0);
        while let Ok(length @ 1..) = stream.read(&mut buffer) {
            lines += buffer[..length].iter().filter(|&&byte| byte == b'\n').count();
            let _ = sender.send(lines);
        }
    });
    receiver
}

/// The numbers of bytes that are sent at once.
fn chunks(seed: u64, length: usize) -> Vec<usize> {
    let mut state = seed;
    let (mut sizes, mut rest) = (Vec::new(), length);
    while rest > 0 {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let size = ((state >> 33) as usize % 24 + 1).min(rest);
        sizes.push(size);
        rest -= size;
    }
    sizes
}

/// Sends the input in chunks, and waits after each chunk until every complete line has been
/// answered.
fn feed(arguments: &str, input: &str, due: &dyn Fn(&str) -> usize, sizes: &[usize]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boardbits"))
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let received = count_lines(child.stdout.take().unwrap());
    let (mut sent, mut lines) = (0, 0);
    for size in sizes {
        stdin.write_all(&input.as_bytes()[sent..sent + size]).unwrap();
        sent += size;
        let complete = input[..sent].rfind('\n').map_or("", |end| &input[..=end]);
        let due = due(complete);
        while lines < due {
            lines = received.recv_timeout(Duration::from_secs(30)).unwrap_or_else(|_| {
                panic!("{arguments}: {lines} lines, {due} due after {:?}", &input[..sent])
            });
        }
    }
    drop(stdin);
    child.wait().unwrap();
}

#[test]
fn every_complete_line_is_answered_before_the_program_waits() {
    let map = std::env::temp_dir().join(format!("boardbits-waiting-{}", std::process::id()));
    fs::write(&map, "type octile\nheight 2\nwidth 2\nmap\n..\n..\n").unwrap();
    for &(arguments, input, at_end) in COMMANDS {
        let arguments = arguments.replace("MAP", &map.display().to_string());
        let ends: Vec<usize> = input.match_indices('\n').map(|(end, _)| end + 1).collect();
        let printed: Vec<(usize, usize)> = [0]
            .into_iter()
            .chain(ends)
            .map(|end| (end, run(&arguments, &input[..end]).out.lines().count()))
            .collect();
        let due = |complete: &str| {
            let &(_, lines) = printed.iter().find(|&&(end, _)| end == complete.len()).unwrap();
            lines.saturating_sub(at_end)
        };
        assert!(due(input) > 0, "{arguments}");
        for seed in 0..4 {
            feed(&arguments, input, &due, &chunks(seed, input.len()));
        }
        // A complete line, and half of the next.
        let half = input.find('\n').unwrap() + 2;
        feed(&arguments, input, &due, &[half, input.len() - half]);
    }
    fs::remove_file(map).unwrap();
}
