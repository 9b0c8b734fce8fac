//! Numbers of paths as floating-point numbers without overflow.

/// 2^512.
const BLOCK: f64 = f64::from_bits((1023 + 512) << 52);

/// The positive number `mantissa` · 2^(512 · `blocks`), or 0. Mantissas are less than 2^512.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Weight {
    mantissa: f64,
    blocks: u32,
}

impl Weight {
    pub(super) const ZERO: Self = Self { mantissa: 0.0, blocks: 0 };
    pub(super) const ONE: Self = Self { mantissa: 1.0, blocks: 0 };

    pub(super) fn add(self, other: Self) -> Self {
        let blocks = self.blocks.max(other.blocks);
        let mantissa = self.at(blocks) + other.at(blocks);
        if mantissa < BLOCK {
            Self { mantissa, blocks }
        } else {
            Self { mantissa: mantissa / BLOCK, blocks: blocks + 1 }
        }
    }

    /// This number over a number that is not less.
    pub(super) fn share_of(self, total: Self) -> f64 {
        self.at(total.blocks) / total.mantissa
    }

    /// The mantissa if there were `blocks`, which are not less than there are.
    fn at(self, blocks: u32) -> f64 {
        match blocks - self.blocks {
            0 => self.mantissa,
            1 => self.mantissa / BLOCK,
            2 => self.mantissa / BLOCK / BLOCK,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubling_adds_up_beyond_the_range_of_floats() {
        let mut sum = Weight::ONE;
        for _ in 0..5000 {
            let half = sum;
            sum = sum.add(sum);
            assert_eq!(half.share_of(sum), 0.5);
        }
        assert_eq!(Weight::ONE.share_of(sum), 0.0);
        assert_eq!(sum.add(Weight::ONE), sum);
        assert_eq!(Weight::ZERO.add(Weight::ONE), Weight::ONE);
    }
}
