"""The tests of `label` that SciPy ships, with the function of this package in its place.

scikit-image ships no tests.
"""

import inspect
import types

import numpy as np
import pytest
import scipy.ndimage

from boardbits.compat import scipy_ndimage

originals = pytest.importorskip("scipy.ndimage.tests.test_measurements")
NAMES = [name for name in vars(originals) if name.startswith("test_label")]


def test_the_tests_are_found():
    assert len(NAMES) >= 15


@pytest.mark.parametrize("name", NAMES)
def test_of_scipy(name, monkeypatch):
    replaced = types.SimpleNamespace(**vars(scipy.ndimage))
    replaced.label = scipy_ndimage.label
    monkeypatch.setattr(originals, "ndimage", replaced)
    test = getattr(originals, name)
    arguments = {"xp": np} if "xp" in inspect.signature(test).parameters else {}
    try:
        test(**arguments)
    except NotImplementedError as reason:
        pytest.skip(str(reason))
