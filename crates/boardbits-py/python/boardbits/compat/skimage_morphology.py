"""`remove_small_objects` and `remove_small_holes` with the arguments and results of those of `skimage.morphology`."""

from __future__ import annotations

import warnings
from math import floor
from typing import Any

import numpy as np

from .. import keep as _keep
from . import _array, _names

__all__ = ["remove_small_holes", "remove_small_objects"]

__getattr__ = _names(__name__, "skimage.morphology", __all__)

_MEANT = "Did you mean to use a boolean array?"


def remove_small_objects(
    ar: Any,
    min_size: float | None = None,
    connectivity: int = 1,
    *,
    max_size: float | None = None,
    out: Any = None,
) -> np.ndarray:
    """Removes components of at most `max_size` pixels, like `skimage.morphology.remove_small_objects`.

    In an image of integers, these are the pixels of a label. By default, `max_size` is 64. The old
    parameter `min_size` means the same, as it does since scikit-image 0.26.0.

    >>> import numpy as np
    >>> from boardbits.compat.skimage_morphology import remove_small_objects
    >>> remove_small_objects(np.array([[True, True, False, True]]), max_size=1)
    array([[ True,  True, False, False]])
    """
    image = _image(ar)
    least = _least("min_size", min_size, max_size)
    if image.dtype == bool:
        kept = _kept(image, connectivity, least)
    elif image.size and image.min() < 0:
        raise ValueError("Negative value labels are not supported.")
    else:
        labels, index = image, image
        if image.size and int(image.max()) > 2 * image.size + 2**16:
            # `bincount` takes memory for each number up to the largest.
            labels, index = np.unique(image, return_inverse=True)
        sizes = np.bincount(index.ravel())
        if len(sizes) == 2 and 0 not in (min_size, max_size) and labels is image:
            warnings.warn(f"Only one label was provided to `remove_small_objects`. {_MEANT}", stacklevel=2)
        if labels is image or labels[0] == 0:
            sizes[:1] = 0
        kept = np.where((sizes >= least)[index.reshape(image.shape)], image, 0).astype(image.dtype, copy=False)
    if out is None:
        return kept
    out[:] = kept
    return out


def remove_small_holes(
    ar: Any,
    area_threshold: float | None = None,
    connectivity: int = 1,
    *,
    max_size: float | None = None,
    out: Any = None,
) -> np.ndarray:
    """Fills holes of at most `max_size` pixels, like `skimage.morphology.remove_small_holes`.

    The old parameter `area_threshold` means the same, as it does since scikit-image 0.26.0.

    >>> import numpy as np
    >>> from boardbits.compat.skimage_morphology import remove_small_holes
    >>> remove_small_holes(np.array([[True, False, True, False, False]]), max_size=1)
    array([[ True,  True,  True, False, False]])
    """
    image = _image(ar)
    if image.dtype != bool:
        message = f"Any labeled images will be returned as a boolean array. {_MEANT}"
        warnings.warn(message, stacklevel=2)
    if out is not None and out.dtype != bool:
        raise TypeError("out dtype must be bool")
    least = _least("area_threshold", area_threshold, max_size)
    return np.logical_not(_kept(image == 0, connectivity, least), out=out)


def _image(ar: Any) -> np.ndarray:
    image = _array("ar", ar)
    if image.dtype.kind not in "biu":
        raise TypeError(f"Only bool or integer image types are supported. Got {image.dtype}.")
    return image


def _least(name: str, value: float | None, max_size: float | None) -> int:
    """The fewest pixels of a component that is kept. The old parameter `name` means `max_size`."""
    if value is not None:
        warnings.warn(f"Parameter `{name}` is deprecated: use `max_size`", FutureWarning, stacklevel=3)
        if max_size is not None:
            raise ValueError(f"`{name}` must not be given with `max_size`, to avoid conflicting values")
        max_size = value
    return floor(64 if max_size is None else max_size) + 1


def _kept(image: np.ndarray, connectivity: int, least: int) -> np.ndarray:
    if not 1 <= image.ndim <= 3:
        raise NotImplementedError(f"ar must have 1, 2 or 3 dimensions, found {image.ndim}")
    rows = image if image.ndim > 1 else image[None]
    # scikit-image accepts numbers that are too large or too small.
    connectivity = min(max(connectivity, 1), image.ndim)
    return _keep(rows, connectivity, min_size=max(least, 0)).reshape(image.shape)
