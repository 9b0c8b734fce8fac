"""Packages for Python as engines of the tasks of benches/src/tasks, by the protocol of docs/BENCHMARKS.md.

    engines.py list | versions | answers TASK ENGINE | time TASK ENGINE MILLISECONDS

Inputs come from stdin, as `slice inputs TASK` writes them. All engines use one thread, except those of Dask, and return new
arrays. Those whose packages are missing are named on stderr:

    pip install scipy scikit-image fast-regionprops connected-components-3d opencv-python-headless SimpleITK \
        dijkstra3d "dask[array]" dask-image tilewise-ccl bitbully
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

# A call that is measured, what makes its answer a line for each input, what resets its state, and the number of inputs.
Engine = tuple[Callable[[], Any], Callable[[Any], list[str]], Callable[[], Any], int]

OURS = "boardbits (Python)"
IMAGES = ["512×512 pixels, noise", "1920×1080 pixels, blobs", "4096×4096 pixels, noise", "4096×4096 pixels, blobs"]
VOLUMES = {"noise, 6 neighbors": 1, "noise, 26 neighbors": 3, "sparse noise, 26 neighbors": 3}
SIDE = 256


def engines() -> Iterator[tuple[str, str, str, Callable[[], Engine]]]:
    """Each engine: its task, its name, the engine of ours that it is paired with, and what makes it."""
    for image in IMAGES:
        for rank, how in [(1, ""), (2, ", 8-connected")]:
            task = f"label image of {image}{how}"
            for name, label in LABELERS.items():
                yield task, name, OURS, lambda label=label, rank=rank: labels(label, picture(), rank)
        for name, label in DASK.items() if image.startswith("4096") else ():
            make = lambda label=label: labels(label, picture(), 2)
            yield f"label image of {image}, 8-connected", name, f"{OURS[:-1]}, Dask, all cores)", make
        for name, measure in TABLES.items():
            task = f"labels and statistics of {image}, 8-connected"
            yield task, name, OURS, lambda measure=measure: tables(measure, picture())
    for voxels, rank in VOLUMES.items():
        task = f"label volume of {SIDE}×{SIDE}×{SIDE} voxels, {voxels}"
        for name, label in (LABELERS | VOLUME_LABELERS).items():
            # OpenCV has no volumes.
            if "OpenCV" not in name:
                yield task, name, OURS, lambda label=label, rank=rank: labels(label, volume(), rank)
    for name, fill in FILLERS.items():
        yield f"fill holes of {SIDE}×{SIDE}×{SIDE} voxels, noise", name, OURS, lambda fill=fill: filled(fill)
    for name, find in DISTANCES.items():
        for size in ["512 × 512, 30 % walls", "512 × 512, maze"]:
            yield f"distances on a grid, {size}", name, OURS, lambda find=find: distances(find)
    for name, find in SPACE_DISTANCES.items():
        for rank, neighbors in [(1, 6), (3, 26)]:
            task = f"distances in space, 128 × 128 × 128, 30 % walls, {neighbors} neighbors"
            yield task, name, OURS, lambda find=find, rank=rank: space_distances(find, rank)
    for positions in ["End-Easy", "Middle-Easy", "100 Middle-Medium", "Begin-Easy", "Begin-Medium"]:
        for name, make in SOLVERS.items():
            yield f"exact scores, {positions}", name, OURS, make


# Inputs and answers.


def pbm() -> tuple[np.ndarray, list[int]]:
    """The picture on stdin, and the numbers of its comment."""
    data = sys.stdin.buffer.read()
    lines = data.split(b"\n", 3)
    comment = [int(word) for word in lines[1][1:].split()] if lines[1].startswith(b"#") else []
    size = lines[2] if comment else lines[1]
    width, height = map(int, size.split())
    bits = data[len(data) - height * ((width + 7) // 8) :]
    rows = np.frombuffer(bits, np.uint8).reshape(height, -1)
    return np.unpackbits(rows, axis=1)[:, :width].astype(bool), comment


def picture() -> np.ndarray:
    return pbm()[0]


def volume() -> np.ndarray:
    return picture().reshape(SIDE, SIDE, SIDE)


def checksum(places: np.ndarray, numbers: np.ndarray) -> str:
    """As `checksum` in benches/src/task.rs."""
    word = (places.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ word >> np.uint64(32)) * np.uint64(0xD6E8FEB86659FD93)
    return f"{int((word * numbers.astype(np.uint64)).sum(dtype=np.uint64)):x}"


def order_of(labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The number of each label in the order of first pixels, 0 for 0, and the labels in this order."""
    values, first = np.unique(labels, return_index=True)
    values, first = values[values > 0], first[values > 0]
    ordered = values[np.argsort(first)]
    numbers = np.zeros(int(values.max(initial=0)) + 1, np.uint64)
    numbers[ordered] = np.arange(1, len(ordered) + 1)
    return numbers, ordered


def show_labels(labels: np.ndarray) -> str:
    flat = np.asarray(labels).ravel()
    numbers, ordered = order_of(flat)
    return f"{len(ordered)} components, {checksum(np.arange(flat.size), numbers[flat])}"


def labels(label: Callable[..., Any], image: np.ndarray, rank: int) -> Engine:
    run = label(image, rank)
    return run, lambda answer: [show_labels(answer)], lambda: None, 1


def tables(measure: Callable[..., Any], image: np.ndarray) -> Engine:
    """The answer is labels, and columns: area, box (left, top, right, bottom), centroid (x, y) by label from 1."""
    run, columns = measure(image)

    def show(answer: Any) -> list[str]:
        labels, table = columns(answer)
        _, ordered = order_of(labels.ravel())
        area, left, top, right, bottom, x, y = (np.asarray(column)[ordered.astype(int) - 1] for column in table)
        sums = [np.rint(place * area) for place in (x, y)]
        rows = np.stack([area, left, top, right, bottom, *sums], axis=1).astype(np.uint64).ravel()
        return [f"{show_labels(labels)}, {checksum(np.arange(rows.size), rows)}"]

    return run, show, lambda: None, 1


def filled(fill: Callable[..., Any]) -> Engine:
    run = fill(volume())

    def show(answer: np.ndarray) -> list[str]:
        words = np.packbits(np.asarray(answer, bool).reshape(-1, SIDE), axis=1, bitorder="little").view("<u8").ravel()
        return [checksum(np.arange(words.size), words)]

    return run, show, lambda: None, 1


def distances(find: Callable[..., Any]) -> Engine:
    free, (x, y) = pbm()
    run = find(free, (x, y))

    def show(answer: np.ndarray) -> list[str]:
        found = np.asarray(answer).reshape(free.shape)
        rows, columns = np.nonzero(np.isfinite(found) & (found >= 0))
        return [f"{len(rows)} cells, {checksum(rows << 16 | columns, found[rows, columns])}"]

    return run, show, lambda: None, 1


def space_distances(find: Callable[..., Any], rank: int) -> Engine:
    free, (x, y) = pbm()
    side = free.shape[1]
    # The picture has the planes one below the other.
    run, steps = find(free.reshape(-1, side, side), (y // side, y % side, x), rank)

    def show(answer: Any) -> list[str]:
        found = steps(answer).reshape(free.shape)
        rows, columns = np.nonzero(np.isfinite(found) & (found >= 0))
        return [f"{len(rows)} cells, {checksum(rows << 16 | columns, found[rows, columns])}"]

    return run, show, lambda: None, 1


# By dimensions, and the axes on which neighbors can differ.
CONNECTIVITY = {(2, 1): 4, (2, 2): 8, (3, 1): 6, (3, 2): 18, (3, 3): 26}

# The packages. Each function takes an input in its plain form and returns a call without arguments.


def ours(image: np.ndarray, rank: int) -> Any:
    from boardbits import label

    connectivity = CONNECTIVITY[image.ndim, rank]
    return lambda: label(image, connectivity)


def scipy_label(image: np.ndarray, rank: int) -> Any:
    from scipy import ndimage

    structure = ndimage.generate_binary_structure(image.ndim, rank)
    return lambda: ndimage.label(image, structure)[0]


def skimage_label(image: np.ndarray, rank: int) -> Any:
    from skimage import measure

    return lambda: measure.label(image, connectivity=rank)


def cc3d_label(image: np.ndarray, rank: int) -> Any:
    import cc3d

    # Its labels of bool are wrong in versions before the one after 4.1.1.
    raw, connectivity = image.view(np.uint8), CONNECTIVITY[image.ndim, rank]
    return lambda: cc3d.connected_components(raw, connectivity=connectivity, binary_image=True)


def opencv_label(image: np.ndarray, rank: int) -> Any:
    import cv2

    cv2.setNumThreads(1)
    raw = image.view(np.uint8)
    return lambda: cv2.connectedComponents(raw, connectivity=4 * rank)[1]


def itk_label(image: np.ndarray, rank: int) -> Any:
    import SimpleITK as itk

    itk.ProcessObject.SetGlobalDefaultNumberOfThreads(1)
    raw = itk.GetImageFromArray(image.view(np.uint8))
    return lambda: itk.GetArrayFromImage(itk.ConnectedComponent(raw, rank == 3))


def chunked(image: np.ndarray) -> Any:
    import dask.array as da

    return da.from_array(image, chunks=image.shape[0] // 4, name=False)


def dask_ours(image: np.ndarray, rank: int) -> Any:
    import boardbits.dask

    chunks = chunked(image)
    return lambda: boardbits.dask.label(chunks, connectivity=4 * rank).compute()


def dask_image(image: np.ndarray, rank: int) -> Any:
    from dask_image import ndmeasure

    chunks, structure = chunked(image), np.ones((3, 3))
    return lambda: ndmeasure.label(chunks, structure=structure)[0].compute()


def tilewise(image: np.ndarray, rank: int) -> Any:
    import tilewise_ccl

    chunks = chunked(image)
    return lambda: tilewise_ccl.label_array(chunks, connectivity=rank, tile_shape=chunks.chunksize).compute()


PROPERTIES = ["area", "bbox", "centroid"]


def by_name(answer: Any) -> Any:
    labels, table = answer
    names = ["area", "bbox-1", "bbox-0", "bbox-3", "bbox-2", "centroid-1", "centroid-0"]
    return labels, [table[name] for name in names]


def ours_table(image: np.ndarray) -> Any:
    from boardbits import components, label

    return lambda: (label(image, 8), components(image, 8, PROPERTIES)), by_name


def skimage_table(image: np.ndarray) -> Any:
    from skimage import measure

    def run() -> Any:
        labels = measure.label(image)
        return labels, measure.regionprops_table(labels, properties=PROPERTIES)

    return run, by_name


def fast_table(image: np.ndarray) -> Any:
    from fast_regionprops import regionprops_table_fast
    from skimage import measure

    def run() -> Any:
        labels = measure.label(image)
        return labels, regionprops_table_fast(labels, properties=PROPERTIES)

    return run, by_name


def opencv_table(image: np.ndarray) -> Any:
    import cv2

    cv2.setNumThreads(1)
    raw = image.view(np.uint8)

    def columns(answer: Any) -> Any:
        # The first row is the background.
        _, labels, table, centroids = answer
        left, top, width, height, area = table[1:].T
        return labels, [area, left, top, left + width, top + height, *centroids[1:].T]

    return lambda: cv2.connectedComponentsWithStats(raw, connectivity=8), columns


def cc3d_table(image: np.ndarray) -> Any:
    import cc3d

    raw = image.view(np.uint8)

    def run() -> Any:
        labels = cc3d.connected_components(raw, connectivity=8, binary_image=True)
        return labels, cc3d.statistics(labels, no_slice_conversion=True)

    def columns(answer: Any) -> Any:
        labels, found = answer
        boxes, centroids = found["bounding_boxes"][1:].astype(int), found["centroids"][1:]
        # First and last row, first and last column.
        top, bottom, left, right = boxes.T[:4]
        return labels, [found["voxel_counts"][1:], left, top, right + 1, bottom + 1, centroids[:, 1], centroids[:, 0]]

    return run, columns


def ours_holes(volume: np.ndarray) -> Any:
    from boardbits import fill_holes

    return lambda: fill_holes(volume)


def scipy_holes(volume: np.ndarray) -> Any:
    from scipy import ndimage

    return lambda: ndimage.binary_fill_holes(volume)


def ours_distances(free: np.ndarray, start: tuple[int, int]) -> Any:
    from boardbits import paths

    return lambda: paths.distances(free, start[::-1])


def scipy_distances(free: np.ndarray, start: tuple[int, int]) -> Any:
    from scipy import sparse
    from scipy.sparse import csgraph

    cells, ends = np.arange(free.size).reshape(free.shape), []
    for dy, dx in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        height, width = free.shape
        a = (slice(0, height - dy), slice(max(0, -dx), width - max(0, dx)))
        b = (slice(dy, height), slice(max(0, dx), width - max(0, -dx)))
        both = free[a] & free[b]
        ends += [(cells[a][both], cells[b][both]), (cells[b][both], cells[a][both])]
    rows, columns = (np.concatenate(side) for side in zip(*ends))
    graph = sparse.coo_array((np.ones(len(rows)), (rows, columns)), shape=(free.size, free.size)).tocsr()
    source = int(cells[start[::-1]])
    return lambda: csgraph.dijkstra(graph, unweighted=True, indices=source)


def ours_in_space(free: np.ndarray, start: tuple[int, int, int], rank: int) -> Any:
    from boardbits import paths

    steps = {1: "orthogonal", 3: "king"}[rank]
    return lambda: paths.distances(free, start, steps), lambda found: found


def dijkstra3d_in_space(free: np.ndarray, start: tuple[int, int, int], rank: int) -> Any:
    import dijkstra3d

    costs, connectivity = np.where(free, np.float32(1), np.float32("inf")), CONNECTIVITY[3, rank]
    return lambda: dijkstra3d.distance_field(costs, start, connectivity), lambda found: found


def skimage_in_space(free: np.ndarray, start: tuple[int, int, int], rank: int) -> Any:
    from skimage.graph import MCP

    search = MCP(np.where(free, 1.0, np.inf), fully_connected=rank == 3)
    # Its paths also pay for the first cell.
    return lambda: search.find_costs([start])[0], lambda found: found - 1


def solver(name: str) -> Callable[[], Engine]:
    def make() -> Engine:
        lines = sys.stdin.read().split()
        if name == OURS:
            from boardbits.connect4 import Position, Solver

            engine = Solver(book=False)
            positions, solve, clear = [Position(moves) for moves in lines], engine.solve, engine.clear
        else:
            import bitbully

            engine = bitbully.BitBully(opening_book=None)
            positions = [bitbully.Board([int(move) - 1 for move in moves]) for moves in lines]
            solve, clear = engine.mtdf, engine.reset_transposition_table
        run = lambda: [solve(position) for position in positions]
        return run, lambda scores: [str(score) for score in scores], clear, len(positions)

    return make


LABELERS = {OURS: ours, "SciPy": scipy_label, "scikit-image": skimage_label, "cc3d": cc3d_label, "OpenCV (Python)": opencv_label}
VOLUME_LABELERS = {"SimpleITK": itk_label}
DASK = {f"{OURS[:-1]}, Dask, all cores)": dask_ours, "dask-image, all cores": dask_image, "tilewise-ccl, all cores": tilewise}
TABLES = {
    OURS: ours_table,
    "scikit-image": skimage_table,
    "scikit-image and fast-regionprops": fast_table,
    "OpenCV (Python)": opencv_table,
    "cc3d": cc3d_table,
}
FILLERS = {OURS: ours_holes, "SciPy": scipy_holes}
DISTANCES = {OURS: ours_distances, "SciPy dijkstra, graph made before": scipy_distances}
SPACE_DISTANCES = {OURS: ours_in_space, "dijkstra3d": dijkstra3d_in_space, "scikit-image": skimage_in_space}
SOLVERS = {OURS: solver(OURS), "BitBully": solver("BitBully")}

# The modules and distributions of engines whose names do not begin with them.
PACKAGES = {
    "boardbits": ("boardbits", "boardbits"),
    "SciPy": ("scipy", "scipy"),
    "scikit-image": ("skimage", "scikit-image"),
    "scikit-image and fast-regionprops": ("fast_regionprops", "fast-regionprops"),
    "cc3d": ("cc3d", "connected-components-3d"),
    "OpenCV": ("cv2", "opencv-python-headless"),
    "dijkstra3d": ("dijkstra3d", "dijkstra3d"),
    "SimpleITK": ("SimpleITK", "SimpleITK"),
    "dask-image": ("dask_image", "dask-image"),
    "tilewise-ccl": ("tilewise_ccl", "tilewise-ccl"),
    "BitBully": ("bitbully", "bitbully"),
}


def package_of(engine: str) -> tuple[str, str]:
    """The module and the distribution of an engine: the entry with the longest common beginning."""
    return PACKAGES[max((name for name in PACKAGES if engine.startswith(name)), key=len)]


def has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def show_list() -> None:
    tasks, missing = [], set()
    for task, name, against, _ in engines():
        module, distribution = package_of(name)
        if not has(module):
            missing.add(distribution)
            continue
        role = "ours" if name.startswith("boardbits") else "rival"
        engine = {"name": name, "role": role} | ({"against": against} if role == "rival" else {})
        tasks.append({"name": task, "engines": [engine]})
    print(json.dumps(tasks, ensure_ascii=False))
    if missing:
        print("not installed, so not measured: " + ", ".join(sorted(missing)), file=sys.stderr)


def measure(engine: Engine, seconds: float) -> None:
    run, _, clear, units = engine

    def once() -> float:
        clear()
        start = time.perf_counter()
        run()
        return time.perf_counter() - start

    spent, rounds = once(), 1
    # A long first round is the only one.
    if spent < 1:
        spent, rounds = 0.0, 0
    while rounds == 0 or spent < seconds:
        spent, rounds = spent + once(), rounds + 1
    print(json.dumps({"rounds": rounds, "nanoseconds": spent * 1e9, "units": units}))


def main(arguments: list[str]) -> None:
    match arguments:
        case ["list"]:
            show_list()
        case ["versions"]:
            distributions = dict(PACKAGES.values())
            installed = {d: importlib.metadata.version(d) for m, d in distributions.items() if has(m)}
            print(f"Python {sys.version.split()[0]}, " + ", ".join(f"{d} {v}" for d, v in installed.items()))
        case ["answers" | "time" as question, task, name, *milliseconds]:
            found = [make for of, named, _, make in engines() if (of, named) == (task, name)]
            if not found:
                sys.exit(f"{task}: no engine is called {name}")
            engine = found[0]()
            if question == "time":
                return measure(engine, float(milliseconds[0]) / 1e3)
            run, show, clear, _ = engine
            clear()
            print("\n".join(show(run())))
        case _:
            sys.exit(__doc__)


main(sys.argv[1:])
