//! Long work beside the interpreter: without its lock, ended by Ctrl-C, and by itself if it panics.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::any::Any;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use wanqi_play::Stop;

/// Searches recurse once a ply, and may look ahead far.
pub const STACK: usize = 256 << 20;

/// How often signals are asked for.
const PATIENCE: Duration = Duration::from_millis(20);

/// Does the work on a thread of its own, and tells it by `stop` to end when Python has a signal that raises.
///
/// # Errors
/// What the signal raises, or that the work has panicked.
pub fn run<T: Send>(py: Python<'_>, stop: &Stop, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (send, ended) = mpsc::channel::<()>();
            let work = move || {
                let _told_when_dropped = send;
                work()
            };
            let worker =
                thread::Builder::new().name("wanqi".into()).stack_size(STACK).spawn_scoped(scope, work);
            let worker = worker.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
            let mut raised = None;
            while ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none() {
                    raised = Python::attach(|py| py.check_signals()).err();
                    if raised.is_some() {
                        stop.stop();
                    }
                }
            }
            let done = worker.join().map_err(|panic| panicked(&*panic));
            raised.map_or(done, Err)
        })
    })
}

/// A panic as an exception that does not end the interpreter.
pub fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no text");
    PyRuntimeError::new_err(format!("wanqi has failed, which is a mistake in it: {text}"))
}
