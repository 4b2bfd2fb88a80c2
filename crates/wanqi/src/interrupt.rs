//! Ctrl-C: the first stops the work and keeps what it had, the second ends the program.

use std::sync::{Arc, Mutex, PoisonError};
use wanqi_play::Stop;

/// What a program that was ended by Ctrl-C returns to the shell: 128 and the number of the signal.
const EXIT_CODE: i32 = 130;

/// Listens for Ctrl-C from its creation to the end of the program.
#[derive(Clone, Default)]
pub struct Interrupt {
    working: Arc<Mutex<Option<Stop>>>,
}

impl Interrupt {
    /// Begins to listen. Where that cannot be done Ctrl-C ends the program, as it always does.
    pub fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let heard = interrupt.clone();
        let _ = ctrlc::set_handler(move || match heard.take() {
            Some(stop) => stop.stop(),
            None => std::process::exit(EXIT_CODE),
        });
        interrupt
    }

    /// A flag for work that begins now: the next Ctrl-C sets it, the one after that ends the program.
    pub fn stop(&self) -> Stop {
        let stop = Stop::default();
        *self.working.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop.clone());
        stop
    }

    /// The work is done: the next Ctrl-C ends the program.
    pub fn done(&self) {
        self.take();
    }

    fn take(&self) -> Option<Stop> {
        self.working.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
