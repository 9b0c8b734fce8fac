from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["FULL", "Position", "Solver"]

FULL: int

_Array = NDArray[np.integer[Any]] | Sequence[Sequence[int]]
_Position = Position | str | Iterable[int] | _Array

@final
class Position:
    def __new__(
        cls, moves: str | Iterable[int] | None = None, *, width: int = 7, height: int = 6
    ) -> Position: ...
    @staticmethod
    def from_array(cells: _Array) -> Position: ...
    def to_array(self) -> NDArray[np.uint8]: ...
    def play(self, column: int) -> Position: ...
    def mirror(self) -> Position: ...
    @property
    def columns(self) -> list[int]: ...
    @property
    def winning_columns(self) -> list[int]: ...
    @property
    def non_losing_columns(self) -> list[int]: ...
    @property
    def ply(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def is_full(self) -> bool: ...
    @property
    def size(self) -> tuple[int, int]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Solver:
    def __new__(
        cls,
        width: int = 7,
        height: int = 6,
        *,
        memory_mib: int = 64,
        threads: int = 1,
        book: bool | str | PathLike[str] | bytes | None = None,
    ) -> Solver: ...
    def __getnewargs_ex__(self) -> tuple[Any, dict[str, Any]]: ...
    def solve(self, position: _Position, *, timeout: float | None = None) -> int: ...
    def analyze(
        self, position: _Position, *, timeout: float | None = None
    ) -> NDArray[np.int16]: ...
    def best_moves(
        self, position: _Position, *, timeout: float | None = None
    ) -> tuple[int, list[int]]: ...
    def choose(
        self,
        position: _Position,
        strength: Literal["perfect", "strong", "casual", "random"] = "perfect",
        *,
        nodes: int = 20_000,
        seed: int | None = None,
        timeout: float | None = None,
    ) -> int | None: ...
    def principal_variation(
        self, position: _Position, *, timeout: float | None = None
    ) -> list[int]: ...
    def solve_many(
        self,
        positions: Iterable[_Position] | NDArray[np.integer[Any]],
        *,
        timeout: float | None = None,
    ) -> NDArray[np.int16]: ...
    def clear(self) -> None: ...
