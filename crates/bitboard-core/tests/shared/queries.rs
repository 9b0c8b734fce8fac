//! The rules of `docs/CONTRACT.md` for queries with limits. The tests of each crate include this
//! file and list the crate's queries.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
#[cfg(feature = "std")]
use std::time::Duration;

use bitboard_core::{Limits, Progress, StopReason};

/// A query. It returns the limit that stopped it.
pub(crate) type Query<'a> = Box<dyn FnMut(&Limits<'_>) -> Option<StopReason> + 'a>;

/// Lists queries with their names: `queries![|limits| "name" query, …]`.
macro_rules! queries {
    ($(|$limits:ident| $name:literal $query:expr,)*) => {
        vec![$(($name, Box::new(move |$limits: &bitboard_core::Limits<'_>| $query) as _)),*]
    };
}
pub(crate) use queries;

/// Runs a query, which is cancelled when it has reported `cancel_after` nodes. Returns the limit
/// that stopped it and the greatest number of nodes that it has reported.
pub(crate) fn run(
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
pub(crate) fn check<'a>(queries: impl IntoIterator<Item = (&'a str, Query<'a>)>) {
    for (name, mut query) in queries {
        for nodes in [1, 20, 60] {
            let stopped = run(&mut query, Limits::new().nodes(nodes), u64::MAX);
            assert_eq!(stopped, (Some(StopReason::Nodes), nodes), "{name}");
        }
        #[cfg(feature = "std")]
        {
            let (reason, _) = run(&mut query, Limits::new().time(Duration::ZERO), u64::MAX);
            assert_eq!(reason, Some(StopReason::Time), "{name}");
        }
        let (reason, nodes) = run(&mut query, Limits::new(), 1);
        assert_eq!(reason, Some(StopReason::Cancelled), "{name}");
        assert!((1..=4_096).contains(&nodes), "{name}: {nodes} nodes after the flag was set");
    }
}

/// Checks that the table of `docs/QUERIES.md` has the same queries of a crate as `names`, each of
/// which is the name in the table or that name, a comma and a case.
pub(crate) fn check_table<'a>(package: &str, names: impl IntoIterator<Item = &'a str>) {
    let mut names: Vec<_> = names.into_iter().map(|name| name.split(',').next()).collect();
    names.sort_unstable();
    names.dedup();
    let contract = std::fs::read_to_string("../../docs/QUERIES.md").unwrap();
    let start = format!("| {package} | `");
    let rows = contract.lines().filter_map(|line| line.strip_prefix(&start));
    let mut rows: Vec<_> = rows.map(|row| row.split('`').next()).collect();
    rows.sort_unstable();
    assert_eq!(names, rows);
}
