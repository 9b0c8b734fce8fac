"""Havannah against plain floods."""

import random

import numpy as np
import pytest

from boardbits.havannah import Game, Mcts, Solver

AROUND = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]


def wins(game):
    """The ways in which the last player has won, found by floods."""
    board, base = game.to_array(), game.base
    side, player = 2 * base - 1, 3 - game.turn
    own = {tuple(cell) for cell in np.argwhere(board == player).tolist()}
    cells = {tuple(cell) for cell in np.argwhere(board != 255).tolist()}
    around = lambda cell: [(cell[0] + dr, cell[1] + dc) for dr, dc in AROUND]

    def flood(start, within):
        reached, todo = {start}, [start]
        while todo:
            for other in around(todo.pop()):
                if other in within and other not in reached:
                    reached.add(other)
                    todo.append(other)
        return reached

    borders = {}
    for row, column in cells:
        sides = [
            row == 0, column == side - 1, column - row == base - 1,
            row == side - 1, column == 0, row - column == base - 1,
        ]  # fmt: skip
        borders[row, column] = [number for number, is_on in enumerate(sides) if is_on]
    found = set()
    for stone in own:
        group = flood(stone, own)
        if sum(len(borders[cell]) == 2 for cell in group) >= 2:
            found.add("bridge")
        if len({borders[cell][0] for cell in group if len(borders[cell]) == 1}) >= 3:
            found.add("fork")
    accepts = {"any": cells, "nonown": cells - own, "empty": {c for c in cells if board[c] == 0}}
    for cell in accepts[game.rule]:
        reached = flood(cell, cells - (own - {cell}))
        if all(len(borders[other]) == 0 for other in reached):
            found.add("ring")
    return found


@pytest.mark.parametrize("rule", ["any", "nonown", "empty"])
@pytest.mark.parametrize("base", [2, 3, 4, 6])
def test_wins_are_those_of_floods(base, rule):
    rng = random.Random(base)
    seen = set()
    for _ in range(24 // base):
        game = Game(base, rule=rule)
        while not game.is_over:
            winning = game.winning_cells()
            # Long games have more rings.
            moves = [cell for cell in game.empty_cells() if cell not in winning] or winning
            if rng.random() < 0.1 and winning:
                moves = winning
            before, game = game, game.play(rng.choice(moves))
            assert game.undo() == before
            assert set(game.wins) == wins(game), f"\n{game}"
        seen.update(game.wins)
        assert game.winner == (3 - game.turn if game.wins else None)
        assert {way for way, _ in game.winning_stones()} == set(game.wins)
    assert base < 4 or seen >= {"bridge"} or "fork" in seen


def test_moves_and_names():
    game = Game(4, swap=True)
    assert len(game.empty_cells()) == 37 and game.turn == 1
    game = game.play("D4").play("swap")
    assert game.moves == [(3, 3), "swap"] and game.turn == 1 and game.ply == 1
    assert game.to_array()[3, 3] == 2
    for cell in game.empty_cells():
        assert game.play(game.name(cell)) == game.play(cell)
    assert (Game(3).to_array() == 255).sum() == 25 - 19
    assert str(Game(2)).split() == ["."] * 7


def test_playouts_do_not_depend_on_threads():
    game = Game(4).play("D4")
    counts = game.playouts(20_000, seed=5)
    assert counts == game.playouts(20_000, seed=5, threads=2)
    assert counts.games == 20_000 == counts.draws + counts.first + counts.second
    assert counts.bridge + counts.fork + counts.ring <= 20_000
    # The share of wins by random games in Python.
    rng, won = random.Random(1), 0
    for _ in range(60):
        played = game
        while not played.is_over:
            played = played.play(rng.choice(played.empty_cells()))
        won += played.winner == 1
    assert abs(won / 60 - counts.first / 20_000) < 0.25


def minimax(game):
    if game.is_over:
        return -1 if game.winner else 0
    return max(-minimax(game.play(cell)) for cell in game.empty_cells())


def test_solver():
    solver = Solver(memory_mib=1)
    for first in Game(2).empty_cells():
        game = Game(2).play(first)
        found = solver.solve(game)
        assert found.value == {1: "win", 0: "draw", -1: "loss"}[minimax(game)]
        if found.value == "win":
            assert minimax(game.play(found.best)) == -1
    assert solver.solve(Game(3)).value == "win"


def test_players():
    for threads in [1, 2]:
        player = Mcts(seed=2, threads=threads)
        game = Game(3)
        choice = player.search(game, 400)
        assert choice.cell in game.empty_cells() and choice.playouts > 0
        moves = player.moves(game)
        assert len(moves) == 19 and (moves[0].cell, moves[0].visits) == (choice.cell, choice.visits)
        assert player.moves(Game(4)) is None
        while not game.is_over:
            game = game.play(player.search(game, 400).cell)
        assert player.search(game) is None
    assert Mcts().search(Game(2), 10).cell
    # A player who searches wins against random moves.
    rng, won = random.Random(7), 0
    for _ in range(3):
        game, player = Game(3), Mcts(seed=rng.randrange(1000))
        while not game.is_over:
            moves = game.empty_cells()
            cell = player.search(game, 100).cell if game.turn == 1 else rng.choice(moves)
            game = game.play(cell)
        won += game.winner == 1
    assert won >= 2


def test_wrong_arguments_raise():
    game = Game(3)
    for error, message, call in [
        (ValueError, "base", lambda: Game(1)),
        (ValueError, "base", lambda: Game(65)),
        (ValueError, "any", lambda: Game(3, rule="all")),
        (ValueError, "expected a cell of a board", lambda: game.play("Z9")),
        (IndexError, "row 0, column 4", lambda: game.play((0, 4))),
        (TypeError, "cell must be", lambda: game.play(3)),
        (TypeError, "game must be a Game, found .*NoneType", lambda: Mcts().search(None)),
        (TypeError, "game must be a Game, found .*int", lambda: Solver().solve(3)),
        (TypeError, "base must be an integer from 0", lambda: Game("3")),
        (IndexError, "row -1, column 0 is not on a board of base 3", lambda: game.play((-1, 0))),
        (IndexError, "row 0, column 1099511627776", lambda: game.play((0, 2**40))),
        (ValueError, "swap", lambda: game.play("swap")),
        (ValueError, r"a stone on \(1, 3\) already", lambda: game.play((1, 3)).play((1, 3))),
        (ValueError, "the game is over$", lambda: Game(2).play((0, 0)).play((2, 2)).play((0, 1)).play((1, 1))),
        (IndexError, "empty", game.undo),
        (IndexError, "row 4294967295", lambda: game.name((4294967295, 0))),
        (MemoryError, ".", lambda: Solver(memory_mib=1 << 40).solve(game)),
        (ValueError, "base 2 to 6, found base 7", lambda: Solver().solve(Game(7))),
        (ValueError, "any and nonown, found empty", lambda: Solver().solve(Game(3, rule="empty"))),
    ]:
        with pytest.raises(error, match=message):
            call()


def test_threads_find_the_same_value():
    for threads in [0, 2, 3]:
        solution = Solver(threads=threads).solve(Game(3))
        assert solution.value == "win" and solution.best is not None
