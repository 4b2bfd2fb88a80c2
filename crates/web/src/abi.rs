//! The calls between this module and JavaScript. A text goes in through a buffer that [`wanqi_room`] gives, and out as an address
//! and a length that hold until the call returns.
//!
//! Without wasm-bindgen: texts and numbers are all that passes, and so neither a tool nor generated code stands between the
//! worker and this.
#![allow(unsafe_code)]

use crate::conversation::Conversation;
use crate::{engine, threads};
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use wanqi_play::data_file::{self, LostFile, Supply};
use wanqi_play::host::one_thread::{self, Host};

#[link(wasm_import_module = "page")]
// SAFETY: these are functions of JavaScript that take numbers and read texts from the module's memory; none writes there.
unsafe extern "C" {
    /// Milliseconds by a clock that never goes back.
    safe fn now() -> f64;
    /// Milliseconds since 1970.
    safe fn since_1970() -> f64;
    /// Whether `hear` can be called while work is under way.
    safe fn takes_turns() -> i32;
    /// Lets messages in, after so many milliseconds at most if none has come.
    safe fn hear(most: u32);
    /// Passes a text on.
    safe fn say(text: *const u8, length: usize);
    /// Fetches a file of the folder `data` into a buffer that [`wanqi_room`] gives, and waits for it. 0 if it cannot be had: then
    /// why not is in the buffer.
    safe fn fetch(name: *const u8, length: usize) -> i32;
    /// Says what is wrong, a [`Message`] as JSON, though everything goes on.
    safe fn warn(message: *const u8, length: usize);
    /// Says why everything ends now.
    safe fn fail(text: *const u8, length: usize);
    /// Keeps a text under a key; none, if it is -1 long.
    safe fn keep(key: *const u8, length: usize, text: *const u8, text_length: isize);
}

thread_local! {
    static INBOX: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static TALK: RefCell<Option<Conversation>> = const { RefCell::new(None) };
    /// Whether messages can be let in now: only from within `wanqi_run`, whose stack JavaScript can put aside.
    static MAY_HEAR: Cell<bool> = const { Cell::new(false) };
    /// What was kept when the page was here last.
    static KEPT: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
}

fn say_text(text: &str) {
    say(text.as_ptr(), text.len());
}

fn keep_text(key: &str, text: Option<&str>) {
    let (at, length) = text.map_or((std::ptr::null(), -1), |text| (text.as_ptr(), text.len() as isize));
    keep(key.as_ptr(), key.len(), at, length);
}

fn fetch_file(name: &str, fingerprint: u64) -> Result<Vec<u8>, String> {
    // No cache on the way has the file of another version at this address.
    let address = format!("{name}?{fingerprint:016x}");
    let has_come = fetch(address.as_ptr(), address.len()) != 0;
    let bytes = INBOX.take();
    if has_come { Ok(bytes) } else { Err(String::from_utf8_lossy(&bytes).into_owned()) }
}

fn warn_of(lost: &LostFile) {
    let text = serde_json::to_string(&lost.message()).expect("a message has only strings for keys");
    warn(text.as_ptr(), text.len());
}

fn hear_if_possible(most: u32) -> bool {
    let may = MAY_HEAR.get();
    if may {
        hear(most);
        MAY_HEAR.set(true);
        // What the search has told its owner so far.
        with_talk(|talk| talk.partner().tick());
    }
    may
}

/// The text that has been written into the buffer.
fn text() -> String {
    let bytes = INBOX.take();
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Does something with the conversation while messages cannot be let in: JavaScript has called on a stack of its own.
fn with_talk<T>(act: impl FnOnce(&mut Conversation) -> T) -> Option<T> {
    let may = MAY_HEAR.replace(false);
    let done = TALK.with_borrow_mut(|talk| talk.as_mut().map(act));
    MAY_HEAR.set(may);
    done
}

/// A buffer for a text of so many bytes. It is taken by the next call that takes a text.
#[unsafe(no_mangle)]
pub extern "C" fn wanqi_room(bytes: usize) -> *mut u8 {
    INBOX.with_borrow_mut(|inbox| {
        *inbox = vec![0; bytes];
        inbox.as_mut_ptr()
    })
}

/// Takes what was kept: a key, a line break and the text. Before [`wanqi_open`].
#[unsafe(no_mangle)]
pub extern "C" fn wanqi_kept() {
    if let Some((key, text)) = text().split_once('\n') {
        KEPT.with_borrow_mut(|kept| kept.push((key.into(), text.into())));
    }
}

/// Sits down as the text says: at a protocol of engines, or at the app. 1 if it can be; otherwise why not is said.
#[unsafe(no_mangle)]
pub extern "C" fn wanqi_open() -> i32 {
    std::panic::set_hook(Box::new(|panic| {
        let what = panic.to_string();
        fail(what.as_ptr(), what.len());
    }));
    let hear = (takes_turns() != 0).then_some(hear_if_possible as fn(u32) -> bool);
    data_file::supply_by(Supply { fetch: fetch_file, lost: warn_of });
    let (now, since_1970) = (|| now(), || since_1970());
    let (threads, expect_helpers, help) = (threads::count, threads::expect, threads::help);
    one_thread::install(Host { now, since_1970, hear, threads, expect_helpers, help });
    let (what, kept) = (text(), KEPT.take());
    if what == "app" {
        let app = crate::app::open(kept, Box::new(keep_text), Arc::new(|text: String| say_text(&text)));
        TALK.set(Some(Conversation::with(app)));
        return 1;
    }
    match engine::open(&what, Arc::new(|line: String| say_text(&line))) {
        Ok(partner) => {
            TALK.set(Some(Conversation::with(partner)));
            1
        }
        Err(why) => {
            say_text(&why);
            0
        }
    }
}

/// Answers the text in the buffer, now or after what is under way.
#[unsafe(no_mangle)]
pub extern "C" fn wanqi_hear() {
    let text = text();
    with_talk(|talk| talk.hear(text, one_thread::is_busy()));
}

/// Takes in a file from the buffer: what is said about it, a line break and its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn wanqi_hear_file() {
    let mut bytes = INBOX.take();
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let file = bytes.split_off((end + 1).min(bytes.len()));
    let about = String::from_utf8_lossy(&bytes);
    with_talk(|talk| talk.partner().hear_file(about.trim_end(), file));
}

/// Does what waits until nothing is left, letting messages in now and then. JavaScript calls it as a promise, and never again before
/// that is kept.
#[unsafe(no_mangle)]
pub extern "C" fn wanqi_run() {
    loop {
        MAY_HEAR.set(true);
        one_thread::run_waiting();
        let said = with_talk(|talk| {
            talk.partner().tick();
            talk.hear_next()
        });
        if said != Some(true) && !one_thread::is_waiting() {
            break;
        }
    }
    MAY_HEAR.set(false);
}

/// Whether [`wanqi_run`] has anything to do.
#[unsafe(no_mangle)]
pub extern "C" fn wanqi_is_waiting() -> i32 {
    i32::from(one_thread::is_waiting())
}

/// Milliseconds until [`wanqi_tick`] has something to do; -1 if it will have nothing.
#[unsafe(no_mangle)]
pub extern "C" fn wanqi_due() -> i32 {
    let due = with_talk(|talk| talk.partner().due()).flatten();
    due.map_or(-1, |due| i32::try_from(due).unwrap_or(i32::MAX))
}

/// Looks at the time.
#[unsafe(no_mangle)]
pub extern "C" fn wanqi_tick() {
    with_talk(|talk| talk.partner().tick());
}
