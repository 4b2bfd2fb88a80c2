//! All that a worker needs for a job: its text, and the files that it names. The coordinator puts them into the job's bucket,
//! and workers keep files by what is in them.

use crate::files::{self, MAX_BYTES, sha256};
use crate::{Error, Task, Work};
use async_nats::jetstream::object_store::ObjectStore;
use std::fs;
use std::path::{Path, PathBuf};
use tokio::io::AsyncReadExt;
use wanqi_play::Spec;

/// The name of an object that is a file.
fn file_name(sha256: &str) -> String {
    format!("file-{sha256}")
}

/// Puts an object into a bucket.
pub(super) async fn put(bucket: &ObjectStore, name: &str, bytes: &[u8]) -> Result<(), String> {
    bucket.put(name, &mut &*bytes).await.map(drop).map_err(|error| format!("{name}: {error}"))
}

/// An object of a bucket.
pub(super) async fn get(bucket: &ObjectStore, name: &str) -> Result<Vec<u8>, String> {
    let object = bucket.get(name).await.map_err(|error| format!("{name}: {error}"))?;
    let mut bytes = Vec::new();
    object.take(MAX_BYTES).read_to_end(&mut bytes).await.map_err(|error| format!("{name}: {error}"))?;
    Ok(bytes)
}

/// Puts the files of a work into its bucket, each as it was when the work was begun.
pub(super) async fn put_files(work: &Work, bucket: &ObjectStore) -> Result<(), Error> {
    for file in &work.files {
        let path = &file.path;
        let Some(digest) = &file.sha256 else {
            return Err(Error::Asked(format!("{path} is a folder, and only files are sent to workers")));
        };
        let bytes = wanqi_play::files::read(path, MAX_BYTES)
            .map_err(|error| Error::Asked(format!("{path}: {error}")))?;
        if sha256(&bytes) != *digest {
            return Err(Error::Asked(format!("{path} is not what it was when the job was begun")));
        }
        put(bucket, &file_name(digest), &bytes).await.map_err(Error::Cluster)?;
    }
    Ok(())
}

/// Fetches the files of a work into a folder, and names them there: nothing else of this machine is read for it.
pub(super) async fn get_files(mut work: Work, bucket: &ObjectStore, folder: &Path) -> Result<Work, String> {
    let mut places: Vec<(String, PathBuf)> = Vec::new();
    for file in &work.files {
        let digest = file.sha256.as_ref().ok_or_else(|| format!("{} is no file", file.path))?;
        let is_digest = digest.len() == 64 && digest.chars().all(|c| c.is_ascii_hexdigit());
        if !is_digest {
            return Err(format!("{} is named by no SHA-256", file.path));
        }
        let place = folder.join(digest);
        let kept = fs::read(&place).is_ok_and(|bytes| sha256(&bytes) == *digest);
        if !kept {
            let bytes = get(bucket, &file_name(digest)).await?;
            if sha256(&bytes) != *digest {
                return Err(format!("{} has come otherwise than it was sent", file.path));
            }
            write_whole(&place, &bytes).map_err(|error| format!("{}: {error}", place.display()))?;
        }
        places.push((file.path.clone(), place));
    }
    rename(&mut work, &places)?;
    Ok(work)
}

fn write_whole(place: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder)?;
    }
    // Two workers of one machine may be at it.
    let beginning = place.with_extension(std::process::id().to_string());
    fs::write(&beginning, bytes)?;
    fs::rename(&beginning, place)
}

/// Names the files of players by where they are here. A player that names another file is refused.
fn rename(work: &mut Work, places: &[(String, PathBuf)]) -> Result<(), String> {
    let table = work.table().map_err(|error| error.to_string())?;
    let local = |text: &mut String| -> Result<(), String> {
        let mut spec: Spec = text.parse().map_err(|error: wanqi_play::Error| error.to_string())?;
        for option in files::options(&*table, &spec) {
            if !option.names_file(&spec) {
                continue;
            }
            let named = option.given(&spec).unwrap_or_default();
            let place = places.iter().find(|(path, _)| path == named).map(|(_, place)| place.clone());
            let place = place.ok_or_else(|| format!("{}={named} did not come with the job", option.name))?;
            option.give(&mut spec, place.to_string_lossy());
        }
        *text = spec.to_string();
        Ok(())
    };
    match &mut work.task {
        Task::Match(task) => task.players.iter_mut().try_for_each(local),
        Task::Playouts(_) => Ok(()),
        Task::Analysis(task) => [&mut task.player].into_iter().try_for_each(local),
        Task::Games(task) => [&mut task.player].into_iter().try_for_each(local),
        Task::Learn(task) => task.part.files().try_for_each(|named| name(named, places)),
        Task::Network(task) if task.games.is_file() => name(&mut task.games.evaluation, places),
        Task::Network(_) => Ok(()),
    }
}

/// Names a file by where it is here.
fn name(named: &mut String, places: &[(String, PathBuf)]) -> Result<(), String> {
    let place = places.iter().find(|(path, _)| path == named).map(|(_, place)| place);
    let place = place.ok_or_else(|| format!("{named} did not come with the job"))?;
    *named = place.to_string_lossy().into_owned();
    Ok(())
}
