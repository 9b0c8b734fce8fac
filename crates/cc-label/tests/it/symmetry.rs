//! Turned and reflected images have the turned and reflected answers.

use bitboard_core::{Random, SeededRng};
use cc_label::{Connectivity, Image, RegionTree, Stream, components, label};

/// Area, box and sums of columns and rows.
type Figures = (u64, [usize; 4], [u128; 3]);

/// Width, height, and where the pixel (x, y) of the image comes from.
type Map = fn(usize, usize, usize, usize) -> (usize, usize);

/// All eight, by transposing, mirroring and flipping.
const MAPS: [(bool, Map); 4] = [
    (true, |_, _, x, y| (y, x)),
    (false, |width, _, x, y| (width - 1 - x, y)),
    (false, |_, height, x, y| (x, height - 1 - y)),
    (true, |width, height, x, y| (width - 1 - y, height - 1 - x)),
];

fn figures(image: &Image, connectivity: Connectivity) -> Vec<Figures> {
    let found = components(image, connectivity);
    found.iter().map(|c| (c.area(), [c.left(), c.top(), c.right(), c.bottom()], c.sums())).collect()
}

/// The figures of the components of the image that has the figures of the original.
fn expected(image: &Image, original: &Image, map: Map, connectivity: Connectivity) -> Vec<Figures> {
    let (width, height) = (original.width(), original.height());
    let (labels, count) = label(original, connectivity);
    let mut found = vec![None; count as usize];
    for (x, y) in (0..image.height()).flat_map(|y| (0..image.width()).map(move |x| (x, y))) {
        let (from_x, from_y) = map(width, height, x, y);
        let label = labels[from_y * width + from_x];
        assert_eq!(image.get((x, y)), Some(label > 0));
        let Some(place) = (label as usize).checked_sub(1) else { continue };

        let (area, [left, top, right, bottom], sums) =
            found[place].get_or_insert((0, [x, y, x, y], [0; 3]));
        *area += 1;
        (*left, *top) = ((*left).min(x), (*top).min(y));
        (*right, *bottom) = ((*right).max(x), (*bottom).max(y));
        *sums = [sums[0] + x as u128, sums[1] + y as u128, 0];
    }
    let mut found: Vec<Figures> = found.into_iter().flatten().collect();
    found.sort_unstable();
    found
}

#[test]
fn turned_images() {
    let mut rng = SeededRng::new(3);
    for round in 0..60 {
        let (width, height) = (1 + rng.below(150) as usize, 1 + rng.below(150) as usize);
        // Noise, and stripes in one direction: the worst case for runs in the other.
        let percent = 100 * (round % 10) / 10;
        let original = Image::from_fn((width, height), |x, _, _| match round % 3 {
            0 => x % 2 == 0,
            _ => rng.below(100) < percent,
        });
        let original = original.unwrap();
        for (transposes, map) in MAPS {
            let (w, h) = if transposes { (height, width) } else { (width, height) };
            let image = Image::from_fn((w, h), |x, y, _| {
                let (x, y) = map(width, height, x, y);
                original.get((x, y)) == Some(true)
            });
            check(&image.unwrap(), &original, map);
        }
    }
}

fn check(image: &Image, original: &Image, map: Map) {
    for connectivity in Connectivity::ALL {
        let expected = expected(image, original, map, connectivity);
        let mut found = figures(image, connectivity);
        found.sort_unstable();
        assert_eq!(found, expected);
        let trees = [image, original].map(|i| RegionTree::new(i, connectivity));
        let [tree, before] = trees.each_ref().map(|t| (t.holes().len(), t.euler_number()));
        assert_eq!(tree, before);
        let mut streamed = 0;
        let mut stream = Stream::new(image.width(), connectivity).unwrap();
        for y in 0..image.height() {
            stream.push_row(image.row(y), |_| streamed += 1).unwrap();
        }
        stream.finish(|_| streamed += 1);
        assert_eq!(streamed, expected.len());
    }
}
