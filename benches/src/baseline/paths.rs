//! Steffan Westcott's "All shortest paths", an example of king-paths.

#[path = "../../../crates/king-paths/examples/westcott/port.rs"]
mod port;

pub use port::*;

/// [`all_shortest_paths`] for white pawns that capture with every move.
pub fn all_shortest_paths_of_pawns(from: u64, to: u64, path: u64, layers: &mut [u64; 64]) -> usize {
    let up = |squares: u64| squares | squares << 7 & !FILE_H | squares << 9 & !FILE_A;
    let down = |squares: u64| squares | squares >> 9 & !FILE_H | squares >> 7 & !FILE_A;
    paths_by(from, to, path, layers, up, down)
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_example_comes_out() {
        let mut layers = [0; 64];
        assert_eq!(all_shortest_paths(1 << 28, 1 | 1 << 63, !0, &mut layers), 5);
        let counts: Vec<u32> = layers[..5].iter().map(|layer| layer.count_ones()).collect();
        assert_eq!(counts, [1, 4, 4, 4, 2]);
    }

    #[test]
    fn layers_are_those_of_king_paths() {
        use bitboard_core::{Bitboard, Chess, Steps};
        type Board = Bitboard<u64, Chess>;
        let mut random = crate::random::Random::new(2);
        let mut layers = [0; 64];
        for _ in 0..20_000 {
            let mut sparse = || random.next_u64() & random.next_u64() & random.next_u64();
            let (from, to, path) = (sparse(), sparse(), !sparse() & !sparse());
            let board = Board::from_bits_truncate;
            let ours =
                king_paths::shortest_paths(board(from), board(to), board(path), &Steps::KING);
            let length = all_shortest_paths(from, to, path, &mut layers);
            let theirs: Vec<Board> = layers[..length].iter().map(|&layer| board(layer)).collect();
            assert_eq!(ours.layers(), theirs);
        }
    }
}
