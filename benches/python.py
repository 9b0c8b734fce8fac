"""Measures the Python package against others: ``python benches/python.py``.

Each task is computed by all packages that are installed. The answers are compared first; then each engine runs until
half a second and five runs have passed, or ten seconds, and the least time counts. It is CPU time, so other programs
disturb little; for tasks on all cores it is the time that passes.

    python benches/python.py                    print a table
    python benches/python.py --quick            fewer and smaller tasks
    python benches/python.py --volume FILE      also rows for a segmentation, an array of integers in a .npy file
    python benches/python.py --record FILE      also write the times as JSON
    python benches/python.py --table FILE       print the table of such a file

These are the other packages:

    pip install scipy scikit-image connected-components-3d opencv-python-headless SimpleITK fill-voids \
        "dask[array]" dask-image tilewise-ccl dijkstra3d bitbully bitbully-databases

`benches/records/python.json` is the record of the table in crates/boardbits-py/README.md.
"""

from __future__ import annotations

import argparse
import datetime
import importlib
import importlib.metadata
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import boardbits

# An engine: its name, what computes the answer, and what makes answers of engines comparable.
Engine = tuple[str, Callable[[], Any], Callable[[Any], Any]]
# A task: its name, its clock and its engines, ours first.
Clock = Callable[[], float]
Task = tuple[str, Clock, list[Engine]]

SECONDS, RUNS, MOST_SECONDS = 0.5, 5, 10.0


def blobs(height: int, width: int) -> np.ndarray:
    """Smooth noise: large components."""
    rng = np.random.default_rng(1)
    coarse = rng.random((height // 16 + 2, width // 16 + 2))
    y, x = np.arange(height) / 16, np.arange(width) / 16
    row, column = y.astype(int), x.astype(int)
    v, u = (y - row)[:, None], (x - column)[None, :]
    above = coarse[row][:, column] * (1 - u) + coarse[row][:, column + 1] * u
    below = coarse[row + 1][:, column] * (1 - u) + coarse[row + 1][:, column + 1] * u
    return np.ascontiguousarray(above * (1 - v) + below * v < 0.45)


def noise(height: int, width: int) -> np.ndarray:
    """Independent pixels: many small components."""
    return np.random.default_rng(1).random((height, width)) < 0.5


def smooth(side: int) -> np.ndarray:
    """Large components of a volume."""
    volume = np.random.default_rng(1).random((side // 16 + 2,) * 3, np.float32)
    place = np.arange(side, dtype=np.float32) / 16
    row = place.astype(int)
    for axis in range(3):
        part = np.expand_dims(place - row, [other for other in range(3) if other != axis])
        volume = np.take(volume, row, axis) * (1 - part) + np.take(volume, row + 1, axis) * part
    return volume < 0.45


def cells(side: int) -> np.ndarray:
    """A segmentation: cells of about 16 voxels in each direction, with rough borders."""
    rng = np.random.default_rng(1)
    numbers = rng.permutation((side // 16 + 1) ** 3).astype(np.uint32).reshape((side // 16 + 1,) * 3)
    places = [np.arange(side).reshape([-1 if a == axis else 1 for a in range(3)]) for axis in range(3)]
    return numbers[tuple((place + rng.integers(0, 3, (side,) * 3)) // 16 for place in places)]


def optional(name: str) -> Any:
    """A module, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def volume_tasks(quick: bool, file: Path | None) -> Iterator[Task]:
    """Those of volumes, with 26 neighbors if their names have no other number."""
    clock = time.process_time
    for side in [128] if quick else [128, 256, 512]:
        random = np.random.default_rng(1).random((side,) * 3, np.float32)
        # At 31.16 %, the largest component with 6 neighbors begins to span the volume.
        kinds = [("noise 50%", random < 0.5, 26), ("noise 10%", random < 0.1, 26)]
        kinds += [("percolation", random < 0.3116, 6), ("smooth", smooth(side), 26)]
        for name, volume, neighbors in kinds:
            label = f"label, {name} {side}³" + (", 6 neighbors" if neighbors == 6 else "")
            yield label, clock, volume_engines(volume, neighbors)
        yield f"fill holes, noise 50% {side}³", clock, hole_engines(random < 0.5)
        if side < 512:
            yield from segmentation_tasks(f"cells {side}³", cells(side))
    if file is not None:
        yield from segmentation_tasks(file.stem, np.load(file))


def segmentation_tasks(name: str, labels: np.ndarray) -> Iterator[Task]:
    """Those of volumes of integers, ours against cc3d with the same arguments."""
    from boardbits.compat import cc3d as ours

    theirs = optional("cc3d")
    numbered = ours.connected_components(labels)
    voxels = lambda answer: np.bincount(np.bincount(answer.ravel())[1:])
    contacts = lambda pairs: np.array(sorted((*pair, area) for pair, area in pairs.items()))
    calls = {
        "label values": (lambda module: module.connected_components(labels), voxels),
        "dust 100": (lambda module: module.dust(labels, 100), lambda kept: kept),
        "largest 10": (lambda module: module.largest_k(labels, 10), voxels),
        "contacts": (lambda module: module.contacts(labels, 6), contacts),
        "statistics": (
            lambda module: module.statistics(numbered, no_slice_conversion=True),
            lambda answer: answer["voxel_counts"],
        ),
    }
    for task, (call, comparable) in calls.items():
        engines = [("boardbits", lambda: call(ours), comparable)]
        if theirs:
            engines.append(("cc3d", lambda: call(theirs), comparable))
        if task == "label values" and (measure := optional("skimage.measure")) and labels.size < 1 << 25:
            engines.append(("scikit-image", lambda: measure.label(labels), voxels))
        yield f"{task}, {name}", time.process_time, engines


def volume_engines(volume: np.ndarray, neighbors: int) -> list[Engine]:
    rank = {6: 1, 26: 3}[neighbors]
    raw = volume.view(np.uint8)
    # The numbers of the others differ, their sizes do not.
    sizes = lambda labels: np.sort(np.bincount(labels.ravel())[1:])
    label = lambda: boardbits.label(volume, neighbors, dtype=np.int32)
    engines: list[Engine] = [("boardbits", label, sizes)]
    if ndimage := optional("scipy.ndimage"):
        structure = ndimage.generate_binary_structure(3, rank)
        engines.append(("SciPy", lambda: ndimage.label(volume, structure)[0], sizes))
    if (measure := optional("skimage.measure")) and volume.size < 1 << 25:
        engines.append(("scikit-image", lambda: measure.label(volume, connectivity=rank), sizes))
    if cc3d := optional("cc3d"):
        theirs = lambda: cc3d.connected_components(raw, connectivity=neighbors, binary_image=True)
        engines.append(("cc3d", theirs, sizes))
    if itk := optional("SimpleITK"):
        image = itk.GetImageFromArray(raw)

        def by_itk() -> Any:
            itk.ProcessObject.SetGlobalDefaultNumberOfThreads(1)
            return itk.GetArrayFromImage(itk.ConnectedComponent(image, neighbors == 26))

        engines.append(("SimpleITK", by_itk, sizes))
    return engines


def hole_engines(volume: np.ndarray) -> list[Engine]:
    same = lambda filled: filled.astype(bool)
    engines: list[Engine] = [("boardbits", lambda: boardbits.fill_holes(volume), same)]
    if ndimage := optional("scipy.ndimage"):
        engines.append(("SciPy", lambda: ndimage.binary_fill_holes(volume), same))
    if fill_voids := optional("fill_voids"):
        # It fills some voxels more or less in volumes with sides that differ, so it is not compared.
        engines.append(("fill-voids", lambda: fill_voids.fill(volume), lambda _: None))
    return engines


def tasks(quick: bool, file: Path | None = None) -> Iterator[Task]:
    """The tasks, each with the engines that are installed."""
    one_core, all_cores = time.process_time, time.perf_counter
    sizes = {"512²": (512, 512), "1080p": (1080, 1920), "4096²": (4096, 4096)}
    if quick:
        del sizes["4096²"]
    for size, shape in sizes.items():
        for kind in (blobs, noise):
            image = kind(*shape)
            name = f"{kind.__name__} {size}"
            yield f"label, {name}", one_core, label_engines(image, 1)
            yield f"label and statistics, {name}", one_core, statistics_engines(image)
            yield f"table, {name}", one_core, table_engines(image)
            if image.size > 1 << 20:
                yield f"label on all cores, {name}", all_cores, label_engines(image, os.cpu_count() or 1)
    yield "call on 1×1", one_core, label_engines(np.ones((1, 1), bool), 1)
    for side in [2048] if quick else [2048, 8192]:
        for kind in (blobs, noise):
            yield f"Dask, {kind.__name__} {side}²", all_cores, dask_engines(kind(side, side))
    yield "Dask, smooth 256³", all_cores, dask_engines(smooth(256))
    yield from volume_tasks(quick, file)
    for size, walls in [("512²", 0.3), ("512²", 0.0)]:
        free = np.random.default_rng(2).random(sizes[size]) >= walls
        free[0, 0] = True
        yield f"distances, {size}, {walls:.0%} walls", one_core, path_engines(free)
    for stones in [16, 20, 28] if quick else [12, 16, 20, 28]:
        yield f"Connect 4, {stones} stones", one_core, connect4_engines(stones, has_book=False)
    for stones in [] if quick else [7, 9, 11]:
        yield f"Connect 4 with books, {stones} stones", one_core, connect4_engines(stones, has_book=True)


def label_engines(image: np.ndarray, threads: int) -> list[Engine]:
    raw = image.view(np.uint8)
    same = lambda labels: labels
    ours = lambda: boardbits.label(image, dtype=np.int32, threads=threads)
    engines: list[Engine] = [("boardbits", ours, same)]
    if ndimage := optional("scipy.ndimage"):
        square = np.ones((3, 3))
        engines.append(("SciPy", lambda: ndimage.label(image, square)[0], same))
    if measure := optional("skimage.measure"):
        engines.append(("scikit-image", lambda: measure.label(image), same))
    if cc3d := optional("cc3d"):
        # Its labels of bool are wrong in versions before the one after 4.1.1.
        labels = lambda: cc3d.connected_components(raw, connectivity=8, binary_image=True)
        engines.append(("cc3d", labels, renumbered))
    if cv2 := optional("cv2"):
        engines.append(("OpenCV", lambda: cv2.connectedComponents(raw)[1], renumbered))
        engines[-1] = with_threads(cv2, threads, engines[-1])
    return engines


def with_threads(cv2: Any, threads: int, engine: Engine) -> Engine:
    """The engine of OpenCV, which sets the number of threads for the whole process."""
    name, run, comparable = engine

    def on_threads() -> Any:
        cv2.setNumThreads(threads)
        return run()

    return name, on_threads, comparable


def statistics_engines(image: np.ndarray) -> list[Engine]:
    """Labels, and area, box and centroid of each component."""
    raw = image.view(np.uint8)
    names = ["area", "bbox", "centroid"]

    def ours() -> Any:
        return boardbits.label_and_components(image, properties=names, dtype=np.int32)

    def columns(answer: Any) -> list[np.ndarray]:
        labels, table = answer
        return [labels, table["area"], table["bbox-0"], table["bbox-3"], table["centroid-1"]]

    engines: list[Engine] = [("boardbits", ours, columns)]
    if (measure := optional("skimage.measure")) and image.size < 1 << 22:

        def by_skimage() -> Any:
            labels = measure.label(image)
            return labels, measure.regionprops_table(labels, properties=names)

        engines.append(("scikit-image", by_skimage, columns))
    if cv2 := optional("cv2"):

        def by_order(answer: Any) -> list[np.ndarray]:
            # The components of OpenCV are in another order, and the first row is the background.
            _, labels, table, centroids = answer
            _, first = np.unique(labels, return_index=True)
            rows = np.argsort(first[1:]) + 1 if (labels == 0).any() else np.argsort(first) + 1
            left, top, width, _, area = table[rows].T
            return [renumbered(labels), area, top, left + width, centroids[rows, 0]]

        theirs = lambda: cv2.connectedComponentsWithStats(raw)
        engines.append(with_threads(cv2, 1, ("OpenCV", theirs, by_order)))
    if cc3d := optional("cc3d"):

        def by_cc3d() -> Any:
            labels = cc3d.connected_components(raw, connectivity=8, binary_image=True)
            return labels, cc3d.statistics(labels)

        # The labels are compared above.
        engines.append(("cc3d", by_cc3d, lambda _: None))
    return engines


def dask_engines(image: np.ndarray) -> list[Engine]:
    """Labels of chunks, joined."""
    if (da := optional("dask.array")) is None:
        return []
    import boardbits.dask

    chunks = da.from_array(image, chunks=image.shape[0] // 4, name=False)
    rank = image.ndim
    ours = lambda: boardbits.dask.label(chunks, connectivity=rank)[0].compute()
    # Its labels leave gaps.
    engines: list[Engine] = [("boardbits", ours, renumbered)]
    # It takes minutes for the 64 chunks of a volume.
    if (ndmeasure := optional("dask_image.ndmeasure")) and rank == 2 and image.size < 1 << 25:
        structure = np.ones((3,) * rank)
        theirs = lambda: ndmeasure.label(chunks, structure=structure)[0].compute()
        engines.append(("dask-image", theirs, renumbered))
    if ccl := optional("tilewise_ccl"):
        by_tiles = lambda: ccl.label_array(chunks, connectivity=rank, tile_shape=chunks.chunksize).compute()
        engines.append(("tilewise-ccl", by_tiles, renumbered))
    return engines


def renumbered(labels: np.ndarray) -> np.ndarray:
    """The labels in the order of their first pixels."""
    values, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    order = np.zeros(len(values), int)
    is_set = values > 0
    order[is_set] = 1 + np.argsort(np.argsort(first[is_set]))
    return order[inverse].reshape(labels.shape)


def table_engines(image: np.ndarray) -> list[Engine]:
    names = ["area", "bbox", "centroid", "orientation", "axis_major_length", "euler_number"]
    columns = lambda table: [
        np.asarray(table[name])
        for name in ["area", "bbox-0", "bbox-3", "centroid-0", "centroid-1", "euler_number"]
    ]
    ours = lambda: boardbits.components(image, properties=names)
    engines: list[Engine] = [("boardbits", ours, columns)]
    if (measure := optional("skimage.measure")) and image.size < 1 << 22:
        table = lambda: measure.regionprops_table(measure.label(image), properties=names)
        engines.append(("scikit-image", table, columns))
    return engines


def path_engines(free: np.ndarray) -> list[Engine]:
    from boardbits import paths

    same = lambda distances: np.where(np.isfinite(distances) & (distances >= 0), distances, -1)
    engines: list[Engine] = [("boardbits", lambda: paths.distances(free, (0, 0)), same)]
    if csgraph := optional("scipy.sparse.csgraph"):
        sparse = optional("scipy.sparse")
        graph = sparse.coo_array(edges(free), shape=(free.size, free.size)).tocsr()

        def by_scipy() -> np.ndarray:
            # Levels follow from the order and the predecessors.
            order, before = csgraph.breadth_first_order(graph, 0)
            return np.stack([order, before[order]])

        def levels(found: np.ndarray) -> np.ndarray:
            distances = np.full(free.size, -1)
            for cell, before in found.T.tolist():
                distances[cell] = distances[before] + 1 if before >= 0 else 0
            return distances.reshape(free.shape)

        engines.append(("SciPy (graph made before)", by_scipy, levels))
    if dijkstra3d := optional("dijkstra3d"):
        field = np.where(free, 1, np.inf).astype(np.float32)
        by_dijkstra = lambda: dijkstra3d.distance_field(field, source=(0, 0), connectivity=8)
        # Its diagonal steps are longer, so only the cells that are reached are compared.
        engines[0] = (*engines[0][:2], same)
        engines.append(("dijkstra3d (other lengths)", by_dijkstra, lambda _: None))
    return engines


def edges(free: np.ndarray) -> Any:
    """The steps of a king between free cells, as a sparse matrix takes them."""
    cells = np.arange(free.size).reshape(free.shape)
    ends = []
    for dy, dx in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        height, width = free.shape
        a = (slice(0, height - dy), slice(max(0, -dx), width - max(0, dx)))
        b = (slice(dy, height), slice(max(0, dx), width - max(0, -dx)))
        both = free[a] & free[b]
        ends += [(cells[a][both], cells[b][both]), (cells[b][both], cells[a][both])]
    rows, columns = (np.concatenate(side) for side in zip(*ends))
    return np.ones(len(rows)), (rows, columns)


def connect4_engines(stones: int, *, has_book: bool) -> list[Engine]:
    """Scores of 20 positions, each engine with its opening book or without one."""
    from boardbits.connect4 import Position, Solver

    rng = np.random.default_rng(stones)
    positions: list[tuple[Any, list[int]]] = []
    while len(positions) < 20:
        position = Position()
        moves: list[int] = []
        while position.ply < stones:
            columns = [x for x in position.columns if x not in position.winning_columns]
            if not columns:
                break
            moves.append(int(rng.choice(columns)))
            position = position.play(moves[-1])
        if position.ply == stones and not position.winning_columns:
            positions.append((position, moves))
    book: Any = has_book
    if has_book and stones > 8 and (databases := optional("bitbully_databases")):
        book = databases.BitBullyDatabases.get_database_path("12-ply-dist")
    solver = Solver(book=book)

    def ours() -> list[int]:
        solver.clear()
        return [solver.solve(position) for position, _ in positions]

    same = lambda scores: scores
    engines: list[Engine] = [("boardbits", ours, same)]
    if bitbully := optional("bitbully"):
        other = bitbully.BitBully(opening_book="12-ply-dist" if has_book else None)

        def theirs() -> list[int]:
            other.reset_transposition_table()
            return [other.mtdf(bitbully.Board(moves)) for _, moves in positions]

        engines.append(("bitbully", theirs, same))
    return engines


def measure(clock: Clock, engines: list[Engine]) -> dict[str, float]:
    """The least time of each engine in seconds, after their answers were compared."""
    expected = None
    for name, run, comparable in engines:
        answer = comparable(run())
        if answer is None:
            continue
        if expected is None:
            expected = answer
        elif not same_answer(answer, expected):
            raise SystemExit(f"bench: the answer of {name} is not that of {engines[0][0]}")
    return {name: least_time(clock, run) for name, run, _ in engines}


def same_answer(a: Any, b: Any) -> bool:
    if isinstance(a, list) and a and isinstance(a[0], np.ndarray):
        return all(np.allclose(x, y, rtol=1e-9) for x, y in zip(a, b, strict=True))
    return bool(np.array_equal(a, b))


def least_time(clock: Clock, run: Callable[[], Any]) -> float:
    least, runs, started = float("inf"), 0, time.perf_counter()
    elapsed = lambda: time.perf_counter() - started
    # Short calls are measured together.
    begin = clock()
    run()
    number = max(1, int(1e-3 / max(clock() - begin, 1e-7)))
    while runs == 0 or (runs < RUNS or elapsed() < SECONDS) and elapsed() < MOST_SECONDS:
        begin = clock()
        for _ in range(number):
            run()
        least = min(least, (clock() - begin) / number)
        runs += 1
    return least


def origin() -> dict[str, Any]:
    """Where and with what the times were measured."""
    packages = ["boardbits", "numpy", "scipy", "scikit-image", "connected-components-3d"]
    packages += ["opencv-python-headless", "SimpleITK", "fill-voids", "dask", "dask-image", "tilewise-ccl", "dijkstra3d", "bitbully"]
    versions = {}
    for name in packages:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            pass
    return {
        "date": datetime.date.today().isoformat(),
        "machine": processor(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "versions": versions,
    }


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(": ")[1] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def table(record: dict[str, Any]) -> str:
    """The record as Markdown."""
    lines = ["| task | boardbits | best other | ratio |", "| --- | --: | --- | --: |"]
    for row in record["rows"]:
        times = dict(row["seconds"])
        ours = times.pop("boardbits")
        if times:
            name = min(times, key=lambda name: times[name])
            speedup = times[name] / ours
            other = f"{name} {duration(times[name])}"
            ratio = f"{speedup:,.0f}" if speedup >= 100 else f"{speedup:.2g}"
        else:
            other = ratio = "–"
        lines.append(f"| {row['task']} | {duration(ours)} | {other} | {ratio} |")
    made = record["origin"]
    versions = ", ".join(f"{name} {version}" for name, version in made["versions"].items())
    lines.append("")
    lines.append(
        f"`benches/python.py` on {made['date']}: {made['machine']}, {made['cores']} cores, load "
        f"{made['load']:.1f}, Python {made['python']}, {versions}."
    )
    return "\n".join(lines)


def duration(seconds: float) -> str:
    for unit, size in [("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)]:
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measures the package boardbits against others.")
    parser.add_argument("--quick", action="store_true", help="fewer and smaller tasks")
    parser.add_argument("--filter", default="", help="only tasks with this in their names")
    parser.add_argument("--volume", type=Path, help="a segmentation, an array of integers in a .npy file")
    parser.add_argument("--record", type=Path, help="write the times to this file")
    parser.add_argument("--table", type=Path, help="print the table of a recorded file")
    options = parser.parse_args(arguments)
    if options.table:
        print(table(json.loads(options.table.read_text())))
        return
    record: dict[str, Any] = {"origin": origin(), "rows": []}
    for name, clock, engines in tasks(options.quick, options.volume):
        if options.filter in name:
            seconds = measure(clock, engines)
            times = ", ".join(f"{engine} {duration(time)}" for engine, time in seconds.items())
            print(f"{name}: {times}", file=sys.stderr)
            record["rows"].append({"task": name, "seconds": seconds})
    if options.record:
        options.record.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    print(table(record))


if __name__ == "__main__":
    main()
