//! The numbers of completions of all fillings.

use crate::engine::failure::Failure;
use crate::engine::families::{Families, back, ways_of};
use crate::engine::graph::Steps;
use crate::engine::hand::{Hand, HandLayout};
use crate::engine::meter::Meter;

/// The number of ways to complete each filling with any hand.
#[derive(Clone, Debug)]
pub(crate) struct Completions {
    families: Families<u128>,
    hands: HandLayout,
}

impl Completions {
    pub(crate) fn new(
        steps: &Steps,
        hands: &HandLayout,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Failure> {
        let mut families = back(steps, hands, |_| true, memory, meter)?;
        families.sort();
        Ok(Self { families, hands: hands.clone() })
    }

    /// The number of ways to complete a filling that this hand has made. It is not more than the number of
    /// solutions, unless the hand cannot make the filling.
    pub(crate) fn of(&self, filling: u32, hand: Hand) -> Option<u128> {
        let family = self.families.of(filling);
        if self.hands.exact {
            return Some(ways_of(family, self.hands.all - hand));
        }
        let mut fitting = family.iter().filter(|entry| self.hands.fit(hand, entry.0));
        fitting.try_fold(0u128, |sum, entry| sum.checked_add(entry.1))
    }

    pub(crate) fn hands(&self) -> &HandLayout {
        &self.hands
    }
}
