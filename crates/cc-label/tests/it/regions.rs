//! Holes, Euler numbers and moments against plain floods.

use bitboard_core::{Random, SeededRng};
use cc_label::__private::Rows;
use cc_label::{
    Component, Connectivity, Image, Labeler, Moments, RegionTree, Stream, WithEuler, components,
    euler_number, measure,
};
use quickcheck::QuickCheck;

/// The image with a border of unset pixels, labeled pixel by pixel: regions of both kinds, and the
/// area of each.
struct Labeled {
    width: usize,
    labels: Vec<usize>,
    /// Whether the pixels of a region are set, and the number of its pixels without the border.
    regions: Vec<(bool, u64)>,
}

fn label_regions(image: &Image, connectivity: Connectivity) -> Labeled {
    let (width, height) = (image.width() + 2, image.height() + 2);
    let is_border = |x: usize, y: usize| x == 0 || y == 0 || x + 1 == width || y + 1 == height;
    let set = |x: usize, y: usize| !is_border(x, y) && image.get((x - 1, y - 1)) == Some(true);
    let mut labels = vec![usize::MAX; width * height];
    let mut regions = Vec::new();
    for start in 0..labels.len() {
        if labels[start] != usize::MAX {
            continue;
        }
        let kind = set(start % width, start / width);
        let corners = (connectivity != Connectivity::FOUR) == kind;
        let mut area = 0;
        let mut stack = vec![start];
        labels[start] = regions.len();
        while let Some(at) = stack.pop() {
            let (x, y) = (at % width, at / width);
            area += u64::from(!is_border(x, y));
            for (dx, dy) in (0..9).map(|i| (i % 3 - 1, i / 3 - 1)) {
                let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy))
                else {
                    continue;
                };
                let allowed = x < width && y < height && (corners || dx == 0 || dy == 0);
                if allowed && set(x, y) == kind && labels[y * width + x] == usize::MAX {
                    labels[y * width + x] = regions.len();
                    stack.push(y * width + x);
                }
            }
        }
        regions.push((kind, area));
    }
    Labeled { width, labels, regions }
}

/// For each region the one around it: the region before it on the way from the border, across
/// edges.
fn parents(labeled: &Labeled) -> Vec<usize> {
    let mut neighbors = vec![Vec::new(); labeled.regions.len()];
    for at in 0..labeled.labels.len() {
        for next in [at + 1, at + labeled.width] {
            let inside =
                next < labeled.labels.len() && (next != at + 1 || next % labeled.width > 0);
            if inside && labeled.labels[at] != labeled.labels[next] {
                neighbors[labeled.labels[at]].push(labeled.labels[next]);
                neighbors[labeled.labels[next]].push(labeled.labels[at]);
            }
        }
    }
    let mut parents = vec![usize::MAX; labeled.regions.len()];
    // The border is region 0.
    parents[0] = 0;
    let mut queue = vec![0];
    let mut at = 0;
    while let Some(&region) = queue.get(at) {
        at += 1;
        for &next in &neighbors[region] {
            if parents[next] == usize::MAX {
                parents[next] = region;
                queue.push(next);
            }
        }
    }
    parents
}

fn check(image: &Image) {
    for connectivity in Connectivity::ALL {
        let labeled = label_regions(image, connectivity);
        let parents = parents(&labeled);
        let of_kind = |kind: bool| {
            let regions = labeled.regions.iter().enumerate().skip(1);
            regions.filter(move |(_, region)| region.0 == kind).map(|(i, _)| i).collect::<Vec<_>>()
        };
        let (set, holes) = (of_kind(true), of_kind(false));
        let place = |list: &[usize], region: usize| list.iter().position(|&other| other == region);
        let tree = RegionTree::new(image, connectivity);
        assert_eq!(tree.components(), components(image, connectivity));
        let areas = |list: &[usize]| list.iter().map(|&i| labeled.regions[i].1).collect::<Vec<_>>();
        assert!(tree.components().iter().map(|c| c.area()).eq(areas(&set)));
        assert!(tree.holes().iter().map(|c| c.area()).eq(areas(&holes)), "{image}");
        for (i, &region) in set.iter().enumerate() {
            assert_eq!(tree.hole_around(i), place(&holes, parents[region]), "{image}");
            let count = holes.iter().filter(|&&hole| parents[hole] == region).count();
            assert_eq!(tree.hole_count(i), count);
        }
        for (i, &region) in holes.iter().enumerate() {
            assert_eq!(Some(tree.component_around(i)), place(&set, parents[region]), "{image}");
        }
        let euler = set.len() as i64 - holes.len() as i64;
        assert_eq!(euler_number(image, connectivity), euler, "{image}");
        assert_eq!(tree.euler_number(), euler);
        check_moments(image, connectivity, &labeled, &set);
        check_euler_numbers(image, connectivity, &tree);
    }
}

/// The Euler numbers of components, in lists, streams and selections, are those of the tree.
fn check_euler_numbers(image: &Image, connectivity: Connectivity, tree: &RegionTree) {
    let (bitmap, pixels) = (image, image.width() * image.height());
    let found: Vec<WithEuler> = measure(bitmap, connectivity);
    assert!(found.iter().map(WithEuler::inner).eq(tree.components()));
    let twice: Vec<WithEuler<WithEuler>> = measure(bitmap, connectivity);
    assert!(twice.iter().map(WithEuler::inner).eq(&found));
    for (i, found) in found.iter().enumerate() {
        assert_eq!(found.hole_count(), tree.hole_count(i) as u64, "{image}");
        assert_eq!(found.euler_number(), 1 - tree.hole_count(i) as i64);
    }
    let (mut labeler, mut at_once) = (Labeler::new(), found.clone());
    let (mut labels, mut expected_labels) = (vec![7_u16; pixels], vec![0; pixels]);
    labeler.label(bitmap, connectivity, &mut expected_labels).unwrap();
    let count = labeler.label_and_measure(bitmap, connectivity, &mut labels, &mut at_once);
    assert_eq!((count, &at_once, &labels), (Ok(found.len() as u32), &found, &expected_labels));
    let all = |_: &WithEuler| true;
    assert_eq!(labeler.select(bitmap, connectivity, usize::MAX, all).components, found);
    let tree = RegionTree::<WithEuler>::with_measure(bitmap, connectivity);
    assert_eq!(tree.components(), found);
    let mut stream =
        Stream::<WithEuler<Component<u64>>>::with_measure(image.width(), connectivity).unwrap();
    let mut streamed = Vec::new();
    for y in 0..image.height() {
        stream.push_row(bitmap.row(y), |found| streamed.push(key(&found))).unwrap();
    }
    stream.finish(|found| streamed.push(key(&found)));
    streamed.sort_unstable();
    assert_eq!(streamed, expected(image, connectivity));
}

fn check_moments(image: &Image, connectivity: Connectivity, labeled: &Labeled, set: &[usize]) {
    let found: Vec<Moments> = measure(image, connectivity);
    assert_eq!(found.len(), set.len());
    for (moments, &region) in found.iter().zip(set) {
        let pixels = labeled.labels.iter().enumerate().filter(|&(_, &label)| label == region);
        let pixels = pixels.map(|(at, _)| (at % labeled.width - 1, at / labeled.width - 1));
        let pixels: Vec<(u128, u128)> = pixels.map(|(x, y)| (x as u128, y as u128)).collect();
        let sum = |f: fn(u128, u128) -> u128| pixels.iter().map(|&(x, y)| f(x, y)).sum::<u128>();
        let [xx, xy, yy] = [sum(|x, _| x * x), sum(|x, y| x * y), sum(|_, y| y * y)];
        assert_eq!(moments.products(), [[xx, xy, 0], [xy, yy, 0], [0; 3]]);
        let [x, y, z] = moments.component().centroid();
        assert_eq!(z, 0.0);
        let mean = |f: &dyn Fn(f64, f64) -> f64| {
            pixels.iter().map(|&(x, y)| f(x as f64, y as f64)).sum::<f64>() / pixels.len() as f64
        };
        let expected = [
            mean(&|a, _| (a - x).powi(2)),
            mean(&|a, b| (a - x) * (b - y)),
            mean(&|_, b| (b - y).powi(2)),
        ];
        let [[xx, xy, _], [yx, yy, _], rest] = moments.covariance();
        assert_eq!(rest, [0.0; 3]);
        assert_eq!(xy, yx);
        for (found, expected) in [xx, xy, yy].into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
        #[cfg(feature = "std")]
        {
            // The axes are the roots of the eigenvalues; the first is the deviation in its
            // direction.
            let [(long, direction), (short, _), (none, _)] = moments.axes();
            assert_eq!(none, 0.0);
            let (sin, cos) = moments.orientation().sin_cos();
            let is_round = long - short < 1e-6;
            let along = direction[0] * cos + direction[1] * sin;
            assert!(is_round || (along.abs() - 1.0).abs() < 1e-6, "{direction:?} {sin} {cos}");
            let along = mean(&|a, b| ((a - x) * cos + (b - y) * sin).powi(2));
            assert!((long * long - along).abs() < 1e-6 && short <= long);
            assert!((long * long + short * short - xx - yy).abs() < 1e-6);
        }
    }
}

#[test]
fn moments_far_from_the_origin() {
    let pixels = |x: usize, y: usize| x.abs_diff(7) < 5 - 2 * y;
    let near = Image::from_fn((20, 2), |x, y, _| pixels(x, y)).unwrap();
    let near = measure::<Moments>(&near, Connectivity::FOUR)[0];
    for far in [(1 << 20) - 9, 1 << 20, 1 << 22] {
        let image = Image::from_fn((far + 20, 2), |x, y, _| x >= far && pixels(x - far, y));
        let found = measure::<Moments>(&image.unwrap(), Connectivity::FOUR)[0];
        assert_eq!(found.covariance(), near.covariance(), "{far}");
    }
}

fn random(width: usize, height: usize, percent: u64, seed: u64) -> Image {
    let mut rng = SeededRng::new(seed);
    Image::from_fn((width, height), |_, _, _| rng.below(100) < percent).unwrap()
}

#[test]
fn noise() {
    fn check_noise(width: u8, height: u8, percent: u8, seed: u64) {
        let (width, height) = (usize::from(width) % 140 + 1, usize::from(height) % 30 + 1);
        check(&random(width, height, u64::from(percent) % 101, seed));
    }
    QuickCheck::new().tests(80).quickcheck(check_noise as fn(_, _, _, _));
    check(&random(200, 100, 60, 1));
}

#[test]
fn rings_in_rings() {
    for inset in 0..3 {
        let rings = Image::from_fn((41, 41), |x, y, _| {
            let ring = x.min(y).min(40 - x).min(40 - y);
            ring >= inset && (ring - inset).is_multiple_of(2)
        });
        check(&rings.unwrap());
        let corners = Image::from_fn((21, 21), |x, y, _| {
            let distance = x.abs_diff(10) + y.abs_diff(10);
            (distance + inset).is_multiple_of(3)
        });
        check(&corners.unwrap());
    }
    check(&Image::from_fn((70, 3), |_, _, _| true).unwrap());
    check(&Image::new((70, 3)).unwrap());
}

type Key = (u64, usize, usize, usize, usize, [u128; 3], i64);
fn key<R: Rows>(found: &WithEuler<Component<R>>) -> Key {
    let c = found.inner();
    (c.area(), c.left(), c.right(), c.top(), c.bottom(), c.sums(), found.euler_number())
}

fn expected(image: &Image, connectivity: Connectivity) -> Vec<Key> {
    let mut found: Vec<Key> = measure(image, connectivity).iter().map(key::<u32>).collect();
    found.sort_unstable();
    found
}

#[test]
fn components_of_which_nothing_but_the_size_is_measured() {
    // Three bands of rows, and two components of all of them that the last row joins.
    let image = Image::from_fn((64, 2500), |x, y, _| {
        x % 63 == 0 || y == 2499 || (2..62).contains(&x) && (x + y) % 2 == 0
    });
    let image = image.unwrap();
    for connectivity in Connectivity::ALL {
        let (found, sizes) =
            (components(&image, connectivity), measure::<u32>(&image, connectivity));
        assert_eq!(measure::<()>(&image, connectivity).len(), found.len());
        assert!(sizes.into_iter().map(u64::from).eq(found.iter().map(|c| c.area())));
    }
}

/// Memory takes most of the time for images with many components.
#[test]
fn measures_are_small() {
    assert_eq!(size_of::<cc_label::Extent>(), 32);
    assert_eq!(size_of::<Component>(), 56);
    // A `u128` takes a multiple of 8 bytes on s390x.
    assert_eq!(size_of::<Moments>(), 152_usize.next_multiple_of(align_of::<u128>()));
}
