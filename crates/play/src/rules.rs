//! Games told in rule files: what the files are, and tables for them.

use crate::registry::{self, rulebook};
use crate::rule_files::{self, no_options};
pub use crate::rule_files::{
    Checked, Diagnostic, Kind, Language, PREFIX, STANDARD_INPUT, Section, Severity, Shipped, TEMPLATES,
    Template, check, find, load, shipped,
};
pub use crate::rules_fault::RulesFault;
use crate::{Error, Spec, Table};
use std::path::Path;
use std::sync::Arc;

/// A new game by the rules of a text; `name` is what it is called in messages and what its spec says.
///
/// # Errors
/// [`Error::Rules`] with all that is wrong with the text.
pub fn table(name: &str, text: &str) -> Result<Box<dyn Table>, Error> {
    let rulebook = rule_files::read(name, text)?;
    let info = rule_files::info(name.to_owned(), rulebook.rules());
    Ok(rulebook::table(Spec::new(name), Arc::new(info), rulebook))
}

/// A new game from a spec whose name may also be the path of a rule file, or [`STANDARD_INPUT`]. Only for those who may
/// read files: a page's texts go to [`crate::table`] and [`table`].
///
/// # Errors
/// If there is no such game, option or file, or the file is wrong.
pub fn open(spec: &Spec) -> Result<Box<dyn Table>, Error> {
    if registry::is_known(&spec.name) || !rule_files::is_path(&spec.name) {
        return crate::table(spec);
    }
    no_options(spec)?;
    table(&spec.name, &load(Path::new(&spec.name))?)
}
