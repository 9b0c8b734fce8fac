//! What finds the solution of a given number.

use bitboard_core::Word;

use crate::polyform::families::{Families, back, ways_of};
use crate::polyform::graph::{Graph, NoGraph};
use crate::polyform::limits::Stop;
use crate::polyform::meter::Meter;
use crate::polyform::packing::{Hand, Packing};

/// In how many ways each filling can be completed, whatever pieces are left: what finds the solution of a given number.
#[derive(Clone, Debug)]
pub(crate) struct Completions {
    families: Families<u128>,
    packing: Packing,
}

impl Completions {
    pub(crate) fn new<W: Word>(
        graph: &Graph<W>,
        packing: &Packing,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NoGraph> {
        let memory = memory.saturating_sub(graph.bytes());
        let mut families = back(graph, packing, |_| true, memory, meter)?;
        families.sort();
        Ok(Self { families, packing: packing.clone() })
    }

    /// In how many ways a filling can be completed if this hand has made it.
    pub(crate) fn of(&self, filling: u32, hand: Hand) -> Result<u128, Stop> {
        let family = self.families.of(filling);
        if self.packing.exact {
            return Ok(ways_of(family, self.packing.all - hand));
        }
        let mut fitting = family.iter().filter(|entry| self.packing.fit(hand, entry.0));
        fitting.try_fold(0u128, |sum, entry| sum.checked_add(entry.1)).ok_or(Stop::Overflow)
    }

    pub(crate) fn packing(&self) -> &Packing {
        &self.packing
    }
}
