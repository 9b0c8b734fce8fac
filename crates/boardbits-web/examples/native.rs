//! What the crates answer, and how fast they are, without a browser: the test of the page compares
//! its answers with these.
//!
//! Prints a line of JSON for each question: the operation of the worker, its arguments and the
//! answer; and a line for the speed of each crate.

use std::time::Instant;

use boardbits_web::{Answer, c4, chains, havannah, paths, puzzles, speed};
use king_paths::{Random, SeededRng};
use serde_json::{Value, json};

/// Longer than any question takes.
const LONG: u32 = 600_000;
const QUESTIONS: u32 = 200;

fn print(op: &str, arguments: Value, answer: Answer) {
    let (name, text) = match answer {
        Ok(text) => ("answer", text),
        Err(failure) => ("error", failure.message),
    };
    println!("{}", json!({ "op": op, "args": arguments, name: text }));
}

fn below(rng: &mut SeededRng, bound: u32) -> u32 {
    rng.below(bound.into()) as u32
}

fn main() {
    let mut rng = SeededRng::new(22);
    let started = Instant::now();
    connect_4(&mut rng);
    fields(&mut rng);
    grids(&mut rng);
    games(&mut rng);
    boards(&mut rng);
    eprintln!("answered in {:.1} s", started.elapsed().as_secs_f64());
    for name in ["c4", "chains", "paths", "havannah", "puzzles"] {
        println!("{}", json!({ "speed": name, "value": best_speed(name) }));
    }
}

fn connect_4(rng: &mut SeededRng) {
    let mut solver = c4::C4::new(7, 6, 16 << 20).expect("a solver");
    let mut found = 0;
    while found < QUESTIONS {
        let stones = 16 + below(rng, 18);
        let moves: String = (0..stones).map(|_| char::from(b'1' + below(rng, 7) as u8)).collect();
        let state = c4::state(7, 6, &moves);
        let value: Value = serde_json::from_str(state.as_ref().expect("a board")).expect("JSON");
        print("c4_state", json!([7, 6, moves]), state);
        if !value["error"].is_null() || value["over"] == true {
            continue;
        }
        found += 1;
        for column in 0..7 {
            let arguments = json!([7, 6, moves, column, LONG]);
            print("c4_sign", arguments.clone(), solver.sign(&moves, column, LONG));
            print("c4_score", arguments, solver.score(&moves, column, LONG));
        }
    }
}

fn fields(rng: &mut SeededRng) {
    for i in 0..QUESTIONS {
        let rules = if i % 2 == 0 { "tsu" } else { "stc" };
        let rows: Vec<String> = (0..12)
            .map(|y| {
                let cell = |rng: &mut SeededRng| match below(rng, 9) {
                    _ if y < 4 => '.',
                    block @ 0..=4 => char::from(b'0' + block as u8),
                    _ => '.',
                };
                (0..6).map(|_| cell(rng)).collect()
            })
            .collect();
        let field = rows.join("/");
        let chain = chains::play(&field, rules);
        print("chain_play", json!([field, rules]), chain.clone());
        let chain: Value = serde_json::from_str(&chain.expect("a chain")).expect("JSON");
        let settled = chain["field"].as_str().expect("a field");
        let (column, rotation) = (below(rng, 6), below(rng, 4));
        let dropped = chains::drop(settled, "12", column, rotation, rules);
        print("chain_drop", json!([settled, "12", column, rotation, rules]), dropped);
        if i % 10 == 0 {
            let best = chains::best(settled, "12", "33", rules);
            print("chain_best", json!([settled, "12", "33", rules]), best);
        }
        print("chain_deal", json!([i, 0, 9, 4]), Ok(chains::deal(i, 0, 9, 4)));
    }
}

fn grids(rng: &mut SeededRng) {
    for i in 0..QUESTIONS {
        let is_chess = i % 2 == 0;
        let (width, height) =
            if is_chess { (8, 8) } else { (3 + below(rng, 40), 3 + below(rng, 30)) };
        let pieces: &[&str] = if is_chess {
            &["king", "queen", "rook", "bishop", "knight"]
        } else {
            &["king", "step", "nocut", "knight"]
        };
        let piece = pieces[below(rng, pieces.len() as u32) as usize];
        let wall = |rng: &mut SeededRng| u8::from(below(rng, 4) == 0);
        let walls: Vec<u8> = (0..width * height).map(|_| wall(rng)).collect();
        let (from, to) = (below(rng, width * height), below(rng, width * height));
        let question = paths::Question { width, height, walls: &walls, from, to, piece };
        print("path_all", json!([width, height, walls, from, to, piece]), question.all());
        let sample = question.sample(i);
        print("path_sample", json!([width, height, walls, from, to, piece, i]), sample);
        let targets = paths::targets(width, height, &walls, from, piece);
        print("path_targets", json!([width, height, walls, from, piece]), targets);
    }
}

fn games(rng: &mut SeededRng) {
    for i in 0..QUESTIONS {
        let base = 3 + below(rng, 8);
        let rule = ["any", "nonown", "empty"][below(rng, 3) as usize];
        let (end, letter) = (2 * base, |x: u32| char::from(b'a' + x as u8 - 1));
        let row = |y| (1..end).filter(move |&x| x.abs_diff(y) < base).map(move |x| (x, y));
        let cells: Vec<_> =
            (1..end).flat_map(row).map(|(x, y)| format!("{}{y}", letter(x))).collect();
        let length = below(rng, cells.len() as u32);
        let pick = |rng: &mut SeededRng| cells[below(rng, cells.len() as u32) as usize].clone();
        // Some games play on a cell twice, which is an error.
        let mut moves: Vec<String> = (0..length).map(|_| pick(rng)).collect();
        if i % 4 > 0 {
            let mut seen = std::collections::HashSet::new();
            moves.retain(|name| seen.insert(name.clone()));
        }
        let moves = moves.join(",");
        print("hav_state", json!([base, rule, moves]), havannah::state(base, rule, &moves));
        if i % 40 == 0 {
            let choice = havannah::Engine::new(i).think(base, rule, "", LONG, 2_000);
            print("hav_new", json!([i]), Ok("null".into()));
            print("hav_think", json!([base, rule, "", LONG, 2_000]), choice);
        }
    }
}

fn boards(rng: &mut SeededRng) {
    for _ in 0..QUESTIONS {
        let (width, height) = (3 + below(rng, 4), 3 + below(rng, 4));
        let grid = ["square", "hexagon", "triangle"][below(rng, 3) as usize];
        let cell = |rng: &mut SeededRng| if below(rng, 8) == 0 { "#" } else { "." };
        let row = |rng: &mut SeededRng| (0..width).map(|_| cell(rng)).collect::<Vec<_>>().join(" ");
        let rows: Vec<String> = (0..height).map(|_| row(rng)).collect();
        let pieces = match grid {
            "square" => "piece A 0..9 walk E\n\npiece B 0..9 walk E S\n\npiece C 0..1 walk E E E\n",
            "hexagon" => "piece A 0..9 walk E\n\npiece B 0..3 walk E SE\n\npiece C 0..3 walk E E\n",
            _ => "piece A 0..9 walk R\n\npiece B 0..9 walk R R\n\npiece C 0..1 walk R V\n",
        };
        let file = format!("grid {grid}\n\nboard\n{}\n\n{pieces}", rows.join("\n"));
        let session = puzzles::Session::new(&file);
        let shown = session.as_ref().map(puzzles::Session::shown).map_err(Clone::clone);
        print("puzzle_open", json!([file]), shown.map_err(Into::into));
        let Ok(mut session) = session else { continue };
        print("puzzle_count", json!([LONG]), session.count(LONG));
        print("puzzle_hint", json!([LONG]), session.hint(LONG));
        print("puzzle_solution", json!(["3", LONG]), session.solution("3", LONG));
        print("puzzle_random", json!([7, LONG]), session.random(7, LONG));
    }
}

/// The best of three runs of a third of a second each.
fn best_speed(name: &str) -> f64 {
    let mut rounds = 1;
    let mut best: f64 = 0.0;
    let mut runs = 0;
    while runs < 3 {
        let started = Instant::now();
        let work = speed::work(name, rounds).expect("work") as f64;
        let seconds = started.elapsed().as_secs_f64();
        if seconds < 0.25 {
            rounds = (f64::from(rounds) * (0.35 / seconds).min(20.0)).ceil() as u32;
            continue;
        }
        best = best.max(work / seconds);
        runs += 1;
    }
    best
}
