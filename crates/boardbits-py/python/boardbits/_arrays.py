"""Boards, grids and their cells as arrays that the native module reads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


def _array(name: str, value: Any) -> NDArray[Any]:
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(
            f"{name} must not be a masked array: fill or drop the mask, for example {name}.filled(0)"
        )
    return np.asarray(value)


def cells(
    name: str, value: Any, dtype: DTypeLike, least: int, largest: int, wanted: str, most: int | None
) -> NDArray[Any]:
    """The argument `name` as an array of `dtype` by row and column, with numbers from `least` to `largest`.

    `wanted` describes these numbers. There are at most `most` cells.
    """
    array = _array(name, value)
    if array.ndim == 0 or array.dtype.kind not in "biu":
        raise TypeError(f"{name} must be {wanted}, as bool or integers, found {type(value)} of {array.dtype}")
    if array.ndim != 2:
        raise ValueError(f"{name} must have 2 dimensions, found {array.ndim}")
    if most is not None and array.size > most:
        height, width = array.shape
        raise ValueError(f"{name} must be an array of at most {most} entries, found {height}×{width}")
    if array.dtype == bool:
        # Bytes other than 0 and 1 are true, too.
        array = array.view(np.uint8) != 0
    else:
        wrong = (array < least) | (array > largest)
        if wrong.any():
            row, column = np.unravel_index(int(wrong.argmax()), wrong.shape)
            found = array[row, column]
            raise ValueError(f"{name} must be {wanted}, found {found} in row {row}, column {column}")
    return np.require(array, dtype, ["C", "A"])


def points(name: str, value: Any, shape: tuple[int, int]) -> NDArray[np.int64]:
    """The argument `name` as rows and columns of a grid: a pair, pairs, or a boolean array of the grid."""
    array = _array(name, value)
    if array.dtype == bool:
        if array.shape != shape:
            raise ValueError(f"{name} must have the shape of the grid, {shape}, found {array.shape}")
        return np.argwhere(array)
    if array.size == 0:
        return np.zeros((0, 2), np.int64)
    if array.shape != (2,) and (array.ndim != 2 or array.shape[1] != 2):
        raise ValueError(f"{name} must be a pair (row, column) or an array of pairs, found the shape {array.shape}")
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, found {array.dtype}")
    pairs = array.reshape(-1, 2)
    outside = ((pairs < 0) | (pairs >= np.array(shape))).any(axis=1)
    if outside.any():
        row, column = pairs[int(outside.argmax())].tolist()
        height, width = shape
        raise IndexError(
            f"{name}: row {row}, column {column} lies outside the grid of {height} rows and {width} columns"
        )
    return np.require(pairs, np.int64, ["C", "A"])
