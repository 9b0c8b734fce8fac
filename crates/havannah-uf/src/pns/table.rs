//! The transposition table: the numbers of positions by their keys, and its files.
//!
//! A key selects a bucket of four entries. A new entry replaces the one with the least **work**,
//! the number of positions expanded for it, so that results of large searches stay.

use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::format;
#[cfg(feature = "std")]
use std::io::{self, Error, ErrorKind, Read, Write};
#[cfg(feature = "std")]
use std::string::String;

#[cfg(feature = "std")]
use super::Solver;
use super::search::{NEW, Numbers};
use crate::rules::{OutOfMemory, filled};

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// The number of positions expanded for it.
    work: u32,
}

const FREE: Entry = Entry { key: 0, numbers: NEW, work: 0 };
/// Entries for the same key.
const BUCKET: usize = 4;

/// Numbers by key. The entry with the least work is replaced.
#[derive(Clone)]
pub(super) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// A table of at most `memory_bytes` bytes, but at least one kilobyte.
    pub(super) fn new(memory_bytes: usize) -> Result<Self, OutOfMemory> {
        // The largest power of two.
        let len = 1 << (memory_bytes.max(1024) / size_of::<Entry>()).ilog2();
        let entries = filled(len, FREE).map_err(|_| OutOfMemory { bytes: memory_bytes })?;
        Ok(Self { entries })
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The size of all entries in bytes.
    pub(super) fn memory_bytes(&self) -> usize {
        Self::bytes_of(self.entries.len() as u64) as usize
    }

    /// The size of a table of `len` entries in bytes.
    pub(super) fn bytes_of(len: u64) -> u64 {
        len.saturating_mul(size_of::<Entry>() as u64)
    }

    /// All entries: key, numbers and work.
    #[cfg(feature = "std")]
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, Numbers, u32)> + '_ {
        let used = self.entries.iter().filter(|entry| entry.work > 0);
        used.map(|entry| (entry.key, entry.numbers, entry.work))
    }

    fn bucket(&self, key: u64) -> core::ops::Range<usize> {
        let first = key as usize & (self.entries.len() - 1) & !(BUCKET - 1);
        first..first + BUCKET
    }

    /// The numbers of a position; those of a new one if it is not in the table.
    pub(super) fn get(&self, key: u64) -> Numbers {
        self.find(key).unwrap_or(NEW)
    }

    /// The numbers of a position, if the table has it.
    pub(super) fn find(&self, key: u64) -> Option<Numbers> {
        let mut entries = self.entries[self.bucket(key)].iter();
        let entry = entries.find(|entry| entry.key == key && entry.work > 0);
        entry.map(|entry| entry.numbers)
    }

    /// Stores numbers found by expanding `work` positions.
    pub(super) fn put(&mut self, key: u64, numbers: Numbers, work: u32) {
        let place = self.place(key);
        let entry = &mut self.entries[place];
        let before = if entry.key == key { entry.work } else { 0 };
        *entry = Entry { key, numbers, work: before.saturating_add(work).max(1) };
    }

    /// Stores numbers from another table, unless those in their place took as much work. Returns
    /// whether the numbers of a position were lost because there was no room.
    #[cfg(feature = "std")]
    pub(super) fn merge(&mut self, key: u64, numbers: Numbers, work: u32) -> bool {
        let place = self.place(key);
        let entry = &mut self.entries[place];
        let is_other = entry.work > 0 && entry.key != key;
        if entry.work < work {
            *entry = Entry { key, numbers, work };
        }
        is_other
    }

    /// The place of a position: its entry or, if it has none, the entry of its bucket with the
    /// least work.
    fn place(&self, key: u64) -> usize {
        let bucket = self.bucket(key);
        let is_same = |&at: &usize| self.entries[at].key == key && self.entries[at].work > 0;
        let least = || bucket.clone().min_by_key(|&at| self.entries[at].work);
        bucket.clone().find(is_same).or_else(least).unwrap_or(bucket.start)
    }
}

#[cfg(feature = "std")]
/// The first bytes of a file. The number changes with the keys and the meaning of the numbers.
const HEAD: &[u8] = b"havannah-table 2\n";

#[cfg(feature = "std")]
/// Bytes of the number of entries, and of the number of places for entries in the table.
const COUNTS: usize = 16;

#[cfg(feature = "std")]
/// Bytes of an entry: key, proof number, disproof number, work.
const ENTRY: usize = 20;

#[cfg(feature = "std")]
/// What [`Solver::read_table`] has read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct TableFile {
    /// The number of entries of the file.
    pub entries: u64,
    /// The number of entries, of the file or of the solver, for which there was no room. 0 if the
    /// table of the solver was empty and takes at least `memory_bytes` bytes.
    pub lost: u64,
    /// The size in bytes of the table that was written to the file.
    pub memory_bytes: u64,
}

#[cfg(feature = "std")]
fn wrong(reason: String) -> Error {
    Error::new(ErrorKind::InvalidData, reason)
}

#[cfg(feature = "std")]
/// A little-endian number.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(feature = "std")]
/// The next bytes; `cut` is the error if the file ends before.
fn part<const N: usize>(file: &mut impl Read, cut: impl FnOnce() -> String) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    match file.read_exact(&mut bytes) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(wrong(cut())),
        read => read.map(|()| bytes),
    }
}

#[cfg(feature = "std")]
impl Solver {
    /// Writes the table, so that another process can continue the search.
    ///
    /// ```
    /// use havannah_uf::bitboard_core::Limits;
    /// use havannah_uf::pns::Solver;
    /// use havannah_uf::{Havannah, RingRule};
    ///
    /// let game = Havannah::new(3, RingRule::Any)?;
    /// let mut solver = Solver::new(1 << 20)?;
    /// let _ = solver.try_solve(&game, &Limits::new().nodes(500));
    /// let mut file = Vec::new();
    /// solver.write_table(&mut file)?;
    ///
    /// let mut other = Solver::new(1 << 20)?;
    /// assert_eq!(other.read_table(file.as_slice())?.lost, 0);
    /// assert!(other.solve(&game).nodes < Solver::new(1 << 20)?.solve(&game).nodes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_table(&self, mut file: impl Write) -> io::Result<()> {
        file.write_all(HEAD)?;
        file.write_all(&(self.table.entries().count() as u64).to_le_bytes())?;
        file.write_all(&(self.table.len() as u64).to_le_bytes())?;
        for (key, Numbers { proof, disproof }, work) in self.table.entries() {
            let mut entry = [0; ENTRY];
            entry[..8].copy_from_slice(&key.to_le_bytes());
            entry[8..12].copy_from_slice(&proof.to_le_bytes());
            entry[12..16].copy_from_slice(&disproof.to_le_bytes());
            entry[16..].copy_from_slice(&work.to_le_bytes());
            file.write_all(&entry)?;
        }
        Ok(())
    }

    /// Adds the entries of a file to the table. Of entries for the same place, those with the most
    /// work are kept; [`TableFile::lost`] counts the others.
    ///
    /// Numbers that are possible are trusted: a file that was changed can give wrong values.
    ///
    /// # Errors
    /// If reading fails, or if the file is not one of [`write_table`](Self::write_table), or only a
    /// part of one. The entries before the error are in the table.
    pub fn read_table(&mut self, mut file: impl Read) -> io::Result<TableFile> {
        let expected = "expected havannah-table 2 in the first line";
        let head: [u8; HEAD.len()] =
            part(&mut file, || format!("{expected}, found the end of the file"))?;
        if head != HEAD {
            return Err(wrong(expected.into()));
        }
        let counts: [u8; COUNTS] =
            part(&mut file, || "the file ends before the number of entries".into())?;
        let [entries, places] = [number(&counts[..8]), number(&counts[8..])];
        let mut lost = 0;
        for read in 0..entries {
            let cut = || format!("the file ends after {read} of {entries} entries");
            let entry: [u8; ENTRY] = part(&mut file, cut)?;
            let [key, proof, disproof, work] =
                [&entry[..8], &entry[8..12], &entry[12..16], &entry[16..]].map(number);
            let numbers = Numbers { proof: proof as u32, disproof: disproof as u32 };
            if !numbers.are_possible() {
                return Err(wrong(format!("entry {} has impossible numbers", read + 1)));
            }
            lost += u64::from(self.table.merge(key, numbers, work as u32));
        }
        if file.take(1).read_to_end(&mut Vec::new())? > 0 {
            return Err(wrong(format!("expected the end of the file after {entries} entries")));
        }
        Ok(TableFile { entries, lost, memory_bytes: Table::bytes_of(places) })
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::string::ToString;

    use bitboard_core::Limits;

    use super::*;
    use crate::game::Havannah;
    use crate::rules::RingRule;

    fn file(solver: &Solver) -> Vec<u8> {
        let mut file = Vec::new();
        solver.write_table(&mut file).unwrap();
        file
    }

    #[test]
    fn entries_with_more_work_are_kept() {
        let game = Havannah::new(3, RingRule::Any).unwrap();
        let mut early = Solver::new(1 << 16).unwrap();
        assert!(early.try_solve(&game, &Limits::new().nodes(20)).is_err());
        let mut solver = Solver::new(1 << 16).unwrap();
        let _ = solver.solve(&game);
        let solved = file(&solver);
        solver.read_table(&mut &*file(&early)).unwrap();
        assert!(file(&solver) == solved);
    }

    /// Fails once before each byte.
    struct Slow<'a>(&'a [u8], bool);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(ErrorKind::Interrupted.into());
            }
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    #[test]
    fn interrupted_reads_are_tried_again() {
        let mut solver = Solver::new(1 << 16).unwrap();
        let _ = solver.solve(&Havannah::new(3, RingRule::Any).unwrap());
        let mut other = Solver::new(1 << 16).unwrap();
        other.read_table(&mut Slow(&file(&solver), false)).unwrap();
        assert!(file(&other) == file(&solver));
    }

    #[test]
    fn a_part_of_a_file_is_refused() {
        let mut solver = Solver::new(1 << 16).unwrap();
        let _ = solver.solve(&Havannah::new(3, RingRule::Any).unwrap());
        let file = file(&solver);
        let entries = solver.table.entries().count();
        for length in 0..file.len() {
            let error = Solver::new(1 << 16).unwrap().read_table(&mut &file[..length]).unwrap_err();
            let reason = match length.checked_sub(HEAD.len() + COUNTS) {
                _ if length < HEAD.len() => {
                    "expected havannah-table 2 in the first line, found the end of the file".into()
                }
                None => "the file ends before the number of entries".into(),
                Some(rest) => format!("the file ends after {} of {entries} entries", rest / ENTRY),
            };
            assert_eq!(error.to_string(), reason);
        }
        let longer = [&file[..], b"x"].concat();
        let error = Solver::new(1 << 16).unwrap().read_table(&mut &longer[..]).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("expected the end of the file after {entries} entries")
        );
    }

    #[test]
    fn entries_without_room_are_counted() {
        let mut solver = Solver::new(1 << 16).unwrap();
        let _ =
            solver.try_solve(&Havannah::new(4, RingRule::Any).unwrap(), &Limits::new().nodes(1000));
        let file = file(&solver);
        let entries = solver.table.entries().count() as u64;
        for bytes in [1 << 10, 1 << 14, 1 << 16, 1 << 18] {
            let mut other = Solver::new(bytes).unwrap();
            let read = other.read_table(&mut &file[..]).unwrap();
            let kept = other.table.entries().count() as u64;
            assert_eq!((read.entries, read.lost), (entries, entries - kept));
            assert_eq!(read.memory_bytes, solver.memory_bytes() as u64);
            assert_eq!(read.lost == 0, bytes >= 1 << 16, "{bytes} bytes");
            // Entries for the same positions are not lost.
            assert_eq!(other.read_table(&mut &file[..]).unwrap().lost, read.lost);
        }
    }

    #[test]
    fn impossible_numbers_are_refused() {
        let mut solver = Solver::new(1 << 16).unwrap();
        let _ = solver.solve(&Havannah::new(3, RingRule::Any).unwrap());
        let mut file = Vec::new();
        solver.write_table(&mut file).unwrap();
        let read = |file: &[u8]| Solver::new(1 << 16).unwrap().read_table(&mut &*file);
        assert!(read(&file).is_ok());
        let at = HEAD.len() + COUNTS + ENTRY + 8;
        let (large, infinite) = (u32::MAX / 4, u32::MAX);
        for (proof, disproof) in [
            (0, 0),
            (infinite, infinite),
            (0, 1),
            (1, 0),
            (1, infinite),
            (infinite, 7),
            (large + 1, 1),
        ] {
            let mut wrong = file.clone();
            wrong[at..at + 4].copy_from_slice(&u32::to_le_bytes(proof));
            wrong[at + 4..at + 8].copy_from_slice(&u32::to_le_bytes(disproof));
            assert_eq!(read(&wrong).unwrap_err().kind(), ErrorKind::InvalidData);
        }
    }
}
