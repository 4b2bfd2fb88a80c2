//! Weights as files: a module of Rust to compile in, or TOML to read.

use std::fmt::Write;
use wanqi_search::linear::Group;

/// A module of constants, one a group, to be included by the evaluation (`mod weights;`). `origin` says in the first
/// line where they come from.
pub fn rust(groups: &[Group], weights: &[i32], origin: &str) -> String {
    let mut text = format!("//! {origin}\n");
    each(groups, weights, |group, weights| {
        let name = &group.name;
        let _ = writeln!(text, "\n/// {}", group.help);
        match weights {
            [weight] => {
                let _ = writeln!(text, "pub const {name}: i32 = {weight};");
            }
            _ => {
                let _ = writeln!(text, "#[rustfmt::skip]\npub const {name}: [i32; {}] = [", weights.len());
                rows(&mut text, group, weights);
                text += "];\n";
            }
        }
    });
    text
}

/// The same as TOML: one key a group.
pub fn toml(groups: &[Group], weights: &[i32], origin: &str) -> String {
    let mut text = format!("# {origin}\n");
    each(groups, weights, |group, weights| {
        let name = group.name.to_lowercase();
        let _ = writeln!(text, "\n# {}", group.help);
        match weights {
            [weight] => {
                let _ = writeln!(text, "{name} = {weight}");
            }
            _ => {
                let _ = writeln!(text, "{name} = [");
                rows(&mut text, group, weights);
                text += "]\n";
            }
        }
    });
    text
}

fn each<'a>(groups: &[Group], weights: &'a [i32], mut visit: impl FnMut(&Group, &'a [i32])) {
    let mut rest = weights;
    for group in groups {
        let (own, others) = rest.split_at(group.length.min(rest.len()));
        rest = others;
        visit(group, own);
    }
}

/// The weights in rows of the group's columns, in line.
fn rows(text: &mut String, group: &Group, weights: &[i32]) {
    let width = weights.iter().map(|weight| weight.to_string().len()).max().unwrap_or(0);
    for row in weights.chunks(group.columns.max(1)) {
        let row: Vec<String> = row.iter().map(|weight| format!("{weight:>width$}")).collect();
        let _ = writeln!(text, "    {},", row.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files() {
        let groups = [Group::one("TURN", "The turn."), Group::table("SQUARES", "The squares.", 4, 2)];
        let weights = [7, 1, -20, 3, 4];
        assert_eq!(
            rust(&groups, &weights, "Made so."),
            "//! Made so.\n\n/// The turn.\npub const TURN: i32 = 7;\n\n/// The squares.\n#[rustfmt::skip]\n\
             pub const SQUARES: [i32; 4] = [\n      1, -20,\n      3,   4,\n];\n"
        );
        assert_eq!(
            toml(&groups, &weights, "Made so."),
            "# Made so.\n\n# The turn.\nturn = 7\n\n# The squares.\nsquares = [\n      1, -20,\n      3,   4,\n]\n"
        );
    }
}
