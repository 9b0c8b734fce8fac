//! Arrays that come from NumPy: images and volumes of any numbers.

use cc_label::{Connectivity, Image, LabelError};
use numpy::prelude::*;
use numpy::{Element, PyArrayDescr, PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArray, dtype};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;

use crate::query::{Exception, value_error};

/// Evaluates an expression for the type of the elements of an array of integers, which the argument
/// with this name is.
macro_rules! with_value {
    ($array:expr, $name:literal, $value:ident => $result:expr) => {
        with_value!($array, $name, $value => $result; u8 i8 u16 i16 u32 i32 u64 i64)
    };
    ($array:expr, $name:literal, $value:ident => $result:expr; $($type:ty)*) => {{
        let found = $array.dtype();
        $(if crate::array::has_type::<$type>(&found) {
            type $value = $type;
            return $result;
        })*
        Err(pyo3::exceptions::PyTypeError::new_err(format!(
            concat!($name, " must be an array of integers, found {}"),
            found
        )))
    }};
}

pub(crate) use with_value;

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

/// Parses the connectivity of an array with this number of dimensions: 4 and 8 for pixels, 6, 18 and
/// 26 for voxels, or scikit-image's 1, 2 and 3 for the same. The default is the largest.
pub(crate) fn connectivity_of(
    name: &str,
    dimensions: usize,
    number: Option<i64>,
) -> PyResult<Connectivity> {
    let reason = match (dimensions, number) {
        (2, Some(1 | 4)) => return Ok(Connectivity::FOUR),
        (2, None | Some(2 | 8)) => return Ok(Connectivity::EIGHT),
        (3, Some(1 | 6)) => return Ok(Connectivity::SIX),
        (3, Some(2 | 18)) => return Ok(Connectivity::EIGHTEEN),
        (3, None | Some(3 | 26)) => return Ok(Connectivity::TWENTY_SIX),
        (2, Some(found)) => {
            format!("connectivity must be 4 or 8 (or 1 or 2 for the same), found {found}")
        }
        (3, Some(found)) => format!(
            "connectivity of a volume must be 6, 18 or 26 (or 1, 2 or 3 for the same), found {found}"
        ),
        _ => format!("{name} must have 2 or 3 dimensions, found {dimensions}"),
    };
    Err(PyValueError::new_err(reason))
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
    let is_reversed = is_reversed(&array);
    contiguous(array, is_reversed)
}

/// A copy in the order of C, unless the array is in it or is in reverse order. Takes less time than
/// packing elements with strides.
fn contiguous<'py>(
    array: Bound<'py, PyUntypedArray>,
    is_reversed: bool,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    match is_reversed || array.is_c_contiguous() {
        true => Ok(array),
        false => Ok(array.call_method0(intern!(array.py(), "copy"))?.cast_into()?),
    }
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

/// The argument `threshold`.
#[derive(Clone, Copy)]
pub(crate) struct Threshold {
    /// The least integer of set pixels, exact for integers and floats of any size.
    least: i128,
    /// The least float of set pixels.
    number: f64,
}

impl<'py> FromPyObject<'_, 'py> for Threshold {
    type Error = PyErr;

    fn extract(found: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // Integers of NumPy too. Pixels have at most 64 bits.
        if let Ok(integer) = found.call_method0(intern!(found.py(), "__index__")) {
            let is_negative = integer.lt(0)?;
            let least =
                integer.extract().unwrap_or(if is_negative { i128::MIN } else { i128::MAX });
            let infinite = if is_negative { f64::NEG_INFINITY } else { f64::INFINITY };
            return Ok(Self { least, number: integer.extract().unwrap_or(infinite) });
        }
        let number: f64 = found.extract().map_err(|_| {
            let found = found.repr().map_or_else(|_| String::new(), |found| found.to_string());
            PyTypeError::new_err(format!("threshold must be a number, found {found}"))
        })?;
        if number.is_nan() {
            return Err(PyValueError::new_err("threshold must be a number, found NaN"));
        }
        Ok(Self { least: number.ceil() as i128, number })
    }
}

/// The set pixels of an [`Input`].
enum Pixels<'py> {
    /// Bytes in order, set if at least this; 256 is more than any byte.
    Borrowed(PyReadonlyArrayDyn<'py, u8>, u16),
    /// The same. A copy of few bytes takes less time than a view and a borrow.
    Copied(Bound<'py, PyBytes>, u16),
    /// Bits of integers of other types.
    Packed(Image),
}

/// How the axes of a volume in the order of Fortran are taken.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Order {
    /// As they are indexed, so that components are numbered in raster order.
    Indices,
    /// In reverse order, the order of memory, which needs no copy.
    Memory,
}

/// An image (height × width), a row of one, or a volume (depth × height × width).
pub(crate) struct Input<'py> {
    array: Bound<'py, PyUntypedArray>,
    pixels: Pixels<'py>,
    /// Whether the image is one row, an array of one axis.
    is_row: bool,
    /// Whether the axes are taken in reverse order.
    is_reversed: bool,
}

impl<'py> Input<'py> {
    /// The argument `name`: an array of `bool` or numbers. A pixel is set if it is at least
    /// `threshold`, or not 0 without one.
    ///
    /// Without a threshold, integers of 16 bits or more must have one value beside 0: others are
    /// labels more often than a mask, and labels that touch would be joined.
    pub(crate) fn new(
        name: &str,
        image: &Bound<'py, PyAny>,
        threshold: Option<Threshold>,
        order: Order,
    ) -> PyResult<Self> {
        let mut array = untyped(name, image, "bool or numbers")?.clone();
        if !(1..=3).contains(&array.ndim()) {
            return Err(PyValueError::new_err(format!(
                "{name} must have 1 to 3 dimensions, found {}",
                array.ndim()
            )));
        }
        if array.dtype().kind() == b'f' {
            let numpy = array.py().import("numpy")?;
            let is_set = match threshold {
                None => array.as_any().rich_compare(0, CompareOp::Ne),
                // Floats of other sizes would round the threshold.
                Some(Threshold { number, .. }) => {
                    let number = numpy.call_method1("float64", (number,))?;
                    array.as_any().rich_compare(number, CompareOp::Ge)
                }
            };
            array = is_set?.cast_into()?;
        }
        // Floats are compared already.
        let least = threshold.filter(|_| image.is(&array)).map(|threshold| threshold.least);
        let is_row = array.ndim() == 1;
        if is_row {
            let shape = (1, array.len());
            array = array.call_method1(intern!(array.py(), "reshape"), (shape,))?.cast_into()?;
        }
        let is_reversed = order == Order::Memory && is_reversed(&array);
        let pixels = Pixels::new(name, &array, least, is_reversed)?;
        Ok(Self { array, pixels, is_row, is_reversed })
    }

    pub(crate) fn is_reversed(&self) -> bool {
        self.is_reversed
    }

    /// Parses the connectivity.
    pub(crate) fn connectivity(&self, number: Option<i64>) -> PyResult<Connectivity> {
        connectivity_of("image", self.axes().max(2), number)
    }

    /// The number of axes.
    pub(crate) fn axes(&self) -> usize {
        self.array.ndim() - usize::from(self.is_row)
    }

    /// Number of pixels.
    pub(crate) fn pixels(&self) -> usize {
        self.array.len()
    }

    /// Runs `query` without the interpreter's lock, unless the image is small.
    pub(crate) fn detach<T: Send>(&self, py: Python<'_>, query: impl FnOnce() -> T + Send) -> T {
        if self.array.len() < SMALL { query() } else { py.detach(query) }
    }

    /// The shape of a label image.
    pub(crate) fn shape(&self) -> Vec<usize> {
        let mut shape = self.array.shape().to_vec();
        if self.is_reversed {
            shape.reverse();
        }
        shape.split_off(usize::from(self.is_row))
    }

    /// A view for a thread that does not hold the interpreter.
    pub(crate) fn view(&self) -> View<'_> {
        let size = match *self.shape() {
            [depth, height, width] => (width, height, depth),
            [height, width] => (width, height, 1),
            _ => (self.array.len(), 1, 1),
        };
        match &self.pixels {
            Pixels::Borrowed(bytes, least) => {
                View::Bytes(bytes.as_slice().expect("the bytes are in order"), size, *least)
            }
            Pixels::Copied(bytes, least) => View::Bytes(bytes.as_bytes(), size, *least),
            Pixels::Packed(image) => View::Packed(image),
        }
    }
}

impl<'py> Pixels<'py> {
    /// The pixels of an array that are at least `least`, or not 0 without it.
    fn new(
        name: &str,
        array: &Bound<'py, PyUntypedArray>,
        least: Option<i128>,
        is_reversed: bool,
    ) -> PyResult<Self> {
        let (py, found) = (array.py(), array.dtype());
        if u32::try_from(array.len()).is_err() {
            // Else a copy without memory is the error.
            Image::new(size(array)).map_err(Exception::exception)?;
        }
        let is_bool = match (found.kind(), found.itemsize()) {
            (b'b', _) => true,
            (b'u', 1) => false,
            (b'i' | b'u', _) if array.is_empty() => false,
            (b'i' | b'u', _) => {
                let array = in_native(name, array.as_any(), "integers")?;
                return Self::of_integers(name, &contiguous(array, is_reversed)?, least);
            }
            _ => {
                let reason = format!("{name} must be bool, integers or floats, found {found}");
                return Err(PyTypeError::new_err(reason));
            }
        };
        let least = match least {
            None => 1,
            // The bytes of a true pixel are any but 0.
            Some(2..) if is_bool => 256,
            Some(least) => least.clamp(0, 256) as u16,
        };
        if array.len() < SMALL {
            let order = if is_reversed { "F" } else { "C" };
            let bytes = array.call_method1(intern!(py, "tobytes"), (order,))?;
            return Ok(Self::Copied(bytes.cast_into()?, least));
        }
        // An array of bool can hold bytes other than 0 and 1, so its bytes are read.
        let bytes = contiguous(array.clone(), is_reversed)?;
        let bytes = bytes.call_method1(intern!(py, "view"), (dtype::<u8>(py),))?;
        Ok(Self::Borrowed(bytes.cast::<PyArrayDyn<u8>>()?.try_readonly()?, least))
    }

    /// The pixels of integers of another type than bytes.
    fn of_integers(
        name: &str,
        array: &Bound<'py, PyUntypedArray>,
        least: Option<i128>,
    ) -> PyResult<Self> {
        let size = size(array);
        with_value!(array, "image", V => {
            let values: PyReadonlyArrayDyn<'py, V> = array.extract()?;
            let values = values.as_slice().map_err(value_error)?;
            let packed = array.py().detach(|| match least {
                None => mask(values, size),
                Some(least) => match V::try_from(least) {
                    Ok(least) => Image::from_values(values, size, |value| value >= least),
                    Err(_) => Image::from_values(values, size, |_| least < 0),
                }.map(Ok),
            });
            match packed.map_err(Exception::exception)? {
                Ok(image) => Ok(Self::Packed(image)),
                Err([one, other]) => Err(PyValueError::new_err(format!(
                    "{name} must be a mask, found several values such as {one} and {other}: \
                     measure({name}) measures labels, label_values({name}) labels pixels of the same \
                     value, and {name} != 0 or threshold=1 takes all values as one"
                ))),
            }
        })
    }
}

/// Values that are packed at once, which stay in the cache.
const BLOCK: usize = 1 << 14;

/// The pixels that are not 0, or two different values of them, of integers of 16 bits or more.
fn mask<V: Copy + PartialEq + From<bool>>(
    values: &[V],
    size: (usize, usize, usize),
) -> Result<Result<Image, [V; 2]>, LabelError> {
    let (width, none) = (size.0, V::from(false));
    let mut image = Image::new(size)?;
    let (rows, mut one) = ((BLOCK / width).max(1), None);
    for (number, block) in values.chunks(rows * width).enumerate() {
        let size = (width, block.len() / width);
        let is_set = Image::from_values(block, size, |value| value != none)?;
        if one.is_none() && (0..size.1).any(|y| is_set.row(y).iter().any(|&word| word != 0)) {
            one = block.iter().copied().find(|&value| value != none);
        }
        if let Some(one) = one.filter(|_| size_of::<V>() > 1) {
            let differs = Image::from_values(block, size, |value| value != one)?;
            let both = |y| is_set.row(y).iter().zip(differs.row(y)).any(|(&a, &b)| a & b != 0);
            if (0..size.1).any(both) {
                let other = block.iter().find(|&&value| value != none && value != one);
                return Ok(Err([one, other.copied().unwrap_or(one)]));
            }
        }
        for y in 0..size.1 {
            image.set_row(rows * number + y, is_set.row(y))?;
        }
    }
    Ok(Ok(image))
}

/// The pixels of an [`Input`].
pub(crate) enum View<'a> {
    /// Bytes of this width, height and depth, set if at least this.
    Bytes(&'a [u8], (usize, usize, usize), u16),
    Packed(&'a Image),
}

impl View<'_> {
    /// The bits of the image or of the volume.
    pub(crate) fn image(&self) -> Result<Image, LabelError> {
        match *self {
            Self::Packed(image) => Ok(image.clone()),
            Self::Bytes(bytes, size, least) => match u8::try_from(least) {
                Ok(least) => Image::from_luma(bytes, size, size.0, least),
                Err(_) => Image::new(size),
            },
        }
    }
}
