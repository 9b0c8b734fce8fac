//! Looking on while the search goes on.

use crate::polyform::puzzle::Placement;

/// Somebody who looks on while [`Solver::search`](crate::polyform::Solver::search) works. `()` does not, and costs nothing.
///
/// ```
/// use meteor::polyform::{Observer, Placement, Solver, ready};
///
/// /// Counts how often a piece is put on the board.
/// struct Tries(u32);
///
/// impl Observer for Tries {
///     fn placed(&mut self, _: Placement) {
///         self.0 += 1;
///     }
/// }
///
/// let puzzle = ready::find("tetrahexes-4x7-parallelogram").unwrap().puzzle();
/// let solver = Solver::new(&puzzle);
/// let mut search = solver.search(Tries(0));
/// assert!(search.next().is_some());
/// assert!(search.observer().0 >= 7);
/// ```
pub trait Observer {
    /// Whether it looks on at all. If not, nothing is worked out for it.
    const WATCHES: bool = true;

    /// A piece was put on the board.
    fn placed(&mut self, placement: Placement) {
        let _ = placement;
    }

    /// The piece that was last put on the board was taken off.
    fn removed(&mut self, placement: Placement) {
        let _ = placement;
    }

    /// Every thousand nodes or so: how much of the search is done, from 0 to 1, if every branch were as large as its
    /// siblings.
    fn progress(&mut self, done: f64) {
        let _ = done;
    }
}

impl Observer for () {
    const WATCHES: bool = false;
}

impl<O: Observer> Observer for &mut O {
    const WATCHES: bool = O::WATCHES;

    fn placed(&mut self, placement: Placement) {
        (**self).placed(placement);
    }

    fn removed(&mut self, placement: Placement) {
        (**self).removed(placement);
    }

    fn progress(&mut self, done: f64) {
        (**self).progress(done);
    }
}
