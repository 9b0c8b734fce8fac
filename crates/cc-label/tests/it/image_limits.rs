//! Limits of queries about images: a query that is stopped can be asked again.

use std::cell::RefCell;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bitboard_core::{Interrupted, Limits, Progress, Random, SeededRng, StopReason, TryError};
use cc_label::Connectivity;
use cc_label::{
    Bitmap, BitmapBuf, Component, Keep, LabeledRun, Labeler, RegionTree, Selected, Tile,
    components, count, euler_number, measure, select, try_components, try_contacts, try_count,
    try_euler_number, try_fill_holes, try_measure, try_retain, try_select,
};
use quickcheck::QuickCheck;

use bitboard_core::__private::check::{Query, check, queries, run};

/// All answers for an image.
#[derive(PartialEq, Debug)]
struct Answers {
    components: Vec<Component>,
    numbers: (usize, i64),
    tree: RegionTree,
    labels: (u32, Vec<u32>),
    runs: Vec<LabeledRun>,
    selected: Selected<Component>,
    tile: Tile,
}

impl Answers {
    fn new(labeler: &mut Labeler, image: Bitmap<'_>, connectivity: Connectivity) -> Self {
        let mut labels = vec![0; image.width() * image.height()];
        let found = components(image, connectivity);
        assert_eq!(measure::<Component>(image, connectivity), found);
        let mut components = Vec::new();
        labeler.components(image, connectivity, &mut components);
        assert_eq!(components, found);
        Self {
            components,
            numbers: (count(image, connectivity), euler_number(image, connectivity)),
            tree: RegionTree::new(image, connectivity),
            labels: (labeler.label(image, connectivity, &mut labels).unwrap(), labels),
            runs: labeler.runs(image, connectivity).collect(),
            selected: select(image, connectivity, 3, is_large),
            tile: tile(image, connectivity, &Limits::new()).unwrap(),
        }
    }
}

type Stopped = Interrupted<u64>;

fn is_large(found: &Component) -> bool {
    found.area() > 2
}

/// The image as a tile of a larger one.
fn tile(
    image: Bitmap<'_>,
    connectivity: Connectivity,
    limits: &Limits<'_>,
) -> Result<Tile, Stopped> {
    match Tile::try_open(image, (3, 5), (1 << 20, 1 << 20), connectivity, limits) {
        Err(TryError::Interrupted(stopped)) => Err(stopped),
        tile => Ok(tile.unwrap()),
    }
}

/// Asks each query within limits. Returns what stopped those that were stopped, after comparing the
/// other answers with `expected`.
fn within(
    limits: &Limits<'_>,
    expected: &Answers,
    labeler: &mut Labeler,
    image: Bitmap<'_>,
    connectivity: Connectivity,
) -> Vec<Option<Stopped>> {
    fn stop<T: PartialEq>(answer: Result<T, Stopped>, expected: &T) -> Option<Stopped> {
        match answer {
            Ok(answer) => {
                assert!(answer == *expected);
                None
            }
            Err(stopped) => Some(stopped),
        }
    }

    let mut found = vec![
        expected.components[..]
            .first()
            .copied()
            .unwrap_or_else(|| components(Bitmap::new(&[1], 1, 1).unwrap(), connectivity)[0]),
    ];
    let of_labeler = labeler.try_components(image, connectivity, &mut found, limits);
    assert!(of_labeler.is_ok() || found.is_empty());
    let of_labeler = of_labeler.map(|()| found);
    let mut labels = vec![0; image.width() * image.height()];
    let labeled = match labeler.try_label(image, connectivity, &mut labels, limits) {
        Err(TryError::Interrupted(stopped)) => Err(stopped),
        count => Ok((count.unwrap(), labels)),
    };
    let runs = labeler.try_runs(image, connectivity, limits).map(Iterator::collect);
    let numbers = (expected.numbers.0, expected.numbers.1);
    vec![
        stop(of_labeler, &expected.components),
        stop(labeled, &expected.labels),
        stop(runs, &expected.runs),
        stop(try_components(image, connectivity, limits), &expected.components),
        stop(try_measure(image, connectivity, limits), &expected.components),
        stop(try_count(image, connectivity, limits), &numbers.0),
        stop(try_euler_number(image, connectivity, limits), &numbers.1),
        stop(RegionTree::try_measure(image, connectivity, limits), &expected.tree),
        stop(try_select(image, connectivity, 3, is_large, limits), &expected.selected),
        stop(tile(image, connectivity, limits), &expected.tile),
        #[cfg(feature = "parallel")]
        stop(
            cc_label::try_components_on_threads(image, connectivity, 0, limits),
            &expected.components,
        ),
        #[cfg(feature = "parallel")]
        stop(
            cc_label::try_select_on_threads(image, connectivity, 3, is_large, 2, limits),
            &expected.selected,
        ),
    ]
}

fn random(width: usize, height: usize, percent: u64, seed: u64) -> BitmapBuf {
    let mut rng = SeededRng::new(seed);
    BitmapBuf::from_fn(width, height, |_, _| rng.below(100) < percent).unwrap()
}

#[test]
fn queries_that_are_stopped_after_some_rows_can_be_asked_again() {
    fn check(width: u8, height: u8, percent: u8, seed: u64) {
        let (width, height) = (usize::from(width) + 1, usize::from(height) % 60 + 1);
        let image = random(width, height, u64::from(percent) % 101, seed);
        let (image, mut labeler) = (image.as_bitmap(), Labeler::new());
        let mut rng = SeededRng::new(seed);
        for connectivity in Connectivity::ALL {
            let expected = Answers::new(&mut Labeler::new(), image, connectivity);
            for _ in 0..3 {
                let nodes = rng.below(height as u64 + 3);
                let limits = Limits::new().nodes(nodes);
                let is_stopped = nodes < height as u64;
                let stopped = Interrupted::new(StopReason::Nodes, nodes);
                let stopped = is_stopped.then_some(stopped);
                for found in within(&limits, &expected, &mut labeler, image, connectivity) {
                    assert_eq!(found, stopped);
                }
                assert_eq!(Answers::new(&mut labeler, image, connectivity), expected);
            }
        }
    }
    QuickCheck::new().tests(40).quickcheck(check as fn(_, _, _, _));
}

#[cfg(feature = "std")]
#[test]
fn images_are_unchanged_and_labelers_usable_after_a_listener_has_panicked() {
    type Change = fn(&mut BitmapBuf, &Limits<'_>) -> Result<usize, Stopped>;
    const FOUR: Connectivity = Connectivity::Four;
    let image = random(1000, 200, 50, 1);
    let changes: [Change; 2] = [
        |image, limits| try_retain(image, FOUR, Keep::largest(1), limits),
        |image, limits| try_fill_holes(image, FOUR, limits),
    ];
    // Two reports, so there is a panic at the first rows and one later.
    for call in 0..2 {
        let calls = AtomicU64::new(0);
        let listener =
            |_: &Progress| assert!(calls.fetch_add(1, Ordering::Relaxed) < call, "a listener");
        let limits = Limits::new().on_progress(&listener);
        let panics = |query: &mut dyn FnMut()| {
            calls.store(0, Ordering::Relaxed);
            catch_unwind(AssertUnwindSafe(query)).is_err()
        };
        for change in changes {
            let mut changed = image.clone();
            assert!(panics(&mut || {
                let _ = change(&mut changed, &limits);
            }));
            assert_eq!(changed, image);
        }
        let mut pixels: Vec<u8> = (0..1000 * 200).map(|i| (i % 7 % 3) as u8).collect();
        let (before, mut labeler, image) = (pixels.clone(), Labeler::new(), image.as_bitmap());
        assert!(panics(&mut || {
            let (keep, size) = (Keep::at_least(5), (1000, 200));
            let _ = labeler.try_retain_values(&mut pixels, size, 0, FOUR, keep, &limits);
        }));
        assert_eq!(pixels, before);
        let expected = Answers::new(&mut Labeler::new(), image, FOUR);
        assert!(panics(&mut || {
            within(&limits, &expected, &mut labeler, image, FOUR);
        }));
        assert_eq!(Answers::new(&mut labeler, image, FOUR), expected);
    }
}

/// Nothing has nodes after the last row. A query checks the flag there too.
#[test]
fn queries_are_cancelled_after_the_last_row() {
    let image = random(300, 700, 50, 1);
    let (image, rows) = (image.as_bitmap(), 700);
    let expected = Answers::new(&mut Labeler::new(), image, Connectivity::Four);
    let (flag, seen) = (AtomicBool::new(false), AtomicU64::new(0));
    let listener = |progress: &Progress| {
        seen.store(progress.nodes, Ordering::Relaxed);
        flag.store(progress.nodes == rows, Ordering::Relaxed);
    };
    let limits = Limits::new().cancel(&flag).on_progress(&listener);
    let mut labeler = Labeler::new();
    let ask = |query: &mut dyn FnMut() -> Option<Stopped>, is_done: bool| {
        flag.store(false, Ordering::Relaxed);
        let stopped = Interrupted::new(StopReason::Cancelled, rows);
        assert_eq!(query(), (!is_done).then_some(stopped));
        assert_eq!(seen.load(Ordering::Relaxed), rows);
    };
    let four = Connectivity::Four;
    let mut labels = vec![0_u16; image.width() * image.height()];
    ask(
        &mut || match labeler.try_label(image, four, &mut labels, &limits) {
            Err(TryError::Interrupted(stopped)) => Some(stopped),
            found => panic!("{found:?}"),
        },
        false,
    );
    ask(&mut || labeler.try_runs(image, four, &limits).err(), false);
    ask(&mut || labeler.try_components(image, four, &mut Vec::<()>::new(), &limits).err(), false);
    ask(&mut || try_components(image, four, &limits).err(), false);
    ask(&mut || RegionTree::<Component>::try_measure(image, four, &limits).err(), false);
    ask(&mut || try_count(image, four, &limits).err(), false);
    // This has next to nothing to do after the last row.
    ask(&mut || try_euler_number(image, four, &limits).err(), true);
    assert_eq!(Answers::new(&mut labeler, image, four), expected);
    // A flag that is set already stops everything before the first row.
    flag.store(true, Ordering::Relaxed);
    let limits = Limits::new().cancel(&flag);
    let stopped = Interrupted::new(StopReason::Cancelled, 0);
    for found in within(&limits, &expected, &mut labeler, image, four) {
        assert_eq!(found, Some(stopped));
    }
}

#[cfg(feature = "parallel")]
#[test]
fn threads_share_their_limits() {
    let image = random(2000, 1500, 60, 2);
    let image = image.as_bitmap();
    for nodes in [0, 1, 700, 1499] {
        let limits = Limits::new().nodes(nodes);
        let eight = Connectivity::Eight;
        let found = cc_label::try_components_on_threads(image, eight, 0, &limits);
        let stopped = Interrupted::new(StopReason::Nodes, nodes);
        assert_eq!(found.unwrap_err(), stopped);
    }
}

/// All queries with limits.
fn queries<'a>(
    buffer: &'a BitmapBuf,
    pixels: &'a [u8],
    labels: &'a RefCell<Vec<u32>>,
) -> Vec<(&'static str, Query<'a>)> {
    const FOUR: Connectivity = Connectivity::Four;
    fn reason<T>(result: Result<T, Stopped>) -> Option<StopReason> {
        result.err().map(|stopped| stopped.reason)
    }
    fn reason_of<T, E: Display>(result: Result<T, TryError<E, u64>>) -> Option<StopReason> {
        result.err().map(|error| error.stop_reason().unwrap_or_else(|| panic!("{error}")))
    }
    let (new, image) = (Labeler::new, buffer.as_bitmap());
    let place = ((3, 5), (1 << 20, 1 << 20));
    #[allow(unused_mut, reason = "without threads")]
    let mut queries = queries![
        |limits| "Labeler::try_components" {
            reason(new().try_components(image, FOUR, &mut Vec::<Component>::new(), limits))
        },
        |limits| "try_retain" {
            reason(try_retain(&mut buffer.clone(), FOUR, Keep::largest(1), limits))
        },
        |limits| "try_fill_holes" reason(try_fill_holes(&mut buffer.clone(), FOUR, limits)),
        |limits| "Labeler::try_label_kept" {
            let labels = &mut labels.borrow_mut();
            reason_of(new().try_label_kept(image, FOUR, Keep::largest(1), labels, limits))
        },
        |limits| "Labeler::try_retain_values" {
            let (keep, pixels) = (Keep::largest(1), &mut pixels.to_vec());
            let size = (image.width(), image.height());
            reason_of(new().try_retain_values(pixels, size, 0, FOUR, keep, limits))
        },
        |limits| "Labeler::try_label" {
            reason_of(new().try_label(image, FOUR, &mut labels.borrow_mut(), limits))
        },
        |limits| "Labeler::try_label_and_measure" {
            let (found, labels) = (&mut Vec::<Component>::new(), &mut labels.borrow_mut());
            reason_of(new().try_label_and_measure(image, FOUR, labels, found, limits))
        },
        |limits| "Labeler::try_label_periodic" {
            let labels = &mut labels.borrow_mut();
            reason_of(new().try_label_periodic(image, FOUR, [true; 3], labels, limits))
        },
        |limits| "Labeler::try_label_values" {
            let (size, labels) = ((image.width(), image.height()), &mut labels.borrow_mut());
            reason_of(new().try_label_values(pixels, size, 0, FOUR, labels, limits))
        },
        |limits| "Labeler::try_runs" reason(new().try_runs(image, FOUR, limits)),
        |limits| "RegionTree::try_measure" {
            reason(RegionTree::<Component>::try_measure(image, FOUR, limits))
        },
        |limits| "Tile::try_new" {
            reason_of(Tile::try_new(image, place.0, place.1, FOUR, limits))
        },
        |limits| "Tile::try_open" reason(tile(image, FOUR, limits)),
        |limits| "try_components" reason(try_components(image, FOUR, limits)),
        |limits| "try_count" reason(try_count(image, FOUR, limits)),
        |limits| "try_euler_number" reason(try_euler_number(image, FOUR, limits)),
        |limits| "try_contacts" {
            reason_of(try_contacts(pixels, (image.width(), image.height()), FOUR, limits))
        },
        |limits| "try_measure" reason(try_measure::<Component>(image, FOUR, limits)),
        |limits| "try_select" reason(try_select(image, FOUR, 3, is_large, limits)),
    ];
    #[cfg(feature = "parallel")]
    {
        use cc_label::{try_components_on_threads, try_select_on_threads};
        queries.extend(queries![
            |limits| "Labeler::try_label_on_threads" {
                reason_of(new().try_label_on_threads(
                    image,
                    FOUR,
                    &mut labels.borrow_mut(),
                    2,
                    limits,
                ))
            },
            |limits| "try_components_on_threads" {
                reason(try_components_on_threads(image, FOUR, 2, limits))
            },
            |limits| "try_select_on_threads" {
                reason(try_select_on_threads(image, FOUR, 3, is_large, 2, limits))
            },
        ]);
    }
    queries
}

/// Every query reports each row once. A thread is started for each 2¹⁹ pixels, so two work.
#[test]
fn all_queries_report_their_rows() {
    let image = random(1100, 1000, 50, 1);
    let (rows, labels) = (1000, RefCell::new(vec![0; 1100 * 1000]));
    let pixels: Vec<u8> = (0..1100 * 1000).map(|i| (i % 5) as u8).collect();
    let mut queries = queries(&image, &pixels, &labels);
    for (name, query) in &mut queries {
        assert_eq!(run(query, Limits::new().nodes(rows), u64::MAX), (None, rows), "{name}");
        let stopped = (Some(StopReason::Nodes), rows - 1);
        assert_eq!(run(query, Limits::new().nodes(rows - 1), u64::MAX), stopped, "{name}");
    }
    check(queries);
}

/// `cargo test [--release] -p cc-label --features parallel --test it -- fifty --ignored
/// --nocapture` prints how long queries with a limit of 50 ms take, at most, in 100 calls each.
#[test]
#[ignore = "needs an idle processor"]
fn fifty_milliseconds() {
    let noise = random(10_000, 20_000, 50, 1);
    let labels = RefCell::new(vec![0_u32; 10_000 * 20_000]);
    let pixels = vec![1_u8; 10_000 * 20_000];
    for (name, mut query) in queries(&noise, &pixels, &labels) {
        let mut stopped = 0;
        let mut times = [(); 100].map(|()| {
            let start = Instant::now();
            let reason = query(&Limits::new().time(Duration::from_millis(50)));
            stopped += u32::from(reason.is_some());
            start.elapsed()
        });
        times.sort_unstable();
        let [ninth, last] = [times[89], times[99]];
        println!("{name}: {ninth:.1?} in 90 calls, at most {last:.1?}; {stopped} stopped");
    }
}
