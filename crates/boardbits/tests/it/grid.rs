//! `boardbits grid`.

use crate::common::{answer, run};

const MAP: &str = "type octile\nheight 3\nwidth 5\nmap\n..T..\n..T..\n.....\n";

fn file(name: &str, text: &str) -> String {
    let name = format!("boardbits-grid-{}-{name}", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The answer to a query, without the map that is drawn before it.
fn asked(arguments: &str, map: &str) -> String {
    let answer = answer(arguments, map);
    let start = answer.trim_end().rfind('\n').map_or(0, |end| end + 1);
    answer[start..].to_owned()
}

#[test]
fn the_path_is_drawn_on_the_map() {
    let marked = "S.#..\n..#..\n....E\n";
    let drawn = "S.#..\n.*#..\n..**E\ndistance 4, 2 shortest paths\n";
    assert_eq!(answer("grid", marked), drawn);
    let plain = marked.replace(['S', 'E'], ".");
    assert_eq!(answer("grid --from 0,0 --to 4,2", &plain), drawn);
    // Of other cells than the marked ones.
    assert!(answer("grid --to 1,0", marked).starts_with("SE#..\n"));
    for (options, expected) in [
        ("--octile", "S.#..\n.*#..\n.***E\nlength 5.41421356, 4 straight and 1 diagonal steps\n"),
        ("--costs --step orthogonal", "S.#..\n*.#..\n****E\ncost 6, 3 cheapest paths\n"),
    ] {
        assert_eq!(answer(&format!("grid {options}"), marked), expected, "{options}");
    }
    assert_eq!(answer("grid --costs", "S9.\n.5E\n"), "S9.\n.*E\ncost 6, 1 cheapest path\n");
    assert_eq!(answer("grid", "S#E\n"), "-\n");
    assert_eq!(answer("grid --format json", marked), "{\"distance\":4,\"count\":2}\n");
    // A map with more columns or rows than a screen.
    let wide = format!("S{}E\n", ".".repeat(119));
    assert_eq!(answer("grid", &wide), "distance 120, 1 shortest path\n");
    for (map, expected) in [
        ("S.\n..\n", "--to is missing, and no E in the map"),
        (".E\n..\n", "--from is missing, and no S in the map"),
        ("..\n..\n", "--from is missing, and no S in the map"),
    ] {
        let ran = run("grid", map);
        assert_eq!((ran.status, ran.err), (2, format!("boardbits: {expected}\n")));
    }
    assert_eq!(run("grid", "SS\n.E\n").err, "boardbits: stdin: the map has more than one S\n");
}

#[test]
fn other_symbols_are_named_by_options() {
    let map = "S_x\n,_E\n";
    let ran = run("grid", map);
    let symbols = "'.' (free), '#' (wall), 'S' (marker), 'E' (marker)";
    let expected = format!("expected one of {symbols}, found '_'; --free and --walls name others");
    assert_eq!(ran.err, format!("boardbits: stdin:1: column 2: {expected}\n"));
    let drawn = "S*#\n..E\ndistance 2, 2 shortest paths\n";
    assert_eq!(answer("grid --free _, --walls x --step king", map), drawn);
    assert_eq!(run("grid --free / --walls x", map).status, 2);
}

#[test]
fn distances_and_counts() {
    let ask = |options: &str| asked(&format!("grid --from 0,0 --to 4,0 {options}"), MAP);
    assert_eq!(ask(""), "distance 4, 1 shortest path\n");
    assert_eq!(ask("--step king"), "distance 4, 1 shortest path\n");
    assert_eq!(ask("--step orthogonal"), "distance 8, 9 shortest paths\n");
    assert_eq!(ask("--step no-corner-cut"), "distance 6, 4 shortest paths\n");
    assert_eq!(ask("--step knight --format json"), "{\"distance\":8,\"count\":1}\n");
}

#[test]
fn a_path_is_printed() {
    let ask = |options: &str| asked(&format!("grid --from 0,0 --to 4,0 --path {options}"), MAP);
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
        asked("grid - --from 1,0 --to 1,2 --path", "...\n...\n...\n"),
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
fn cells_have_costs() {
    const COSTS: &str = ".9.#\n.9.#\n.5.0\n";
    for (options, expected) in [
        ("", "cost 8, 1 cheapest path\n"),
        ("--step orthogonal --path", "cost 10, 2 cheapest paths: 0,0 1,0 2,0\n"),
        ("--format json", "{\"cost\":8,\"count\":1}\n"),
        ("--octile", "cost 9.41421356, 1 cheapest path\n"),
        ("--timeout 0", "cost 0..\n"),
    ] {
        let ran = run(&format!("grid - --from 0,0 --to 2,0 --costs {options}"), COSTS);
        assert!(ran.out.ends_with(expected), "{options}: {}", ran.out);
    }
    let open = ".".repeat(200) + "\n";
    let ran = run("grid - --costs --step orthogonal --from 0,0 --to 199,199", open.repeat(200));
    assert_eq!(ran.out, format!("cost 398, {}.. cheapest paths\n", u128::MAX));
    let ran = run("grid - --from 0,0 --to 3,0 --costs", COSTS);
    assert!(ran.status == 2 && ran.err.contains("to: column 3, row 0 is not free"), "{}", ran.err);
}

#[test]
fn counts_have_as_many_digits_as_they_need() {
    let map = format!("type octile\nheight 40\nwidth 40\nmap\n{}", ".".repeat(40) + "\n");
    let rows = format!("{}\n", ".".repeat(40)).repeat(39);
    let counted = asked("grid - --from 0,0 --to 39,39 --step orthogonal", &(map + &rows));
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
         boardbits: stdin:5: expected X,Y such as 0,0 for the top left, found \"x\"\n"
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
    let png = file("drawn.png", "");
    let path = [(0, 0), (1, 1), (2, 2), (3, 1), (4, 0)];
    // The only path, and the cheapest one, whose cells have different colors.
    for options in ["", "--costs"] {
        let map = if options.is_empty() { MAP } else { "..#..\n..#..\n.....\n" };
        answer(&format!("grid - --from 0,0 --to 4,0 {options} --png {png}"), map);
        let drawn = image::load_from_memory(&std::fs::read(&png).unwrap()).unwrap().to_rgb8();
        // Squares of 102 pixels.
        assert_eq!(drawn.dimensions(), (510, 306));
        for (x, y, color) in drawn.enumerate_pixels() {
            assert_eq!(color, drawn.get_pixel(x / 102 * 102, y / 102 * 102), "pixel {x},{y}");
        }
        let color = |x: u32, y: u32| *drawn.get_pixel(102 * x, 102 * y);
        let (wall, free) = (color(2, 0), color(0, 2));
        let mut colors = vec![wall, free];
        for (x, y) in (0..5).flat_map(|x| (0..3).map(move |y| (x, y))) {
            match (path.contains(&(x, y)), x == 2) {
                (true, _) => colors.push(color(x, y)),
                (false, true) => assert_eq!(color(x, y), wall, "cell {x},{y}"),
                (false, false) => assert_eq!(color(x, y), free, "cell {x},{y}"),
            }
        }
        colors.sort_unstable_by_key(|color| color.0);
        colors.dedup();
        assert_eq!(colors.len(), 2 + path.len(), "{colors:?}");
    }
    std::fs::remove_file(png).unwrap();
}

#[test]
fn wrong_maps_are_named() {
    let ran = run("grid - --from 0,0 --to 0,1", MAP.replace("width 5", "width 6"));
    assert_eq!((ran.out.as_str(), ran.status), ("", 1));
    assert_eq!(ran.err, "boardbits: stdin:5: column 1: expected a row of 6 cells, found 5\n");
    let ran = run("grid - --from 0,0 --to 0,1", "..\n.x\n");
    assert!(
        ran.err.starts_with("boardbits: stdin:2: column 2: expected one of '.'"),
        "{}",
        ran.err
    );
    let ran = run("grid - --from -1,0 --to 0,1", MAP);
    assert!(
        ran.status == 2
            && ran.err.contains("expected X,Y such as 0,0 for the top left, found \"-1,0\""),
        "{}",
        ran.err
    );
    assert_eq!(run("grid - --from 0,0", MAP).status, 2);
    assert_eq!(run("grid -", MAP).status, 2);
    assert_eq!(run("grid", MAP).status, 2);
    let map = file("no-ends", "..\n");
    assert_eq!(run(&format!("grid {map} --png room.png"), "0,0 1,0\n").status, 2);
    std::fs::remove_file(map).unwrap();
    assert_eq!(run("grid - --from 0,0 --to 9,9", MAP).status, 2);
    assert_eq!(run("grid no/such/file --from 0,0 --to 9,9", "").status, 1);
}

#[test]
fn octile_lengths() {
    let ask = |ends: &str| asked(&format!("grid - {ends} --octile"), MAP);
    let expected = "length 6.82842712, 4 straight and 2 diagonal steps\n";
    assert_eq!(ask("--from 0,0 --to 4,0"), expected);
    let map = file("octile", MAP);
    let ran = run(&format!("grid {map} --octile"), "0,0 4,0\n2,0 0,0\n");
    std::fs::remove_file(map).unwrap();
    assert_eq!((ran.out.as_str(), ran.status), (expected, 1));
    assert_eq!(ran.err, "boardbits: stdin:2: from: column 2, row 0 is not free\n");
}

#[test]
fn transposed_and_mirrored_maps_have_the_same_answers() {
    let rows = ["..#....", "#...##.", ".#.#...", "......#"];
    let (width, height) = (rows[0].len(), rows.len());
    let ends = [(0, 0), (6, 2)];
    for options in ["", "--step orthogonal", "--step no-corner-cut", "--step knight", "--octile"] {
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
            asked(&format!("grid - --from {from} --to {to} {options}"), &(map.join("\n") + "\n"))
        };
        let expected = ask(0);
        assert!(expected != "-\n", "{options}");
        for image in 1..8 {
            assert_eq!(ask(image), expected, "{options} {image}");
        }
    }
}

#[test]
fn agents_are_larger_than_a_cell() {
    let map = "S...\n....\n.#..\n.E..\n....\n";
    let fits = answer("grid --agent 1x2 --from 0,0 --to 2,3 --step orthogonal", map);
    assert_eq!(fits.lines().last(), Some("distance 5, 2 shortest paths"));
    let ran = run("grid --agent 2x2", map);
    assert_eq!(ran.out, "S*..\n..*.\n.#*.\n.E..\n....\ndistance 4, 1 shortest path\n");
    let ran = run("grid --agent 2x2 --to 0,1", map);
    let error = "boardbits: to: an agent of 2×2 does not fit at column 0, row 1\n";
    assert_eq!((ran.status, ran.err.as_str()), (2, error));
    for wrong in ["2", "0x1", "x", "2x3x4"] {
        let ran = run(&format!("grid --agent {wrong}"), map);
        assert!(ran.status == 2 && ran.err.contains("expected columns and rows such as 2x3"));
    }
    assert_eq!(run("grid --agent 2x2 --costs", map).status, 2);
}

#[test]
fn walls_between_cells_are_part_of_the_map_or_a_list_of_steps() {
    let walls = "walls:\n04 04 00\n01 01 00\n";
    let map = format!("S..\nE..\n{walls}");
    let drawn = "S**\nE*.\ndistance 4, 2 shortest paths\n";
    assert_eq!(answer("grid", &map), drawn);
    assert_eq!(asked("grid --step orthogonal", &map), "distance 5, 1 shortest path\n");
    assert_eq!(asked("grid --costs --step orthogonal", &map), "cost 5, 1 cheapest path\n");
    let wrong = run("grid", map.replace("04 00", "0x 00"));
    assert!(wrong.err.starts_with("boardbits: stdin:4: column 5: expected '0', '1',"));
    assert!(!wrong.err.contains("--walls"), "{}", wrong.err);
    let closed = file(
        "closed",
        "0,0 0,1\n1,0 1,1\n{\"from\":[0,1],\"to\":[0,0]}\n{\"from\":[1,1],\"to\":[1,0]}\n",
    );
    assert_eq!(answer(&format!("grid --closed {closed}"), "S..\nE..\n"), drawn);
    let closed = file("one-way", "0,0 0,1\n");
    for (map, expected) in [("S..\nE..\n", 3), ("E..\nS..\n", 1)] {
        let found = asked(&format!("grid --step orthogonal --closed {closed}"), map);
        assert_eq!(found, format!("distance {expected}, 1 shortest path\n"));
    }
    for (line, error) in [
        ("0,0 0,2", "expected cells that touch, for a wall by an edge, found (0, 0) and (0, 2)"),
        ("0,0 9,0", "column 9, row 0 lies outside the grid of 3×3"),
        ("0,0", "expected X,Y X,Y, found \"0,0\""),
    ] {
        let closed = file("wrong", &format!("0,0 0,1\n{line}\n"));
        let ran = run(&format!("grid --closed {closed}"), "S..\nE..\n...\n");
        let expected = format!("boardbits: {closed}:2: {error}\n");
        assert_eq!((ran.status, ran.err), (1, expected));
    }
}
