//! Files as a whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::Result;

/// Puts files in place of others. All are written beside them first, so that a full disk or the end of the program while
/// there is something to write leaves all old ones; then each takes its place in one step.
pub(crate) fn replace_all<T: AsRef<[u8]>>(files: &[(PathBuf, T)]) -> Result {
    let written = files.iter().try_for_each(|(path, bytes)| {
        let write = || {
            let mut file = File::create(beside(path))?;
            file.write_all(bytes.as_ref())?;
            file.sync_all()
        };
        write().map_err(|error| format!("{}: {error}", path.display()))
    });
    if written.is_err() {
        for (path, _) in files {
            // They would only take up space, which may be what is short.
            let _ = fs::remove_file(beside(path));
        }
    }
    written?;
    for (path, _) in files {
        fs::rename(beside(path), path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_replaced_or_none() {
        let folder = std::env::temp_dir().join(format!("xtask-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (a, b) = (folder.join("a"), folder.join("b"));
        replace_all(&[(a.clone(), "1"), (b.clone(), "2")]).unwrap();
        replace_all(&[(a.clone(), "3"), (b.clone(), "4")]).unwrap();
        let both = || (fs::read_to_string(&a).unwrap(), fs::read_to_string(&b).unwrap());
        assert_eq!(both(), ("3".to_owned(), "4".to_owned()));
        // The second has no place; the first stays.
        let nowhere = folder.join("no/such/folder");
        assert!(replace_all(&[(a.clone(), "5"), (nowhere, "6")]).is_err());
        assert_eq!(both(), ("3".to_owned(), "4".to_owned()));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(folder).unwrap();
    }
}
