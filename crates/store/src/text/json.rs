//! Our own text: a record in JSON on every line.

use super::builder::GameDraft;
use super::{BYTE_ORDER_MARK, Game};
use wanqi_play::Message;
use wanqi_play::record::GameRecord;

pub fn read(text: &str, each: &mut dyn FnMut(Game) -> bool) {
    let mut number = 0;
    let mut end = 0;
    for (i, line) in text.split_inclusive('\n').enumerate() {
        end += line.len();
        let line = line.trim().trim_start_matches(BYTE_ORDER_MARK);
        if line.is_empty() {
            continue;
        }
        number += 1;
        let mut draft = GameDraft::new(number);
        let record =
            serde_json::from_str::<GameRecord>(line).map_err(|error| Message::plain(error.to_string()));
        let checked = record.and_then(|record| record.checked().map_err(|error| error.message()));
        let record = checked.map_err(|what| draft.problem(i + 1, what)).ok();
        if !each(Game { record, ..draft.finish(end) }) {
            return;
        }
    }
}

pub fn write(record: &GameRecord) -> String {
    serde_json::to_string(record).expect("a record has only strings for keys") + "\n"
}
