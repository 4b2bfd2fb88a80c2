//! Moves with nothing else around them: `h8 i9 g7`, `1. e4 e5 2. Nf3`, `f5d6c3`. A position's text is a game without
//! moves.

use super::builder::{GameDraft, begun};
use super::{Game, ReadContext, Unwritable};
use wanqi_play::record::{GameRecord, ROOT};

/// Words a line of what is written.
const WORDS: usize = 16;

/// Reads one game.
pub fn read(text: &str, context: &ReadContext, each: &mut dyn FnMut(Game) -> bool) {
    let mut draft = GameDraft::new(1);
    let mut begun = begun(context, "chess");
    draft.lay(1, begun.clone());
    if let Some(builder) = &draft.builder {
        let position = text.trim();
        if !position.is_empty() && builder.table().fork().set_position(position).is_ok() {
            begun.first = Some(position.into());
            draft.lay(1, begun);
        } else {
            play(text, &mut draft);
        }
    }
    let mut game = draft.finish(text.len());
    // Nothing of it could be read: a game without anything is of no use.
    game.record.take_if(|record| record.is_empty() && record.first.is_none());
    each(game);
}

fn play(text: &str, draft: &mut GameDraft) {
    let Some(mut builder) = draft.builder.take() else { return };
    'text: for (i, line) in text.lines().enumerate() {
        for word in line.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()) {
            let word = without_number(word);
            if word.is_empty() {
                continue;
            }
            let Err(what) = builder.play(word) else { continue };
            let parts = parts(word);
            // Moves of one word: the first of them must be one, or the word is told as it stands.
            if parts.len() < 2 || builder.play(parts[0]).is_err() {
                draft.problem(i + 1, what);
                break 'text;
            }
            for part in &parts[1..] {
                if let Err(what) = builder.play(part) {
                    draft.problem(i + 1, what);
                    break 'text;
                }
            }
        }
    }
    draft.builder = Some(builder);
}

/// A word without the number of the move before it: `e4` of `1.e4`, nothing of `1.` and `1...`.
pub fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match after.strip_prefix('.') {
        Some(rest) if after.len() < word.len() => rest.trim_start_matches('.'),
        _ => word,
    }
}

/// `f5d6c3` as `f5`, `d6`, `c3`: a new move wherever a letter follows a digit.
fn parts(word: &str) -> Vec<&str> {
    let bytes = word.as_bytes();
    let mut cuts = vec![0];
    cuts.extend(
        (1..bytes.len()).filter(|&i| bytes[i].is_ascii_alphabetic() && bytes[i - 1].is_ascii_digit()),
    );
    cuts.push(word.len());
    cuts.windows(2).map(|cut| &word[cut[0]..cut[1]]).collect()
}

/// The moves of the main line, those that were played from the start or from the record's own position.
pub fn write(record: &GameRecord) -> Result<String, Unwritable> {
    let checked = record.checked()?;
    let mut table = checked.table()?;
    let program = table.notations().len() - 1;
    checked.replay(&mut *table, checked.main_line().last().copied().unwrap_or(ROOT))?;
    let moves = table.turns(program);
    let lines: Vec<String> = moves.chunks(WORDS).map(|words| words.join(" ") + "\n").collect();
    Ok(lines.concat())
}
