"""Arguments that all functions treat alike: masked arrays, lists and other integers, copies."""

import copy
import inspect
import operator
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest
import scipy.ndimage

import boardbits
from boardbits import connect4, havannah, paths, polyform
from boardbits.compat import cc3d, scipy_ndimage, skimage_measure, skimage_morphology
from boardbits.connect4 import Position
from boardbits.polyform import Piece, Puzzle

FREE = np.ones((2, 3), bool)
CELL = np.array([0, 0])
CELLS = np.array([[0, 0]])
BOARD = np.zeros((6, 7), np.int64)
SOLVER = connect4.Solver(memory_mib=1)
# An array, and a call that takes it, by function and parameter.
ARRAYS = {
    "boardbits.label image": (FREE, boardbits.label),
    "boardbits.label out": (
        np.zeros((2, 3), np.uint16),
        lambda out: boardbits.label(FREE, out=out),
    ),
    "boardbits.label_values image": (FREE.astype(int), boardbits.label_values),
    "boardbits.count image": (FREE, boardbits.count),
    "boardbits.components image": (FREE, boardbits.components),
    "boardbits.keep image": (FREE.astype(int), boardbits.keep),
    "boardbits.fill_holes image": (FREE, boardbits.fill_holes),
    "boardbits.contacts labels": (FREE.astype(int), boardbits.contacts),
    "boardbits.find_objects labels": (FREE.astype(int), boardbits.find_objects),
    "boardbits.measure labels": (FREE.astype(int), boardbits.measure),
    "boardbits.measure intensities": (FREE, lambda i: boardbits.measure(FREE.astype(int), i, "area")),
    "scipy_ndimage.label input": (FREE, scipy_ndimage.label),
    "scipy_ndimage.label structure": (np.ones((3, 3)), lambda s: scipy_ndimage.label(FREE, s)),
    "scipy_ndimage.label output": (np.ones((2, 3)), lambda o: scipy_ndimage.label(FREE, None, o)),
    "cc3d.connected_components data": (FREE, cc3d.connected_components),
    "cc3d.dust img": (FREE, lambda img: cc3d.dust(img, 3)),
    "cc3d.largest_k img": (FREE, lambda img: cc3d.largest_k(img, 1)),
    "cc3d.contacts labels": (FREE.astype(int), cc3d.contacts),
    "cc3d.statistics out_labels": (FREE.astype(int), cc3d.statistics),
    "cc3d.connected_components_stack stacked_images": (
        FREE[None],
        lambda image: cc3d.connected_components_stack([image]),
    ),
    "cc3d.voxel_connectivity_graph data": (FREE, cc3d.voxel_connectivity_graph),
    "cc3d.color_connectivity_graph vcg": (FREE.astype("u1"), cc3d.color_connectivity_graph),
    "skimage_morphology.remove_small_objects ar": (FREE, skimage_morphology.remove_small_objects),
    "skimage_measure.label label_image": (FREE, skimage_measure.label),
    "skimage_measure.regionprops_table label_image": (
        FREE.astype(int),
        skimage_measure.regionprops_table,
    ),
    **{
        f"paths.{name} {parameter}": (array, call)
        for name, arguments in {
            "distances": "free start",
            "next_steps": "free goal",
            "shortest_path": "free start goal",
            "count_paths": "free start goal",
            "cost_distances": "costs start",
            "cheapest_path": "costs start goal",
            "find_tour": "free start",
            "count_tours": "free start",
        }.items()
        for parameter in arguments.split()
        for array, call in [
            (
                FREE if parameter in ("free", "costs") else CELL,
                lambda array, name=name, arguments=arguments, parameter=parameter: getattr(
                    paths, name
                )(
                    **{p: FREE if p in ("free", "costs") else (0, 0) for p in arguments.split()}
                    | {parameter: array}
                ),
            )
        ]
    },
    "connect4.Position moves": (CELL, Position),
    "connect4.Position.from_array cells": (BOARD, Position.from_array),
    **{
        f"connect4.Solver.{name} position": (BOARD, getattr(SOLVER, name))
        for name in ["solve", "analyze", "best_moves", "choose", "principal_variation"]
    },
    "connect4.Solver.solve_many positions": (BOARD[None], SOLVER.solve_many),
    "connect4.Book positions": (BOARD[None], lambda positions: connect4.Book(positions, [1])),
    "connect4.Book.score position": (BOARD, connect4.Book([BOARD], [1]).score),
    "havannah.Game.play cell": (CELL, havannah.Game(3).play),
    "havannah.Game.name cell": (CELL, havannah.Game(3).name),
    "polyform.Piece cells": (CELLS, lambda cells: Piece("I", cells)),
    "polyform.Puzzle board": (FREE, lambda board: Puzzle(board, [Piece("I", CELLS)])),
    "polyform.Puzzle.place cells": (
        CELLS,
        lambda cells: Puzzle("..", [Piece("I", "X")]).place("I", cells),
    ),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_masked_arrays_are_refused(name):
    array, call = ARRAYS[name]
    call(array.copy())
    for mask in [False, True]:
        with pytest.raises((TypeError, NotImplementedError), match="must not be a masked array"):
            call(np.ma.masked_array(array.copy(), mask))


@pytest.mark.parametrize("name", ["label", "label_values", "count", "components", "keep", "fill_holes", "contacts", "measure"])
def test_masked_volumes_in_fortran_order_are_refused(name):
    volume = np.ma.masked_array(np.ones((2, 3, 4), int, order="F"), False)
    assert volume.flags.fnc
    with pytest.raises(TypeError, match="must not be a masked array"):
        getattr(boardbits, name)(volume)


def test_all_functions_are_listed():
    without = {"connect4.Solver.clear", "havannah.Game.undo", "havannah.Game.empty_cells"}
    listed = {name.split()[0] for name in ARRAYS}
    words = set("image labels free start goal cells cell board position positions".split())
    for module in [boardbits, paths, connect4, havannah, polyform]:
        for name in module.__all__:
            thing = getattr(module, name)
            if isinstance(thing, type) and issubclass(thing, tuple):
                continue
            members = [(name, thing)] if callable(thing) else []
            if isinstance(thing, type):
                members += [
                    (f"{name}.{key}", value) for key, value in vars(thing).items() if key[0] != "_"
                ]
            for member, value in members:
                try:
                    parameters = inspect.signature(value).parameters
                except (TypeError, ValueError):
                    continue
                full = f"{module.__name__.removeprefix('boardbits.')}.{member}"
                assert full in listed or full in without or not words & set(parameters), full


@pytest.mark.parametrize(
    "name", [name for name in ARRAYS if name.startswith(("paths", "connect4", "polyform"))]
)
def test_lists_and_other_integers_are_accepted(name):
    array, call = ARRAYS[name]
    answer = lambda value: str(call(value))
    expected = answer(array)
    tested = [array.tolist()]
    tested += [array.astype(dtype) for dtype in ["u1", "i1", "i8", "u8", ">i4"]]
    for value in tested:
        if array.ndim < 3 or isinstance(value, np.ndarray):
            assert answer(value) == expected


def unaligned(array, dtype):
    """A copy as a field of packed records: elements at any address, 1 byte apart."""
    records = np.zeros(array.shape, [("before", "u1"), ("value", dtype)])
    records["value"] = array
    return records["value"]


@pytest.mark.parametrize("name", [name for name in ARRAYS if name != "boardbits.label out"])
def test_unaligned_arrays_are_accepted(name):
    array, call = ARRAYS[name]
    answer = lambda value: str(call(value))
    dtypes = [array.dtype]
    groups = ("paths", "connect4", "polyform", "scipy", "skimage_measure.label")
    if array.dtype.itemsize > 1 or name.startswith(groups):
        dtypes += ["u2", "i2", "u4", "i4", "u8", "i8", ">i4"]
    for dtype in dtypes:
        value = unaligned(array, dtype)
        assert value.flags.aligned == (value.itemsize == 1)
        assert answer(value) == answer(array.astype(np.dtype(dtype).newbyteorder("="))), dtype
    one_byte_off = np.zeros(array.nbytes + 1, "u1")[1:].view(array.dtype).reshape(array.shape)
    one_byte_off[...] = array
    assert answer(one_byte_off) == answer(array.copy())


MASK = FREE.astype(int)


@pytest.mark.parametrize(
    "call, names",
    [
        (lambda **number: boardbits.label(FREE, **number), "connectivity threads"),
        (lambda **number: boardbits.label_values(MASK, **number), "connectivity"),
        (lambda **number: boardbits.count(FREE, **number), "connectivity"),
        (lambda **number: boardbits.components(FREE, **number), "connectivity"),
        (lambda **number: boardbits.keep(FREE, **number), "connectivity min_size max_size largest"),
        (lambda **number: boardbits.fill_holes(FREE, **number), "connectivity"),
        (lambda **number: boardbits.contacts(MASK, **number), "connectivity"),
        (connect4.Solver, "width height memory_mib threads"),
        (connect4.Position, "width height"),
        (lambda **number: SOLVER.choose(BOARD, **number), "nodes seed"),
        (havannah.Game, "base"),
        (lambda **number: havannah.Game(3).playouts(**{"games": 1} | number), "games seed threads"),
        (lambda **number: havannah.Mcts(memory_mib=1).search(havannah.Game(2), **number), "playouts"),
        (havannah.Mcts, "seed threads memory_mib"),
        (havannah.Solver, "memory_mib threads"),
        (lambda **number: Puzzle("..", [Piece("I", "X")], **number), "memory_mib"),
        (lambda **number: Puzzle.preset("pentominoes-6x10", **number), "memory_mib"),
        (lambda **number: Puzzle.parse("", **number), "memory_mib"),
        (lambda **number: Puzzle("..", [Piece("I", "X")]).count(**number), "threads"),
        (lambda **number: Puzzle("..", [Piece("I", "X")]).sample(**number), "number seed"),
    ],
)
def test_numbers_out_of_range_are_refused_by_name(call, names):
    for name in names.split():
        for number in [-1, -(2**70), 2**70]:
            with pytest.raises(ValueError, match=f"^{name} .*{number}"):
                call(**{name: number})
        with pytest.raises(TypeError, match=name):
            call(**{name: "a"})


def test_columns_out_of_range_are_refused():
    for column in [-1, 7, 2**70, -(2**70)]:
        for call in [Position().play, lambda column: Position([column])]:
            with pytest.raises((IndexError, ValueError), match=f"column.* found {column}"):
                call(column)


def test_all_modules_are_reachable():
    names = ["paths", "connect4", "havannah", "polyform", "dask", "compat"]
    names += [f"compat.{name}" for name in ["cc3d", "scipy_ndimage", "skimage_measure", "skimage_morphology"]]
    for name in names:
        code = f"import boardbits; assert boardbits.{name}.__name__ == 'boardbits.{name}'"
        subprocess.run([sys.executable, "-c", code], check=True)
    assert {name.split(".")[0] for name in names} < set(dir(boardbits))
    with pytest.raises(AttributeError, match="module 'boardbits' has no attribute 'path'"):
        boardbits.path
    for name, guess in boardbits._OTHER_NAMES.items():
        with pytest.raises(AttributeError, match=f"no attribute '{name}': did you mean '{guess}'"):
            getattr(boardbits, name)
        assert callable(operator.attrgetter(guess)(boardbits))


def test_names_that_drop_ins_do_not_have_say_where_they_are():
    for module, name, original in [
        (scipy_ndimage, "binary_dilation", "scipy.ndimage"),
        (skimage_measure, "regionprops", "skimage.measure"),
        (skimage_morphology, "skeletonize", "skimage.morphology"),
        (cc3d, "foo", "cc3d"),
    ]:
        with pytest.raises(AttributeError, match=f"has only .*{module.__all__[0]}.*: use {original}.{name}"):
            getattr(module, name)
        assert not hasattr(module, "__wrapped__")


def test_intensities_in_the_place_of_properties_are_named():
    image = np.array([[1.0, 2.0, 3.0]] * 2)
    for call in [
        lambda: boardbits.measure(MASK, None, image),
        lambda: boardbits.components(FREE, properties=image),
    ]:
        with pytest.raises(TypeError, match="^properties must be names.* found .*ndarray.*intensities"):
            call()


def test_what_is_wrong_with_out_is_named():
    image = np.ones((40, 50), bool)
    odd = np.zeros(40 * 50 * 4 + 1, "u1")[1:].view("i4").reshape(40, 50)
    for message, out in [
        (r"have the shape \[40, 50\], found \[50, 40\]$", np.zeros((50, 40), "i4")),
        (r"be C-contiguous, found strides of \[4, 160\] bytes", np.zeros((40, 50), "i4", "F")),
        (r"be C-contiguous, found strides of \[250, 5\] bytes", unaligned(~image, "i4")),
        ("be aligned, found", odd),
    ]:
        with pytest.raises(ValueError, match=f"^out must {message}"):
            boardbits.label(image, out=out)
        assert not out.any()


def test_first_guesses_of_arguments_are_answered():
    costs = np.array([[1.0, 2.0], [np.inf, 1.0]])
    for error, message, call in [
        (ValueError, "at most 26, found 100: write min_size=100$", lambda: boardbits.keep(MASK, 100)),
        (ValueError, "write min_size=64$", lambda: boardbits.keep(MASK, np.int64(64))),
        (ValueError, "^connectivity must be 4 or 8 .* found 26", lambda: boardbits.keep(FREE, 26)),
        (TypeError, "^spacing must be a number or one for each axis, found 'mm'", lambda: boardbits.measure(MASK * 1, spacing="mm")),
        (TypeError, "^spacing must be .* found .None, 1", lambda: boardbits.components(FREE, spacing=(None, 1))),
        (TypeError, "^steps must be 'orthogonal', .* found 4: did you mean 'orthogonal'", lambda: paths.distances(FREE, (0, 0), 4)),
        (TypeError, "found 8: did you mean 'king'", lambda: paths.cheapest_path(costs, (0, 0), (0, 1), 8)),
        (TypeError, "^steps must be .* found None$", lambda: paths.distances(FREE, (0, 0), None)),
        (ValueError, "^steps must be .* found 'diagonal'$", lambda: paths.distances(FREE, (0, 0), "diagonal")),
        (TypeError, "^moves must be text or a list of columns, found .*int", lambda: Position(445)),
        (TypeError, "^moves must be .*Position.from_array takes rows", lambda: Position([[0] * 7] * 6)),
        (TypeError, "^moves must be .*Position.from_array takes rows", lambda: Position(np.zeros((6, 7), int))),
    ]:
        with pytest.raises(error, match=message):
            call()
    sides = boardbits.measure(MASK * 1, spacing=np.array([2, 3]))["area"]
    assert sides.tolist() == boardbits.measure(MASK * 1, spacing=[2.0, 3.0])["area"].tolist()


def test_values_that_are_not_cells_are_named():
    costs = np.array([[1, 1, 1], [1, 1, 7]])
    distances = lambda array: paths.distances(array, (0, 0))
    puzzle = lambda array: Puzzle(array, "pentominoes")
    for error, message, call in [
        (ValueError, "free must be 1 .*costs.*, found 7 in row 1, column 2", distances),
        (ValueError, "cells must be 0 .* found 7 in row 1, column 2", Position.from_array),
        (ValueError, "cells must be 0 .* found 7 in row 1, column 2", SOLVER.solve),
        (ValueError, "board must be .* found 7 in row 1, column 2", puzzle),
    ]:
        for array in [costs, costs.astype(np.uint8), costs.tolist()]:
            with pytest.raises(error, match=message):
                call(array)
        # The same message for numbers that are not bytes; -1 is a stone.
        for value in [-2 if call in (Position.from_array, SOLVER.solve) else -1, 256, 2**40]:
            with pytest.raises(ValueError, match=f"found {value} in row 0, column 1"):
                call(np.array([[1, value]]))
        with pytest.raises(TypeError, match="bool or integers, found .*ndarray.* of float32"):
            call(costs.astype(np.float32))
        with pytest.raises(TypeError, match="bool or integers, found .*list.* of float64"):
            call([[0.0]])
    with pytest.raises(ValueError, match="1048576"):
        Puzzle(np.broadcast_to(np.ones(1, bool), (1 << 30, 1 << 30)), "pentominoes")
    with pytest.raises(ValueError, match="3 dimensions .* found 2"):
        SOLVER.solve_many(BOARD)


def test_positions_in_every_form():
    columns = [3, 3, 4]
    position = Position(columns)
    forms = [columns, tuple(columns), iter(columns), np.array(columns), "445", position]
    forms += [position.to_array(), position.to_array().astype(int), position.to_array().tolist()]
    expected = SOLVER.best_moves(position)
    for form in forms:
        assert SOLVER.best_moves(form) == expected
    assert SOLVER.solve_many([columns, "445", position]).tolist() == [SOLVER.solve(position)] * 3


@pytest.mark.parametrize("dtype", ["u1", "i1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", ">u8"])
def test_find_objects_is_that_of_scipy(dtype):
    rng = np.random.default_rng(1)
    for shape in [(1, 1), (9, 13), (40, 30), (70,), (5, 6, 7)]:
        labels = rng.integers(0, 9, shape) * (rng.random(shape) < 0.2)
        for limit in [0, 3, 12]:
            expected = scipy.ndimage.find_objects(labels, limit)
            for array in [labels, labels.T.copy().T, labels[::-1][::-1]]:
                assert boardbits.find_objects(array.astype(dtype), limit) == expected
    # Labels that touch stay apart, and background can be negative.
    boxes = [(slice(0, 1), slice(0, 1)), (slice(0, 1), slice(1, 2))]
    assert boardbits.find_objects(np.array([[1, 2, -1]])) == boxes
    for error, message, labels in [
        (TypeError, "label an image first", np.ones((2, 2), bool)),
        (ValueError, "1 to 3 dimensions", np.ones((2, 2, 2, 2), int)),
        (ValueError, "at most 67108864 .* found 1099511627776", np.array([[2**40]])),
        (ValueError, r"2\^63", np.array([[2**63]], np.uint64)),
    ]:
        with pytest.raises(error, match=message):
            boardbits.find_objects(labels)


GAME = havannah.Game(4, rule="empty", swap=True).play("D4").play("swap").play("A1")
PIECES = [Piece("I", "XX", copies=(0, 4)), Piece("L", "X.\nXX", copies=(0, 2), one_sided=True)]
PUZZLE = Puzzle("....\n....", PIECES)
PUZZLE = PUZZLE.place("I", [(0, 0), (0, 1)])
PACKING = Puzzle("\n".join(["......."] * 4), "tetrahexes", grid="hexagon", packing=True)
COPIED = {
    "Position": (Position("445"), lambda position: position),
    "Position of another size": (Position("11", width=9, height=7), lambda position: position),
    "Game": (GAME, lambda game: (game, game.rule, game.moves)),
    "Piece": (Piece("L", "X.\nXX", copies=(1, 3), one_sided=True), lambda piece: piece),
    "Puzzle": (
        PUZZLE,
        lambda puzzle: (str(puzzle), puzzle.placed_pieces, puzzle.pieces, list(puzzle)),
    ),
    "Puzzle, packing": (PACKING, lambda puzzle: (str(puzzle), puzzle.cells, puzzle.hint())),
    "Solution": (next(iter(PUZZLE)), lambda solution: (solution, solution.placements)),
    "connect4.Solver": (
        connect4.Solver(5, 4, memory_mib=1, threads=2),
        lambda solver: solver.solve([0]),
    ),
    "connect4.Solver with a book": (connect4.Solver(book=True), lambda solver: solver.solve("")),
    "havannah.Solver": (
        havannah.Solver(memory_mib=1),
        lambda solver: solver.solve(havannah.Game(2)),
    ),
    "Mcts": (
        havannah.Mcts(seed=5, threads=2, exploration=0.5, rave=False, memory_mib=1),
        lambda player: player.__getnewargs_ex__(),
    ),
}


@pytest.mark.parametrize("name", COPIED)
def test_copies(name):
    thing, state = COPIED[name]
    for copied in [copy.copy(thing), copy.deepcopy([thing])[0], pickle.loads(pickle.dumps(thing))]:
        assert type(copied) is type(thing) and state(copied) == state(thing)


def test_what_cannot_be_copied_says_why():
    for thing, reason in [(PUZZLE.index(), "index() again"), (iter(PUZZLE), "copy its puzzle")]:
        for call in [copy.copy, copy.deepcopy, pickle.dumps]:
            with pytest.raises(TypeError, match=re.escape(reason)):
                call(thing)
