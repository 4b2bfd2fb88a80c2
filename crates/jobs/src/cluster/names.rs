//! What streams, subjects and buckets of a job are called.

/// The names of a job.
#[derive(Clone, Debug)]
pub(super) struct Names {
    job: String,
}

/// What begins all names.
const PREFIX: &str = "wanqi";
/// The object that is the text of a job.
pub(super) const BUNDLE: &str = "job";
/// The consumer that workers share.
pub(super) const WORKERS: &str = "workers";
/// The consumer of the coordinator.
pub(super) const COORDINATOR: &str = "coordinator";

impl Names {
    pub fn new(job: &str) -> Names {
        Names { job: job.to_owned() }
    }

    /// The job whose units are in a stream, if it is such a stream.
    pub fn of_units(stream: &str) -> Option<Names> {
        let job = stream.strip_prefix(PREFIX)?.strip_prefix('-')?.strip_suffix("-units")?;
        let is_id = job.len() == 12 && job.chars().all(|c| c.is_ascii_hexdigit());
        is_id.then(|| Names::new(job))
    }

    pub fn job(&self) -> &str {
        &self.job
    }

    pub fn units(&self) -> String {
        format!("{PREFIX}-{}-units", self.job)
    }

    pub fn results(&self) -> String {
        format!("{PREFIX}-{}-results", self.job)
    }

    pub fn bucket(&self) -> String {
        format!("{PREFIX}-{}", self.job)
    }

    pub fn unit(&self, number: impl std::fmt::Display) -> String {
        format!("{PREFIX}.{}.unit.{number}", self.job)
    }

    pub fn result(&self, number: impl std::fmt::Display) -> String {
        format!("{PREFIX}.{}.result.{number}", self.job)
    }

    /// Where workers say that they are there.
    pub fn presence(&self) -> String {
        format!("{PREFIX}.{}.worker", self.job)
    }

    /// Where a worker hears that it is left out.
    pub fn left_out(&self, worker: &str) -> String {
        format!("{PREFIX}.{}.out.{worker}", self.job)
    }

    /// The same of every job.
    pub fn any_left_out(worker: &str) -> String {
        format!("{PREFIX}.*.out.{worker}")
    }

    /// The job of such a subject.
    pub fn job_of(subject: &str) -> Option<&str> {
        subject.split('.').nth(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_streams_of_ours_are_jobs() {
        let names = Names::new("0123456789ab");
        assert_eq!(Names::of_units(&names.units()).map(|names| names.job), Some("0123456789ab".into()));
        for other in [&names.results(), "OBJ_wanqi-0123456789ab", "wanqi-x-units", "wanqi--units", "orders"] {
            assert!(Names::of_units(other).is_none(), "{other}");
        }
        assert_eq!(Names::job_of(&names.left_out("me")), Some("0123456789ab"));
    }
}
