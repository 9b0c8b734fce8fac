//! Arrays of numbers, as bits and as integers: `.npy` and raw numbers.
//!
//! The last axis of an array of NumPy is x, whatever its order in memory, so `array[z, y, x]` is
//! voxel (x, y, z). Memory grows with what has been read, not with what a header promises.

use std::io::{self, Read, Take, Write};
use std::path::Path;
use std::str::FromStr;

use cc_label::Image;

use super::Raster;
use crate::files::save_with;

/// The type of the numbers of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Number {
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
}

use Number::{F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};

/// Evaluates an expression with `$type`, the type of these numbers.
macro_rules! with_type {
    ($number:expr, $type:ident => $answer:expr) => {
        with_type!(@ $number, $type, $answer, U8 u8, U16 u16, U32 u32, U64 u64, I8 i8, I16 i16,
            I32 i32, I64 i64, F32 f32, F64 f64)
    };
    (@ $number:expr, $type:ident, $answer:expr, $($name:ident $of:ident),*) => {
        match $number {
            $($name => {
                type $type = $of;
                $answer
            })*
        }
    };
}

impl Number {
    /// The number of its bytes.
    pub(super) const fn bytes(self) -> usize {
        with_type!(self, T => size_of::<T>())
    }
}

/// What precedes the numbers of an array.
#[derive(Debug)]
pub(super) struct Header {
    number: Number,
    is_big_endian: bool,
    /// Columns, rows, planes.
    size: [usize; 3],
    /// Whether the array has three axes.
    is_volume: bool,
    /// Whether z is the axis of adjacent numbers and x is the outermost one, instead of x and z.
    is_fortran: bool,
}

impl Header {
    /// Numbers without a header.
    pub(super) const fn raw(number: Number, size: [usize; 3], is_volume: bool) -> Self {
        Self { number, is_big_endian: false, size, is_volume, is_fortran: false }
    }

    /// The number of bytes of the numbers, which have some bytes each.
    fn bytes(&self) -> Result<u64, String> {
        let [width, height, depth] = self.size.map(|side| side as u64);
        match width.checked_mul(height).and_then(|n| n.checked_mul(depth)) {
            Some(numbers @ 1..=0xffff_ffff) => Ok(numbers * self.number.bytes() as u64),
            _ => {
                let found = format_args!("{width}×{height}×{depth}");
                Err(format!("expected 1 to 2³² − 1 numbers, found {found}"))
            }
        }
    }

    /// Reads the next of `total` bytes of numbers.
    fn read_part(
        &self,
        input: &mut Take<&mut dyn Read>,
        total: u64,
        bytes: &mut [u8],
    ) -> Result<(), String> {
        input.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                format!("expected {total} bytes of numbers, found {}", total - input.limit())
            }
            _ => error.to_string(),
        })
    }
}

/// The first bytes of a `.npy`.
pub(super) const NPY: &[u8] = b"\x93NUMPY";

/// The longest header of a `.npy` in bytes. NumPy refuses longer ones than 10,000.
const MAX_HEADER: usize = 1 << 16;

/// Reads the header of a `.npy`.
pub(super) fn read_header(input: &mut dyn Read) -> Result<Header, String> {
    let mut start = [0; 10];
    read_exact(input, &mut start)?;
    let [major, minor, low, high] = [start[6], start[7], start[8], start[9]];
    if start[..6] != *NPY {
        return Err("expected a .npy".to_owned());
    }
    if !(1..=3).contains(&major) || minor != 0 {
        return Err(format!("expected a .npy of version 1.0 to 3.0, found {major}.{minor}"));
    }
    let mut len = usize::from(u16::from_le_bytes([low, high]));
    if major > 1 {
        let mut more = [0; 2];
        read_exact(input, &mut more)?;
        len |= usize::from(u16::from_le_bytes(more)) << 16;
    }
    if len > MAX_HEADER {
        return Err(format!("expected a header of at most {MAX_HEADER} bytes, found {len}"));
    }
    let mut text = vec![0; len];
    read_exact(input, &mut text)?;
    let text = String::from_utf8_lossy(&text);
    let fields = Fields::parse(&text);
    let Fields { descr, fortran_order, shape } =
        fields.ok_or_else(|| format!("expected the header of an array, found {}", text.trim()))?;
    let (is_big_endian, number) = match descr.split_at_checked(1) {
        Some((order @ ("<" | ">" | "|"), number)) => (order == ">", number),
        _ => (cfg!(target_endian = "big"), &*descr),
    };
    let number = match number {
        "b1" | "u1" => U8,
        "u2" => U16,
        "u4" => U32,
        "u8" => U64,
        "i1" => I8,
        "i2" => I16,
        "i4" => I32,
        "i8" => I64,
        "f4" => F32,
        "f8" => F64,
        _ => return Err(format!("expected numbers of a type such as <u4 or |b1, found {descr}")),
    };
    let (size, is_volume) = match *shape {
        [height, width] => ([width, height, 1], false),
        [depth, height, width] => ([width, height, depth], true),
        _ => return Err(format!("expected an array of 2 or 3 axes, found {}", shape.len())),
    };
    Ok(Header { number, is_big_endian, size, is_volume, is_fortran: fortran_order })
}

/// Reads exactly these bytes of a header.
fn read_exact(input: &mut dyn Read, bytes: &mut [u8]) -> Result<(), String> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => "the file ends in its header".to_owned(),
        _ => error.to_string(),
    })
}

/// The fields in the header of a `.npy`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    descr: String,
    fortran_order: bool,
    shape: Vec<usize>,
}

impl Fields {
    /// Reads a dictionary of Python as JSON.
    fn parse(text: &str) -> Option<Self> {
        let mut json: String = text.split_whitespace().collect();
        let python = [("'", "\""), ("True", "true"), ("False", "false"), ("(", "["), (")", "]")];
        // Commas may end a list, and Python 2 writes 3L.
        let ends = [("L,", ","), ("L]", "]"), (",]", "]"), (",}", "}")];
        for (from, to) in python.into_iter().chain(ends) {
            json = json.replace(from, to);
        }
        serde_json::from_str(&json).ok()
    }
}

/// The least number that is set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Threshold {
    number: f64,
    /// The least integer that is set.
    integer: i128,
}

/// Half of the range of a picture.
pub(super) const HALF_OF_8_BITS: Threshold = Threshold { number: 128.0, integer: 128 };
pub(super) const HALF_OF_16_BITS: Threshold = Threshold { number: 32768.0, integer: 32768 };

impl FromStr for Threshold {
    type Err = &'static str;

    /// Integers are not rounded.
    fn from_str(text: &str) -> Result<Self, &'static str> {
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        let number = number.ok_or("expected a number")?;
        let integer = text.parse().unwrap_or(number.ceil() as i128);
        Ok(Self { number, integer })
    }
}

impl Threshold {
    /// The least number of a type that is set, if one is.
    pub(super) fn least<T: Element>(self) -> Option<T> {
        T::at_least(self)
    }
}

/// A number with its bytes.
pub(super) trait Element: Copy + PartialOrd + Default {
    /// The number of the first bytes.
    fn of(bytes: &[u8], is_big_endian: bool) -> Self;

    /// The least number that is at least the threshold, if there is one.
    fn at_least(threshold: Threshold) -> Option<Self>;
}

macro_rules! impl_element {
    ($($type:ty: $at_least:expr),*) => {$(
        impl Element for $type {
            #[inline(always)]
            fn of(bytes: &[u8], is_big_endian: bool) -> Self {
                let mut array = [0; size_of::<Self>()];
                array.copy_from_slice(&bytes[..size_of::<Self>()]);
                if is_big_endian { Self::from_be_bytes(array) } else { Self::from_le_bytes(array) }
            }

            fn at_least(threshold: Threshold) -> Option<Self> {
                $at_least(threshold)
            }
        }
    )*};
}

/// [`Element::at_least`] for integers.
fn integer<T: TryFrom<i128>>(threshold: Threshold, smallest: i128) -> Option<T> {
    T::try_from(threshold.integer.max(smallest)).ok()
}

impl_element!(u8: |n| integer(n, 0), u16: |n| integer(n, 0), u32: |n| integer(n, 0));
impl_element!(u64: |n| integer(n, 0), i8: |n| integer(n, i8::MIN.into()));
impl_element!(i16: |n| integer(n, i16::MIN.into()), i32: |n| integer(n, i32::MIN.into()));
impl_element!(i64: |n| integer(n, i64::MIN.into()), f64: |n: Threshold| Some(n.number));
impl_element!(f32: |n: Threshold| {
    let nearest = n.number as f32;
    Some(if f64::from(nearest) < n.number { nearest.next_up() } else { nearest })
});

/// Reads the numbers of an array up to the end of the file, as bits. Set are numbers of at least
/// the threshold, or those that are not 0, as NaN in NumPy.
pub(super) fn read_bits(
    header: &Header,
    input: &mut dyn Read,
    threshold: Option<Threshold>,
) -> Result<Raster, String> {
    let least = threshold.map_or(Some(1), Threshold::least::<u8>);
    let raster = match (header.number, least) {
        (U8, Some(least)) => collect(header, input, &|bytes, words| {
            let image = Image::from_luma(bytes, (bytes.len(), 1), bytes.len(), least);
            words.extend_from_slice(image.expect("a part of a row").row(0));
        }),
        _ => with_type!(header.number, T => match threshold.map(Threshold::least::<T>) {
            None => collect(header, input, &|bytes, words| {
                pack(bytes, words, header.is_big_endian, |n: T| n != T::default());
            }),
            Some(least) => collect(header, input, &|bytes, words| {
                let is_set = |n: T| least.is_some_and(|least| n >= least);
                pack(bytes, words, header.is_big_endian, is_set);
            }),
        }),
    }?;
    check_end(input)?;
    Ok(raster)
}

fn check_end(input: &mut dyn Read) -> Result<(), String> {
    match input.read(&mut [0]) {
        Ok(0) => Ok(()),
        Ok(_) => Err("expected the end after the last number, found more bytes".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Adds the bits of numbers: those for which `is_set` is true.
fn pack<T: Element>(
    bytes: &[u8],
    words: &mut Vec<u64>,
    is_big_endian: bool,
    is_set: impl Fn(T) -> bool,
) {
    let bit = |number| u64::from(is_set(T::of(number, is_big_endian)));
    words.extend(bytes.chunks(64 * size_of::<T>()).map(|numbers| {
        let numbers = numbers.chunks_exact(size_of::<T>()).enumerate();
        numbers.fold(0, |word, (i, number)| word | bit(number) << i)
    }));
}

/// The numbers that are packed at once: a multiple of 64.
const PART: usize = 1 << 13;

/// Collects the bits of all numbers. `pack` adds those of some in a row.
fn collect(
    header: &Header,
    input: &mut dyn Read,
    pack: &dyn Fn(&[u8], &mut Vec<u64>),
) -> Result<Raster, String> {
    let Header { size: size @ [width, height, depth], number, is_volume, .. } = *header;
    let (bytes, total) = (number.bytes(), header.bytes()?);
    let mut input = input.take(total);
    let mut buffer = vec![0; PART * bytes];
    let mut row = |count: usize, words: &mut Vec<u64>| {
        (0..count).step_by(PART).try_for_each(|begin| {
            let buffer = &mut buffer[..(count - begin).min(PART) * bytes];
            header.read_part(&mut input, total, buffer)?;
            pack(buffer, words);
            Ok::<(), String>(())
        })
    };
    let mut words = Vec::new();
    if header.is_fortran {
        let mut bits = Vec::new();
        row(width * height * depth, &mut bits)?;
        for row in 0..height * depth {
            let (y, z) = (row % height, row / height);
            let bit = |x: usize| {
                let i = (x * height + y) * depth + z;
                bits[i / 64] >> (i % 64) & 1
            };
            words.extend((0..width).step_by(64).map(|from| {
                (from..width.min(from + 64)).rev().fold(0, |word, x| word << 1 | bit(x))
            }));
        }
    } else {
        for _ in 0..height * depth {
            row(width, &mut words)?;
        }
    }
    let image = Image::from_words(words, <(usize, usize, usize)>::from(size));
    Ok(Raster { image: image.map_err(|error| error.to_string())?, is_volume })
}

/// The integers of an array, plane by plane and row by row.
pub(crate) struct Values {
    pub(crate) list: List,
    pub(crate) is_signed: bool,
    pub(crate) size: (usize, usize, usize),
    pub(crate) is_volume: bool,
}

/// The bits of integers. Those of fewer bytes are extended to four, because instances for each type
/// take long to compile.
pub(crate) enum List {
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

/// Reads the integers of an array up to the end of the file.
pub(super) fn read_values(header: &Header, input: &mut dyn Read) -> Result<Values, String> {
    let list = match header.number {
        U8 => List::Narrow(list(header, input, |n: u8| n.into())?),
        U16 => List::Narrow(list(header, input, |n: u16| n.into())?),
        U32 => List::Narrow(list(header, input, |n: u32| n)?),
        U64 => List::Wide(list(header, input, |n: u64| n)?),
        I8 => List::Narrow(list(header, input, |n: i8| n as u32)?),
        I16 => List::Narrow(list(header, input, |n: i16| n as u32)?),
        I32 => List::Narrow(list(header, input, |n: i32| n as u32)?),
        I64 => List::Wide(list(header, input, |n: i64| n as u64)?),
        F32 | F64 => return Err("expected integers, found floats".to_owned()),
    };
    check_end(input)?;
    let is_signed = matches!(header.number, I8 | I16 | I32 | I64);
    Ok(Values { list, is_signed, size: header.size.into(), is_volume: header.is_volume })
}

fn list<T: Element, B: Copy>(
    header: &Header,
    input: &mut dyn Read,
    bits: impl Fn(T) -> B,
) -> Result<Vec<B>, String> {
    let total = header.bytes()?;
    let (mut input, mut bytes) = (input.take(total), vec![0; size_of::<T>() << 13]);
    let mut numbers = Vec::new();
    while input.limit() > 0 {
        let len = bytes.len().min(input.limit() as usize);
        header.read_part(&mut input, total, &mut bytes[..len])?;
        let parts = bytes[..len].chunks_exact(size_of::<T>());
        numbers.extend(parts.map(|n| bits(T::of(n, header.is_big_endian))));
    }
    if header.is_fortran {
        let [width, height, depth] = header.size;
        let place = |i| (i % width * height + i / width % height) * depth + i / width / height;
        numbers = (0..numbers.len()).map(|i| numbers[place(i)]).collect();
    }
    Ok(numbers)
}

/// Saves an array in C order as `.npy`. `write` writes the numbers, of a type such as `<u4`.
///
/// # Errors
/// [`Failure::Input`](crate::context::Failure::Input) naming the file.
pub(crate) fn save_npy(
    path: &Path,
    descr: &str,
    shape: &[usize],
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> crate::context::Result {
    let shape: Vec<_> = shape.iter().map(usize::to_string).collect();
    let shape = shape.join(", ");
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The numbers begin at a multiple of 64 bytes.
    let len = (NPY.len() + 4 + text.len() + 1).next_multiple_of(64) - NPY.len() - 4;
    let text = format!("{text:<width$}\n", width = len - 1);
    save_with(path, |file| {
        file.write_all(&[NPY, &[1, 0], &(len as u16).to_le_bytes(), text.as_bytes()].concat())?;
        write(file)
    })
}
