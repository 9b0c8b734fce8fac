"""Long calls: Ctrl-C stops them soon, and a timeout has the partial answer.

On a busy machine, the environment variable SLACK multiplies the times that are allowed.
"""

import os
import signal
import threading
import time

import numpy as np
import pytest

from boardbits import paths
from boardbits.connect4 import Book, Solver
from boardbits.havannah import Game, Mcts
from boardbits.havannah import Solver as HavannahSolver
from boardbits.polyform import Puzzle

SLACK = float(os.environ.get("SLACK", "1"))
# A call must end this long after a signal.
SOON = 0.1 * SLACK

rng = np.random.default_rng(1)
MAZE = rng.random((4_000, 4_000)) < 0.8
MAZE[:40, :40] = True
HARD_SEARCH = Puzzle(np.ones((8, 15), bool), "pentominoes", packing=True, memory_mib=0)
HARD_INDEX = Puzzle(np.ones((8, 15), bool), "pentominoes", packing=True, memory_mib=1024)
# Knights: balanced colors and no leaf, so that the proof takes long.
NO_TOUR = np.ones((9, 30), bool)
NO_TOUR[::2, 10:20] = False
# Far too long to end.
CALLS = {
    "connect4": lambda **limit: Solver(book=False).solve("", **limit),
    "connect4, threads": lambda **limit: Solver(book=False, threads=2).analyze("", **limit),
    "distances": lambda **limit: paths.distances(MAZE, (0, 0), **limit),
    "next_steps": lambda **limit: paths.next_steps(MAZE, (0, 0), **limit),
    "shortest_path": lambda **limit: paths.shortest_path(MAZE, (0, 0), (3_999, 3_999), **limit),
    "cheapest_path": lambda **limit: paths.cheapest_path(MAZE, (0, 0), (9, 9), **limit),
    "count_paths": lambda **limit: paths.count_paths(MAZE, (0, 0), (3_999, 3_999), **limit),
    "octile distances": lambda **limit: paths.distances(MAZE, (0, 0), octile=True, **limit),
    "cost_distances": lambda **limit: paths.cost_distances(MAZE, (0, 0), **limit),
    "count_tours": lambda **limit: paths.count_tours(np.ones((10, 10), bool), **limit),
    "find_tour": lambda **limit: paths.find_tour(NO_TOUR, **limit),
    "count": lambda **limit: HARD_SEARCH.count(**limit),
    "count, threads": lambda **limit: HARD_SEARCH.count(threads=2, **limit),
    "sample": lambda **limit: HARD_INDEX.sample(**limit),
    "havannah": lambda **limit: HavannahSolver().solve(Game(5), **limit),
    "playouts": lambda **limit: Game(10).playouts(10**12, threads=2, **limit),
    "mcts": lambda **limit: Mcts(threads=2).search(Game(8), None, **limit),
}


def interrupted(call):
    """The time from a signal until the call has ended, in seconds."""
    raised = []

    def interrupt():
        raised.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(0.3, interrupt)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            while not raised or time.monotonic() - raised[0] < 5:
                # Fast calls are repeated.
                call()
        return time.monotonic() - raised[0]
    finally:
        timer.join()


@pytest.mark.parametrize("name, call", [*CALLS.items(), ("book", lambda: Book.positions(14))])
def test_ctrl_c_stops_a_call(name, call):
    # Other programs may have the processor at the moment of the signal, but not three times.
    late = interrupted(call)
    for _ in range(2):
        if late >= SOON:
            late = interrupted(call)
    assert late < SOON, f"{late:.3f} s"


@pytest.mark.parametrize("name", CALLS)
def test_a_timeout_stops_a_call(name):
    begin = time.monotonic()
    with pytest.raises(TimeoutError, match="the time limit was reached") as stopped:
        CALLS[name](timeout=0.0)
    # Arguments are converted, tables are allocated.
    assert time.monotonic() - begin < 2 * SLACK
    assert hasattr(stopped.value, "partial")


def test_partial_answers():
    free = np.ones((3000, 3000), bool)
    with pytest.raises(TimeoutError) as stopped:
        paths.distances(free, (0, 0), "orthogonal", timeout=0)
    partial = stopped.value.partial
    whole = np.add.outer(np.arange(3000), np.arange(3000))
    known = partial >= 0
    assert partial.shape == free.shape and (partial[known] == whole[known]).all()
    assert (whole[~known] > partial.max()).all()
    with pytest.raises(TimeoutError) as stopped:
        paths.distances(free, (0, 0), octile=True, timeout=0)
    assert stopped.value.partial.shape == free.shape
    with pytest.raises(TimeoutError) as stopped:
        Mcts().search(Game(6), None, timeout=0.1)
    assert stopped.value.partial.cell in Game(6).empty_cells()
    with pytest.raises(TimeoutError) as stopped:
        Game(8).playouts(10**12, timeout=0.1)
    assert 0 < stopped.value.partial.games < 10**12
    with pytest.raises(TimeoutError) as stopped:
        HavannahSolver(memory_mib=1).solve(Game(5), timeout=0.1)
    assert stopped.value.partial.proof > 0


def test_handlers_that_do_not_raise_do_not_stop():
    seen = []
    before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(1))
    timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGUSR1])
    timer.start()
    try:
        assert Game(4).playouts(300_000).games == 300_000
        with pytest.raises(TimeoutError):
            HavannahSolver(memory_mib=1).solve(Game(5), timeout=0.5)
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, before)
    assert seen == [1]


def test_other_threads_run_meanwhile():
    counted = []

    def count():
        while not done.is_set():
            counted.append(1)
            time.sleep(0.001)

    done, thread = threading.Event(), threading.Thread(target=count)
    thread.start()
    try:
        with pytest.raises(TimeoutError):
            Solver(book=False).solve("", timeout=0.5)
        with pytest.raises(TimeoutError):
            paths.count_tours(np.ones((10, 10), bool), timeout=0.5)
    finally:
        done.set()
        thread.join()
    assert len(counted) > 100 / SLACK


def test_a_call_that_waits_for_another_has_its_own_time():
    solver = Solver(8, 8, memory_mib=16)

    def solve():
        with pytest.raises(TimeoutError):
            solver.solve("", timeout=3 * SLACK)

    other = threading.Thread(target=solve)
    other.start()
    time.sleep(0.2)
    begin = time.monotonic()
    with pytest.raises(TimeoutError, match="another query") as stopped:
        solver.solve("1", timeout=0.1)
    assert time.monotonic() - begin < 0.1 + SOON and stopped.value.partial is None
    threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        solver.solve("1")
    assert time.monotonic() - begin < 0.3 + 2 * SOON
    other.join()
    assert solver.solve("112233") > 0


@pytest.mark.parametrize(
    "player, call",
    [
        (Solver(book=False), lambda player: player.solve("", timeout=10)),
        (Mcts(), lambda player: player.search(Game(8), None, timeout=10)),
    ],
)
def test_a_handler_cannot_use_what_it_interrupts(player, call):
    def use(*_):
        player.clear() if isinstance(player, Solver) else player.moves(Game(8))

    before = signal.signal(signal.SIGALRM, use)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(RuntimeError, match="signal handler"):
            call(player)
    finally:
        signal.signal(signal.SIGALRM, before)
