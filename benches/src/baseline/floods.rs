//! Floods as one writes them for one board alone.

/// By king steps on the chess board.
#[inline]
pub fn king(seed: u64, within: u64) -> u64 {
    let mut filled = seed & within;
    loop {
        let mut grown = filled;
        grown |= (grown & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (grown & 0xfefe_fefe_fefe_fefe) >> 1;
        grown |= grown << 8 | grown >> 8;
        grown &= within;
        if grown == filled {
            return filled;
        }
        filled = grown;
    }
}

/// By knight's moves on the chess board.
#[inline]
pub fn knight(seed: u64, within: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_AB: u64 = 0xfcfc_fcfc_fcfc_fcfc;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;
    let mut filled = seed & within;
    loop {
        let up = (filled & NOT_GH) << 10 | (filled & NOT_H) << 17;
        let up = up | (filled & NOT_A) << 15 | (filled & NOT_AB) << 6;
        let down = (filled & NOT_AB) >> 10 | (filled & NOT_A) >> 17;
        let down = down | (filled & NOT_H) >> 15 | (filled & NOT_GH) >> 6;
        let grown = (filled | up | down) & within;
        if grown == filled {
            return filled;
        }
        filled = grown;
    }
}

/// By orthogonal steps on 6×12 cells.
#[inline]
pub fn orthogonal_6x12(seed: u128, within: u128) -> u128 {
    const LEFT: u128 = ((1 << 72) - 1) / 63;
    const RIGHT: u128 = LEFT << 5;
    let mut filled = seed & within;
    loop {
        let grown = (filled & !RIGHT) << 1 | (filled & !LEFT) >> 1 | filled << 6 | filled >> 6;
        let grown = (filled | grown) & within;
        if grown == filled {
            return filled;
        }
        filled = grown;
    }
}

/// The squares that rooks attack, by parallel prefix fills (Kogge-Stone).
#[inline]
pub fn rook_attacks(rooks: u64, free: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let up = |step: u32, open: u64| {
        let (mut filled, mut open) = (rooks, free & open);
        for distance in [step, 2 * step, 4 * step] {
            filled |= open & filled << distance;
            open &= open << distance;
        }
        filled << step
    };
    let down = |step: u32, open: u64| {
        let (mut filled, mut open) = (rooks, free & open);
        for distance in [step, 2 * step, 4 * step] {
            filled |= open & filled >> distance;
            open &= open >> distance;
        }
        filled >> step
    };
    up(8, !0) | down(8, !0) | up(1, NOT_A) & NOT_A | down(1, NOT_H) & NOT_H
}

#[cfg(test)]
mod tests {
    use super::{king, knight, rook_attacks};

    #[test]
    fn knights_reach_every_square() {
        assert_eq!(knight(1, !0), !0);
        // The two squares next to a corner are all that a knight there can go to.
        assert_eq!(knight(1, !(1 << 10 | 1 << 17)), 1);
    }

    #[test]
    fn rooks_stop_at_pieces() {
        // On a1, with pieces on a3 and c1.
        assert_eq!(rook_attacks(1, !(1 << 16 | 1 << 2)), 1 << 8 | 1 << 16 | 1 << 1 | 1 << 2);
    }

    #[test]
    fn a_king_gets_round_a_wall() {
        // A wall on file d up to rank 7: the way is over d8.
        let wall = 0x0008_0808_0808_0808;
        assert_eq!(king(1, !wall), !wall);
        let closed = 0x0808_0808_0808_0808;
        assert_eq!(king(1, !closed), 0x0707_0707_0707_0707);
    }
}
