//! The largest components of an image that is never in memory as a whole: rows are made, or would
//! be read, one by one, and components are reported as soon as they are complete.
//!
//! ```sh
//! cargo run --release -p cc-label --example largest_components
//! ```

use cc_label::{Component, Connectivity, LabelError, Stream};

const WIDTH: usize = 1000;
const HEIGHT: u64 = 100_000;

/// Row `y` of an image of discs on a grid of 50×50 pixels, some of which touch, one bit per pixel.
fn row(y: u64) -> Vec<u64> {
    let mut words = vec![0; WIDTH.div_ceil(64)];
    for x in 0..WIDTH as u64 {
        let (i, j) = (x / 50, y / 50);
        let radius = 15 + (i * 7 + j * 13) % 12;
        let (dx, dy) = ((x % 50).abs_diff(25), (y % 50).abs_diff(25));
        if dx * dx + dy * dy < radius * radius {
            words[x as usize / 64] |= 1 << (x % 64);
        }
    }
    words
}

fn main() -> Result<(), LabelError> {
    let mut stream = Stream::new(WIDTH, Connectivity::EIGHT)?;
    let mut largest: Vec<Component<u64>> = Vec::new();
    let mut count = 0;
    let mut keep = |component| {
        count += 1;
        largest.push(component);
        if largest.len() == 100 {
            largest.sort_by_key(|component| std::cmp::Reverse(component.area()));
            largest.truncate(5);
        }
    };
    for y in 0..HEIGHT {
        stream.push_row(&row(y), &mut keep)?;
    }
    stream.finish(&mut keep);
    largest.sort_by_key(|component| std::cmp::Reverse(component.area()));
    println!("{count} components in {WIDTH}×{HEIGHT} pixels; the largest:");
    for component in &largest[..largest.len().min(5)] {
        let [x, y, _] = component.centroid();
        println!(
            "{} pixels around ({x:.1}, {y:.1}), {}×{}",
            component.area(),
            component.width(),
            component.height()
        );
    }
    Ok(())
}
