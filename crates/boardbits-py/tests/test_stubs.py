"""The stubs have the docstrings of the native classes, which editors show.

``python tests/test_stubs.py FOLDER`` writes them into the stubs of a folder.
"""

import ast
import inspect
import sys
from pathlib import Path

import pytest

import boardbits
from boardbits import connect4, havannah, polyform

MODULES = [connect4, havannah, polyform]


def with_docstrings(stub: str, module) -> str:
    """The text of a stub with the docstrings of the module."""
    lines = stub.splitlines()
    members = []
    for owner in ast.parse(stub).body:
        if isinstance(owner, ast.ClassDef):
            thing = getattr(module, owner.name)
            members += [(owner, thing)]
            members += [(node, getattr(thing, node.name, None)) for node in owner.body if isinstance(node, ast.FunctionDef)]
    # From the end, so that numbers of lines stay. The first member of a class is on its first line.
    for node, thing in sorted(members, key=lambda member: (-member[0].body[0].lineno, isinstance(member[0], ast.ClassDef))):
        doc = inspect.getdoc(thing)
        if doc is None or isinstance(node, ast.FunctionDef) and node.name.startswith("__"):
            continue
        first, indent = node.body[0], " " * (node.col_offset + 4)
        text = [f'{indent}"""{doc.splitlines()[0]}']
        text += [f"{indent}{line}".rstrip() for line in doc.splitlines()[1:]]
        text = text + [f'{indent}"""'] if len(text) > 1 else [text[0] + '"""']
        old = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
        if old:
            lines[first.lineno - 1 : first.end_lineno] = text
        elif isinstance(node, ast.ClassDef):
            start = min([first.lineno] + [other.lineno for other in getattr(first, "decorator_list", [])])
            lines[start - 1 : start - 1] = [*text, ""]
        else:
            lines[first.lineno - 1] = lines[first.lineno - 1].removesuffix(" ...")
            lines[first.lineno : first.lineno] = text
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("module", MODULES)
def test_stubs_have_the_docstrings_of_the_classes(module):
    stub = Path(module.__file__).with_suffix(".pyi").read_text()
    assert stub == with_docstrings(stub, module), "run python tests/test_stubs.py python/boardbits"


def test_functions_have_all_sections():
    """Functions and classes of the package have the sections of numpydoc."""
    modules = [boardbits, boardbits.paths, boardbits.dask]
    functions = [getattr(module, name) for module in modules for name in module.__all__]
    functions = [function for function in functions if inspect.isfunction(function)]
    assert len(functions) > 15
    for function in functions:
        for section in ["Parameters", "Returns", "Examples"]:
            assert f"\n{section}\n{'-' * len(section)}\n" in inspect.getdoc(function), function
        described = inspect.getdoc(function)
        for name in inspect.signature(function).parameters:
            assert f"\n{name} : " in described or f"{name}, " in described or f", {name}" in described or f"\n{name}\n" in described, (
                function,
                name,
            )


if __name__ == "__main__":
    for module in MODULES:
        path = Path(sys.argv[1], f"{module.__name__.rpartition('.')[2]}.pyi")
        path.write_text(with_docstrings(path.read_text(), module))
