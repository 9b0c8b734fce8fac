//! The referee of one player, as in the contest, random games and proofs.

use std::collections::HashSet;

use bitboard_core::SeededRng;
use havannah_uf::dfpn::Solver;
use havannah_uf::{Game, Hex, Limits, Outcome, Playouts, Referee, RingRule};

use crate::baseline::havannah::{Dense, Mapped, Win, backwards, binary_search, online};
use crate::random::Random;
use crate::task::{Builder, Role, Task};

/// The base of the board and the stones of one player in order.
type Stones = (i32, Vec<(i32, i32)>);

pub(super) fn tasks() -> Vec<Task> {
    let to_win = referee("referee of one player, base 8, until the first win", games)
        .engine(
            Role::Baseline,
            "dense arrays, ring search",
            |(base, stones)| {
                let mut board = Dense::new(*base);
                first_win(stones, |cell| Some(board.play(cell)).filter(|&wins| wins != 0))
            },
            show_bits,
        )
        .engine(Role::Baseline, MAP, |(base, stones)| online(*base, stones), show_bits)
        .engine(Role::Baseline, BACKWARDS, |(base, stones)| backwards(*base, stones), show_bits)
        .engine(
            Role::Baseline,
            "binary search, rings backwards",
            |(base, stones)| binary_search(*base, stones),
            show_bits,
        );
    let sparse = referee("referee of one player, base 3,000, 10,000 stones", sparse)
        .engine(Role::Baseline, MAP, |(base, stones)| online(*base, stones), show_bits)
        .engine(Role::Baseline, BACKWARDS, |(base, stones)| backwards(*base, stones), show_bits);
    vec![to_win.charted().build(), large(), sparse.slow().build(), random_games(), proofs()]
}

const MAP: &str = "map of stones";
const BACKWARDS: &str = "rings backwards";

/// The first stone that wins, and how.
fn referee(name: &'static str, games: fn() -> Vec<Stones>) -> Builder<Stones> {
    Builder::new("havannah-uf", name, "game", games).engine(
        Role::Ours,
        "havannah-uf",
        |(base, stones)| {
            let mut referee = Referee::new(*base as u32).expect("the base is at least 2");
            first_win(stones, |(x, y)| {
                let wins = referee.play(Hex { x: x as u32, y: y as u32 });
                wins.ok().filter(|wins| !wins.is_empty())
            })
        },
        |win| win.map_or("none".into(), |(stone, wins)| format!("{wins} in move {stone}")),
    )
}

fn first_win<T>(
    stones: &[(i32, i32)],
    mut play: impl FnMut((i32, i32)) -> Option<T>,
) -> Option<(usize, T)> {
    (1..).zip(stones).find_map(|(number, &cell)| Some((number, play(cell)?)))
}

fn show_bits(win: Win) -> String {
    let Some((stone, wins)) = win else { return "none".into() };
    let names = ["bridge", "fork", "ring"].into_iter().enumerate();
    let names: Vec<_> = names.filter(|(i, _)| wins >> i & 1 == 1).map(|(_, name)| name).collect();
    format!("{} in move {stone}", names.join("-"))
}

/// Stones until the board of base 8 is full.
fn games() -> Vec<Stones> {
    let mut random = Random::new(30);
    let base = 8;
    let game = |_| {
        let all = (1..2 * base).flat_map(|x| (1..2 * base).map(move |y| (x, y)));
        let mut cells: Vec<_> = all.filter(|(x, y): &(i32, i32)| (x - y).abs() < base).collect();
        random.shuffle(&mut cells);
        (base, cells)
    };
    (0..2_000).map(game).collect()
}

/// The sizes of the contest: 10,000 stones anywhere on a board of base 3,000, of which none wins.
/// The game backwards has to find the regions of 27 million cells first.
fn sparse() -> Vec<Stones> {
    let base = 3_000;
    let mut random = Random::new(32);
    let (mut seen, mut stones) = (HashSet::new(), Vec::new());
    while stones.len() < 10_000 {
        let [x, y] = [(); 2].map(|()| 1 + random.below(2 * base as usize - 1) as i32);
        if (x - y).abs() < base && seen.insert((x, y)) {
            stones.push((x, y));
        }
    }
    vec![(base, stones)]
}

/// Stones on a board of base 1,000,000, in a square of 220 cells a side. Engines count the stones
/// that win.
fn large() -> Task {
    let inputs = || {
        let mut random = Random::new(31);
        let side = 220;
        let mut cells: Vec<_> =
            (0..side).flat_map(|x| (0..side).map(move |y| (900_000 + x, 900_000 + y))).collect();
        random.shuffle(&mut cells);
        // Few enough stones that most groups stay small and none wins.
        cells.truncate(cells.len() / 5);
        vec![(1_000_000, cells)]
    };
    let ours = |(base, stones): &Stones| {
        let mut referee = Referee::new(*base as u32).expect("the base is at least 2");
        let wins = |&&(x, y): &&(i32, i32)| {
            let wins = referee.play(Hex { x: x as u32, y: y as u32 });
            wins.is_ok_and(|wins| !wins.is_empty())
        };
        stones.iter().filter(wins).count()
    };
    let map = |(base, stones): &Stones| {
        let mut board = Mapped::new(*base);
        stones.iter().filter(|&&cell| board.play(cell) != 0).count()
    };
    let name = "referee of one player, base 1,000,000, 9,680 stones";
    Builder::new("havannah-uf", name, "game", inputs)
        .engine(Role::Ours, "havannah-uf", ours, |wins| wins.to_string())
        .engine(Role::Baseline, MAP, map, |wins| wins.to_string())
        .build()
}

/// Games of random moves until a player wins, 50 from each seed.
fn random_games() -> Task {
    const GAMES: usize = 50;
    Builder::new("havannah-uf", "random games of two, base 8", "game", || (0..50).collect())
        .units_per_input(|_| GAMES)
        .engine(
            Role::Ours,
            "havannah-uf",
            |&seed: &u64| {
                let game = Game::new(8, RingRule::Any).expect("a base between 2 and 64");
                let (mut playouts, mut random) = (Playouts::new(&game), SeededRng::new(seed));
                let number = |outcome| match outcome {
                    Outcome::Won { number, .. } => number,
                    _ => 0,
                };
                (0..GAMES).map(|_| number(playouts.play(&mut random))).sum::<usize>()
            },
            |moves| moves.to_string(),
        )
        .charted()
        .build()
}

/// Proof-number searches from moves in the first row, stopped after a number of nodes.
fn proofs() -> Task {
    const NODES: usize = 10_000;
    Builder::new("havannah-uf", "proof-number search, base 4", "node", || (1..=4).collect())
        .units_per_input(|_| NODES)
        .engine(
            Role::Ours,
            "havannah-uf",
            |&x| {
                let mut game = Game::new(4, RingRule::Any).ok()?;
                game.play(Hex::new(x, 1)).ok()?;
                // The table is a small part of the work.
                let mut solver = Solver::new().memory_bytes(1 << 22);
                let limits = Limits::new().nodes(NODES as u64);
                let stopped = solver.try_solve(&game, &limits).err()?;
                stopped.partial().map(|numbers| (numbers.proof, numbers.disproof))
            },
            |numbers| format!("{numbers:?}"),
        )
        .slow()
        .build()
}
