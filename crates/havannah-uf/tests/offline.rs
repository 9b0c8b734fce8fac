//! The two methods of the analysis against one another.

mod games;

use games::order;
use havannah_uf::{Havannah, Hex, PlayError, Referee, RingRule, offline};
use quickcheck::quickcheck;

quickcheck! {
    fn the_sparse_referee_says_the_same(base: u32, wishes: Vec<u16>) -> bool {
        let base = 2 + base % 9;
        let cells = order(base, &wishes);
        RingRule::ALL.into_iter().all(|rule| {
            let mut game = Havannah::new(base, rule).unwrap();
            let mut referee = Referee::for_two(base, rule);
            cells.iter().all(|&cell| {
                game.winner().is_some() || {
                    assert_eq!(game.turn(), referee.turn());
                    game.play(cell) == referee.play(cell)
                }
            })
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
                .all(|cells| offline::first_win(base, rule, cells) == Ok(game.outcome()))
        })
    }
}

#[test]
fn bad_stones_are_named() {
    let [good, bad] = [(1, 1), (4, 1)].map(|(x, y)| Hex { x, y });
    let refused = |stones: &[Hex]| offline::first_win(3, RingRule::Any, stones).unwrap_err();
    assert_eq!(refused(&[good, bad]), PlayError::OffBoard { cell: bad, base: 3 });
    assert_eq!(refused(&[good, good]), PlayError::Taken { cell: good });
    assert_eq!(offline::first_win(3, RingRule::Any, &[]), Ok(None));
    for base in [offline::MAX_BASE + 1, 16_385, u32::MAX] {
        let error = PlayError::BaseTooLarge { base, largest: offline::MAX_BASE };
        assert_eq!(offline::first_win(base, RingRule::Any, &[good]), Err(error));
    }
}
