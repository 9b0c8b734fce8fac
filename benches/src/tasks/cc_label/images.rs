//! Images of one bit per pixel.

use std::cell::OnceCell;

use cc_label::{Component, Connectivity, Image, Labeler};

use super::{pbm, show_labels};
use crate::random::Random;
#[cfg(feature = "cc-label-rivals")]
use crate::rivals::images::{self, Images};
use crate::task::{Builder, Role, Task, checksum};

/// An image in the types of all engines, converted at first use.
struct Input {
    size: (usize, usize),
    noise: bool,
    bits: OnceCell<Image>,
    bytes: OnceCell<Vec<u8>>,
    #[cfg(feature = "cc-label-rivals")]
    images: Images,
}

impl Input {
    fn bits(&self) -> &Image {
        self.bits.get_or_init(|| {
            let make = if self.noise { noise } else { blobs };
            make(self.size.0, self.size.1)
        })
    }

    /// A byte for each pixel, 255 where it is set.
    fn bytes(&self) -> &[u8] {
        self.bytes.get_or_init(|| {
            let cells = (0..self.size.1).flat_map(|y| (0..self.size.0).map(move |x| (x, y)));
            let is_set = |cell| self.bits().get(cell) == Some(true);
            cells.map(|cell| if is_set(cell) { 255 } else { 0 }).collect()
        })
    }

    fn bits_of_bytes(&self) -> Image {
        Image::from_luma(self.bytes(), self.size, self.size.0, 1).expect("a size that is allowed")
    }
}

/// Width, height, whether the pixels are noise and not blobs, and whether the tasks are slow.
const IMAGES: [(usize, usize, bool, bool); 4] = [
    (512, 512, true, false),
    (1920, 1080, false, false),
    (4096, 4096, true, true),
    (4096, 4096, false, true),
];

pub(super) fn tasks() -> Vec<Task> {
    let all = |(width, height, noise, slow)| {
        let start = |job: &str, how: &str| {
            let pixels = if noise { "noise" } else { "blobs" };
            let name = format!("{job} of {width}×{height} pixels, {pixels}{how}");
            let inputs = move || {
                vec![Input {
                    size: (width, height),
                    noise,
                    bits: OnceCell::new(),
                    bytes: OnceCell::new(),
                    #[cfg(feature = "cc-label-rivals")]
                    images: Images::default(),
                }]
            };
            let task = Builder::new("cc-label", name, "image", inputs, |_| "the image".into())
                .picture(|input| pbm(input.bits()));
            if slow { task.slow() } else { task }
        };
        [
            statistics(start("statistics", "").charted()),
            labels_and_statistics(start("labels and statistics", ", 8-connected").charted()),
            labels(start("label image", "").charted(), Connectivity::FOUR),
            labels(start("label image", ", 8-connected"), Connectivity::EIGHT),
        ]
    };
    IMAGES.into_iter().flat_map(all).collect()
}

/// Areas, boxes and centroids of all components, without labels.
fn statistics(task: Builder<Input>) -> Task {
    task.engine_with(
        Role::Ours,
        "cc-label",
        || (Labeler::new(), Vec::<Component>::new()),
        |(labeler, found), input| {
            labeler.measure(input.bits(), Connectivity::FOUR, found);
        },
        |(_, found), ()| show_components(found),
    )
    .build()
}

/// The same with the labels. Both sides of a pair write into memory that they keep, or allocate.
fn labels_and_statistics(task: Builder<Input>) -> Task {
    let task = task
        .engine_with(
            Role::Ours,
            "cc-label",
            || (Labeler::new(), Vec::<u32>::new(), Vec::<Component>::new()),
            |(labeler, labels, found), input| {
                labels.resize(input.size.0 * input.size.1, 0);
                let labeled =
                    labeler.label_and_measure(input.bits(), Connectivity::EIGHT, labels, found);
                labeled.expect("one label per pixel");
            },
            |(_, labels, found), ()| show(labels.iter().copied(), found),
        )
        .engine(
            Role::Ours,
            NEW,
            |input| {
                let (bits, mut found) = (input.bits_of_bytes(), Vec::<Component>::new());
                let mut labels = vec![0_u32; input.size.0 * input.size.1];
                let labeled = Labeler::new().label_and_measure(
                    &bits,
                    Connectivity::EIGHT,
                    &mut labels,
                    &mut found,
                );
                labeled.expect("one label per pixel");
                (labels, found)
            },
            |(labels, found)| show(labels.into_iter(), &found),
        );
    #[cfg(feature = "cc-label-rivals")]
    let task = task
        .engine(
            Role::Rival,
            "fovea",
            |input| input.images.fovea(input.bytes(), input.size),
            |(labels, found)| {
                let rows = show_rows(found.iter().map(images::measures));
                format!("{}, {rows}", show_labels(images::numbers(&labels)))
            },
        )
        .against(NEW);
    task.build()
}

/// Our engine that does what libraries of images do: it reads a byte for each pixel, and allocates.
const NEW: &str = "cc-label, from bytes, new labels";
/// The same in memory that it keeps.
const KEPT: &str = "cc-label, from a byte for each pixel";

fn labels(task: Builder<Input>, connectivity: Connectivity) -> Task {
    let start = || (Labeler::new(), Vec::<u32>::new());
    let label = move |(labeler, labels): &mut (Labeler, Vec<u32>), bits: &Image| {
        labels.resize(bits.width() * bits.height(), 0);
        labeler.label(bits, connectivity, labels).expect("one label per pixel");
    };
    let task = task
        .engine_with(
            Role::Ours,
            "cc-label",
            start,
            move |state, input| label(state, input.bits()),
            |(_, labels), ()| show_labels(labels.iter().copied()),
        )
        .engine_with(
            Role::Ours,
            KEPT,
            start,
            move |state, input| label(state, &input.bits_of_bytes()),
            |(_, labels), ()| show_labels(labels.iter().copied()),
        )
        .engine(
            Role::Ours,
            NEW,
            move |input| cc_label::label(&input.bits_of_bytes(), connectivity).0,
            |labels| show_labels(labels.into_iter()),
        );
    #[cfg(feature = "cc-label-rivals")]
    let task = task
        .engine_with(
            Role::Rival,
            "kornia-imgproc",
            || None,
            move |labels, input| {
                input.images.kornia(input.bytes(), input.size, connectivity, labels);
            },
            |labels, ()| {
                let labels = labels.as_ref().map_or(&[][..], |labels| labels.as_slice());
                show_labels(labels.iter().map(|&label| label as u32))
            },
        )
        .against(KEPT)
        .engine(
            Role::Rival,
            "imageproc, new labels",
            move |input| input.images.imageproc(input.bytes(), input.size, connectivity),
            |labels| show_labels(labels.pixels().map(|label| label.0[0])),
        )
        .against(NEW);
    task.build()
}

fn show(labels: impl Iterator<Item = u32>, found: &[Component]) -> String {
    format!("{}, {}", show_labels(labels), show_components(found))
}

fn show_components(found: &[Component]) -> String {
    let numbers = |component: &Component| {
        let [x, y, _] = component.sums();
        let (left, top) = (component.left() as u64, component.top() as u64);
        let (right, bottom) = (component.right() as u64 + 1, component.bottom() as u64 + 1);
        [component.area(), left, top, right, bottom, x as u64, y as u64]
    };
    show_rows(found.iter().map(numbers))
}

/// A checksum of area, box (columns from left to before right, and rows) and sums of the coordinates
/// of each component.
fn show_rows(rows: impl Iterator<Item = [u64; 7]>) -> String {
    format!("{:x}", checksum(rows.flatten().enumerate()))
}

/// Every pixel by itself, half of them set.
fn noise(width: usize, height: usize) -> Image {
    let mut random = Random::new(40);
    let words = (0..height * width.div_ceil(64)).map(|_| random.next_u64()).collect();
    Image::from_words(words, (width, height)).expect("a size that is allowed")
}

/// Random heights 16 pixels apart and straight slopes between them: set is what lies above the
/// middle.
fn blobs(width: usize, height: usize) -> Image {
    const STEP: usize = 16;
    let mut random = Random::new(41);
    let (columns, rows) = (width / STEP + 2, height / STEP + 2);
    let heights: Vec<i64> = (0..columns * rows).map(|_| random.below(2001) as i64 - 1000).collect();
    Image::from_fn((width, height), |x, y, _| {
        let (i, j) = (x / STEP, y / STEP);
        let (u, v) = ((x % STEP) as i64, (y % STEP) as i64);
        let at = |i: usize, j: usize| heights[columns * j + i];
        let step = STEP as i64;
        let above = at(i, j) * (step - u) + at(i + 1, j) * u;
        let below = at(i, j + 1) * (step - u) + at(i + 1, j + 1) * u;
        above * (step - v) + below * v > 0
    })
    .expect("a size that is allowed")
}
