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
) -> np.ndarray:
    """Fills the holes of an image or of each label, or the cavities of a volume.

    Returns an array of bool with the pixels of `image` that are not 0 and those of its holes: of components of other
    pixels that do not touch the border. With `per_value`, a copy of `image` in which pixels of value 0 in a hole of a
    component of equal values have its value.

    Parameters
    ----------
    image : ndarray of bool or integers, height × width or depth × height × width
    connectivity : 4 or 8, or 6, 18 or 26
        That of set pixels, as in `label`. Holes are connected by edges and corners with 4, by edges only with 8, by
        faces, edges and corners with 6, and by faces only with 18 and 26.
    per_value : bool
        Fill the holes of each label of a segmentation. Other labels in a hole stay. A pixel in holes of several
        components gets the value of the one with the smallest bounding box, which is the innermost one.

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
    if not per_value:
        return _native.fill_holes(image, connectivity)
    components = _native.label_values(image, connectivity)
    if components.ndim == 1:
        raise ValueError("image must have 2 or 3 dimensions, found 1")
    table = _native.regions(components, ["label", "area", "area_bbox", "bbox"])
    bounds = np.array([table[f"bbox-{side}"] for side in range(2 * image.ndim)])
    lower, upper = bounds[: image.ndim], bounds[image.ndim :]
    has_holes = (table["area"] < table["area_bbox"]) & (upper - lower > 2).all(axis=0)
    rows = np.flatnonzero(has_holes)
    filled = image.copy(order="K")
    for row in rows[np.argsort(table["area_bbox"][rows], kind="stable")]:
        box = tuple(map(slice, lower[:, row], upper[:, row]))
        component = components[box] == table["label"][row]
        holes = _native.fill_holes(component, connectivity) & (filled[box] == 0)
        filled[box][holes] = image[box][component][0]
    return filled


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
