//! The program on files of any bytes: JSON lines, hexadecimal boards, fields, maps, Code Jam input,
//! games, scores, books, images. The first byte selects the command. Messages go to stderr: run it
//! with `-close_fd_mask=2`.

#![no_main]

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::LazyLock;

use cc_table::{Board, Connectivity};
use havannah_uf::{Hex, Referee};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static WRITTEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Keeps what the program prints.
struct Kept;

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        WRITTEN.with_borrow_mut(|written| written.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The commands that read the file.
const COMMANDS: [&str; 25] = [
    "components FILE",
    "components --connectivity 8 --width 8 --height 16 --min-size 3 FILE",
    "chain FILE",
    "chain --rules puyo-puyo-tsu FILE",
    "label --values FILE",
    "grid FILE --costs --from 0,0 --to 2,1",
    "grid FILE --from 0,0 --to 2,1",
    "grid FILE --from 3,3 --to 0,0 --step no-corner-cut",
    "havannah referee FILE",
    "havannah analyze --playouts 0 FILE",
    "havannah analyze --playouts 0 --ring empty --coordinates grid FILE",
    "c4 solve --width 4 --height 4 --memory 1 --check FILE",
    "c4 solve --width 4 --height 4 --memory 1 --book FILE 1",
    "label FILE",
    "label --connectivity 8 --format json --invert FILE",
    "label --holes FILE",
    "label --raw 8x8 FILE",
    "grid FILE --octile --from 0,0 --to 2,1",
    "meteor puzzles FILE",
    "meteor solve --timeout 1 --memory 1 FILE",
    "tour --timeout 1 FILE",
    "c4 solve --best --strength casual --width 4 --height 4 FILE",
    "havannah analyze --playouts 0 --base 4 --coordinates grid FILE",
    "label --values --off-border --largest-of-each-value 1 FILE",
    "label --off-border FILE",
];

fuzz_target!(|data: &[u8]| {
    let Some((&which, bytes)) = data.split_first() else { return };
    let command = COMMANDS[usize::from(which) % COMMANDS.len()];
    static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
        std::env::temp_dir().join(format!("boardbits-fuzz-{}", std::process::id()))
    });
    std::fs::write(&*FILE, bytes).unwrap();
    let words = std::iter::once("boardbits").chain(command.split(' '));
    let words = words.map(|word| if word == "FILE" { FILE.as_os_str() } else { word.as_ref() });
    let status = boardbits::run(words, Kept).unwrap_or_else(|error| panic!("{error}"));
    let all_well = status == 0;
    let written = String::from_utf8(WRITTEN.take()).expect("answers are text");
    assert!(written.is_empty() || written.ends_with('\n'));
    if let Ok(text) = std::str::from_utf8(bytes) {
        check(command, text, &written, all_well);
    }
});

/// Properties of the answers.
fn check(command: &str, text: &str, written: &str, all_well: bool) {
    let mut name = command.split(' ');
    let (lines, answers) = (text.split_inclusive('\n').count(), written.lines().count());
    match (name.next(), name.next()) {
        // Lines of JSON are boards too.
        (Some("components"), _) if text.contains('{') => {}
        (Some("components"), option) => {
            let eight = option == Some("--connectivity");
            let boards = text.lines().filter_map(|line| board(line, if eight { 128 } else { 72 }));
            let expected: String = boards.map(|board| components(board, eight)).collect();
            assert_eq!(written, expected);
            assert_eq!(all_well, lines > 0 && answers == lines);
        }
        (Some("chain"), _) => {
            assert!(answers <= lines);
            assert_eq!(all_well, lines > 0 && answers == lines);
        }
        (Some("havannah"), Some("referee")) if all_well => {
            assert_eq!(written, referee(text));
        }
        _ => {}
    }
}

/// The answers to correct cases of Google Code Jam.
fn referee(text: &str) -> String {
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<u32>().unwrap_or(0));
    let mut next = || numbers.next().expect("the input is correct");
    let mut answers = String::new();
    for case in 1..=next() {
        let (mut referee, stones) = (Referee::new(next()).expect("the base is correct"), next());
        let cells: Vec<Hex> = (0..stones).map(|_| Hex::new(next(), next())).collect();
        // Stones after the win may be anything.
        let wins = cells.into_iter().map(|cell| referee.play(cell).expect("the cell is correct"));
        let answer = match (1..).zip(wins).find(|(_, wins)| !wins.is_empty()) {
            Some((stone, wins)) => format!("{wins} in move {stone}"),
            None => "none".to_owned(),
        };
        answers += &format!("Case #{case}: {answer}\n");
    }
    answers
}

/// A hexadecimal number of at most `bits` bits.
fn board(line: &str, bits: u32) -> Option<u128> {
    let digits = line.trim();
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    let board = u128::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
    (board.checked_shr(bits).unwrap_or(0) == 0).then_some(board)
}

fn components(board: u128, eight: bool) -> String {
    let mut found = Vec::new();
    if eight {
        let board = Board::<8, 16>::from_bits_truncate(board);
        let components = board.components(Connectivity::Eight.steps());
        found.extend(components.filter(|c| c.len() >= 3).map(|c| c.bits()));
    } else {
        let board = Board::<6, 12>::from_bits_truncate(board);
        found.extend(board.components(Connectivity::Four.steps()).map(|c| c.bits()));
    }
    found.sort_unstable();
    let words: Vec<_> = found.iter().map(|word| format!("{word:x}")).collect();
    format!("{} {}", found.len(), words.join(",")).trim_end().to_owned() + "\n"
}
