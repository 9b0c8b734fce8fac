"""Connect 4 against known scores and a plain search."""

import copy
import pickle
import signal
import threading
import time

import numpy as np
import pytest

from boardbits.connect4 import Book, Position, Solver

# Scores by Pascal Pons' solver.
KNOWN = {"6237266376111153366": 3, "5554224333234511764415115": 4, "274552224131661": 0}


def negamax(cells):
    """The score of an array by plain search: 0 empty, 1 and 2 players."""
    height, width = cells.shape
    stones = int((cells > 0).sum())
    player = 1 + stones % 2
    if stones == cells.size:
        return 0
    moves = [(y, x) for x in range(width) if (y := int((cells[:, x] == 0).sum()) - 1) >= 0]
    best = -cells.size
    for y, x in moves:
        child = cells.copy()
        child[y, x] = player
        if wins(child, y, x):
            return (cells.size + 1 - stones) // 2
        best = max(best, -negamax(child))
    return best


def wins(cells, y, x):
    for dy, dx in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        line = 1
        for sign in (1, -1):
            for k in range(1, 4):
                u, v = y + sign * k * dy, x + sign * k * dx
                inside = 0 <= u < cells.shape[0] and 0 <= v < cells.shape[1]
                if not inside or cells[u, v] != cells[y, x]:
                    break
                line += 1
        if line >= 4:
            return True
    return False


def random_positions(rng, width, height, stones, number):
    found = []
    while len(found) < number:
        position = Position(width=width, height=height)
        while position.ply < stones:
            columns = sorted(set(position.columns) - set(position.winning_columns))
            if not columns:
                break
            position = position.play(int(rng.choice(columns)))
        if position.ply == stones:
            found.append(position)
    return found


def test_cells_in_one_list_are_a_board():
    # `observation.board` of Kaggle ConnectX.
    for width, height, moves in [(7, 6, "4455"), (4, 4, "1234"), (9, 4, "1122")]:
        position = Position(moves, width=width, height=height)
        cells = position.to_array().reshape(-1)
        signed = np.where(cells == 2, -1, cells.astype(np.int64))
        assert Position.from_array(signed.reshape(height, width)) == position
        for board in [cells.tolist(), cells, signed, signed.tolist()]:
            assert Position(board, width=width, height=height) == position
    assert Solver().best_moves(Position("4455").to_array().reshape(-1).tolist()) == (18, [2, 5])
    with pytest.raises(ValueError, match="below it"):
        Solver().solve([1] + 41 * [0])
    with pytest.raises(IndexError, match="found 8"):
        Position([8] + 41 * [0])


@pytest.mark.parametrize("size", [(4, 4), (7, 6), (9, 7), (5, 4), (12, 2)])
def test_scores_are_those_of_a_plain_search(size):
    rng = np.random.default_rng(3)
    width, height = size
    solver = Solver(width, height, memory_mib=1, book=None)
    positions = random_positions(rng, width, height, width * height - 7, 12)
    expected = [negamax(position.to_array()) for position in positions]
    assert [solver.solve(position) for position in positions] == expected
    assert solver.solve_many(positions).tolist() == expected
    arrays = np.stack([position.to_array() for position in positions])
    assert solver.solve_many(arrays).tolist() == expected
    for position, score in zip(positions, expected):
        assert Position.from_array(position.to_array()) == position
        assert solver.solve(position.mirror()) == score
        scores = solver.analyze(position)
        assert scores.dtype == np.int16 and scores.mask.shape == (width,)
        assert np.flatnonzero(~scores.mask).tolist() == position.columns
        best, columns = solver.best_moves(position)
        assert best == score == (scores.max() if position.columns else 0)
        assert columns == [x for x in position.columns if scores[x] == best]
        line = solver.principal_variation(position)
        assert not line or line[0] in columns


def test_known_scores_by_all_threads():
    for threads in [1, 2, 0]:
        solver = Solver(book=False, threads=threads)
        assert solver.solve_many(list(KNOWN)).tolist() == list(KNOWN.values())
        for moves, score in KNOWN.items():
            assert solver.solve(moves) == score


def test_the_book_knows_the_opening():
    start = time.monotonic()
    assert Solver().analyze("").tolist() == [-2, -1, 0, 1, 0, -1, -2]
    assert time.monotonic() - start < 2


def test_a_book_of_another_program_is_converted(tmp_path):
    # An opening book of Pons' solver for 5×4, with all positions of one stone, whose scores are made up.
    slots = bytearray(2 * 2053)
    for key in [2, 6, 18]:
        slots[key], slots[2053 + key] = key, 9
    file = tmp_path / "5x4.book"
    file.write_bytes(bytes([5, 4, 1, 1, 1, 11]) + slots)
    for book in [file, str(file), file.read_bytes()]:
        solver = Solver(5, 4, book=book)
        assert [solver.solve(moves) for moves in ["1", "3", ""]] == [1, 1, -1]


def test_boards_are_read_as_people_type_them():
    position = Position("4455")
    for text in [
        "...oo../...xx..",
        "...YY..\n...RR..",
        "| | | |O|O| | |\n| | | |X|X| | |\n+-+-+-+-+-+-+-+\n 1 2 3 4 5 6 7",
        str(position),
    ]:
        assert Position(text) == position
        assert Solver().best_moves(text) == (18, [2, 5])
    with pytest.raises(ValueError, match="line 2: expected a row of 7 cells, found 6"):
        Position(".......\n......")


def test_boards_of_kaggle_connectx():
    """`observation.board` is a list of 42 cells, and `configuration` has another order of sides."""
    rng = np.random.default_rng(9)
    solver = Solver(book=False)
    positions = random_positions(rng, 7, 6, 30, 20)
    boards = [position.to_array().ravel().tolist() for position in positions]
    scores = solver.solve_many(positions).tolist()
    assert solver.solve_many(boards).tolist() == scores
    for position, board, score in zip(positions, boards, scores):
        rows = [board[7 * y : 7 * y + 7] for y in range(6)]
        assert Position(board) == Position.from_array(rows) == position
        assert solver.solve(board) == solver.solve(rows) == score
        assert solver.choose(board) in position.columns


def test_players_of_every_strength():
    rng = np.random.default_rng(5)
    solver = Solver(memory_mib=1, book=False)
    for position in random_positions(rng, 7, 6, 26, 20):
        _, best = solver.best_moves(position)
        assert solver.choose(position) == min(best, key=lambda x: (abs(x - 3), x))
        # So many nodes find every win.
        assert solver.choose(position, "strong", nodes=10**9) in best
        for strength in ["strong", "casual", "random"]:
            chosen = [solver.choose(position, strength, nodes=1, seed=7) for _ in range(3)]
            assert chosen[0] in position.columns and len(set(chosen)) == 1
    # Only column 3 stops the three in it.
    assert {solver.choose("41424", "casual", seed=seed) for seed in range(20)} == {3}
    assert {solver.choose("", "random", seed=seed) for seed in range(100)} == set(range(7))
    # Without a seed, calls differ: 7^-99 is the probability that they do not.
    assert len({solver.choose("", "random") for _ in range(100)}) > 1
    full = Solver(4, 2)
    assert full.choose(Position("12341234", width=4, height=2), "casual") is None
    with pytest.raises(ValueError, match="strength must be"):
        solver.choose("", "best")
    with pytest.raises(TimeoutError) as stopped:
        solver.choose("", timeout=0.05)
    assert stopped.value.partial in [None, *range(7)]


def test_a_timeout_has_the_bounds_so_far():
    solver = Solver(book=False)
    with pytest.raises(TimeoutError, match="time limit") as stopped:
        solver.solve("", timeout=0.05)
    low, high = stopped.value.partial
    assert low <= 1 <= high
    with pytest.raises(TimeoutError) as stopped:
        solver.analyze("", timeout=0.05)
    partial = stopped.value.partial
    assert partial.shape == (7, 2) and (partial[:, 0] <= [-2, -1, 0, 1, 0, -1, -2]).all()
    with pytest.raises(TimeoutError) as stopped:
        solver.solve_many(["", "6237266376111153366"], timeout=0.05)
    assert stopped.value.partial.shape == (2, 2)
    assert solver.solve("6237266376111153366") == 3


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_a_query(threads):
    solver = Solver(book=False, threads=threads)
    interrupt = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    # Raised in a thread, handled in the main one.
    start = time.monotonic()
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        solver.solve("")
    assert time.monotonic() - start < 2
    assert solver.solve("6237266376111153366") == 3


@pytest.mark.parametrize("width, height", [(1, 3), (2, 2), (2, 3), (3, 3), (3, 4)])
def test_numbers_that_can_be_moves_or_cells_are_refused(width, height):
    moves = [ply % width for ply in range(width * height)]
    full = Position("".join(str(column + 1) for column in moves), width=width, height=height)
    assert full.is_full and full.winner is None
    solver = Solver(width, height, memory_mib=1)
    for numbers in [moves, np.array(moves), [0] * len(moves), [0] * (len(moves) - 1) + [-1]]:
        for call in [lambda: Position(numbers, width=width, height=height), lambda: solver.solve(numbers)]:
            with pytest.raises(ValueError, match=f"can be moves or cells of a board of {width}×{height}"):
                call()
    assert Position(moves[:-1], width=width, height=height).ply == len(moves) - 1
    assert Position(iter(moves), width=width, height=height) == full
    assert Position.from_array(full.to_array().tolist()) == full


def test_games_are_played_to_their_ends():
    rng, ends = np.random.default_rng(3), {1: 0, 2: 0, None: 0}
    for game in range(60):
        width, height = [(7, 6), (4, 4), (9, 7)][game % 3]
        position, cells = Position(width=width, height=height), np.zeros((height, width), int)
        moves = []
        while not position.is_over:
            column = int(rng.choice(position.columns))
            assert position.turn == 1 + len(moves) % 2
            row = int((cells[:, column] == 0).sum()) - 1
            cells[row, column] = position.turn
            moves.append(column)
            position = position.play(column)
            assert (position.winner is not None) == wins(cells, row, column)
            assert position.ply == len(moves) and (position.to_array() == cells).all()
            picture = "\n".join(" ".join(".xo"[cell] for cell in row) for row in cells)
            assert str(position) == picture
            assert (position.mirror().to_array() == cells[:, ::-1]).all()
            assert position.mirror().mirror() == position
            for copied in [copy.deepcopy(position), pickle.loads(pickle.dumps(position))]:
                assert copied == position and hash(copied) == hash(position)
                assert copied.winner == position.winner
        assert Position(moves, width=width, height=height) == position
        assert Position(iter(moves), width=width, height=height).winner == position.winner
        if position.winner is None:
            assert position.is_full
        else:
            assert position.winner == 1 + (len(moves) - 1) % 2 == 3 - position.turn
            assert position.winning_columns == position.non_losing_columns == []
        ends[position.winner] += 1
    assert min(ends.values()) > 0, ends
    # The same stones, won by another of them.
    one, other = Position("112233").play(3), Position("223344").play(0)
    assert one != other
    one, other = Position("172737").play(3), Position("472737").play(0)
    assert one == other and hash(one) == hash(other)


def test_columns_that_do_not_lose_leave_the_opponent_no_win():
    rng, won = np.random.default_rng(4), 0
    texts = ["112237", "112233", "41424"]
    for game in range(300):
        width, height = [(7, 6), (4, 4), (6, 7)][game % 3]
        position = Position(texts[game]) if game < len(texts) else Position(width=width, height=height)
        for _ in range(int(rng.integers(4, 30))):
            columns = sorted(set(position.columns) - set(position.winning_columns))
            if not columns:
                break
            position = position.play(int(rng.choice(columns)))
            # The columns after which the opponent cannot win at once, those that win included.
            expected = [c for c in position.columns if not position.play(c).winning_columns]
            assert position.non_losing_columns == expected, str(position)
            won += bool(position.winning_columns)
    assert won > 30
    assert [Position(text).non_losing_columns for text in texts[:2]] == [list(range(7))] * 2


def test_text_that_wins_is_a_position():
    for text, winner in [("1212121", 1), ("1 2 1 2 1 2 1", 1), ("71212121\n", None)]:
        columns = [int(symbol) - 1 for symbol in text if symbol.isdigit()]
        position = Position(text)
        assert position == Position(columns) and position.ply == len(columns)
        if winner:
            assert position.winner == winner and position.is_over and not position.columns


def test_full_columns_are_masked():
    solver = Solver()
    scores = solver.analyze([3] * 6)
    assert scores.mask.tolist() == [False] * 3 + [True] + [False] * 3 and scores.tolist()[3] is None
    assert scores.min() > -42 and scores.argmax() in (0, 2, 4, 6)
    with pytest.raises(TimeoutError) as stopped:
        Solver(book=False).analyze([3] * 6, timeout=0.05)
    assert stopped.value.partial.mask.all(axis=1).tolist() == scores.mask.tolist()


def test_books_are_those_of_all_positions(tmp_path):
    size = {"width": 5, "height": 4}
    positions = Book.positions(4, **size)
    assert positions.dtype == np.uint8 and positions.shape[1:] == (4, 5)
    plain = Solver(5, 4, memory_mib=1, book=False)
    book = Book(positions, plain.solve_many(positions), **size)
    assert book.depth == 4 and book.size == (5, 4) and len(book) > len(positions)
    rng = np.random.default_rng(1)
    for stones in range(5):
        for position in random_positions(rng, 5, 4, stones, 5):
            # Positions that are won at once need no entry.
            if not position.winning_columns:
                assert book.score(position) == book.score(position.mirror()) == plain.solve(position)
    assert book.score([0] * 4 + [1]) is None
    file = tmp_path / "book"
    book.save(file)
    for same in [file, bytes(book), book, Book.load(file, **size), pickle.loads(pickle.dumps(book))]:
        solver = Solver(5, 4, memory_mib=1, book=same)
        assert solver.solve([]) == book.score([]) and bytes(Book.load(file, **size)) == bytes(book)
    assert copy.copy(solver).solve([2]) == book.score([2])
    with pytest.raises(ValueError, match="expected a book of 7×6, found <Book of 5×4 with 4 stones>"):
        Solver(book=book)
    # The order does not matter, nor do positions that are not needed.
    order = rng.permutation(len(positions))
    scores = plain.solve_many(positions[order])
    again = Book([*positions[order], []], [*scores, 17], **size)
    assert bytes(again) == bytes(book)
    with pytest.raises(ValueError, match="1 positions with 4 stones are missing"):
        Book(positions[1:], scores[1:], **size)


CELLS = "expected moves, or 42 cells of 0, 1 and 2, "


def test_positions():
    position = Position("4455")
    assert position.ply == 4 and position.turn == 1 and position.size == (7, 6)
    assert position.winning_columns == [] and position.columns == list(range(7))
    assert Position([3, 3, 4, 4]) == position and hash(Position([3, 3, 4, 4])) == hash(position)
    assert position.play(2).turn == 2
    assert str(position).splitlines()[-1] == ". . . x x . ."
    assert Position("333333").columns == [0, 1, 3, 4, 5, 6]
    assert Position("121212").winning_columns == [0]


@pytest.mark.parametrize(
    "error, message, call",
    [
        (IndexError, "columns are 0 to 6, found 7", lambda: Position().play(7)),
        (IndexError, "columns are 0 to 6, found -1", lambda: Position().play(-1)),
        (IndexError, "columns are 0 to 6, found -1", lambda: Position([3, -1])),
        (TypeError, "book must be a bool, a Book, a file or the bytes", lambda: Solver(book=1.5)),
        (FileNotFoundError, "none/7x6.book", lambda: Solver(book="none/7x6.book")),
        (ValueError, "column 2 is full", lambda: Position("333333").play(2)),
        (ValueError, "already won by player 1", lambda: Position([0, 1, 0, 1, 0, 1, 0, 2])),
        (ValueError, "already won by player 1", lambda: Position("121212").play(0).play(1)),
        (ValueError, "already won", lambda: Solver().solve(Position("121212").play(0))),
        (ValueError, "move 2: .*found '9'", lambda: Position("19")),
        (ValueError, "move 7", lambda: Position("12121213")),
        (ValueError, "already won", lambda: Solver().solve("1212121")),
        (ValueError, "3 positions with 1 stones are missing", lambda: Book([[0]], [1])),
        (ValueError, "a score for each of 1 positions, found 2", lambda: Book([[0]], [1, 2])),
        (ValueError, r"move 7: column 4 is full \(columns of text count from 1\)", lambda: Position("4" * 7)),
        (ValueError, "^column 2 is full", lambda: Position([2] * 7)),
        (ValueError, CELLS + "found 41 values", lambda: Position([0] * 41)),
        (ValueError, CELLS + "found 43 values", lambda: Position([0] * 43)),
        (ValueError, CELLS + "found 42 values", lambda: Solver().solve([0] * 41 + [3])),
        (ValueError, "row 4, column 0 has an empty cell", lambda: Position([0] * 28 + [1] + [0] * 13)),
        (ValueError, "0", lambda: Position(width=0)),
        (ValueError, "100", lambda: Position(width=100, height=100)),
        (ValueError, "below it", lambda: Position.from_array(np.array([[1], [0]], np.uint8))),
        (ValueError, "found 3", lambda: Position.from_array(np.array([[3]], np.uint8))),
        (ValueError, r"5×4 \(4 rows of 5\), found 6 rows of 7", lambda: Solver(5, 4).solve(Position())),
        (ValueError, r"5×4 \(4 rows of 5\), found 6 rows of 7", lambda: Solver(5, 4).solve_many([Position()])),
        (ValueError, "expected the board 7×6, found 5×4", lambda: Solver(5, 4, book=True)),
        (ValueError, "book", lambda: Solver(book=b"nonsense")),
        (ValueError, "5 bytes are not those of 4200899 entries", lambda: Solver(book=b"\x81\x57\x3e\xfc\x4a")),
        (ValueError, "timeout", lambda: Solver().solve("", timeout=-1)),
        (TypeError, "expected a Position", lambda: Solver().solve(3)),
        (TypeError, r"several positions, found '44': write \['44'\]", lambda: Solver().solve_many("44")),
        (TypeError, r"observation\['board'\]", lambda: Solver().solve({"board": [0] * 42, "mark": 1})),
        (TypeError, "moves must be text", lambda: Solver().solve(b"44")),
        (MemoryError, "allocate", lambda: Solver(memory_mib=1 << 40)),
    ],
)
def test_wrong_arguments_raise(error, message, call):
    with pytest.raises(error, match=message):
        call()
