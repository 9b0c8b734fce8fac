"""Measures of regions against those of scikit-image and SciPy."""

import gc
import warnings

import numpy as np
import pytest
import scipy.ndimage
import skimage.measure
import skimage.morphology
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from boardbits import components, find_objects, measure
from boardbits.compat import scipy_ndimage, skimage_measure, skimage_morphology

EXACT = ["label", "area", "bbox", "area_bbox", "num_pixels", "euler_number", "extent", "area_filled"]
REAL = ["centroid", "centroid_local", "equivalent_diameter_area"]
SHAPE = ["axis_major_length", "axis_minor_length", "inertia_tensor", "inertia_tensor_eigvals"]
PLANE = ["eccentricity", "perimeter", "perimeter_crofton", "orientation"]
INTENSITIES = ["intensity_mean", "intensity_min", "intensity_max", "intensity_std"]
INTENSITIES += ["centroid_weighted", "centroid_weighted_local"]


def compare(labels, intensities=None, separator="-", spacing=None):
    names = EXACT + REAL + SHAPE + (PLANE if labels.ndim == 2 else [])
    names += [] if intensities is None else INTENSITIES
    if np.ndim(spacing) > 0:
        names = [name for name in names if "perimeter" not in name]
    options = {"properties": names, "separator": separator, "spacing": spacing}
    expected = skimage.measure.regionprops_table(labels, intensities, **options)
    found = skimage_measure.regionprops_table(labels, intensities, **options)
    assert list(found) == list(expected)
    for name, column in expected.items():
        assert found[name].dtype == column.dtype and found[name].shape == column.shape, name
        property = name.split(separator)[0]
        # With a spacing, areas are rounded.
        if property in EXACT and spacing is None:
            np.testing.assert_array_equal(found[name], column, err_msg=name)
        elif property in EXACT + REAL:
            np.testing.assert_allclose(found[name], column, rtol=1e-12, err_msg=name)
        elif property == "orientation":
            # Ties of the axes depend on rounding in scikit-image.
            major, minor = found["axis_major_length"], found["axis_minor_length"]
            clear = major - minor > 1e-5
            differences = np.sin(found[name] - column)[clear]
            np.testing.assert_allclose(differences, 0, atol=1e-9, err_msg=name)
        else:
            # Lengths near 0 are roots of rounding errors.
            tolerance = 1e-6 if "length" in name or name == "eccentricity" else 1e-9
            np.testing.assert_allclose(found[name], column, rtol=1e-9, atol=tolerance, err_msg=name)


@settings(deadline=None, max_examples=120)
@given(
    hnp.arrays(
        st.sampled_from([np.uint8, np.int16, np.uint16, np.int32, np.int64, np.uint32, np.uint64]),
        hnp.array_shapes(min_dims=2, max_dims=3, max_side=12),
        elements=st.integers(0, 3),
    ),
    st.sampled_from([None, (), (1,), (3,)]),
    st.sampled_from(["f8", "u1", "i4", "?"]),
)
def test_any_labels(labels, channels, dtype):
    intensities = None
    if channels is not None:
        values = np.random.default_rng(labels.size).random(labels.shape + channels) * 200 + 1
        intensities = values.astype(dtype)
    compare(labels, intensities)
    compare(np.asfortranarray(labels), intensities)


@settings(deadline=None, max_examples=60)
@given(
    hnp.arrays(np.int32, hnp.array_shapes(min_dims=2, max_dims=3, max_side=9), elements=st.integers(0, 3)),
    st.sampled_from([0.25, (2.0, 0.5, 3.0), (0.5, 0.5, 0.1)]),
    st.booleans(),
)
@pytest.mark.filterwarnings("ignore")
def test_spacing_is_that_of_scikit_image(labels, spacing, has_intensities):
    spacing = spacing if np.ndim(spacing) == 0 else spacing[: labels.ndim]
    intensities = np.random.default_rng(labels.size).random(labels.shape) + 1 if has_intensities else None
    compare(labels, intensities, spacing=spacing)
    # Those of components.
    mask = np.asfortranarray(labels > 0)
    found = components(mask, properties=REAL + SHAPE + ["area"], spacing=spacing)
    numbered = skimage.measure.label(mask)
    expected = skimage.measure.regionprops_table(numbered, properties=REAL + SHAPE + ["area"], spacing=spacing)
    for name, column in expected.items():
        np.testing.assert_allclose(np.sort(found[name]), np.sort(column), rtol=1e-9, atol=1e-6, err_msg=name)


def test_regions_of_images():
    rng = np.random.default_rng(4)
    for shape in [(1, 1), (1, 90), (90, 1), (64, 70), (150, 40)]:
        for density in [0.1, 0.4, 0.6, 0.9]:
            for connectivity in [1, 2]:
                labels = skimage_measure.label(rng.random(shape) < density, connectivity=connectivity)
                compare(labels)
                compare(np.asfortranarray(labels[::-1]), separator="~")
    # Cavities, tunnels, and cells that touch at edges and corners only.
    for density in [0.3, 0.8, 0.97]:
        compare(skimage_measure.label(rng.random((14, 19, 23)) < density))
    # Regions that are not connected, negative and large labels, another byte order.
    labels = rng.integers(-3, 4, (40, 50))
    compare(labels)
    compare(labels.astype(">i4"))
    spread = np.where(labels > 0, 100_003 * labels, 0)
    expected = skimage.measure.regionprops_table(spread, properties=EXACT + REAL)
    found = skimage_measure.regionprops_table(spread, properties=EXACT + REAL)
    for name in expected:
        np.testing.assert_allclose(found[name], expected[name], rtol=1e-12)


def test_regions_far_from_the_origin():
    labels = np.zeros((30, 100_000), np.int32)
    labels[3:20, -40:-5] = np.tri(17, 35) * 9
    labels[25, ::2] = 3
    compare(labels)


def test_old_names_and_empty_images():
    labels = np.array([[0, 2], [2, 2]])
    names = ["Area", "MajorAxisLength", "slice", "bbox_area", "Label"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = skimage.measure.regionprops_table(labels, properties=names)
    found = skimage_measure.regionprops_table(labels, properties=names)
    assert list(found) == list(expected)
    assert found["slice"].tolist() == expected["slice"].tolist() and found["slice"].dtype == object
    # scikit-image fails for an image without pixels; here it is as one without regions.
    expected = skimage.measure.regionprops_table(np.zeros((3, 4), int), properties=EXACT + SHAPE + PLANE)
    for empty in [np.zeros((3, 4), int), np.zeros((0, 4), np.uint8)]:
        found = skimage_measure.regionprops_table(empty, properties=EXACT + SHAPE + PLANE)
        assert list(found) == list(expected)
        for name in expected:
            assert found[name].dtype == expected[name].dtype and found[name].shape == (0,)


def test_wrong_arguments_raise():
    table, labels = skimage_measure.regionprops_table, np.ones((3, 3), int)
    for error, message, call in [
        (TypeError, "ambiguous", lambda: table(labels > 0)),
        (TypeError, "ambiguous", lambda: table(labels * 1.0)),
        (TypeError, "2-D and 3-D", lambda: table(labels[0])),
        (NotImplementedError, "orientation", lambda: table(labels[None], properties=["orientation"])),
        (NotImplementedError, "intensity_image", lambda: table(labels, labels * 1j)),
        (AttributeError, "intensity_image", lambda: table(labels, properties=["intensity_max"])),
        (ValueError, r"shape \[3, 3\]", lambda: table(labels, labels[1:])),
        (ValueError, "volumes are label, area", lambda: measure(labels[None], None, ["perimeter"])),
        (ValueError, "of one row are label", lambda: measure(labels[0], None, ["orientation"])),
        (ValueError, "of one row are label", lambda: measure(labels[0], None, ["axis_major_length"])),
        (ValueError, "of one row are label", lambda: measure(labels[0], None, ["perimeter_crofton"])),
        (ValueError, "^intensity_sum needs intensities$", lambda: measure(labels, None, ["intensity_sum"])),
        (TypeError, "labels must be integers", lambda: measure([["a"]])),
        (ValueError, "1 to 3 dimensions, found 4", lambda: measure(np.ones((1,) * 4, int), None, ["perimeter"])),
        (TypeError, "real numbers, found complex128", lambda: measure(labels, labels * 1j, "label")),
        (TypeError, "real numbers, found .S", lambda: measure(labels, labels.astype(bytes), "label")),
        *[
            (NotImplementedError, f"'{name}'", lambda name=name: table(labels, properties=[name]))
            for name in ["moments", "moments_central", "solidity", "feret_diameter_max"]
        ],
        (NotImplementedError, "extra_properties", lambda: table(labels, extra_properties=[len])),
        (NotImplementedError, "isotropic", lambda: table(labels, properties=["perimeter"], spacing=(1, 2))),
        (ValueError, "spacing must be 2 positive numbers", lambda: measure(labels, spacing=[1.0])),
        (ValueError, "spacing must be 2 positive numbers", lambda: components(labels, spacing=0)),
        (ValueError, "perimeter needs the same spacing", lambda: measure(labels, None, "perimeter", spacing=(1, 2))),
        (ValueError, "2\\^63", lambda: table(np.full((2, 2), 2**63, np.uint64))),
    ]:
        with pytest.raises(error, match=message):
            call()
    assert table(labels, spacing=1, cache=False)["bbox-2"].tolist() == [3]


@settings(deadline=None, max_examples=150)
@given(
    hnp.arrays(np.int32, hnp.array_shapes(min_dims=1, max_dims=3, max_side=9), elements=st.integers(0, 4)),
    st.sampled_from([None, 2, [1, 3], [[0, 4], [2, 7]], np.arange(5)]),
    st.sampled_from(["f8", "i4", "?", "u8"]),
)
@np.errstate(all="ignore")
@pytest.mark.filterwarnings("ignore")
def test_measures_of_scipy(labels, index, dtype):
    values = (np.random.default_rng(labels.size).random(labels.shape) * 9 - 2 * (dtype == "f8")).astype(dtype)
    for name in ["sum", "sum_labels", "mean", "minimum", "maximum", "center_of_mass"]:
        call = lambda module: getattr(module, name)(values, labels, index)
        try:
            expected = call(scipy.ndimage)
        except (ValueError, IndexError):
            with pytest.raises((ValueError, IndexError)):
                call(scipy_ndimage)
            continue
        found = call(scipy_ndimage)
        np.testing.assert_allclose(found, expected, rtol=1e-9, err_msg=name)
        assert np.asarray(found).dtype == np.asarray(expected).dtype, name
    assert scipy_ndimage.find_objects(labels) == scipy.ndimage.find_objects(labels)


@settings(deadline=None, max_examples=100)
@given(
    hnp.arrays(st.sampled_from(["?", "u1", "i4"]), hnp.array_shapes(max_dims=3, max_side=9)),
    st.integers(1, 3),
    st.integers(0, 9),
)
def test_cleaning_of_scikit_image(image, connectivity, most):
    image = abs(image) % 5 if image.dtype != bool else image
    for name in ["remove_small_objects", "remove_small_holes"]:
        call = lambda module: getattr(module, name)(
            image, connectivity=min(connectivity, image.ndim), max_size=most
        )
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            expected = call(skimage.morphology)
            theirs = [(warning.category, str(warning.message)) for warning in said]
            said.clear()
            found = call(skimage_morphology)
        assert [(warning.category, str(warning.message)) for warning in said] == theirs
        # scikit-image removes nothing if the size is 0, and background is not an object.
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected, err_msg=name)


@pytest.mark.parametrize("size", [0, 1, 2, 2.5, 3, 3.0, 4])
@pytest.mark.parametrize("dtype", ["?", "u1", ">i4", "i8"])
def test_the_old_size_means_that_of_scikit_image(size, dtype):
    image = np.array([[1, 0, 1, 1, 0], [0, 0, 0, 0, 0], [1, 1, 1, 0, 1]], dtype)
    for old, image in [("min_size", image), ("area_threshold", image == 0)]:
        name = "remove_small_objects" if old == "min_size" else "remove_small_holes"
        for arguments, options in [((size,), {}), ((size, 2), {}), ((), {old: size}), ((), {"max_size": size})]:
            answers = []
            for module in [skimage.morphology, skimage_morphology]:
                with warnings.catch_warnings(record=True) as caught:
                    warnings.simplefilter("always")
                    answers.append((getattr(module, name)(image, *arguments, **options), len(caught)))
            (expected, warned), (found, warned_too) = answers
            np.testing.assert_array_equal(found, expected)
            assert found.dtype == expected.dtype and warned_too == warned


def test_the_order_in_memory_changes_no_measure():
    volume = np.zeros((2, 3, 4), bool)
    volume[0, 0, :] = volume[1, 0, 0] = True
    names = [*SHAPE, "centroid", "bbox"]
    expected = components(volume, 6, names)
    for name, column in components(np.asfortranarray(volume), 6, names).items():
        np.testing.assert_allclose(column, expected[name], err_msg=name)
    misaligned = np.zeros(49, np.uint8)[1:].view("f8").reshape(2, 3)
    labels = np.ones((2, 3), np.int32)
    assert measure(labels, misaligned, ["intensity_mean"])["intensity_mean"] == 0
    assert scipy_ndimage.mean(misaligned, labels) == 0


def test_labels_far_apart_take_no_memory():
    labels = np.zeros((2, 3), np.int64)
    labels[0] = 2**63 - 1, 5, 5
    kept = skimage_morphology.remove_small_objects(labels, max_size=1)
    np.testing.assert_array_equal(kept, [[0, 5, 5], [0, 0, 0]])


@pytest.mark.parametrize("is_running", [True, False])
def test_boxes_leave_the_garbage_collector_as_it_was(is_running):
    was_running = gc.isenabled()
    try:
        (gc.enable if is_running else gc.disable)()
        assert find_objects(np.array([0, 2, 2])) == [None, (slice(1, 3),)]
        assert gc.isenabled() == is_running
    finally:
        (gc.enable if was_running else gc.disable)()


def test_sums_with_labels_left_out_or_unknown_are_those_of_scipy():
    rng = np.random.default_rng(5)
    labels, values = rng.integers(0, 40, (30, 31)), rng.integers(-9, 9, (30, 31)).astype(float)
    for index in (np.arange(1, 40), np.arange(40), [3, 1, 3], [50, 7], []):
        for name in ("sum", "mean"):
            found, expected = (getattr(of, name)(values, labels, index) for of in (scipy_ndimage, scipy.ndimage))
            np.testing.assert_allclose(found, expected)
