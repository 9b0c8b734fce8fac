"""Labels and measures of images that are larger than memory, as Dask arrays.

Each chunk is scanned where it is, by a thread, a process or a machine. Only the borders of the chunks are joined, on the
machine that calls these functions. So the graph has a task for each chunk, not for each pixel of a border.

>>> import dask.array as da
>>> import boardbits.dask
>>> image = da.from_array([[1, 0, 1], [0, 0, 1], [1, 1, 1]], chunks=2) > 0
>>> labels, count = boardbits.dask.label(image, connectivity=4)
>>> count
2
>>> labels.compute()
array([[1, 0, 2],
       [0, 0, 2],
       [2, 2, 2]], dtype=uint64)
"""

from __future__ import annotations

import itertools
import json
import math
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import dask.array as da
import numpy as np

from . import _boardbits

__all__ = ["components", "label", "regions"]

_native: Any = _boardbits.tiles

# The connectivities by the number of axes, each with those of scikit-image; the last one is the default.
_CONNECTIVITIES = {2: {1: 4, 2: 8}, 3: {1: 6, 2: 18, 3: 26}}


def label(
    image: da.Array,
    connectivity: int | None = None,
    *,
    threshold: float | None = None,
    state: str | os.PathLike[str] | None = None,
) -> tuple[da.Array, int]:
    """Labels the connected components of an image or a volume of any size.

    Returns the labels, a lazy array of uint64 with the chunks of the image, and the number of components. A component
    has the same label in all chunks. Labels do not depend on the order of the work, and leave gaps: there can be
    larger ones than the number of components.

    The image is read twice: once by this call, for the borders of its chunks, and once when the
    labels are computed, which raises `ValueError` if the pixels have changed.

    Parameters
    ----------
    image : dask.array.Array of bool or uint8, two or three dimensions
    connectivity : 4 or 8, or 6, 18 or 26
        As in `boardbits.label`. By default, 8 and 26.
    threshold : int or float, optional
        Pixels of at least this value are set.
    state : path, optional
        A folder for the state of each chunk, which all workers can write. Chunks whose state is there are not read
        again by a later call, so an interrupted call can be resumed. It belongs to one image, which is recognized by
        `image.name`: `ValueError` is raised for another one. Dask derives the name from the source of the image. Pass
        ``name=…`` to the function that makes the array if it differs from call to call. Remove the folder when
        the pixels change and the name does not.
    """
    frame = _Frame(image, connectivity, threshold)
    count, tables, _ = frame.join(state)
    if 0 in image.shape:
        return da.zeros(image.shape, dtype=np.uint64, chunks=image.chunks), 0
    entries = np.empty(image.numblocks, dtype=object)
    entries.ravel()[:] = tables
    entries = da.from_array(entries, chunks=1)
    labels = da.map_blocks(
        _paint,
        image,
        entries,
        dtype=np.uint64,
        chunks=image.chunks,
        connectivity=frame.connectivity,
        threshold=frame.threshold,
        meta=np.empty((0,) * image.ndim, dtype=np.uint64),
    )
    return labels, count


def components(
    image: da.Array,
    connectivity: int | None = None,
    properties: Iterable[str] = ("label", "area", "bbox", "centroid"),
    *,
    threshold: float | None = None,
    state: str | os.PathLike[str] | None = None,
) -> dict[str, np.ndarray]:
    """Measures the connected components of an image or a volume of any size, which is read once.

    Returns a dict of arrays, a row for each component by its label, as `boardbits.components` does. The labels are
    those of `label`. The other parameters are those of `label`, too.

    Parameters
    ----------
    properties : iterable of str
        ``label``, ``area``, ``num_pixels``, ``bbox``, ``area_bbox``, ``extent``, ``centroid``, ``centroid_local``,
        ``equivalent_diameter_area``.

    >>> import dask.array as da
    >>> import boardbits.dask
    >>> table = boardbits.dask.components(da.ones((5000, 5000), chunks=1000, dtype=bool))
    >>> table["area"], table["bbox-3"], table["centroid-0"]
    (array([25000000.]), array([5000]), array([2499.5]))
    """
    frame = _Frame(image, connectivity, threshold)
    names = [properties] if isinstance(properties, str) else list(properties)
    # Names that no property has are refused before the image is read.
    _native.join([], image.ndim, names)
    return frame.join(state, names)[2]


_SUMS = ("label", "area", "bbox", "centroid", "euler_number")
_INTENSITIES = (
    "intensity_sum",
    "intensity_mean",
    "intensity_min",
    "intensity_max",
    "intensity_std",
)


def regions(
    labels: da.Array,
    properties: Iterable[str] = ("label", "area", "bbox", "centroid"),
    intensities: da.Array | None = None,
) -> dict[str, np.ndarray]:
    """Measures the regions of labels of any size, and the intensities there, which are read once.

    Returns a dict of arrays, a row for each label, as `boardbits.regions` does. Chunks are measured by the workers;
    their tables are joined on the machine that calls this function.

    Parameters
    ----------
    labels : dask.array.Array of integers, one to three dimensions
        Those of `label`, or others.
    properties : iterable of str
        ``label``, ``area``, ``bbox``, ``centroid``, ``euler_number``, and with intensities ``intensity_sum``,
        ``intensity_mean``, ``intensity_min``, ``intensity_max``, ``intensity_std``.
    intensities : dask.array.Array, optional
        An intensity for each pixel, in the shape of the labels.

    >>> import dask.array as da
    >>> import boardbits.dask
    >>> labels = da.from_array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], chunks=2)
    >>> table = boardbits.dask.regions(labels, ["label", "euler_number", "intensity_mean"], labels * 0.5)
    >>> table["label"], table["euler_number"], table["intensity_mean"]
    (array([1]), array([0]), array([0.5]))
    """
    _check("labels", labels)
    if intensities is not None:
        _check("intensities", intensities)
    names = [properties] if isinstance(properties, str) else list(properties)
    known = _SUMS + (_INTENSITIES if intensities is not None else ())
    for name in names:
        if name not in known:
            raise ValueError(f"unknown property '{name}' in properties; those of chunks are {', '.join(known)}")
    # The columns and their types.
    none = np.empty((0,) * labels.ndim, dtype=labels.dtype)
    table = _boardbits.regions(none, names, none if intensities is not None else None)
    if 0 in labels.shape:
        return table
    if intensities is None:
        arrays = [labels]
    elif intensities.shape == labels.shape:
        arrays = [labels, intensities.rechunk(labels.chunks)]
    else:
        raise ValueError(f"intensities must have the shape of labels, {labels.shape}, found {intensities.shape}")
    euler = "euler_number" in names
    if euler:
        # With the first pixels of the chunks that follow.
        depth = dict.fromkeys(range(labels.ndim), (0, 1))
        arrays[0] = da.overlap.overlap(labels, depth=depth, boundary="none")
    found = da.map_blocks(
        _measure,
        *arrays,
        dtype=object,
        chunks=tuple((1,) * number for number in labels.numblocks),
        meta=np.empty((0,) * labels.ndim, dtype=object),
        euler=euler,
    )
    parts = [part for block in found.compute().ravel() for part in block]
    sums = _join([part for part in parts if "area" in part], labels.ndim)
    if euler:
        links = [part for part in parts if "area" not in part]
        of, number = (np.concatenate([part[name] for part in links]) for name in ("label", "euler_number"))
        sums["euler_number"] = np.zeros(len(sums["label"]))
        np.add.at(sums["euler_number"], np.searchsorted(sums["label"], of), number)
    return {column: sums[column].astype(values.dtype) for column, values in table.items()}


def _measure(
    block: np.ndarray, values: np.ndarray | None = None, *, euler: bool, block_info: Any = None
) -> np.ndarray:
    """The tables of a chunk, in an array of one element."""
    info = block_info[0]
    at, number = info["chunk-location"], info["num-chunks"]
    first = [begin for begin, _ in info["array-location"]]
    result = np.empty((1,) * block.ndim, dtype=object)
    tables, core = [], block
    if euler:
        # Each chunk before this one has a pixel more on its axis, and each that is not the last one.
        first = [begin - place for begin, place in zip(first, at, strict=True)]
        ends = [place + 1 < count for place, count in zip(at, number, strict=True)]
        core = block[tuple(slice(-1 if end else None) for end in ends)]
        # What two chunks share is counted in both.
        for shared in itertools.product(*((False, True) if end else (False,) for end in ends)):
            part = block[tuple(slice(-1 if last else 0, None) for last in shared)]
            table = _boardbits.regions(part, ("label", "euler_number"))
            table["euler_number"] = table["euler_number"] * (-1) ** sum(shared)
            tables.append(table)
    names = _SUMS[:4] + (_INTENSITIES if values is not None else ())
    table = _boardbits.regions(core, names, values)
    for axis, begin in enumerate(first):
        for column in (f"bbox-{axis}", f"bbox-{axis + block.ndim}", f"centroid-{axis}"):
            table[column] = table[column] + begin
    result[(0,) * block.ndim] = [table, *tables]
    return result


def _join(tables: list[dict[str, np.ndarray]], axes: int) -> dict[str, np.ndarray]:
    """The table of the regions whose parts are in the tables."""
    parts = {column: np.concatenate([table[column] for table in tables]) for column in tables[0]}
    order = np.argsort(parts["label"], kind="stable")
    parts = {column: values[order] for column, values in parts.items()}
    starts = np.flatnonzero(np.diff(parts["label"], prepend=0))

    def mean(values: np.ndarray) -> np.ndarray:
        return np.add.reduceat(parts["area"] * values, starts) / joined["area"]

    joined = {"label": parts["label"][starts], "area": np.add.reduceat(parts["area"], starts)}
    for axis in range(axes):
        joined[f"centroid-{axis}"] = mean(parts[f"centroid-{axis}"])
    for column, values in parts.items():
        if column in {f"bbox-{axis}" for axis in range(axes)} | {"intensity_min"}:
            joined[column] = np.minimum.reduceat(values, starts)
        elif column.startswith("bbox") or column == "intensity_max":
            joined[column] = np.maximum.reduceat(values, starts)
    if "intensity_sum" in parts:
        joined["intensity_sum"] = np.add.reduceat(parts["intensity_sum"], starts)
        joined["intensity_mean"] = joined["intensity_sum"] / joined["area"]
        of = np.repeat(joined["intensity_mean"], np.diff(starts, append=len(order)))
        # Of infinite intensities it is not a number.
        with np.errstate(invalid="ignore"):
            variance = mean(parts["intensity_std"] ** 2 + (parts["intensity_mean"] - of) ** 2)
        joined["intensity_std"] = np.sqrt(variance)
    return joined


def _check(name: str, array: da.Array) -> None:
    """Refuses what is not an array of known chunks that are not empty."""
    if not isinstance(array, da.Array):
        raise TypeError(f"{name} must be a dask.array.Array, found {type(array)}")
    if any(np.isnan(side) for side in array.shape):
        raise ValueError(f"{name} must have known chunks: call {name}.compute_chunk_sizes()")
    if 0 not in array.shape and any(0 in sides for sides in array.chunks):
        raise ValueError(f"{name} must have no empty chunks: rechunk it")


class _Frame:
    """The image and how it is labeled."""

    def __init__(self, image: da.Array, connectivity: int | None, threshold: float | None) -> None:
        _check("image", image)
        if image.ndim not in _CONNECTIVITIES:
            raise ValueError(f"image must have 2 or 3 dimensions, found {image.ndim}")
        if image.dtype not in (np.bool_, np.uint8):
            raise TypeError(
                f"image must be bool or uint8, found {image.dtype}: compare it first, for example image > 0"
            )
        known = _CONNECTIVITIES[image.ndim]
        connectivity = known.get(connectivity, connectivity) if connectivity is not None else max(known.values())
        if connectivity not in known.values():
            numbers = " or ".join(map(str, known.values()))
            others = " or ".join(map(str, known))
            raise ValueError(
                f"connectivity must be {numbers} (or {others} for the same), found {connectivity}"
            )
        self.image, self.connectivity = image, connectivity
        self.threshold = None
        if threshold is not None:
            if threshold != threshold:
                raise ValueError("threshold must be a number, found NaN")
            # Thresholds that set the same bytes are the same.
            self.threshold = math.ceil(min(max(threshold, 0), 256))

    def join(
        self, state: str | os.PathLike[str] | None, properties: list[str] | None = None
    ) -> tuple[int, list[Any], dict[str, np.ndarray]]:
        """The number of components, the labels of each chunk, and their properties."""
        states, complete = list[bytes](), properties is not None
        if 0 not in self.image.shape:
            folder = None if state is None else self.folder(Path(state), complete)
            found = da.map_blocks(
                _scan,
                self.image,
                dtype=object,
                chunks=tuple((1,) * number for number in self.image.numblocks),
                meta=np.empty((0,) * self.image.ndim, dtype=object),
                image_shape=self.image.shape,
                connectivity=self.connectivity,
                threshold=self.threshold,
                complete=complete,
                folder=folder,
            )
            states = list(found.compute().ravel())
        return _native.join(states, self.image.ndim, properties or [])

    def folder(self, path: Path, complete: bool) -> str:
        """The folder of the states, after checking that it is one of this image."""
        path.mkdir(parents=True, exist_ok=True)
        description = {
            "name": self.image.name,
            "shape": self.image.shape,
            "chunks": self.image.chunks,
            "connectivity": self.connectivity,
            "threshold": self.threshold,
            "measures": complete,
        }
        text, file = json.dumps(description), path / "image.json"
        if not file.exists():
            if any(path.glob("*.tile")):
                raise ValueError(f"state: {path} has tiles, but no description of their image")
            _write(file, text.encode())
        elif file.read_text() != text:
            raise ValueError(
                f"state: {path} belongs to another image or another call: expected {text}, found {file.read_text()}; "
                "remove the folder, or give equal images the same name (name=… where the array is made)"
            )
        return os.fspath(path.absolute())


def _scan(
    block: np.ndarray,
    *,
    image_shape: tuple[int, ...],
    connectivity: int,
    threshold: int | None,
    complete: bool,
    folder: str | None,
    block_info: Any = None,
) -> np.ndarray:
    """The state of a chunk, in an array of one element."""
    at = tuple(begin for begin, _ in block_info[0]["array-location"])
    result = np.empty((1,) * block.ndim, dtype=object)
    file = None if folder is None else Path(folder) / ("-".join(map(str, at)) + ".tile")
    if file is not None and file.exists():
        bytes = file.read_bytes()
        # A file that was damaged is written again.
        if _native.is_tile(bytes, at):
            result[...] = bytes
            return result
    state = _native.tile(block, at, image_shape, connectivity, threshold, complete)
    if file is not None:
        _write(file, state)
    result[...] = state
    return result


def _write(file: Path, content: bytes) -> None:
    """Writes a file in one step: there is the whole content or none."""
    handle, name = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise


def _paint(
    block: np.ndarray, entries: np.ndarray, *, connectivity: int, threshold: int | None
) -> np.ndarray:
    """The labels of a chunk."""
    # Arrays that came from another process can begin at any address.
    checksum, first, *arrays = entries.item()
    local, joined = (np.require(array, requirements=["A", "C"]) for array in arrays)
    return _native.paint(block, connectivity, threshold, (checksum, first, local, joined))
