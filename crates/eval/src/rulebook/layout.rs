//! The weights of an evaluation that is made up of what a rule file has: their groups, and what they are before
//! anything has been learned.

use wanqi_search::linear::Group;

/// The weights so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub groups: Vec<Group>,
    pub prior: Vec<i32>,
}

impl Layout {
    /// Adds weights, and says where they begin.
    pub fn table(&mut self, name: &str, help: &str, prior: &[i32], columns: usize) -> usize {
        let first = self.prior.len();
        self.prior.extend_from_slice(prior);
        self.groups.push(Group::table(name, help, prior.len(), columns));
        first
    }

    /// Adds one weight, and says where it is.
    pub fn one(&mut self, name: &str, help: &str, prior: i32) -> usize {
        self.table(name, help, &[prior], 1)
    }
}
