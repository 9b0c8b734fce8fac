//! "Fast Connected Components for 6x12 bitboard" (Tech.io), and the algorithm it was compared with.
//! The port is an example of cc-table.

#[path = "../../../crates/cc-table/examples/two_row_table/port.rs"]
mod port;

pub use port::*;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_find_the_components_of_the_plain_flood() {
        let mut random = crate::random::Random::new(1);
        let mut found = Vec::new();
        for i in 0..20_000 {
            let (a, b) = (random.mask(72, 50), random.mask(72, 50));
            let board = [a & b, a, a | b][i % 3];
            let plain = cc_table::Board::<6, 12>::from_bits_truncate(board);
            let mut plain: Vec<u128> = plain
                .components(&bitboard_core::Steps::ORTHOGONAL)
                .map(bitboard_core::Bitboard::bits)
                .collect();
            bit_by_bit(board, &mut found);
            assert_eq!(found, plain);
            plain.sort_unstable();
            let touching: Vec<u128> =
                plain.iter().copied().filter(|cells| cells.count_ones() > 1).collect();
            assert_eq!(
                without_single_cells(board),
                touching.iter().fold(0, |all, cells| all | cells)
            );
            let (components, count) = two_row_table(board);
            let mut table: Vec<u128> =
                components[1..count].iter().copied().filter(|&cells| cells != 0).collect();
            table.sort_unstable();
            assert_eq!(table, plain);
        }
    }
}
