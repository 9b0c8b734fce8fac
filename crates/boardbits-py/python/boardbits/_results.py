"""Results with names. The native module makes those of Havannah."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Contacts(NamedTuple):
    """Labels that touch: the result of `boardbits.contacts`."""

    pairs: NDArray[np.integer[Any]]
    """Pairs of labels, count × 2, the smaller one first, in ascending order."""
    faces: NDArray[np.uint64]
    """The number of faces (edges in images) that both have in common."""


class Path(NamedTuple):
    """A path on a grid, the result of `boardbits.paths.shortest_path` and `cheapest_path`."""

    length: Any
    """The number of steps, an int; with ``octile=True`` a float. The cost of a cheapest path."""
    cells: NDArray[np.int64]
    """Rows and columns of the cells, count × 2, from the start to the goal."""


class BestMoves(NamedTuple):
    """The best moves of a position of Connect 4."""

    score: int
    """The score of the position for the player to move."""
    columns: list[int]
    """The columns that reach it, counted from 0."""


class Choice(NamedTuple):
    """A move of Havannah that `boardbits.havannah.Mcts` has searched."""

    cell: tuple[int, int]
    """(row, column)"""
    visits: int
    """The number of random games through this move."""
    playouts: int
    """The number of random games of the search."""
    win_rate: float
    """The share of these games that the player to move wins, from 0 to 1."""
    proven: Literal["win", "loss"] | None
    """The value of the move if the search has proved it."""


class Playouts(NamedTuple):
    """Counts of random games of Havannah."""

    games: int
    draws: int
    first: int
    """Games that the first player wins."""
    second: int
    """Games that the second player wins."""
    bridge: int
    """Games won by a bridge alone."""
    fork: int
    """Games won by a fork alone."""
    ring: int
    """Games won by a ring alone."""
    mean_length: float
    """Stones at the end, on average."""


class Solved(NamedTuple):
    """The value of a position of Havannah for the player to move."""

    value: Literal["win", "draw", "loss"]
    best: tuple[int, int] | None
    """A cell (row, column) that wins, or None."""
    nodes: int
    """Positions that were visited."""


class ProofProgress(NamedTuple):
    """What a stopped proof of Havannah knows: the attribute `partial` of its `TimeoutError`."""

    nodes: int
    """Positions that were visited."""
    proof: int
    """The proof number."""
    disproof: int
    """The disproof number."""


class WinningStones(NamedTuple):
    """Stones of Havannah that win."""

    way: Literal["bridge", "fork", "ring"]
    cells: list[tuple[int, int]]
    """The fewest stones that win in this way, as pairs (row, column)."""


class Placement(NamedTuple):
    """A piece of a puzzle on a board."""

    name: str
    cells: list[tuple[int, ...]]
    """Pairs (row, column), in space triples (layer, row, column)."""
