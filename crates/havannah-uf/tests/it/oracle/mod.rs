//! A referee that searches the whole board by floods from the border.

pub(crate) mod offline;

use std::collections::BTreeSet;

use havannah_uf::{RingRule, Wins};

pub(crate) type Cells = BTreeSet<(i32, i32)>;

pub(crate) fn board(base: i32) -> Cells {
    let side = 1..2 * base;
    let all = side.clone().flat_map(|x| side.clone().map(move |y| (x, y)));
    all.filter(|(x, y)| (x - y).abs() < base).collect()
}

pub(crate) fn around((x, y): (i32, i32)) -> [(i32, i32); 6] {
    [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y + 1), (x - 1, y - 1)]
}

/// The cells of `within` connected to `seeds`.
pub(crate) fn flood(seeds: impl IntoIterator<Item = (i32, i32)>, within: &Cells) -> Cells {
    let mut open: Vec<_> = seeds.into_iter().filter(|cell| within.contains(cell)).collect();
    let mut found = Cells::new();
    while let Some(cell) = open.pop() {
        if found.insert(cell) {
            open.extend(around(cell).into_iter().filter(|next| within.contains(next)));
        }
    }
    found
}

/// The bridge and the fork of the group of a stone.
pub(crate) fn borders(base: i32, own: &Cells, stone: (i32, i32)) -> Wins {
    let side = 2 * base - 1;
    let group = flood([stone], own);
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
    let mut wins = Wins::NONE;
    if group.iter().filter(|cell| is_corner(cell)).count() >= 2 {
        wins |= Wins::BRIDGE;
    }
    if touched.count() >= 3 {
        wins |= Wins::FORK;
    }
    wins
}

/// Returns whether the group of `stone` encloses a cell that the rule accepts: one that cannot be
/// reached from the border without crossing the group.
fn encloses(base: i32, own: &Cells, other: &Cells, stone: (i32, i32), rule: RingRule) -> bool {
    let all = board(base);
    let border = all.iter().copied();
    let border = border.filter(|&cell| around(cell).iter().any(|next| !all.contains(next)));
    let group = flood([stone], own);
    let others = &all - &group;
    let inside = &others - &flood(border, &others);
    match rule {
        // Cells of the group may be inside too, if all their neighbors belong to the group.
        RingRule::Any => {
            let full = |&cell: &_| around(cell).iter().all(|next| group.contains(next));
            !inside.is_empty() || group.iter().any(full)
        }
        RingRule::NonOwn => inside.iter().any(|cell| !own.contains(cell)),
        RingRule::Empty => inside.iter().any(|cell| !own.contains(cell) && !other.contains(cell)),
        _ => unreachable!("there are three rules"),
    }
}

/// Returns whether a group of own stones encloses a cell that the rule accepts.
pub(crate) fn has_ring(base: i32, own: &Cells, other: &Cells, rule: RingRule) -> bool {
    own.iter().any(|&stone| encloses(base, own, other, stone, rule))
}

/// The structures with which the stone `last` of `own` wins, if the game was not won before.
pub(crate) fn judge(
    base: i32,
    own: &Cells,
    other: &Cells,
    last: (i32, i32),
    rule: RingRule,
) -> Wins {
    let wins = borders(base, own, last);
    if encloses(base, own, other, last, rule) { wins | Wins::RING } else { wins }
}
