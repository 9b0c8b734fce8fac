"""`label` with the arguments and results of `scipy.ndimage.label`."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import label as _label
from . import _array

__all__ = ["label"]

# Booleans, integers and floats of 32 or 64 bits.
_TYPES = "?bBhHiIlLqQfd"
_CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], dtype=bool)


def label(input: Any, structure: Any = None, output: Any = None) -> Any:
    """Labels the components of an array of two dimensions, like `scipy.ndimage.label`.

    `structure` must be the cross of 4-connectivity (the default) or the full square of 8-connectivity.
    As in SciPy, an `output` of bool has True for each label if there are fewer than 255 components.

    >>> from boardbits.compat.scipy_ndimage import label
    >>> label([[1, 0], [0, 1]])
    (array([[1, 0],
           [0, 2]], dtype=int32), 2)
    """
    image = _array("input", input)
    if np.iscomplexobj(image):
        raise TypeError("Complex type not supported")
    if image.ndim != 2:
        raise NotImplementedError(f"input must have 2 dimensions, found {image.ndim}")
    connectivity = _connectivity(structure)
    wanted = output.dtype if isinstance(output, np.ndarray) else output
    dtype = np.dtype(np.int32 if wanted is None else wanted)
    for name, found in [("input", image.dtype), ("output", dtype)]:
        if found.char not in _TYPES:
            raise TypeError(f"{name}: No matching signature found for {found}")
    if isinstance(output, np.ndarray):
        _array("output", output)
        if output.shape != image.shape:
            raise ValueError("output shape not correct")
        labels, found = _label(image != 0, connectivity, dtype=np.int32, return_num=True)
        _assign(output, labels)
        return found
    if dtype in (np.uint16, np.int32, np.uint32, np.int64, np.uint64):
        try:
            return _label(image != 0, connectivity, dtype=dtype, return_num=True)
        except ValueError as error:
            raise RuntimeError("insufficient bit-depth in requested output type") from error
    labels, found = _label(image != 0, connectivity, dtype=np.int32, return_num=True)
    result = np.empty(image.shape, dtype)
    _assign(result, labels)
    return result, found


def _assign(output: np.ndarray, labels: np.ndarray) -> None:
    with np.errstate(invalid="ignore"):
        output[...] = labels
    # SciPy counts bits of a boolean as those of a byte.
    fits = labels.max(initial=0) < 255 if output.dtype == bool else np.array_equal(output, labels)
    if not fits:
        raise RuntimeError("insufficient bit-depth in requested output type")


def _connectivity(structure: Any) -> int:
    if structure is None:
        return 4
    structure = _array("structure", structure).astype(bool)
    if structure.ndim != 2:
        raise RuntimeError("structure and input must have equal rank")
    if structure.shape != (3, 3):
        raise ValueError("structure dimensions must be equal to 3")
    if np.array_equal(structure, _CROSS):
        return 4
    if structure.all():
        return 8
    raise NotImplementedError(
        "structure must be generate_binary_structure(2, 1) or generate_binary_structure(2, 2)"
    )
