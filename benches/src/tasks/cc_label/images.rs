//! Images of one bit per pixel.

use std::cell::OnceCell;

use cc_label::__private::Label;
use cc_label::{Component, Connectivity, Extent, Image, Labeler};

use crate::random::Random;
#[cfg(feature = "cc-label-rivals")]
use crate::rivals::images::Images;
use crate::task::{Builder, Role, Task};

/// An image in the types of all engines, converted at first use.
struct Input {
    width: usize,
    height: usize,
    noise: bool,
    bits: OnceCell<Image>,
    bytes: OnceCell<Vec<u8>>,
    #[cfg(feature = "cc-label-rivals")]
    images: Images,
}

impl Input {
    fn all(width: usize, height: usize, noise: bool) -> Vec<Self> {
        vec![Self {
            width,
            height,
            noise,
            bits: OnceCell::new(),
            bytes: OnceCell::new(),
            #[cfg(feature = "cc-label-rivals")]
            images: Images::default(),
        }]
    }

    fn bits(&self) -> &Image {
        self.bits.get_or_init(|| {
            let make = if self.noise { noise } else { blobs };
            make(self.width, self.height)
        })
    }

    /// A byte for each pixel, 255 where it is set.
    fn bytes(&self) -> &[u8] {
        self.bytes.get_or_init(|| {
            let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
            cells
                .map(|(x, y)| if self.bits().get((x, y)) == Some(true) { 255 } else { 0 })
                .collect()
        })
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
            let inputs = move || Input::all(width, height, noise);
            let task = Builder::new("cc-label", name, "image", inputs, |_| "the image".into());
            if slow { task.slow() } else { task }
        };
        [
            statistics(start("statistics", "")),
            labels(start("label image", "").charted(), noise, Connectivity::FOUR),
            labels(start("label image", ", 8-connected"), noise, Connectivity::EIGHT),
        ]
    };
    IMAGES.into_iter().flat_map(all).collect()
}

/// Areas, boxes and centroids of all components.
fn statistics(task: Builder<Input>) -> Task {
    let task = task
        .engine_with(
            Role::Ours,
            "cc-label",
            || (Labeler::new(), Vec::<Component>::new()),
            |(labeler, found), input| {
                labeler.measure(input.bits(), Connectivity::FOUR, found);
            },
            |(_, found), ()| found.len().to_string(),
        )
        .engine_with(
            Role::Ours,
            "cc-label, area and box only",
            || (Labeler::new(), Vec::<Extent>::new()),
            |(labeler, found), input| {
                labeler.measure(input.bits(), Connectivity::FOUR, found);
            },
            |(_, found), ()| found.len().to_string(),
        );
    task.build()
}

fn labels(task: Builder<Input>, noise: bool, connectivity: Connectivity) -> Task {
    let task = task.engine_with(
        Role::Ours,
        "cc-label",
        || (Labeler::new(), Vec::<u32>::new()),
        move |state, input| label(state, input.bits(), input, connectivity),
        |(_, labels), ()| fingerprint(labels.iter().copied()),
    );
    // Noise has more components than an `u16` can number.
    let task = if noise {
        task
    } else {
        task.engine_with(
            Role::Ours,
            "cc-label, labels of 16 bits",
            || (Labeler::new(), Vec::<u16>::new()),
            move |state, input| label(state, input.bits(), input, connectivity),
            |(_, labels), ()| fingerprint(labels.iter().copied().map(u32::from)),
        )
    };
    let task = task.engine_with(
        Role::Ours,
        "cc-label, from a byte for each pixel",
        || (Labeler::new(), Vec::new()),
        move |state: &mut (Labeler, Vec<u32>), input| {
            let (width, height) = (input.width, input.height);
            let bits = Image::from_luma(input.bytes(), (width, height), width, 1);
            label(state, &bits.expect("a size that is allowed"), input, connectivity);
        },
        |(_, labels), ()| fingerprint(labels.iter().copied()),
    );
    #[cfg(feature = "cc-label-rivals")]
    let task = task
        .engine_with(
            Role::Rival,
            "kornia-imgproc",
            || None,
            move |labels, input| {
                let (width, height) = (input.width, input.height);
                input.images.kornia(input.bytes(), width, height, connectivity, labels);
            },
            |labels, ()| {
                let labels = labels.as_ref().map_or(&[][..], |labels| labels.as_slice());
                fingerprint(labels.iter().map(|&label| label as u32))
            },
        )
        .engine(
            Role::Rival,
            "imageproc",
            move |input| {
                let (width, height) = (input.width, input.height);
                input.images.imageproc(input.bytes(), width, height, connectivity)
            },
            |labels| fingerprint(labels.pixels().map(|label| label.0[0])),
        );
    task.build()
}

fn label<L: Label + Default>(
    (labeler, labels): &mut (Labeler, Vec<L>),
    bits: &Image,
    input: &Input,
    connectivity: Connectivity,
) {
    labels.resize(input.width * input.height, L::default());
    labeler.label(bits, connectivity, labels).expect("one label per pixel");
}

/// Equal for equal components, regardless of their order.
pub(super) fn fingerprint(labels: impl Iterator<Item = u32>) -> String {
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
