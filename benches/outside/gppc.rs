//! The interface of the Grid-Based Path Planning Competition's dynamic track to `OctilePlanner`: a
//! static library (`crate-type = ["staticlib"]`, with king-paths as its only dependency) that is
//! linked with the start kit's runner, github.com/gppc-dev/startkit-dynamic, in the place of its
//! `Entry.cpp`. `run -check FILE.scen` then checks all paths.

use king_paths::grid::{Grid, OctilePlanner, Point};
use std::ffi::{c_char, c_void};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Cell {
    x: u16,
    y: u16,
}

#[repr(C)]
pub struct Patch {
    bits: *const u8,
    width: u16,
    height: u16,
    at: Cell,
}

#[repr(C)]
pub struct Path {
    cells: *const Cell,
    len: u32,
    incomplete: u8,
}

struct Search {
    planner: OctilePlanner,
    cells: Vec<Cell>,
}

impl Patch {
    /// The cells that become free, or not free, on a map.
    unsafe fn cells(&self, free: bool, map: &Grid) -> Vec<Point> {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let bits = unsafe { std::slice::from_raw_parts(self.bits, (width * height).div_ceil(8)) };
        let at = (usize::from(self.at.x), usize::from(self.at.y));
        let cells = (0..width * height).filter(|&i| (bits[i / 8] >> (i % 8) & 1 == 1) == free);
        let cells = cells.map(|i| (at.0 + i % width, at.1 + i / width));
        cells.filter(|&cell| map.is_free(cell) != free).collect()
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn gppc_preprocess_init_map(_: Patch, _: *const c_char) {}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn gppc_search_init(map: Patch, _: *const c_char) -> *mut c_void {
    let (width, height) = (map.width.into(), map.height.into());
    let mut grid = Grid::new(width, height).expect("a grid");
    grid.set_all(unsafe { map.cells(true, &grid) }, true).expect("cells of the map");
    let planner = grid.octile_planner().expect("memory");
    Box::into_raw(Box::new(Search { planner, cells: Vec::new() })).cast()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn gppc_map_change(data: *mut c_void, changes: *const Patch, count: u32) {
    let search = unsafe { &mut *data.cast::<Search>() };
    for patch in unsafe { std::slice::from_raw_parts(changes, count as usize) } {
        for free in [true, false] {
            let cells = unsafe { patch.cells(free, search.planner.grid()) };
            search.planner.update(cells, free).expect("cells of the map");
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn gppc_get_path(data: *mut c_void, from: Cell, to: Cell) -> Path {
    let Search { planner, cells } = unsafe { &mut *data.cast::<Search>() };
    let point = |cell: Cell| (cell.x.into(), cell.y.into());
    cells.clear();
    if let Ok(Some((_, path))) = planner.path(point(from), point(to)) {
        cells.extend(path.into_iter().map(|(x, y)| Cell { x: x as u16, y: y as u16 }));
    }
    Path { cells: cells.as_ptr(), len: cells.len() as u32, incomplete: 0 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn gppc_free_data(data: *mut c_void) {
    drop(unsafe { Box::from_raw(data.cast::<Search>()) });
}

#[unsafe(no_mangle)]
pub extern "C" fn gppc_get_name() -> *const c_char {
    c"king-paths".as_ptr()
}
