//! All 2^72 boards of 6×12 at once: the automaton as a counting transfer matrix.
#![cfg(feature = "alloc")]

use cc_table::Connectivity;
use cc_table::engine::automaton::{Automaton, OwnedAutomaton};

/// For one state: how many boards lead to it, how many components they have completed in all, and
/// the most that one of them has.
#[derive(Clone, Copy, Default)]
struct Tally {
    boards: u128,
    components: u128,
    most: usize,
}

fn tally(automaton: &Automaton<'_>, width: usize, height: usize) -> Tally {
    let mut tallies = vec![Tally::default(); automaton.states()];
    tallies[0].boards = 1;
    for y in 0..=height {
        let mut next = vec![Tally::default(); automaton.states()];
        // The row after the last is empty.
        let rows = if y < height { 1 << width } else { 1 };
        for (state, from) in tallies.iter().enumerate().filter(|(_, from)| from.boards > 0) {
            for cells in 0..rows {
                let (after, complete) = automaton.step(state, cells);
                let to = &mut next[after];
                to.boards += from.boards;
                to.components += from.components + from.boards * complete as u128;
                to.most = to.most.max(from.most + complete);
            }
        }
        tallies = next;
    }
    tallies[0]
}

#[test]
fn all_boards_of_6_by_12() {
    let four = tally(&Automaton::of_width(6, Connectivity::Four).unwrap(), 6, 12);
    assert_eq!(four.boards, 1 << 72);
    assert_eq!((four.components, four.most), (38_000_978_807_780_881_563_619, 36));
    let eight = tally(&Automaton::of_width(6, Connectivity::Eight).unwrap(), 6, 12);
    assert_eq!((eight.components, eight.most), (13_569_569_595_080_289_559_552, 18));
}

#[test]
fn states_are_motzkin_numbers() {
    for (width, motzkin) in (1..).zip([2, 4, 9, 21, 51, 127, 323, 835]) {
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            let automaton = OwnedAutomaton::new(width, connectivity);
            assert_eq!(automaton.as_automaton().states(), motzkin);
            assert_eq!(automaton.as_automaton().bytes(), 4 * motzkin * ((1 << width) + 1));
        }
    }
}

#[test]
fn small_totals() {
    let four = OwnedAutomaton::new(4, Connectivity::Four);
    assert_eq!(tally(&four.as_automaton(), 4, 4).components, 168_529);
    assert_eq!(tally(&four.as_automaton(), 4, 5).components, 3_160_507);
}

#[test]
fn the_generated_tables_are_fresh() {
    let text = include_str!("../src/generated/automaton.rs");
    assert!(text == cc_table::engine::generate_automaton(), "run `cargo xtask tables`");
}
