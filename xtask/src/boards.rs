//! `cargo xtask boards`: the results of Connect 4 on boards of many sizes.
//!
//! [`Record`] has the results. [`run`] solves boards with the program `boardbits`, adds them to the
//! record and writes the page; [`check`] compares a result with the published one.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};

use bench_schema::Origin;
use serde::{Deserialize, Serialize};
use xshell::{Shell, cmd};

use crate::bench::origin;
use crate::figures::{markdown, number};
use crate::flags;
use crate::workspace::{Result, build, replace_all, root, target};

/// The widths and heights of the boards. A diagonal needs at least four columns and rows.
const SIDES: std::ops::RangeInclusive<u32> = 4..=9;
/// The largest sum of width and height by default. Boards with a larger sum take long.
const SUM: u32 = 12;
/// The longest time for a board in seconds by default.
const SECONDS: u64 = 600;
/// The size of the transposition table.
const TABLE_MIB: u32 = 1_024;
/// `--check` solves the boards again that took fewer nodes than this.
const FEW_NODES: u64 = 100_000;

/// The number of the last move if both players play perfectly, and who wins: the sign of the score
/// for the first player. By width and height from 4. <https://github.com/ChristopheSteininger/c4>;
/// the outcomes are those of <https://tromp.github.io/c4/c4.html>.
const PUBLISHED: [&[(u32, i32)]; 6] = [
    &[(16, 0), (20, 0), (24, 0), (28, 0), (32, 0), (36, 0)],
    &[(20, 0), (25, 0), (30, 0), (35, 0), (40, 0), (45, 0)],
    &[(24, -1), (30, 0), (36, -1), (41, 1), (48, -1), (53, 1)],
    &[(28, 0), (35, 0), (41, 1), (49, 0), (55, 1), (63, 0)],
    &[(32, -1), (39, 1), (48, -1), (53, 1), (62, -1)],
    &[(36, -1), (41, 1), (52, -1), (55, 1)],
];

/// All results.
#[derive(Serialize, Deserialize)]
struct Record {
    boards: Vec<Solved>,
}

/// The result of a board.
#[derive(Serialize, Deserialize)]
struct Solved {
    width: u32,
    height: u32,
    score: i32,
    /// Number of moves of a perfect game.
    moves: u32,
    nodes: u64,
    seconds: f64,
    threads: u32,
    table_mib: u32,
    origin: Origin,
}

impl Solved {
    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }
}

pub(crate) fn run(shell: &Shell, flags: &flags::Boards) -> Result {
    if flags.check {
        let stale = stale()?;
        if !stale.is_empty() {
            return Err(format!("stale: {}", stale.join(", ")).into());
        }
        return solve_again(shell, flags);
    }
    let sum = flags.sum.unwrap_or(SUM);
    let mut record = read()?;
    let sizes = match &flags.size {
        Some(size) => vec![read_size(size)?],
        None => SIDES.flat_map(|width| SIDES.map(move |height| (width, height))).collect(),
    };
    let mut sizes: Vec<_> = sizes
        .into_iter()
        .filter(|&(width, height)| flags.size.is_some() || width + height <= sum)
        .filter(|size| !record.boards.iter().any(|board| board.size() == *size))
        .collect();
    sizes.sort_by_key(|&(width, height)| (width * height, width));
    cmd!(shell, "cargo build --release --quiet -p boardbits").run()?;
    let program = target(shell)?.join("release").join(format!("boardbits{EXE_SUFFIX}"));
    for (width, height) in sizes {
        let Some(answer) = solve(shell, &program, (width, height), flags)? else {
            println!("{width}×{height}: the time limit was reached");
            continue;
        };
        let solved = Solved {
            width,
            height,
            score: answer.score,
            moves: last_move(width, height, answer.score),
            nodes: answer.nodes,
            seconds: answer.microseconds as f64 / 1e6,
            threads: flags.threads.unwrap_or(1),
            table_mib: TABLE_MIB,
            origin: Origin { command: "cargo xtask boards".to_owned(), ..origin(shell, None)? },
        };
        check(&solved)?;
        println!("{width}×{height}: {} after {} moves", outcome(solved.score), solved.moves);
        record.boards.push(solved);
        record.boards.sort_by_key(|board| (board.width + board.height, board.width));
        write(&record)?;
    }
    write(&record)
}

/// Reads a size such as `7x6`.
fn read_size(text: &str) -> Result<(u32, u32)> {
    let sides = text
        .split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    Ok(sides.ok_or_else(|| format!("--size {text}: expected a size such as 7x6"))?)
}

/// The answer of the program about a board, and its work.
#[derive(PartialEq, Eq, Debug)]
struct Answer {
    score: i32,
    nodes: u64,
    microseconds: u64,
}

/// Solves a board with the program. `None` if that takes too long.
fn solve(
    shell: &Shell,
    program: &Path,
    (width, height): (u32, u32),
    flags: &flags::Boards,
) -> Result<Option<Answer>> {
    let [width, height, threads, memory] =
        [width, height, flags.threads.unwrap_or(1), TABLE_MIB].map(|number| number.to_string());
    let seconds = flags.seconds.unwrap_or(SECONDS).to_string();
    // An empty argument is the empty board.
    let size = ["--width", &width, "--height", &height, "--timeout", &seconds, ""];
    let output = cmd!(
        shell,
        "{program} c4 solve --no-book --stats --memory {memory} --threads {threads} {size...}"
    );
    let output = output.quiet().ignore_status().output()?;
    let (stdout, stderr) = (String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?);
    match output.status.success() {
        true => answer(&stdout, &stderr).map(Some),
        false if stderr.contains("the time limit was reached") => Ok(None),
        false => Err(format!("{width}×{height}: {stderr}").into()),
    }
}

/// Reads the score, which the program prints on stdout, and the work, which it prints on stderr.
fn answer(stdout: &str, stderr: &str) -> Result<Answer> {
    let wrong = || format!("expected a score, `nodes=` and `us=`, found {stdout:?} and {stderr:?}");
    let figure = |name: &str| {
        let mut fields = stderr.split_whitespace();
        fields.find_map(|field| field.strip_prefix(name)?.parse().ok()).ok_or_else(wrong)
    };
    let score = stdout.trim().parse().map_err(|_| wrong())?;
    Ok(Answer { score, nodes: figure("nodes=")?, microseconds: figure("us=")? })
}

/// The number of the last move of a perfect game with this score.
fn last_move(width: u32, height: u32, score: i32) -> u32 {
    let cells = width * height;
    match score {
        // The winner's last stone, counted among all its stones.
        1.. => 2 * (cells.div_ceil(2) + 1 - score as u32) - 1,
        0 => cells,
        _ => 2 * (cells / 2 + 1 - score.unsigned_abs()),
    }
}

/// Solves the smallest recorded boards again.
fn solve_again(shell: &Shell, flags: &flags::Boards) -> Result {
    let program = build(shell, "boardbits")?;
    let record = read()?;
    let small: Vec<_> = record.boards.iter().filter(|board| board.nodes < FEW_NODES).collect();
    for board in &small {
        let found = solve(shell, &program, board.size(), flags)?.map(|answer| answer.score);
        if found != Some(board.score) {
            let Solved { width, height, score, .. } = board;
            return Err(format!("{width}×{height}: expected score {score}, found {found:?}").into());
        }
    }
    println!("boards: {} of {} solved again", small.len(), record.boards.len());
    if small.is_empty() { Err("the record has no small board".into()) } else { Ok(()) }
}

/// Compares a result with the published one, and the number of moves with the score.
fn check(solved: &Solved) -> Result {
    let Solved { width, height, score, moves, .. } = *solved;
    let place = |side: u32| side.checked_sub(*SIDES.start()).map(|side| side as usize);
    let published = place(width).zip(place(height)).and_then(|(x, y)| PUBLISHED.get(x)?.get(y));
    if moves != last_move(width, height, score) {
        return Err(
            format!("{width}×{height}: score {score} does not end after {moves} moves").into()
        );
    }
    match published {
        Some(&expected) if expected != (moves, score.signum()) => {
            Err(format!("{width}×{height}: {score} after {moves} moves, expected {expected:?}")
                .into())
        }
        _ => Ok(()),
    }
}

/// The winner, in words.
fn outcome(score: i32) -> &'static str {
    match score.signum() {
        1 => "first player wins",
        0 => "draw",
        _ => "second player wins",
    }
}

fn record_path() -> PathBuf {
    root().join("benches/records/boards.json")
}

fn read() -> Result<Record> {
    let path = record_path();
    if !path.exists() {
        return Ok(Record { boards: Vec::new() });
    }
    Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
}

fn page_path() -> PathBuf {
    root().join("docs/results-connect4.md")
}

/// Writes the record and the page.
fn write(record: &Record) -> Result {
    let json = serde_json::to_string_pretty(record)? + "\n";
    fs::create_dir_all(record_path().with_file_name(""))?;
    replace_all(&[(record_path(), json), (page_path(), page(record))])
}

/// The page, if it differs from what the record gives.
pub(crate) fn stale() -> Result<Vec<String>> {
    let record = read()?;
    record.boards.iter().try_for_each(check)?;
    let found = fs::read_to_string(page_path()).unwrap_or_default();
    let same = record.boards.is_empty() || found == page(&record);
    Ok(if same { Vec::new() } else { vec!["docs/results-connect4.md".to_owned()] })
}

fn page(record: &Record) -> String {
    let mut text = "# Connect 4 on boards of many sizes\n\n\
        The result of perfect play from the empty board, the number of the last move, and what it took the solver without an opening \
        book. The score counts the stones that the winner has left when the game ends, plus one; it is negative if the second player wins. All results agree with the published ones: outcomes by [John Tromp](https://tromp.github.io/c4/c4.html), outcomes \
        and last moves by [Christophe Steininger](https://github.com/ChristopheSteininger/c4). `cargo xtask boards` solves the \
        boards, records them in `benches/records/boards.json` and writes this page.\n\n"
        .to_owned();
    let head = ["width × height", "result", "last move", "score", "nodes", "seconds", "threads"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for board in &record.boards {
        rows.push(vec![
            format!("{} × {}", board.width, board.height),
            outcome(board.score).to_owned(),
            board.moves.to_string(),
            board.score.to_string(),
            number(board.nodes as f64),
            format!("{:.2}", board.seconds),
            board.threads.to_string(),
        ]);
    }
    text += &markdown(&rows, 2);
    if let Some(Origin { date, machine, cores, rustc, .. }) =
        record.boards.last().map(|b| &b.origin)
    {
        text += &format!(
            "\nTables of {TABLE_MIB} MiB. The last board was solved on {date}: {machine}, {cores} cores, {rustc}. Nodes \
             are exact; times depend on what else the machine does.\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_on_stdout_and_the_work_on_stderr() {
        let found = answer(" 0\n", " nodes=1220 us=236\n").unwrap();
        assert_eq!(found, Answer { score: 0, nodes: 1220, microseconds: 236 });
        assert!(answer(" 0 nodes=1220 us=236\n", "").is_err());
        assert!(answer(" 0\n", " nodes=1220\n").is_err());
    }

    #[test]
    fn a_size_is_two_numbers() {
        assert_eq!(read_size("10x4").unwrap(), (10, 4));
        for wrong in ["", "7", "7x", "7x6x5", "ax4"] {
            assert!(read_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_score_gives_the_last_move() {
        for (width, height, score, moves) in
            [(7, 6, 1, 41), (6, 6, -1, 36), (4, 4, 0, 16), (8, 5, 1, 39), (5, 5, 2, 23)]
        {
            assert_eq!(last_move(width, height, score), moves, "{width}×{height}");
        }
    }
}
