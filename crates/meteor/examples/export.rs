//! A puzzle for other solvers: as an exact cover problem in the format of D. E. Knuth's programs
//! (The Art of Computer Programming 4B, 7.2.2.1), or as a Boolean formula in the DIMACS CNF format.
//! `cargo run -p meteor-puzzle --example export -- dlx|cnf FILE`.
//!
//! The covers and the models are the solutions. Option i and variable i + 1 are placement i of
//! `Puzzle::placements`. Each piece must be used once, or at most once if all cells must be covered.

use std::fmt::Write;

use meteor_puzzle::{Puzzle, PuzzleFile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (format, path) = words.next().zip(words.next()).ok_or("expected: export dlx|cnf FILE")?;
    let file: PuzzleFile = std::fs::read_to_string(path)?.parse()?;
    let text = match format.as_str() {
        "dlx" => exact_cover(&file.puzzle)?,
        "cnf" => formula(&file.puzzle)?,
        _ => return Err("expected dlx or cnf".into()),
    };
    print!("{text}");
    Ok(())
}

/// A cell or a piece, which placements cover at most once.
struct Item {
    name: String,
    /// Whether it must be covered.
    is_needed: bool,
    /// The indices of the placements that cover it.
    placements: Vec<usize>,
}

/// The free cells and the pieces that are not placed.
fn items(puzzle: &Puzzle) -> Result<Vec<Item>, String> {
    let (all, mut items) = (puzzle.placements(), Vec::new());
    let list = |covers: &dyn Fn(usize) -> bool| (0..all.len()).filter(|&i| covers(i)).collect();
    for (cell, &coord) in puzzle.cells().iter().enumerate() {
        if puzzle.placed_at(coord).is_none() {
            let is_needed = puzzle.optional_cells().all(|optional| optional != cell);
            let name = format!("c{coord}");
            items.push(Item { name, is_needed, placements: list(&|i| all[i].covers(cell)) });
        }
    }
    for (number, piece) in puzzle.pieces().iter().enumerate() {
        let most = if puzzle.is_packing() { 1..=1 } else { 0..=1 };
        if *piece.copy_range().end() > 1 || !most.contains(piece.copy_range().start()) {
            return Err(format!("piece {}: expected one copy or at most one", piece.name()));
        }
        if puzzle.placed().iter().all(|placed| placed.piece != number) {
            // Knuth's programs refuse names of more than eight bytes.
            let (name, is_needed) = (format!("p{number}"), *piece.copy_range().start() == 1);
            items.push(Item { name, is_needed, placements: list(&|i| all[i].piece == number) });
        }
    }
    Ok(items)
}

/// The first line has the items, those that need not be covered after `|`; each further line is an
/// option.
fn exact_cover(puzzle: &Puzzle) -> Result<String, String> {
    let items = items(puzzle)?;
    let (needed, others): (Vec<_>, Vec<_>) = items.iter().partition(|item| item.is_needed);
    let names =
        |items: &[&Item]| items.iter().map(|item| item.name.as_str()).collect::<Vec<_>>().join(" ");
    let separator = if others.is_empty() { "" } else { " | " };
    let mut text = format!("{}{separator}{}\n", names(&needed), names(&others));
    for i in 0..puzzle.placements().len() {
        let covered: Vec<_> = items.iter().filter(|item| item.placements.contains(&i)).collect();
        text.extend([&names(&covered), "\n"]);
    }
    Ok(text)
}

/// For each item a clause for all its placements if it is needed, and one for each pair of them.
fn formula(puzzle: &Puzzle) -> Result<String, String> {
    let (mut clauses, mut count) = (String::new(), 0);
    for Item { placements, is_needed, .. } in items(puzzle)? {
        if is_needed {
            placements.iter().for_each(|i| clauses.extend([&(i + 1).to_string(), " "]));
            clauses.push_str("0\n");
            count += 1;
        }
        for (n, i) in placements.iter().enumerate() {
            for j in &placements[n + 1..] {
                // Writing to a string cannot fail.
                let _ = writeln!(clauses, "-{} -{} 0", i + 1, j + 1);
                count += 1;
            }
        }
    }
    Ok(format!("p cnf {} {count}\n{clauses}", puzzle.placements().len()))
}

#[cfg(test)]
mod tests {
    use meteor_puzzle::{Solver, presets};

    use super::*;

    /// The number of sets of options with each needed item exactly once and each other one at most
    /// once.
    fn covers(needed: &[&str], options: &[Vec<&str>], used: &mut Vec<String>) -> u128 {
        let Some(next) = needed.iter().find(|item| !used.iter().any(|other| other == *item)) else {
            return 1;
        };
        let mut count = 0;
        for option in options.iter().filter(|option| option.contains(next)) {
            if option.iter().all(|item| !used.iter().any(|other| other == item)) {
                let before = used.len();
                used.extend(option.iter().map(|&item| item.to_owned()));
                count += covers(needed, options, used);
                used.truncate(before);
            }
        }
        count
    }

    #[test]
    fn exact_covers_are_the_solutions() {
        for (board, pieces) in [
            (". . . .\n. . . #", "piece I walk E E\n\npiece L walk E S\n\npiece O walk"),
            (
                "O . . .\n. . . .",
                "piece I walk E E\n\npiece L 0..1 walk E S\n\npiece O walk\n\npiece J 0..1 walk E E S",
            ),
        ] {
            let file: PuzzleFile = format!("board\n{board}\n\n{pieces}\n").parse().unwrap();
            let text = exact_cover(&file.puzzle).unwrap();
            let mut lines = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
            let head = lines.next().unwrap();
            let needed = head.split(|item| *item == "|").next().unwrap();
            let count = covers(needed, &lines.collect::<Vec<_>>(), &mut Vec::new());
            assert_eq!(Solver::new(file.puzzle).count(), Ok(count), "{text}");
            assert!(count > 0);
        }
    }

    #[test]
    fn a_formula_has_a_variable_for_each_placement() {
        let text = formula(&presets::find("meteor").unwrap().puzzle()).unwrap();
        let head = format!("p cnf 2596 {}", text.lines().count() - 1);
        assert_eq!(text.lines().next(), Some(head.as_str()));
        assert_eq!(text.lines().filter(|line| !line.starts_with('-')).count(), 1 + 60);
    }
}
