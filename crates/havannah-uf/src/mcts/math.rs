//! Roots and logarithms, also without a standard library.

/// The square root of a number of at least 0, by Newton's method without the standard library.
pub(super) fn sqrt(x: f32) -> f32 {
    #[cfg(feature = "std")]
    {
        x.sqrt()
    }
    #[cfg(not(feature = "std"))]
    {
        if x <= 0.0 {
            return 0.0;
        }
        // Halve the exponent; each step then squares the relative error.
        let mut root = f32::from_bits((x.to_bits() >> 1) + 0x1fbd_1df5);
        for _ in 0..3 {
            root = 0.5 * (root + x / root);
        }
        root
    }
}

/// The natural logarithm of a whole number of at least 1, to within 0.1.
pub(super) fn ln(x: u32) -> f32 {
    let bits = 31 - x.max(1).leading_zeros();
    let rest = x.max(1) as f32 / (1_u64 << bits) as f32 - 1.0;
    (bits as f32 + rest) * core::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near() {
        for x in [1_u32, 2, 3, 10, 1000, 123_456, u32::MAX] {
            assert!((f64::from(ln(x)) - f64::from(x).ln()).abs() < 0.1, "{x}");
        }
    }
}
