//! Null-window questions.

use crate::search::Bounds;

/// The bounds of a score, and the next question "is the score at least β?".
///
/// The first questions are whether the score is far from zero: at three quarters of what is possible, twice on either side. That decides
/// most positions with few nodes. After that comes zero, then steps of 1, 1, 2, 4 … outwards.
pub(super) struct Window {
    pub(super) bounds: Bounds,
    /// Questions left far below zero, and far above.
    far_questions: [u32; 2],
    /// Questions asked since it is known who wins.
    steps: u32,
}

impl Window {
    /// The questions between these bounds. With `widest`, the bounds before the first question, some are far from zero. Bounds that
    /// answers have narrowed leave fewer of them, so a search that was stopped continues with about the same
    /// question.
    pub(super) fn new(bounds: Bounds, widest: Option<Bounds>) -> Self {
        let left = |size: i32, widest: i32| match size {
            _ if size >= widest => 2,
            _ if size > widest * 3 / 4 * 3 / 4 => 1,
            _ => 0,
        };
        let left =
            |widest: Bounds| [left(-bounds.low, -widest.low), left(bounds.high, widest.high)];
        Self { bounds, far_questions: widest.map_or([0; 2], left), steps: 0 }
    }

    /// The next β; `None` if the score is known.
    pub(super) fn next(&mut self) -> Option<i32> {
        let Bounds { low, high } = self.bounds;
        if low >= high {
            return None;
        }
        if low >= 0 || high <= 0 {
            let step = (1 << self.steps.saturating_sub(1)).min((high - low + 1) / 2);
            self.steps += 1;
            return Some(if low >= 0 { low + step } else { high + 1 - step });
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

    /// Narrows the bounds by the answer to `beta`, a bound of the score.
    pub(super) fn narrow(&mut self, beta: i32, bound: i32) {
        if bound >= beta {
            self.bounds.low = bound;
        } else {
            self.bounds.high = bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_lead_to_every_score() {
        for size in 0..30 {
            let possible = Bounds { low: -size, high: size - size % 2 };
            for widest in [None, Some(possible)] {
                for score in possible.low..=possible.high {
                    let (mut window, mut questions) = (Window::new(possible, widest), 0);
                    while let Some(beta) = window.next() {
                        let bounds = window.bounds;
                        assert!(bounds.low < beta && beta <= bounds.high, "{beta}: {bounds}");
                        window.narrow(beta, if score >= beta { beta } else { beta - 1 });
                        questions += 1;
                        // A search that is stopped here.
                        if questions == 3 {
                            window = Window::new(window.bounds, widest);
                        }
                    }
                    assert_eq!(window.bounds.exact(), Some(score));
                    assert!(questions <= 14, "{score}: {questions}");
                }
            }
        }
    }
}
