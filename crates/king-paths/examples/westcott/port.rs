//! Port of Steffan Westcott's "All shortest paths", operation for operation (Computer Chess Club,
//! 2002).

/// Fills `layers` with all shortest paths of a king from `from` to `to` within `path` and returns
/// their length in squares, 0 if there is none. Bit 0 is a1, bit 7 h1, bit 63 h8.
pub fn all_shortest_paths(from: u64, to: u64, path: u64, layers: &mut [u64; 64]) -> usize {
    paths_by(from, to, path, layers, eight_way, eight_way)
}

/// [`all_shortest_paths`] for a step there and its reverse.
#[inline(always)]
pub fn paths_by(
    from: u64,
    to: u64,
    path: u64,
    layers: &mut [u64; 64],
    there: impl Fn(u64) -> u64,
    back: impl Fn(u64) -> u64,
) -> usize {
    let (mut one, mut two) = (from & path, to & path);
    if one == 0 || two == 0 {
        return 0;
    }
    let mut i = 1;
    layers[0] = one;
    // Fill from one side until the other is reached, keeping each frontier.
    while one & two == 0 {
        let before = one;
        one = there(one) & path;
        if one == before {
            return 0;
        }
        layers[i] = one & !before;
        i += 1;
    }
    let length = i;
    i -= 1;
    two &= one;
    layers[i] = two;
    // Fill back from what was reached, and keep of each frontier what both fills share.
    while i > 0 {
        let before = two;
        two = back(two) & path;
        i -= 1;
        layers[i] &= two & !before;
    }
    length
}

fn eight_way(squares: u64) -> u64 {
    let right = (squares << 1) & 0xfefe_fefe_fefe_fefe;
    let left = (squares >> 1) & 0x7f7f_7f7f_7f7f_7f7f;
    let rows = squares | left | right;
    rows | rows << 8 | rows >> 8
}
