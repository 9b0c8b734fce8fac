//! Groups of connected stones: the union-find of both kinds of boards.
//!
//! The stones of a player form groups, the trees of a union-find. The root of a group has its
//! **info**: the number of its stones, and a bit for each corner and edge that the group touches.
//! A new stone joins the group of each run of its neighbors (see [`ring`](crate::ring)):
//!
//! ```text
//! connect(stone):
//!     info = 1 stone, borders of the stone
//!     for each run of neighbors:              at most three
//!         root = find(a stone of the run)
//!         if the root is known: loop = true
//!         else: join the groups, info = sum of the sizes, union of the borders
//!     bridge, fork = table[borders]           two corners, three edges; 4,096 entries
//! ```
//!
//! The union is by size, and `find` does not compress paths: a log of the links of a stone, at most
//! three, is enough to undo it. Trees are at most log₂ n deep. Source: Galler and Fischer, An
//! improved equivalence algorithm, 1964; union by size: Tarjan, 1975.

/// The bits of the borders in an info, as in `Hex::border`. The size is above them.
const BORDERS: u32 = 0xfff;

/// The info of a stone alone, on these borders.
#[inline]
pub(crate) const fn single(borders: u16) -> u32 {
    1 << 12 | borders as u32
}

/// The info of two groups together. Sizes from 2²⁰ on wrap: then the smaller group may become the
/// root of both.
#[inline(always)]
const fn join(a: u32, b: u32) -> u32 {
    (a & !BORDERS).wrapping_add(b & !BORDERS) | ((a | b) & BORDERS)
}

/// A union-find over stones, which the board numbers.
pub(crate) trait Groups {
    /// The parent of a stone in its tree. A root is its own parent.
    fn parent(&self, stone: usize) -> usize;

    /// The info of a root.
    fn info(&self, root: usize) -> u32;

    fn set_parent(&mut self, stone: usize, parent: usize);

    fn set_info(&mut self, root: usize, info: u32);

    /// The root of the group of a stone.
    #[inline(always)]
    fn find(&self, mut stone: usize) -> usize {
        loop {
            let parent = self.parent(stone);
            if parent == stone {
                return stone;
            }
            stone = parent;
        }
    }

    /// Joins a new stone, alone with `info`, to the groups of its runs, of which there are one to
    /// three. `run` is a stone of a run. Returns the info of the whole group, and whether two runs
    /// belonged to one group. Calls `log` with each root that gets a parent, and the info of the
    /// parent before.
    #[inline(always)]
    fn connect(
        &mut self,
        stone: usize,
        info: u32,
        runs: u8,
        run: impl Fn(&Self, usize) -> usize,
        log: &mut impl FnMut(usize, u32),
    ) -> (u32, bool) {
        // A single stone is never larger than the group that it joins.
        let mut root = self.find(run(self, 0));
        let old = self.info(root);
        let mut info = join(old, info);
        log(stone, old);
        self.set_parent(stone, root);
        let mut has_loop = false;
        if runs > 1 {
            has_loop = self.join_run(run(self, 1), &mut root, &mut info, log);
            if runs > 2 {
                has_loop |= self.join_run(run(self, 2), &mut root, &mut info, log);
            }
        }
        self.set_info(root, info);
        (info, has_loop)
    }

    /// Joins the group of a further run to that of the new stone; true if it is the same. `root`
    /// and `info` are those of the new stone's group, and `info` is not stored yet.
    #[inline(always)]
    fn join_run(
        &mut self,
        run: usize,
        root: &mut usize,
        info: &mut u32,
        log: &mut impl FnMut(usize, u32),
    ) -> bool {
        let other = self.find(run);
        if other == *root {
            return true;
        }
        let other_info = self.info(other);
        let (large, small) = if *info >= other_info { (*root, other) } else { (other, *root) };
        self.set_info(*root, *info);
        log(small, self.info(large));
        self.set_parent(small, large);
        *info = join(*info, other_info);
        *root = large;
        false
    }
}
