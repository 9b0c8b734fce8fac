//! Many fields at once.

use super::field::Field;
use super::machine::{BLOCK, Machine, Work, run};
use super::step::{Tally, play};
use crate::dispatch::Simd;

/// Plays the chain of each field. There is an answer for each.
#[inline]
pub(crate) fn play_all<T: Tally>(
    simd: Simd,
    fields: &mut [Field],
    tally: &T,
    answers: &mut [T::Answer],
) {
    run(simd, All { fields, tally, answers });
}

struct All<'a, T: Tally> {
    fields: &'a mut [Field],
    tally: &'a T,
    answers: &'a mut [T::Answer],
}

impl<T: Tally> Work for All<'_, T> {
    type Answer = ();

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        self.answers.fill(T::Answer::default());
        let blocks = self.fields.chunks_mut(BLOCK).zip(self.answers.chunks_mut(BLOCK));
        for (fields, answers) in blocks {
            let mut active = machine.active(fields);
            while active != 0 {
                let i = active.trailing_zeros() as usize / 2;
                active &= !(0b11 << (2 * i));
                answers[i] = play(machine, &mut fields[i], self.tally);
            }
        }
    }
}
