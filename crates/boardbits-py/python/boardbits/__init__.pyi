from collections.abc import Iterable, Sequence
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import compat as compat
from . import connect4 as connect4
from . import dask as dask
from . import havannah as havannah
from . import paths as paths
from . import polyform as polyform

__all__ = [
    "__version__",
    "components",
    "contacts",
    "count",
    "fill_holes",
    "find_objects",
    "keep",
    "label",
    "label_and_components",
    "label_values",
    "region_graph",
    "regions",
]

__version__: str

_Image = NDArray[np.bool_] | NDArray[np.integer[Any]]

@overload
def label(
    image: _Image,
    connectivity: int | None = None,
    *,
    threshold: int | float | None = None,
    dtype: DTypeLike | None = None,
    out: NDArray[np.integer[Any]] | None = None,
    return_num: Literal[False] = False,
    width: int | None = None,
    stack: bool = False,
    threads: int = 1,
    periodic: Sequence[bool] | None = None,
) -> NDArray[np.integer[Any]]: ...
@overload
def label(
    image: _Image,
    connectivity: int | None = None,
    *,
    threshold: int | float | None = None,
    dtype: DTypeLike | None = None,
    out: NDArray[np.integer[Any]] | None = None,
    return_num: Literal[True],
    width: int | None = None,
    stack: bool = False,
    threads: int = 1,
    periodic: Sequence[bool] | None = None,
) -> tuple[NDArray[np.integer[Any]], Any]: ...
@overload
def label_values(
    image: NDArray[np.integer[Any]],
    connectivity: int | None = None,
    *,
    dtype: DTypeLike | None = None,
    return_num: Literal[False] = False,
) -> NDArray[np.integer[Any]]: ...
@overload
def label_values(
    image: NDArray[np.integer[Any]],
    connectivity: int | None = None,
    *,
    dtype: DTypeLike | None = None,
    return_num: Literal[True],
) -> tuple[NDArray[np.integer[Any]], int]: ...
def count(
    image: _Image,
    connectivity: int | None = None,
    *,
    threshold: int | float | None = None,
    width: int | None = None,
    stack: bool = False,
) -> Any: ...
def components(
    image: _Image,
    connectivity: int | None = None,
    properties: Iterable[str] | None = ("label", "area", "bbox", "centroid"),
    *,
    threshold: int | float | None = None,
    width: int | None = None,
    spacing: float | Iterable[float] | None = None,
) -> dict[str, NDArray[Any]]: ...
def label_and_components(
    image: _Image,
    connectivity: int | None = None,
    properties: Iterable[str] | None = ("label", "area", "bbox", "centroid"),
    *,
    threshold: int | float | None = None,
    dtype: DTypeLike | None = None,
    out: NDArray[np.integer[Any]] | None = None,
    width: int | None = None,
) -> tuple[NDArray[np.integer[Any]], dict[str, NDArray[Any]]]: ...
def find_objects(
    labels: NDArray[np.integer[Any]], max_label: int = 0
) -> list[tuple[slice[int, int, None], ...] | None]: ...
def regions(
    labels: NDArray[np.integer[Any]],
    properties: Iterable[str] | None = ("label", "area", "bbox", "centroid"),
    intensities: NDArray[Any] | None = None,
    *,
    background: bool = False,
    spacing: float | Iterable[float] | None = None,
) -> dict[str, NDArray[Any]]: ...
def keep(
    image: _Image,
    connectivity: int | None = None,
    *,
    min_size: int = 0,
    max_size: int | None = None,
    largest: int | None = None,
    border: bool | None = None,
    per_value: bool = False,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...
@overload
def fill_holes(
    image: _Image,
    connectivity: int | None = None,
    *,
    per_value: Literal[False] = False,
    max_size: int | None = None,
) -> NDArray[np.bool_]: ...
@overload
def fill_holes(
    image: NDArray[np.integer[Any]],
    connectivity: int | None = None,
    *,
    per_value: Literal[True],
    max_size: int | None = None,
) -> NDArray[np.integer[Any]]: ...
def contacts(
    labels: NDArray[np.integer[Any]],
    connectivity: int | None = None,
) -> tuple[NDArray[np.integer[Any]], NDArray[np.uint64]]: ...
def region_graph(
    labels: NDArray[np.integer[Any]],
    connectivity: int | None = None,
) -> dict[int, dict[int, int]]: ...
