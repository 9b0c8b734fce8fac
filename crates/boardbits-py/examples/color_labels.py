"""Labels the grains of an image like a photograph, and writes a picture with a color for each.

    python color_labels.py labels.png
"""

import sys
import zlib

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


def write_png(path, pixels):
    """Writes an RGB image, height × width × 3."""
    height, width, _ = pixels.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)

    def chunk(kind, data):
        check = zlib.crc32(kind + data)
        return len(data).to_bytes(4, "big") + kind + data + check.to_bytes(4, "big")

    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size + b"\x08\x02\0\0\0"))
        file.write(chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)) + chunk(b"IEND", b""))


def main(path):
    gray = photograph(300, 640)
    # Brighter than the ground, whose light is uneven.
    mask = gray > 85 + 50 * np.arange(640) / 640
    labels, number = boardbits.label(mask, connectivity=4, return_num=True)
    table = boardbits.components(mask, connectivity=4, properties=["area"])
    # Noise is left out.
    is_grain = np.concatenate([[False], table["area"] >= 60])
    hues = np.random.default_rng(1).random(number + 1)[:, None] + [0, 1 / 3, 2 / 3]
    colors = 0.5 + 0.5 * np.cos(2 * np.pi * hues)
    shown = np.repeat(gray[:, :, None] / 255, 3, axis=2)
    grains = is_grain[labels]
    shown[grains] = 0.35 * shown[grains] + 0.65 * colors[labels[grains]]
    write_png(path, (255 * shown).astype(np.uint8))
    print(f"{is_grain.sum()} grains of {table['area'][is_grain[1:]].mean():.0f} pixels on average")


if __name__ == "__main__":
    main(*sys.argv[1:])
