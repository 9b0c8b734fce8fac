//! The row automaton.
//!
//! A **state** is the set of cells of a row and the partition of these cells by connections through the rows
//! on one side of it. The number of states is a Motzkin number: 2, 4, 9, 21, 51, 127 for 1 to 6 columns.
//! The components that meet the row are its **slots**, at most four, numbered from the left.
//!
//! One lookup per row, by state and cells, gives the next state and what becomes of the slots.
//! Components need two passes. From the bottom up, only the states are found. Then, from the top down,
//! every slot is either the continuation of a slot of the row above or the top of a new component. The
//! states include all connections further down, so components are never merged, and they come out in
//! the order of their lowest cells.

use bitboard_core::Connectivity;

use super::automaton_tables as tables;
use crate::board::{Board, assert_shape};
use crate::components::{Components, Halves, ROOM};

// The format of the tables, which `xtask/tables/src/automaton.rs` generates.

/// The most components that meet one row.
const SLOTS: usize = 4;
/// Bits 0 to 9 of a transition are the next state.
const STATE: u32 = (1 << 10) - 1;
/// Bits 10 to 12: the number of slots without a cell in the row, which are components now complete.
pub(super) const FRESH_SHIFT: u32 = 10;
/// Bits 13 to 28: for each slot, from the left, four bits: 0 to 3 is the slot of the next state that
/// continues it, 4 to 6 a complete component (counted within this transition), 7 means no such slot.
pub(super) const MAP_SHIFT: u32 = 13;

/// The tables for boards of one width.
///
/// | columns | states | bytes |
/// | --- | --- | --- |
/// | 1 | 2 | 24 |
/// | 2 | 4 | 80 |
/// | 3 | 9 | 324 |
/// | 4 | 21 | 1,428 |
/// | 5 | 51 | 6,732 |
/// | 6 | 127 | 33,020 |
#[derive(Clone, Copy, Debug)]
pub struct Automaton {
    /// Indexed by state · 2^W + cells of the row.
    transitions: &'static [u32],
    /// For each state the cells of each slot, a byte each.
    slots: &'static [u32],
    width: usize,
}

impl Automaton {
    /// The tables for boards of 1 to 6 columns, `None` for others.
    #[inline(always)]
    #[must_use]
    pub const fn of_width(width: usize, connectivity: Connectivity) -> Option<Self> {
        let (transitions, slots): (&'static [u32], &'static [u32]) = match (width, connectivity) {
            (1, Connectivity::Four) => (&tables::FOUR_1, &tables::SLOTS_1),
            (2, Connectivity::Four) => (&tables::FOUR_2, &tables::SLOTS_2),
            (3, Connectivity::Four) => (&tables::FOUR_3, &tables::SLOTS_3),
            (4, Connectivity::Four) => (&tables::FOUR_4, &tables::SLOTS_4),
            (5, Connectivity::Four) => (&tables::FOUR_5, &tables::SLOTS_5),
            (6, Connectivity::Four) => (&tables::FOUR_6, &tables::SLOTS_6),
            (1, Connectivity::Eight) => (&tables::EIGHT_1, &tables::SLOTS_EIGHT_1),
            (2, Connectivity::Eight) => (&tables::EIGHT_2, &tables::SLOTS_EIGHT_2),
            (3, Connectivity::Eight) => (&tables::EIGHT_3, &tables::SLOTS_EIGHT_3),
            (4, Connectivity::Eight) => (&tables::EIGHT_4, &tables::SLOTS_EIGHT_4),
            (5, Connectivity::Eight) => (&tables::EIGHT_5, &tables::SLOTS_EIGHT_5),
            (6, Connectivity::Eight) => (&tables::EIGHT_6, &tables::SLOTS_EIGHT_6),
            _ => return None,
        };
        Some(Self { transitions, slots, width })
    }

    /// Number of states.
    #[must_use]
    pub const fn states(&self) -> usize {
        self.slots.len()
    }

    /// Memory of the tables.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        4 * (self.slots.len() + self.transitions.len())
    }

    /// The next state and the number of components that it completes, for a state and the cells of a
    /// row. State 0 is the empty row.
    ///
    /// # Panics
    /// If the state or row does not exist.
    #[must_use]
    pub fn step(&self, state: usize, cells: usize) -> (usize, usize) {
        assert!(state < self.states() && cells < 1 << self.width, "no such state or row");
        let transition = self.transitions[state << self.width | cells];
        ((transition & STATE) as usize, (transition >> FRESH_SHIFT & 7) as usize)
    }

    /// The number of components of a board: one lookup per row, nothing else.
    ///
    /// # Panics
    /// If the automaton is for another width.
    #[inline(always)]
    #[must_use]
    pub fn count<const W: usize, const H: usize>(&self, board: Board<W, H>) -> u32 {
        const { assert_shape(W, H) };
        assert_eq!(self.width, W, "the automaton is for another width");
        let (mut state, mut sum) = (0, 0);
        for y in (0..H).rev() {
            let transition = self.transitions[(state << W | row::<W>(board.bits(), y)) as usize];
            state = transition & STATE;
            sum += transition >> FRESH_SHIFT & 7;
        }
        sum + (self.transitions[(state << W) as usize] >> FRESH_SHIFT & 7)
    }

    /// The components of a board, in the order of their lowest cells.
    ///
    /// # Panics
    /// If the automaton is for another width.
    #[inline(always)]
    pub fn components<const W: usize, const H: usize>(
        &self,
        board: Board<W, H>,
        found: &mut Components<W, H>,
    ) {
        if H <= 16 {
            self.two_passes::<W, H, 17>(board, found, collect::<W, H, _>);
        } else {
            self.two_passes::<W, H, 129>(board, found, collect::<W, H, _>);
        }
    }

    /// The pass up, and a pass `down`. `ROWS` is more than `H`.
    #[inline(always)]
    pub(super) fn two_passes<const W: usize, const H: usize, const ROWS: usize>(
        &self,
        board: Board<W, H>,
        found: &mut Components<W, H>,
        down: impl FnOnce(&[Row; ROWS], &mut [Halves; ROOM]) -> usize,
    ) {
        const { assert_shape(W, H) };
        assert_eq!(self.width, W, "the automaton is for another width");
        found.clear();
        let mut rows = [Row::default(); ROWS];
        let mut rest = board.bits() << (128 - W * H);
        let mut state = 0;
        for y in (0..H).rev() {
            let cells = (rest >> (128 - W)) as u32;
            rest <<= W % 128;
            let transition = self.transitions[(state << W | cells) as usize];
            // The pass down needs the transition of a row when it leaves the row.
            rows[y + 1].transition = transition;
            state = transition & STATE;
            rows[y].slots = self.slots[state as usize];
        }
        rows[0].transition = self.transitions[(state << W) as usize];
        found.len = down(&rows, &mut found.found);
    }
}

/// The data that the pass up stores for the pass down.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    /// From the state of this row to that of the row above.
    pub(super) transition: u32,
    /// The cells of the slots, a byte each.
    pub(super) slots: u32,
}

/// The cells of row `y`.
#[inline(always)]
const fn row<const W: usize>(word: u128, y: usize) -> u32 {
    (word >> (W * y)) as u32 & ((1 << W) - 1)
}

/// The pass down: assigns each slot its component.
#[inline(always)]
fn collect<const W: usize, const H: usize, const ROWS: usize>(
    rows: &[Row; ROWS],
    found: &mut [Halves; ROOM],
) -> usize {
    // Bytes 0 to 3: the components of the slots of the row above; 4 to 7: those to begin next.
    let mut numbers: u64 = 0x0302_0100 << 32;
    // Rows within the low half, the one across, rows within the high half.
    let low = if 64 / W < H { 64 / W } else { H };
    for (y, row) in rows[..low].iter().enumerate() {
        numbers = descend::<W>(row, numbers, y, found, |component, cells| {
            component[0] |= cells << (W * y);
        });
    }
    if !64usize.is_multiple_of(W) && low < H {
        numbers = descend::<W>(&rows[low], numbers, low, found, |component, cells| {
            component[0] |= cells << (W * low);
            component[1] |= cells >> (64 - W * low);
        });
    }
    let high = 64usize.div_ceil(W);
    if high < H {
        for (i, row) in rows[high..H].iter().enumerate() {
            numbers = descend::<W>(row, numbers, high + i, found, |component, cells| {
                component[1] |= cells << (W * (high + i) - 64);
            });
        }
    }
    (numbers >> 32) as usize & 0xff
}

/// One row of the pass down: adds the cells of its slots to their components.
#[inline(always)]
fn descend<const W: usize>(
    row: &Row,
    numbers: u64,
    spare: usize,
    found: &mut [Halves; ROOM],
    mut add: impl FnMut(&mut Halves, u64),
) -> u64 {
    let slots = const { W.div_ceil(2) };
    let mut now = 0;
    for slot in 0..slots {
        let from = 8 * (row.transition >> (MAP_SHIFT + 4 * slot as u32) & 7);
        let number = numbers >> from & 0xff;
        now |= number << (8 * slot);
        add(&mut found[number as usize % ROOM], u64::from(row.slots >> (8 * slot) & 0xff));
    }
    let fresh = u64::from(row.transition >> FRESH_SHIFT & 7);
    if slots < SLOTS {
        // A row has at most three new components. Slots that do not exist add no cells to it; it differs from row
        // to row, so that no row waits for the store of the one before.
        let next = (numbers >> 32 & 0xff_ffff) + fresh * 0x01_0101;
        return now | next << 32 | (48 + spare as u64 % 16) << 56;
    }
    now | ((numbers >> 32) + fresh * 0x0101_0101) << 32
}
