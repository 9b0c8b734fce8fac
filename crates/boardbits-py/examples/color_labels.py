"""Labels the grains of an image like a photograph, and writes a picture with a color for each label.

    pip install imageio
    python color_labels.py labels.png

Grains that touch share a label.
"""

import sys

import imageio.v3 as imageio
import numpy as np

import boardbits


def photograph(height, width, seed=2):
    """Bright grains on a darker ground, with uneven light and noise."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:height, :width]
    image = 60 + 50 * x / width
    for _ in range(180):
        row, column = rng.integers(0, height), rng.integers(0, width)
        long, short, angle = rng.uniform(9, 20), rng.uniform(5, 9), rng.uniform(0, np.pi)
        along = (x - column) * np.cos(angle) + (y - row) * np.sin(angle)
        across = (y - row) * np.cos(angle) - (x - column) * np.sin(angle)
        distance = (along / long) ** 2 + (across / short) ** 2
        grain = 90 + 50 * x / width + rng.uniform(20, 60) * (1.4 - distance)
        image = np.where(distance < 1, grain, image)
    return np.clip(image + rng.normal(0, 4, image.shape), 0, 255).astype(np.uint8)


def main(path):
    gray = photograph(300, 640)
    # Brighter than the ground, whose light is uneven. Noise is left out.
    mask = gray > 85 + 50 * np.arange(640) / 640
    mask = boardbits.keep(mask, connectivity=4, min_size=60)
    labels, number = boardbits.label(mask, connectivity=4, return_num=True)
    area = boardbits.measure(labels, properties="area")["area"]
    hues = np.random.default_rng(1).random(number + 1)[:, None] + [0, 1 / 3, 2 / 3]
    colors = 0.5 + 0.5 * np.cos(2 * np.pi * hues)
    shown = np.repeat(gray[:, :, None] / 255, 3, axis=2)
    shown[mask] = 0.35 * shown[mask] + 0.65 * colors[labels[mask]]
    imageio.imwrite(path, (255 * shown).astype(np.uint8))
    print(f"{number} clumps of {area.mean():.0f} pixels on average")


if __name__ == "__main__":
    main(*sys.argv[1:])
