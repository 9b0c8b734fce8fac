"""Functions that can replace those of other packages, with the same arguments and results.

SciPy's and scikit-image's numbering is kept; that of `cc3d` is the order of memory. An argument that would change the
result and is not supported raises `NotImplementedError`.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

_MODULES = ["cc3d", "scipy_ndimage", "skimage_measure", "skimage_morphology"]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _array(name: str, value: Any) -> np.ndarray:
    """The argument as an array. SciPy and scikit-image ignore masks."""
    if isinstance(value, np.ma.MaskedArray):
        raise NotImplementedError(
            f"{name} must not be a masked array: fill or drop the mask, for example "
            f"{name}.filled(0)"
        )
    return np.asarray(value)


def _names(module: str, original: str, names: list[str]) -> Any:
    """The function `__getattr__` of a module: says where the names are that it does not have."""

    def missing(name: str) -> Any:
        reason = f"module {module!r} has only {', '.join(names)}"
        raise AttributeError(reason if name.startswith("_") else f"{reason}: use {original}.{name}")

    return missing
