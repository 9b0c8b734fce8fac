"""`label` and `regionprops_table` with the arguments and results of those of `skimage.measure`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from .. import label as _label
from .. import label_values as _label_values
from .._boardbits import regions as _regions
from . import _array, _names

__all__ = ["label", "regionprops_table"]

__getattr__ = _names(__name__, "skimage.measure", __all__)


def label(
    label_image: Any,
    background: int | None = None,
    return_num: bool = False,
    connectivity: int | None = None,
) -> Any:
    """Labels the components of an image of two or three dimensions, like `skimage.measure.label`.

    `connectivity` is a number from 1 (by faces) to that of the dimensions (also by corners, the default). The image is boolean
    or of numbers, whose integral parts are compared; pixels of the same value are connected.

    >>> import numpy as np
    >>> from boardbits.compat.skimage_measure import label
    >>> label(np.array([[7, 0], [0, 7]]), connectivity=1)
    array([[1, 0],
           [0, 2]])
    """
    image = _array("label_image", label_image)
    if image.ndim not in (2, 3):
        raise NotImplementedError(f"label_image must have 2 or 3 dimensions, found {image.ndim}")
    if connectivity is None:
        connectivity = image.ndim
    if connectivity not in range(1, image.ndim + 1):
        raise ValueError(
            f"Connectivity for {image.ndim}D image should be in [1, ..., {image.ndim}]. "
            f"Got {connectivity}."
        )
    # The numbers are those of raster order.
    image = np.ascontiguousarray(image)
    if image.dtype == bool:
        is_set = ~image if background == 1 else image
        labels, found = _label(is_set, connectivity, dtype=np.int32, return_num=True)
        return (labels, found) if return_num else labels
    if image.dtype.kind == "f":
        # As scikit-image does.
        image = image.astype(np.int64)
    if not np.issubdtype(image.dtype, np.integer):
        raise NotImplementedError(f"label_image must be boolean or of numbers, found {image.dtype}")
    if not image.dtype.isnative:
        image = image.astype(image.dtype.newbyteorder("="))
    if background:
        # Only the background becomes 0: differences wrap around.
        values = image.view(f"u{image.dtype.itemsize}")
        # scikit-image compares as int64, so that 2^64 - 1 is -1.
        limits = np.iinfo(image.dtype if image.dtype.itemsize < 8 else np.int64)
        if limits.min <= background <= limits.max:
            image = values - np.array(background, np.int64).astype(values.dtype)
        else:
            # Nothing is background: 0 becomes a value that no pixel has.
            image = _without_zero(values)
    # scikit-image takes the axes of a flat volume in this order.
    is_flat = image.ndim == 3 and image.shape[2] == 1
    image = np.ascontiguousarray(image.swapaxes(0, 2)) if is_flat else image
    labels, found = _label_values(image, connectivity, dtype=np.int64, return_num=True)
    labels = np.ascontiguousarray(labels.swapaxes(0, 2)) if is_flat else labels
    return (labels, found) if return_num else labels


def _without_zero(values: np.ndarray) -> np.ndarray:
    """Numbers that are equal where the values are, and not 0."""
    if values.dtype.itemsize < 8:
        return values.astype(f"u{2 * values.dtype.itemsize}") + 1
    _, numbers = np.unique(values, return_inverse=True)
    return numbers.reshape(values.shape) + 1


# The properties, and their names before version 0.26 of scikit-image.
_PROPERTIES = {
    "area": ["Area"],
    "area_bbox": ["BoundingBoxArea", "bbox_area"],
    "area_filled": ["FilledArea", "filled_area"],
    "axis_major_length": ["MajorAxisLength", "major_axis_length"],
    "axis_minor_length": ["MinorAxisLength", "minor_axis_length"],
    "bbox": ["BoundingBox"],
    "centroid": ["Centroid"],
    "centroid_local": ["LocalCentroid", "local_centroid"],
    "centroid_weighted": ["WeightedCentroid", "weighted_centroid"],
    "centroid_weighted_local": ["WeightedLocalCentroid", "weighted_local_centroid"],
    "eccentricity": ["Eccentricity"],
    "equivalent_diameter_area": ["EquivDiameter", "equivalent_diameter"],
    "euler_number": ["EulerNumber"],
    "extent": ["Extent"],
    "inertia_tensor": ["InertiaTensor"],
    "inertia_tensor_eigvals": ["InertiaTensorEigvals"],
    "intensity_max": ["MaxIntensity", "max_intensity"],
    "intensity_mean": ["MeanIntensity", "mean_intensity"],
    "intensity_min": ["MinIntensity", "min_intensity"],
    "intensity_std": ["std_intensity"],
    "label": ["Label"],
    "num_pixels": [],
    "orientation": ["Orientation"],
    "perimeter": ["Perimeter"],
    "perimeter_crofton": ["CroftonPerimeter"],
}
_SLICES = ("slice", "Slice")
_INTENSITIES = [name for name in _PROPERTIES if "intensity" in name or "weighted" in name]
_NAMES = {old: name for name, before in _PROPERTIES.items() for old in [name, *before]}


def regionprops_table(
    label_image: Any,
    intensity_image: Any = None,
    properties: Iterable[str] = ("label", "bbox"),
    *,
    cache: bool = True,
    separator: str = "-",
    extra_properties: Any = None,
    spacing: Any = None,
) -> dict[str, np.ndarray]:
    """Measures the regions of a label image or volume, like `skimage.measure.regionprops_table`.

    The properties are those of `boardbits.measure`, in images and volumes as in scikit-image. Values differ from those of
    scikit-image by rounding only.

    >>> import numpy as np
    >>> from boardbits.compat.skimage_measure import regionprops_table
    >>> regionprops_table(np.array([[1, 1, 0], [0, 0, 3]]), properties=["label", "area", "centroid"])
    {'label': array([1, 3]), 'area': array([2., 1.]), 'centroid-0': array([0., 1.]), 'centroid-1': array([0.5, 2. ])}
    """
    labels = _array("label_image", label_image)
    if labels.ndim not in (2, 3):
        raise TypeError("Only 2-D and 3-D images supported.")
    if labels.dtype == bool:
        raise TypeError(
            "Non-integer image types are ambiguous: use label to label the connected components of "
            "label_image, or label_image.astype(np.uint8) to interpret the True values as a single label."
        )
    if not np.issubdtype(labels.dtype, np.integer):
        raise TypeError("Non-integer label_image types are ambiguous")
    if extra_properties is not None:
        raise NotImplementedError("extra_properties is not supported")
    sides = np.broadcast_to(1 if spacing is None else spacing, labels.ndim).tolist()
    intensities = None if intensity_image is None else _array("intensity_image", intensity_image)
    if intensities is not None and intensities.dtype.kind not in "biuf":
        raise NotImplementedError("intensity_image must be boolean, of integers or of real numbers")
    # A text is iterated by letters, as by scikit-image.
    names = list(properties)
    for name in names:
        if name not in _NAMES and name not in _SLICES:
            raise NotImplementedError(f"properties: '{name}' is not supported")
    wanted = list(dict.fromkeys("bbox" if name in _SLICES else _NAMES[name] for name in names))
    flat = {"orientation", "eccentricity", "perimeter", "perimeter_crofton"}
    if labels.ndim == 3 and not flat.isdisjoint(wanted):
        property = next(name for name in wanted if name in flat)
        raise NotImplementedError(f"Property {property} is not implemented for 3D images")
    if len(set(sides)) > 1 and not {"perimeter", "perimeter_crofton"}.isdisjoint(wanted):
        raise NotImplementedError("`perimeter` supports isotropic spacings only")
    if intensities is None and (missing := [name for name in wanted if name in _INTENSITIES]):
        raise AttributeError(f"Attribute '{missing[0]}' unavailable when `intensity_image` has not been specified.")
    table = _regions(labels, wanted, intensities, spacing=sides)
    result = {}
    for name in names:
        if name in _SLICES:
            sides = zip(*(table[f"bbox-{side}"].tolist() for side in range(2 * labels.ndim)))
            result[name] = np.empty(len(table["bbox-0"]), object)
            for row, box in enumerate(sides):
                result[name][row] = tuple(map(slice, box[: labels.ndim], box[labels.ndim :]))
            continue
        for column, values in table.items():
            known, *index = column.split("-")
            if known == _NAMES[name]:
                result[separator.join([name, *index])] = values
    return result
