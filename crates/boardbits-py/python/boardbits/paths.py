"""Shortest paths and tours on grids: arrays whose true elements are free cells.

Cells are pairs (row, column), as NumPy indexes them, in space triples (plane, row, column).

>>> import numpy as np
>>> from boardbits import paths
>>> paths.distances(np.ones((2, 4), bool), (0, 0), "orthogonal")
array([[0, 1, 2, 3],
       [1, 2, 3, 4]], dtype=int32)
"""

from __future__ import annotations

import time
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays
from ._boardbits import paths as _native
from ._results import Path

__all__ = [
    "Path",
    "cheapest_path",
    "cost_distances",
    "count_paths",
    "count_tours",
    "distances",
    "find_tour",
    "next_steps",
    "shortest_path",
]

_Steps = Literal["orthogonal", "king", "one-corner-cut", "no-corner-cut", "knight"]
_SpaceSteps = Literal["orthogonal", "edges", "king", "no-edge-cut", "no-corner-cut"]


def _kind(steps: Any, names: Any = _Steps, of: str = "") -> int:
    """The place of a kind of steps among its names."""
    kinds = get_args(names)
    if isinstance(steps, str) and steps in kinds:
        return kinds.index(steps)
    # Connectivities of images, as other packages number them.
    guess = {1: "orthogonal", 4: "orthogonal", 2: "king", 8: "king"}.get(steps) if isinstance(steps, int) else None
    raise (ValueError if isinstance(steps, str) else TypeError)(
        f"steps{of} must be {', '.join(map(repr, kinds[:-1]))} or {kinds[-1]!r}, found {steps!r}"
        + (f": did you mean {guess!r}?" if guess else "")
    )


def _grid(free: ArrayLike, heights: ArrayLike | None = None, agent: tuple[int, int] | None = None) -> _native.Map:
    wanted = "1 where a cell is free and 0 elsewhere (cost_distances and cheapest_path take costs)"
    cells = _arrays.cells("free", free, np.uint8, 0, 1, wanted, None, 2)
    if heights is not None:
        _arrays.refuse_mask("heights", heights)
        heights = np.require(heights, np.float64, ["A"])
        if heights.shape != cells.shape:
            wanted_shape, found = list(cells.shape), list(heights.shape)
            raise ValueError(f"heights must have the shape of free, {wanted_shape}, found {found}")
    if agent is not None:
        size = np.asarray(agent)
        if size.shape != (2,) or size.dtype.kind not in "iu" or not size.min() > 0:
            raise ValueError(f"agent must be positive numbers of rows and columns, found {agent!r}")
        agent = (int(size[0]), int(size[1]))
    return _native.Map.free(cells, heights, agent)


def _points(name: str, cells: ArrayLike, grid: _native.Map) -> NDArray[np.int64]:
    return _arrays.points(name, cells, grid.shape())


def _point(name: str, cell: ArrayLike, grid: _native.Map, of: str = "") -> NDArray[np.int64]:
    points = _points(name, cell, grid)
    if len(points) != 1:
        raise ValueError(f"{name} must be one pair (row, column){of}, found {len(points)} cells")
    return points


def _in_space(
    free: ArrayLike,
    start: ArrayLike,
    steps: Any,
    octile: bool,
    nearest: bool,
    heights: ArrayLike | None,
    agent: tuple[int, int] | None,
    timeout: float | None,
) -> tuple[_native.SpaceField, NDArray[np.uint8]]:
    """A search in a volume, and its free cells."""
    if octile or nearest or heights is not None or agent is not None:
        raise ValueError("octile, nearest, heights and agent are for grids of 2 dimensions, found 3")
    kind = _kind(steps, _SpaceSteps, " in space")
    cells = _arrays.cells("free", free, np.uint8, 0, 1, "1 where a cell is free and 0 elsewhere", None, 3)
    return _native.SpaceField.search(cells, _ends("start", start, cells), kind, timeout), cells


def _ends(name: str, cells: ArrayLike, volume: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The cells where paths begin or end. One must be free, if there are any."""
    ends = _arrays.points(name, cells, volume.shape)
    if len(ends) > 0 and not volume[tuple(ends.T)].any():
        plane, row, column = ends[0]
        raise ValueError(f"{name}: plane {plane}, row {row}, column {column} is not free")
    return ends


def distances(
    free: ArrayLike,
    start: ArrayLike,
    steps: _Steps | _SpaceSteps = "king",
    *,
    octile: bool = False,
    heights: ArrayLike | None = None,
    agent: tuple[int, int] | None = None,
    timeout: float | None = None,
) -> NDArray[Any]:
    """Computes the length of a shortest path from the nearest start to every cell.

    Parameters
    ----------
    free : array_like of bool, or of integers 0 and 1, height × width
        The cells of paths, here also depth × height × width. Starts that are not free are ignored; if
        there are starts, but none is free, a `ValueError` is raised.
    start : (row, column), array_like of pairs, or boolean array like `free`
        Where paths begin. In space, cells are (plane, row, column).
    steps : 'orthogonal', 'king', 'one-corner-cut', 'no-corner-cut' or 'knight'
        To the 4 cells across an edge; to all 8 around; to these, but across a corner only if at least
        one or both cells beside it are free; or by a knight's leap.

        In space 'orthogonal', 'edges' or 'king', to the 6, 18 or 26 cells across a face, an edge or a
        corner; or 'no-edge-cut' or 'no-corner-cut', to 18 or 26, but across an edge or a corner only
        if all other cells at it are free.
    octile : bool
        Diagonal steps are √2 long, not 1. Lengths are compared exactly and rounded once. Not in space.
    heights : array_like of numbers like `free`, optional
        A step leads at most 1 up, or any way down; so must both steps by way of a cell beside a corner
        for this cell to count as free. A knight's leap leads to any height. For other limits, divide:
        ``heights / 0.4``. Not in space.
    agent : (rows, columns), optional
        The size of an agent that is larger than a cell and moves where all its cells are free. It is
        where its top left cell is. Not in space.
    timeout : float, optional
        Seconds.

    Returns
    -------
    ndarray of int32, or of float64 with `octile`, of the shape of `free`
        Cells that cannot be reached have -1, with `octile` inf.

    Raises
    ------
    TimeoutError
        After `timeout` seconds. Its attribute `partial` has all distances up to some length.

    Examples
    --------
    >>> import numpy as np
    >>> from boardbits import paths
    >>> free = np.array([[1, 1, 0, 1], [1, 0, 0, 1], [1, 1, 1, 1]], dtype=bool)
    >>> paths.distances(free, (0, 0))
    array([[ 0,  1, -1,  5],
           [ 1, -1, -1,  4],
           [ 2,  2,  3,  4]], dtype=int32)
    >>> paths.distances(free, (0, 0), "no-corner-cut", octile=True)
    array([[ 0.,  1., inf,  7.],
           [ 1., inf, inf,  6.],
           [ 2.,  3.,  4.,  5.]])
    >>> paths.distances(free, (0, 0), heights=[[0, 1, 2, 3], [0, 0, 0, 5], [2, 1, 2, 4]])
    array([[ 0,  1, -1, -1],
           [ 1, -1, -1, -1],
           [ 3,  2,  3, -1]], dtype=int32)
    >>> paths.distances(np.ones((2, 2, 3), bool), (0, 0, 0), "orthogonal")
    array([[[0, 1, 2],
            [1, 2, 3]],
    <BLANKLINE>
           [[1, 2, 3],
            [2, 3, 4]]], dtype=int32)
    """
    if np.ndim(free) == 3:
        return _in_space(free, start, steps, octile, False, heights, agent, timeout)[0].distances()
    kind, grid = _kind(steps), _grid(free, heights, agent)
    return grid.search("start", _points("start", start, grid), kind, octile, timeout).distances()


def next_steps(
    free: ArrayLike,
    goal: ArrayLike,
    steps: _Steps = "king",
    *,
    octile: bool = False,
    heights: ArrayLike | None = None,
    agent: tuple[int, int] | None = None,
    timeout: float | None = None,
) -> NDArray[np.int8]:
    """Computes the next step of a shortest path to the nearest goal from every cell.

    Of several steps, one across an edge is taken.

    Parameters
    ----------
    free, steps, octile, heights, agent, timeout
        As in `distances`, in the plane.
    goal : (row, column), array_like of pairs, or boolean array like `free`
        Where paths end.

    Returns
    -------
    ndarray of int8, height × width × 2
        The steps in rows and columns. They are (0, 0) at goals and in cells from which no goal can be
        reached; `distances` tells them apart.

    Raises
    ------
    TimeoutError
        After `timeout` seconds. Its attribute `partial` has the distances that are known, not steps.

    Examples
    --------
    >>> import numpy as np
    >>> from boardbits import paths
    >>> free = np.array([[1, 1, 1], [1, 0, 1]], dtype=bool)
    >>> steps = paths.next_steps(free, (1, 2), "orthogonal")
    >>> cell = np.array([1, 0])
    >>> while steps[tuple(cell)].any():
    ...     cell += steps[tuple(cell)]
    ...     print(cell)
    [0 0]
    [0 1]
    [0 2]
    [1 2]
    """
    kind, grid = _kind(steps), _grid(free, heights, agent)
    return grid.search("goal", _points("goal", goal, grid), kind, octile, timeout).next_steps()


def shortest_path(
    free: ArrayLike,
    start: ArrayLike,
    goal: ArrayLike,
    steps: _Steps | _SpaceSteps = "king",
    *,
    octile: bool = False,
    nearest: bool = False,
    heights: ArrayLike | None = None,
    agent: tuple[int, int] | None = None,
    timeout: float | None = None,
) -> Path | None:
    """Finds a shortest path from the nearest start to a goal.

    Of equally short ones, it is the one with the fewest diagonal steps, then the fewest turns, then
    the nearest to the straight line. With `octile` or in space, it is any of them.

    Parameters
    ----------
    free, start, steps, heights, agent, timeout
        As in `distances`.
    goal : (row, column), array_like of pairs, or boolean array like `free`
        Where paths end.
    octile : bool
        Diagonal steps are √2 long. There is one start and one goal, and A* is used. Not in space.
    nearest : bool
        The path leads to the cell that can be reached and is nearest to `goal`, one cell, in a
        straight line; of several, to the one with the shortest path, then to the first in raster
        order. Not in space.

    Returns
    -------
    Path or None
        ``length``, the number of steps, an int (a float with `octile`), and ``cells``, an array of
        int64, count × 2, from start to goal, in space count × 3. None if no goal can be reached.

    Raises
    ------
    TimeoutError
        After `timeout` seconds. Its attribute `partial` is a lower bound of the length, or the
        distances that are known while the nearest cell is searched, and in space.

    Examples
    --------
    >>> import numpy as np
    >>> from boardbits import paths
    >>> path = paths.shortest_path(np.array([[1, 0, 1], [1, 1, 1]], dtype=bool), (0, 0), (0, 2))
    >>> path.length, path.cells.tolist()
    (2, [[0, 0], [1, 1], [0, 2]])
    >>> length, cells = paths.shortest_path(np.ones((3, 4), bool), (0, 0), (2, 3), octile=True)
    >>> round(length, 6)
    3.828427
    >>> paths.shortest_path(np.ones((2, 2, 3), bool), (0, 0, 0), (1, 1, 2), "king").cells.tolist()
    [[0, 0, 0], [1, 1, 1], [1, 1, 2]]
    """
    if np.ndim(free) == 3:
        field, volume = _in_space(free, start, steps, octile, nearest, heights, agent, timeout)
        path = field.path_to(_ends("goal", goal, volume))
        return None if path is None else Path(*path)
    kind, grid, begin = _kind(steps), _grid(free, heights, agent), time.monotonic()
    of = " with octile" if octile else " with nearest"
    from_ = _point("start", start, grid, of) if octile else _points("start", start, grid)
    to = _point("goal", goal, grid, of) if octile or nearest else _points("goal", goal, grid)
    if nearest:
        to = grid.search("start", from_, kind, octile, timeout).nearest_to(to)
        timeout = None if timeout is None else max(timeout - (time.monotonic() - begin), 0)
    found = grid.shortest_path(from_, to, kind, octile, timeout)
    return None if found is None else Path(*found)


def count_paths(
    free: ArrayLike,
    start: ArrayLike,
    goal: ArrayLike,
    steps: _Steps = "king",
    *,
    heights: ArrayLike | None = None,
    agent: tuple[int, int] | None = None,
    timeout: float | None = None,
) -> int:
    """Counts the shortest paths from a start to the nearest goal.

    Parameters
    ----------
    free, start, goal, steps, heights, agent, timeout
        As in `shortest_path`, in the plane.

    Returns
    -------
    int
        An int of any size; 0 if there is no path.

    Raises
    ------
    TimeoutError
        After `timeout` seconds. Its attribute `partial` is a lower bound.

    Examples
    --------
    >>> import numpy as np
    >>> from boardbits import paths
    >>> paths.count_paths(np.ones((100, 100), bool), (0, 0), (99, 99), "orthogonal")
    22750883079422934966181954039568885395604168260154104734000
    """
    kind, grid = _kind(steps), _grid(free, heights, agent)
    return grid.count_paths(_points("start", start, grid), _points("goal", goal, grid), kind, timeout)


def cost_distances(
    costs: ArrayLike,
    start: ArrayLike,
    steps: _Steps = "king",
    *,
    octile: bool = False,
    timeout: float | None = None,
) -> NDArray[Any]:
    """Computes the cost of a cheapest path from the nearest start to every cell.

    A step costs what the cell costs that it enters.

    Parameters
    ----------
    costs : array_like of whole numbers, height × width
        Costs from 1 to 65535; 0 or inf for cells that are not free. Scale and round other costs:
        ``np.rint(costs * 100)``.
    start, timeout
        As in `distances`, in the plane.
    steps : 'orthogonal', 'king', 'one-corner-cut' or 'no-corner-cut', or 'knight' without `octile`
        As in `distances`.
    octile : bool
        A diagonal step costs √2 times as much.

    Returns
    -------
    ndarray of int64, or of float64 with `octile`, height × width
        Cells that cannot be reached have -1, with `octile` inf.

    Raises
    ------
    TimeoutError
        After `timeout` seconds. Its attribute `partial` has the costs that are known.

    Examples
    --------
    >>> import numpy as np
    >>> from boardbits import paths
    >>> paths.cost_distances(np.array([[1, 9, 1], [1, np.inf, 1]]), (1, 0))
    array([[ 1,  9, 10],
           [ 0, -1, 10]])
    """
    kind, grid = _kind(steps), _costs(costs)
    return grid.search("start", _points("start", start, grid), kind, octile, timeout).distances()


def cheapest_path(
    costs: ArrayLike,
    start: ArrayLike,
    goal: ArrayLike,
    steps: _Steps = "king",
    *,
    octile: bool = False,
    nearest: bool = False,
    timeout: float | None = None,
) -> Path | None:
    """Finds a cheapest path from the nearest start to a goal.

    A step costs what the cell costs that it enters: the start costs nothing, and a diagonal step no
    more than others without `octile`. These are the costs of
    ``skimage.graph.route_through_array(…, geometric=False)`` less that of the start.

    Parameters
    ----------
    costs, start, steps, octile, timeout
        As in `cost_distances`.
    goal : (row, column)
        Where the path ends. If it is not free, a `ValueError` is raised.
    nearest : bool
        The path leads to the cell that can be reached and is nearest to `goal` in a straight line; of
        several, to the one with the cheapest path, then to the first in raster order.

    Returns
    -------
    Path or None
        ``length``, the cost, an int (a float with `octile`), and ``cells``, an array of int64,
        count × 2, from start to goal. None if `goal` cannot be reached.

    Raises
    ------
    TimeoutError
        After `timeout` seconds. Its attribute `partial` has the costs that are known.

    Examples
    --------
    >>> import numpy as np
    >>> from boardbits import paths
    >>> cost, cells = paths.cheapest_path(np.array([[1, 9, 1], [1, 2, 1]]), (0, 0), (0, 2))
    >>> cost, cells.tolist()
    (3, [[0, 0], [1, 1], [0, 2]])

    A maze of text, and its path:

    >>> maze = np.array([list(row) for row in ["..#5", "#.9.", "..#.", "...."]])
    >>> costs = np.vectorize({"#": 0, ".": 1, "5": 5, "9": 9}.get)(maze)
    >>> cost, cells = paths.cheapest_path(costs, (0, 0), (0, 3), "orthogonal")
    >>> maze[tuple(cells.T)] = "*"
    >>> print(cost, *map("".join, maze))
    13 **#* #*9* .*#* .***
    """
    kind, grid = _kind(steps), _costs(costs)
    from_, to = _points("start", start, grid), _point("goal", goal, grid)
    if not nearest:
        grid.check_free("goal", to)
    field = grid.search("start", from_, kind, octile, timeout)
    found = field.path_to(field.nearest_to(to) if nearest else to)
    return None if found is None else Path(*found)


def _costs(costs: ArrayLike) -> _native.Map:
    wanted = "from 1 to 65535, 0 where a cell is not free"
    return _native.Map.costs(_arrays.cells("costs", _whole(costs), np.uint16, 0, 65_535, wanted, None, 2))


def _whole(costs: ArrayLike) -> ArrayLike:
    """Costs that are whole numbers and inf as integers. Others are refused later."""
    array = costs if isinstance(costs, np.ndarray) else np.asarray(costs)
    if array.dtype.kind != "f" or isinstance(array, np.ma.MaskedArray):
        return costs
    with np.errstate(invalid="ignore"):
        whole = np.where(np.isposinf(array), 0, array).astype(np.int64)
    wrong = (whole != array) & ~np.isposinf(array)
    if wrong.any():
        at = np.unravel_index(int(wrong.argmax()), wrong.shape)
        advice = "scale and round them, for example np.rint(costs * 100)"
        if not np.isfinite(array[at]):
            advice = "if these cells are not free, write np.where(np.isfinite(costs), costs, 0)"
        raise ValueError(
            f"costs must be whole numbers from 1 to 65535, and 0 or inf where a cell is not free, found {array[at]}: "
            f"{advice}"
        )
    return whole


def find_tour(
    free: ArrayLike,
    steps: _Steps = "knight",
    *,
    closed: bool = False,
    start: ArrayLike | None = None,
    timeout: float | None = None,
) -> NDArray[np.int32] | None:
    """Finds a path through every free cell exactly once, such as a knight's tour.

    Parameters
    ----------
    free, steps
        As in `distances`, in the plane.
    closed : bool
        One more step leads from the last cell to the first.
    start : (row, column), optional
        The first cell.
    timeout : float, optional
        Seconds. Most boards with tours take milliseconds; to prove that there is none can take long.

    Returns
    -------
    ndarray of int32, height × width, or None
        The number of each cell on the tour from 0, and -1 for cells that are not free. None if no
        tour exists.

    Raises
    ------
    TimeoutError
        After `timeout` seconds.

    Examples
    --------
    >>> import numpy as np
    >>> from boardbits import paths
    >>> tour = paths.find_tour(np.ones((8, 8), bool), closed=True)
    >>> sorted(tour.ravel().tolist()) == list(range(64))
    True
    >>> paths.find_tour(np.ones((4, 4), bool)) is None
    True
    """
    kind, grid = _kind(steps), _grid(free)
    tour = grid.find_tour(kind, closed, None if start is None else _point("start", start, grid), timeout)
    if tour is None:
        return None
    order = np.full(grid.shape(), -1, np.int32)
    order[tuple(tour.T)] = np.arange(len(tour))
    return order


def count_tours(
    free: ArrayLike,
    steps: _Steps = "knight",
    *,
    closed: bool = False,
    start: ArrayLike | None = None,
    timeout: float | None = None,
) -> int:
    """Counts the paths through every free cell exactly once.

    Parameters
    ----------
    free, steps, closed, start, timeout
        As in `find_tour`.

    Returns
    -------
    int
        Open tours count in both directions, closed tours in one.

    Raises
    ------
    ValueError
        If the board is too wide to count.
    TimeoutError
        After `timeout` seconds.

    Examples
    --------
    >>> import numpy as np
    >>> from boardbits import paths
    >>> paths.count_tours(np.ones((6, 6), bool), closed=True)
    9862
    """
    kind, grid = _kind(steps), _grid(free)
    return grid.count_tours(kind, closed, None if start is None else _point("start", start, grid), timeout)
