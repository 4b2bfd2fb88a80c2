//! How pieces are taken.

use super::super::model::{
    Capture, CapturedFate, ChainPromotion, Flank, Kind, KindSet, MultiCapture, PlacedRow, Removal,
    RowCapture, Surround,
};
use super::drawing::MAX_LINES;
use super::keys::{Keys, Problems, Value};
use super::pieces::CaptureOnto;
use super::regions::{Names, all_directions, both_ways_once, directions};

const FATES: [(&str, CapturedFate); 2] = [("flip", CapturedFate::Flip), ("remove", CapturedFate::Remove)];

/// Reads `[capture]`; `onto` has been read before.
pub(super) fn capture(
    keys: Option<Keys<'_>>,
    names: &Names,
    kinds: &[Kind],
    problems: &mut Problems,
) -> Capture {
    let mut capture = Capture {
        flank: None,
        touch: None,
        surround: None,
        forced: false,
        longest: false,
        again: MultiCapture::Never,
        again_straight: false,
        again_turning: false,
        removed: Removal::AtOnce,
        promotion: ChainPromotion::Stops,
        to_hand: false,
        row: None,
        more: 0,
        blast: None,
    };
    let Some(mut keys) = keys else { return capture };
    let grid = names.board.grid;
    let fate = keys.take("flank").and_then(|value| value.choice(&FATES, problems));
    let least = keys.take("flank_least");
    let most = keys.take("flank_most");
    let dirs = keys.take("flank_dir");
    if let (None, Some(value)) = (fate, least.as_ref().or(most.as_ref()).or(dirs.as_ref())) {
        problems.error(
            format!("`{}` without `flank`", value.key),
            value.key_at.clone(),
            "add `flank = \"remove\"` or `\"flip\"`",
        );
    }
    let least_at = least.as_ref().map(|value| value.key_at.clone());
    let least = least.and_then(|value| value.number(1..=MAX_LINES as u16, problems)).unwrap_or(1);
    let most =
        most.and_then(|value| value.number(1..=MAX_LINES as u16, problems)).unwrap_or(MAX_LINES as u16);
    if let (true, Some(at)) = (least > most, least_at) {
        problems.error(
            format!("rows of at least {least} and at most {most}"),
            at,
            "the first is not greater",
        );
    }
    let dirs = dirs.and_then(|value| value.text(problems)).and_then(|text| directions(&text, grid, problems));
    let mut dirs = dirs.unwrap_or_else(|| all_directions(grid));
    // A row lies both ways of the piece played.
    for i in 0..dirs.len() {
        let back = super::super::board::Offset::new(-dirs[i].right, -dirs[i].forward);
        if !dirs.contains(&back) {
            dirs.push(back);
        }
    }
    capture.flank = fate.map(|fate| Flank { fate, fewest: least as u8, most: most as u8, dirs });
    capture.touch = keys.take("touch").and_then(|value| value.choice(&FATES, problems));
    let surround = keys.take("surround").and_then(|value| value.choice(&[("remove", ())], problems));
    let suicide = keys.take("suicide");
    let ko = keys.take("ko");
    if let (None, Some(value)) = (surround, suicide.as_ref().or(ko.as_ref())) {
        problems.error(
            format!("`{}` without `surround`", value.key),
            value.key_at.clone(),
            "add `surround = \"remove\"`",
        );
    }
    let suicide = suicide.and_then(|value| value.boolean(problems)).unwrap_or(false);
    let superko =
        ko.and_then(|value| value.choice(&[("simple", false), ("superko", true)], problems)).unwrap_or(false);
    capture.surround = surround.map(|()| Surround { suicide, superko });
    if let Some(value) = keys.take("forced") {
        if value.is_text() {
            let longest = value.choice(&[("longest", ())], problems).is_some();
            (capture.forced, capture.longest) = (longest, longest);
        } else {
            capture.forced = value.boolean(problems).unwrap_or(false);
        }
    }
    let again = [("must", MultiCapture::Must), ("may", MultiCapture::May), ("never", MultiCapture::Never)];
    capture.again =
        keys.take("again").and_then(|value| value.choice(&again, problems)).unwrap_or(MultiCapture::Never);
    if let Some(value) = keys.take("again_straight") {
        capture.again_straight = value.boolean(problems).unwrap_or(false);
        if capture.again_straight && capture.again == MultiCapture::Never {
            problems.error(
                "`again_straight` without `again`",
                value.key_at,
                "add `again = \"must\"` or `\"may\"`",
            );
        }
    }
    if let Some(value) = keys.take("again_turning") {
        capture.again_turning = value.boolean(problems).unwrap_or(false);
        if capture.again_turning && (capture.again == MultiCapture::Never || capture.again_straight) {
            problems.error(
                "`again_turning` without `again`, or with `again_straight`",
                value.key_at,
                "add `again = \"may\"`, or leave it out",
            );
        }
    }
    let removed = keys.take("removed");
    let promotion = keys.take("promotion");
    if capture.again != MultiCapture::Must {
        for value in removed.iter().chain(&promotion) {
            problems.error(
                format!("`{}` without `again = \"must\"`", value.key),
                value.key_at.clone(),
                "add `again = \"must\"`: it tells what happens while a piece must go on",
            );
        }
    }
    let aside = capture.flank.is_some() || capture.touch.is_some() || capture.surround.is_some();
    if let Some(value) = removed.as_ref().filter(|_| aside) {
        problems.error(
            "`removed` with `flank`, `touch` or `surround`",
            value.key_at.clone(),
            "what is taken in these ways leaves the board at once: leave one of them out",
        );
    }
    if let Some(value) = removed.as_ref().filter(|_| kinds.iter().any(|kind| kind.royal)) {
        problems.error(
            "`removed` in a game with a royal piece",
            value.key_at.clone(),
            "whether it is in check could not be told before a move is over: leave one of them out",
        );
    }
    let has_choice = |kind: &Kind| kind.promotes.as_ref().is_some_and(|what| what.may || what.to.len() > 1);
    let chooses = kinds.iter().any(has_choice);
    if let Some(value) = promotion.as_ref().filter(|_| chooses) {
        problems.error(
            "`promotion` beside a piece that may choose what it becomes, or whether",
            value.key_at.clone(),
            "let it become one piece, without `may`",
        );
    }
    let when = [("at once", Removal::AtOnce), ("after", Removal::After)];
    capture.removed = removed.and_then(|value| value.choice(&when, problems)).unwrap_or(Removal::AtOnce);
    let ways = [
        ("stops", ChainPromotion::Stops),
        ("goes on", ChainPromotion::GoesOn),
        ("at the end", ChainPromotion::AtTheEnd),
    ];
    capture.promotion =
        promotion.and_then(|value| value.choice(&ways, problems)).unwrap_or(ChainPromotion::Stops);
    capture.to_hand = keys.flag("to_hand", false, problems);
    if let Some(value) = keys.take("row") {
        capture.row = row(&value, names, &capture, problems);
    }
    if let Some(value) = keys.take("more") {
        capture.more = value.number(1..=8, problems).unwrap_or(0) as u8;
        if capture.again != MultiCapture::Never {
            problems.error("`more` with `again`", value.key_at, "leave one of them out");
        }
    }
    if let Some(value) = keys.take("blast") {
        capture.blast = blast(&value, names, kinds, &capture, problems);
    }
    keys.finish(problems);
    capture
}

/// Reads how rows take: a length, or a table.
fn row(value: &Value<'_>, names: &Names, capture: &Capture, problems: &mut Problems) -> Option<RowCapture> {
    let grid = names.board.grid;
    let lengths = 2..=MAX_LINES as u16;
    let mut row = RowCapture {
        length: 0,
        exactly: false,
        dirs: all_directions(grid),
        each: false,
        rows_are_safe: true,
        placed: PlacedRow::Takes,
    };
    if capture.again != MultiCapture::Never {
        problems.error(
            "`row` with `again`",
            value.key_at.clone(),
            "a turn that takes for a row is over then: leave one of them out",
        );
    }
    if value.is_table() {
        let mut keys = value.table("`row`", problems)?;
        let length = keys.take("length");
        if length.is_none() {
            problems.error("how long is the row?", keys.at.clone(), "`{ length = 3 }`");
        }
        row.length = length.and_then(|value| value.number(lengths, problems)).unwrap_or(2) as u8;
        row.exactly = keys.flag("exactly", false, problems);
        if let Some(value) = keys.take("dir") {
            row.dirs = directions(&value.text(problems)?, grid, problems)?;
        }
        let takes = keys.take("takes");
        row.each = takes
            .and_then(|value| value.choice(&[("one", false), ("each", true)], problems))
            .unwrap_or(false);
        row.rows_are_safe = keys.flag("safe", true, problems);
        let placed =
            [("takes", PlacedRow::Takes), ("nothing", PlacedRow::Nothing), ("never", PlacedRow::Never)];
        let given = keys.take("placed").and_then(|value| value.choice(&placed, problems));
        row.placed = given.unwrap_or(PlacedRow::Takes);
        keys.finish(problems);
    } else {
        row.length = value.number(lengths, problems)? as u8;
    }
    row.dirs = both_ways_once(row.dirs);
    Some(row)
}

/// Reads what is blown up with a piece that takes.
fn blast(
    value: &Value<'_>,
    names: &Names,
    kinds: &[Kind],
    capture: &Capture,
    problems: &mut Problems,
) -> Option<KindSet> {
    let text = value.text(problems)?;
    if capture.again != MultiCapture::Never {
        problems.error(
            "`blast` with `again`",
            value.key_at.clone(),
            "a piece that has blown itself up goes on no more: leave one of them out",
        );
    }
    if capture.surround.is_some() {
        problems.error(
            "`blast` with `surround`",
            value.key_at.clone(),
            "a piece that is blown up leaves no group behind: leave one of them out",
        );
    }
    if text.value.trim() == "all" {
        let owned = kinds.iter().enumerate().filter(|(_, kind)| !kind.neutral);
        return Some(owned.fold(0, |set, (id, _)| set | 1 << id));
    }
    names.kinds(&text, problems)
}

/// Reads `onto` alone: pieces need to know of it before the rest is read.
pub(super) fn onto(keys: Option<&mut Keys<'_>>, problems: &mut Problems) -> CaptureOnto {
    let Some(value) = keys.and_then(|keys| keys.take("onto")) else { return CaptureOnto::Anything };
    if value.is_boolean() {
        let onto = value.boolean(problems).unwrap_or(true);
        return if onto { CaptureOnto::Anything } else { CaptureOnto::Nothing };
    }
    let choices =
        [("rank", CaptureOnto::NoHigherRank), ("any", CaptureOnto::Anything), ("none", CaptureOnto::Nothing)];
    value.choice(&choices, problems).unwrap_or(CaptureOnto::Anything)
}
