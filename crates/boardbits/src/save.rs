//! Files as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};

use image::{ImageFormat, RgbImage};

use crate::context::{Failure, Result};

/// Puts `bytes` in place of a file in one step: whatever happens, even a full disk or the end of the program, there is either
/// all of the new file or all of the old one. What is no plain file, such as a pipe or a device, is written to.
///
/// # Errors
/// [`Failure::Input`] naming the file.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> Result {
    let written = match fs::metadata(path) {
        Ok(old) if !old.is_file() => fs::write(path, bytes),
        Ok(old) => {
            // Behind a link is the file that is meant.
            fs::canonicalize(path).and_then(|path| replace(&path, bytes, Some(old.permissions())))
        }
        Err(_) => replace(path, bytes, None),
    };
    written.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

/// [`save`] of a PNG.
///
/// # Errors
/// [`Failure::Input`] naming the file.
pub(crate) fn save_png(path: &Path, image: &RgbImage) -> Result {
    let mut bytes = Cursor::new(Vec::new());
    let written = image.write_to(&mut bytes, ImageFormat::Png);
    written.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    save(path, bytes.get_ref())
}

fn replace(path: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let temporary = beside(path, "tmp");
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().inspect_err(|_| {
        // It would only take up space, which may be what is short.
        let _ = fs::remove_file(&temporary);
    })
}

/// `FILE.EXTENSION`.
pub(crate) fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_or_left_alone() {
        let folder = std::env::temp_dir().join(format!("boardbits-save-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        save(&path, b"old").unwrap();
        save(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        // Where the temporary file cannot be made, the old one stays.
        fs::create_dir(beside(&path, "tmp")).unwrap();
        assert!(save(&path, b"newer").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = std::env::temp_dir().join(format!("boardbits-link-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, link) = (folder.join("file"), folder.join("link"));
        save(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        save(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        fs::remove_dir_all(folder).unwrap();
    }
}
