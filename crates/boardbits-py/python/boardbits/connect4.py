"""Connect 4: positions and a perfect solver, for boards of every size.

>>> from boardbits.connect4 import Position, Solver
>>> Solver().best_moves(Position("4455"))
(18, [2, 5])
"""

from ._boardbits import FULL, Position, Solver

__all__ = ["FULL", "Position", "Solver"]
