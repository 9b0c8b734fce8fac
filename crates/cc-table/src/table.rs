//! The two-row transition table for boards of 6 columns.

use bitboard_core::{Bitboard, RowMajor};
use smallvec::SmallVec;

/// Columns.
const WIDTH: usize = 6;
/// Rows.
const HEIGHT: usize = 12;
/// A row of 6 cells has at most 3 runs.
const RUNS: usize = 3;
/// The bits of a row.
const ROW: u128 = (1 << WIDTH) - 1;

/// A board of 6 columns and 12 rows: bit = x + 6·y, row 0 at the top.
pub type Board = Bitboard<u128, RowMajor<WIDTH, HEIGHT>>;

/// The components of a board. A checkerboard has 36, the most there can be.
pub type Components = SmallVec<[Board; 36]>;

/// Which cells touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connectivity {
    /// Those with a common edge.
    Four,
    /// Those with a common edge or corner.
    Eight,
}

/// What two rows, one above the other, do to the components that run through them.
#[derive(Clone, Copy)]
struct Transition {
    /// For each run of the lower row, from the left: a bit for each run of the upper row to which
    /// the two rows connect it. None: a new component begins. Several: they merge.
    from: [u8; RUNS],
    /// The cells of each run of the lower row, 0 where there is none.
    cells: [u8; RUNS],
}

/// Indexed by upper row + 64 · lower row.
type Table = [Transition; 1 << (2 * WIDTH)];

static FOUR: Table = table(Connectivity::Four);
static EIGHT: Table = table(Connectivity::Eight);

const fn table(connectivity: Connectivity) -> Table {
    let mut table = [Transition { from: [0; RUNS], cells: [0; RUNS] }; 1 << (2 * WIDTH)];
    let mut index = 0;
    while index < table.len() {
        table[index] = transition(index as u8 & ROW as u8, (index >> WIDTH) as u8, connectivity);
        index += 1;
    }
    table
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

/// The connected components of a board, in the order of their lowest cells.
///
/// Row by row, a table over two rows says for each run of cells whether it continues components of the row
/// above, one or several, or begins a new one; components that nothing continues are done. The method is the one published in
/// "Fast Connected Components for 6x12 bitboard" (Tech.io).
///
/// ```
/// use cc_table::{Board, Connectivity, components};
///
/// let board = Board::from_word(0x2101800040);
/// assert_eq!(components(board, Connectivity::Four).len(), 5);
/// ```
#[must_use]
pub fn components(board: Board, connectivity: Connectivity) -> Components {
    let table = match connectivity {
        Connectivity::Four => &FOUR,
        Connectivity::Eight => &EIGHT,
    };
    let mut found: SmallVec<[u128; 64]> = SmallVec::new();
    let mut running = [0; RUNS];
    let (mut rest, mut upper) = (board.word(), 0);
    for y in 0..HEIGHT {
        let lower = rest & ROW;
        let transition = &table[(upper | lower << WIDTH) as usize];
        running = advance(transition, running, y, &mut found);
        (rest, upper) = (rest >> WIDTH, lower);
    }
    // Those that were merged into others are empty.
    found.into_iter().filter(|&cells| cells != 0).map(Board::from_word).collect()
}

/// Takes the components running through one row, by their numbers, to the next row.
fn advance(
    transition: &Transition,
    mut old: [usize; RUNS],
    y: usize,
    found: &mut SmallVec<[u128; 64]>,
) -> [usize; RUNS] {
    let mut new = [usize::MAX; RUNS];
    for run in 0..RUNS {
        let cells = u128::from(transition.cells[run]) << (WIDTH * y);
        if cells == 0 {
            break;
        }
        let mut from = transition.from[run];
        if from == 0 {
            new[run] = found.len();
            found.push(cells);
            continue;
        }
        let mut component = old[from.trailing_zeros() as usize];
        from &= from - 1;
        while from != 0 {
            let other = old[from.trailing_zeros() as usize];
            from &= from - 1;
            if other != component {
                let (keep, drop) = (component.min(other), component.max(other));
                found[keep] |= core::mem::take(&mut found[drop]);
                for number in old.iter_mut().chain(&mut new).filter(|number| **number == drop) {
                    *number = keep;
                }
                component = keep;
            }
        }
        new[run] = component;
        found[component] |= cells;
    }
    new
}
