"""Examples of docstrings, of the README and of the folder `examples` run; the bench agrees."""

import doctest
import importlib.metadata
import inspect
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import boardbits
from boardbits import connect4, havannah, paths, polyform

FOLDER = Path(__file__).parent.parent
MODULES = [boardbits, connect4, paths, polyform, havannah]


def documented():
    """The public functions and classes, and whether they need an example: results and members do not."""
    for module in MODULES:
        for name in module.__all__:
            thing = getattr(module, name)
            is_result = isinstance(thing, type) and issubclass(thing, tuple)
            made_by_others = name in ("Solution", "Solutions")
            if callable(thing):
                yield f"{module.__name__}.{name}", thing, not is_result and not made_by_others
            if isinstance(thing, type) and not is_result:
                for member, value in vars(thing).items():
                    if not member.startswith("_"):
                        yield f"{module.__name__}.{name}.{member}", value, False


@pytest.mark.parametrize("name, thing, needs_example", list(documented()), ids=lambda value: str(value)[:60])
def test_docstrings(name, thing, needs_example):
    assert thing.__doc__, f"{name} has no docstring"
    test = doctest.DocTestParser().get_doctest(thing.__doc__, {}, name, None, 0)
    assert test.examples or not needs_example, f"{name} has no example"
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("number", range(3))
def test_readme(number):
    blocks = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(), re.S)
    assert len(blocks) == 3
    if "dask" in blocks[number]:
        pytest.importorskip("dask.array")
    names = {}
    exec(blocks[number], names)
    if number == 0:
        assert len(names["table"]["area"]) == names["number"] == names["labels"].max()


def test_other_documents():
    pytest.importorskip("skimage")
    for name in ["README.md", "docs/COMPARE.md"]:
        text = (FOLDER / "../.." / name).read_text()
        for block in re.findall(r"```python\n(.*?)```", text, re.S):
            exec(block, {})


def example(name):
    return runpy.run_path(str(FOLDER / f"examples/{name}.py"))["main"]


def test_example_of_labels(tmp_path, capsys):
    imageio = pytest.importorskip("imageio.v3")
    path = tmp_path / "labels.png"
    example("color_labels")(path)
    assert imageio.imread(path).shape == (300, 640, 3)
    assert "clumps of" in capsys.readouterr().out


def test_example_of_volumes(tmp_path, capsys):
    nibabel, imageio = pytest.importorskip("nibabel"), pytest.importorskip("imageio.v3")
    volume = np.zeros((9, 8, 7), np.uint8, order="F")
    volume[1:5, 1:5, 1:5] = 200
    volume[2, 2, 2] = volume[7, 7, 6] = 100
    volume[3, 3, 3] = 0
    file, picture = tmp_path / "volume.nii.gz", tmp_path / "slices.png"
    nibabel.save(nibabel.Nifti1Image(volume, np.diag([2, 2, 5, 1])), file)
    example("clean_volume")(file, picture)
    assert imageio.imread(picture).ndim == 3
    printed = capsys.readouterr().out
    assert "2 components; the largest has 63 of 64 voxels\n1 voxels in cavities\n1.3 cm³, " in printed and "Euler number 1" in printed


@pytest.mark.parametrize("suffix", ["tif", "zarr"])
@pytest.mark.parametrize("shape", [(60, 50), (12, 20, 30)])
def test_example_of_files(tmp_path, capsys, suffix, shape):
    tifffile, zarr = pytest.importorskip("tifffile"), pytest.importorskip("zarr")
    da = pytest.importorskip("dask.array")
    image = np.random.default_rng(3).integers(0, 256, shape, dtype=np.uint8)
    file, labels, table = (tmp_path / name for name in [f"image.{suffix}", "labels.zarr", "table.csv"])
    if suffix == "tif":
        tifffile.imwrite(file, image)
    else:
        da.from_array(image, chunks=11).to_zarr(str(file))
    example("measure_file")(str(file), "200", str(labels), table)
    expected, number = boardbits.label(image, threshold=200, return_num=True)
    assert capsys.readouterr().out == f"{number} components\n"
    found = zarr.open(str(labels), mode="r")[:]
    assert found.dtype == np.int32 and ((found > 0) == (expected > 0)).all()
    columns = np.genfromtxt(table, delimiter=",", names=True)
    assert columns["area"].sum() == (image >= 200).sum() and len(columns) == number
    mean = image[image >= 200].mean()
    assert np.average(columns["intensity_mean"], weights=columns["area"]) == pytest.approx(mean, rel=1e-4)


def test_example_of_a_book(tmp_path, capsys):
    pytest.importorskip("distributed")
    file = tmp_path / "book.bin"
    command = "import runpy, sys; runpy.run_path(sys.argv[1])['main'](4, sys.argv[2], None, 5, 4, 9)"
    script = f"if __name__ == '__main__':\n    {command}"
    (tmp_path / "run.py").write_text(script)
    made = subprocess.run(
        [sys.executable, tmp_path / "run.py", FOLDER / "examples/connect4_book.py", file],
        check=True,
        capture_output=True,
        text=True,
    )
    assert "with up to 4 stones; the empty board has the score" in made.stdout
    book = connect4.Book.load(file, width=5, height=4)
    assert book.score([]) == connect4.Solver(5, 4, memory_mib=1, book=False).solve([])


def test_engines_of_benchmarks_give_the_same_answers():
    def ask(*question, **how):
        command = [sys.executable, FOLDER.parent.parent / "benches/outside/engines.py", *question]
        return subprocess.run(command, check=True, capture_output=True, **how).stdout

    task = "label image of 512×512 pixels, noise"
    tasks = json.loads(ask("list"))
    names = {engine["name"] for of in tasks if of["name"] == task for engine in of["engines"]}
    image = np.random.default_rng(1).random((20, 24)) < 0.5
    picture = b"P4\n24 20\n" + np.packbits(image, axis=1).tobytes()
    answers = {name: ask("answers", task, name, input=picture) for name in names}
    assert {"boardbits (Python)", "SciPy"} <= answers.keys()
    assert len(set(answers.values())) == 1 and answers["SciPy"].strip()


def test_functions_have_types_and_all_sections():
    folder = Path(boardbits.__file__).parent
    assert (folder / "py.typed").exists() and (folder / "_boardbits.pyi").exists()
    functions = []
    for module in [*MODULES, boardbits.dask]:
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isfunction(thing):
                functions.append((thing, ["Parameters", "Returns", "Examples"]))
            elif isinstance(thing, type) and not issubclass(thing, tuple):
                members = [getattr(value, "__func__", getattr(value, "fget", value)) for value in vars(thing).values()]
                functions += [(member, []) for member in members if inspect.isfunction(member)]
    assert len(functions) > 80
    for function, sections in functions:
        signature = inspect.signature(function)
        assert signature.return_annotation is not signature.empty, function
        for name, parameter in list(signature.parameters.items()):
            typed = parameter.annotation is not parameter.empty or name in ("self", "cls")
            assert typed, (function, name)
        described = inspect.getdoc(function)
        for section in sections:
            assert f"\n{section}\n{'-' * len(section)}\n" in described, function
            for name in signature.parameters:
                listed = [f"\n{name} : ", f"{name}, ", f", {name}", f"\n{name}\n"]
                assert any(text in described for text in listed), (function, name)


def test_import_needs_numpy_only():
    code = "import sys, boardbits.paths; assert not {'scipy', 'dask', 'skimage'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_version_is_that_of_the_package():
    assert boardbits.__version__ == importlib.metadata.version("boardbits")
