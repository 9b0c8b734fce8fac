//! Images of one bit per pixel.

use std::cell::OnceCell;

use cc_table::Connectivity;
use cc_table::bitmap::{BitmapBuf, Labeller};
use image::{GrayImage, Luma};
use imageproc::region_labelling::{self, connected_components};

use crate::random::Random;
use crate::task::{Builder, Role, Task};

/// An image for each way to look at it, made when first looked at.
struct Input {
    size: usize,
    noise: bool,
    bits: OnceCell<BitmapBuf>,
    gray: OnceCell<GrayImage>,
}

impl Input {
    fn all(size: usize, noise: bool) -> Vec<Self> {
        vec![Self { size, noise, bits: OnceCell::new(), gray: OnceCell::new() }]
    }

    fn bits(&self) -> &BitmapBuf {
        self.bits.get_or_init(|| if self.noise { noise(self.size) } else { blobs(self.size) })
    }

    fn gray(&self) -> &GrayImage {
        self.gray.get_or_init(|| {
            let image = self.bits().as_bitmap();
            GrayImage::from_fn(image.width(), image.height() as u32, |x, y| {
                let word = image.row(y as usize)[x as usize / 64];
                Luma([(word >> (x % 64) & 1) as u8])
            })
        })
    }
}

/// Inputs, the names of the two tasks with them, and whether they are slow.
type Case = (fn() -> Vec<Input>, [&'static str; 2], bool);

const CASES: [Case; 4] = [
    (
        || Input::all(512, true),
        ["statistics of 512×512 pixels, noise", "label image of 512×512 pixels, noise"],
        false,
    ),
    (
        || Input::all(512, false),
        ["statistics of 512×512 pixels, blobs", "label image of 512×512 pixels, blobs"],
        false,
    ),
    (
        || Input::all(4096, true),
        ["statistics of 4096×4096 pixels, noise", "label image of 4096×4096 pixels, noise"],
        true,
    ),
    (
        || Input::all(4096, false),
        ["statistics of 4096×4096 pixels, blobs", "label image of 4096×4096 pixels, blobs"],
        true,
    ),
];

pub(super) fn tasks() -> Vec<Task> {
    let both = |(inputs, [of_statistics, of_labels], slow): Case| {
        [statistics(of_statistics, inputs, slow), labels(of_labels, inputs, slow)]
    };
    CASES.into_iter().flat_map(both).collect()
}

fn start(name: &'static str, inputs: fn() -> Vec<Input>, slow: bool) -> Builder<Input> {
    let task = Builder::new("cc-table", name, "image", inputs, |_| "the image".into());
    if slow { task.slow() } else { task }
}

/// Both have to say how many components there are; ours knows areas, boxes and centroids besides.
fn statistics(name: &'static str, inputs: fn() -> Vec<Input>, slow: bool) -> Task {
    start(name, inputs, slow)
        .engine_with(
            Role::Ours,
            "cc-table",
            || (Labeller::new(), Vec::new()),
            |_| (),
            |(labeller, found), input| {
                labeller.components(input.bits().as_bitmap(), Connectivity::Four, found);
            },
            |(_, found), ()| found.len().to_string(),
            |_| None,
        )
        .engine(
            Role::Rival,
            "imageproc",
            |input| {
                connected_components(input.gray(), region_labelling::Connectivity::Four, Luma([0]))
            },
            |labels| labels.pixels().map(|label| label.0[0]).max().unwrap_or(0).to_string(),
        )
        .build()
}

fn labels(name: &'static str, inputs: fn() -> Vec<Input>, slow: bool) -> Task {
    start(name, inputs, slow)
        .engine_with(
            Role::Ours,
            "cc-table",
            || (Labeller::new(), Vec::new()),
            |_| (),
            |(labeller, labels), input| {
                labels.resize(input.size * input.size, 0);
                labeller
                    .label(input.bits().as_bitmap(), Connectivity::Four, labels)
                    .expect("as many labels as pixels")
            },
            |(_, labels), _| fingerprint(labels.iter().copied()),
            |_| None,
        )
        .engine(
            Role::Rival,
            "imageproc",
            |input| {
                connected_components(input.gray(), region_labelling::Connectivity::Four, Luma([0]))
            },
            |labels| fingerprint(labels.pixels().map(|label| label.0[0])),
        )
        .build()
}

/// The same for the same components in whatever order they are numbered.
fn fingerprint(labels: impl Iterator<Item = u32>) -> String {
    let (mut numbers, mut next) = (Vec::new(), 0);
    let mut hash = 0u64;
    for label in labels {
        let label = label as usize;
        if label >= numbers.len() {
            numbers.resize(label + 1, 0);
        }
        if label > 0 && numbers[label] == 0 {
            next += 1;
            numbers[label] = next;
        }
        hash = (hash.rotate_left(5) ^ numbers[label]).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    format!("{next} components, {hash:x}")
}

/// Every pixel by itself, half of them set.
fn noise(size: usize) -> BitmapBuf {
    let mut random = Random::new(40);
    let mut image = BitmapBuf::new(size, size).expect("a size that is allowed");
    for y in 0..size {
        image.row_mut(y).iter_mut().for_each(|word| *word = random.next_u64());
    }
    image
}

/// Random heights 16 pixels apart and straight slopes between them: set is what lies above the middle.
fn blobs(size: usize) -> BitmapBuf {
    const STEP: usize = 16;
    let mut random = Random::new(41);
    let side = size / STEP + 1;
    let heights: Vec<i64> = (0..side * side).map(|_| random.below(2001) as i64 - 1000).collect();
    BitmapBuf::from_fn(size, size, |x, y| {
        let (i, j) = (x / STEP, y / STEP);
        let (u, v) = ((x % STEP) as i64, (y % STEP) as i64);
        let at = |i: usize, j: usize| heights[side * j + i];
        let step = STEP as i64;
        let above = at(i, j) * (step - u) + at(i + 1, j) * u;
        let below = at(i, j + 1) * (step - u) + at(i + 1, j + 1) * u;
        above * (step - v) + below * v > 0
    })
    .expect("a size that is allowed")
}
