//! Chains as one first writes them: cell by cell, with a stack.

/// The cells of each column from the bottom: 0 empty, 1 to 5 a color, or a skull.
pub type Cells = [[u8; 13]; 6];
/// Vanishes beside a group.
pub const SKULL: u8 = 6;
/// Rows in which blocks vanish.
const ROWS: usize = 12;

/// Plays a field out by the rules of Smash the Code: how many steps, and the score.
pub fn play(cells: &mut Cells) -> (u32, u64) {
    let (mut steps, mut score) = (0, 0);
    settle(cells);
    while let Some(points) = step(cells, steps) {
        steps += 1;
        score += points;
        settle(cells);
    }
    (steps, score)
}

fn settle(cells: &mut Cells) {
    for column in cells {
        let mut height = 0;
        for y in 0..column.len() {
            if column[y] != 0 {
                column.swap(y, height);
                height += 1;
            }
        }
    }
}

/// One step without gravity: its points, `None` if no group is large enough.
fn step(cells: &mut Cells, number: u32) -> Option<u64> {
    let mut seen = [[false; ROWS]; 6];
    let (mut gone, mut colors, mut group_bonus) = (Vec::new(), [false; SKULL as usize], 0);
    for x in 0..6 {
        for y in 0..ROWS {
            if !(1..SKULL).contains(&cells[x][y]) || seen[x][y] {
                continue;
            }
            let group = group(cells, &mut seen, x, y);
            if group.len() >= 4 {
                group_bonus += if group.len() > 10 { 8 } else { group.len() as u64 - 4 };
                colors[usize::from(cells[x][y])] = true;
                gone.extend(group);
            }
        }
    }
    if gone.is_empty() {
        return None;
    }
    for &(x, y) in &gone {
        cells[x][y] = 0;
        for (x, y) in neighbors(x, y) {
            if cells[x][y] == SKULL {
                cells[x][y] = 0;
            }
        }
    }
    let color_bonus = [0, 2, 4, 8, 16][colors.iter().filter(|&&color| color).count() - 1];
    let chain_power = if number == 0 { 0 } else { 4 << number };
    Some(10 * gone.len() as u64 * (chain_power + color_bonus + group_bonus).clamp(1, 999))
}

fn group(cells: &Cells, seen: &mut [[bool; ROWS]; 6], x: usize, y: usize) -> Vec<(usize, usize)> {
    let mut group = vec![(x, y)];
    seen[x][y] = true;
    let mut next = 0;
    while next < group.len() {
        let (x, y) = group[next];
        next += 1;
        for (nx, ny) in neighbors(x, y) {
            if cells[nx][ny] == cells[x][y] && !seen[nx][ny] {
                seen[nx][ny] = true;
                group.push((nx, ny));
            }
        }
    }
    group
}

fn neighbors(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
    [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().filter_map(move |(dx, dy)| {
        let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
        (x < 6 && y < ROWS).then_some((x, y))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_two_steps() {
        let mut cells = Cells::default();
        cells[0][..2].copy_from_slice(&[1, SKULL]);
        cells[1][..3].copy_from_slice(&[2, 2, 1]);
        cells[2][..2].copy_from_slice(&[2, 1]);
        cells[3][..2].copy_from_slice(&[2, 1]);
        // The twos go with the skull beside them, and the ones fall into a row.
        assert_eq!(play(&mut cells), (2, 40 + 320));
        assert_eq!(cells, Cells::default());
    }
}
