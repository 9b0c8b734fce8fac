"""Connect 4: positions, a perfect solver, and opening books, for boards of many sizes.

The product width · (height + 1) is at most 128. Columns count from 0; only moves as text count from 1.

>>> from boardbits.connect4 import Position, Solver
>>> Solver().best_moves(Position([3, 3, 4, 4]))
BestMoves(score=18, columns=[2, 5])
"""

from ._boardbits import connect4 as _native
from ._results import BestMoves

Book = _native.Book
Position = _native.Position
Solver = _native.Solver

__all__ = ["BestMoves", "Book", "Position", "Solver"]
