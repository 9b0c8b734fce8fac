"""Connect 4: positions, a perfect solver, and opening books, for boards of many sizes.

The product width · (height + 1) is at most 128. Columns count from 0; only moves as text count from 1.

>>> from boardbits.connect4 import Position, Solver
>>> Solver().best_moves(Position([3, 3, 4, 4]))
BestMoves(score=18, columns=[2, 5])
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from ._boardbits import connect4 as _native
from ._results import BestMoves

__all__ = ["BestMoves", "Book", "Position", "Solver"]

_Array = NDArray[np.integer[Any]] | Sequence[Sequence[int]]
_CELLS = "0 (empty), 1 (first player), or 2 or -1 (second player)"


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

    __slots__ = ("_at", "_won")

    _at: _native.Position
    """The position, or the one before the stone that wins."""
    _won: int | None
    """The column of the stone that wins."""

    def __new__(cls, moves: str | Iterable[int] | None = None, *, width: int = 7, height: int = 6) -> Position:
        empty = _native.Position(width, height)
        return cls._of(empty) if moves is None else _played(empty, moves)

    @classmethod
    def _of(cls, at: _native.Position, won: int | None = None) -> Position:
        position = super().__new__(cls)
        position._at, position._won = at, won
        return position

    @staticmethod
    def from_array(cells: _Array) -> Position:
        """The position of an array of integers, or of lists of them (height × width): 0 (empty), 1
        (first player), and 2 or -1 (second player); row 0 is the top row.
        """
        array = _arrays.cells("cells", cells, np.int8, -1, 2, _CELLS, None, 2)
        height, width = array.shape
        return Position._of(_native.Position(width, height).with_cells(array))

    def __reduce__(self) -> tuple[Any, ...]:
        if self._won is None:
            return Position.from_array, (self.to_array(),)
        return Position.play, (Position._of(self._at), self._won)

    def to_array(self) -> NDArray[np.uint8]:
        """The stones as an array, see `from_array`."""
        cells = self._at.cells()
        if self._won is not None:
            cells[np.count_nonzero(cells[:, self._won] == 0) - 1, self._won] = 1 + self._at.ply % 2
        return cells

    def play(self, column: int) -> Position:
        """The position after a stone in a column, counted from 0. The stone may win.

        Raises `IndexError` if the board does not have the column, `ValueError` if it is full or the
        game is over.
        """
        if self._won is not None:
            raise ValueError(f"the game is already won by player {self.winner}")
        at = self._at.play(column)
        return Position._of(self._at, operator.index(column)) if at is None else Position._of(at)

    def mirror(self) -> Position:
        """The position reflected left to right."""
        return Position._of(self._at.mirror(), None if self._won is None else self.size[0] - 1 - self._won)

    @property
    def columns(self) -> list[int]:
        """Columns that are not full, also those whose stone wins."""
        return self._at.columns() if self._won is None else []

    @property
    def winning_columns(self) -> list[int]:
        """Columns in which a stone wins at once."""
        return self._at.winning_columns() if self._won is None else []

    @property
    def non_losing_columns(self) -> list[int]:
        """Columns after which the opponent cannot win at once, those that win included."""
        return self._at.non_losing_columns() if self._won is None else []

    @property
    def winner(self) -> int | None:
        """The player who has won, 1 or 2, or None."""
        return None if self._won is None else 1 + self._at.ply % 2

    @property
    def ply(self) -> int:
        """Number of stones."""
        return self._at.ply + (self._won is not None)

    @property
    def turn(self) -> int:
        """The player to move: 1 or 2, as in `to_array`."""
        return 1 + self.ply % 2

    @property
    def is_over(self) -> bool:
        """Whether a player has won or the board is full."""
        return self._won is not None or self.is_full

    @property
    def is_full(self) -> bool:
        """Whether no column is left: a draw, unless the last stone wins."""
        width, height = self.size
        return self.ply == width * height

    @property
    def size(self) -> tuple[int, int]:
        """(width, height)"""
        return self._at.size

    def _key(self) -> Any:
        # The same stones can be won by another of them.
        return self._at if self._won is None else (self.size, self.to_array().tobytes())

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return "\n".join(" ".join(".xo"[cell] for cell in row) for row in self.to_array())

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Position of {self.ply} stones on {width}×{height}>"


_Position = Position | str | Iterable[int] | _Array
_Positions = Iterable[_Position] | NDArray[np.integer[Any]]


def _played(empty: _native.Position, moves: Any) -> Position:
    """The position after moves, of which the last one may win, or of the cells of a board in one list."""
    if isinstance(moves, str):
        return Position._of(*empty.parse(moves))
    _arrays.refuse_mask("moves", moves)
    if isinstance(moves, (Mapping, bytes, bytearray)):
        hint = ": Kaggle's observation has its cells in observation['board']" if isinstance(moves, Mapping) else ""
        raise TypeError(f"moves must be text or a list of columns, found {type(moves)}{hint}")
    if _is_table(moves):
        raise TypeError(
            "moves must be text, a list of columns, or all cells in one list: Position.from_array takes rows of cells"
        )
    width, height = empty.size
    cells = _cells(moves, width, height)
    if cells is not None:
        return Position._of(empty.with_cells(cells))
    if not isinstance(moves, Iterable):
        raise TypeError(f"moves must be text or a list of columns, found {type(moves)}")
    position = Position._of(empty)
    try:
        for column in moves:
            position = position.play(column)
    except ValueError as error:
        # Long lists are more often cells than moves.
        found, most = len(moves) if isinstance(moves, (Sequence, np.ndarray)) else 0, width * height
        if found <= most // 2:
            raise
        raise ValueError(f"expected moves, or {most} cells of 0, 1 and 2, found {found} values: {error}") from None
    return position


def _cells(moves: Any, width: int, height: int) -> NDArray[np.int8] | None:
    """The cells of a board that is a list of them, or None for a list of columns.

    Games that fill a board of four or more columns have a stone in column 3. On smaller boards, lists of as many
    numbers can be either and are refused.
    """
    if not isinstance(moves, (Sequence, np.ndarray)) or len(moves) != width * height:
        return None
    cells = np.asarray(moves)
    if cells.ndim != 1 or cells.dtype.kind not in "biu" or ((cells < -1) | (cells > 2)).any():
        return None
    if width < 4:
        raise ValueError(
            f"a list of {len(moves)} numbers can be moves or cells of a board of {width}×{height}: write moves as "
            "text, or cells as a list of rows (Position.from_array)"
        )
    return cells.astype(np.int8).reshape(height, width)


def _is_table(value: Any) -> bool:
    """Whether this is an array of more than one dimension, or a list of lists."""
    if isinstance(value, np.ndarray):
        return value.ndim != 1
    return isinstance(value, Sequence) and not isinstance(value, str) and len(value) > 0 and hasattr(value[0], "__len__")


def _open(value: Any, empty: _native.Position) -> _native.Position:
    """A position of a board whose game goes on: a `Position`, moves, or an array of stones."""
    if isinstance(value, str):
        at, won = empty.parse(value)
    else:
        if isinstance(value, Position):
            position = value
        elif _is_table(value):
            position = Position.from_array(value)
        elif isinstance(value, Iterable):
            position = _played(empty, value)
        else:
            raise TypeError(
                "expected a Position, moves as text or as a list of columns, or an array of integers (height, width), "
                f"found {type(value)}"
            )
        at, won = position._at, position._won
    if won is not None:
        raise ValueError("the game is already won")
    if at.size != empty.size:
        (width, height), (columns, rows) = empty.size, at.size
        raise ValueError(
            f"expected a board of {width}×{height} ({height} rows of {width}), found {rows} rows of {columns}"
        )
    return at


def _open_all(values: Any, empty: _native.Position) -> list[_native.Position]:
    """Positions of a board: an iterable, or an array with three dimensions."""
    if isinstance(values, np.ndarray) and values.ndim != 3:
        raise ValueError(f"positions must have 3 dimensions (count, height, width), found {values.ndim}")
    if isinstance(values, (str, Position)):
        raise TypeError(f"positions must be several positions, found {values!r}: write [{values!r}]")
    return [_open(value, empty) for value in values]


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

    __slots__ = ("_book",)

    _book: _native.Book

    def __new__(
        cls, positions: _Positions, scores: Iterable[int], *, width: int = 7, height: int = 6
    ) -> Book:
        empty, all_scores = _native.Position(width, height), list(scores)
        at = _open_all(positions, empty)
        if len(at) != len(all_scores):
            raise ValueError(f"expected a score for each of {len(at)} positions, found {len(all_scores)}")
        return cls._of(_native.Book(empty, at, all_scores))

    @classmethod
    def _of(cls, book: _native.Book) -> Book:
        self = super().__new__(cls)
        self._book = book
        return self

    @staticmethod
    def positions(depth: int, *, width: int = 7, height: int = 6) -> NDArray[np.uint8]:
        """The positions whose scores a book needs: those with `depth` stones, mirror images once, without
        those that the player to move wins at once.

        Parameters
        ----------
        depth : int
            Number of stones. On 7×6, 11 take seconds and 14 a minute.
        width, height : int
            The board.

        Returns
        -------
        ndarray of uint8, count × height × width
            The cells as `Position.to_array` has them.
        """
        return _native.Book.positions(_native.Position(width, height), depth)

    @staticmethod
    def load(file: str | PathLike[str] | bytes, *, width: int = 7, height: int = 6) -> Book:
        """Reads a book from a file, or converts one of another program, see `Solver`."""
        if not isinstance(file, (str, PathLike, bytes)):
            raise TypeError(f"book must be a bool, a Book, a file or the bytes of a book, found {type(file)}")
        data = file if isinstance(file, bytes) else Path(fspath(file)).read_bytes()
        return Book._of(_native.Book.read(_native.Position(width, height), data))

    def save(self, file: str | PathLike[str]) -> None:
        """Writes the book to a file, which ``Solver(book=file)`` and ``boardbits c4`` read."""
        Path(file).write_bytes(bytes(self))

    def score(self, position: _Position) -> int | None:
        """The score of a position, or None if the book does not have it."""
        return self._book.score(_open(position, _native.Position(*self.size)))

    @property
    def depth(self) -> int:
        """The largest number of stones."""
        return self._book.depth

    @property
    def size(self) -> tuple[int, int]:
        """(width, height)"""
        return self._book.size

    def __len__(self) -> int:
        return len(self._book)

    def __bytes__(self) -> bytes:
        return self._book.bytes()

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (bytes(self), *self.size)

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Book of {width}×{height} with {self.depth} stones>"


def _loaded(data: bytes, width: int, height: int) -> Book:
    """The book of a copy or a pickle."""
    return Book.load(data, width=width, height=height)


@final
class Solver:
    """A perfect player of Connect 4.

    A score is positive if the player to move wins, 0 for a draw, negative for a loss. Its size is the number of stones that
    the winner has left at the end plus one: 18 wins with the fourth stone of a player on 7×6. Answers of a solver make later
    ones faster.

    Its methods take a `Position`; moves or cells as `Position` does; or an array or lists as
    `Position.from_array` does. They raise `ValueError` if the game is won; a full board has the score 0.
    A copy or a pickle of a solver has its parameters, not what it has found.

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

    __slots__ = ("_empty", "_options", "_solver")

    _empty: _native.Position
    _options: dict[str, Any]
    _solver: _native.Solver

    def __new__(
        cls,
        width: int = 7,
        height: int = 6,
        *,
        memory_mib: int = 64,
        threads: int = 1,
        book: bool | Book | str | PathLike[str] | bytes | None = None,
    ) -> Solver:
        self = super().__new__(cls)
        self._empty = _native.Position(width, height)
        self._options = dict(memory_mib=memory_mib, threads=threads, book=book)
        self._solver = _native.Solver(self._empty, memory_mib, threads, _book(book, self._empty))
        return self

    def __getnewargs_ex__(self) -> tuple[Any, dict[str, Any]]:
        return self._empty.size, self._options

    def __getstate__(self) -> None:
        """Copies and pickles are made of the parameters."""

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
        return self._solver.solve(_open(position, self._empty), timeout)

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
        return self._solver.analyze(_open(position, self._empty), timeout)

    def best_moves(self, position: _Position, *, timeout: float | None = None) -> BestMoves:
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
        return BestMoves(*self._solver.best_moves(_open(position, self._empty), timeout))

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
        return self._solver.choose(_open(position, self._empty), strength, nodes, seed, timeout)

    def principal_variation(self, position: _Position, *, timeout: float | None = None) -> list[int]:
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
        return self._solver.principal_variation(_open(position, self._empty), timeout)

    def solve_many(self, positions: _Positions, *, timeout: float | None = None) -> NDArray[np.int16]:
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
        return self._solver.solve_many(_open_all(positions, self._empty), timeout)

    def clear(self) -> None:
        """Forgets all positions, as if the solver were new."""
        self._solver.clear()


def _book(value: Any, empty: _native.Position) -> _native.Book | None:
    """The opening book of a board: the one of the package if `value` is None or true."""
    width, height = empty.size
    if value is None or value is True:
        book = _native.Book.embedded(empty)
        if value and book is None:
            raise ValueError(f"book=True: expected the board 7×6, found {width}×{height}")
        return book
    if value is False:
        return None
    opened = value if isinstance(value, Book) else Book.load(value, width=width, height=height)
    if opened.size != (width, height):
        raise ValueError(f"expected a book of {width}×{height}, found {opened!r}")
    return opened._book
