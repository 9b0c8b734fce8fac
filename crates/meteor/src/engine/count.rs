//! Counts solutions where front and back families meet: halfway, so that neither grows large.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::slice::from_ref;

use bitboard_core::Word;

use crate::count_error::TooManySolutions;
use crate::engine::builder;
use crate::engine::failure::Failure;
use crate::engine::fallible::{OutOfMemory, with_room};
use crate::engine::families::{Families, Family, Sum, Ways, back, front, ways_of};
use crate::engine::graph::Steps;
use crate::engine::half_graph::{HalfGraph, Rests};
use crate::engine::hand::{Adder, Hand, HandLayout};
use crate::engine::meter::Meter;
use crate::engine::problem::Problem;
use crate::progress::Stage;

/// Counts the solutions by the graph of fillings.
pub(crate) fn count<W: Word>(
    problem: &Problem<W>,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<u128, Failure> {
    let hands = HandLayout::new(problem).ok_or(Failure::TooLarge)?;
    if hands.exact && problem.is_own_turn() {
        let HalfGraph { graph, rests } = HalfGraph::new(problem, memory, meter)?;
        let memory = memory.saturating_sub(rests.bytes() + 2 * graph.bytes());
        // A filling of half of the board, no more, may be the turned rest of one.
        let is_made = |i: usize| rests.of(i).is_empty() || problem.is_half(!graph.fillings[i]);
        let made = list(graph.len(), is_made)?;
        return widening(
            |meter| by_half::<u64>(&graph.steps, &rests, &made, &hands, memory, meter),
            |meter| by_half::<u128>(&graph.steps, &rests, &made, &hands, memory, meter),
            meter,
        );
    }
    let graph = builder::build(problem, memory, meter)?;
    let memory = memory.saturating_sub(2 * graph.bytes());
    // The back half begins where half of the board is full, or after the full board.
    let is_front = |i: usize| !hands.exact || !problem.is_half(graph.fillings[i]);
    let fronts = list(graph.len(), is_front)?;
    widening(
        |meter| by_graph::<u64>(&graph.steps, &fronts, &hands, memory, meter),
        |meter| by_graph::<u128>(&graph.steps, &fronts, &hands, memory, meter),
        meter,
    )
}

/// The answers about all fillings.
fn list(fillings: usize, answer: impl FnMut(usize) -> bool) -> Result<Vec<bool>, OutOfMemory> {
    let mut answers = with_room(fillings)?;
    answers.extend((0..fillings).map(answer));
    Ok(answers)
}

/// Counts with narrow numbers or, if they overflow, with wide ones.
fn widening<'a>(
    narrow: impl Fn(&mut Meter<'a>) -> Result<u128, Failure>,
    wide: impl Fn(&mut Meter<'a>) -> Result<u128, Failure>,
    meter: &mut Meter<'a>,
) -> Result<u128, Failure> {
    match narrow(meter) {
        Err(Failure::TooManySolutions) => wide(meter),
        counted => counted,
    }
}

/// Counts by the whole graph.
fn by_graph<N: Ways>(
    steps: &Steps,
    is_front: &[bool],
    hands: &HandLayout,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<u128, Failure> {
    let Some(last) = steps.len().checked_sub(1) else { return Ok(0) };
    let reversed = steps.reversed()?;
    let fronts: Families<N> = front(&reversed, hands, |i| is_front[i], memory, meter)?;
    let mut meeting = Meeting::new(hands)?;
    if is_front[last] {
        return Ok(meeting.sum_up(fronts.of(last as u32))?);
    }
    let memory = memory.saturating_sub(fronts.bytes());
    let backs = back(steps, hands, |i| !is_front[i], memory, meter)?;
    for i in (0..steps.len()).filter(|&i| !is_front[i]) {
        meter.at(Stage::Families, steps.len() + i, 2 * steps.len());
        meter.tick()?;
        let before = reversed.of(i).iter().filter(|step| is_front[step.next as usize]);
        let made = before.map(|step| (fronts.of(step.next), from_ref(&step.piece)));
        meter.work(made.clone().map(|(family, _)| family.len()).sum())?;
        meeting.add(backs.of(i as u32), Adder::NOTHING)?;
        meeting.meet(made, 1)?;
    }
    Ok(meeting.total)
}

/// Counts by half of the graph.
fn by_half<N: Ways>(
    steps: &Steps,
    rests: &Rests,
    is_made: &[bool],
    hands: &HandLayout,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<u128, Failure> {
    let reversed = steps.reversed()?;
    let fronts: Families<N> = front(&reversed, hands, |i| is_made[i], memory, meter)?;
    let mut meeting = Meeting::new(hands)?;
    for i in (0..steps.len()).filter(|&i| !rests.of(i).is_empty()) {
        meter.at(Stage::Families, steps.len() + i, 2 * steps.len());
        meter.tick()?;
        // A half turn exchanges the solutions with a filling and those with its twin.
        let times = match rests.twin(i).map(|twin| i.cmp(&twin)) {
            Some(Ordering::Less) => 2,
            Some(Ordering::Greater) => continue,
            _ => 1,
        };
        if is_made[i] {
            meeting.add(fronts.of(i as u32), Adder::NOTHING)?;
        } else {
            for step in reversed.of(i) {
                let family = fronts.of(step.next);
                meter.work(family.len())?;
                meeting.add(family, hands.adder(step.piece))?;
            }
        }
        let others = rests.of(i).iter().map(|rest| (fronts.of(rest.filling), rests.pieces(rest)));
        meter.work(others.clone().map(|(family, _)| family.len()).sum())?;
        meeting.meet(others, times)?;
    }
    Ok(meeting.total)
}

/// A sum over the meetings of families.
struct Meeting<'a, N> {
    hands: &'a HandLayout,
    /// The ways of the hands on one side.
    held: Sum<N>,
    total: u128,
}

impl<'a, N: Ways> Meeting<'a, N> {
    fn new(hands: &'a HandLayout) -> Result<Self, OutOfMemory> {
        Ok(Self { hands, held: Sum::new(hands.bits)?, total: 0 })
    }

    /// Adds a family, with a piece added to each hand, to one side.
    fn add(&mut self, family: &Family<N>, piece: Adder) -> Result<(), Failure> {
        self.held.add(family, piece)
    }

    /// Counts the ways in which hands of this side and of the other, families with pieces added to each hand, use
    /// all pieces together. Empties this side.
    fn meet<'b>(
        &mut self,
        other: impl Iterator<Item = (&'b Family<N>, &'b [u16])>,
        times: u128,
    ) -> Result<(), Failure> {
        let hands = self.hands;
        let sum = match &mut self.held {
            Sum::Dense(table, used) => {
                let sum = products(other, hands, |hand| table[hand as usize]);
                used.drain(..).for_each(|hand| table[hand as usize] = N::default());
                sum
            }
            sparse => {
                let mut held = Vec::new();
                sparse.take(&mut held)?;
                products(other, hands, |hand| ways_of(&held, hand))
            }
        };
        let sum = sum.and_then(|sum| sum.checked_mul(times));
        self.total = sum.and_then(|sum| self.total.checked_add(sum)).ok_or(TooManySolutions)?;
        Ok(())
    }

    /// The number of ways of all hands that have enough of each piece.
    fn sum_up(&self, family: &Family<N>) -> Result<u128, TooManySolutions> {
        let mut enough = family.iter().filter(|entry| self.hands.is_enough(entry.0));
        let sum = enough.try_fold(0u128, |sum, entry| sum.checked_add(entry.1.widen()));
        sum.ok_or(TooManySolutions)
    }
}

/// The sum, over all hands with their pieces added, of their ways times those of their complements.
#[inline]
fn products<'a, N: Ways>(
    families: impl Iterator<Item = (&'a Family<N>, &'a [u16])>,
    hands: &HandLayout,
    ways_of: impl Fn(Hand) -> N,
) -> Option<u128> {
    let mut sum = 0u128;
    let mut add = |hand: Option<Hand>, ways: N| {
        let Some(hand) = hand else { return Some(()) };
        let there = ways_of(hands.all - hand);
        if there != N::default() {
            sum = sum.checked_add(ways.times(there)?)?;
        }
        Some(())
    };
    for (family, pieces) in families {
        // Usually one piece or none.
        let first = pieces.first().map_or(Adder::NOTHING, |&piece| hands.adder(piece));
        if pieces.len() <= 1 {
            family.iter().try_for_each(|&(hand, ways)| add(first.add(hand), ways))?;
        } else {
            let all = |hand| pieces.iter().try_fold(hand, |hand, &p| hands.adder(p).add(hand));
            family.iter().try_for_each(|&(hand, ways)| add(all(hand), ways))?;
        }
    }
    Some(sum)
}
