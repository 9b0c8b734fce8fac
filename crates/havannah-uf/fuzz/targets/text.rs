//! Cells, game records and Code Jam input as text.

#![no_main]

use havannah_uf::{
    Havannah, Hex, Move, Notation, Player, Record, Referee, RingRule, code_jam, offline,
};
use libfuzzer_sys::fuzz_target;

const NOTATIONS: [Notation; 3] = [Notation::Pair, Notation::Grid, Notation::LittleGolem];

fuzz_target!(|text: &str| {
    for notation in NOTATIONS {
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
    code_jam(text);
});

/// Whether `x,y`, if that is what it is, is a cell of a board.
fn has_cell(text: &str, base: u32) -> Option<bool> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| !text.starts_with('+'));
    let (x, y) = (i64::from(number(x)?), i64::from(number(y)?));
    let side = 2 * i64::from(base) - 1;
    let inside = 1 <= x.min(y) && x.max(y) <= side && (x - y).abs() < i64::from(base);
    Some(inside)
}

/// Plays a record on the boards that have room for it.
fn check(record: &Record) {
    let stones: Vec<Hex> = record.stones().collect();
    assert!(stones.iter().all(|cell| cell.is_on_board(record.base)));
    let mut referee = Referee::for_two(record.base, RingRule::Any);
    let mut won = None;
    let legal = stones.iter().all(|&cell| {
        let played = referee.play(cell);
        if let (Ok(wins), None) = (played, won) {
            won = (!wins.is_empty()).then_some((wins, referee.ply()));
        }
        played.is_ok() || won.is_some()
    });
    if record.base > 20 || !legal {
        return;
    }
    let outcome = offline::first_win(record.base, RingRule::Any, &stones);
    if let Ok(outcome) = outcome {
        assert_eq!(outcome.map(|outcome| (outcome.wins, outcome.ply)), won);
    }
    let Ok(game) = Havannah::new(record.base, RingRule::Any) else { return };
    let mut game = game.with_swap_rule();
    for &played in &record.moves {
        match played {
            Move::Stone(cell) => drop(game.play(cell)),
            Move::Swap => drop(game.swap()),
        }
    }
    let _ = (game.to_string(), game.canonical_hash(), game.win_structure());
}

/// Verdicts against a referee that is given the stones of each case.
fn code_jam(text: &str) {
    let judged: Vec<_> = code_jam::judge(text).take(1000).collect();
    for (i, judged) in judged.iter().enumerate() {
        match judged {
            Ok(verdict) => assert_eq!(verdict.case as usize, i + 1),
            Err(error) => drop(error.to_string()),
        }
    }
    if judged.iter().any(Result::is_err) {
        return;
    }
    // What comes after a win is passed over, number or not.
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<u32>().unwrap_or(0));
    numbers.next();
    for verdict in judged.iter().flatten() {
        let mut pair = || Some((numbers.next()?, numbers.next()?));
        let (base, stones) = pair().unwrap();
        let cells: Vec<Hex> =
            (0..stones).map(|_| pair().map(|(x, y)| Hex { x, y }).unwrap()).collect();
        if base > 20 {
            continue;
        }
        let Ok(game) = Havannah::new(base, RingRule::NonOwn) else { continue };
        let mut referee = Referee::new(base);
        let mut expected = None;
        for (i, &cell) in cells.iter().enumerate() {
            let wins = referee.play(cell).unwrap();
            if !wins.is_empty() {
                expected = Some((wins, i as u32 + 1));
                break;
            }
        }
        assert_eq!(verdict.win, expected);
        let first = cells.first().map(|&cell| game.would_win(cell, Player::First));
        assert!(first.is_none_or(|wins| wins.is_empty()) || base == 2);
    }
}
