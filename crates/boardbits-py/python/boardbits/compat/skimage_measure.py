"""`label` with the arguments and results of `skimage.measure.label`."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import label as _label

__all__ = ["label"]


def label(
    label_image: Any,
    background: int | None = None,
    return_num: bool = False,
    connectivity: int | None = None,
) -> Any:
    """Labels the components of an image of two dimensions, like `skimage.measure.label`.

    `connectivity` is 1 (by edges) or 2 (also by corners, the default). The image must be boolean or have at most one value
    besides the background.

    >>> import numpy as np
    >>> from boardbits.compat.skimage_measure import label
    >>> label(np.array([[7, 0], [0, 7]]), connectivity=1)
    array([[1, 0],
           [0, 2]])
    """
    image = np.asarray(label_image)
    if image.ndim != 2:
        raise NotImplementedError(f"label_image must have 2 dimensions, found {image.ndim}")
    if connectivity is None:
        connectivity = 2
    if connectivity not in (1, 2):
        raise ValueError(
            f"Connectivity for 2D image should be in [1, ..., 2]. Got {connectivity}."
        )
    if image.dtype == bool:
        is_set = ~image if background == 1 else image
        labels, found = _label(is_set, connectivity, dtype=np.int32, return_num=True)
        return (labels, found) if return_num else labels
    if not np.issubdtype(image.dtype, np.integer):
        raise NotImplementedError(f"label_image must be boolean or of integers, found {image.dtype}")
    is_set = image != (0 if background is None else background)
    values = image[is_set]
    if values.size and (values != values[0]).any():
        raise NotImplementedError("label_image must have at most one value besides the background")
    labels, found = _label(is_set, connectivity, dtype=np.int64, return_num=True)
    return (labels, found) if return_num else labels
