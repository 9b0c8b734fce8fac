//! Breadth-first search on a grid with an array and a queue, as in any textbook.

/// A grid with a border of walls all around, one byte for each cell.
pub struct Walls {
    /// Cells per row, border included.
    pub stride: usize,
    /// Whether cells are free.
    pub free: Vec<bool>,
}

impl Walls {
    /// The grid of the cells for which `is_free(x, y)`.
    pub fn new(width: u32, height: u32, is_free: impl Fn(u32, u32) -> bool) -> Self {
        let stride = width as usize + 2;
        let mut free = vec![false; stride * (height as usize + 2)];
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            free[(y as usize + 1) * stride + x as usize + 1] = is_free(x, y);
        }
        Self { stride, free }
    }

    /// The place of a cell.
    #[must_use]
    pub fn place(&self, x: u32, y: u32) -> u32 {
        ((y as usize + 1) * self.stride + x as usize + 1) as u32
    }

    /// The lengths of the steps to the eight neighbors.
    #[must_use]
    pub fn around(&self) -> [isize; 8] {
        let s = self.stride as isize;
        [-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1]
    }
}

/// The number of steps from `start` to every cell, `u32::MAX` if a cell cannot be reached. Eight
/// neighbors.
#[must_use]
pub fn distances(walls: &Walls, start: u32) -> Vec<u32> {
    let around = walls.around();
    let mut distances = vec![u32::MAX; walls.free.len()];
    let mut queue = Vec::with_capacity(walls.free.len());
    distances[start as usize] = 0;
    queue.push(start);
    let mut first = 0;
    while first < queue.len() {
        let cell = queue[first] as usize;
        first += 1;
        let distance = distances[cell] + 1;
        for step in around {
            let next = cell.wrapping_add_signed(step);
            if walls.free[next] && distances[next] == u32::MAX {
                distances[next] = distance;
                queue.push(next as u32);
            }
        }
    }
    distances
}
