//! Null-window questions.

use crate::search::Bounds;

/// The scores that are still possible, and the next null-window question.
///
/// Easy positions have high scores, and a question about a high score is cheap, so the first questions are whether the
/// score is far from zero. The other scores are near zero and are found from there outwards.
pub(super) struct Window {
    pub(super) bounds: Bounds,
    far_questions: [u32; 2],
    step: i32,
}

impl Window {
    pub(super) fn new(bounds: Bounds, far_questions: u32) -> Self {
        Self { bounds, far_questions: [far_questions; 2], step: 1 }
    }

    /// The next `beta` to ask for: whether the score is at least `beta`. `None` if the score is known.
    pub(super) fn next(&mut self) -> Option<i32> {
        let Bounds { low, high } = self.bounds;
        if low >= high {
            return None;
        }
        if low >= 0 {
            let beta = low + self.step.min((high - low + 1) / 2);
            self.step *= 2;
            return Some(beta);
        }
        if high <= 0 {
            let beta = high + 1 - self.step.min((high - low + 1) / 2);
            self.step *= 2;
            return Some(beta);
        }
        let (low_far, high_far) = (low * 3 / 4, high * 3 / 4);
        let [low_questions, high_questions] = &mut self.far_questions;
        if *low_questions > 0 && low_far > low {
            *low_questions -= 1;
            Some(low_far)
        } else if *high_questions > 0 && high_far < high {
            *high_questions -= 1;
            Some(high_far + 1)
        } else {
            Some(1)
        }
    }

    /// Takes the answer, a [bound](crate::search::Search::bound) of the score.
    pub(super) fn narrow(&mut self, beta: i32, bound: i32) {
        if bound >= beta {
            self.bounds.low = bound;
        } else {
            self.bounds.high = bound;
        }
    }
}
