//! Compares the referee with an oracle that searches the whole board after every stone.

use crate::oracle::{Cells, board, judge};
use havannah_uf::{Hex, Referee, RingRule};
use quickcheck::quickcheck;

quickcheck! {
    fn the_first_win_is_that_of_the_whole_board(base: u32, wishes: Vec<u16>) -> bool {
        let base = 2 + base % 7;
        let mut free: Vec<_> = board(base as i32).into_iter().collect();
        let (mut referee, mut stones) = (Referee::new(base).unwrap(), Cells::new());
        // The remaining cells follow in a fixed random order, until a player wins or the board is full.
        let rest = (0..).map(|i: u32| (i.wrapping_mul(2_654_435_769) >> 16) as u16);
        for wish in wishes.into_iter().chain(rest) {
            if free.is_empty() {
                break;
            }
            let (x, y) = free.swap_remove(usize::from(wish) % free.len());
            stones.insert((x, y));
            let wins = referee.play(Hex { x: x as u32, y: y as u32 }).unwrap();
            if wins != judge(base as i32, &stones, &Cells::new(), (x, y), RingRule::Empty) {
                return false;
            }
            if !wins.is_empty() {
                break;
            }
        }
        true
    }
}
