//! The tables by pairs of rows, an example of meteor-puzzle.

#[path = "../../../crates/meteor/examples/row_pairs/port.rs"]
mod port;

pub use port::*;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_solutions_are_found() {
        let mut search = Search::new();
        assert_eq!(search.run().len(), 1049);
        assert_eq!(search.positions(), [487, 600, 594, 326, 19]);
        assert_eq!(search.loops(), 518_760);
        assert!(search.run().iter().all(|pieces| pieces.iter().sum::<u64>() == (1 << 50) - 1));
    }
}
