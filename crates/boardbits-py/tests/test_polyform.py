"""Polyform puzzles against published numbers and a plain search."""

import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardbits.polyform import PRESETS, Index, Piece, Puzzle, Solution, Solutions

SHAPES = {
    "I": [(0, 0), (0, 1)],
    "L": [(0, 0), (1, 0), (1, 1)],
    "O": [(0, 0), (0, 1), (1, 0), (1, 1)],
    "J": [(0, 0), (1, 0), (2, 0), (2, 1)],
}


def orientations(cells):
    """The images of a piece under the symmetries of the square, from the corner."""
    found = set()
    for turn, mirror in itertools.product(range(4), [False, True]):
        image = [(r, -c) if mirror else (r, c) for r, c in cells]
        for _ in range(turn):
            image = [(c, -r) for r, c in image]
        top, left = min(r for r, _ in image), min(c for _, c in image)
        found.add(tuple(sorted((r - top, c - left) for r, c in image)))
    return found


def covers(board, pieces):
    """All ways to cover a set of cells, as sets of (name, cells)."""
    if not board:
        if all(least == 0 for least, _ in pieces.values()):
            yield frozenset()
        return
    first = min(board)
    for name, (least, most) in pieces.items():
        if most == 0:
            continue
        for image in orientations(SHAPES[name]):
            for anchor in image:
                cells = {(first[0] + r - anchor[0], first[1] + c - anchor[1]) for r, c in image}
                if cells <= board:
                    left = {**pieces, name: (max(least - 1, 0), most - 1)}
                    for rest in covers(board - cells, left):
                        yield rest | {(name, tuple(sorted(cells)))}


@settings(deadline=None, max_examples=40)
@given(
    st.integers(2, 3),
    st.integers(2, 4),
    st.sets(st.tuples(st.integers(0, 2), st.integers(0, 3)), max_size=3),
    st.lists(st.sampled_from(sorted(SHAPES)), min_size=1, max_size=3, unique=True),
    st.integers(0, 1),
    st.integers(1, 5),
)
def test_solutions_are_those_of_a_plain_search(height, width, holes, names, least, most):
    board = np.ones((height, width), bool)
    for hole in holes:
        if hole[0] < height and hole[1] < width:
            board[hole] = False
    # A piece that is larger than the board is an error.
    names = [name for name in names if len(SHAPES[name]) <= board.sum()]
    if not names:
        return
    cells = {tuple(cell) for cell in np.argwhere(board).tolist()}
    expected = set(covers(cells, {name: (least, most) for name in names}))
    puzzle = Puzzle(board, [Piece(name, SHAPES[name], copies=(least, most)) for name in names])
    assert puzzle.count() == puzzle.count(threads=2) == len(expected)
    assert puzzle.uniqueness() == min(len(expected), 2)
    found = [frozenset((name, tuple(map(tuple, cells))) for name, cells in s.placements) for s in puzzle]
    assert len(found) == len(expected) and set(found) == expected
    index = puzzle.index()
    assert index.count == len(expected)
    for number, solution in enumerate(puzzle):
        assert index[number] == solution == index[number - index.count]
        assert index.rank(solution) == number
        array = solution.to_array()
        for place, (_, cells) in enumerate(solution.placements, 1):
            assert all(array[cell] == place for cell in cells)
        assert (array > 0).sum() == board.sum()
    hint = puzzle.hint()
    assert (hint is None) == (not expected)
    if hint:
        after = puzzle.place(*hint)
        with_hint = [solution for solution in expected if (hint[0], tuple(hint[1])) in solution]
        assert after.count() == len(with_hint) > 0
        assert after.placed_pieces == [hint] and after.undo().count() == len(expected)
    sample = puzzle.sample(5, seed=1)
    assert len(sample) == (5 if expected else 0)
    assert sample == puzzle.sample(5, seed=1)


def test_published_numbers():
    # Published numbers of solutions, and of distinct ones.
    for name, count, distinct in [
        ("meteor", 2098, None),
        ("pentominoes-6x10", 9356, 2339),
        ("pentominoes-3x20", 8, 2),
        ("pentominoes-8x8-hole", 520, 65),
        ("dominoes-8x8", 12988816, None),
    ]:
        puzzle = Puzzle.preset(name)
        assert puzzle.count() == count
        if distinct:
            assert puzzle.count(distinct=True) == distinct
    assert len(PRESETS) == len(set(PRESETS)) >= 11


def test_samples_are_uniform():
    index = Puzzle.preset("pentominoes-3x20").index()
    ranks = [index.rank(s) for s in Puzzle.preset("pentominoes-3x20").sample(4000, seed=3)]
    assert (abs(np.bincount(ranks, minlength=8) - 500) < 120).all()


def test_pictures_dicts_and_grids():
    puzzle = Puzzle("L..\nLL.", {"L": "X.\nXX", "M": [(0, 0), (0, 1), (1, 1)]})
    assert puzzle.count() == 1 and str(next(iter(puzzle))) == "L M M\nL L M"
    assert puzzle.placed_pieces == [("L", [(0, 0), (1, 0), (1, 1)])]
    assert Puzzle("...\n...", [Piece("I", "XX")], packing=True).count() == 7
    assert Puzzle("....", [Piece("I", "XX")], packing=False).count() == 0
    hexagons = Puzzle("\n".join(["......."] * 4), "tetrahexes", grid="axial")
    assert hexagons.count() == Puzzle.preset("tetrahexes-4x7-parallelogram").count()
    fixed = [Piece("L", "X.\nXX", copies=2, fixed=True)]
    assert Puzzle("...\n...", fixed).count() == 0
    chess = np.ones((8, 8), bool)
    chess[0, 0] = chess[7, 7] = False
    assert "chess board" in Puzzle(chess, [Piece("I", "XX", copies=(0, 32))]).infeasibility
    text = "title Two\n\nboard\n  . . . .\n  . . . .\n\npiece L 2\n  X X X\n  X . .\n"
    assert Puzzle.parse(text).count() == 2


def test_wrong_arguments_raise():
    puzzle = Puzzle.preset("meteor")
    for error, message, call in [
        (ValueError, "grid: expected one of square", lambda: Puzzle(".", "pentominoes", grid="cube")),
        (ValueError, "pieces: ", lambda: Puzzle("..", "dominoes")),
        (TypeError, "board must be", lambda: Puzzle(3, "pentominoes")),
        (TypeError, "board must be", lambda: Puzzle(np.ones((2, 2)), "pentominoes")),
        (TypeError, "pieces must be of Piece", lambda: Puzzle("..", [3])),
        (ValueError, "dimensions, found 3: write grid='cubes'", lambda: Puzzle(np.ones((1, 2, 3), int), {"I": "XX"})),
        (ValueError, "128", lambda: Puzzle(np.ones((20, 20), bool), "pentominoes")),
        (ValueError, "PRESETS", lambda: Puzzle.preset("chess")),
        (ValueError, "line", lambda: Puzzle.parse("board\n . .\n\npiece I walk E N X")),
        (IndexError, "no piece", puzzle.undo),
        (ValueError, ".", lambda: puzzle.place("0", [(0, 0)])),
        (ValueError, "piece I: row 0, column 3 is not connected", lambda: Puzzle("....", {"I": [(0, 0), (0, 3)]})),
        (ValueError, "cannot lie on layer 9, row 1, column 2 and", lambda: puzzle.place("0", [(9, 1, 2)])),
        (ValueError, "pairs", lambda: puzzle.place("0", [(0, 0, 0, 0)])),
        (ValueError, ".", lambda: puzzle.place("0", [(1, 0, 0)])),
        (IndexError, "2098 solutions", lambda: puzzle.index()[2098]),
        (IndexError, "2098 solutions, found -2099", lambda: puzzle.index()[-2099]),
        (TypeError, "integer", lambda: puzzle.index()[0.5]),
        (TypeError, "solution must be a Solution, found .*int", lambda: puzzle.index().rank(5)),
        (ValueError, "expected a row of 2 cells", lambda: Puzzle("..\n...", "pentominoes")),
        (MemoryError, "does not fit the memory", lambda: Puzzle.preset("meteor", memory_mib=0).index()),
        (ValueError, "copies must be .* found 70000", lambda: Piece("I", "XX", copies=70000)),
        (ValueError, "packing must be .* found -1", lambda: Puzzle("..", [Piece("I", "XX")], packing=-1)),
        (ValueError, "one_sided and mirrored", lambda: Piece("I", "XX", one_sided=True, mirrored=True)),
    ]:
        with pytest.raises(error, match=message):
            call()
    assert isinstance(puzzle.index(), Index)


@pytest.mark.parametrize("options", [{"fixed": True}, {"one_sided": True}, {"one_sided": True, "fixed": True}, {"mirrored": True}])
def test_pickled_pieces_are_equal(options):
    piece = Piece("L", "X.\nXX", copies=(0, 4), **options)
    assert pickle.loads(pickle.dumps(piece)) == piece


def test_pickled_puzzles_have_the_placed_pieces():
    pieces = {"L": "X.\nXX", "M": [(0, 0), (0, 1), (1, 1)]}
    puzzle = Puzzle("L..\nLL.", pieces)
    placed = puzzle.place("M", [(0, 1), (0, 2), (1, 2)])
    for state in [puzzle, placed, placed.undo(), puzzle.undo(), puzzle.undo().place("M", [(0, 0), (0, 1), (1, 1)])]:
        copied = pickle.loads(pickle.dumps(state))
        assert copied.placed_pieces == state.placed_pieces and str(copied) == str(state)
        assert copied.count() == state.count()
    # Boards that do not begin at row and column 0 stay where they are.
    board = np.zeros((4, 5), bool)
    board[1:3, 2:] = True
    puzzle = Puzzle(board, pieces)
    copied = pickle.loads(pickle.dumps(puzzle))
    assert copied.cells == puzzle.cells == [tuple(cell) for cell in np.argwhere(board).tolist()]
    solution = next(iter(puzzle))
    assert pickle.loads(pickle.dumps(solution)) == solution == next(iter(copied))
    assert solution.to_array().shape == (3, 5)


def test_what_a_puzzle_makes_has_no_constructor():
    for kind in [Solution, Solutions, Index]:
        with pytest.raises(TypeError, match=f"{kind.__name__} is made by Puzzle"):
            kind()


def test_puzzles_in_space():
    soma = Puzzle.preset("soma")
    assert (soma.count(), soma.count(distinct=True)) == (11520, 240)
    assert Puzzle(np.ones((3, 3, 3), bool), soma.pieces, grid="cubes").count() == 11520
    solution = next(iter(soma))
    assert solution.to_array().shape == (3, 3, 3)
    assert sorted(np.unique(solution.to_array())) == list(range(1, 8))
    name, cells = solution.placements[0]
    assert all(len(cell) == 3 for cell in cells)
    placed = soma.place(name, cells)
    assert pickle.loads(pickle.dumps(placed)).count() == placed.count() > 0
    pyramid = Puzzle("..\n..\n-\n.", {"a": "XX\n-\nX", "b": "XX"}, grid="spheres")
    assert pyramid.count() == 4
    cells = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 1, 0)]
    screw = Piece("screw", cells, mirrored=True)
    assert pickle.loads(pickle.dumps(screw)) == screw != Piece("screw", cells)
    assert screw.cells == cells


def test_a_number_of_cells_stays_empty():
    dominoes = [Piece("I", "XX", copies=(0, 4))]
    counts = [Puzzle("....", dominoes, packing=n).count() for n in (True, 2, (0, 2), None)]
    assert counts == [5, 3, 4, 1]
    few = Puzzle("+..+", dominoes)
    assert few.count() == pickle.loads(pickle.dumps(few)).count() == 2
