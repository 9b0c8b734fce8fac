//! The state of a tile as bytes.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::checksum::Checksum;

use super::part::{Block, FACE_AXES, Faces, Part, Run, Whole};
use super::tile::{NumberedComponent, Tile, TileError, VERSION};
use crate::image::Connectivity;
use crate::measure::{Component, Extent};
use crate::scan::Adjacency;

impl Tile {
    /// Returns the state of the tile: the same bytes for the same tile on every machine.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Part { block: Block { whole, at, size }, faces, open } = &self.part;
        let mut bytes = Vec::new();
        let mut put = |value: u64, length: usize| {
            bytes.extend_from_slice(&value.to_le_bytes()[..length]);
        };
        let neighbors = ADJACENCIES.iter().find(|&&(_, adjacency)| adjacency == whole.adjacency);
        put(neighbors.map_or(0, |&(number, _)| number.into()), 1);
        whole.size.iter().chain(at).for_each(|&number| put(number, 8));
        size.iter().for_each(|&side| put(side.into(), 4));
        put(self.count.into(), 4);
        put(open.len() as u64, 4);
        put(self.complete.len() as u64, 4);
        for runs in faces.as_flattened() {
            put(runs.len() as u64, 4);
        }
        for run in faces.as_flattened().iter().flatten() {
            for number in [run.line, run.start, run.end, run.component] {
                put(number.into(), 4);
            }
        }
        for (number, component) in open.iter().chain(&self.complete) {
            bytes.extend_from_slice(&number.to_le_bytes());
            bytes.extend_from_slice(&to_bytes(component));
        }
        [MAGIC, &[VERSION], &Checksum::new().append(&bytes).value().to_le_bytes(), &bytes].concat()
    }

    /// Reads the state of a tile.
    ///
    /// # Errors
    /// [`TileError::Damaged`] or [`TileError::Version`] if these are not the bytes of a tile,
    /// [`TileError::TooLarge`] if positions in its whole do not fit a `usize`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(TileError::Damaged)?;
        let (&found, rest) = rest.split_first().ok_or(TileError::Damaged)?;
        if found != VERSION {
            return Err(TileError::Version { found });
        }
        let (sum, rest) = rest.split_first_chunk().ok_or(TileError::Damaged)?;
        if u64::from_le_bytes(*sum) != Checksum::new().append(rest).value() {
            return Err(TileError::Damaged);
        }
        let tile =
            Self::read(&mut Reader(rest)).filter(Self::is_valid).ok_or(TileError::Damaged)?;
        let too_large =
            tile.part.block.whole.size.into_iter().find(|&n| usize::try_from(n).is_err());
        too_large.map_or(Ok(tile), |length| Err(TileError::TooLarge { length }))
    }

    /// The inverse of [`to_bytes`](Self::to_bytes) without the first bytes and the checksum.
    fn read(bytes: &mut Reader<'_>) -> Option<Self> {
        let [neighbors] = bytes.take()?;
        let (_, adjacency) = *ADJACENCIES.iter().find(|&&(number, _)| number == neighbors)?;
        let mut long = || bytes.u64();
        let (size, at) = ([long()?, long()?, long()?], [long()?, long()?, long()?]);
        let own = [bytes.u32()?, bytes.u32()?, bytes.u32()?];
        let block = Block { whole: Whole::new(size, adjacency), at, size: own };
        let count = bytes.u32()?;
        let (mut faces, mut open, mut complete) = (Faces::default(), Vec::new(), Vec::new());
        let numbers = [bytes.u32()?, bytes.u32()?];
        let mut lengths = [0; 6];
        for length in &mut lengths {
            *length = bytes.u32()?;
        }
        for (runs, length) in faces.as_flattened_mut().iter_mut().zip(lengths) {
            for _ in 0..length {
                let (line, start, end) = (bytes.u32()?, bytes.u32()?, bytes.u32()?);
                runs.push(Run { line, start, end, component: bytes.u32()? });
            }
        }
        for (components, length) in [&mut open, &mut complete].into_iter().zip(numbers) {
            for _ in 0..length {
                components.push((bytes.u32()?, from_bytes(bytes.take()?)?));
            }
        }
        let part = Part { block, faces, open };
        bytes.0.is_empty().then_some(Self { part, count, complete })
    }

    /// Returns whether bytes with the right checksum are those of a possible tile.
    fn is_valid(&self) -> bool {
        let Part { block, faces, open } = &self.part;
        let Block { whole, at, size } = *block;
        let product = |sides: [u64; 3]| sides[0].checked_mul(sides[1])?.checked_mul(sides[2]);
        let pixels = product(size.map(u64::from)).filter(|&n| n > 0 && n <= u32::MAX.into());
        let is_inside = (0..3).all(|axis| {
            at[axis].checked_add(size[axis].into()).is_some_and(|end| end <= whole.size[axis])
        });
        let is_consistent = whole.adjacency.is_plane() == (whole.size[2] == 1);
        let Some(pixels) = pixels.filter(|_| is_inside && is_consistent) else { return false };
        if product(whole.size).is_none()
            || whole.size[0] > u32::MAX.into()
            || u64::from(self.count) > pixels
        {
            return false;
        }
        let are_runs = |runs: &[Run], [along, across]: [usize; 2]| {
            let is_inside = |run: &Run| {
                run.line < size[across] && run.start < run.end && run.end <= size[along]
            };
            runs.iter().all(is_inside)
                && runs
                    .windows(2)
                    .all(|pair| (pair[0].line, pair[0].end) < (pair[1].line, pair[1].start))
        };
        let inner = block.inner_faces();
        let are_faces = (0..3).all(|axis| {
            faces[axis].iter().zip(inner[axis]).all(|(runs, is_inner)| {
                (is_inner || runs.is_empty()) && are_runs(runs, FACE_AXES[axis])
            })
        });
        let mut used = vec![false; open.len()];
        let mark = |run: &Run| match used.get_mut(run.component as usize) {
            Some(used) => {
                *used = true;
                true
            }
            None => false,
        };
        let ascend = |components: &[NumberedComponent]| {
            components.windows(2).all(|pair| pair[0].0 < pair[1].0)
                && components.last().is_none_or(|last| last.0 < self.count)
        };
        let is_in_tile = |component: &Component<u64>| {
            let corners = [component.lower(), component.upper()].map(<[usize; 3]>::from);
            (0..3).all(|axis| {
                corners[0][axis] as u64 >= at[axis] && (corners[1][axis] as u64) < block.end(axis)
            })
        };
        are_faces
            && faces.as_flattened().iter().flatten().all(mark)
            && used.iter().all(|&used| used)
            && ascend(open)
            && ascend(&self.complete)
            && open.iter().chain(&self.complete).all(|(_, component)| is_in_tile(component))
    }
}

/// How the state names which pixels or voxels are neighbors.
const ADJACENCIES: [(u8, Adjacency); 5] = [
    (4, Adjacency::Plane(Connectivity::FOUR)),
    (8, Adjacency::Plane(Connectivity::EIGHT)),
    (6, Adjacency::Space(Connectivity::SIX)),
    (18, Adjacency::Space(Connectivity::EIGHTEEN)),
    (26, Adjacency::Space(Connectivity::TWENTY_SIX)),
];

/// The first bytes of the state of a tile.
const MAGIC: &[u8] = b"boardbits tile\n";

/// Number of bytes of a component.
const COMPONENT: usize = 104;

/// Returns the measures of a component in little-endian order.
fn to_bytes(component: &Component<u64>) -> [u8; COMPONENT] {
    let Extent { size, lower: [x, y, z], upper: [right, bottom, back] } = component.extent;
    let [a, b, c] = component.sums.map(|sum| [sum as u64, (sum >> 64) as u64]);
    let words = [size, x, y, z, right, bottom, back, a[0], a[1], b[0], b[1], c[0], c[1]];
    let mut bytes = [0; COMPONENT];
    for (to, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *to = word.to_le_bytes();
    }
    bytes
}

/// `None` if these are not the bytes of a component.
fn from_bytes(bytes: [u8; COMPONENT]) -> Option<Component<u64>> {
    let word = |i: usize| bytes.as_chunks().0.get(i).map_or(0, |word| u64::from_le_bytes(*word));
    let corner = |i: usize| [word(i), word(i + 1), word(i + 2)];
    let sum = |i: usize| u128::from(word(i)) | u128::from(word(i + 1)) << 64;
    let extent = Extent { size: word(0), lower: corner(1), upper: corner(4) };
    let component = Component { extent, sums: [sum(7), sum(9), sum(11)] };
    is_possible(&component).then_some(component)
}

/// Returns whether a connected component can have these measures.
fn is_possible(component: &Component<u64>) -> bool {
    let Component { extent: Extent { size, lower, upper }, sums } = *component;
    let mut most = 1_u128;
    for axis in 0..3 {
        let (lower, upper) = (lower[axis], upper[axis]);
        let bound = |at: u64| u128::from(at) * u128::from(size);
        // A connected component reaches each row, column and plane of its box.
        if lower > upper
            || usize::try_from(upper).is_err()
            || upper - lower >= size
            || !(bound(lower)..=bound(upper)).contains(&sums[axis])
        {
            return false;
        }
        most = most.saturating_mul(u128::from(upper - lower) + 1);
    }
    u128::from(size) <= most
}

/// Bytes that are read from the front.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }
}
