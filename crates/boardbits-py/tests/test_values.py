"""Images of integers, against scikit-image."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from skimage import measure

import boardbits
from boardbits.compat import skimage_measure

TYPES = [np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32, np.uint64, np.int64]


@st.composite
def images(draw: st.DrawFn) -> np.ndarray:
    """Arrays of few values, with any strides."""
    shape = draw(arrays.array_shapes(min_dims=2, max_dims=2, max_side=80))
    low = draw(st.sampled_from([0, -2]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    dtype = draw(st.sampled_from(TYPES))
    image = rng.integers(low, low + draw(st.integers(1, 5)), shape).astype(dtype)
    image = image.repeat(draw(st.integers(1, 4)), axis=1)
    return draw(st.sampled_from([image, image.T, image[::-1, ::2], np.asfortranarray(image)]))


@settings(deadline=None)
@given(images(), st.sampled_from([4, 8]))
def test_labels_are_those_of_scikit_image(image: np.ndarray, connectivity: int) -> None:
    expected, number = measure.label(image, background=0, connectivity=connectivity // 4, return_num=True)
    for dtype in [np.uint16, np.uint32, np.int32, np.int64, np.uint64]:
        labels, found = boardbits.label_values(image, connectivity, dtype=dtype, return_num=True)
        assert labels.dtype == dtype and found == number
        np.testing.assert_array_equal(labels, expected)


@settings(deadline=None)
@given(images(), st.sampled_from([None, 0, 1, -1, 7, 255, 256, 2**16, 2**32]), st.sampled_from([None, 1, 2]))
def test_the_drop_in_is_scikit_image(image: np.ndarray, background: int | None, connectivity: int | None) -> None:
    expected = measure.label(image, background=background, connectivity=connectivity, return_num=True)
    labels, found = skimage_measure.label(image, background, True, connectivity)
    assert found == expected[1] and labels.dtype == expected[0].dtype
    np.testing.assert_array_equal(labels, expected[0])


def test_hostile_arrays() -> None:
    for image in [np.zeros((0, 5), np.uint8), np.zeros((5, 0), np.int64)]:
        assert boardbits.label_values(image, return_num=True)[1] == 0
    distinct = np.arange(1, 70_001, dtype=np.int64).reshape(7, -1)
    with pytest.raises(ValueError, match="65535"):
        boardbits.label_values(distinct, dtype=np.uint16)
    assert boardbits.label_values(distinct, return_num=True)[1] == 70_000
    for image in [np.zeros((2, 2)), np.zeros((2, 2), bool), np.zeros((2, 2), object), [[1.5, 2]]]:
        with pytest.raises(TypeError):
            boardbits.label_values(image)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2 or 3 dimensions"):
        boardbits.label_values(np.zeros((2, 2, 2, 2), np.uint8))
    with pytest.raises(TypeError, match="dtype must be"):
        boardbits.label_values(np.zeros((2, 2), np.uint8), dtype=np.float32)
    with pytest.raises(ValueError, match="connectivity"):
        boardbits.label_values(np.ones((2, 2), np.uint8), 5)
    read_only = np.eye(3, dtype=np.uint8)
    read_only.flags.writeable = False
    assert boardbits.label_values(read_only, 4, return_num=True)[1] == 3
    big_endian = np.array([[1, 0], [2, 2]], ">i4")
    np.testing.assert_array_equal(skimage_measure.label(big_endian), [[1, 0], [2, 2]])
