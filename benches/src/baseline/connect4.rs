//! Part 6 of Pascal Pons' tutorial. The port is an example of c4-solver.

#[path = "../../../crates/c4-solver/examples/part6/port.rs"]
mod port;

pub use port::*;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_the_published_ones() {
        for (moves, score) in [
            ("2252576253462244111563365343671351441", -1),
            ("7422341735647741166133573473242566", 1),
            ("67152117737262713366376314254", 6),
            ("5554224333234511764415115", 4),
        ] {
            let bits = solve(Position::from_moves(moves));
            assert_eq!(bits.0, score, "{moves}");
            assert_eq!(solve(Arrays::from_moves(moves)), bits, "{moves}");
            let weak = solve_weak(Position::from_moves(moves));
            assert_eq!(weak.0, score.signum(), "{moves}");
            assert!(weak.1 <= bits.1, "{moves}");
        }
    }

    #[test]
    fn the_key_is_the_published_one() {
        // Rows from the top, columns from the left, in the binary digits of the tutorial.
        let rows = ["0000000", "0001000", "0010000", "0011000", "0001100", "0000110", "1101101"];
        let key = rows.iter().rev().enumerate().fold(0, |key, (y, row)| {
            let bits = row.bytes().enumerate().filter(|&(_, digit)| digit == b'1');
            bits.fold(key, |key, (x, _)| key | 1u64 << (y + 7 * x))
        });
        // The stones of the tutorial's picture: x moves.
        let stones = [".......", "...o...", "..xx...", "..ox...", "..oox..", "..oxxo."];
        let mut position = Position::EMPTY;
        for (y, row) in stones.iter().rev().enumerate() {
            for (x, stone) in row.bytes().enumerate().filter(|&(_, stone)| stone != b'.') {
                position.mask |= 1 << (y + 7 * x);
                position.current |= u64::from(stone == b'x') << (y + 7 * x);
            }
        }
        assert_eq!(position.key(), key);
    }
}
