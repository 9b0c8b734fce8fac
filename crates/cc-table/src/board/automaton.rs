//! The row automaton: components of boards of up to six columns by one table lookup per row.
//!
//! # States
//!
//! A **state** is the set of cells of a row, and which of its runs are connected by way of the rows
//! below. Written with a letter per component:
//!
//! ```text
//! board        states, from the bottom up
//! . . X . X    . . A . B    two components, which are not connected below this row
//! X . X X X    A . B B B
//! X . X . X    A . A . A    the bottom row connects all three
//! X X X X X    A A A A A
//! ```
//!
//! Components do not cross, so a row of six cells has few states: 127, a Motzkin number (2, 4, 9,
//! 21, 51, 127 for one to six columns). The components that meet a row are the **slots** of its
//! state, numbered from the left. There are at most three.
//!
//! # Transitions
//!
//! The table has an entry for each state and each set of cells of the next row, which is the row
//! above: the next state, the number of slots that end because no cell of the row touches them, and
//! for each slot which slot of the next state continues it.
//!
//! ```text
//! state A . B . C . , row X X X . . .   ->   state A A A . . . , A and B are both slot 0, C ends
//! ```
//!
//! A run that connects two components needs no union: the table already contains the result. Narrow
//! boards use the same table, because their states are those in which the other columns are empty.
//! The compiler computes the tables (see [`Automaton::new`]).
//!
//! # Number of components
//!
//! Each component ends exactly once, so the number is the sum of the ends: one lookup per row.
//!
//! ```text
//! state = empty, count = 0
//! for row in rows from the bottom up, then an empty row:
//!     count += ends(state, row)
//!     state = next(state, row)
//! ```
//!
//! # List of components
//!
//! The pass up only stores the transitions. A pass down then gives each slot the number of its
//! component: that of the slot of the row above that continues it, or a new one if it ends there.
//!
//! ```text
//! for row in rows from the top down:
//!     for slot in slots of the row:
//!         number[slot] = if it ends above the row: next++ else number[slot that continues it]
//!         component[number[slot]] |= cells of the slot
//! ```
//!
//! Because the states contain all connections below, components are never merged or renamed, and
//! they come out in the order of their lowest cells. Neither pass has a branch that depends on the
//! board. The cost is the same for all boards: about 950 instructions for 6×12 cells.
//!
//! The idea of a table of row pairs is from "Fast Connected Components for 6x12 bitboard"
//! (Tech.io). Its table does not contain connections by way of rows further away, so it has to
//! merge components. Transfer-matrix methods count with states like these.

use bitboard_core::Connectivity;

use super::components::{Components, Halves, ROOM};
use super::{Board, assert_shape};

/// The most columns.
pub(crate) const COLUMNS: usize = 6;
/// Room for 127 states. A power of two, so that an index is masked instead of checked.
const STATES: usize = 128;

// A transition in 32 bits:
/// Bits 0 to 6 are the next state.
const STATE: u32 = STATES as u32 - 1;
/// Bits 10 to 12: the number of slots that end.
const ENDS_SHIFT: u32 = 10;
/// Bits 13 to 28: for each slot, from the left, four bits: 0 to 3 is the slot of the next state
/// that continues it, 4 to 6 means that it ends (4 is the first one that does), 7 that there is no
/// such slot.
const MAP_SHIFT: u32 = 13;
const FIRST_END: u32 = 4;
const NO_SLOT: u32 = 7;

/// The tables for one connectivity.
pub(crate) struct Automaton {
    /// Indexed by state · 64 + cells of the next row. State 0 is the empty row.
    transitions: [u32; STATES << COLUMNS],
    /// For each state the cells of each slot, a byte each.
    slots: [u32; STATES],
}

pub(crate) static FOUR: Automaton = Automaton::new(Connectivity::Four);
pub(crate) static EIGHT: Automaton = Automaton::new(Connectivity::Eight);

/// A state while the tables are built: two bits for each column, the number of its slot plus 1, or
/// 0 for an empty cell.
type Labels = u32;

/// The label of column `x`.
const fn label(labels: Labels, x: usize) -> usize {
    (labels >> (2 * x) & 3) as usize
}

/// The transition from a state.
struct Next {
    labels: Labels,
    ends: u32,
    map: u32,
}

impl Automaton {
    /// Builds the tables: numbers the states in the order in which a search from the empty row
    /// finds them.
    const fn new(connectivity: Connectivity) -> Self {
        let mut tables = Self { transitions: [0; STATES << COLUMNS], slots: [0; STATES] };
        // The states by number, and the numbers by state; 0 is the empty row or not found yet.
        let mut states = [0; STATES];
        let mut numbers = [0_u8; 1 << (2 * COLUMNS)];
        let (mut found, mut number) = (1, 0);
        while number < found {
            let mut x = 0;
            while x < COLUMNS {
                if let Some(slot) = label(states[number], x).checked_sub(1) {
                    tables.slots[number] |= 1 << (8 * slot + x);
                }
                x += 1;
            }
            let mut row = 0;
            while row < 1 << COLUMNS {
                let next = next(states[number], row, connectivity);
                if next.labels != 0 && numbers[next.labels as usize] == 0 {
                    numbers[next.labels as usize] = found as u8;
                    states[found] = next.labels;
                    found += 1;
                }
                tables.transitions[number << COLUMNS | row] = numbers[next.labels as usize] as u32
                    | next.ends << ENDS_SHIFT
                    | next.map << MAP_SHIFT;
                row += 1;
            }
            number += 1;
        }
        tables
    }

    /// Returns the number of components of a board.
    #[inline(always)]
    pub(crate) fn count<const W: usize, const H: usize>(&self, board: Board<W, H>) -> u32 {
        const { assert_shape(W, H) };
        let (mut state, mut sum) = (0, 0);
        for y in (0..H).rev() {
            let cells = (board.bits() >> (W * y)) as usize & ((1 << W) - 1);
            let transition = self.transitions[state << COLUMNS | cells];
            state = (transition & STATE) as usize;
            sum += transition >> ENDS_SHIFT & 7;
        }
        sum + (self.transitions[state << COLUMNS] >> ENDS_SHIFT & 7)
    }

    /// Finds the components of a board, in the order of their lowest cells.
    #[inline(always)]
    pub(crate) fn components<const W: usize, const H: usize>(
        &self,
        board: Board<W, H>,
        found: &mut Components<W, H>,
    ) {
        if H <= 16 {
            self.two_passes::<W, H, 17>(board, found);
        } else {
            self.two_passes::<W, H, 129>(board, found);
        }
    }

    /// The passes up and down. `ROWS` is more than `H`.
    #[inline(always)]
    fn two_passes<const W: usize, const H: usize, const ROWS: usize>(
        &self,
        board: Board<W, H>,
        found: &mut Components<W, H>,
    ) {
        const { assert_shape(W, H) };
        found.clear();
        let mut rows = [Row::default(); ROWS];
        let mut rest = board.bits() << (128 - W * H);
        let mut state = 0;
        for y in (0..H).rev() {
            let cells = (rest >> (128 - W)) as usize;
            rest <<= W % 128;
            let transition = self.transitions[state << COLUMNS | cells];
            rows[y + 1].transition = transition;
            state = (transition & STATE) as usize;
            rows[y].slots = self.slots[state];
        }
        rows[0].transition = self.transitions[state << COLUMNS];
        found.len = down::<W, H, ROWS>(&rows, &mut found.found);
    }
}

/// Adds a row to a state.
const fn next(state: Labels, row: usize, connectivity: Connectivity) -> Next {
    // Nodes 1 to 3 are the slots of the state, 4 to 6 the runs of the row. `root` joins those that
    // touch.
    let mut root = [0, 1, 2, 3, 4, 5, 6];
    let reach = match connectivity {
        Connectivity::Four => 0,
        Connectivity::Eight => 1,
    };
    let mut run_of = [0; COLUMNS];
    let (mut run, mut x) = (3, 0);
    while x < COLUMNS {
        if row >> x & 1 == 1 {
            if x == 0 || row >> (x - 1) & 1 == 0 {
                run += 1;
            }
            run_of[x] = run;
            let mut below = x.saturating_sub(reach);
            while below <= x + reach && below < COLUMNS {
                let (a, b) = (root[run], root[label(state, below)]);
                if b != 0 && a != b {
                    let mut node = 1;
                    while node < root.len() {
                        if root[node] == a {
                            root[node] = b;
                        }
                        node += 1;
                    }
                }
                below += 1;
            }
        }
        x += 1;
    }
    // Numbers the components of the row from the left.
    let mut labels = [0; 7];
    let (mut after, mut count) = (0, 0);
    x = 0;
    while x < COLUMNS {
        if run_of[x] != 0 {
            let component = root[run_of[x]];
            if labels[component] == 0 {
                count += 1;
                labels[component] = count;
            }
            after |= labels[component] << (2 * x);
        }
        x += 1;
    }
    // The highest label of the state is the number of its slots.
    let mut slots = 0;
    x = 0;
    while x < COLUMNS {
        if label(state, x) > slots {
            slots = label(state, x);
        }
        x += 1;
    }
    let (mut map, mut ends, mut slot) = (0, 0, 0);
    while slot < 4 {
        let target = if slot >= slots {
            NO_SLOT
        } else if labels[root[slot + 1]] > 0 {
            labels[root[slot + 1]] - 1
        } else {
            ends += 1;
            FIRST_END + ends - 1
        };
        map |= target << (4 * slot);
        slot += 1;
    }
    Next { labels: after, ends, map }
}

/// The data of a row that the pass up stores for the pass down.
#[derive(Clone, Copy, Default)]
struct Row {
    /// From the state of this row to that of the row above.
    transition: u32,
    /// The cells of the slots, a byte each.
    slots: u32,
}

/// The pass down, which returns the number of components.
#[inline(always)]
fn down<const W: usize, const H: usize, const ROWS: usize>(
    rows: &[Row; ROWS],
    found: &mut [Halves; ROOM],
) -> usize {
    // Bytes 0 to 3: the components of the slots of the row above; 4 to 6: those to begin next.
    let mut numbers: u64 = 0x0302_0100 << 32;
    // Rows within the low half, the one across, rows within the high half.
    let low = if 64 / W < H { 64 / W } else { H };
    for (y, row) in rows[..low].iter().enumerate() {
        numbers = row_down::<W>(row, numbers, y, found, |component, cells| {
            component[0] |= cells << (W * y);
        });
    }
    if !64usize.is_multiple_of(W) && low < H {
        numbers = row_down::<W>(&rows[low], numbers, low, found, |component, cells| {
            component[0] |= cells << (W * low);
            component[1] |= cells >> (64 - W * low);
        });
    }
    let high = 64usize.div_ceil(W);
    if high < H {
        for (i, row) in rows[high..H].iter().enumerate() {
            numbers = row_down::<W>(row, numbers, high + i, found, |component, cells| {
                component[1] |= cells << (W * (high + i) - 64);
            });
        }
    }
    (numbers >> 32) as usize & 0xff
}

/// One row of the pass down: adds the cells of its slots to their components.
#[inline(always)]
fn row_down<const W: usize>(
    row: &Row,
    numbers: u64,
    y: usize,
    found: &mut [Halves; ROOM],
    mut add: impl FnMut(&mut Halves, u64),
) -> u64 {
    let mut now = 0;
    for slot in 0..const { W.div_ceil(2) } {
        let from = 8 * (row.transition >> (MAP_SHIFT + 4 * slot as u32) & 7);
        let number = numbers >> from & 0xff;
        now |= number << (8 * slot);
        add(&mut found[number as usize % ROOM], u64::from(row.slots >> (8 * slot) & 0xff));
    }
    let ends = u64::from(row.transition >> ENDS_SHIFT & 7);
    let next = (numbers >> 32 & 0xff_ffff) + ends * 0x01_0101;
    // Slots that do not exist take their number from byte 7 and add no cells to that component. It
    // differs from row to row, so that no row waits for the store of the one before.
    now | next << 32 | (48 + y as u64 % 16) << 56
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For one state: the number of boards that lead to it, of components they have completed in
    /// all, and of components of the board that has most.
    #[derive(Clone, Copy, Default)]
    struct Tally {
        boards: u128,
        components: u128,
        most: u32,
    }

    /// All boards of a size at once: the automaton as a counting transfer matrix.
    fn tally(automaton: &Automaton, width: usize, height: usize) -> Tally {
        let mut tallies = [Tally::default(); STATES];
        tallies[0].boards = 1;
        for y in 0..=height {
            let mut next = [Tally::default(); STATES];
            // The row after the last is empty.
            let rows = if y < height { 1 << width } else { 1 };
            for (state, from) in tallies.iter().enumerate().filter(|(_, from)| from.boards > 0) {
                for transition in &automaton.transitions[state << COLUMNS..][..rows] {
                    let ends = transition >> ENDS_SHIFT & 7;
                    let to = &mut next[(transition & STATE) as usize];
                    to.boards += from.boards;
                    to.components += from.components + from.boards * u128::from(ends);
                    to.most = to.most.max(from.most + ends);
                }
            }
            tallies = next;
        }
        tallies[0]
    }

    #[test]
    fn all_boards_of_6_by_12() {
        let four = tally(&FOUR, 6, 12);
        assert_eq!(four.boards, 1 << 72);
        assert_eq!((four.components, four.most), (38_000_978_807_780_881_563_619, 36));
        let eight = tally(&EIGHT, 6, 12);
        assert_eq!((eight.components, eight.most), (13_569_569_595_080_289_559_552, 18));
    }

    #[test]
    fn all_boards_of_4_columns() {
        assert_eq!(tally(&FOUR, 4, 4).components, 168_529);
        assert_eq!(tally(&EIGHT, 4, 4).components, 103_696);
        assert_eq!(tally(&FOUR, 4, 5).components, 3_160_507);
        assert_eq!(tally(&EIGHT, 4, 5).components, 1_809_744);
    }

    #[test]
    fn states_are_motzkin_numbers() {
        for automaton in [&FOUR, &EIGHT] {
            for (width, motzkin) in (1..).zip([2, 4, 9, 21, 51, 127]) {
                let row = |slots: u32| slots | slots >> 8 | slots >> 16;
                // Each nonempty state is listed once, and its cells are its slots together.
                let cells = automaton.slots.iter().skip(1).map(|&slots| row(slots) & 0xff);
                assert_eq!(cells.filter(|&row| row != 0 && row < 1 << width).count() + 1, motzkin);
            }
        }
    }
}
