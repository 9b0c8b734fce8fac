//! All 2^72 boards of 6×12 at once: the automaton as a counting transfer matrix.

use cc_table::Connectivity;
use cc_table::engine::Automaton;

/// For one state: the number of boards that lead to it, of components they have completed in all, and
/// of components of the board that has most.
#[derive(Clone, Copy, Default)]
struct Tally {
    boards: u128,
    components: u128,
    most: usize,
}

fn tally(automaton: &Automaton, width: usize, height: usize) -> Tally {
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
    for (width, motzkin) in (1..).zip([2, 4, 9, 21, 51, 127]) {
        for connectivity in Connectivity::ALL {
            let automaton = Automaton::of_width(width, connectivity).unwrap();
            assert_eq!(automaton.states(), motzkin);
            assert_eq!(automaton.bytes(), 4 * motzkin * ((1 << width) + 1));
        }
    }
    assert!(Automaton::of_width(7, Connectivity::Four).is_none());
}

#[test]
fn small_totals() {
    let four = Automaton::of_width(4, Connectivity::Four).unwrap();
    assert_eq!(tally(&four, 4, 4).components, 168_529);
    assert_eq!(tally(&four, 4, 5).components, 3_160_507);
}
