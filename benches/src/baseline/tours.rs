//! Knight's tours by trying moves, one cell at a time.

/// The cells that a knight reaches from each cell of a square board.
pub fn knight(side: usize) -> Vec<Vec<usize>> {
    let jump = |a: usize, b: usize| {
        let (dx, dy) = ((a % side).abs_diff(b % side), (a / side).abs_diff(b / side));
        dx * dx + dy * dy == 5
    };
    let cells = 0..side * side;
    cells.clone().map(|a| cells.clone().filter(|&b| jump(a, b)).collect()).collect()
}

/// A tour from a cell: moves by Warnsdorff's rule (1823), to the cell with the fewest free
/// neighbors, and steps back where the rule leads to a dead end.
pub fn warnsdorff(neighbors: &[Vec<usize>], start: usize) -> Option<Vec<usize>> {
    fn extend(neighbors: &[Vec<usize>], used: &mut [bool], path: &mut Vec<usize>) -> bool {
        if path.len() == neighbors.len() {
            return true;
        }
        let free = |cell: usize| neighbors[cell].iter().copied().filter(|&next| !used[next]);
        let mut moves: Vec<_> =
            free(path[path.len() - 1]).map(|next| (free(next).count(), next)).collect();
        moves.sort_unstable();
        for (_, next) in moves {
            used[next] = true;
            path.push(next);
            if extend(neighbors, used, path) {
                return true;
            }
            path.pop();
            used[next] = false;
        }
        false
    }
    let (mut used, mut path) = (vec![false; neighbors.len()], vec![start]);
    used[start] = true;
    extend(neighbors, &mut used, &mut path).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tours_are_found() {
        let neighbors = knight(8);
        for start in [0, 27, 63] {
            let tour = warnsdorff(&neighbors, start).expect("a tour");
            assert_eq!(tour[0], start);
            assert!(tour.windows(2).all(|pair| neighbors[pair[0]].contains(&pair[1])));
            assert!((0..64).all(|cell| tour.contains(&cell)));
        }
        assert_eq!(warnsdorff(&knight(5), 1), None);
    }
}
