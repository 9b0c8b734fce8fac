//! Tables of the properties of regions: of the pixels of each label of a label image, connected or
//! not, and of components.
//!
//! [`Properties`] are the columns of a table, with the names and the values of scikit-image's
//! `regionprops_table`. [`Properties::measure`] scans the labels once for the sums (`sums`), and again
//! for what few need; then each column is computed from the sums (`column`). Labels that are larger
//! than memory are measured in [`Part`]s (`part`).
//!
//! ```
//! use cc_label::regions::{Properties, Source, Values};
//!
//! let labels: [u8; 8] = [
//!     1, 1, 0, 3, //
//!     1, 1, 0, 3,
//! ];
//! let names = ["label", "area", "centroid", "perimeter"];
//! // Rows are 2 µm apart, columns 0.5 µm.
//! let properties = Properties::new(&names[..3], 2, Source::Labels)?.spacing(&[2.0, 0.5])?;
//! let table = properties.measure(&labels, (4, 2), &[])?;
//! assert_eq!(table[0], ("label".into(), Values::Integers(vec![1, 3])));
//! assert_eq!(table[1], ("area".into(), Values::Reals(vec![4.0, 2.0])));
//! assert_eq!(table[2], ("centroid-0".into(), Values::Reals(vec![1.0, 1.0])));
//! assert_eq!(table[3], ("centroid-1".into(), Values::Reals(vec![0.25, 1.5])));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod column;
mod part;
mod sums;

use alloc::string::String;
use alloc::vec::Vec;

use crate::image::{Connectivity, LabelError, Position};
use crate::label::{Numbers, Value};
use crate::measure::{Component, Extent, Moments};
use crate::scan::Measure;

use self::column::{Axes, Column, Found, Needs, Property, columns};
use self::sums::{Block, Sums};

pub use self::column::Row;
pub use self::part::Part;

/// What is measured, which decides what properties there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Components of tiles: sizes, boxes and centroids.
    Tiles,
    /// Components: with second moments; in images with the Euler number.
    Components,
    /// Labels: with Euler number, perimeters and holes.
    Labels,
    /// Labels and the intensities of their pixels.
    Intensities {
        /// The number of channels, whose numbers end the names; none for one without a number.
        channels: Option<usize>,
    },
    /// Labels in parts: sizes, boxes, centroids, Euler numbers.
    Chunks {
        /// Whether there are intensities too.
        intensities: bool,
    },
}

/// The error of a property or a spacing.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PropertyError {
    /// The name is not that of a property.
    #[error("unknown property '{name}' in properties; the properties{of} are {known}")]
    Unknown {
        /// The name.
        name: String,
        /// Of what.
        of: &'static str,
        /// The names of all properties.
        known: String,
    },
    /// The property is one of intensities.
    #[error("{name} needs intensities")]
    NeedsIntensities {
        /// The name.
        name: String,
    },
    /// The spacing is not a positive number for each axis.
    #[error("spacing must be {axes} positive numbers, found {found:?}")]
    Spacing {
        /// The number of axes.
        axes: usize,
        /// The numbers.
        found: Vec<f64>,
    },
    /// The property is defined for square pixels only.
    #[error("{name} needs the same spacing on all axes")]
    Anisotropic {
        /// The name.
        name: String,
    },
}

/// The values of a column, one for each region.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// Labels, pixels, boxes and Euler numbers.
    Integers(Vec<i64>),
    /// Others.
    Reals(Vec<f64>),
}

/// The columns of a table of regions.
#[derive(Clone, Debug)]
pub struct Properties {
    columns: Vec<Column>,
    axes: Axes,
    has_background: bool,
}

impl Properties {
    /// Returns the columns of the properties with these names, of an image or a volume of 1 to 3
    /// `axes`. A property of each axis has a column for each one, whose number ends its name, as in
    /// `centroid-0`. Axis 0 is that of planes in a volume, that of rows in an image.
    ///
    /// | names | of |
    /// | --- | --- |
    /// | `label`, `area`, `num_pixels`, `bbox`, `area_bbox`, `extent`, `centroid`, `centroid_local`, `equivalent_diameter_area` | all |
    /// | `axis_major_length`, `axis_minor_length`, `inertia_tensor`, `inertia_tensor_eigvals` | images and volumes |
    /// | `orientation`, `eccentricity` | images |
    /// | `euler_number`, and in images `num_holes` | components of images, and labels |
    /// | `area_filled`, and in images `perimeter`, `perimeter_crofton` | labels |
    /// | `intensity_mean`, `…_min`, `…_max`, `…_std`, `…_sum`, `centroid_weighted`, `…_weighted_local` | labels with intensities |
    ///
    /// Pixels of labels touch by corners too.
    ///
    /// # Errors
    /// [`PropertyError::Unknown`], [`PropertyError::NeedsIntensities`].
    pub fn new(
        names: &[impl AsRef<str>],
        axes: usize,
        source: Source,
    ) -> Result<Self, PropertyError> {
        let columns = columns(names, axes, source)?;
        let axes = Axes { count: axes, is_reversed: false, spacing: [1.0; 3] };
        Ok(Self { columns, axes, has_background: false })
    }

    /// Sets the distance of pixels on each axis, the first one first. Areas, centroids, lengths and
    /// perimeters are in its unit, or in its square or cube; boxes and numbers of pixels are not.
    ///
    /// # Errors
    /// [`PropertyError::Spacing`] if there is not a positive number for each axis,
    /// [`PropertyError::Anisotropic`] if they differ and there is a perimeter.
    pub fn spacing(mut self, spacing: &[f64]) -> Result<Self, PropertyError> {
        let is_positive = |side: &f64| side.is_finite() && *side > 0.0;
        if spacing.len() != self.axes.count || !spacing.iter().all(is_positive) {
            return Err(PropertyError::Spacing { axes: self.axes.count, found: spacing.into() });
        }
        let is_perimeter =
            |of: &&Column| matches!(of.property, Property::Perimeter | Property::CroftonPerimeter);
        let perimeter = self.columns.iter().find(is_perimeter);
        if let Some(column) = perimeter.filter(|_| spacing.iter().any(|&side| side != spacing[0])) {
            return Err(PropertyError::Anisotropic { name: column.name.clone() });
        }
        self.axes.spacing[..spacing.len()].copy_from_slice(spacing);
        Ok(self)
    }

    /// Sets whether label 0 is a region too, whose Euler number and perimeters are 0.
    #[must_use]
    pub const fn background(mut self, has_background: bool) -> Self {
        self.has_background = has_background;
        self
    }

    /// Sets whether axis 0 of names is that of columns, as for the memory of an array of Fortran.
    #[must_use]
    pub const fn reversed(mut self, is_reversed: bool) -> Self {
        self.axes.is_reversed = is_reversed;
        self
    }

    /// Returns whether there are columns that need [`Moments`], or the Euler number.
    #[must_use]
    pub fn need_moments(&self) -> bool {
        self.columns.iter().any(|column| column.needs > Needs::Sums)
    }

    /// Returns whether there are columns of intensities.
    #[must_use]
    pub fn need_intensities(&self) -> bool {
        self.columns.iter().any(|column| column.needs == Needs::Intensities)
    }

    /// Returns the table of components in the order of their labels.
    pub fn table(&self, components: &[impl Row]) -> Vec<(String, Values)> {
        self.with_labels(components, &Extras::default(), |index| index as i64 + 1)
    }

    /// Returns the table of components with these labels.
    pub fn table_of(&self, labels: &[i64], components: &[impl Row]) -> Vec<(String, Values)> {
        self.with_labels(components, &Extras::default(), |index| labels[index])
    }

    /// Measures the pixels of each label above 0, and returns a table with a row for each, in
    /// ascending order. Labels above 2⁶³ - 1 are background.
    ///
    /// `size` is `(width, height)` or `(width, height, depth)`. Rows come one after the other, then
    /// planes. There are no `intensities`, or there is one for each pixel and channel, those of a
    /// pixel one after the other.
    ///
    /// # Errors
    /// [`LabelError::PixelCount`] if a side is 0 or their product does not fit a `usize`,
    /// [`LabelError::Length`] if the number of labels or intensities differs from the size.
    pub fn measure<V: Value>(
        &self,
        labels: &[V],
        size: impl Position,
        intensities: &[f64],
    ) -> Result<Vec<(String, Values)>, LabelError> {
        let block = self.block(labels, size, intensities)?;
        let least = if self.wanted().needs_boxes() { Needs::Extent } else { Needs::Size };
        // What needs more is not in the sums. Smaller ones of many labels take less time.
        let needs = self.columns.iter().map(|column| column.needs);
        let needs = needs.filter(|&needs| needs <= Needs::Moments).fold(least, Needs::max);
        match (needs, u32::try_from(labels.len()).is_ok()) {
            (Needs::Size, true) => self.measured::<V, u32>(block),
            (Needs::Extent, true) => self.measured::<V, Extent>(block),
            (Needs::Sums, true) => self.measured::<V, Component>(block),
            (_, true) => self.measured::<V, Moments>(block),
            (Needs::Moments, false) => self.measured::<V, Moments<u64>>(block),
            (_, false) => self.measured::<V, Component<u64>>(block),
        }
    }

    fn block<'a, V: Value>(
        &self,
        labels: &'a [V],
        size: impl Position,
        intensities: &'a [f64],
    ) -> Result<Block<'a, V>, LabelError> {
        let numbers = Numbers::new(labels, size, V::default(), Connectivity::Corners)?;
        let (expected, found) = (labels.len(), intensities.len());
        if found % expected != 0 {
            return Err(LabelError::Length { expected, found });
        }
        let (core, at, axes) = (numbers.shape.size(), [0; 3], self.axes.count);
        Ok(Block { numbers, core, at, axes, intensities })
    }

    fn measured<V: Value, M: Measure + Row>(
        &self,
        block: Block<'_, V>,
    ) -> Result<Vec<(String, Values)>, LabelError> {
        let Sums { labels, rows, extras } = block.sums::<M>(self.wanted())?;
        Ok(self.with_labels(&rows, &extras, |index| labels[index]))
    }

    fn with_labels<M: Row>(
        &self,
        rows: &[M],
        extras: &Extras,
        label: impl Fn(usize) -> i64,
    ) -> Vec<(String, Values)> {
        let found = Found::new(rows, self.axes, extras, &self.columns);
        let values = |column| found.column(column, &label);
        self.columns.iter().map(|column| (column.name.clone(), values(column))).collect()
    }

    fn wanted(&self) -> Wanted {
        let has = |properties: &[Property]| {
            self.columns.iter().any(|column| properties.contains(&column.property))
        };
        Wanted {
            background: self.has_background,
            euler_numbers: has(&[Property::EulerNumber, Property::HoleCount]),
            croftons: has(&[Property::CroftonPerimeter]),
            perimeters: has(&[Property::Perimeter]),
            hole_sizes: has(&[Property::FilledArea]),
            extremes: has(&[Property::IntensityMin, Property::IntensityMax]),
            deviations: has(&[Property::IntensityStd]),
            weights: has(&[Property::WeightedCentroid, Property::WeightedLocalCentroid]),
        }
    }
}

/// What is measured besides the sums.
#[derive(Clone, Copy)]
struct Wanted {
    background: bool,
    euler_numbers: bool,
    croftons: bool,
    perimeters: bool,
    hole_sizes: bool,
    extremes: bool,
    deviations: bool,
    weights: bool,
}

impl Wanted {
    /// Returns whether what is not in the sums needs boxes.
    const fn needs_boxes(self) -> bool {
        self.hole_sizes || self.weights
    }

    /// Returns whether more than the sums of intensities is measured.
    const fn needs_channels(self) -> bool {
        self.extremes || self.deviations || self.weights
    }
}

/// What was measured besides the sums, for each region; empty if it was not.
#[derive(Default)]
struct Extras {
    euler_numbers: Vec<i64>,
    croftons: Vec<f64>,
    perimeters: Vec<f64>,
    hole_sizes: Vec<u64>,
    channel_count: usize,
    /// The sum of each channel.
    sums: Vec<f64>,
    channels: Vec<Channel>,
}

impl Extras {
    /// Adds the intensities of a run of a region and a channel, which begins at this place of the box.
    #[inline(always)]
    fn add(
        &mut self,
        at: usize,
        values: impl Iterator<Item = f64> + Clone,
        wanted: Wanted,
        [x, y, z]: [f64; 3],
    ) {
        let sum: f64 = values.clone().sum();
        self.sums[at] += sum;
        let Some(channel) = self.channels.get_mut(at) else { return };
        if wanted.extremes {
            // What is compared with a number that is not one stays.
            for value in values.clone() {
                channel.min =
                    if value < channel.min || value.is_nan() { value } else { channel.min };
                channel.max =
                    if value > channel.max || value.is_nan() { value } else { channel.max };
            }
        }
        if wanted.deviations {
            if channel.first.is_nan() {
                channel.first = values.clone().next().unwrap_or(f64::NAN);
            }
            for value in values.clone() {
                let difference = value - channel.first;
                channel.differences[0] += difference;
                channel.differences[1] += difference * difference;
            }
        }
        if wanted.weights {
            let along = values.zip(0..).map(|(value, at)| value * (x + f64::from(at)));
            channel.places[0] += along.sum::<f64>();
            channel.places[1] += sum * y;
            channel.places[2] += sum * z;
        }
    }

    /// Replaces the regions by some of them.
    fn reorder(&mut self, order: &[usize]) {
        fn chosen<T: Copy>(list: &mut Vec<T>, order: &[usize]) {
            if !list.is_empty() {
                *list = order.iter().map(|&at| list[at]).collect();
            }
        }
        chosen(&mut self.euler_numbers, order);
        chosen(&mut self.croftons, order);
        chosen(&mut self.perimeters, order);
        chosen(&mut self.hole_sizes, order);
        let count = self.channel_count;
        let order: Vec<_> = order.iter().flat_map(|&at| count * at..count * (at + 1)).collect();
        chosen(&mut self.sums, &order);
        chosen(&mut self.channels, &order);
    }
}

/// What is measured of a channel of the intensities of a region besides the sum.
#[derive(Clone, Copy)]
struct Channel {
    min: f64,
    max: f64,
    /// Any number among the intensities, such as the first, or their mean.
    first: f64,
    /// Sum of the differences from it, and of their squares.
    differences: [f64; 2],
    /// x, y and z relative to the box, by intensity.
    places: [f64; 3],
}

impl Channel {
    const NONE: Self = Self {
        min: f64::INFINITY,
        max: f64::NEG_INFINITY,
        first: f64::NAN,
        differences: [0.0; 2],
        places: [0.0; 3],
    };

    /// The variance of `pixels` intensities. Few bits are lost, because the differences are from
    /// one of them.
    fn variance(&self, pixels: u64) -> f64 {
        let ([sum, squares], n) = (self.differences, pixels as f64);
        let variance = (squares - sum * sum / n) / n;
        if variance < 0.0 { 0.0 } else { variance }
    }
}
