//! A player of Smash the Code that looks two pairs ahead: tries every column and rotation, plays the chains out, and
//! drops where the two moves score most.
//!
//! ```sh
//! cargo run --release --example best_drop
//! ```

use cc_table::chain::{Block, COLUMNS, Field, Pair, Rotation, Rules};

const ROTATIONS: [Rotation; 4] = [Rotation::Right, Rotation::Up, Rotation::Left, Rotation::Down];

/// A way to drop a pair.
type Move = (usize, Rotation);

fn moves() -> impl Iterator<Item = Move> {
    (0..COLUMNS).flat_map(|column| ROTATIONS.map(|rotation| (column, rotation)))
}

/// The field after a move, and what it scores; `None` if there is no room.
fn play(mut field: Field, pair: Pair, (column, rotation): Move) -> Option<(Field, u64)> {
    field.drop_pair(pair, column, rotation, false).ok()?;
    let outcome = field.play(&Rules::SMASH_THE_CODE, |_| ());
    Some((field, outcome.score))
}

/// The move that scores most together with the best one after it; of those that score the same, that which
/// leaves the lowest columns.
fn best(field: Field, now: Pair, next: Pair) -> Option<Move> {
    let value = |&first: &Move| {
        let (after, score) = play(field, now, first)?;
        let then = moves().filter_map(|second| play(after, next, second));
        let (last, more) = then.max_by_key(|&(field, score)| (score, room(field)))?;
        Some((score + more, room(last)))
    };
    let moves = moves().filter_map(|first| Some((value(&first)?, first)));
    moves.max_by_key(|&(value, _)| value).map(|(_, first)| first)
}

/// More for flat fields.
fn room(field: Field) -> usize {
    (0..COLUMNS).map(|x| (12 - field.height(x)).pow(2)).sum()
}

fn main() {
    let mut seed = 1u32;
    let mut colour = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Block::Colour(1 + (seed >> 16) as u8 % 5)
    };
    let mut pair = || Pair { first: colour(), second: colour() };
    let (mut field, mut total) = (Field::EMPTY, 0);
    let (mut now, mut next) = (pair(), pair());
    for turn in 1..=60 {
        let Some((column, rotation)) = best(field, now, next) else {
            println!("no room in turn {turn}");
            break;
        };
        let Some((after, score)) = play(field, now, (column, rotation)) else { break };
        if score > 0 {
            println!("turn {turn:2}: column {column}, {rotation:?}: {score}");
        }
        (field, total) = (after, total + score);
        (now, next) = (next, pair());
    }
    println!("score {total}\n{}", field.to_string().replace('/', "\n"));
}
