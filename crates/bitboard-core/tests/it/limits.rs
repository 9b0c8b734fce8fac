//! Limits of queries, and the nodes of their threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
#[cfg(feature = "std")]
use std::time::Duration;

use bitboard_core::limits::{Meter, unlimited};
use bitboard_core::{Interrupted, Limits, Progress, StopReason};

#[test]
fn threads_share_the_nodes() {
    let watch = Limits::new().nodes(10).start();
    let [mut first, mut second] = [(); 2].map(|()| Meter::in_portions(&watch, 4));
    assert_eq!((first.take(4), second.take(4), first.take(4)), (Ok(4), Ok(4), Ok(2)));
    assert_eq!(second.take(4), Err(StopReason::Nodes));
    assert_eq!(watch.check(), Ok(()), "does not check the nodes");
}

/// Portions grow while they take less than a millisecond, and shrink when one takes longer.
#[cfg(feature = "std")]
#[test]
fn portions_take_about_a_millisecond() {
    let watch = Limits::new().time(Duration::from_secs(60)).start();
    let mut meter = Meter::new(&watch);
    let portions = [(); 20].map(|()| meter.take(usize::MAX).unwrap());
    assert_eq!(portions[..2], [16, 16], "the second check starts the clock");
    assert!(portions.windows(2).all(|pair| pair[1] <= 2 * pair[0]), "{portions:?}");
    std::thread::sleep(Duration::from_millis(20));
    let next = meter.take(usize::MAX).unwrap();
    assert!((1..=(portions[19] / 20).max(1)).contains(&next), "{next} after {portions:?}");
    let mut slow = Meter::in_portions(&watch, 0);
    assert_eq!([(); 3].map(|()| slow.take(usize::MAX)), [Ok(1); 3]);
    // The last portions are larger than half of the largest number; with 32 bits, there are 2³².
    if cfg!(target_pointer_width = "64") {
        while meter.take(usize::MAX).is_ok() {}
        assert_eq!(meter.take(1), Err(StopReason::Nodes));
    }
    let watch = Limits::new().nodes(5000).start();
    let mut unwatched = Meter::in_portions(&watch, 4096);
    let taken = [(); 3].map(|()| unwatched.take(usize::MAX));
    assert_eq!(taken, [Ok(4096), Ok(904), Err(StopReason::Nodes)]);
}

#[test]
#[should_panic(expected = "a query without limits was stopped: the node limit was reached")]
fn a_stop_without_limits_is_not_an_answer() {
    unlimited(|_: &Limits| Err::<(), Interrupted>(StopReason::Nodes.into()));
}

#[test]
fn a_set_flag_stops_at_once() {
    let flag = AtomicBool::new(true);
    let watch = Limits::new().cancel(&flag).start();
    assert_eq!(Meter::new(&watch).take(1), Err(StopReason::Cancelled));
    flag.store(false, Relaxed);
    assert_eq!(Meter::new(&watch).take(1), Ok(1));
}

#[cfg(feature = "std")]
#[test]
fn time_stops_unless_the_clock_cannot_represent_it() {
    let stopped = Limits::new().time(Duration::ZERO).start();
    assert_eq!(stopped.check(), Err(StopReason::Time));
    assert_eq!(Limits::new().time(Duration::MAX).start().check(), Ok(()));
}

#[test]
fn copies_have_the_same_limits() {
    let flag = AtomicBool::new(true);
    let all = [
        (Limits::new().nodes(0), StopReason::Nodes),
        (Limits::new().cancel(&flag), StopReason::Cancelled),
        #[cfg(feature = "std")]
        (Limits::new().time(Duration::ZERO), StopReason::Time),
    ];
    for (limits, reason) in &all {
        assert_eq!(Meter::new(&Clone::clone(limits).start()).take(1), Err(*reason));
    }
}

/// Only what a thread cannot know beforehand makes it check often.
#[cfg(feature = "std")]
#[test]
fn limits_that_need_checks_are_checked_early() {
    let (flag, listener) = (AtomicBool::new(false), |_: &Progress| {});
    let first = |limits: Limits| {
        let watch = limits.start();
        Meter::in_portions(&watch, 4096).take(usize::MAX)
    };
    assert_eq!(first(Limits::new().nodes(5000)), Ok(4096));
    let minute = Duration::from_secs(60);
    let checked = [
        Limits::new().time(minute),
        Limits::new().cancel(&flag),
        Limits::new().on_progress(&listener),
    ];
    assert_eq!(checked.map(first), [Ok(16); 3]);
    let watch = Limits::new().start();
    let mut meter = Meter::in_portions(&watch, 4096);
    assert_eq!((meter.take_of_rest(10), watch.granted()), (Ok(10), 10));
    assert_eq!((meter.take_of_rest(5000), watch.granted()), (Ok(4096), 4106));
}

#[test]
fn stopped_queries_keep_what_they_found() {
    assert_eq!(unlimited(|_: &Limits| Ok::<_, Interrupted>(42)), 42);
    let stopped = Interrupted::new(StopReason::Time, 3);
    assert_eq!(stopped.map(|found| found + 1), Interrupted::new(StopReason::Time, 4));
    assert_eq!(Interrupted::from(StopReason::Nodes), Interrupted::new(StopReason::Nodes, 0));
}

#[test]
fn the_listener_gets_the_progress() {
    let nodes = AtomicU64::new(0);
    let listener = |progress: &Progress<'_>| {
        let detail = progress.detail::<&str>().map_or(0, |text| text.len() as u64);
        nodes.store(progress.nodes + detail, Relaxed);
    };
    let watch = Limits::new().on_progress(&listener).start();
    watch.report(|| 7);
    assert_eq!(nodes.load(Relaxed), 7);
    watch.report_with(|| (8, "eight"));
    assert_eq!(nodes.load(Relaxed), 8 + 5);
    Limits::new().start().report(|| unreachable!("called without a listener"));
}

#[test]
fn nodes_that_are_not_taken_are_given_back() {
    let watch = Limits::new().nodes(10).start();
    let mut meter = Meter::in_portions(&watch, 4);
    assert_eq!((meter.take(3), meter.take(3), meter.take(0)), (Ok(3), Ok(1), Ok(0)));
    assert_eq!((meter.take_whole(1), meter.take(1), meter.take_whole(4)), (false, Ok(1), false));
    assert!(meter.take_whole(3));
    assert_eq!(watch.granted(), 8);
    assert_eq!(meter.take_all(1), Ok(()));
    meter.change_pace();
    assert_eq!(watch.granted(), 9);
    let other = &mut Meter::new(&watch);
    assert_eq!((other.take_of_rest(1), meter.take(1)), (Ok(1), Err(StopReason::Nodes)));
    drop(meter);
    assert_eq!(Limits::new().start().granted(), 0);
    let watch = Limits::new().nodes(10).start();
    assert_eq!(Meter::in_portions(&watch, 4).take_all(11), Err(StopReason::Nodes));
    assert_eq!((Meter::new(&watch).take_all(1), watch.granted()), (Err(StopReason::Nodes), 10));
}

#[test]
fn portions_add_up() {
    let watch = Limits::new().nodes(10).start();
    let mut meter = Meter::in_portions(&watch, 4);
    assert_eq!((meter.next_portion(3), meter.take_whole(5)), (Ok(()), false));
    assert_eq!((meter.next_portion(9), meter.take_whole(7)), (Ok(()), true));
    assert_eq!((meter.next_portion(9), meter.next_portion(9)), (Ok(()), Err(StopReason::Nodes)));
}

#[test]
fn reports_count_the_nodes_of_all_threads() {
    let last = AtomicU64::new(0);
    let listener = |progress: &Progress<'_>| last.store(progress.nodes, Relaxed);
    let watch = Limits::new().on_progress(&listener).start();
    let [mut first, mut second] = [(); 2].map(|()| Meter::in_portions(&watch, 4));
    let reports =
        [first.take(4), second.take(1), first.take_of_rest(2)].map(|taken| taken.unwrap());
    assert_eq!((reports, last.load(Relaxed)), ([4, 1, 2], 10));
}
