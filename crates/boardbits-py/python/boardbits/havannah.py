"""Havannah: the game, random games, a player by Monte Carlo tree search, and a solver.

>>> from boardbits.havannah import Game, Solver
>>> game = Game(2).play((0, 0)).play((2, 2))
>>> Solver(memory_mib=1).solve(game).best
(0, 1)
"""

from ._boardbits import havannah as _native
from ._results import Choice, Playouts, ProofProgress, Solved, WinningStones

Game = _native.Game
Mcts = _native.Mcts
Solver = _native.Solver

__all__ = ["Choice", "Game", "Mcts", "Playouts", "ProofProgress", "Solved", "Solver", "WinningStones"]
