"""Images against SciPy and scikit-image."""

import numpy as np
import pytest
import scipy.ndimage
import skimage.measure
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import boardbits
from boardbits.compat import scipy_ndimage, skimage_measure

images = hnp.arrays(
    st.sampled_from([np.bool_, np.uint8]),
    hnp.array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=70),
    elements=st.sampled_from([0, 1]),
    fill=st.sampled_from([0, 1]),
)
structures = {4: scipy.ndimage.generate_binary_structure(2, 1), 8: np.ones((3, 3))}


def random_images():
    rng = np.random.default_rng(1)
    for shape in [(1, 1), (1, 200), (200, 1), (64, 64), (65, 63), (37, 129), (300, 200)]:
        for density in [0.05, 0.3, 0.5, 0.6, 0.9]:
            yield rng.random(shape) < density


@settings(deadline=None, max_examples=200)
@given(images, st.sampled_from([4, 8]))
def test_labels_equal_scipys(image, connectivity):
    expected, number = scipy.ndimage.label(image, structures[connectivity])
    labels, found = boardbits.label(image, connectivity, return_num=True)
    assert found == number == boardbits.count(image, connectivity)
    np.testing.assert_array_equal(labels, expected)
    if image.size:
        assert boardbits.find_objects(labels) == scipy.ndimage.find_objects(expected)


@pytest.mark.parametrize("connectivity", [4, 8])
def test_labels_do_not_depend_on_threads(connectivity):
    image = np.random.default_rng(5).random((1500, 2000)) < 0.55
    expected, number = scipy.ndimage.label(image, structures[connectivity])
    for threads in [0, 2, 3]:
        labels, found = boardbits.label(image, connectivity, return_num=True, threads=threads)
        assert found == number
        np.testing.assert_array_equal(labels, expected)


@pytest.mark.parametrize("connectivity", [4, 8])
@pytest.mark.parametrize("values", [False, True])
def test_labels_by_size_are_those_of_numpy(connectivity, values):
    rng = np.random.default_rng(6)
    for image in [*random_images(), np.zeros((0, 5), bool), np.zeros((5, 5), bool)]:
        if values:
            image = image * rng.integers(1, 3, image.shape, dtype=np.uint8)
        call = boardbits.label_values if values else boardbits.label
        labels, number = call(image, connectivity, return_num=True)
        sizes = np.bincount(labels.ravel(), minlength=number + 1)[1:]
        ranks = np.zeros(number + 1, int)
        ranks[1 + np.argsort(-sizes, kind="stable")] = np.arange(1, number + 1)
        for dtype in [None, np.uint32]:
            found, count = call(image, connectivity, return_num=True, dtype=dtype, by_size=True)
            assert (count, found.dtype) == (number, dtype or np.int32)
            np.testing.assert_array_equal(found, ranks[labels])


@pytest.mark.parametrize("connectivity", [4, 8])
def test_rows_of_components_are_those_of_their_labels(connectivity):
    names = ["label", "area", "bbox", "centroid"]
    for image in [*random_images(), np.zeros((0, 5), bool), np.zeros((5, 5), bool)]:
        table = boardbits.components(image, connectivity, names)
        for name, column in boardbits.measure(boardbits.label(image, connectivity), None, names).items():
            np.testing.assert_allclose(table[name], column, rtol=1e-12)


@pytest.mark.parametrize("connectivity", [4, 8])
def test_properties_equal_those_of_scikit_image(connectivity):
    names = ["label", "area", "bbox", "area_bbox", "extent", "centroid", "orientation"]
    names += ["axis_major_length", "axis_minor_length"]
    for image in random_images():
        labels = boardbits.label(image, connectivity)
        expected = skimage.measure.regionprops_table(labels, properties=names)
        found = boardbits.components(image, connectivity, names)
        assert list(found) == list(expected)
        for name, column in expected.items():
            if name == "orientation":
                # Ties of the axes depend on rounding in scikit-image.
                clear = found["axis_major_length"] - found["axis_minor_length"] > 1e-6
                np.testing.assert_allclose(
                    np.cos(2 * found[name][clear]), np.cos(2 * column[clear]), atol=1e-9
                )
            else:
                np.testing.assert_allclose(found[name], column, rtol=1e-9, atol=1e-7, err_msg=name)


def test_euler_numbers_equal_those_of_scikit_image():
    # scikit-image always connects pixels of a region by corners, too.
    for image in random_images():
        labels = boardbits.label(image, 8)
        expected = skimage.measure.regionprops_table(labels, properties=["euler_number"])
        found = boardbits.components(image, 8, ["euler_number", "num_holes"])
        np.testing.assert_array_equal(found["euler_number"], expected["euler_number"])
        np.testing.assert_array_equal(found["num_holes"], 1 - expected["euler_number"])


def test_all_layouts_give_the_same_labels():
    rng = np.random.default_rng(2)
    image = rng.random((83, 131)) < 0.5
    expected = boardbits.label(image)
    wide = np.zeros((83, 262), bool)
    wide[:, ::2] = image
    for view in [np.asfortranarray(image), wide[:, ::2], image[::-1][::-1], image[:, ::-1][:, ::-1]]:
        np.testing.assert_array_equal(boardbits.label(view), expected)
    np.testing.assert_array_equal(boardbits.label(image[::-1]), boardbits.label(image[::-1].copy()))
    odd = np.where(image, 255, 0).astype(np.uint8)
    np.testing.assert_array_equal(boardbits.label(odd), expected)
    np.testing.assert_array_equal(boardbits.label(odd.view(bool)), expected)


@settings(deadline=None, max_examples=100)
@given(hnp.arrays(st.sampled_from(["?", "u1", "i4"]), st.integers(0, 300), elements=st.sampled_from([0, 1])))
def test_rows_are_labeled_as_by_scipy(row):
    expected, number = scipy.ndimage.label(row)
    for image, target in [(row, expected), (row[::-2], scipy.ndimage.label(row[::-2])[0])]:
        out = np.zeros(image.shape, np.int64)
        for labels in [boardbits.label(image), boardbits.label(image, 1, out=out)]:
            np.testing.assert_array_equal(labels, target)
    assert boardbits.count(row) == number
    if row.dtype != bool:
        np.testing.assert_array_equal(boardbits.label_values(row), expected)
    if row.size:
        ring = boardbits.label(row, periodic=[True], return_num=True)[1]
        assert ring == number - (number > 1 and row[0] != 0 and row[-1] != 0)


def test_thresholds_and_types():
    image = np.array([[0, 10, 11, 255]], np.uint8)
    for threshold, expected in [(None, 3), (0, 4), (9.5, 3), (10, 3), (11, 2), (255, 1), (256, 0), (-1, 4), (1e9, 0)]:
        area = boardbits.components(image, properties=["area"], threshold=threshold)["area"]
        assert area.sum() == expected, threshold
    for dtype in [np.uint16, np.int32, np.uint32, np.int64, np.uint64]:
        labels = boardbits.label(image, dtype=dtype)
        assert labels.dtype == dtype
        out = np.full(image.shape, 7, dtype)
        assert boardbits.label(image, out=out) is out
        np.testing.assert_array_equal(out, labels)
    smallest = lambda shape, *by: boardbits.label(np.ones(shape, bool), *by, dtype="smallest").dtype
    assert smallest((256, 256), 4) == np.uint16 and smallest((512, 511), 8) == np.uint32


# Integers near those that float64 or 64 bits cannot hold.
near = st.builds(
    lambda power, sign, step: sign * 2**power + step,
    st.sampled_from([0, 7, 8, 15, 16, 31, 32, 52, 53, 54, 62, 63, 64, 70]),
    st.sampled_from([-1, 1]),
    st.integers(-3, 3),
)
numbers = near | near.map(float) | st.floats(allow_nan=False) | near.map(lambda number: number + 0.5)


@settings(deadline=None, max_examples=300)
@given(st.lists(near, min_size=1, max_size=9), st.sampled_from("bBhHiIqQ"), st.sampled_from("<>"), numbers)
def test_thresholds_are_those_of_python(pixels, dtype, order, threshold):
    limits = np.iinfo(dtype)
    pixels = [min(max(pixel, int(limits.min)), int(limits.max)) for pixel in pixels]
    expected = [pixel >= threshold for pixel in pixels]
    image = np.array([pixels], np.dtype(dtype).newbyteorder(order))
    given = [threshold]
    if isinstance(threshold, int) and limits.min <= threshold <= limits.max:
        given.append(image.dtype.type(threshold))
    for given in given:
        labels = boardbits.label(image, threshold=given)
        assert (labels[0] > 0).tolist() == expected
        assert boardbits.count(image, threshold=given) == boardbits.count(labels > 0)
    labels = boardbits.label(np.array([[False, True]]), threshold=threshold)
    assert (labels[0] > 0).tolist() == [0 >= threshold, 1 >= threshold]


@settings(deadline=None, max_examples=50)
@given(hnp.array_shapes(max_dims=3, max_side=300), st.sampled_from(["?", "u1", "i8", "f4"]))
def test_labels_have_one_type_and_can_be_subtracted(shape, dtype):
    if np.prod(shape) > 1e6:
        return
    for labels in [boardbits.label(np.zeros(shape, dtype)), boardbits.label_values(np.zeros(shape, int))]:
        assert labels.dtype == np.int32 and (labels - 1).min() == -1


VALUES = [np.array([[1, 1, 2, 2], [3, 3, 2, 2]]), np.array([[0, -1, 0], [0, 0, 5]]), [[1, 0, 2]]]


@pytest.mark.parametrize("call", [boardbits.label, boardbits.count, boardbits.components, boardbits.fill_holes])
@pytest.mark.parametrize("dtype", ["i2", "u2", "i4", "u4", "i8", "u8", ">i4"])
def test_labels_that_touch_are_not_joined(call, dtype):
    for values in VALUES:
        labels = np.abs(values).astype(dtype)
        for array in [labels, labels[:, ::-1], np.asfortranarray(labels), labels[:, None]]:
            if array.ndim == 3 and call is boardbits.components:
                array = array.copy("F")
            with pytest.raises(ValueError, match="several values such as . and .: measure.*label_values.*image != 0"):
                call(array)
        call(labels != 0)
        if call is not boardbits.fill_holes:
            call(labels, threshold=1)
    # One value in any number of pixels, bytes of any values, and floats are masks.
    for mask in [7 * np.eye(100, dtype=dtype), np.arange(9, dtype="u1")[None], np.arange(9.0)[None]]:
        call(mask)


@settings(deadline=None, max_examples=200)
@given(
    hnp.arrays(
        st.sampled_from(["f2", "f4", "f8", ">f8", "g"]),
        hnp.array_shapes(max_dims=3, max_side=9),
        elements=st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.5, 9.5, np.inf, -np.inf, np.nan, 60000.0]),
    ),
    st.sampled_from([None, 0, -0.0, 1, 9.5, 9.501, -1, 59999, 60001, 10**400, -np.inf, np.inf]),
)
def test_floats_are_masks(image, threshold):
    number = np.inf if threshold == 10**400 else threshold
    is_set = image != 0 if number is None else image.astype(np.longdouble) >= number
    expected, number = scipy.ndimage.label(is_set, np.ones((3,) * image.ndim))
    labels, found = boardbits.label(image, threshold=threshold, return_num=True)
    np.testing.assert_array_equal(labels, expected)
    assert found == number == boardbits.count(image.tolist(), threshold=threshold)


def test_lists_are_accepted():
    rows = [[1, 0, 1], [0, 1, 0]]
    for given in [rows, tuple(map(tuple, rows)), [[1.0, 0, 1], [0, 1, 0]], [[True, False, True], [False, True, False]]]:
        assert boardbits.label(given, 4).tolist() == [[1, 0, 2], [0, 3, 0]]
        assert boardbits.count(given, 4) == 3 and len(boardbits.components(given, 4)["area"]) == 3
        assert boardbits.fill_holes(given, 4).tolist() == np.array(given, bool).tolist()
    assert boardbits.label_values(rows, 4).max() == 3 and boardbits.keep(rows, 4, largest=1).sum() == 1
    assert boardbits.measure(rows)["area"].tolist() == [3] and len(boardbits.find_objects(rows)) == 1
    assert boardbits.contacts([[1, 2]]).faces.tolist() == [1]
    assert boardbits.contacts([[1, 2]]).pairs.tolist() == [[1, 2]]


def test_wrong_names_of_properties_have_a_guess():
    labels = np.ones((3, 3), int)
    for name, guess in [
        ("volume", "area"),
        ("mean_intensity", "intensity_mean"),
        ("equivalent_diameter", "equivalent_diameter_area"),
        ("filled_area", "area_filled"),
        ("centroids", "centroid"),
        ("Area", "area"),
    ]:
        reason = f"^unknown property '{name}' in properties: did you mean '{guess}'. The properties are label"
        with pytest.raises(ValueError, match=reason):
            boardbits.measure(labels, labels, ["label", name])
        if "intensity" not in guess and guess != "area_filled":
            with pytest.raises(ValueError, match=reason):
                boardbits.components(labels, properties=name)
    with pytest.raises(ValueError, match="did you mean 'intensity_mean', which needs intensities"):
        boardbits.measure(labels, properties=["mean_intensity"])
    with pytest.raises(ValueError, match="^unknown property 'xyzzy' in properties; the properties are label"):
        boardbits.measure(labels, None, "xyzzy")
    with pytest.raises(ValueError, match="^intensity_mean needs intensities$"):
        boardbits.measure(labels, None, "intensity_mean")
    with pytest.raises(TypeError, match=r"intensities must be .*: write properties=\['area'\]"):
        boardbits.measure(labels, ["area"])


def test_empty_images_have_no_components():
    for shape in [(0, 0), (0, 5), (5, 0)]:
        labels, found = boardbits.label(np.zeros(shape, bool), return_num=True)
        assert labels.shape == shape and found == 0
        assert boardbits.components(np.zeros(shape, bool))["area"].shape == (0,)
        assert boardbits.find_objects(labels) == []


def test_wrong_arguments_raise():
    image = np.ones((4, 4), bool)
    read_only = np.zeros((4, 4), np.uint16)
    read_only.flags.writeable = False
    checkerboard = np.indices((600, 600)).sum(axis=0) % 2 == 0
    for error, message, call in [
        (TypeError, "must be bool, integers or floats, found <U1", lambda: boardbits.label([["a"]])),
        (TypeError, "must be bool, integers or floats", lambda: boardbits.label(image.astype(complex))),
        (TypeError, "must be bool, integers or floats", lambda: boardbits.label(image.astype(object))),
        (ValueError, "order must be 'C' or 'K', found 'F'", lambda: boardbits.label(image, order="F")),
        (ValueError, "order='K' needs a new array", lambda: boardbits.label(image, order="K", out=read_only)),
        (ValueError, "by_size needs", lambda: boardbits.label(image, by_size=True, periodic=[True, False])),
        (ValueError, "0 for one for each core, found -1", lambda: boardbits.label(image, threads=-1)),
        (TypeError, "masked", lambda: boardbits.label(np.ma.masked_array(image))),
        (ValueError, "1 to 3 dimensions", lambda: boardbits.label(np.array(True))),
        (ValueError, "2 or 3 dimensions, found 1", lambda: boardbits.components(image[0])),
        (ValueError, "1 to 3 dimensions", lambda: boardbits.components(image[None, None])),
        (ValueError, "connectivity", lambda: boardbits.label(image, 6)),
        (ValueError, "threshold must be a number, found NaN", lambda: boardbits.label(image, threshold=float("nan"))),
        (TypeError, "threshold must be a number, found 'a'", lambda: boardbits.label(image, threshold="a")),
        (TypeError, "dtype must be", lambda: boardbits.label(image, dtype=np.float32)),
        (TypeError, "out must have the dtype", lambda: boardbits.label(image, dtype=np.int32, out=read_only)),
        (ValueError, "shape", lambda: boardbits.label(image, out=np.zeros((4, 5), np.uint16))),
        (ValueError, "C-contiguous", lambda: boardbits.label(image, out=np.zeros((4, 4), np.uint16).T[:, ::-1])),
        (TypeError, "read-?only|writeable", lambda: boardbits.label(image, out=read_only)),
        (ValueError, "65535", lambda: boardbits.label(checkerboard, 4, dtype=np.uint16)),
        (TypeError, r"write properties=\['area'\]", lambda: boardbits.components(image, ["area"])),
        (TypeError, "write properties='area'", lambda: boardbits.components(image, "area")),
        (TypeError, r"write properties=\('area',\)", lambda: boardbits.components(image, ("area",))),
        (ValueError, "unknown property 'size' .*mean 'area'", lambda: boardbits.components(image, properties=["size"])),
    ]:
        with pytest.raises(error, match=message):
            call()


@settings(deadline=None, max_examples=100)
@given(images, st.sampled_from([None, 4, 8]), st.sampled_from([None, np.int32, np.int64, np.uint16, np.float64]))
def test_drop_in_for_scipy(image, connectivity, output):
    structure = structures.get(connectivity)
    expected = scipy.ndimage.label(image, structure, output)
    found = scipy_ndimage.label(image, structure, output)
    np.testing.assert_array_equal(found[0], expected[0])
    assert found[0].dtype == expected[0].dtype and found[1] == expected[1]
    out = np.empty(image.shape, np.int16)
    assert scipy_ndimage.label(image, structure, out) == expected[1]
    np.testing.assert_array_equal(out, expected[0])


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=3),
    st.permutations(range(3)),
    st.lists(st.sampled_from([1, 2, -1, -2]), min_size=3, max_size=3),
    st.sampled_from([np.int16, np.int32, np.uint64, np.float64]),
    st.integers(0, 9),
)
def test_outputs_in_any_order_have_the_numbers_of_scipy(shape, axes, steps, dtype, seed):
    image = np.random.default_rng(seed).random(shape) < 0.5
    axes = [axis for axis in axes if axis < image.ndim]
    answers = []
    for module in [scipy.ndimage, scipy_ndimage]:
        memory = np.zeros([2 * shape[axis] for axis in axes], dtype).transpose(np.argsort(axes))
        out = memory[tuple(slice(None, None, step) for step in steps[: image.ndim])]
        out = out[tuple(slice(side) for side in shape)]
        answers.append((module.label(np.asfortranarray(image), None, out), out.tolist()))
    assert answers[0] == answers[1]


@settings(deadline=None, max_examples=100)
@given(images, st.sampled_from([None, 1, 2]), st.sampled_from([None, 0, 1]))
def test_drop_in_for_scikit_image(image, connectivity, background):
    for image in [image, image.astype(np.int16), image * 1.5]:
        expected = skimage.measure.label(image, background, True, connectivity)
        found = skimage_measure.label(image, background, True, connectivity)
        np.testing.assert_array_equal(found[0], expected[0])
        assert found[0].dtype == expected[0].dtype and found[1] == expected[1]


def test_what_the_drop_ins_do_not_support_is_named():
    for call in [
        lambda: scipy_ndimage.label(np.ones((1, 1, 1, 1))),
        lambda: scipy_ndimage.label(np.ones((3, 3)), np.eye(3)),
        lambda: skimage_measure.label(np.ones((3, 3, 3, 3), bool)),
        lambda: skimage_measure.label(np.array([[1j]])),
    ]:
        with pytest.raises(NotImplementedError):
            call()


@pytest.mark.parametrize("shape", [(20, 30), (90, 130), (9, 8, 7), (20, 24, 28)])
def test_parts_and_turned_arrays(shape):
    """Few bytes are copied; more are read where they are, if they are contiguous."""
    large = np.random.default_rng(5).integers(0, 256, [side + 4 for side in shape], np.uint8)
    large[large < 100] = 0
    for image in [large, large > 0, np.asfortranarray(large), np.asfortranarray(large > 0)]:
        parts = [image, image[tuple(slice(2, -2) for _ in shape)], image[::-1], image[..., ::3], image.T]
        for part in [*parts, np.moveaxis(image, 0, 1)]:
            for threshold in [None, 1, 150, 256, -1]:
                is_set = part != 0 if threshold is None else part.astype(int) >= threshold
                expected, number = scipy.ndimage.label(is_set, np.ones([3] * len(shape)))
                np.testing.assert_array_equal(boardbits.label(part, threshold=threshold), expected)
                assert boardbits.count(part, threshold=threshold) == number
                labels = boardbits.label(part, threshold=threshold, order="K")
                assert ((labels > 0) == is_set).all() and labels.max() == number
