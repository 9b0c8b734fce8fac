"""Connect 4. See the docstrings of the module."""

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

from ._results import BestMoves as BestMoves

__all__ = ["BestMoves", "Book", "Position", "Solver"]

_Array = NDArray[np.integer[Any]] | Sequence[Sequence[int]]
_Position = Position | str | Iterable[int] | _Array
_Positions = Iterable[_Position] | NDArray[np.integer[Any]]

@final
class Position:
    """A position of Connect 4. Positions do not change: a move returns a new one.

    Columns are numbers from 0 on the left. Only moves as text count from 1, as in the literature:
    ``"4"`` is column 3.

    Parameters
    ----------
    moves : iterable of int, or str, optional
        The moves from the empty board as columns, of which the last one may win. Or all cells of the
        board, row by row from the top, as in ``observation.board`` of Kaggle ConnectX: 0 (empty), 1
        (first player), and 2 or -1 (second player). Or a text: moves, or a picture as people type it,
        rows of ``x``, ``o`` (or ``R``, ``Y``) and ``.``, with or without lines around them, where ``x``
        or ``R`` has moved first. On boards of fewer than four columns, a list of as many numbers as
        cells can be either and is refused.
    width, height : int
        The board, 7×6 by default; width · (height + 1) is at most 128, width at most 61.

    Raises
    ------
    IndexError
        If the board does not have a column.
    ValueError
        If a column is full, a move follows the end of the game, or cells are not a position.

    Examples
    --------
    A game is played in a loop:

    >>> from boardbits.connect4 import Position
    >>> position = Position()
    >>> for column in [3, 3, 2, 2, 4, 4, 5]:
    ...     position = position.play(column)
    >>> position.is_over, position.winner
    (True, 1)
    >>> print(position)
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . o o o . .
    . . x x x x .
    """

    def __new__(
        cls, moves: str | Iterable[int] | None = None, *, width: int = 7, height: int = 6
    ) -> Position: ...
    @staticmethod
    def from_array(cells: _Array) -> Position:
        """The position of an array of integers, or of lists of them (height × width): 0 (empty), 1
        (first player), and 2 or -1 (second player); row 0 is the top row.
        """
    def to_array(self) -> NDArray[np.uint8]:
        """The stones as an array, see `from_array`."""
    def play(self, column: int) -> Position:
        """The position after a stone in a column, counted from 0. The stone may win.

        Raises `IndexError` if the board does not have the column, `ValueError` if it is full or the
        game is over.
        """
    def mirror(self) -> Position:
        """The position reflected left to right."""
    @property
    def columns(self) -> list[int]:
        """Columns that are not full, also those whose stone wins."""
    @property
    def winning_columns(self) -> list[int]:
        """Columns in which a stone wins at once."""
    @property
    def non_losing_columns(self) -> list[int]:
        """Columns after which the opponent cannot win at once, those that win included."""
    @property
    def winner(self) -> int | None:
        """The player who has won, 1 or 2, or None."""
    @property
    def ply(self) -> int:
        """Number of stones."""
    @property
    def turn(self) -> int:
        """The player to move: 1 or 2, as in `to_array`."""
    @property
    def is_over(self) -> bool:
        """Whether a player has won or the board is full."""
    @property
    def is_full(self) -> bool:
        """Whether no column is left: a draw, unless the last stone wins."""
    @property
    def size(self) -> tuple[int, int]:
        """(width, height)"""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Book:
    """An opening book: exact scores of all positions with up to some number of stones.

    Parameters
    ----------
    positions : iterable, or ndarray of integers, count × height × width
        Positions in any form, see `Solver`. Their scores must include those of `Book.positions`; the
        scores of positions with fewer stones follow from them.
    scores : iterable of int
        The score of each position.
    width, height : int
        The board.

    Raises
    ------
    ValueError
        If the score of a position is missing or not possible.

    Examples
    --------
    >>> from boardbits.connect4 import Book, Solver
    >>> positions = Book.positions(3, width=4, height=4)
    >>> scores = Solver(4, 4, memory_mib=1).solve_many(positions)
    >>> book = Book(positions, scores, width=4, height=4)
    >>> len(book), book.depth, book.score([0, 1])
    (37, 3, 0)
    >>> solver = Solver(4, 4, memory_mib=1, book=book)
    """

    def __new__(
        cls, positions: _Positions, scores: Iterable[int], *, width: int = 7, height: int = 6
    ) -> Book: ...
    @staticmethod
    def positions(depth: int, *, width: int = 7, height: int = 6) -> NDArray[np.uint8]:
        """The positions whose scores a book needs: those with `depth` stones, mirror images once, without
        those that the player to move wins at once.

        Parameters
        ----------
        depth : int
            Number of stones.
        width, height : int
            The board.

        Returns
        -------
        ndarray of uint8, count × height × width
            The cells as `Position.to_array` has them.
        """
    @staticmethod
    def load(
        file: str | PathLike[str] | bytes, *, width: int = 7, height: int = 6
    ) -> Book:
        """Reads a book from a file, or converts one of another program, see `Solver`."""
    def save(self, file: str | PathLike[str]) -> None:
        """Writes the book to a file, which ``Solver(book=file)`` and ``boardbits c4`` read."""
    def score(self, position: _Position) -> int | None:
        """The score of a position, or None if the book does not have it."""
    @property
    def depth(self) -> int:
        """The largest number of stones."""
    @property
    def size(self) -> tuple[int, int]:
        """(width, height)"""
    def __len__(self) -> int: ...
    def __bytes__(self) -> bytes: ...

@final
class Solver:
    """A perfect player of Connect 4.

    A score is positive if the player to move wins, 0 for a draw, negative for a loss. Its size is the number of stones that
    the winner has left at the end plus one: 18 wins with the fourth stone of a player on 7×6. Answers of a solver make later
    ones faster.

    Its methods take a `Position`; moves or cells as `Position` does; or an array or lists as
    `Position.from_array` does. A copy or a pickle of a solver has its parameters,
    not what it has found.

    Parameters
    ----------
    width, height : int
        The board.
    memory_mib : int
        Size of the transposition table in MiB.
    threads : int
        Number of threads; 0 for one for each core.
    book : bool, Book, str, PathLike or bytes, optional
        True: the opening book of the package (7×6 only, the default there); False: none; a `Book`; a
        file or its bytes: a book that `Book.save` or ``boardbits c4 book`` has written. The database
        ``book_12ply_distances.dat`` of bitbully-databases and the opening books of Pascal Pons' solver
        are converted first, which takes up to 20 seconds: convert them once with ``Book.load``.

    Examples
    --------
    >>> from boardbits.connect4 import Position, Solver
    >>> solver = Solver()
    >>> solver.solve(Position())
    1
    >>> solver.best_moves([3, 3, 4, 4])
    BestMoves(score=18, columns=[2, 5])
    >>> scores = solver.analyze([3, 3, 3, 3, 3, 3])
    >>> print(scores)
    [-1 0 1 -- 1 0 -1]
    >>> int(scores.argmax())
    2
    """

    def __new__(
        cls,
        width: int = 7,
        height: int = 6,
        *,
        memory_mib: int = 64,
        threads: int = 1,
        book: bool | Book | str | PathLike[str] | bytes | None = None,
    ) -> Solver: ...
    def __getnewargs_ex__(self) -> tuple[Any, dict[str, Any]]: ...
    def solve(self, position: _Position, *, timeout: float | None = None) -> int:
        """Solves a position.

        Parameters
        ----------
        position : Position, moves, cells or array
            See `Solver`.
        timeout : float, optional
            Seconds.

        Returns
        -------
        int
            The score.

        Raises
        ------
        TimeoutError
            After `timeout` seconds. Its attribute `partial` is a lower and an upper bound, a tuple.
        """
    def analyze(
        self, position: _Position, *, timeout: float | None = None
    ) -> np.ma.MaskedArray[Any, np.dtype[np.int16]]:
        """Scores a stone in each column.

        Parameters
        ----------
        position, timeout
            As in `solve`.

        Returns
        -------
        numpy.ma.MaskedArray of int16, one entry for each column
            The scores for the player to move. Columns that are full are masked.

        Raises
        ------
        TimeoutError
            After `timeout` seconds. Its attribute `partial` is a masked array of a lower and an upper
            bound for each column, columns × 2.
        """
    def best_moves(
        self, position: _Position, *, timeout: float | None = None
    ) -> BestMoves:
        """Finds the best moves, faster than `analyze`.

        Parameters
        ----------
        position, timeout
            As in `solve`.

        Returns
        -------
        BestMoves
            ``score``, and ``columns``, the list of the columns that reach it.

        Raises
        ------
        TimeoutError
            As `analyze`.
        """
    def choose(
        self,
        position: _Position,
        strength: Literal["perfect", "strong", "casual", "random"] = "perfect",
        *,
        nodes: int = 20_000,
        seed: int | None = None,
        timeout: float | None = None,
    ) -> int | None:
        """Chooses a column as a player of some strength does.

        Parameters
        ----------
        position, timeout
            As in `solve`.
        strength : 'perfect', 'strong', 'casual' or 'random'
            ``'perfect'`` plays a best move. ``'strong'`` searches as deep as a number of `nodes` reaches.
            ``'casual'`` wins and stops wins of the next two stones of each player. ``'random'`` plays
            any column.
        nodes : int
            Positions that a strong player visits.
        seed : int, optional
            The same seed gives the same columns, but what a solver has found before lets a strong
            player search deeper.

        Returns
        -------
        int or None
            The column; None if the board is full.

        Raises
        ------
        TimeoutError
            After `timeout` seconds. Its attribute `partial` is the best column so far, or None.
        """
    def principal_variation(
        self, position: _Position, *, timeout: float | None = None
    ) -> list[int]:
        """Plays best moves to the end of the game. Ties are broken towards the center.

        Parameters
        ----------
        position, timeout
            As in `solve`.

        Returns
        -------
        list of int
            The columns.
        """
    def solve_many(
        self,
        positions: _Positions,
        *,
        timeout: float | None = None,
    ) -> NDArray[np.int16]:
        """Solves many positions with all threads of the solver.

        Parameters
        ----------
        positions : iterable, or ndarray of integers, count × height × width
            Positions in any form, see `Solver`, or `Position.from_array`.
        timeout : float, optional
            Seconds.

        Returns
        -------
        ndarray of int16
            A score for each position.

        Raises
        ------
        TimeoutError
            After `timeout` seconds. Its attribute `partial` is an array of a lower and an upper bound
            for each position, count × 2.
        """
    def clear(self) -> None:
        """Forgets all positions, as if the solver were new."""
