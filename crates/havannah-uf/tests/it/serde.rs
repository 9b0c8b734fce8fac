//! Values are read as they are written, and wrong ones are refused.

use havannah_uf::{Game, Hex, Move, Notation, Player, Record, RingRule, Value, Wins};
use serde::de::DeserializeOwned;
use serde_json::{from_str, to_string};

fn same<T: serde::Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    value: &T,
    json: &str,
) {
    assert_eq!(to_string(value).unwrap(), json);
    assert_eq!(from_str::<T>(json).unwrap(), *value);
}

#[test]
fn values_are_read_as_written() {
    same(&Hex::new(3, 2), r#"{"x":3,"y":2}"#);
    same(&Move::Swap, r#""swap""#);
    same(&Player::First, r#""first""#);
    same(&RingRule::NonOwn, r#""nonown""#);
    same(&Value::Win, r#""win""#);
    same(&(Wins::BRIDGE | Wins::RING), r#""bridge-ring""#);
    same(
        &Record::parse_line("3 1 1,1").unwrap(),
        r#"{"base":3,"moves":[{"stone":{"x":1,"y":1}}],"resigned":null,"result":null,"rule":null,"players":[null,null],"swap_rule":false}"#,
    );
    for value in [to_string(&Notation::Grid), to_string(&Notation::LittleGolem)] {
        assert!(from_str::<Notation>(&value.unwrap()).is_ok());
    }
}

#[test]
fn games_are_read_as_written() {
    let mut game = Game::new(4, RingRule::Empty).unwrap().with_swap_rule();
    same(&game, r#"{"base":4,"rule":"empty","swap_rule":true,"moves":[]}"#);
    for played in [Move::Stone(Hex::new(1, 1)), Move::Swap, Move::Stone(Hex::new(2, 2))] {
        game.play(played).unwrap();
    }
    let json = to_string(&game).unwrap();
    same(&game, &json);
    assert_eq!(from_str::<Game>(&json).unwrap().zobrist_hash(), game.zobrist_hash());
}

#[test]
fn illegal_values_are_refused() {
    let game = |base: u32, swap_rule: bool, moves: &str| {
        let json =
            format!(r#"{{"base":{base},"rule":"any","swap_rule":{swap_rule},"moves":[{moves}]}}"#);
        from_str::<Game>(&json).map(drop).map_err(|error| error.to_string())
    };
    let stone = r#"{"stone":{"x":1,"y":1}}"#;
    assert_eq!(game(3, true, &format!(r#"{stone},"swap""#)), Ok(()));
    let refused = |base, swap_rule, moves: String, reason| {
        let error = game(base, swap_rule, &moves).unwrap_err();
        assert!(error.starts_with(reason), "{error}");
    };
    refused(65, true, String::new(), "expected a base from 2 to 64, found 65");
    refused(3, true, format!("{stone},{stone}"), "move 2: there is a stone on 1,1 already");
    refused(
        3,
        false,
        format!(r#"{stone},"swap""#),
        "move 2: the game is played without the swap rule",
    );
    assert!(from_str::<Wins>(r#""wings""#).is_err());
}
