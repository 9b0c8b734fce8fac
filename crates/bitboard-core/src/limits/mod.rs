//! Limits of long queries.
//!
//! A long query takes [`Limits`] from its caller and starts a [`Watch`], which all of its threads
//! share. Each thread takes nodes from a [`Meter`], which gets them from the watch in portions of
//! about a millisecond, and stops when it gets none. A query that is stopped returns
//! [`Interrupted`]: the [`StopReason`] and the partial answer. If it can also fail, it returns a
//! [`TryError`]. [`unlimited`] runs a query that cannot be stopped.

#[cfg(feature = "std")]
pub(crate) mod check;
mod meter;
mod try_error;

pub use self::meter::Meter;
pub use self::try_error::{TryError, unlimited_fallible};

#[cfg(feature = "alloc")]
use alloc::sync::Arc;
use core::any::Any;
use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
#[cfg(feature = "std")]
use core::time::Duration;

#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
use std::time::Instant;
#[cfg(all(feature = "std", target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;

/// Limits of a long query: nodes, time and a cancel flag, and a callback for its progress. The
/// default has no limits.
///
/// One `Limits` serves queries of all kinds. Each query documents its nodes. The limits apply to
/// one query: the next one has all the nodes and time again. For a deadline over several queries,
/// give each one the time that is left:
/// `limits.clone().time(deadline.saturating_duration_since(Instant::now()))`.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use bitboard_core::limits::Meter;
/// use bitboard_core::{Limits, StopReason};
///
/// /// Adds the numbers less than `n`, each of which is a node.
/// fn sum(n: u64, limits: &Limits) -> Result<u64, StopReason> {
///     let watch = limits.start();
///     let (mut meter, mut sum) = (Meter::new(&watch), 0);
///     for i in 0..n {
///         meter.take_all(1)?;
///         sum += i;
///     }
///     Ok(sum)
/// }
///
/// let cancel = AtomicBool::new(false);
/// let limits = Limits::new().nodes(5_000).cancel(&cancel);
/// assert_eq!(sum(5_000, &limits), Ok(12_497_500));
/// assert_eq!(sum(5_001, &limits), Err(StopReason::Nodes));
/// cancel.store(true, Ordering::Relaxed);
/// assert_eq!(sum(1, &limits), Err(StopReason::Cancelled));
/// ```
#[derive(Clone)]
pub struct Limits<'a> {
    nodes: u64,
    #[cfg(feature = "std")]
    time: Option<Duration>,
    cancel: Option<Flag<'a>>,
    on_progress: Option<Listener<'a>>,
}

/// A callback for the progress of a query.
type Listener<'a> = &'a (dyn Fn(&Progress<'_>) + Sync);

/// A cancel flag.
#[derive(Clone, Debug)]
enum Flag<'a> {
    Borrowed(&'a AtomicBool),
    #[cfg(feature = "alloc")]
    Shared(Arc<AtomicBool>),
}

impl Flag<'_> {
    #[inline]
    fn is_set(&self) -> bool {
        match self {
            Self::Borrowed(flag) => flag.load(Relaxed),
            #[cfg(feature = "alloc")]
            Self::Shared(flag) => flag.load(Relaxed),
        }
    }
}

impl<'a> Limits<'a> {
    /// No limits.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            nodes: u64::MAX,
            #[cfg(feature = "std")]
            time: None,
            cancel: None,
            on_progress: None,
        }
    }

    /// Stops after `nodes` nodes, which all threads of the query share.
    #[must_use]
    pub const fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// The number of nodes after which a query stops, [`u64::MAX`] without a limit.
    #[must_use]
    pub const fn node_limit(&self) -> u64 {
        self.nodes
    }

    /// Stops after `time`. `None`, and a time that the clock cannot represent, such as
    /// [`Duration::MAX`], are not limits.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn time(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.time = time.into();
        self
    }

    /// Stops soon after `flag` becomes true, or at once if it is true already. The query does not
    /// change the flag.
    #[must_use]
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(Flag::Borrowed(flag));
        self
    }

    /// [`cancel`](Self::cancel) with a shared flag, of which the handle of a request, for example,
    /// keeps a clone. `Limits<'static>` can be sent to another thread.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use std::thread;
    ///
    /// use bitboard_core::{Limits, StopReason};
    ///
    /// let cancel = Arc::new(AtomicBool::new(false));
    /// let limits = Limits::new().cancel_shared(Arc::clone(&cancel));
    /// let query = thread::spawn(move || {
    ///     let watch = limits.start();
    ///     loop {
    ///         if let Err(reason) = watch.check() {
    ///             return reason;
    ///         }
    ///     }
    /// });
    /// cancel.store(true, Ordering::Relaxed);
    /// assert_eq!(query.join().unwrap(), StopReason::Cancelled);
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn cancel_shared(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(Flag::Shared(flag));
        self
    }

    /// Calls `listener` with the progress of the query while it runs: usually at each check of the
    /// limits, and from any of its threads. If the listener panics, the query ends; drop an
    /// iterator whose next item was asked for.
    #[must_use]
    pub const fn on_progress(mut self, listener: Listener<'a>) -> Self {
        self.on_progress = Some(listener);
        self
    }

    /// Starts the clock. A query calls this first. Each query has its own nodes and time.
    #[must_use]
    pub fn start(&self) -> Watch<'a> {
        Watch {
            nodes: self.nodes,
            nodes_left: AtomicU64::new(self.nodes),
            #[cfg(feature = "std")]
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
            cancel: self.cancel.clone(),
            on_progress: self.on_progress,
        }
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Limits");
        fields.field("nodes", &self.nodes).field("cancel", &self.cancel).finish_non_exhaustive()
    }
}

/// Progress of a query, for [`Limits::on_progress`].
///
/// All queries report their nodes. Some document a type of detail that they report too; a listener
/// that serves several queries asks for each type that it knows.
///
/// ```
/// use bitboard_core::{Limits, Progress};
///
/// struct Depth(u32);
///
/// let print = |progress: &Progress| match progress.detail() {
///     Some(Depth(depth)) => eprintln!("{} nodes, depth {depth}", progress.nodes),
///     None => eprintln!("{} nodes", progress.nodes),
/// };
/// let watch = Limits::new().on_progress(&print).start();
/// watch.report(|| 100);
/// watch.report_with(|| (200, Depth(3)));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// Nodes so far.
    pub nodes: u64,
    detail: Option<&'a dyn Any>,
}

impl<'a> Progress<'a> {
    /// The detail of type `T`, or `None` if the query does not report one.
    #[must_use]
    pub fn detail<T: Any>(&self) -> Option<&'a T> {
        self.detail?.downcast_ref()
    }
}

/// The limits of a running query, shared by its threads.
pub struct Watch<'a> {
    /// The limit of nodes.
    nodes: u64,
    /// Nodes that are not granted yet.
    nodes_left: AtomicU64,
    #[cfg(feature = "std")]
    deadline: Option<Instant>,
    cancel: Option<Flag<'a>>,
    on_progress: Option<Listener<'a>>,
}

impl Watch<'_> {
    /// Checks the cancel flag and the time, but not the nodes.
    ///
    /// # Errors
    /// If the query must stop.
    #[inline]
    pub fn check(&self) -> Result<(), StopReason> {
        if self.cancel.as_ref().is_some_and(Flag::is_set) {
            return Err(StopReason::Cancelled);
        }
        #[cfg(feature = "std")]
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(StopReason::Time);
        }
        Ok(())
    }

    /// Checks all limits and grants the calling thread up to `nodes` further nodes. A thread that
    /// asks for at least one node gets at least one.
    #[inline]
    fn grant(&self, nodes: u64) -> Result<u64, StopReason> {
        self.check()?;
        let take = |left: u64| (left > 0).then(|| left.saturating_sub(nodes));
        let left = self.nodes_left.fetch_update(Relaxed, Relaxed, take);
        left.map(|left| left.min(nodes)).map_err(|_| StopReason::Nodes)
    }

    /// Returns whether there is a time limit, a cancel flag or a listener.
    #[cfg(feature = "std")]
    fn may_stop_early(&self) -> bool {
        self.deadline.is_some() || self.cancel.is_some() || self.on_progress.is_some()
    }

    /// Gives back nodes that were granted but not used.
    #[inline]
    fn give_back(&self, nodes: u64) {
        self.nodes_left.fetch_add(nodes, Relaxed);
    }

    /// The number of nodes that were granted to all threads and not given back.
    #[must_use]
    pub fn granted(&self) -> u64 {
        self.nodes.saturating_sub(self.nodes_left.load(Relaxed))
    }

    /// Calls the listener, if there is one, with the number of nodes so far.
    #[inline]
    pub fn report(&self, nodes: impl FnOnce() -> u64) {
        if let Some(listener) = self.on_progress {
            listener(&Progress { nodes: nodes(), detail: None });
        }
    }

    /// [`report`](Self::report) with a detail, which the listener reads with [`Progress::detail`].
    /// Without a listener, it is not computed.
    #[inline]
    pub fn report_with<T: Any>(&self, progress: impl FnOnce() -> (u64, T)) {
        if let Some(listener) = self.on_progress {
            let (nodes, detail) = progress();
            listener(&Progress { nodes, detail: Some(&detail) });
        }
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("nodes_left", &self.nodes_left).finish_non_exhaustive()
    }
}

/// Runs a query without limits.
///
/// It unwraps the result of a `try_` query, which cannot be interrupted because it has no limits.
///
/// ```
/// use bitboard_core::limits::{Meter, unlimited};
/// use bitboard_core::{Interrupted, Limits};
///
/// fn try_double(n: u64, limits: &Limits) -> Result<u64, Interrupted> {
///     Meter::new(&limits.start()).take_all(1)?;
///     Ok(2 * n)
/// }
///
/// assert_eq!(unlimited(|limits| try_double(21, limits)), 42);
/// ```
///
/// # Panics
/// If the query returns [`Interrupted`] anyway, which is a defect of the query.
#[track_caller]
pub fn unlimited<T, P>(query: impl FnOnce(&Limits<'_>) -> Result<T, Interrupted<P>>) -> T {
    match query(&Limits::new()) {
        Ok(answer) => answer,
        Err(stopped) => panic!("a query without limits was stopped: {}", stopped.reason),
    }
}

/// The limit that stopped a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StopReason {
    /// The node limit was reached.
    #[error("the node limit was reached")]
    Nodes,
    /// The time limit was reached.
    #[error("the time limit was reached")]
    Time,
    /// The cancel flag was set.
    #[error("cancelled")]
    Cancelled,
}

/// Reason why a thread of a query stops before its work is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadStop {
    /// A limit was reached, or the query was cancelled.
    Limit(StopReason),
    /// Another thread has finished the work, or has made this part of it superfluous.
    Decided,
    /// Another thread has panicked. Its panic reaches the caller.
    Panicked,
}

impl ThreadStop {
    /// The limit that ends the query.
    ///
    /// # Panics
    /// If only this thread stops: the query continues or panics.
    #[must_use]
    pub fn reason(self) -> StopReason {
        match self {
            Self::Limit(reason) => reason,
            Self::Decided | Self::Panicked => unreachable!("{self:?} stops a thread, not a query"),
        }
    }
}

impl From<StopReason> for ThreadStop {
    fn from(reason: StopReason) -> Self {
        Self::Limit(reason)
    }
}

/// Error of a query that was stopped: the limit that was reached and what is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Interrupted<T = ()> {
    /// The limit that was reached.
    pub reason: StopReason,
    /// The results found before the query was stopped.
    pub partial: T,
}

impl<T> Interrupted<T> {
    /// A query that was stopped for `reason` after it had found `partial`.
    #[must_use]
    pub const fn new(reason: StopReason, partial: T) -> Self {
        Self { reason, partial }
    }

    /// Applies `f` to what the query found.
    #[must_use]
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Interrupted<U> {
        Interrupted { reason: self.reason, partial: f(self.partial) }
    }
}

impl<T: Default> From<StopReason> for Interrupted<T> {
    fn from(reason: StopReason) -> Self {
        Self { reason, partial: T::default() }
    }
}
