//! Small inputs that fuzzing has found.

use crate::oracle::offline;
use havannah_uf::gtp::Engine;
use havannah_uf::mcts::Mcts;
use havannah_uf::{Game, Hex, Move, Notation, Outcome, Player, Record, Referee, RingRule, Wins};

#[test]
fn lines_of_games_may_have_any_white_space() {
    for text in ["2 0", "3\r0", "5\r0\r", "\u{c}2\u{2003}0\u{85}"] {
        assert!(Record::parse_line(text).unwrap().moves.is_empty(), "{text:?}");
    }
    let record = Record::parse_line("4294967295 1 4294967295,4294967295").unwrap();
    let mut referee = Referee::for_two(record.base, RingRule::Any).unwrap();
    assert_eq!(record.stones().map(|cell| referee.play(cell)).last(), Some(Ok(Wins::NONE)));
}

/// The last cell was refused: twice the base does not fit into 32 bits.
#[test]
fn a_board_whose_sides_just_fit_into_32_bits_has_its_last_corner() {
    let base = 1 << 31;
    let corner = |x, y| Hex { x, y };
    assert!(corner(u32::MAX, u32::MAX).is_on_board(base));
    assert!(!corner(u32::MAX, base - 1).is_on_board(base));
    let mut referee = Referee::new(base).unwrap();
    referee.play(corner(1, 1)).unwrap();
    referee.play(corner(u32::MAX, u32::MAX)).unwrap();
    assert!(Hex::all(0).next().is_none() && !corner(1, 1).is_on_board(0));
    assert_eq!((Hex::all(1).count(), Hex::all(2).count()), (1, 7));
}

#[test]
fn cells_at_the_ends_of_numbers() {
    let largest = u32::MAX;
    assert_eq!(Notation::Pair.parse("1,1", largest), Ok(Hex { x: 1, y: 1 }));
    assert!(Notation::Pair.parse("0,2", largest).is_err());
    assert!(Notation::Pair.parse("4294967295,4294967296", largest).is_err());
    assert!(Notation::LittleGolem.parse("Vllllll1", 4).is_err());
    // Column 2³¹ + 1 of base 2³¹ starts with row 2: there is no row 2³² of the board.
    let last = Notation::LittleGolem.write(Hex { x: (1 << 31) + 1, y: u32::MAX }, 1 << 31);
    let (column, row) = last.split_at(last.len() - 10);
    assert_eq!(row, "4294967294");
    assert!(Notation::LittleGolem.parse(&format!("{column}4294967294"), 1 << 31).is_ok());
    assert!(Notation::LittleGolem.parse(&format!("{column}4294967295"), 1 << 31).is_err());
    let cell = Notation::Grid.parse("c1", 4).unwrap();
    assert_eq!(Notation::Grid.write(cell, 4), "C1");
}

#[test]
fn games_resigned_early_come_back() {
    let text = "(;SZ[4]RE[\\]];W[resign];W[D1];B[swap])";
    let record = Record::parse_hgf(text, Notation::Grid).unwrap();
    assert_eq!((record.resigned, record.moves.last()), (Some(Player::First), Some(&Move::Swap)));
    assert_eq!(Record::parse_hgf(&record.to_hgf(Notation::Grid), Notation::Grid), Ok(record));
}

/// The second base was believed, and cells of the first were off the board.
#[test]
fn a_record_has_one_base() {
    let read = |text| Record::parse_hgf(text, Notation::LittleGolem);
    let error = read("(;SZ[42];W[E1];SZ[2])").unwrap_err();
    assert_eq!(error.to_string(), "expected one base, found 42 and 2");
    assert_eq!(read("(;SZ[42];W[E1];SZ[ 42])").map(|record| record.base), Ok(42));
}

#[test]
fn swaps_are_taken_back_between_stones() {
    let mut game = Game::new(2, RingRule::Empty).unwrap().with_swap_rule();
    let hash = game.zobrist_hash();
    game.play(Hex { x: 1, y: 1 }).unwrap();
    let after = (game.zobrist_hash(), game.turn());
    for _ in 0..3 {
        game.play(Move::Swap).unwrap();
        assert!(game.play(Move::Swap).is_err() && game.has_swapped());
        assert_eq!(game.undo(), Some(Move::Swap));
        assert_eq!((game.zobrist_hash(), game.turn()), after);
    }
    assert_eq!(game.undo(), Some(Move::Stone(Hex { x: 1, y: 1 })));
    assert_eq!((game.undo(), game.zobrist_hash()), (None, hash));
}

#[test]
fn the_smallest_ring_is_a_bridge_and_a_fork_before() {
    // All six cells around the middle of the smallest board lie on its border.
    let ring = [(1, 1), (2, 1), (3, 2), (3, 3), (2, 3), (1, 2)].map(|(x, y)| Hex { x, y });
    let mut referee = Referee::new(2).unwrap();
    assert_eq!(referee.play(ring[0]), Ok(Wins::NONE));
    assert_eq!(referee.play(ring[1]), Ok(Wins::BRIDGE));
    let two = offline::first_win(2, RingRule::Any, &[ring[0], ring[2], ring[1]]);
    let won = Outcome::Won { player: Player::First, wins: Wins::BRIDGE, number: 3 };
    assert_eq!(two, Some(won));
}

#[test]
fn protocol_lines_of_any_kind_are_answered() {
    let game = Game::new(8, RingRule::Any).unwrap();
    let mut engine = Engine::new(game, Mcts::new()).playouts(3);
    let mut answer = |line: &str| engine.respond(line).map(|response| response.text);
    assert_eq!(answer("\u{1} # \u{7f}"), None);
    assert_eq!(
        answer("12345678901234567890").as_deref(),
        Some("?12345678901234567890 a command is missing\n\n")
    );
    assert_eq!(answer("00 quit\u{0}").as_deref(), Some("=00\n\n"));
    for line in ["boardsize 4294967296", "boardsize -1", "boardsize 1", "boardsize"] {
        assert!(answer(line).unwrap().starts_with("? "), "{line}");
    }
    for line in ["boardsize 2", "genmove w", "genmove b"] {
        assert!(answer(line).unwrap().starts_with('='), "{line}");
    }
    for line in ["play w a1 b2 c3", "time_left b", "time_left b 1", "time_settings 1 2", "play b"] {
        assert!(answer(line).unwrap().starts_with("? "), "{line}");
    }
    assert!(answer("undo").unwrap().starts_with('=') && answer("undo").unwrap().starts_with('='));
    assert_eq!(answer("undo").as_deref(), Some("? cannot undo\n\n"));
}
