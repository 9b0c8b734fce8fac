//! Walls between cells, and steps that lead one way only.
//!
//! Of each of eight steps, the cells are stored from which it is **closed**: a row of bits for each
//! direction. A step that is closed in both directions is a **wall**. A knight leaps over walls.
//! What a wall does to diagonal steps, from a to d, follows from the two ways around, by b and by
//! c:
//!
//! ```text
//!   a b     king: open unless both ways have a wall, so no step leads through a line of walls
//!   c d     one-corner-cut: both steps of one way are open; no-corner-cut: those of both ways
//! ```
//!
//! Besides, a diagonal step can itself be closed. The rule is evaluated with words
//! ([`Walls::exits`]), in 12 to 36 loads: for one cell, or for those of three tiles in a row. A
//! search by tiles does this once ([`Masks`](super::tiles::Masks)). Searches to a set see steps in
//! reverse: the step from p to q is closed where that from q to p is.

use super::bits::PaddedBits;
use super::rule::{Corners, DIRECTIONS, StepKind, Way, corners, parts};
use super::size::{GridError, Point};

/// For each of the [`DIRECTIONS`], the cells from which the step is closed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Walls {
    pub(super) closed: [PaddedBits; 8],
    /// Number of closed steps.
    pub(super) count: u64,
}

/// The number that a step adds to a place.
pub(super) fn offset(direction: usize, stride: usize) -> usize {
    let (dx, dy) = DIRECTIONS[direction];
    (dy * stride as isize + dx) as usize
}

/// The opposite of one of the [`DIRECTIONS`].
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 2
}

impl Walls {
    pub(super) fn new(size: Point) -> Result<Self, GridError> {
        let none = || PaddedBits::new(size);
        let closed = [none()?, none()?, none()?, none()?, none()?, none()?, none()?, none()?];
        Ok(Self { closed, count: 0 })
    }

    /// A copy for a grid of this size, if there is memory for it.
    pub(super) fn try_clone(&self, size: Point) -> Result<Self, GridError> {
        let mut copy = Self { count: self.count, ..Self::new(size)? };
        for (set, closed) in copy.closed.iter_mut().zip(&self.closed) {
            set.with_set(closed, |_, closed| closed);
        }
        Ok(copy)
    }

    /// For each of the [`DIRECTIONS`], the cells of a row from `place` on from which the step is
    /// open, or those that it leads to in a search that goes `back`. The bits are those of
    /// [`PaddedBits::row`], which `free` returns for places around. The targets need not be free.
    #[inline(always)]
    pub(super) fn exits(
        &self,
        place: usize,
        (kind, is_back): Way,
        free: impl Fn(usize) -> u64,
    ) -> [u64; 8] {
        let stride = self.closed[0].stride();
        let offsets: [usize; 8] = core::array::from_fn(|step| offset(step, stride));
        let to = |at: usize, step: usize| at.wrapping_add(offsets[step]);
        let open = |step: usize, at| !self.closed(step, at, to(at, step), is_back);
        let no_wall = |step: usize, at| {
            let next = to(at, step);
            !(self.closed(step, at, next, false) & self.closed(step, at, next, true))
        };
        let mut exits = [0; 8];
        // The first step of the ways around corners, and the rest of them.
        let mut first = [0; 4];
        for step in 0..4 {
            exits[step] = open(step, place);
            first[step] = match corners(kind) {
                Corners::None => no_wall(step, place),
                _ => exits[step] & free(to(place, step)),
            };
        }
        for step in if kind == StepKind::Orthogonal { 4..4 } else { 4..8 } {
            let [one, other] = parts(step);
            let way = |before: usize, after: usize| {
                let beside = to(place, before);
                let rest = match corners(kind) {
                    Corners::None => no_wall(after, beside),
                    _ => open(after, beside),
                };
                first[before] & rest
            };
            exits[step] =
                open(step, place) & corners(kind).allowed(way(one, other), way(other, one));
        }
        exits
    }

    /// Where a step from a place to the next one is closed, or the step back.
    #[inline(always)]
    fn closed(&self, step: usize, place: usize, next: usize, is_back: bool) -> u64 {
        let (step, place) = if is_back { (opposite(step), next) } else { (step, place) };
        self.closed[step].row(place)
    }

    /// The [`exits`](Self::exits) of one cell, as bits of the square around it. The first bit of
    /// what `free` returns for a place says whether it is free.
    pub(super) fn of_cell(&self, place: usize, way: Way, free: impl Fn(usize) -> u64) -> u64 {
        let exits = self.exits(place, way, free).into_iter().zip(DIRECTIONS);
        exits.fold(0, |bits, (exit, (dx, dy))| bits | (exit & 1) << (4 + dx + 3 * dy))
    }

    /// Returns whether a step from an entry is closed.
    pub(super) fn is_closed(&self, step: usize, place: usize) -> bool {
        self.closed[step].contains(place)
    }

    pub(super) fn set(&mut self, step: usize, place: usize, is_closed: bool) {
        self.count -= u64::from(self.is_closed(step, place));
        self.count += u64::from(is_closed);
        self.closed[step].set(place, is_closed);
    }
}

/// The row between a map and its walls.
pub(super) const WALLS: &str = "walls:";
