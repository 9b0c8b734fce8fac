//! Volumes of one bit per voxel.

use std::cell::OnceCell;

use cc_label::{Connectivity, Image, Labeler};

use super::{pbm, show_labels};
use crate::baseline::volumes::two_passes;
use crate::random::Random;
use crate::task::{Builder, Role, Task, checksum};

const SIDE: usize = 256;

/// A volume in the types of all engines, converted at first use.
struct Input {
    /// Half of the voxels are set, or an eighth.
    sparse: bool,
    bits: OnceCell<Image>,
    bytes: OnceCell<Vec<u8>>,
}

impl Input {
    fn bits(&self) -> &Image {
        self.bits.get_or_init(|| {
            let mut random = Random::new(42);
            let mut word = || match self.sparse {
                true => random.next_u64() & random.next_u64() & random.next_u64(),
                false => random.next_u64(),
            };
            let words = (0..SIDE.pow(3) / 64).map(|_| word()).collect();
            Image::from_words(words, (SIDE, SIDE, SIDE)).expect("a size that is allowed")
        })
    }

    /// A byte for each voxel, 1 where it is set.
    fn bytes(&self) -> &[u8] {
        self.bytes.get_or_init(|| {
            let words = (0..SIDE * SIDE).flat_map(|row| self.bits().row(row));
            words.flat_map(|&word| (0..64).map(move |bit| (word >> bit & 1) as u8)).collect()
        })
    }

    fn bits_of_bytes(&self) -> Image {
        Image::from_values(self.bytes(), (SIDE, SIDE, SIDE), |value| value > 0)
            .expect("a size that is allowed")
    }
}

/// Connectivity, the axes on which neighbors can differ, and whether few voxels are set: somewhat
/// more than where components of 26 neighbors begin to span the volume.
const VOLUMES: [(Connectivity, usize, bool); 4] = [
    (Connectivity::SIX, 1, false),
    (Connectivity::EIGHTEEN, 2, false),
    (Connectivity::TWENTY_SIX, 3, false),
    (Connectivity::TWENTY_SIX, 3, true),
];

pub(super) fn tasks() -> Vec<Task> {
    let mut tasks: Vec<_> = VOLUMES.into_iter().map(labels).collect();
    tasks.push(holes());
    tasks
}

fn start(job: &str, sparse: bool, how: &str) -> Builder<Input> {
    let voxels = if sparse { "sparse noise" } else { "noise" };
    let name = format!("{job} of {SIDE}×{SIDE}×{SIDE} voxels, {voxels}{how}");
    let inputs = move || vec![Input { sparse, bits: OnceCell::new(), bytes: OnceCell::new() }];
    Builder::new("cc-label", name, "volume", inputs, |_| "the volume".into())
        .picture(|input| pbm(input.bits()))
        .slow()
}

fn labels((neighbors, axes, sparse): (Connectivity, usize, bool)) -> Task {
    const BYTES: &str = "cc-label, from a byte for each voxel";
    let number = [6, 18, 26][axes - 1];
    let state = || (Labeler::new(), vec![0_u32; SIDE.pow(3)]);
    start("label volume", sparse, &format!(", {number} neighbors"))
        .engine_with(
            Role::Ours,
            "cc-label",
            state,
            move |(labeler, labels), input| {
                labeler.label(input.bits(), neighbors, labels).expect("one label per voxel");
            },
            |(_, labels), ()| show_labels(labels.iter().copied()),
        )
        .engine_with(
            Role::Ours,
            BYTES,
            state,
            move |(labeler, labels), input| {
                let bits = input.bits_of_bytes();
                labeler.label(&bits, neighbors, labels).expect("one label per voxel");
            },
            |(_, labels), ()| show_labels(labels.iter().copied()),
        )
        .engine_with(
            Role::Baseline,
            "two passes",
            || vec![0; SIDE.pow(3)],
            move |labels, input| two_passes(input.bytes(), [SIDE; 3], axes, labels),
            |labels, ()| show_labels(labels.iter().copied()),
        )
        .against(BYTES)
        .build()
}

/// Unset voxels that the border does not reach over faces are set, in a copy of the volume.
fn holes() -> Task {
    let fill = |mut volume: Image| {
        cc_label::fill_holes(&mut volume, Connectivity::TWENTY_SIX);
        volume
    };
    let show = |volume: Image| {
        let rows = (0..SIDE * SIDE).flat_map(|row| volume.row(row)).copied();
        format!("{:x}", checksum(rows.enumerate()))
    };
    start("fill holes", false, "")
        .engine(Role::Ours, "cc-label", move |input| fill(input.bits().clone()), show)
        .build()
}
