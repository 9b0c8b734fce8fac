//! Havannah for one player: the analysis of the contest, an example of havannah-uf, and arrays over
//! all cells with a search for a ring after every stone, the style of contest programs.

#[path = "../../../crates/havannah-uf/examples/code_jam/port.rs"]
mod port;

pub use port::*;

/// Arrays over all cells of the board.
#[derive(Clone, Debug)]
pub struct Dense {
    base: i32,
    /// By x + 2S·y; 0 for an empty cell.
    parent: Vec<u32>,
    borders: Vec<u16>,
    seen: Vec<u32>,
    search: u32,
}

impl Dense {
    /// An empty board of base `base`.
    #[must_use]
    pub fn new(base: i32) -> Self {
        let cells = (4 * base * base) as usize;
        Self {
            base,
            parent: vec![0; cells],
            borders: vec![0; cells],
            seen: vec![0; cells],
            search: 0,
        }
    }

    fn index(&self, (x, y): (i32, i32)) -> usize {
        (x + 2 * self.base * y) as usize
    }

    fn find(&mut self, mut i: usize) -> usize {
        while self.parent[i] as usize != i {
            let parent = self.parent[i] as usize;
            self.parent[i] = self.parent[parent];
            i = parent;
        }
        i
    }

    /// Places a stone on an empty cell of the board.
    pub fn play(&mut self, cell: (i32, i32)) -> Wins {
        let i = self.index(cell);
        self.parent[i] = i as u32;
        self.borders[i] = border(self.base, cell);
        for (dx, dy) in AROUND {
            let next = (cell.0 + dx, cell.1 + dy);
            if is_on_board(self.base, next) && self.parent[self.index(next)] != 0 {
                let j = self.index(next);
                let (a, b) = (self.find(i), self.find(j));
                if a != b {
                    self.parent[a] = b as u32;
                    self.borders[b] |= self.borders[a];
                }
            }
        }
        let root = self.find(i);
        wins(self.borders[root], self.has_ring(cell))
    }

    /// Returns whether some empty cell beside the stone is cut off from the border.
    fn has_ring(&mut self, (x, y): (i32, i32)) -> bool {
        AROUND.iter().any(|(dx, dy)| {
            let start = (x + dx, y + dy);
            is_on_board(self.base, start)
                && self.parent[self.index(start)] == 0
                && !self.reaches_border(start)
        })
    }

    fn reaches_border(&mut self, start: (i32, i32)) -> bool {
        self.search += 1;
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            let i = self.index(cell);
            if self.seen[i] == self.search {
                continue;
            }
            self.seen[i] = self.search;
            for (dx, dy) in AROUND {
                let next = (cell.0 + dx, cell.1 + dy);
                if !is_on_board(self.base, next) {
                    return true;
                }
                if self.parent[self.index(next)] == 0 {
                    open.push(next);
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use havannah_uf::{Hex, Referee};

    #[test]
    fn all_judge_as_the_referee_does() {
        let mut random = Random::new(3);
        for base in 2..9 {
            for _ in 0..100 {
                let side = 2 * base - 1;
                let mut cells: Vec<_> = (1..=side)
                    .flat_map(|x| (1..=side).map(move |y| (x, y)))
                    .filter(|&cell| is_on_board(base, cell))
                    .collect();
                random.shuffle(&mut cells);
                let (mut dense, mut mapped) = (Dense::new(base), Mapped::new(base));
                let mut referee = Referee::new(base as u32).unwrap();
                let first = online(base, &cells);
                assert_eq!(backwards(base, &cells), first, "base {base}: {cells:?}");
                assert_eq!(binary_search(base, &cells), first, "base {base}: {cells:?}");
                for (x, y) in cells {
                    let expected =
                        referee.play(Hex { x: x as u32, y: y as u32 }).unwrap().to_string();
                    let names = |wins: Wins| {
                        let names = ["bridge", "fork", "ring"].into_iter().enumerate();
                        let names: Vec<_> =
                            names.filter(|(i, _)| wins >> i & 1 == 1).map(|(_, n)| n).collect();
                        if names.is_empty() { "none".to_owned() } else { names.join("-") }
                    };
                    let (a, b) = (dense.play((x, y)), mapped.play((x, y)));
                    assert_eq!((names(a), names(b)), (expected.clone(), expected.clone()));
                    if expected != "none" {
                        break;
                    }
                }
            }
        }
    }
}
