"""Functions for label images that are made from those of the native module."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _boardbits

_native: Any = _boardbits


def fill_holes(
    image: np.ndarray,
    connectivity: int | None = None,
    *,
    per_value: bool = False,
    max_size: int | None = None,
) -> np.ndarray:
    """Fills the holes of an image or of each label, or the cavities of a volume.

    Returns an array of bool with the pixels of `image` that are not 0 and those of its holes: of components of other
    pixels that do not touch the border. With `per_value`, a copy of `image` in which pixels of value 0 in a hole of a
    component of equal values have its value: what `fill_voids` or `binary_fill_holes` do in a loop over the labels.

    Parameters
    ----------
    image : ndarray of bool or integers, height × width or depth × height × width
    connectivity : 4 or 8, or 6, 18 or 26
        That of set pixels, as in `label`. Holes are connected by edges and corners with 4, by edges only with 8, by
        faces, edges and corners with 6, and by faces only with 18 and 26.
    per_value : bool
        Fill the holes of each label of a segmentation. Other labels in a hole stay. A pixel in holes of several
        components gets the value of the innermost one. Other labels in a hole are connected as in `label`: where one
        crosses a ring at a corner, the ring is open.
    max_size : int, optional
        The most pixels of a hole that is filled. With `per_value`, other labels in a hole count, too.

    Examples
    --------
    >>> import numpy as np
    >>> import boardbits
    >>> boardbits.fill_holes(np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]])).all()
    np.True_
    >>> boardbits.fill_holes(np.array([[7, 7, 7, 7], [7, 2, 0, 7], [7, 7, 7, 7]]), per_value=True)
    array([[7, 7, 7, 7],
           [7, 2, 7, 7],
           [7, 7, 7, 7]])
    """
    return _native.fill_holes(image, connectivity, per_value, max_size)


def region_graph(
    labels: np.ndarray, connectivity: int | None = None
) -> dict[int, dict[int, int]]:
    """Finds the neighbors of each label of a label image or volume, as a graph.

    Returns a dict from labels to dicts from the labels that they touch to the number of faces that both have in common
    (edges in images), in ascending order. Labels that touch nothing are left out. The parameters are those of
    `contacts`, which returns the same as arrays.

    Examples
    --------
    >>> import numpy as np
    >>> import boardbits
    >>> boardbits.region_graph(np.array([[1, 1, 3], [1, 2, 2]]), 4)
    {1: {2: 2, 3: 1}, 2: {1: 2, 3: 1}, 3: {1: 1, 2: 1}}
    """
    pairs, faces = _native.contacts(labels, connectivity)
    graph: dict[int, dict[int, int]] = {}
    for (one, other), area in zip(pairs.tolist(), faces.tolist()):
        graph.setdefault(one, {})[other] = area
        graph.setdefault(other, {})[one] = area
    return dict(sorted(graph.items()))
