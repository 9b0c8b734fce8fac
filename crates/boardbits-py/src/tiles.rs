//! Tiles of an image or a volume of any size: what `boardbits.dask` runs on the machines that have the pixels,
//! and on the one that joins them.
//!
//! [`tile`] returns the state of a tile as bytes, [`join`] joins states, and [`paint`] labels a tile
//! with the labels of the whole image. These are a table: the labels in `local` are those in `global`,
//! and the others follow `first` in ascending order. So labels of the image are consecutive.

use std::collections::HashMap;

use cc_label::regions::Source;
use cc_label::{Connectivity, Image, LabelError, Tile, TileError, Tiles};
use numpy::prelude::*;
use numpy::{IntoPyArray, PyArray1, PyArrayDyn, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::array::{Input, Order, Threshold, empty};
use crate::label::with_labeler;
use crate::properties::{dict, properties_of};
use crate::query::{Exception, value_error};

/// The pixels of a tile, and which of them are connected.
fn pixels(
    py: Python<'_>,
    block: &Bound<'_, PyAny>,
    connectivity: i64,
    threshold: Option<Threshold>,
) -> PyResult<(Image, Connectivity)> {
    let input = Input::new("image", block, threshold, Order::Indices)?;
    let connectivity = input.connectivity(Some(connectivity))?;
    if input.pixels() == 0 {
        return Err(PyValueError::new_err("image must have no empty chunks"));
    }
    let view = input.view();
    let image = py.detach(|| view.image()).map_err(Exception::exception)?;
    Ok((image, connectivity))
}

/// A checksum of the pixels, which shows whether a second read has found the same ones.
fn checksum(image: &Image) -> u64 {
    let rows = (0..image.height() * image.depth()).map(|row| image.row(row));
    rows.flatten().fold(0xCBF2_9CE4_8422_2325, |sum, word| {
        (sum ^ word).wrapping_mul(0x0100_0000_01B3).rotate_left(23)
    })
}

/// x, y and z of a place or a size by axes; z is `depth` in an image.
fn position(axes: &[usize], depth: usize) -> (usize, usize, usize) {
    match *axes {
        [z, y, x] => (x, y, z),
        _ => (axes[1], axes[0], depth),
    }
}

/// The state of a tile: the checksum of the pixels, twice, and the bytes of the tile, which have a
/// checksum of their own. So a damaged state is found.
fn state(sum: u64, tile: &Tile) -> Vec<u8> {
    let sum = sum.to_le_bytes();
    [&sum[..], &sum, &tile.to_bytes()].concat()
}

/// The checksum of the pixels and the tile of a state.
fn parts(state: &[u8]) -> Result<(u64, Tile), TileError> {
    let (sum, state) = state.split_first_chunk().ok_or(TileError::Damaged)?;
    let (again, tile) = state.split_first_chunk().ok_or(TileError::Damaged)?;
    match sum == again {
        true => Ok((u64::from_le_bytes(*sum), Tile::from_bytes(tile)?)),
        false => Err(TileError::Damaged),
    }
}

/// The state of the tile whose first pixel is at this place of an image or volume of this shape.
///
/// Without `complete`, the components that no other tile can change are left out.
#[pyfunction]
#[pyo3(signature = (block, at, shape, connectivity, threshold, complete))]
pub(crate) fn tile<'py>(
    py: Python<'py>,
    block: &Bound<'py, PyAny>,
    at: Vec<usize>,
    shape: Vec<usize>,
    connectivity: i64,
    threshold: Option<Threshold>,
    complete: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let (image, connectivity) = pixels(py, block, connectivity, threshold)?;
    let (at, size) = (position(&at, 0), position(&shape, 1));
    let state = py.detach(|| {
        let tile = match complete {
            true => Tile::new(&image, at, size, connectivity),
            false => Tile::open(&image, at, size, connectivity),
        }?;
        Ok::<_, TileError>(state(checksum(&image), &tile))
    });
    Ok(PyBytes::new(py, &state.map_err(TileError::exception)?))
}

/// Whether these are the bytes of the state of a tile at this place.
#[pyfunction]
pub(crate) fn is_tile(state: &[u8], at: Vec<usize>) -> bool {
    parts(state).is_ok_and(|(_, tile)| tile.at() == position(&at, 0))
}

/// The checksum of the pixels of a tile and its labels: `first`, `local` and `global`.
type Table<'py> = (u64, u64, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u64>>);

/// Joins the states of all tiles. Returns the number of components, the tables of the tiles in the
/// order of the states, and the properties of the components that the states have.
#[pyfunction]
pub(crate) fn join<'py>(
    py: Python<'py>,
    states: Vec<Bound<'py, PyBytes>>,
    axes: usize,
    properties: &Bound<'py, PyAny>,
) -> PyResult<(u64, Vec<Table<'py>>, Bound<'py, PyDict>)> {
    let columns = properties_of(Some(properties), axes, Source::Tiles)?;
    let states: Vec<&[u8]> = states.iter().map(PyBytesMethods::as_bytes).collect();
    let joined = py.detach(|| {
        let mut tiles = Tiles::new();
        let (mut places, mut counts) = (Vec::new(), HashMap::new());
        for state in states {
            let (sum, tile) = parts(state)?;
            places.push((tile.at(), sum));
            counts.insert(tile.at(), tile.count());
            tiles.push(tile)?;
        }
        let joined = tiles.finish()?;
        // Labels of the tile that do not follow those of the tiles before, because their components
        // have the label of an earlier tile: `gone` are the numbers that they leave out.
        let (mut found, mut gone, mut first) = (Vec::new(), Vec::new(), 0);
        for tile in joined.tiles() {
            let count = counts[&tile.at()];
            let other = (1..=count as u32).map(|local| (local, tile.label(local)));
            let other = other.filter(|&(local, label)| label != first + u64::from(local));
            let other: (Vec<u32>, Vec<u64>) = other.unzip();
            let before = gone.len() as u64;
            gone.extend(other.0.iter().map(|&local| first + u64::from(local)));
            found.push((tile.at(), first - before, other));
            first += count;
        }
        let consecutive = |label: u64| label - gone.partition_point(|&gone| gone < label) as u64;
        let mut tables = HashMap::new();
        for (at, first, (local, global)) in found {
            let global = global.into_iter().map(consecutive).collect::<Vec<_>>();
            tables.insert(at, (first, (local, global)));
        }
        let table = |(at, sum)| tables.remove(&at).map(|(first, labels)| (sum, first, labels));
        let tables: Vec<_> = places.into_iter().filter_map(table).collect();
        Ok::<_, TileError>((joined, tables))
    });
    let (joined, tables) = joined.map_err(TileError::exception)?;
    let tables = tables.into_iter().map(|(sum, first, (local, global))| {
        (sum, first, local.into_pyarray(py), global.into_pyarray(py))
    });
    let found = joined.components();
    // They are in the order of their labels.
    let (labels, components): (Vec<_>, Vec<_>) =
        (1..).zip(found).map(|(label, &(_, component))| (label, component)).unzip();
    let table = dict(py, columns.table_of(&labels, &components))?;
    Ok((joined.count(), tables.collect(), table))
}

/// Labels a tile with labels of the whole image, an array of int64. The pixels must have the
/// checksum of those in its state.
#[pyfunction]
pub(crate) fn paint<'py>(
    py: Python<'py>,
    block: &Bound<'py, PyAny>,
    connectivity: i64,
    threshold: Option<Threshold>,
    table: (u64, u64, PyReadonlyArray1<'py, u32>, PyReadonlyArray1<'py, u64>),
) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
    let shape: Vec<usize> = block.getattr("shape")?.extract()?;
    let (image, connectivity) = pixels(py, block, connectivity, threshold)?;
    let (sum, first, local, global) = table;
    if py.detach(|| checksum(&image)) != sum {
        return Err(PyValueError::new_err(
            "image has changed since its components were counted: call label again, without the \
             files of an earlier state",
        ));
    }
    let labels = empty::<i64>(py, &shape)?;
    {
        let mut writable = labels.try_readwrite()?;
        let out = writable.as_slice_mut().map_err(value_error)?;
        let (local, global) =
            (local.as_slice().map_err(value_error)?, global.as_slice().map_err(value_error)?);
        let painted = py.detach(|| {
            let count = with_labeler(1, |labeler| labeler.label(&image, connectivity, out))?;
            let (mut others, mut next) = (local.iter().zip(global).peekable(), first);
            let mut table = vec![0; count as usize + 1];
            for (label, entry) in (0..).zip(&mut table).skip(1) {
                *entry = match others.next_if(|&(&local, _)| local == label) {
                    Some((_, &global)) => global as i64,
                    None => {
                        next += 1;
                        next as i64
                    }
                };
            }
            out.iter_mut().for_each(|label| *label = table[*label as usize]);
            Ok::<_, LabelError>(())
        });
        painted.map_err(LabelError::exception)?;
    }
    Ok(labels)
}
