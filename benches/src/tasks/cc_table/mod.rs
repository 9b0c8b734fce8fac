//! Boards one at a time, thousands of boards, chains, images, volumes.

mod chains;
mod images;
mod inputs;
mod lists;
mod many;
mod single;
mod volumes;

use crate::task::Task;

pub(super) fn tasks() -> Vec<Task> {
    let mut tasks = lists::tasks();
    tasks.extend(single::tasks());
    tasks.extend(many::tasks());
    tasks.extend(chains::tasks());
    tasks.extend(images::tasks());
    tasks.extend(volumes::tasks());
    tasks
}
