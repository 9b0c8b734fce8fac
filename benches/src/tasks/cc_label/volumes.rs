//! Volumes of one bit per voxel.

use std::cell::OnceCell;

use cc_label::{Connectivity, Image, Labeler};

use super::images::fingerprint;
use crate::baseline::volumes::two_passes;
use crate::random::Random;
use crate::task::{Builder, Role, Task};

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
    VOLUMES.into_iter().map(labels).collect()
}

fn labels((neighbors, axes, sparse): (Connectivity, usize, bool)) -> Task {
    let voxels = if sparse { "sparse noise" } else { "noise" };
    let number = [6, 18, 26][axes - 1];
    let name = format!("label volume of {SIDE}×{SIDE}×{SIDE} voxels, {voxels}, {number} neighbors");
    let inputs = move || vec![Input { sparse, bits: OnceCell::new(), bytes: OnceCell::new() }];
    let start = || (Labeler::new(), vec![0; SIDE.pow(3)]);
    Builder::new("cc-label", name, "volume", inputs, |_| "the volume".into())
        .slow()
        .engine_with(
            Role::Ours,
            "cc-label",
            start,
            move |(labeler, labels): &mut (Labeler, Vec<u32>), input| {
                labeler.label(input.bits(), neighbors, labels).expect("one label per voxel");
            },
            |(_, labels), ()| fingerprint(labels.iter().copied()),
        )
        .engine_with(
            Role::Ours,
            "cc-label, from a byte for each voxel",
            start,
            move |(labeler, labels): &mut (Labeler, Vec<u32>), input| {
                let bits = Image::from_values(input.bytes(), (SIDE, SIDE, SIDE), |value| value > 0)
                    .expect("a size that is allowed");
                labeler.label(&bits, neighbors, labels).expect("one label per voxel");
            },
            |(_, labels), ()| fingerprint(labels.iter().copied()),
        )
        .engine_with(
            Role::Baseline,
            "two passes",
            || vec![0; SIDE.pow(3)],
            move |labels, input| two_passes(input.bytes(), [SIDE; 3], axes, labels),
            |labels, ()| fingerprint(labels.iter().copied()),
        )
        .build()
}
