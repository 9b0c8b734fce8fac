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
