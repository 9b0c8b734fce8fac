//! Measures of connected components, as columns of a table.
//!
//! A [`Region`] has the sums over its pixels: those of the crate for [`components`], and those of
//! `regions` for a label image. [`Column`] computes the values of scikit-image from them.

use std::f64::consts::{FRAC_PI_4, PI};

use cc_label::__private::Rows;
use cc_label::{Component, LabelError, Moments, WithEuler, measure};
use numpy::ndarray::{Array3, ArrayView1};
use numpy::{IntoPyArray, PyReadonlyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::array::{Input, Threshold, connectivity_before_properties};
use crate::number;
use crate::query::Exception;

/// A component or a region with the values of columns. Its axes are those of the array, or the
/// reverse.
pub(crate) trait Region {
    fn row(&self) -> Row;

    /// The mean place on an axis.
    fn centroid(&self, axis: usize) -> f64;

    /// The covariance of the places on two axes.
    fn covariance(&self, _axes: [usize; 2]) -> f64 {
        f64::NAN
    }

    /// A measure of the pixels of a region that components do not have.
    fn measure(&self, _property: Property, _at: [usize; 2]) -> f64 {
        f64::NAN
    }
}

/// The sums of a region.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) axes: usize,
    pub(crate) area: u64,
    /// The first place on each axis, and the one after the last.
    pub(crate) bbox: [[u64; 2]; 3],
    pub(crate) euler_number: i64,
}

impl Row {
    fn box_area(&self) -> f64 {
        self.bbox[..self.axes].iter().map(|[first, end]| (end - first) as f64).product()
    }
}

/// A measure with the number of axes of its image, whose axes are z, y and x, or y and x.
pub(crate) struct Found<'a, M>(&'a M, usize);

impl<'a, M> Found<'a, M> {
    pub(crate) fn all(found: &'a [M], axes: usize) -> Vec<Self> {
        found.iter().map(|found| Self(found, axes)).collect()
    }

    /// The coordinate of an axis.
    const fn at(&self, axis: usize) -> usize {
        self.1 - 1 - axis
    }
}

impl<R: Rows> Region for Found<'_, Component<R>> {
    #[inline]
    fn row(&self) -> Row {
        let corners: [[usize; 3]; 2] = [self.0.lower().into(), self.0.upper().into()];
        let mut bbox = [[0; 2]; 3];
        for (axis, side) in bbox[..self.1].iter_mut().enumerate() {
            let at = self.at(axis);
            *side = [corners[0][at] as u64, corners[1][at] as u64 + 1];
        }
        Row { axes: self.1, area: self.0.size(), bbox, euler_number: 0 }
    }

    fn centroid(&self, axis: usize) -> f64 {
        self.0.centroid()[self.at(axis)]
    }
}

impl Region for Found<'_, Moments> {
    #[inline]
    fn row(&self) -> Row {
        Found(self.0.component(), self.1).row()
    }

    fn centroid(&self, axis: usize) -> f64 {
        Found(self.0.component(), self.1).centroid(axis)
    }

    fn covariance(&self, axes: [usize; 2]) -> f64 {
        let [i, j] = axes.map(|axis| self.at(axis));
        self.0.covariance()[i][j]
    }
}

impl Region for Found<'_, WithEuler<Moments>> {
    #[inline]
    fn row(&self) -> Row {
        Row { euler_number: self.0.euler_number(), ..Found(self.0.inner(), self.1).row() }
    }

    fn centroid(&self, axis: usize) -> f64 {
        Found(self.0.inner(), self.1).centroid(axis)
    }

    fn covariance(&self, axes: [usize; 2]) -> f64 {
        Found(self.0.inner(), self.1).covariance(axes)
    }
}

/// A property of a component or a region.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Property {
    /// The number of the region.
    Label,
    Area,
    PixelCount,
    Bbox,
    BboxArea,
    Extent,
    Centroid,
    /// The centroid relative to the bounding box.
    LocalCentroid,
    EquivalentDiameter,
    Orientation,
    /// The longest axis of an ellipse or an ellipsoid with the same covariance.
    MajorAxis,
    MinorAxis,
    Eccentricity,
    Inertia,
    /// The eigenvalues of the inertia tensor, the largest one first.
    Eigenvalues,
    EulerNumber,
    HoleCount,
    Perimeter,
    CroftonPerimeter,
    /// With its holes.
    FilledArea,
    IntensityMean,
    IntensityMin,
    IntensityMax,
    IntensityStd,
    /// The sum, which scikit-image does not have.
    IntensitySum,
    WeightedCentroid,
    WeightedLocalCentroid,
}

use Property::*;

/// How many columns a property has.
#[derive(Clone, Copy)]
enum Form {
    One,
    /// One for each side of the bounding box.
    Sides,
    Axes,
    /// As many as axes, in an order of their own.
    Ordered,
    /// One for each pair of axes.
    Matrix,
    /// One for each channel of the intensities.
    Channels,
    AxesAndChannels,
}

/// The sums that a property needs, from the fewest on.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(crate) enum Needs {
    Sums,
    Moments,
    EulerNumber,
    /// A label image.
    Labels,
    Intensities,
}

/// The properties named as in scikit-image, and whether they are of images only.
const PROPERTIES: [(&str, Property, Form, Needs, bool); 27] = [
    ("label", Label, Form::One, Needs::Sums, false),
    ("area", Area, Form::One, Needs::Sums, false),
    ("num_pixels", PixelCount, Form::One, Needs::Sums, false),
    ("bbox", Bbox, Form::Sides, Needs::Sums, false),
    ("area_bbox", BboxArea, Form::One, Needs::Sums, false),
    ("extent", Extent, Form::One, Needs::Sums, false),
    ("centroid", Centroid, Form::Axes, Needs::Sums, false),
    ("centroid_local", LocalCentroid, Form::Axes, Needs::Sums, false),
    ("equivalent_diameter_area", EquivalentDiameter, Form::One, Needs::Sums, false),
    ("orientation", Orientation, Form::One, Needs::Moments, true),
    ("axis_major_length", MajorAxis, Form::One, Needs::Moments, false),
    ("axis_minor_length", MinorAxis, Form::One, Needs::Moments, false),
    ("eccentricity", Eccentricity, Form::One, Needs::Moments, true),
    ("inertia_tensor", Inertia, Form::Matrix, Needs::Moments, false),
    ("inertia_tensor_eigvals", Eigenvalues, Form::Ordered, Needs::Moments, false),
    ("euler_number", EulerNumber, Form::One, Needs::EulerNumber, false),
    ("num_holes", HoleCount, Form::One, Needs::EulerNumber, true),
    ("perimeter", Perimeter, Form::One, Needs::Labels, true),
    ("perimeter_crofton", CroftonPerimeter, Form::One, Needs::Labels, true),
    ("area_filled", FilledArea, Form::One, Needs::Labels, false),
    ("intensity_mean", IntensityMean, Form::Channels, Needs::Intensities, false),
    ("intensity_min", IntensityMin, Form::Channels, Needs::Intensities, false),
    ("intensity_max", IntensityMax, Form::Channels, Needs::Intensities, false),
    ("intensity_std", IntensityStd, Form::Channels, Needs::Intensities, false),
    ("intensity_sum", IntensitySum, Form::Channels, Needs::Intensities, false),
    ("centroid_weighted", WeightedCentroid, Form::AxesAndChannels, Needs::Intensities, false),
    (
        "centroid_weighted_local",
        WeightedLocalCentroid,
        Form::AxesAndChannels,
        Needs::Intensities,
        false,
    ),
];

/// A column of a table: a property and the axes, the side or the channel.
pub(crate) struct Column {
    name: String,
    pub(crate) property: Property,
    pub(crate) needs: Needs,
    at: [usize; 2],
}

/// The columns of properties of components that a caller names, or of the default ones.
pub(crate) fn columns(
    properties: Option<&Bound<'_, PyAny>>,
    input: &Input<'_>,
) -> PyResult<Vec<Column>> {
    let most = match input.axes() {
        1 => {
            let reason = "image must have 2 or 3 dimensions, found 1: label it and use regions";
            return Err(PyValueError::new_err(reason));
        }
        2 => Needs::EulerNumber,
        _ => Needs::Moments,
    };
    columns_of(properties, input.axes(), input.is_reversed(), None, most)
}

/// The columns of properties of regions with this number of axes, which need at most `most`. The
/// axes of the regions are the reverse of those of the array if `is_reversed`. The intensities have
/// this number of channels, or one without a number if it is `None`.
pub(crate) fn columns_of(
    properties: Option<&Bound<'_, PyAny>>,
    axes: usize,
    is_reversed: bool,
    channels: Option<usize>,
    most: Needs,
) -> PyResult<Vec<Column>> {
    let names: Vec<String> = match properties {
        None => ["label", "area", "bbox", "centroid"].map(String::from).into(),
        // A text is iterable too, but its letters are not properties.
        Some(name) if name.is_instance_of::<pyo3::types::PyString>() => vec![name.extract()?],
        Some(names) => {
            let found = names.try_iter().and_then(|names| {
                names.map(|name| name?.extract()).collect::<PyResult<Vec<String>>>()
            });
            found.map_err(|_| {
                PyTypeError::new_err(format!(
                    "properties must be names of properties, found {}: regions takes an image as \
                     intensities=",
                    names.get_type()
                ))
            })?
        }
    };
    // One axis has no second moments of its own.
    let fits = |needs, is_planar: bool| match axes {
        1 => needs != Needs::Moments,
        2 => true,
        _ => !is_planar,
    };
    let exists = |needs, is_planar| needs <= most && fits(needs, is_planar);
    let mut columns = Vec::new();
    for name in &names {
        let known = PROPERTIES.iter().filter(|property| exists(property.3, property.4));
        let found = known.clone().find(|property| property.0 == name);
        let &(_, property, form, needs, _) = found.ok_or_else(|| {
            let is_same = |property: &(&str, _, _, Needs, _)| property.0 == name;
            let needs = PROPERTIES.iter().find(|property| is_same(property)).map(|found| found.3);
            if (most, needs) == (Needs::Labels, Some(Needs::Intensities)) {
                return PyValueError::new_err(format!("{name} needs intensities"));
            }
            let known = known.map(|property| property.0).collect::<Vec<_>>().join(", ");
            let of = ["", " of one row", "", " of volumes"][axes];
            PyValueError::new_err(format!(
                "unknown property '{name}' in properties; the properties{of} are {known}"
            ))
        })?;
        let place = |axis: usize| if is_reversed { axes - 1 - axis } else { axis };
        let mut push = |shown: &[usize], at: [usize; 2]| {
            let parts = shown.iter().map(|part| format!("-{part}"));
            let name = name.clone() + &parts.collect::<String>();
            columns.push(Column { name, property, needs, at });
        };
        match (form, channels) {
            (Form::One, _) | (Form::Channels, None) => push(&[], [0, 0]),
            (Form::Sides, _) => {
                (0..2 * axes).for_each(|side| push(&[side], [place(side % axes), side / axes]));
            }
            (Form::Axes, _) | (Form::AxesAndChannels, None) => {
                (0..axes).for_each(|axis| push(&[axis], [place(axis), 0]));
            }
            (Form::Ordered, _) => (0..axes).for_each(|at| push(&[at], [at, 0])),
            (Form::Channels, Some(count)) => (0..count).for_each(|to| push(&[to], [0, to])),
            (Form::Matrix, _) => pairs(axes, axes).for_each(|at| push(&at, at.map(place))),
            (Form::AxesAndChannels, Some(count)) => {
                pairs(axes, count).for_each(|at| push(&at, at));
            }
        }
    }
    Ok(columns)
}

fn pairs(rows: usize, columns: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| [row, column]))
}

impl Column {
    /// The values of regions with these labels.
    fn values<'py, R: Region>(
        &self,
        py: Python<'py>,
        regions: &[R],
        eigenvalues: &[[f64; 3]],
        label: impl Fn(usize) -> i64,
    ) -> Bound<'py, PyAny> {
        fn array<'py, R, T: numpy::Element>(
            py: Python<'py>,
            regions: &[R],
            value: impl Fn(&R) -> T,
        ) -> Bound<'py, PyAny> {
            regions.iter().map(value).collect::<Vec<T>>().into_pyarray(py).into_any()
        }
        let (property, at) = (self.property, self.at);
        let of_eigenvalues = |value: fn(&[f64; 3]) -> f64| array(py, eigenvalues, value);
        let is_solid = regions.first().is_some_and(|region| region.row().axes == 3);
        match property {
            Label => (0..regions.len()).map(label).collect::<Vec<_>>().into_pyarray(py).into_any(),
            EulerNumber => array(py, regions, |region| region.row().euler_number),
            HoleCount => array(py, regions, |region| 1 - region.row().euler_number),
            Area => array(py, regions, |region| region.row().area as f64),
            PixelCount => array(py, regions, |region| region.row().area as i64),
            Bbox => array(py, regions, |region| region.row().bbox[at[0]][at[1]] as i64),
            BboxArea => array(py, regions, |region| region.row().box_area()),
            Extent => array(py, regions, |region| {
                let row = region.row();
                row.area as f64 / row.box_area()
            }),
            Centroid => array(py, regions, |region| region.centroid(at[0])),
            LocalCentroid => array(py, regions, |region| {
                region.centroid(at[0]) - region.row().bbox[at[0]][0] as f64
            }),
            EquivalentDiameter => array(py, regions, |region| match region.row() {
                Row { area, axes: 3, .. } => (6.0 * area as f64 / PI).cbrt(),
                Row { area, .. } => (4.0 * area as f64 / PI).sqrt(),
            }),
            Orientation => array(py, regions, orientation),
            MajorAxis if is_solid => {
                of_eigenvalues(|[a, b, c]| (10.0 * (a + b - c)).max(0.0).sqrt())
            }
            MinorAxis if is_solid => {
                of_eigenvalues(|[a, b, c]| (10.0 * (b + c - a)).max(0.0).sqrt())
            }
            MajorAxis => of_eigenvalues(|values| 4.0 * values[0].sqrt()),
            MinorAxis => of_eigenvalues(|values| 4.0 * values[1].sqrt()),
            Eccentricity => of_eigenvalues(|&[long, short, _]| match long {
                0.0 => 0.0,
                _ => (1.0 - short / long).sqrt(),
            }),
            Inertia => array(py, regions, |region| inertia(region, at)),
            Eigenvalues => array(py, eigenvalues, |values| values[self.at[0]]),
            _ => array(py, regions, |region| region.measure(property, at)),
        }
    }
}

/// An entry of the inertia tensor.
fn inertia(region: &impl Region, [i, j]: [usize; 2]) -> f64 {
    if i != j {
        return -region.covariance([i, j]);
    }
    let others = (0..region.row().axes).filter(|&axis| axis != i);
    others.map(|axis| region.covariance([axis, axis])).sum()
}

/// The eigenvalues of the inertia tensor of each region, the largest one first.
fn eigenvalues<R: Region>(py: Python<'_>, regions: &[R]) -> PyResult<Vec<[f64; 3]>> {
    if regions.first().is_some_and(|region| region.row().axes == 3) {
        let tensors = Array3::from_shape_fn((regions.len(), 3, 3), |(region, row, column)| {
            inertia(&regions[region], [row, column])
        });
        let found =
            py.import("numpy.linalg")?.call_method1("eigvalsh", (tensors.into_pyarray(py),))?;
        let found: PyReadonlyArray2<'_, f64> = found.extract()?;
        let descending = |row: ArrayView1<'_, f64>| [2, 1, 0].map(|place| row[place].max(0.0));
        return Ok(found.as_array().rows().into_iter().map(descending).collect());
    }
    let of_plane = |region: &R| {
        let [yy, xy, xx] = [[0, 0], [0, 1], [1, 1]].map(|axes| region.covariance(axes));
        let (mean, root) = ((xx + yy) / 2.0, ((xx - yy) / 2.0).hypot(xy));
        [mean + root, (mean - root).max(0.0), 0.0]
    };
    Ok(regions.iter().map(of_plane).collect())
}

/// The angle between the axis of the rows and the long axis, counterclockwise, from −π/2 to π/2.
fn orientation(region: &impl Region) -> f64 {
    let [yy, xy, xx] = [[0, 0], [0, 1], [1, 1]].map(|axes| region.covariance(axes));
    if xx == yy {
        return if xy > 0.0 { FRAC_PI_4 } else { -FRAC_PI_4 };
    }
    (2.0 * xy).atan2(yy - xx) / 2.0
}

/// The table of regions with these labels.
pub(crate) fn table_with<'py, R: Region>(
    py: Python<'py>,
    regions: &[R],
    columns: &[Column],
    label: impl Fn(usize) -> i64,
) -> PyResult<Bound<'py, PyDict>> {
    let of_axes = |property| matches!(property, MajorAxis | MinorAxis | Eccentricity | Eigenvalues);
    let eigenvalues = match columns.iter().any(|column| of_axes(column.property)) {
        true => eigenvalues(py, regions)?,
        false => Vec::new(),
    };
    let table = PyDict::new(py);
    for column in columns {
        table.set_item(&column.name, column.values(py, regions, &eigenvalues, &label))?;
    }
    Ok(table)
}

/// The table of components in the order of their labels.
pub(crate) fn table<'py, R: Region>(
    py: Python<'py>,
    components: &[R],
    columns: &[Column],
) -> PyResult<Bound<'py, PyDict>> {
    table_with(py, components, columns, |index| index as i64 + 1)
}

/// Returns whether columns need more than the sums of a component.
pub(crate) fn need_more(columns: &[Column]) -> bool {
    columns.iter().any(|column| column.needs > Needs::Sums)
}

/// Measures the connected components of an image or a volume in one pass.
///
/// Returns a dict of arrays, a row for each component in raster order, ready for ``pandas.DataFrame``. Names and values are
/// those of ``skimage.measure.regionprops_table``, except `num_holes`, which it lacks, and `euler_number` with connectivity 4.
///
/// Parameters
/// ----------
/// image : ndarray of bool or integers, height × width or depth × height × width
/// connectivity : 4 or 8, or 6, 18 or 26
///     As in `label`.
/// properties : iterable of str
///     ``label``, ``area``, ``num_pixels``, ``bbox`` (half-open: ``bbox-0`` … ``bbox-3``),
///     ``area_bbox``, ``extent``, ``centroid`` (``centroid-0`` is the row), ``centroid_local``,
///     ``equivalent_diameter_area``, ``orientation``, ``axis_major_length``,
///     ``axis_minor_length``, ``eccentricity``, ``inertia_tensor``, ``inertia_tensor_eigvals``,
///     ``euler_number``, ``num_holes``. Pixels of holes are connected by the other connectivity.
///     Volumes have three axes (``bbox-0`` … ``bbox-5``), and no ``orientation``, ``eccentricity``,
///     ``euler_number`` and ``num_holes``. `regions` measures labels and has more properties.
/// threshold, width
///     As in `label`.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import boardbits
/// >>> image = np.array([[1, 1, 0], [0, 0, 0], [0, 0, 1]], dtype=bool)
/// >>> boardbits.components(image, properties=["area", "centroid"])
/// {'area': array([2., 1.]), 'centroid-0': array([0., 2.]), 'centroid-1': array([0.5, 2. ])}
#[pyfunction]
#[pyo3(
    signature = (image, connectivity=None, properties=None, *, threshold=None, width=None),
    text_signature = "(image, connectivity=None, properties=('label', 'area', 'bbox', 'centroid'), *, threshold=None, width=None)"
)]
pub(crate) fn components<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = connectivity_before_properties)] connectivity: Option<i64>,
    properties: Option<&Bound<'py, PyAny>>,
    threshold: Option<Threshold>,
    #[pyo3(from_py_with = number::width)] width: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let input = Input::new("image", image, threshold, width, false)?.in_order_of_memory();
    let connectivity = input.connectivity(connectivity)?;
    let columns = self::columns(properties, &input)?;
    if input.pixels() == 0 {
        return table::<Found<'_, Component>>(py, &[], &columns);
    }
    let (view, axes) = (input.view(), input.axes());
    let image = &py.detach(|| view.image()).map_err(LabelError::exception)?;
    match (need_more(&columns), axes) {
        (false, _) => {
            let found: Vec<Component> = py.detach(|| measure(image, connectivity));
            table(py, &Found::all(&found, axes), &columns)
        }
        (true, 2) => {
            let found: Vec<WithEuler<Moments>> = py.detach(|| measure(image, connectivity));
            table(py, &Found::all(&found, axes), &columns)
        }
        (true, _) => {
            let found: Vec<Moments> = py.detach(|| measure(image, connectivity));
            table(py, &Found::all(&found, axes), &columns)
        }
    }
}
