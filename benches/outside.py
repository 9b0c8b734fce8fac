#!/usr/bin/env python3
"""Measures programs outside the crate registry against boardbits, where a user has them.

    outside.py [--record] RIVAL [FOLDER]

    opencv              connectedComponents of OpenCV (pip install opencv-python-headless)
    ufbl FOLDER         BRTS and BMRS of github.com/attltb/UFBL, from a bit for each pixel
    yacclab FOLDER      EPDT and PRED++ of github.com/prittt/YACCLAB, of volumes (libopencv-core-dev)
    pons FOLDER         the solver of Connect 4 of github.com/PascalPons/connect4
    steininger FOLDER   that of github.com/ChristopheSteininger/c4
    ama FOLDER          the chains of the Puyo Puyo engine github.com/citrus610/ama
    meteor FOLDER       the Meteor programs in C++ of the Computer Language Benchmarks Game (bench/meteor)

FOLDER is a checkout. It is compiled with g++ -O3 -march=native, and one of the drivers in benches/outside with -flto. Labels
also need numpy. First the answers are compared, of images the numbers of components; a difference ends the run. Then both
sides take turns; the ratio is the median of the ratios of neighboring runs, its error as in docs/METHODOLOGY.md. --record
keeps the figures in benches/records/outside.json, of which `cargo xtask tables` makes the tables of docs/BENCHMARKS.md.

Build first: cargo build --profile bench -p benches --bin slice
"""

import ctypes
import datetime
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
DRIVERS = ROOT / "benches/outside"
RECORD = ROOT / "benches/records/outside.json"
SLICE = ROOT / "target/release/slice"
MILLISECONDS = "100"
PAIRS = 15
# The programs of FOLDER that are measured, with the text that begins a step of their searches.
METEOR = {
    "Ben St. John": ("meteor.gpp-5.gpp", "void Board::genAllSolutions(BitVec boardVec, TUInt32 placedPieces, TUInt32 row)\n{"),
    "Stefan Westen": ("meteor.gpp-6.gpp", None),
}
# The tasks with Connect 4 positions.
POSITIONS = [
    "exact scores, End-Easy",
    "exact scores, Middle-Easy",
    "exact scores, 100 Middle-Medium",
    "exact scores, Begin-Easy",
    "exact scores, Begin-Medium",
    "exact scores, 30 Begin-Hard",
]


def output(*command, **options):
    command = [str(part) for part in command]
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **options).stdout


def task(name):
    """The description of a task by `slice list`."""
    return next(found for found in json.loads(output(SLICE, "list")) if found["name"] == name)


def our_seconds(name, engine):
    found = json.loads(output(SLICE, "time", name, engine, MILLISECONDS))
    return found["nanoseconds"] / found["rounds"] / 1e9


def compare(rows, rival, name, engine, theirs):
    """Adds a row to the record: the times of a unit, and the ratio. `theirs` measures a round and returns seconds."""
    unit = task(name)
    ours = lambda: our_seconds(name, engine)
    theirs(), ours()
    pairs = [(theirs(), ours()) for _ in range(PAIRS)]
    ratios = [a / b for a, b in pairs]
    ratio = statistics.median(ratios)
    spread = statistics.median(abs(r - ratio) for r in ratios)
    error = 1.2533 * 1.4826 * spread / PAIRS**0.5 / ratio
    them, us = (statistics.median(side) / unit["units"] * 1e9 for side in zip(*pairs))
    row = {"rival": rival, "task": name, "unit": unit["unit"], "engine": engine}
    rows.append(row | {"theirs": them, "ours": us, "ratio": ratio, "error": error})
    print(f"{rival}, {name}: {them:.4g} ns, ours {us:.4g} ns: {ratio:.2f}× ± {100 * error:.1f} %", flush=True)


def driven(rows, rival, driver, name, engine, answer):
    """Compares the answers of a driver with ours, then the times. `answer` is the part of our answer that it prints."""
    answers = json.loads(output(SLICE, "answers", name))
    lines = "".join(f"{given}\n" for given, _ in answers)
    found = output(driver, "answers", input=lines).splitlines()
    for (given, ours), theirs in zip(answers, found, strict=True):
        if answer(ours) != theirs:
            sys.exit(f"different answers to {given}: theirs {theirs}, ours {answer(ours)}")
    compare(rows, rival, name, engine, lambda: float(output(driver, MILLISECONDS, input=lines)))


def compiled(build, name, sources, *flags):
    program = f"{build}/{name}"
    flags = ["-std=c++20", "-O3", "-march=native", "-flto", "-DNDEBUG", "-w", f"-I{DRIVERS}", *flags]
    output("g++", *flags, *sources, "-o", program)
    return program


def pons(rows, folder, build):
    driver = compiled(build, "pons", [DRIVERS / "pons.cpp", folder / "Solver.cpp"], f"-I{folder}")
    # The sets with the fewest nodes.
    for name in POSITIONS[:2]:
        driven(rows, "Pascal Pons' solver", driver, name, "c4-solver", str)


def changed(folder, build, file, *changes):
    """Copies a folder and replaces texts in one of its files. Returns the copy."""
    copy = pathlib.Path(build) / folder.name
    shutil.copytree(folder, copy)
    text = (copy / file).read_text()
    for before, after in changes:
        if before not in text:
            sys.exit(f"{folder / file} does not have {before!r}: another version?")
        text = text.replace(before, after)
    (copy / file).write_text(text)
    return copy


def steininger(rows, folder, build):
    # One thread, and the 64 MiB that our solver has by default.
    threads, entries = ("NUM_THREADS = 0", "NUM_THREADS = 1"), ("ENTRIES = 134217757", "ENTRIES = 8388617")
    copy = changed(folder / "src", build, "solver/settings.h", threads, entries)
    driver = compiled(build, "steininger", [DRIVERS / "steininger.cpp", *copy.glob("solver/**/*.cpp")], f"-I{copy}")
    for name in POSITIONS:
        driven(rows, "Christophe Steininger's solver", driver, name, "c4-solver", str)


def ama(rows, folder, build):
    # Our fields have a fifth color.
    copy = changed(folder / "core", build, "cell.h", ("BLUE,", "BLUE, PURPLE,"), ("COUNT = 5", "COUNT = 6"))
    driver = compiled(build, "ama", [DRIVERS / "ama.cpp", *copy.glob("*.cpp")], f"-I{build}", "-DPEXT")
    for name in ["chain of a field in play, scored", "chain of a raw field, scored"]:
        # Steps and field; the scores are by other rules.
        driven(rows, "ama", driver, name, "cc-table", lambda answer: " ".join(answer.split()[::2]))


def meteor(rows, folder, build):
    """Whole processes, which print all solutions; ours is the port of the article."""
    headers = [flag for name in ("climits", "cstdio", "cstdlib", "cstring") for flag in ("-include", name)]
    for author, (file, step) in METEOR.items():
        text = (folder / file).read_text()
        program, counter = f"{build}/{file}.out", f"{build}/{file}.loops"
        flags = ["g++", "-O3", "-march=native", "-w", "-fpermissive", *headers, "-x", "c++"]
        output(*flags, folder / file, "-o", program)
        name, nodes = "all 2,098 solutions, listed", None
        if not output(program, "2098").startswith("2098 solutions found"):
            sys.exit(f"{file}: not 2,098 solutions")
        if step:
            if step not in text:
                sys.exit(f"{file} does not have {step!r}: another version?")
            count = "static long loops; static struct Tell { ~Tell() { printf(\"%ld\", loops); } } tell;\n"
            pathlib.Path(f"{build}/{file}").write_text(text.replace(step, count + step + " ++loops;"))
            output(*flags, f"{build}/{file}", "-o", counter)
            nodes = int(output(counter, "2098").split()[-1])

        def theirs():
            start = time.perf_counter()
            output(program, "2098")
            return time.perf_counter() - start

        compare(rows, author, name, "island tables", theirs)
        rows[-1] |= {"nodes": nodes} if nodes else {}


def opencv(rows, _folder, _build):
    import cv2
    import numpy as np

    cv2.setNumThreads(1)

    def labeler(image, connectivity):
        labels = np.empty(image.shape, np.int32)
        return lambda: cv2.connectedComponents(image, labels, connectivity, cv2.CV_32S)[0] - 1

    for connectivity in (4, 8):
        images(rows, f"OpenCV {cv2.__version__}", "cc-table, from a byte for each pixel", labeler, connectivity)


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


def ufbl(rows, folder, build):
    import numpy as np

    def function(name, source):
        library, header = f"{build}/{name}.so", f"{build}/visual.h"
        pathlib.Path(header).write_text(VISUAL_C)
        output("g++", "-O3", "-march=native", "-shared", "-fPIC", "-w", "-include", header, folder / source, "-o", library)
        exported = output("nm", "-D", library).split()
        # The mangled name: an unsigned result, then a pointer to any type.
        return ctypes.CDLL(library)[next(word for word in exported if name in word and "on_byte" not in word)]

    # Rows begin with a word, and the bits past their ends are zero.
    rows_of_words = 0x8 | 0x1000_0000

    def labelers(label):
        def labeler(image, _connectivity):
            height, width = image.shape
            padded = np.pad(image, ((0, 0), (0, -width % 64)))
            bits = np.packbits(padded, axis=1, bitorder="little")
            labels = np.empty(image.shape, np.uint32)
            arguments = (ctypes.c_void_p(labels.ctypes.data), ctypes.c_void_p(bits.ctypes.data), height, width, 0)

            def run():
                # The arguments do not keep the bits alive.
                label(*arguments, rows_of_words), bits
                return labels

            return run

        return labeler

    for rival, name, source, connectivity in [
        ("BRTS", "Labeling_BRTS4_X64", "Labeling_BRTS_4c_x64.cpp", 4),
        ("BRTS", "Labeling_BRTS8_X64", "Labeling_BRTS_8c_x64.cpp", 8),
        ("BMRS", "Labeling_BMRS_X64", "Labeling_BMRS_8c_x64.cpp", 8),
    ]:
        images(rows, rival, "cc-table", labelers(function(name, source)), connectivity)


def yacclab(rows, folder, build):
    import numpy as np

    # Of the three copies of the decision tree of EPDT, only the first is measured. Each takes minutes to compile.
    copy, header = pathlib.Path(build) / "include", "labeling3D_EPDT_26c.h"
    shutil.copytree(folder / "include", copy)
    tree = '#include "labeling3D_EPDT_26c_tree.inc.h"'
    first, others = (copy / header).read_text().split(tree, 1)
    (copy / header).write_text(first + tree + others.replace(tree, ""))
    library = f"{build}/yacclab.so"
    flags = ["-std=c++17", "-O3", "-march=native", "-shared", "-fPIC", "-w", f"-I{copy}", "-I/usr/include/opencv4"]
    output("g++", *flags, DRIVERS / "yacclab.cpp", "-lopencv_core", "-o", library)
    library, side = ctypes.CDLL(library), 256
    for voxels in ("noise", "sparse noise"):
        words = random(42)
        number = 3 if voxels == "sparse noise" else 1
        bits = np.array([[next(words) for _ in range(number)] for _ in range(side**3 // 64)], dtype="<u8")
        bits = np.bitwise_and.reduce(bits, axis=1)
        volume = np.unpackbits(bits.view(np.uint8), bitorder="little")
        labels = np.empty(side**3, np.int32)
        arguments = [ctypes.c_void_p(array.ctypes.data) for array in (volume, labels)]
        sides = (ctypes.c_int * 3)(side, side, side)
        name = f"label volume of {side}×{side}×{side} voxels, {voxels}, 26 neighbors"
        for rival, label in [("EPDT", library.epdt), ("PRED++", library.predpp)]:

            def run(label=label):
                label(*arguments, sides)
                return labels

            labeled(rows, rival, name, "cc-table, from a byte for each voxel", run)


MASK = (1 << 64) - 1


def random(seed):
    """SplitMix64, as benches/src/random.rs."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = ((seed ^ seed >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        yield z ^ z >> 31


def labeled(rows, rival, name, engine, label):
    """Compares with a function that returns labels or their number."""
    found = label()
    count = found if isinstance(found, int) else int(found.max())
    ours = json.loads(output(SLICE, "answers", name))[0][1]
    if ours.split()[0] != str(count):
        sys.exit(f"{name}: theirs {count}, ours {ours}")

    def theirs():
        start, rounds = time.perf_counter(), 0
        while rounds == 0 or time.perf_counter() - start < float(MILLISECONDS) / 1e3:
            label()
            rounds += 1
        return (time.perf_counter() - start) / rounds

    compare(rows, rival, name, engine, theirs)


def images(rows, rival, engine, labeler, connectivity):
    """Compares with a labeler: a function from an image and a connectivity to one without arguments that labels it."""
    import numpy as np

    def noise(width, height):
        words = random(40)
        row = (width + 63) // 64
        image = np.array([next(words) for _ in range(height * row)], dtype="<u8")
        bits = np.unpackbits(image.view(np.uint8).reshape(height, 8 * row), axis=1, bitorder="little")
        return np.ascontiguousarray(bits[:, :width]) * 255

    def blobs(width, height):
        words, step = random(41), 16
        columns, lines = width // step + 2, height // step + 2
        heights = [(next(words) * 2001 >> 64) - 1000 for _ in range(columns * lines)]
        heights = np.array(heights).reshape(lines, columns)
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
        corners = ", 8-connected" if connectivity == 8 else ""
        name = f"label image of {width}×{height} pixels, {kind.__name__}{corners}"
        labeled(rows, rival, name, engine, labeler(kind(width, height), connectivity))


def origin(folder):
    """The run: day, our revision, theirs, machine and compiler."""
    model = next(line for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name"))
    processor = model.split(":")[1].strip()
    found = {
        "date": datetime.date.today().isoformat(),
        "revision": output("git", "-C", ROOT, "rev-parse", "--short=12", "HEAD").strip(),
        "machine": processor,
    }
    if folder:
        found["compiler"] = output("g++", "--version").splitlines()[0]
        found["checkout"] = output("git", "-C", folder, "rev-parse", "--short=12", "HEAD").strip()
    return found


def main(arguments):
    keep = "--record" in arguments
    rivals = {"opencv": opencv, "ufbl": ufbl, "yacclab": yacclab, "pons": pons, "steininger": steininger, "ama": ama, "meteor": meteor}
    match [argument for argument in arguments if argument != "--record"]:
        case [rival, *folder] if rival in rivals and len(folder) == (rival != "opencv"):
            folder = pathlib.Path(folder[0]) if folder else None
        case _:
            sys.exit(__doc__)
    if not SLICE.exists():
        sys.exit(f"there is no {SLICE}: cargo build --profile bench -p benches --bin slice")
    rows = []
    with tempfile.TemporaryDirectory() as build:
        rivals[rival](rows, folder, build)
    if keep:
        record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
        record[rival] = {"origin": origin(folder), "rows": rows}
        RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False, sort_keys=True) + "\n")


main(sys.argv[1:])
