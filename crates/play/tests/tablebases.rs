//! Tables of endings as files.

use std::fs;
use std::path::{Path, PathBuf};
use wanqi_play::Stop;
use wanqi_play::tablebases::*;
use wanqi_search::retrograde::Tablebase;

/// What such a file begins with.
const HEAD: &[u8] = b"wanqi endgame 1\n";

/// Three endings that take no time; the values of one are its number's.
struct Small;

impl EndingSet for Small {
    fn rules(&self) -> String {
        "small".into()
    }

    fn names(&self) -> Vec<String> {
        ["A", "B", "C"].map(String::from).into()
    }

    fn size(&self, ending: usize) -> usize {
        ending + 2
    }

    fn solve(&self, ending: usize, stop: &Stop) -> Option<Tablebase> {
        // An ending that is stopped in its midst.
        (!stop.is_stopped()).then(|| {
            let values = (0..self.size(ending)).flat_map(|i| ((ending * 10 + i) as i16).to_le_bytes());
            Tablebase::from_bytes(&values.collect::<Vec<_>>()).expect("values")
        })
    }
}

/// A folder of the test's own, gone when the test is.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        let path = std::env::temp_dir().join(format!("wanqi-endgames-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Temporary(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn build_all(data: &Path, stop: &Stop) -> Built {
    build(&Small, data, stop, &mut |_| {}).expect("built")
}

#[test]
fn what_is_built_is_loaded() {
    let data = Temporary::new("build");
    assert_eq!(load(&Small, &data.0), Ok(Loaded::Missing(3)));
    let built = build_all(&data.0, &Stop::default());
    assert_eq!(built, Built { endings: 3, found: 0, of: 3, values: 9, longest: 22 });
    let values: Vec<Tablebase> = (0..3).map(|i| Small.solve(i, &Stop::default()).expect("values")).collect();
    assert_eq!(load(&Small, &data.0), Ok(Loaded::All(values)));
    assert_eq!(build_all(&data.0, &Stop::default()).found, 3);
}

#[test]
fn a_stopped_build_goes_on() {
    let data = Temporary::new("stop");
    let stop = Stop::default();
    let mut told = 0;
    stop.stop();
    let built = build(&Small, &data.0, &stop, &mut |_| told += 1).expect("stopped");
    assert_eq!((built.endings, told), (0, 1));
    build_all(&data.0, &Stop::default());
    fs::remove_file(data.0.join("endgames/small/B.values")).expect("removed");
    assert_eq!(load(&Small, &data.0), Ok(Loaded::Missing(1)));
    let built = build_all(&data.0, &Stop::default());
    assert_eq!((built.endings, built.found), (3, 2));
}

#[test]
fn damage_is_told() {
    let data = Temporary::new("damage");
    build_all(&data.0, &Stop::default());
    let file = |name: &str| data.0.join(format!("endgames/small/{name}.values"));
    let whole = fs::read(file("B")).expect("a file");
    let changed = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] ^= byte;
        bytes
    };
    for (bytes, what) in [
        (Vec::new(), "it does not begin as such a file does"),
        (changed(0, 1), "it does not begin as such a file does"),
        (whole[..HEAD.len() + 3].to_vec(), "it ends too early"),
        (whole[..whole.len() - 1].to_vec(), "it is not as long as its ending is"),
        (changed(HEAD.len(), 1), "its checksum does not fit"),
        (changed(whole.len() - 1, 128), "its checksum does not fit"),
    ] {
        fs::write(file("B"), bytes).expect("written");
        let error = load(&Small, &data.0).expect_err(what).to_string();
        assert!(error.contains("B.values is damaged") && error.contains(what), "{error}");
        assert!(build(&Small, &data.0, &Stop::default(), &mut |_| {}).is_err());
    }
    fs::copy(file("A"), file("B")).expect("copied");
    let error = load(&Small, &data.0).expect_err("another's").to_string();
    assert!(error.contains("it is not as long"), "{error}");
}
