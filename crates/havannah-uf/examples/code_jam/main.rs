//! Google Code Jam 2012, round 3, problem B, by the analysis of the contest and by `Referee`:
//! `cargo run --release -p havannah-uf --example code_jam -- INPUT`. Prints the answers in the
//! format of the contest, and the time of each way on stderr. Without a file, the cases are the
//! smallest bridge, fork and ring.

#[expect(unreachable_pub, reason = "the benches include this file, too")]
mod port;

use std::time::Instant;

use havannah_uf::{Hex, Referee};
use port::Win;

/// Cases: the base, the number of stones, a stone a line.
const SMALLEST: &str = "3
2 3
1 1
3 3
1 2
3 5
1 2
2 1
2 2
3 2
4 2
3 7
1 1
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
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?,
        None => SMALLEST.to_owned(),
    };
    let cases = read(&text).ok_or("expected cases as numbers: count, then base, stones, x, y …")?;
    let ways: [(&str, FirstWin); 4] = [
        ("Referee", referee),
        ("union-find on a map", port::online),
        ("rings backwards", port::backwards),
        ("binary search, rings backwards", port::binary_search),
    ];
    let mut answers = Vec::new();
    for (name, first_win) in ways {
        let start = Instant::now();
        let found: Vec<Win> = cases.iter().map(|(base, stones)| first_win(*base, stones)).collect();
        eprintln!("{name}: {:.1?}", start.elapsed());
        if answers.is_empty() {
            answers = found;
        } else if answers != found {
            return Err(format!("{name} disagrees").into());
        }
    }
    for (number, win) in (1..).zip(answers) {
        match win {
            Some((stone, wins)) => println!("Case #{number}: {} in move {stone}", names(wins)),
            None => println!("Case #{number}: none"),
        }
    }
    Ok(())
}

fn read(text: &str) -> Option<Vec<Case>> {
    let mut numbers = text.split_whitespace().map(|word| word.parse::<i32>().ok());
    let mut next = || numbers.next().flatten();
    let count = next()?;
    (0..count)
        .map(|_| {
            let (base, stones) = (next()?, next()?);
            Some((base, (0..stones).map(|_| Some((next()?, next()?))).collect::<Option<_>>()?))
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
