//! The properties of regions by name, and the columns of a table.
//!
//! Names and values are those of scikit-image's `regionprops_table`. The axes of names are those of
//! an array: planes, rows and columns; those of measures are x, y and z.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::array::from_fn;
use core::f64::consts::{FRAC_PI_4, PI};

use crate::measure::{Component, Extent, Moments, WithEuler, principal_axes};
use crate::scan::Rows;

use super::{Extras, PropertyError, Source, Values};

/// A region or a component with the sums that columns need.
pub trait Row {
    /// Number of pixels.
    fn pixels(&self) -> u64;

    /// The first place on an axis, and the one after the last.
    fn side(&self, _axis: usize) -> [u64; 2] {
        [0; 2]
    }

    /// The mean place.
    fn mean(&self) -> [f64; 3] {
        [f64::NAN; 3]
    }

    /// The covariances of places.
    fn covariances(&self) -> [[f64; 3]; 3] {
        [[f64::NAN; 3]; 3]
    }

    /// The Euler number, if it was counted with the sums.
    fn euler(&self) -> i64 {
        0
    }
}

impl Row for u32 {
    fn pixels(&self) -> u64 {
        u64::from(*self)
    }
}

impl<R: Rows> Row for Extent<R> {
    fn pixels(&self) -> u64 {
        self.size()
    }

    fn side(&self, axis: usize) -> [u64; 2] {
        [self.lower[axis].into(), self.upper[axis].into() + 1]
    }
}

impl<R: Rows> Row for Component<R> {
    fn pixels(&self) -> u64 {
        self.extent().pixels()
    }

    fn side(&self, axis: usize) -> [u64; 2] {
        self.extent().side(axis)
    }

    fn mean(&self) -> [f64; 3] {
        self.centroid()
    }
}

impl<R: Rows> Row for Moments<R> {
    fn pixels(&self) -> u64 {
        self.component().pixels()
    }

    fn side(&self, axis: usize) -> [u64; 2] {
        self.component().side(axis)
    }

    fn mean(&self) -> [f64; 3] {
        self.component().mean()
    }

    fn covariances(&self) -> [[f64; 3]; 3] {
        self.covariance()
    }
}

impl<M: Row> Row for WithEuler<M> {
    fn pixels(&self) -> u64 {
        self.inner().pixels()
    }

    fn side(&self, axis: usize) -> [u64; 2] {
        self.inner().side(axis)
    }

    fn mean(&self) -> [f64; 3] {
        self.inner().mean()
    }

    fn covariances(&self) -> [[f64; 3]; 3] {
        self.inner().covariances()
    }

    fn euler(&self) -> i64 {
        self.euler_number()
    }
}

/// A property of a region.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Property {
    Label,
    Area,
    PixelCount,
    Bbox,
    BboxArea,
    BoxShare,
    Centroid,
    LocalCentroid,
    EquivalentDiameter,
    Orientation,
    MajorAxis,
    MinorAxis,
    Eccentricity,
    Inertia,
    Eigenvalues,
    EulerNumber,
    HoleCount,
    Perimeter,
    CroftonPerimeter,
    FilledArea,
    IntensityMean,
    IntensityMin,
    IntensityMax,
    IntensityStd,
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Needs {
    Size,
    Extent,
    Sums,
    Moments,
    EulerNumber,
    Labels,
    Intensities,
}

/// A property with its name, and whether it is of images only.
type Known = (&'static str, Property, Form, Needs, bool);

const PROPERTIES: [Known; 27] = [
    ("label", Label, Form::One, Needs::Size, false),
    ("area", Area, Form::One, Needs::Size, false),
    ("num_pixels", PixelCount, Form::One, Needs::Size, false),
    ("bbox", Bbox, Form::Sides, Needs::Extent, false),
    ("area_bbox", BboxArea, Form::One, Needs::Extent, false),
    ("extent", BoxShare, Form::One, Needs::Extent, false),
    ("centroid", Centroid, Form::Axes, Needs::Sums, false),
    ("centroid_local", LocalCentroid, Form::Axes, Needs::Sums, false),
    ("equivalent_diameter_area", EquivalentDiameter, Form::One, Needs::Size, false),
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

/// A column of a table: a property, and its axes, side or channel.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) property: Property,
    pub(super) needs: Needs,
    at: [usize; 2],
}

/// Returns the columns of the properties with these names.
pub(super) fn columns(
    names: &[impl AsRef<str>],
    axes: usize,
    source: Source,
) -> Result<Vec<Column>, PropertyError> {
    let channels = match source {
        Source::Intensities { channels } => channels,
        _ => None,
    };
    // One axis has no second moments of its own.
    let exists = |&(_, property, _, needs, is_planar): &Known| {
        let fits = match axes {
            1 => needs != Needs::Moments && !matches!(property, Perimeter | CroftonPerimeter),
            _ => axes == 2 || !is_planar,
        };
        fits && match source {
            Source::Tiles => needs <= Needs::Sums,
            Source::Components if axes == 2 => needs <= Needs::EulerNumber,
            Source::Components => needs <= Needs::Moments,
            Source::Chunks { intensities } => match needs {
                Needs::Size | Needs::Extent | Needs::Sums | Needs::EulerNumber => true,
                Needs::Moments | Needs::Labels => false,
                Needs::Intensities => {
                    intensities && !matches!(property, WeightedCentroid | WeightedLocalCentroid)
                }
            },
            Source::Labels => needs <= Needs::Labels,
            Source::Intensities { .. } => true,
        }
    };
    let mut columns = Vec::new();
    for name in names.iter().map(AsRef::as_ref) {
        let found = PROPERTIES.iter().find(|property| property.0 == name);
        let Some(&(_, property, form, needs, _)) = found.filter(|known| exists(known)) else {
            let name = name.to_string();
            let has_none = matches!(source, Source::Labels | Source::Chunks { intensities: false });
            if has_none && found.is_some_and(|known| known.3 == Needs::Intensities) {
                return Err(PropertyError::NeedsIntensities { name });
            }
            let known = PROPERTIES.iter().filter(|known| exists(known));
            let known = known.map(|property| property.0).collect::<Vec<_>>().join(", ");
            let of = match (source, axes) {
                (Source::Chunks { .. }, _) => " of chunks",
                (_, 1) => " of one row",
                (_, 2) => "",
                _ => " of volumes",
            };
            return Err(PropertyError::Unknown { name, of, known });
        };
        let mut push = |shown: &[usize], at: [usize; 2]| {
            let parts = shown.iter().map(|part| format!("-{part}"));
            let name = parts.fold(name.to_string(), |name, part| name + &part);
            columns.push(Column { name, property, needs, at });
        };
        match (form, channels) {
            (Form::One, _) | (Form::Channels, None) => push(&[], [0, 0]),
            (Form::Sides, _) => {
                (0..2 * axes).for_each(|side| push(&[side], [side % axes, side / axes]));
            }
            (Form::Axes | Form::Ordered, _) | (Form::AxesAndChannels, None) => {
                (0..axes).for_each(|axis| push(&[axis], [axis, 0]));
            }
            (Form::Channels, Some(count)) => (0..count).for_each(|to| push(&[to], [0, to])),
            (Form::Matrix, _) => pairs(axes, axes).for_each(|at| push(&at, at)),
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

/// The axes of a table, and how long a pixel is on each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    pub(super) count: usize,
    /// Whether axis 0 of names is x.
    pub(super) is_reversed: bool,
    /// By the axes of names.
    pub(super) spacing: [f64; 3],
}

impl Axes {
    /// The axis of measures for one of names.
    fn of(self, axis: usize) -> usize {
        if self.is_reversed { axis } else { self.count - 1 - axis }
    }

    /// The size of a pixel.
    fn pixel(self) -> f64 {
        self.spacing[..self.count].iter().product()
    }

    fn box_pixels(self, row: &impl Row) -> f64 {
        let sides = (0..self.count).map(|axis| row.side(axis));
        sides.map(|[first, end]| (end - first) as f64).product()
    }

    fn centroid(self, row: &impl Row, axis: usize) -> f64 {
        row.mean()[self.of(axis)] * self.spacing[axis]
    }

    /// The covariances by the axes of names.
    fn covariances(self, row: &impl Row) -> [[f64; 3]; 3] {
        let (all, mut found) = (row.covariances(), [[0.0; 3]; 3]);
        for [i, j] in pairs(self.count, self.count) {
            found[i][j] = all[self.of(i)][self.of(j)] * self.spacing[i] * self.spacing[j];
        }
        found
    }

    /// The inertia tensor, as in mechanics, of pixels of mass 1 / n.
    fn inertia(self, row: &impl Row) -> [[f64; 3]; 3] {
        let covariances = self.covariances(row);
        let trace: f64 = (0..self.count).map(|axis| covariances[axis][axis]).sum();
        from_fn(|i| from_fn(|j| if i == j { trace } else { 0.0 } - covariances[i][j]))
    }

    /// The eigenvalues of the inertia tensor, the largest first.
    fn eigenvalues(self, row: &impl Row) -> [f64; 3] {
        if self.count == 3 {
            return principal_axes(self.inertia(row)).map(|(value, _)| value.max(0.0));
        }
        let [[yy, xy, _], [_, xx, _], _] = self.covariances(row);
        let (mean, root) = ((xx + yy) / 2.0, ((xx - yy) / 2.0).hypot(xy));
        [mean + root, (mean - root).max(0.0), 0.0]
    }

    /// The angle between the axis of the rows and the long axis, counterclockwise, from −π/2 to
    /// π/2.
    fn orientation(self, row: &impl Row) -> f64 {
        let [[yy, xy, _], [_, xx, _], _] = self.covariances(row);
        if xx == yy {
            return if xy > 0.0 { FRAC_PI_4 } else { -FRAC_PI_4 };
        }
        (2.0 * xy).atan2(yy - xx) / 2.0
    }
}

/// What the columns of a table are computed from.
pub(super) struct Found<'a, M> {
    pub(super) rows: &'a [M],
    pub(super) axes: Axes,
    pub(super) extras: &'a Extras,
    /// The eigenvalues, if a column needs them.
    pub(super) eigenvalues: Vec<[f64; 3]>,
}

impl<'a, M: Row> Found<'a, M> {
    pub(super) fn new(rows: &'a [M], axes: Axes, extras: &'a Extras, columns: &[Column]) -> Self {
        let of_axes =
            |of: &Column| matches!(of.property, MajorAxis | MinorAxis | Eccentricity | Eigenvalues);
        let eigenvalues = match columns.iter().any(of_axes) {
            true => rows.iter().map(|row| axes.eigenvalues(row)).collect(),
            false => Vec::new(),
        };
        Self { rows, axes, extras, eigenvalues }
    }

    /// The values of a column.
    pub(super) fn column(&self, column: &Column, label: impl Fn(usize) -> i64) -> Values {
        let (Self { rows, axes, extras, .. }, [axis, other]) = (self, column.at);
        let of_eigenvalues = |value: fn([f64; 3]) -> f64| {
            Values::Reals(self.eigenvalues.iter().map(|&values| value(values)).collect())
        };
        let at = |row: usize| extras.channel_count * row + other;
        let (channel, sum) = (|row| &extras.channels[at(row)], |row| extras.sums[at(row)]);
        let euler = |i: usize, row: &M| extras.euler_numbers.get(i).copied().unwrap_or(row.euler());
        let pixel = axes.pixel();
        let local = |row: &M, axis: usize| {
            axes.centroid(row, axis) - row.side(axes.of(axis))[0] as f64 * axes.spacing[axis]
        };
        let is_solid = axes.count == 3;
        match column.property {
            Label => whole(rows, |i, _| label(i)),
            EulerNumber => whole(rows, euler),
            HoleCount => whole(rows, |i, row| 1 - euler(i, row)),
            Area => reals(rows, |row| row.pixels() as f64 * pixel),
            PixelCount => whole(rows, |_, row| row.pixels() as i64),
            Bbox => whole(rows, |_, row| row.side(axes.of(axis))[other] as i64),
            BboxArea => reals(rows, |row| axes.box_pixels(row) * pixel),
            BoxShare => reals(rows, |row| row.pixels() as f64 / axes.box_pixels(row)),
            Centroid => reals(rows, |row| axes.centroid(row, axis)),
            LocalCentroid => reals(rows, |row| local(row, axis)),
            EquivalentDiameter if is_solid => {
                reals(rows, |row| (6.0 * row.pixels() as f64 * pixel / PI).cbrt())
            }
            EquivalentDiameter => {
                reals(rows, |row| (4.0 * row.pixels() as f64 * pixel / PI).sqrt())
            }
            Orientation => reals(rows, |row| axes.orientation(row)),
            MajorAxis if is_solid => {
                of_eigenvalues(|[a, b, c]| (10.0 * (a + b - c)).max(0.0).sqrt())
            }
            MinorAxis if is_solid => {
                of_eigenvalues(|[a, b, c]| (10.0 * (b + c - a)).max(0.0).sqrt())
            }
            MajorAxis => of_eigenvalues(|[long, ..]| 4.0 * long.sqrt()),
            MinorAxis => of_eigenvalues(|[_, short, _]| 4.0 * short.sqrt()),
            Eccentricity => of_eigenvalues(|[long, short, _]| match long {
                0.0 => 0.0,
                _ => (1.0 - short / long).sqrt(),
            }),
            Inertia => reals(rows, |row| axes.inertia(row)[axis][other]),
            Eigenvalues => numbered(rows, |row| self.eigenvalues[row][axis]),
            Perimeter => numbered(rows, |row| extras.perimeters[row] * axes.spacing[0]),
            CroftonPerimeter => numbered(rows, |row| extras.croftons[row] * axes.spacing[0]),
            FilledArea => {
                numbered(rows, |row| (rows[row].pixels() + extras.hole_sizes[row]) as f64 * pixel)
            }
            IntensityMean => numbered(rows, |row| sum(row) / rows[row].pixels() as f64),
            IntensityMin => numbered(rows, |row| channel(row).min),
            IntensityMax => numbered(rows, |row| channel(row).max),
            IntensityStd => numbered(rows, |row| channel(row).variance(rows[row].pixels()).sqrt()),
            IntensitySum => numbered(rows, sum),
            WeightedCentroid | WeightedLocalCentroid => numbered(rows, |row| {
                let of = axes.of(axis);
                let first = match column.property {
                    WeightedCentroid => rows[row].side(of)[0] as f64,
                    _ => 0.0,
                };
                (channel(row).places[of] / sum(row) + first) * axes.spacing[axis]
            }),
        }
    }
}

fn reals<M>(rows: &[M], value: impl Fn(&M) -> f64) -> Values {
    Values::Reals(rows.iter().map(value).collect())
}

/// The values by the number of the row.
fn numbered<M>(rows: &[M], value: impl Fn(usize) -> f64) -> Values {
    Values::Reals((0..rows.len()).map(value).collect())
}

fn whole<M>(rows: &[M], value: impl Fn(usize, &M) -> i64) -> Values {
    Values::Integers(rows.iter().enumerate().map(|(i, row)| value(i, row)).collect())
}
