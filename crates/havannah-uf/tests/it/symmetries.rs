//! Images of positions: every query gives the image of its answer, at the same cost.

use crate::games::order;
use crate::mcts::search;
use havannah_uf::bitboard_core::Symmetry;
use havannah_uf::dfpn::{ProofProgress, Solver};
use havannah_uf::mcts::Mcts;
use havannah_uf::{Game, Hex, Limits, Move, Player, Playouts, Referee, RingRule, Value};
use quickcheck::quickcheck;

fn image_of(cell: Hex, symmetry: Symmetry, base: u32) -> Hex {
    cell.transform(symmetry, base).unwrap()
}

/// The same game on the image of the board.
fn image(game: &Game, symmetry: Symmetry) -> Game {
    let mut image = Game::new(game.base(), game.rule()).unwrap();
    if game.has_swap_rule() {
        image = image.with_swap_rule();
    }
    for played in game.moves() {
        let cell = played.cell().map(|cell| image_of(cell, symmetry, game.base()));
        image.play(cell.map_or(played, Move::Stone)).unwrap();
    }
    image
}

/// A game with some of the cells in the order of `wishes`, without wins.
fn game(base: u32, rule: RingRule, wishes: &[u16], stones: usize) -> Game {
    let mut game = Game::new(base, rule).unwrap();
    for cell in order(base, wishes).into_iter().take(stones) {
        if game.would_win(cell, game.turn()).is_empty() {
            game.play(cell).unwrap();
        }
    }
    game
}

/// Whether the two moves lead to images of one position.
fn lead_to_images(a: (&Game, Hex), b: (&Game, Hex)) -> bool {
    let after = |(game, cell): (&Game, Hex)| {
        let mut game = game.clone();
        game.play(cell).unwrap();
        Symmetry::HEXAGON.map(|symmetry| image(&game, symmetry).zobrist_hash())
    };
    after(a).contains(&after(b)[0])
}

fn parse(base: u32, cells: &str) -> Game {
    let mut game = Game::new(base, RingRule::Any).unwrap();
    for cell in cells.split(' ') {
        game.play(cell.parse::<Hex>().unwrap()).unwrap();
    }
    game
}

/// The solution, or the numbers when 100 nodes were searched.
fn solve(game: &Game) -> Result<(Value, Option<Hex>, u64), ProofProgress> {
    let solution = Solver::new().memory_bytes(1 << 20).try_solve(game, &Limits::new().nodes(100));
    let solution = solution.map_err(|stopped| stopped.interrupted().unwrap().partial)?;
    Ok((solution.value, solution.best, solution.nodes))
}

/// A position whose mirror image took 170 times the nodes.
#[test]
fn a_mirror_image_takes_as_many_nodes() {
    let game = parse(4, "2,5 3,6 2,1 1,1 3,2 4,3 4,1 5,6 1,2 3,5");
    let mirrored = parse(4, "7,5 7,6 3,1 4,1 3,2 3,3 1,1 5,6 5,2 6,5");
    let nodes = |game: &Game| Solver::new().memory_bytes(1 << 20).solve(game).unwrap().nodes;
    assert_eq!(nodes(&game), nodes(&mirrored));
}

quickcheck! {
    fn winners_do_not_depend_on_the_image(wishes: Vec<u16>, base: u32) -> bool {
        let base = 2 + base % 5;
        for (rule, symmetry) in RingRule::ALL.into_iter().zip(Symmetry::HEXAGON.into_iter().cycle().skip(wishes.len())) {
            let (mut game, mut image) = (Game::new(base, rule).unwrap(), Game::new(base, rule).unwrap());
            let mut referee = Referee::for_two(base, rule).unwrap();
            for cell in order(base, &wishes) {
                let there = image_of(cell, symmetry, base);
                for player in Player::BOTH {
                    assert_eq!(game.would_win(cell, player), image.would_win(there, player));
                }
                let wins = game.play(cell);
                assert_eq!(image.play(there).ok(), wins.ok());
                assert_eq!(referee.play(there).ok(), wins.ok());
                assert_eq!(game.outcome(), image.outcome());
                let cells = |game: &Game| game.winning_stones().iter().map(|stones| stones.cells.len()).collect::<Vec<_>>();
                assert_eq!(cells(&game), cells(&image));
                if game.is_over() {
                    break;
                }
            }
        }
        true
    }

    fn searches_of_images_take_the_same_nodes(wishes: Vec<u16>, stones: usize) -> bool {
        let base = 3 + (wishes.len() % 4) as u32;
        let rule = RingRule::ALL[stones % 2];
        let game = game(base, rule, &wishes, stones % 16);
        let solved = solve(&game);
        for symmetry in Symmetry::HEXAGON {
            let image = image(&game, symmetry);
            match (solved, solve(&image)) {
                (Ok(here), Ok(there)) => {
                    assert_eq!((here.0, here.2), (there.0, there.2), "{game}");
                    assert_eq!(here.1.is_some(), there.1.is_some());
                    assert!(here.1.zip(there.1).is_none_or(|(a, b)| lead_to_images((&game, a), (&image, b))));
                }
                (here, there) => assert_eq!(here, there, "{game}"),
            }
        }
        true
    }

    fn choices_of_images_are_images(wishes: Vec<u16>, stones: usize, seed: u64) -> bool {
        let base = 3 + (wishes.len() % 3) as u32;
        let mut game = game(base, RingRule::ALL[stones % 3], &wishes, stones % 16);
        if stones.is_multiple_of(5) {
            game = Game::new(base, game.rule()).unwrap().with_swap_rule();
            game.play(order(base, &wishes)[0]).unwrap();
            game.play(Move::Swap).unwrap();
        }
        let limits = Limits::new().nodes(150);
        let Some(here) = search(&mut Mcts::new().seed(seed), &game, &limits) else { return game.is_over() };
        for symmetry in Symmetry::HEXAGON {
            let image = image(&game, symmetry);
            let there = search(&mut Mcts::new().seed(seed), &image, &limits).unwrap();
            assert!(lead_to_images((&game, here.cell), (&image, there.cell)), "{game}");
            let counts = |choice: havannah_uf::mcts::Choice| (choice.visits, choice.playouts, choice.win_rate, choice.proven);
            assert_eq!(counts(here), counts(there));
        }
        true
    }
}

/// Random games of images have the same distribution: the shares are within six standard
/// deviations.
#[test]
fn random_games_of_images_end_alike() {
    let games = 4000;
    for (stones, rule) in [0, 3, 8, 15].into_iter().zip(RingRule::ALL.into_iter().cycle()) {
        let wishes: Vec<u16> = (0..8).map(|i| i * 7919).collect();
        let game = game(4, rule, &wishes, stones);
        let count = |game: &Game| {
            let ends = Playouts::new(game).seed(1).run(games);
            [ends.won_by(Player::First), ends.won_by(Player::Second), ends.draws()]
        };
        let expected = count(&game);
        for symmetry in Symmetry::HEXAGON {
            let found = count(&image(&game, symmetry));
            for (a, b) in expected.into_iter().zip(found) {
                let sigma = (0.5 * games as f64).sqrt();
                assert!((a as f64 - b as f64).abs() <= 6.0 * sigma, "{expected:?} {found:?}");
            }
        }
    }
}
