"""Polyform puzzles. See the docstrings of the module."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

from ._results import Placement as Placement

__all__ = ["PRESETS", "Index", "Piece", "Placement", "Puzzle", "Solution", "Solutions"]

PRESETS: list[str]

_Cells = Iterable[tuple[int, ...]]

@final
class Piece:
    """A piece of a puzzle.

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

    def __new__(
        cls,
        name: str,
        cells: str | _Cells,
        *,
        copies: int | tuple[int, int] | None = None,
        one_sided: bool = False,
        mirrored: bool = False,
        fixed: bool = False,
    ) -> Piece: ...
    def __getnewargs_ex__(self) -> tuple[Any, dict[str, Any]]: ...
    @property
    def name(self) -> str:
        """The name."""
    @property
    def cells(self) -> list[tuple[int, ...]]:
        """The cells as pairs (row, column), row by row; if there are layers, as triples (layer, row,
        column).
        """
    @property
    def copies(self) -> tuple[int, int]:
        """The least and the largest number of copies."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Puzzle:
    """A board and the pieces that must cover it. Puzzles do not change: `place` returns a new one.

    Exchanging equal copies of a piece does not make another solution; symmetries of the board do.

    Parameters
    ----------
    board : str, or array of bool or of integers 0 and 1
        A picture with a line for each row and a line ``-`` between layers: ``.`` is a cell, ``+`` one
        that may stay empty, ``#`` is not, and the name of a piece (a single character) is a cell on
        which this piece lies. Or an array of the cells of a board with one layer. At most 128 cells.
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
        Size of the graph that counts; a search counts if it does not fit.

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

    def __new__(
        cls,
        board: str | NDArray[np.bool_] | NDArray[np.integer[Any]] | Sequence[Sequence[int]],
        pieces: str | Iterable[Piece] | Mapping[str, str | _Cells],
        *,
        grid: Literal["square", "hexagon", "axial", "triangle", "cubes", "spheres"] = "square",
        packing: bool | int | tuple[int, int] | None = None,
        memory_mib: int = 256,
    ) -> Puzzle: ...
    @staticmethod
    def preset(name: str, *, memory_mib: int = 256) -> Puzzle:
        """A puzzle of the package: see `boardbits.polyform.PRESETS`."""
    @staticmethod
    def parse(text: str, *, memory_mib: int = 256) -> Puzzle:
        """Reads the text of a puzzle file of the program ``boardbits``."""
    @property
    def pieces(self) -> list[Piece]:
        """The pieces."""
    @property
    def cells(self) -> list[tuple[int, ...]]:
        """The cells of the board as pairs (row, column), row by row, or as triples (layer, row, column)."""
    @property
    def placed_pieces(self) -> list[Placement]:
        """The pieces on the board, in the order in which they were placed: names and cells."""
    @property
    def infeasibility(self) -> str | None:
        """The reason why no solution exists, if it can be found without a search, else None."""
    def place(self, name: str, cells: _Cells) -> Puzzle:
        """The puzzle with a piece on these cells. Raises `ValueError` if it cannot lie there."""
    def undo(self) -> Puzzle:
        """The puzzle without the piece that was placed last. Raises `IndexError` if there is none."""
    def count(
        self, *, distinct: bool = False, threads: int = 1, timeout: float | None = None
    ) -> int:
        """The number of solutions, an int.

        With `distinct`, solutions that a symmetry of the puzzle maps to one another count once.
        Raises `TimeoutError` after `timeout` seconds. `threads` (0 for one per core) are used if the
        graph does not fit the memory.
        """
    def uniqueness(self, *, timeout: float | None = None) -> int:
        """Whether there are 0, 1 or several solutions: 0, 1 or 2.

        The attribute `partial` of a `TimeoutError` is the number of solutions found.
        """
    def hint(self, *, timeout: float | None = None) -> Placement | None:
        """A piece to place next: its name and cells, those of the first solution. None if there is no
        solution or nothing to place.
        """
    def index(self, *, timeout: float | None = None) -> Index:
        """Random access to all solutions, see `Index`. Raises `MemoryError` if the graph that counts does
        not fit the memory.
        """
    def sample(
        self, number: int = 1, *, seed: int | None = None, timeout: float | None = None
    ) -> list[Solution]:
        """A list of random solutions, independent and equally likely; empty if no solution exists.

        The same `seed` gives the same solutions. Raises `MemoryError` as `index` does.
        """
    def __iter__(self) -> Solutions: ...

@final
class Solution:
    """A solution of a puzzle. It prints as a picture."""

    @property
    def placements(self) -> list[Placement]:
        """The pieces by their first cells: names and cells."""
    def to_array(self) -> NDArray[np.int16]:
        """An array of int16 with the number of the piece on each cell, counted from 1 in the order of
        `placements`; 0 where there is none. Its axes are rows and columns, in space layers before
        them.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Solutions:
    """An iterator over the solutions of a puzzle."""

    def __iter__(self) -> Iterator[Solution]: ...
    def __next__(self) -> Solution: ...

@final
class Index:
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

    @property
    def count(self) -> int:
        """The number of solutions."""
    def __getitem__(self, number: int, /) -> Solution: ...
    def rank(self, solution: Solution) -> int | None:
        """The number of a solution, or None if it is not one of this puzzle."""
