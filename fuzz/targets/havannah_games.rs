//! Games with undo and swap: the dense board, the referee and the offline method against an oracle
//! that searches the whole board after every stone.

#![no_main]

use arbitrary::Arbitrary;
use havannah_uf::{
    Game, Hex, Move, Outcome, Player, Record, Referee, RingRule, WinningStones, Wins,
};
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/havannah-uf/tests/it/oracle/offline.rs"]
mod offline;

#[derive(Arbitrary, Debug)]
struct Input {
    base: u8,
    rule: u8,
    swap: bool,
    /// Which of the cells comes next, or 250 and more for something else.
    steps: Vec<u8>,
}

fuzz_target!(|input: Input| {
    let board = Board { base: 2 + i32::from(input.base % 5) };
    let base = board.base as u32;
    let rule = RingRule::ALL[usize::from(input.rule) % RingRule::ALL.len()];
    let mut game = Game::new(base, rule).unwrap();
    if input.swap {
        game = game.with_swap_rule();
    }
    let cells: Vec<Hex> = Hex::all(base).collect();
    assert_eq!(cells.len() as u64, Hex::count(base));
    // Bits of stones by player, and what there was to see before each move.
    let mut stones = [0u128; 2];
    let mut before: Vec<(u64, Player, Wins, [u128; 2])> = Vec::new();
    for &step in input.steps.iter().take(300) {
        match step {
            250..=252 => {
                let undone = game.undo();
                assert_eq!(undone.is_some(), !before.is_empty());
                if let Some((hash, turn, wins, was)) = before.pop() {
                    assert_eq!((game.zobrist_hash(), game.turn(), game.wins()), (hash, turn, wins));
                    stones = was;
                }
            }
            253 => {
                let seen = (game.zobrist_hash(), game.turn(), game.wins(), stones);
                let allowed = input.swap && game.ply() == 1 && !game.has_swapped();
                assert_eq!(game.can_swap(), allowed);
                assert_eq!(game.play(Move::Swap).is_ok(), allowed);
                if allowed {
                    before.push(seen);
                    stones.swap(0, 1);
                }
            }
            254 => {
                for (&cell, player) in cells.iter().flat_map(|c| Player::BOTH.map(|p| (c, p))) {
                    let (bit, all) = (board.bit(cell), stones[0] | stones[1]);
                    let expected = if all & bit == 0 && game.wins().is_empty() {
                        let own = stones[player.index()] | bit;
                        board.judge(own, stones[player.other().index()], bit, rule)
                    } else {
                        Wins::NONE
                    };
                    assert_eq!(game.would_win(cell, player), expected);
                }
            }
            255 => {
                let off = Hex { x: 2 * base, y: base };
                assert!(game.play(off).is_err());
            }
            _ => {
                let cell = cells[usize::from(step) % cells.len()];
                let (bit, player) = (board.bit(cell), game.turn());
                let seen = (game.zobrist_hash(), player, game.wins(), stones);
                let played = game.play(cell);
                let over = !seen.2.is_empty();
                assert_eq!(played.is_err(), over || (stones[0] | stones[1]) & bit != 0);
                if let Ok(wins) = played {
                    before.push(seen);
                    stones[player.index()] |= bit;
                    let [own, other] = [player, player.other()].map(|p| stones[p.index()]);
                    assert_eq!(wins, board.judge(own, other, bit, rule));
                    assert_eq!((game.wins(), game.winner().is_some()), (wins, !wins.is_empty()));
                }
            }
        }
        for &cell in &cells {
            let of = |player: Player| stones[player.index()] & board.bit(cell) != 0;
            assert_eq!(game.stone(cell), Player::BOTH.into_iter().find(|&player| of(player)));
        }
    }
    others(&game, board);
    one_player(&game, board);
    structure(&game, board);
    replayed(&game);
    while game.undo().is_some_and(|undone| undone != Move::Swap || game.ply() == 1) {}
    assert_eq!((game.ply(), game.zobrist_hash()), (0, 0));
});

/// The same stones for the other referees.
fn others(game: &Game, board: Board) {
    let (base, rule) = (game.base(), game.rule());
    let stones: Vec<Hex> = game.stones().collect();
    let mut referee = Referee::for_two(base, rule).unwrap();
    let (mut own, mut first) = ([0u128; 2], None);
    for (ply, &cell) in stones.iter().enumerate() {
        let player = Player::at(ply);
        own[player.index()] |= board.bit(cell);
        let wins = referee.play(cell).unwrap();
        let other = own[player.other().index()];
        assert_eq!(wins, board.judge(own[player.index()], other, board.bit(cell), rule));
        assert_eq!(referee.stone(cell), Some(player));
        if !wins.is_empty() {
            first = Some((player, wins, ply + 1));
            break;
        }
    }
    let found = offline::first_win(base, rule, &stones);
    let first = first.map(|(player, wins, number)| Outcome::Won { player, wins, number });
    assert_eq!(found, first);
    // With one more stone than there can be.
    if let Some(&cell) = stones.first() {
        assert!(referee.play(cell).is_err());
    }
}

fn one_player(game: &Game, board: Board) {
    let (mut referee, mut own) = (Referee::new(game.base()).unwrap(), 0);
    for cell in game.stones() {
        own |= board.bit(cell);
        let wins = referee.play(cell).unwrap();
        assert_eq!(wins, board.judge(own, 0, board.bit(cell), RingRule::Empty));
        if !wins.is_empty() {
            break;
        }
    }
}

/// The moves of the game give the same game.
fn replayed(game: &Game) {
    let record = Record::from(game);
    let replayed = record.replay().unwrap();
    assert!(replayed.moves().eq(game.moves()) && replayed.zobrist_hash() == game.zobrist_hash());
    let won = record.outcome().unwrap();
    assert_eq!(won, game.outcome());
}

/// The stones that win do win.
fn structure(game: &Game, board: Board) {
    let winning = game.winning_stones();
    assert_eq!(winning.is_empty(), game.winner().is_none());
    let mut all = Wins::NONE;
    for WinningStones { way: wins, cells, .. } in winning {
        all |= wins;
        assert!(cells.iter().all(|&cell| game.stone(cell) == game.winner()));
        let own = cells.iter().fold(0, |own, &cell| own | board.bit(cell));
        assert_eq!(board.flood(board.bit(cells[0]), own), own, "{wins} in several parts");
        if wins != Wins::RING {
            assert!(board.borders(own).contains(wins));
        } else {
            let next_to = |a: Hex, b: Hex| board.around(board.bit(a)) & board.bit(b) != 0;
            assert!(cells.windows(2).all(|pair| next_to(pair[0], pair[1])));
            assert!(cells.len() >= 6 && next_to(cells[0], cells[cells.len() - 1]));
        }
    }
    assert_eq!(all, game.wins());
}

/// Cell (x, y) is bit x + 11·y, both from 0.
#[derive(Clone, Copy)]
struct Board {
    base: i32,
}

const STRIDE: i32 = 11;

impl Board {
    fn bit(self, cell: Hex) -> u128 {
        1 << (cell.x as i32 - 1 + STRIDE * (cell.y as i32 - 1))
    }

    fn cells(self) -> impl Iterator<Item = (i32, i32)> {
        let side = 2 * self.base - 1;
        let all = (0..side).flat_map(move |y| (0..side).map(move |x| (x, y)));
        all.filter(move |(x, y)| (x - y).abs() < self.base)
    }

    fn all(self) -> u128 {
        self.cells().fold(0, |all, (x, y)| all | 1 << (x + STRIDE * y))
    }

    fn is_on_board(self, (x, y): (i32, i32)) -> bool {
        let side = 2 * self.base - 1;
        0 <= x && x < side && 0 <= y && y < side && (x - y).abs() < self.base
    }

    /// The cells around those of a set.
    fn around(self, set: u128) -> u128 {
        let mut around = 0;
        let mut rest = set;
        while rest != 0 {
            let bit = rest.trailing_zeros() as i32;
            rest &= rest - 1;
            let (x, y) = (bit % STRIDE, bit / STRIDE);
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)] {
                if self.is_on_board((x + dx, y + dy)) {
                    around |= 1 << (x + dx + STRIDE * (y + dy));
                }
            }
        }
        around
    }

    fn flood(self, seeds: u128, within: u128) -> u128 {
        let (mut found, mut new) = (seeds & within, seeds & within);
        while new != 0 {
            new = self.around(new) & within & !found;
            found |= new;
        }
        found
    }

    /// The properties of a group: two corners, three edges.
    fn borders(self, group: u128) -> Wins {
        let (last, middle) = (2 * self.base - 2, self.base - 1);
        let corners =
            [(0, 0), (0, middle), (middle, last), (last, last), (last, middle), (middle, 0)];
        let has = |x: i32, y: i32| group >> (x + STRIDE * y) & 1 == 1;
        let edges: [&dyn Fn(i32, i32) -> bool; 6] = [
            &|x, _| x == 0,
            &|_, y| y == 0,
            &|x, _| x == last,
            &|_, y| y == last,
            &|x, y| x - y == middle,
            &|x, y| y - x == middle,
        ];
        let touched = edges.iter().filter(|on| {
            self.cells().any(|(x, y)| has(x, y) && !corners.contains(&(x, y)) && on(x, y))
        });
        let mut wins = Wins::NONE;
        if corners.iter().filter(|&&(x, y)| has(x, y)).count() >= 2 {
            wins = wins | Wins::BRIDGE;
        }
        if touched.count() >= 3 {
            wins = wins | Wins::FORK;
        }
        wins
    }

    /// The structures with which the stone `last` of `own` wins, if the game was not won before.
    fn judge(self, own: u128, other: u128, last: u128, rule: RingRule) -> Wins {
        let group = self.flood(last, own);
        let wins = self.borders(group);
        let (all, others) = (self.all(), self.all() & !group);
        let border = self.cells().filter(|&(x, y)| {
            let around = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];
            around.iter().any(|(dx, dy)| !self.is_on_board((x + dx, y + dy)))
        });
        let border = border.fold(0, |all, (x, y)| all | 1 << (x + STRIDE * y));
        let inside = others & !self.flood(border, others);
        let ring = match rule {
            // Cells of the group may be inside too: those with nothing but the group around them.
            RingRule::Any => inside != 0 || (group & !border & !self.around(all & !group)) != 0,
            RingRule::NonOwn => inside & !own != 0,
            _ => inside & !own & !other != 0,
        };
        if ring { wins | Wins::RING } else { wins }
    }
}
