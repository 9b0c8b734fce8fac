//! Time controls.

use std::time::Duration;

use super::color::Color;

/// The time of both players, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    /// Main time, byo-yomi time and its stones; `None` without a clock.
    pub(super) settings: Option<[u32; 3]>,
    /// Seconds and stones left, from the last `time_left`.
    pub(super) left: [Option<(u32, u32)>; 2],
}

impl Clock {
    /// The time for a move when `empty` cells are empty.
    pub(super) fn budget(&self, color: Color, empty: usize) -> Option<Duration> {
        let [main, byo_time, byo_stones] = self.settings?;
        if byo_time > 0 && byo_stones == 0 {
            return None;
        }
        let (seconds, stones) = self.left[color as usize].unwrap_or(if main > 0 {
            (main, 0)
        } else {
            (byo_time, byo_stones)
        });
        // Few games fill more than half of the board.
        let moves = if stones > 0 { f64::from(stones) } else { (empty as f64 / 4.0).max(8.0) };
        Some(Duration::from_secs_f64(0.9 * f64::from(seconds) / moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_out() {
        let seconds = |settings, left: Option<(u32, u32)>| {
            let clock = Clock { settings: Some(settings), left: [left, None] };
            clock.budget(Color::White, 160).map(|time| time.as_secs_f64())
        };
        assert_eq!(seconds([0, 1, 0], None), None);
        assert_eq!(seconds([0, 10, 1], None), Some(9.0));
        assert_eq!(seconds([400, 0, 0], None), Some(9.0));
        assert_eq!(seconds([400, 0, 0], Some((40, 0))), Some(0.9));
        assert_eq!(seconds([400, 30, 5], Some((20, 2))), Some(9.0));
        assert_eq!(Clock::default().budget(Color::Black, 160), None);
    }
}
