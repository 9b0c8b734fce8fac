//! Slots of a transposition table.

use alloc::alloc::alloc_zeroed;
use alloc::vec::Vec;
use core::alloc::Layout;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Holds a word. A slot of zero bytes holds zero.
pub(crate) trait Slot: Send + Sync {
    type Word;
    fn load(&self) -> Self::Word;
    fn store(&self, word: Self::Word);
}

/// A 64-bit slot. Threads may share it, because loads and stores are atomic.
#[repr(transparent)]
pub struct Single(AtomicU64);

impl Slot for Single {
    type Word = u64;

    #[inline(always)]
    fn load(&self) -> u64 {
        self.0.load(Relaxed)
    }

    #[inline(always)]
    fn store(&self, word: u64) {
        self.0.store(word, Relaxed);
    }
}

/// A 128-bit slot for one thread, because concurrent loads and stores can tear.
#[repr(transparent)]
pub struct Double([AtomicU64; 2]);

impl Slot for Double {
    type Word = u128;

    #[inline(always)]
    fn load(&self) -> u128 {
        let [low, high] = &self.0;
        u128::from(low.load(Relaxed)) | u128::from(high.load(Relaxed)) << 64
    }

    #[inline(always)]
    fn store(&self, word: u128) {
        let [low, high] = &self.0;
        low.store(word as u64, Relaxed);
        high.store((word >> 64) as u64, Relaxed);
    }
}

/// Allocates zeroed buckets of two slots, or returns `None` if there is too little memory. Pages of a large table take memory
/// only when they are first written, because the allocator gets them zeroed from the system.
///
/// # Panics
/// If `count` is 0.
pub(crate) fn empty_buckets<S: Slot>(count: usize) -> Option<Vec<[S; 2]>> {
    let layout = Layout::array::<[S; 2]>(count).ok()?;
    assert!(layout.size() > 0, "a table has buckets");
    // SAFETY: the size is not zero.
    let memory = unsafe { alloc_zeroed(layout) }.cast::<[S; 2]>();
    if memory.is_null() {
        return None;
    }
    // SAFETY: the memory was allocated with the layout of `count` buckets, and zero bytes are valid slots.
    Some(unsafe { Vec::from_raw_parts(memory, count, count) })
}

/// Prefetches a place that will be read soon.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has SSE, and a prefetch reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
