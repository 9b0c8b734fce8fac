//! Thousands of boards at once, with every kind of vector that the processor has.

use cc_table::Connectivity;
use cc_table::batch::Batch;
use cc_table::bitboard_core::dispatch::SimdLevel;

use super::inputs::{BOARDS, GAME, HALF, Kind};
use crate::baseline::components::two_row_table;
use crate::task::{Builder, Role, Task};

type Board = cc_table::Board<6, 12>;

pub(super) fn tasks() -> Vec<Task> {
    vec![
        list(GAME).charted().build(),
        list(HALF).build(),
        groups(GAME).charted().build(),
        groups(HALF).build(),
        count(GAME).build(),
        count(HALF).build(),
    ]
}

/// Our engine on the widest vectors that the processor has, and on narrower ones. The widest may be
/// listed twice: an instruction counter that does not know AVX-512 must find the others by the same
/// names.
fn levels() -> impl Iterator<Item = (&'static str, Batch)> {
    let narrower = SimdLevel::available().filter_map(|simd_level| {
        let name = match simd_level.lanes() {
            4 => "cc-table, AVX2",
            2 => "cc-table, SSE2",
            _ => return None,
        };
        Some((name, Batch::with_simd_level(simd_level)))
    });
    [("cc-table", Batch::new())].into_iter().chain(narrower)
}

/// A task with our engines on boards of a kind: `solve` fills what `state` makes.
fn ours<S: 'static>(
    what: &str,
    (kind, boards): Kind,
    state: fn() -> S,
    solve: fn(Batch, &mut S, &[Board]),
    show: fn(&S) -> String,
) -> Builder<Vec<Board>> {
    let name = format!("{what} of many 6×12 boards, {kind}");
    let inputs = move || vec![boards().into_iter().map(Board::from_bits_truncate).collect()];
    let task = Builder::new("cc-table", name, "board", inputs, |_: &Vec<_>| "all boards".into());
    levels().fold(task.units_per_input(|_| BOARDS), |task, (name, batch)| {
        task.engine_with(
            Role::Ours,
            name,
            state,
            move |state, boards: &Vec<Board>| solve(batch, state, boards),
            move |state, ()| show(state),
        )
    })
}

/// Adds the published table.
fn table<S: 'static>(
    task: Builder<Vec<Board>>,
    state: fn() -> S,
    solve: fn(&mut S, &[Board]),
    show: fn(&S) -> String,
) -> Builder<Vec<Board>> {
    task.engine_with(
        Role::Baseline,
        "two-row table",
        state,
        move |state, boards: &Vec<Board>| solve(state, boards),
        move |state, ()| show(state),
    )
}

/// Boards by number, and something that each has.
type Found = Vec<(usize, u128)>;

/// In ascending order.
fn show_found(found: &Found) -> String {
    let mut found = found.clone();
    found.sort_unstable();
    format!("{found:x?}")
}

fn list(kind: Kind) -> Builder<Vec<Board>> {
    let solve = |batch: Batch, found: &mut Found, boards: &[Board]| {
        found.clear();
        batch.for_each(boards, Connectivity::Four, |i, component| {
            found.push((i, component.bits()));
        });
    };
    let task = ours("components", kind, Found::new, solve, show_found);
    let solve = |found: &mut Found, boards: &[Board]| {
        found.clear();
        for (i, board) in boards.iter().enumerate() {
            let (components, count) = two_row_table(board.bits());
            let components = components[1..count].iter().filter(|&&cells| cells != 0);
            found.extend(components.map(|&component| (i, component)));
        }
    };
    table(task, Found::new, solve, show_found)
}

fn groups(kind: Kind) -> Builder<Vec<Board>> {
    let solve = |batch: Batch, found: &mut Found, boards: &[Board]| {
        found.clear();
        batch.for_each_at_least(boards, Connectivity::Four, 4, |i, group| {
            found.push((i, group.bits()));
        });
    };
    let task = ours("components of four and more", kind, Found::new, solve, show_found);
    let solve = |found: &mut Found, boards: &[Board]| {
        found.clear();
        for (i, board) in boards.iter().enumerate() {
            let (components, count) = two_row_table(board.bits());
            let large = components[1..count].iter().filter(|cells| cells.count_ones() >= 4);
            found.extend(large.map(|&group| (i, group)));
        }
    };
    table(task, Found::new, solve, show_found)
}

fn count(kind: Kind) -> Builder<Vec<Board>> {
    type Counts = Vec<u32>;
    let room: fn() -> Counts = || vec![0; BOARDS];
    let show = |counts: &Counts| format!("{counts:?}");
    let solve = |batch: Batch, counts: &mut Counts, boards: &[Board]| {
        // The lengths are the same.
        let _ = batch.count(boards, Connectivity::Four, counts);
    };
    let task = ours("number of components", kind, room, solve, show);
    let solve = |counts: &mut Counts, boards: &[Board]| {
        for (count, board) in counts.iter_mut().zip(boards) {
            let (components, found) = two_row_table(board.bits());
            *count = components[1..found].iter().filter(|&&cells| cells != 0).count() as u32;
        }
    };
    table(task, room, solve, show)
}
