"""The drop-in for cc3d against cc3d. The numbers differ, so partitions are compared."""

from importlib.util import find_spec

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


def many_valued(image, binary=False):
    """cc3d 4.1.1 labels background of some binary images, and takes values apart with 4 neighbors."""
    return (image != 0).view(np.uint8) if binary or image.dtype == bool else image


def assert_same_partition(found, expected):
    pairs = np.unique(np.stack([found.ravel(), expected.ravel()]), axis=1)
    assert (np.unique(pairs[0]).size, np.unique(pairs[1]).size) == (pairs.shape[1],) * 2
    np.testing.assert_array_equal(found == 0, expected == 0)


@settings(deadline=None, max_examples=200)
@given(cases(), st.booleans(), st.sampled_from([None, np.uint32, np.uint64]))
def test_components(case, binary, dtype):
    image, connectivity = case
    options = {"connectivity": connectivity, "out_dtype": dtype}
    plain = many_valued(image, binary)
    expected, number = original.connected_components(plain, return_N=True, **options)
    options["binary_image"] = binary
    found, count = cc3d.connected_components(image, return_N=True, **options)
    assert count == number and found.dtype == (dtype or np.uint16)
    assert_same_partition(found, expected)
    expected = original.connected_components(plain)
    assert_same_partition(cc3d.connected_components(image, binary_image=binary), expected)


@settings(deadline=None, max_examples=200)
@given(
    cases(), st.sampled_from([0, 2, 5.5, (2, 7), [0, 3]]), st.booleans(), st.booleans(), st.booleans()
)
def test_dust(case, threshold, binary, invert, in_place):
    image, connectivity = case
    options = {"connectivity": connectivity, "invert": invert}
    kept, number = original.dust(many_valued(image, binary), threshold, return_N=True, **options)
    expected = image * (kept != 0).astype(image.dtype)
    options["binary_image"] = binary
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
    plain = many_valued(image)
    expected, number = original.largest_k(plain, k, connectivity, return_N=True)
    found, count = cc3d.largest_k(image, k, connectivity, return_N=True)
    # cc3d has other types if fastremap is installed.
    assert count == number and (found.dtype == bool) == (expected.dtype == bool)
    # Which of several of one size are kept is not specified, nor their order with fastremap.
    sizes = lambda labels: np.bincount(labels.ravel().astype(int))
    is_sorted = find_spec("fastremap") or original.connected_components(plain, connectivity=connectivity).max() <= k
    sort = np.sort if is_sorted else list
    np.testing.assert_array_equal(sort(sizes(found)[1:]), sort(sizes(expected)[1:]))


@settings(deadline=None, max_examples=100)
@given(cases())
def test_contacts(case):
    image, connectivity = case
    labels = np.ascontiguousarray(image).astype(np.uint16)
    if labels.ndim == 3:
        for options in [{}, {"surface_area": False}, {"anisotropy": (1, 2.5, 4)}]:
            expected = original.contacts(labels, connectivity, **options)
            found = cc3d.contacts(labels, connectivity, **options)
            # cc3d 4.1.1 counts some edges at the border twice.
            if connectivity == 6 or "surface_area" not in options:
                assert found == pytest.approx(expected)
            assert cc3d.region_graph(labels, connectivity) == set(expected)


@settings(deadline=None, max_examples=100)
@given(cases(), st.integers(1, 3), st.sampled_from(["u1", "i2", "i8", "u8", "f4", "f8"]))
def test_graphs(case, delta, dtype):
    image, connectivity = case
    image = image.astype(dtype) * 2
    # cc3d 4.1.1 joins some pixels of any values with connectivity 8.
    if connectivity != 8:
        expected = original.connected_components(image, connectivity=connectivity, delta=delta)
        found = cc3d.connected_components(image, connectivity=connectivity, delta=delta)
        assert_same_partition(found, expected)
    if image.dtype.kind in "iu":
        graph = original.voxel_connectivity_graph(image, connectivity=connectivity)
        found = cc3d.voxel_connectivity_graph(image, connectivity=connectivity)
        assert found.dtype == graph.dtype
        np.testing.assert_array_equal(found, graph)
        if connectivity != 18:
            found = cc3d.color_connectivity_graph(graph, connectivity, return_N=True)
            expected = original.color_connectivity_graph(graph, connectivity, return_N=True)
            np.testing.assert_array_equal(found[0], expected[0])
            assert found[1] == expected[1]
    if connectivity in (4, 6) and image.dtype.kind != "f":
        options = {"connectivity": connectivity, "periodic_boundary": True}
        # cc3d 4.1.1 labels background of some images in Fortran order.
        expected = original.connected_components(np.ascontiguousarray(image), **options)
        assert_same_partition(cc3d.connected_components(image, **options), expected)


@settings(deadline=None, max_examples=100)
@given(cases())
def test_statistics(case):
    image, _ = case
    for sliced in [False, True]:
        expected = original.statistics(image, no_slice_conversion=sliced)
        found = cc3d.statistics(image, no_slice_conversion=sliced)
        for name, column in expected.items():
            compare = np.testing.assert_allclose if name == "centroids" else np.testing.assert_equal
            compare(found[name], column, err_msg=name)
    labels = image.astype(np.uint16)
    expected, found = dict(original.each(labels)), dict(cc3d.each(labels))
    assert sorted(found) == sorted(expected) and len(cc3d.each(labels)) == len(found)
    for label, mask in expected.items():
        np.testing.assert_array_equal(found[label], mask)


@pytest.mark.parametrize("connectivity", [4, 8, 6, 18, 26])
def test_images_as_volumes(connectivity):
    image = np.array([[1, 1, 2], [1, 2, 2]], np.uint8)
    for labels in [image, image[0]]:
        for anisotropy in [(2, 3, 5), (2, 3), (1, 1, 5)]:
            arguments = labels, connectivity, True, anisotropy
            assert cc3d.contacts(*arguments) == original.contacts(*arguments)
        # cc3d takes a line as a volume.
        if labels.ndim == 2 or connectivity not in (4, 8):
            graph = original.voxel_connectivity_graph(labels, connectivity)
            found = cc3d.voxel_connectivity_graph(labels, connectivity)
            assert found.dtype == graph.dtype
            np.testing.assert_array_equal(found, graph)
    if connectivity != 18:
        graph = cc3d.voxel_connectivity_graph(image, connectivity)
        found = cc3d.color_connectivity_graph(graph, connectivity)
        np.testing.assert_array_equal(found, original.color_connectivity_graph(graph, connectivity))


def test_what_is_not_supported_is_named():
    image = np.ones((2, 3, 4), np.uint8)
    for error, name, call in [
        (NotImplementedError, "out_file", lambda: cc3d.connected_components(image, out_file="labels")),
        (NotImplementedError, "NaN", lambda: cc3d.connected_components(image * np.nan)),
        (NotImplementedError, "provisional", lambda: cc3d.estimate_provisional_labels(image)),
        (ValueError, "periodic", lambda: cc3d.connected_components(image, periodic_boundary=True)),
        (ValueError, "uint8", lambda: cc3d.connected_components(image, out_dtype=np.uint8)),
        (ValueError, "Only 4", lambda: cc3d.connected_components(image, connectivity=8)),
        (ValueError, "-1", lambda: cc3d.statistics(image.astype(int) - 2)),
        (TypeError, "complex", lambda: cc3d.connected_components(image * 1j)),
        (cc3d.DimensionError, "Got: 4", lambda: cc3d.dust(image[None], 3)),
    ]:
        with pytest.raises(error, match=name):
            call()
    assert cc3d.largest_k(image, 0).max() == 0


@pytest.mark.parametrize("call", [cc3d.dust, cc3d.largest_k])
def test_a_mask_is_its_own_labels(call):
    mask = np.array([[1, 0, 1], [0, 1, 0]], bool)
    labels = mask.astype(np.uint8)
    answer, expected = [call(image, 2, precomputed_ccl=True) for image in (mask, labels)]
    np.testing.assert_array_equal(answer, expected)
