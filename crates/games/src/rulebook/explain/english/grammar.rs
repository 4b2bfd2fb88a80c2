//! What English does with words: lists, articles, plurals.

/// Words with commas, and one before the last.
pub(super) fn list(words: &[String], and: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} {and} {last}", start.join(", ")),
    }
}

/// Names with articles.
pub(super) fn list_of(names: &[String], or: &str) -> String {
    list(&names.iter().map(|name| a(name)).collect::<Vec<_>>(), or)
}

/// A name with its article.
pub(super) fn a(name: &str) -> String {
    let vowel = name.starts_with(|c: char| "aeiouAEIOU".contains(c));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// A name at the beginning of a sentence.
pub(super) fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

pub(super) fn plural(name: &str) -> String {
    if let Some(start) = name.strip_suffix("man") {
        return format!("{start}men");
    }
    match name {
        "goose" => "geese".into(),
        "wolf" => "wolves".into(),
        _ if ["s", "x", "ch", "sh"].iter().any(|end| name.ends_with(end)) => format!("{name}es"),
        _ => format!("{name}s"),
    }
}
