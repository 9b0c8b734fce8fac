//! Components that are found and not yet painted: their number and sizes are known before a type is
//! chosen for the labels, and labels can be replaced before they are written.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::paint::{Label, check_count, paint};
use super::{Labeler, Numbers, Segments, Value};
use crate::image::{Connectivity, Image, LabelError, Position};
use crate::scan::band::Labeled;
use crate::scan::{Planes, Shape};

/// The components of an image, found by [`Labeler::scan`] or [`Labeler::scan_values`].
///
/// ```
/// use cc_label::{Connectivity, Labeler};
///
/// let pixels = [7, 7, 0, 2, 0, 5, 5, 5];
/// let mut labeler = Labeler::new();
/// let mut found = labeler.scan_values(&pixels, (8, 1), 0, Connectivity::FOUR)?;
/// assert_eq!((found.count(), found.sizes()), (3, vec![2, 1, 3]));
/// found.keep_largest(2);
/// let mut labels = [0_u8; 8];
/// found.paint(&mut labels)?;
/// assert_eq!(labels, [1, 1, 0, 0, 0, 2, 2, 2]);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
pub struct Scanned<'a> {
    runs: Runs<'a>,
    shape: Shape,
    count: u32,
}

enum Runs<'a> {
    Pixels(Labeled<'a>, Image<&'a [u64]>),
    Values(&'a mut Segments),
}

impl Labeler {
    /// Finds the components of an image or a volume, on one thread.
    pub fn scan<'a>(
        &'a mut self,
        image: &'a Image<impl AsRef<[u64]>>,
        connectivity: Connectivity,
    ) -> Scanned<'a> {
        let planes = Planes::new(image, connectivity);
        let labeled = self.band.rows_of::<()>(planes, 0..planes.shape.row_count, 1);
        let count = labeled.end() - 1;
        Scanned { runs: Runs::Pixels(labeled, planes.rows), shape: planes.shape, count }
    }

    /// Finds the components of pixels of the same value, on one thread; the arguments are those of
    /// [`label_values`](Self::label_values).
    ///
    /// # Errors
    /// Those of the size and the number of values, as for [`label_values`](Self::label_values).
    pub fn scan_values<V: Value>(
        &mut self,
        values: &[V],
        size: impl Position,
        background: V,
        connectivity: Connectivity,
    ) -> Result<Scanned<'_>, LabelError> {
        let numbers = Numbers::to_label(values, size, background, connectivity)?;
        let count = self.segments.scan(numbers);
        Ok(Scanned { runs: Runs::Values(&mut self.segments), shape: numbers.shape, count })
    }
}

impl Scanned<'_> {
    /// The number of components, and the largest label.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// Returns the number of pixels of each component, in the order of the labels.
    #[must_use]
    pub fn sizes(&self) -> Vec<u64> {
        let mut sizes = vec![0; self.count as usize + 1];
        match &self.runs {
            Runs::Pixels(labeled, _) => {
                for (&[start, end], &label) in labeled.spans().iter().zip(labeled.labels()) {
                    sizes[label as usize] += u64::from(end - start);
                }
            }
            Runs::Values(segments) => {
                segments.for_each(self.shape.width, |_, start, end, label| {
                    sizes[label as usize] += (end - start) as u64;
                });
            }
        }
        sizes.split_off(1)
    }

    /// Replaces label l by element l - 1 of `labels`, 0 for background. The count becomes the
    /// largest of them.
    ///
    /// # Panics
    /// If there is not an element for each label.
    pub fn relabel(&mut self, labels: &[u32]) {
        assert_eq!(labels.len(), self.count as usize, "a label for each component");
        let numbers = [&[0], labels].concat();
        match &mut self.runs {
            Runs::Pixels(labeled, _) => labeled.replace(&numbers),
            Runs::Values(segments) => segments.replace(&numbers),
        }
        self.count = labels.iter().copied().max().unwrap_or(0);
    }

    /// Leaves the `count` largest components, labeled by ascending size. Of equal sizes, the first
    /// ones are kept and come last.
    pub fn keep_largest(&mut self, count: usize) {
        let order = self.largest(count);
        self.number(order.into_iter().rev());
    }

    /// Labels the components by descending size, and those of equal sizes in raster order.
    pub fn sort_by_size(&mut self) {
        let order = self.largest(usize::MAX);
        self.number(order.into_iter());
    }

    /// The `count` largest components, counted from 0, by descending size.
    fn largest(&self, count: usize) -> Vec<usize> {
        let sizes = self.sizes();
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        let key = |&component: &usize| (Reverse(sizes[component]), component);
        if count < order.len() {
            order.select_nth_unstable_by_key(count, key);
            order.truncate(count);
        }
        order.sort_unstable_by_key(key);
        order
    }

    /// Labels these components from 1, and removes the others.
    fn number(&mut self, order: impl Iterator<Item = usize>) {
        let mut labels = vec![0; self.count as usize];
        for (component, label) in order.zip(1..) {
            labels[component] = label;
        }
        self.relabel(&labels);
    }

    /// Writes the label of each pixel, 0 for background.
    ///
    /// # Errors
    /// [`LabelError::Length`] if `labels` does not have one element for each pixel,
    /// [`LabelError::TooManyComponents`] if there are more components than the type can number.
    pub fn paint<L: Label>(&self, labels: &mut [L]) -> Result<(), LabelError> {
        let (expected, found) = (self.shape.width * self.shape.row_count, labels.len());
        if found != expected {
            return Err(LabelError::Length { expected, found });
        }
        check_count::<L>(self.count)?;
        match &self.runs {
            Runs::Pixels(labeled, rows) => paint(labeled, *rows, labels),
            Runs::Values(segments) => segments.paint(self.shape.width, labels),
        }
        Ok(())
    }
}
