//! Some components, and components on threads, against the list of all.

use bitboard_core::{Limits, Random, SeededRng, StopReason};
use cc_label::Connectivity;
use cc_label::{Bitmap, BitmapBuf, Component, Extent, components, count, select, try_select};
#[cfg(feature = "parallel")]
use cc_label::{
    BitmapError, Labeler, WithEuler, measure, try_components_on_threads, try_select_on_threads,
};

fn check(image: Bitmap<'_>, rng: &mut SeededRng) {
    for connectivity in Connectivity::ALL {
        let all = components(image, connectivity);
        assert_eq!(count(image, connectivity), all.len());
        let least = rng.below(20);
        let keep = |found: &Component| found.area() >= least;
        let matching: Vec<_> = all.iter().copied().filter(keep).collect();
        for limit in [0, 7, matching.len(), usize::MAX] {
            let found = select(image, connectivity, limit, keep);
            assert_eq!((found.count, found.matching), (all.len(), matching.len()));
            assert_eq!(found.components, matching[..limit.min(matching.len())]);
            #[cfg(feature = "parallel")]
            {
                let limits = &Limits::new();
                let other = try_select_on_threads(image, connectivity, limit, keep, 8, limits);
                assert_eq!(other.as_ref(), Ok(&found));
            }
        }
        #[cfg(feature = "parallel")]
        {
            for threads in [0, 2] {
                let limits = Limits::new();
                assert_eq!(
                    try_components_on_threads(image, connectivity, threads, &limits).as_ref(),
                    Ok(&all),
                );
            }
            check_labels(image, connectivity, all.len() as u32);
            let (limits, any) = (Limits::new(), |_: &WithEuler| true);
            let found = try_select_on_threads(image, connectivity, usize::MAX, any, 3, &limits);
            assert!(found.unwrap().components == measure::<WithEuler>(image, connectivity));
        }
    }
}

/// The labels by several threads are those of one, also by a labeler that was used before.
#[cfg(feature = "parallel")]
fn check_labels(image: Bitmap<'_>, connectivity: Connectivity, count: u32) {
    let pixels = image.width() * image.height();
    let (mut expected, mut labels) = (vec![0_u32; pixels], vec![7_u32; pixels]);
    let mut labeler = Labeler::new();
    assert_eq!(labeler.label(image, connectivity, &mut expected), Ok(count));
    let limits = Limits::new();
    for threads in [8, 2] {
        let mut label = |limits| {
            labeler.try_label_on_threads(image, connectivity, &mut labels, threads, limits)
        };
        assert_eq!(label(&limits), Ok(count), "{threads} threads");
        assert!(labels == expected, "{threads} threads");
        let stopped = labeler.try_label_on_threads(
            image,
            connectivity,
            &mut labels,
            threads,
            &Limits::new().nodes(image.height() as u64 / 2),
        );
        assert_eq!(stopped.unwrap_err().partial(), Some(&(image.height() as u64 / 2)));
    }
    let mut small = vec![0_u16; pixels];
    let found = labeler.try_label_on_threads(image, connectivity, &mut small, 3, &limits);
    let max = u32::from(u16::MAX);
    if count > max {
        let error = BitmapError::TooManyComponents { max, found: count };
        assert_eq!(found, Err(bitboard_core::TryError::Failed(error)));
    } else {
        assert_eq!(found, Ok(count));
        assert!(small.iter().zip(&expected).all(|(&small, &label)| u32::from(small) == label));
    }
    let found = labeler.try_label_on_threads(image, connectivity, &mut small[1..], 3, &limits);
    let error = BitmapError::Length { expected: pixels, found: pixels - 1 };
    assert_eq!(found, Err(bitboard_core::TryError::Failed(error)));
}

/// Noise and shapes, in images of several bands and strips. A thread is started for each 2¹⁹
/// pixels, so two or three threads work.
#[test]
fn selected_components_are_the_first_of_all() {
    let mut rng = SeededRng::new(1);
    for (width, height, percent) in [(1100, 1000, 50), (9000, 120, 10)] {
        let image = BitmapBuf::from_fn(width, height, |_, _| rng.below(100) < percent);
        check(image.unwrap().as_bitmap(), &mut rng);
    }
    // Columns cross all rows, so components of distant bands are one.
    let shape = |x: usize, y: usize| (x / 13 * 7 + y / 13 * 11) % 5 < 2 || x % 100 == 3;
    let image = BitmapBuf::from_fn(640, 2500, shape).unwrap();
    check(image.as_bitmap(), &mut rng);
}

#[test]
fn what_is_measured_can_be_chosen() {
    let image: BitmapBuf = "X.XX\n....\nXX..".parse().unwrap();
    let found = select::<Extent>(&image, Connectivity::Four, 5, |found| found.width() > 1);
    assert_eq!((found.count, found.matching), (3, 2));
    assert_eq!(found.components.iter().map(Extent::top).collect::<Vec<_>>(), [0, 2]);
    let none = select::<()>(&image, Connectivity::Four, 0, |()| false);
    assert_eq!((none.count, none.matching, none.components.len()), (3, 0, 0));
}

#[test]
fn a_stopped_selection_says_how_far_it_came() {
    let image = BitmapBuf::from_fn(100, 50, |x, y| (x ^ y) % 3 == 0).unwrap();
    let (image, limits) = (&image, Limits::new().nodes(49));
    let stopped = try_select::<Component>(image, Connectivity::Four, 1, |_| true, &limits);
    let stopped = stopped.unwrap_err();
    assert_eq!((stopped.reason, stopped.partial), (StopReason::Nodes, 49));
}
