//! Paths in space, against searches cell by cell.

use std::collections::{HashMap, VecDeque};

use bitboard_core::{Limits, Random, SeededRng, TryError};
use king_paths::grid::{CountOverflow, Grid, GridError, SpaceStep, StepKind, Volume, Voxel};

use crate::common::check;

/// A volume in plain code.
struct Plain {
    size: [usize; 3],
    free: Vec<bool>,
}

impl Plain {
    fn is_free(&self, cell: [isize; 3]) -> bool {
        let inside = cell.iter().zip(self.size).all(|(&at, size)| (0..size as isize).contains(&at));
        let [x, y, z] = cell.map(|at| at as usize);
        inside && self.free[x + self.size[0] * (y + self.size[1] * z)]
    }

    fn cells(&self) -> impl Iterator<Item = [isize; 3]> + use<> {
        let [width, height, depth] = self.size.map(|size| size as isize);
        let rows = (0..depth).flat_map(move |z| (0..height).map(move |y| (y, z)));
        rows.flat_map(move |(y, z)| (0..width).map(move |x| [x, y, z]))
    }

    fn neighbors(&self, [x, y, z]: [isize; 3], kind: SpaceStep) -> Vec<[isize; 3]> {
        let (most, cuts) = match kind {
            SpaceStep::Faces => (1, true),
            SpaceStep::Edges => (2, true),
            SpaceStep::Corners => (3, true),
            SpaceStep::NoEdgeCut => (2, false),
            SpaceStep::NoCornerCut => (3, false),
            _ => unreachable!("a kind without a test"),
        };
        let mut found = Vec::new();
        for to in self.cells() {
            let length = [to[0] - x, to[1] - y, to[2] - z].map(isize::abs);
            if length.iter().any(|&d| d > 1) || !(1..=most).contains(&length.iter().sum::<isize>())
            {
                continue;
            }
            let between = |from: isize, to: isize| from.min(to)..=from.max(to);
            let is_open = |[i, j, k]: [isize; 3]| {
                let in_box = between(x, to[0]).contains(&i)
                    && between(y, to[1]).contains(&j)
                    && between(z, to[2]).contains(&k);
                !in_box || [i, j, k] == [x, y, z] || self.is_free([i, j, k])
            };
            if self.is_free(to) && (cuts || self.cells().all(is_open)) {
                found.push(to);
            }
        }
        found
    }
}

fn voxel(cell: [isize; 3]) -> Voxel {
    cell.map(|at| at as usize).into()
}

fn random_volume(rng: &mut SeededRng, size: [usize; 3]) -> (Plain, Volume) {
    let free = 3 + rng.below(6);
    let cells = (0..size.iter().product()).map(|_| rng.below(8) < free).collect();
    let plain = Plain { size, free: cells };
    let is_free = |x, y, z| plain.is_free([x as isize, y as isize, z as isize]);
    let volume = Volume::from_fn(size[0], size[1], size[2], is_free).unwrap();
    (plain, volume)
}

/// Distances, next cells, paths and their number, for a search whose neighbors are in plain code.
fn agree(plain: &Plain, volume: &Volume, from: &[Voxel], kind: SpaceStep) {
    let near: HashMap<Voxel, Vec<Voxel>> = plain
        .cells()
        .map(|cell| (voxel(cell), plain.neighbors(cell, kind).into_iter().map(voxel).collect()))
        .collect();
    let mut found: HashMap<Voxel, (u32, u128)> = HashMap::new();
    let mut queue = VecDeque::new();
    for &cell in from.iter().filter(|&&cell| volume.is_free(cell)) {
        if found.insert(cell, (0, 1)).is_none() {
            queue.push_back(cell);
        }
    }
    while let Some(cell) = queue.pop_front() {
        let (distance, count) = found[&cell];
        for &next in &near[&cell] {
            let entry = found.entry(next).or_insert_with(|| {
                queue.push_back(next);
                (distance + 1, 0)
            });
            if entry.0 == distance + 1 {
                entry.1 += count;
            }
        }
    }
    let Ok(distances) = volume.distances(from, kind) else {
        assert!(found.is_empty());
        return;
    };
    let in_order = plain.cells().map(voxel).filter_map(|cell| Some((cell, found.get(&cell)?.0)));
    assert!(distances.iter().eq(in_order));
    assert_eq!(distances.max(), found.values().map(|&(distance, _)| distance).max());
    for cell in plain.cells().map(voxel) {
        let mut neighbors: Vec<Voxel> = volume.neighbors(cell, kind).collect();
        neighbors.sort_unstable_by_key(|&(x, y, z)| (z, y, x));
        assert_eq!(neighbors, near[&cell]);
        let expected = found.get(&cell);
        let expected_distance = expected.map(|&(distance, _)| distance);
        assert_eq!(distances.get(cell), expected_distance, "{kind:?}");
        let mut row = distances.row(cell.1, cell.2).expect("a row of the volume");
        assert_eq!(row.nth(cell.0), Some(expected_distance), "{kind:?}");
        assert_eq!(distances.path_count_to(cell), Ok(expected.map_or(0, |&(_, count)| count)));
        let path = distances.path_to(cell);
        assert_eq!(path.as_ref().map(|path| path.len() as u32 - 1), distances.get(cell));
        let Some(path) = path else { continue };
        assert!(from.contains(&path[0]) && path.last() == Some(&cell));
        assert!(path.windows(2).all(|pair| near[&pair[0]].contains(&pair[1])));
        assert_eq!(distances.next_cell(cell), path.iter().rev().nth(1).copied());
    }
}

fn all_agree(seed: u64) {
    let mut rng = SeededRng::new(seed);
    let size = [(); 3].map(|()| 1 + rng.below(9) as usize);
    let (mut plain, mut volume) = random_volume(&mut rng, size);
    let mut cell = || {
        let [x, y, z] = size.map(|side| rng.below(side as u64) as usize);
        (x, y, z)
    };
    let from = [cell(), cell()];
    for kind in SpaceStep::ALL {
        agree(&plain, &volume, &from, kind);
        let (x, y, z) = cell();
        plain.free[x + size[0] * (y + size[1] * z)] = kind != SpaceStep::Faces;
        volume.set((x, y, z), kind != SpaceStep::Faces).unwrap();
    }
}

#[test]
fn distances_in_space_are_those_of_plain_searches() {
    check(3, all_agree);
}

#[test]
#[ignore = "takes minutes"]
fn distances_in_many_volumes_are_those_of_plain_searches() {
    (0..10_000).for_each(all_agree);
}

/// Planes of several tiles, and a volume of one plane, which is a map.
#[test]
fn planes_are_of_tiles() {
    let mut rng = SeededRng::new(2);
    for size in [[19, 9, 3], [8, 16, 2], [7, 15, 3]] {
        let (plain, volume) = random_volume(&mut rng, size);
        for kind in SpaceStep::ALL {
            agree(&plain, &volume, &[(0, 0, 0), (size[0] - 1, size[1] - 1, 1)], kind);
        }
    }
    for _ in 0..30 {
        let (width, height) = (1 + rng.below(70) as usize, 1 + rng.below(40) as usize);
        let grid = Grid::from_fn(width, height, |_, _| rng.below(4) > 0).unwrap();
        let volume = Volume::from_fn(width, height, 1, |x, y, _| grid.is_free((x, y))).unwrap();
        let (x, y) = (rng.below(width as u64) as usize, rng.below(height as u64) as usize);
        for (kind, in_space) in [
            (StepKind::Orthogonal, SpaceStep::Faces),
            (StepKind::King, SpaceStep::Edges),
            (StepKind::King, SpaceStep::Corners),
            (StepKind::NoCornerCut, SpaceStep::NoEdgeCut),
            (StepKind::NoCornerCut, SpaceStep::NoCornerCut),
        ] {
            let Ok(found) = grid.distances(&[(x, y)], kind) else { continue };
            let same = volume.distances(&[(x, y, 0)], in_space).unwrap();
            let same: Vec<_> = same.iter().map(|((x, y, _), d)| ((x, y), d)).collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), same);
        }
    }
}

#[test]
fn a_search_that_is_stopped_knows_all_cells_up_to_a_distance() {
    let mut rng = SeededRng::new(6);
    let (_, volume) = random_volume(&mut rng, [30, 30, 30]);
    let from = [(15, 15, 15), (1, 1, 1), (15, 16, 15), (2, 1, 1), (1, 2, 2)];
    for kind in SpaceStep::ALL {
        let all = volume.distances(&from, kind).unwrap();
        let mut nodes = 1;
        loop {
            match volume.try_distances(&from, kind, &Limits::new().nodes(nodes)) {
                Ok(found) => break assert_eq!(found, all),
                Err(TryError::Interrupted(by)) => {
                    let most = by.partial.max();
                    assert!(by.partial.iter().eq(all.iter().filter(|&(_, d)| Some(d) <= most)));
                    let last = by.partial.iter().last().map(|(cell, _)| cell);
                    let path = last.and_then(|cell| by.partial.path_to(cell));
                    assert_eq!(path, last.and_then(|cell| all.path_to(cell)));
                }
                Err(error) => panic!("{error}"),
            }
            nodes *= 2;
        }
    }
}

#[test]
fn wrong_cells_of_volumes_are_named() {
    let mut volume = Volume::from_fn(3, 4, 5, |x, _, _| x > 0).unwrap();
    assert_eq!(
        (volume.size(), format!("{volume:?}")),
        ((3, 4, 5), "Volume(3×4×5, 40 free)".into())
    );
    for cell in [(3, 0, 0), (0, 4, 0), (0, 0, 5), (usize::MAX, 0, 0), (0, 0, usize::MAX)] {
        let off = GridError::OffVolume { cell, size: (3, 4, 5) };
        assert_eq!(volume.set(cell, true), Err(off));
        assert_eq!(volume.distances(&[cell], SpaceStep::Faces).err(), Some(off));
        assert!(!volume.is_free(cell));
        assert_eq!(volume.neighbors(cell, SpaceStep::Corners).count(), 0);
    }
    let blocked = GridError::BlockedVoxel { cell: (0, 3, 2) };
    assert_eq!(volume.distances(&[(0, 3, 2)], SpaceStep::Edges).err(), Some(blocked));
    assert_eq!(blocked.to_string(), "column 0, row 3, plane 2 is not free");
    let found = volume.distances(&[(1, 0, 0)], SpaceStep::Faces).unwrap();
    assert_eq!(format!("{found:?}"), "VolumeDistances(3×4×5, Faces, 40 cells)");
    assert_eq!((found.get((0, 0, 0)), found.path_to((0, 0, 0))), (None, None));
    assert_eq!((found.get((1, 0, 5)), found.path_count_to((3, 0, 0))), (None, Ok(0)));
    assert_eq!(volume.distances(&[], SpaceStep::Faces).unwrap().max(), None);
    for (width, height, depth) in [(0, 1, 1), (1, 0, 1), (1, 1, 0)] {
        let wrong = Volume::from_fn(width, height, depth, |_, _, _| true);
        assert_eq!(wrong.err(), Some(GridError::Empty { width, height: height * depth }));
    }
    for side in [1 << 20, usize::MAX] {
        let wrong = Volume::from_fn(side, side, side, |_, _, _| true);
        assert!(matches!(wrong, Err(GridError::TooLarge { .. })));
    }
    let large = Volume::from_fn(60, 60, 60, |_, _, _| true).unwrap();
    let found = large.distances(&[(0, 0, 0)], SpaceStep::Faces).unwrap();
    assert_eq!(found.path_count_to((59, 59, 59)), Err(CountOverflow));
    assert_eq!(found.max(), Some(3 * 59));
}
