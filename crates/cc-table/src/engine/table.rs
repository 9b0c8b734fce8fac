//! The two-row transition table.
//!
//! Row by row, a table over two rows says for each run of cells whether it continues components of
//! the row above, one or several, or begins a new one; components that nothing continues are done.
//! The method is the one published in "Fast Connected Components for 6x12 bitboard" (Tech.io), for any width up to
//! 8 and both connectivities. Components that merge leave an empty place behind, which the last component found takes.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::Connectivity;
use crate::buffer::{Buffer, split, whole};
use crate::grid::{Grid, assert_shape};

/// A row of 8 cells has at most 4 runs.
const RUNS: usize = 4;

/// What two rows, one above the other, do to the components that run through them.
#[derive(Clone, Copy, Debug)]
struct Transition {
    /// For each run of the lower row, from the left: a bit for each run of the upper row to which
    /// the two rows connect it. None: a new component begins. Several: they merge.
    from: [u8; RUNS],
    /// The cells of each run of the lower row, 0 where there is none.
    cells: [u8; RUNS],
}

/// The table for one width and connectivity: 8 bytes for each pair of rows.
///
/// | columns | bytes |
/// | --- | --- |
/// | 4 | 2,048 |
/// | 5 | 8,192 |
/// | 6 | 32,768 |
/// | 7 (made at run time) | 131,072 |
/// | 8 (made at run time) | 524,288 |
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// Indexed by upper row + 2^W · lower row.
    transitions: &'a [Transition],
    width: usize,
}

/// What two rows do, for boards of `W` columns.
struct Tables<const W: usize>;

impl<const W: usize> Tables<W> {
    const FOUR: [Transition; 4096] = transitions(W, Connectivity::Four);
    const EIGHT: [Transition; 4096] = transitions(W, Connectivity::Eight);
}

const fn transitions(width: usize, connectivity: Connectivity) -> [Transition; 4096] {
    let mut table = [Transition { from: [0; RUNS], cells: [0; RUNS] }; 4096];
    let mut index = 0;
    while width <= 6 && index < 1 << (2 * width) {
        let (upper, lower) = (index & ((1 << width) - 1), index >> width);
        table[index] = transition(upper as u8, lower as u8, connectivity);
        index += 1;
    }
    table
}

impl Table<'static> {
    /// The table that is part of the program, for boards of `W` columns: `None` for more than 6.
    #[inline(always)]
    #[must_use]
    pub const fn of_width<const W: usize>(connectivity: Connectivity) -> Option<Self> {
        if W > 6 {
            return None;
        }
        let transitions: &[Transition] = match connectivity {
            Connectivity::Four => &Tables::<W>::FOUR,
            Connectivity::Eight => &Tables::<W>::EIGHT,
        };
        Some(Table { transitions, width: W })
    }
}

/// A table made at run time, for any width up to 8.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct OwnedTable {
    transitions: Vec<Transition>,
    width: usize,
}

#[cfg(feature = "alloc")]
impl OwnedTable {
    /// Makes the table.
    ///
    /// # Panics
    /// If `width` is not 1 to 8.
    #[must_use]
    pub fn new(width: usize, connectivity: Connectivity) -> Self {
        assert_shape(width, 1);
        let row = (1 << width) - 1;
        let pairs = 0..1usize << (2 * width);
        let transitions = pairs
            .map(|index| transition((index & row) as u8, (index >> width) as u8, connectivity))
            .collect();
        Self { transitions, width }
    }

    /// The table, to be used.
    #[inline]
    #[must_use]
    pub fn as_table(&self) -> Table<'_> {
        Table { transitions: &self.transitions, width: self.width }
    }
}

const fn transition(upper: u8, lower: u8, connectivity: Connectivity) -> Transition {
    let mut transition = Transition { from: [0; RUNS], cells: [0; RUNS] };
    let (mut rest, mut run) = (lower, 0);
    while rest != 0 {
        let cells = flood_row(rest & rest.wrapping_neg(), lower);
        transition.from[run] = runs_of(touched(cells, upper, lower, connectivity), upper);
        transition.cells[run] = cells;
        rest &= !cells;
        run += 1;
    }
    transition
}

/// The cells of the upper row to which the two rows connect `cells` of the lower one.
const fn touched(mut cells: u8, upper: u8, lower: u8, connectivity: Connectivity) -> u8 {
    loop {
        let above = flood_row(reach(cells, connectivity) & upper, upper);
        let joined = cells | flood_row(reach(above, connectivity) & lower, lower);
        if joined == cells {
            return above;
        }
        cells = joined;
    }
}

/// The columns in which a cell of the next row touches one of `cells`.
const fn reach(cells: u8, connectivity: Connectivity) -> u8 {
    match connectivity {
        Connectivity::Four => cells,
        Connectivity::Eight => cells | cells << 1 | cells >> 1,
    }
}

/// A bit for each run of `row`, from the left, that lies in `cells`.
const fn runs_of(cells: u8, row: u8) -> u8 {
    let (mut runs, mut rest, mut run) = (0, row, 0);
    while rest != 0 {
        let first = rest & rest.wrapping_neg();
        if cells & first != 0 {
            runs |= 1 << run;
        }
        rest &= !flood_row(first, row);
        run += 1;
    }
    runs
}

/// The runs of `row` that have a cell in `cells`, whole.
const fn flood_row(mut cells: u8, row: u8) -> u8 {
    loop {
        let wider = (cells | cells << 1 | cells >> 1) & row;
        if wider == cells {
            return cells;
        }
        cells = wider;
    }
}

impl Table<'_> {
    /// The components of a board, in no particular order. Empty rows are passed over.
    ///
    /// # Panics
    /// If the table is for another width.
    #[inline]
    pub fn components<const W: usize, const H: usize>(
        &self,
        board: Grid<W, H>,
        buffer: &mut Buffer<W, H>,
    ) {
        const { assert_shape(W, H) };
        assert_eq!(self.width, W, "the table is for another width");
        buffer.clear();
        let mut running = [0; RUNS];
        let (mut rest, mut upper, mut shift) = (board.bits(), 0, 0);
        while rest != 0 {
            let lower = rest as usize & ((1 << W) - 1);
            if lower != 0 {
                let transition = &self.transitions[upper | lower << W];
                running = advance(transition, running, shift, buffer);
            }
            (rest, upper, shift) = (rest >> W, lower, shift + W);
        }
    }
}

/// Takes the components running through one row, by their numbers, to the next row.
#[inline(always)]
fn advance<const W: usize, const H: usize>(
    transition: &Transition,
    mut old: [usize; RUNS],
    shift: usize,
    buffer: &mut Buffer<W, H>,
) -> [usize; RUNS] {
    let mut new = [usize::MAX; RUNS];
    for run in 0..W.div_ceil(2) {
        let cells = u128::from(transition.cells[run]) << shift;
        if cells == 0 {
            break;
        }
        let mut from = transition.from[run];
        if from == 0 {
            new[run] = buffer.len;
            buffer.push(Grid::from_bits_truncate(cells));
            continue;
        }
        let component = old[from.trailing_zeros() as usize];
        new[run] = component;
        let mut all = whole(buffer.found[component]) | cells;
        buffer.found[component] = split(all);
        from &= from - 1;
        while from != 0 {
            let (keep, other) = (new[run], old[from.trailing_zeros() as usize]);
            from &= from - 1;
            if other != keep {
                all |= whole(buffer.found[other]);
                buffer.found[keep] = split(all);
                rename(&mut old, &mut new, other, keep);
                // The last one takes the place of the one that is gone.
                buffer.len -= 1;
                buffer.found.swap(other, buffer.len);
                buffer.found[buffer.len] = [0; 2];
                rename(&mut old, &mut new, buffer.len, other);
            }
        }
    }
    new
}

/// Calls component `from` by the number `to`.
#[inline(always)]
fn rename(old: &mut [usize; RUNS], new: &mut [usize; RUNS], from: usize, to: usize) {
    for number in old.iter_mut().chain(new).filter(|number| **number == from) {
        *number = to;
    }
}
