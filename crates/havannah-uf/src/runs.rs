//! Contiguous runs of own stones around a cell.

/// The runs of own stones among the six neighbors of a cell. Bit i of a pattern is the neighbor in
/// direction i, in the order in which they lie around the cell.
#[derive(Clone, Copy)]
pub(crate) struct Runs {
    /// The number of runs, 0 to 3.
    pub(crate) count: u8,
    /// The direction of one stone of each run.
    pub(crate) first: [u8; 3],
    /// The stones between two others. Only these can get their sixth own neighbor by a stone on the cell.
    pub(crate) middle: u8,
}

/// The runs of each pattern.
pub(crate) const RUNS: [Runs; 64] = {
    let mut table = [Runs { count: 0, first: [0; 3], middle: 0 }; 64];
    let mut pattern = 0;
    while pattern < 64 {
        table[pattern as usize] = runs(pattern);
        pattern += 1;
    }
    table
};

const fn runs(pattern: u8) -> Runs {
    // Neighbors i - 1 and i + 1 at bit i.
    let before = (pattern << 1 | pattern >> 5) & 63;
    let after = (pattern >> 1 | pattern << 5) & 63;
    // A full circle is one run, which can start in any direction.
    let mut starts = if pattern == 63 { 1 } else { pattern & !before };
    let (mut count, mut first) = (0, [0; 3]);
    while starts != 0 {
        first[count] = starts.trailing_zeros() as u8;
        count += 1;
        starts &= starts - 1;
    }
    Runs { count: count as u8, first, middle: pattern & before & after }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn runs_of_some_patterns() {
        let of = |pattern: u8| {
            let runs = RUNS[usize::from(pattern)];
            let first: Vec<u8> = runs.first[..usize::from(runs.count)].into();
            (first, runs.middle)
        };
        assert_eq!(of(0), (vec![], 0));
        assert_eq!(of(0b01_0101), (vec![0, 2, 4], 0));
        assert_eq!(of(0b11_0011), (vec![4], 0b10_0001));
        assert_eq!(of(0b00_1011), (vec![0, 3], 0));
        assert_eq!(of(63), (vec![0], 63));
    }
}
