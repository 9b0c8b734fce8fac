//! Serialization and its errors.

use std::fmt::Debug;

use cc_table::chain::{Block, Field, Outcome, Pair, Placement, Rotation, Rules, Step};
use cc_table::{Board, Connectivity};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    // The format stores numbers at their width and no names, so both directions must agree on the
    // types.
    let bytes = bincode::serialize(value).unwrap();
    assert_eq!(bincode::deserialize::<T>(&bytes).unwrap(), *value);
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *value, "{json}");
    json
}

fn refused<T: DeserializeOwned + Debug>(json: &str) -> String {
    serde_json::from_str::<T>(json).unwrap_err().to_string()
}

#[test]
fn boards() {
    let found = cc_table::components(Board::<4, 2>::new(0b0100_1011), Connectivity::Four);
    let json = serde_json::to_string(&found).unwrap();
    assert!(["\"0x3\"", "\"0x8\"", "\"0x40\""].iter().all(|board| json.contains(board)), "{json}");
}

#[test]
fn chains() {
    let field: Field = "....../....../....../....../....../....../....../....../....../\
                        .1..../0211../1222.."
        .parse()
        .unwrap();
    assert!(round_trip(&field).ends_with("/.1..../0211../1222..\""));
    assert_eq!(round_trip(&Pair { first: Block::Color(1), second: Block::Skull }), "\"10\"");
    let placement = Placement { column: 3, rotation: Rotation::Up };
    assert_eq!(round_trip(&placement), r#"{"column":3,"rotation":"up"}"#);
    round_trip(&Rules::PUYO_PUYO_TSU);
    let mut played = field;
    let steps: Vec<Step> = played.chain(&Rules::SMASH_THE_CODE).collect();
    assert_eq!(steps.len(), 2);
    round_trip(&steps);
    let mut played = field;
    round_trip::<Outcome>(&played.play(&Rules::SMASH_THE_CODE));
    round_trip(&steps[0].falls().collect::<Vec<_>>());

    assert!(refused::<Block>("\"6\"").contains("or '0', found '6'"));
    assert!(refused::<Field>("\"...\"").contains("expected a row of 6 cells"));
    refused::<Pair>("12");
}
