//! Arrays that come from NumPy: images, one or a stack of them, and volumes, as bytes or as packed
//! bits, and the cells of boards and grids.

use cc_label::{BitOrder, Connectivity, Image, LabelError};
use numpy::ndarray::{ArrayView2, Axis};
use numpy::prelude::*;
use numpy::{
    Element, PyArray2, PyArrayDescr, PyArrayDyn, PyReadonlyArray2, PyReadonlyArrayDyn,
    PyUntypedArray, dtype, ndarray::ArrayViewD,
};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;

use crate::number;

/// A `ValueError` with the message of an error of the crates.
pub(crate) fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Arrays of fewer elements are zeroed, which is faster than a call of Python, and labeled with the
/// interpreter's lock.
const SMALL: usize = 1 << 12;

/// A new array with any contents. Those of `PyArray` panic without memory; this is a `MemoryError`.
pub(crate) fn empty<'py, T: Element>(
    py: Python<'py>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    static EMPTY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    // NumPy refuses shapes whose other sides are too long, even without elements.
    let elements = shape.iter().try_fold(1_usize, |all, &side| all.checked_mul(side.max(1)));
    if elements.is_some_and(|elements| elements < SMALL) {
        return Ok(PyArrayDyn::zeros(py, shape, false));
    }
    let empty = EMPTY.import(py, "numpy", "empty")?.call1((shape, dtype::<T>(py)))?;
    empty.cast_into::<PyArrayDyn<T>>().map_err(PyErr::from)
}

/// Parses a connectivity of pixels: 4 and 8, or scikit-image's 1 and 2 for the same. The default
/// is 8.
fn connectivity(number: Option<i64>) -> PyResult<Connectivity> {
    match number {
        Some(1 | 4) => Ok(Connectivity::FOUR),
        None | Some(2 | 8) => Ok(Connectivity::EIGHT),
        Some(number) => Err(PyValueError::new_err(format!(
            "connectivity must be 4 or 8 (or 1 or 2 for the same), found {number}"
        ))),
    }
}

/// Parses a connectivity of voxels: 6, 18 and 26, or scikit-image's 1, 2 and 3 for the same. The
/// default is 26.
fn neighbors(number: Option<i64>) -> PyResult<Connectivity> {
    match number {
        Some(1 | 6) => Ok(Connectivity::SIX),
        Some(2 | 18) => Ok(Connectivity::EIGHTEEN),
        None | Some(3 | 26) => Ok(Connectivity::TWENTY_SIX),
        Some(number) => Err(PyValueError::new_err(format!(
            "connectivity of a volume must be 6, 18 or 26 (or 1, 2 or 3 for the same), found \
             {number}"
        ))),
    }
}

/// The argument `connectivity` of a function whose next argument is `properties`.
pub(crate) fn connectivity_before_properties(found: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    if found.try_iter().is_ok() {
        let found = found.repr()?;
        return Err(PyTypeError::new_err(format!(
            "connectivity must be an integer, found {found}: write properties={found}"
        )));
    }
    number::connectivity(found)
}

/// Parses the connectivity of an array with this number of dimensions.
pub(crate) fn connectivity_of(
    name: &str,
    dimensions: usize,
    number: Option<i64>,
) -> PyResult<Connectivity> {
    match dimensions {
        2 => connectivity(number),
        3 => neighbors(number),
        _ => Err(PyValueError::new_err(format!(
            "{name} must have 2 or 3 dimensions, found {dimensions}"
        ))),
    }
}

/// Returns whether an array is a volume in the order of Fortran. With its axes reversed, it is one
/// in the order of C.
pub(crate) fn is_reversed(array: &Bound<'_, PyUntypedArray>) -> bool {
    array.ndim() == 3 && array.is_fortran_contiguous() && !array.is_c_contiguous()
}

/// Returns whether the elements follow each other, in the order of C, or of Fortran in a volume.
pub(crate) fn is_in_order(array: &Bound<'_, PyUntypedArray>) -> bool {
    array.is_c_contiguous() || is_reversed(array)
}

/// A copy if the array is not in order. NumPy raises `MemoryError` if it cannot be allocated.
pub(crate) fn in_order_of_memory<'py>(
    array: Bound<'py, PyUntypedArray>,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    if is_in_order(&array) {
        return Ok(array);
    }
    Ok(array.call_method0(intern!(array.py(), "copy"))?.cast_into()?)
}

/// Width, height and depth in the order of memory, 1 for axes that the array does not have.
pub(crate) fn size(array: &Bound<'_, PyUntypedArray>) -> (usize, usize, usize) {
    match (array.shape(), is_reversed(array)) {
        (&[width, height, depth], true) | (&[depth, height, width], false) => {
            (width, height, depth)
        }
        (&[.., height, width], _) => (width, height, 1),
        (shape, _) => (shape.iter().product(), 1, 1),
    }
}

/// Refuses a masked array: its mask would be ignored.
pub(crate) fn refuse_mask(name: &str, object: &Bound<'_, PyAny>) -> PyResult<()> {
    // Only a subclass of arrays has masks.
    let is_plain = object.cast_exact::<PyUntypedArray>().is_ok();
    let is_array = !is_plain && object.cast::<PyUntypedArray>().is_ok();
    if is_array && object.hasattr(intern!(object.py(), "mask"))? {
        return Err(PyTypeError::new_err(format!(
            "{name} must not be a masked array: fill or drop the mask, for example \
             {name}.filled(0)"
        )));
    }
    Ok(())
}

/// The argument `name` as an array without a mask, of elements that the caller checks.
pub(crate) fn untyped<'a, 'py>(
    name: &str,
    object: &'a Bound<'py, PyAny>,
    wanted: &str,
) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    refuse_mask(name, object)?;
    object.cast::<PyUntypedArray>().map_err(|_| {
        PyTypeError::new_err(format!(
            "{name} must be a NumPy array of {wanted}, found {}",
            object.get_type()
        ))
    })
}

/// Whether elements have the type `T` in the native byte order. NumPy alone takes long for other
/// types.
pub(crate) fn has_type<T: Element>(found: &Bound<'_, PyArrayDescr>) -> bool {
    let wanted = dtype::<T>(found.py());
    let is_like = found.kind() == wanted.kind() && found.itemsize() == wanted.itemsize();
    is_like && found.is_equiv_to(&wanted)
}

/// Whether elements are those of Rust: each begins at a multiple of its size and has the native byte
/// order. NumPy also has other arrays, such as a field of a packed record.
pub(crate) fn is_native(array: &Bound<'_, PyUntypedArray>) -> PyResult<bool> {
    let py = array.py();
    let size = array.dtype().itemsize() as isize;
    if size <= 1 {
        return Ok(true);
    }
    let flags = array.getattr(intern!(py, "flags"))?;
    Ok(array.dtype().is_native_byteorder() != Some(false)
        && array.strides().iter().all(|stride| stride % size == 0)
        && flags.getattr(intern!(py, "aligned"))?.is_truthy()?)
}

/// Like [`untyped`], but a copy if the elements are not those of Rust.
pub(crate) fn in_native<'py>(
    name: &str,
    object: &Bound<'py, PyAny>,
    wanted: &str,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let array = untyped(name, object, wanted)?;
    if is_native(array)? {
        return Ok(array.clone());
    }
    Ok(array
        .call_method1(intern!(array.py(), "astype"), (native(&array.dtype())?,))?
        .cast_into()?)
}

/// The type in the native byte order.
pub(crate) fn native<'py>(found: &Bound<'py, PyArrayDescr>) -> PyResult<Bound<'py, PyArrayDescr>> {
    Ok(found.call_method1(intern!(found.py(), "newbyteorder"), ("=",))?.cast_into()?)
}

/// An array of `bool` as the bytes in its memory, which need not be 0 and 1.
fn bytes_of_bool<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyAny>> {
    array.call_method1(intern!(array.py(), "view"), (dtype::<u8>(array.py()),))
}

/// Small numbers by row and column: the cells of a board or a grid, or costs.
pub(crate) struct Cells<'py, T: Element> {
    bytes: PyReadonlyArray2<'py, T>,
    is_bool: bool,
}

impl<'py, T: Element + Copy + PartialEq + From<bool>> Cells<'py, T> {
    /// The argument `name`: an array of `bool` or of integers of any type, or lists of them.
    /// `wanted` says which numbers these are.
    pub(crate) fn new(name: &str, object: &Bound<'py, PyAny>, wanted: &str) -> PyResult<Self> {
        let py = object.py();
        refuse_mask(name, object)?;
        let array = py.import("numpy")?.call_method1("asarray", (object,))?;
        let array = array.cast_into::<PyUntypedArray>()?;
        let found = array.dtype();
        if array.ndim() == 0 || !matches!(found.kind(), b'b' | b'i' | b'u') {
            return Err(PyTypeError::new_err(format!(
                "{name} must be {wanted}, as bool or integers, found {} of {found}",
                object.get_type()
            )));
        }
        if array.ndim() != 2 {
            return Err(PyValueError::new_err(format!(
                "{name} must have 2 dimensions, found {}",
                array.ndim()
            )));
        }
        let is_bool = found.kind() == b'b';
        let bytes = if is_bool {
            let bytes = bytes_of_bool(&array)?;
            match size_of::<T>() {
                1 => bytes.call_method1("view", (dtype::<T>(py),))?,
                _ => bytes.call_method1("astype", (dtype::<T>(py),))?,
            }
        } else if found.is_equiv_to(&dtype::<T>(py)) && is_native(&array)? {
            array.into_any()
        } else {
            narrowed::<T>(name, &array, wanted)?
        };
        let bytes = bytes.cast::<PyArray2<T>>().map_err(PyErr::from)?.try_readonly()?;
        Ok(Self { bytes, is_bool })
    }

    /// Height and width.
    pub(crate) fn dim(&self) -> (usize, usize) {
        self.bytes.as_array().dim()
    }

    /// A function of row and column for a thread that does not hold the interpreter.
    pub(crate) fn reader(&self) -> impl Fn(usize, usize) -> T + Send + Sync {
        let (bytes, is_bool) = (self.bytes.as_array(), self.is_bool);
        move |y, x| if is_bool { T::from(bytes[[y, x]] != T::from(false)) } else { bytes[[y, x]] }
    }
}

/// An array of integers of another type as bytes.
fn narrowed<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyUntypedArray>,
    wanted: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = array.call_method1("astype", (dtype::<T>(array.py()),))?;
    let differs = array.as_any().rich_compare(&bytes, CompareOp::Ne)?;
    if differs.call_method0("any")?.is_truthy()? {
        let (at, width) = (differs.call_method0("argmax")?.extract::<usize>()?, array.shape()[1]);
        let (y, x) = (at / width, at % width);
        return Err(wrong_cell(name, array.get_item((y, x))?, (y, x), wanted));
    }
    Ok(bytes)
}

/// The error of a number that no cell can have.
pub(crate) fn wrong_cell(
    name: &str,
    found: impl std::fmt::Display,
    (y, x): (usize, usize),
    wanted: &str,
) -> PyErr {
    PyValueError::new_err(format!("{name} must be {wanted}, found {found} in row {y}, column {x}"))
}

/// The argument `threshold`: the least integer of set pixels, exact for integers and floats of any
/// size.
#[derive(Clone, Copy)]
pub(crate) struct Threshold(i128);

impl<'py> FromPyObject<'_, 'py> for Threshold {
    type Error = PyErr;

    fn extract(found: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // Integers of NumPy too. Pixels have at most 64 bits.
        if let Ok(integer) = found.call_method0(intern!(found.py(), "__index__")) {
            let limit = if integer.lt(0)? { i128::MIN } else { i128::MAX };
            return Ok(Self(integer.extract().unwrap_or(limit)));
        }
        let number: f64 = found.extract().map_err(|_| {
            let found = found.repr().map_or_else(|_| String::new(), |found| found.to_string());
            PyTypeError::new_err(format!("threshold must be a number, found {found}"))
        })?;
        if number.is_nan() {
            return Err(PyValueError::new_err("threshold must be a number, found NaN"));
        }
        Ok(Self(number.ceil() as i128))
    }
}

/// The encoding of the set pixels.
#[derive(Clone, Copy)]
enum Encoding {
    /// One byte per pixel, set if at least this; 256 is more than any byte.
    Bytes { least: u16 },
    /// One bit per pixel, the first one in the most significant bit, as `numpy.packbits` writes them.
    Bits { width: usize },
}

/// The bytes of an array.
enum Bytes<'py> {
    Borrowed(PyReadonlyArrayDyn<'py, u8>),
    /// In the order of C. A copy of few bytes takes less time than a view and a borrow.
    Copied(Bound<'py, PyBytes>),
}

/// An image (height × width), a row of one, a stack of images (count × height × width) or a volume
/// (depth × height × width).
pub(crate) struct Input<'py> {
    array: Bound<'py, PyUntypedArray>,
    bytes: Bytes<'py>,
    encoding: Encoding,
    is_stack: bool,
    /// Whether the image is one row, an array of one axis.
    is_row: bool,
    /// Whether the axes are taken in reverse order.
    is_reversed: bool,
}

impl<'py> Input<'py> {
    /// The argument `name`: an array of `bool` or integers. A pixel is set if it is at least
    /// `threshold`, or not 0 without one. With `width`, the array holds packed bits. An array of 3
    /// dimensions is a `stack` or a volume.
    pub(crate) fn new(
        name: &str,
        image: &Bound<'py, PyAny>,
        threshold: Option<Threshold>,
        width: Option<usize>,
        stack: bool,
    ) -> PyResult<Self> {
        let mut array = untyped(name, image, "bool or integers")?.clone();
        let (least, wanted) = if stack { (3, "3 dimensions") } else { (1, "1 to 3 dimensions") };
        if !(least..=3).contains(&array.ndim()) {
            return Err(PyValueError::new_err(format!(
                "{name} must have {wanted}, found {}",
                array.ndim()
            )));
        }
        let found = array.dtype();
        let is_byte = has_type::<u8>(&found);
        if !matches!(found.kind(), b'b' | b'i' | b'u') {
            return Err(PyTypeError::new_err(format!(
                "{name} must be bool or integers, found {found}: compare it first, for example \
                 {name} > 0"
            )));
        }
        let mut least = threshold.map(|Threshold(least)| least);
        if found.itemsize() > 1 || !is_byte && found.kind() == b'i' {
            let bits = 8 * found.itemsize();
            let (lowest, highest) = match found.kind() {
                b'i' => (-1 << (bits - 1), (1 << (bits - 1)) - 1),
                _ => (0, (1_i128 << bits) - 1),
            };
            let pixels = array.as_any();
            let is_set = match least.take() {
                None => pixels.rich_compare(0, CompareOp::Ne),
                // NumPy compares with numbers of the type of the pixels only.
                Some(least) if least <= lowest => pixels.rich_compare(pixels, CompareOp::Eq),
                Some(least) if least > highest => pixels.rich_compare(pixels, CompareOp::Ne),
                Some(least) => pixels.rich_compare(least, CompareOp::Ge),
            };
            array = is_set?.cast_into()?;
        }
        let is_row = array.ndim() == 1;
        if is_row {
            let shape = (1, array.len());
            array = array.call_method1(intern!(array.py(), "reshape"), (shape,))?.cast_into()?;
        }
        let is_bool = array.dtype().kind() == b'b';
        // An array of bool can hold bytes other than 0 and 1, so its bytes are read.
        let bytes = if (1..SMALL).contains(&array.len()) {
            let bytes = array.call_method0(intern!(array.py(), "tobytes"))?;
            Bytes::Copied(bytes.cast_into()?)
        } else {
            let bytes = if is_bool { bytes_of_bool(&array)? } else { array.clone().into_any() };
            Bytes::Borrowed(bytes.cast::<PyArrayDyn<u8>>().map_err(PyErr::from)?.try_readonly()?)
        };
        let encoding = match (width, least) {
            (None, None) => Encoding::Bytes { least: 1 },
            // The bytes of a true pixel are any but 0.
            (None, Some(2..)) if is_bool => Encoding::Bytes { least: 256 },
            (None, Some(least)) => Encoding::Bytes { least: least.clamp(0, 256) as u16 },
            (Some(_), Some(_)) => {
                return Err(PyValueError::new_err("packed bits (width=…) have no threshold"));
            }
            (Some(width), None) => {
                let columns = array.shape()[array.ndim() - 1];
                if is_bool || columns != width.div_ceil(8) {
                    return Err(PyValueError::new_err(format!(
                        "packed bits of width {width} must be uint8 with {} columns, found {found} with \
                         {columns}",
                        width.div_ceil(8)
                    )));
                }
                Encoding::Bits { width }
            }
        };
        Ok(Self { array, bytes, encoding, is_stack: stack, is_row, is_reversed: false })
    }

    /// Takes the axes of a volume in the order of Fortran in reverse order, which needs no copy.
    pub(crate) fn in_order_of_memory(mut self) -> Self {
        let is_bytes = matches!(self.encoding, Encoding::Bytes { .. });
        self.is_reversed = is_bytes && !self.is_stack && is_reversed(&self.array);
        self
    }

    pub(crate) fn is_reversed(&self) -> bool {
        self.is_reversed
    }

    /// Parses the connectivity.
    pub(crate) fn connectivity(&self, number: Option<i64>) -> PyResult<Connectivity> {
        connectivity_of("image", self.axes().max(2), number)
    }

    /// The shape of each image, or that of the volume.
    pub(crate) fn frame(&self) -> Vec<usize> {
        self.shape().split_off(usize::from(self.is_stack))
    }

    /// The number of axes of each image or of the volume.
    pub(crate) fn axes(&self) -> usize {
        self.array.ndim() - usize::from(self.is_stack || self.is_row)
    }

    /// Number of pixels of each image or of the volume.
    pub(crate) fn pixels(&self) -> usize {
        let (last, others) = self.array.shape().split_last().expect("there are 2 axes or more");
        let columns = match self.encoding {
            Encoding::Bytes { .. } => *last,
            Encoding::Bits { width } => width,
        };
        columns * others[usize::from(self.is_stack)..].iter().product::<usize>()
    }

    /// Runs `query` without the interpreter's lock, unless the image is small.
    pub(crate) fn detach<T: Send>(&self, py: Python<'_>, query: impl FnOnce() -> T + Send) -> T {
        if self.array.len() < SMALL { query() } else { py.detach(query) }
    }

    /// The number of images if it is a stack.
    pub(crate) fn stack(&self) -> Option<usize> {
        self.is_stack.then(|| self.array.shape()[0])
    }

    /// The shape of a label image.
    pub(crate) fn shape(&self) -> Vec<usize> {
        let mut shape = self.array.shape().to_vec();
        if let (Encoding::Bits { width }, Some(columns)) = (self.encoding, shape.last_mut()) {
            *columns = width;
        }
        if self.is_reversed {
            shape.reverse();
        }
        shape.split_off(usize::from(self.is_row))
    }

    /// A view for a thread that does not hold the interpreter.
    pub(crate) fn view(&self) -> View<'_> {
        let bytes = match &self.bytes {
            Bytes::Borrowed(bytes) => bytes.as_array(),
            Bytes::Copied(bytes) => ArrayViewD::from_shape(self.array.shape(), bytes.as_bytes())
                .expect("a copy has the bytes of the array"),
        };
        let bytes = if self.is_reversed { bytes.reversed_axes() } else { bytes };
        View { bytes, encoding: self.encoding }
    }
}

/// The pixels of an [`Input`].
pub(crate) struct View<'a> {
    bytes: ArrayViewD<'a, u8>,
    encoding: Encoding,
}

impl View<'_> {
    /// The bits of the image, or of the volume.
    pub(crate) fn image(&self) -> Result<Image, LabelError> {
        if self.bytes.ndim() == 3 { self.volume() } else { self.plane(0) }
    }

    /// The bits of each image of a stack, or of the only one.
    pub(crate) fn frames(
        &self,
        stack: Option<usize>,
    ) -> impl Iterator<Item = Result<Image, LabelError>> {
        let of_frame = move |frame| match stack {
            Some(_) => self.plane(frame),
            None => self.image(),
        };
        (0..stack.unwrap_or(1)).map(of_frame)
    }

    /// A plane of a stack or a volume, or the image.
    fn plane(&self, number: usize) -> Result<Image, LabelError> {
        let plane = match self.bytes.ndim() {
            2 => self.bytes.view(),
            _ => self.bytes.index_axis(Axis(0), number),
        };
        let plane = plane.into_dimensionality().expect("a plane has 2 dimensions");
        bitmap(plane, self.encoding)
    }

    /// The volume, one bit per voxel.
    fn volume(&self) -> Result<Image, LabelError> {
        let [depth, height, columns] = [0, 1, 2].map(|axis| self.bytes.shape()[axis]);
        let width = match self.encoding {
            Encoding::Bytes { .. } => columns,
            Encoding::Bits { width } => width,
        };
        if let (Some(bytes), Encoding::Bytes { least }) = (self.bytes.to_slice(), self.encoding) {
            let is_set = |byte| u16::from(byte) >= least;
            return Image::from_values(bytes, (width, height, depth), is_set);
        }
        let mut volume = Image::new((width, height, depth))?;
        for z in 0..depth {
            let plane = self.plane(z)?;
            for y in 0..height {
                volume.set_row(height * z + y, plane.row(y))?;
            }
        }
        Ok(volume)
    }
}

/// Rows that are copied at once from an image whose rows are not contiguous.
const BAND: usize = 64;

/// Packs an image with any strides.
fn bitmap(pixels: ArrayView2<'_, u8>, encoding: Encoding) -> Result<Image, LabelError> {
    let (height, columns) = pixels.dim();
    if let Some(bytes) = pixels.to_slice() {
        return packed(bytes, [height, columns], encoding);
    }
    let width = match encoding {
        Encoding::Bytes { .. } => columns,
        Encoding::Bits { width } => width,
    };
    let mut image = Image::new((width, height))?;
    let mut bytes = Vec::new();
    for (number, band) in pixels.axis_chunks_iter(Axis(0), BAND).enumerate() {
        bytes.clear();
        bytes.extend(band.iter());
        let band = packed(&bytes, [band.nrows(), columns], encoding)?;
        for y in 0..band.height() {
            image.set_row(number * BAND + y, band.row(y))?;
        }
    }
    Ok(image)
}

/// Packs an image that is contiguous.
fn packed(
    bytes: &[u8],
    [height, columns]: [usize; 2],
    encoding: Encoding,
) -> Result<Image, LabelError> {
    match encoding {
        Encoding::Bytes { least } => match u8::try_from(least) {
            Ok(least) => Image::from_luma(bytes, (columns, height), columns, least),
            Err(_) => Image::new((columns, height)),
        },
        Encoding::Bits { width } => {
            let order = BitOrder::MostSignificantFirst;
            Image::from_packed(bytes, (width, height), columns, order)
        }
    }
}
