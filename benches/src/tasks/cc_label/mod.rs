//! Images and volumes.

mod images;
mod volumes;

use crate::task::Task;

pub(super) fn tasks() -> Vec<Task> {
    let mut tasks = images::tasks();
    tasks.extend(volumes::tasks());
    tasks
}
