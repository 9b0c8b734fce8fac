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

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NoReturn, final

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from ._boardbits import polyform as _native
from ._results import Placement

__all__ = ["PRESETS", "Index", "Piece", "Placement", "Puzzle", "Solution", "Solutions"]

PRESETS: list[str] = _native.PRESETS

_Cells = Iterable[tuple[int, ...]]
_Triples = list[tuple[int, int, int]]


def _triples(cells: Iterable[Sequence[int]]) -> _Triples:
    """Cells from any iterable of pairs or triples as triples (layer, row, column)."""
    _arrays.refuse_mask("cells", cells)
    found = []
    for cell in cells:
        axes = [operator.index(axis) for axis in cell]
        if len(axes) not in (2, 3):
            raise ValueError(
                f"cells must be pairs (row, column) or triples (layer, row, column), found {cell}"
            )
        *_, layer, row, column = (0, *axes)
        found.append((layer, row, column))
    return found


def _placement(placed: tuple[str, _Triples], axes: int) -> Placement:
    name, cells = placed
    return Placement(name, [cell[3 - axes :] for cell in cells])


def _range(name: str, value: Any) -> tuple[int, int]:
    """A number, or the least and the largest one."""
    try:
        least, most = map(operator.index, value if isinstance(value, Iterable) else (value, value))
        if 0 <= least < 1 << 16 and 0 <= most < 1 << 16:
            return least, most
    except (TypeError, ValueError):
        pass
    raise ValueError(f"{name} must be a number from 0 to 65535 or a pair of them, found {value}")


@final
class Piece:
    r"""A piece of a puzzle.

    Parameters
    ----------
    name : str
    cells : str or iterable of (row, column) or (layer, row, column)
        A picture with a line for each row, in which ``.`` is not in the piece, and a line ``-``
        between layers; or the cells.
    copies : int or (int, int)
        How often the piece is used, or the least and the largest number.
    one_sided : bool
        It must not be turned over in the plane.
    mirrored : bool
        It may be reflected in space. Not with `one_sided`.
    fixed : bool
        It must not be rotated or turned over.

    Examples
    --------
    >>> from boardbits.polyform import Piece
    >>> Piece("L", "X.\nXX", copies=(0, 4)).cells
    [(0, 0), (1, 0), (1, 1)]
    """

    __slots__ = ("_parts",)

    _parts: tuple[Any, ...]

    def __new__(
        cls,
        name: str,
        cells: str | _Cells,
        *,
        copies: int | tuple[int, int] | None = None,
        one_sided: bool = False,
        mirrored: bool = False,
        fixed: bool = False,
    ) -> Piece:
        triples = _native.cells_of(cells) if isinstance(cells, str) else _triples(cells)
        numbers = _range("copies", 1 if copies is None else copies)
        if one_sided and mirrored:
            raise ValueError("a piece cannot be one_sided and mirrored")
        return cls._of(_native.piece((name, triples, numbers, one_sided, mirrored, fixed)))

    @classmethod
    def _of(cls, parts: tuple[Any, ...]) -> Piece:
        self, (name, cells, *others) = super().__new__(cls), parts
        self._parts = (name, tuple(cells), *others)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Piece._of, (self._parts,)

    @property
    def name(self) -> str:
        """The name."""
        return self._parts[0]

    @property
    def cells(self) -> list[tuple[int, ...]]:
        """The cells as pairs (row, column), row by row; if there are layers, as triples (layer, row,
        column).
        """
        cells = self._parts[1]
        return list(cells) if any(cell[0] for cell in cells) else [cell[1:] for cell in cells]

    @property
    def copies(self) -> tuple[int, int]:
        """The least and the largest number of copies."""
        return self._parts[2]

    def __eq__(self, other: object) -> bool:
        return self._parts == other._parts if isinstance(other, Piece) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts)

    def __repr__(self) -> str:
        return f"<Piece {self.name} of {len(self.cells)} cells>"


def _pieces(pieces: Any, grid: str) -> list[Any]:
    """The parts of pieces: of a set, or of a dict from names to cells."""
    if isinstance(pieces, str):
        return _native.pieces_of(pieces, grid)
    if isinstance(pieces, Mapping):
        pieces = [Piece(name, cells) for name, cells in pieces.items()]
    parts = []
    for piece in pieces:
        if not isinstance(piece, Piece):
            raise TypeError(f"pieces must be of Piece, found {type(piece)}")
        parts.append(piece._parts)
    return parts


@final
class Puzzle:
    """A board and the pieces that must cover it. Puzzles do not change: `place` returns a new one.

    Exchanging equal copies of a piece does not make another solution; symmetries of the board do.

    Parameters
    ----------
    board : str, or array of bool or of integers 0 and 1
        A picture with a line for each row and a line ``-`` between layers: ``.`` is a cell, ``+`` one
        that may stay empty, ``#`` is not, and the name of a piece (a single character) is a cell on
        which this piece lies. Or an array of cells, in space also layers of rows. At most 128 cells.
    pieces : str, iterable of Piece or dict
        The name of a set ('tetrominoes', 'pentominoes', 'hexiamonds', 'tetrahexes', 'pentahexes'),
        pieces, or a dict from names to pictures or cells.
    grid : 'square', 'hexagon', 'axial', 'triangle', 'cubes' or 'spheres'
        Hexagons whose odd rows, or whose rows each, are half a cell further right; triangles, of
        which the first stands on its base; spheres that lie in the hollows between four of the layer
        before, as in a pyramid.
    packing : bool, int or (int, int)
        Cells may stay empty: any number of them, this one, or from the least to the largest.
    memory_mib : int
        Size of the graph that counts, in space of the list that `index` needs. If the graph does not
        fit, a search counts.

    Examples
    --------
    >>> from boardbits.polyform import Puzzle
    >>> puzzle = Puzzle.preset("pentominoes-3x20")
    >>> puzzle.count(), puzzle.count(distinct=True)
    (8, 2)
    >>> print(next(iter(puzzle)))
    U U X I I I I I N N N F T W Y Y Y Y Z V
    U X X X P P L N N F F F T W W Y Z Z Z V
    U U X P P P L L L L F T T T W W Z V V V
    """

    __slots__ = ("_made", "_puzzle")

    _puzzle: _native.Puzzle
    _made: tuple[Any, ...]
    """How the puzzle without placed pieces is made: a method of the native class, and its arguments."""

    def __new__(
        cls,
        board: str | NDArray[np.bool_] | NDArray[np.integer[Any]] | Sequence[Sequence[Any]],
        pieces: str | Iterable[Piece] | Mapping[str, str | _Cells],
        *,
        grid: Literal["square", "hexagon", "axial", "triangle", "cubes", "spheres"] = "square",
        packing: bool | int | tuple[int, int] | None = None,
        memory_mib: int = 256,
    ) -> Puzzle:
        parts = _pieces(pieces, grid)
        if not isinstance(board, str):
            wanted = "a picture, or 1 where there is a cell and 0 elsewhere"
            axes = 3 if grid in ("cubes", "spheres") and np.ndim(board) == 3 else 2
            if axes == 2 and np.ndim(board) == 3:
                raise ValueError("board must have 2 dimensions, found 3: write grid='cubes' or grid='spheres'")
            array = _arrays.cells("board", board, np.uint8, 0, 1, wanted, 1 << 20, axes)
            board = _triples(np.argwhere(array).tolist())
        is_any = packing is None or isinstance(packing, (bool, np.bool_))
        number = None if is_any else _range("packing", packing)
        return cls._make("new", board, parts, grid, is_any and bool(packing), number, memory_mib)

    @classmethod
    def _make(cls, *made: Any) -> Puzzle:
        method, *arguments = made
        return cls._of(getattr(_native.Puzzle, method)(*arguments), made)

    @classmethod
    def _of(cls, puzzle: _native.Puzzle, made: tuple[Any, ...]) -> Puzzle:
        self = super().__new__(cls)
        self._puzzle, self._made = puzzle, made
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _placed, (self._made, self._puzzle.placed_pieces())

    @staticmethod
    def preset(name: str, *, memory_mib: int = 256) -> Puzzle:
        """A puzzle of the package: see `boardbits.polyform.PRESETS`."""
        return Puzzle._make("preset", name, memory_mib)

    @staticmethod
    def parse(text: str, *, memory_mib: int = 256) -> Puzzle:
        """Reads the text of a puzzle file of the program ``boardbits``."""
        return Puzzle._make("parse", text, memory_mib)

    @property
    def pieces(self) -> list[Piece]:
        """The pieces."""
        return [Piece._of(parts) for parts in self._puzzle.pieces()]

    @property
    def cells(self) -> list[tuple[int, ...]]:
        """The cells of the board as pairs (row, column), row by row, or as triples (layer, row, column)."""
        return _placement(("", self._puzzle.cells()), self._puzzle.axes()).cells

    @property
    def placed_pieces(self) -> list[Placement]:
        """The pieces on the board, in the order in which they were placed: names and cells."""
        return [_placement(placed, self._puzzle.axes()) for placed in self._puzzle.placed_pieces()]

    @property
    def infeasibility(self) -> str | None:
        """The reason why no solution exists, if it can be found without a search, else None."""
        return self._puzzle.infeasibility()

    def place(self, name: str, cells: _Cells) -> Puzzle:
        """The puzzle with a piece on these cells. Raises `ValueError` if it cannot lie there."""
        return Puzzle._of(self._puzzle.place(name, _triples(cells)), self._made)

    def undo(self) -> Puzzle:
        """The puzzle without the piece that was placed last. Raises `IndexError` if there is none."""
        before = self._puzzle.undo()
        if before is None:
            raise IndexError("no piece is placed")
        return Puzzle._of(before, self._made)

    def count(
        self, *, distinct: bool = False, threads: int = 1, timeout: float | None = None
    ) -> int:
        """The number of solutions, an int.

        With `distinct`, solutions that a symmetry of the puzzle maps to one another count once.
        Raises `TimeoutError` after `timeout` seconds. `threads` (0 for one per core) are used if the
        graph does not fit the memory.
        """
        return self._puzzle.count(distinct, threads, timeout)

    def uniqueness(self, *, timeout: float | None = None) -> int:
        """Whether there are 0, 1 or several solutions: 0, 1 or 2.

        The attribute `partial` of a `TimeoutError` is the number of solutions found.
        """
        return self._puzzle.uniqueness(timeout)

    def hint(self, *, timeout: float | None = None) -> Placement | None:
        """A piece to place next: its name and cells, those of the first solution. None if there is no
        solution or nothing to place.
        """
        placed = self._puzzle.hint(timeout)
        return None if placed is None else _placement(placed, self._puzzle.axes())

    def index(self, *, timeout: float | None = None) -> Index:
        """Random access to all solutions, see `Index`. Raises `MemoryError` if it does not fit the
        memory.
        """
        return Index._of(self._puzzle.index(timeout), self)

    def sample(
        self, number: int = 1, *, seed: int | None = None, timeout: float | None = None
    ) -> list[Solution]:
        """A list of random solutions, independent and equally likely; empty if no solution exists.

        The same `seed` gives the same solutions. Raises `MemoryError` as `index` does.
        """
        return [Solution._of(found, self) for found in self._puzzle.sample(number, seed, timeout)]

    def __iter__(self) -> Solutions:
        """An iterator over all solutions."""
        return Solutions._of(self._puzzle.solutions(), self)

    def __str__(self) -> str:
        return self._puzzle.picture(None)

    def __repr__(self) -> str:
        return f"<Puzzle of {len(self._puzzle.cells())} cells and {len(self._puzzle.pieces())} pieces>"


def _placed(made: tuple[Any, ...], placed: list[Any]) -> Puzzle:
    """The puzzle of a copy or a pickle."""
    puzzle = Puzzle._make(*made)
    for _ in puzzle.placed_pieces:
        puzzle = puzzle.undo()
    for name, cells in placed:
        puzzle = puzzle.place(name, cells)
    return puzzle


class _OfPuzzle:
    """Something of a puzzle."""

    __slots__ = ("_found", "_puzzle")

    _found: Any
    _puzzle: Puzzle

    @classmethod
    def _of(cls, found: Any, puzzle: Puzzle) -> Any:
        self = object.__new__(cls)
        self._found, self._puzzle = found, puzzle
        return self

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__} is made by Puzzle")


@final
class Solution(_OfPuzzle):
    """A solution of a puzzle. It prints as a picture."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return _solution, (self._puzzle, self._puzzle._puzzle.placements(self._found))

    @property
    def placements(self) -> list[Placement]:
        """The pieces by their first cells: names and cells."""
        puzzle = self._puzzle._puzzle
        return [_placement(placed, puzzle.axes()) for placed in puzzle.placements(self._found)]

    def to_array(self) -> NDArray[np.int16]:
        """An array of int16 with the number of the piece on each cell, counted from 1 in the order of
        `placements`; 0 where there is none. Its axes are rows and columns, in space layers before
        them.
        """
        return self._puzzle._puzzle.to_array(self._found)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self._found == other._found and self._puzzle._puzzle.is_like(other._puzzle._puzzle)

    def __hash__(self) -> int:
        return hash(self._found)

    def __str__(self) -> str:
        return self._puzzle._puzzle.picture(self._found)

    def __repr__(self) -> str:
        return f"<Solution of {len(self.placements)} pieces>"


def _solution(puzzle: Puzzle, placements: list[Any]) -> Solution:
    """The solution of a copy or a pickle."""
    return Solution._of(puzzle._puzzle.solution(placements), puzzle)


@final
class Solutions(_OfPuzzle):
    """An iterator over the solutions of a puzzle."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Solution]:
        return self

    def __next__(self) -> Solution:
        found = self._found.next()
        if found is None:
            raise StopIteration
        return Solution._of(found, self._puzzle)

    def __reduce__(self) -> NoReturn:
        raise TypeError("an iterator over solutions cannot be copied or pickled: copy its puzzle")


@final
class Index(_OfPuzzle):
    """Random access to the solutions of a puzzle, in the order of the iterator. Made by
    `Puzzle.index`.

    Examples
    --------
    >>> from boardbits.polyform import Puzzle
    >>> index = Puzzle.preset("dominoes-8x8").index()
    >>> index.count
    12988816
    >>> index.rank(index[10_000_000])
    10000000
    """

    __slots__ = ()

    @property
    def count(self) -> int:
        """The number of solutions."""
        return self._found.count()

    def __getitem__(self, number: int) -> Solution:
        """Solution number `number`, counted from 0, or from the end if it is negative."""
        place, count = operator.index(number), self.count
        place += count if place < 0 else 0
        if not 0 <= place < count:
            raise IndexError(f"there are {count} solutions, found {number}")
        return Solution._of(self._found.nth(place), self._puzzle)

    def rank(self, solution: Solution) -> int | None:
        """The number of a solution, or None if it is not one of this puzzle."""
        if not isinstance(solution, Solution):
            raise TypeError(f"solution must be a Solution, found {type(solution)}")
        is_like = self._puzzle._puzzle.is_like(solution._puzzle._puzzle)
        return self._found.rank(solution._found) if is_like else None

    def __reduce__(self) -> NoReturn:
        raise TypeError("an index cannot be copied or pickled: copy its puzzle and call index() again")

    def __repr__(self) -> str:
        return f"<Index of {self.count} solutions>"
