from collections.abc import Sequence
from typing import Any, Literal, TypedDict, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Game", "Mcts", "Solver"]

_Cell = tuple[int, int]
_Pair = _Cell | Sequence[int] | NDArray[np.integer[Any]]
_Way = Literal["bridge", "fork", "ring"]

class _Counts(TypedDict):
    games: int
    draws: int
    first: int
    second: int
    bridge: int
    fork: int
    ring: int
    mean_length: float

class _Choice(TypedDict):
    cell: _Cell
    visits: int
    playouts: int
    win_rate: float
    proven: Literal["win", "loss"] | None

class _Value(TypedDict):
    value: Literal["win", "draw", "loss"]
    best: _Cell | None
    nodes: int

@final
class Game:
    def __new__(
        cls,
        base: int = 8,
        *,
        rule: Literal["any", "nonown", "empty"] = "any",
        swap: bool = False,
    ) -> Game: ...
    def play(self, cell: _Pair | str) -> Game: ...
    def undo(self) -> Game: ...
    @property
    def base(self) -> int: ...
    @property
    def rule(self) -> str: ...
    @property
    def ply(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def moves(self) -> list[Any]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def wins(self) -> list[_Way]: ...
    def winning_stones(self) -> list[tuple[_Way, list[_Cell]]]: ...
    def empty_cells(self) -> list[_Cell]: ...
    def winning_cells(self) -> list[_Cell]: ...
    def to_array(self) -> NDArray[np.uint8]: ...
    def name(self, cell: _Pair) -> str: ...
    def playouts(
        self, games: int, *, seed: int = 0, threads: int = 1, timeout: float | None = None
    ) -> _Counts: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Mcts:
    def __new__(
        cls,
        *,
        seed: int = 0,
        threads: int = 1,
        exploration: float = 0.0,
        rave: bool = True,
        memory_mib: int = 448,
    ) -> Mcts: ...
    def __getnewargs_ex__(self) -> tuple[Any, dict[str, Any]]: ...
    def search(
        self, game: Game, playouts: int | None = 10_000, *, timeout: float | None = None
    ) -> _Choice | None: ...
    def moves(self, game: Game) -> list[tuple[_Cell, int, float]] | None: ...

@final
class Solver:
    def __new__(cls, *, memory_mib: int = 64, threads: int = 1) -> Solver: ...
    def __getnewargs_ex__(self) -> tuple[Any, dict[str, Any]]: ...
    def solve(self, game: Game, *, timeout: float | None = None) -> _Value: ...
