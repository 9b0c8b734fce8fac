//! A bot for Smash the Code that looks two pairs ahead: it drops each pair where this and the next
//! drop score most together.
//!
//! ```sh
//! cargo run --release -p cc-table --example chain_bot
//! ```

use std::cmp::Reverse;

use cc_table::bitboard_core::{Random, SeededRng};
use cc_table::chain::{Block, COLUMNS, Field, Pair, Placement, Rules};

const RULES: Rules = Rules::SMASH_THE_CODE;

/// The fields after a drop of `pair` and its chain, with their scores.
fn moves(field: Field, pair: Pair) -> impl Iterator<Item = (Placement, Field, u64)> {
    field.placements(pair, &RULES).map(|(placement, mut field)| {
        let outcome = field.play(&RULES);
        (placement, field, outcome.score)
    })
}

/// The move with the highest score together with the best one after it. Among equals, the flattest
/// field wins.
fn best(field: Field, now: Pair, next: Pair) -> Option<(Placement, Field, u64)> {
    let value = |&(_, field, score): &(Placement, Field, u64)| {
        let then = moves(field, next).map(|(_, field, more)| (score + more, flatness(field)));
        then.max()
    };
    moves(field, now).max_by_key(value)
}

fn flatness(field: Field) -> Reverse<usize> {
    Reverse((0..COLUMNS).map(|x| field.height(x).pow(2)).sum())
}

fn main() {
    let mut rng = SeededRng::new(1);
    let mut block = || Block::Color(1 + rng.below(5) as u8);
    let mut pair = || Pair { first: block(), second: block() };
    let (mut field, mut total) = (Field::EMPTY, 0);
    let (mut now, mut next) = (pair(), pair());
    for turn in 1..=60 {
        let Some((placement, after, score)) = best(field, now, next) else {
            println!("turn {turn}: no drop is legal");
            break;
        };
        if score > 0 {
            println!("turn {turn:2}: {now} at {placement}: {score}");
        }
        (field, total) = (after, total + score);
        (now, next) = (next, pair());
    }
    println!("score {total}\n{field}");
}
