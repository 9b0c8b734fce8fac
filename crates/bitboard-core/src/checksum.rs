//! The checksum of the files of all crates.

/// A checksum that finds damage, not malice: FNV-1a of 64 bits (Fowler, Noll and Vo). It changes
/// with every byte.
///
/// ```
/// use bitboard_core::checksum::Checksum;
///
/// let sum = Checksum::new().append(b"foo").append(b"bar");
/// assert_eq!(sum.value(), 0x8594_4171_f739_67e8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct Checksum(u64);

impl Checksum {
    /// The checksum of no bytes.
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// The checksum with `bytes` appended.
    pub fn append(self, bytes: &[u8]) -> Self {
        let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(bytes.iter().fold(self.0, step))
    }

    /// The checksum as a number.
    #[must_use]
    pub const fn value(self) -> u64 {
        self.0
    }
}

impl Default for Checksum {
    fn default() -> Self {
        Self::new()
    }
}
