//! The endgame tables of Jungle: what is built, and what players use.

use crate::options::FileValue;
use crate::tablebases::{EndingSet, Loaded, load};
use crate::{Error, Stop};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use wanqi_eval::jungle::Tablebases;
use wanqi_eval::jungle::tablebase::Material;
use wanqi_games::jungle::Jungle;
use wanqi_search::retrograde::Tablebase;

/// The pieces of the endings that are kept in files; those of two are solved when they are needed.
const PIECES: u32 = 3;

struct JungleTablebases {
    rules: Jungle,
    endgames: Tablebases,
    materials: Vec<Material>,
}

impl JungleTablebases {
    fn new(rules: Jungle) -> JungleTablebases {
        JungleTablebases { rules, endgames: Tablebases::new(rules), materials: Material::all(PIECES) }
    }
}

impl EndingSet for JungleTablebases {
    /// Only what the values depend on; repetition is not among it.
    fn rules(&self) -> String {
        let Jungle { elephant_takes_rat, shore_captures, dog_over_wolf, stuck_is_draw, repetition_loses: _ } =
            self.rules;
        let knobs = [
            (elephant_takes_rat, "-elephant-takes-rat"),
            (shore_captures, "-shore-captures"),
            (dog_over_wolf, "-dog-over-wolf"),
            (stuck_is_draw, "-no-moves-draw"),
        ];
        knobs.into_iter().filter(|&(on, _)| on).fold("jungle".into(), |name, (_, knob)| name + knob)
    }

    fn names(&self) -> Vec<String> {
        self.materials.iter().map(|material| material.name()).collect()
    }

    fn size(&self, ending: usize) -> usize {
        Tablebases::size(self.materials[ending])
    }

    fn solve(&self, ending: usize, stop: &Stop) -> Option<Tablebase> {
        self.endgames.solve(self.materials[ending], stop)
    }
}

/// The endings with so many pieces.
pub(crate) fn ending_set(rules: Jungle, pieces: u32) -> Result<Box<dyn EndingSet>, Error> {
    match pieces {
        PIECES => Ok(Box::new(JungleTablebases::new(rules))),
        ..PIECES => Err(Error::spec(format!("jungle's endings of {pieces} pieces are solved while playing"))),
        _ => Err(Error::spec(format!("jungle's endings are solved up to {PIECES} pieces, not {pieces}"))),
    }
}

/// The endgames of a player: those in the folder that it names, an error if they are not all there; or those in the
/// usual folder, if they are. `off` is none at all.
pub(crate) fn endgames(rules: Jungle, folder: Option<FileValue>) -> Result<Arc<Tablebases>, Error> {
    let loaded = match folder {
        Some(FileValue::Word(_)) => return Ok(Arc::new(Tablebases::none(rules))),
        Some(FileValue::Path(folder)) => match read(rules, Path::new(&folder))? {
            Ok(endgames) => Some(endgames),
            Err(missing) => {
                return Err(Error::Tablebases(format!(
                    "{missing} endings of {PIECES} pieces are missing in {folder}; \
                     `wanqi endgames jungle --data-dir {folder}` builds them"
                )));
            }
        },
        None => match crate::data_folder() {
            Some(folder) => read(rules, &folder)?.ok(),
            None => None,
        },
    };
    Ok(loaded.unwrap_or_else(|| Tablebases::shared(rules)))
}

type ByFolder = HashMap<(PathBuf, Jungle), Arc<Tablebases>>;

/// The endgames of a folder, read once however many players use them; or how many are missing.
fn read(rules: Jungle, folder: &Path) -> Result<Result<Arc<Tablebases>, usize>, Error> {
    static READ: LazyLock<Mutex<ByFolder>> = LazyLock::new(Mutex::default);
    let mut known = READ.lock().unwrap_or_else(PoisonError::into_inner);
    // Tables do not depend on it.
    let rules = Jungle { repetition_loses: false, ..rules };
    let name = (folder.to_owned(), rules);
    if let Some(endgames) = known.get(&name) {
        return Ok(Ok(Arc::clone(endgames)));
    }
    let set = JungleTablebases::new(rules);
    let values = match load(&set, folder)? {
        Loaded::All(values) => values,
        Loaded::Missing(missing) => return Ok(Err(missing)),
    };
    let JungleTablebases { mut endgames, materials, .. } = set;
    for (material, values) in materials.into_iter().zip(values) {
        endgames.add(material, values);
    }
    let endgames = Arc::new(endgames);
    known.insert(name, Arc::clone(&endgames));
    Ok(Ok(endgames))
}
