"""Boards, grids and their cells as arrays that the native module reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


def refuse_mask(name: str, value: Any) -> None:
    """Refuses a masked array: its mask would be ignored."""
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(
            f"{name} must not be a masked array: fill or drop the mask, for example {name}.filled(0)"
        )


def _array(name: str, value: Any) -> NDArray[Any]:
    refuse_mask(name, value)
    return np.asarray(value)


def _place(cell: Iterable[Any], axes: int) -> str:
    """A cell as it is named in errors."""
    return ", ".join(f"{axis} {at}" for axis, at in zip(("plane", "row", "column")[-axes:], cell))


def cells(
    name: str, value: Any, dtype: DTypeLike, least: int, largest: int, wanted: str, most: int | None, axes: int
) -> NDArray[Any]:
    """The argument `name` as an array of `dtype`, with numbers from `least` to `largest`.

    `wanted` describes these numbers. There are at most `most` cells. The last two of the `axes` are rows and
    columns.
    """
    array = _array(name, value)
    if array.ndim == 0 or array.dtype.kind not in "biu":
        raise TypeError(f"{name} must be {wanted}, as bool or integers, found {type(value)} of {array.dtype}")
    if array.ndim != axes:
        raise ValueError(f"{name} must have {axes} dimensions, found {array.ndim}")
    if most is not None and array.size > most:
        found = "×".join(map(str, array.shape))
        raise ValueError(f"{name} must be an array of at most {most} entries, found {found}")
    if array.dtype == bool:
        # Bytes other than 0 and 1 are true, too.
        array = array.view(np.uint8) != 0
    else:
        wrong = (array < least) | (array > largest)
        if wrong.any():
            at = np.unravel_index(int(wrong.argmax()), wrong.shape)
            raise ValueError(f"{name} must be {wanted}, found {array[at]} in {_place(at, axes)}")
    return np.require(array, dtype, ["C", "A"])


def points(name: str, value: Any, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """The argument `name` as indices of a grid: those of a cell or of several, or a boolean array of the grid."""
    array, axes = _array(name, value), len(shape)
    if array.dtype == bool:
        if array.shape != shape:
            raise ValueError(f"{name} must have the shape of the grid, {shape}, found {array.shape}")
        return np.argwhere(array)
    if array.size == 0:
        return np.zeros((0, axes), np.int64)
    if array.shape != (axes,) and (array.ndim != 2 or array.shape[1] != axes):
        wanted = (
            "a pair (row, column) or an array of pairs"
            if axes == 2
            else "a triple (plane, row, column) or an array of triples"
        )
        raise ValueError(f"{name} must be {wanted}, found the shape {array.shape}")
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, found {array.dtype}")
    indices = array.reshape(-1, axes)
    outside = ((indices < 0) | (indices >= np.array(shape))).any(axis=1)
    if outside.any():
        cell = _place(indices[int(outside.argmax())].tolist(), axes)
        planes = f"{shape[0]} planes, " if axes == 3 else ""
        *_, height, width = shape
        raise IndexError(f"{name}: {cell} lies outside the grid of {planes}{height} rows and {width} columns")
    return np.require(indices, np.int64, ["C", "A"])
