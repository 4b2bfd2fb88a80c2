//! What is wrong with a file, shown in the file.

use super::File;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use wanqi_games::rulebook::{Diagnostic, Severity};
use wanqi_protocol::json::answers::RulesProblem;

/// The width of the places that are shown.
const WIDTH: usize = 100;

/// All that is wrong, each with its line and a caret.
pub fn rendered(file: &File) -> String {
    file.diagnostics.iter().map(|diagnostic| one(diagnostic, file) + "\n\n").collect()
}

fn one(diagnostic: &Diagnostic, file: &File) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(&diagnostic.what);
    // A file's own control characters stay out of the terminal; tabulators and line ends do no harm.
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    let shown = !file.text.chars().any(control);
    let snippet = diagnostic.at.clone().filter(|_| shown).map(|at| {
        let annotation = AnnotationKind::Primary.span(at);
        Snippet::source(file.text.as_str()).path(file.name.as_str()).annotation(annotation)
    });
    let help = diagnostic.help.as_deref().map(|help| Level::HELP.message(help));
    let group = match (snippet, help) {
        (Some(snippet), Some(help)) => title.element(snippet).element(help),
        (Some(snippet), None) => title.element(snippet),
        (None, Some(help)) => title.element(help),
        (None, None) => return format!("{}: {}", severity(diagnostic), diagnostic.what),
    };
    Renderer::plain().term_width(WIDTH).render(&[group])
}

/// For programs.
pub fn told(file: &File) -> Vec<RulesProblem> {
    file.diagnostics.iter().map(|diagnostic| RulesProblem::of(diagnostic, &file.text)).collect()
}

fn severity(diagnostic: &Diagnostic) -> &'static str {
    match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}
