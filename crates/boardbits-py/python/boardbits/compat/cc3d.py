"""`connected_components`, `dust`, `largest_k` and `contacts` with the arguments and results of those of `cc3d`.

The components are those of cc3d, but numbered in the order of memory.
"""

from __future__ import annotations

from math import ceil
from typing import Any

import numpy as np

from .. import contacts as _contacts
from .. import keep as _keep
from .. import label as _label
from .. import label_values as _label_values
from . import _array

__all__ = ["connected_components", "contacts", "dust", "largest_k"]


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
    """Labels the components of an image or a volume, like `cc3d.connected_components`.

    Images are boolean or of integers; `max_labels` is ignored, as by cc3d.

    >>> import numpy as np
    >>> from boardbits.compat.cc3d import connected_components
    >>> connected_components(np.array([[7, 0], [0, 7]]), connectivity=4)
    array([[1, 0],
           [0, 2]], dtype=uint16)
    """
    for name, value in [
        ("delta", delta),
        ("out_file", out_file),
        ("periodic_boundary", periodic_boundary),
    ]:
        if value:
            raise NotImplementedError(f"{name} is not supported")
    image = _image("data", data)
    connectivity = _connectivity(image, connectivity)
    if binary_image or image.dtype == bool:
        labels, found = _label(image, connectivity, dtype=out_dtype, return_num=True)
    else:
        wanted = np.uint32 if out_dtype is None else out_dtype
        labels, found = _label_values(image, connectivity, dtype=wanted, return_num=True)
        if out_dtype is None and found < 2**16:
            labels = labels.astype(np.uint16)
    return (labels, found) if return_N else labels


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
    image = _image("img", img)
    is_range = isinstance(threshold, (tuple, list))
    if is_range or binary_image or precomputed_ccl or invert or return_N:
        labels, found = _components(image, connectivity, binary_image, precomputed_ccl)
        sizes = np.bincount(labels.ravel(order="K"), minlength=found + 1)
        low, high = threshold if is_range else (threshold, np.inf)
        kept = ((low <= sizes) & (sizes < high)) != invert
        kept[0] = False
        result, number = np.where(kept[labels], image, image.dtype.type(0)), int(kept[1:].sum())
    else:
        least = max(0, ceil(threshold))
        result, number = _keep(image, _connectivity(image, connectivity), min_size=least), 0
    if in_place:
        img[...] = result
        result = img
    return (result, number) if return_N else result


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

    >>> import numpy as np
    >>> from boardbits.compat.cc3d import largest_k
    >>> largest_k(np.array([[7, 7, 7, 0, 2, 0, 5, 5]]), 2)
    array([[2, 2, 2, 0, 0, 0, 1, 1]], dtype=uint16)
    """
    if delta:
        raise NotImplementedError("delta is not supported")
    if k < 0:
        raise ValueError(f"k must be at least 0, found {k}")
    image = _image("img", img)
    if k == 0:
        return np.zeros_like(image, np.uint16)
    labels, found = _components(image, connectivity, binary_image, precomputed_ccl)
    if found > k:
        sizes = np.bincount(labels.ravel(order="K"))[1:]
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
    if not surface_area:
        raise NotImplementedError("surface_area must be True")
    if any(side != 1 for side in anisotropy):
        raise NotImplementedError("anisotropy must be 1 in each dimension")
    image = _image("labels", labels)
    pairs, faces = _contacts(image, _connectivity(image, connectivity))
    return dict(zip(map(tuple, pairs.tolist()), map(float, faces.tolist())))


def _image(name: str, value: Any) -> np.ndarray:
    image = _array(name, value)
    if image.ndim not in (2, 3):
        raise NotImplementedError(f"{name} must have 2 or 3 dimensions, found {image.ndim}")
    if image.dtype.kind not in "biu":
        raise NotImplementedError(f"{name} must be boolean or of integers, found {image.dtype}")
    return image if image.dtype.isnative else image.astype(image.dtype.newbyteorder("="))


def _connectivity(image: np.ndarray, connectivity: int) -> int:
    """The connectivity of an image, which can be given as that of a volume."""
    return {6: 4, 18: 8, 26: 8}.get(connectivity, connectivity) if image.ndim == 2 else connectivity


def _components(
    image: np.ndarray, connectivity: int, binary_image: bool, precomputed_ccl: bool
) -> tuple[np.ndarray, int]:
    if precomputed_ccl:
        return image, int(image.max(initial=0))
    return connected_components(
        image, connectivity=connectivity, return_N=True, binary_image=binary_image
    )
