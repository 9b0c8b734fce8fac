//! `boardbits label`.

mod common;

use common::{answer, run};

const PBM: &str = "P1\n# two and a half\n6 3\n1 1 0 0 0 1\n0 1 0 0 1 0\n0 0 0 0 1 0\n";

#[test]
fn a_plain_pbm() {
    assert_eq!(answer("label -", PBM), "3\n3 0 0 1 1\n1 5 0 5 0\n2 4 1 4 2\n");
    assert_eq!(answer("label --connectivity 8 -", PBM), "2\n3 0 0 1 1\n3 4 0 5 2\n");
    assert_eq!(
        answer("label --limit 1 --json -", PBM).lines().nth(1),
        Some("{\"area\":3,\"box\":[0,0,1,1],\"centroid\":[0.667,0.333]}")
    );
    assert_eq!(answer("label --invert --limit 0 -", PBM), "2\n");
}

#[test]
fn a_packed_pbm() {
    let ran = run("label -", b"P4\n10 2\n\x80\x40\xff\xc0");
    assert_eq!((ran.out.as_str(), ran.status), ("1\n12 0 0 9 1\n", 0), "{}", ran.err);
}

#[test]
fn a_png_is_written_and_read_again() {
    let path = std::env::temp_dir().join(format!("boardbits-label-{}.png", std::process::id()));
    let name = path.to_str().unwrap();
    let first = answer(&format!("label -o {name} -"), PBM);
    assert_eq!(answer(&format!("label --threshold 1 {name}"), ""), first);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_is_no_image_is_refused() {
    for input in [
        &b""[..],
        b"hello",
        b"P1\n4 2\n1 0 1 1\n0 0\n",
        b"P4\n64 2\n\xff",
        b"\x89PNG\r\n\x1a\n",
        b"P1\n0 5\n",
        b"GIF89a",
        b"P4\n99999999 99999999\n",
    ] {
        let ran = run("label -", input);
        assert_eq!((ran.out.as_str(), ran.status), ("", 1), "{input:?}");
        assert!(ran.err.starts_with("boardbits: stdin: "), "{}", ran.err);
    }
    let ragged = run("label -", b"P4\n10 3\n\xff\xc0\xff");
    assert_eq!(ragged.err, "boardbits: stdin: the image ends before its last row\n");
    assert_eq!(run("label no-such-file.png", "").status, 1);
}
