//! Some components, and components on threads, against the list of all.

use bitboard_core::{Random, SeededRng};
use cc_label::{Component, Connectivity, Extent, Image, Labeler, components, count};
#[cfg(feature = "parallel")]
use cc_label::{LabelError, WithEuler, label, measure};

fn check(image: &Image, rng: &mut SeededRng) {
    for connectivity in Connectivity::ALL {
        let all = components(image, connectivity);
        assert_eq!(count(image, connectivity), all.len());
        let least = rng.below(20);
        let keep = |found: &Component| found.area() >= least;
        let matching: Vec<_> = all.iter().copied().filter(keep).collect();
        for limit in [0, 7, matching.len(), usize::MAX] {
            let found = Labeler::new().select(image, connectivity, limit, keep);
            assert_eq!((found.count, found.matching), (all.len(), matching.len()));
            assert_eq!(found.components, matching[..limit.min(matching.len())]);
            #[cfg(feature = "parallel")]
            {
                let other = Labeler::new().threads(8).select(image, connectivity, limit, keep);
                assert_eq!(other, found);
            }
        }
        #[cfg(feature = "parallel")]
        check_threads(image, connectivity, &all);
    }
}

/// The answers of several threads are those of one, also by a labeler that was used before.
#[cfg(feature = "parallel")]
fn check_threads(image: &Image, connectivity: Connectivity, all: &[Component]) {
    let pixels = image.width() * image.height() * image.depth();
    let ((expected, count), mut labels) = (label(image, connectivity), vec![7_u32; pixels]);
    let mut labeler = Labeler::new();
    for threads in [0, 8, 2] {
        labeler = labeler.threads(threads);
        assert_eq!(labeler.label(image, connectivity, &mut labels), Ok(count));
        assert!(labels == expected, "{threads} threads");
        let mut found: Vec<Component> = all.iter().take(1).copied().collect();
        labeler.measure(image, connectivity, &mut found);
        assert_eq!(found, all);
    }
    let mut extents: Vec<Extent> = Vec::new();
    labeler.measure(image, connectivity, &mut extents);
    assert!(extents.iter().eq(all.iter().map(Component::extent)));
    if image.depth() == 1 {
        let found = labeler.select(image, connectivity, usize::MAX, |_: &WithEuler| true);
        assert!(found.components == measure::<WithEuler>(image, connectivity));
        let mut found: Vec<WithEuler> = Vec::new();
        labeler.measure(image, connectivity, &mut found);
        assert!(found == measure::<WithEuler>(image, connectivity));
    }
    let mut small = vec![0_u16; pixels];
    let found = labeler.label(image, connectivity, &mut small);
    let max = u32::from(u16::MAX);
    if count > max {
        assert_eq!(found, Err(LabelError::TooManyComponents { max, found: count }));
    } else {
        assert_eq!(found, Ok(count));
        assert!(small.iter().zip(&expected).all(|(&small, &label)| u32::from(small) == label));
    }
    let found = labeler.label(image, connectivity, &mut small[1..]);
    assert_eq!(found, Err(LabelError::Length { expected: pixels, found: pixels - 1 }));
}

/// Noise and shapes, in images of several bands and strips. A thread is started for each 2¹⁹
/// pixels, so two or three threads work.
#[test]
fn selected_components_are_the_first_of_all() {
    let mut rng = SeededRng::new(1);
    for (width, height, percent) in [(1100, 1000, 50), (9000, 120, 10)] {
        let image = Image::from_fn((width, height), |_, _, _| rng.below(100) < percent);
        check(&image.unwrap(), &mut rng);
    }
    // Columns cross all rows, so components of distant bands are one.
    let shape = |x: usize, y: usize| (x / 13 * 7 + y / 13 * 11) % 5 < 2 || x % 100 == 3;
    let image = Image::from_fn((640, 2500), |x, y, _| shape(x, y)).unwrap();
    check(&image, &mut rng);
    let volume = Image::from_fn((150, 110, 130), |_, _, _| rng.below(100) < 10);
    check(&volume.unwrap(), &mut rng);
}

#[test]
fn what_is_measured_can_be_chosen() {
    let image: Image = "X.XX\n....\nXX..".parse().unwrap();
    let found =
        Labeler::new().select::<Extent>(&image, Connectivity::FOUR, 5, |found| found.width() > 1);
    assert_eq!((found.count, found.matching), (3, 2));
    assert_eq!(found.components.iter().map(Extent::top).collect::<Vec<_>>(), [0, 2]);
    let none = Labeler::new().select::<()>(&image, Connectivity::FOUR, 0, |()| false);
    assert_eq!((none.count, none.matching, none.components.len()), (3, 0, 0));
}
