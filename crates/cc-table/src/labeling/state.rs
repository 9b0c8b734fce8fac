//! The state of a tile as bytes.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::Connectivity;
use bitboard_core::checksum::Checksum;

use super::measure::TallComponent;
use super::part::{Part, Rect, Run, Whole};
use super::tile::{NumberedComponent, Tile, TileError};

impl Tile {
    /// Returns the state of the tile: the same bytes for the same tile on every machine.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Part { rect, borders, open } = &self.part;
        let mut bytes = Vec::new();
        let mut put = |value: u64, length: usize| {
            bytes.extend_from_slice(&value.to_le_bytes()[..length]);
        };
        put(rect.whole.width.into(), 4);
        put(rect.whole.height, 8);
        put(if rect.whole.connectivity == Connectivity::Four { 4 } else { 8 }, 1);
        put(rect.x.into(), 4);
        put(rect.y, 8);
        put(rect.width.into(), 4);
        put(rect.height.into(), 4);
        put(self.count.into(), 4);
        put(self.euler_number.cast_unsigned(), 8);
        put(open.len() as u64, 4);
        put(self.complete.len() as u64, 4);
        for runs in borders {
            put(runs.len() as u64, 4);
        }
        for run in borders.iter().flatten() {
            put(run.start.into(), 4);
            put(run.end.into(), 4);
            put(run.component.into(), 4);
        }
        for (number, component) in open.iter().chain(&self.complete) {
            bytes.extend_from_slice(&number.to_le_bytes());
            bytes.extend_from_slice(&component.to_bytes());
        }
        [MAGIC, &[VERSION], &Checksum::new().append(&bytes).value().to_le_bytes(), &bytes].concat()
    }

    /// Reads the state of a tile.
    ///
    /// # Errors
    /// [`TileError::Damaged`] or [`TileError::Version`] if these are not the bytes of a tile,
    /// [`TileError::TooLarge`] if positions in its image do not fit a `usize`.
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
        let Whole { width, height, .. } = tile.part.rect.whole;
        match (usize::try_from(width), usize::try_from(height)) {
            (Ok(_), Ok(_)) => Ok(tile),
            _ => Err(TileError::TooLarge { width: width.into(), height }),
        }
    }

    /// The inverse of [`to_bytes`](Self::to_bytes) without the first bytes and the checksum.
    fn read(bytes: &mut Reader<'_>) -> Option<Self> {
        let (width, height) = (bytes.u32()?, bytes.u64()?);
        let connectivity = match bytes.take::<1>()? {
            [4] => Connectivity::Four,
            [8] => Connectivity::Eight,
            _ => return None,
        };
        let whole = Whole { width, height, connectivity };
        let (x, y) = (bytes.u32()?, bytes.u64()?);
        let rect = Rect { whole, x, y, width: bytes.u32()?, height: bytes.u32()? };
        let (count, euler_number) = (bytes.u32()?, bytes.u64()?.cast_signed());
        let (mut part, mut complete) = (Part::new(rect), Vec::new());
        let numbers = [bytes.u32()?, bytes.u32()?];
        let lengths = [bytes.u32()?, bytes.u32()?, bytes.u32()?, bytes.u32()?];
        for (runs, length) in part.borders.iter_mut().zip(lengths) {
            for _ in 0..length {
                let (start, end, component) = (bytes.u32()?, bytes.u32()?, bytes.u32()?);
                runs.push(Run { start, end, component });
            }
        }
        for (components, length) in [&mut part.open, &mut complete].into_iter().zip(numbers) {
            for _ in 0..length {
                components.push((bytes.u32()?, TallComponent::from_bytes(bytes.take()?)?));
            }
        }
        bytes.0.is_empty().then_some(Self { part, count, euler_number, complete })
    }

    /// Returns whether bytes with the right checksum are those of a possible tile.
    fn is_valid(&self) -> bool {
        let Part { rect, borders, open } = &self.part;
        let (whole, pixels) = (rect.whole, u64::from(rect.width) * u64::from(rect.height));
        let bottom = rect.y.checked_add(rect.height.into());
        let is_inside = u64::from(whole.width).checked_mul(whole.height).is_some()
            && u64::from(self.count) <= pixels
            && self.euler_number <= self.count.into()
            && self.euler_number.unsigned_abs() <= pixels
            && pixels > 0
            && rect.right() <= whole.width.into()
            && bottom.is_some_and(|bottom| bottom <= whole.height);
        if !is_inside {
            return false;
        }
        let lengths = [rect.width, rect.width, rect.height, rect.height];
        let mut sides = borders.iter().zip(lengths).zip(rect.inner_borders());
        let are_runs = |runs: &[Run], length| {
            runs.iter().all(|run| run.start < run.end && run.end <= length)
                && runs.windows(2).all(|pair| pair[0].end < pair[1].start)
        };
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
        let is_in_tile = |component: &TallComponent| {
            component.left() >= rect.x as usize
                && (component.right() as u64) < rect.right()
                && component.top() as u64 >= rect.y
                && (component.bottom() as u64) < rect.bottom()
        };
        sides.all(|((runs, length), inner)| (inner || runs.is_empty()) && are_runs(runs, length))
            && borders.iter().flatten().all(mark)
            && used.iter().all(|&used| used)
            && ascend(open)
            && ascend(&self.complete)
            && open.iter().chain(&self.complete).all(|(_, component)| is_in_tile(component))
    }
}

/// The first bytes of the state of a tile.
const MAGIC: &[u8] = b"boardbits tile\n";
pub(super) const VERSION: u8 = 1;

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
