"""The functions for images, volumes and labels.

Each checks what only Python can have (lists, names of properties), and calls the native module.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NoReturn, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _boardbits
from ._results import Contacts

_Labels = NDArray[np.integer[Any]]
_Table = dict[str, NDArray[Any]]
_Slices = tuple["slice[int, int, None]", ...]

# The default of `components` and `measure`.
_PROPERTIES = ("label", "area", "bbox", "centroid")


def _array(value: ArrayLike) -> NDArray[Any]:
    """An argument as an array. The native module refuses masks and types."""
    return value if isinstance(value, np.ndarray) else np.asarray(value)


def _indexed(array: NDArray[Any]) -> NDArray[Any]:
    """A volume in Fortran order as one in C order, whose raster order is that of its indices."""
    # NumPy's copy takes less time than packing strided bytes, and drops masks, which are refused later.
    is_reversed = array.ndim == 3 and array.flags.fnc and not isinstance(array, np.ma.MaskedArray)
    return np.ascontiguousarray(array) if is_reversed else array


def _in_memory_order(order: str, out: Any = None) -> bool:
    if order not in ("C", "K"):
        raise ValueError(f"order must be 'C' or 'K', found {order!r}")
    if order == "K" and out is not None:
        raise ValueError("order='K' needs a new array: out has the order of C")
    return order == "K"


@overload
def label(
    image: ArrayLike,
    connectivity: int | None = None,
    *,
    threshold: float | None = None,
    dtype: DTypeLike | Literal["smallest"] | None = None,
    order: Literal["C", "K"] = "C",
    out: _Labels | None = None,
    return_num: Literal[False] = False,
    threads: int = 1,
    periodic: Sequence[bool] | None = None,
    by_size: bool = False,
) -> _Labels: ...
@overload
def label(
    image: ArrayLike,
    connectivity: int | None = None,
    *,
    threshold: float | None = None,
    dtype: DTypeLike | Literal["smallest"] | None = None,
    order: Literal["C", "K"] = "C",
    out: _Labels | None = None,
    return_num: Literal[True],
    threads: int = 1,
    periodic: Sequence[bool] | None = None,
    by_size: bool = False,
) -> tuple[_Labels, int]: ...
def label(
    image: ArrayLike,
    connectivity: int | None = None,
    *,
    threshold: float | None = None,
    dtype: DTypeLike | Literal["smallest"] | None = None,
    order: Literal["C", "K"] = "C",
    out: _Labels | None = None,
    return_num: bool = False,
    threads: int = 1,
    periodic: Sequence[bool] | None = None,
    by_size: bool = False,
) -> _Labels | tuple[_Labels, int]:
    """Labels the connected components of a mask: an image, a volume or one row.

    Parameters
    ----------
    image : array_like of bool, integers or floats, one to three dimensions
        Pixels that are not 0 are set; with `threshold`, those of at least its value. Integers of 16
        bits or more must have one value beside 0, because others are labels or gray values more
        often than a mask.
    connectivity : int, optional
        Of images, 4: pixels touch by an edge; 8, the default: by an edge or a corner. Of volumes, 6:
        voxels touch by a face; 18: by a face or an edge; 26, the default: by a face, an edge or a
        corner. scikit-image's 1 to 3 mean the same. SciPy's default is 1.
    threshold : float, optional
        The least value of a set pixel. The comparison is exact for numbers of any size.
    dtype : uint16, uint32, int32, int64, uint64 or 'smallest', optional
        The type of the labels, int32 by default. ``'smallest'`` is uint16 or uint32, the smaller one
        that has a label for each component which an image of this shape can have.
    order : 'C' or 'K'
        'C': components are numbered in raster order, as the array is indexed. 'K': those of a volume
        in Fortran order are numbered in the order of its memory, which takes less time, and the labels
        are in Fortran order too.
    out : ndarray, optional
        Where the labels are written: an array of the same shape, C-contiguous and aligned. Its type
        is that of the labels.
    return_num : bool
        Also return the number of components.
    threads : int
        The most threads; 0: one for each core. The labels do not depend on it, and small images use
        one.
    periodic : sequence of bool, optional
        For each axis, whether the first and the last pixel on it touch. One thread is used.
    by_size : bool
        Number the components by descending size, and those of equal sizes in their order. One thread
        is used, and no axis can be periodic.

    Returns
    -------
    labels : ndarray of int32, or of `dtype`, of the shape of `image`
        0 for pixels that are not set, and from 1 for each component in the order of its first pixel.
    number : int
        The number of components, only with `return_num`.

    Raises
    ------
    TypeError
        If `image` is masked or not of numbers.
    ValueError
        If integers have several values, or if the dtype has too few labels: no label ever wraps.

    See Also
    --------
    label_values : labels pixels of equal values.
    measure : measures labels.

    Examples
    --------
    >>> import numpy as np
    >>> import boardbits
    >>> image = np.array([[1, 0, 1], [0, 1, 0]], dtype=bool)
    >>> boardbits.label(image, connectivity=4)
    array([[1, 0, 2],
           [0, 3, 0]], dtype=int32)
    >>> labels, number = boardbits.label(image, return_num=True)
    >>> number
    1
    """
    if out is None and dtype is None:
        dtype = np.int32
    elif isinstance(dtype, str) and dtype == "smallest":
        dtype = None
    if by_size and periodic is not None and any(periodic):
        raise ValueError(f"by_size needs an image without periodic axes, found {periodic}")
    image, in_memory_order = _array(image), _in_memory_order(order, out)
    labels, number = _boardbits.label(
        image if in_memory_order else _indexed(image),
        connectivity,
        threshold,
        dtype,
        in_memory_order,
        out,
        threads,
        periodic,
        by_size,
    )
    return (labels, number) if return_num else labels


@overload
def label_values(
    image: ArrayLike,
    connectivity: int | None = None,
    *,
    dtype: DTypeLike | None = None,
    order: Literal["C", "K"] = "C",
    return_num: Literal[False] = False,
    by_size: bool = False,
) -> _Labels: ...
@overload
def label_values(
    image: ArrayLike,
    connectivity: int | None = None,
    *,
    dtype: DTypeLike | None = None,
    order: Literal["C", "K"] = "C",
    return_num: Literal[True],
    by_size: bool = False,
) -> tuple[_Labels, int]: ...
def label_values(
    image: ArrayLike,
    connectivity: int | None = None,
    *,
    dtype: DTypeLike | None = None,
    order: Literal["C", "K"] = "C",
    return_num: bool = False,
    by_size: bool = False,
) -> _Labels | tuple[_Labels, int]:
    """Labels the components of an array of integers: pixels of the same value are connected.

    Parameters
    ----------
    image : array_like of integers, one to three dimensions
        Pixels of value 0 are background.
    connectivity, order, return_num, by_size
        As in `label`.
    dtype : uint16, uint32, int32, int64 or uint64, optional
        The type of the labels, int32 by default.

    Returns
    -------
    labels : ndarray of int32, or of `dtype`, of the shape of `image`
        0 for background, and from 1 for each component in the order of its first pixel.
    number : int
        The number of components, only with `return_num`.

    Raises
    ------
    ValueError
        If the dtype has too few labels: no label ever wraps.

    Examples
    --------
    >>> import numpy as np
    >>> import boardbits
    >>> image = np.array([[7, 7, 0], [2, 7, 2], [2, 2, 2]])
    >>> boardbits.label_values(image, connectivity=4)
    array([[1, 1, 0],
           [2, 1, 2],
           [2, 2, 2]], dtype=int32)
    """
    image = _array(image)
    image = image if _in_memory_order(order) else _indexed(image)
    labels, number = _boardbits.label_counted(
        image, connectivity, dtype=np.int32 if dtype is None else dtype, by_size=by_size
    )
    return (labels, number) if return_num else labels


def count(
    image: ArrayLike, connectivity: int | None = None, *, threshold: float | None = None
) -> int:
    """Counts the connected components of a mask.

    Parameters
    ----------
    image, connectivity, threshold
        As in `label`.

    Returns
    -------
    int
        The number of components.

    Examples
    --------
    >>> import numpy as np
    >>> import boardbits
    >>> boardbits.count(np.eye(3)), boardbits.count(np.eye(3), 4)
    (1, 3)
    """
    return _boardbits.count(_array(image), connectivity, threshold)


def components(
    image: ArrayLike,
    connectivity: int | None = None,
    properties: Iterable[str] = _PROPERTIES,
    *,
    threshold: float | None = None,
    order: Literal["C", "K"] = "C",
    spacing: float | Sequence[float] | None = None,
) -> _Table:
    """Measures the connected components of a mask in one pass, without labels.

    Parameters
    ----------
    image, connectivity, threshold, order
        As in `label`, in two or three dimensions.
    properties : str or iterable of str
        Names of properties, which are those of ``skimage.measure.regionprops_table``:
        ``label``, ``area``, ``num_pixels``, ``bbox`` (half-open: ``bbox-0`` … ``bbox-3``),
        ``area_bbox``, ``extent``, ``centroid`` (``centroid-0`` is the row), ``centroid_local``,
        ``equivalent_diameter_area``, ``orientation``, ``axis_major_length``, ``axis_minor_length``,
        ``eccentricity``, ``inertia_tensor``, ``inertia_tensor_eigvals``, ``euler_number``, and
        ``num_holes``, which scikit-image lacks. Pixels of holes are connected by the other
        connectivity. Volumes have three axes (``bbox-0`` … ``bbox-5``), and no ``orientation``,
        ``eccentricity``, ``euler_number`` and ``num_holes``.
    spacing : float or one for each axis, optional
        The sides of a pixel or voxel, 1 by default.

    Returns
    -------
    dict of str to ndarray
        A row for each component in the order of the labels of `label`, ready for
        ``pandas.DataFrame``. Areas (volumes of voxels), centroids and lengths are in the unit of
        `spacing`, boxes and ``num_pixels`` in pixels, angles in radians.

    See Also
    --------
    measure : measures labels, also with intensities.

    Examples
    --------
    >>> import numpy as np
    >>> import boardbits
    >>> image = np.array([[1, 1, 0], [0, 0, 0], [0, 0, 1]], dtype=bool)
    >>> boardbits.components(image, properties=["area", "centroid"])
    {'area': array([2., 1.]), 'centroid-0': array([0., 2.]), 'centroid-1': array([0.5, 2. ])}
    """
    if isinstance(connectivity, Iterable):
        raise TypeError(f"connectivity must be an integer, found {connectivity!r}: write properties={connectivity!r}")
    image, names, in_memory_order = _array(image), _names(properties), _in_memory_order(order)
    try:
        return _boardbits.components(
            image if in_memory_order else _indexed(image),
            connectivity,
            names,
            threshold=threshold,
            in_memory_order=in_memory_order,
            spacing=spacing,
        )
    except ValueError as error:
        _explain(error, names)


def measure(
    labels: ArrayLike,
    intensities: ArrayLike | None = None,
    properties: Iterable[str] = _PROPERTIES,
    *,
    background: bool = False,
    spacing: float | Sequence[float] | None = None,
) -> _Table:
    """Measures the pixels of each label of a segmentation, connected or not.

    The order of the arguments is that of ``skimage.measure.regionprops_table``.

    Parameters
    ----------
    labels : array_like of integers, one to three dimensions
        Labels greater than 0 are measured.
    intensities : array_like of numbers, optional
        An image of the same shape, or one with a further axis for channels, whose numbers are at the
        end of the names (``intensity_mean-0``).
    properties : str or iterable of str
        Those of `components`, for volumes ``euler_number`` too, and ``area_filled`` (with the holes);
        for images ``perimeter`` and ``perimeter_crofton``; with `intensities` ``intensity_mean``,
        ``intensity_min``, ``intensity_max``, ``intensity_std``, ``intensity_sum``,
        ``centroid_weighted`` and ``centroid_weighted_local``. Pixels touch by corners too. Arrays of
        one dimension have no ``orientation``, ``eccentricity``, inertia and axis lengths.
    background : bool
        Also return a row for label 0, whose Euler number and perimeters are 0.
    spacing : float or one for each axis, optional
        The sides of a pixel or voxel, 1 by default.

    Returns
    -------
    dict of str to ndarray
        A row for each label in ascending order, ready for ``pandas.DataFrame``. Areas (volumes of
        voxels), centroids, lengths and perimeters are in the unit of `spacing`, boxes and
        ``num_pixels`` in pixels, angles in radians.

    Raises
    ------
    ValueError
        If a property is unknown or needs intensities.

    See Also
    --------
    components : measures the components of a mask.

    Examples
    --------
    >>> import numpy as np
    >>> import boardbits
    >>> labels = np.array([[1, 1, 0], [0, 0, 3]])
    >>> boardbits.measure(labels, [[5, 6, 7], [8, 9, 1]], ["label", "intensity_mean"])
    {'label': array([1, 3]), 'intensity_mean': array([5.5, 1. ])}
    >>> voxels = np.ones((2, 3, 4), int)
    >>> boardbits.measure(voxels, properties=["area", "centroid"], spacing=(2.5, 1, 1))["area"]
    array([60.])
    """
    if intensities is not None:
        intensities = _array(intensities)
        if intensities.dtype.kind == "U":
            names = intensities.tolist()
            raise TypeError(f"intensities must be an array of numbers, found {names}: write properties={names}")
    names = _names(properties)
    try:
        return _boardbits.regions(
            _array(labels), names, intensities, background=background, spacing=spacing
        )
    except ValueError as error:
        _explain(error, names)


def _names(properties: Iterable[str]) -> list[str]:
    if isinstance(properties, str):
        return [properties]
    if not isinstance(properties, np.ndarray) and isinstance(properties, Iterable):
        names = list(properties)
        if all(isinstance(name, str) for name in names):
            return names
    raise TypeError(
        f"properties must be names of properties, found {type(properties)}: measure takes an image as intensities"
    )


# Names that others use, or have used, and ours.
_OTHER_NAMES = {
    "volume": "area",
    "size": "area",
    "voxel_count": "num_pixels",
    "filled_area": "area_filled",
    "convex_area": "area_filled",
    "bbox_area": "area_bbox",
    "bounding_box": "bbox",
    "center_of_mass": "centroid",
    "local_centroid": "centroid_local",
    "weighted_centroid": "centroid_weighted",
    "weighted_local_centroid": "centroid_weighted_local",
    "equivalent_diameter": "equivalent_diameter_area",
    "diameter": "equivalent_diameter_area",
    "major_axis_length": "axis_major_length",
    "minor_axis_length": "axis_minor_length",
    "euler": "euler_number",
    "mean": "intensity_mean",
    "mean_intensity": "intensity_mean",
    "min_intensity": "intensity_min",
    "max_intensity": "intensity_max",
    "std": "intensity_std",
    "sum": "intensity_sum",
}


def _explain(error: ValueError, names: list[str]) -> NoReturn:
    """Raises the error again, with a guess what an unknown property means."""
    message = str(error)
    for name in names:
        start, _, known = message.partition(f"unknown property '{name}' in properties; the properties")
        if not known or start:
            continue
        listed, other = known.split(" are ", 1)[-1].split(", "), _OTHER_NAMES.get(name, "")
        if other in listed or "intensity" in other or "weighted" in other:
            guess = [other]
        else:
            guess = difflib.get_close_matches(name, listed, 1)
        if guess:
            needed = "" if guess[0] in listed else ", which needs intensities"
            reason = f"unknown property '{name}' in properties: did you mean '{guess[0]}'{needed}?"
            raise ValueError(f"{reason} The properties{known}") from None
    raise error from None


def find_objects(labels: ArrayLike, max_label: int = 0) -> list[_Slices | None]:
    """Finds the bounding box of each label, like ``scipy.ndimage.find_objects``.

    Parameters
    ----------
    labels : array_like of integers, one to three dimensions
        Labels below 1 are background.
    max_label : int
        The last label of the list, at most 2²⁶; 0 for the largest of the array.

    Returns
    -------
    list of tuple of slice, or None
        An entry for each label from 1: ``labels[boxes[0]]`` is the part around the pixels of label 1.
        The entry of a label that no pixel has is None.

    Examples
    --------
    >>> import numpy as np
    >>> import boardbits
    >>> boardbits.find_objects(np.array([[0, 1, 1], [3, 1, 0]]))
    [(slice(0, 2, None), slice(1, 3, None)), None, (slice(1, 2, None), slice(0, 1, None))]
    """
    return _boardbits.find_objects(_array(labels), max_label)


def keep(
    image: ArrayLike,
    connectivity: int | None = None,
    *,
    min_size: int = 0,
    max_size: int | None = None,
    largest: int | None = None,
    border: bool | None = None,
    per_value: bool = False,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """Keeps some components of a mask or of the labels of a segmentation, and clears the others.

    Pixels of a component have the same value. A component is kept if it meets all conditions.

    Parameters
    ----------
    image : array_like of bool or integers, two or three dimensions
        Pixels of value 0 are background.
    connectivity : int, optional
        As in `label`.
    min_size, max_size : int, optional
        The fewest and the most pixels of a component.
    largest : int, optional
        The number of the largest components to keep, of those that meet the other conditions. Of
        equal sizes, the first ones in raster order are kept, for a volume in Fortran order those in
        the order of its memory.
    border : bool, optional
        True: only components that touch the border of the image; False: only those that do not. All
        voxels of a volume of one plane are on its border.
    per_value : bool
        `largest` is the number for each value of `image`. Sizes are those of components.
    out : ndarray, optional
        Where the result is written: an array of the same shape and type, which can be `image`.

    Returns
    -------
    ndarray of the shape and type of `image`
        The pixels of the components that are kept; all others are 0.

    Examples
    --------
    >>> import numpy as np
    >>> import boardbits
    >>> image = np.array([[7, 7, 0, 2], [0, 0, 7, 2], [0, 0, 0, 2]])
    >>> boardbits.keep(image, 4, min_size=2)
    array([[7, 7, 0, 2],
           [0, 0, 0, 2],
           [0, 0, 0, 2]])
    >>> boardbits.keep(image, 4, largest=1)
    array([[0, 0, 0, 2],
           [0, 0, 0, 2],
           [0, 0, 0, 2]])
    """
    if isinstance(connectivity, (int, np.integer)) and connectivity > 26:
        # The size is the second argument of scikit-image and cc3d.
        raise ValueError(f"connectivity must be at most 26, found {connectivity}: write min_size={connectivity}")
    if per_value and largest is None:
        raise ValueError("per_value is for largest, which is not given")
    return _boardbits.keep(
        _array(image),
        connectivity,
        min_size=min_size,
        max_size=max_size,
        largest=largest,
        border=border,
        per_value=per_value,
        out=out,
    )


@overload
def fill_holes(
    image: ArrayLike,
    connectivity: int | None = None,
    *,
    per_value: Literal[False] = False,
    max_size: int | None = None,
) -> NDArray[np.bool_]: ...
@overload
def fill_holes(
    image: ArrayLike,
    connectivity: int | None = None,
    *,
    per_value: Literal[True],
    max_size: int | None = None,
) -> _Labels: ...
def fill_holes(
    image: ArrayLike,
    connectivity: int | None = None,
    *,
    per_value: bool = False,
    max_size: int | None = None,
) -> NDArray[Any]:
    """Fills the holes of a mask or of each label, or the cavities of a volume.

    Parameters
    ----------
    image : array_like of bool or numbers, two or three dimensions
        A mask as in `label`; with `per_value` the labels of a segmentation.
    connectivity : int, optional
        That of set pixels, as in `label`. Holes are connected by edges and corners with 4, by edges
        only with 8, by faces, edges and corners with 6, and by faces only with 18 and 26.
    per_value : bool
        Fill the holes of each label; negative values fill nothing. Other labels in a hole stay. A pixel
        in holes of several components gets the value of the innermost one. Other labels in a hole are
        connected as in `label`: where one crosses a ring at a corner, the ring is open.
    max_size : int, optional
        The most pixels of a hole that is filled. With `per_value`, other labels in a hole count, too.

    Returns
    -------
    ndarray of bool, or of the type of `image` with `per_value`
        The set pixels and those of their holes: of components of other pixels that do not touch the
        border. With `per_value`, `image` with pixels of value 0 in a hole replaced by the label.

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
    try:
        return _boardbits.fill_holes(_array(image), connectivity, per_value, max_size)
    except ValueError as error:
        if "several values" in str(error):
            raise ValueError(f"{error}; per_value=True fills the holes of each label") from None
        raise


def contacts(labels: ArrayLike, connectivity: int | None = None) -> Contacts:
    """Finds the labels that touch.

    Parameters
    ----------
    labels : array_like of integers, two or three dimensions
        Label 0 touches nothing.
    connectivity : int, optional
        As in `label`.

    Returns
    -------
    Contacts
        ``pairs``, an array of labels, count × 2, the smaller one first, in ascending order, and
        ``faces``, an array of uint64 with the number of faces that both have in common (edges in
        images). It is 0 if they touch at edges or corners only. `boardbits.compat.cc3d.contacts` has
        areas instead, for voxels with sides of any length.

    Examples
    --------
    >>> import numpy as np
    >>> import boardbits
    >>> touching = boardbits.contacts(np.array([[1, 1, 3], [1, 2, 2]]), 4)
    >>> dict(zip(map(tuple, touching.pairs.tolist()), touching.faces.tolist()))
    {(1, 2): 2, (1, 3): 1, (2, 3): 1}
    """
    return Contacts(*_boardbits.contacts(_array(labels), connectivity))
