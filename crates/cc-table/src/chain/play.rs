//! Chains.

use super::field::{COLUMN, VISIBLE};
use super::{Field, Rules};

/// One step of a chain: what vanished at once, and what it scored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Step {
    /// B: coloured blocks cleared.
    pub blocks: u32,
    /// CP: the bonus of the step's place in the chain.
    pub chain_power: u32,
    /// CB: the bonus for several colours.
    pub colour_bonus: u32,
    /// GB: the bonus for large groups, at most `u32::MAX`.
    pub group_bonus: u32,
    /// What the step scores.
    pub score: u32,
    /// Skulls cleared.
    pub skulls: u32,
}

/// A whole chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Outcome {
    /// How many steps it had, at most 18.
    pub steps: u32,
    /// What they scored in all.
    pub score: u64,
}

/// Which cells hold the same colour as their neighbours, each stored in the first of the two cells.
struct Links {
    up: u128,
    right: u128,
}

impl Links {
    /// All colours at once. Skulls are linked to nothing.
    #[inline(always)]
    fn of(field: &Field) -> Self {
        let [a, b, c] = field.planes;
        let coloured = field.occupied() & !field.skulls() & VISIBLE;
        let same = |shift: usize| {
            let differ = (a ^ a >> shift) | (b ^ b >> shift) | (c ^ c >> shift);
            coloured & coloured >> shift & !differ
        };
        Self { up: same(1), right: same(COLUMN) }
    }

    /// The cells linked to a set.
    #[inline(always)]
    fn neighbors(&self, cells: u128) -> u128 {
        cells >> 1 & self.up
            | (cells & self.up) << 1
            | cells >> COLUMN & self.right
            | (cells & self.right) << COLUMN
    }

    /// The cells in groups of at least four, of any colour; how is said in [`crate::engine::mask`].
    #[inline(always)]
    fn fours(&self) -> u128 {
        let (up, down) = (self.up, self.up << 1);
        let (right, left) = (self.right, self.right << COLUMN);
        let (either_y, both_y) = (up | down, up & down);
        let (either_x, both_x) = (left | right, left & right);
        let two = both_y | both_x | either_y & either_x;
        let three = both_y & either_x | both_x & either_y;
        let seeds = three | two & self.neighbors(two);
        seeds | self.neighbors(seeds)
    }
}

impl Field {
    /// The next step of a chain: clears all groups of four or more with the skulls beside them and lets
    /// the rest fall. `step` counts from 0. `None`, with the field as it was, if there is no group. The field must be
    /// settled.
    #[inline]
    pub fn step(&mut self, step: usize, rules: &Rules) -> Option<Step> {
        let links = Links::of(self);
        let fours = links.fours();
        if fours == 0 {
            return None;
        }
        let (mut groups, mut rest) = (0_u32, fours);
        while rest != 0 {
            let mut group = rest & rest.wrapping_neg();
            loop {
                let once = group | links.neighbors(group);
                let twice = once | links.neighbors(once);
                if once == twice {
                    group = once;
                    break;
                }
                group = twice;
            }
            groups = groups.saturating_add(rules.group_bonus(group.count_ones()));
            rest &= !group;
        }
        let colours = (1..=5).filter(|&colour| self.colour(colour) & fours != 0).count();
        let beside = fours << 1 | fours >> 1 | fours << COLUMN | fours >> COLUMN;
        let skulls = self.skulls() & beside & VISIBLE;
        self.fall(self.occupied() & !(fours | skulls));

        let mut found = Step {
            blocks: fours.count_ones(),
            chain_power: rules.chain_power(step),
            colour_bonus: rules.colour_bonus[(colours - 1).min(4)],
            group_bonus: groups,
            score: 0,
            skulls: skulls.count_ones(),
        };
        let bonus = found.chain_power.saturating_add(found.colour_bonus).saturating_add(groups);
        found.score = 10 * found.blocks * bonus.clamp(1, 999);
        Some(found)
    }

    /// Lets all blocks fall, and clears groups as long as there are any. `each` sees the steps.
    ///
    /// The hidden row never vanishes; what is in it falls like the rest.
    #[inline]
    pub fn play(&mut self, rules: &Rules, mut each: impl FnMut(&Step)) -> Outcome {
        self.settle();
        let mut outcome = Outcome::default();
        while let Some(step) = self.step(outcome.steps as usize, rules) {
            outcome.steps += 1;
            outcome.score += u64::from(step.score);
            each(&step);
        }
        outcome
    }
}
