//! The smallest figures, by looking at all sets of stones.

use havannah_uf::{Hex, Referee, Wins};

/// All ways in which a set of stones wins.
fn wins(base: u32, stones: &[Hex]) -> Wins {
    let mut referee = Referee::new(base).unwrap();
    stones.iter().map(|&cell| referee.play(cell).unwrap()).collect()
}

/// Calls `visit` with all sets of at most `most` stones.
fn sets(cells: &[Hex], most: usize, stones: &mut Vec<Hex>, visit: &mut impl FnMut(&[Hex])) {
    visit(stones);
    if stones.len() == most {
        return;
    }
    for (i, &cell) in cells.iter().enumerate() {
        stones.push(cell);
        sets(&cells[i + 1..], most, stones, visit);
        stones.pop();
    }
}

/// The numbers of stones of the smallest bridge, fork and ring of at most `most` stones.
fn smallest(base: u32, most: usize) -> [Option<usize>; 3] {
    let cells: Vec<_> = Hex::all(base).collect();
    let ways = [Wins::BRIDGE, Wins::FORK, Wins::RING];
    let mut found = [None::<usize>; 3];
    sets(&cells, most, &mut vec![], &mut |stones| {
        let wins = wins(base, stones);
        for (least, way) in found.iter_mut().zip(ways) {
            if wins.contains(way) && least.is_none_or(|least| stones.len() < least) {
                *least = Some(stones.len());
            }
        }
    });
    found
}

#[test]
fn base_2_has_bridges_of_two_stones_no_forks_and_no_rings() {
    // All cells but the center are corners, and only an empty center can be enclosed: by all
    // corners.
    assert_eq!(smallest(2, 7), [Some(2), None, Some(6)]);
    // Such a ring never wins: a part of it, without the last stone, is a bridge.
    let cells: Vec<_> = Hex::all(2).collect();
    sets(&cells, 7, &mut vec![], &mut |stones| {
        if wins(2, stones).contains(Wins::RING) {
            for last in 0..stones.len() {
                let mut before = stones.to_vec();
                before.remove(last);
                assert!(wins(2, &before).contains(Wins::BRIDGE), "{stones:?}");
            }
        }
    });
}

#[test]
fn base_3_has_bridges_of_three_stones_forks_of_five_and_rings_of_six() {
    assert_eq!(smallest(3, 6), [Some(3), Some(5), Some(6)]);
}
