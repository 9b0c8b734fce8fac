"""Label images, find shortest paths, play Connect 4 and Havannah, solve polyform puzzles.

The functions for images are in this module. `boardbits.dask` labels images that are larger than memory, and
`boardbits.compat` has functions with the arguments of SciPy, scikit-image and cc3d. The others are in
`boardbits.connect4`, `boardbits.paths`, `boardbits.havannah` and `boardbits.polyform`.
"""

from __future__ import annotations

import importlib
from typing import Any

from ._boardbits import (
    __version__,
    components,
    contacts,
    count,
    find_objects,
    keep,
    label,
    label_and_components,
    label_values,
    regions,
)
from ._labels import fill_holes, region_graph

__all__ = [
    "__version__",
    "components",
    "contacts",
    "count",
    "fill_holes",
    "find_objects",
    "keep",
    "label",
    "label_and_components",
    "label_values",
    "region_graph",
    "regions",
]

_MODULES = ["compat", "connect4", "dask", "havannah", "paths", "polyform"]


def __getattr__(name: str) -> Any:
    """Imports a module of the package when it is first used: Dask is optional, and takes long."""
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])
