//! Boards one at a time, thousands of boards, chains.

mod chains;
mod inputs;
mod lists;
mod many;
mod single;

use crate::task::Task;

pub(super) fn tasks() -> Vec<Task> {
    let mut tasks = lists::tasks();
    tasks.extend(single::tasks());
    tasks.extend(many::tasks());
    tasks.extend(chains::tasks());
    tasks
}
