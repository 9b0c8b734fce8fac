//! Counts the components of an image of 10¹² pixels that is never in memory as a whole, and checks
//! the count.
//!
//! ```sh
//! cargo run --release -p cc-table --example terapixel -- states        # 1,000,000 × 1,000,000
//! cargo run --release -p cc-table --example terapixel -- states 100000 # 100,000 × 100,000
//! ```
//!
//! The image is computed from its coordinates, so it needs no storage and its answer is known. It
//! consists of cells of 64×64 pixels. Each cell has a block, which may be joined to that of the
//! cell to the left or to that of the cell above, but not to both. So the joined blocks are trees:
//! each joint makes one component less and no hole. A block may have a hole, with another block in
//! it, and there are up to three dots in a cell.
//!
//! The image is scanned in 32×32 tiles, whose borders cut through cells. The state of each tile is
//! a file in the folder. A run that is killed continues with the tiles that have no file.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use cc_table::Connectivity;
use cc_table::labeling::{BitmapBuf, Tile, Tiles};

const CELL: u64 = 64;
/// Tiles in a row and in a column.
const TILES: u64 = 32;

/// What a cell has, as bits. The lowest two are the number of dots.
type Cell = u8;
const HOLE: Cell = 1 << 2;
const ISLAND: Cell = 1 << 3;
const LEFT: Cell = 1 << 4;
const UP: Cell = 1 << 5;
/// The cell to the right is joined to this one, or the cell below.
const RIGHT: Cell = 1 << 6;
const DOWN: Cell = 1 << 7;

/// The cell, without the joints that its neighbors make.
fn own(x: u64, y: u64) -> Cell {
    // SplitMix64.
    let mut bits = (x << 32 | y).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    let mut cell = (bits & 15) as Cell;
    if cell & HOLE == 0 {
        cell &= !ISLAND;
    }
    // Mostly joined, so that components reach over many tiles.
    match bits >> 32 & 15 {
        0..7 if x > 0 => cell | LEFT,
        7..15 if y > 0 => cell | UP,
        _ => cell,
    }
}

/// The components that begin with a cell, if each joint is one less, and its holes.
fn counts(cell: Cell) -> (i64, u64) {
    let joints = i64::from(cell & LEFT != 0) + i64::from(cell & UP != 0);
    let islands = i64::from(cell & ISLAND != 0);
    (1 - joints + islands + i64::from(cell & 3), u64::from(cell & HOLE != 0))
}

/// The pixels of each row of each cell.
fn pixels() -> Vec<[u64; 256]> {
    let span = |from: u32, to: u32| (u64::MAX >> (64 - (to - from))) << from;
    let row = |y: u64, cell: Cell| {
        let has = |bits: Cell| cell & bits != 0;
        let mut row = 0;
        if (16..48).contains(&y) {
            row |= span(16, 48);
            if has(HOLE) && (24..40).contains(&y) {
                row &= !span(24, 40);
            }
        }
        if (30..34).contains(&y) {
            let parts = [(ISLAND, 30, 34), (LEFT, 0, 16), (RIGHT, 48, 64)];
            parts.iter().filter(|part| has(part.0)).for_each(|part| row |= span(part.1, part.2));
        }
        if y < 16 && has(UP) || y >= 48 && has(DOWN) {
            row |= span(30, 34);
        }
        for (dot, (left, top)) in (0..cell & 3).zip([(4, 4), (56, 4), (4, 56)]) {
            debug_assert!(dot < 3);
            if (top..top + 4).contains(&y) {
                row |= span(left, left + 4);
            }
        }
        row
    };
    (0..CELL).map(|y| core::array::from_fn(|cell| row(y, cell as Cell))).collect()
}

struct Image {
    side: u64,
    pixels: Vec<[u64; 256]>,
}

impl Image {
    fn new(side: u64) -> Self {
        assert!(side.is_multiple_of(CELL) && side >= CELL * TILES, "expected a multiple of 64");
        Self { side, pixels: pixels() }
    }

    /// The cells of a row that a tile reaches, and the one after them.
    fn cells(&self, y: u64, from: u64, to: u64) -> Vec<Cell> {
        let cells = self.side / CELL;
        let cell = |x| {
            let is_joined = |is_inside: bool, x, y, joint| is_inside && own(x, y) & joint != 0;
            let right = is_joined(x + 1 < cells, x + 1, y, LEFT);
            let down = is_joined(y + 1 < cells, x, y + 1, UP);
            own(x, y) | if right { RIGHT } else { 0 } | if down { DOWN } else { 0 }
        };
        (from..to.min(cells)).map(cell).chain([0]).collect()
    }

    /// Columns or rows where a tile begins and ends.
    fn span(&self, tile: u64) -> (u64, u64) {
        (self.side * tile / TILES, self.side * (tile + 1) / TILES)
    }

    /// The pixels of a tile.
    fn tile(&self, column: u64, row: u64) -> BitmapBuf {
        let ((left, right), (top, bottom)) = (self.span(column), self.span(row));
        let (width, height) = ((right - left) as usize, (bottom - top) as usize);
        let words = width.div_ceil(64);
        let mut bytes = Vec::with_capacity(8 * words * height);
        let shift = left % CELL;
        let mut cells = Vec::new();
        for y in top..bottom {
            if y == top || y % CELL == 0 {
                cells = self.cells(y / CELL, left / CELL, right.div_ceil(CELL) + 1);
            }
            let table = &self.pixels[(y % CELL) as usize];
            let word = |cell: Cell| table[cell as usize];
            for pair in cells.windows(2).take(words) {
                let next = word(pair[1]) << 1 << (63 - shift);
                bytes.extend((word(pair[0]) >> shift | next).to_le_bytes());
            }
        }
        let order = cc_table::labeling::BitOrder::LeastSignificantFirst;
        BitmapBuf::from_packed(&bytes, width, height, 8 * words, order).expect("a small tile")
    }

    /// The number of components and holes of the image.
    fn expected(&self) -> (u64, u64) {
        let cells = self.side / CELL;
        let (mut components, mut holes) = (0, 0);
        for y in 0..cells {
            for x in 0..cells {
                let (more, with_hole) = counts(own(x, y));
                components += more;
                holes += with_hole;
            }
        }
        (components as u64, holes)
    }
}

/// Writes a file that is whole whenever it exists.
fn save(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let part = path.with_extension("part");
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(part, path)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("expected a folder for the states")?);
    let side: u64 = arguments.next().map_or(Ok(1_000_000), |side| side.parse())?;
    // The nearest multiple of a cell.
    let image = Image::new(side / CELL * CELL);
    fs::create_dir_all(&folder)?;
    let path = |tile: u64| folder.join(format!("{:02}-{:02}.tile", tile / TILES, tile % TILES));
    let (start, next, scanned) = (Instant::now(), AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        loop {
            let tile = next.fetch_add(1, Ordering::Relaxed);
            if tile >= TILES * TILES {
                return Ok::<(), String>(());
            }
            let path = path(tile);
            if path.exists() {
                continue;
            }
            let (column, row) = (tile % TILES, tile / TILES);
            let at = (image.span(column).0 as usize, image.span(row).0 as usize);
            let (pixels, side) = (image.tile(column, row), image.side as usize);
            let state = Tile::open(&pixels, at, (side, side), Connectivity::Four);
            let state = state.map_err(|error| error.to_string())?;
            save(&path, &state.to_bytes()).map_err(|error| error.to_string())?;
            let done = scanned.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(4 * TILES) {
                let seconds = start.elapsed().as_secs_f64();
                println!("{done} tiles in {seconds:.0} s");
            }
        }
    };
    let threads = std::thread::available_parallelism()?.get();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
    })?;
    let scanning = start.elapsed().as_secs_f64();

    let start = Instant::now();
    let (mut tiles, mut bytes) = (Tiles::new(), 0);
    for tile in 0..TILES * TILES {
        let state = fs::read(path(tile))?;
        bytes += state.len();
        tiles.push(Tile::from_bytes(&state)?)?;
    }
    let joined = tiles.finish()?;
    let joining = start.elapsed().as_secs_f64();
    let holes = joined.count().wrapping_add_signed(-joined.euler_number());
    let found = (joined.count(), holes);
    let pixels = image.side as f64 * image.side as f64;
    let tiles = scanned.into_inner() as f64;
    let rate = tiles / (TILES * TILES) as f64 * pixels / scanning / 1e9;
    println!("{0}×{0} pixels, {tiles} tiles scanned by {threads} threads", image.side);
    println!("scanned in {scanning:.1} s, {rate:.2} gigapixels/s; joined in {joining:.2} s");
    println!("states of {:.1} kB on average", bytes as f64 / (TILES * TILES) as f64 / 1e3);
    println!("{} components, {} holes", found.0, found.1);
    let expected = image.expected();
    if found != expected {
        return Err(format!("expected {} components, {} holes", expected.0, expected.1).into());
    }
    println!("as expected");
    Ok(())
}
