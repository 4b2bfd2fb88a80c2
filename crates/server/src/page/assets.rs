//! The files of `web/` that ship, embedded, each under an address that is good for ever: its name has a hash of what is
//! in it. The page's own document names them all, by an import map for modules that name each other without a hash.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::LazyLock;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "index.html"]
#[include = "style.css"]
#[include = "style/*.css"]
#[include = "icon.svg"]
#[include = "icons/*.png"]
#[include = "manifest.webmanifest"]
#[include = "worker.js"]
#[include = "js/**/*.js"]
#[include = "text/*.json"]
#[include = "vendor/*.js"]
#[include = "vendor/*.txt"]
struct Web;

/// The document that all else is loaded from.
pub(super) const DOCUMENT: &str = "index.html";
/// Where the document wants to know about the others.
const PLACE: &str = "<!-- assets -->";
/// The module that begins.
const MAIN: &str = "js/main.js";
/// What is asked for by its own name alone.
const UNHASHED: [&str; 3] = [DOCUMENT, "worker.js", "manifest.webmanifest"];
/// Digits of a hash in a name.
const DIGITS: usize = 16;

/// A file that was found under an address.
pub(super) struct Asset {
    pub file: EmbeddedFile,
    /// Tells it from any other.
    pub digits: String,
    /// Whether the address has these digits, so that what it leads to is always the same.
    pub forever: bool,
}

/// The document as it is sent.
pub(super) struct Document {
    pub html: String,
    /// Tells it from any other.
    pub digits: String,
    /// The hash of the import map, as a policy has it.
    pub import_map_hash: String,
}

/// The file with this path, with or without a hash in its name. A hash of another version finds nothing: the page must
/// never run with half of an old one.
pub(super) fn find(path: &str) -> Option<Asset> {
    if let Some(file) = Web::get(path) {
        return Some(Asset { digits: digits(&file.metadata.sha256_hash()), file, forever: false });
    }
    let (name, ending) = path.rsplit_once('.')?;
    let (name, hash) = name.rsplit_once('.')?;
    let file = Web::get(&format!("{name}.{ending}"))?;
    let digits = digits(&file.metadata.sha256_hash());
    (digits == hash).then_some(Asset { digits, file, forever: true })
}

/// The document.
pub(super) fn document() -> &'static Document {
    static DOCUMENT: LazyLock<Document> = LazyLock::new(Document::written);
    &DOCUMENT
}

/// The first digits of a hash.
fn digits(hash: &[u8]) -> String {
    hash[..DIGITS / 2].iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

impl Document {
    fn written() -> Document {
        let text = |path: &str| Web::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned());
        let mut html = text(DOCUMENT).unwrap_or_default();
        let hashed: BTreeMap<String, String> = Web::iter()
            .filter(|path| !UNHASHED.contains(&&**path))
            .filter_map(|path| {
                let (name, ending) = path.rsplit_once('.')?;
                let hashed = format!("/{name}.{}.{ending}", digits(&Web::get(&path)?.metadata.sha256_hash()));
                Some((format!("/{path}"), hashed))
            })
            .collect();
        for (path, hashed) in &hashed {
            html = html.replace(&format!("\"{path}\""), &format!("\"{hashed}\""));
        }
        let named: BTreeMap<_, _> =
            hashed.iter().filter(|(path, _)| path.ends_with(".js") || path.ends_with(".json")).collect();
        let map = serde_json::json!({ "imports": named }).to_string();
        let mut told = format!("<script type=\"importmap\">{map}</script>");
        // Without this a browser finds out module by module what the next one needs.
        for path in needed(MAIN, text) {
            if let Some(hashed) = hashed.get(&format!("/{path}")) {
                let _ = write!(told, "\n    <link rel=\"modulepreload\" href=\"{hashed}\">");
            }
        }
        let import_map_hash = format!("'sha256-{}'", STANDARD.encode(Sha256::digest(map)));
        let html = html.replace(PLACE, &told);
        Document { digits: digits(&Sha256::digest(&html)), html, import_map_hash }
    }
}

/// A module and all that it cannot begin without.
fn needed(main: &str, text: impl Fn(&str) -> Option<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![main.to_owned()];
    while let Some(path) = waiting.pop() {
        let Some(code) = text(&path) else { continue };
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        waiting.extend(
            imports(&code).filter_map(|name| joined(folder, name)).filter(|path| !found.contains(path)),
        );
        found.insert(path);
    }
    found
}

/// The modules that one imports before it begins, as it names them: `import … from "./board.js";`.
fn imports(code: &str) -> impl Iterator<Item = &str> {
    let named = code.split("from \"").skip(1).chain(code.split("import \"").skip(1));
    named.filter_map(|rest| rest.split_once('"')).map(|(name, _)| name).filter(|name| name.starts_with('.'))
}

/// The path that a name leads to from a folder.
fn joined(folder: &str, name: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_module_needs() {
        let text = |path: &str| {
            let code = match path {
                "js/main.js" => {
                    "import { a } from \"./lab/a.js\";\nimport \"../vendor/b.js\";\nimport(\"./later.js\")"
                }
                "js/lab/a.js" => "import {\n  m,\n} from \"../main.js\";",
                "vendor/b.js" | "js/later.js" => "",
                _ => return None,
            };
            Some(code.to_owned())
        };
        assert_eq!(Vec::from_iter(needed("js/main.js", text)), ["js/lab/a.js", "js/main.js", "vendor/b.js"]);
    }

    #[test]
    fn every_address_of_the_document_is_found_and_good_for_ever() {
        let html = &document().html;
        let named: Vec<&str> =
            html.split('"').filter(|text| text.starts_with('/') && text.contains('.')).collect();
        let hashed = named.iter().filter(|path| find(&path[1..]).is_some_and(|asset| asset.forever)).count();
        for path in &named {
            assert!(find(&path[1..]).is_some(), "{path}");
        }
        assert!(hashed > 60, "{hashed} of {}", named.len());
        for path in ["/js/main.", "/style.", "/text/en.", "/vendor/htm-preact."] {
            assert!(named.iter().any(|named| named.starts_with(path)), "{path}");
        }
        assert!(!html.contains(PLACE));
    }

    #[test]
    fn a_hash_of_another_version_finds_nothing() {
        let digits = find("js/main.js").expect("it is embedded").digits;
        assert!(find(&format!("js/main.{digits}.js")).expect("its own").forever);
        for path in
            ["js/main.0123456789abcdef.js".into(), format!("js/app.{digits}.js"), format!("js/main.{digits}")]
        {
            assert!(find(&path).is_none(), "{path}");
        }
    }
}
