//! Games told in rule files: what the files are, and tables for them.

use crate::registry::{self, rulebook};
use crate::rule_files::{self, no_options};
pub use crate::rule_files::{
    Checked, Diagnostic, Kind, Language, PREFIX, STANDARD_INPUT, Section, Severity, Shipped, TEMPLATES,
    Template, check, find, load, shipped,
};
pub use crate::rules_fault::RulesFault;
use crate::typed_table::TypedTable;
use crate::{Error, Spec, Table};
use std::path::Path;
use std::sync::Arc;
use wanqi_games::rulebook::Rulebook;
pub use wanqi_games::rulebook::Variant;

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

/// The rules of a table's game, if a file tells it.
fn rulebook_of(table: &dyn Table) -> Option<&Rulebook> {
    table.as_any().downcast_ref::<TypedTable<Rulebook>>().map(TypedTable::game)
}

/// How UCI's engines of many variants write a table's game, if a file tells it.
pub fn uci_variant(table: &dyn Table) -> Option<Variant> {
    rulebook_of(table).map(Variant::uci)
}

/// How USI writes a table's game, if a file tells it and it is one of shogi's kin.
pub fn usi_variant(table: &dyn Table) -> Option<Variant> {
    rulebook_of(table).and_then(Variant::usi)
}

/// Whether a file tells a table's game, and every move of it is a piece put on a point, always of one kind, a pass or the
/// taking over of the opening.
pub fn is_of_placing(table: &dyn Table) -> bool {
    rulebook_of(table).is_some_and(Rulebook::is_of_placing)
}
