//! Dialogues with the engine.

use havannah_uf::gtp::Engine;
use havannah_uf::mcts::Mcts;
use havannah_uf::{Game, RingRule};

fn engine() -> Engine {
    Engine::new(Game::new(8, RingRule::Any).unwrap(), Mcts::new())
}

/// The moves of the game, the cells as on Little Golem.
fn history(engine: &Engine) -> String {
    use havannah_uf::{Move, Notation};

    let word = |played: Move| match played {
        Move::Stone(cell) => Notation::LittleGolem.write(cell, engine.game().base()),
        played => played.to_string(),
    };
    engine.game().moves().map(word).collect::<Vec<_>>().join(" ")
}

/// The responses to the lines, without the empty lines.
fn dialogue(engine: &mut Engine, lines: &str) -> Vec<String> {
    let answers = lines.lines().filter_map(|line| engine.respond(line));
    answers.map(|answer| answer.text.trim_end().to_owned()).collect()
}

#[test]
fn a_game_is_played() {
    let mut engine = engine();
    let answers = dialogue(
        &mut engine,
        "1 protocol_version\n2 boardsize 3 # the smallest real one\n\n# nothing\nplay white A1\nplay B c2\nplay white b1\n\
         havannah_winner\nplay black C5\nplay white c1\nhavannah_winner\nfinal_score\ngenmove black\nshowboard",
    );
    assert_eq!(
        answers,
        [
            "=1 2",
            "=2",
            "=",
            "=",
            "=",
            "= none",
            "=",
            "=",
            "= white",
            "= W+1",
            "= pass",
            "= \n  x x x\n . . o .\n. . . . .\n . . . .\n  o . ."
        ]
    );
}

#[test]
fn wrong_commands_are_refused_and_change_nothing() {
    let mut engine = engine();
    let answers = dialogue(
        &mut engine,
        "frobnicate\nboardsize\nboardsize 1\nboardsize 65\nboardsize x\n7 play\nplay white\nplay red a1\nplay white z9\n\
         play white a0\nplay white swap\nplay white pass\nundo\nfinal_score\ntime_settings 1\ntime_left white\n\
         genmove\nknown_command frobnicate",
    );
    assert!(
        answers.iter().all(|answer| answer.starts_with('?') || answer == "= false"),
        "{answers:?}"
    );
    assert_eq!(answers[5], "?7 a color or a cell is missing");
    assert_eq!(engine.game().ply(), 0);
    let answers =
        dialogue(&mut engine, "play black a1\nplay white a1\nplay black a2\nundo\nplay white a1");
    assert_eq!(
        answers,
        ["=", "? illegal move: there is a stone on A1 already", "? it is white's turn", "=", "="]
    );
}

#[test]
fn a_resignation_ends_the_game_until_it_is_undone() {
    for (lines, last) in [
        ("play b d4\nplay w resign\nfinal_score", "= B+R"),
        ("play b d4\nplay w resign\nhavannah_winner", "= black"),
        ("play b d4\nplay w resign\ngenmove w", "= pass"),
        ("play b d4\nplay w resign\nplay b pass", "="),
        (
            "play b d4\nplay w resign\nplay w e4",
            "? illegal move: the game is over: white has resigned",
        ),
        ("play b d4\nplay b resign", "? it is white's turn"),
        ("play b d4\nplay w resign\nundo\nhavannah_winner", "= none"),
        ("play b d4\nplay w resign\nundo\nplay w e4\nplay w f4", "? it is black's turn"),
        ("play b d4\nplay w resign\nclear_board\nhavannah_winner", "= none"),
        ("play w resign\nfinal_score", "= B+R"),
        ("play w resign\nundo\nplay b d4\nplay w e4\nplay w f4", "? it is black's turn"),
    ] {
        let answers = dialogue(&mut engine(), lines);
        assert_eq!(answers.last().unwrap(), last, "{lines}");
    }
}

#[test]
fn wrong_arguments_are_named() {
    for (line, answer) in [
        ("play b d4 e5", "? too many arguments: expected at most 2, found 3"),
        ("boardsize 4 9", "? too many arguments: expected at most 1, found 2"),
        ("quit now", "? too many arguments: expected at most 0, found 1"),
        ("komi abc", "? expected a number"),
        ("komi 6.5", "="),
        ("time_settings -1 0 0", "? expected 3 numbers from 0 to 4294967295, found \"-1 0 0\""),
        ("time_left w 9", "? expected 2 numbers from 0 to 4294967295, found \"9\""),
    ] {
        assert_eq!(dialogue(&mut engine(), line), [answer], "{line}");
    }
}

#[test]
fn a_line_with_only_an_id_is_answered() {
    let mut engine = engine();
    let answers = dialogue(&mut engine, "7\n8 # and a comment\n\n  \n# a comment\n9 name");
    assert_eq!(answers, ["?7 a command is missing", "?8 a command is missing", "=9 havannah-uf"]);
}

#[test]
fn an_engine_follows_undo_swap_and_new_games() {
    let game = Game::new(4, RingRule::Any).unwrap().with_swap_rule();
    let mut engine = Engine::new(game, Mcts::new().seed(1)).playouts(50);
    for round in 0..30 {
        let color = |engine: &Engine| {
            let is_first = engine.game().turn() == havannah_uf::Player::First;
            if is_first { "white" } else { "black" }
        };
        for step in ["genmove", "genmove", "undo", "genmove", "swap", "undo", "genmove", "genmove"]
        {
            let before = engine.game().ply();
            let line = match step {
                "undo" => "undo".to_owned(),
                "swap" => format!("play {} swap", color(&engine)),
                _ => format!("genmove {}", color(&engine)),
            };
            let answer = engine.respond(&line).unwrap().text;
            assert!(answer.starts_with('=') || step == "swap", "{round} {line}: {answer}");
            assert!(engine.game().ply().abs_diff(before) <= 1);
        }
        if round % 3 == 2 {
            engine.respond("clear_board");
        }
    }
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    for rule in RingRule::ALL {
        let game = Game::new(4, rule).unwrap();
        let game = if rule == RingRule::NonOwn { game } else { game.with_swap_rule() };
        let mut engine = Engine::new(game, Mcts::new().seed(3).threads(2)).playouts(200);
        let mut moves = 0;
        for color in ["black", "white"].into_iter().cycle() {
            let answer = engine.respond(&format!("genmove {color}")).unwrap().text;
            assert!(answer.starts_with("= "), "{answer}");
            if answer.trim() == "= pass" {
                break;
            }
            moves += 1;
        }
        assert!((5..=38).contains(&moves));
        assert!(engine.game().is_over());
        let score = engine.respond("final_score").unwrap().text;
        assert!(["= B+1", "= W+1", "= 0"].contains(&score.trim()), "{score}");
    }
}

#[test]
fn every_command_is_known() {
    let mut engine = engine();
    engine.respond("boardsize 3");
    let listed = engine.respond("list_commands").unwrap().text;
    let commands: Vec<_> = listed.trim_start_matches("= ").split_whitespace().collect();
    assert_eq!(commands.len(), 19);
    for command in commands {
        assert_eq!(engine.respond(&format!("known_command {command}")).unwrap().text, "= true\n\n");
        let answer = engine.respond(command).unwrap();
        assert_ne!(answer.text, "? unknown command\n\n", "{command}");
        assert_eq!(answer.quit, command == "quit");
    }
}

#[test]
fn both_schemes_of_coordinates_are_understood() {
    let mut engine = engine();
    let lines = "boardsize 4\nplay white g1\ngridcoords\nplay black g5\nplay white g5";
    let answers = dialogue(&mut engine, lines);
    assert_eq!(answers[..4], ["=", "=", "=", "="]);
    assert_eq!(answers[4], "? illegal move: there is a stone on G5 already");
    let answers = dialogue(&mut engine, "hguicoords\nplay white g2");
    assert_eq!(answers, ["=", "? illegal move: there is a stone on G2 already"]);
    assert_eq!(history(&engine), "G1 G2");
}

#[test]
fn new_games_have_the_same_rules() {
    let game = Game::new(4, RingRule::Empty).unwrap().with_swap_rule();
    let mut engine = Engine::new(game, Mcts::new());
    for lines in
        ["play w g1\nplay b swap\nplay w a1", "clear_board\nboardsize 5\nplay b a1\nplay w swap"]
    {
        let answers = dialogue(&mut engine, lines);
        assert!(answers.iter().all(|answer| answer == "="), "{answers:?}");
    }
    assert_eq!((engine.game().base(), engine.game().rule()), (5, RingRule::Empty));
    assert_eq!(history(&engine), "A1 swap");
    dialogue(&mut engine, "undo");
    assert_eq!(history(&engine), "A1");
}
