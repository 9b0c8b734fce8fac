//! `boardbits tiles`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use cc_label::{Connectivity, Image, Tile, components, label};

use crate::common::{Folder, answer, run};

const PBM: &str = "P1\n6 3\n1 1 0 0 0 1\n0 1 0 0 1 0\n0 0 0 0 1 0\n";

/// A raw image of shapes that cross tiles, and the same as a bitmap.
fn raw(width: usize, height: usize) -> (Vec<u8>, Image) {
    let is_set = |x: usize, y: usize| (x * x + 3 * y * y) / 97 % 3 < 1 || x % 31 == 7;
    let image = Image::from_fn((width, height), |x, y, _| is_set(x, y)).unwrap();
    let stride = width.div_ceil(8);
    let mut bytes = vec![0; stride * height];
    for (y, row) in bytes.chunks_exact_mut(stride).enumerate() {
        for x in (0..width).filter(|&x| is_set(x, y)) {
            row[x / 8] |= 0x80 >> (x % 8);
        }
    }
    (bytes, image)
}

#[test]
fn tiles_are_joined_and_painted() {
    const WIDTH: usize = 205;
    const HEIGHT: usize = 90;
    let folder = Folder::new("tiles");
    let path = |name: &str| folder.file(name);
    let (bytes, image) = raw(WIDTH, HEIGHT);
    fs::write(folder.0.join("image.raw"), bytes).unwrap();
    for (number, connectivity) in [(4, Connectivity::FOUR), (8, Connectivity::EIGHT)] {
        let options =
            format!("{} --raw {WIDTH}x{HEIGHT} --connectivity {number}", path("image.raw"));
        let cuts = [[0, 0, 100, 41], [100, 0, 105, 41], [0, 41, 63, 49], [63, 41, 142, 49]];
        let states = folder.0.join("states");
        let _ = fs::remove_dir_all(&states);
        fs::create_dir(&states).unwrap();
        for (i, [x, y, width, height]) in cuts.into_iter().enumerate() {
            let state = states.join(format!("{i}.tile")).display().to_string();
            let cut = format!("--cut {x},{y},{width},{height} --components --state {state}");
            let said = answer(&format!("tiles scan {options} {cut}"), "");
            assert!(said.starts_with(&format!("{x},{y} {width}x{height} ")), "{said}");
        }
        let states = states.display();
        let joined = answer(&format!("tiles merge {states} --labels {}", path("labels")), "");
        let expected = components(&image, connectivity);
        let mut lines = joined.lines();
        assert_eq!(lines.next(), Some(expected.len().to_string().as_str()));
        assert_eq!(lines.count(), expected.len());
        let json = answer(&format!("tiles merge {states} --limit 1 --format json"), "");
        assert!(json.starts_with(&format!("{{\"components\":{}}}\n", expected.len())), "{json}");
        assert!(json.lines().nth(1).unwrap().starts_with("{\"label\":1,\"area\":"), "{json}");

        let (labels, _) = label(&image, connectivity);
        // The label that was painted for each component.
        let mut painted_as = vec![None; expected.len() + 1];
        for [x, y, width, height] in cuts {
            let cut = format!("--cut {x},{y},{width},{height} --labels {}", path("labels"));
            answer(&format!("tiles paint {options} {cut} --output {}", path("painted")), "");
            let painted = fs::read(folder.0.join("painted")).unwrap();
            assert_eq!(painted.len(), 4 * width * height);
            for (i, bytes) in painted.as_chunks().0.iter().enumerate() {
                let (x, y) = (x + i % width, y + i / width);
                let (painted, label) = (u32::from_le_bytes(*bytes), labels[WIDTH * y + x]);
                let first = painted_as[label as usize].get_or_insert(painted);
                assert_eq!((*first, *first == 0), (painted, label == 0), "pixel {x},{y}");
            }
        }
        let mut distinct: Vec<_> = painted_as.into_iter().flatten().collect();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), expected.len() + 1);
    }
}

#[test]
fn tiles_in_files_of_their_own() {
    let folder = Folder::new("tile-files");
    let path = |name: &str| folder.file(name);
    for (x, name) in [(0, "left"), (6, "right")] {
        let command = format!("tiles scan - --at {x},0 --of 12x3 --state {}", path(name));
        assert_eq!(answer(&command, PBM), format!("{x},0 6x3 3\n"));
    }
    let merge =
        format!("tiles merge {} {} --labels {}", path("left"), path("right"), path("labels"));
    // The right border of one and the left border of the other touch in row 0.
    assert_eq!(answer(&merge, ""), "5\n2 4 5 0 7 1\n");
    let paint = format!("tiles paint - --at 6,0 --of 12x3 --labels {}", path("labels"));
    assert_eq!(
        answer(&format!("{paint} --type u16 -o {}", path("painted")), PBM),
        format!("{}: 6\n", path("painted"))
    );
    assert_eq!(fs::read(folder.0.join("painted")).unwrap().len(), 2 * 18);
    let other = run(
        &format!("{paint} -o {}", path("painted")),
        "P1\n6 3\n1 1 0 0 0 1\n0 1 0 0 1 0\n0 0 0 0 0 0\n",
    );
    assert_eq!(other.status, 0, "{}", other.err);
    let other = run(&format!("{paint} --connectivity 8 -o {}", path("painted")), PBM);
    assert_eq!(other.status, 1);
    assert!(
        other.err.contains("expected 3 components as when the tile was scanned, found 2"),
        "{}",
        other.err
    );
}

#[test]
fn volumes_in_bricks() {
    const SIZE: [usize; 3] = [75, 20, 9];
    let folder = Folder::new("bricks");
    let path = |name: &str| folder.file(name);
    let is_set = |x, y, z| (x * x + 3 * y * y + 5 * z * z) / 41 % 3 < 1;
    let volume = Image::from_fn((SIZE[0], SIZE[1], SIZE[2]), is_set).unwrap();
    // The same volume in four files.
    let (mut bits, mut npy) = (vec![0_u8; 10 * 20 * 9], Vec::new());
    for i in 0..SIZE.iter().product() {
        let (x, row) = (i % 75, i / 75);
        let value = i16::from(is_set(x, row % 20, row / 20)) * 9;
        bits[10 * row + x / 8] |= u8::from(value > 0) << (x % 8);
        npy.extend(value.to_le_bytes());
    }
    fs::write(folder.0.join("bits"), bits).unwrap();
    fs::write(folder.0.join("shorts"), &npy).unwrap();
    let header = b"{'descr': '<i2', 'fortran_order': False, 'shape': (9, 20, 75)}\n";
    let start = [b"\x93NUMPY\x01\0", &(header.len() as u16).to_le_bytes()[..], header].concat();
    fs::write(folder.0.join("array.npy"), [start, npy].concat()).unwrap();
    let inputs = [
        format!("{} --raw 75x20x9 --lsb-first", path("bits")),
        format!("{} --raw 75x20x9 --raw-type i16 --threshold 5", path("shorts")),
        path("array.npy"),
    ];
    let cuts =
        [[0, 0, 0, 75, 20, 4], [0, 0, 4, 33, 20, 5], [33, 0, 4, 42, 7, 5], [33, 7, 4, 42, 13, 5]];
    for ((connectivity, number), input) in
        Connectivity::ALL.into_iter().zip([6, 18, 26]).zip(inputs)
    {
        let options = format!("{input} --connectivity {number}");
        let states = cuts.map(|cut| {
            let [x, y, z, width, height, depth] = cut;
            let state = path(&format!("{x}-{y}-{z}"));
            let place = format!("--cut {x},{y},{z},{width},{height},{depth}");
            let said =
                answer(&format!("tiles scan {options} {place} --components --state {state}"), "");
            assert!(said.starts_with(&format!("{x},{y},{z} {width}x{height}x{depth} ")), "{said}");
            state
        });
        let merge = format!("tiles merge {} --labels {}", states.join(" "), path("labels"));
        let found = components(&volume, connectivity);
        let first = found.len().to_string();
        let lines = answer(&merge, "");
        assert_eq!(lines.lines().next(), Some(first.as_str()));
        let mut printed: Vec<_> =
            lines.lines().skip(1).map(|l| l.split_once(' ').unwrap().1).collect();
        let whole = answer(&format!("label {options}"), "");
        let mut expected: Vec<_> = whole.lines().skip(1).collect();
        printed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(printed, expected, "{options}");
        // Voxels have equal labels if and only if they have in one piece.
        let (labels, _) = label(&volume, connectivity);
        let (mut to, mut from) = (HashMap::new(), HashMap::new());
        for [x, y, z, width, height, depth] in cuts {
            let place = format!("--cut {x},{y},{z},{width},{height},{depth}");
            let paint = format!("tiles paint {options} {place} --labels {}", path("labels"));
            answer(&format!("{paint} --type u64 -o {}", path("painted")), "");
            let painted = fs::read(folder.0.join("painted")).unwrap();
            assert_eq!(painted.len(), 8 * width * height * depth);
            for (i, bytes) in painted.as_chunks().0.iter().enumerate() {
                let (x, y, z) = (x + i % width, y + i / width % height, z + i / width / height);
                let (painted, label) = (u64::from_le_bytes(*bytes), labels[(z * 20 + y) * 75 + x]);
                assert_eq!(*to.entry(label).or_insert(painted), painted, "{x},{y},{z}");
                assert_eq!(*from.entry(painted).or_insert(label), label, "{x},{y},{z}");
            }
        }
    }
    let failed = |arguments: &str| {
        let ran = run(arguments, "");
        assert_eq!((ran.out.as_str(), ran.status), ("", 1), "{arguments}");
        ran.err
    };
    let scan = format!("tiles scan {} --state {} --cut", path("array.npy"), path("late"));
    for (cut, expected) in [
        ("0,0,1,1", "expected the place and the size of a part along the 3 axes of a volume"),
        ("70,0,0,6,1,1", "6×1×1 voxels at 70,0,0 are not inside 75×20×9 voxels"),
    ] {
        assert_eq!(
            failed(&format!("{scan} {cut}")),
            format!("boardbits: {}: {expected}\n", path("array.npy"))
        );
    }
}

#[test]
fn wrong_tiles_are_named() {
    let folder = Folder::new("wrong-tiles");
    let path = |name: &str| folder.file(name);
    let scan = |at: &str, name: &str| {
        answer(&format!("tiles scan - --at {at} --of 12x3 --state {}", path(name)), PBM)
    };
    scan("0,0", "left");
    scan("5,0", "overlap");
    let failed = |arguments: &str| {
        let ran = run(arguments, PBM);
        assert_eq!((ran.out.as_str(), ran.status), ("", 1), "{arguments}");
        ran.err
    };
    let err = failed(&format!("tiles merge {} {}", path("left"), path("overlap")));
    assert_eq!(err, "boardbits: the tile at 5,0 overlaps another\n");
    assert_eq!(
        failed(&format!("tiles merge {}", path("left"))),
        "boardbits: no tile has the pixel 6,0\n"
    );
    fs::write(folder.0.join("damaged"), b"boardbits tile\n\x01").unwrap();
    let err = failed(&format!("tiles merge {} {}", path("left"), path("damaged")));
    assert!(
        err.starts_with(&format!("boardbits: {}: expected the state of a tile", path("damaged"))),
        "{err}"
    );
    let err = failed(&format!("tiles scan - --at 7,0 --of 12x3 --state {}", path("outside")));
    assert_eq!(err, "boardbits: stdin: the tile at 7,0 is not inside an image of 12×3 pixels\n");
    for (at, found) in [("0,0,3 --of 6x3x5", "3 and 3"), ("0,0 --of 6x3x1", "2 and 3")] {
        let err = failed(&format!("tiles scan - --at {at} --state {}", path("outside")));
        let expected = "expected --at and --of with 2 numbers for 6×3 pixels";
        assert_eq!(err, format!("boardbits: stdin: {expected}, found {found}\n"));
    }
    let err = failed(&format!("tiles scan - --cut 4,0,3,3 --state {}", path("outside")));
    assert_eq!(err, "boardbits: stdin: 3×3 pixels at 4,0 are not inside 6×3 pixels\n");
    assert!(!folder.0.join("outside").exists());
    fs::create_dir(folder.0.join("empty")).unwrap();
    assert!(
        failed(&format!("tiles merge {}", path("empty")))
            .ends_with("expected files that end with .tile\n")
    );
    let labels = "{\"at\":[0,0,0],\"size\":[6,3,1],\"count\":3,\"offset\":70000,\"labels\":[]}\n";
    fs::write(folder.0.join("labels"), labels).unwrap();
    let paint = format!(
        "tiles paint - --at 0,0 --of 6x3 --labels {} -o {}",
        path("labels"),
        path("painted")
    );
    assert!(failed(&format!("{paint} --type u16")).contains("label 70003 does not fit 2 bytes"));
    assert!(!folder.0.join("painted").exists());
    let err = failed(&paint.replace("--at 0,0 --of 6x3", "--at 6,0 --of 12x3"));
    assert!(err.ends_with("labels: no tile has 6×3 pixels at 6,0\n"), "{err}");
    for labels in [
        "{\"at\":[0,0,0]}",
        // Component 3 of three, a label of background, one that another component has.
        "{\"at\":[0,0,0],\"size\":[6,3,1],\"count\":3,\"offset\":5,\"labels\":[[3,1]]}",
        "{\"at\":[0,0,0],\"size\":[6,3,1],\"count\":3,\"offset\":5,\"labels\":[[0,0]]}",
        "{\"at\":[0,0,0],\"size\":[6,3,1],\"count\":3,\"offset\":5,\"labels\":[[0,7]]}",
    ] {
        fs::write(folder.0.join("labels"), format!("{labels}\n")).unwrap();
        let err = failed(&paint);
        assert!(err.ends_with("labels:1: expected the labels of a tile\n"), "{labels}: {err}");
    }
    let largest = "{\"at\":[0,0,0],\"size\":[6,3,1],\"count\":3,\"offset\":5,\"labels\":[[0,6]]}\n";
    fs::write(folder.0.join("labels"), largest).unwrap();
    assert_eq!(run(&paint, PBM).status, 0);
}

/// A killed scan leaves no state, or a whole one.
#[test]
fn killed_scans_leave_whole_states() {
    let folder = Folder::new("killed-tiles");
    let (bytes, _) = raw(4000, 2000);
    let (image, state) = (folder.0.join("image.raw"), folder.0.join("state.tile"));
    fs::write(&image, bytes).unwrap();
    let scan = |state: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardbits"));
        command.args(["tiles", "scan", "--raw", "4000x2000", "--cut", "0,0,3000,2000", "--state"]);
        command.arg(state).arg(&image).stdout(Stdio::null()).spawn().unwrap()
    };
    let whole = folder.0.join("whole.tile");
    assert!(scan(&whole).wait().unwrap().success());
    let expected = fs::read(&whole).unwrap();
    assert!(Tile::from_bytes(&expected).is_ok());
    let mut killed = 0;
    for i in 0..30 {
        let _ = fs::remove_file(&state);
        let mut child = scan(&state);
        thread::sleep(Duration::from_millis(i));
        child.kill().unwrap();
        killed += usize::from(!child.wait().unwrap().success());
        if state.exists() {
            assert_eq!(fs::read(&state).unwrap(), expected, "after {i} ms");
        }
    }
    assert!(killed > 0);
    assert!(scan(&state).wait().unwrap().success());
    assert_eq!(fs::read(&state).unwrap(), expected);
}

/// The file has a line for each tile of an image that may be larger than memory.
#[cfg(target_os = "linux")]
#[test]
fn labels_of_a_tile_take_the_memory_of_their_line() {
    let folder = Folder::new("labels");
    let [image, state, labels, painted] =
        ["image.pbm", "state", "labels", "painted"].map(|name| folder.file(name));
    fs::write(&image, PBM).unwrap();
    answer(&format!("tiles scan {image} --cut 0,0,6,3 --state {state}"), "");
    answer(&format!("tiles merge {state} --labels {labels}"), "");
    // Zeros that take no room on the disk.
    fs::File::options().write(true).open(&labels).unwrap().set_len(1 << 30).unwrap();
    let mut command = Command::new("sh");
    let paint = format!("tiles paint {image} --cut 0,0,6,3 --labels {labels} -o {painted}");
    let script = format!("ulimit -v 900000; exec \"$0\" {paint}");
    let output = command.args(["-c", &script, env!("CARGO_BIN_EXE_boardbits")]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{painted}: 3\n"));
    // A line without an end is not read either.
    let output = Command::new("sh")
        .args(["-c", &script.replace("0,0,6,3", "0,0,6,2"), env!("CARGO_BIN_EXE_boardbits")])
        .output()
        .unwrap();
    let said = format!("boardbits: {labels}:2: line longer than 268435456 bytes\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), said);
}
