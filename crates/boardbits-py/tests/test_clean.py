"""`keep`, `fill_holes` and `contacts` against SciPy and plain NumPy."""

import numpy as np
import pytest
import scipy.ndimage
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import boardbits

TYPES = ["?", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"]


@st.composite
def images(draw):
    """Images and volumes of few values, of any type and with any strides."""
    shape = draw(hnp.array_shapes(min_dims=2, max_dims=3, min_side=0, max_side=8))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    image = rng.integers(0, draw(st.integers(1, 4)), shape).astype(draw(st.sampled_from(TYPES)))
    image = image.repeat(draw(st.integers(1, 9)), axis=-1)
    layouts = [image, image.T, image[::-1, ..., ::2], np.asfortranarray(image)]
    return draw(st.sampled_from(layouts))


def border(image):
    """True on the border."""
    inner = np.zeros(image.shape, bool)
    inner[(slice(1, -1),) * image.ndim] = True
    return ~inner


@settings(deadline=None, max_examples=300)
@given(
    images(),
    st.sampled_from([1, 2, 3]),
    st.integers(0, 4),
    st.sampled_from([None, 3, 30]),
    st.sampled_from([None, 0, 1, 3]),
    st.sampled_from([None, True, False]),
    st.booleans(),
)
def test_components_are_kept(image, connectivity, least, most, largest, at_border, per_value):
    connectivity = min(connectivity, image.ndim)
    per_value = per_value and largest is not None
    structure = scipy.ndimage.generate_binary_structure(image.ndim, connectivity)
    # Of equal sizes, the first one in the order of memory is kept.
    is_fortran = image.ndim == 3 and image.flags.fnc
    ordered = image.T if is_fortran else image
    found = []
    for value in np.unique(ordered[ordered != 0]):
        labels, number = scipy.ndimage.label(ordered == value, structure)
        for label in range(1, number + 1):
            pixels = np.flatnonzero(labels == label)
            touches = border(ordered).ravel()[pixels].any()
            if least <= len(pixels) <= (most or 1e9) and at_border in (None, touches):
                found.append((-len(pixels), pixels[0], value, pixels))
    found.sort(key=lambda component: component[:2])
    expected, kept = np.zeros(image.size, image.dtype), []
    for _, _, value, pixels in found:
        same = kept.count(value) if per_value else len(kept)
        if largest is None or same < largest:
            kept.append(value)
            expected[pixels] = value
    expected = expected.reshape(ordered.shape)
    before = image.copy()
    answer = boardbits.keep(
        image,
        connectivity,
        min_size=least,
        max_size=most,
        largest=largest,
        border=at_border,
        per_value=per_value,
    )
    np.testing.assert_array_equal(answer, expected.T if is_fortran else expected)
    np.testing.assert_array_equal(image, before)
    assert answer.dtype == image.dtype
    options = {"min_size": least, "max_size": most, "largest": largest, "border": at_border}
    for out in [np.empty_like(image), image.copy(), image.repeat(2, axis=0)[::2].T.copy().T]:
        out[...] = image
        assert boardbits.keep(out, connectivity, per_value=per_value, out=out, **options) is out
        other = np.zeros_like(out)
        assert boardbits.keep(image, connectivity, per_value=per_value, out=other, **options) is other
        # Of equal sizes, the first ones in the order of `out` are kept.
        if largest is None:
            np.testing.assert_array_equal(out, answer)
            np.testing.assert_array_equal(other, answer)


@settings(deadline=None, max_examples=200)
@given(images(), st.sampled_from([1, 2, 3]))
def test_holes_are_filled_as_by_scipy(image, connectivity):
    connectivity = min(connectivity, image.ndim)
    image = image != 0 if image.dtype.itemsize > 1 else image
    background = image.ndim if connectivity == 1 else 1
    structure = scipy.ndimage.generate_binary_structure(image.ndim, background)
    answer = boardbits.fill_holes(image, connectivity)
    assert answer.dtype == bool and answer.shape == image.shape
    if image.size:
        expected = scipy.ndimage.binary_fill_holes(image, structure)
        np.testing.assert_array_equal(answer, expected)


def sparse_images():
    """Labels with holes: thick borders around few values."""
    return images().map(lambda image: image.repeat(2, axis=0)).filter(lambda image: image.dtype != bool)


@settings(deadline=None, max_examples=200)
@given(
    st.one_of(sparse_images(), images().filter(lambda image: image.dtype != bool)),
    st.sampled_from([1, 2, 3]),
    st.sampled_from([1, 3, np.inf]),
)
def test_holes_of_labels_are_those_of_each_component(image, connectivity, max_size):
    connectivity = min(connectivity, image.ndim)
    pixels = scipy.ndimage.generate_binary_structure(image.ndim, connectivity)
    steps = scipy.ndimage.generate_binary_structure(image.ndim, image.ndim if connectivity == 1 else 1)
    components, count = np.zeros(image.shape, int), 0
    for value in np.unique(image[image != 0]):
        labels, number = scipy.ndimage.label(image == value, pixels)
        components[labels > 0] = labels[labels > 0] + count
        count += number
    # Of the holes around a pixel, the innermost one is the smallest.
    expected, best = image.copy(), np.full(image.shape, np.inf)
    for component in range(1, count + 1):
        parts, number = scipy.ndimage.label(components != component, steps)
        # Parts that another component connects at a corner.
        for other in range(1, count + 1):
            touched = np.unique(parts[components == other])
            if other != component:
                parts[np.isin(parts, touched)] = touched[0]
        for part in set(np.unique(parts)) - {0} - set(np.unique(parts[border(parts)])):
            hole = parts == part
            if hole.sum() <= max_size:
                inner = hole & (image == 0) & (best > hole.sum())
                expected[inner] = image[components == component][0]
                best[inner] = hole.sum()
    before = image.copy()
    most = None if max_size == np.inf else max_size
    filled = boardbits.fill_holes(image, connectivity, per_value=True, max_size=most)
    np.testing.assert_array_equal(filled, expected)
    np.testing.assert_array_equal(image, before)
    assert filled.dtype == image.dtype
    mask, labels = image != 0, scipy.ndimage.label(image == 0, steps)[0]
    for hole in set(np.unique(labels)) - {0} - set(np.unique(labels[border(labels)])):
        mask |= (labels == hole) & ((labels == hole).sum() <= max_size)
    np.testing.assert_array_equal(boardbits.fill_holes(image != 0, connectivity, max_size=most), mask)


def test_holes_of_blobs_are_those_of_a_loop():
    rng = np.random.default_rng(3)
    for shape in [(90, 120), (24, 30, 33)]:
        seeds = scipy.ndimage.gaussian_filter(rng.random(shape), 1.5)
        labels, _ = scipy.ndimage.label(seeds > np.quantile(seeds, 0.6))
        labels[rng.random(shape) < 0.03] = 0
        expected = labels.copy()
        for label, box in enumerate(scipy.ndimage.find_objects(labels), 1):
            if box:
                mask = scipy.ndimage.binary_fill_holes(labels[box] == label)
                expected[box][mask & (expected[box] == 0)] = label
        assert (expected != labels).sum() > 50
        np.testing.assert_array_equal(boardbits.fill_holes(labels, per_value=True), expected)


@settings(deadline=None, max_examples=200)
@given(images().filter(lambda image: image.dtype != bool), st.sampled_from([1, 2, 3]))
def test_contacts_are_those_of_all_neighbors(labels, connectivity):
    connectivity, expected = min(connectivity, labels.ndim), {}
    for step in np.ndindex((3,) * labels.ndim):
        step = np.array(step) - 1
        if not 0 < np.abs(step).sum() <= connectivity:
            continue
        here = labels[tuple(slice(max(0, -d), min(n, n - d)) for d, n in zip(step, labels.shape))]
        there = labels[tuple(slice(max(0, d), min(n, n + d)) for d, n in zip(step, labels.shape))]
        for a, b in zip(here.ravel().tolist(), there.ravel().tolist()):
            if 0 != a < b != 0:
                expected[a, b] = expected.get((a, b), 0) + (np.abs(step).sum() == 1)
    pairs, faces = boardbits.contacts(labels, connectivity)
    assert pairs.dtype == labels.dtype and pairs.shape == (len(expected), 2)
    assert dict(zip(map(tuple, pairs.tolist()), faces.tolist())) == expected
    assert pairs.tolist() == sorted(pairs.tolist())


def test_negative_values_fill_nothing():
    labels = np.full((7, 7), -1, np.int32)
    labels[2:5, 2:5] = 0
    labels[3, 3] = 4
    np.testing.assert_array_equal(boardbits.fill_holes(labels, per_value=True), labels)


@pytest.mark.parametrize("shape", [(), (3,), (1, 1, 1, 1)])
def test_holes_need_two_or_three_dimensions(shape):
    for per_value in [False, True]:
        with pytest.raises(ValueError, match=f"^image must have 2 or 3 dimensions, found {len(shape)}$"):
            boardbits.fill_holes(np.ones(shape, int), per_value=per_value)


def test_wrong_arguments_raise():
    huge = np.broadcast_to(np.ones(1, np.uint8), (1 << 20, 1 << 20, 1 << 20))
    for error, message, call in [
        (TypeError, "array of integers", lambda: boardbits.keep([["a"]])),
        (TypeError, "array of integers, found float64", lambda: boardbits.keep(np.zeros((2, 2)))),
        (TypeError, "array of integers, found bool", lambda: boardbits.label_values(np.zeros((2, 2), bool))),
        (TypeError, "array of integers, found float64", lambda: boardbits.label_values(np.zeros((0, 2)))),
        (TypeError, "bool, integers or floats", lambda: boardbits.fill_holes(np.zeros((2, 2), complex))),
        (ValueError, "several values such as 1 and 2.*; per_value=True", lambda: boardbits.fill_holes(np.array([[1, 2]]))),
        (TypeError, "array of integers, found bool", lambda: boardbits.fill_holes(np.zeros((2, 2), bool), per_value=True)),
        (TypeError, "array of integers, found bool", lambda: boardbits.contacts(np.zeros((2, 2), bool))),
        (ValueError, "2 or 3 dimensions", lambda: boardbits.keep(np.zeros(2, bool))),
        (TypeError, "dtype bool, found int64", lambda: boardbits.keep(huge[0, :2, :2] > 0, out=np.zeros((2, 2), int))),
        (ValueError, r"shape \[2, 2\]", lambda: boardbits.keep(np.ones((2, 2), int), out=np.zeros((2, 3), int))),
        (ValueError, "value for each of 2 axes, found 3", lambda: boardbits.label(np.ones((2, 2), int), periodic=[True] * 3)),
        (TypeError, "periodic must be a bool for each axis, found True", lambda: boardbits.label(np.ones((2, 2), int), periodic=True)),
        (TypeError, r"a bool for each axis, found \(1, 0\)", lambda: boardbits.label(np.ones((2, 2), int), periodic=(1, 0))),
        (ValueError, "connectivity", lambda: boardbits.fill_holes(np.zeros((2, 2), bool), 6)),
        (TypeError, r"connectivity must be .*8 for np.ones\(\(3, 3\)\)", lambda: boardbits.label(np.zeros((2, 2), bool), np.ones((3, 3)))),
        (ValueError, "per_value is for largest", lambda: boardbits.keep(np.zeros((2, 2), int), per_value=True, min_size=2)),
        (ValueError, "connectivity", lambda: boardbits.contacts(np.zeros((2, 2, 2), int), 8)),
        (ValueError, "min_size must be an integer from 0", lambda: boardbits.keep(np.zeros((2, 2), bool), min_size=-1)),
        (ValueError, "1 to 2³² − 1 voxels, .*; boardbits.dask labels larger", lambda: boardbits.count(huge)),
        (MemoryError, "allocate", lambda: boardbits.keep(huge)),
        (MemoryError, "allocate", lambda: boardbits.contacts(huge)),
    ]:
        with pytest.raises(error, match=message):
            call()


def test_ties_do_not_depend_on_the_output():
    labels = np.zeros((3, 1, 3), np.uint8)
    labels[0, 0, 2] = labels[2, 0, 0] = 1
    expected = boardbits.keep(labels, 6, largest=1)
    assert expected[0, 0, 2] == 1
    out = np.empty_like(labels, order="F")
    np.testing.assert_array_equal(boardbits.keep(labels, 6, largest=1, out=out), expected)
