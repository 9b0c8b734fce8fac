//! Google Code Jam 2012, round 3, problem B, by the analysis of the contest and by `Referee`:
//! `cargo run --release -p havannah-uf --example code_jam -- INPUT`. Prints the answers in the
//! format of the contest, and the time of each way on stderr. Without a file, it solves the
//! smallest bridge, fork and ring, and times 2,000 random games on a board of base 8.

#[expect(unreachable_pub, reason = "the benches include this file, too")]
mod port;

use std::collections::HashSet;
use std::time::Instant;

use havannah_uf::{Hex, Random, Referee, SeededRng};
use port::Win;

/// The smallest bridge, fork and ring. Cases: the base, the number of stones, a stone a line.
const SMALLEST: &str = "3
2 2
1 1
1 2
3 5
1 2
2 1
2 2
3 2
4 2
3 6
2 2
3 2
4 3
4 4
3 4
2 3
";

/// The base, and the stones.
type Case = (i32, Vec<(i32, i32)>);

/// Judges a case.
type FirstWin = fn(i32, &[(i32, i32)]) -> Win;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1);
    let text = match &path {
        Some(path) => std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?,
        None => SMALLEST.to_owned(),
    };
    let mut cases = read(&text).ok_or(
        "expected the number of cases, then of each: base, stones, x y of different cells",
    )?;
    let shown = cases.len();
    if path.is_none() {
        cases.extend(random_games());
    }
    let largest = cases.iter().map(|(base, _)| *base).max();
    let ways: [(&str, FirstWin); 4] = [
        ("Referee", referee),
        ("union-find on a map of stones", port::online),
        ("rings backwards", port::backwards),
        ("binary search, rings backwards", port::binary_search),
    ];
    // The last two have arrays over all cells.
    let ways = if largest > Some(MAX_BASE) { &ways[..2] } else { &ways };
    let mut answers = Vec::new();
    for &(name, first_win) in ways {
        let start = Instant::now();
        let found: Vec<Win> = cases.iter().map(|(base, stones)| first_win(*base, stones)).collect();
        eprintln!("{name:<32}{:>10.1?}", start.elapsed());
        if answers.is_empty() {
            answers = found;
        } else if answers != found {
            return Err(format!("{name} disagrees").into());
        }
    }
    for (number, win) in (1..).zip(&answers[..shown]) {
        match win {
            Some((stone, wins)) => println!("Case #{number}: {} in move {stone}", names(*wins)),
            None => println!("Case #{number}: none"),
        }
    }
    Ok(())
}

/// The largest base of the ways with arrays over all cells.
const MAX_BASE: i32 = 5_000;

/// Games that fill a board of base 8 in random order.
fn random_games() -> impl Iterator<Item = Case> {
    let mut random = SeededRng::new(8);
    (0..2_000).map(move |_| {
        let mut cells: Vec<_> = Hex::all(8).map(|cell| (cell.x as i32, cell.y as i32)).collect();
        for i in (1..cells.len()).rev() {
            cells.swap(i, random.below(i as u64 + 1) as usize);
        }
        (8, cells)
    })
}

/// Reads cases. All stones are on the board and on different cells.
fn read(text: &str) -> Option<Vec<Case>> {
    let mut numbers = text.split_whitespace().map(|word| word.parse::<i32>().ok());
    let mut next = || numbers.next().flatten();
    let count = next()?;
    (0..count)
        .map(|_| {
            let (base, stones) = (next()?, next()?);
            let stones = (0..stones).map(|_| Some((next()?, next()?)));
            let stones: Vec<_> = stones.collect::<Option<_>>()?;
            let on_board = |&cell: &(i32, i32)| port::is_on_board(base, cell);
            let distinct: HashSet<_> = stones.iter().collect();
            let good = (2..=1 << 29).contains(&base)
                && stones.iter().all(on_board)
                && distinct.len() == stones.len();
            good.then_some((base, stones))
        })
        .collect()
}

/// By the crate.
fn referee(base: i32, stones: &[(i32, i32)]) -> Win {
    let mut referee = Referee::new(base.try_into().ok()?).ok()?;
    (1..).zip(stones).find_map(|(number, &(x, y))| {
        let wins = referee.play(Hex::new(x.try_into().ok()?, y.try_into().ok()?)).ok()?;
        let kinds = [havannah_uf::Wins::BRIDGE, havannah_uf::Wins::FORK, havannah_uf::Wins::RING];
        let bits = (0..).zip(kinds).map(|(i, kind)| u8::from(wins.contains(kind)) << i).sum();
        (bits != 0).then_some((number, bits))
    })
}

fn names(wins: port::Wins) -> String {
    let names = ["bridge", "fork", "ring"].into_iter().enumerate();
    let names: Vec<_> = names.filter(|(i, _)| wins >> i & 1 == 1).map(|(_, name)| name).collect();
    names.join("-")
}
