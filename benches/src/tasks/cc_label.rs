//! Labels and measures of images and volumes.

use std::cell::OnceCell;

use cc_label::{Component, Connectivity, Image, Labeler};

use crate::random::Random;
#[cfg(feature = "cc-label-rivals")]
use crate::rivals::images::{self, Images};
use crate::task::{Builder, Role, Task, checksum};

pub(super) fn tasks() -> Vec<Task> {
    let mut tasks = Vec::new();
    for (pixels, noise, slow) in IMAGES {
        let start = |job, how| image_task(job, pixels, noise, how, slow);
        if !slow {
            tasks.push(statistics(start("statistics", "").charted()));
        }
        tasks.push(labels_and_statistics(
            start("labels and statistics", ", 8-connected").charted(),
        ));
        tasks.push(labels(start("label image", "").charted(), Connectivity::FOUR));
        tasks.push(labels(start("label image", ", 8-connected"), Connectivity::EIGHT));
    }
    tasks.extend(VOLUMES.map(volume_labels));
    tasks.push(holes());
    tasks
}

/// Width and height, whether the pixels are noise and not blobs, and whether the tasks are slow.
const IMAGES: [((usize, usize), bool, bool); 4] = [
    ((512, 512), true, false),
    ((1920, 1080), false, false),
    ((4096, 4096), true, true),
    ((4096, 4096), false, true),
];

/// An image or a volume in the types of all engines.
struct Input {
    bits: Image,
    /// A byte for each pixel, 255 where it is set. Made at first use, in the round to warm up.
    bytes: OnceCell<Vec<u8>>,
    #[cfg(feature = "cc-label-rivals")]
    images: Images,
}

impl Input {
    fn new(bits: Image) -> Self {
        Self {
            bits,
            bytes: OnceCell::new(),
            #[cfg(feature = "cc-label-rivals")]
            images: Images::default(),
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.bits.width(), self.bits.height())
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.get_or_init(|| {
            let (width, height) = self.size();
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let is_set = |cell| self.bits.get(cell) == Some(true);
            cells.map(|cell| if is_set(cell) { 255 } else { 0 }).collect()
        })
    }

    fn bits_of_bytes(&self) -> Image {
        let size = self.size();
        Image::from_luma(self.bytes(), size, size.0, 1).expect("a size that is allowed")
    }

    /// A PBM file, the planes of a volume below one another.
    fn pbm(&self) -> Vec<u8> {
        let (width, rows) = (self.bits.width(), self.bits.height() * self.bits.depth());
        let mut file = format!("P4\n{width} {rows}\n").into_bytes();
        for row in 0..rows {
            let bytes = self.bits.row(row).iter().flat_map(|word| word.to_le_bytes());
            file.extend(bytes.map(u8::reverse_bits).take(width.div_ceil(8)));
        }
        file
    }
}

fn image_task(
    job: &str,
    (width, height): (usize, usize),
    noise: bool,
    how: &str,
    slow: bool,
) -> Builder<Input> {
    let pixels = if noise { "noise" } else { "blobs" };
    let name = format!("{job} of {width}×{height} pixels, {pixels}{how}");
    let image = move || {
        if noise { random_bits(40, (width, height, 1), 1) } else { blobs(width, height) }
    };
    let task = Builder::new("cc-label", name, "image", move || vec![Input::new(image())]);
    let task = task.written(Input::pbm);
    if slow { task.slow() } else { task }
}

/// Areas, boxes and centroids of all components, without labels.
fn statistics(task: Builder<Input>) -> Task {
    task.engine_with(
        Role::Ours,
        "cc-label",
        || (Labeler::new(), Vec::<Component>::new()),
        |(labeler, found), input| {
            labeler.measure(&input.bits, Connectivity::FOUR, found);
        },
        |(_, found), ()| show_components(found),
    )
    .build()
}

/// Our engine that does what libraries of images do: it reads a byte for each pixel, and allocates.
const NEW: &str = "cc-label, from bytes, new labels";
/// The same in memory that it keeps.
const KEPT: &str = "cc-label, from a byte for each pixel";

/// The same with the labels. Both sides of a pair write into memory that they keep, or allocate.
fn labels_and_statistics(task: Builder<Input>) -> Task {
    type State = (Labeler, Vec<u32>, Vec<Component>);
    let measure = |(labeler, labels, found): &mut State, bits: &Image| {
        labels.resize(bits.width() * bits.height(), 0);
        let labeled = labeler.label_and_measure(bits, Connectivity::EIGHT, labels, found);
        labeled.expect("one label per pixel");
    };
    let show = |(_, labels, found): &State| {
        format!("{}, {}", show_labels(labels.iter().copied()), show_components(found))
    };
    let task = task
        .engine_with(
            Role::Ours,
            "cc-label",
            State::default,
            move |state, input| measure(state, &input.bits),
            move |state, ()| show(state),
        )
        .engine_with(
            Role::Ours,
            NEW,
            || (),
            move |(), input| {
                let mut state = State::default();
                measure(&mut state, &input.bits_of_bytes());
                state
            },
            move |(), state| show(&state),
        );
    #[cfg(feature = "cc-label-rivals")]
    let task = task
        .engine(
            Role::Rival,
            "fovea",
            |input| input.images.fovea(input.bytes(), input.size()),
            |(labels, found)| {
                let rows = show_rows(found.iter().map(images::measures));
                format!("{}, {rows}", show_labels(images::numbers(&labels)))
            },
        )
        .against(NEW);
    task.build()
}

fn labels(task: Builder<Input>, connectivity: Connectivity) -> Task {
    let start = || (Labeler::new(), Vec::<u32>::new());
    let label = move |(labeler, labels): &mut (Labeler, Vec<u32>), bits: &Image| {
        labels.resize(bits.width() * bits.height(), 0);
        labeler.label(bits, connectivity, labels).expect("one label per pixel");
    };
    let show = |(_, labels): &(Labeler, Vec<u32>), ()| show_labels(labels.iter().copied());
    let task = task
        .engine_with(
            Role::Ours,
            "cc-label",
            start,
            move |state, input| label(state, &input.bits),
            show,
        )
        .engine_with(
            Role::Ours,
            KEPT,
            start,
            move |state, input| label(state, &input.bits_of_bytes()),
            show,
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
                input.images.kornia(input.bytes(), input.size(), connectivity, labels);
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
            move |input| input.images.imageproc(input.bytes(), input.size(), connectivity),
            |labels| show_labels(labels.pixels().map(|label| label.0[0])),
        )
        .against(NEW);
    task.build()
}

const SIDE: usize = 256;

/// Neighbors, and whether an eighth of the voxels is set and not half of them: somewhat more than
/// where components of 26 neighbors begin to span the volume.
const VOLUMES: [(Connectivity, &str, bool); 3] = [
    (Connectivity::SIX, ", 6 neighbors", false),
    (Connectivity::TWENTY_SIX, ", 26 neighbors", false),
    (Connectivity::TWENTY_SIX, ", 26 neighbors", true),
];

fn volume_task(job: &str, sparse: bool, how: &str) -> Builder<Input> {
    let voxels = if sparse { "sparse noise" } else { "noise" };
    let name = format!("{job} of {SIDE}×{SIDE}×{SIDE} voxels, {voxels}{how}");
    let rarity = if sparse { 3 } else { 1 };
    let volume = move || vec![Input::new(random_bits(42, (SIDE, SIDE, SIDE), rarity))];
    Builder::new("cc-label", name, "volume", volume).written(Input::pbm).slow()
}

fn volume_labels((neighbors, how, sparse): (Connectivity, &str, bool)) -> Task {
    volume_task("label volume", sparse, how)
        .engine_with(
            Role::Ours,
            "cc-label",
            || (Labeler::new(), vec![0_u32; SIDE.pow(3)]),
            move |(labeler, labels), input| {
                labeler.label(&input.bits, neighbors, labels).expect("one label per voxel");
            },
            |(_, labels), ()| show_labels(labels.iter().copied()),
        )
        .build()
}

/// Unset voxels that the border does not reach over faces are set, in a copy of the volume.
fn holes() -> Task {
    let fill = |input: &Input| {
        let mut volume = input.bits.clone();
        cc_label::fill_holes(&mut volume, Connectivity::TWENTY_SIX, u64::MAX);
        volume
    };
    let show = |volume: Image| {
        let rows = (0..SIDE * SIDE).flat_map(|row| volume.row(row)).copied();
        format!("{:x}", checksum(rows.enumerate()))
    };
    volume_task("fill holes", false, "").engine(Role::Ours, "cc-label", fill, show).build()
}

/// The number of components and a checksum of all labels, which are renumbered in the order of
/// their first pixels: other libraries have another order.
fn show_labels(labels: impl Iterator<Item = u32>) -> String {
    let (mut numbers, mut count) = (vec![0], 0);
    let renumbered = labels.map(|label| {
        let label = label as usize;
        if label >= numbers.len() {
            numbers.resize(label + 1, 0);
        }
        if label > 0 && numbers[label] == 0 {
            count += 1;
            numbers[label] = count;
        }
        numbers[label]
    });
    let sum = checksum(renumbered.enumerate());
    format!("{count} components, {sum:x}")
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

/// A checksum of area, box (columns from left to before right, and rows) and sums of the
/// coordinates of each component.
fn show_rows(rows: impl Iterator<Item = [u64; 7]>) -> String {
    format!("{:x}", checksum(rows.flatten().enumerate()))
}

/// Every pixel by itself, one of 2^`rarity` set. The rows are whole words.
fn random_bits(seed: u64, (width, height, depth): (usize, usize, usize), rarity: usize) -> Image {
    let mut random = Random::new(seed);
    let mut word = || (0..rarity).fold(u64::MAX, |word, _| word & random.next_u64());
    let words = (0..width / 64 * height * depth).map(|_| word()).collect();
    Image::from_words(words, (width, height, depth)).expect("a size that is allowed")
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
