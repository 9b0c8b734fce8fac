"""Labels and measures of images and volumes, shortest paths, Connect 4, Havannah, polyform puzzles.

The functions for images are in this module. `boardbits.dask` labels images that are larger than
memory, and `boardbits.compat` has functions with the arguments of SciPy, scikit-image and cc3d. The
others are in `boardbits.connect4`, `boardbits.paths`, `boardbits.havannah` and `boardbits.polyform`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._boardbits import __version__
from ._images import (
    components,
    contacts,
    count,
    fill_holes,
    find_objects,
    keep,
    label,
    label_values,
    measure,
)
from ._results import Contacts

if TYPE_CHECKING:
    from . import compat, connect4, dask, havannah, paths, polyform

__all__ = [
    "Contacts",
    "__version__",
    "components",
    "contacts",
    "count",
    "fill_holes",
    "find_objects",
    "keep",
    "label",
    "label_values",
    "measure",
]

# Functions of other packages, and ours.
_OTHER_NAMES = {
    "binary_fill_holes": "fill_holes",
    "center_of_mass": "measure",
    "cheapest_path": "paths.cheapest_path",
    "clear_border": "keep",
    "connected_components": "label",
    "dust": "keep",
    "fill_voids": "fill_holes",
    "largest": "keep",
    "largest_k": "keep",
    "regionprops": "measure",
    "regionprops_table": "measure",
    "region_graph": "contacts",
    "remove_small_holes": "fill_holes",
    "remove_small_objects": "keep",
    "route_through_array": "paths.cheapest_path",
    "shortest_path": "paths.shortest_path",
    "statistics": "measure",
    "sum_labels": "measure",
}
_MODULES = ["compat", "connect4", "dask", "havannah", "paths", "polyform"]


def __getattr__(name: str) -> Any:
    """Imports a module of the package when it is first used: Dask is optional, and takes long."""
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    guess = f": did you mean {_OTHER_NAMES[name]!r}?" if name in _OTHER_NAMES else ""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{guess}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])
