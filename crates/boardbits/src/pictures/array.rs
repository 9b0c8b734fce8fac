//! Arrays of numbers as bits: `.npy`, NIfTI, raw numbers; also compressed by gzip.
//!
//! The last axis of an array of NumPy is x, whatever its order in memory, so `array[z, y, x]` is
//! voxel (x, y, z). The first axis of a NIfTI is x. Memory grows with what has been read, not with
//! what a header promises.

use std::io::{self, BufReader, Read, Take, Write};
use std::iter;
use std::path::Path;
use std::str::FromStr;

use flate2::bufread::MultiGzDecoder;

use super::{Picture, joined};
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
    size: [u64; 3],
    /// Whether the array has three axes.
    is_volume: bool,
    /// Whether z is the axis of adjacent numbers and x is the outermost one, instead of x and z.
    is_z_first: bool,
    /// What numbers are multiplied by, and what is added then.
    scale: Option<(f64, f64)>,
}

impl Header {
    /// Numbers without a header.
    pub(super) const fn raw(number: Number, size: [u64; 3], is_volume: bool) -> Self {
        let (is_big_endian, is_z_first) = (false, false);
        Self { number, is_big_endian, size, is_volume, is_z_first, scale: None }
    }

    /// The number of bytes of the numbers, which have some bytes each.
    fn bytes(&self, number: usize) -> Result<u64, String> {
        let [width, height, depth] = self.size;
        match width.checked_mul(height).and_then(|n| n.checked_mul(depth)) {
            Some(numbers @ 1..=0xffff_ffff) => Ok(numbers * number as u64),
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

/// Returns whether a file that starts with these bytes is an array.
pub(super) fn is_array(start: &[u8]) -> bool {
    let size = start.first_chunk().map_or(0, |size| u32::from_le_bytes(*size));
    start.starts_with(GZIP)
        || start.starts_with(&NPY[..4])
        || NIFTI.iter().any(|&header| header == size || header == size.swap_bytes())
}

/// The sizes of the headers of NIfTI-1 and NIfTI-2.
const NIFTI: [u32; 2] = [348, 540];

const GZIP: &[u8] = b"\x1f\x8b";
const NPY: &[u8] = b"\x93NUMPY";

/// Reads a `.npy` or a NIfTI, compressed or not, up to its numbers.
pub(super) fn open<'a>(input: impl Read + 'a) -> Result<(Header, Box<dyn Read + 'a>), String> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut start = [0; 4];
    read_exact(&mut input, &mut start)?;
    let mut input: Box<dyn Read + 'a> = Box::new(input);
    if start.starts_with(GZIP) {
        let unpacked = MultiGzDecoder::new(BufReader::new(io::Cursor::new(start).chain(input)));
        input = Box::new(BufReader::with_capacity(1 << 16, unpacked));
        read_exact(&mut input, &mut start)?;
    }
    let header = match u32::from_le_bytes(start) {
        _ if start == NPY[..4] => npy_header(&mut input)?,
        348 => nifti_header(start, &mut input, false)?,
        size if size.swap_bytes() == 348 => nifti_header(start, &mut input, true)?,
        size if size == NIFTI[1] || size.swap_bytes() == NIFTI[1] => {
            return Err("expected a NIfTI-1, found a NIfTI-2".to_owned());
        }
        _ => return Err("expected a .npy or a NIfTI".to_owned()),
    };
    Ok((header, input))
}

/// Reads exactly these bytes of a header.
fn read_exact(input: &mut dyn Read, bytes: &mut [u8]) -> Result<(), String> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => "the file ends in its header".to_owned(),
        _ => error.to_string(),
    })
}

/// The longest header of a `.npy` in bytes. NumPy refuses longer ones than 10,000.
const MAX_HEADER: usize = 1 << 16;

/// Reads the header of a `.npy` after its first four bytes.
fn npy_header(input: &mut dyn Read) -> Result<Header, String> {
    let mut rest = [0; 6];
    read_exact(input, &mut rest)?;
    let [m, y, major, minor, low, high] = rest;
    if [m, y] != NPY[4..] || !(1..=3).contains(&major) || minor != 0 {
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
    let is_z_first = fortran_order;
    Ok(Header { number, is_big_endian, size, is_volume, is_z_first, scale: None })
}

/// The fields in the header of a `.npy`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    descr: String,
    fortran_order: bool,
    shape: Vec<u64>,
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

/// Reads the header of a NIfTI, of 348 bytes, after its first four bytes, and what follows up to
/// the numbers.
fn nifti_header(start: [u8; 4], input: &mut dyn Read, big: bool) -> Result<Header, String> {
    let mut bytes = [0; 348];
    bytes[..4].copy_from_slice(&start);
    read_exact(input, &mut bytes[4..])?;
    let short = |at: usize| i16::of(&bytes[at..], big);
    let float = |at: usize| f32::of(&bytes[at..], big);
    match &bytes[344..] {
        b"n+1\0" => {}
        b"ni1\0" => return Err("expected a NIfTI of one file, found a header".to_owned()),
        _ => return Err("expected a NIfTI, found no `n+1` in bytes 344 to 347".to_owned()),
    }
    let axes = usize::try_from(short(40)).ok().filter(|axes| (1..=7).contains(axes));
    let axes = axes.ok_or_else(|| format!("expected 1 to 7 axes, found {}", short(40)))?;
    let side = |axis: usize| if axis <= axes { short(40 + 2 * axis) } else { 1 };
    let sides = [1, 2, 3, 4, 5, 6, 7].map(side);
    let found = joined(&sides[..axes], "×");
    if sides[3..] != [1; 4] {
        return Err(format!("expected an array of 2 or 3 axes, found {found}"));
    }
    if sides.iter().any(|&side| side < 1) {
        return Err(format!("expected axes of 1 or more, found {found}"));
    }
    let size = [sides[0], sides[1], sides[2]].map(i16::unsigned_abs).map(u64::from);
    let number = match short(70) {
        2 => U8,
        4 => I16,
        8 => I32,
        16 => F32,
        64 => F64,
        256 => I8,
        512 => U16,
        768 => U32,
        1024 => I64,
        1280 => U64,
        other => return Err(format!("expected a data type of integers or floats, found {other}")),
    };
    let offset = float(108);
    if !(352.0..=1e9).contains(&offset) {
        return Err(format!("expected the numbers at byte 352 or later, found {offset}"));
    }
    let skipped = offset as u64 - 348;
    if io::copy(&mut input.take(skipped), &mut io::sink()).map_err(|e| e.to_string())? < skipped {
        return Err("the file ends in its header".to_owned());
    }
    let scale = (f64::from(float(112)), f64::from(float(116)));
    // A slope of 0, or none, means that numbers are not scaled.
    let scale = Some(scale)
        .filter(|&(slope, add)| slope.is_finite() && slope != 0.0 && (slope, add) != (1.0, 0.0));
    if let Some((_, add)) = scale.filter(|(_, add)| !add.is_finite()) {
        return Err(format!("expected a number to add, found {add}"));
    }
    let is_volume = axes > 2;
    Ok(Header { number, is_big_endian: big, size, is_volume, is_z_first: false, scale })
}

/// A number with its bytes.
pub(super) trait Element: Copy + PartialOrd + Default {
    /// The number of the first bytes.
    fn of(bytes: &[u8], is_big_endian: bool) -> Self;

    fn to_f64(self) -> f64;

    /// The least number that is at least `least`, if there is one.
    fn at_least(least: Least) -> Option<Self>;
}

/// The least number that is set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Least {
    /// It is rounded to the nearest.
    pub(super) number: f64,
    /// The least integer that is set. It is not rounded, but saturates.
    integer: i128,
}

impl FromStr for Least {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        let number = number.ok_or("expected a number")?;
        Ok(Self { number, integer: ceil(text) })
    }
}

impl Least {
    /// The least number of a type that is set; the one that is not 0 without `least`. `None` if
    /// none is.
    pub(super) fn of<T: Element>(least: Option<Self>) -> Option<T> {
        T::at_least(least.unwrap_or(Self { number: 1.0, integer: 1 }))
    }
}

/// The least integer that is at least a decimal number, which is finite. It saturates.
fn ceil(text: &str) -> i128 {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let mantissa = mantissa.trim_start_matches(['-', '+']);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    // An exponent that does not fit is that of 0 or of a tiny number.
    let exponent = exponent.parse().unwrap_or(i64::MIN);
    // The number of digits before the point. With 40 more digits, all but 0 saturate.
    let point = exponent.saturating_add(whole.len() as i64).min(mantissa.len() as i64 + 40);
    let (mut integer, mut has_fraction) = (0_i128, false);
    let digits = whole.bytes().chain(fraction.bytes()).chain(iter::repeat(b'0'));
    for (i, digit) in (0..point.max(mantissa.len() as i64)).zip(digits) {
        if i < point {
            integer = integer.saturating_mul(10).saturating_add((digit - b'0').into());
        } else {
            has_fraction |= digit != b'0';
        }
    }
    match text.starts_with('-') {
        true => -integer,
        false => integer.saturating_add(has_fraction.into()),
    }
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

            fn to_f64(self) -> f64 {
                self as f64
            }

            fn at_least(least: Least) -> Option<Self> {
                $at_least(least)
            }
        }
    )*};
}

/// [`Element::at_least`] for integers.
fn integer<T: TryFrom<i128>>(least: Least, smallest: i128) -> Option<T> {
    T::try_from(least.integer.max(smallest)).ok()
}

impl_element!(u8: |n| integer(n, 0), u16: |n| integer(n, 0), u32: |n| integer(n, 0));
impl_element!(u64: |n| integer(n, 0), i8: |n| integer(n, i8::MIN.into()));
impl_element!(i16: |n| integer(n, i16::MIN.into()), i32: |n| integer(n, i32::MIN.into()));
impl_element!(i64: |n| integer(n, i64::MIN.into()), f64: |n: Least| Some(n.number));
impl_element!(f32: |n: Least| {
    let nearest = n.number as f32;
    Some(if f64::from(nearest) < n.number { nearest.next_up() } else { nearest })
});

/// Reads the numbers of an array up to the end of the file, as bits. Set are numbers of at least
/// `least`, or those that are not 0.
pub(super) fn read(
    header: &Header,
    input: &mut dyn Read,
    least: Option<Least>,
) -> Result<Picture, String> {
    let picture = with_type!(header.number, T => read_bits::<T>(header, input, least))?;
    check_end(input)?;
    Ok(picture)
}

fn check_end(input: &mut dyn Read) -> Result<(), String> {
    match input.read(&mut [0]) {
        Ok(0) => Ok(()),
        Ok(_) => Err("expected the end after the last number, found more bytes".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The integers of an array, as bits: those of two bytes are extended to four, because instances
/// for each type take long to compile.
pub(crate) struct Integers {
    pub(crate) list: List,
    pub(crate) is_signed: bool,
    /// The lengths of the axes, that of adjacent numbers first and 1 last for an image.
    pub(crate) size: [usize; 3],
    pub(crate) is_volume: bool,
}

/// The bits of integers.
pub(crate) enum List {
    Bytes(Vec<u8>),
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

impl List {
    /// Number `i` becomes the one at `place(i)`.
    pub(super) fn reorder(&mut self, place: impl Fn(usize) -> usize) {
        fn reorder<T: Copy>(list: &mut Vec<T>, place: impl Fn(usize) -> usize) {
            *list = (0..list.len()).map(|i| list[place(i)]).collect();
        }
        match self {
            Self::Bytes(list) => reorder(list, place),
            Self::Narrow(list) => reorder(list, place),
            Self::Wide(list) => reorder(list, place),
        }
    }
}

/// The error for floats in place of integers.
pub(super) fn no_integers(bits: usize) -> String {
    format!("expected integers, found floats of {bits} bits: convert them to integers")
}

/// Reads the integers of an array up to the end of the file, in its order. With `in_order` those
/// along x become adjacent.
pub(super) fn read_integers(
    header: &Header,
    input: &mut dyn Read,
    in_order: bool,
) -> Result<Integers, String> {
    if let Some((slope, add)) = header.scale {
        return Err(format!(
            "expected integers that are not scaled, found some times {slope} plus {add}: convert \
             them to integers"
        ));
    }
    let mut list = match header.number {
        U8 => Some(List::Bytes(list(header, input, |n: u8| n)?)),
        U16 => Some(List::Narrow(list(header, input, |n: u16| n.into())?)),
        U32 => Some(List::Narrow(list(header, input, |n: u32| n)?)),
        U64 => Some(List::Wide(list(header, input, |n: u64| n)?)),
        I8 => Some(List::Bytes(list(header, input, |n: i8| n as u8)?)),
        I16 => Some(List::Narrow(list(header, input, |n: i16| n as u32)?)),
        I32 => Some(List::Narrow(list(header, input, |n: i32| n as u32)?)),
        I64 => Some(List::Wide(list(header, input, |n: i64| n as u64)?)),
        F32 | F64 => None,
    }
    .ok_or_else(|| no_integers(8 * header.number.bytes()))?;
    check_end(input)?;
    let mut size = header.size.map(|n| n as usize);
    if header.is_z_first && in_order {
        let [width, height, depth] = size;
        list.reorder(|i| (i % width * height + i / width % height) * depth + i / width / height);
    } else if header.is_z_first {
        size[..2 + usize::from(header.is_volume)].reverse();
    }
    let is_signed = matches!(header.number, I8 | I16 | I32 | I64);
    Ok(Integers { list, is_signed, size, is_volume: header.is_volume })
}

fn list<T: Element, B>(
    header: &Header,
    input: &mut dyn Read,
    bits: impl Fn(T) -> B,
) -> Result<Vec<B>, String> {
    let size = size_of::<T>();
    let total = header.bytes(size)?;
    let (mut input, mut bytes) = (input.take(total), vec![0; size << 13]);
    let mut numbers = Vec::new();
    while input.limit() > 0 {
        let len = bytes.len().min(input.limit() as usize);
        header.read_part(&mut input, total, &mut bytes[..len])?;
        let parts = bytes[..len].chunks_exact(size);
        numbers.extend(parts.map(|n| bits(T::of(n, header.is_big_endian))));
    }
    Ok(numbers)
}

fn read_bits<T: Element>(
    header: &Header,
    input: &mut dyn Read,
    least: Option<Least>,
) -> Result<Picture, String> {
    let big = header.is_big_endian;
    // NaN is neither more nor less than 0, and not set.
    match (header.scale, least) {
        (None, None) => collect(header, input, &|bytes| {
            word::<T>(bytes, big, |n| n < T::default() || n > T::default())
        }),
        (None, Some(least)) => {
            let least = T::at_least(least);
            let is_set = |n: T| least.is_some_and(|least| n >= least);
            collect(header, input, &|bytes| word(bytes, big, is_set))
        }
        (Some((slope, add)), least) => collect(header, input, &|bytes| {
            word(bytes, big, |n: T| {
                let n = n.to_f64() * slope + add;
                least.map_or(n != 0.0 && !n.is_nan(), |least| n >= least.number)
            })
        }),
    }
}

/// The bits of at most 64 numbers: those for which `is_set` is true.
fn word<T: Element>(bytes: &[u8], is_big_endian: bool, is_set: impl Fn(T) -> bool) -> u64 {
    let mut word = 0;
    for (i, number) in bytes.chunks_exact(size_of::<T>()).enumerate() {
        word |= u64::from(is_set(T::of(number, is_big_endian))) << i;
    }
    word
}

/// Collects the bits of all numbers. `word` returns those of at most 64.
fn collect(
    header: &Header,
    input: &mut dyn Read,
    word: &dyn Fn(&[u8]) -> u64,
) -> Result<Picture, String> {
    let Header { size: [width, height, depth], number, is_volume, .. } = *header;
    let size = number.bytes();
    let total = header.bytes(size)?;
    let mut input = input.take(total);
    let mut bytes = [0; 64 * size_of::<u64>()];
    // The bits of the next `n` numbers, at most 64.
    let mut next = |n: u64| {
        let bytes = &mut bytes[..n as usize * size];
        header.read_part(&mut input, total, bytes)?;
        Ok::<u64, String>(word(bytes))
    };
    let mut words = Vec::new();
    if header.is_z_first {
        let mut bits = Vec::new();
        for begin in (0..total / size as u64).step_by(64) {
            bits.push(next((total / size as u64 - begin).min(64))?);
        }
        for row in 0..height * depth {
            let (y, z) = (row % height, row / height);
            let bit = |x: u64| {
                let i = (x * height + y) * depth + z;
                bits[i as usize / 64] >> (i % 64) & 1
            };
            words.extend((0..width).step_by(64).map(|from| {
                (from..width.min(from + 64)).rev().fold(0, |word, x| word << 1 | bit(x))
            }));
        }
    } else {
        for _ in 0..height * depth {
            for x in (0..width).step_by(64) {
                words.push(next((width - x).min(64))?);
            }
        }
    }
    Picture::from_words(words, [width, height, depth].map(|n| n as usize).into(), is_volume)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_integer_is_not_rounded() {
        for (text, expected) in [
            ("0", 0),
            ("-0.0", 0),
            ("+12", 12),
            ("12.0", 12),
            (".5", 1),
            ("-.5", 0),
            ("5.", 5),
            ("1.5e3", 1500),
            ("1234.5e-2", 13),
            ("-1234.5e-2", -12),
            ("120E-1", 12),
            ("1e-400", 1),
            ("-1e-99999999999999999999", 0),
            ("0e99999999999999999999", 0),
            ("0e9223372036854775807", 0),
            ("0.00000001e20", 1_000_000_000_000),
            ("1e300", i128::MAX),
            ("-1e300", -i128::MAX),
            ("170141183460469231731687303715884105726.5", i128::MAX),
            ("9007199254740993.000000000000000000001", 9_007_199_254_740_994),
        ] {
            assert_eq!(text.parse().map(|least: Least| least.integer), Ok(expected), "{text}");
        }
        for text in ["", "-", ".", "e5", "inf", "nan", "1e400", "0x10", "1_000"] {
            assert!(text.parse::<Least>().is_err(), "{text}");
        }
    }

    /// A `.npy`.
    fn npy(descr: &str, is_fortran: bool, shape: &str, numbers: &[u8]) -> Vec<u8> {
        let order = if is_fortran { "True" } else { "False" };
        let mut text =
            format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}");
        text.push('\n');
        let len = (text.len() as u16).to_le_bytes();
        [NPY, &[1, 0], &len, text.as_bytes(), numbers].concat()
    }

    /// A NIfTI with some numbers of its header replaced: byte, number.
    fn nifti(
        sides: &[i16],
        changes: &[(usize, i16)],
        floats: &[(usize, f32)],
        numbers: &[u8],
    ) -> Vec<u8> {
        let mut bytes = vec![0; 352];
        bytes[..2].copy_from_slice(&348_i16.to_le_bytes());
        bytes[344..347].copy_from_slice(b"n+1");
        let sides = (42..).step_by(2).zip(sides.iter().copied());
        let shorts = [(40, sides.clone().count() as i16), (70, 2)].into_iter().chain(sides);
        for (at, number) in shorts.chain(changes.iter().copied()) {
            bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
        }
        for &(at, number) in [(108, 352.0)].iter().chain(floats) {
            bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        bytes.extend(numbers);
        bytes
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// The planes as text, with `/` between rows and a blank between planes.
    fn text(bytes: &[u8], least: Option<&str>) -> Result<String, String> {
        let least = least.map(|least| least.parse().unwrap());
        let (header, mut input) = open(bytes)?;
        let picture = read(&header, &mut input, least)?;
        Ok(picture.image.to_string().replace("\n\n", " ").replace('\n', "/"))
    }

    #[test]
    fn numbers_are_read() {
        let bytes =
            |numbers: &[i16]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<_>>();
        let shorts = bytes(&[0, -1, 300, 0, 7, 2]);
        let swapped: Vec<u8> = shorts.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
        let floats: Vec<u8> =
            [0.5_f32, f32::NAN, -0.0, 2.0].iter().flat_map(|n| n.to_le_bytes()).collect();
        let longs: Vec<u8> =
            [1 << 63, (1 << 63) - 1].iter().flat_map(|n: &u64| n.to_le_bytes()).collect();
        let scaled = [(112, 2.0), (116, -2.0)];
        for (file, least, expected) in [
            (npy("|b1", false, "(2, 3)", &[1, 0, 0, 0, 1, 1]), None, "X../.XX"),
            (npy("|u1", true, "(2, 3)", &[1, 0, 0, 9, 0, 2]), None, "X../.XX"),
            (npy("|u1", true, "(2, 3)", &[1, 0, 0, 9, 0, 2]), Some("1.5"), ".../.XX"),
            (npy("<i2", false, "(1, 2, 3)", &shorts), None, ".XX/.XX"),
            (npy("<i2", false, "(3, 1, 2)", &shorts), None, ".X X. XX"),
            (npy(">i2", false, "(3, 1, 2)", &swapped), Some("7.0"), ".. X. X."),
            (npy("<i2", true, "(3, 1, 2)", &shorts), Some("-1.0"), "XX XX XX"),
            (npy("<i2", true, "(3, 1, 2)", &shorts), None, ".. XX XX"),
            (npy("<i2", false, "(3, 2)", &shorts), Some("1e9"), "../../.."),
            (npy("|i1", false, "(1, 2)", &[0x80, 0x7f]), Some("-1e9"), "XX"),
            (npy("<f4", false, "(2, 2)", &floats), None, "X./.X"),
            (npy("<f4", false, "(2, 2)", &floats), Some("-1.0"), "X./XX"),
            (npy("<u8", false, "(1, 2)", &longs), Some("9223372036854775808"), "X."),
            (npy("<u8", false, "(1, 2)", &longs), Some("9223372036854775807"), "XX"),
            (npy("<u8", false, "(1, 2)", &longs), Some("1e30"), ".."),
            (npy("<f4", false, "(2, 2)", &floats), Some("0.3"), "X./.X"),
            (npy("<f4", false, "(2, 2)", &floats), Some("0.7"), "../.X"),
            (nifti(&[3, 2], &[], &[], &[1, 0, 0, 0, 1, 1]), None, "X../.XX"),
            (nifti(&[2, 1, 3], &[(70, 4)], &[], &shorts), None, ".X X. XX"),
            (nifti(&[2, 1, 3, 1], &[(70, 4)], &scaled, &shorts), Some("10.0"), ".. X. X."),
            (nifti(&[3], &[], &scaled, &[0, 1, 2]), None, "X.X"),
            (nifti(&[3], &[], &[(112, f32::NAN)], &[0, 1, 2]), None, ".XX"),
            (gzip(&nifti(&[3], &[], &[(108, 354.0)], &[9, 9, 0, 1, 2])), None, ".XX"),
            (gzip(&npy("|u1", false, "(1,1L,3L)", &[0, 1, 2])), None, ".XX"),
        ] {
            assert_eq!(text(&file, least).as_deref(), Ok(expected), "{file:?}");
        }
        // Orders of axes and more than 64 columns and rows.
        let (width, height, depth) = (131, 67, 3);
        let number = |x, y, z| u8::from((x * 7 + y * 5 + z * 3) % 11 < 4);
        let (mut rows, mut columns) =
            (vec![0; width * height * depth], vec![0; width * height * depth]);
        for (x, y, z) in
            (0..width * height * depth).map(|i| (i % width, i / width % height, i / width / height))
        {
            rows[(z * height + y) * width + x] = number(x, y, z);
            columns[(x * height + y) * depth + z] = number(x, y, z);
        }
        let shape = format!("({depth}, {height}, {width})");
        let [rows, columns] = [(false, rows), (true, columns)]
            .map(|(order, numbers)| text(&npy("|b1", order, &shape, &numbers), None));
        assert_eq!(rows, columns);
    }

    #[test]
    fn other_arrays_are_refused() {
        let no_pair = {
            let mut bytes = nifti(&[1], &[], &[], &[1]);
            bytes[345] = b'i';
            bytes
        };
        for (file, expected) in [
            (
                npy("<c8", false, "(1, 1)", &[0; 8]),
                "expected numbers of a type such as <u4 or |b1, found <c8",
            ),
            (npy("|u1", false, "(4,)", &[0; 4]), "expected an array of 2 or 3 axes, found 1"),
            (npy("|u1", false, "()", &[0; 4]), "expected an array of 2 or 3 axes, found 0"),
            (npy("|u1", false, "4", &[0; 4]), "expected the header of an array, found {'descr'"),
            (
                npy("|u1", false, "(-1, 2)", &[0; 4]),
                "expected the header of an array, found {'descr'",
            ),
            (npy("|u1", false, "(0, 2)", &[]), "expected 1 to 2³² − 1 numbers, found 2×0×1"),
            (
                npy("<u8", true, "(4294967296, 4294967296, 2)", &[]),
                "expected 1 to 2³² − 1 numbers, found 2×4294967296×4294967296",
            ),
            (
                npy("<u8", true, "(65536, 65535, 1)", &[1; 9]),
                "expected 34359214080 bytes of numbers, found 9",
            ),
            (npy("|u1", false, "(2, 2)", &[0; 3]), "expected 4 bytes of numbers, found 3"),
            (npy("|u1", false, "(2, 2)", &[0; 5]), "expected the end after the last number"),
            (b"\x93NUMPY\x04\0\0\0".to_vec(), "expected a .npy of version 1.0 to 3.0, found 4.0"),
            (b"\x93NUMPY\x02\0\0\0\x01\0".to_vec(), "the file ends in its header"),
            (b"\x93NUMPY\x02\0\0\0\0\xff".to_vec(), "expected a header of at most 65536 bytes"),
            (no_pair, "expected a NIfTI"),
            (540_u32.to_be_bytes().to_vec(), "expected a NIfTI-1, found a NIfTI-2"),
            (nifti(&[2, 2], &[(40, 9)], &[], &[0; 4]), "expected 1 to 7 axes, found 9"),
            (
                nifti(&[1, 1, 1, 2], &[], &[], &[0; 2]),
                "expected an array of 2 or 3 axes, found 1×1×1×2",
            ),
            (nifti(&[-5, 3, 3], &[], &[], &[0; 4]), "expected axes of 1 or more, found -5×3×3"),
            (nifti(&[0, 2], &[], &[], &[0; 4]), "expected axes of 1 or more, found 0×2"),
            (
                nifti(&[2, 2], &[(70, 32)], &[], &[0; 4]),
                "expected a data type of integers or floats, found 32",
            ),
            (
                nifti(&[2, 2], &[], &[(108, f32::NAN)], &[0; 4]),
                "expected the numbers at byte 352 or later, found NaN",
            ),
            (nifti(&[2, 2], &[], &[(108, 500.0)], &[0; 4]), "the file ends in its header"),
            (gzip(b"P4 1 1 \0"), "expected a .npy or a NIfTI"),
        ] {
            let found = text(&file, None).unwrap_err();
            assert!(found.starts_with(expected), "{found}");
        }
        for whole in [npy("|u1", false, "(2, 3)", &[1; 6]), nifti(&[3, 2], &[], &[], &[1; 6])] {
            for (file, is_checked) in [(whole.clone(), false), (gzip(&whole), true)] {
                for len in 0..file.len() {
                    assert!(text(&file[..len], None).is_err(), "{len}");
                    let mut other = file.clone();
                    other[len] ^= 0x41;
                    let found = text(&other, None);
                    // The header of gzip has a time and a system.
                    assert!(!is_checked || len < 10 || found.is_err(), "{len}: {found:?}");
                }
            }
        }
    }
}
