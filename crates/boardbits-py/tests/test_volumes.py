"""Volumes against SciPy and scikit-image."""

import numpy as np
import pytest
import scipy.ndimage
import skimage.measure
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import boardbits
from boardbits.compat import scipy_ndimage, skimage_measure

TYPES = ["?", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"]
NEIGHBORS = {6: 1, 18: 2, 26: 3}
structure = scipy.ndimage.generate_binary_structure


@st.composite
def volumes(draw):
    """Volumes of few values, of any type and with any strides."""
    shape = draw(hnp.array_shapes(min_dims=3, max_dims=3, min_side=0, max_side=13))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    volume = rng.integers(0, draw(st.integers(1, 4)), shape) * draw(st.sampled_from([1, 3, 100]))
    volume = volume.astype(draw(st.sampled_from(TYPES))).repeat(draw(st.integers(1, 9)), axis=2)
    layouts = [volume, volume.T, volume.swapaxes(0, 1), volume[::-1, :, ::2], np.asfortranarray(volume)]
    return draw(st.sampled_from(layouts))


def in_order(volume, call):
    """The answer of `call`, whose numbers are those of memory."""
    if volume.flags.fnc:
        labels, number = call(volume.T)
        return labels.T, number
    return call(volume)


@settings(deadline=None, max_examples=200)
@given(volumes(), st.sampled_from([6, 18, 26, None]))
def test_labels_are_those_of_scipy(volume, connectivity):
    volume = volume if volume.dtype.itemsize == 1 else volume != 0
    neighbors = structure(3, NEIGHBORS.get(connectivity, 3))
    expected, number = scipy.ndimage.label(volume, neighbors)
    labels, found = boardbits.label(volume, connectivity, return_num=True)
    assert found == number == boardbits.count(volume, connectivity)
    np.testing.assert_array_equal(labels, expected)
    assert labels.flags.c_contiguous
    table = boardbits.components(volume, connectivity)
    for name, column in boardbits.measure(labels).items():
        np.testing.assert_allclose(table[name], column, rtol=1e-12)
    out = np.zeros(volume.shape, np.int64)
    assert boardbits.label(volume, connectivity, out=out) is out
    np.testing.assert_array_equal(out, expected)
    # In the order of memory.
    expected, number = in_order(volume, lambda volume: scipy.ndimage.label(volume, neighbors))
    labels, found = boardbits.label(volume, connectivity, return_num=True, order="K")
    np.testing.assert_array_equal(labels, expected)
    assert found == number and labels.flags.fnc == volume.flags.fnc
    table = boardbits.components(volume, connectivity, order="K")
    for name, column in boardbits.measure(labels).items():
        np.testing.assert_allclose(table[name], column, rtol=1e-12)


@settings(deadline=None, max_examples=200)
@given(volumes(), st.sampled_from([6, 18, 26, None]), st.sampled_from([None, 0, 1, -1]))
def test_labels_of_values_are_those_of_scikit_image(volume, connectivity, background):
    distance = NEIGHBORS.get(connectivity)
    label = lambda volume: skimage.measure.label(volume, 0, True, distance)
    if volume.dtype != bool and volume.size and 1 not in volume.shape:
        for order, (expected, number) in {"C": label(volume), "K": in_order(volume, label)}.items():
            labels, found = boardbits.label_values(volume, connectivity, return_num=True, order=order)
            assert found == number
            np.testing.assert_array_equal(labels, expected)
    if volume.size:
        expected = skimage.measure.label(volume, background, True, distance)
        found = skimage_measure.label(volume, background, True, distance)
        assert found[1] == expected[1] and found[0].dtype == expected[0].dtype
        np.testing.assert_array_equal(found[0], expected[0])


@settings(deadline=None, max_examples=100)
@given(volumes(), st.sampled_from([None, 1, 2, 3]), st.sampled_from([1, 3]))
def test_drop_in_for_scipy(volume, connectivity, dimensions):
    array = volume if dimensions == 3 else volume.reshape(-1)
    neighbors = connectivity and structure(dimensions, min(connectivity, dimensions))
    expected, number = scipy.ndimage.label(array, neighbors)
    labels, found = scipy_ndimage.label(array, neighbors)
    assert found == number and labels.dtype == expected.dtype
    np.testing.assert_array_equal(labels, expected)


@settings(deadline=None, max_examples=100)
@given(volumes().filter(lambda volume: volume.size), st.lists(st.booleans(), min_size=3, max_size=3), st.sampled_from([6, 18, 26]))
def test_periodic_labels_are_those_of_tiled_volumes(volume, periodic, connectivity):
    volume = volume != 0
    labels, number = boardbits.label(volume, connectivity, return_num=True, periodic=periodic)
    # Components of three volumes in each direction, whose labels in the middle one are joined.
    copies = [3 if axis else 1 for axis in periodic]
    tiled = scipy.ndimage.label(np.tile(volume, copies), structure(3, NEIGHBORS[connectivity]))[0]
    shape = [side for pair in zip(copies, volume.shape) for side in pair]
    joined = tiled.reshape(shape).transpose(0, 2, 4, 1, 3, 5).reshape(-1, *volume.shape)
    np.testing.assert_array_equal(labels != 0, volume != 0)
    sets = {}
    find = lambda label: label if sets.setdefault(label, label) == label else find(sets[label])
    for copy in joined[1:]:
        for a, b in set(zip(joined[0].ravel().tolist(), copy.ravel().tolist())):
            sets[find(a)] = find(b)
    roots = np.array([find(label) for label in joined[0].ravel().tolist()])
    pairs = set(zip(labels.ravel().tolist(), roots.tolist()))
    assert len(pairs) == len(set(roots)) == number + (labels == 0).any()


def test_measures_are_those_of_scikit_image():
    rng = np.random.default_rng(3)
    names = ["label", "area", "num_pixels", "bbox", "area_bbox", "extent", "centroid"]
    names += ["centroid_local", "equivalent_diameter_area", "inertia_tensor", "axis_major_length"]
    for order in "CF":
        volume = np.array(rng.random((13, 17, 70)) < 0.2, order=order)
        labels, found = boardbits.label(volume, 6), boardbits.components(volume, 6, names)
        expected = skimage.measure.regionprops_table(labels, properties=names)
        assert list(found) == list(expected)
        for name, column in expected.items():
            np.testing.assert_allclose(found[name], column, rtol=1e-9, atol=1e-7, err_msg=name)
    with pytest.raises(ValueError, match="the properties of volumes are label, area"):
        boardbits.components(volume, properties=["orientation"])


def test_types_threads_and_thresholds():
    volume = np.random.default_rng(5).integers(-3, 4, (61, 130, 150))
    for connectivity, distance in NEIGHBORS.items():
        expected, number = scipy.ndimage.label(volume > 1, structure(3, distance))
        for threads in [0, 1, 3]:
            labels, found = boardbits.label(
                volume, connectivity, threshold=2, return_num=True, threads=threads
            )
            assert found == number
            np.testing.assert_array_equal(labels, expected)
    assert boardbits.label(np.ones((40, 60, 100), bool), 18, dtype="smallest").dtype == np.uint16
    for wrong in [4, 8, 27]:
        with pytest.raises(ValueError, match="must be 6, 18 or 26"):
            boardbits.count(volume > 1, wrong)
    huge = np.broadcast_to(np.ones(1, bool), (1 << 15, 1 << 10, 1 << 10))
    with pytest.raises(ValueError, match="volume"):
        boardbits.count(huge)
