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

#[cfg(test)]
mod tests {
    use super::king;

    #[test]
    fn a_king_gets_round_a_wall() {
        // A wall on file d up to rank 7: the way is over d8.
        let wall = 0x0008_0808_0808_0808;
        assert_eq!(king(1, !wall), !wall);
        let closed = 0x0808_0808_0808_0808;
        assert_eq!(king(1, !closed), 0x0707_0707_0707_0707);
    }
}
