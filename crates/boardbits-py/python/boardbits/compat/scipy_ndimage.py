"""`label` with the arguments and results of `scipy.ndimage.label`."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import label as _label
from . import _array

__all__ = ["label"]

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
        labels, found = _labels(image, connectivity, np.int32)
        _assign(output, labels)
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


def _labels(image: np.ndarray, connectivity: int, dtype: Any) -> Any:
    """The labels, in the raster order of C whatever the order of memory is."""
    out = np.empty(image.shape, dtype)
    rows = image != 0 if image.ndim > 1 else (image != 0)[None]
    _, found = _label(rows, connectivity, dtype=dtype, out=out.reshape(rows.shape), return_num=True)
    return out, found


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
