"""Cleans a volume, measures it, and draws slices of it before and after.

    pip install nibabel imageio
    python clean_volume.py gray_matter.nii.gz slices.png

The volume is the gray matter of the MNI152 brain, which the package nilearn has in the folder datasets/data:
mni_icbm152_gm_tal_nlin_sym_09a_converted.nii.gz. Any NIfTI file of numbers from 0 to 255 does.
"""

import sys

import imageio.v3 as imageio
import nibabel
import numpy as np

import boardbits

# Largest component, holes, and the components that are removed.
COLORS = np.array([[24, 24, 28], [225, 220, 205], [70, 140, 230], [235, 90, 60]], np.uint8)


def clean(mask):
    """The largest component of a mask, and the same with its cavities."""
    largest = boardbits.keep(mask, connectivity=6, largest=1)
    return largest, boardbits.fill_holes(largest, connectivity=26)


def slices(image):
    """Three planes side by side, each with its head at the top."""
    middle = [side * 2 // 5 for side in image.shape]
    planes = [image[middle[0]], image[:, middle[1]], image[:, :, middle[2]]]
    planes = [plane.T[::-1] for plane in planes]
    height = max(plane.shape[0] for plane in planes)
    padded = [np.pad(plane, [(0, height - plane.shape[0]), (0, 4)]) for plane in planes]
    return np.concatenate(padded, axis=1)


def main(path, picture, threshold=90):
    brain = nibabel.load(path)
    mask = np.asarray(brain.dataobj) > threshold
    number = boardbits.count(mask, connectivity=6)
    largest, filled = clean(mask)
    before = np.where(largest, 1, 3 * mask.astype(np.uint8))
    after = np.where(largest, 1, 2 * filled.astype(np.uint8))
    imageio.imwrite(picture, COLORS[np.concatenate([slices(before), slices(after)])])
    # Sides of voxels in millimeters.
    names, sides = ["area", "euler_number", "axis_major_length"], brain.header.get_zooms()[:3]
    table = boardbits.measure(filled.astype(np.uint8), properties=names, spacing=[float(side) for side in sides])
    print(f"{number} components; the largest has {int(largest.sum())} of {int(mask.sum())} voxels")
    print(f"{int(filled.sum() - largest.sum())} voxels in cavities")
    print(f"{table['area'][0] / 1000:.1f} cm³, {table['axis_major_length'][0]:.0f} mm long, Euler number {table['euler_number'][0]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
