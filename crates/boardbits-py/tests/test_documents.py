"""Examples of docstrings, of the README and of the folder `examples` run; the bench agrees."""

import doctest
import gzip
import importlib
import importlib.metadata
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
    """The public functions and classes, and the members of the classes."""
    for module in MODULES:
        for name in module.__all__:
            thing = getattr(module, name)
            if callable(thing):
                yield f"{module.__name__}.{name}", thing
            if isinstance(thing, type):
                for member, value in vars(thing).items():
                    if not member.startswith("_"):
                        yield f"{module.__name__}.{name}.{member}", value


@pytest.mark.parametrize("name, thing", list(documented()), ids=lambda value: str(value)[:60])
def test_docstrings(name, thing):
    assert thing.__doc__, f"{name} has no docstring"
    test = doctest.DocTestParser().get_doctest(thing.__doc__, {}, name, None, 0)
    is_member = name.count(".") > (2 if name.startswith(tuple(f"boardbits.{m}." for m in ["connect4", "paths", "polyform", "havannah"])) else 1)
    made_by_others = name.rsplit(".", 1)[-1] in ("Solution", "Solutions")
    assert test.examples or is_member or made_by_others, f"{name} has no example"
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


def test_example(tmp_path):
    path = tmp_path / "labels.png"
    example = runpy.run_path(str(FOLDER / "examples/color_labels.py"))
    example["main"](path)
    assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_example_of_volumes(tmp_path, capsys, monkeypatch):
    monkeypatch.syspath_prepend(FOLDER / "examples")
    volume = np.zeros((9, 8, 7), np.uint8, order="F")
    volume[1:5, 1:5, 1:5] = 200
    volume[2, 2, 2] = volume[7, 7, 6] = 100
    volume[3, 3, 3] = 0
    header = np.zeros(352, np.uint8)
    header[40:48] = np.array([3, 9, 8, 7], "<i2").view("u1")
    header[108:112] = np.array([352], "<f4").view("u1")
    file, picture = tmp_path / "volume.nii.gz", tmp_path / "slices.png"
    file.write_bytes(gzip.compress(header.tobytes() + volume.tobytes("F")))
    importlib.import_module("clean_volume").main(file, picture)
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    printed = capsys.readouterr().out
    assert "2 components; the largest has 63 of 64 voxels\n1 voxels in cavities" in printed


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


def test_modules_have_types():
    folder = Path(boardbits.__file__).parent
    assert (folder / "py.typed").exists()
    for module in MODULES:
        assert Path(module.__file__).with_suffix(".pyi").exists()


def test_import_needs_numpy_only():
    code = "import sys, boardbits.paths; assert not {'scipy', 'dask', 'skimage'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_version_is_that_of_the_package():
    assert boardbits.__version__ == importlib.metadata.version("boardbits")
