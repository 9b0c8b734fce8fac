//! `boardbits grid`.

use crate::common::{answer, run};

const MAP: &str = "type octile\nheight 3\nwidth 5\nmap\n..T..\n..T..\n.....\n";

fn file(name: &str, text: &str) -> String {
    let name = format!("boardbits-grid-{name}-{}.map", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn distances_and_counts() {
    let ask = |options: &str| answer(&format!("grid --from 0,0 --to 4,0 {options}"), MAP);
    assert_eq!(ask(""), "distance 4, 1 shortest path\n");
    assert_eq!(ask("--step king"), "distance 4, 1 shortest path\n");
    assert_eq!(ask("--step orthogonal"), "distance 8, 9 shortest paths\n");
    assert_eq!(ask("--step king-no-corner-cut"), "distance 6, 4 shortest paths\n");
    assert_eq!(ask("--step knight --format json"), "{\"distance\":8,\"count\":1}\n");
}

#[test]
fn a_path_is_printed() {
    let ask = |options: &str| answer(&format!("grid --from 0,0 --to 4,0 --path {options}"), MAP);
    assert_eq!(ask(""), "distance 4, 1 shortest path: 0,0 1,1 2,2 3,1 4,0\n");
    for kind in ["--step orthogonal", "--octile"] {
        let answer = ask(&format!("{kind} --format json"));
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let cells = answer["path"].as_array().unwrap();
        assert_eq!(
            (&cells[0], cells.last()),
            (&serde_json::json!([0, 0]), Some(&serde_json::json!([4, 0])))
        );
        let steps = answer["distance"].as_u64().unwrap_or_else(|| {
            answer["straight"].as_u64().unwrap() + answer["diagonal"].as_u64().unwrap()
        });
        assert_eq!(cells.len() as u64, steps + 1, "{answer}");
    }
    assert!(
        ask("--octile").starts_with("length 6.82842712, 4 straight and 2 diagonal steps: 0,0 ")
    );
    assert_eq!(
        answer("grid - --from 1,0 --to 1,2 --path", "...\n...\n...\n"),
        "distance 2, 3 shortest paths: 1,0 1,1 1,2\n"
    );
    let none = "..#.\n..#.\n";
    for (options, expected) in [
        ("", "-\n"),
        ("--format json", "{\"distance\":null,\"count\":0,\"path\":null}\n"),
        (
            "--octile --format json",
            "{\"length\":null,\"straight\":null,\"diagonal\":null,\"path\":null}\n",
        ),
    ] {
        assert_eq!(answer(&format!("grid --from 0,0 --to 3,0 --path {options}"), none), expected);
    }
}

#[test]
fn cells_have_costs_and_goals_may_be_out_of_reach() {
    const COSTS: &str = ".9.#\n.9.#\n.5.0\n";
    for (options, map, expected) in [
        ("--to 2,0 --costs", COSTS, "cost 8, 1 cheapest path\n"),
        (
            "--to 2,0 --costs --step orthogonal --path",
            COSTS,
            "cost 10, 2 cheapest paths: 0,0 1,0 2,0\n",
        ),
        ("--to 2,0 --costs --format json", COSTS, "{\"cost\":8,\"count\":1}\n"),
        ("--to 2,0 --costs --octile", COSTS, "cost 9.41421356, 1 cheapest path\n"),
        ("--to 2,0 --costs --timeout 0", COSTS, "cost 0..\n"),
        ("--to 3,0 --costs --nearest", COSTS, "cost 8, 1 cheapest path to 2,0\n"),
        // Of equally near cells, the one with the cheapest way; none before all are known.
        ("--to 1,1 --costs --nearest", ".5\n4#\n", "cost 4, 1 cheapest path to 0,1\n"),
        ("--to 1,1 --costs --nearest --timeout 0", ".5\n4#\n", "cost 0..\n"),
        ("--to 1,1 --nearest --timeout 0", "..\n.#\n", "distance 0..\n"),
        (
            "--to 1,1 --nearest --path --timeout 0 --format json",
            "..\n.#\n",
            "{\"distance\":null,\"count\":null,\"at_least\":0,\"path\":null,\"nearest\":null,\
             \"stopped\":\"time\"}\n",
        ),
        ("--to 1,1 --octile --nearest --timeout 0", "..\n.#\n", "length 0.00000000..\n"),
        (
            "--to 4,0 --nearest --path",
            "..#..\n..#..\n..#..\n",
            "distance 1, 1 shortest path to 1,0: 0,0 1,0\n",
        ),
        (
            "--to 2,0 --nearest --format json",
            "..#\n",
            "{\"distance\":1,\"count\":1,\"nearest\":[1,0]}\n",
        ),
        (
            "--to 2,2 --nearest --octile",
            "...\n...\n..#\n",
            "length 2.41421356, 1 straight and 1 diagonal steps to 2,1\n",
        ),
    ] {
        let ran = run(&format!("grid - --from 0,0 {options}"), map);
        assert_eq!(ran.out, expected, "{options}");
    }
    for (pgm, expected) in [
        ("P2 3 1 # x\n255 1 200\n 7", "cost 207, 1 cheapest path\n"),
        ("P5 3 1 255\n\u{1}\u{9}\u{7}", "cost 16, 1 cheapest path\n"),
        ("P2 3 1 6 1 6 7", "expected 3×1 levels up to 6, found 3 levels up to 7"),
        ("P5 3 2 255\nabc", "expected 3×2 levels up to 255, found 3 levels up to 99"),
        ("P2 3 1 256 1 6 7", "expected a largest level up to 255, found \"256\""),
        ("P2 3 1 255 1 x 7", "expected a level up to 255, found \"x\""),
        ("P5", "expected a width, found \"\""),
    ] {
        let ran = run("grid - --costs --from 0,0 --to 2,0", pgm);
        assert!(ran.out == expected || ran.err.contains(expected), "{} {}", ran.out, ran.err);
    }
    let open = ".".repeat(200) + "\n";
    let ran = run("grid - --costs --step orthogonal --from 0,0 --to 199,199", open.repeat(200));
    assert_eq!(ran.out, format!("cost 398, {}.. cheapest paths\n", u128::MAX));
    let ran = run("grid - --from 0,0 --to 3,0 --costs", COSTS);
    assert!(ran.status == 2 && ran.err.contains("to: column 3, row 0 is not free"), "{}", ran.err);
    assert_eq!(run("grid - --from 0,0 --to 9,0 --nearest", COSTS).status, 1);
    assert_eq!(run("grid - --from 0,0 --to 9,0 --costs --nearest", COSTS).status, 2);
}

#[test]
fn counts_have_as_many_digits_as_they_need() {
    let map = format!("type octile\nheight 40\nwidth 40\nmap\n{}", ".".repeat(40) + "\n");
    let rows = format!("{}\n", ".".repeat(40)).repeat(39);
    let counted = answer("grid - --from 0,0 --to 39,39 --step orthogonal", &(map + &rows));
    assert_eq!(counted, "distance 78, 27217014869199032015600 shortest paths\n");
}

#[test]
fn queries_come_line_by_line() {
    let map = file("queries", MAP);
    let ran = run(&format!("grid {map}"), "0,0 4,0\n2,0 0,0\n0,0 9,0\n1,1\nx 1,1\n2,2 2,2\n");
    std::fs::remove_file(map).unwrap();
    assert_eq!(ran.status, 1);
    assert_eq!(ran.out, "distance 4, 1 shortest path\ndistance 0, 1 shortest path\n");
    assert_eq!(
        ran.err,
        "boardbits: stdin:2: from: column 2, row 0 is not free\n\
         boardbits: stdin:3: to: column 9, row 0 lies outside the grid of 5×3\n\
         boardbits: stdin:4: expected X,Y X,Y, found \"1,1\"\n\
         boardbits: stdin:5: expected X,Y, found \"x\"\n"
    );
}

#[test]
fn there_may_be_no_path() {
    let map = "type octile\nheight 1\nwidth 3\nmap\n.T.\n";
    assert_eq!(answer("grid - --from 0,0 --to 2,0", map), "-\n");
    let json = answer("grid - --from 0,0 --to 2,0 --format json", map);
    assert_eq!(json, "{\"distance\":null,\"count\":0}\n");
}

#[test]
fn pictures_are_drawn() {
    let (svg, png) = (file("svg", ""), file("png", ""));
    answer(&format!("grid - --from 0,0 --to 4,0 --svg {svg} --png {png}"), MAP);
    let drawn = std::fs::read_to_string(&svg).unwrap();
    let bytes = std::fs::read(&png).unwrap();
    for path in [svg, png] {
        std::fs::remove_file(path).unwrap();
    }
    // The only path, whose cells have different colors.
    let path = [(0, 0), (1, 1), (2, 2), (3, 1), (4, 0)];
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
    assert!(drawn.contains(" width=\"1024\" height=\"614\" viewBox=\"0 0 5 3\""), "{drawn}");
    let walls = "<path fill=\"#42444a\" d=\"M2 0h1v1h-1zM2 1h1v1h-1z\"/>\n";
    assert!(drawn.contains(walls), "{drawn}");
    for (x, y) in path {
        let cell = format!("\" d=\"M{x} {y}h1v1h-1z\"/>\n");
        assert_eq!(drawn.matches(&cell).count(), 1, "{drawn}");
    }
    // Squares of 102 pixels.
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    assert_eq!(reader.info().size(), (510, 306));
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let color = |x: usize, y: usize| &pixels[3 * (510 * y + x)..][..3];
    for (x, y) in (0..510).flat_map(|x| (0..306).map(move |y| (x, y))) {
        assert_eq!(color(x, y), color(x / 102 * 102, y / 102 * 102), "pixel {x},{y}");
    }
    let (wall, free) = (color(204, 0), color(0, 204));
    let mut colors = vec![wall, free];
    for (x, y) in (0..5).flat_map(|x| (0..3).map(move |y| (x, y))) {
        let color = color(102 * x, 102 * y);
        match (path.contains(&(x, y)), x == 2) {
            (true, _) => colors.push(color),
            (false, true) => assert_eq!(color, wall, "cell {x},{y}"),
            (false, false) => assert_eq!(color, free, "cell {x},{y}"),
        }
    }
    colors.sort_unstable();
    colors.dedup();
    assert_eq!(colors.len(), 2 + path.len(), "{colors:?}");
}

#[test]
fn wrong_maps_are_named() {
    let ran = run("grid - --from 0,0 --to 0,1", MAP.replace("width 5", "width 6"));
    assert_eq!((ran.out.as_str(), ran.status), ("", 1));
    assert_eq!(ran.err, "boardbits: stdin:5: column 1: expected a row of 6 cells, found 5\n");
    let ran = run("grid - --from 0,0 --to 0,1", "..\n.x\n");
    assert_eq!(ran.err, "boardbits: stdin:2: column 2: expected '.' or '#', found 'x'\n");
    let ran = run("grid - --from -1,0 --to 0,1", MAP);
    assert!(ran.status == 2 && ran.err.contains("expected X,Y, found \"-1,0\""), "{}", ran.err);
    assert_eq!(run("grid - --from 0,0", MAP).status, 2);
    assert_eq!(run("grid -", MAP).status, 2);
    assert_eq!(run("grid", MAP).status, 2);
    assert_eq!(run("grid room.map --svg room.svg", "0,0 1,1\n").status, 2);
    assert_eq!(run("grid - --from 0,0 --to 9,9", MAP).status, 2);
    assert_eq!(run("grid no/such/file --from 0,0 --to 9,9", "").status, 1);
}

#[test]
fn octile_lengths() {
    let ask = |ends: &str| answer(&format!("grid - {ends} --octile"), MAP);
    let expected = "length 6.82842712, 4 straight and 2 diagonal steps\n";
    assert_eq!(ask("--from 0,0 --to 4,0"), expected);
    let map = file("octile", MAP);
    let ran = run(&format!("grid {map} --octile"), "0,0 4,0\n2,0 0,0\n");
    std::fs::remove_file(map).unwrap();
    assert_eq!((ran.out.as_str(), ran.status), (expected, 1));
    assert_eq!(ran.err, "boardbits: stdin:2: from: column 2, row 0 is not free\n");
    assert_eq!(run("grid - --octile --svg x --from 0,0 --to 4,0", MAP).status, 2);
}

#[test]
fn transposed_and_mirrored_maps_have_the_same_answers() {
    let rows = ["..#....", "#...##.", ".#.#...", "......#"];
    let (width, height) = (rows[0].len(), rows.len());
    let ends = [(0, 0), (6, 2)];
    for options in
        ["", "--step orthogonal", "--step king-no-corner-cut", "--step knight", "--octile"]
    {
        let ask = |image: u32| {
            let (transposed, left, up) = (image & 4 > 0, image & 1 > 0, image & 2 > 0);
            let place = |(x, y): (usize, usize)| {
                let x = if left { width - 1 - x } else { x };
                let y = if up { height - 1 - y } else { y };
                if transposed { (y, x) } else { (x, y) }
            };
            let (w, h) = if transposed { (height, width) } else { (width, height) };
            let mut map = vec![vec![b'.'; w]; h];
            for (y, row) in rows.iter().enumerate() {
                for (x, symbol) in row.bytes().enumerate() {
                    let (x, y) = place((x, y));
                    map[y][x] = symbol;
                }
            }
            let map: Vec<_> = map.into_iter().map(|row| String::from_utf8(row).unwrap()).collect();
            let [from, to] = ends.map(place).map(|(x, y)| format!("{x},{y}"));
            answer(&format!("grid - --from {from} --to {to} {options}"), &(map.join("\n") + "\n"))
        };
        let expected = ask(0);
        assert!(expected != "-\n", "{options}");
        for image in 1..8 {
            assert_eq!(ask(image), expected, "{options} {image}");
        }
    }
}
