//! The game, the referee and the offline method against one another.

use crate::games::order;
use crate::oracle::offline;
use havannah_uf::{Havannah, Record, Referee, RingRule};
use quickcheck::quickcheck;

quickcheck! {
    fn the_sparse_referee_says_the_same(base: u32, wishes: Vec<u16>) -> bool {
        let base = 2 + base % 9;
        let cells = order(base, &wishes);
        RingRule::ALL.into_iter().all(|rule| {
            let mut game = Havannah::new(base, rule).unwrap();
            let mut referee = Referee::for_two(base, rule).unwrap();
            cells.iter().all(|&cell| {
                game.winner().is_some() || {
                    assert_eq!(game.turn(), referee.turn());
                    game.play(cell) == referee.play(cell)
                }
            }) && {
                let record = Record::from(&game);
                record.outcome(rule) == Ok(game.outcome()) && record.result.is_some() == game.is_over()
            }
        })
    }

    fn from_the_end_as_from_the_beginning(base: u32, wishes: Vec<u16>) -> bool {
        let base = 2 + base % 9;
        let cells = order(base, &wishes);
        RingRule::ALL.into_iter().all(|rule| {
            let mut game = Havannah::new(base, rule).unwrap();
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
}
