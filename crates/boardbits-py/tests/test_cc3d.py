"""The drop-in for cc3d against cc3d. The numbers differ, so partitions are compared."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from boardbits.compat import cc3d

original = pytest.importorskip("cc3d")
CONNECTIVITIES = {2: [4, 8], 3: [6, 18, 26]}


@st.composite
def cases(draw):
    """Images and volumes of few values, and a connectivity."""
    shape = draw(hnp.array_shapes(min_dims=2, max_dims=3, min_side=2, max_side=9))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    dtype = draw(st.sampled_from(["?", "u1", "u2", "u4", "u8", "i4", "i8"]))
    image = rng.integers(0, draw(st.integers(2, 4)), shape).astype(dtype)
    # cc3d 4.1.1 labels background of some images in Fortran order.
    if image.ndim == 3 and draw(st.booleans()):
        image = np.asfortranarray(image)
    return image, draw(st.sampled_from(CONNECTIVITIES[image.ndim]))


def assert_same_partition(found, expected):
    pairs = np.unique(np.stack([found.ravel(), expected.ravel()]), axis=1)
    assert (np.unique(pairs[0]).size, np.unique(pairs[1]).size) == (pairs.shape[1],) * 2
    np.testing.assert_array_equal(found == 0, expected == 0)


@settings(deadline=None, max_examples=200)
@given(cases(), st.booleans(), st.sampled_from([None, np.uint32, np.uint64]))
def test_components(case, binary, dtype):
    image, connectivity = case
    # With 4 neighbors, cc3d 4.1.1 takes other values than 1 of a binary image apart.
    image = image.clip(max=1) if binary and connectivity == 4 else image
    options = {"connectivity": connectivity, "binary_image": binary, "out_dtype": dtype}
    expected, number = original.connected_components(image, return_N=True, **options)
    found, count = cc3d.connected_components(image, return_N=True, **options)
    assert count == number and found.dtype == (dtype or np.uint16)
    assert_same_partition(found, expected)
    expected = original.connected_components(image)
    assert_same_partition(cc3d.connected_components(image), expected)


@settings(deadline=None, max_examples=200)
@given(
    cases(), st.sampled_from([0, 2, 5.5, (2, 7), [0, 3]]), st.booleans(), st.booleans(), st.booleans()
)
def test_dust(case, threshold, binary, invert, in_place):
    image, connectivity = case
    # With 4 neighbors, cc3d 4.1.1 takes other values than 1 of a binary image apart.
    image = image.clip(max=1) if binary and connectivity == 4 else image
    options = {"connectivity": connectivity, "binary_image": binary, "invert": invert}
    expected, number = original.dust(image, threshold, return_N=True, **options)
    found, count = cc3d.dust(image, threshold, return_N=True, **options)
    np.testing.assert_array_equal(found, expected)
    assert found.dtype == image.dtype and count == number
    copy = image.copy()
    answer = cc3d.dust(copy, threshold, in_place=in_place, **options)
    np.testing.assert_array_equal(answer, expected)
    np.testing.assert_array_equal(copy, expected if in_place else image)


@settings(deadline=None, max_examples=200)
@given(cases(), st.integers(1, 5))
def test_largest(case, k):
    image, connectivity = case
    expected, number = original.largest_k(image, k, connectivity, return_N=True)
    found, count = cc3d.largest_k(image, k, connectivity, return_N=True)
    assert count == number and found.dtype == expected.dtype
    # Which of several of one size are kept is not specified.
    sizes = lambda labels: np.bincount(labels.ravel().astype(int))
    sort = np.sort if original.connected_components(image, connectivity=connectivity).max() <= k else list
    np.testing.assert_array_equal(sort(sizes(found)[1:]), sort(sizes(expected)[1:]))


@settings(deadline=None, max_examples=100)
@given(cases())
def test_contacts(case):
    image, connectivity = case
    labels = np.ascontiguousarray(image).astype(np.uint16)
    if labels.ndim == 3:
        expected = original.contacts(labels, connectivity)
        assert cc3d.contacts(labels, connectivity) == expected


def test_what_is_not_supported_is_named():
    image = np.ones((2, 3, 4), np.uint8)
    for name, call in [
        ("delta", lambda: cc3d.connected_components(image, delta=1)),
        ("periodic_boundary", lambda: cc3d.connected_components(image, periodic_boundary=True)),
        ("float64", lambda: cc3d.connected_components(image * 1.0)),
        ("dimensions", lambda: cc3d.dust(image[0, 0], 3)),
        ("delta", lambda: cc3d.largest_k(image, 3, delta=1)),
        ("surface_area", lambda: cc3d.contacts(image, surface_area=False)),
        ("anisotropy", lambda: cc3d.contacts(image, anisotropy=(1, 1, 2))),
    ]:
        with pytest.raises(NotImplementedError, match=name):
            call()
    assert cc3d.largest_k(image, 0).max() == 0
