/// How many boards go through at once, and with what instructions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Simd {
    /// One, in general registers.
    Scalar,
    /// Two, with SSE2.
    Sse2,
    /// Four, with AVX2 and BMI2.
    Avx2,
    /// Eight, with AVX-512 (F, BW, VL, VBMI2, VPOPCNTDQ) and BMI2.
    Avx512,
}

impl Simd {
    /// All of them, the narrowest first.
    pub const ALL: [Self; 4] = [Self::Scalar, Self::Sse2, Self::Avx2, Self::Avx512];

    /// How many boards at once.
    #[inline]
    #[must_use]
    pub const fn lanes(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Sse2 => 2,
            Self::Avx2 => 4,
            Self::Avx512 => 8,
        }
    }

    /// Whether the processor can do it. Without the feature `std`: whether it was compiled for one that can.
    #[inline]
    #[must_use]
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return crate::arch::has(self);
        #[cfg(not(target_arch = "x86_64"))]
        return self == Self::Scalar;
    }

    /// The widest the processor can do.
    #[inline]
    #[must_use]
    pub fn best() -> Self {
        let widest = [Self::Avx512, Self::Avx2, Self::Sse2];
        widest.into_iter().find(|simd| simd.is_available()).unwrap_or(Self::Scalar)
    }
}
