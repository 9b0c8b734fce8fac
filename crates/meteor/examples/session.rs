//! An interactive packing session:
//! `cargo run --release -p meteor-puzzle --example session -- pentominoes-6x10`.
//!
//! Place pieces until the board is full: `hint`, `place NAME X,Y X,Y …`, `undo`, `remove X,Y`,
//! `quit`.

use std::io::{self, BufRead};
use std::time::Duration;

use meteor_puzzle::{Limits, Puzzle, Solver, presets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or("pentominoes-6x10".into());
    let preset = presets::find(&name).ok_or("the puzzle does not exist")?;
    let mut solver = Solver::new(preset.puzzle());
    let limits = Limits::new().time(Duration::from_secs(2));
    show(&solver);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let done = match words.next() {
            Some("place") => place(&mut solver, words),
            Some("hint") => match solver.try_hint(&limits) {
                Ok(Some(hint)) => {
                    solver.change(|puzzle| puzzle.place(hint)).map_err(|error| error.to_string())
                }
                Ok(None) => Err("no piece can be placed: undo one".into()),
                Err(stop) => Err(stop.to_string()),
            },
            Some("undo") => {
                solver.change(Puzzle::undo).map(drop).ok_or("no piece is placed".into())
            }
            Some("remove") => remove(&mut solver, words.next()),
            Some("quit") => break,
            _ => Err("hint, place NAME X,Y X,Y …, undo, remove X,Y, quit".into()),
        };
        match done {
            Ok(()) => show(&solver),
            Err(error) => println!("{error}"),
        }
    }
    Ok(())
}

/// Prints the board and the number of solutions that are left.
fn show(solver: &Solver) {
    print!("{}", solver.puzzle());
    match solver.try_count(&Limits::new().time(Duration::from_secs(2))) {
        Ok(left) => println!("solutions left: {left}"),
        Err(error) => println!("solutions left: unknown ({error})"),
    }
}

fn place<'a>(solver: &mut Solver, mut words: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let name = words.next().ok_or("expected the name of a piece")?;
    let cells: Vec<_> = words.map(coord).collect::<Result<_, _>>()?;
    let placement = solver.puzzle().placement(name, cells).map_err(|error| error.to_string())?;
    solver.change(|puzzle| puzzle.place(placement)).map_err(|error| error.to_string())
}

/// Takes the piece on a cell off the board.
fn remove(solver: &mut Solver, word: Option<&str>) -> Result<(), String> {
    let cell = coord(word.ok_or("expected a cell")?)?;
    let placement = solver.puzzle().placed_at(cell).ok_or("no piece is placed on this cell")?;
    solver.change(|puzzle| puzzle.remove(placement));
    Ok(())
}

fn coord(word: &str) -> Result<(i32, i32), String> {
    let numbers = word.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    numbers.ok_or_else(|| format!("expected a cell such as 3,4, found {word:?}"))
}
