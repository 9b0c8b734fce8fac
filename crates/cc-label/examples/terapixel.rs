//! Counts the components of an image of 10¹² pixels, or of a volume of 10¹² voxels, that is never in
//! memory as a whole, and checks the count.
//!
//! ```sh
//! cargo run --release -p cc-label --example terapixel -- states        # 1,000,000 × 1,000,000
//! cargo run --release -p cc-label --example terapixel -- states 100000 # 100,000 × 100,000
//! cargo run --release -p cc-label --example terapixel -- bricks 10048 volume # 10,048³
//! ```
//!
//! The image is computed from its coordinates, so it needs no storage and its answer is known. It
//! consists of cells of 64×64 pixels. Each cell has a block, which may be joined to that of the
//! cell to the left or to that of the cell above, but not to both. So the joined blocks are trees:
//! each joint makes one component less and no hole. A block may have a hole, with another block in
//! it, and there are up to three dots in a cell. A volume has the same along three axes, with
//! cavities instead of holes.
//!
//! The image is scanned in 32×32 tiles, a volume in 10×10×10 bricks, whose borders cut through
//! cells. The state of each tile is a file in the folder. A run that is killed continues with the
//! tiles that have no file.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use cc_label::{Connectivity, Image, Tile, Tiles};

const CELL: u64 = 64;

/// What a cell has, as bits. The lowest two are the number of dots.
type Cell = u16;
const HOLE: Cell = 1 << 2;
const ISLAND: Cell = 1 << 3;
const LEFT: Cell = 1 << 4;
const UP: Cell = 1 << 5;
const FRONT: Cell = 1 << 6;
/// The cell to the right is joined to this one, the cell below, or the cell behind.
const RIGHT: Cell = 1 << 7;
const DOWN: Cell = 1 << 8;
const BACK: Cell = 1 << 9;
const CELLS: usize = 1 << 10;

/// The components that begin with a cell, if each joint is one less.
fn count(cell: Cell) -> i64 {
    let joints = i64::from((cell & (LEFT | UP | FRONT)).count_ones());
    let islands = i64::from(cell & ISLAND != 0);
    1 - joints + islands + i64::from(cell & 3)
}

/// The pixels of row `y` of plane `z` of a cell. An image is like the middle plane, with all dots.
fn row(y: u64, z: Option<u64>, cell: Cell) -> u64 {
    let span = |from: u32, to: u32| (u64::MAX >> (64 - (to - from))) << from;
    let has = |bits: Cell| cell & bits != 0;
    let is_in =
        |y: u64, z: u64, from: u64, to: u64| (from..to).contains(&y) && (from..to).contains(&z);
    let middle = z.unwrap_or(32);
    let mut row = 0;
    if is_in(y, middle, 16, 48) {
        row |= span(16, 48);
        if has(HOLE) && is_in(y, middle, 24, 40) {
            row &= !span(24, 40);
        }
    }
    if is_in(y, middle, 30, 34) {
        let parts = [(ISLAND, 30, 34), (LEFT, 0, 16), (RIGHT, 48, 64)];
        parts.iter().filter(|part| has(part.0)).for_each(|part| row |= span(part.1, part.2));
    }
    for (at, other, before, after) in [(y, middle, UP, DOWN), (middle, y, FRONT, BACK)] {
        if (30..34).contains(&other) && (at < 16 && has(before) || at >= 48 && has(after)) {
            row |= span(30, 34);
        }
    }
    for (_, (left, top)) in (0..cell & 3).zip([(4, 4), (56, 4), (4, 56)]) {
        if is_in(y, z.map_or(top, |z| z + top - 4), top, top + 4) {
            row |= span(left, left + 4);
        }
    }
    row
}

struct Whole {
    side: u64,
    is_volume: bool,
    /// Tiles along each axis.
    tiles: u64,
    /// For each plane and row of a cell, and for each cell, the pixels.
    rows: Vec<[u64; CELLS]>,
}

impl Whole {
    fn new(side: u64, is_volume: bool) -> Self {
        let tiles = if is_volume { 10 } else { 32 };
        assert!(side.is_multiple_of(CELL) && side >= CELL * tiles, "expected a multiple of 64");
        let planes = if is_volume { CELL } else { 1 };
        let rows = (0..planes * CELL).map(|i| {
            let z = is_volume.then_some(i / CELL);
            core::array::from_fn(|cell| row(i % CELL, z, cell as Cell))
        });
        Self { side, is_volume, tiles, rows: rows.collect() }
    }

    /// The cell, without the joints that its neighbors make.
    fn own(&self, [x, y, z]: [u64; 3]) -> Cell {
        // SplitMix64.
        let mut bits = (x << 32 | y ^ z << 16).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        let mut cell = (bits & 15) as Cell;
        if cell & HOLE == 0 {
            cell &= !ISLAND;
        }
        // Mostly joined, so that components reach over many tiles.
        let (left, up) = if self.is_volume { (5, 10) } else { (7, 15) };
        match bits >> 32 & 15 {
            n if n < left && x > 0 => cell | LEFT,
            n if (left..up).contains(&n) && y > 0 => cell | UP,
            n if (up..15).contains(&n) && z > 0 => cell | FRONT,
            _ => cell,
        }
    }

    /// The cells of a row that a tile reaches, and the one after them.
    fn cells(&self, [y, z]: [u64; 2], from: u64, to: u64) -> Vec<Cell> {
        let cells = self.side / CELL;
        let cell = |x| {
            let after = [
                ([x + 1, y, z], LEFT, RIGHT),
                ([x, y + 1, z], UP, DOWN),
                ([x, y, z + 1], FRONT, BACK),
            ];
            after.into_iter().fold(self.own([x, y, z]), |cell, (at, joint, mark)| {
                let is_inside = at.iter().all(|&at| at < cells);
                if is_inside && self.own(at) & joint != 0 { cell | mark } else { cell }
            })
        };
        (from..to.min(cells)).map(cell).chain([0]).collect()
    }

    /// The places along an axis where a tile begins and ends.
    fn span(&self, tile: u64) -> [u64; 2] {
        [self.side * tile / self.tiles, self.side * (tile + 1) / self.tiles]
    }

    fn tile_count(&self) -> u64 {
        self.tiles.pow(if self.is_volume { 3 } else { 2 })
    }

    /// The state of a tile.
    fn scan(&self, tile: u64) -> Result<Tile, Box<dyn std::error::Error>> {
        let axes = [tile % self.tiles, tile / self.tiles % self.tiles, tile / self.tiles.pow(2)];
        let [[left, right], [top, bottom], mut planes] = axes.map(|tile| self.span(tile));
        if !self.is_volume {
            planes = [0, 1];
        }
        let size = [right - left, bottom - top, planes[1] - planes[0]].map(|n| n as usize);
        let mut words = Vec::with_capacity(size[0].div_ceil(64) * size[1] * size[2]);
        let (count, shift, mut cells) = (size[0].div_ceil(64), left % CELL, Vec::new());
        for z in planes[0]..planes[1] {
            for y in top..bottom {
                if y == top || y % CELL == 0 {
                    let row = [y / CELL, z / CELL];
                    cells = self.cells(row, left / CELL, right.div_ceil(CELL) + 1);
                }
                let table = &self.rows[(z % CELL * CELL + y % CELL) as usize];
                let word = |cell: Cell| table[cell as usize];
                words.extend(
                    cells
                        .windows(2)
                        .take(count)
                        .map(|pair| word(pair[0]) >> shift | word(pair[1]) << 1 << (63 - shift)),
                );
            }
        }
        let (side, [x, y, z]) = (self.side as usize, [left, top, planes[0]].map(|n| n as usize));
        let image = Image::from_words(words, (size[0], size[1], size[2]))?;
        let depth = if self.is_volume { side } else { 1 };
        Ok(Tile::open(&image, (x, y, z), (side, side, depth), Connectivity::Faces)?)
    }

    /// The number of components.
    fn expected(&self) -> u64 {
        let cells = self.side / CELL;
        let depth = if self.is_volume { cells } else { 1 };
        let all = (0..depth).flat_map(|z| (0..cells).map(move |y| (y, z)));
        let all = all.flat_map(|(y, z)| (0..cells).map(move |x| [x, y, z]));
        all.map(|cell| count(self.own(cell))).sum::<i64>() as u64
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
    let is_volume = arguments.next().is_some_and(|word| word == "volume");
    // The nearest multiple of a cell.
    let whole = Whole::new(side / CELL * CELL, is_volume);
    fs::create_dir_all(&folder)?;
    let path = |tile: u64| folder.join(format!("{tile:04}.tile"));
    let (start, next, scanned) = (Instant::now(), AtomicU64::new(0), AtomicU64::new(0));
    let tile_count = whole.tile_count();
    let work = || {
        loop {
            let tile = next.fetch_add(1, Ordering::Relaxed);
            if tile >= tile_count {
                return Ok::<(), String>(());
            }
            if path(tile).exists() {
                continue;
            }
            let state = whole.scan(tile).map_err(|error| error.to_string())?;
            save(&path(tile), &state.to_bytes()).map_err(|error| error.to_string())?;
            let done = scanned.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(100) {
                println!("{done} tiles in {:.0} s", start.elapsed().as_secs_f64());
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
    for tile in 0..tile_count {
        let state = fs::read(path(tile))?;
        bytes += state.len();
        tiles.push(Tile::from_bytes(&state)?)?;
    }
    let joined = tiles.finish()?;
    let joining = start.elapsed().as_secs_f64();
    let axes = if is_volume { 3 } else { 2 };
    let tiles = scanned.into_inner() as f64;
    let pixels = (whole.side as f64).powi(axes) * tiles / tile_count as f64;
    let rate = pixels / scanning / 1e9;
    println!("{}, {axes} axes, {tiles} tiles scanned by {threads} threads", whole.side);
    println!("scanned in {scanning:.1} s, {rate:.2} billion a second; joined in {joining:.2} s");
    println!("states of {:.1} kB on average", bytes as f64 / tile_count as f64 / 1e3);
    let (found, expected) = (joined.count(), whole.expected());
    println!("{found} components");
    if found != expected {
        return Err(format!("expected {expected} components").into());
    }
    println!("as expected");
    Ok(())
}
