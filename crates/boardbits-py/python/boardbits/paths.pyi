from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "cheapest_path",
    "cost_distances",
    "count_paths",
    "count_tours",
    "distances",
    "find_tour",
    "next_steps",
    "octile_distances",
    "octile_path",
    "shortest_path",
]

_Grid = NDArray[np.bool_] | NDArray[np.integer[Any]] | Sequence[Sequence[int]]
_Steps = Literal["orthogonal", "king", "one-corner-cut", "no-corner-cut", "knight"]

def distances(
    free: _Grid, start: ArrayLike, steps: _Steps = "king", *, timeout: float | None = None
) -> NDArray[np.int32]: ...
def next_steps(
    free: _Grid,
    goal: ArrayLike,
    steps: _Steps = "king",
    *,
    octile: bool = False,
    timeout: float | None = None,
) -> NDArray[np.int8]: ...
def shortest_path(
    free: _Grid,
    start: ArrayLike,
    goal: ArrayLike,
    steps: _Steps = "king",
    *,
    nearest: bool = False,
    timeout: float | None = None,
) -> NDArray[np.int64] | None: ...
def count_paths(
    free: _Grid,
    start: ArrayLike,
    goal: ArrayLike,
    steps: _Steps = "king",
    *,
    timeout: float | None = None,
) -> int: ...
def octile_distances(
    free: _Grid,
    start: ArrayLike,
    *,
    corner_cutting: bool = False,
    timeout: float | None = None,
) -> NDArray[np.float64]: ...
def octile_path(
    free: _Grid,
    start: ArrayLike,
    goal: ArrayLike,
    *,
    corner_cutting: bool = False,
    nearest: bool = False,
    timeout: float | None = None,
) -> tuple[float, NDArray[np.int64]] | None: ...
def cost_distances(
    costs: _Grid,
    start: ArrayLike,
    steps: _Steps = "king",
    *,
    octile: bool = False,
    timeout: float | None = None,
) -> NDArray[np.int64] | NDArray[np.float64]: ...
def cheapest_path(
    costs: _Grid,
    start: ArrayLike,
    goal: ArrayLike,
    steps: _Steps = "king",
    *,
    octile: bool = False,
    nearest: bool = False,
    timeout: float | None = None,
) -> tuple[float, NDArray[np.int64]] | None: ...
def find_tour(
    free: _Grid,
    steps: _Steps = "knight",
    *,
    closed: bool = False,
    start: ArrayLike | None = None,
    timeout: float | None = None,
) -> NDArray[np.int32] | None: ...
def count_tours(
    free: _Grid,
    steps: _Steps = "knight",
    *,
    closed: bool = False,
    start: ArrayLike | None = None,
    timeout: float | None = None,
) -> int: ...
