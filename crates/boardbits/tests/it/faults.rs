//! Behavior under failure: closed pipes, full disks, Ctrl-C, `kill -9`.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use bitboard_core::Limits;
use c4_solver::{Board, Book, BookBuilder, Position};
use cc_label::{Tile, Tiles};

use crate::common::{Folder, run};
use crate::contract::{name_of, option, subcommands};

/// Commands that print something, with their input.
const COMMANDS: &[(&str, &str)] = &[
    ("demo", ""),
    ("c4 solve", "5554224333234511764415115\n4\n"),
    ("c4 solve --analyze", "5554224333234511764415115\n"),
    ("c4 solve --check -", "5554224333234511764415115 4\n"),
    ("c4 play --width 4 --height 4", "1\nq\n"),
    ("c4 solve --best --strength random", "4\n"),
    ("c4 show 4455", ""),
    ("components", "000000002101800040\n40\n"),
    (
        "chain",
        "....../....../....../....../....../....../....../....../....../....../....../1111..\n",
    ),
    ("label -", "P1 3 2\n1 0 1\n1 0 1\n"),
    ("paths --from e4 --to a1", ""),
    ("grid - --from 0,0 --to 1,1", "type octile\nheight 2\nwidth 2\nmap\n..\n..\n"),
    ("tour 6x6", ""),
    ("havannah referee", "1\n2 2\n1 1\n1 2\n"),
    ("havannah analyze --playouts 10", "2 2 1,1 1,2\n"),
    ("havannah gtp", "name\nversion\n"),
    ("meteor solve --all pentominoes-3x20", ""),
    ("meteor solve pentominoes-3x20", ""),
    ("meteor puzzles", ""),
    ("completions bash", ""),
    ("man", ""),
];

fn program(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbits"));
    command.args(arguments.split_whitespace()).stdin(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it and returns the exit status, unless a signal ended it, and its stderr.
fn finish(command: &mut Command, input: &str) -> (Option<i32>, String) {
    let mut child = command.spawn().unwrap();
    // It may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// A pipe without a reader.
fn closed() -> io::PipeWriter {
    io::pipe().unwrap().1
}

/// Waits until something holds; a busy machine may take its time.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}: not within a minute");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn every_command_ends_quietly_when_its_reader_is_gone() {
    for (arguments, input) in COMMANDS {
        let ended = finish(program(arguments).stdout(closed()), input);
        assert_eq!(ended, (Some(0), String::new()), "{arguments}");
    }
    let (status, said) = finish(program("--help").stdout(closed()), "");
    assert!(status.is_some() && !said.contains("panicked"), "{said}");
}

#[test]
fn complaints_that_nobody_reads_stop_nothing() {
    let input = "40\nx\n2101800040\n";
    let mut command = program("components");
    command.stderr(closed()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 2);
    assert_eq!(output.status.code(), Some(1));
    // `2>&1 | head -1`
    let mut command = program("components");
    let pipe = closed();
    command.stderr(pipe.try_clone().unwrap()).stdout(pipe);
    assert_eq!(finish(&mut command, input).0, Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_stdout_is_named() {
    for (arguments, input) in COMMANDS {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let ended = finish(program(arguments).stdout(full), input);
        let said = "boardbits: stdout: No space left on device (os error 28)\n".to_owned();
        assert_eq!(ended, (Some(1), said), "{arguments}");
    }
}

/// Runs it where no file may become longer than some blocks of 512 bytes, as if the disk were full.
fn cramped(blocks: u32, arguments: &str, input: &str) -> (Option<i32>, String) {
    let mut command = Command::new("sh");
    let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_boardbits")]);
    command.args(arguments.split_whitespace());
    finish(command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()), input)
}

#[test]
fn a_drawing_that_has_no_room_leaves_the_one_before() {
    let folder = Folder::new("room");
    let (map, drawing) = (folder.file("map"), folder.file("drawing"));
    let noise = |i: u32| i.wrapping_mul(0x9e37_79b9) >> 31 == 0;
    let row = |y: u32| {
        (0..40)
            .map(move |x| if x.min(y) > 1 && noise(40 * y + x) { '@' } else { '.' })
            .chain(['\n'])
    };
    let rows: String = (0..40).flat_map(row).collect();
    fs::write(&map, format!("type octile\nheight 40\nwidth 40\nmap\n{rows}")).unwrap();
    let noise: String = (0..4000).map(|i| if noise(i) { " 1" } else { " 0" }).collect();
    let image = format!("P1 80 50\n{noise}\n");
    for (arguments, input) in [
        ("c4 show 4455 --svg", ""),
        ("paths --from e4 --to a1 --svg", ""),
        (&format!("grid {map} --from 0,0 --to 1,1 --png"), ""),
        ("havannah analyze --svg", "2 2 1,1 1,2\n"),
        ("meteor solve --nth 1 pentominoes-3x20 --svg", ""),
        ("label - --png", &image),
    ] {
        fs::write(&drawing, "before").unwrap();
        let (status, said) = cramped(1, &format!("{arguments} {drawing}"), input);
        assert!(status == Some(1) && said.contains(&drawing), "{arguments}: {status:?} {said}");
        assert_eq!(fs::read_to_string(&drawing).unwrap(), "before", "{arguments}");
        assert_eq!(folder.names(), ["drawing", "map"], "{arguments}");
        let (status, said) =
            finish(program(&format!("{arguments} {drawing}")).stdout(Stdio::null()), input);
        assert_eq!((status, said.as_str()), (Some(0), ""), "{arguments}");
        assert_ne!(fs::read(&drawing).unwrap(), b"before", "{arguments}");
    }
}

#[test]
fn stdout_beyond_the_limit_on_file_sizes_is_named() {
    let folder = Folder::new("limit");
    let out = folder.file("out");
    let mut command = Command::new("sh");
    let script = "ulimit -f 1; exec \"$0\" completions bash > \"$1\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_boardbits"), &out]);
    let ended = finish(command.stdin(Stdio::piped()).stderr(Stdio::piped()), "");
    assert_eq!(ended, (Some(1), "boardbits: stdout: File too large (os error 27)\n".to_owned()));
}

/// A command that draws, its input, and an end of the input that makes it print more than a pipe
/// holds.
fn drawings(folder: &Folder) -> Vec<(String, String)> {
    let map = folder.file("map");
    let rows = "........................................\n".repeat(40);
    fs::write(&map, format!("type octile\nheight 40\nwidth 40\nmap\n{rows}")).unwrap();
    let rows = "1 0 1 0 1 0 1 0 1 0\n0 0 0 0 0 0 0 0 0 0\n".repeat(2000);
    vec![
        ("label - --png".to_owned(), format!("P1 10 4000\n{rows}")),
        ("c4 show 4455 --svg".to_owned(), String::new()),
        ("paths --from e4 --to a1 --svg".to_owned(), String::new()),
        (format!("grid {map} --from 0,0 --to 1,1 --png"), String::new()),
    ]
}

#[test]
fn a_drawing_is_saved_though_the_reader_of_stdout_is_gone() {
    let folder = Folder::new("gone");
    let drawing = folder.file("drawing");
    for (arguments, input) in drawings(&folder) {
        let arguments = format!("{arguments} {drawing}");
        assert_eq!(finish(program(&arguments).stdout(Stdio::null()), &input).0, Some(0));
        let whole = fs::read(&drawing).unwrap();
        fs::remove_file(&drawing).unwrap();
        let ended = finish(program(&arguments).stdout(closed()), &input);
        assert_eq!(ended, (Some(0), String::new()), "{arguments}");
        assert!(fs::read(&drawing).unwrap() == whole, "{arguments}");
    }
}

#[test]
fn a_checkpoint_is_kept_until_the_score_is_printed() {
    let folder = Folder::new("unprinted");
    let file = folder.file("point");
    let solve = "c4 solve --width 6 --height 6";
    let checkpoint = format!("{solve} --checkpoint {file} --checkpoint-every 0 1122");
    let mut full = program(&checkpoint);
    full.stdout(File::options().write(true).open("/dev/full").unwrap());
    let (status, said) = finish(&mut full, "");
    assert_eq!((status, said.contains("No space left")), (Some(1), true), "{said}");
    assert!(Path::new(&file).exists());
    // A closed pipe has not delivered the score either.
    assert_eq!(finish(program(&checkpoint).stdout(closed()), "").0, Some(0));
    assert!(Path::new(&file).exists());
    assert_eq!(run(&checkpoint, "").out, run(&format!("{solve} 1122"), "").out);
    assert!(!Path::new(&file).exists());
}

#[test]
fn files_that_cannot_be_written_are_refused_before_long_work() {
    let folder = Folder::new("refused");
    let (directory, link) = (folder.file("directory"), folder.file("link"));
    fs::create_dir(&directory).unwrap();
    std::os::unix::fs::symlink(folder.file("no/such"), &link).unwrap();
    let before = folder.names();
    // Each takes minutes, or prints answers, if it begins.
    for command in [
        "c4 solve --book none 1 --checkpoint",
        "c4 book --depth 8 -o",
        "c4 book --depth 8 -o /dev/null --checkpoint",
    ] {
        for path in [&directory, &link, &folder.file("no/such/file")] {
            let (start, ran) = (Instant::now(), run(&format!("{command} {path}"), ""));
            assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{command} {path}: {}", ran.err);
            assert!(ran.err.contains(path), "{command}: {}", ran.err);
            assert!(start.elapsed() < Duration::from_secs(20), "{command} {path}");
            assert_eq!(folder.names(), before, "{command} {path}");
        }
    }
    // The answer does not need the drawing, so it is still printed.
    for question in ["", "--nth 1", "--all", "--hint"] {
        let command = format!("meteor solve pentominoes-3x20 {question}");
        let expected = run(&command, "").out;
        for path in [&directory, &link, &folder.file("no/such/file")] {
            let ran = run(&format!("{command} --svg {path}"), "");
            assert_eq!((ran.out.as_str(), ran.status), (expected.as_str(), 1), "{command} {path}");
            assert!(ran.err.starts_with(&format!("boardbits: {path}: ")), "{command}: {}", ran.err);
            assert_eq!(folder.names(), before, "{command} {path}");
        }
    }
}

#[test]
fn a_search_goes_on_without_its_checkpoints() {
    let folder = Folder::new("lost");
    let (parent, file) = (folder.file("parent"), folder.file("parent/point"));
    fs::create_dir(&parent).unwrap();
    let solve = "c4 solve --width 6 --height 7 22";
    let mut search = program(&format!("{solve} --checkpoint {file} --checkpoint-every 0.02"));
    let search = search.stdout(Stdio::piped()).spawn().unwrap();
    while !Path::new(&file).exists() {
        thread::sleep(Duration::from_millis(1));
    }
    fs::rename(&parent, folder.file("elsewhere")).unwrap();
    let output = search.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "22 2\n", "{said}");
    assert_eq!(output.status.code(), Some(1), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines.iter().all(|line| line.contains(&file)), "{said}");
    assert!(lines[0].ends_with("the work continues"), "{said}");
}

#[test]
fn the_last_game_that_is_never_reached_is_not_silently_missing() {
    let folder = Folder::new("last");
    let drawing = folder.file("drawing");
    // More than is buffered.
    let games = "2 2 1,1 1,2\n".repeat(10_000);
    let show = format!("havannah analyze --playouts 0 --best 0 --svg {drawing}");
    let (status, said) = finish(program(&show).stdout(closed()), &games);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains(&drawing), "{said}");
    assert!(folder.names().is_empty());
}

#[test]
fn answers_are_printed_though_the_drawing_cannot_be_saved() {
    let folder = Folder::new("nowhere");
    for (arguments, input) in drawings(&folder) {
        let ran = run(&format!("{arguments} {}", folder.file("no/such/folder")), &input);
        assert_eq!(ran.status, 1, "{arguments}");
        assert!(ran.out.lines().count() >= 1, "{arguments}");
        assert!(ran.err.contains("no/such/folder"), "{}", ran.err);
    }
}

#[test]
fn a_file_of_the_name_of_the_temporary_file_is_kept() {
    let folder = Folder::new("precious");
    let (drawing, precious) = (folder.file("x.svg"), folder.file("precious"));
    fs::write(&precious, "precious").unwrap();
    std::os::unix::fs::symlink(&precious, folder.file("x.svg.tmp")).unwrap();
    assert_eq!(run(&format!("c4 show 4455 --svg {drawing}"), "").status, 0);
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    assert_eq!(folder.names(), ["precious", "x.svg", "x.svg.tmp"]);
}

#[test]
fn many_processes_save_one_file() {
    let folder = Folder::new("many");
    let arguments = format!("c4 show 4455 --svg {}", folder.file("x.svg"));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let ran = run(&arguments, "");
                    assert_eq!((ran.err.as_str(), ran.status), ("", 0));
                }
            });
        }
    });
    assert_eq!(folder.names(), ["x.svg"]);
}

/// Threads whose stacks do not fit into the memory cannot be started, as when there are too many
/// processes.
#[test]
fn components_are_found_though_no_thread_can_be_started() {
    let mut image = b"P4 4000 1000 ".to_vec();
    image.resize(image.len() + 500 * 1000, 0x0f);
    let mut label = program("label -");
    label.env("RUST_MIN_STACK", (1_u64 << 47).to_string()).stdout(Stdio::piped());
    let mut child = label.spawn().unwrap();
    child.stdin.take().unwrap().write_all(&image).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let found = String::from_utf8(output.stdout).unwrap();
    assert_eq!((found.lines().next(), found.lines().count()), (Some("500"), 501));
}

#[test]
fn a_count_without_memory_is_an_error() {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 64000; exec \"$0\" tour 8x8 --count"]);
    command.arg(env!("CARGO_BIN_EXE_boardbits")).stdin(Stdio::piped()).stderr(Stdio::piped());
    let (status, errors) = finish(&mut command, "");
    assert_eq!(status, Some(1), "{errors}");
    assert!(errors.starts_with("boardbits: 8x8: out of memory after"), "{errors}");
}

#[test]
fn a_device_is_written_to_and_not_replaced() {
    let (status, said) = finish(program("c4 show 4455 --svg /dev/null").stdout(Stdio::null()), "");
    assert_eq!((status, said.as_str()), (Some(0), ""));
    assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
}

#[test]
fn an_output_does_not_replace_an_input() {
    let folder = Folder::new("same");
    let (file, link) = (folder.file("in"), folder.file("link"));
    std::os::unix::fs::symlink(&file, &link).unwrap();
    for (line, input) in [
        ("label IN --png OUT", &b"P1 3 2\n1 0 1\n1 0 1\n"[..]),
        ("grid IN --from 0,0 --to 1,1 --png OUT", b"..\n..\n"),
        ("tour IN --svg OUT", b"#..\n...\n...\n"),
        ("havannah analyze IN --svg OUT", b"2 2 1,1 1,2\n"),
        ("c4 show IN --svg OUT", b"4455\n"),
        ("c4 book IN -o OUT", b"44 -1\n"),
        ("meteor solve IN --svg OUT", b"board\n . .\n\npiece I\n X X\n"),
    ] {
        for (input_name, output) in [(&file, &file), (&link, &file), (&file, &link)] {
            fs::write(&file, input).unwrap();
            let mut command = program(&line.replace("IN", input_name).replace("OUT", output));
            let output_of = command.stdin(File::open(&file).unwrap()).output().unwrap();
            let said = String::from_utf8(output_of.stderr).unwrap();
            let reason = "the output must not replace another file of the command";
            assert_eq!(said, format!("boardbits: {output}: {reason}\n"), "{line}");
            assert_eq!(output_of.status.code(), Some(1), "{line}");
            assert_eq!(fs::read(&file).unwrap(), input, "{line}");
        }
    }
    // `-` is an input, not the name of a file.
    let dash = run("label - --png -", "P1 1 1\n1\n");
    let expected = "boardbits: expected the name of a file to write, found \"-\"\n";
    assert_eq!((dash.out.as_str(), dash.err.as_str(), dash.status), ("", expected, 2));
}

#[test]
fn outputs_that_are_one_new_file_are_refused() {
    let folder = Folder::new("one-file");
    let [file, link, same] = ["new", "link", "folder/new"].map(|name| folder.file(name));
    std::os::unix::fs::symlink(&file, &link).unwrap();
    std::os::unix::fs::symlink(&folder.0, folder.file("folder")).unwrap();
    let reason = "the output must not replace another file of the command";
    for (png, labels) in
        [(&file, &file), (&file, &same), (&same, &file), (&file, &link), (&link, &same)]
    {
        let ran = run(&format!("label - --png {png} -o {labels}"), "P1 1 1\n1\n");
        let said = format!("boardbits: {png}: {reason}\n");
        assert_eq!((&*ran.err, &*ran.out, ran.status), (&*said, "", 1), "{png} {labels}");
        assert_eq!(folder.names(), ["folder", "link"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_does_not_replace_the_file_of_a_standard_stream() {
    let folder = Folder::new("stream");
    let file = folder.file("answers");
    for output in [&*file, "/dev/stdout", "/dev/stderr"] {
        let stream = File::create(&file).unwrap();
        let mut command = program(&format!("c4 show 4455 --svg {output}"));
        let mut command = command.stdin(Stdio::null());
        command = match output {
            "/dev/stderr" => command.stdout(Stdio::null()).stderr(stream),
            _ => command.stdout(stream),
        };
        assert_eq!(command.output().unwrap().status.code(), Some(1), "{output}");
        assert!(!fs::read_to_string(&file).unwrap().contains("<svg"), "{output}");
    }
}

const BOOK: &str = "c4 book --width 6 --height 4 --depth 7 --memory 1";

/// The book that comes out if nothing happens.
fn whole_book(folder: &Folder) -> Vec<u8> {
    let file = folder.file("whole");
    assert_eq!(run(&format!("{BOOK} -o {file}"), "").status, 0);
    fs::read(file).unwrap()
}

#[test]
fn a_book_is_finished_however_often_its_build_is_killed() {
    let folder = Folder::new("killed-book");
    let whole = whole_book(&folder);
    let (file, state) = (folder.file("book"), folder.file("state"));
    let build = format!("{BOOK} -o {file} --checkpoint {state} --checkpoint-every 0.02");
    let read = || fs::read(&state).unwrap_or_default();
    let mut kills = 0;
    for _ in 0..4 {
        let mut process = program(&build).stdout(Stdio::null()).spawn().unwrap();
        let before = read();
        until("some more positions", || read() != before || process.try_wait().unwrap().is_some());
        process.kill().unwrap();
        kills += usize::from(process.wait().unwrap().signal() == Some(9));
    }
    assert!(kills > 0, "the machine was too fast to be caught");
    assert_eq!(run(&build, "").status, 0);
    assert_eq!(fs::read(&file).unwrap(), whole);
    assert!(!Path::new(&state).exists());
}

/// A file of one of the project's own formats: a name, its bytes, and whether bytes are accepted.
type OwnFile = (&'static str, Vec<u8>, Box<dyn Fn(Vec<u8>) -> bool>);

/// A file of each of the project's own formats.
fn own_files() -> Vec<OwnFile> {
    let image: cc_label::Image = "XX.X\n.X.X".parse().unwrap();
    let tile = Tile::new(&image, (1, 0), (6, 2), cc_label::Connectivity::FOUR);
    let mut builder = BookBuilder::new(Board::STANDARD, 0).unwrap();
    builder.insert(&Position::EMPTY, 1);
    let book = builder.build().unwrap().as_bytes().to_vec();
    let mut solver = c4_solver::Solver::default();
    let position = Position::from_moves("6237266376111153366").unwrap();
    let bounds = solver.try_solve(&position, &Limits::new().nodes(100)).unwrap_err().partial;
    let point = solver.checkpoint(&position, bounds, 100, 20).unwrap();
    vec![
        ("tile", tile.unwrap().to_bytes(), Box::new(|bytes| Tile::from_bytes(&bytes).is_ok())),
        ("book", book, Box::new(|bytes| Book::from_bytes(Board::STANDARD, bytes).is_ok())),
        ("point", point, Box::new(|bytes| c4_solver::Solver::default().restore(&bytes).is_ok())),
    ]
}

#[test]
fn damaged_files_are_refused() {
    for (name, whole, accepts) in own_files() {
        assert!(accepts(whole.clone()), "{name}");
        assert!(!accepts([&whole[..], &[0]].concat()), "{name}, a byte more");
        assert!(!accepts(whole[..whole.len() - 1].to_vec()), "{name}, a byte less");
        // Every byte of the header and the end, and some in between.
        let places =
            (0..whole.len()).filter(|at| at % 13 == 0 || !(100..whole.len() - 20).contains(at));
        for at in places {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(!accepts(damaged), "{name} of {} bytes, byte {at}", whole.len());
        }
    }
}

/// With a checksum that is right, only the checks of the contents are left.
#[test]
fn states_of_tiles_with_any_numbers_are_joined_or_refused() {
    let image: cc_label::Image = "XX.X.X\n.X.XXX\nX.X..X".parse().unwrap();
    let connectivity = cc_label::Connectivity::EIGHT;
    let [left, right] = [0, 3].map(|x| {
        let half = image.crop((x, 0), (3, 3)).unwrap();
        Tile::new(&half, (x, 0), (6, 3), connectivity).unwrap()
    });
    let (state, head) = (right.to_bytes(), b"boardbits tile\n".len() + 1);
    let mut joined = 0;
    for at in head + 8..state.len() {
        for change in [1, 0x7f, 0x80, 0xff] {
            let mut forged = state.clone();
            forged[at] ^= change;
            let sum = bitboard_core::checksum::Checksum::new().append(&forged[head + 8..]);
            forged[head..head + 8].copy_from_slice(&sum.value().to_le_bytes());
            let Ok(forged) = Tile::from_bytes(&forged) else { continue };
            let mut tiles = Tiles::new();
            if tiles.push(left.clone()).is_ok() && tiles.push(forged).is_ok() {
                joined += usize::from(tiles.finish().is_ok());
            }
        }
    }
    assert!(joined > 0, "some numbers are possible");
}

/// Whether Ctrl-C is ignored in this process, as for jobs that a shell starts in the background.
/// The program inherits that.
fn ctrl_c_is_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|set| u64::from_str_radix(set.trim(), 16).unwrap_or(0) >> 1 & 1 == 1)
}

/// Presses Ctrl-C, and waits until it has ended the program.
fn interrupt(child: &mut Child) {
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(kill.unwrap().success());
    until("the end", || child.try_wait().unwrap().is_some());
    let status = child.wait().unwrap();
    assert_eq!(status.signal(), Some(2), "{status:?}");
}

#[test]
fn ctrl_c_ends_long_work() {
    if ctrl_c_is_ignored() {
        return;
    }
    let folder = Folder::new("ctrl-c");
    let book = format!("c4 book --depth 8 -o {}", folder.file("book"));
    for (arguments, input) in [
        ("c4 solve --book none", "\n"),
        ("c4 solve --book none --threads 2", "\n"),
        ("c4 solve --book none --analyze", "\n"),
        ("c4 play --width 8 --height 8", ""),
        ("c4 play", ""),
        (&book, ""),
        ("components", "40\n"),
        ("havannah analyze --prove", "4 0\n"),
        ("havannah gtp --playouts 1000000000", "genmove w\n"),
        ("meteor solve --all pentominoes-6x10", ""),
        ("meteor solve --memory 0 --threads 2 pentominoes-6x10", ""),
    ] {
        let mut child = program(arguments).stdout(Stdio::null()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(150));
        if child.try_wait().unwrap().is_some() {
            // Only where it is done sooner than one can press a key.
            assert!(arguments.starts_with("meteor"), "{arguments}");
            continue;
        }
        interrupt(&mut child);
    }
}

#[test]
fn ctrl_c_ends_a_game_while_scores_are_computed() {
    if ctrl_c_is_ignored() {
        return;
    }
    let mut child = program("c4 play --width 8 --height 8 --timeout 1e9")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut board = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(
        board.any(|line| line.unwrap().ends_with("7   8")),
        "the board comes before the scores"
    );
    interrupt(&mut child);
}

#[test]
fn answers_survive_ctrl_c() {
    if ctrl_c_is_ignored() {
        return;
    }
    let folder = Folder::new("answers");
    let answers = folder.file("answers");
    let mut child = program("c4 solve --book none --memory 1")
        .stdout(File::create(&answers).unwrap())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Both lines come at once; the second takes minutes.
    stdin.write_all(b"2252576253462244111563365343\n\n").unwrap();
    until("the first answer", || !fs::read(&answers).unwrap().is_empty());
    interrupt(&mut child);
    let answers = fs::read_to_string(&answers).unwrap();
    assert_eq!(answers.lines().count(), 1, "{answers}");
}

#[test]
fn a_signal_saves_the_checkpoint() {
    if ctrl_c_is_ignored() {
        return;
    }
    let folder = Folder::new("checkpoints");
    let state = folder.file("state");
    for (work, place, answer) in [("c4 solve --width 8 --height 8 --memory 1 1", "\"1\"", "1 -")] {
        for (name, number) in [("INT", 2), ("TERM", 15)] {
            let work = format!("{work} --checkpoint {state}");
            let seldom = format!("{work} --checkpoint-every 10000");
            let child = program(&seldom).stdout(Stdio::piped()).spawn().unwrap();
            // The handler is there before the lock.
            until("the lock", || Path::new(&format!("{state}.lock")).exists());
            let mut kill = Command::new("kill");
            kill.args([&format!("-{name}"), &child.id().to_string()]);
            assert!(kill.status().unwrap().success());
            let output = child.wait_with_output().unwrap();
            let [out, said] =
                [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
            assert_eq!(output.status.signal(), Some(number), "{out}{said}");
            assert_eq!(said, format!("boardbits: {place}: cancelled\n"));
            assert!(out.starts_with(answer), "{out}");
            assert_eq!(folder.names(), ["state"]);
            let again = run(&format!("{work} --timeout 0"), "");
            assert_eq!(again.err, format!("boardbits: {place}: the time limit was reached\n"));
            fs::remove_file(&state).unwrap();
        }
    }
}

/// A command that saves its state in a file.
struct Saves {
    /// The command line of work that takes long, with STATE for the file.
    line: &'static str,
    /// The file that is locked from when it exists.
    file: &'static str,
    /// Options with which the work continues and stops at a limit.
    again: &'static str,
}

const SAVES: &[Saves] = &[
    Saves {
        line: "c4 solve --width 8 --height 8 --memory 1 --checkpoint-every 0 1 --checkpoint STATE",
        file: "STATE",
        again: "--timeout 0",
    },
    Saves {
        line: "c4 book --depth 8 --memory 1 --checkpoint-every 0 -o BOOK --checkpoint STATE",
        file: "STATE",
        again: "--timeout 0",
    },
];

#[test]
fn a_state_is_used_by_one_process_at_a_time() {
    for Saves { line, file, again } in SAVES {
        let folder = Folder::new("shared");
        let [line, file] = [line, file].map(|text| {
            text.replace("STATE", &folder.file("state")).replace("BOOK", &folder.file("book"))
        });
        let mut first = program(&line).stdout(Stdio::null()).spawn().unwrap();
        until("the state", || {
            assert!(first.try_wait().unwrap().is_none(), "{line}");
            fs::metadata(&file).is_ok_and(|found| found.len() > 0)
        });
        // A link to the file has its lock.
        let link = folder.file(&file.replace(&folder.file("state"), "link"));
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let linked = line.replace(&folder.file("state"), &folder.file("link"));
        let refused = [line.clone(), linked].map(|line| run(&format!("{line} {again}"), ""));
        let is_kept = Path::new(&file).exists();
        // The lock of a process that was killed does not last, but its state does.
        first.kill().unwrap();
        first.wait().unwrap();
        for (ran, file) in refused.iter().zip([&file, &link]) {
            let said = format!("boardbits: {file}: another process is using this file\n");
            assert_eq!((&*ran.err, &*ran.out, ran.status), (&*said, "", 1), "{line}");
        }
        assert!(is_kept, "{line}: the state is lost");
        let ran = run(&format!("{line} {again}"), "");
        let is_stopped = ran.err.contains(" limit was reached");
        assert!(ran.status == 1 && !ran.out.is_empty() && is_stopped, "{line}: {ran:?}");
        assert!(Path::new(&file).exists(), "{line}: the state is lost");
        assert!(!Path::new(&format!("{file}.lock")).exists(), "{line}");
    }
}

/// Every option that saves a state belongs to a command of [`SAVES`] or is tested beside it.
#[test]
fn every_command_that_saves_a_state_is_tested() {
    let listed: Vec<String> = SAVES.iter().map(|saves| name_of(saves.line)).collect();
    for (name, command) in subcommands() {
        let saves =
            ["checkpoint", "state", "resume"].iter().any(|id| option(&command, id).is_some());
        assert_eq!(saves, listed.contains(&name), "{name}");
    }
}
