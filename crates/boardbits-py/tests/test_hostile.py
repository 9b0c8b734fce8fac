"""Arrays that no function expects: a result or an exception, never a crash.

An exception of PyO3 for a panic is not a subclass of `Exception`, so these tests do not catch it.
"""

import subprocess
import sys

import numpy as np
import pytest
import scipy.ndimage
import skimage.measure
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import boardbits
from boardbits import havannah, paths, polyform
from boardbits.compat import scipy_ndimage, skimage_measure
from boardbits.connect4 import Book, Position, Solver

EXPECTED = (ValueError, TypeError, IndexError, MemoryError, OverflowError, NotImplementedError)
EXPECTED += (RuntimeError, TimeoutError)


@st.composite
def arrays(draw):
    """Arrays of any type, shape, strides and byte order."""
    dtype = draw(
        st.one_of(
            hnp.scalar_dtypes(),
            st.sampled_from([np.dtype(bool), np.dtype("u1"), np.dtype(object), np.dtype(">i4")]),
            hnp.array_dtypes(max_size=2),
        )
    )
    shape = draw(hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=9))
    if draw(st.booleans()):
        dtype = draw(st.sampled_from([np.dtype(bool), np.dtype("u1")]))
        shape = draw(hnp.array_shapes(min_dims=2, max_dims=3, min_side=0, max_side=20))
    if dtype == object:
        array = np.full(shape, draw(st.sampled_from([None, 0, 1, "x", np.nan])), dtype=object)
    else:
        array = draw(hnp.arrays(dtype, shape))
    change = draw(st.integers(0, 7))
    if change == 1:
        array = array.T
    elif change == 2 and array.ndim:
        array = array[::-1]
    elif change == 3 and array.ndim:
        array = array[..., ::-2]
    elif change == 4 and array.ndim:
        array = np.broadcast_to(array, (2, *array.shape))
    elif change == 5:
        array.flags.writeable = False
    elif change == 6 and array.ndim and array.shape[-1]:
        # Rows that overlap.
        array = np.lib.stride_tricks.sliding_window_view(array, 1 + array.shape[-1] // 2, axis=-1)
    elif change == 7 and dtype != object:
        # Memory that begins at an odd address.
        memory = np.zeros(array.nbytes + 1, np.uint8)[1:].view()
        memory[:] = np.frombuffer(array.tobytes(), np.uint8)
        array = np.ndarray(array.shape, array.dtype, memory)
    return array


def attempt(call):
    try:
        return call()
    except EXPECTED:
        return None


@settings(deadline=None, max_examples=250)
@given(
    arrays(),
    st.sampled_from([1, 2, 4, 8, 3, -1, 300, None, "8"]),
    st.sampled_from([None, 0, 127.5, -1e300, float("nan"), float("inf"), "x"]),
    st.sampled_from([None, "smallest", np.uint16, np.int32, np.int8, float, object, "nonsense"]),
    st.sampled_from(["C", "K"]),
)
def test_images(array, connectivity, threshold, dtype, order):
    options = {"threshold": threshold}
    labels = attempt(lambda: boardbits.label(array, connectivity, dtype=dtype, order=order, **options))
    count = attempt(lambda: boardbits.count(array, connectivity, **options))
    table = attempt(lambda: boardbits.components(array, connectivity, **options))
    if labels is not None:
        assert count is not None
    if labels is not None:
        # A result is right.
        is_set = array != 0 if threshold is None else array >= threshold
        assert labels.shape == array.shape and ((labels > 0) == is_set).all()
        distance = array.ndim if connectivity is None else {4: 1, 8: 2}.get(connectivity, connectivity)
        structure = scipy.ndimage.generate_binary_structure(array.ndim, distance)
        is_fortran = array.ndim == 3 and array.flags.fnc and order == "K"
        expected, number = scipy.ndimage.label(is_set.T if is_fortran else is_set, structure)
        np.testing.assert_array_equal(labels, expected.T if is_fortran else expected)
        assert count == number and (array.ndim == 1 or number == len(table["area"]))


@settings(deadline=None, max_examples=150)
@given(arrays(), st.sampled_from([1, 2, 3]), st.sampled_from([0, 5, -1]))
def test_images_of_integers(array, connectivity, limit):
    labels = attempt(lambda: boardbits.label_values(array, connectivity))
    if labels is not None and array.ndim > 1:
        expected = skimage.measure.label(array, None, False, connectivity)
        # scikit-image takes the axes of a flat volume in another order.
        if array.ndim == 2 or array.shape[2] > 1:
            np.testing.assert_array_equal(labels, expected)
    boxes = attempt(lambda: boardbits.find_objects(array, limit))
    if boxes is not None:
        found = {label for label, box in enumerate(boxes, 1) if box}
        assert found == set(array[(array > 0) & (array <= len(boxes))].tolist())


@settings(deadline=None, max_examples=100)
@given(arrays(), arrays())
def test_outputs(array, out):
    image = np.ones((4, 5), bool)
    for given in [array, image]:
        attempt(lambda: boardbits.label(given, out=out))
    # What cannot be labels is not written.
    before = out.copy()
    if attempt(lambda: boardbits.label(image, out=out)) is None:
        assert before.tobytes() == out.tobytes()


def test_outputs_that_overlap_the_image():
    # The memory of the labels is that of the image: an exception, or the right labels.
    memory = np.zeros(2 * 64 * 64, np.uint8)
    image = memory[1000 : 1000 + 64 * 64].reshape(64, 64)
    image[...] = np.random.default_rng(1).random((64, 64)) < 0.4
    expected = boardbits.label(image.copy())
    out = memory.view(np.uint16).reshape(64, 64)
    found = attempt(lambda: boardbits.label(image, out=out))
    assert found is None or (found == expected).all()
    image = out.view(np.uint8)[:, ::2]
    expected = boardbits.label(image.copy())
    found = attempt(lambda: boardbits.label(image, out=out))
    assert found is None or (found == expected).all()


@settings(deadline=None, max_examples=100)
@given(arrays(), st.sampled_from([None, "cross", "square", "eye", "big"]), st.sampled_from([None, np.int32, np.uint8, float, object, ">i4"]))
def test_drop_in_for_scipy(array, structure, output):
    structure = {
        None: None, "cross": scipy.ndimage.generate_binary_structure(2, 1),
        "square": np.ones((3, 3)), "eye": np.eye(3), "big": np.ones((5, 5)),
    }[structure]  # fmt: skip
    found = attempt(lambda: scipy_ndimage.label(array, structure, output))
    if found is not None:
        try:
            expected = scipy.ndimage.label(array, structure, output)
        except ValueError as error:
            # Other byte orders work here.
            assert "Big-endian" in str(error)
            return
        np.testing.assert_array_equal(found[0], expected[0])
        assert found[0].dtype == expected[0].dtype and found[1] == expected[1]


@settings(deadline=None, max_examples=100)
@given(arrays())
def test_drop_ins_for_scikit_image(array):
    attempt(lambda: skimage_measure.label(array, return_num=True))
    attempt(lambda: skimage_measure.regionprops_table(array, properties=["label", "area", "euler_number"]))


def test_labels_never_wrap():
    # 32768 components: too many for int16 and int8, and for SciPy's int8.
    image = np.indices((256, 256)).sum(axis=0) % 2 == 0
    assert boardbits.label(image, 4, dtype=np.uint16).max() == 32768
    for dtype in [np.int8, np.uint8, np.int16]:
        with pytest.raises(RuntimeError, match="insufficient bit-depth"):
            scipy_ndimage.label(image, None, dtype)
        out = np.zeros(image.shape, dtype)
        with pytest.raises(RuntimeError, match="insufficient bit-depth"):
            scipy_ndimage.label(image, None, out)


@settings(deadline=None, max_examples=100)
@given(arrays(), arrays(), st.sampled_from(["king", "knight", "no-corner-cut", "rook", None]))
def test_paths(free, cells, steps):
    small = np.ones((3, 4), bool)
    for grid, start in [(free, (0, 0)), (small, cells), (free, cells)]:
        attempt(lambda: paths.distances(grid, start, steps))
        attempt(lambda: paths.next_steps(grid, start, steps))
        attempt(lambda: paths.shortest_path(grid, start, start, steps))
        attempt(lambda: paths.count_paths(grid, start, start, steps))
        attempt(lambda: paths.distances(grid, start, octile=True))
        attempt(lambda: paths.shortest_path(grid, start, start, steps, octile=True))
        attempt(lambda: paths.cost_distances(grid, start, steps, octile=True))
        attempt(lambda: paths.cheapest_path(grid, start, start, steps, nearest=True))
        attempt(lambda: paths.find_tour(grid, start=start, timeout=0.05))
        attempt(lambda: paths.count_tours(grid, steps, start=start, timeout=0.05))


@settings(deadline=None, max_examples=100)
@given(arrays(), st.one_of(st.text(max_size=9), st.integers(), st.none(), st.tuples(st.integers(), st.integers())))
def test_games(array, other):
    solver = Solver(4, 4, memory_mib=1, book=False)
    for value in [array, other]:
        attempt(lambda: Position.from_array(value))
        attempt(lambda: Position(value))
        attempt(lambda: solver.solve(value))
        attempt(lambda: solver.solve_many(value))
        attempt(lambda: Book(value, value, width=4, height=4))
        attempt(lambda: Book.positions(value, width=4, height=4))
        attempt(lambda: polyform.Puzzle(value, "tetrominoes"))
        attempt(lambda: polyform.Puzzle("..", value))
        attempt(lambda: polyform.Piece("I", value).cells)
        attempt(lambda: polyform.Puzzle.parse(value))
        attempt(lambda: havannah.Game(3).play(value))
        attempt(lambda: havannah.Game(value))


def test_memory_that_is_not_there():
    # Views of one byte that claim to be large.
    large = np.broadcast_to(np.zeros(1, bool), (1 << 20, 1 << 20))
    for call in [
        lambda: boardbits.label(large),
        lambda: paths.distances(large, (0, 0)),
    ]:
        with pytest.raises((MemoryError, ValueError)):
            call()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory differ")
def test_a_full_memory_is_a_memory_error():
    subprocess.run([sys.executable, "-c", FULL_MEMORY], check=True)


FULL_MEMORY = """
import boardbits, numpy as np, resource

large = np.broadcast_to(np.zeros(1, bool), (60_000, 60_000))
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20),) * 2)
for call in [boardbits.count, boardbits.components]:
    try:
        call(large)
    except MemoryError as error:
        assert "60000" in str(error), error
    else:
        raise AssertionError
"""


@pytest.mark.parametrize("shape", [(0, 1 << 62), (1 << 62, 0)])
def test_empty_images_with_a_side_that_no_array_has(shape):
    # Labels take more bytes than pixels.
    image = np.zeros(shape, np.uint8)
    for call in [boardbits.label, boardbits.label_values]:
        with pytest.raises((ValueError, MemoryError)):
            call(image)


def test_drop_ins_in_rare_types():
    labels = np.array([[1, 1, 0], [0, 0, 3]], ">u8")
    table = skimage_measure.regionprops_table(labels, properties=["label", "area"])
    assert table["label"].tolist() == [1, 3]
    for count in [254, 255, 300]:
        row = np.tile([1, 0], count)[None]
        expected = attempt(lambda: scipy.ndimage.label(row, output=bool))
        assert (attempt(lambda: scipy_ndimage.label(row, output=bool)) is None) == (expected is None)


@settings(deadline=None, max_examples=150)
@given(arrays(), st.sampled_from([None, 1, 2, 3, 6]))
def test_cleaning(array, connectivity):
    calls = [boardbits.keep, boardbits.fill_holes, boardbits.contacts]
    for call in calls:
        attempt(lambda: call(array, connectivity))
    filled = attempt(lambda: boardbits.fill_holes(array, connectivity, per_value=True))
    if filled is not None:
        np.testing.assert_array_equal(filled[array != 0], array[array != 0])
    kept = attempt(lambda: boardbits.keep(array, connectivity))
    if kept is not None:
        np.testing.assert_array_equal(kept, array)
