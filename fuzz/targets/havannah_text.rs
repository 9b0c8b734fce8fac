//! Cells, moves, wins and game records as text.

#![no_main]

use havannah_uf::{Hex, Move, Notation, Record};
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/havannah-uf/tests/it/oracle/offline.rs"]
mod offline;

fuzz_target!(|text: &str| {
    for notation in Notation::ALL {
        for base in [2, 4, 14, 64, 1 << 31, u32::MAX] {
            if notation == Notation::Pair
                && let Some(expected) = has_cell(text, base)
            {
                assert_eq!(notation.parse(text, base).is_ok(), expected);
            }
            match notation.parse(text, base) {
                Ok(cell) => {
                    assert!(cell.is_on_board(base));
                    assert_eq!(notation.parse(&notation.write(cell, base), base), Ok(cell));
                }
                Err(error) => drop(error.to_string()),
            }
        }
        match Record::parse_moves(text, 4, notation) {
            Ok(record) => {
                check(&record);
                assert_eq!(Record::parse_hgf(&record.to_hgf(notation), notation), Ok(record));
            }
            Err(error) => drop(error.to_string()),
        }
        match Record::parse_hgf(text, notation) {
            Ok(record) => {
                check(&record);
                assert_eq!(Record::parse_hgf(&record.to_hgf(notation), notation), Ok(record));
            }
            Err(error) => drop(error.to_string()),
        }
    }
    match Record::parse_line(text) {
        Ok(record) => {
            check(&record);
            let stones: Vec<_> = record.stones().map(|c| Notation::Pair.write(c, 2)).collect();
            let line = format!("{} {} {}", record.base, stones.len(), stones.join(" "));
            assert_eq!(Record::parse_line(&line), Ok(record));
        }
        Err(error) => drop(error.to_string()),
    }
    if let Ok(played) = text.parse::<Move>() {
        assert_eq!(played.to_string().parse(), Ok(played));
    }
});

/// Returns whether a text of the form `x,y` is a cell of a board.
fn has_cell(text: &str, base: u32) -> Option<bool> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| !text.starts_with('+'));
    let (x, y) = (i64::from(number(x)?), i64::from(number(y)?));
    let side = 2 * i64::from(base) - 1;
    let inside = 1 <= x.min(y) && x.max(y) <= side && (x - y).abs() < i64::from(base);
    Some(inside)
}

/// Plays a record in both ways.
fn check(record: &Record) {
    let stones: Vec<Hex> = record.stones().collect();
    assert!(stones.iter().all(|cell| cell.is_on_board(record.base)));
    let won = record.outcome();
    let replayed = record.replay();
    if let Ok(game) = &replayed {
        let _ = (game.to_string(), game.winning_stones());
        // Only the end of the game ends a replay.
        assert!(game.is_over() || won == Ok(None));
        if let Ok(won) = &won {
            assert_eq!(*won, game.outcome());
        }
    }
    let legal = (1..stones.len()).all(|i| !stones[..i].contains(&stones[i]));
    if record.base <= 20 && legal && !record.moves.contains(&Move::Swap) {
        let won = won.map(|outcome| outcome.filter(|outcome| outcome.winner().is_some()));
        let rule = record.rule.unwrap_or_default();
        assert_eq!(won, Ok(offline::first_win(record.base, rule, &stones)));
    }
}
