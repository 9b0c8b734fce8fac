//! Chains.

use super::cells::{COLUMN, Cells, VISIBLE};
use super::field::Field;
use super::gravity::{Fall, falls};
use super::links::Links;
use super::rules::Rules;

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
        let links = Links::of(self);
        let fours = links.fours();
        if fours == 0 {
            return None;
        }
        let mut group_bonus = 0_u32;
        for component in Cells::from_bits_truncate(fours).components(&links) {
            group_bonus = group_bonus.saturating_add(rules.group_bonus(component.len()));
        }
        let colors = (1..=5).filter(|&color| self.code(color) & fours != 0).count();
        let beside = fours << 1 | fours >> 1 | fours << COLUMN | fours >> COLUMN;
        let skulls = self.skulls() & beside & VISIBLE;
        let kept = self.occupied() & !(fours | skulls);
        self.fall(kept);

        let blocks = fours.count_ones();
        let chain_power = rules.chain_power(step);
        let color_bonus = rules.color_bonus[(colors - 1).min(4)];
        let bonus = chain_power.saturating_add(color_bonus).saturating_add(group_bonus);
        Some(Step {
            blocks,
            chain_power,
            color_bonus,
            group_bonus,
            score: 10 * blocks * bonus.clamp(1, 999),
            skulls: skulls.count_ones(),
            vanished: Cells::from_bits_truncate(fours | skulls),
            kept: Cells::from_bits_truncate(kept),
        })
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
        let mut outcome = Outcome::default();
        for step in self.chain(rules) {
            outcome.steps += 1;
            outcome.score += u64::from(step.score);
        }
        outcome
    }
}
