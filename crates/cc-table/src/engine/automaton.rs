//! The row automaton.
//!
//! A **state** says which cells of a row are set and which of them are connected by way of the rows
//! on one side of it. Their number is a Motzkin number: 2, 4, 9, 21, 51, 127, 323, 835 for 1 to 8 columns. The
//! components that meet the row are its **slots**, at most four, numbered from the left.
//!
//! One lookup per row, by state and cells, gives the next state and what becomes of the slots.
//! Components need two passes. From the bottom up, only the states are found. Then, from the top down, every slot is
//! either the continuation of a slot of the row above or the top of a new component: the states know of all
//! joints further down, so that nothing is ever merged, and components come out in the order of their
//! lowest cells.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::Connectivity;
use crate::buffer::{Buffer, Halves, ROOM};
use crate::generated::automaton as generated;
use crate::grid::{Grid, assert_shape};

/// At most as many components meet one row.
pub(super) const SLOTS: usize = 4;
/// Bits 0 to 9 of a transition are the next state.
const STATE: u32 = (1 << 10) - 1;
/// Bits 10 to 12: how many of the slots before have no cell in the row: components now complete.
pub(super) const FRESH_SHIFT: u32 = 10;
/// Bits 13 to 28: for each slot before, from the left, four bits: 0 to 3 the slot of the next state
/// that continues it, 4 to 6 a complete component (counted within this transition), 7 no such slot.
pub(super) const MAP_SHIFT: u32 = 13;

/// The tables for boards of one width.
///
/// ```
/// use cc_table::engine::automaton::Automaton;
/// use cc_table::{Board, Buffer, Connectivity};
///
/// let automaton = Automaton::of_width(6, Connectivity::Four).unwrap();
/// assert_eq!((automaton.states(), automaton.bytes()), (127, 33_020));
///
/// let board = Board::from_bits_truncate(0x2101800040);
/// assert_eq!(automaton.count(board), 5);
/// let mut buffer = Buffer::new();
/// automaton.components(board, &mut buffer);
/// assert_eq!(buffer.get(0).map(|component| component.bits()), Some(0x40));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Automaton<'a> {
    /// Indexed by state · 2^W + cells of the row.
    transitions: &'a [u32],
    /// For each state the cells of each slot, a byte each.
    slots: &'a [u32],
    width: usize,
}

impl Automaton<'static> {
    /// The tables that come with the crate: widths 1 to 6, `None` for others.
    ///
    /// | columns | states | bytes |
    /// | --- | --- | --- |
    /// | 1 | 2 | 24 |
    /// | 2 | 4 | 80 |
    /// | 3 | 9 | 324 |
    /// | 4 | 21 | 1,428 |
    /// | 5 | 51 | 6,732 |
    /// | 6 | 127 | 33,020 |
    /// | 7 (made at run time) | 323 | 166,668 |
    /// | 8 (made at run time) | 835 | 858,380 |
    #[inline(always)]
    #[must_use]
    pub const fn of_width(width: usize, connectivity: Connectivity) -> Option<Self> {
        let (transitions, slots): (&'static [u32], &'static [u32]) = match (width, connectivity) {
            (1, Connectivity::Four) => (&generated::FOUR_1, &generated::SLOTS_1),
            (2, Connectivity::Four) => (&generated::FOUR_2, &generated::SLOTS_2),
            (3, Connectivity::Four) => (&generated::FOUR_3, &generated::SLOTS_3),
            (4, Connectivity::Four) => (&generated::FOUR_4, &generated::SLOTS_4),
            (5, Connectivity::Four) => (&generated::FOUR_5, &generated::SLOTS_5),
            (6, Connectivity::Four) => (&generated::FOUR_6, &generated::SLOTS_6),
            (1, Connectivity::Eight) => (&generated::EIGHT_1, &generated::SLOTS_EIGHT_1),
            (2, Connectivity::Eight) => (&generated::EIGHT_2, &generated::SLOTS_EIGHT_2),
            (3, Connectivity::Eight) => (&generated::EIGHT_3, &generated::SLOTS_EIGHT_3),
            (4, Connectivity::Eight) => (&generated::EIGHT_4, &generated::SLOTS_EIGHT_4),
            (5, Connectivity::Eight) => (&generated::EIGHT_5, &generated::SLOTS_EIGHT_5),
            (6, Connectivity::Eight) => (&generated::EIGHT_6, &generated::SLOTS_EIGHT_6),
            _ => return None,
        };
        Some(Self { transitions, slots, width })
    }
}

impl Automaton<'_> {
    /// How many states there are.
    #[must_use]
    pub const fn states(&self) -> usize {
        self.slots.len()
    }

    /// The memory of the tables.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        4 * (self.slots.len() + self.transitions.len())
    }

    /// The next state and the number of components complete, for a state and the cells of a row.
    /// State 0 is the empty row.
    ///
    /// # Panics
    /// If there is no such state or row.
    #[must_use]
    pub fn step(&self, state: usize, cells: usize) -> (usize, usize) {
        assert!(state < self.states() && cells < 1 << self.width, "no such state or row");
        let transition = self.transitions[state << self.width | cells];
        ((transition & STATE) as usize, (transition >> FRESH_SHIFT & 7) as usize)
    }

    /// How many components a board has: one lookup per row, nothing else.
    ///
    /// # Panics
    /// If the automaton is for another width.
    #[inline(always)]
    #[must_use]
    pub fn count<const W: usize, const H: usize>(&self, board: Grid<W, H>) -> u32 {
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
        board: Grid<W, H>,
        buffer: &mut Buffer<W, H>,
    ) {
        const { assert_shape(W, H) };
        assert_eq!(self.width, W, "the automaton is for another width");
        if H <= 16 {
            self.two_passes::<W, H, 17>(board, buffer);
        } else {
            self.two_passes::<W, H, 129>(board, buffer);
        }
    }

    /// `ROWS` is more than `H`.
    #[inline(always)]
    fn two_passes<const W: usize, const H: usize, const ROWS: usize>(
        &self,
        board: Grid<W, H>,
        buffer: &mut Buffer<W, H>,
    ) {
        buffer.clear();
        let mut rows = [Row::default(); ROWS];
        let mut rest = board.bits() << (128 - W * H);
        let mut state = 0;
        for y in (0..H).rev() {
            let cells = (rest >> (128 - W)) as u32;
            rest <<= W % 128;
            let transition = self.transitions[(state << W | cells) as usize];
            // What a row does to the state below it is needed when the pass down leaves the row.
            rows[y + 1].transition = transition;
            state = transition & STATE;
            rows[y].slots = self.slots[state as usize];
        }
        rows[0].transition = self.transitions[(state << W) as usize];
        buffer.len = collect::<W, H>(&rows, &mut buffer.found);
    }
}

/// What the pass up leaves for the pass down.
#[derive(Clone, Copy, Default)]
struct Row {
    /// From the state of this row to that of the row above.
    transition: u32,
    /// The cells of the slots, a byte each.
    slots: u32,
}

/// The cells of row `y`.
#[inline(always)]
const fn row<const W: usize>(word: u128, y: usize) -> u32 {
    (word >> (W * y)) as u32 & ((1 << W) - 1)
}

/// The pass down: gives each slot its component.
#[inline(always)]
fn collect<const W: usize, const H: usize>(rows: &[Row], found: &mut [Halves; ROOM]) -> usize {
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
        // The fourth new component cannot be. Slots that are none add no cells to it: for every row
        // another, lest one row wait for the other's store.
        let next = (numbers >> 32 & 0xff_ffff) + fresh * 0x01_0101;
        return now | next << 32 | (48 + spare as u64 % 16) << 56;
    }
    now | ((numbers >> 32) + fresh * 0x0101_0101) << 32
}

/// Tables made at run time, for any width up to 8.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct OwnedAutomaton {
    transitions: Vec<u32>,
    slots: Vec<u32>,
    width: usize,
}

#[cfg(feature = "alloc")]
impl OwnedAutomaton {
    /// Makes the tables: 54,976 transitions for 7 and 8 columns take some milliseconds.
    ///
    /// # Panics
    /// If `width` is not 1 to 8.
    #[must_use]
    pub fn new(width: usize, connectivity: Connectivity) -> Self {
        assert_shape(width, 1);
        let built = super::automaton_builder::build(width, connectivity);
        Self { transitions: built.transitions, slots: built.slots, width }
    }

    /// The tables, to be used.
    #[inline]
    #[must_use]
    pub fn as_automaton(&self) -> Automaton<'_> {
        Automaton { transitions: &self.transitions, slots: &self.slots, width: self.width }
    }
}

/// The text of `src/generated/automaton.rs`.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[must_use]
pub fn generate() -> alloc::string::String {
    use core::fmt::Write;

    let mut text = alloc::string::String::from(
        "// Generated by `cargo xtask tables` from engine/automaton_builder.rs. Do not edit.\n",
    );
    for width in 1..=6 {
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            let built = super::automaton_builder::build(width, connectivity);
            let (name, slots_name) = match connectivity {
                Connectivity::Four => ("FOUR", "SLOTS"),
                Connectivity::Eight => ("EIGHT", "SLOTS_EIGHT"),
            };
            for (name, values) in [(name, &built.transitions), (slots_name, &built.slots)] {
                // Writing to a string cannot fail.
                let _ = write!(
                    text,
                    "\n#[rustfmt::skip]\npub(crate) static {name}_{width}: [u32; {}] = [",
                    values.len()
                );
                for (i, value) in values.iter().enumerate() {
                    let _ = write!(text, "{}{value:#x},", if i % 12 == 0 { "\n    " } else { " " });
                }
                text.push_str("\n];\n");
            }
        }
    }
    text
}
