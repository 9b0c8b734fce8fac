//! Boards one at a time, boards by the thousand, chains, images.

mod chains;
mod images;
mod inputs;
mod lists;
mod many;

use crate::task::Task;

pub(super) fn tasks() -> Vec<Task> {
    let mut tasks = lists::tasks();
    tasks.extend(many::tasks());
    tasks.extend(chains::tasks());
    tasks.extend(images::tasks());
    tasks
}
