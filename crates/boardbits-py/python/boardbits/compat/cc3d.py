"""The functions of `cc3d`, with the same arguments and results.

The components are those of cc3d, numbered in the order of memory: that of their first voxels in an array in the order of
C or Fortran.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import Any

import numpy as np

from .. import _boardbits
from .. import find_objects as _find_objects
from .. import keep as _keep
from .. import label as _label
from .._boardbits import regions as _regions
from . import _array, _names

__all__ = [
    "DimensionError",
    "color_connectivity_graph",
    "connected_components",
    "connected_components_stack",
    "contacts",
    "dust",
    "each",
    "estimate_provisional_labels",
    "largest_k",
    "region_graph",
    "statistics",
    "voxel_connectivity_graph",
]

__getattr__ = _names(__name__, "cc3d", __all__)


class DimensionError(Exception):
    """The array has the wrong number of dimensions."""


# The steps along x, y and z that the bits of a graph stand for, the lowest bit first.
_PLANE = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)]
_CORNERS = [(1, 1, 0), (-1, 1, 0), (1, -1, 0), (-1, -1, 0)]
_FACES = [*_PLANE, (0, 0, 1), (0, 0, -1)]
_EDGES = [*_FACES, *_CORNERS]
_EDGES += [step for z in (1, -1) for step in [(1, 0, z), (-1, 0, z), (0, 1, z), (0, -1, z)]]
_ALL = [*_EDGES, *((x, y, z) for z in (1, -1) for y in (1, -1) for x in (1, -1))]
_STEPS = {4: _PLANE, 8: [*_PLANE, *_CORNERS], 6: _FACES, 18: _EDGES, 26: _ALL}


def connected_components(
    data: Any,
    max_labels: int = -1,
    connectivity: int = 26,
    return_N: bool = False,
    delta: float = 0,
    out_dtype: Any = None,
    out_file: Any = None,
    periodic_boundary: bool = False,
    binary_image: bool = False,
) -> Any:
    """Labels the components of an array of one to three dimensions, like `cc3d.connected_components`.

    `max_labels` is ignored, as by cc3d. `delta` and `periodic_boundary` take more time and memory.

    >>> import numpy as np
    >>> from boardbits.compat.cc3d import connected_components
    >>> connected_components(np.array([[7, 0], [0, 7]]), connectivity=4)
    array([[1, 0],
           [0, 2]], dtype=uint16)
    """
    if out_file is not None:
        raise NotImplementedError("out_file is not supported")
    image, restored = _image("data", data, float)
    connectivity = _connectivity(image, connectivity)
    if out_dtype is not None and np.dtype(out_dtype) not in (np.uint16, np.uint32, np.uint64):
        raise ValueError(f"out_dtype must be uint16, uint32 or uint64, found {np.dtype(out_dtype)}")
    delta = delta if image.dtype.kind == "f" else int(delta)
    if periodic_boundary and connectivity not in (4, 6, 8):
        raise ValueError(f"periodic_boundary is not yet implemented for {connectivity}-connectivity.")
    if periodic_boundary and delta:
        raise ValueError("periodic_boundary is not yet implemented continuous data.")
    if delta and image.dtype == np.float16:
        raise TypeError("float16 is not supported for continuous images (delta != 0).")
    binary = binary_image or image.dtype == bool
    if (delta or periodic_boundary) and not binary:
        steps = [step for step in _STEPS[connectivity] if step[::-1] < (0, 0, 0)]
        graph = _graph(image, steps, delta, periodic_boundary)
        labels, found = _components_of(graph, steps, image != 0, periodic_boundary)
        labels = labels.astype(_smallest(found, out_dtype))
    elif periodic_boundary:
        labels, found = _label(
            image != 0, connectivity, dtype=np.uint32, return_num=True, periodic=(True,) * image.ndim
        )
        labels = labels.astype(_smallest(found, out_dtype))
    else:
        labels, found = _boardbits.label_counted(
            _integers(image, binary), connectivity, binary=binary, dtype=out_dtype
        )
    return (restored(labels), found) if return_N else restored(labels)


def _smallest(found: int, wanted: Any) -> Any:
    """The type for this number of labels."""
    if wanted is None:
        return np.uint16 if found < 2**16 else np.uint32
    if found > np.iinfo(wanted).max:
        raise ValueError(f"out_dtype must have a label for each of {found} components, found {wanted}")
    return wanted


def connected_components_stack(
    stacked_images: Iterable[Any],
    connectivity: int = 26,
    return_N: bool = False,
    binary_image: bool = False,
) -> Any:
    """Labels volumes that follow each other along the last axis, like `cc3d.connected_components_stack`.

    The result is an array, which is made at once. `boardbits.dask` labels images that are larger than memory.
    """
    if connectivity not in (6, 26):
        raise ValueError(f"Connectivity must be 6 or 26. Got: {connectivity}")
    image = np.concatenate([_array("stacked_images", image) for image in stacked_images], axis=2)
    return connected_components(
        image, connectivity=connectivity, return_N=return_N, binary_image=binary_image
    )


def estimate_provisional_labels(data: Any) -> Any:
    """Raises `NotImplementedError`: there are no provisional labels."""
    raise NotImplementedError("estimate_provisional_labels is not supported")


def voxel_connectivity_graph(data: Any, connectivity: int = 26) -> np.ndarray:
    """Returns a bit for each neighbor with the same value, like `cc3d.voxel_connectivity_graph`.

    >>> import numpy as np
    >>> from boardbits.compat.cc3d import voxel_connectivity_graph
    >>> voxel_connectivity_graph(np.array([[7, 7], [0, 7]]), connectivity=4)
    array([[14, 15],
           [ 9,  7]], dtype=uint8)
    """
    image = _array("data", data)
    if image.ndim not in (1, 2, 3):
        raise DimensionError(f"Only 1D, 2D, and 3D arrays supported. Got: {image.ndim}")
    _connectivity(image, connectivity)
    # The bits of a connectivity of volumes are those of a volume in an image, too.
    steps = _STEPS[connectivity]
    volume = image.reshape(image.shape + (1,) * (3 - image.ndim))
    graph = _graph(volume, [step[::-1] for step in steps], 0, False, outside=True)
    return graph.astype(np.uint8 if len(steps) <= 8 else np.uint32).reshape(image.shape)


def color_connectivity_graph(vcg: Any, connectivity: int = 26, return_N: bool = False) -> Any:
    """Labels the components of a graph on voxels, like `cc3d.color_connectivity_graph`.

    A voxel is connected to an earlier neighbor if it has the bit for it.
    """
    graph = _array("vcg", vcg)
    if graph.ndim not in (2, 3):
        raise DimensionError(f"Only 2D, and 3D arrays supported. Got: {graph.ndim}")
    if graph.dtype not in (np.uint8, np.uint32):
        raise ValueError(f"Only uint8 and uint32 are supported. Got: {graph.dtype}")
    connectivity = _connectivity(graph, connectivity)
    if connectivity > 8 and graph.dtype != np.uint32:
        raise ValueError(f"Only uint32 is supported for 18 and 26 connected. Got: {graph.dtype}")
    steps = _STEPS[connectivity]
    if connectivity == 8 and graph.dtype == np.uint32:
        # The bits of a volume.
        steps = _EDGES[:10]
    volume = graph.reshape(graph.shape + (1,) * (3 - graph.ndim)).T
    labels, found = _components_of(volume, steps, np.ones(volume.shape, bool), False)
    labels = labels.T.reshape(graph.shape)
    return (labels, found) if return_N else labels


def _graph(
    image: np.ndarray, steps: Sequence[tuple[int, ...]], delta: float, periodic: bool, outside: bool = False
) -> np.ndarray:
    """A bit for each neighbor whose value differs by at most `delta`, or that is outside."""
    graph = np.zeros(image.shape, np.uint32)
    for number, step in enumerate(steps):
        step = step[::-1][-image.ndim :]
        other = np.roll(image, [-side for side in step], range(image.ndim))
        if image.dtype == bool or not delta:
            same = image == other
        else:
            low, high = np.minimum(image, other), np.maximum(image, other)
            unsigned = f"u{image.dtype.itemsize}"
            difference = high - low
            same = (difference.view(unsigned) if image.dtype.kind == "i" else difference) <= delta
        for axis, side in enumerate(step):
            edge = [slice(None)] * image.ndim
            edge[axis] = slice(-1, None) if side > 0 else slice(0, 1)
            if side and not periodic:
                same[tuple(edge)] = outside
        graph |= same.astype(np.uint32) << number
    return graph


def _components_of(
    graph: np.ndarray, steps: Sequence[tuple[int, ...]], is_set: np.ndarray, periodic: bool
) -> tuple[np.ndarray, int]:
    """The labels of a graph whose last axis is x."""
    shape = (1,) * (3 - graph.ndim) + graph.shape
    # cc3d takes the bits of both directions as equal, too.
    directions = [
        (1 << number, list(step[::-1])) for number, step in enumerate(steps) if step[::-1] < (0, 0, 0)
    ]
    graph = np.ascontiguousarray(graph, np.uint32).reshape(shape)
    is_set = np.ascontiguousarray(is_set).reshape(shape)
    labels, found = _boardbits.label_graph(graph, is_set, directions, periodic)
    return labels.reshape(shape[3 - graph.ndim :]), found


def statistics(out_labels: Any, no_slice_conversion: bool = False) -> dict[str, Any]:
    """Returns count, box and centroid of each label from 0, like `cc3d.statistics`.

    >>> import numpy as np
    >>> from boardbits.compat.cc3d import statistics
    >>> statistics(np.array([[1, 1, 0]]))["voxel_counts"]
    array([1, 2], dtype=uint32)
    """
    labels = _array("out_labels", out_labels)
    labels = labels.view(np.uint8) if labels.dtype == bool else labels
    labels = labels[:, None] if labels.ndim == 1 else labels
    if labels.size == 0:
        return {"voxel_counts": None, "bounding_boxes": None, "centroids": None}
    least, most = int(labels.min()), int(labels.max())
    if least < 0 or most > labels.size:
        raise ValueError(f"labels must be 0 to the number of voxels, found {least} to {most}")
    # The order of memory takes less time.
    ordered = labels.T if labels.flags.fnc else labels
    table = _regions(ordered, ["label", "num_pixels", "bbox", "centroid"], background=True)
    rows, axes = table["label"], range(labels.ndim)
    counts = np.zeros(most + 1, np.uint32)
    counts[rows] = table["num_pixels"]
    centroids = np.full((most + 1, labels.ndim), np.nan)
    side = np.uint16 if max(labels.shape) < 2**16 else np.uint32
    boxes = np.zeros((most + 1, 2 * labels.ndim), side)
    boxes[:, ::2] = np.iinfo(side).max
    for axis, place in zip(axes, reversed(axes) if labels.flags.fnc else axes):
        centroids[rows, axis] = table[f"centroid-{place}"]
        boxes[rows, 2 * axis] = table[f"bbox-{place}"]
        boxes[rows, 2 * axis + 1] = table[f"bbox-{labels.ndim + place}"] - 1
    result: dict[str, Any] = {"voxel_counts": counts, "bounding_boxes": boxes, "centroids": centroids}
    if not no_slice_conversion:
        ends = (boxes[:, 1::2].astype(np.int64) + 1).T.tolist()
        sides = zip(*(map(slice, first, end) for first, end in zip(boxes[:, ::2].T.tolist(), ends)))
        result["bounding_boxes"] = [box if n else None for box, n in zip(sides, counts.tolist())]
    return result


class _Each:
    def __init__(self, labels: np.ndarray, binary: bool) -> None:
        self.labels, self.binary = labels, binary
        self.boxes = [(label, box) for label, box in enumerate(_find_objects(labels), 1) if box]

    def __len__(self) -> int:
        return len(self.boxes)

    def __iter__(self) -> Iterator[tuple[int, np.ndarray]]:
        for label, box in self.boxes:
            image = np.zeros_like(self.labels, bool if self.binary else None)
            image[box] = (self.labels[box] == label) * image.dtype.type(1 if self.binary else label)
            yield label, image


def each(labels: Any, binary: bool = False, in_place: bool = False) -> Any:
    """Iterates over the labels and an image of each, like `cc3d.each`. Each image is a new one.

    >>> import numpy as np
    >>> from boardbits.compat.cc3d import each
    >>> [(label, image.tolist()) for label, image in each(np.array([[1, 0, 2]]))]
    [(1, [[1, 0, 0]]), (2, [[0, 0, 2]])]
    """
    return _Each(_array("labels", labels), binary)


def dust(
    img: Any,
    threshold: Any,
    connectivity: int = 26,
    in_place: bool = False,
    binary_image: bool = False,
    precomputed_ccl: bool = False,
    invert: bool = False,
    return_N: bool = False,
) -> Any:
    """Removes components of fewer than `threshold` pixels, or outside a range of sizes, like `cc3d.dust`.

    >>> import numpy as np
    >>> from boardbits.compat.cc3d import dust
    >>> dust(np.array([[7, 7, 0, 2]]), 2)
    array([[7, 7, 0, 0]])
    """
    image, _ = _image("img", img, float, copied=False)
    is_range = isinstance(threshold, (tuple, list))
    if is_range or binary_image or precomputed_ccl or invert or return_N or image.dtype.kind == "f":
        labels, found = _components(image, connectivity, binary_image, precomputed_ccl)
        sizes = _sizes(labels, found)
        low, high = threshold if is_range else (threshold, np.inf)
        kept = ((low <= sizes) & (sizes < high)) != invert
        kept[0] = False
        result, number = np.where(kept[labels], image, image.dtype.type(0)), int(kept[1:].sum())
    else:
        least = max(0, ceil(threshold))
        rows = image if image.ndim > 1 else image[None]
        result = _keep(rows, _connectivity(rows, connectivity), min_size=least).reshape(image.shape)
        number = 0
    if in_place:
        img[...] = result
        result = img
    return (result, number) if return_N else result


def _sizes(labels: np.ndarray, found: int) -> np.ndarray:
    """The number of pixels of each label up to the last one, with 0 for the background."""
    table = _regions(labels.ravel(order="K"), ("label", "area"))
    sizes = np.zeros(found + 1, np.int64)
    sizes[table["label"]] = table["area"]
    return sizes


def largest_k(
    img: Any,
    k: int,
    connectivity: int = 26,
    delta: float = 0,
    return_N: bool = False,
    binary_image: bool = False,
    precomputed_ccl: bool = False,
) -> Any:
    """Labels the `k` largest components, the largest one last, like `cc3d.largest_k`.

    As in cc3d, the result is boolean if one of several components is kept, and the labels of all if there are at most `k`.
    Numbers and type are those of cc3d without the package fastremap, which changes them.

    >>> import numpy as np
    >>> from boardbits.compat.cc3d import largest_k
    >>> largest_k(np.array([[7, 7, 7, 0, 2, 0, 5, 5]]), 2)
    array([[2, 2, 2, 0, 0, 0, 1, 1]], dtype=uint16)
    """
    if k < 0:
        raise ValueError(f"k must be at least 0, found {k}")
    image, _ = _image("img", img, float, copied=False)
    if k == 0:
        return np.zeros_like(image, np.uint16)
    if not (precomputed_ccl or delta):
        rows = image if image.ndim > 1 else image[None]
        binary = binary_image or image.dtype == bool
        labels, found = _boardbits.label_counted(
            _integers(rows, binary), _connectivity(rows, connectivity), binary=binary, largest=k
        )
        labels = labels.reshape(image.shape)
        return (labels, found) if return_N else labels
    labels, found = _components(image, connectivity, binary_image, precomputed_ccl, delta)
    if found > k:
        sizes = _sizes(labels, found)[1:]
        kept = np.argsort(sizes[::-1], kind="stable")[-k:]
        numbers = np.zeros(found + 1, labels.dtype)
        numbers[found - kept] = np.arange(1, k + 1)
        labels, found = numbers[labels], k
        labels = labels != 0 if k == 1 else labels
    return (labels, found) if return_N else labels


def contacts(
    labels: Any,
    connectivity: int = 26,
    surface_area: bool = True,
    anisotropy: Any = (1, 1, 1),
) -> dict[tuple[int, int], float]:
    """Returns the pairs of labels that touch and the area of their contact, like `cc3d.contacts`.

    >>> import numpy as np
    >>> from boardbits.compat.cc3d import contacts
    >>> contacts(np.array([[[1, 1, 3], [1, 2, 2]]]), connectivity=6)
    {(1, 2): 2.0, (1, 3): 1.0, (2, 3): 1.0}
    """
    image, _ = _image("labels", labels, int, copied=False)
    image = image if image.ndim > 1 else image[:, None]
    # Pixels have no thickness with the connectivities of images.
    sides = [*anisotropy, 1, 1][: 2 if connectivity in (4, 8) else 3] + [1]
    connectivity = _connectivity(image, connectivity)
    if surface_area and all(side == 1 for side in sides):
        image = image.view(np.uint8) if image.dtype == bool else image
        return _boardbits.contact_areas(image, connectivity)
    found: dict[tuple[int, int], float] = {}
    for step in _STEPS[connectivity][::2]:
        first = [slice(max(0, -d), min(n, n - d)) for d, n in zip(step, image.shape)]
        second = [slice(max(0, d), min(n, n + d)) for d, n in zip(step, image.shape)]
        both = np.stack([image[tuple(first)].ravel(), image[tuple(second)].ravel()])
        both = np.sort(both[:, (both[0] != both[1]) & (both != 0).all(axis=0)], axis=0)
        area = 1.0
        if surface_area:
            others = [side for side, moved in zip(sides, step) if not moved]
            area = others[0] * others[1] if len(others) == 2 else 0.0
        known, counts = np.unique(both, axis=1, return_counts=True)
        for a, b, number in zip(*known.tolist(), counts.tolist()):
            found[a, b] = found.get((a, b), 0.0) + area * number
    return found


def region_graph(labels: Any, connectivity: int = 26) -> set[tuple[int, int]]:
    """Returns the pairs of labels that touch, like `cc3d.region_graph`."""
    return set(contacts(labels, connectivity))


def _image(name: str, value: Any, kind: type, copied: bool = True) -> Any:
    """The array in the order of its memory, and a function that undoes this. Without `copied`, as it is."""
    if hasattr(value, "cpu"):
        raise NotImplementedError(f"{name} must be a NumPy array, found {type(value)}")
    image = _array(name, value)
    if image.ndim not in (1, 2, 3):
        raise DimensionError(f"Only 1D, 2D, and 3D arrays supported. Got: {image.ndim}")
    if image.dtype.kind not in ("biuf" if kind is float else "biu"):
        raise TypeError(f"{name} must be boolean or of numbers, found {image.dtype}")
    if not image.dtype.isnative:
        image = image.astype(image.dtype.newbyteorder("="))
    if not copied:
        return image, None
    shape, is_reversed = image.shape, image.flags.fnc
    image = image.T if is_reversed else image
    restored = lambda labels: (labels.T if is_reversed else labels).reshape(shape)
    return image if image.ndim > 1 else image[None], restored


def _integers(image: np.ndarray, binary: bool) -> np.ndarray:
    """Integers that are equal where the values are, or those that are not 0 where a `binary` image is not."""
    if binary and image.dtype.itemsize > 1:
        return image != 0
    if image.dtype.kind != "f":
        return image
    if np.isnan(image).any():
        raise NotImplementedError("data must have no NaN")
    # Without a sign of 0.
    return (image + image.dtype.type(0)).view(f"u{image.dtype.itemsize}")


def _connectivity(image: np.ndarray, connectivity: int) -> int:
    """The connectivity of an image, which can be given as that of a volume."""
    if image.ndim == 3 and connectivity not in (6, 18, 26) or connectivity not in (4, 8, 6, 18, 26):
        raise ValueError(f"Only 4, 8 and 6, 18, 26 connectivities are supported. Got: {connectivity}")
    return {6: 4, 18: 8, 26: 8}.get(connectivity, connectivity) if image.ndim < 3 else connectivity


def _components(
    image: np.ndarray, connectivity: int, binary_image: bool, precomputed_ccl: bool, delta: float = 0
) -> tuple[np.ndarray, int]:
    if precomputed_ccl:
        image = image.view(np.uint8) if image.dtype == bool else image
        return image, int(image.max(initial=0))
    return connected_components(
        image, connectivity=connectivity, return_N=True, binary_image=binary_image, delta=delta
    )
