"""Labels and measures of images that are larger than memory, as Dask arrays.

Each chunk is scanned where it is, by a thread, a process or a machine. Only the borders of the chunks are joined, on the
machine that calls these functions. So the graph has a task for each chunk, not for each pixel of a border.

>>> import dask.array as da
>>> import boardbits.dask
>>> image = da.from_array([[1, 0, 1], [0, 0, 1], [1, 1, 1]], chunks=2)
>>> labels, number = boardbits.dask.label(image, connectivity=4, return_num=True)
>>> number
2
>>> labels.compute()
array([[1, 0, 2],
       [0, 0, 2],
       [2, 2, 2]])
"""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

import dask.array as da
import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _boardbits
from ._boardbits import tiles as _native
from ._images import _PROPERTIES, _explain, _names

__all__ = ["components", "label", "measure"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Says that other functions of the package take arrays that are in memory."""
        from . import __all__ as functions

        reason = f"module {__name__!r} has no attribute {name!r}"
        if name in functions and not name.startswith("_"):
            reason += f": it has only {', '.join(__all__)}, and boardbits.{name} takes NumPy arrays"
        raise AttributeError(reason)

# The connectivities by the number of axes, each with those of scikit-image; the last one is the default.
_CONNECTIVITIES = {2: {1: 4, 2: 8}, 3: {1: 6, 2: 18, 3: 26}}


@overload
def label(
    image: da.Array,
    connectivity: int | None = None,
    *,
    threshold: float | None = None,
    dtype: DTypeLike = "int64",
    return_num: Literal[False] = False,
    state: str | os.PathLike[str] | None = None,
) -> da.Array: ...
@overload
def label(
    image: da.Array,
    connectivity: int | None = None,
    *,
    threshold: float | None = None,
    dtype: DTypeLike = "int64",
    return_num: Literal[True],
    state: str | os.PathLike[str] | None = None,
) -> tuple[da.Array, int]: ...
def label(
    image: da.Array,
    connectivity: int | None = None,
    *,
    threshold: float | None = None,
    dtype: DTypeLike = "int64",
    return_num: bool = False,
    state: str | os.PathLike[str] | None = None,
) -> da.Array | tuple[da.Array, int]:
    """Labels the connected components of a mask of any size.

    The image is read twice: once by this call, for the borders of its chunks, and once when the
    labels are computed, which raises `ValueError` if the pixels have changed.

    Parameters
    ----------
    image : dask.array.Array of bool, integers or floats, two or three dimensions
        Pixels that are not 0 are set; with `threshold`, those of at least its value. Integers of 16
        bits or more must have one value beside 0 in each chunk.
    connectivity : int, optional
        4 or 8 for images, 6, 18 or 26 for volumes; by default 8 and 26. scikit-image's 1 to 3 mean
        the same.
    threshold : float, optional
        The least value of a set pixel.
    dtype : any type of integers
        The type of the labels.
    return_num : bool
        Also return the number of components.
    state : path, optional
        A folder for the state of each chunk, which all workers can write. Chunks whose state is there are not read
        again by a later call, so an interrupted call can be resumed. It belongs to one function, its arguments and one
        image, which is recognized by `image.name`: `ValueError` is raised for others. Dask derives the name from
        the source of the image. Pass ``name=…`` to the function that makes the array if it differs from call to
        call. Remove the folder when the pixels change and the name does not.

    Returns
    -------
    labels : dask.array.Array of int64, or of `dtype`, with the chunks of the image
        0 for pixels that are not set, and from 1 for each component, consecutive, in the order of its
        first chunk and of its first pixel there. They do not depend on the order of the work.
    number : int
        The number of components, only with `return_num`.

    Raises
    ------
    ValueError
        If the dtype has too few labels.

    Examples
    --------
    >>> import dask.array as da
    >>> import boardbits.dask
    >>> image = da.from_array([[1, 0, 1], [1, 0, 1]], chunks=2)
    >>> boardbits.dask.label(image, dtype="uint8").compute()
    array([[1, 0, 2],
           [1, 0, 2]], dtype=uint8)
    """
    frame, wanted = _Frame(image, connectivity, threshold), np.dtype(dtype)
    if wanted.kind not in "iu":
        raise TypeError(f"dtype must be a type of integers, found {wanted}")
    number, tables, _ = frame.join(state)
    if number > np.iinfo(wanted).max:
        raise ValueError(f"dtype must have a label for each of {number} components, found {wanted}")
    if 0 in image.shape:
        labels = da.zeros(image.shape, dtype=wanted, chunks=image.chunks)
        return (labels, 0) if return_num else labels
    entries = np.empty(image.numblocks, dtype=object)
    entries.ravel()[:] = tables
    entries = da.from_array(entries, chunks=1)
    labels = da.map_blocks(
        _paint,
        image,
        entries,
        dtype=wanted,
        chunks=image.chunks,
        connectivity=frame.connectivity,
        threshold=frame.threshold,
        wanted=wanted,
        meta=np.empty((0,) * image.ndim, dtype=wanted),
    )
    return (labels, number) if return_num else labels


def components(
    image: da.Array,
    connectivity: int | None = None,
    properties: Iterable[str] = _PROPERTIES,
    *,
    threshold: float | None = None,
    state: str | os.PathLike[str] | None = None,
) -> dict[str, NDArray[Any]]:
    """Measures the connected components of a mask of any size, which is read once.

    Parameters
    ----------
    image, connectivity, threshold, state
        As in `label`.
    properties : str or iterable of str
        ``label``, ``area``, ``num_pixels``, ``bbox``, ``area_bbox``, ``extent``, ``centroid``, ``centroid_local``,
        ``equivalent_diameter_area``.

    Returns
    -------
    dict of str to ndarray
        A row for each component by its label, which is that of `label`, as `boardbits.components` returns it.

    Examples
    --------
    >>> import dask.array as da
    >>> import boardbits.dask
    >>> table = boardbits.dask.components(da.ones((5000, 5000), chunks=1000, dtype=bool))
    >>> table["area"], table["bbox-3"], table["centroid-0"]
    (array([25000000.]), array([5000]), array([2499.5]))
    """
    frame, names = _Frame(image, connectivity, threshold), _names(properties)
    try:
        # Names that no property has are refused before the image is read.
        _native.join([], image.ndim, names)
    except ValueError as error:
        _explain(error, names)
    return frame.join(state, names)[2]


def measure(
    labels: da.Array,
    intensities: da.Array | None = None,
    properties: Iterable[str] = _PROPERTIES,
) -> dict[str, NDArray[Any]]:
    """Measures the pixels of each label of any array, and the intensities there, which are read once.

    Chunks are measured by the workers; their tables are joined on the machine that calls this function.

    Parameters
    ----------
    labels : dask.array.Array of integers, one to three dimensions
        Those of `label`, or others. Labels greater than 0 are measured.
    intensities : dask.array.Array, optional
        An intensity for each pixel, in the shape of the labels.
    properties : str or iterable of str
        Those of `components`, ``euler_number``, in images ``num_holes``, and with intensities ``intensity_sum``,
        ``intensity_mean``, ``intensity_min``, ``intensity_max``, ``intensity_std``.

    Returns
    -------
    dict of str to ndarray
        A row for each label in ascending order, as `boardbits.measure` returns it.

    Examples
    --------
    >>> import dask.array as da
    >>> import boardbits.dask
    >>> labels = da.from_array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], chunks=2)
    >>> table = boardbits.dask.measure(labels, labels * 0.5, ["label", "euler_number", "intensity_mean"])
    >>> table["label"], table["euler_number"], table["intensity_mean"]
    (array([1]), array([0]), array([0.5]))

    Labels of at least 6 pixels:

    >>> table = boardbits.dask.measure(labels)
    >>> large = table["label"][table["area"] >= 6]
    >>> da.where(da.isin(labels, large), labels, 0).compute()
    array([[1, 1, 1],
           [1, 0, 1],
           [1, 1, 1]])
    """
    _check("labels", labels)
    if intensities is not None:
        _check("intensities", intensities)
    names, has_intensities = _names(properties), intensities is not None
    try:
        # Names that no property has are refused before the labels are read.
        table = _boardbits.join_chunks([], labels.ndim, names, has_intensities)
    except ValueError as error:
        _explain(error, names)
    if 0 in labels.shape:
        return table
    if intensities is None:
        arrays = [labels]
    elif intensities.shape == labels.shape:
        arrays = [labels, intensities.rechunk(labels.chunks)]
    else:
        raise ValueError(f"intensities must have the shape of labels, {labels.shape}, found {intensities.shape}")
    if labels.dtype.kind not in "iu":
        raise TypeError(f"labels must be integers, found {labels.dtype}")
    # With the first pixels of the chunks that follow, which have corners in common with it.
    depth = dict.fromkeys(range(labels.ndim), (0, 1))
    arrays[0] = da.overlap.overlap(labels, depth=depth, boundary="none")
    found = da.map_blocks(
        _measure,
        *arrays,
        dtype=object,
        chunks=tuple((1,) * number for number in labels.numblocks),
        meta=np.empty((0,) * labels.ndim, dtype=object),
        names=names,
    )
    parts = list(found.compute().ravel())
    return _boardbits.join_chunks(parts, labels.ndim, names, has_intensities)


def _measure(
    block: np.ndarray, values: np.ndarray | None = None, *, names: list[str], block_info: Any = None
) -> np.ndarray:
    """The regions of a chunk, in an array of one element."""
    info = block_info[0]
    at, number = info["chunk-location"], info["num-chunks"]
    # Each chunk before this one has a pixel more on its axis, and each that is not the last one.
    first = [begin - place for (begin, _), place in zip(info["array-location"], at, strict=True)]
    core = [side - (place + 1 < count) for side, place, count in zip(block.shape, at, number, strict=True)]
    result = np.empty((1,) * block.ndim, dtype=object)
    result[(0,) * block.ndim] = _boardbits.measure_chunk(block, core, first, names, values)
    return result


def _check(name: str, array: da.Array) -> None:
    """Refuses what is not an array of known chunks that are not empty."""
    if not isinstance(array, da.Array):
        raise TypeError(
            f"{name} must be a dask.array.Array, found {type(array)}: the functions of boardbits take NumPy arrays, "
            f"and dask.array.from_array({name}) makes a Dask array"
        )
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
        if image.dtype.kind not in "biuf":
            raise TypeError(f"image must be bool, integers or floats, found {image.dtype}")
        known = _CONNECTIVITIES[image.ndim]
        connectivity = known.get(connectivity, connectivity) if connectivity is not None else max(known.values())
        if connectivity not in known.values():
            numbers = " or ".join(map(str, known.values()))
            others = " or ".join(map(str, known))
            raise ValueError(
                f"connectivity must be {numbers} (or {others} for the same), found {connectivity}"
            )
        self.image, self.connectivity = image, connectivity
        self.threshold: float | None = None
        if threshold is not None:
            if threshold != threshold:
                raise ValueError("threshold must be a number, found NaN")
            if image.dtype.kind == "f":
                self.threshold = float(min(max(threshold, -math.inf), math.inf))
            else:
                # Thresholds that set the same integers are the same.
                limits = (0, 1) if image.dtype == bool else (np.iinfo(image.dtype).min, np.iinfo(image.dtype).max)
                self.threshold = math.ceil(min(max(threshold, int(limits[0])), int(limits[1]) + 1))

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
    block: np.ndarray, entries: np.ndarray, *, connectivity: int, threshold: float | None, wanted: np.dtype[Any]
) -> np.ndarray:
    """The labels of a chunk."""
    # Arrays that came from another process can begin at any address.
    checksum, first, *arrays = entries.item()
    local, joined = (np.require(array, requirements=["A", "C"]) for array in arrays)
    labels = _native.paint(block, connectivity, threshold, (checksum, first, local, joined))
    return labels.astype(wanted, copy=False)
