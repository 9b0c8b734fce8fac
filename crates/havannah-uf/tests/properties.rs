//! The referee against one that looks at the whole board after every stone.

use std::collections::BTreeSet;

use havannah_uf::{Hex, Referee, Wins};
use quickcheck::quickcheck;

type Cells = BTreeSet<(i32, i32)>;

fn board(base: i32) -> Cells {
    let side = 1..2 * base;
    let all = side.clone().flat_map(|x| side.clone().map(move |y| (x, y)));
    all.filter(|(x, y)| (x - y).abs() < base).collect()
}

fn around((x, y): (i32, i32)) -> [(i32, i32); 6] {
    [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y + 1), (x - 1, y - 1)]
}

/// The cells of `within` connected to `seeds`.
fn flood(seeds: impl IntoIterator<Item = (i32, i32)>, within: &Cells) -> Cells {
    let mut open: Vec<_> = seeds.into_iter().filter(|cell| within.contains(cell)).collect();
    let mut found = Cells::new();
    while let Some(cell) = open.pop() {
        if found.insert(cell) {
            open.extend(around(cell).into_iter().filter(|next| within.contains(next)));
        }
    }
    found
}

/// What the group of the last stone has, and whether it encloses an empty cell.
fn judge(base: i32, stones: &Cells, last: (i32, i32)) -> Wins {
    let side = 2 * base - 1;
    let group = flood([last], stones);
    let corners = [(1, 1), (1, base), (base, side), (side, side), (side, base), (base, 1)];
    let edges: [&dyn Fn(i32, i32) -> bool; 6] = [
        &|x, _| x == 1,
        &|_, y| y == 1,
        &|x, _| x == side,
        &|_, y| y == side,
        &|x, y| x - y == base - 1,
        &|x, y| y - x == base - 1,
    ];
    let is_corner = |cell: &(i32, i32)| corners.contains(cell);
    let touched =
        edges.iter().filter(|on| group.iter().any(|cell| !is_corner(cell) && on(cell.0, cell.1)));
    let all = board(base);
    let border = all.iter().filter(|&&cell| around(cell).iter().any(|next| !all.contains(next)));
    let empty = &all - stones;
    let outside = flood(border.copied(), &empty);
    let mut wins = Wins::NONE;
    if group.iter().filter(|cell| is_corner(cell)).count() >= 2 {
        wins = wins | Wins::BRIDGE;
    }
    if touched.count() >= 3 {
        wins = wins | Wins::FORK;
    }
    if outside.len() < empty.len() {
        wins = wins | Wins::RING;
    }
    wins
}

quickcheck! {
    fn the_first_win_is_that_of_the_whole_board(base: u32, wishes: Vec<u16>) -> bool {
        let base = 2 + base % 7;
        let mut free: Vec<_> = board(base as i32).into_iter().collect();
        let (mut referee, mut stones) = (Referee::new(base), Cells::new());
        // What is not wished for comes in a fixed shuffle, until somebody wins or the board is full.
        let rest = (0..).map(|i: u32| (i.wrapping_mul(2_654_435_769) >> 16) as u16);
        for wish in wishes.into_iter().chain(rest) {
            if free.is_empty() {
                break;
            }
            let (x, y) = free.swap_remove(usize::from(wish) % free.len());
            stones.insert((x, y));
            let wins = referee.play(Hex { x: x as u32, y: y as u32 }).unwrap();
            if wins != judge(base as i32, &stones, (x, y)) {
                return false;
            }
            if !wins.is_empty() {
                break;
            }
        }
        true
    }
}
