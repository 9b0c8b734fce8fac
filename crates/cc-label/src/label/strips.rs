//! Label images on several threads: strips (`parts::threads`) that keep their runs.

use alloc::vec::Vec;

use super::paint::{Label, check_count, paint};
use crate::image::LabelError;
use crate::parts::part::{Block, Borders};
use crate::parts::threads::{join, map, split, strips};
use crate::scan::band::Band;
use crate::scan::planes::Planes;

/// [`Labeler::label`](crate::Labeler::label) on several threads. `bands` is memory.
pub(crate) fn label<L: Label>(
    bands: &mut Vec<Band>,
    planes: Planes<'_>,
    labels: &mut [L],
    threads: usize,
) -> Result<u32, LabelError> {
    let strips = || strips(planes, threads);
    bands.resize_with(strips().count(), Band::new);
    let work = bands.iter_mut().zip(strips());
    let scanned = map(work, threads, |(band, rows)| {
        let mut borders = Borders::new(Block::rows(planes, &rows));
        let labeled = band.rows_of::<()>(planes, rows, 0);
        borders.add(&labeled);
        (labeled, borders.into_part(|label| label, |_| ()))
    });
    let (labeled, parts): (Vec<_>, Vec<_>) = scanned.into_iter().unzip();
    let absorbed = join(&parts, threads);
    // The label of the first component of each strip.
    let mut begins = Vec::with_capacity(labeled.len());
    let mut end = 1;
    for (labeled, absorbed) in labeled.iter().zip(&absorbed) {
        begins.push(end);
        end += labeled.end() - absorbed.len() as u32;
    }
    let count = end - 1;
    check_count::<L>(count)?;
    let label_of = |[strip, number]: [usize; 2]| {
        let before = absorbed[strip].partition_point(|&(absorbed, _)| absorbed < number);
        begins[strip] + (number - before) as u32
    };
    let places = split(labels, strips().map(|rows| rows.len() * planes.shape.width));
    let work = labeled.into_iter().zip(strips().zip(places)).enumerate();
    map(work, threads, |(strip, (mut labeled, (rows, labels)))| {
        // The labels of the numbers of this strip.
        let (mut labels_of, mut next) = (Vec::with_capacity(labeled.end() as usize), begins[strip]);
        for &(number, first) in &absorbed[strip] {
            next = extend(&mut labels_of, number, next);
            labels_of.push(label_of(first));
        }
        extend(&mut labels_of, labeled.end() as usize, next);
        labeled.replace(&labels_of);
        paint(&labeled, planes.rows.into_rows(rows), labels);
    });
    Ok(count)
}

/// Adds consecutive labels from `next` until there are `len`. Returns the label after the last.
fn extend(labels: &mut Vec<u32>, len: usize, next: u32) -> u32 {
    let end = next + (len - labels.len()) as u32;
    labels.extend(next..end);
    end
}
