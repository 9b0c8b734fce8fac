//! Labels of a volume in two passes (Rosenfeld, Pfaltz: *Sequential Operations in Digital Picture
//! Processing*, 1966, in three dimensions), with union-find for equivalent labels.

/// Writes the labels of a byte for each voxel, x fastest, from 1 in the order of their first
/// voxels. Neighbors differ on at most `axes` axes: one for 6 neighbors, two for 18, three for 26.
pub fn two_passes(
    voxels: &[u8],
    [width, height, depth]: [usize; 3],
    axes: usize,
    labels: &mut [u32],
) {
    let steps = (0..13).map(|at| [at % 3 - 1, at / 3 % 3 - 1, at / 9 - 1]);
    let earlier: Vec<[isize; 3]> =
        steps.filter(|step| step.iter().filter(|&&side| side != 0).count() <= axes).collect();
    let mut parents = vec![0];
    let mut index = 0;
    for z in 0..depth {
        for y in 0..height {
            for x in 0..width {
                labels[index] = 0;
                if voxels[index] != 0 {
                    for &[dx, dy, dz] in &earlier {
                        let at = [(x, dx), (y, dy), (z, dz)].map(|(a, d)| a.wrapping_add_signed(d));
                        if at[0] >= width || at[1] >= height || at[2] >= depth {
                            continue;
                        }
                        let neighbor = labels[(at[2] * height + at[1]) * width + at[0]];
                        if neighbor != 0 {
                            labels[index] = match labels[index] {
                                0 => neighbor,
                                label => join(&mut parents, label, neighbor),
                            };
                        }
                    }
                    if labels[index] == 0 {
                        labels[index] = parents.len() as u32;
                        parents.push(labels[index]);
                    }
                }
                index += 1;
            }
        }
    }
    let mut count = 0;
    for label in 1..parents.len() {
        // Parents are smaller, so theirs are final.
        parents[label] = if parents[label] as usize == label {
            count += 1;
            count
        } else {
            parents[parents[label] as usize]
        };
    }
    labels.iter_mut().for_each(|label| *label = parents[*label as usize]);
}

fn root(parents: &[u32], mut label: u32) -> u32 {
    while parents[label as usize] != label {
        label = parents[label as usize];
    }
    label
}

/// Joins two sets of labels and returns the smallest one.
fn join(parents: &mut [u32], a: u32, b: u32) -> u32 {
    let (a, b) = (root(parents, a), root(parents, b));
    let least = a.min(b);
    parents[a.max(b) as usize] = least;
    least
}
