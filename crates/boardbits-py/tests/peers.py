"""Runs the tests of SciPy, scikit-image and cc3d against the drop-ins: ``python tests/peers.py``.

The tests are not part of this repository. Those of SciPy are in its wheel, those of scikit-image are downloaded with the
source of the installed version. The source of cc3d has none: they come from its repository, or from ``--cc3d FILE``
(automated_test.py, which needs the packages fastremap and crackle-codec).

Tests of what a drop-in does not support are skipped, with its reason.
"""

import argparse
import collections
import importlib
import importlib.metadata
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

CC3D = "https://raw.githubusercontent.com/seung-lab/connected-components-3d/master/automated_test.py"
# For each peer: the modules whose functions are replaced, by drop-in, and the tests.
PEERS = {
    "scipy": (
        {"scipy_ndimage": "scipy.ndimage"},
        "(label or find_objects or sum or mean or minimum or maximum or center_of_mass) and not position"
        " and not watershed and not structuring_elements",
    ),
    "scikit-image": (
        {"skimage_measure": "skimage.measure", "skimage_morphology": "skimage.morphology"},
        "test_ccomp or table or (small and (objects or holes))",
    ),
    "cc3d": ({"cc3d": "cc3d"}, ""),
}


class Outcomes:
    """Counts the tests, and skips those that a drop-in does not support."""

    def __init__(self, replace):
        self.outcomes, self.reasons = collections.Counter(), collections.Counter()
        self.pytest_collection_finish = lambda: replace()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self):
        try:
            return (yield)
        except NotImplementedError as reason:
            pytest.skip(str(reason))

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[report.outcome] += 1
            if report.skipped and isinstance(report.longrepr, tuple):
                self.reasons[report.longrepr[2].removeprefix("Skipped: ")] += 1


def files(peer: str, folder: Path, cc3d: str | None) -> list[str]:
    """The arguments of pytest that name the tests."""
    if peer == "scipy":
        return ["--pyargs", "scipy.ndimage.tests.test_measurements"]
    if peer == "cc3d":
        file = folder / "automated_test.py"
        file.write_bytes(Path(cc3d).read_bytes() if cc3d else urllib.request.urlopen(CC3D).read())
        return [str(file)]
    page, version = "https://pypi.org/simple/scikit-image/", importlib.metadata.version("scikit-image")
    links = re.findall(r'href="([^"#]+)', urllib.request.urlopen(page).read().decode())
    link = next(link for link in links if link.endswith(f"scikit_image-{version}.tar.gz"))
    archive = urllib.request.urlopen(urllib.parse.urljoin(page, link)).read()
    with tarfile.open(fileobj=io.BytesIO(archive)) as source:
        for name in ["measure/test_ccomp.py", "measure/test_regionprops.py", "morphology/test_misc.py"]:
            member = source.extractfile(f"scikit_image-{version}/tests/skimage/{name}")
            (folder / Path(name).name).write_bytes(member.read())
    return [str(folder)]


def run(peer: str, cc3d: str | None) -> int:
    modules, chosen = PEERS[peer]

    def replace():
        for drop_in, original in modules.items():
            drop_in = importlib.import_module(f"boardbits.compat.{drop_in}")
            if peer == "cc3d":
                sys.modules["cc3d"] = drop_in
                continue
            for name in drop_in.__all__:
                setattr(importlib.import_module(original), name, getattr(drop_in, name))

    if peer != "scipy":
        replace()
    # The tests of SciPy look up marks of its own functions first.
    found = Outcomes(replace)
    with tempfile.TemporaryDirectory() as folder:
        options = ["-q", "--tb=short", "-p", "no:cacheprovider", "-W", "ignore", "-c", "/dev/null", "-k", chosen]
        pytest.main([*options, *files(peer, Path(folder), cc3d)], plugins=[found])
    counts = [found.outcomes[outcome] for outcome in ["passed", "skipped", "failed"]]
    print("| peer | passed | skipped | failed |\n| --- | --: | --: | --: |")
    print(f"| {peer} | {' | '.join(map(str, counts))} |")
    for reason, number in found.reasons.most_common():
        print(f"skipped {number}: {reason}")
    return int(counts[0] == 0 or counts[2] > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("peers", nargs="*", choices=[*PEERS, []], help="the peers, by default all")
    parser.add_argument("--cc3d", metavar="FILE", help="automated_test.py of cc3d")
    arguments = parser.parse_args()
    if len(arguments.peers) == 1:
        sys.exit(run(arguments.peers[0], arguments.cc3d))
    options = ["--cc3d", arguments.cc3d] if arguments.cc3d else []
    commands = [[sys.executable, __file__, peer, *options] for peer in arguments.peers or PEERS]
    sys.exit(max(subprocess.run(command).returncode for command in commands))
