"""Polyform puzzles: squares, hexagons, triangles, cubes or spheres on boards of up to 128 cells.

>>> from boardbits.polyform import Piece, Puzzle
>>> puzzle = Puzzle("...\\n...", [Piece("L", "X.\\nXX", copies=2)])
>>> puzzle.count()
2
>>> for solution in puzzle:
...     print(solution.to_array())
[[1 1 2]
 [1 2 2]]
[[1 2 2]
 [1 1 2]]
"""

from ._boardbits import polyform as _native
from ._results import Placement

PRESETS = _native.PRESETS
Index = _native.Index
Piece = _native.Piece
Puzzle = _native.Puzzle
Solution = _native.Solution
Solutions = _native.Solutions

__all__ = ["PRESETS", "Index", "Piece", "Placement", "Puzzle", "Solution", "Solutions"]
