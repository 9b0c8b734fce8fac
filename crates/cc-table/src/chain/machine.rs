//! The instructions that play chains.

#[cfg(feature = "simd")]
use core::marker::PhantomData;

#[cfg(feature = "simd")]
use bitboard_core::simd::fearless_simd::{Simd as Instructions, u16x8};
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use bitboard_core::simd::fearless_simd::{u16x16, u16x32};

use super::field::Field;
use super::gravity::{self, unsettled};
use super::links::Links;
use super::plane::Plane;
#[cfg(feature = "simd")]
use super::plane::{Single, Vector};
use crate::dispatch::Simd;

/// The number of fields of which [`Machine::active`] tells which have something to do.
pub(super) const BLOCK: usize = 32;

/// A kind of planes and the instructions for them.
pub(super) trait Machine: Copy {
    /// The cells of one field.
    type Plane: Plane;
    fn plane(self, cells: u128) -> Self::Plane;
    fn cells(self, plane: Self::Plane) -> u128;
    fn is_empty(self, plane: Self::Plane) -> bool;

    /// Removes all blocks that are not in `keep` and lets the others fall.
    fn fall(self, planes: &mut [u128; 3], keep: u128);

    /// For each of at most [`BLOCK`] fields two bits, of which one is set if blocks fall or vanish.
    fn active(self, fields: &[Field]) -> u64;
}

/// The blocks that fall before a chain, and some of those that vanish first. None if nothing happens.
#[inline(always)]
pub(super) fn active<P: Plane>(planes: [P; 3]) -> P {
    unsettled(planes) | Links::of(planes).crowds().any()
}

/// Two bits for each of `fields` fields.
#[inline(always)]
const fn all(fields: usize) -> u64 {
    u64::MAX.unbounded_shr(64 - 2 * fields as u32)
}

/// Words of 128 bits.
#[derive(Clone, Copy)]
struct Portable;

impl Machine for Portable {
    type Plane = u128;

    #[inline(always)]
    fn plane(self, cells: u128) -> u128 {
        cells
    }
    #[inline(always)]
    fn cells(self, plane: u128) -> u128 {
        plane
    }
    #[inline(always)]
    fn is_empty(self, plane: u128) -> bool {
        plane == 0
    }
    #[inline(always)]
    fn fall(self, planes: &mut [u128; 3], keep: u128) {
        gravity::fall(planes, keep);
    }
    #[inline(always)]
    fn active(self, fields: &[Field]) -> u64 {
        all(fields.len())
    }
}

/// Vectors `W` for many fields, and vectors of 128 bits for one.
#[cfg(feature = "simd")]
struct Vectors<S, W>(S, PhantomData<W>);

#[cfg(feature = "simd")]
impl<S: Copy, W> Copy for Vectors<S, W> {}
#[cfg(feature = "simd")]
impl<S: Copy, W> Clone for Vectors<S, W> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

#[cfg(feature = "simd")]
impl<S: Instructions, W: Vector<S>> Machine for Vectors<S, W> {
    type Plane = u16x8<S>;

    #[inline(always)]
    fn plane(self, cells: u128) -> u16x8<S> {
        u16x8::of_word(self.0, cells)
    }
    #[inline(always)]
    fn cells(self, plane: u16x8<S>) -> u128 {
        plane.word()
    }
    #[inline(always)]
    fn is_empty(self, plane: u16x8<S>) -> bool {
        plane.nonempty() == 0
    }
    #[inline(always)]
    fn fall(self, planes: &mut [u128; 3], keep: u128) {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.0.level().as_avx2() {
            gravity::fall_bmi2(avx2, planes, keep);
            return;
        }
        gravity::fall(planes, keep);
    }
    #[inline(always)]
    fn active(self, fields: &[Field]) -> u64 {
        let Some(last) = fields.len().checked_sub(W::FIELDS) else { return all(fields.len()) };
        let mut found = 0;
        for first in (0..fields.len()).step_by(W::FIELDS) {
            // The last vector begins earlier if it would not be full.
            let first = first.min(last);
            let fields = &fields[first..first + W::FIELDS];
            let planes = [
                W::load(self.0, fields, 0),
                W::load(self.0, fields, 1),
                W::load(self.0, fields, 2),
            ];
            found |= active(planes).nonempty() << (2 * first);
        }
        found
    }
}

/// Work with chains, generic over the machine.
pub(super) trait Work {
    type Answer;
    /// Must be `#[inline(always)]`.
    fn run<M: Machine>(self, machine: M) -> Self::Answer;
}

/// Does `work` with the instructions of `simd`.
#[inline]
pub(super) fn run<W: Work>(simd: Simd, work: W) -> W::Answer {
    match simd {
        Simd::Scalar => work.run(Portable),
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        Simd::Sse2(sse2) => run_on::<_, u16x8<_>, _>(sse2, work),
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        Simd::Avx2(avx2) => run_on::<_, u16x16<_>, _>(avx2, work),
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        Simd::Avx512(avx512) => run_on::<_, u16x32<_>, _>(avx512, work),
        #[cfg(all(feature = "simd", not(target_arch = "x86_64")))]
        Simd::Vectors(level) => {
            bitboard_core::simd::fearless_simd::dispatch!(level, simd => run_on::<_, u16x8<_>, _>(simd, work))
        }
    }
}

#[cfg(feature = "simd")]
#[inline(always)]
fn run_on<S: Instructions, V: Vector<S>, W: Work>(token: S, work: W) -> W::Answer {
    token.vectorize(
        #[inline(always)]
        move || work.run(Vectors::<S, V>(token, PhantomData)),
    )
}
