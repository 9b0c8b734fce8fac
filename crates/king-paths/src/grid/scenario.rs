//! Scenarios of the MovingAI benchmarks (Sturtevant, "Benchmarks for grid-based pathfinding",
//! 2012): questions with the length of a shortest path.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::num::ParseIntError;
use core::str::FromStr;

use bitboard_core::limits::unlimited_fallible;
use bitboard_core::{Limits, TryError};

use super::jump::OctilePlanner;
use super::octile::OctileCost;
use super::size::{GridError, Point};

/// One line of a scenario file: two cells of a map and the length of a shortest path between them.
///
/// The fields are separated by tabs, or by other white space if there are no tabs: bucket, map,
/// width and height of the map, column and row of the start, column and row of the goal, length.
/// Files of version 0, which have no header, lack width and height.
///
/// ```
/// use king_paths::grid::{Grid, OctileCost, Scenario};
///
/// let map: Grid = "
///     ..#..
///     ..#..
///     .....".parse()?;
/// let scenario: Scenario = "1 example.map 5 3 0 0 4 0 6.82842712".parse()?;
/// assert_eq!((scenario.start, scenario.goal), ((0, 0), (4, 0)));
/// assert_eq!(scenario.check(&mut map.octile_planner()?)?, OctileCost::new(4, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Scenario {
    /// The group of the scenario: a quarter of its length, rounded down, in the published files.
    pub bucket: u32,
    /// The file name of the map.
    pub map: String,
    /// Number of columns of the map, which may have to be [scaled](super::Grid::scaled); 0 in
    /// version 0.
    pub width: usize,
    /// Number of rows of the map; 0 in version 0.
    pub height: usize,
    /// The first cell.
    pub start: Point,
    /// The last cell.
    pub goal: Point,
    /// The length of a shortest path.
    pub length: f64,
    /// Number of digits of the length after the point.
    pub digits: u32,
}

/// Error of parsing a scenario.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// The number of fields is not nine, nor seven.
    #[error("expected 9 fields, found {found}")]
    Fields {
        /// Number of fields.
        found: usize,
    },
    /// A field is not a whole number from 0 to 2³² − 1.
    #[error("field {field} ({name}): expected a whole number, found {text:?}: {source}")]
    Number {
        /// The field, from 1.
        field: usize,
        /// Its name.
        name: &'static str,
        /// Its text.
        text: String,
        /// The reason.
        source: ParseIntError,
    },
    /// The length is not a number of digits with an optional point.
    #[error("field 9 (length): expected a decimal number, found {text:?}")]
    Length {
        /// The text.
        text: String,
    },
}

/// Error of a scenario that is wrong about its map.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Mismatch {
    /// The map has another size.
    #[error("expected a map of {expected_width}×{expected_height}, found {width}×{height}")]
    Size {
        /// Number of columns in the scenario.
        expected_width: usize,
        /// Number of rows in the scenario.
        expected_height: usize,
        /// Number of columns of the map.
        width: usize,
        /// Number of rows of the map.
        height: usize,
    },
    /// The search failed, for example because a cell lies outside of the map or is not free.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// There is no path.
    #[error("expected a path of length {expected}, found none")]
    NoPath {
        /// The length in the scenario.
        expected: f64,
    },
    /// The shortest path has another length.
    #[error("expected a path of length {expected}, found {found}")]
    Length {
        /// The length in the scenario.
        expected: f64,
        /// The length of a shortest path.
        found: OctileCost,
    },
}

impl Scenario {
    /// Returns whether a text is the first line of a scenario file: `version` and a number.
    ///
    /// ```
    /// use king_paths::grid::Scenario;
    ///
    /// assert!(Scenario::is_header("version 1"));
    /// assert!(!Scenario::is_header("0 a.map 5 3 0 0 4 0 6.8"));
    /// ```
    #[must_use]
    pub fn is_header(line: &str) -> bool {
        let version = line.strip_prefix("version").unwrap_or_default();
        version.starts_with(char::is_whitespace) && decimal(version.trim()).is_some()
    }

    /// Finds a shortest path with a planner for the map, and compares its length.
    ///
    /// The length of the scenario may differ by half a unit of its last digit after the point, and
    /// by a millionth, because published lengths are sums of rounded numbers. A length without a
    /// point is exact, because only paths without diagonal steps have a whole length.
    ///
    /// # Errors
    /// [`Mismatch`] if the map does not fit, no path exists, or its length differs.
    pub fn check(&self, planner: &mut OctilePlanner) -> Result<OctileCost, Mismatch> {
        unlimited_fallible(|limits| self.try_check(planner, limits))
    }

    /// [`check`](Self::check) within limits, as [`OctilePlanner::try_cost`].
    ///
    /// # Errors
    /// As [`check`](Self::check), or if a limit was reached.
    pub fn try_check(
        &self,
        planner: &mut OctilePlanner,
        limits: &Limits<'_>,
    ) -> Result<OctileCost, TryError<Mismatch, OctileCost>> {
        let (expected_width, expected_height) = (self.width, self.height);
        let (width, height) = (planner.grid().width(), planner.grid().height());
        if ![(width, height), (0, 0)].contains(&(expected_width, expected_height)) {
            let size = Mismatch::Size { expected_width, expected_height, width, height };
            return Err(TryError::Failed(size));
        }
        let found = planner.try_cost(self.start, self.goal, limits);
        let found = found.map_err(|error| error.map_failed(Mismatch::Grid))?;
        self.check_cost(found).map_err(TryError::Failed)
    }

    /// Compares the cost of a shortest path from any search, as [`check`](Self::check).
    ///
    /// # Errors
    /// [`Mismatch::NoPath`] for `None`, [`Mismatch::Length`] if the length differs.
    pub fn check_cost(&self, found: Option<OctileCost>) -> Result<OctileCost, Mismatch> {
        let expected = self.length;
        let found = found.ok_or(Mismatch::NoPath { expected })?;
        let unit: f64 = (0..self.digits).fold(1.0, |unit, _| unit / 10.0);
        let rounded = if self.digits > 0 { unit / 2.0 } else { 0.0 };
        if (found.to_f64() - expected).abs() > rounded + expected * 1e-6 {
            return Err(Mismatch::Length { expected, found });
        }
        Ok(found)
    }
}

impl FromStr for Scenario {
    type Err = ScenarioError;

    fn from_str(line: &str) -> Result<Self, ScenarioError> {
        let fields: Vec<&str> = if line.contains('\t') {
            line.trim_end().split('\t').collect()
        } else {
            line.split_whitespace().collect()
        };
        let (fields, (width, height)) = match fields[..] {
            [a, b, width, height, c, d, e, f, g] => ([a, b, c, d, e, f, g], (width, height)),
            [a, b, c, d, e, f, g] => ([a, b, c, d, e, f, g], ("0", "0")),
            _ => return Err(ScenarioError::Fields { found: fields.len() }),
        };
        let [bucket, map, start_x, start_y, goal_x, goal_y, length] = fields;
        let number = |field: usize, name: &'static str, text: &str| {
            let wrong = |source| ScenarioError::Number { field, name, text: text.into(), source };
            text.trim().parse::<u32>().map_err(wrong)
        };
        let (length, digits) = decimal(length.trim())
            .ok_or_else(|| ScenarioError::Length { text: length.trim().to_string() })?;
        Ok(Self {
            bucket: number(1, "bucket", bucket)?,
            map: map.to_string(),
            width: number(3, "width of the map", width)? as usize,
            height: number(4, "height of the map", height)? as usize,
            start: (
                number(5, "column of the start", start_x)? as usize,
                number(6, "row of the start", start_y)? as usize,
            ),
            goal: (
                number(7, "column of the goal", goal_x)? as usize,
                number(8, "row of the goal", goal_y)? as usize,
            ),
            length,
            digits,
        })
    }
}

/// A number of digits with an optional point, and the number of digits after it.
fn decimal(text: &str) -> Option<(f64, u32)> {
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = text.parse().ok().filter(|number: &f64| is_decimal && number.is_finite())?;
    let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
    Some((number, u32::try_from(digits).ok()?))
}
