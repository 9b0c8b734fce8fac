//! Counting solutions by families.
//!
//! Solutions are counted where front and back families meet, halfway, so that neither family grows large.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::slice::from_ref;

use bitboard_core::Word;

use crate::polyform::families::{Families, Family, Sum, Ways, back, front, ways_of};
use crate::polyform::graph::{Graph, NoGraph};
use crate::polyform::limits::{Stage, Stop};
use crate::polyform::meter::Meter;
use crate::polyform::packing::{Adder, Hand, Packing};
use crate::polyform::problem::Problem;
use crate::polyform::room::NoRoom;
use crate::polyform::turned::HalfGraph;

/// Counts the solutions by the graph of fillings.
pub(crate) fn count<W: Word>(problem: &Problem<W>, meter: &mut Meter<'_>) -> Result<u128, NoGraph> {
    let packing = Packing::new(problem).ok_or(NoGraph::TooLarge)?;
    let memory = meter.memory();
    if packing.exact && problem.is_own_turn() {
        let half = HalfGraph::new(problem, memory, meter)?;
        return widening(
            |meter| by_half::<W, u64>(problem, &half, &packing, memory, meter),
            |meter| by_half::<W, u128>(problem, &half, &packing, memory, meter),
            meter,
        );
    }
    let graph = Graph::new(problem, memory, meter)?;
    widening(
        |meter| by_graph::<W, u64>(problem, &graph, &packing, memory, meter),
        |meter| by_graph::<W, u128>(problem, &graph, &packing, memory, meter),
        meter,
    )
}

/// Counts in wide numbers if narrow ones are not enough.
fn widening<'a>(
    narrow: impl Fn(&mut Meter<'a>) -> Result<u128, NoGraph>,
    wide: impl Fn(&mut Meter<'a>) -> Result<u128, NoGraph>,
    meter: &mut Meter<'a>,
) -> Result<u128, NoGraph> {
    match narrow(meter) {
        Err(NoGraph::Stop(Stop::Overflow)) => wide(meter),
        counted => counted,
    }
}

/// From the whole graph.
fn by_graph<W: Word, N: Ways>(
    problem: &Problem<W>,
    graph: &Graph<W>,
    packing: &Packing,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<u128, NoGraph> {
    let Some(last) = graph.len().checked_sub(1) else { return Ok(0) };
    let memory = memory.saturating_sub(2 * graph.bytes());
    // The back half begins where half of the board is full, or behind the full board.
    let is_front = |i: usize| !packing.exact || !problem.is_half(graph.fillings[i]);
    let reversed = graph.reversed()?;
    let fronts: Families<N> = front(graph, &reversed, packing, is_front, memory, meter)?;
    let mut meeting = Meeting::new(packing)?;
    if is_front(last) {
        return Ok(meeting.sum_up(fronts.of(last as u32))?);
    }
    let memory = memory.saturating_sub(fronts.bytes());
    let backs = back(graph, packing, |i| !is_front(i), memory, meter)?;
    for i in (0..graph.len()).filter(|&i| !is_front(i)) {
        meter.at(Stage::Families, graph.len() + i, 2 * graph.len());
        meter.tick()?;
        let steps = reversed.steps(i).iter().filter(|step| is_front(step.next as usize));
        let made = steps.map(|step| (fronts.of(step.next), from_ref(&step.piece)));
        meter.work(made.clone().map(|(family, _)| family.len()).sum())?;
        meeting.add(backs.of(i as u32), Adder::NOTHING)?;
        meeting.meet(made, 1)?;
    }
    Ok(meeting.total)
}

/// From half of the graph.
fn by_half<W: Word, N: Ways>(
    problem: &Problem<W>,
    half: &HalfGraph<W>,
    packing: &Packing,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<u128, NoGraph> {
    let graph = &half.graph;
    let memory = memory.saturating_sub(half.bytes() + graph.bytes());
    let reversed = graph.reversed()?;
    // A filling of half of the board, no more, may be the turned rest of one.
    let is_made = |i: usize| half.rests(i).is_empty() || problem.is_half(!graph.fillings[i]);
    let fronts: Families<N> = front(graph, &reversed, packing, is_made, memory, meter)?;
    let mut meeting = Meeting::new(packing)?;
    for i in (0..graph.len()).filter(|&i| !half.rests(i).is_empty()) {
        meter.at(Stage::Families, graph.len() + i, 2 * graph.len());
        meter.tick()?;
        // The solutions with a filling and its twin are turned into one another.
        let times = match half.twin(i).map(|twin| i.cmp(&twin)) {
            Some(Ordering::Less) => 2,
            Some(Ordering::Greater) => continue,
            _ => 1,
        };
        if is_made(i) {
            meeting.add(fronts.of(i as u32), Adder::NOTHING)?;
        } else {
            for step in reversed.steps(i) {
                let family = fronts.of(step.next);
                meter.work(family.len())?;
                meeting.add(family, packing.adder(step.piece))?;
            }
        }
        let rests = half.rests(i).iter().map(|rest| (fronts.of(rest.filling), half.pieces(rest)));
        meter.work(rests.clone().map(|(family, _)| family.len()).sum())?;
        meeting.meet(rests, times)?;
    }
    Ok(meeting.total)
}

/// Counts where families meet.
struct Meeting<'a, N> {
    packing: &'a Packing,
    /// One side.
    held: Sum<N>,
    total: u128,
}

impl<'a, N: Ways> Meeting<'a, N> {
    fn new(packing: &'a Packing) -> Result<Self, NoRoom> {
        Ok(Self { packing, held: Sum::new(packing.bits)?, total: 0 })
    }

    /// Adds a family, with a piece put to each hand, to one side.
    fn add(&mut self, family: &Family<N>, piece: Adder) -> Result<(), NoGraph> {
        self.held.add(family, piece)
    }

    /// Counts the ways in which hands of this side and of the other, families with pieces put to each hand, use all pieces together.
    /// Then nothing is left on this side.
    fn meet<'b>(
        &mut self,
        other: impl Iterator<Item = (&'b Family<N>, &'b [u16])>,
        times: u128,
    ) -> Result<(), NoGraph> {
        let packing = self.packing;
        let sum = match &mut self.held {
            Sum::Dense(table, used) => {
                let sum = products(other, packing, |hand| table[hand as usize]);
                used.drain(..).for_each(|hand| table[hand as usize] = N::default());
                sum
            }
            sparse => {
                let mut held = Vec::new();
                sparse.take(&mut held)?;
                products(other, packing, |hand| ways_of(&held, hand))
            }
        };
        let sum = sum.and_then(|sum| sum.checked_mul(times));
        self.total = sum.and_then(|sum| self.total.checked_add(sum)).ok_or(Stop::Overflow)?;
        Ok(())
    }

    /// The ways of all hands that are enough by themselves.
    fn sum_up(&self, family: &Family<N>) -> Result<u128, Stop> {
        let mut enough = family.iter().filter(|entry| self.packing.is_enough(entry.0));
        let sum = enough.try_fold(0u128, |sum, entry| sum.checked_add(entry.1.widen()));
        sum.ok_or(Stop::Overflow)
    }
}

/// The sum of the ways of all hands, with pieces put to them, times those of what is missing then.
#[inline]
fn products<'a, N: Ways>(
    families: impl Iterator<Item = (&'a Family<N>, &'a [u16])>,
    packing: &Packing,
    ways_of: impl Fn(Hand) -> N,
) -> Option<u128> {
    let mut sum = 0u128;
    let mut add = |hand: Option<Hand>, ways: N| {
        let Some(hand) = hand else { return Some(()) };
        let there = ways_of(packing.all - hand);
        if there != N::default() {
            sum = sum.checked_add(ways.times(there)?)?;
        }
        Some(())
    };
    for (family, pieces) in families {
        // Mostly one piece or none.
        let first = pieces.first().map_or(Adder::NOTHING, |&piece| packing.adder(piece));
        if pieces.len() <= 1 {
            family.iter().try_for_each(|&(hand, ways)| add(first.add(hand), ways))?;
        } else {
            let all = |hand| pieces.iter().try_fold(hand, |hand, &p| packing.adder(p).add(hand));
            family.iter().try_for_each(|&(hand, ways)| add(all(hand), ways))?;
        }
    }
    Some(sum)
}
