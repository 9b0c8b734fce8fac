//! Values are written and read again, and what is not a value is refused.

use core::fmt::Debug;

use c4_solver::{
    Analysis, BestMoves, Board, Bounds, Column, ColumnSet, Game, Limits, Outcome, Player, Position,
    Solver, SolverStatistics,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
    // The values of a `Value` are owned.
    let tree = serde_json::to_value(&value).unwrap();
    assert_eq!(serde_json::from_value::<T>(tree).unwrap(), value);
}

fn refused<T: DeserializeOwned + Debug>(json: &str, reason: &str) {
    let error = serde_json::from_str::<T>(json).unwrap_err().to_string();
    assert!(error.contains(reason), "{error}");
}

#[test]
fn values_are_written_and_read_again() {
    let position = Position::from_moves("44").unwrap();
    check(position, r#"{"width":7,"height":6,"key":"0x40810a04081"}"#);
    check(Position::new(Board::new(2, 1).unwrap()), r#"{"width":2,"height":1,"key":"0x5"}"#);
    check(Game::from_moves("1212121").unwrap(), r#"{"width":7,"height":6,"moves":"1212121"}"#);
    check(Board::STANDARD, r#"{"width":7,"height":6}"#);
    check(Board::new(8, 7).unwrap(), r#"{"width":8,"height":7}"#);
    check(Column::new(9).unwrap(), r#""a""#);
    check(Column::all(3).collect::<ColumnSet>(), r#"["1","2","3"]"#);
    check(Outcome::Won(Player::Second), r#"{"won":"second"}"#);
    check(Outcome::Drawn, r#""drawn""#);
    check(Bounds::exactly(-3), "[-3,-3]");
    let mut solver = Solver::default();
    let late = Position::from_moves("6237266376111153366").unwrap();
    check::<BestMoves>(solver.best_moves(&late), r#"{"score":3,"columns":["4"]}"#);
    let stopped =
        Solver::default().try_analyze(&late, &Limits::new().nodes(10)).unwrap_err().partial;
    let json = serde_json::to_string(&stopped).unwrap();
    check(stopped, &json);
    let json = serde_json::to_string(&solver.statistics()).unwrap();
    check::<SolverStatistics>(solver.statistics(), &json);
}

#[test]
fn wrong_values_are_refused() {
    refused::<Position>(r#"{"width":7,"height":6,"key":"0x0"}"#, "not the key of a position");
    refused::<Position>(r#"{"width":6,"height":0,"key":"0x1"}"#, "no board of 6×0");
    refused::<Position>(r#"{"width":7,"height":6,"key":"0x10000000000000000"}"#, "not the key");
    refused::<Position>(r#"{"width":7,"height":6,"key":"0x+40810a04081"}"#, "hexadecimal number");
    refused::<Position>(r#"{"width":7,"height":6,"key":"-"}"#, "invalid digit");
    refused::<Game>(r#"{"width":7,"height":6,"moves":"12121212"}"#, "move 8");
    refused::<Board>(r#"{"width":0,"height":6}"#, "no board of 0×6");
    refused::<Column>(r#""0""#, "expected a column");
    refused::<Bounds>("[1,0]", "not bounds");
    let empty = serde_json::to_string(&Analysis::new(&Position::EMPTY)).unwrap();
    refused::<Analysis>(&empty.replacen("[-20,20]", "null", 1), "bounds for every column");
    // No column of the empty board scores more than 20, and no position more than its best column.
    for bounds in ["[-1000,-999]", "[21,21]", "[-21,20]"] {
        refused::<Analysis>(&empty.replacen("[-20,20]", bounds, 1), "within those that are known");
    }
    let low = empty.replacen("[-21,20]", "[5,20]", 1).replace("[-20,20]", "[-20,4]");
    refused::<Analysis>(&low, "contradict");
}
