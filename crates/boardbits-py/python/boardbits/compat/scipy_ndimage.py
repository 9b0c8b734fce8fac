"""Labels and measures of regions with the arguments and results of those of `scipy.ndimage`."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import find_objects as _find_objects
from .. import label as _label
from .._boardbits import regions as _regions
from . import _array, _names

__all__ = [
    "center_of_mass",
    "find_objects",
    "label",
    "maximum",
    "mean",
    "minimum",
    "sum",
    "sum_labels",
]

__getattr__ = _names(__name__, "scipy.ndimage", __all__)

# Booleans, integers and floats of 32 or 64 bits.
_TYPES = "?bBhHiIlLqQfd"


def label(input: Any, structure: Any = None, output: Any = None) -> Any:
    """Labels the components of an array of one, two or three dimensions, like `scipy.ndimage.label`.

    `structure` must be one of ``generate_binary_structure(input.ndim, …)``, by default that of neighbors that share a face.
    As in SciPy, an `output` of bool has True for each label if there are fewer than 255 components.

    >>> from boardbits.compat.scipy_ndimage import label
    >>> label([[1, 0], [0, 1]])
    (array([[1, 0],
           [0, 2]], dtype=int32), 2)
    """
    image = _array("input", input)
    if np.iscomplexobj(image):
        raise TypeError("Complex type not supported")
    if not 1 <= image.ndim <= 3:
        raise NotImplementedError(f"input must have 1, 2 or 3 dimensions, found {image.ndim}")
    connectivity = _connectivity(structure, image.ndim)
    wanted = output.dtype if isinstance(output, np.ndarray) else output
    dtype = np.dtype(np.int32 if wanted is None else wanted)
    for name, found in [("input", image.dtype), ("output", dtype)]:
        if found.char not in _TYPES:
            raise TypeError(f"{name}: No matching signature found for {found}")
    if isinstance(output, np.ndarray):
        _array("output", output)
        if output.shape != image.shape:
            raise ValueError("output shape not correct")
        # SciPy scans along the axis of the output with the smallest stride.
        axis = _line_axis(output.strides)
        labels, found = _labels(np.moveaxis(image, axis, -1), connectivity, np.int32)
        _assign(output, np.moveaxis(labels, -1, axis))
        return found
    if dtype in (np.uint16, np.int32, np.uint32, np.int64, np.uint64):
        try:
            return _labels(image, connectivity, dtype)
        except ValueError as error:
            raise RuntimeError("insufficient bit-depth in requested output type") from error
    labels, found = _labels(image, connectivity, np.int32)
    result = np.empty(image.shape, dtype)
    _assign(result, labels)
    return result, found


def _line_axis(strides: tuple[int, ...]) -> int:
    """The axis that NumPy's iterator over all axes but one leaves out."""
    axis, least = 0, next(filter(None, strides), 0)
    for other, stride in enumerate(strides):
        if 0 < stride < least:
            axis, least = other, stride
    return axis


def _labels(image: np.ndarray, connectivity: int, dtype: Any) -> Any:
    return _label(image != 0, connectivity, dtype=dtype, return_num=True)


def _assign(output: np.ndarray, labels: np.ndarray) -> None:
    with np.errstate(invalid="ignore"):
        output[...] = labels
    # SciPy counts bits of a boolean as those of a byte.
    fits = labels.max(initial=0) < 255 if output.dtype == bool else np.array_equal(output, labels)
    if not fits:
        raise RuntimeError("insufficient bit-depth in requested output type")


def _connectivity(structure: Any, dimensions: int) -> int:
    if structure is None:
        return 1
    structure = _array("structure", structure).astype(bool)
    if structure.ndim != dimensions:
        raise RuntimeError("structure and input must have equal rank")
    if structure.shape != (3,) * dimensions:
        raise ValueError("structure dimensions must be equal to 3")
    distances = np.abs(np.indices(structure.shape) - 1).sum(axis=0)
    for connectivity in range(1, dimensions + 1):
        if np.array_equal(structure, distances <= connectivity):
            return connectivity
    raise NotImplementedError(
        f"structure must be generate_binary_structure({dimensions}, connectivity)"
    )


def find_objects(input: Any, max_label: int = 0) -> list[Any]:
    """Finds the bounding boxes of labels, like `scipy.ndimage.find_objects`.

    >>> from boardbits.compat.scipy_ndimage import find_objects
    >>> find_objects([1, 1, 0, 2])
    [(slice(0, 2, None),), (slice(3, 4, None),)]
    """
    labels = _array("input", input)
    if np.iscomplexobj(labels):
        raise TypeError("Complex type not supported")
    if not 1 <= labels.ndim <= 3:
        raise NotImplementedError(f"input must have 1, 2 or 3 dimensions, found {labels.ndim}")
    return _find_objects(labels.astype(np.uint8) if labels.dtype == bool else labels, max(max_label, 0))


def sum_labels(input: Any, labels: Any = None, index: Any = None) -> Any:
    """Returns the sum of the values of each label, like `scipy.ndimage.sum_labels`.

    `index` is None for all labels greater than 0 together, a label, or a sequence of labels of at least 0.

    >>> from boardbits.compat.scipy_ndimage import sum_labels
    >>> sum_labels([5, 6, 7], [1, 1, 2], [1, 2])
    array([11.,  7.])
    """
    if _is_single(labels, index):
        return _group(input, labels, index).sum()
    return _columns(input, labels, index, ["intensity_sum"], 0.0)[0]


def sum(input: Any, labels: Any = None, index: Any = None) -> Any:
    """`sum_labels`, like `scipy.ndimage.sum`."""
    return sum_labels(input, labels, index)


def mean(input: Any, labels: Any = None, index: Any = None) -> Any:
    """Returns the mean of the values of each label, like `scipy.ndimage.mean`. The parameters are those of `sum_labels`.

    >>> from boardbits.compat.scipy_ndimage import mean
    >>> mean([5, 6, 7], [1, 1, 2], [1, 2])
    array([5.5, 7. ])
    """
    if _is_single(labels, index):
        values = _group(input, labels, index)
        return values.sum() / np.float64(values.size)
    return _columns(input, labels, index, ["intensity_mean"], np.nan)[0]


def minimum(input: Any, labels: Any = None, index: Any = None) -> Any:
    """Returns the least value of each label, like `scipy.ndimage.minimum`. The parameters are those of `sum_labels`."""
    return _extreme(input, labels, index, "min")


def maximum(input: Any, labels: Any = None, index: Any = None) -> Any:
    """Returns the greatest value of each label, like `scipy.ndimage.maximum`. The parameters are those of `sum_labels`."""
    return _extreme(input, labels, index, "max")


def center_of_mass(input: Any, labels: Any = None, index: Any = None) -> Any:
    """Returns the center of the values of each label, like `scipy.ndimage.center_of_mass`.

    The parameters are those of `sum_labels`. There are one to three dimensions.

    >>> from boardbits.compat.scipy_ndimage import center_of_mass
    >>> center_of_mass([[0, 1], [0, 3]]) == (0.75, 1)
    True
    """
    values = _array("input", input)
    if _is_single(labels, index):
        if labels is not None:
            chosen = np.asarray(labels)
            values = np.where(chosen > 0 if index is None else chosen == index, values, 0)
        labels, ones = np.ones(values.shape, np.uint8), [1]
        return tuple(column[0] for column in _centers(values, labels, ones))
    # A nested index has tuples of arrays, as in SciPy.
    return [tuple(row) for row in np.array(_centers(values, labels, index)).T]


def _centers(values: np.ndarray, labels: Any, index: Any) -> list[np.ndarray]:
    if not 1 <= values.ndim <= 3:
        raise NotImplementedError(f"input must have 1, 2 or 3 dimensions, found {values.ndim}")
    return _columns(values, labels, index, ["centroid_weighted"], np.nan)


def _extreme(input: Any, labels: Any, index: Any, name: str) -> Any:
    if _is_single(labels, index):
        return getattr(_group(input, labels, index), name)()
    values = _array("input", input)
    if values.dtype.kind == "f" and np.isnan(values).any():
        raise NotImplementedError("input must have no NaN")
    if values.dtype.itemsize == 8 and values.dtype.kind in "iu" and values.size:
        if max(-int(values.min()), int(values.max())) > 2**53:
            raise NotImplementedError("input must have integers of at most 2^53")
    found = _columns(values, labels, index, ["intensity_" + name], 0)[0]
    return found.astype(values.dtype)


def _is_single(labels: Any, index: Any) -> bool:
    return labels is None or index is None or np.ndim(index) == 0


def _group(input: Any, labels: Any, index: Any) -> np.ndarray:
    """The values of the one group of labels that is measured."""
    values = _array("input", input)
    if labels is None:
        return values
    values, labels = np.broadcast_arrays(values, _array("labels", labels))
    return values[labels > 0 if index is None else labels == index]


def _columns(input: Any, labels: Any, index: Any, names: list[str], missing: Any) -> list[np.ndarray]:
    """Columns of the regions with the labels of `index`."""
    values, numbers = np.broadcast_arrays(_array("input", input), _array("labels", labels))
    if values.dtype.kind not in "biuf" or values.dtype.itemsize > 8:
        raise NotImplementedError(f"input must be boolean or real numbers of at most 64 bits, found {values.dtype}")
    if numbers.dtype.kind not in "biu":
        raise NotImplementedError(f"labels must be integers, found {numbers.dtype}")
    index = np.asarray(index)
    if index.size and index.min() < 0:
        raise NotImplementedError("index must have no labels below 0")
    numbers = numbers.astype(np.uint8) if numbers.dtype == bool else numbers
    if names != ["centroid_weighted"]:
        # The order does not matter.
        values, numbers = values.ravel(), numbers.ravel()
    table = _regions(numbers, ["label", *names], values, background=bool((index == 0).any()))
    known = table.pop("label")
    if np.array_equal(known, index):
        return list(table.values())
    if not known.size:
        return [np.full(index.shape, missing, column.dtype) for column in table.values()]
    places = np.minimum(np.searchsorted(known, index), known.size - 1)
    is_known = known[places] == index
    return [np.where(is_known, column[places], missing) for column in table.values()]
