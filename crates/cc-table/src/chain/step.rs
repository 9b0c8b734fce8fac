//! Chains.

use super::cells::{Cells, VISIBLE_COLUMN};
use super::field::Field;
use super::gravity::{Fall, falls, unsettled};
use super::links::Links;
use super::machine::{Machine, Work, active, run};
use super::plane::Plane;
use super::rules::Rules;
use crate::dispatch::Simd;

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
    /// Plays the next step of a chain: removes all components of four or more with the skulls beside them
    /// and lets the rest fall. `step` counts from 0. Returns `None`, and leaves the field as it is, if
    /// it has no component of four or more. The field must be settled.
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
        run(Simd::best(), Next { field: self, step, rules })
    }

    /// Lets all blocks fall, then plays the steps of the chain one by one, as the iterator goes. Blocks in
    /// the hidden row never vanish; they fall like the rest.
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

    /// Plays the whole [`chain`](Self::chain).
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
        run(Simd::best(), Whole { field: self, rules })
    }

    /// Plays the whole [`chain`](Self::chain) without its score. Returns the number of steps.
    ///
    /// ```
    /// use cc_table::chain::Field;
    ///
    /// let mut field: Field = "....../....../....../....../....../....../....../....../....../\
    ///                         .1..../0211../1222..".parse()?;
    /// assert_eq!(field.resolve(), 2);
    /// assert_eq!(field, Field::EMPTY);
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    #[inline]
    pub fn resolve(&mut self) -> u32 {
        run(Simd::best(), Whole { field: self, rules: &Unscored })
    }
}

/// [`Field::step`].
struct Next<'a> {
    field: &'a mut Field,
    step: usize,
    rules: &'a Rules,
}

impl Work for Next<'_> {
    type Answer = Option<Step>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Option<Step> {
        let vanishing = vanishing(machine, self.field)?;
        let step = score(self.field, vanishing, self.step, self.rules);
        machine.fall(&mut self.field.planes, step.kept.bits());
        Some(step)
    }
}

/// [`Field::play`].
struct Whole<'a, T> {
    field: &'a mut Field,
    rules: &'a T,
}

impl<T: Tally> Work for Whole<'_, T> {
    type Answer = T::Answer;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> T::Answer {
        if machine.is_empty(active(planes(machine, self.field))) {
            return T::Answer::default();
        }
        play(machine, self.field, self.rules)
    }
}

/// What is known of a chain in the end.
pub(crate) trait Tally {
    type Answer: Copy + Default;
    /// Adds a step that begins in `field`.
    fn add(&self, answer: &mut Self::Answer, field: &Field, vanishing: Vanishing);
}

impl Tally for Rules {
    type Answer = Outcome;

    #[inline(always)]
    fn add(&self, outcome: &mut Outcome, field: &Field, vanishing: Vanishing) {
        let step = score(field, vanishing, outcome.steps as usize, self);
        outcome.steps += 1;
        outcome.score += u64::from(step.score);
    }
}

/// Counts the steps alone.
pub(crate) struct Unscored;

impl Tally for Unscored {
    type Answer = u32;

    #[inline(always)]
    fn add(&self, steps: &mut u32, _: &Field, _: Vanishing) {
        *steps += 1;
    }
}

/// Plays a whole chain.
#[inline(always)]
pub(super) fn play<M: Machine, T: Tally>(machine: M, field: &mut Field, tally: &T) -> T::Answer {
    let mut answer = T::Answer::default();
    let occupied = field.occupied();
    if unsettled(field.planes) != 0 {
        machine.fall(&mut field.planes, occupied);
    }
    while let Some(vanishing) = vanishing(machine, field) {
        tally.add(&mut answer, field, vanishing);
        let kept = field.occupied() & !(vanishing.fours | vanishing.skulls);
        machine.fall(&mut field.planes, kept);
    }
    answer
}

/// What vanishes in a step.
#[derive(Clone, Copy)]
pub(crate) struct Vanishing {
    fours: u128,
    skulls: u128,
}

#[inline(always)]
fn planes<M: Machine>(machine: M, field: &Field) -> [M::Plane; 3] {
    let [a, b, c] = field.planes;
    [machine.plane(a), machine.plane(b), machine.plane(c)]
}

#[inline(always)]
fn vanishing<M: Machine>(machine: M, field: &Field) -> Option<Vanishing> {
    let planes = planes(machine, field);
    let links = Links::of(planes);
    let crowds = links.crowds();
    if machine.is_empty(crowds.any()) {
        return None;
    }
    let fours = links.fours(crowds);
    let beside = fours.up() | fours.down() | fours.left() | fours.right();
    let skulls = planes[1] & planes[2] & beside & fours.columns(VISIBLE_COLUMN);
    Some(Vanishing { fours: machine.cells(fours), skulls: machine.cells(skulls) })
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
    let chain_power = rules.chain_power(step);
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

/// The number of colors and the sum of GB of the components, which have four blocks or more each. So fewer
/// than eight blocks of a color are one component.
#[inline(always)]
fn groups(field: &Field, fours: u128, rules: &Rules) -> (usize, u32) {
    if fours.count_ones() < 8 {
        return (1, rules.group_bonus(fours.count_ones()));
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
            bonus = bonus.saturating_add(rules.group_bonus(component.count_ones()));
        }
    }
    (colors, bonus)
}
