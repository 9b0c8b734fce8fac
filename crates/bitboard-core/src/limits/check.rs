//! Checks of queries with limits, for the tests of the crates of this workspace: each lists its
//! queries. They are here because the tests of a package compile from the package alone.

use alloc::boxed::Box;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use core::time::Duration;

use super::{Limits, Progress, StopReason};

/// A query. It returns the limit that stopped it.
pub type Query<'a> = Box<dyn FnMut(&Limits<'_>) -> Option<StopReason> + 'a>;

/// Lists queries with their names: `queries![|limits| "name" query, …]`.
#[doc(hidden)]
#[macro_export]
macro_rules! __queries {
    ($(|$limits:ident| $name:literal $query:expr,)*) => {
        vec![$(($name, Box::new(move |$limits: &$crate::Limits<'_>| $query) as _)),*]
    };
}

/// Runs a query, which is cancelled when it has reported `cancel_after` nodes. Returns the limit
/// that stopped it and the greatest number of nodes that it has reported.
pub fn run(
    query: &mut Query<'_>,
    limits: Limits<'_>,
    cancel_after: u64,
) -> (Option<StopReason>, u64) {
    let (most, flag) = (AtomicU64::new(0), AtomicBool::new(false));
    let listener = |progress: &Progress| {
        most.fetch_max(progress.nodes, Relaxed);
        flag.fetch_or(progress.nodes >= cancel_after, Relaxed);
    };
    let reason = query(&limits.cancel(&flag).on_progress(&listener));
    (reason, most.into_inner())
}

/// Checks queries that take more than 60 nodes. Each reports progress, stops after the number of
/// nodes that it is allowed, and stops at the check after it was cancelled or its time is over.
pub fn check<'a>(queries: impl IntoIterator<Item = (&'a str, Query<'a>)>) {
    for (name, mut query) in queries {
        for nodes in [1, 20, 60] {
            let stopped = run(&mut query, Limits::new().nodes(nodes), u64::MAX);
            assert_eq!(stopped, (Some(StopReason::Nodes), nodes), "{name}");
        }
        let (reason, _) = run(&mut query, Limits::new().time(Duration::ZERO), u64::MAX);
        assert_eq!(reason, Some(StopReason::Time), "{name}");
        let (reason, nodes) = run(&mut query, Limits::new(), 1);
        assert_eq!(reason, Some(StopReason::Cancelled), "{name}");
        assert!((1..=4_096).contains(&nodes), "{name}: {nodes} nodes after the flag was set");
    }
}
