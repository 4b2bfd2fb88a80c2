//! How games of the library ended, to be drawn small beside them.

use crate::library_handle::LibraryHandle;
use crate::protocol::{Event, RequestError};
use serde::Serialize;
use wanqi_play::record::ROOT;
use wanqi_play::{Layout, Message, Scene};
use wanqi_store::GameId;

/// The most games that are drawn at once: a page of the list.
const MAX_GAMES: usize = 50;

/// The last position of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Thumbnail {
    /// The game.
    pub id: GameId,
    /// Its board, by place among those that are told.
    pub layout: usize,
    /// The pieces.
    pub scene: Scene,
    /// The points of the last move.
    pub trace: Vec<u16>,
    /// How it ended, if its record says that in words.
    pub result: Option<Message>,
}

/// Draws games; those that cannot be played are left out.
pub(crate) fn draw(
    handle: &LibraryHandle,
    id: Option<u64>,
    games: Vec<GameId>,
) -> Result<Event, RequestError> {
    let load = move |library: &mut wanqi_store::Library| {
        let loaded = games.into_iter().take(MAX_GAMES).map(|id| (id, library.load(id)));
        Ok(loaded.filter_map(|(id, game)| Some((id, game.ok()?.record))).collect::<Vec<_>>())
    };
    let mut names: Vec<(String, Option<String>)> = Vec::new();
    let (mut layouts, mut boards) = (Vec::<Layout>::new(), Vec::new());
    for (id, record) in handle.ask(load)? {
        let Ok(mut table) = record.table() else { continue };
        let end = record.main_line().last().copied().unwrap_or(ROOT);
        // One that breaks off is shown as far as it goes.
        let _ = record.replay(&mut *table, end);
        let name = (table.spec().to_string(), record.rules.clone());
        let layout = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            layouts.push(table.layout());
            layouts.len() - 1
        });
        let view = table.view();
        let ending = record.headers.result.as_ref().filter(|ending| !ending.text.is_empty());
        let result = ending.map(|ending| ending.message(&*table));
        boards.push(Thumbnail { id, layout, scene: view.scene, trace: view.trace, result });
    }
    Ok(Event::Thumbnails { id, layouts, boards })
}
