"""Havannah: the game, random games, a player by Monte Carlo tree search, and a solver.

>>> from boardbits.havannah import Game, Solver
>>> game = Game(2).play((0, 0)).play((2, 2))
>>> Solver(memory_mib=1).solve(game).best
(0, 1)
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from ._boardbits import havannah as _native
from ._results import Choice, Playouts, ProofProgress, Solved, WinningStones

__all__ = ["Choice", "Game", "Mcts", "Playouts", "ProofProgress", "Solved", "Solver", "WinningStones"]

_Cell = tuple[int, int]
_Pair = _Cell | Sequence[int] | NDArray[np.integer[Any]]
_Way = Literal["bridge", "fork", "ring"]


@final
class Game:
    """A position of a game of Havannah. Games do not change: a move returns a new one.

    A cell is a pair (row, column) from 0, as in `to_array`, or a text in the notation of Little
    Golem, such as ``"D4"``.

    Parameters
    ----------
    base : int
        The number of cells along an edge, 2 to 64.
    rule : 'any', 'nonown' or 'empty'
        What a ring encloses: any cell, a cell that is not the player's, or an empty cell.
    swap : bool
        The second player may take over the first stone: ``play("swap")``.

    Examples
    --------
    >>> from boardbits.havannah import Game
    >>> game = Game(3)
    >>> for move in ["A1", "B1", "B2", "B4", "C3"]:
    ...     game = game.play(move)
    >>> print(game)
      x o .
     . x . .
    . . x . .
     o . . .
      . . .
    """

    __slots__ = ("_game",)

    _game: _native.Game

    def __new__(
        cls, base: int = 8, *, rule: Literal["any", "nonown", "empty"] = "any", swap: bool = False
    ) -> Game:
        return cls._of(_native.Game(base, rule, swap))

    @classmethod
    def _of(cls, game: _native.Game) -> Game:
        self = super().__new__(cls)
        self._game = game
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _played, (self.base, *self._game.rules(), self._game.moves())

    def _cell(self, cell: _Pair | str) -> _Cell:
        """A cell of the board from a pair or a text."""
        if isinstance(cell, str):
            return self._game.cell(cell)
        _arrays.refuse_mask("cell", cell)
        try:
            row, column = map(operator.index, cell)
        except (TypeError, ValueError):
            raise TypeError(f"cell must be a text or a pair (row, column), found {cell}") from None
        base = self.base
        if not (0 <= min(row, column) and max(row, column) < 2 * base - 1 and abs(row - column) < base):
            raise IndexError(f"row {row}, column {column} is not on a board of base {base}")
        return row, column

    def play(self, cell: _Pair | str) -> Game:
        """The game after a move of the player whose turn it is: a cell or ``"swap"``.

        Raises `ValueError` if the move is not legal.
        """
        is_swap = isinstance(cell, str) and cell.lower() == "swap"
        return Game._of(self._game.play(None if is_swap else self._cell(cell)))

    def undo(self) -> Game:
        """The game before the last move. Raises `IndexError` on an empty board."""
        before = self._game.undo()
        if before is None:
            raise IndexError("the board is empty")
        return Game._of(before)

    @property
    def base(self) -> int:
        """The number of cells along an edge."""
        return self._game.base()

    @property
    def rule(self) -> str:
        """The rule for rings."""
        return self._game.rules()[0]

    @property
    def ply(self) -> int:
        """The number of stones."""
        return self._game.ply()

    @property
    def turn(self) -> int:
        """The player to move: 1 or 2."""
        return self._game.turn()

    @property
    def moves(self) -> list[_Cell | str]:
        """The moves: cells and ``"swap"``."""
        return ["swap" if cell is None else cell for cell in self._game.moves()]

    @property
    def is_over(self) -> bool:
        """Whether a player has won or the board is full."""
        return self._game.is_over()

    @property
    def winner(self) -> int | None:
        """The player who has won, 1 or 2, or None."""
        return self._game.winner()

    @property
    def wins(self) -> list[_Way]:
        """The ways in which the last stone wins: 'bridge', 'fork', 'ring'."""
        return self._game.wins()

    def winning_stones(self) -> list[WinningStones]:
        """For each way in which the last stone wins, the cells of the fewest stones that do."""
        return [WinningStones(way, cells) for way, cells in self._game.winning_stones()]

    def empty_cells(self) -> list[_Cell]:
        """The empty cells, row by row; none if the game is over."""
        return self._game.empty_cells()

    def winning_cells(self) -> list[_Cell]:
        """The cells in which a stone of the player to move wins, row by row."""
        return self._game.winning_cells()

    def to_array(self) -> NDArray[np.uint8]:
        """An array of uint8, (2·base − 1) × (2·base − 1): 0 for empty cells, 1 and 2 for stones, 255 for
        entries that are not on the board.
        """
        return self._game.to_array()

    def name(self, cell: _Pair) -> str:
        """The name of a cell in the notation of Little Golem."""
        return self._game.name(self._cell(cell))

    def playouts(
        self, games: int, *, seed: int = 0, threads: int = 1, timeout: float | None = None
    ) -> Playouts:
        """Plays random games from this position to their ends and counts these.

        Parameters
        ----------
        games : int
            The number of games.
        seed : int
            The same seed gives the same games.
        threads : int
            0 for one for each core. The result does not depend on it.
        timeout : float, optional
            Seconds.

        Returns
        -------
        Playouts
            ``games``, ``draws``, ``first`` and ``second`` (games won by each player), ``bridge``,
            ``fork`` and ``ring`` (games won in this way alone) and ``mean_length`` (stones at the end).

        Raises
        ------
        TimeoutError
            After `timeout` seconds. Its attribute `partial` has the counts so far.

        Examples
        --------
        >>> from boardbits.havannah import Game
        >>> counts = Game(4).playouts(1000, seed=1)
        >>> counts.games, counts.first > counts.second
        (1000, True)
        """
        return self._game.playouts(games, seed, threads, timeout)

    def __eq__(self, other: object) -> bool:
        return self._game == other._game if isinstance(other, Game) else NotImplemented

    def __str__(self) -> str:
        return str(self._game)

    def __repr__(self) -> str:
        return f"<Game of {self.ply} stones on base {self.base}>"


def _played(base: int, rule: Any, swap: bool, moves: list[_Cell | None]) -> Game:
    """The game of a copy or a pickle."""
    game = _native.Game(base, rule, swap)
    for cell in moves:
        game = game.play(cell)
    return Game._of(game)


def _native_of(game: Any) -> _native.Game:
    if not isinstance(game, Game):
        raise TypeError(f"game must be a Game, found {type(game)}")
    return game._game


@final
class Mcts:
    """A player by Monte Carlo tree search, which keeps its trees from move to move. A copy or a pickle
    has its parameters, not its trees.

    Parameters
    ----------
    seed, threads : int
        The same seed and number of threads give the same moves; 0 threads for one per core.
    exploration : float
        Weight of the bonus for moves with few visits: 0 with RAVE, about 0.7 without.
    rave : bool
        Whether a move also learns from games in which it was played later.
    memory_mib : int
        Memory of all trees in MiB.

    Examples
    --------
    >>> from boardbits.havannah import Game, Mcts
    >>> game, player = Game(3), Mcts(seed=1)
    >>> while not game.is_over:
    ...     game = game.play(player.search(game, 500).cell)
    >>> game.winner in (1, 2, None)
    True
    """

    __slots__ = ("_options", "_player")

    _options: dict[str, Any]
    _player: _native.Mcts

    def __new__(
        cls,
        *,
        seed: int = 0,
        threads: int = 1,
        exploration: float = 0.0,
        rave: bool = True,
        memory_mib: int = 448,
    ) -> Mcts:
        self = super().__new__(cls)
        self._player = _native.Mcts(seed, threads, exploration, rave, memory_mib)
        self._options = dict(seed=seed, threads=threads, exploration=exploration, rave=rave, memory_mib=memory_mib)
        return self

    def __getnewargs_ex__(self) -> tuple[Any, dict[str, Any]]:
        return (), self._options

    def __getstate__(self) -> None:
        """Copies and pickles are made of the parameters."""

    def search(
        self, game: Game, playouts: int | None = 10_000, *, timeout: float | None = None
    ) -> Choice | None:
        """Chooses a move for the player to move by random games.

        Parameters
        ----------
        game : Game
            The position.
        playouts : int or None
            The number of random games; None for as many as `timeout` allows.
        timeout : float, optional
            Seconds.

        Returns
        -------
        Choice or None
            ``cell``, ``visits``, ``playouts``, ``win_rate`` and ``proven`` ('win', 'loss' or None); None
            if the game is over.

        Raises
        ------
        TimeoutError
            After `timeout` seconds. Its attribute `partial` is the best move so far, a `Choice`.
        """
        return self._player.search(_native_of(game), playouts, timeout)

    def moves(self, game: Game) -> list[Choice] | None:
        """The moves of a position that was searched, a list of `Choice`, those with the most visits first;
        None if the trees do not have it.
        """
        return self._player.moves(_native_of(game))


@final
class Solver:
    """A solver by proof-number search, with its transposition table.

    Boards up to base 6, by the rules 'any' and 'nonown'. Empty boards up to base 3 take milliseconds.
    A stopped search continues from the table. A copy or a pickle has the parameters, not the table.

    Parameters
    ----------
    memory_mib : int
        Size of the transposition table in MiB.
    threads : int
        Number of threads; 0 for one for each core. With more than one, the number of nodes differs
        from search to search.

    Examples
    --------
    >>> from boardbits.havannah import Game, Solver
    >>> solver = Solver(memory_mib=1)
    >>> solver.solve(Game(3)).value
    'win'
    """

    __slots__ = ("_options", "_solver")

    _options: dict[str, Any]
    _solver: _native.Solver

    def __new__(cls, *, memory_mib: int = 64, threads: int = 1) -> Solver:
        self = super().__new__(cls)
        self._solver = _native.Solver(memory_mib, threads)
        self._options = dict(memory_mib=memory_mib, threads=threads)
        return self

    def __getnewargs_ex__(self) -> tuple[Any, dict[str, Any]]:
        return (), self._options

    def __getstate__(self) -> None:
        """Copies and pickles are made of the parameters."""

    def solve(self, game: Game, *, timeout: float | None = None) -> Solved:
        """Solves a position for the player to move.

        Parameters
        ----------
        game : Game
            The position.
        timeout : float, optional
            Seconds.

        Returns
        -------
        Solved
            ``value`` ('win', 'draw' or 'loss'), ``best`` (a cell that wins, or None) and ``nodes``.

        Raises
        ------
        ValueError
            For boards larger than base 6 and the rule 'empty'.
        MemoryError
            If the table cannot be allocated.
        TimeoutError
            After `timeout` seconds. Its attribute `partial` has ``nodes``, ``proof`` and ``disproof``.
        """
        return self._solver.solve(_native_of(game), timeout)
