//! What is told of the shipped files.

use crate::reading::shipped;
use wanqi_games::rulebook::explain::{Language, explain, to_text};
use wanqi_games::rulebook::read;

#[test]
fn explanations_of_shipped_files() {
    for (name, file) in shipped() {
        let name = name.trim_end_matches(".toml");
        let rules = read(&file).rules.unwrap();
        for (language, suffix) in [(Language::English, "en"), (Language::Chinese, "zh")] {
            let text = to_text(&explain(&rules, language));
            insta::assert_snapshot!(format!("{name}.{suffix}"), text);
        }
    }
}

#[test]
fn templates_are_games() {
    for template in wanqi_games::rulebook::TEMPLATES {
        let reading = read(template.text);
        assert_eq!(crate::reading::told(template.text, &reading), "", "{}", template.name);
        wanqi_games::rulebook::Rulebook::new(reading.rules.unwrap()).unwrap();
    }
}
