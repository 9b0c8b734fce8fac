"""The native module. The modules of the package document what it contains."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import connect4 as connect4
from . import havannah as havannah
from . import polyform as polyform

__version__: str

_Labels = NDArray[np.integer[Any]]
_Table = dict[str, NDArray[Any]]

def label(
    image: NDArray[Any],
    connectivity: int | None,
    threshold: float | None,
    dtype: DTypeLike | None,
    in_memory_order: bool,
    out: _Labels | None,
    threads: int,
    periodic: Sequence[bool] | None,
    by_size: bool,
) -> tuple[_Labels, int]: ...
def label_values(
    image: NDArray[Any],
    connectivity: int | None = None,
    *,
    dtype: DTypeLike | None = None,
    return_num: bool = False,
    by_size: bool = False,
) -> Any: ...
def label_counted(
    image: NDArray[Any],
    connectivity: int,
    *,
    binary: bool,
    dtype: DTypeLike | None = None,
    largest: int | None = None,
) -> tuple[NDArray[Any], int]: ...
def label_graph(
    graph: NDArray[np.uint32],
    set: NDArray[np.bool_],
    directions: Sequence[tuple[int, list[int]]],
    periodic: bool,
) -> tuple[NDArray[np.uint32], int]: ...
def count(image: NDArray[Any], connectivity: int | None, threshold: float | None) -> int: ...
def components(
    image: NDArray[Any],
    connectivity: int | None = None,
    properties: Sequence[str] | None = None,
    *,
    threshold: float | None = None,
    in_memory_order: bool = False,
    spacing: float | Sequence[float] | None = None,
) -> _Table: ...
def regions(
    labels: NDArray[Any],
    properties: Sequence[str] | None = None,
    intensities: NDArray[Any] | None = None,
    *,
    background: bool = False,
    spacing: float | Sequence[float] | None = None,
) -> _Table: ...
def measure_chunk(
    labels: NDArray[Any],
    core: Sequence[int],
    at: Sequence[int],
    properties: Sequence[str],
    intensities: NDArray[Any] | None,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]: ...
def join_chunks(
    chunks: Sequence[Any], axes: int, properties: Sequence[str], intensities: bool
) -> _Table: ...
def find_objects(
    labels: NDArray[Any], max_label: int = 0
) -> list[tuple[slice[int, int, None], ...] | None]: ...
def keep(
    image: NDArray[Any],
    connectivity: int | None = None,
    *,
    min_size: int = 0,
    max_size: int | None = None,
    largest: int | None = None,
    border: bool | None = None,
    per_value: bool = False,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...
def fill_holes(
    image: NDArray[Any],
    connectivity: int | None = None,
    per_value: bool = False,
    max_size: int | None = None,
) -> NDArray[Any]: ...
def contact_areas(labels: NDArray[Any], connectivity: int) -> dict[tuple[int, int], float]: ...
def contacts(
    labels: NDArray[Any], connectivity: int | None = None
) -> tuple[_Labels, NDArray[np.uint64]]: ...

class paths:
    @staticmethod
    def distances(
        free: ArrayLike,
        start: ArrayLike,
        steps: str,
        octile: bool,
        heights: NDArray[np.float64] | None,
        agent: tuple[int, int] | None,
        timeout: float | None,
    ) -> NDArray[Any]: ...
    @staticmethod
    def distances_in_space(
        free: ArrayLike, start: ArrayLike, steps: str, timeout: float | None
    ) -> NDArray[np.int32]: ...
    @staticmethod
    def next_steps(
        free: ArrayLike,
        goal: ArrayLike,
        steps: str,
        octile: bool,
        heights: NDArray[np.float64] | None,
        agent: tuple[int, int] | None,
        timeout: float | None,
    ) -> NDArray[np.int8]: ...
    @staticmethod
    def shortest_path(
        free: ArrayLike,
        start: ArrayLike,
        goal: ArrayLike,
        steps: str,
        octile: bool,
        nearest: bool,
        heights: NDArray[np.float64] | None,
        agent: tuple[int, int] | None,
        timeout: float | None,
    ) -> Any: ...
    @staticmethod
    def count_paths(
        free: ArrayLike,
        start: ArrayLike,
        goal: ArrayLike,
        steps: str,
        heights: NDArray[np.float64] | None,
        agent: tuple[int, int] | None,
        timeout: float | None,
    ) -> int: ...
    @staticmethod
    def cost_distances(
        costs: ArrayLike, start: ArrayLike, steps: str, octile: bool, timeout: float | None
    ) -> NDArray[Any]: ...
    @staticmethod
    def cheapest_path(
        costs: ArrayLike,
        start: ArrayLike,
        goal: ArrayLike,
        steps: str,
        octile: bool,
        nearest: bool,
        timeout: float | None,
    ) -> Any: ...
    @staticmethod
    def find_tour(
        free: ArrayLike, steps: str, closed: bool, start: ArrayLike | None, timeout: float | None
    ) -> NDArray[np.int32] | None: ...
    @staticmethod
    def count_tours(
        free: ArrayLike, steps: str, closed: bool, start: ArrayLike | None, timeout: float | None
    ) -> int: ...

class tiles:
    @staticmethod
    def tile(
        block: NDArray[Any],
        at: Sequence[int],
        shape: Sequence[int],
        connectivity: int,
        threshold: float | None,
        complete: bool,
    ) -> bytes: ...
    @staticmethod
    def is_tile(state: bytes, at: Sequence[int]) -> bool: ...
    @staticmethod
    def join(
        states: Sequence[bytes], axes: int, properties: Sequence[str]
    ) -> tuple[int, list[Any], _Table]: ...
    @staticmethod
    def paint(
        block: NDArray[Any],
        connectivity: int,
        threshold: float | None,
        table: tuple[int, int, NDArray[np.uint32], NDArray[np.uint64]],
    ) -> NDArray[np.int64]: ...
