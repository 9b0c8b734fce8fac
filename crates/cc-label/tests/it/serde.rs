//! Serialization and its errors.

use std::fmt::Debug;

use cc_label::{
    BitmapBuf, Component, Connectivity, Extent, LabeledRun, Labeler, Measure, Moments, Neighbors,
    Stream, TallComponent, Tile, TileLabels, Tiles, Volume, VolumeMoments, WithEuler, components,
    measure,
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

fn refused<T: DeserializeOwned + Debug>(json: &str) -> String {
    serde_json::from_str::<T>(json).unwrap_err().to_string()
}

#[test]
fn images() {
    let image: BitmapBuf = "
        X X . X
        . X . X"
        .parse()
        .unwrap();
    assert_eq!(round_trip(&image), r#"{"words":[11,10],"width":4,"height":2}"#);
    let volume = round_trip(&Volume::from(image.clone()));
    assert!(volume.ends_with(r#","height":2}"#), "{volume}");
    for height in [0, 3] {
        refused::<Volume>(&volume.replace(r#"},"height":2"#, &format!(r#"}},"height":{height}"#)));
    }
    round_trip(&Neighbors::ALL);
    let solids = measure::<VolumeMoments>(&Volume::from(image.clone()), Neighbors::Six);
    let solid = round_trip(&solids[0]);
    for (from, to) in
        [("lower\":[0", "lower\":[9"), ("sums\":[2", "sums\":[99"), ("count\":3", "count\":1")]
    {
        assert!(solid.contains(from), "{solid}");
        refused::<VolumeMoments>(&solid.replacen(from, to, 1));
    }
    let found = components(&image, Connectivity::Four);
    round_trip(&found);
    round_trip(&measure::<Extent>(&image, Connectivity::Four));
    round_trip(&measure::<Moments>(&image, Connectivity::Four));
    let euler = round_trip(&measure::<WithEuler>(&image, Connectivity::Four));
    let impossible = euler.replacen("\"euler_number\":1", "\"euler_number\":2", 1);
    assert_ne!(impossible, euler);
    let error = refused::<Vec<WithEuler>>(&impossible);
    assert!(error.contains("expected an Euler number of at most 1"), "{error}");
    streamed::<TallComponent>(&image);
    streamed::<Extent<u64>>(&image);
    streamed::<Moments<u64>>(&image);
    let mut labeler = Labeler::new();
    let runs: Vec<LabeledRun> = labeler.runs(&image, Connectivity::Four).collect();
    round_trip(&runs);

    refused::<BitmapBuf>(r#"{"words":[11],"width":4,"height":2}"#);
    let good = r#"{"extent":{"count":3,"lower":[0,0],"upper":[1,1]},"sums":[2,1]}"#;
    assert_eq!(serde_json::from_str::<Component>(good).unwrap(), found[0]);
    for (from, to) in [
        ("\"count\":3", "\"count\":1"),
        ("\"count\":3", "\"count\":5"),
        ("\"lower\":[0", "\"lower\":[2"),
        ("\"upper\":[1,1]", "\"upper\":[1,18446744073709551615]"),
        ("\"sums\":[2", "\"sums\":[4"),
    ] {
        refused::<Component>(&good.replace(from, to));
    }
}

/// Components of a stream, whose rows have 64 bits.
fn streamed<M>(image: &BitmapBuf)
where
    M: Measure<Rows = u64, Connectivity = Connectivity>
        + Serialize
        + DeserializeOwned
        + PartialEq
        + std::fmt::Debug,
{
    let (mut stream, mut found) = (Stream::measure(4, Connectivity::Four).unwrap(), Vec::new());
    for y in 0..2 {
        stream.push_row(image.row(y), |component: M| found.push(component)).unwrap();
    }
    stream.finish(|component| found.push(component));
    round_trip(&found);
}

/// A column of more pixels than a stream can get: numbers of more than 128 bits.
#[test]
fn covariance_of_many_pixels() {
    let n = 1_u128 << 42;
    let (last, sum, squares) = (n - 1, n * (n - 1) / 2, (n - 1) * n * (2 * n - 1) / 6);
    let json = format!(
        r#"{{"component":{{"extent":{{"count":{n},"lower":[0,0],"upper":[0,{last}]}},
        "sums":[0,{sum}]}},"products":[[0,0],[0,{squares}]]}}"#
    );
    let found: Moments<u64> = serde_json::from_str(&json).unwrap();
    let ([[xx, xy], [_, yy]], variance) = (found.covariance(), 2_f64.powi(84) / 12.0);
    assert_eq!((xx, xy), (0.0, 0.0));
    assert!((yy / variance - 1.0).abs() < 1e-9, "{yy}");
}

#[test]
fn labels_of_tiles() {
    let image: BitmapBuf = "
        X . . X X .
        . X . . . .
        X . . X . ."
        .parse()
        .unwrap();
    let (whole, mut tiles) = ((6, 3), Tiles::new());
    for x in [0, 3] {
        let part = image.crop((x, 0), (3, 3)).unwrap();
        let at = (x, 0);
        tiles.push(Tile::new(&part, at, whole, Connectivity::Eight).unwrap()).unwrap();
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
