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

import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import dask.array as da
import numpy as np

from . import _boardbits

__all__ = ["components", "label"]

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
    threshold : float, optional
        Pixels greater than this are set.
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
        threshold=threshold,
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


class _Frame:
    """The image and how it is labeled."""

    def __init__(self, image: da.Array, connectivity: int | None, threshold: float | None) -> None:
        if not isinstance(image, da.Array):
            raise TypeError(f"image must be a dask.array.Array, found {type(image)}")
        if image.ndim not in _CONNECTIVITIES:
            raise ValueError(f"image must have 2 or 3 dimensions, found {image.ndim}")
        if image.dtype not in (np.bool_, np.uint8):
            raise TypeError(
                f"image must be bool or uint8, found {image.dtype}: compare it first, for example image > 0"
            )
        if any(np.isnan(side) for side in image.shape):
            raise ValueError("image must have known chunks: call image.compute_chunk_sizes()")
        if 0 not in image.shape and any(0 in sides for sides in image.chunks):
            raise ValueError("image must have no empty chunks: rechunk it")
        known = _CONNECTIVITIES[image.ndim]
        connectivity = known.get(connectivity, connectivity) if connectivity is not None else max(known.values())
        if connectivity not in known.values():
            numbers = " or ".join(map(str, known.values()))
            others = " or ".join(map(str, known))
            raise ValueError(
                f"connectivity must be {numbers} (or {others} for the same), found {connectivity}"
            )
        self.image, self.connectivity = image, connectivity
        # The same number from NumPy, or without digits after the point, is the same threshold.
        self.threshold = None if threshold is None else float(threshold)

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
    threshold: float | None,
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
    block: np.ndarray, entries: np.ndarray, *, connectivity: int, threshold: float | None
) -> np.ndarray:
    """The labels of a chunk."""
    # Arrays that came from another process can begin at any address.
    checksum, first, *arrays = entries.item()
    local, joined = (np.require(array, requirements=["A", "C"]) for array in arrays)
    return _native.paint(block, connectivity, threshold, (checksum, first, local, joined))
