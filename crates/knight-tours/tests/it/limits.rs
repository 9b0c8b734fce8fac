//! All queries with limits report their progress and stop at limits.

use bitboard_core::__private::check::{check, queries, run};
use bitboard_core::{Bitboard, Chess, Interrupted, Limits, RowMajor, Steps, StopReason, TryError};
use knight_tours::Tours;

fn reason<T, E: std::fmt::Debug, P: std::fmt::Debug>(
    result: Result<T, TryError<E, P>>,
) -> Option<StopReason> {
    result.err().map(|error| match error {
        TryError::Interrupted(Interrupted { reason, .. }) => reason,
        error => panic!("{error:?}"),
    })
}

#[test]
fn all_queries_report_progress_and_keep_their_nodes() {
    let knights = Tours::on_board(Bitboard::<u64, Chess>::FULL, &Steps::KNIGHT);
    // Walks do not find a tour, and a sweep proves that there is none.
    let strip = Bitboard::<u64, RowMajor<4, 12>>::FULL;
    let strip = Tours::on_board(strip, &Steps::KNIGHT).closed();
    let small = Bitboard::<u64, RowMajor<6, 6>>::FULL;
    let small = Tours::on_board(small, &Steps::KNIGHT).closed();
    let (knights, strip, small) = (&knights, &strip, &small);
    let mut queries = queries![
        |limits| "Tours::try_find, by walks" knights.try_find(limits).err().map(|stopped| stopped.reason),
        |limits| "Tours::try_find, by a sweep" strip.try_find(limits).err().map(|stopped| stopped.reason),
        |limits| "Tours::try_count" reason(small.try_count(limits)),
    ];
    for (name, query) in &mut queries {
        let (reason, total) = run(query, Limits::new(), u64::MAX);
        assert!(reason.is_none() && total >= 64, "{name}: {reason:?} after {total} nodes");
        assert_eq!(run(query, Limits::new().nodes(total), u64::MAX).0, None, "{name}");
        let stopped = (Some(StopReason::Nodes), total / 3);
        assert_eq!(run(query, Limits::new().nodes(total / 3), u64::MAX), stopped, "{name}");
    }
    check(queries);
}
