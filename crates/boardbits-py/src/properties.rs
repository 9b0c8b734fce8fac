//! Measures of connected components, as columns of a table.
//!
//! A [`Region`] has the sums over its pixels: those of the crate for [`components`], and those of
//! `regions` for a label image. [`Column`] computes the values of scikit-image from them.

use std::f64::consts::{FRAC_PI_4, PI};

use cc_table::Connectivity;
use cc_table::labeling::{
    BitmapBuf, BitmapError, Component, Measure, Moments, VolumeComponent, WithEuler, measure,
};
use numpy::IntoPyArray;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::array::{Adjacent, Input, value_error};

/// What the columns need to know about a component or a region.
pub(crate) trait Region {
    /// Number of axes.
    const AXES: usize = 2;

    fn area(&self) -> u64;

    /// The first place on each axis, and then the place after the last. The others are not used.
    fn bbox(&self) -> [u64; 6];

    /// The mean place on each axis.
    fn centroid(&self) -> [f64; 3];

    /// The variance of the columns, the covariance, and the variance of the rows.
    fn covariance(&self) -> [f64; 3];

    /// 1 less the number of holes.
    fn euler_number(&self) -> i64;
}

impl Region for Component {
    fn area(&self) -> u64 {
        self.area()
    }

    fn bbox(&self) -> [u64; 6] {
        [self.top(), self.left(), self.bottom() + 1, self.right() + 1, 0, 0].map(|at| at as u64)
    }

    fn centroid(&self) -> [f64; 3] {
        let (x, y) = self.centroid();
        [y, x, 0.0]
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

    fn bbox(&self) -> [u64; 6] {
        self.component().bbox()
    }

    fn centroid(&self) -> [f64; 3] {
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

    fn bbox(&self) -> [u64; 6] {
        self.measure().bbox()
    }

    fn centroid(&self) -> [f64; 3] {
        self.measure().centroid()
    }

    fn covariance(&self) -> [f64; 3] {
        self.measure().covariance()
    }

    fn euler_number(&self) -> i64 {
        self.euler_number()
    }
}

/// A component of a volume, measured in the order of its axes.
pub(crate) struct Solid {
    area: u64,
    bbox: [u64; 6],
    centroid: [f64; 3],
}

impl Solid {
    /// Measures a component whose last axis is x, or the first one if the axes are reversed.
    fn new(component: &VolumeComponent, is_reversed: bool) -> Self {
        let ((x, y, z), (right, bottom, back)) = (component.lower(), component.upper());
        let mut bbox = [z, y, x, back + 1, bottom + 1, right + 1].map(|at| at as u64);
        let (x, y, z) = component.centroid();
        let mut centroid = [z, y, x];
        if is_reversed {
            bbox[..3].reverse();
            bbox[3..].reverse();
            centroid.reverse();
        }
        Self { area: component.voxel_count(), bbox, centroid }
    }
}

impl Region for Solid {
    const AXES: usize = 3;

    fn area(&self) -> u64 {
        self.area
    }

    fn bbox(&self) -> [u64; 6] {
        self.bbox
    }

    fn centroid(&self) -> [f64; 3] {
        self.centroid
    }

    /// Not known, as the Euler number. No column asks for them.
    fn covariance(&self) -> [f64; 3] {
        [f64::NAN; 3]
    }

    fn euler_number(&self) -> i64 {
        i64::MIN
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

/// Those of components of volumes.
const VOLUME_PROPERTIES: [(&str, &[(&str, Column)]); 9] = [
    PROPERTIES[0],
    PROPERTIES[1],
    PROPERTIES[2],
    (
        "bbox",
        &[
            ("bbox-0", Bbox(0)),
            ("bbox-1", Bbox(1)),
            ("bbox-2", Bbox(2)),
            ("bbox-3", Bbox(3)),
            ("bbox-4", Bbox(4)),
            ("bbox-5", Bbox(5)),
        ],
    ),
    PROPERTIES[4],
    PROPERTIES[5],
    (
        "centroid",
        &[("centroid-0", Centroid(0)), ("centroid-1", Centroid(1)), ("centroid-2", Centroid(2))],
    ),
    (
        "centroid_local",
        &[
            ("centroid_local-0", LocalCentroid(0)),
            ("centroid_local-1", LocalCentroid(1)),
            ("centroid_local-2", LocalCentroid(2)),
        ],
    ),
    PROPERTIES[8],
];

/// The columns of properties of regions with this number of axes.
pub(crate) fn columns(names: &[String], axes: usize) -> PyResult<Vec<(&'static str, Column)>> {
    let (properties, of) = match axes {
        3 => (&VOLUME_PROPERTIES[..], " of volumes"),
        _ => (&PROPERTIES[..], ""),
    };
    let mut columns = Vec::new();
    for name in names {
        let property = properties.iter().find(|(known, _)| known == name);
        let (_, own) = property.ok_or_else(|| {
            let known: Vec<_> = properties.iter().map(|&(name, _)| name).collect();
            let known = known.join(", ");
            PyValueError::new_err(format!(
                "unknown property '{name}' in properties; the properties{of} are {known}"
            ))
        })?;
        columns.extend_from_slice(own);
    }
    Ok(columns)
}

/// The columns of properties that a caller names, or of the default ones.
pub(crate) fn columns_of(
    properties: Option<&Bound<'_, PyAny>>,
    axes: usize,
) -> PyResult<Vec<(&'static str, Column)>> {
    let names = match properties {
        None => ["label", "area", "bbox", "centroid"].map(String::from).into(),
        // A text is iterable too, but its letters are not properties.
        Some(name) if name.is_instance_of::<pyo3::types::PyString>() => vec![name.extract()?],
        Some(names) => {
            names.try_iter()?.map(|name| name?.extract()).collect::<PyResult<Vec<_>>>()?
        }
    };
    columns(&names, axes)
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
                array(py, regions, |region| match (region.area() as f64 / PI, R::AXES) {
                    (area, 3) => (6.0 * area).cbrt(),
                    (area, _) => (4.0 * area).sqrt(),
                })
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

fn box_area<R: Region>(region: &R) -> f64 {
    let bbox = region.bbox();
    (0..R::AXES).map(|axis| (bbox[R::AXES + axis] - bbox[axis]) as f64).product()
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

/// The table of components of a volume.
pub(crate) fn volume_table<'py>(
    py: Python<'py>,
    components: &[VolumeComponent],
    is_reversed: bool,
    columns: &[(&'static str, Column)],
) -> PyResult<Bound<'py, PyDict>> {
    let solids: Vec<_> = components.iter().map(|found| Solid::new(found, is_reversed)).collect();
    table_with(py, &solids, columns)
}

/// One image as bits; `None` if it has no pixels.
pub(crate) fn bitmap(input: &Input<'_>, py: Python<'_>) -> PyResult<Option<BitmapBuf>> {
    if input.pixels() == 0 {
        return Ok(None);
    }
    let view = input.view();
    py.detach(|| view.bitmaps().next().transpose()).map_err(|error: BitmapError| value_error(error))
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
///     Volumes have those without a shape: ``label`` to ``equivalent_diameter_area``, with three
///     axes (``bbox-0`` … ``bbox-5``).
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
    connectivity: Option<u8>,
    properties: Option<&Bound<'py, PyAny>>,
    threshold: Option<f64>,
    width: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let input = Input::new("image", image, threshold, width, false)?.in_order_of_memory();
    let adjacent = input.adjacent(connectivity)?;
    let columns = columns_of(properties, input.frame().len())?;
    match adjacent {
        Adjacent::Pixels(connectivity) => match bitmap(&input, py)? {
            Some(image) => table(py, &image, connectivity, &columns),
            None => table_with::<Component>(py, &[], &columns),
        },
        Adjacent::Voxels(_) if input.pixels() == 0 => volume_table(py, &[], false, &columns),
        Adjacent::Voxels(neighbors) => {
            let view = input.view();
            let found = py.detach(|| Ok(measure(&view.volume()?, neighbors)));
            let found = found.map_err(|error: BitmapError| value_error(error))?;
            volume_table(py, &found, input.is_reversed(), &columns)
        }
    }
}
