use havannah_uf::{Hex, Referee};

use crate::baseline::havannah::{Dense, Mapped, Wins};
use crate::random::Random;
use crate::task::{Builder, Role, Task};

/// The base of the board and the stones of one player in order.
type Game = (i32, Vec<(i32, i32)>);

pub(super) fn tasks() -> Vec<Task> {
    let referee = Builder::new(
        "havannah-uf",
        "referee of one player, base 8, until the first win",
        "game",
        games,
        |(base, stones)| format!("base {base}: {stones:?}"),
    )
    .engine(
        Role::Ours,
        "havannah-uf",
        |(base, stones)| {
            let mut referee = Referee::new(*base as u32);
            first_win(stones, |(x, y)| {
                let wins = referee.play(Hex { x: x as u32, y: y as u32 });
                wins.ok().filter(|wins| !wins.is_empty())
            })
        },
        |win| win.map_or("none".into(), |(stone, wins)| format!("{wins} in move {stone}")),
    )
    .engine(
        Role::Baseline,
        "dense arrays, ring search",
        |(base, stones)| {
            let mut board = Dense::new(*base);
            first_win(stones, |cell| Some(board.play(cell)).filter(|&wins| wins != 0))
        },
        show_bits,
    )
    .engine(
        Role::Baseline,
        "map of stones",
        |(base, stones)| {
            let mut board = Mapped::new(*base);
            first_win(stones, |cell| Some(board.play(cell)).filter(|&wins| wins != 0))
        },
        show_bits,
    );
    vec![referee.build()]
}

fn games() -> Vec<Game> {
    let mut random = Random::new(30);
    let base = 8;
    let game = |_| {
        let all = (1..2 * base).flat_map(|x| (1..2 * base).map(move |y| (x, y)));
        let mut cells: Vec<_> = all.filter(|(x, y): &(i32, i32)| (x - y).abs() < base).collect();
        random.shuffle(&mut cells);
        (base, cells)
    };
    (0..40).map(game).collect()
}

/// The first stone that wins, and how.
fn first_win<T>(
    stones: &[(i32, i32)],
    mut play: impl FnMut((i32, i32)) -> Option<T>,
) -> Option<(usize, T)> {
    (1..).zip(stones).find_map(|(number, &cell)| Some((number, play(cell)?)))
}

fn show_bits(win: Option<(usize, Wins)>) -> String {
    let Some((stone, wins)) = win else { return "none".into() };
    let names = ["bridge", "fork", "ring"].into_iter().enumerate();
    let names: Vec<_> = names.filter(|(i, _)| wins >> i & 1 == 1).map(|(_, name)| name).collect();
    format!("{} in move {stone}", names.join("-"))
}
