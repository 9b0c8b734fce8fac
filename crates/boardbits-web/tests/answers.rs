//! The answers of the tabs against the crates.

use boardbits_web::Answer;
use serde_json::Value;

fn read(answer: Answer) -> Value {
    serde_json::from_str(&answer.unwrap()).unwrap()
}

mod c4 {
    use c4_solver::{Position, Solver};
    use serde_json::{Value, json};

    use boardbits_web::c4::*;

    fn shown(moves: &str) -> Value {
        serde_json::from_str(&state(7, 6, moves).unwrap()).unwrap()
    }

    #[test]
    fn a_game_stops_at_the_first_illegal_move() {
        let state = shown("4444444");
        assert_eq!(state["moves"], "444444");
        assert_eq!(state["error"], "Move 7: column 4 is full");
        assert_eq!(state["heights"], json!([0, 0, 0, 6, 0, 0, 0]));
        assert!(shown("48")["error"].as_str().unwrap().contains("column 8 does not exist"));
        assert!(shown("4!")["error"].as_str().unwrap().contains("'!'"));
    }

    #[test]
    fn a_won_game_has_a_line() {
        let state = shown("12121217");
        assert_eq!(state["moves"], "1212121");
        assert_eq!(state["error"], "Move 8: the game is already won");
        assert_eq!((&state["winner"], &state["over"]), (&json!(0), &json!(true)));
        assert_eq!(state["line"].as_array().unwrap().len(), 4);
        assert_eq!(state["playable"], json!([]));
    }

    #[test]
    fn columns_have_the_scores_of_the_solver() {
        let moves = "6237266376111153366";
        let position = Position::from_moves(moves).unwrap();
        let analysis = Solver::default().analyze(&position);
        let mut c4 = C4::new(7, 6, 1 << 20).unwrap();
        for column in position.columns() {
            let expected = analysis.score(column).unwrap();
            assert_eq!(c4.score(moves, column.index(), 60_000).unwrap(), expected.to_string());
            let sign = c4.sign(moves, column.index(), 60_000).unwrap();
            assert_eq!(sign, expected.signum().to_string());
        }
        assert!(c4.score("444444", 3, 1).is_err());
        assert!(c4.score("444444", 99, 1).is_err());
        let line = c4.line(moves, 60_000).unwrap();
        assert!(line.len() > r#"{"line":""}"#.len(), "{line}");
    }

    #[test]
    fn the_book_knows_the_opening() {
        let book = include_bytes!("../../c4-solver/src/generated/book_7x6.bin");
        let mut c4 = C4::with_book(book.to_vec(), 1 << 20).unwrap();
        assert_eq!([0, 3].map(|column| c4.score("", column, 0).unwrap()), ["-2", "1"]);
    }

    #[test]
    fn other_boards_and_limits() {
        let mut small = C4::new(5, 5, 1 << 20).unwrap();
        assert_eq!(small.score("", 2, 60_000).unwrap(), "0");
        let mut large = C4::new(8, 7, 1 << 20).unwrap();
        assert_eq!(large.score("", 4, 20).unwrap(), "null");
        assert!(C4::new(40, 40, 1 << 20).is_err() && C4::with_book(vec![1, 2], 1 << 20).is_err());
    }
}

mod chains {
    use cc_table::chain::{Field, Rules};
    use serde_json::json;

    use boardbits_web::chains::*;

    use super::read;

    const FIELD: &str = "....../....../....../....../....../....../....../....../....../\
                         .1..../0211../1222..";

    #[test]
    fn a_chain_has_the_steps_of_the_crate() {
        let chain = read(play(FIELD, "stc"));
        let outcome = FIELD.parse::<Field>().unwrap().play(&Rules::SMASH_THE_CODE);
        assert_eq!(chain["steps"].as_array().unwrap().len() as u32, outcome.steps);
        assert_eq!(chain["score"], outcome.score);
        assert_eq!(chain["steps"][1]["power"], 8);
        assert_eq!(chain["start"], FIELD);
        let error = play("....../....../12..../1x....", "stc").unwrap_err().message;
        assert!(error.starts_with("field: line 2, column 2: "), "{error}");
        assert!(play("1", "stc").is_err() && play(FIELD, "x").is_err());
    }

    #[test]
    fn a_pair_lands_on_the_blocks() {
        let empty = Field::EMPTY.line().to_string();
        let landed = read(drop(&empty, "13", 2, 1, "tsu"));
        assert_eq!(landed["landed"], json!([[2, 0, "1"], [2, 1, "3"]]));
        let landed = read(drop(&empty, "13", 2, 3, "tsu"));
        assert_eq!(landed["landed"], json!([[2, 0, "3"], [2, 1, "1"]]));
        assert!(drop(&empty, "13", 5, 0, "tsu").is_err());
        assert!(
            drop(&empty, "13", 2, 9, "tsu").is_err() && drop(&empty, "1", 2, 0, "tsu").is_err()
        );
    }

    #[test]
    fn the_best_drop_completes_a_chain() {
        let line = "....../....../....../....../....../....../....../....../....../\
                    ....../....../111...";
        let found = read(best(line, "12", "34", "tsu"));
        assert!(found["now"].as_u64().unwrap() >= 40 || found["value"].as_u64().unwrap() >= 80);
        assert_eq!(deal(7, 0, 3, 4), deal(7, 0, 3, 4));
        assert_eq!(deal(7, 1, 3, 4)[1..5], deal(7, 0, 3, 4)[6..10]);
    }
}

mod havannah {
    use serde_json::{Value, json};

    use boardbits_web::havannah::*;

    fn shown(moves: &str) -> Value {
        serde_json::from_str(&state(4, "any", moves).unwrap()).unwrap()
    }

    #[test]
    fn a_ring_is_explained() {
        let ring = "d3,a1,e4,b1,e5,a2,d5,b2,c4,a3,c3";
        let state = shown(ring);
        assert_eq!((&state["winner"], &state["error"]), (&json!(0), &Value::Null));
        assert_eq!(state["structures"][0][0], "ring");
        assert_eq!(state["structures"][0][1].as_array().unwrap().len(), 6);
        let before = shown(&ring[..ring.len() - 3]);
        assert_eq!(before["threats"][0], json!([["c3", "ring"]]));
    }

    #[test]
    fn broken_games_stop_at_the_move() {
        let state = shown("d4,d4,a1");
        assert_eq!(state["moves"], "d4");
        assert_eq!(state["error"], "Move 2 (d4): there is a stone on d4 already");
        assert!(shown("swap")["error"].as_str().unwrap().starts_with("Move 1 (swap): swap"));
        assert!(shown("z9")["error"].as_str().unwrap().starts_with("Move 1 (z9): "));
        assert_eq!(shown("d4,swap")["moves"], "d4,swap");
        assert!(state_fails(1, "any") && state_fails(4, "some"));
        assert_eq!(shown("")["canSwap"], false);
    }

    fn state_fails(base: u32, rule: &str) -> bool {
        state(base, rule, "").is_err()
    }

    #[test]
    fn the_engine_completes_a_ring() {
        let mut engine = Engine::new(1);
        let choice = engine.think(4, "any", "d3,a1,e4,b1,e5,a2,d5,b2,c4,a3", 60_000, 500).unwrap();
        let choice: Value = serde_json::from_str(&choice).unwrap();
        assert_eq!((&choice["move"], &choice["proven"]), (&json!("c3"), &json!("win")));
        assert!(engine.think(4, "any", "d4,d4", 10, 10).is_err());
    }
}

mod puzzles {
    use meteor_puzzle::presets;
    use serde_json::{Value, json};

    use boardbits_web::puzzles::*;

    use super::read;

    const LONG: u32 = 60_000;

    fn preset(name: &str) -> Session {
        Session::new(presets::find(name).unwrap().text()).unwrap()
    }

    #[test]
    fn presets_have_the_published_numbers() {
        for name in ["meteor", "pentominoes-3x20", "hexiamonds-4x9"] {
            let mut session = preset(name);
            let shown: Value = serde_json::from_str(&session.shown()).unwrap();
            assert_eq!(read(session.count(LONG))["count"], shown["published"], "{name}");
        }
    }

    #[test]
    fn hints_lead_to_a_solution() {
        let mut session = preset("pentominoes-3x20");
        let mut placed = 0;
        loop {
            let hint = read(session.hint(LONG));
            let Some(piece) = hint["hint"][0].as_u64() else { break };
            let cells = hint["hint"][1].as_array().unwrap();
            let cells: Vec<_> = cells.iter().map(|cell| cell.as_u64().unwrap() as u32).collect();
            session.place(piece as u32, &cells).unwrap();
            placed += 1;
        }
        assert_eq!(placed, 12);
        assert!(session.place(0, &[0, 1, 2, 3, 4]).is_err());
        assert_eq!(read(session.count(LONG))["count"], "1");
        session.remove(7).unwrap();
        assert!(session.remove(7).is_err());
        let shown: Value = serde_json::from_str(&session.shown()).unwrap();
        assert_eq!(shown["placed"].as_array().map(Vec::len), Some(11));
    }

    #[test]
    fn solutions_have_numbers() {
        let mut session = preset("pentominoes-3x20");
        let third = read(session.solution("2", LONG));
        assert_eq!((&third["count"], &third["number"]), (&json!("8"), &json!("2")));
        assert!(session.solution("8", LONG).unwrap_err().message.contains("solution 9"));
        assert!(session.solution("x", LONG).is_err());
        let random = read(session.random(5, LONG));
        let again = read(session.solution(random["number"].as_str().unwrap(), LONG));
        assert_eq!(random["placements"], again["placements"]);
        assert_eq!(read(session.distinct(LONG))["count"], "2");
    }

    #[test]
    fn the_search_steps_to_its_end() {
        let mut session = Session::new("board\n. . . .\n. . . .\n\npiece I 4 walk E\n").unwrap();
        let mut solutions = 0;
        loop {
            match read(session.step(1))["state"].as_str() {
                Some("solution") => solutions += 1,
                Some("done") => break,
                _ => {}
            }
        }
        assert_eq!(solutions, 5);
        assert!(Session::new("board\n. x\n\npiece").is_err());
        assert!(all_presets().contains("meteor"));
    }
}
