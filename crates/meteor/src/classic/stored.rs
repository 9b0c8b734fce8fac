//! The graph as a file: only the part that solutions use. Numbers are little-endian.
//!
//! The number of fillings, of fillings of five pieces, and of couples, 2 bytes each. For each filling but the
//! first, and for each of five pieces: the cells, 8 bytes, the number of steps, 2 bytes, and for each step the
//! filling before, 2 bytes, and the piece, 1 byte. For each couple the two halves, 2 bytes each, and 1 if it
//! stands for half turns too, 1 byte.

use alloc::vec::Vec;

use super::graph::Graph;
#[cfg(any(feature = "graph", test))]
use super::graph::{Couple, Filling, Link, Step};
#[cfg(any(feature = "graph", test))]
use super::layout::CELLS;

impl Graph {
    /// The generated graph.
    #[cfg(feature = "graph")]
    #[must_use]
    pub fn generated() -> Self {
        const FILE: &[u8] = include_bytes!("../generated/graph.bin");
        Self::from_bytes(FILE)
    }

    /// The bytes of the generated file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let graph = self.used();
        let mut bytes = Vec::new();
        for count in [graph.fillings.len(), graph.halves.len(), graph.couples.len()] {
            bytes.extend((count as u16).to_le_bytes());
        }
        for filling in graph.fillings[1..].iter().chain(&graph.halves) {
            let steps: Vec<_> = graph.steps(*filling).collect();
            bytes.extend(filling.cells.to_le_bytes());
            bytes.extend((steps.len() as u16).to_le_bytes());
            for step in steps {
                bytes.extend(step.from.to_le_bytes());
                bytes.push(step.piece);
            }
        }
        for couple in &graph.couples {
            bytes.extend(couple.front.to_le_bytes());
            bytes.extend(couple.rest.to_le_bytes());
            bytes.push(couple.turned_too.into());
        }
        bytes
    }

    /// Reads a generated file.
    #[cfg(any(feature = "graph", test))]
    fn from_bytes(bytes: &[u8]) -> Self {
        let mut reader = Reader(bytes);
        let [fillings, halves, couples] = [(); 3].map(|()| usize::from(reader.number()));
        let mut graph = Self {
            fillings: Vec::with_capacity(fillings),
            halves: Vec::with_capacity(halves),
            links: Vec::with_capacity(bytes.len() / 4),
            couples: Vec::with_capacity(couples),
        };
        graph.fillings.push(Filling { cells: !CELLS, last: 0 });
        graph.fillings.extend((1..fillings).map(|_| reader.filling(&mut graph.links)));
        graph.halves.extend((0..halves).map(|_| reader.filling(&mut graph.links)));
        graph.couples.extend((0..couples).map(|_| reader.couple()));
        graph
    }
}

/// The rest of a generated file.
#[cfg(any(feature = "graph", test))]
struct Reader<'a>(&'a [u8]);

#[cfg(any(feature = "graph", test))]
impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (bytes, rest) = self.0.split_first_chunk().expect("the file is generated");
        self.0 = rest;
        *bytes
    }

    fn number(&mut self) -> u16 {
        u16::from_le_bytes(self.bytes())
    }

    fn filling(&mut self, links: &mut Vec<Link>) -> Filling {
        let (cells, count) = (u64::from_le_bytes(self.bytes()), self.number());
        let mut filling = Filling { cells, last: 0 };
        for _ in 0..count {
            filling.add(Step { from: self.number(), piece: self.bytes::<1>()[0] }, links);
        }
        filling
    }

    fn couple(&mut self) -> Couple {
        Couple { front: self.number(), rest: self.number(), turned_too: self.bytes() == [1] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_reads_back() {
        let graph = Graph::new();
        let (used, bytes) = (graph.used(), graph.to_bytes());
        // In the order of `used`.
        assert_eq!(Graph::from_bytes(&bytes).used(), used);
        assert_eq!(used.to_bytes(), bytes);
        assert_eq!(used.count(), graph.count());
    }
}
