"""Connect 4: positions and a perfect solver, for boards of many sizes: width · (height + 1) is at most 128.

>>> from boardbits.connect4 import Position, Solver
>>> Solver().best_moves(Position("4455"))
(18, [2, 5])
"""

from ._boardbits import connect4 as _native

FULL = _native.FULL
Position = _native.Position
Solver = _native.Solver

__all__ = ["FULL", "Position", "Solver"]
