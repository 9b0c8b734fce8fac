//! Turned and reflected boards, fields and images have the turned and reflected answers on the
//! command line too.

use std::fmt::Write;

use bitboard_core::{Random, SeededRng};

use crate::common::answer;

/// Random cells of a board, row by row.
fn cells(width: usize, height: usize, percent: u64, rng: &mut SeededRng) -> Vec<Vec<bool>> {
    (0..height).map(|_| (0..width).map(|_| rng.below(100) < percent).collect()).collect()
}

fn transposed<T: Copy>(rows: &[Vec<T>]) -> Vec<Vec<T>> {
    (0..rows[0].len()).map(|x| rows.iter().map(|row| row[x]).collect()).collect()
}

fn mirrored<T: Copy>(rows: &[Vec<T>]) -> Vec<Vec<T>> {
    rows.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

fn flipped<T: Copy>(rows: &[Vec<T>]) -> Vec<Vec<T>> {
    rows.iter().rev().cloned().collect()
}

/// All eight images, the first of which is the original.
fn images<T: Copy>(rows: &[Vec<T>]) -> Vec<Vec<Vec<T>>> {
    let turned = transposed(rows);
    let two = |rows: &[Vec<T>]| [rows.to_vec(), mirrored(rows)];
    let four = |rows: &[Vec<T>]| [two(rows), two(&flipped(rows))].concat();
    [four(rows), four(&turned)].concat()
}

/// The sizes of the components of a hexadecimal answer, in order.
fn sizes(answer: &str) -> Vec<u32> {
    let (_, list) = answer.trim_end().split_once(' ').unwrap_or_default();
    let words = list.split(',').filter(|word| !word.is_empty());
    let mut sizes: Vec<_> =
        words.map(|word| u128::from_str_radix(word, 16).unwrap().count_ones()).collect();
    sizes.sort_unstable();
    sizes
}

#[test]
fn components() {
    let mut rng = SeededRng::new(1);
    let boards: Vec<_> = (0..30).map(|i| cells(5, 8, 10 + 3 * i, &mut rng)).collect();
    for connectivity in [4, 8] {
        let answers = |image: usize| {
            let mut input = String::new();
            let images: Vec<_> =
                boards.iter().map(|board| images(board).swap_remove(image)).collect();
            for board in &images {
                let bits = board.concat();
                let word = (0..bits.len()).fold(0u64, |word, i| word | u64::from(bits[i]) << i);
                writeln!(input, "{word:x}").unwrap();
            }
            let (width, height) = (images[0][0].len(), images[0].len());
            let command = format!(
                "components --width {width} --height {height} --connectivity {connectivity}"
            );
            answer(&command, &input).lines().map(sizes).collect::<Vec<_>>()
        };
        let expected = answers(0);
        assert!(expected.iter().any(|sizes| sizes.len() > 3));
        assert!((1..8).all(|image| answers(image) == expected));
    }
}

#[test]
fn labels_and_holes() {
    let mut rng = SeededRng::new(2);
    for (i, (width, height)) in [(70, 40), (9, 130), (64, 64)].into_iter().enumerate() {
        let image = cells(width, height, 40 + 10 * i as u64, &mut rng);
        for options in ["", "--connectivity 8", "--holes", "--holes --connectivity 8 --invert"] {
            let answers = images(&image).into_iter().map(|rows| {
                let mut pbm = format!("P1\n{} {}\n", rows[0].len(), rows.len());
                for row in &rows {
                    pbm.extend(row.iter().map(|&set| if set { '1' } else { '0' }));
                    pbm.push('\n');
                }
                let found = answer(&format!("label {options} -"), &pbm);
                let mut lines = found.lines();
                let head = lines.next().unwrap().to_owned();
                // Area, the two sides of the box in order, and holes. The number of the component
                // around it depends on the order.
                let mut figures: Vec<_> = lines
                    .map(|line| {
                        let n: Vec<usize> =
                            line.split(' ').take(6).map(|word| word.parse().unwrap()).collect();
                        let (wide, high) = (n[3] - n[1], n[4] - n[2]);
                        [n[0], wide.min(high), wide.max(high), n.get(5).copied().unwrap_or(0)]
                    })
                    .collect();
                figures.sort_unstable();
                (head, figures)
            });
            let answers: Vec<_> = answers.collect();
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{options}");
        }
    }
}

#[test]
fn mirrored_fields_have_equal_chains() {
    let mut rng = SeededRng::new(3);
    let fields: Vec<Vec<Vec<char>>> = (0..60)
        .map(|_| {
            let mut cell = |_| ['.', '1', '2', '0', '1'][rng.below(5) as usize];
            (0..12).map(|_| [0; 6].map(&mut cell).to_vec()).collect()
        })
        .collect();
    let play = |image: fn(&[Vec<char>]) -> Vec<Vec<char>>| {
        let text = |rows: Vec<Vec<char>>| {
            rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
        };
        let input: String = fields.iter().map(|field| text(image(field)) + "\n").collect();
        let answers = answer("chain", &input);
        let fields = answers.lines().map(|line| {
            let (figures, end) = line.rsplit_once(' ').unwrap();
            let rows: Vec<Vec<char>> = end.split('/').map(|row| row.chars().collect()).collect();
            (figures.to_owned(), image(&rows))
        });
        fields.collect::<Vec<_>>()
    };
    let played = play(<[_]>::to_vec);
    assert!(played.iter().any(|(figures, _)| !figures.starts_with('0')));
    assert_eq!(play(mirrored), played);
}
