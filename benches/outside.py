#!/usr/bin/env python3
"""Measures programs outside the crate registry against boardbits, where a user has built them.

    outside.py connect4 SET PROGRAM [ARGUMENT ...]
        A solver of Connect 4 that reads a line of moves and answers with a line "MOVES SCORE ...", such as
        Pascal Pons' c4solver. SET is a set of benches/src/generated/c4_positions.txt, such as Middle-Easy.
        The scores are compared, then whole processes are timed.

    outside.py opencv
        OpenCV's connectedComponents (pip install opencv-python-headless numpy), on the images of the tasks of
        cc-table. Both start from a byte for each pixel and write 32-bit labels.

    outside.py ufbl FOLDER
        BRTS of github.com/attltb/UFBL, of which FOLDER is a checkout (pip install numpy; needs g++). Both start
        from a bit for each pixel and write 32-bit labels.

    Both print how many components the other side finds.

Both sides take turns. The ratio is the median of the ratios of neighboring runs, its error as in
docs/METHODOLOGY.md. Build first: cargo build --release -p boardbits && cargo build --release -p benches --bin slice
"""

import ctypes
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RELEASE = ROOT / "target/release"
PAIRS = 15


def compare(name, theirs, ours):
    """Prints their time, our time and the ratio. The arguments measure once and return seconds."""
    theirs(), ours()
    pairs = [(theirs(), ours()) for _ in range(PAIRS)]
    ratios = [a / b for a, b in pairs]
    ratio = statistics.median(ratios)
    spread = statistics.median(abs(r - ratio) for r in ratios)
    error = 1.2533 * 1.4826 * spread / PAIRS**0.5
    a, b = (statistics.median(side) for side in zip(*pairs))
    print(f"{name}: {a * 1e3:.3f} ms, ours {b * 1e3:.3f} ms: {ratio:.2f} ± {error:.2f} times as long")


def connect4(name, program):
    lines = (ROOT / "benches/src/generated/c4_positions.txt").read_text().splitlines()
    moves = [line.split()[1] for line in lines if line.split()[0] == name]
    if not moves:
        sys.exit(f"there is no set {name!r}")
    text = "\n".join(moves) + "\n"

    def run(command):
        start = time.perf_counter()
        output = subprocess.run(command, input=text, text=True, check=True, stdout=subprocess.PIPE).stdout
        run.seconds = time.perf_counter() - start
        return [line.split()[:2] for line in output.splitlines() if line.strip()]

    def seconds(command):
        run(command)
        return run.seconds

    ours = [str(RELEASE / "boardbits"), "c4", "solve"]
    for found, expected in zip(run(program), run(ours), strict=True):
        if found != expected:
            sys.exit(f"different scores: theirs {found}, ours {expected}")
    compare(f"{len(moves)} positions of {name}", lambda: seconds(program), lambda: seconds(ours))


def opencv():
    import cv2
    import numpy as np

    cv2.setNumThreads(1)

    def labeler(image):
        labels = np.empty(image.shape, np.int32)
        return lambda: cv2.connectedComponents(image, labels, 4, cv2.CV_32S)[0] - 1

    images("cc-table, from a byte for each pixel", labeler)


# The sources are for Visual C++. These are its intrinsics.
VISUAL_C = """
#include <cstdint>
#include <cstdlib>
#include <cstring>
#define MY_PLATFORM_MACRO
#define _byteswap_uint64 __builtin_bswap64
template <class T> inline unsigned char myBitScanForward64(T* index, uint64_t mask) {
    if (!mask) return 0;
    *index = __builtin_ctzll(mask);
    return 1;
}
"""


def ufbl(folder):
    import numpy as np

    with tempfile.TemporaryDirectory() as build:
        library, header = f"{build}/brts.so", f"{build}/visual.h"
        pathlib.Path(header).write_text(VISUAL_C)
        source = f"{folder}/Labeling_BRTS_4c_x64.cpp"
        compiler = ["g++", "-O3", "-march=native", "-shared", "-fPIC", "-w", "-include", header]
        subprocess.run([*compiler, source, "-o", library], check=True)
        names = subprocess.run(["nm", "-D", library], check=True, text=True, stdout=subprocess.PIPE).stdout
        name = next(word for word in names.split() if "Labeling_BRTS4_X64" in word)
        label = ctypes.CDLL(library)[name]
    # Rows begin with a word, and the bits past their ends are zero.
    rows_of_words = 0x8 | 0x1000_0000

    def labeler(image):
        height, width = image.shape
        padded = np.pad(image, ((0, 0), (0, -width % 64)))
        bits = np.packbits(padded, axis=1, bitorder="little")
        labels = np.empty(image.shape, np.uint32)
        arguments = (ctypes.c_void_p(labels.ctypes.data), ctypes.c_void_p(bits.ctypes.data), height, width, 0)

        def run():
            label(*arguments, rows_of_words)
            return labels, bits

        return run

    images("cc-table", labeler)


def images(engine, labeler):
    """Compares an engine of cc-table with a labeler: a function from an image to one without arguments that labels it."""
    import numpy as np

    mask = (1 << 64) - 1

    def random(seed):
        """SplitMix64, as benches/src/random.rs."""
        while True:
            seed = (seed + 0x9E3779B97F4A7C15) & mask
            z = ((seed ^ seed >> 30) * 0xBF58476D1CE4E5B9) & mask
            z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
            yield z ^ z >> 31

    def noise(width, height):
        words = random(40)
        row = (width + 63) // 64
        image = np.array([next(words) for _ in range(height * row)], dtype="<u8")
        bits = np.unpackbits(image.view(np.uint8).reshape(height, 8 * row), axis=1, bitorder="little")
        return np.ascontiguousarray(bits[:, :width]) * 255

    def blobs(width, height):
        words, step = random(41), 16
        columns, rows = width // step + 2, height // step + 2
        heights = [(next(words) * 2001 >> 64) - 1000 for _ in range(columns * rows)]
        heights = np.array(heights).reshape(rows, columns)
        (i, u), (j, v) = np.divmod(np.arange(width), step), np.divmod(np.arange(height), step)
        j, v = j[:, None], v[:, None]
        above = heights[j, i] * (step - u) + heights[j, i + 1] * u
        below = heights[j + 1, i] * (step - u) + heights[j + 1, i + 1] * u
        return np.where(above * (step - v) + below * v > 0, 255, 0).astype(np.uint8)

    for width, height, kind in [
        (512, 512, noise),
        (1920, 1080, blobs),
        (4096, 4096, noise),
        (4096, 4096, blobs),
    ]:
        name = f"label image of {width}×{height} pixels, {kind.__name__}"
        label = labeler(kind(width, height))

        def theirs():
            start = time.perf_counter()
            theirs.count = label()
            return time.perf_counter() - start

        def slice_of(*command):
            command = [str(RELEASE / "slice"), *command]
            return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)

        def ours():
            found = slice_of("time", name, engine, "100")
            return found["nanoseconds"] / found["rounds"] / 1e9

        compare(name, theirs, ours)
        found = theirs.count if isinstance(theirs.count, int) else int(theirs.count[0].max())
        print(f"    {found} components")


match sys.argv[1:]:
    case ["connect4", name, *program] if program:
        connect4(name, program)
    case ["opencv"]:
        opencv()
    case ["ufbl", folder]:
        ufbl(folder)
    case _:
        sys.exit(__doc__)
