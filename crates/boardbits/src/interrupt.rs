//! Ctrl-C during work that must be saved.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
#[cfg(unix)]
use std::sync::atomic::{AtomicUsize, Ordering};

/// Catches SIGINT (Ctrl-C) and SIGTERM on Unix. The first one only sets a flag, which stops a search. A second one ends
/// the program at once.
#[derive(Default)]
pub(crate) struct Interrupt {
    flag: Arc<AtomicBool>,
    /// The signal that was received, or 0.
    #[cfg(unix)]
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Catches the signals until the program ends.
    pub(crate) fn catch() -> Self {
        let interrupt = Self::default();
        #[cfg(unix)]
        for number in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            let flag = || Arc::clone(&interrupt.flag);
            let signal = Arc::clone(&interrupt.signal);
            // In this order: the first signal does not find the flag set. If a call fails, the signal keeps its
            // default action.
            let _ = signal_hook::flag::register_conditional_default(number, flag())
                .and_then(|_| signal_hook::flag::register_usize(number, signal, number as usize))
                .and_then(|_| signal_hook::flag::register(number, flag()));
        }
        interrupt
    }

    /// The flag that a signal sets. It is never set if the signals are not caught.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Ends the program as the signal would have, if there was one.
    pub(crate) fn obey(&self) {
        #[cfg(unix)]
        if let number @ 1.. = self.signal.load(Ordering::Relaxed) {
            let _ = signal_hook::low_level::emulate_default_handler(number as i32);
        }
    }
}
