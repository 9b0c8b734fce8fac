//! The components of a raw file of one bit per pixel, the most significant bit first and rows from a
//! new byte, which is read tile by tile. Tiles can be labeled on several machines: their states are
//! joined in the end.
//!
//! ```sh
//! cargo run --release -p cc-label --example raw_tiles -- FILE WIDTH HEIGHT
//! ```

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use cc_label::{BitOrder, Connectivity, Image, Tile, Tiles};

/// The side of a tile, a multiple of 8.
const SIDE: usize = 1 << 13;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, width, height] = &arguments[..] else {
        return Err("expected FILE WIDTH HEIGHT".into());
    };
    let (mut file, width, height) = (File::open(path)?, width.parse()?, height.parse()?);
    let mut tiles = Tiles::new();
    for (y, x) in
        (0..height).step_by(SIDE).flat_map(|y| (0..width).step_by(SIDE).map(move |x| (y, x)))
    {
        let size = (SIDE.min(width - x), SIDE.min(height - y));
        let image = read(&mut file, (x, y), size, width)?;
        let tile = Tile::new(&image, (x, y), (width, height), Connectivity::EIGHT)?;
        // Another machine could write `tile.to_bytes()` to a file, for `Tile::from_bytes` here.
        tiles.push(tile)?;
    }
    let joined = tiles.finish()?;
    println!("{} components", joined.count());
    let mut components: Vec<_> = joined.components().iter().collect();
    components.sort_unstable_by_key(|(_, component)| std::cmp::Reverse(component.area()));
    for (label, component) in components.into_iter().take(10) {
        println!("label {label}: {} pixels from {:?}", component.area(), component.lower());
    }
    Ok(())
}

/// Reads the tile whose first pixel is at `x`, `y`, of an image of `width` columns.
fn read(
    file: &mut File,
    (x, y): (usize, usize),
    size: (usize, usize),
    width: usize,
) -> Result<Image, Box<dyn Error>> {
    let (row, stride) = (size.0.div_ceil(8), width.div_ceil(8));
    let mut bytes = vec![0; row * size.1];
    for (y, bytes) in (y..).zip(bytes.chunks_exact_mut(row)) {
        file.seek(SeekFrom::Start((y * stride + x / 8) as u64))?;
        file.read_exact(bytes)?;
    }
    Ok(Image::from_packed(&bytes, size, row, BitOrder::MostSignificantFirst)?)
}
