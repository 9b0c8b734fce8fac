//! Puzzles of BurrTools: `.xmpuzzle` files of the grids of cubes and of spheres, which are XML,
//! compressed or not, in UTF-8 or Latin-1.
//!
//! A puzzle that is one cube high becomes one of squares. Cells that may stay empty are `+` in the
//! board. Colors, other grids, pieces of several parts, and pieces with such cells are refused. A
//! shape that is listed several times is one piece with several copies. Groups of pieces are
//! ignored: BurrTools uses them only to take a solution apart.

use std::ops::RangeInclusive;

use flate2::read::GzDecoder;
use meteor_puzzle::{Coord, Grid, Piece, Puzzle, PuzzleFile};
use roxmltree::{Document, Node};

use crate::input::{MAX_PUZZLE, mark_len, read_limited};

/// Maximum number of attributes of an element.
const MAX_ATTRIBUTES: usize = 10_000;

/// The first bytes of a compressed file.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// Returns whether a file is compressed or begins with an element of XML.
pub(super) fn is_xmpuzzle(bytes: &[u8]) -> bool {
    let text = bytes[mark_len(bytes)..].trim_ascii_start();
    bytes.starts_with(GZIP) || text.starts_with(b"<")
}

type Parsed<T> = Result<T, String>;

/// The grids of BurrTools by their numbers.
const GRIDS: [&str; 5] =
    ["cubes", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra"];

/// Reads a problem, numbered from 1, of a file. Also returns the number of problems.
pub(super) fn import(bytes: &[u8], problem: usize) -> Parsed<(PuzzleFile, usize)> {
    let text = if bytes.starts_with(GZIP) {
        read_limited(GzDecoder::new(bytes), MAX_PUZZLE)?
    } else {
        bytes.to_vec()
    };
    let text = decode(&text);
    // The parser compares each attribute with those before it. `<` is not allowed in their values.
    let equals = |tag: &str| tag.bytes().filter(|&byte| byte == b'=').count();
    if text.split('<').any(|tag| equals(tag) > MAX_ATTRIBUTES) {
        return Err(format!("expected at most {MAX_ATTRIBUTES} attributes of an element"));
    }
    let document = Document::parse(&text).map_err(|error| wrong_xml(&text, &error))?;
    let root = document.root_element();
    if !root.has_tag_name("puzzle") {
        return Err("expected the element puzzle".into());
    }
    let grid = child(root, "gridType")?.attribute("type").unwrap_or("0");
    if grid != "0" && grid != "2" {
        let name = grid.parse().ok().and_then(|grid: usize| GRIDS.get(grid)).unwrap_or(&"unknown");
        return Err(format!("expected grid type 0 (cubes) or 2 (spheres), found {grid} ({name})"));
    }
    let shapes: Vec<_> = elements(child(root, "shapes")?, "voxel").collect();
    let problems: Vec<_> = elements(child(root, "problems")?, "problem").collect();
    let count = problems.len();
    if count == 0 {
        return Err("the file has no problem, only shapes".into());
    }
    let wrong = || format!("expected a problem from 1 to {count}, found {problem}");
    let chosen = *problem.checked_sub(1).and_then(|i| problems.get(i)).ok_or_else(wrong)?;
    let shape = |id: &str| {
        let index = id.parse::<usize>().ok();
        let node = index.and_then(|index| shapes.get(index));
        node.map(|&node| Shape::read(node, id))
            .ok_or_else(|| format!("expected the number of a shape from 0, found {id:?}"))?
    };
    let result = child(chosen, "result")?.attribute("id").unwrap_or_default();
    let board = shape(result)?;
    let is_between = |cell: &&[i32; 3]| grid == "2" && cell.iter().sum::<i32>() % 2 != 0;
    let lattice = |shape: Shape| match shape.cells.iter().chain(&shape.optional).find(is_between) {
        Some([x, y, z]) => Err(format!("expected spheres at even sums, found {x},{y},{z}")),
        None => Ok(shape),
    };
    let board = lattice(board)?;
    let mut pieces: Vec<(&str, Shape, RangeInclusive<u16>)> = Vec::new();
    for used in elements(child(chosen, "shapes")?, "shape") {
        let id = used.attribute("id").unwrap_or_default();
        let copies = |name: &str| -> Parsed<Option<u16>> {
            let number = |word: &str| word.parse().map_err(|_| format!("{name}: {word:?}"));
            used.attribute(name).map(number).transpose()
        };
        let count = copies("count")?;
        let min = copies("min")?.or(count).unwrap_or(1);
        let max = copies("max")?.or(count).unwrap_or(min);
        if let Some((.., copies)) = pieces.iter_mut().find(|(other, ..)| *other == id) {
            // A shape that is listed again is as many more copies.
            *copies = copies.start().saturating_add(min)..=copies.end().saturating_add(max);
        } else if max > 0 {
            let piece = lattice(shape(id)?)?;
            if !piece.optional.is_empty() {
                return Err(format!("shape {id}: expected a piece without cells '+'"));
            }
            pieces.push((id, piece, min..=max));
        }
        if pieces.len() > Puzzle::MAX_PIECES {
            return Err(format!("expected at most {} pieces", Puzzle::MAX_PIECES));
        }
    }
    let is_flat = grid == "0" && pieces.iter().all(|(_, shape, _)| shape.flat_axis().is_some());
    let flat = board.flat_axis().filter(|_| is_flat);
    let place = |shape: &Shape, cell: [i32; 3]| match (grid, flat) {
        ("0", None) => <(i32, i32, i32)>::from(cell).into(),
        ("0", Some(_)) => shape.in_plane(cell),
        // The centers of spheres are the points with an even sum.
        _ => in_layers(cell),
    };
    let has_range = pieces.iter().any(|(.., copies)| copies.start() < copies.end());
    let names = names(pieces.iter().map(|(_, shape, _)| shape.name.as_str()));
    let pieces = names.into_iter().zip(pieces).map(|(name, (_, shape, copies))| {
        let cells = shape.cells.iter().map(|&cell| place(&shape, cell));
        Piece::new(name, cells.collect::<Vec<_>>()).copies(copies)
    });
    let all = board.cells.iter().chain(&board.optional).map(|&cell| place(&board, cell));
    let grid = match (grid, flat) {
        ("0", Some(_)) => Grid::Square,
        ("0", None) => Grid::Cubes,
        _ => Grid::Spheres,
    };
    let puzzle = Puzzle::new(grid, all.collect::<Vec<_>>(), pieces);
    let optional = board.optional.iter().map(|&cell| place(&board, cell));
    let mut puzzle = puzzle.map_err(|error| error.to_string())?.optional(optional);
    // As in BurrTools: without ranges, the number of empty cells is known.
    if let Some(word) = chosen.attribute("maxHoles").filter(|_| has_range && puzzle.is_packing()) {
        let most =
            word.parse().map_err(|_| format!("maxHoles: expected 0 to 65535, found {word:?}"));
        puzzle = puzzle.empty(0..=most?);
    }
    let title = chosen.attribute("name").unwrap_or_default();
    let title: Vec<_> = title.split_whitespace().collect();
    Ok((PuzzleFile::new(title.join(" "), puzzle), count))
}

/// The cell of a sphere at a point with an even sum: its layer, and column and row along the
/// diagonals of the layer.
fn in_layers([a, b, c]: [i32; 3]) -> Coord {
    ((a + b - c) / 2, (b - a - c) / 2, c).into()
}

/// The text of an XML file in UTF-8 or Latin-1. Old versions of BurrTools write Latin-1 without
/// declaring it.
fn decode(bytes: &[u8]) -> String {
    let bytes = &bytes[mark_len(bytes)..];
    match std::str::from_utf8(bytes) {
        Ok(text) if !declares_latin1(text) => text.to_owned(),
        // The bytes of Latin-1 are the first 256 characters of Unicode.
        _ => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Returns whether the XML declaration names the encoding Latin-1.
fn declares_latin1(text: &str) -> bool {
    let declaration = text.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>"));
    let value = declaration.and_then(|(inside, _)| inside.split_once("encoding"));
    let name = value.and_then(|(_, rest)| rest.split(['"', '\'']).nth(1)).unwrap_or_default();
    ["iso-8859-1", "latin1", "windows-1252"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// The reason why a text is not XML, with its line.
fn wrong_xml(text: &str, error: &roxmltree::Error) -> String {
    use roxmltree::Error;

    let place = error.pos();
    match error {
        Error::NoRootNode => "expected the element puzzle, found no complete element".to_owned(),
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            let line = text.lines().count().max(1);
            format!("line {line}: not XML: the file ends before the element puzzle")
        }
        error => {
            // The text of an error also has its place.
            let reason = error.to_string().replace(&format!(" at {place}"), "");
            format!("line {}, column {}: not XML: {reason}", place.row, place.col)
        }
    }
}

/// Names for pieces. Those in puzzle files have no blanks, and differ.
fn names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let is_name = |c: &char| !c.is_whitespace() && !c.is_control();
    let written: Vec<String> = names.map(|name| name.chars().filter(is_name).collect()).collect();
    let count = |name: &str| written.iter().filter(|other| *other == name).count();
    let name = |(i, name): (usize, &String)| {
        if !name.is_empty() && count(name) == 1 {
            return name.clone();
        }
        let mut numbered =
            (i + 1..).step_by(written.len()).map(|number| format!("{name}S{number}"));
        numbered.find(|name| count(name) == 0).unwrap_or_default()
    };
    written.iter().enumerate().map(name).collect()
}

fn elements<'a>(node: Node<'a, 'a>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn child<'a>(node: Node<'a, 'a>, name: &'static str) -> Parsed<Node<'a, 'a>> {
    elements(node, name).next().ok_or_else(|| format!("expected the element {name}"))
}

/// A shape: its cells, and those that may stay empty.
struct Shape {
    name: String,
    cells: Vec<[i32; 3]>,
    optional: Vec<[i32; 3]>,
}

impl Shape {
    /// A shape of cells, which are listed row by row and layer by layer: `#` is a cell, `+` one that
    /// may stay empty, `_` none.
    fn read(node: Node<'_, '_>, id: &str) -> Parsed<Self> {
        let side = |name: &str| -> Parsed<usize> {
            let word = node.attribute(name).unwrap_or_default();
            let number = word.parse().ok().filter(|number| (1..=128).contains(number));
            number.ok_or_else(|| format!("shape {id}: {name}: expected 1 to 128, found {word:?}"))
        };
        let (width, height, depth) = (side("x")?, side("y")?, side("z")?);
        let (mut cells, mut optional) = (Vec::new(), Vec::new());
        let mut count = 0;
        for c in node.text().unwrap_or_default().chars() {
            let (x, y, z) = (count % width, count / width % height, count / width / height);
            let cell = [x, y, z].map(|axis| axis as i32);
            match c {
                '#' => cells.push(cell),
                '+' => optional.push(cell),
                '_' => {}
                '0'..='9' => return Err(format!("shape {id}: colors are not supported")),
                _ if c.is_whitespace() => continue,
                _ => return Err(format!("shape {id}: expected '#', '+' or '_', found {c:?}")),
            }
            count += 1;
        }
        if count != width * height * depth {
            let cells = width * height * depth;
            return Err(format!("shape {id}: expected {cells} cells, found {count}"));
        }
        let name = node.attribute("name").unwrap_or_default().into();
        Ok(Self { name, cells, optional })
    }

    /// The axis along which the shape is one cell high.
    fn flat_axis(&self) -> Option<usize> {
        let all = self.cells.iter().chain(&self.optional);
        let first = all.clone().next()?;
        [2, 1, 0].into_iter().find(|&axis| all.clone().all(|cell| cell[axis] == first[axis]))
    }

    /// A cell of a flat shape in the plane.
    fn in_plane(&self, cell: [i32; 3]) -> Coord {
        let axis = self.flat_axis().unwrap_or(2);
        (cell[[1, 0, 0][axis]], cell[[2, 2, 1][axis]]).into()
    }
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use std::io::Write;

    use super::*;

    /// Two L trominoes, one of which stands upright, on 3×2 cells.
    const TWO: &str = r#"<?xml version="1.0"?>
        <puzzle version="2"><gridType type="0"/><colors/>
        <shapes>
          <voxel x="2" y="2" z="1" type="0" name="a piece">###_</voxel>
          <voxel x="1" y="2" z="2" type="0">## _#</voxel>
          <voxel x="3" y="2" z="1" type="0">######</voxel>
          <voxel x="2" y="2" z="2" type="0">###_#___</voxel>
        </shapes>
        <problems>
          <problem name="Two of a kind"><shapes><shape id="0" count="1"/><shape id="1" min="1" max="1"/></shapes><result id="2"/></problem>
          <problem><shapes><shape id="3" count="1"/></shapes><result id="2"/></problem>
        </problems><comment/></puzzle>"#;

    #[test]
    fn flat_puzzles_are_read() {
        let (file, problems) = import(TWO.as_bytes(), 1).unwrap();
        assert_eq!(problems, 2);
        assert_eq!((&*file.title, file.puzzle.grid()), ("Two of a kind", Grid::Square));
        assert_eq!(meteor_puzzle::Solver::new(file.puzzle.clone()).count(), Ok(4));
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(TWO.as_bytes()).unwrap();
        assert_eq!(import(&packed.finish().unwrap(), 1), Ok((file.clone(), 2)));
        assert_eq!(file.to_text().parse::<PuzzleFile>().unwrap().puzzle, file.puzzle);
    }

    #[test]
    fn a_shape_that_is_listed_twice_is_one_piece() {
        let twice = TWO.replace(r#"<shape id="1" min="1" max="1"/>"#, r#"<shape id="0"/>"#);
        let puzzle = import(twice.as_bytes(), 1).unwrap().0.puzzle;
        let copies: Vec<_> = puzzle.pieces().iter().map(Piece::copy_range).collect();
        assert_eq!(copies, [2..=2]);
    }

    #[test]
    fn the_number_of_holes_is_limited() {
        let board =
            TWO.replace("######", "++++++").replace(r#"<shape id="1" min="1" max="1"/>"#, "");
        let read = |problem: &str, copies: &str| {
            let text = board.replacen("<problem ", &format!("<problem {problem} "), 1);
            let text = text.replace(r#"<shape id="0" count="1"/>"#, copies);
            import(text.as_bytes(), 1).map(|(file, _)| file)
        };
        let range = r#"<shape id="0" min="0" max="2"><group group="1" count="2"/></shape>"#;
        for (problem, copies, empty, solutions) in [
            ("", range, 0..=128, 11),
            (r#"maxHoles="3""#, range, 0..=3, 10),
            (r#"maxHoles="2""#, range, 0..=2, 2),
            // Three cells stay empty, which BurrTools does not limit.
            (r#"maxHoles="2""#, r#"<shape id="0"/>"#, 0..=128, 8),
        ] {
            let file = read(problem, copies).unwrap();
            assert_eq!(file.puzzle.empty_range(), empty, "{problem} {copies}");
            let count = meteor_puzzle::Solver::new(file.puzzle.clone()).count();
            assert_eq!(count, Ok(solutions), "{problem} {copies}");
            assert_eq!(file.to_text().parse::<PuzzleFile>().unwrap().puzzle, file.puzzle);
        }
        let error = read(r#"maxHoles="few""#, range).unwrap_err();
        assert_eq!(error, "maxHoles: expected 0 to 65535, found \"few\"");
    }

    #[test]
    fn latin1_is_read_and_a_byte_order_mark_skipped() {
        let read = |bytes: &[u8]| import(bytes, 1).map(|(file, _)| file.title);
        let utf8 = TWO.replace("Two of", "Zwölf").replace("<comment/>", "<comment>é</comment>");
        let latin1: Vec<u8> = utf8.chars().map(|c| c as u8).collect();
        let declared = |bytes: &[u8]| {
            let declaration = br#"<?xml version="1.0" encoding='ISO-8859-1'?>"#;
            [declaration, &bytes[r#"<?xml version="1.0"?>"#.len()..]].concat()
        };
        let title = Ok("Zwölf a kind".to_owned());
        let marked = format!("\u{feff}{utf8}");
        for bytes in [utf8.as_bytes(), marked.as_bytes(), &latin1, &declared(&latin1)] {
            assert_eq!(read(bytes), title);
        }
        // The declaration decides where the bytes are also UTF-8.
        assert_eq!(read(&declared(utf8.as_bytes())), Ok("ZwÃ¶lf a kind".to_owned()));
    }

    #[test]
    fn puzzles_in_space_are_read() {
        // A corner of four cubes does not lie on a flat board.
        let (file, _) = import(TWO.as_bytes(), 2).unwrap();
        assert_eq!((file.puzzle.grid(), file.puzzle.pieces()[0].cells().len()), (Grid::Cubes, 4));
        assert_eq!(meteor_puzzle::Solver::new(file.puzzle).count(), Ok(0));
        let (file, _) = import(TWO.replace("######", "####+#").as_bytes(), 1).unwrap();
        assert_eq!(file.puzzle.optional_cells().collect::<Vec<_>>(), [4]);
        assert_eq!(file.puzzle.to_string(), ". . .\n. + .\n");
        // A pyramid of four spheres in a square and the one on them, of a row and a triangle.
        let spheres = r#"<puzzle version="2"><gridType type="2"/><shapes>
            <voxel x="3" y="3" z="2">#_#_#_#_#_#_______</voxel><voxel x="2" y="2" z="1">#__#</voxel>
            </shapes><problems><problem><shapes><shape id="1" count="2"/></shapes><result id="0"/>
            </problem></problems></puzzle>"#;
        let read = |text: &str| import(text.as_bytes(), 1).map(|(file, _)| file.puzzle.to_string());
        let between = read(&spheres.replace("_#_______<", "#________<"));
        assert_eq!(between, Err("expected spheres at even sums, found 0,0,1".into()));
        assert_eq!(read(spheres), Ok("# . #\n. . .\n# . #\n-\n.\n".into()));
    }

    #[test]
    fn names_differ() {
        let of = |words: &[&str]| names(words.iter().copied());
        assert_eq!(of(&["a", "b c"]), ["a", "bc"]);
        assert_eq!(of(&["a b", "ab", "", "S3"]), ["abS1", "abS2", "S7", "S3"]);
        assert_eq!(of(&["S2", ""]), ["S2", "S4"]);
        assert_eq!(of(&[]), [""; 0]);
    }

    #[test]
    fn hostile_numbers_are_refused() {
        let many = |id: &dyn Fn(usize) -> String| {
            let listed: String = (0..2000).map(|i| format!(r#"<shape id="{}"/>"#, id(i))).collect();
            import(TWO.replacen(r#"<shape id="0" count="1"/>"#, &listed, 1).as_bytes(), 1)
        };
        let pieces = many(&|i| "0".repeat(i + 1)).unwrap_err();
        assert_eq!(pieces, "expected at most 1024 pieces");
        let copies = many(&|_| "0".to_owned()).unwrap_err();
        assert_eq!(
            copies,
            "piece apiece: expected a range of copies with a number from 1 to 128, found 2000..2000"
        );
        let attributes: String = (0..300_000).map(|i| format!(" a{i}=\"\"")).collect();
        let error = import(format!("<puzzle{attributes}/>").as_bytes(), 1).unwrap_err();
        assert_eq!(error, "expected at most 10000 attributes of an element");
    }

    #[test]
    fn wrong_files_are_named() {
        let error = |text: &str| import(text.as_bytes(), 1).unwrap_err();
        assert_eq!(
            import(TWO.as_bytes(), 3).unwrap_err(),
            "expected a problem from 1 to 2, found 3"
        );
        assert_eq!(error(&TWO.replace("######", "#####")), "shape 2: expected 6 cells, found 5");
        assert_eq!(error(&TWO.replace("###_<", "#1##_<")), "shape 0: colors are not supported");
        let wrong = "shape 0: expected '#', '+' or '_', found '?'";
        assert_eq!(error(&TWO.replace("###_<", "?###_<")), wrong);
        let optional = "shape 0: expected a piece without cells '+'";
        assert_eq!(error(&TWO.replace("###_<", "###+<")), optional);
        let cubes = "expected grid type 0 (cubes) or 2 (spheres), found 1 (triangular prisms)";
        assert_eq!(error(&TWO.replace("gridType type=\"0\"", "gridType type=\"1\"")), cubes);
        let shapes = TWO.replace("<problem ", "<other ").replace("<problem>", "<other>");
        let shapes = shapes.replace("</problem>", "</other>");
        assert_eq!(error(&shapes), "the file has no problem, only shapes");
        assert_eq!(error("<foo/>"), "expected the element puzzle");
        assert_eq!(error("<puzzle/>"), "expected the element gridType");
        let none = "expected the element puzzle, found no complete element";
        assert_eq!((error(""), error("<foo")), (none.to_owned(), none.to_owned()));
        assert_eq!(error("text"), "line 1, column 1: not XML: unknown token");
        let end = "line 2: not XML: the file ends before the element puzzle";
        assert_eq!(error("<puzzle>\n<shapes>"), end);
        let tag = "line 2, column 3: not XML: expected 'a' tag, not 'puzzle'";
        assert_eq!(error("<puzzle><a>\n  </puzzle>"), tag);
        assert!(import(&[0x1f, 0x8b, 1, 2], 1).is_err());
        assert!(import(&[0xff], 1).is_err());
    }
}
