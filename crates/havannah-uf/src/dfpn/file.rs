//! Tables in files, so that another process can continue a search.
//!
//! ```text
//! "havannah-table 3\n"
//! number of entries, number of places in the table        8 bytes each, little-endian
//! for each entry: key, proof number, disproof number, work    8 + 4 + 4 + 4 bytes
//! checksum of all other bytes                             8 bytes
//! ```

use std::format;
use std::io::{self, Error, ErrorKind, Read, Write};
use std::string::String;
use std::vec::Vec;

use bitboard_core::checksum::Checksum;

use super::Solver;
use super::board::ProofNumbers;
use super::table::Table;

/// The first bytes of a file. The number changes with the keys and the meaning of the numbers.
const HEAD: &[u8] = b"havannah-table 3\n";

/// Bytes of the number of entries, and of the number of places for entries in the table.
const COUNTS: usize = 16;

/// Bytes of an entry: key, proof number, disproof number, work.
const ENTRY: usize = 20;

/// The result of [`Solver::read_table`].
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

fn wrong(reason: String) -> Error {
    Error::new(ErrorKind::InvalidData, reason)
}

/// A little-endian number.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The next bytes; `cut` is the error if the file ends before.
fn part<const N: usize>(file: &mut impl Read, cut: impl FnOnce() -> String) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    match file.read_exact(&mut bytes) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(wrong(cut())),
        read => read.map(|()| bytes),
    }
}

impl Solver {
    /// Writes the table, so that another process can continue the search.
    ///
    /// ```
    /// use havannah_uf::dfpn::Solver;
    /// use havannah_uf::{Havannah, Limits, RingRule};
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
        let mut sum = Checksum::new();
        let mut put = |bytes: &[u8]| {
            sum = sum.append(bytes);
            file.write_all(bytes)
        };
        put(HEAD)?;
        put(&(self.table.entries().count() as u64).to_le_bytes())?;
        put(&(self.table.len() as u64).to_le_bytes())?;
        for (key, ProofNumbers { proof, disproof }, work) in self.table.entries() {
            let mut entry = [0; ENTRY];
            entry[..8].copy_from_slice(&key.to_le_bytes());
            entry[8..12].copy_from_slice(&proof.to_le_bytes());
            entry[12..16].copy_from_slice(&disproof.to_le_bytes());
            entry[16..].copy_from_slice(&work.to_le_bytes());
            put(&entry)?;
        }
        file.write_all(&sum.value().to_le_bytes())
    }

    /// Adds the entries of a file to the table. Of entries for the same place, those with the most
    /// work are kept; [`TableFile::lost`] counts the others.
    ///
    /// The entries are trusted: the checksum finds damage, not malice.
    ///
    /// # Errors
    /// If reading fails, or if the file is not one of [`write_table`](Self::write_table), or only a
    /// part of one. The entries before the error are in the table.
    pub fn read_table(&mut self, mut file: impl Read) -> io::Result<TableFile> {
        let mut head = Vec::new();
        file.by_ref().take(HEAD.len() as u64).read_to_end(&mut head)?;
        if head != HEAD {
            let line = String::from_utf8_lossy(&head);
            let found = match HEAD.starts_with(&head) {
                true => "the end of the file".into(),
                false => format!("{:?}", line.lines().next().unwrap_or_default()),
            };
            return Err(wrong(format!(
                "expected havannah-table 3 in the first line, found {found}"
            )));
        }
        let counts: [u8; COUNTS] =
            part(&mut file, || "the file ends before the number of entries".into())?;
        let [entries, places] = [number(&counts[..8]), number(&counts[8..])];
        let mut sum = Checksum::new().append(HEAD).append(&counts);
        let mut lost = 0;
        for read in 0..entries {
            let cut = || format!("the file ends after {read} of {entries} entries");
            let entry: [u8; ENTRY] = part(&mut file, cut)?;
            sum = sum.append(&entry);
            let [key, proof, disproof, work] =
                [&entry[..8], &entry[8..12], &entry[12..16], &entry[16..]].map(number);
            let numbers = ProofNumbers { proof: proof as u32, disproof: disproof as u32 };
            if !numbers.are_possible() {
                return Err(wrong(format!("entry {} has impossible numbers", read + 1)));
            }
            lost += u64::from(self.table.merge(key, numbers, work as u32));
        }
        if part(&mut file, || "the file ends before its checksum".into())?
            != sum.value().to_le_bytes()
        {
            return Err(wrong("the checksum is wrong".into()));
        }
        if file.take(1).read_to_end(&mut Vec::new())? > 0 {
            return Err(wrong(format!("expected the end of the file after {entries} entries")));
        }
        Ok(TableFile { entries, lost, memory_bytes: Table::bytes_of(places) })
    }
}

#[cfg(test)]
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
                    "expected havannah-table 3 in the first line, found the end of the file".into()
                }
                None => "the file ends before the number of entries".into(),
                Some(rest) if rest >= ENTRY * entries => "the file ends before its checksum".into(),
                Some(rest) => format!("the file ends after {} of {entries} entries", rest / ENTRY),
            };
            assert_eq!(error.to_string(), reason);
        }
        for (text, found) in [("# x\nhavannah-table 3\n", "# x"), ("hi", "hi"), ("\n", "")] {
            let error = Solver::new(1 << 16).unwrap().read_table(text.as_bytes()).unwrap_err();
            let expected = format!("expected havannah-table 3 in the first line, found {found:?}");
            assert_eq!(error.to_string(), expected);
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
            assert_eq!(read(&wrong).unwrap_err().to_string(), "entry 2 has impossible numbers");
        }
    }

    /// A file with these entries: key, proof number, disproof number and work.
    fn with_entries(entries: &[(u64, u32, u32, u32)], places: u64) -> Vec<u8> {
        let mut file = HEAD.to_vec();
        file.extend((entries.len() as u64).to_le_bytes());
        file.extend(places.to_le_bytes());
        for &(key, proof, disproof, work) in entries {
            file.extend(key.to_le_bytes());
            [proof, disproof, work].iter().for_each(|number| file.extend(number.to_le_bytes()));
        }
        let sum = Checksum::new().append(&file);
        file.extend(sum.value().to_le_bytes());
        file
    }

    /// Numbers of positions that contradict each other may give a wrong answer, but no panic.
    #[test]
    fn a_search_continues_from_any_possible_numbers() {
        let large = u32::MAX / 4;
        let possible =
            [(1, 1), (0, u32::MAX), (u32::MAX, 0), (large, large), (1, large), (large, 1), (7, 3)];
        for rule in RingRule::ALL {
            let game = Havannah::new(3, rule).unwrap();
            let mut solver = Solver::new(1 << 16).unwrap();
            assert!(solver.try_solve(&game, &Limits::new().nodes(300)).is_err());
            let keys: Vec<_> = solver.table.entries().map(|(key, ..)| key).collect();
            for step in 1..=4 * possible.len() {
                let forged = keys.iter().enumerate().map(|(i, &key)| {
                    let (proof, disproof) = possible[(i / 3 * step + i) % possible.len()];
                    (key, proof, disproof, [1, u32::MAX, 9][i * step % 3])
                });
                let file = with_entries(&forged.collect::<Vec<_>>(), u64::MAX);
                let mut solver = Solver::new(1 << 16).unwrap().threads(1 + step % 2);
                let read = solver.read_table(&*file).unwrap();
                assert_eq!(read.memory_bytes, u64::MAX);
                let _ = solver.try_solve(&game, &Limits::new().nodes(300));
            }
        }
    }

    #[test]
    fn absurd_numbers_of_entries_are_refused() {
        let whole = with_entries(&[(1, 1, 1, 1)], 64);
        for entries in [2, 1 << 32, u64::MAX / ENTRY as u64 + 1, u64::MAX] {
            let mut file = whole.clone();
            file[HEAD.len()..HEAD.len() + 8].copy_from_slice(&u64::to_le_bytes(entries));
            assert!(Solver::new(1 << 16).unwrap().read_table(&*file).is_err(), "{entries}");
        }
    }
}
