//! Serialization and its errors.

use std::fmt::Debug;

use cc_label::{
    Connectivity, Image, LabeledRun, Labeler, Moments, Tile, TileLabels, Tiles, WithEuler, measure,
};
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

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

fn refused<T: DeserializeOwned + Debug>(json: &str) -> String {
    serde_json::from_str::<T>(json).unwrap_err().to_string()
}

#[test]
fn images() {
    let image: Image = "
        X X . X
        . X . X"
        .parse()
        .unwrap();
    let json = round_trip(&image);
    assert_eq!(json, r#"{"words":[11,10],"width":4,"height":2,"depth":1}"#);
    for (from, to) in
        [("[11,10]", "[11]"), ("[11,10]", "[11,26]"), (":2", ":0"), ("\"depth\":1", "\"depth\":2")]
    {
        refused::<Image>(&json.replace(from, to));
    }
    round_trip(&Connectivity::ALL);
}

/// Answers are written and not read.
#[test]
fn answers() {
    let image: Image = "XX.\n.X.".parse().unwrap();
    let found = measure::<WithEuler>(&image, Connectivity::FOUR);
    let extent = r#"{"size":3,"lower":[0,0,0],"upper":[1,1,0]}"#;
    let component = format!(r#"{{"extent":{extent},"sums":[2,1,0]}}"#);
    assert_eq!(json(&found[0]), format!(r#"{{"measure":{component},"euler_number":1}}"#));
    let found = measure::<Moments>(&image, Connectivity::FOUR);
    let expected = format!(r#"{{"component":{component},"products":[2,1,1,0,0,0]}}"#);
    assert_eq!(json(&found[0]), expected);
    let runs: Vec<LabeledRun> = Labeler::new().runs(&image, Connectivity::FOUR).collect();
    assert_eq!(json(&runs[1]), r#"{"y":1,"start":1,"end":2,"label":1}"#);
}

#[test]
fn labels_of_tiles() {
    let image: Image = "
        X . . X X .
        . X . . . .
        X . . X . ."
        .parse()
        .unwrap();
    let (whole, mut tiles) = ((6, 3), Tiles::new());
    for x in [0, 3] {
        let part = image.crop((x, 0), (3, 3)).unwrap();
        let at = (x, 0);
        tiles.push(Tile::new(&part, at, whole, Connectivity::EIGHT).unwrap()).unwrap();
    }
    let joined = tiles.finish().unwrap();
    let second = &joined.tiles()[1];
    let good = round_trip(second);
    let expected = r#"{"at":[3,0,0],"size":[3,3,1],"count":2,"offset":1,"labels":[[0,2],[1,3]]}"#;
    assert_eq!(good, expected);
    for (from, to) in [
        ("[[0,2],[1,3]]", "[[1,3],[0,2]]"),
        ("[[0,2],[1,3]]", "[[0,2],[2,3]]"),
        ("[[0,2],[1,3]]", "[[0,0],[1,3]]"),
        ("[[0,2],[1,3]]", "[[0,3],[1,3]]"),
        ("\"offset\":1", "\"offset\":18446744069414584320"),
    ] {
        refused::<TileLabels>(&good.replacen(from, to, 1));
    }
    let largest = good.replacen("\"offset\":1", "\"offset\":18446744069414584319", 1);
    assert!(serde_json::from_str::<TileLabels>(&largest).is_ok());
}
