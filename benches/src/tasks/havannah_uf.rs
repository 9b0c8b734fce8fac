use std::collections::HashSet;

use havannah_uf::dfpn::Solver;
use havannah_uf::{Game, Hex, Limits, Outcome, Playouts, Referee, RingRule};

use crate::baseline::havannah::{
    Dense, Mapped, Playout, Win, Wins, backwards, binary_search, online,
};
use crate::random::Random;
use crate::task::{Builder, Role, Task};

/// The base of the board and the stones of one player in order.
type Stones = (i32, Vec<(i32, i32)>);

pub(super) fn tasks() -> Vec<Task> {
    let referee = Builder::new(
        "havannah-uf",
        "referee of one player, base 8, until the first win",
        "game",
        games,
        |(base, stones)| format!("base {base}: {stones:?}"),
    )
    .engine(Role::Ours, "havannah-uf", |(base, stones)| ours(*base, stones), show_wins)
    .engine(
        Role::Baseline,
        "dense arrays, ring search",
        |(base, stones)| {
            let mut board = Dense::new(*base);
            first_win(stones, |cell| Some(board.play(cell)).filter(|&wins| wins != 0))
        },
        show_bits,
    )
    .engine(Role::Baseline, "map of stones", |(base, stones)| online(*base, stones), show_bits)
    .engine(Role::Baseline, "rings backwards", |(base, stones)| backwards(*base, stones), show_bits)
    .engine(
        Role::Baseline,
        "binary search, rings backwards",
        |(base, stones)| binary_search(*base, stones),
        show_bits,
    );
    vec![
        referee.charted().build(),
        large(),
        sparse(),
        random_games("random games of two, base 8", inputs::<8>).charted().build(),
        random_games("random games of two, base 4", inputs::<4>).slow().charted().build(),
        random_games("random games of two, base 5", inputs::<5>).slow().build(),
        random_games("random games of two, base 6", inputs::<6>).slow().build(),
        random_games("random games of two, base 10", inputs::<10>).slow().charted().build(),
        proofs("proof-number search, base 4", openings::<4>).slow().build(),
        proofs("proof-number search, base 5", openings::<5>).slow().build(),
    ]
}

/// Number of games of an input.
const GAMES: usize = 50;

/// A base and a seed.
fn inputs<const BASE: u32>() -> Vec<(u32, u64)> {
    (0..50).map(|seed| (BASE, seed)).collect()
}

/// Games of random moves until a player wins; both engines make the same moves.
fn random_games(name: &'static str, inputs: fn() -> Vec<(u32, u64)>) -> Builder<(u32, u64)> {
    Builder::new("havannah-uf", name, "game", inputs, |(base, seed)| {
        format!("base {base}, seed {seed}")
    })
    .units_per_input(|_| GAMES)
    .engine(
        Role::Ours,
        "havannah-uf",
        |&(base, seed)| {
            // A base between 2 and 64 has a board.
            let mut playouts =
                Game::new(base, RingRule::Any).map(|game| Playouts::new(&game)).ok()?;
            let mut random = Source(Random::new(seed));
            let mut sum = [0; 10];
            for _ in 0..GAMES {
                let outcome = playouts.play(&mut random);
                let (ply, wins) = match outcome {
                    Outcome::Won { wins, number, .. } => (number, bits(wins)),
                    _ => (0, 0),
                };
                sum[usize::from(wins)] += 1;
                sum[8 + ply % 2] += ply;
            }
            Some(sum)
        },
        |sum| format!("{sum:?}"),
    )
    .engine(
        Role::Baseline,
        "dense arrays, ring search",
        |&(base, seed)| {
            let mut board = Playout::new(base as i32);
            let mut random = Random::new(seed);
            let per_word = if base <= 8 { 4 } else { 3 };
            let mut sum = [0; 10];
            for _ in 0..GAMES {
                let (mut word, mut choices) = (0_u64, 0);
                let (ply, wins) = board.play(|left| {
                    if choices == 0 {
                        (word, choices) = (random.next_u64(), per_word);
                    }
                    choices -= 1;
                    let product = u128::from(word) * left as u128;
                    word = product as u64;
                    (product >> 64) as usize
                });
                let ply = if wins == 0 { 0 } else { ply };
                sum[usize::from(wins)] += 1;
                sum[8 + ply % 2] += ply;
            }
            Some(sum)
        },
        |sum| format!("{sum:?}"),
    )
}

/// Nodes of a search.
const NODES: usize = 10_000;

/// A base and a first move in the first row.
fn openings<const BASE: u32>() -> Vec<(u32, u32)> {
    (1..=BASE).map(|x| (BASE, x)).collect()
}

/// Searches from first moves, stopped after a number of nodes.
fn proofs(name: &'static str, inputs: fn() -> Vec<(u32, u32)>) -> Builder<(u32, u32)> {
    Builder::new("havannah-uf", name, "node", inputs, |(base, x)| format!("base {base}, {x},1"))
        .units_per_input(|_| NODES)
        .engine(
            Role::Ours,
            "havannah-uf",
            |&(base, x)| {
                let mut game = Game::new(base, RingRule::Any).ok()?;
                game.play(Hex::new(x, 1)).ok()?;
                // The table is a small part of the work.
                let mut solver = Solver::new().memory_bytes(1 << 22);
                let limits = Limits::new().nodes(NODES as u64);
                let stopped = solver.try_solve(&game, &limits).err()?;
                stopped.partial().map(|numbers| (numbers.proof, numbers.disproof))
            },
            |numbers| format!("{numbers:?}"),
        )
}

/// The random numbers of the benches as the crates take them.
struct Source(Random);

impl havannah_uf::Random for Source {
    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
}

fn bits(wins: havannah_uf::Wins) -> Wins {
    use havannah_uf::Wins as W;
    let kinds = [W::BRIDGE, W::FORK, W::RING].into_iter().enumerate();
    kinds.map(|(i, kind)| Wins::from(wins.contains(kind)) << i).sum()
}

/// Stones of one player on a board of base 1,000,000, in a square of 220 cells a side, until the
/// first win.
fn large() -> Task {
    let inputs = || {
        let mut random = Random::new(31);
        let side = 220;
        let mut cells: Vec<_> =
            (0..side).flat_map(|x| (0..side).map(move |y| (900_000 + x, 900_000 + y))).collect();
        random.shuffle(&mut cells);
        // Few enough stones that most groups stay small and neither player wins.
        cells.truncate(cells.len() / 5);
        vec![(1_000_000, cells)]
    };
    Builder::new(
        "havannah-uf",
        "referee of one player, base 1,000,000, 9,680 stones",
        "game",
        inputs,
        |(base, _): &Stones| format!("base {base}"),
    )
    .engine(
        Role::Ours,
        "havannah-uf",
        |(base, stones)| {
            let mut referee = Referee::new(*base as u32).expect("the base is at least 2");
            stones
                .iter()
                .filter(|&&(x, y)| {
                    let wins = referee.play(Hex { x: x as u32, y: y as u32 });
                    wins.is_ok_and(|wins| !wins.is_empty())
                })
                .count()
        },
        |wins| wins.to_string(),
    )
    .engine(
        Role::Baseline,
        "map of stones",
        |(base, stones)| {
            let mut board = Mapped::new(*base);
            stones.iter().filter(|&&cell| board.play(cell) != 0).count()
        },
        |wins| wins.to_string(),
    )
    .build()
}

/// The first win by our referee.
fn ours(base: i32, stones: &[(i32, i32)]) -> Option<(usize, havannah_uf::Wins)> {
    let mut referee = Referee::new(base as u32).expect("the base is at least 2");
    first_win(stones, |(x, y)| {
        let wins = referee.play(Hex { x: x as u32, y: y as u32 });
        wins.ok().filter(|wins| !wins.is_empty())
    })
}

fn show_wins(win: Option<(usize, havannah_uf::Wins)>) -> String {
    win.map_or("none".into(), |(stone, wins)| format!("{wins} in move {stone}"))
}

/// The sizes of the contest: 10,000 stones anywhere on a board of base 3,000, of which none wins.
/// The game backwards has to find the regions of 27 million cells first.
fn sparse() -> Task {
    let inputs = || {
        let base = 3_000;
        let mut random = Random::new(32);
        let mut seen = HashSet::new();
        let mut stones = Vec::new();
        while stones.len() < 10_000 {
            let [x, y] = [(); 2].map(|()| 1 + random.below(2 * base as usize - 1) as i32);
            if (x - y).abs() < base && seen.insert((x, y)) {
                stones.push((x, y));
            }
        }
        vec![(base, stones)]
    };
    Builder::new(
        "havannah-uf",
        "referee of one player, base 3,000, 10,000 stones",
        "game",
        inputs,
        |(base, _): &Stones| format!("base {base}"),
    )
    .engine(Role::Ours, "havannah-uf", |(base, stones)| ours(*base, stones), show_wins)
    .engine(Role::Baseline, "map of stones", |(base, stones)| online(*base, stones), show_bits)
    .engine(Role::Baseline, "rings backwards", |(base, stones)| backwards(*base, stones), show_bits)
    .slow()
    .build()
}

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

/// The first stone that wins, and how.
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
