//! What the page shows of every game before one is opened: its board with a position on it.

#[cfg(not(target_arch = "wasm32"))]
use axum::{Json, http::header, response::IntoResponse};
use serde::Serialize;
use std::sync::LazyLock;
use wanqi_play::rules::{self, Kind};
use wanqi_play::{GameInfo, Layout, Scene, Spec, games, picture_position, table};

/// A game in the gallery.
#[derive(Serialize)]
struct Picture {
    name: &'static str,
    title: &'static str,
    title_zh: &'static str,
    /// What it is about; none for a game that the program knows by heart.
    kind: Option<Kind>,
    layout: Layout,
    scene: Scene,
}

/// How long the browser may show the gallery without asking again: games only change with the program.
#[cfg(not(target_arch = "wasm32"))]
const FRESH: &str = "max-age=600";

static PICTURES: LazyLock<Vec<Picture>> = LazyLock::new(|| {
    let native = games().filter_map(|info| picture(info, None));
    let told = rules::shipped().filter_map(|shipped| picture(&shipped.info, Some(shipped.kind)));
    native.chain(told).collect()
});

/// A position where pieces have met, if there is one: the last that the lab looks at, unless it is mostly full and shows
/// nothing of the game.
fn picture(info: &'static GameInfo, kind: Option<Kind>) -> Option<Picture> {
    let mut table = table(&Spec::new(&*info.name)).ok()?;
    let (layout, mut scene) = (table.layout(), table.view().scene);
    if let Some(position) = picture_position(&info.name).or(info.lab_positions.last().copied()) {
        table.set_position(position).ok()?;
        let later = table.view().scene;
        if 2 * later.pieces.len() <= layout.points.len() {
            scene = later;
        }
    }
    let (name, title, title_zh) = (&*info.name, &*info.title, &*info.title_zh);
    Some(Picture { name, title, title_zh, kind, layout, scene })
}

/// Every game, as JSON.
///
/// # Panics
/// Never: a picture has only strings for keys.
pub fn written() -> String {
    serde_json::to_string(&*PICTURES).expect("a picture has only strings for keys")
}

/// Answers with every game.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) async fn show() -> impl IntoResponse {
    ([(header::CACHE_CONTROL, FRESH)], Json(&*PICTURES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_hangs_in_the_gallery() {
        let names: Vec<&str> = PICTURES.iter().map(|picture| picture.name).collect();
        let known = games().map(|info| &*info.name);
        let expected: Vec<&str> = known.chain(rules::shipped().map(|shipped| &*shipped.info.name)).collect();
        assert_eq!(names, expected);
        for picture in &*PICTURES {
            let taken = picture.scene.pieces.len();
            assert!(taken <= picture.layout.points.len(), "{}", picture.name);
        }
        let empty: Vec<_> = PICTURES
            .iter()
            .filter(|picture| picture.scene.pieces.is_empty())
            .map(|picture| picture.name)
            .collect();
        assert_eq!(empty, [""; 0], "boards have pieces on them");
    }
}
