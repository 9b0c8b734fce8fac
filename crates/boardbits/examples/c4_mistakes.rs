//! Which moves of a Connect 4 game were mistakes? Asks the program about every position of the
//! game.
//!
//! ```sh
//! cargo install --path crates/boardbits
//! cargo run --example c4_mistakes -- 44455554221
//! ```
//!
//! The program is found on the PATH, or at the path in `BOARDBITS`.

use std::error::Error;
use std::io::Write;
use std::process::{Command, Stdio};

fn main() -> Result<(), Box<dyn Error>> {
    let moves = std::env::args().nth(1).unwrap_or_else(|| "44455554221".to_owned());
    if !moves.chars().all(|c| ('1'..='7').contains(&c)) {
        return Err(format!("{moves}: columns are 1 to 7").into());
    }
    // The position before each move, one on a line. The answers come in the same order.
    let questions: String = (0..moves.len()).map(|ply| format!("{}\n", &moves[..ply])).collect();
    let answers = ask(&["c4", "solve", "--analyze"], &questions)?;
    for (ply, (answer, column)) in answers.lines().zip(moves.chars()).enumerate() {
        // The moves, a blank, the score of each column; `-` for a full one.
        let (_, scores) = answer.split_once(' ').ok_or("an answer without scores")?;
        let scores: Vec<Option<i32>> = scores.split(' ').map(|score| score.parse().ok()).collect();
        let best = scores.iter().flatten().max().ok_or("a board that is full")?;
        let column = column as usize - '1' as usize;
        let played = scores[column].ok_or("a move into a full column")?;
        let (number, column) = (ply + 1, column + 1);
        if played == *best {
            println!("move {number}, column {column}: right, score {best}");
        } else {
            println!(
                "move {number}, column {column}: {played} instead of {best}, {}",
                verdict(played, *best)
            );
        }
    }
    Ok(())
}

/// The loss in score.
fn verdict(played: i32, best: i32) -> &'static str {
    match (best.signum(), played.signum()) {
        (1, 0) => "gives the win away",
        (1, -1) => "turns a win into a loss",
        (0, _) => "loses a draw",
        (1, _) => "wins later",
        _ => "loses sooner",
    }
}

/// Runs the program on some input.
fn ask(arguments: &[&str], input: &str) -> Result<String, Box<dyn Error>> {
    let program = std::env::var_os("BOARDBITS").unwrap_or_else(|| "boardbits".into());
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("boardbits does not start ({error}): is it installed?"))?;
    // From a thread: a long input and a long output would wait for each other.
    let mut stdin = child.stdin.take().ok_or("no pipe")?;
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer stopped")??;
    // Status 1: a line of the input was wrong; stderr names it.
    if !output.status.success() {
        return Err("boardbits found something wrong".into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
