"""Labels an image or a volume of any size in a TIFF file or a Zarr array, and measures each component.

    pip install boardbits[dask] tifffile zarr
    python measure_file.py cells.tif 128 labels.zarr cells.csv
    python measure_file.py cells.zarr 128 labels.zarr cells.csv

Pixels of at least the threshold are set. Only a few chunks are in memory at a time, on as many
machines as a Dask cluster has: make a ``dask.distributed.Client`` before `main`.
"""

import sys
from pathlib import Path

import dask.array as da
import numpy as np
import tifffile
import zarr

import boardbits.dask


def read(path, side=512):
    """The pixels of a file as a Dask array."""
    if Path(path).suffix in (".tif", ".tiff"):
        # Pages are read when they are needed.
        return da.from_zarr(zarr.open(tifffile.imread(path, aszarr=True), mode="r")).rechunk(side)
    return da.from_zarr(path)


def main(path, threshold, labels_path, table_path):
    image = read(path)
    labels = boardbits.dask.label(image, threshold=float(threshold), dtype="int32")
    labels.to_zarr(labels_path)
    labels = da.from_zarr(labels_path)
    table = boardbits.dask.measure(labels, image, ["label", "area", "centroid", "intensity_mean"])
    np.savetxt(table_path, np.stack(list(table.values()), axis=1), "%.6g", ",", header=",".join(table), comments="")
    print(f"{len(table['label'])} components")


if __name__ == "__main__":
    main(*sys.argv[1:])
