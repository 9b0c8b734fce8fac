//! Measures of connected components, as columns of a table.
//!
//! A [`Region`] has the sums over its pixels: those of the crate for [`components`], and those of
//! `regions` for a label image. [`Column`] computes the values of scikit-image from them.

use std::f64::consts::{FRAC_PI_4, PI};

use cc_table::Connectivity;
use cc_table::labeling::{BitmapBuf, BitmapError, Component, Measure, Moments, WithEuler, measure};
use numpy::IntoPyArray;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::array::{Input, connectivity, value_error};

/// What the columns need to know about a component or a region.
pub(crate) trait Region {
    fn area(&self) -> u64;

    /// The first row and column, and those after the last.
    fn bbox(&self) -> [u64; 4];

    /// The mean row and column.
    fn centroid(&self) -> [f64; 2];

    /// The variance of the columns, the covariance, and the variance of the rows.
    fn covariance(&self) -> [f64; 3];

    /// 1 less the number of holes.
    fn euler_number(&self) -> i64;
}

impl Region for Component {
    fn area(&self) -> u64 {
        self.area()
    }

    fn bbox(&self) -> [u64; 4] {
        [self.top(), self.left(), self.bottom() + 1, self.right() + 1].map(|at| at as u64)
    }

    fn centroid(&self) -> [f64; 2] {
        let (x, y) = self.centroid();
        [y, x]
    }

    /// Not known, as the Euler number. No column asks for them.
    fn covariance(&self) -> [f64; 3] {
        [f64::NAN; 3]
    }

    fn euler_number(&self) -> i64 {
        i64::MIN
    }
}

impl Region for Moments {
    fn area(&self) -> u64 {
        self.component().area()
    }

    fn bbox(&self) -> [u64; 4] {
        self.component().bbox()
    }

    fn centroid(&self) -> [f64; 2] {
        Region::centroid(self.component())
    }

    fn covariance(&self) -> [f64; 3] {
        self.covariance()
    }

    fn euler_number(&self) -> i64 {
        self.component().euler_number()
    }
}

impl<M: Region> Region for WithEuler<M> {
    fn area(&self) -> u64 {
        self.measure().area()
    }

    fn bbox(&self) -> [u64; 4] {
        self.measure().bbox()
    }

    fn centroid(&self) -> [f64; 2] {
        self.measure().centroid()
    }

    fn covariance(&self) -> [f64; 3] {
        self.measure().covariance()
    }

    fn euler_number(&self) -> i64 {
        self.euler_number()
    }
}

/// How the values of a column are computed.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Column {
    /// The number of the region.
    Label,
    Area,
    PixelCount,
    /// An entry of the bounding box.
    Bbox(usize),
    BboxArea,
    Extent,
    /// The mean row or column.
    Centroid(usize),
    /// The same relative to the bounding box.
    LocalCentroid(usize),
    EquivalentDiameter,
    EulerNumber,
    HoleCount,
    Orientation,
    /// Four standard deviations along the longest axis, or across it.
    AxisLength(usize),
    Eccentricity,
    /// An entry of the inertia tensor by row and column.
    Inertia(usize, usize),
    /// An eigenvalue of it, the larger one first.
    Eigenvalue(usize),
}

use Column::*;

/// The properties and their columns, named as in scikit-image.
const PROPERTIES: [(&str, &[(&str, Column)]); 17] = [
    ("label", &[("label", Label)]),
    ("area", &[("area", Area)]),
    ("num_pixels", &[("num_pixels", PixelCount)]),
    ("bbox", &[("bbox-0", Bbox(0)), ("bbox-1", Bbox(1)), ("bbox-2", Bbox(2)), ("bbox-3", Bbox(3))]),
    ("area_bbox", &[("area_bbox", BboxArea)]),
    ("extent", &[("extent", Extent)]),
    ("centroid", &[("centroid-0", Centroid(0)), ("centroid-1", Centroid(1))]),
    (
        "centroid_local",
        &[("centroid_local-0", LocalCentroid(0)), ("centroid_local-1", LocalCentroid(1))],
    ),
    ("equivalent_diameter_area", &[("equivalent_diameter_area", EquivalentDiameter)]),
    ("orientation", &[("orientation", Orientation)]),
    ("axis_major_length", &[("axis_major_length", AxisLength(0))]),
    ("axis_minor_length", &[("axis_minor_length", AxisLength(1))]),
    ("eccentricity", &[("eccentricity", Eccentricity)]),
    (
        "inertia_tensor",
        &[
            ("inertia_tensor-0-0", Inertia(0, 0)),
            ("inertia_tensor-0-1", Inertia(0, 1)),
            ("inertia_tensor-1-0", Inertia(1, 0)),
            ("inertia_tensor-1-1", Inertia(1, 1)),
        ],
    ),
    (
        "inertia_tensor_eigvals",
        &[("inertia_tensor_eigvals-0", Eigenvalue(0)), ("inertia_tensor_eigvals-1", Eigenvalue(1))],
    ),
    ("euler_number", &[("euler_number", EulerNumber)]),
    ("num_holes", &[("num_holes", HoleCount)]),
];

/// The columns of properties.
pub(crate) fn columns(names: &[String]) -> PyResult<Vec<(&'static str, Column)>> {
    let mut columns = Vec::new();
    for name in names {
        let property = PROPERTIES.iter().find(|(known, _)| known == name);
        let (_, own) = property.ok_or_else(|| {
            let known = PROPERTIES.map(|(name, _)| name).join(", ");
            PyValueError::new_err(format!(
                "unknown property '{name}' in properties; the properties are {known}"
            ))
        })?;
        columns.extend_from_slice(own);
    }
    Ok(columns)
}

/// The columns of properties that a caller names, or of the default ones.
pub(crate) fn columns_of(
    properties: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(&'static str, Column)>> {
    columns(&match properties {
        None => ["label", "area", "bbox", "centroid"].map(String::from).into(),
        // A text is iterable too, but its letters are not properties.
        Some(name) if name.is_instance_of::<pyo3::types::PyString>() => vec![name.extract()?],
        Some(names) => {
            names.try_iter()?.map(|name| name?.extract()).collect::<PyResult<Vec<_>>>()?
        }
    })
}

impl Column {
    pub(crate) fn needs_more_than_sums(self) -> bool {
        self.needs_moments() || self.needs_euler_number()
    }

    fn needs_moments(self) -> bool {
        matches!(self, Orientation | AxisLength(_) | Eccentricity | Inertia(..) | Eigenvalue(_))
    }

    fn needs_euler_number(self) -> bool {
        matches!(self, EulerNumber | HoleCount)
    }

    /// The values of regions with these labels.
    pub(crate) fn values<'py, R: Region>(
        self,
        py: Python<'py>,
        regions: &[R],
        label: impl Fn(usize) -> i64,
    ) -> Bound<'py, PyAny> {
        fn array<'py, R, T: numpy::Element>(
            py: Python<'py>,
            regions: &[R],
            value: impl Fn(&R) -> T,
        ) -> Bound<'py, PyAny> {
            regions.iter().map(value).collect::<Vec<T>>().into_pyarray(py).into_any()
        }
        match self {
            Label => (0..regions.len()).map(label).collect::<Vec<_>>().into_pyarray(py).into_any(),
            EulerNumber => array(py, regions, R::euler_number),
            HoleCount => array(py, regions, |region| 1 - region.euler_number()),
            Area => array(py, regions, |region| region.area() as f64),
            PixelCount => array(py, regions, |region| region.area() as i64),
            Bbox(entry) => array(py, regions, |region| region.bbox()[entry] as i64),
            BboxArea => array(py, regions, box_area),
            Extent => array(py, regions, |region| region.area() as f64 / box_area(region)),
            Centroid(axis) => array(py, regions, |region| region.centroid()[axis]),
            LocalCentroid(axis) => {
                array(py, regions, |region| region.centroid()[axis] - region.bbox()[axis] as f64)
            }
            EquivalentDiameter => {
                array(py, regions, |region| (4.0 * region.area() as f64 / PI).sqrt())
            }
            Orientation => array(py, regions, orientation),
            AxisLength(axis) => array(py, regions, |region| 4.0 * eigenvalues(region)[axis].sqrt()),
            Eccentricity => array(py, regions, |region| match eigenvalues(region) {
                [0.0, _] => 0.0,
                [long, short] => (1.0 - short / long).sqrt(),
            }),
            Inertia(row, column) => array(py, regions, |region| {
                let [xx, xy, yy] = region.covariance();
                [[xx, -xy], [-xy, yy]][row][column]
            }),
            Eigenvalue(axis) => array(py, regions, |region| eigenvalues(region)[axis]),
        }
    }
}

fn box_area(region: &impl Region) -> f64 {
    let [top, left, bottom, right] = region.bbox();
    (bottom - top) as f64 * (right - left) as f64
}

/// The eigenvalues of the covariance, the larger one first.
fn eigenvalues(region: &impl Region) -> [f64; 2] {
    let [xx, xy, yy] = region.covariance();
    let (mean, root) = ((xx + yy) / 2.0, ((xx - yy) / 2.0).hypot(xy));
    [mean + root, (mean - root).max(0.0)]
}

/// The angle between the axis of the rows and the long axis, counterclockwise, from −π/2 to π/2.
fn orientation(region: &impl Region) -> f64 {
    let [xx, xy, yy] = region.covariance();
    if xx == yy {
        return if xy > 0.0 { FRAC_PI_4 } else { -FRAC_PI_4 };
    }
    (2.0 * xy).atan2(yy - xx) / 2.0
}

/// The components of an image as columns, with as little work as these need.
fn table<'py>(
    py: Python<'py>,
    image: &BitmapBuf,
    connectivity: Connectivity,
    columns: &[(&'static str, Column)],
) -> PyResult<Bound<'py, PyDict>> {
    let need = |needs: fn(Column) -> bool| columns.iter().any(|&(_, column)| needs(column));
    match (need(Column::needs_moments), need(Column::needs_euler_number)) {
        (false, false) => table_of::<Component>(py, image, connectivity, columns),
        (false, true) => table_of::<WithEuler<Component>>(py, image, connectivity, columns),
        (true, false) => table_of::<Moments>(py, image, connectivity, columns),
        (true, true) => table_of::<WithEuler<Moments>>(py, image, connectivity, columns),
    }
}

fn table_of<'py, M: Measure<Connectivity = Connectivity> + Region + Send + Sync>(
    py: Python<'py>,
    image: &BitmapBuf,
    connectivity: Connectivity,
    columns: &[(&'static str, Column)],
) -> PyResult<Bound<'py, PyDict>> {
    let regions = py.detach(|| measure::<M>(image, connectivity));
    table_with(py, &regions, columns)
}

/// The table of components in the order of their labels.
pub(crate) fn table_with<'py, R: Region>(
    py: Python<'py>,
    components: &[R],
    columns: &[(&'static str, Column)],
) -> PyResult<Bound<'py, PyDict>> {
    let table = PyDict::new(py);
    for &(name, column) in columns {
        table.set_item(name, column.values(py, components, |index| index as i64 + 1))?;
    }
    Ok(table)
}

/// One image as bits; `None` if it has no pixels.
pub(crate) fn bitmap(input: &Input<'_>, py: Python<'_>) -> PyResult<Option<BitmapBuf>> {
    if input.frame().contains(&0) {
        return Ok(None);
    }
    let view = input.view();
    py.detach(|| view.bitmaps().next().transpose()).map_err(|error: BitmapError| value_error(error))
}

/// Measures the connected components of an image in one pass.
///
/// Returns a dict of arrays, a row for each component in raster order, ready for ``pandas.DataFrame``. Names and values are
/// those of ``skimage.measure.regionprops_table``, except `num_holes`, which it lacks, and `euler_number` with connectivity 4.
///
/// Parameters
/// ----------
/// image : ndarray of bool or uint8, height × width
/// connectivity : 4 or 8
/// properties : iterable of str
///     ``label``, ``area``, ``num_pixels``, ``bbox`` (half-open: ``bbox-0`` … ``bbox-3``),
///     ``area_bbox``, ``extent``, ``centroid`` (``centroid-0`` is the row), ``centroid_local``,
///     ``equivalent_diameter_area``, ``orientation``, ``axis_major_length``,
///     ``axis_minor_length``, ``eccentricity``, ``inertia_tensor``, ``inertia_tensor_eigvals``,
///     ``euler_number``, ``num_holes``. Pixels of holes are connected by the other connectivity.
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
    signature = (image, connectivity=8, properties=None, *, threshold=None, width=None),
    text_signature = "(image, connectivity=8, properties=('label', 'area', 'bbox', 'centroid'), *, threshold=None, width=None)"
)]
pub(crate) fn components<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    connectivity: u8,
    properties: Option<&Bound<'py, PyAny>>,
    threshold: Option<f64>,
    width: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let connectivity = self::connectivity(connectivity)?;
    let columns = columns_of(properties)?;
    let input = Input::new("image", image, threshold, width, false)?;
    match bitmap(&input, py)? {
        Some(image) => table(py, &image, connectivity, &columns),
        None => table_with::<Component>(py, &[], &columns),
    }
}
