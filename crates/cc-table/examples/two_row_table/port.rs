//! Port of "Fast Connected Components for 6x12 bitboard" (Tech.io): the two-row table, the same
//! with single cells removed first, and the search bit by bit that it was compared with.
//!
//! The cell in column x and row y, row 0 at the top, is bit x + 6·y.

use std::sync::LazyLock;

const WIDTH: usize = 6;
const HEIGHT: usize = 12;
/// All cells.
pub const BOARD: u128 = (1 << (WIDTH * HEIGHT)) - 1;
/// Slot 0 stands for no component; a checkerboard has 36.
const SLOTS: usize = 37;
/// The most runs in a row.
const RUNS: usize = 3;

/// The transition between two rows, for each run of the second row.
#[derive(Clone, Copy, Default)]
pub struct Entry {
    /// The runs of the first row that continue in it, a bit for each.
    pub index: [u8; RUNS],
    /// Its cells.
    pub row: [u8; RUNS],
}

static TABLE: LazyLock<Vec<Entry>> = LazyLock::new(|| (0..4096).map(entry).collect());

/// The entry of two rows: bits 0 to 5 are the first, bits 6 to 11 the second.
#[must_use]
pub fn entry(rows: u32) -> Entry {
    let starts = |row: u32| {
        (0..6).filter(move |x| row >> x & 1 == 1 && (*x == 0 || row >> (x - 1) & 1 == 0))
    };
    let mut entry = Entry::default();
    for (run, x) in starts(rows >> 6).enumerate() {
        let component = breadth_first(u128::from(rows), 2, 6 + x);
        for (above, x) in starts(rows & 63).enumerate() {
            if component >> x & 1 == 1 {
                entry.index[run] |= 1 << above;
            }
        }
        let mut x = x;
        while x < 6 && rows >> (6 + x) & 1 == 1 {
            entry.row[run] |= 1 << x;
            x += 1;
        }
    }
    entry
}

/// The components by the two-row table. Slots emptied by merges stay where they are, as published;
/// slot 0 and those beyond the count are meaningless.
#[must_use]
pub fn two_row_table(board: u128) -> ([u128; SLOTS], usize) {
    let table = &**TABLE;
    let mut components = [0; SLOTS];
    let mut count = 1;
    let mut running = [0usize; RUNS];
    // An empty row in front lets the first row be like the others.
    let mut rows = board << WIDTH;
    for y in 0..HEIGHT {
        let entry = &table[(rows & 0xfff) as usize];
        let two_rows_are_empty = rows & 0xfff == 0;
        rows >>= WIDTH;
        if two_rows_are_empty {
            continue;
        }
        let mut old = std::mem::take(&mut running);
        for i in 0..RUNS {
            let cells = u128::from(entry.row[i]) << (WIDTH * y);
            if entry.index[i] > 0 {
                for above in (0..RUNS).filter(|above| entry.index[i] >> above & 1 == 1) {
                    if running[i] == 0 {
                        running[i] = old[above];
                    } else if old[above] != running[i] {
                        let merged = old[above];
                        components[running[i]] |= components[merged];
                        components[merged] = 0;
                        for j in 0..RUNS {
                            if old[j] == merged {
                                old[j] = running[i];
                            }
                            if running[j] == merged {
                                running[j] = running[i];
                            }
                        }
                    }
                }
                components[running[i]] |= cells;
            } else if cells != 0 {
                running[i] = count;
                components[count] = cells;
                count += 1;
            }
        }
    }
    (components, count)
}

/// The cells that touch another cell of the board: what is left when components of one cell are
/// removed, which the article expects to double the speed.
#[must_use]
pub fn without_single_cells(board: u128) -> u128 {
    /// Bit 0 of each row.
    const LEFT: u128 = BOARD / 63;
    let (left, right) = (board >> 1 & !(LEFT << 5), board << 1 & !LEFT);
    board & (left | right | board << WIDTH | board >> WIDTH)
}

/// The components by a search from each cell, bit by bit: the "regular bit-BFS".
pub fn bit_by_bit(board: u128, found: &mut Vec<u128>) {
    found.clear();
    let mut rest = board & BOARD;
    while rest != 0 {
        let component = breadth_first(rest, HEIGHT as u32, rest.trailing_zeros());
        found.push(component);
        rest &= !component;
    }
}

/// The component of bit `start` on a board of 6 columns.
fn breadth_first(board: u128, height: u32, start: u32) -> u128 {
    let mut queue = [0u8; WIDTH * HEIGHT];
    let (mut head, mut tail) = (0, 1);
    queue[0] = start as u8;
    let mut seen = 1u128 << start;
    while head < tail {
        let cell = u32::from(queue[head]);
        head += 1;
        let (x, y) = (cell % 6, cell / 6);
        let neighbors = [
            (x > 0).then(|| cell - 1),
            (x < 5).then(|| cell + 1),
            (y > 0).then(|| cell - 6),
            (y + 1 < height).then(|| cell + 6),
        ];
        for next in neighbors.into_iter().flatten() {
            if board & !seen & 1 << next != 0 {
                seen |= 1 << next;
                queue[tail] = next as u8;
                tail += 1;
            }
        }
    }
    seen
}
