//! Work shared by several threads.

/// Calls `work` on `threads` threads, the calling one included, and returns when all are done.
///
/// If the system refuses to start a thread, fewer threads do the work, so `work` must take its share from a
/// common queue.
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
