//! What is asked about the program, its games and rule files.

use super::answers::{FORMAT_VERSION, GamePlayers, ListedGame, RulesProblem, written};
use super::error::RequestError;
use super::{Call, Json, Reply};
use crate::fields::FieldError;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use wanqi_play::rules::{self, Language, Section};
use wanqi_play::{GameInfo, Layout, Spec, quoted};

#[derive(Serialize)]
struct Hello {
    name: &'static str,
    release: &'static str,
    version: u32,
    jobs: usize,
    requests: BTreeMap<&'static str, Vec<&'static str>>,
}

#[derive(Serialize)]
struct Games {
    games: Vec<ListedGame>,
}

#[derive(Serialize)]
struct Description {
    #[serde(flatten)]
    players: GamePlayers,
    title: String,
    title_zh: String,
    options: Vec<wanqi_play::OptionInfo>,
    notations: &'static [&'static str],
    layout: Layout,
    rules: Option<String>,
    explanation: Option<Vec<Part>>,
}

/// What a rule file says about something.
#[derive(Serialize)]
struct Part {
    title: &'static str,
    lines: Vec<String>,
}

impl Part {
    fn all(sections: Vec<Section>) -> Vec<Part> {
        sections.into_iter().map(|section| Part { title: section.title, lines: section.lines }).collect()
    }
}

#[derive(Serialize)]
struct Check {
    good: bool,
    diagnostics: Vec<RulesProblem>,
    explanation: Option<Vec<Part>>,
}

fn language(call: &Call<'_>) -> Result<Language, RequestError> {
    match call.fields.text("language")? {
        None | Some("en") => Ok(Language::English),
        Some("zh") => Ok(Language::Chinese),
        Some(other) => {
            Err(FieldError::new("language", format!("Must be \"en\" or \"zh\", not {}", quoted(other)))
                .into())
        }
    }
}

impl Json {
    pub(super) fn hello(&mut self, _: &Call<'_>) -> Result<Reply, RequestError> {
        let hello = Hello {
            name: "Wanqi",
            release: env!("CARGO_PKG_VERSION"),
            version: FORMAT_VERSION,
            jobs: self.jobs.most(),
            requests: Json::requests().collect(),
        };
        Ok(Reply::Answer(written(&hello)))
    }

    pub(super) fn games(&mut self, _: &Call<'_>) -> Result<Reply, RequestError> {
        Ok(Reply::Answer(written(&Games { games: ListedGame::all()? })))
    }

    pub(super) fn describe(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let language = language(call)?;
        let place = self.tables.place(&call.fields)?;
        let table = &*place.table;
        let info: Arc<GameInfo> = table.info();
        let shipped = || rules::find(&table.spec().name).map(|shipped| shipped.text.to_owned());
        // What the program knows by heart is told by no file, though there may be one that tells it again.
        let by_heart = wanqi_play::games().any(|known| known.name == table.spec().name);
        let text = place.rules.clone().or_else(|| shipped().filter(|_| !by_heart));
        let explained = text.as_deref().and_then(|text| rules::check(text, language).explanation);
        let description = Description {
            players: GamePlayers::of(table),
            title: info.title.to_string(),
            title_zh: info.title_zh.to_string(),
            options: info.options.clone(),
            notations: table.notations(),
            layout: table.layout(),
            explanation: explained.map(Part::all),
            rules: text,
        };
        Ok(Reply::Answer(written(&description)))
    }

    pub(super) fn check(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let language = language(call)?;
        let text = match (call.fields.text("rules")?, call.fields.text("game")?) {
            (Some(text), _) => text.to_owned(),
            (None, None) => return Err(FieldError::new("rules", "Missing field").into()),
            (None, Some(name)) => {
                let spec: Spec = name.parse().map_err(RequestError::of("game"))?;
                match rules::find(&spec.name) {
                    Some(shipped) => shipped.text.to_owned(),
                    None if spec.name == rules::STANDARD_INPUT => {
                        return Err(FieldError::new("game", "Requests come in there").into());
                    }
                    None => rules::load(spec.name.as_ref()).map_err(RequestError::of("game"))?,
                }
            }
        };
        let checked = rules::check(&text, language);
        let check = Check {
            good: checked.explanation.is_some(),
            diagnostics: checked.diagnostics.iter().map(|one| RulesProblem::of(one, &text)).collect(),
            explanation: checked.explanation.map(Part::all),
        };
        Ok(Reply::Answer(written(&check)))
    }
}
