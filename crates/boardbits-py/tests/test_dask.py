"""Labels of Dask arrays against those of the whole image."""

import json
import threading

import numpy as np
import pytest

import boardbits

pytest.importorskip("dask.array")

import dask  # noqa: E402
import dask.array as da  # noqa: E402

import boardbits.dask  # noqa: E402


def renumbered(labels):
    """The labels in the order of their first pixels, 1, 2, 3 …"""
    values, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    order = np.zeros(len(values), int)
    is_set = values > 0
    order[is_set] = 1 + np.argsort(np.argsort(first[is_set]))
    return order[inverse].reshape(labels.shape)


def random_chunks(rng, side):
    cuts = sorted(set(rng.integers(1, side, rng.integers(0, 5)).tolist())) if side > 1 else []
    return tuple(b - a for a, b in zip([0, *cuts], [*cuts, side]))


@pytest.mark.parametrize("connectivity", [4, 8, 6, 18, 26])
def test_labels_are_those_of_the_whole_image(connectivity):
    rng = np.random.default_rng(connectivity)
    axes, most = (2, 70) if connectivity in (4, 8) else (3, 20)
    for round in range(25):
        shape = tuple(rng.integers(1, most, axes).tolist())
        image = rng.random(shape) < rng.choice([0.2, 0.45, 0.6, 0.9])
        chunks = tuple(random_chunks(rng, side) for side in shape)
        blocks = da.from_array(image, chunks=chunks)
        labels, count = boardbits.dask.label(blocks, connectivity, return_num=True)
        expected, number = boardbits.label(image, connectivity, return_num=True)
        assert labels.chunks == blocks.chunks and labels.dtype == np.int64
        found = labels.compute()
        assert found.dtype == np.int64 and count == number
        np.testing.assert_array_equal(renumbered(found), expected)
        np.testing.assert_array_equal(np.unique(found[found > 0]), np.arange(1, number + 1))
        # The measures by label.
        names = ["label", "area", "num_pixels", "bbox", "area_bbox", "extent"]
        names += ["centroid", "centroid_local", "equivalent_diameter_area"]
        table = boardbits.dask.components(blocks, connectivity, iter(names))
        np.testing.assert_array_equal(table["label"], np.unique(found[found > 0]))
        whole = boardbits.components(image, connectivity, names)
        assert list(table) == list(whole)
        order = [expected[found == label][0] - 1 for label in table["label"]]
        for name in names[1:]:
            for column in [column for column in table if column.split("-")[0] == name]:
                np.testing.assert_allclose(
                    table[column], whole[column][order], rtol=1e-12, err_msg=column
                )
                assert table[column].dtype == whole[column].dtype


@pytest.mark.parametrize("axes, most", [(1, 60), (2, 40), (3, 14)])
def test_regions_are_those_of_the_whole_array(axes, most):
    rng = np.random.default_rng(axes)
    names = ["label", "area", "bbox", "centroid", "euler_number"]
    of_intensities = ["intensity_sum", "intensity_mean", "intensity_min", "intensity_max", "intensity_std"]
    for round in range(30):
        shape = tuple(rng.integers(1, most, axes).tolist())
        labels = rng.integers(0, rng.choice([2, 3, 50]), shape).astype(rng.choice(["u1", "i4", "u8"]))
        intensities = rng.normal(100, 1, shape)
        intensities[rng.random(shape) < 0.01] = rng.choice([np.nan, np.inf, -np.inf])
        chunks = tuple(random_chunks(rng, side) for side in shape)
        blocks = da.from_array(labels, chunks=chunks)
        with_intensities = round % 2 == 1
        properties = names + of_intensities if with_intensities else names
        given = da.from_array(intensities, chunks=3) if with_intensities else None
        table = boardbits.dask.measure(blocks, given, iter(properties))
        whole = boardbits.measure(labels, intensities if with_intensities else None, properties)
        assert list(table) == list(whole)
        for column, values in whole.items():
            np.testing.assert_allclose(table[column], values, rtol=1e-10, atol=1e-10, err_msg=column)
            assert table[column].dtype == values.dtype, column
    for shape in [(0,) * axes, (3,) * axes]:
        table = boardbits.dask.measure(da.zeros(shape, dtype=int), None, names)
        assert all(len(column) == 0 for column in table.values())
    # The labels of a call are those of its table.
    if axes > 1:
        image = da.from_array(labels > 0, chunks=chunks)
        found = boardbits.dask.label(image)
        tables = boardbits.dask.measure(found), boardbits.dask.components(image)
        for column, values in tables[1].items():
            np.testing.assert_allclose(tables[0][column], values, err_msg=column)


def test_thresholds_slices_and_empty_images():
    rng = np.random.default_rng(5)
    gray = rng.integers(0, 256, (90, 80), dtype=np.uint8)
    blocks = da.from_array(gray, chunks=(32, 31))
    labels, count = boardbits.dask.label(blocks, threshold=150.5, return_num=True)
    assert count == boardbits.count(gray > 150)
    for threshold in [0, 150, 255, 256, -1, 10**400, float("inf")]:
        expected = boardbits.count(gray >= threshold)
        assert boardbits.dask.label(blocks, threshold=threshold, return_num=True)[1] == expected
        assert boardbits.count(gray, threshold=threshold) == expected
    np.testing.assert_array_equal(
        renumbered(labels[10:50, ::-1].compute()), renumbered(labels.compute()[10:50, ::-1])
    )
    for shape in [(0, 5), (5, 0), (0, 0)]:
        labels, count = boardbits.dask.label(da.zeros(shape, dtype=bool), return_num=True)
        assert count == 0 and labels.compute().shape == shape
        assert boardbits.dask.components(da.zeros(shape, dtype=bool))["area"].shape == (0,)


@pytest.mark.parametrize("shape, chunks", [((100, 120), (30, 25)), ((20, 18, 21), (10, 10, 5))])
def test_a_call_is_resumed(tmp_path, shape, chunks):
    rng = np.random.default_rng(6)
    image, lock, read = rng.random(shape) < 0.5, threading.Lock(), []

    def counted(block, fail, block_info=None):
        place = block_info[0]["array-location"]
        with lock:
            read.append(place)
        if fail and len(read) > 8:
            raise OSError("the disk is gone")
        return block

    def blocks(fail):
        given = da.from_array(image, chunks=chunks)
        return da.map_blocks(counted, given, fail, dtype=bool, name="image")

    read.clear()
    state = tmp_path / "state"
    with dask.config.set(scheduler="single-threaded"), pytest.raises(OSError):
        boardbits.dask.label(blocks(True), state=state)
    done = len(list(state.glob("*.tile")))
    assert 0 < done < 20
    # A damaged state is not used.
    damaged = sorted(state.glob("*.tile"))[0]
    damaged.write_bytes(damaged.read_bytes()[:-1])
    labels, count = boardbits.dask.label(blocks(False), state=state, return_num=True)
    assert len(list(state.glob("*.tile"))) == 20 and not list(state.glob("tmp*"))
    expected, number = boardbits.label(image, return_num=True)
    assert count == number
    np.testing.assert_array_equal(renumbered(labels.compute()), expected)
    # All states are there, so none is scanned again.
    before = {file: file.stat().st_mtime_ns for file in state.glob("*.tile")}
    boardbits.dask.label(blocks(False), state=state)
    assert before == {file: file.stat().st_mtime_ns for file in state.glob("*.tile")}
    for other in [
        lambda: boardbits.dask.label(blocks(False), 1, state=state),
        lambda: boardbits.dask.components(blocks(False), state=state),
        lambda: boardbits.dask.label(blocks(False)[:, :17], state=state),
    ]:
        with pytest.raises(ValueError, match="belongs to another image"):
            other()
    assert json.loads((state / "image.json").read_text())["connectivity"] == (8 if len(shape) == 2 else 26)


@pytest.mark.parametrize("shape, chunks", [((90, 80), 25), ((20, 18, 21), (10, 10, 5))])
@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i4", "u8", "f4", "f8"])
def test_images_and_labels_of_any_type(shape, chunks, dtype):
    rng = np.random.default_rng(9)
    image = (rng.random(shape) < 0.3).astype(dtype)
    blocks = da.from_array(image, chunks=chunks)
    expected, number = boardbits.label(image, return_num=True)
    for wanted in ["int64", "int32", "uint16", np.uint64, "i2"]:
        labels = boardbits.dask.label(blocks, dtype=wanted)
        assert isinstance(labels, da.Array) and labels.dtype == wanted
        found = labels.compute()
        assert found.dtype == wanted and found.max() == number
        np.testing.assert_array_equal(renumbered(found), expected)
    if number > 127:
        with pytest.raises(ValueError, match=f"each of {number} components, found int8"):
            boardbits.dask.label(blocks, dtype="i1")
    if dtype not in ("?", "i1"):
        for threshold in [0.5, 2, 3]:
            more = blocks * np.array(3, dtype)
            found = boardbits.dask.label(more, threshold=threshold, return_num=True)[1]
            assert found == boardbits.count(more.compute(), threshold=threshold)
    if dtype in ("u2", "i4", "u8"):
        values = da.from_array((image * rng.integers(1, 9, shape)).astype(dtype), chunks=chunks)
        with pytest.raises(ValueError, match="several values"):
            boardbits.dask.label(values)


@pytest.mark.parametrize("pixel", [(3, 3), (20, 9), (15, 16)])
def test_an_image_that_changes_between_its_reads_raises(pixel):
    # The last change keeps the number of components.
    image = np.zeros((32, 32), bool)
    image[12:18, 12:18] = True

    def read(block, block_info=None):
        return image[tuple(slice(*sides) for sides in block_info[0]["array-location"])]

    blocks = da.map_blocks(read, da.zeros((32, 32), chunks=16, dtype=bool), dtype=bool)
    labels = boardbits.dask.label(blocks)
    image[pixel] ^= True
    with pytest.raises(ValueError, match="image has changed"):
        labels.compute()
    image[pixel] ^= True
    assert (labels.compute() > 0).sum() == 36


def test_masked_chunks_are_refused():
    image = da.ma.masked_array(da.ones((8, 8), chunks=4, dtype=bool), True)
    for call in [boardbits.dask.label, boardbits.dask.components]:
        with pytest.raises(TypeError, match="masked"):
            call(image)


def test_wrong_arguments_raise():
    image = da.ones((10, 10), chunks=5, dtype=bool)
    label, measure = boardbits.dask.label, boardbits.dask.measure
    for error, message, call in [
        (TypeError, r"image must be a dask.array.Array, .*from_array\(image\)", lambda: label(np.ones((3, 3), bool))),
        (AttributeError, "'keep': it has only components, label, measure, and boardbits.keep", lambda: boardbits.dask.keep),
        (AttributeError, "no attribute 'foo'$", lambda: boardbits.dask.foo),
        (TypeError, "image must be bool, integers or floats", lambda: label(image * 1j)),
        (TypeError, "dtype must be a type of integers", lambda: label(image, dtype=float)),
        (ValueError, "did you mean 'area'", lambda: boardbits.dask.components(image, properties="volume")),
        (ValueError, "2 or 3 dimensions", lambda: label(image[0])),
        (ValueError, "4 or 8 .or 1 or 2", lambda: label(image, 6)),
        (ValueError, "6 or 18 or 26 .* found 0", lambda: label(image[None], 0)),
        (ValueError, "known chunks", lambda: label(image[image[:, 0]])),
        (ValueError, "unknown property 'euler_number'", lambda: boardbits.dask.components(image, properties="euler_number")),
        (TypeError, "labels must be a dask.array.Array", lambda: measure(np.ones((3, 3), int))),
        (TypeError, "labels must be integers", lambda: measure(image * 1.0)),
        (ValueError, "unknown property 'perimeter'", lambda: measure(image * 1, None, "perimeter")),
        (ValueError, "intensity_mean needs intensities", lambda: measure(image * 1, None, "intensity_mean")),
        (TypeError, "intensities must be a dask", lambda: measure(image * 1, intensities=np.ones((10, 10)))),
        (ValueError, "labels must have no empty chunks", lambda: measure(da.ones(8, chunks=((4, 0, 4),), dtype=int))),
        (ValueError, "intensities must have the shape", lambda: measure(image * 1, intensities=image[1:])),
        (ValueError, "NaN", lambda: label(image, threshold=float("nan"))),
    ]:
        with pytest.raises(error, match=message):
            call()


@pytest.mark.parametrize("shape, chunks", [((600, 700), (128, 100)), ((60, 70, 50), (25, 20, 50))])
def test_two_workers(tmp_path, shape, chunks):
    distributed = pytest.importorskip("distributed")
    rng = np.random.default_rng(7)
    image = rng.random(shape) < 0.5
    expected, number = boardbits.label(image, return_num=True)
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    with cluster, distributed.Client(cluster):
        blocks = da.from_array(image, chunks=chunks)
        for state in [None, tmp_path / "state"]:
            labels, count = boardbits.dask.label(blocks, state=state, return_num=True)
            assert count == number
            np.testing.assert_array_equal(renumbered(labels.compute()), expected)
        table = boardbits.dask.components(blocks)
        assert table["area"].sum() == image.sum() and len(table["area"]) == number
        names = ["label", "area", "bbox", "centroid", "euler_number", "intensity_mean", "intensity_std"]
        values = da.from_array(rng.random(shape), chunks=chunks)
        table = boardbits.dask.measure(labels, values, names)
        whole = boardbits.measure(labels.compute(), values.compute(), names)
        for column, expected in whole.items():
            np.testing.assert_allclose(table[column], expected, rtol=1e-9, atol=1e-9, err_msg=column)


def test_a_state_belongs_to_one_image(tmp_path):
    images = np.zeros((2, 40, 40), bool)
    images[0, :9], images[1, ::2] = True, True
    one, other = (da.from_array(image, chunks=20) for image in images)
    for call in [boardbits.dask.label, boardbits.dask.components]:
        state = tmp_path / call.__name__
        for _ in range(2):
            call(one, state=state)
            call(da.from_array(images[0].copy(), chunks=20), state=state)
        with pytest.raises(ValueError, match="belongs to another image .*name=…"):
            call(other, state=state)


def test_equal_thresholds_share_a_state(tmp_path):
    gray = np.random.default_rng(6).integers(0, 256, (40, 40), dtype=np.uint8)
    blocks = da.from_array(gray, chunks=20)
    for threshold in [100, 100.0, 99.5, np.float32(100), np.uint8(100)]:
        _, count = boardbits.dask.label(blocks, 8, threshold=threshold, state=tmp_path / "state", return_num=True)
        assert count == boardbits.count(gray >= 100, 8)


def test_a_state_with_any_flipped_bit_is_written_again(tmp_path):
    image = np.random.default_rng(7).random((20, 20)) < 0.5
    blocks = da.from_array(image, chunks=10)
    expected = boardbits.dask.label(blocks, state=tmp_path).compute()
    for file in sorted(tmp_path.glob("*.tile"))[:2]:
        whole = file.read_bytes()
        for bit in [*range(128), *range(128, 8 * len(whole), 37)]:
            damaged = bytearray(whole)
            damaged[bit // 8] ^= 1 << bit % 8
            file.write_bytes(damaged)
            labels = boardbits.dask.label(blocks, state=tmp_path)
            assert file.read_bytes() == whole, bit
        np.testing.assert_array_equal(labels.compute(), expected)
