//! Distances in a grid of three axes.

use king_paths::grid::{SpaceStep, Volume, Voxel};

use super::grid::{picture, show};
use crate::random::Random;
#[cfg(feature = "king-paths-rivals")]
use crate::rivals::grid::cheapest;
use crate::task::{Builder, Role, Task};

const SIDE: usize = 128;
const START: Voxel = (SIDE / 2, SIDE / 2, SIDE / 2);

pub(super) fn tasks() -> [Task; 2] {
    [("6 neighbors", SpaceStep::Faces), ("26 neighbors", SpaceStep::Corners)].map(distances)
}

/// A volume with 30 % walls, and the same as bytes with walls all around.
struct Space {
    volume: Volume,
    #[cfg(feature = "king-paths-rivals")]
    free: Vec<bool>,
}

fn space() -> Space {
    let mut random = Random::new(23);
    let free: Vec<bool> = (0..SIDE.pow(3)).map(|_| random.below(100) >= 30).collect();
    let is_free = |x, y, z| (x, y, z) == START || free[(z * SIDE + y) * SIDE + x];
    let volume = Volume::from_fn(SIDE, SIDE, SIDE, is_free).expect("a size that is allowed");
    #[cfg(feature = "king-paths-rivals")]
    let free = bordered(&volume);
    Space {
        volume,
        #[cfg(feature = "king-paths-rivals")]
        free,
    }
}

/// The planes of a volume, one below the other: a cell of the picture.
fn flat((x, y, z): Voxel) -> (usize, usize) {
    (x, z * SIDE + y)
}

/// Steps from a cell to all others.
fn distances((name, kind): (&str, SpaceStep)) -> Task {
    let name = format!("distances in space, 128 × 128 × 128, 30 % walls, {name}");
    let task = Builder::new("king-paths", name, "map", || vec![space()])
        .slow()
        .written(|Space { volume, .. }| {
            let is_free = |x, y| volume.is_free((x, y % SIDE, y / SIDE));
            picture((SIDE, SIDE * SIDE), flat(START), is_free)
        })
        .engine(
            Role::Ours,
            "king-paths",
            move |Space { volume, .. }| volume.distances(&[START], kind),
            |found| {
                let found = found.expect("a search in the volume");
                show(found.iter().map(|(cell, steps)| (flat(cell), steps.into())))
            },
        );
    #[cfg(feature = "king-paths-rivals")]
    let task = task.engine(
        Role::Rival,
        "pathfinding dijkstra_reach",
        move |Space { free, .. }| {
            let around = around(kind);
            cheapest(place(START), free.len(), |cell: usize| {
                let next = around.iter().map(move |&step| cell.wrapping_add_signed(step));
                next.filter(|&next| free[next]).map(|next| (next, 1))
            })
        },
        |found| {
            let reached = found.iter().enumerate().filter(|&(_, &steps)| steps != u64::MAX);
            show(reached.map(|(i, &steps)| {
                let (x, y, z) = (i % STRIDE - 1, i / STRIDE % STRIDE - 1, i / STRIDE / STRIDE - 1);
                (flat((x, y, z)), steps)
            }))
        },
    );
    task.build()
}

#[cfg(feature = "king-paths-rivals")]
const STRIDE: usize = SIDE + 2;

#[cfg(feature = "king-paths-rivals")]
fn place((x, y, z): Voxel) -> usize {
    ((z + 1) * STRIDE + y + 1) * STRIDE + x + 1
}

#[cfg(feature = "king-paths-rivals")]
fn bordered(volume: &Volume) -> Vec<bool> {
    let cell = |i: usize| [i % STRIDE, i / STRIDE % STRIDE, i / STRIDE / STRIDE];
    let is_free = |[x, y, z]: [usize; 3]| {
        volume.is_free((x.wrapping_sub(1), y.wrapping_sub(1), z.wrapping_sub(1)))
    };
    (0..STRIDE.pow(3)).map(|i| is_free(cell(i))).collect()
}

/// The lengths of the steps to the neighbors.
#[cfg(feature = "king-paths-rivals")]
fn around(kind: SpaceStep) -> Vec<isize> {
    let axes = if kind == SpaceStep::Faces { 1 } else { 3 };
    let steps = (0..27).map(|i| [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1]);
    let moved = |step: &[isize; 3]| step.iter().filter(|&&d| d != 0).count();
    let neighbors = steps.filter(|step| (1..=axes).contains(&moved(step)));
    let s = STRIDE as isize;
    neighbors.map(|[x, y, z]| (z * s + y) * s + x).collect()
}
