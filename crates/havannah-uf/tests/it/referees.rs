//! The game, the referee, the offline method and a search of the whole board against one another.

use crate::games::order;
use crate::oracle::{Cells, board, judge, offline};
use havannah_uf::{Game, Hex, Record, Referee, RingRule};
use quickcheck::quickcheck;

quickcheck! {
    fn the_sparse_referee_says_the_same(base: u32, wishes: Vec<u16>) -> bool {
        let base = 2 + base % 9;
        let cells = order(base, &wishes);
        RingRule::ALL.into_iter().all(|rule| {
            let mut game = Game::new(base, rule).unwrap();
            let mut referee = Referee::for_two(base, rule).unwrap();
            cells.iter().all(|&cell| {
                game.winner().is_some() || {
                    assert_eq!((game.turn(), game.ply()), (referee.turn(), referee.ply()));
                    game.play(cell) == referee.play(cell)
                }
            }) && {
                let record = Record::from(&game);
                record.outcome() == Ok(game.outcome()) && record.result.is_some() == game.is_over()
            }
        })
    }

    fn from_the_end_as_from_the_beginning(base: u32, wishes: Vec<u16>) -> bool {
        let base = 2 + base % 9;
        let cells = order(base, &wishes);
        RingRule::ALL.into_iter().all(|rule| {
            let mut game = Game::new(base, rule).unwrap();
            for &cell in &cells {
                if !game.play(cell).unwrap().is_empty() {
                    break;
                }
            }
            // Whatever comes after the win, and if nothing comes after it.
            [&cells[..], &cells[..game.ply()]]
                .iter()
                .all(|cells| offline::first_win(base, rule, cells) == game.outcome().filter(|outcome| outcome.winner().is_some()))
        })
    }

    /// A referee of one player against an oracle that searches the whole board after every stone.
    fn the_first_win_is_that_of_the_whole_board(base: u32, wishes: Vec<u16>) -> bool {
        let base = 2 + base % 7;
        let mut free: Vec<_> = board(base as i32).into_iter().collect();
        let (mut referee, mut stones) = (Referee::new(base).unwrap(), Cells::new());
        // The remaining cells follow in a fixed random order, until a player wins or the board is
        // full.
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
