//! Two engines play Havannah with each other: a small controller for the Go Text Protocol, to start
//! from to match your player against the program.
//!
//! ```sh
//! cargo install --path crates/boardbits
//! cargo run --example gtp_match -- 1000 100        # playouts for a move, of either
//! ```
//!
//! The program is found on the PATH, or at the path in `BOARDBITS`.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut playouts = || arguments.next().unwrap_or_else(|| "200".to_owned());
    let mut players = [Engine::start(&playouts())?, Engine::start(&playouts())?];
    for number in 0.. {
        let (own, other) = (number % 2, 1 - number % 2);
        let color = ["white", "black"][own];
        let cell = players[own].ask(&format!("genmove {color}"))?;
        players[other].ask(&format!("play {color} {cell}"))?;
        println!("{}. {color} {cell}", number + 1);
        let winner = players[other].ask("havannah_winner")?;
        if winner != "none" {
            println!("{}\nwinner: {winner}", players[other].ask("showboard")?);
            return Ok(());
        }
    }
    Ok(())
}

/// A program that speaks the protocol.
struct Engine {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Engine {
    fn start(playouts: &str) -> Result<Self, Box<dyn Error>> {
        let program = std::env::var_os("BOARDBITS").unwrap_or_else(|| "boardbits".into());
        let mut child = Command::new(program)
            .args(["havannah", "gtp", "--base", "4", "--playouts", playouts])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("boardbits does not start ({error}): is it installed?"))?;
        let stdin = child.stdin.take().ok_or("no pipe")?;
        let stdout = BufReader::new(child.stdout.take().ok_or("no pipe")?);
        Ok(Self { child, stdin, stdout })
    }

    /// Sends a command. The answer begins with `=`, or `?` if it is refused, and ends with an empty
    /// line.
    fn ask(&mut self, command: &str) -> Result<String, Box<dyn Error>> {
        writeln!(self.stdin, "{command}")?;
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            if self.stdout.read_line(&mut answer)? == 0 {
                return Err(format!("{command}: the engine is gone").into());
            }
        }
        match answer.trim_end().strip_prefix('=') {
            Some(text) => Ok(text.trim_start_matches(' ').to_owned()),
            None => Err(format!("{command}: {}", answer.trim_end()).into()),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The engine ends when its stdin is closed. Waiting for it avoids a zombie process.
        let _ = writeln!(self.stdin, "quit");
        let _ = self.child.wait();
    }
}
