//! The recipes of docs/clusters.md, on a small board.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::Folder;

const OPTIONS: &str = "--width 5 --height 4 --depth 6 --memory 1";
const SHARDS: u32 = 64;

/// Recipes run in a folder.
impl Folder {
    /// Runs a shell command in the folder, with the program on the PATH.
    fn run(&self, shell: &str, command: &str, variables: &[(&str, &str)]) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_boardbits"));
        let path = std::env::var("PATH").unwrap_or_default();
        Command::new(shell)
            .args(["-euc", command])
            .current_dir(&self.0)
            .env("PATH", format!("{}:{path}", program.parent().unwrap().display()))
            .envs(variables.iter().copied())
            .output()
            .unwrap()
    }

    fn succeed(&self, shell: &str, command: &str, variables: &[(&str, &str)]) -> String {
        let output = self.run(shell, command, variables);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The book that one process builds.
    fn expected(&self) -> Vec<u8> {
        self.succeed("sh", &format!("boardbits c4 book build {OPTIONS} -o expected"), &[]);
        fs::read(self.0.join("expected")).unwrap()
    }

    fn book(&self) -> Vec<u8> {
        fs::read(self.0.join("book.c4b")).unwrap()
    }
}

/// The text of a file below docs/, in a checkout of the repository.
fn document(path: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(path);
    fs::read_to_string(path).ok()
}

/// The shell command of a container: the lines after `- |`, or the one after `- `.
fn arguments(yaml: &str) -> String {
    let (_, rest) = yaml.split_once("          args:\n").unwrap();
    let lines = rest.lines().take_while(|line| line.starts_with("            "));
    let text: Vec<&str> = lines.map(str::trim_start).filter(|line| *line != "- |").collect();
    text.join("\n").trim_start_matches("- ").to_owned()
}

#[test]
fn an_array_of_slurm_jobs_builds_a_book() {
    let (Some(shard), Some(merge)) =
        (document("clusters/book.sbatch"), document("clusters/merge.sbatch"))
    else {
        return;
    };
    for line in shard.lines().chain(merge.lines()) {
        // A directive after the first command would be ignored.
        assert!(!line.contains("#SBATCH") || line.starts_with("#SBATCH --"), "{line}");
    }
    let before_commands = shard.split("set -euo").next().unwrap();
    assert_eq!(before_commands.matches("#SBATCH").count(), shard.matches("#SBATCH").count());
    let folder = Folder::new("slurm");
    let run = |i: u32| {
        let task = i.to_string();
        folder.run("bash", &shard, &[("SLURM_ARRAY_TASK_ID", &task), ("BOOK_OPTIONS", OPTIONS)])
    };
    for i in (1..=SHARDS).filter(|&i| i != 3) {
        assert!(run(i).status.success(), "{i}");
    }
    let merged = folder.run("bash", &merge, &[]);
    let error = String::from_utf8_lossy(&merged.stderr).into_owned();
    assert!(error.contains("positions are in none of the shards"), "{error}");
    // One shard is run again; the others are not.
    let others = fs::metadata(folder.0.join("shard-1.book")).unwrap().modified().unwrap();
    assert!(run(1).status.success() && run(3).status.success());
    let again = fs::metadata(folder.0.join("shard-1.book")).unwrap().modified().unwrap();
    assert_eq!(others, again);
    folder.succeed("bash", &merge, &[]);
    assert_eq!(folder.book(), folder.expected());
}

/// Submits the jobs of the page to Slurm, with a shard that fails the first time.
#[test]
#[ignore = "needs a Slurm cluster"]
fn slurm_builds_a_book() {
    let page = document("clusters.md").unwrap();
    let (_, slurm) = page.split_once("## Slurm").unwrap();
    let recipes: Vec<&str> = slurm.split("```sh\n").skip(1).take(2).collect();
    let [first, again] = [0, 1].map(|i| recipes[i].split("```").next().unwrap());
    let folder = Folder::new("sbatch");
    for name in ["book.sbatch", "merge.sbatch"] {
        let text = document(&format!("clusters/{name}")).unwrap();
        // A small board needs little memory, so that more jobs run at once.
        let text = text.replace("--mem=3G", "--mem=100M").replace("--mem=2G", "--mem=100M");
        fs::write(folder.0.join(name), text).unwrap();
    }
    let variables = [("BOOK_OPTIONS", OPTIONS)];
    // The second command of a recipe waits until the merge ends, and returns its status.
    let submit = |recipe: &str| {
        let recipe =
            recipe.replace("--kill-on-invalid-dep=yes", "--kill-on-invalid-dep=yes --wait");
        folder.run("bash", &recipe, &variables)
    };
    fs::create_dir(folder.0.join("shard-3.book.part")).unwrap();
    // `--wait` succeeds for a job that Slurm cancels.
    submit(first);
    assert!(!folder.0.join("book.c4b").exists());
    fs::remove_dir(folder.0.join("shard-3.book.part")).unwrap();
    assert_eq!(folder.run("sh", "ls -d shard-*.book | wc -l", &[]).stdout, b"63\n");
    let output = submit(&again.replace("3,17", "3"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(folder.book(), folder.expected());
}

#[test]
fn an_indexed_kubernetes_job_builds_a_book() {
    let (Some(shard), Some(merge)) =
        (document("clusters/book.yaml"), document("clusters/merge.yaml"))
    else {
        return;
    };
    let folder = Folder::new("kubernetes");
    for i in 0..SHARDS {
        let index = i.to_string();
        let variables = [("JOB_COMPLETION_INDEX", &*index), ("BOOK_OPTIONS", OPTIONS)];
        folder.succeed("sh", &arguments(&shard), &variables);
    }
    folder.succeed("sh", &arguments(&merge), &[]);
    assert_eq!(folder.book(), folder.expected());
}

/// Runs GNU parallel, if it is installed.
#[test]
fn gnu_parallel_builds_a_book() {
    let Some(page) = document("clusters.md") else { return };
    let folder = Folder::new("parallel");
    let version = folder.run("sh", "parallel --version", &[]);
    if !String::from_utf8_lossy(&version.stdout).starts_with("GNU parallel") {
        return;
    }
    let (_, recipe) = page.split_once("```sh\n# GNU parallel\n").unwrap();
    let recipe = recipe.split("```").next().unwrap();
    let recipe = recipe.replace("--depth 8 --memory 2048", OPTIONS);
    // A shard that fails the first time.
    fs::create_dir(folder.0.join("shard-2.book.part")).unwrap();
    assert!(!folder.run("sh", &recipe, &[]).status.success());
    fs::remove_dir(folder.0.join("shard-2.book.part")).unwrap();
    folder.succeed("sh", &recipe.replace("seq", "rm -f build.log; seq"), &[]);
    assert_eq!(folder.book(), folder.expected());
}
