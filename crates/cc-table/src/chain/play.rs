//! Chains: what vanishes step by step, and what that scores.
//!
//! ```text
//! let all blocks fall
//! while some blocks vanish:                       planes.rs
//!     add the score of the step
//!     the other blocks fall                       gravity.rs
//! ```
//!
//! Nearly all fields in play have nothing that falls or vanishes (96 % of 8,000 fields with five
//! colors), so this is tested first, without finding the cells that vanish. A batch tests up to
//! four fields in a vector and plays only the others.
//!
//! The group bonus needs the size of each component. Components that vanish have at least four
//! blocks, so fewer than eight blocks of a color are one component, and only the others are
//! flooded.
//!
//! A query is a [`PlayKernel`], written once for planes `P` of one field: words of 128 bits, or
//! vectors with a column in each lane. `M` holds the planes of several fields.

use core::slice::from_ref;

use bitboard_core::dispatch::{SimdKernel, SimdLevel};
#[cfg(feature = "simd")]
use bitboard_core::simd::Register;
#[cfg(feature = "simd")]
use bitboard_core::simd::fearless_simd::{Simd, u16x8, u16x16, u16x32};

use super::Rules;
use super::field::{Cells, Field, VISIBLE_COLUMN};
use super::gravity::{Fall, falls};
use super::planes::{Links, Single, Vector, unsettled};

/// One step of a chain: what vanishes at once, what falls then, and the score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Step {
    /// B: number of colored blocks that vanish.
    pub blocks: u32,
    /// CP: the bonus for the place of the step in the chain.
    pub chain_power: u32,
    /// CB: the bonus for several colors.
    pub color_bonus: u32,
    /// GB: the bonus for large components, at most `u32::MAX`.
    pub group_bonus: u32,
    /// The score of the step.
    pub score: u32,
    /// Number of skulls that vanish.
    pub skulls: u32,
    /// The cells whose blocks vanish, skulls included.
    pub vanished: Cells,
    /// The cells whose blocks stay, before they fall.
    pub kept: Cells,
}

impl Step {
    /// The blocks that fall once the others have vanished.
    ///
    /// ```
    /// use cc_table::chain::{Field, Rules};
    ///
    /// let mut field: Field = "....../....../....../....../....../....../....../....../....../\
    ///                         ....../..34../.1111.".parse()?;
    /// let step = field.step(0, &Rules::SMASH_THE_CODE).unwrap();
    /// assert_eq!(step.vanished.len(), 4);
    /// let falls: Vec<_> = step.falls().map(|fall| (fall.column, fall.from, fall.to)).collect();
    /// assert_eq!(falls, [(2, 1, 0), (3, 1, 0)]);
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    pub fn falls(&self) -> impl Iterator<Item = Fall> + Clone {
        falls(self.kept.bits())
    }
}

/// A whole chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Outcome {
    /// Number of steps, at most 18.
    pub steps: u32,
    /// The sum of their scores.
    pub score: u64,
}

impl Field {
    /// Plays the next step of a chain: removes all components of four or more with the skulls
    /// beside them and lets the rest fall. `step` counts from 0. Returns `None`, and leaves the
    /// field as it is, if it has no component of four or more. The field must be settled.
    ///
    /// ```
    /// use cc_table::chain::{Field, Rules};
    ///
    /// let mut field: Field = "
    ///     . . . . . .
    ///     . . . . . .
    ///     . . . . . .
    ///     . . . . . .
    ///     . . . . . .
    ///     . . . . . .
    ///     . . . . . .
    ///     . . . . . .
    ///     . . . . . .
    ///     . . . . . .
    ///     . . . . 2 .
    ///     1 1 1 1 0 .".parse()?;
    /// let step = field.step(0, &Rules::PUYO_PUYO_TSU).unwrap();
    /// assert_eq!(step.score, 40);
    /// assert!(field.step(1, &Rules::PUYO_PUYO_TSU).is_none());
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    #[inline]
    pub fn step(&mut self, step: usize, rules: &Rules) -> Option<Step> {
        SimdLevel::new().run(OnPlanes(PlayStep { field: self, step, rules }))
    }

    /// Lets all blocks fall, then plays the steps of the chain one by one, as the iterator goes.
    /// Blocks in the hidden row never vanish; they fall like the rest.
    ///
    /// ```
    /// use cc_table::chain::{Field, Rules};
    ///
    /// let mut field: Field = "....../....../....../....../....../....../....../....../....../\
    ///                         .1..../0211../1222..".parse()?;
    /// for step in field.chain(&Rules::SMASH_THE_CODE) {
    ///     println!("{} points for\n{}", step.score, step.vanished);
    /// }
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    #[inline]
    pub fn chain(&mut self, rules: &Rules) -> impl Iterator<Item = Step> {
        self.settle();
        (0..).map_while(move |i| self.step(i, rules))
    }

    /// Plays the whole [`chain`](Self::chain). The score takes little of the time.
    ///
    /// ```
    /// use cc_table::chain::{Field, Rules};
    ///
    /// let mut field: Field = "....../....../....../....../....../....../....../....../....../\
    ///                         .1..../0211../1222..".parse()?;
    /// let outcome = field.play(&Rules::SMASH_THE_CODE);
    /// assert_eq!((outcome.steps, outcome.score), (2, 40 + 40 * 8));
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    #[inline]
    pub fn play(&mut self, rules: &Rules) -> Outcome {
        SimdLevel::new().run(OnPlanes(PlayChain { field: self, rules }))
    }
}

/// [`Field::step`].
struct PlayStep<'a> {
    field: &'a mut Field,
    step: usize,
    rules: &'a Rules,
}

impl PlayKernel for PlayStep<'_> {
    type Output = Option<Step>;

    #[inline(always)]
    fn run<T: Copy, P: Single<T>, M: Vector<T>>(self, token: T) -> Option<Step> {
        let vanishing = vanishing::<T, P>(token, self.field)?;
        let step = score(self.field, vanishing, self.step, self.rules);
        P::fall(token, &mut self.field.planes, step.kept.bits());
        Some(step)
    }
}

/// [`Field::play`].
struct PlayChain<'a> {
    field: &'a mut Field,
    rules: &'a Rules,
}

impl PlayKernel for PlayChain<'_> {
    type Output = Outcome;

    #[inline(always)]
    fn run<T: Copy, P: Single<T>, M: Vector<T>>(self, token: T) -> Outcome {
        if active::<T, P>(token, from_ref(self.field)) == 0 {
            return Outcome::default();
        }
        play::<T, P>(token, self.field, self.rules)
    }
}

/// Plays the chains of many fields. There is an outcome for each.
#[inline]
pub(crate) fn play_all(
    simd_level: SimdLevel,
    fields: &mut [Field],
    rules: &Rules,
    outcomes: &mut [Outcome],
) {
    simd_level.run(OnPlanes(PlayAll { fields, rules, outcomes }));
}

/// [`play_all`].
struct PlayAll<'a> {
    fields: &'a mut [Field],
    rules: &'a Rules,
    outcomes: &'a mut [Outcome],
}

impl PlayKernel for PlayAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run<T: Copy, P: Single<T>, M: Vector<T>>(self, token: T) {
        self.outcomes.fill(Outcome::default());
        let blocks = self.fields.chunks_mut(BLOCK).zip(self.outcomes.chunks_mut(BLOCK));
        for (fields, outcomes) in blocks {
            let mut active = active_of_many::<T, M>(token, fields);
            while active != 0 {
                let i = active.trailing_zeros() as usize / 2;
                active &= !(0b11 << (2 * i));
                outcomes[i] = play::<T, P>(token, &mut fields[i], self.rules);
            }
        }
    }
}

/// Plays a whole chain.
#[inline(always)]
fn play<T: Copy, P: Single<T>>(token: T, field: &mut Field, rules: &Rules) -> Outcome {
    let mut outcome = Outcome::default();
    let occupied = field.occupied();
    if unsettled(field.planes) != 0 {
        P::fall(token, &mut field.planes, occupied);
    }
    while let Some(vanishing) = vanishing::<T, P>(token, field) {
        let step = score(field, vanishing, outcome.steps as usize, rules);
        outcome.steps += 1;
        outcome.score += u64::from(step.score);
        P::fall(token, &mut field.planes, step.kept.bits());
    }
    outcome
}

/// The cells whose blocks vanish in a step: the components of four or more, and the skulls beside
/// them.
#[derive(Clone, Copy)]
struct Vanishing {
    fours: u128,
    skulls: u128,
}

/// The planes of the first fields, as many as `P` holds.
#[inline(always)]
fn planes<T: Copy, P: Vector<T>>(token: T, fields: &[Field]) -> [P; 3] {
    [P::load(token, fields, 0), P::load(token, fields, 1), P::load(token, fields, 2)]
}

/// Finds the cells whose blocks vanish, or `None` if none do. The field is settled.
#[inline(always)]
fn vanishing<T: Copy, P: Single<T>>(token: T, field: &Field) -> Option<Vanishing> {
    let planes = planes::<T, P>(token, from_ref(field));
    let links = Links::of(planes);
    let many_links = links.many_links();
    if many_links.any().nonempty() == 0 {
        return None;
    }
    let fours = links.fours(many_links);
    let beside = fours.up() | fours.down() | fours.left() | fours.right();
    let skulls = planes[1] & planes[2] & beside & fours.columns(VISIBLE_COLUMN);
    Some(Vanishing { fours: fours.word(), skulls: skulls.word() })
}

/// The step in which these blocks of `field` vanish.
#[inline(always)]
fn score(
    field: &Field,
    Vanishing { fours, skulls }: Vanishing,
    step: usize,
    rules: &Rules,
) -> Step {
    let blocks = fours.count_ones();
    let (colors, group_bonus) = groups(field, fours, rules);
    let chain_power = rules.power_of_step(step);
    let color_bonus = rules.color_bonus[(colors - 1).min(4)];
    let bonus = chain_power.saturating_add(color_bonus).saturating_add(group_bonus);
    Step {
        blocks,
        chain_power,
        color_bonus,
        group_bonus,
        score: 10 * blocks * bonus.clamp(1, 999),
        skulls: skulls.count_ones(),
        vanished: Cells::from_bits_truncate(fours | skulls),
        kept: Cells::from_bits_truncate(field.occupied() & !(fours | skulls)),
    }
}

/// The number of colors and the sum of GB of the components, which have four blocks or more each.
/// So fewer than eight blocks of a color are one component.
#[inline(always)]
fn groups(field: &Field, fours: u128, rules: &Rules) -> (usize, u32) {
    if fours.count_ones() < 8 {
        return (1, rules.bonus_of_group(fours.count_ones()));
    }
    let (mut colors, mut bonus) = (0, 0_u32);
    for color in 1..=5 {
        let mut rest = field.code(color) & fours;
        colors += usize::from(rest != 0);
        while rest != 0 {
            let component = match rest.count_ones() {
                ..8 => rest,
                _ => Links::of(field.planes).component(rest),
            };
            rest &= !component;
            bonus = bonus.saturating_add(rules.bonus_of_group(component.count_ones()));
        }
    }
    (colors, bonus)
}

/// Two bits for each of the first fields. If blocks of a field fall or vanish, at least one of its
/// bits is set.
#[inline(always)]
fn active<T: Copy, P: Vector<T>>(token: T, fields: &[Field]) -> u64 {
    let planes = planes::<T, P>(token, fields);
    (unsettled(planes) | Links::of(planes).many_links().any()).nonempty()
}

/// The most fields for [`active_of_many`]: two bits of a word for each.
const BLOCK: usize = 32;

/// [`active`] for at most [`BLOCK`] fields. If a vector has room for more, the bits of all are set.
#[inline(always)]
fn active_of_many<T: Copy, M: Vector<T>>(token: T, fields: &[Field]) -> u64 {
    let Some(last) = fields.len().checked_sub(M::FIELDS) else {
        return u64::MAX.unbounded_shr(64 - 2 * fields.len() as u32);
    };
    let mut found = 0;
    for first in (0..fields.len()).step_by(M::FIELDS) {
        // The last vector begins earlier if it would not be full.
        let first = first.min(last);
        found |= active::<T, M>(token, &fields[first..first + M::FIELDS]) << (2 * first);
    }
    found
}

/// A query about chains, generic over planes of one field and of several.
trait PlayKernel {
    type Output;
    /// Must be `#[inline(always)]`.
    fn run<T: Copy, P: Single<T>, M: Vector<T>>(self, token: T) -> Self::Output;
}

/// Runs a query on the planes for an instruction set.
struct OnPlanes<K>(K);

impl<K: PlayKernel> SimdKernel for OnPlanes<K> {
    type Output = K::Output;

    #[inline]
    fn scalar(self) -> K::Output {
        self.0.run::<(), u128, u128>(())
    }

    #[cfg(feature = "simd")]
    #[inline(always)]
    fn vectors<S: Simd, V: Register<S>>(self, simd: S) -> K::Output {
        match V::LANES {
            2 => self.0.run::<S, u16x8<S>, u16x8<S>>(simd),
            4 => self.0.run::<S, u16x8<S>, u16x16<S>>(simd),
            _ => self.0.run::<S, u16x8<S>, u16x32<S>>(simd),
        }
    }
}
