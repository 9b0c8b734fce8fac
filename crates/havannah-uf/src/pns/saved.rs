//! Tables in files.

use std::io::{self, Error, ErrorKind, Read, Write};

use super::numbers::Numbers;
use super::solver::Solver;

/// The first bytes of a file. The number changes with the keys and the meaning of the numbers.
const HEAD: &[u8] = b"havannah-table 1\n";
/// Bytes of an entry: key, proof number, disproof number, work.
const ENTRY: usize = 20;

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
    /// other.read_table(&mut file.as_slice())?;
    /// assert!(other.solve(&game).nodes < Solver::new(1 << 20)?.solve(&game).nodes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_table(&self, file: &mut (impl Write + ?Sized)) -> io::Result<()> {
        file.write_all(HEAD)?;
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

    /// Adds the entries of a file to the table. Of entries for the same place, those with the most work are kept.
    ///
    /// Numbers that are possible are trusted: a file that was changed can give wrong values.
    ///
    /// # Errors
    /// If reading fails, or if the file is not one of [`write_table`](Self::write_table). The entries before the wrong
    /// one are in the table.
    pub fn read_table(&mut self, file: &mut (impl Read + ?Sized)) -> io::Result<()> {
        let wrong = |reason| Error::new(ErrorKind::InvalidData, reason);
        let mut head = [0; HEAD.len()];
        file.read_exact(&mut head)?;
        if head != HEAD {
            return Err(wrong("expected havannah-table 1 in the first line"));
        }
        let mut entry = [0; ENTRY];
        loop {
            // The end of the file is the end of an entry.
            match file.read(&mut entry[..1]) {
                Ok(0) => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                read => read?,
            };
            file.read_exact(&mut entry[1..])?;
            let number = |at: usize| {
                u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]])
            };
            let key = u64::from(number(4)) << 32 | u64::from(number(0));
            let numbers = Numbers { proof: number(8), disproof: number(12) };
            if !numbers.are_possible() {
                return Err(wrong("an entry has impossible numbers"));
            }
            self.table.merge(key, numbers, number(16));
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use bitboard_core::Limits;

    use super::*;
    use crate::game::Havannah;
    use crate::rule::RingRule;

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
    fn impossible_numbers_are_refused() {
        let mut solver = Solver::new(1 << 16).unwrap();
        let _ = solver.solve(&Havannah::new(3, RingRule::Any).unwrap());
        let mut file = Vec::new();
        solver.write_table(&mut file).unwrap();
        let read = |file: &[u8]| Solver::new(1 << 16).unwrap().read_table(&mut &*file);
        assert!(read(&file).is_ok());
        let at = HEAD.len() + ENTRY + 8;
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
