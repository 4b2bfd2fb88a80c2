//! `wanqi rules new`: a file to begin with.

use super::super::write_json;
use crate::Failure;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use wanqi_games::rulebook::TEMPLATES;
use wanqi_play::rules;

/// Print a rule file to begin with; without a name, list what there is
#[derive(Args, Debug)]
pub struct New {
    /// A template, or a game that comes with Wanqi
    template: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct TemplatesOutput {
    templates: Vec<ListedTemplate>,
}

#[derive(Serialize)]
struct ListedTemplate {
    name: String,
    about: String,
    about_zh: String,
    text: &'static str,
}

impl New {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(name) = &self.template {
            let template = TEMPLATES.iter().find(|template| template.name == name);
            let text =
                template.map(|template| template.text).or_else(|| rules::find(name).map(|game| game.text));
            let Some(text) = text else {
                let names: Vec<&str> = TEMPLATES.iter().map(|template| template.name).collect();
                return Err(Failure::Asked(format!(
                    "there is no template {}; there are {}, and the games that `wanqi rules new` lists",
                    wanqi_play::quoted(name),
                    names.join(", ")
                )));
            };
            if self.json {
                return write_json(out, &serde_json::json!({ "name": name, "text": text }));
            }
            write!(out, "{text}")?;
            return Ok(());
        }
        if self.json {
            let templates = TEMPLATES.iter().map(|template| ListedTemplate {
                name: template.name.into(),
                about: template.about.into(),
                about_zh: template.about_zh.into(),
                text: template.text,
            });
            return write_json(out, &TemplatesOutput { templates: templates.collect() });
        }
        writeln!(out, "Templates, with comments:")?;
        for template in TEMPLATES {
            writeln!(out, "  {:<12} {} {}", template.name, template.about, template.about_zh)?;
        }
        writeln!(out, "\nGames that come with Wanqi, to be changed:")?;
        for game in rules::shipped() {
            writeln!(out, "  {:<24} {} {}", game.info.name, game.info.title, game.info.title_zh)?;
        }
        writeln!(
            out,
            "\nwanqi rules new moving > mygame.toml\nwanqi rules check mygame.toml\nwanqi play mygame.toml"
        )?;
        Ok(())
    }
}
