//! Records of games: lines of moves, the Havannah Game Format, replays.

use havannah_uf::bitboard_core::Random;
use havannah_uf::{
    Game, Hex, Move, Notation, Outcome, Player, Record, RecordError, RingRule, SeededRng,
};

#[test]
fn wrong_lines_are_named() {
    let line = |text| Record::parse_line(text).unwrap_err().to_string();
    assert_eq!(line(""), "expected the base, found \"\"");
    assert_eq!(line("4"), "expected the number of stones, found \"\"");
    assert_eq!(line("1 1 1,1"), "expected a base of at least 2, found 1");
    assert_eq!(line("2 8"), "8 stones on 7 cells");
    assert_eq!(line("3 2 1,1"), "expected 2 stones, found 1");
    assert_eq!(line("3 1 1,4"), "move 1: expected a cell of a board of base 3, found 1,4");
    assert_eq!(line("99999999999 1 1,4"), "expected the base, found \"99999999999\"");
    assert_eq!(
        line("3 1 1,99999999999"),
        "move 1: expected coordinates of at most 32 bits, found \"1,99999999999\""
    );
}

#[test]
fn text_after_a_game_is_refused() {
    let game = "(;SZ[4];W[E1](;B[F2])(;B[A1]))";
    for (rest, at) in
        [("", None), (" \n", None), (game, Some(31)), (" junk", Some(32)), (")", Some(31))]
    {
        let read = Record::parse_hgf(&format!("{game}{rest}"), Notation::LittleGolem);
        let expected = "the end of the text after the game";
        let error = at.map(|at| RecordError::Syntax { at, expected });
        assert_eq!(read.err(), error, "{rest}");
    }
    let games: Vec<_> = Record::split_games("notes (a) junk\n(b)) (c)\n").collect();
    assert_eq!(games, ["(a) junk", "(b))", "(c)"]);
}

#[test]
fn a_swap_counts_as_a_move() {
    let record = Record::parse_hgf("(;SZ[2];W[A1];B[swap];W[C2];B[A2])", Notation::LittleGolem);
    let record = record.unwrap();
    let won = record.outcome().unwrap().unwrap();
    let Outcome::Won { number, .. } = won else { panic!("a win") };
    assert_eq!(number, record.moves.len());
    let game = record.replay().unwrap();
    assert_eq!((game.outcome(), Record::from(&game).result.as_deref()), (Some(won), Some("B")));
}

#[test]
fn illegal_moves_are_named() {
    let replay = |base, moves: &[Move]| {
        let record = Record::new(base, moves.iter().copied());
        let error = record.replay().unwrap_err();
        if base <= Game::MAX_BASE {
            assert_eq!(record.outcome(), Err(error.clone()));
        }
        error.to_string()
    };
    let stone = |x, y| Move::Stone(Hex { x, y });
    let late = "swapping is only allowed directly after the first stone";
    assert_eq!(replay(65, &[]), "expected a base from 2 to 64, found 65");
    assert_eq!(replay(3, &[Move::Swap]), format!("move 1: {late}"));
    assert_eq!(replay(3, &[stone(1, 1), Move::Swap, Move::Swap]), format!("move 3: {late}"));
    assert_eq!(replay(3, &[stone(1, 1), stone(1, 1)]), "move 2: there is a stone on 1,1 already");
    assert_eq!(
        replay(3, &[stone(0, 1)]),
        "move 1: expected a cell of a board of base 3, found 0,1"
    );
}

#[test]
fn games_end_at_their_parenthesis() {
    let split = |text| Record::split_games(text).collect::<Vec<_>>();
    assert_eq!(split("x(;A[)\\](](;B[x])) y (;C[é])"), ["(;A[)\\](](;B[x])) y", "(;C[é])"]);
    assert_eq!(split("(;A[x]"), ["(;A[x]"]);
    // Only values have escaped bytes.
    assert_eq!(split("(\\)(b)"), ["(\\)", "(b)"]);
    assert_eq!(split(") x"), [""; 0]);
}

#[test]
fn records_are_read_as_written() {
    let text = "(;FF[4]GM[Havannah]SZ[4]RU[empty]RE[B];W[E1];B[swap];W[F2];B[D3];B[resign])";
    let record = Record::parse_hgf(text, Notation::LittleGolem).unwrap();
    assert_eq!(record.to_hgf(Notation::LittleGolem), text);
    for notation in [Notation::Pair, Notation::Grid] {
        assert_eq!(Record::parse_hgf(&record.to_hgf(notation), notation), Ok(record.clone()));
    }
    assert_eq!(record.stones().count(), 3);
    let expected = (Some(Player::Second), Some(RingRule::Empty));
    assert_eq!((record.resigned, record.rule), expected);
    let read = |rule: &str| {
        let text = format!("(;SZ[4]RU[{rule}])");
        let record = Record::parse_hgf(&text, Notation::LittleGolem).unwrap();
        (record.rule, record.swap_rule)
    };
    assert_eq!(["", "Little Golem"].map(read), [(None, false); 2]);
    assert_eq!(read("Any "), (Some(RingRule::Any), false));
    assert_eq!(read("NonOwn,swap, swap"), (Some(RingRule::NonOwn), true));
    let game = Game::new(3, RingRule::NonOwn).unwrap();
    assert_eq!(Record::from(&game).rule, Some(RingRule::NonOwn));
}

#[test]
fn a_game_that_is_written_and_read_back_equals_the_game() {
    let (first, second) = (Move::from(Hex::new(1, 1)), Move::from(Hex::new(3, 2)));
    for rule in RingRule::ALL {
        let plain = Game::new(3, rule).unwrap();
        for (mut game, moves) in [
            (plain.clone(), &[first, second][..]),
            (plain.clone().with_swap_rule(), &[]),
            (plain.clone().with_swap_rule(), &[first, second]),
            (plain.with_swap_rule(), &[first, Move::Swap, second]),
        ] {
            for &played in moves {
                game.play(played).unwrap();
            }
            let mut record = Record::from(&game);
            record.players = ["Ada", "Grace"].map(|name| Some(name.to_string()));
            let text = record.to_hgf(Notation::LittleGolem);
            let read = Record::parse_hgf(&text, Notation::LittleGolem).unwrap();
            assert_eq!(read, record, "{text}");
            assert_eq!(read.replay(), Ok(game), "{text}");
        }
    }
}

#[test]
fn properties_may_have_many_values_and_blanks() {
    let game = "(;FF [4] SZ\n[4]LB[A1:1] [B2:\\]]AP[];W[E1]TR[A1][é]\n[A2] ;B [F2])";
    let record = Record::parse_hgf(game, Notation::LittleGolem).unwrap();
    assert_eq!(record.to_hgf(Notation::LittleGolem), "(;FF[4]GM[Havannah]SZ[4];W[E1];B[F2])");
}

#[test]
fn setup_stones_are_refused() {
    for name in ["AB", "AW", "AE"] {
        let game = format!("(;SZ[4]{name}[A1][A2];W[E1])");
        let error = Record::parse_hgf(&game, Notation::LittleGolem).unwrap_err().to_string();
        assert_eq!(error, "byte 10: expected moves instead of stones that are set up");
    }
}

#[test]
fn any_result_can_be_written() {
    for result in ["", "a]b", "\\", "]\\]", "B + \\é]"] {
        let (mut record, text) = (Record::new(4, []), Some(result.to_string()));
        (record.players, record.result) = ([text.clone(), None], text);
        let text = record.to_hgf(Notation::Grid);
        assert_eq!(Record::parse_hgf(&text, Notation::Grid), Ok(record), "{text}");
    }
}

#[test]
fn wrong_records_are_named() {
    let hgf = |text| Record::parse_hgf(text, Notation::LittleGolem).unwrap_err().to_string();
    assert_eq!(hgf("(;SZ[4];W[A1]"), "byte 14: expected ) at the end of the game");
    assert_eq!(hgf("(;SZ[4"), "byte 6: expected ] at the end of this value");
    assert_eq!(hgf("(;SZ[4\\"), "byte 6: expected ] at the end of this value");
    assert_eq!(hgf("(;W[A1])"), "expected the base, SZ[…], before the first move");
    assert_eq!(hgf("()"), "expected the base, SZ[…], before the first move");
    assert_eq!(hgf("(;SZ[4];W[A1];W[A2])"), "move 2: it is the turn of the other color");
    assert_eq!(hgf("(;SZ[4];W[A9])"), "move 1: expected a cell of a board of base 4, found A9");
    assert_eq!(hgf("(;SZ[x])"), "expected the base, found \"x\"");
    assert_eq!(hgf("(;SZ[1])"), "expected a base of at least 2, found 1");
    assert_eq!(hgf("(;SZ[4];W[A1][A2])"), "move 2: it is the turn of the other color");
    assert_eq!(hgf("(;SZ[4][5])"), "expected one base, found 4 and 5");
    assert_eq!(hgf("(;SZ[4];[5])"), "byte 9: expected a property such as W[A1]");
    assert_eq!(hgf("([5])"), "byte 2: expected a property such as W[A1]");
    assert_eq!(hgf("(;SZ[4];LB[a][b"), "byte 15: expected ] at the end of this value");
    for (text, at) in [("", 1), ("42", 1), (" ;SZ[4])", 2), (" \n", 3)] {
        assert_eq!(hgf(text), format!("byte {at}: expected ( at the beginning of the game"));
    }
}

#[test]
fn bare_moves_need_a_base() {
    let read = |moves, base| Record::parse_moves(moves, base, Notation::Grid);
    let record = read(" b5 c5\td5 resign ", 4).unwrap();
    assert_eq!(record.stones().collect::<Vec<_>>(), [(2, 5), (3, 5), (4, 5)].map(cell));
    assert_eq!(record.resigned, Some(Player::Second));
    assert_eq!(read("", 2).unwrap().moves, []);
    let error = |moves, base| read(moves, base).unwrap_err().to_string();
    assert_eq!(error("a1", 1), "expected a base of at least 2, found 1");
    assert_eq!(error("a1 a9", 4), "move 2: expected a cell of a board of base 4, found a9");
    assert_eq!(error("a1 5", 4), "move 2: expected a cell, found \"5\"");
    let after = "move 2: expected the end after a resignation, found \"a2\"";
    assert_eq!(error("a1 resign a2", 4), after);
}

fn cell((x, y): (u32, u32)) -> Hex {
    Hex::new(x, y)
}

#[test]
fn positions_lead_back_to_themselves() {
    let mut rng = SeededRng::new(7);
    for number in 0..300 {
        let mut game = Game::new(2 + number % 3, RingRule::Any).unwrap().with_swap_rule();
        while !game.is_over() {
            let may_swap = game.can_swap() && rng.below(2) == 0;
            let cells: Vec<Hex> = game.empty_cells().collect();
            let chosen = cells[rng.below(cells.len() as u64) as usize];
            let played = if may_swap { Move::Swap } else { Move::Stone(chosen) };
            game.play(played).unwrap();
            let stones = || game.stones().map(|cell| (cell, game.stone(cell).unwrap()));
            let last = game.stones().next_back();
            let found = Record::from_stones(game.base(), stones(), last).unwrap().replay().unwrap();
            assert_eq!(found.to_string(), game.to_string());
            let outcome = |game: &Game| (game.outcome(), game.turn(), game.has_swapped());
            assert_eq!(outcome(&found), outcome(&game), "\n{game}");
            // Without the last cell, the numbers of stones tell, but for a swap.
            let mut found = Record::from_stones(game.base(), stones(), None).unwrap();
            found.rule = Some(RingRule::Any);
            assert_eq!(found.stones().count(), game.stones().count());
        }
    }
}

#[test]
fn stones_of_no_game_are_refused() {
    use Player::{First, Second};
    let read = |players: &[Player], last| {
        let cells = Hex::all(3).zip(players.iter().copied());
        Record::from_stones(3, cells, last).map_err(|error| error.to_string())
    };
    let wrong = |first, second| {
        let expected = "expected as many stones of both players, or one more";
        Err(format!("{expected}, found {first} and {second}"))
    };
    assert_eq!(read(&[First, First], None), wrong(2, 0));
    assert_eq!(read(&[Second, Second], None), wrong(0, 2));
    // Who has fewer stones has not made the last move.
    assert_eq!(read(&[First, Second, Second], Some(Hex::new(1, 1))), wrong(1, 2));
    assert_eq!(read(&[First, Second, First], Some(Hex::new(2, 1))), wrong(2, 1));
    let empty = "the cell 5,5 of the last move has no stone";
    assert_eq!(read(&[First], Some(Hex::new(5, 5))), Err(empty.to_owned()));
}
