"""Paths and tours against SciPy's Dijkstra and plain searches."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.sparse import coo_array
from scipy.sparse.csgraph import dijkstra

from boardbits import paths

ORTHOGONAL = [(-1, 0), (0, -1), (0, 1), (1, 0)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
OFFSETS = {
    "orthogonal": ORTHOGONAL,
    "king": ORTHOGONAL + DIAGONAL,
    "one-corner-cut": ORTHOGONAL + DIAGONAL,
    "no-corner-cut": ORTHOGONAL + DIAGONAL,
    "knight": [(a * s, b * t) for a, b in [(1, 2), (2, 1)] for s in (-1, 1) for t in (-1, 1)],
}
grids = hnp.arrays(
    np.bool_, hnp.array_shapes(min_dims=2, max_dims=2, max_side=12), fill=st.just(True)
)


def neighbors(free, cell, steps):
    """The free cells that one step leads to."""
    inside = lambda y, x: bool(0 <= y < free.shape[0] and 0 <= x < free.shape[1] and free[y, x])
    y, x = cell
    for dy, dx in OFFSETS[steps]:
        needed = {"one-corner-cut": 1, "no-corner-cut": 2}.get(steps, 0) if dy and dx else 0
        if inside(y + dy, x + dx) and inside(y + dy, x) + inside(y, x + dx) >= needed:
            yield y + dy, x + dx


def graph(free, steps, diagonal=1.0):
    """The sparse matrix of lengths of steps."""
    rows, columns, lengths = [], [], []
    for cell in zip(*np.nonzero(free)):
        for other in neighbors(free, cell, steps):
            rows.append(np.ravel_multi_index(cell, free.shape))
            columns.append(np.ravel_multi_index(other, free.shape))
            lengths.append(diagonal if cell[0] != other[0] and cell[1] != other[1] else 1.0)
    return coo_array((lengths, (rows, columns)), shape=(free.size, free.size)).tocsr()


def lengths(free, start, steps, diagonal=1.0):
    """The length of a shortest path to every cell by SciPy; inf without a path."""
    if not free[start]:
        return np.full(free.shape, np.inf)
    found = dijkstra(graph(free, steps, diagonal), indices=np.ravel_multi_index(start, free.shape))
    found = found.reshape(free.shape)
    return np.where(free, found, np.inf)


@settings(deadline=None, max_examples=150)
@given(grids, st.sampled_from(sorted(OFFSETS)), st.data())
def test_distances_and_steps(free, steps, data):
    cell = st.tuples(*(st.integers(0, side - 1) for side in free.shape))
    start, goal = data.draw(cell), data.draw(cell)
    if not (free[start] and free[goal]):
        with pytest.raises(ValueError, match="is not free"):
            paths.shortest_path(free, start, goal, steps)
        return
    expected = lengths(free, start, steps)
    found = paths.distances(free, start, steps)
    assert found.dtype == np.int32
    np.testing.assert_array_equal(np.where(found < 0, np.inf, found), expected)
    # The grid does not change if all are turned around.
    field = paths.next_steps(free, start, steps)
    assert field.dtype == np.int8 and field.shape == (*free.shape, 2)
    for cell in zip(*np.nonzero(np.isfinite(expected))):
        following = tuple(int(at + step) for at, step in zip(cell, field[cell]))
        if expected[cell] == 0:
            assert following == cell
        else:
            assert following in neighbors(free, cell, steps)
            assert expected[following] == expected[cell] - 1
    assert not field[~np.isfinite(expected)].any()
    # One path, and the number of all.
    path = paths.shortest_path(free, start, goal, steps)
    ways = {start: 1} if free[start] else {}
    for length in itertools.count():
        if goal in ways or not ways:
            break
        following = {}
        for cell, number in ways.items():
            for other in neighbors(free, cell, steps):
                if expected[other] == length + 1:
                    following[other] = following.get(other, 0) + number
        ways = following
    assert paths.count_paths(free, start, goal, steps) == ways.get(goal, 0)
    if goal not in ways:
        assert path is None
    else:
        assert path.cells.dtype == np.int64 and len(path.cells) == path.length + 1 == expected[goal] + 1
        cells = list(map(tuple, path.cells.tolist()))
        assert (cells[0], cells[-1]) == (start, goal)
        assert all(b in neighbors(free, a, steps) for a, b in zip(cells, cells[1:]))


@settings(deadline=None, max_examples=100)
@given(grids, st.sampled_from(sorted({*OFFSETS} - {"knight"})), st.data())
def test_octile_lengths(free, steps, data):
    cell = st.tuples(*(st.integers(0, side - 1) for side in free.shape))
    start, goal = data.draw(cell), data.draw(cell)
    if not (free[start] and free[goal]):
        with pytest.raises(ValueError, match="is not free"):
            paths.shortest_path(free, start, goal, steps, octile=True)
        return
    expected = lengths(free, start, steps, np.sqrt(2))
    found = paths.distances(free, start, steps, octile=True)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    answer = paths.shortest_path(free, start, goal, steps, octile=True)
    if np.isinf(expected[goal]):
        assert answer is None
    else:
        length, cells = answer
        assert length == pytest.approx(expected[goal])
        steps_made = np.abs(np.diff(cells, axis=0)).sum(axis=1)
        assert np.where(steps_made == 2, np.sqrt(2), 1).sum() == pytest.approx(length)
        assert tuple(cells[0]) == start and tuple(cells[-1]) == goal


@settings(deadline=None, max_examples=100)
@given(
    hnp.arrays(np.uint8, hnp.array_shapes(min_dims=2, max_dims=2, max_side=9)),
    st.sampled_from(sorted(OFFSETS)),
    st.booleans(),
    st.data(),
)
def test_costs(costs, steps, octile, data):
    free = costs > 0
    if not free.any() or octile and steps == "knight":
        return
    start = tuple(data.draw(st.sampled_from(np.argwhere(free).tolist())))
    # The length of a step into a cell.
    matrix = graph(free, steps, np.sqrt(2) if octile else 1.0).tocoo()
    matrix.data *= costs.ravel()[matrix.col]
    expected = dijkstra(matrix.tocsr(), indices=np.ravel_multi_index(start, free.shape))
    expected = np.where(free, expected.reshape(free.shape), np.inf)
    found = paths.cost_distances(costs.astype(np.int16), start, steps, octile=octile)
    assert found.dtype == (np.float64 if octile else np.int64)
    np.testing.assert_allclose(np.where(found < 0, np.inf, found), expected, rtol=1e-12)
    goal = data.draw(st.tuples(*(st.integers(0, side - 1) for side in free.shape)))
    cost, cells = paths.cheapest_path(costs, start, goal, steps, octile=octile, nearest=True)
    end = tuple(cells[-1].tolist())
    assert tuple(cells[0].tolist()) == start and cost == pytest.approx(expected[end])
    reached = np.argwhere(np.isfinite(expected))
    assert ((reached - goal) ** 2).sum(axis=1).min() == ((cells[-1] - goal) ** 2).sum()


def test_costs_that_are_floats():
    costs = np.array([[1.0, np.inf, 1], [2, 3, 1], [0, 1, 1]])
    integers = np.where(np.isinf(costs), 0, costs).astype(int)
    for dtype in ["f4", "f8"]:
        found = paths.cost_distances(costs.astype(dtype), (0, 0))
        np.testing.assert_array_equal(found, paths.cost_distances(integers, (0, 0)))
    assert paths.cheapest_path(costs.tolist(), (0, 0), (0, 2), "orthogonal").length == 7
    for wrong, shown, advice in [
        (0.5, "0.5", "scale and round"),
        (np.nan, "nan", r"if .* not free, write .*isfinite"),
        (-np.inf, "-inf", r"if .* not free, write .*isfinite"),
    ]:
        with pytest.raises(ValueError, match=rf"costs must be whole .* found {shown}: {advice}"):
            paths.cost_distances([[1, wrong]], (0, 0))
    for wrong in [-1.0, 65536.0]:
        with pytest.raises(ValueError, match=f"from 1 to 65535.* found {wrong:.0f} in row 0, column 1"):
            paths.cost_distances([[1, wrong]], (0, 0))


def test_blocked_goals_and_straight_paths():
    free = np.array([[1, 1, 0, 1]], bool)
    assert paths.shortest_path(free, (0, 0), (0, 3)) is None
    assert paths.shortest_path(free, (0, 0), (0, 3), nearest=True).cells.tolist() == [[0, 0], [0, 1]]
    length, cells = paths.shortest_path(free, (0, 0), (0, 2), octile=True, nearest=True)
    assert (length, len(cells)) == (1.0, 2)
    assert paths.shortest_path(np.ones((11, 11)) > 0, (5, 0), (5, 10)).cells[:, 0].tolist() == [5] * 11
    steps = paths.next_steps(np.ones((3, 5), bool), (1, 4), octile=True)
    assert steps[1, 0].tolist() == [0, 1] and steps[0, 3].tolist() == [1, 1]


@settings(deadline=None, max_examples=200)
@given(grids, st.sampled_from(sorted({*OFFSETS} - {"knight"})), st.data())
def test_the_nearest_cell_with_the_shortest_octile_path(free, steps, data):
    if not free.any():
        return
    start = tuple(data.draw(st.sampled_from(np.argwhere(free).tolist())))
    goal = data.draw(st.tuples(*(st.integers(0, side - 1) for side in free.shape)))
    lengths = paths.distances(free, start, steps, octile=True)
    # The nearest in a straight line, then the shortest path, then the first in raster order.
    reached = [tuple(cell) for cell in np.argwhere(np.isfinite(lengths)).tolist()]
    nearest = min(reached, key=lambda cell: (sum((a - b) ** 2 for a, b in zip(cell, goal)), lengths[cell], cell))
    length, cells = paths.shortest_path(free, start, goal, steps, octile=True, nearest=True)
    assert tuple(cells[-1].tolist()) == nearest and length == lengths[nearest]
    _, cells = paths.cheapest_path(free, start, goal, steps, octile=True, nearest=True)
    assert tuple(cells[-1].tolist()) == nearest


def test_of_equally_near_cells_that_with_the_shorter_path():
    # 3 diagonal steps lead to (3, 3) and 4 straight ones, which are shorter, to (0, 4) or (4, 0).
    free = np.eye(6, dtype=bool)
    free[4:, :], free[0, :5] = False, True
    for free, goal, end in [(free, (2, 5), [0, 4]), (free.T, (5, 2), [4, 0])]:
        length, cells = paths.shortest_path(free, (0, 0), goal, octile=True, nearest=True)
        assert length == 4 and cells[-1].tolist() == end
        cost, cells = paths.cheapest_path(free, (0, 0), goal, octile=True, nearest=True)
        assert cost == 4 and cells[-1].tolist() == end
        # Of king's steps, fewer lead to the other.
        assert paths.shortest_path(free, (0, 0), goal, nearest=True).cells[-1].tolist() == [3, 3]


def test_several_starts():
    free = np.ones((5, 9), bool)
    both = paths.distances(free, [(0, 0), (4, 8)])
    alone = [paths.distances(free, start) for start in [(0, 0), (4, 8)]]
    np.testing.assert_array_equal(both, np.minimum(*alone))
    mask = np.zeros((5, 9), bool)
    mask[0, 0] = mask[4, 8] = True
    np.testing.assert_array_equal(paths.distances(free, mask), both)
    np.testing.assert_array_equal(paths.distances(free, np.array([[0, 0], [4, 8]], np.uint8)), both)
    assert (paths.distances(free, []) == -1).all()


def test_counts_are_ints_of_any_size():
    from math import comb

    free = np.ones((200, 150), bool)
    assert paths.count_paths(free, (0, 0), (199, 149), "orthogonal") == comb(348, 149)


def tours_by_search(free, steps):
    """All paths through every free cell."""
    cells = [tuple(cell) for cell in np.argwhere(free).tolist()]

    def extend(path):
        if len(path) == len(cells):
            yield list(path)
        for other in neighbors(free, path[-1], steps):
            if other not in path:
                yield from extend([*path, other])

    for cell in cells:
        yield from extend([cell])


@settings(deadline=None, max_examples=60)
@given(
    hnp.arrays(np.bool_, st.tuples(st.integers(1, 3), st.integers(1, 4)), fill=st.just(True)),
    st.sampled_from(sorted(OFFSETS)),
    st.booleans(),
)
def test_tours(free, steps, closed):
    if free.sum() < 3:
        return
    found = list(tours_by_search(free, steps))
    if closed:
        # In one direction from the first cell.
        first = tuple(np.argwhere(free)[0].tolist())
        found = [path for path in found if path[0] == first and path[-1] in neighbors(free, first, steps)]
        expected = len(found) // 2
    else:
        expected = len(found)
    assert paths.count_tours(free, steps, closed=closed) == expected
    tour = paths.find_tour(free, steps, closed=closed)
    assert (tour is None) == (expected == 0)
    if tour is not None:
        check_tour(free, tour, steps, closed)


def check_tour(free, tour, steps, closed):
    assert tour.dtype == np.int32 and (tour[~free] == -1).all()
    order = [tuple(cell) for cell in np.argwhere(free)[np.argsort(tour[free])].tolist()]
    assert sorted(tour[free].tolist()) == list(range(len(order)))
    ways = list(zip(order, order[1:])) + ([(order[-1], order[0])] if closed else [])
    assert all(b in neighbors(free, a, steps) for a, b in ways)


def test_known_tours():
    # The numbers of directed tours: OEIS A165134 and A070030.
    assert paths.count_tours(np.ones((5, 5), bool)) == 1728
    assert paths.count_tours(np.ones((3, 4), bool)) == 16
    assert paths.count_tours(np.ones((6, 6), bool), closed=True) == 9862
    for side in [6, 8, 20]:
        free = np.ones((side, side), bool)
        check_tour(free, paths.find_tour(free, closed=True), "knight", True)
    free = np.ones((8, 8), bool)
    tour = paths.find_tour(free, start=(3, 4))
    assert tour[3, 4] == 0
    check_tour(free, tour, "knight", False)


def test_wrong_arguments_raise():
    free = np.ones((4, 5), bool)
    for error, message, call in [
        (TypeError, "free must be 1 where .* float64", lambda: paths.distances(free * 1.0, (0, 0))),
        (ValueError, "free must have 2 dimensions", lambda: paths.distances(free[None, None], (0, 0))),
        (ValueError, "0×5|5×0", lambda: paths.distances(free[:0], [])),
        (ValueError, "steps must be .* found 'queen'", lambda: paths.distances(free, (0, 0), "queen")),
        (IndexError, "start: row 4, column 0", lambda: paths.distances(free, (4, 0))),
        (IndexError, "goal: row -1, column 0", lambda: paths.next_steps(free, (-1, 0))),
        (ValueError, "start must be a pair", lambda: paths.distances(free, (1, 2, 3))),
        (TypeError, "start must be integers", lambda: paths.distances(free, (1.0, 2.0))),
        (ValueError, "start must have the shape", lambda: paths.distances(free, free[:2])),
        (ValueError, "start must be one pair .* with octile", lambda: paths.shortest_path(free, free, (0, 0), octile=True)),
        (ValueError, "goal must be one pair .* with nearest", lambda: paths.shortest_path(free, free, free, nearest=True)),
        (ValueError, "start must be a free cell", lambda: paths.find_tour(~free, start=(0, 0))),
        (ValueError, "frontier", lambda: paths.count_tours(np.ones((30, 30), bool))),
        (ValueError, "timeout must be", lambda: paths.distances(free, (0, 0), timeout=-1)),
        (ValueError, "timeout must be", lambda: paths.distances(free, (0, 0), timeout=float("nan"))),
    ]:
        with pytest.raises(error, match=message):
            call()


SPACE = {
    "orthogonal": (1, True),
    "edges": (2, True),
    "king": (3, True),
    "no-edge-cut": (2, False),
    "no-corner-cut": (3, False),
}


def in_space(free, start, steps):
    """Distances in a volume by a plain search, -1 for cells that cannot be reached."""
    axes, cuts = SPACE[steps]
    found = np.full(free.shape, -1, np.int32)
    found[start] = 0
    queue = [start]
    for cell in queue:
        for step in itertools.product((-1, 0, 1), repeat=3):
            to = tuple(at + by for at, by in zip(cell, step))
            inside = all(0 <= at < side for at, side in zip(to, free.shape))
            if not (0 < sum(map(abs, step)) <= axes and inside and free[to]) or found[to] >= 0:
                continue
            box = tuple(slice(min(pair), max(pair) + 1) for pair in zip(cell, to))
            if cuts or free[box].all():
                found[to] = found[cell] + 1
                queue.append(to)
    return found


@settings(deadline=None, max_examples=100)
@given(
    hnp.arrays(np.bool_, hnp.array_shapes(min_dims=3, max_dims=3, max_side=9), fill=st.just(True)),
    st.sampled_from(sorted(SPACE)),
    st.data(),
)
def test_distances_in_space(free, steps, data):
    start = data.draw(st.tuples(*(st.integers(0, side - 1) for side in free.shape)))
    if not free[start]:
        with pytest.raises(ValueError, match="is not free"):
            paths.distances(free, start, steps)
        return
    found = paths.distances(free, start, steps)
    assert found.dtype == np.int32
    np.testing.assert_array_equal(found, in_space(free, start, steps))
    mask = np.zeros_like(free)
    mask[start] = True
    np.testing.assert_array_equal(paths.distances(free.astype(int), mask, steps), found)


@settings(deadline=None, max_examples=100)
@given(
    hnp.arrays(np.bool_, hnp.array_shapes(min_dims=3, max_dims=3, max_side=6), fill=st.just(True)),
    st.sampled_from(sorted(SPACE)),
    st.data(),
)
def test_paths_in_space(free, steps, data):
    cell = st.tuples(*(st.integers(0, side - 1) for side in free.shape))
    start, goals = data.draw(cell), data.draw(st.lists(cell, min_size=1, max_size=3))
    if not free[start] or not any(free[goal] for goal in goals):
        with pytest.raises(ValueError, match="is not free"):
            paths.shortest_path(free, start, goals, steps)
        return
    known = in_space(free, start, steps)
    lengths = [known[goal] for goal in goals if known[goal] >= 0]
    path = paths.shortest_path(free, start, goals, steps)
    if not lengths:
        assert path is None
        return
    assert path.length == min(lengths) == len(path.cells) - 1
    cells = [tuple(cell) for cell in path.cells.tolist()]
    assert cells[0] == start and cells[-1] in goals
    assert all(in_space(free, cell, steps)[to] == 1 for cell, to in itertools.pairwise(cells))


def test_wrong_arguments_in_space():
    free = np.ones((2, 3, 4), bool)
    with pytest.raises(ValueError, match="steps in space must be 'orthogonal', .* found 'knight'"):
        paths.distances(free, (0, 0, 0), "knight")
    with pytest.raises(ValueError, match=r"start must be a triple \(plane, row, column\)"):
        paths.distances(free, (0, 0))
    outside = "start: plane 2, row 0, column 0 lies outside the grid of 2 planes, 3 rows and 4 col"
    with pytest.raises(IndexError, match=outside):
        paths.distances(free, (2, 0, 0))
    with pytest.raises(ValueError, match="found 2 in plane 1, row 2, column 3"):
        paths.distances(free.astype(int) + (np.arange(24).reshape(free.shape) == 23), (0, 0, 0))
    with pytest.raises(ValueError, match="^start: plane 1, row 2, column 3 is not free"):
        paths.distances(np.zeros((2, 3, 4), bool), (1, 2, 3))
    with pytest.raises(ValueError, match="has no cells"):
        paths.distances(np.ones((2, 0, 4), bool), np.zeros((0, 3), int))
    for other in [{"agent": (1, 1)}, {"octile": True}, {"heights": np.zeros((1, 1, 1))}]:
        with pytest.raises(ValueError, match="octile, nearest, heights and agent are for grids of 2 dimensions"):
            paths.distances(free, (0, 0, 0), **other)
    with pytest.raises(ValueError, match="free must have 2 dimensions, found 3"):
        paths.next_steps(free, (0, 0, 0))


@settings(deadline=None, max_examples=100)
@given(grids, st.integers(1, 4), st.integers(1, 5), st.data())
def test_agents(free, rows, columns, data):
    fits = np.zeros_like(free)
    for y, x in np.ndindex(free.shape):
        body = free[y : y + rows, x : x + columns]
        fits[y, x] = body.shape == (rows, columns) and body.all()
    cell = st.tuples(*(st.integers(0, side - 1) for side in free.shape))
    start, goal = data.draw(cell), data.draw(cell)
    agent = [rows, columns]
    if not (fits[start] and fits[goal]):
        with pytest.raises(ValueError, match="is not free"):
            paths.shortest_path(free, start, goal, agent=agent)
        return
    for query, octile in itertools.product((paths.distances, paths.next_steps), (False, True)):
        found = query(free, start, octile=octile, agent=np.array(agent))
        np.testing.assert_array_equal(found, query(fits, start, octile=octile))
    assert paths.count_paths(free, start, goal, agent=agent) == paths.count_paths(fits, start, goal)
    for octile in (False, True):
        found = paths.shortest_path(free, start, goal, octile=octile, agent=agent)
        expected = paths.shortest_path(fits, start, goal, octile=octile)
        assert str(found) == str(expected)


@settings(deadline=None, max_examples=100)
@given(hnp.arrays(bool, (5, 6)), hnp.arrays(np.int8, (5, 6), elements=st.integers(0, 3)), st.data())
def test_heights(free, heights, data):
    free[0, 0] = free[4, 5] = True
    start, goal, size = (0, 0), (4, 5), free.size
    octile = data.draw(st.booleans())
    rows, columns, weights = [], [], []
    for cell in np.argwhere(free):
        for other in np.argwhere(free):
            steps = np.abs(cell - other)
            if steps.max() != 1 or heights[tuple(other)] > heights[tuple(cell)] + 1:
                continue
            ways = [(cell[0], other[1]), (other[0], cell[1])]
            if steps.min() == 1 and not all(
                free[way] and heights[way] <= heights[tuple(cell)] + 1 and heights[tuple(other)] <= heights[way] + 1
                for way in ways
            ):
                continue
            rows.append(cell @ (6, 1))
            columns.append(other @ (6, 1))
            weights.append(2**0.5 if octile and steps.min() == 1 else 1)
    lengths = dijkstra(coo_array((weights, (rows, columns)), (size, size)).tocsr()).reshape(size, 5, 6)
    options = {"steps": "no-corner-cut", "octile": octile, "heights": heights}
    found = paths.distances(free, start, **options)
    np.testing.assert_allclose(np.where(found < 0, np.inf, found), np.where(free, lengths[0], np.inf))
    length = lengths[0][goal]
    path = paths.shortest_path(free, start, goal, **options)
    assert path is None if np.isinf(length) else np.isclose(path.length, length)
    count = paths.count_paths(free, start, goal, "no-corner-cut", heights=heights)
    assert (count > 0) == np.isfinite(length)
    next_steps = paths.next_steps(free, goal, **options)
    for cell in np.argwhere(free):
        left = lengths[cell @ (6, 1)][goal]
        step = next_steps[tuple(cell)]
        if np.isinf(left) or left == 0:
            assert not step.any()
        else:
            weight = 2**0.5 if octile and step.all() else 1
            assert np.isclose(lengths[(cell + step) @ (6, 1)][goal] + weight, left)


def test_wrong_heights():
    free = np.ones((2, 3), bool)
    for error, message, heights in [
        (ValueError, r"heights must have the shape of free, \[2, 3\], found \[3, 2\]", np.zeros((3, 2))),
        (TypeError, "masked", np.ma.masked_array(np.zeros((2, 3)))),
        (ValueError, "could not convert string", [["a"]]),
    ]:
        with pytest.raises(error, match=message):
            paths.distances(free, (0, 0), heights=heights)
    # A height that is unknown is not reached, nor left.
    unknown = [[0, np.nan, 0], [0, 0, 0]]
    found = paths.distances(free, (0, 0), "orthogonal", heights=unknown)
    assert found.tolist() == [[0, -1, 4], [1, 2, 3]]


def test_wrong_agents():
    for agent in [(0, 1), (1, -1), 2, (1.5, 1), (1, 1, 1), "22", (2**64, 1)]:
        with pytest.raises(ValueError, match="agent must be positive numbers"):
            paths.distances(np.ones((2, 2), bool), (0, 0), agent=agent)


def test_cells_that_are_not_free_are_named_as_rows_and_columns():
    free = np.array([[1, 1, 0], [1, 1, 1]], bool)
    costs, cell, wall = np.where(free, 3, 0), (1, 0), (0, 2)
    for name, call in [
        ("start", lambda: paths.distances(free, wall)),
        ("start", lambda: paths.distances(free, wall, octile=True)),
        ("goal", lambda: paths.next_steps(free, wall)),
        ("start", lambda: paths.shortest_path(free, wall, cell)),
        ("goal", lambda: paths.shortest_path(free, cell, [wall, wall])),
        ("start", lambda: paths.shortest_path(free, wall, cell, octile=True)),
        ("goal", lambda: paths.shortest_path(free, cell, wall, octile=True)),
        ("start", lambda: paths.shortest_path(free, wall, wall, octile=True, nearest=True)),
        ("start", lambda: paths.shortest_path(free, wall, wall, nearest=True)),
        ("goal", lambda: paths.count_paths(free, cell, wall)),
        ("start", lambda: paths.cost_distances(costs, wall)),
        ("start", lambda: paths.cheapest_path(costs, wall, cell, nearest=True)),
        ("goal", lambda: paths.cheapest_path(costs, cell, wall)),
    ]:
        with pytest.raises(ValueError, match=f"^{name}: row 0, column 2 is not free$"):
            call()
    for octile in (False, True):
        path = paths.shortest_path(free, cell, wall, octile=octile, nearest=True)
        assert path.cells.tolist() in ([[1, 0], [0, 1]], [[1, 0], [1, 1], [1, 2]])
    # Of several cells, those that are not free are ignored.
    assert paths.distances(free, [wall, cell]).max() == 2
