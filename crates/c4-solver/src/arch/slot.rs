//! Places of a table.

use alloc::alloc::{alloc_zeroed, handle_alloc_error};
use alloc::vec::Vec;
use core::alloc::Layout;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A place for a word. One made of zero bytes holds zero.
pub(crate) trait Slot: Send + Sync {
    type Word;
    fn load(&self) -> Self::Word;
    fn store(&self, word: Self::Word);
}

/// A place that threads may share: what is read was written at once.
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

/// A place for one thread: between two, halves of different words could meet.
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

/// Buckets of two that hold zeros. The pages of a large table are not touched: the system hands out zeroed ones as they come into use.
///
/// # Panics
/// If `count` is 0, or too large to be asked for.
pub(crate) fn empty_buckets<S: Slot>(count: usize) -> Vec<[S; 2]> {
    let layout = Layout::array::<[S; 2]>(count).expect("a table fits the address space");
    assert!(layout.size() > 0, "a table has buckets");
    // SAFETY: the size is not zero.
    let memory = unsafe { alloc_zeroed(layout) }.cast::<[S; 2]>();
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    // SAFETY: the memory was allocated just now with the layout of so many buckets, and zero bytes are valid slots.
    unsafe { Vec::from_raw_parts(memory, count, count) }
}

/// Has the memory fetch a place that will be read soon.
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
