"""Shortest paths and tours on grids: NumPy arrays whose true elements are free cells.

Cells are pairs (row, column), as NumPy indexes them.

>>> import numpy as np
>>> from boardbits import paths
>>> paths.distances(np.ones((2, 4), bool), (0, 0), "orthogonal")
array([[0, 1, 2, 3],
       [1, 2, 3, 4]], dtype=int32)
"""

from ._boardbits import paths as _native

cheapest_path = _native.cheapest_path
cost_distances = _native.cost_distances
count_paths = _native.count_paths
count_tours = _native.count_tours
distances = _native.distances
find_tour = _native.find_tour
next_steps = _native.next_steps
octile_distances = _native.octile_distances
octile_path = _native.octile_path
shortest_path = _native.shortest_path

__all__ = [
    "cheapest_path",
    "cost_distances",
    "count_paths",
    "count_tours",
    "distances",
    "find_tour",
    "next_steps",
    "octile_distances",
    "octile_path",
    "shortest_path",
]
