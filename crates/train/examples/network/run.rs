//! How work is stopped, and how it shows how far it is.

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use wanqi_search::Stop;

/// A stop that Ctrl-C sets: the first keeps what there is, the second ends the program.
pub fn stop_at_ctrl_c() -> Result<Stop> {
    let stop = Stop::default();
    let heard = stop.clone();
    ctrlc::set_handler(move || {
        if heard.is_stopped() {
            std::process::exit(130);
        }
        heard.stop();
    })?;
    Ok(stop)
}

/// Threads to use, all there are if none are asked for.
pub fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Progress of so many pieces of work, with an estimate of what is left.
pub fn bar(length: u64, what: &str) -> ProgressBar {
    let settings =
        ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left, {{msg}}"));
    ProgressBar::new(length).with_style(settings.expect("the template is right"))
}
