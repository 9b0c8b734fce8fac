//! Work shared by several threads.

/// Calls `work` on `threads` threads, including the calling one, and waits for all of them.
///
/// If a thread cannot be started, fewer threads call `work`, so `work` must take its share from a common queue.
pub(crate) fn run(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            if std::thread::Builder::new().spawn_scoped(scope, &work).is_err() {
                break;
            }
        }
        work();
    });
}
