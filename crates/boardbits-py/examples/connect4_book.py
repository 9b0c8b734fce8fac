"""Solves all positions of Connect 4 with some number of stones on a Dask cluster, and writes an opening book.

    pip install boardbits[dask] distributed
    python connect4_book.py 4 book.bin
    python connect4_book.py 8 book.bin tcp://scheduler:8786

Without the address of a scheduler, the cluster is this machine. The book answers every position
with up to so many stones at once: ``connect4.Solver(book="book.bin")``.
"""

import sys

import numpy as np
from distributed import Client, as_completed, get_worker

from boardbits.connect4 import Book, Solver


def solve(positions, width, height):
    """The scores of some positions. A worker keeps its solver, whose table makes later answers faster."""
    worker = get_worker()
    if not hasattr(worker, "solver"):
        worker.solver = Solver(width, height, book=False, memory_mib=256)
    return worker.solver.solve_many(positions)


def main(depth, file, address=None, width=7, height=6, batch=64):
    # Positions that follow each other have much of a game in common, so a batch is solved by one worker.
    positions = Book.positions(int(depth), width=width, height=height)
    starts = range(0, len(positions), batch)
    scores = np.zeros(len(positions), int)
    with Client(address) if address else Client(threads_per_worker=1, dashboard_address=None) as client:
        batches = {
            client.submit(solve, positions[start : start + batch], width, height): start
            for start in starts
        }
        for done, (future, found) in enumerate(as_completed(batches, with_results=True), 1):
            scores[batches[future] : batches[future] + len(found)] = found
            print(f"\r{done} of {len(batches)} batches", end="", file=sys.stderr)
    book = Book(positions, scores, width=width, height=height)
    book.save(file)
    print(f"\n{len(book)} positions with up to {book.depth} stones; the empty board has the score {book.score([])}")


if __name__ == "__main__":
    main(*sys.argv[1:])
