//! What a file seems to lack that has the name of a game which people know: rules that its keys tell and the file does
//! not use, or that no key tells yet. Only names are gone by: whoever means another game calls it otherwise.

use super::Diagnostic;
use super::model::{CapturedFate, ChainPromotion, Kind, MultiCapture, Removal, Rules};

/// Games of these names, and what their files use.
struct Known {
    /// In English and Chinese, in small letters.
    names: &'static [&'static str],
    needs: &'static [Need],
}

/// Something that a game has.
struct Need {
    /// Whether rules have it.
    has: fn(&Rules) -> bool,
    /// What it is, in English and Chinese, after "…, in which ".
    what: [&'static str; 2],
    /// What to write.
    help: [&'static str; 2],
}

/// No key tells it yet.
const UNTOLD: [&str; 2] = [
    "no key tells this: say in `about` what is otherwise, or give the game another name",
    "目前没有键能表达这一点：请在 `about` 中说明差别，或改用别的名称",
];

const CASTLES: Need = Need {
    has: |rules| kinds(rules, |kind| kind.castles.iter().any(|castles| !castles.is_empty())),
    what: ["kings castle", "王可以易位"],
    help: ["write `castles` for the king", "请为王写 `castles`"],
};

const IN_PASSING: Need = Need {
    has: |rules| {
        let rule = |is: fn(&super::model::MoveRule) -> bool| kinds(rules, |kind| kind.moves.iter().any(is));
        rule(|rule| rule.passes) && rule(|rule| rule.passing)
    },
    what: ["pawns are taken in passing", "兵可以被吃过路兵"],
    help: ["write `passes` and `passing` in the pawn's moves", "请在兵的走法中写 `passes` 与 `passing`"],
};

const ROYAL: Need = Need {
    has: |rules| kinds(rules, |kind| kind.royal),
    what: ["the king may not be left under attack", "王不得处于被攻击之下"],
    help: ["write `royal = true` for the king", "请为王写 `royal = true`"],
};

const HANDS: Need = Need {
    has: |rules| rules.capture.to_hand,
    what: ["what is taken goes to the taker's hand", "吃掉的棋子归吃子方，可再打入"],
    help: ["write `to_hand = true` in [capture]", "请在 [capture] 中写 `to_hand = true`"],
};

const PROMOTES: Need = Need {
    has: |rules| kinds(rules, |kind| kind.promotes.is_some()),
    what: ["pieces promote", "棋子可以升变"],
    help: ["write `promotes` for them", "请为它们写 `promotes`"],
};

const FORCED: Need = Need {
    has: |rules| rules.capture.forced || rules.capture.longest,
    what: ["who can take must", "能吃必吃"],
    help: ["write `forced = true` in [capture]", "请在 [capture] 中写 `forced = true`"],
};

const LONGEST: Need = Need {
    has: |rules| rules.capture.longest,
    what: ["as many must be taken as can be", "必须吃掉尽可能多的棋子"],
    help: ["write `forced = \"longest\"` in [capture]", "请在 [capture] 中写 `forced = \"longest\"`"],
};

const AGAIN: Need = Need {
    has: |rules| rules.capture.again == MultiCapture::Must,
    what: ["a piece that has taken goes on taking", "吃子后能续吃必须续吃"],
    help: ["write `again = \"must\"` in [capture]", "请在 [capture] 中写 `again = \"must\"`"],
};

const AFTER: Need = Need {
    has: |rules| rules.capture.removed == Removal::After,
    what: [
        "what is jumped over stands until the move is over and may not be jumped twice",
        "被跳过的棋子要到这一着结束才离开棋盘，且不得跳过两次",
    ],
    help: ["write `removed = \"after\"` in [capture]", "请在 [capture] 中写 `removed = \"after\"`"],
};

const CROWNED_AT_THE_END: Need = Need {
    has: |rules| rules.capture.promotion == ChainPromotion::AtTheEnd,
    what: ["a man is crowned only where its move ends", "兵只有在这一着结束于底线时才升王"],
    help: [
        "write `promotion = \"at the end\"` in [capture]",
        "请在 [capture] 中写 `promotion = \"at the end\"`",
    ],
};

const CROWNED_GOES_ON: Need = Need {
    has: |rules| rules.capture.promotion == ChainPromotion::GoesOn,
    what: ["a man that is crowned by taking goes on as a king", "吃子途中升王的兵随即以王续吃"],
    help: ["write `promotion = \"goes on\"` in [capture]", "请在 [capture] 中写 `promotion = \"goes on\"`"],
};

const SURROUNDS: Need = Need {
    has: |rules| rules.capture.surround.is_some(),
    what: ["groups without an empty neighbour are taken", "无气的棋块被提走"],
    help: ["write `surround` in [capture]", "请在 [capture] 中写 `surround`"],
};

const FLIPS: Need = Need {
    has: |rules| rules.capture.flank.as_ref().is_some_and(|flank| flank.fate == CapturedFate::Flip),
    what: ["enclosed discs change sides", "被夹住的棋子翻面"],
    help: ["write `flank = \"flip\"` in [capture]", "请在 [capture] 中写 `flank = \"flip\"`"],
};

const FLANKED: Need = Need {
    has: |rules| rules.capture.flank.as_ref().is_some_and(|flank| flank.fate == CapturedFate::Remove),
    what: ["pieces are taken between two others", "被夹住的棋子被吃掉"],
    help: ["write `flank = \"remove\"` in [capture]", "请在 [capture] 中写 `flank = \"remove\"`"],
};

const BLAST: Need = Need {
    has: |rules| rules.capture.blast.is_some(),
    what: ["what takes leaves the board with its neighbours", "吃子时周围的棋子一同离开棋盘"],
    help: ["write `blast` in [capture]", "请在 [capture] 中写 `blast`"],
};

const CHECKS: Need = Need {
    has: |rules| rules.ends.checks.is_some(),
    what: ["a number of checks wins", "将军达到次数即胜"],
    help: ["write `checks` in [win]", "请在 [win] 中写 `checks`"],
};

const NO_CHECK: Need = Need {
    has: |rules| rules.turn.no_check,
    what: ["nobody may give check", "不得将军"],
    help: ["write `give_check = false` in [turn]", "请在 [turn] 中写 `give_check = false`"],
};

const CONNECTS: Need = Need {
    has: |rules| rules.ends.connect.is_some(),
    what: ["two edges are to be connected", "须连通相对两边"],
    help: ["write `connect` in [win]", "请在 [win] 中写 `connect`"],
};

const ROWS: Need = Need {
    has: |rules| !rules.ends.lines.is_empty(),
    what: ["a row wins", "连成一线即胜"],
    help: ["write `line` in [win]", "请在 [win] 中写 `line`"],
};

const ONE_A_FILE: Need = Need {
    has: |rules| kinds(rules, |kind| kind.one_a_file),
    what: [
        "two unpromoted pawns of a side may not stand on a file",
        "同一列不得有己方两枚未升变的步兵（二步）",
    ],
    help: ["write `one_a_file = true` for the pawn", "请为步兵写 `one_a_file = true`"],
};

const NO_DROP_MATES: Need = Need {
    has: |rules| kinds(rules, |kind| !kind.drop_mates),
    what: ["a dropped pawn may not mate", "不得打入步兵将死（打步诘）"],
    help: ["write `drop_mates = false` for the pawn", "请为步兵写 `drop_mates = false`"],
};

const MILLS: Need = Need {
    has: |rules| rules.capture.row.is_some(),
    what: ["a row takes a piece of the other side", "连成一线可吃对方一子"],
    help: ["write `row = 3` in [capture]", "请在 [capture] 中写 `row = 3`"],
};

const PAIRS: Need = Need {
    has: |rules| rules.capture.flank.as_ref().is_some_and(|flank| flank.fewest > 1),
    what: ["exactly two stones are taken at once", "恰好夹吃两子"],
    help: [
        "write `flank_least = 2` and `flank_most = 2` in [capture]",
        "请在 [capture] 中写 `flank_least = 2` 与 `flank_most = 2`",
    ],
};

const CAPTURED: Need = Need {
    has: |rules| rules.ends.captured.is_some(),
    what: ["who has taken ten stones wins", "吃满十子即胜"],
    help: ["write `captured = 10` in [win]", "请在 [win] 中写 `captured = 10`"],
};

const APPROACHES: Need = Need {
    has: |rules| {
        let approaches =
            |rule: &super::model::MoveRule| matches!(rule.shape, super::model::Shape::Approach { .. });
        kinds(rules, |kind| kind.moves.iter().any(approaches))
    },
    what: ["pieces are taken by approach and withdrawal", "靠近与远离皆可吃子"],
    help: [
        "write `{ approach = \"any\" }` and `{ withdraw = \"any\" }` in the moves",
        "请在走法中写 `{ approach = \"any\" }` 与 `{ withdraw = \"any\" }`",
    ],
};

const FACES: Need = Need {
    has: |rules| rules.ends.facing.is_some(),
    what: ["generals that are left facing each other make it a draw", "将帅照面而不解则成和"],
    help: ["write `facing = \"draw\"` in [win]", "请在 [win] 中写 `facing = \"draw\"`"],
};

const RINGS: Need = Need {
    has: |rules| rules.ends.ring,
    what: ["a ring wins", "成环即胜"],
    help: ["write `ring = true` in [win]", "请在 [win] 中写 `ring = true`"],
};

const JOINS: Need = Need {
    has: |rules| !rules.ends.joins.is_empty(),
    what: ["a chain that touches several regions wins", "连通数处区域即胜"],
    help: ["write `join` in [win]", "请在 [win] 中写 `join`"],
};

const ENCLOSED: Need = Need {
    has: |rules| kinds(rules, |kind| !kind.enclosed[0].or(kind.enclosed[1]).is_empty()),
    what: ["the king is taken by four around him", "王须四面围住才被吃"],
    help: ["write `enclosed` for the king", "请为王写 `enclosed`"],
};

/// What no key tells, of games that are told without it otherwise.
const fn untold(what: [&'static str; 2]) -> Need {
    Need { has: |_| false, what, help: UNTOLD }
}

const SOWN: Need = Need {
    has: |rules| rules.sow.is_some(),
    what: ["seeds are sown into pits", "播撒种子入穴"],
    help: ["write `[sow]`", "请写 `[sow]`"],
};

const KNOWN: &[Known] = &[
    Known {
        names: &["international draughts", "polish draughts", "国际跳棋"],
        needs: &[LONGEST, AGAIN, AFTER, CROWNED_AT_THE_END],
    },
    Known {
        names: &["brazilian draughts", "巴西跳棋"], needs: &[LONGEST, AGAIN, AFTER, CROWNED_AT_THE_END]
    },
    Known {
        names: &["russian draughts", "shashki", "俄罗斯跳棋"],
        needs: &[FORCED, AGAIN, AFTER, CROWNED_GOES_ON],
    },
    Known {
        names: &["english draughts", "american checkers", "checkers", "draughts", "英国跳棋", "西洋跳棋"],
        needs: &[FORCED, AGAIN, PROMOTES],
    },
    Known { names: &["chess", "国际象棋"], needs: &[ROYAL, CASTLES, IN_PASSING, PROMOTES] },
    Known { names: &["king of the hill", "horde", "山丘之王"], needs: &[CASTLES, IN_PASSING, PROMOTES] },
    Known { names: &["three-check", "three check", "三将"], needs: &[CASTLES, IN_PASSING, CHECKS] },
    Known { names: &["antichess", "losing chess", "giveaway chess"], needs: &[FORCED, PROMOTES] },
    Known { names: &["atomic chess", "atomic", "原子象棋"], needs: &[BLAST, CASTLES, IN_PASSING] },
    Known { names: &["racing kings", "王翼竞速"], needs: &[ROYAL, NO_CHECK] },
    Known { names: &["crazyhouse"], needs: &[HANDS, CASTLES, IN_PASSING] },
    Known { names: &["xiangqi", "chinese chess", "中国象棋", "象棋"], needs: &[ROYAL] },
    Known { names: &["shogi", "将棋"], needs: &[ROYAL, HANDS, PROMOTES, ONE_A_FILE, NO_DROP_MATES] },
    Known { names: &["minishogi", "五五将棋"], needs: &[ROYAL, HANDS, PROMOTES, ONE_A_FILE] },
    Known { names: &["go", "weiqi", "baduk", "围棋"], needs: &[SURROUNDS] },
    Known { names: &["othello", "reversi", "黑白棋"], needs: &[FLIPS] },
    Known { names: &["tablut", "hnefatafl", "brandub"], needs: &[FLANKED, ENCLOSED] },
    Known { names: &["hex", "六贯棋"], needs: &[CONNECTS] },
    Known {
        names: &["gomoku", "connect four", "connect6", "tic-tac-toe", "五子棋", "四子棋", "六子棋", "井字棋"],
        needs: &[ROWS],
    },
    Known {
        names: &[
            "nine men's morris",
            "six men's morris",
            "twelve men's morris",
            "morabaraba",
            "dara",
            "九子棋",
        ],
        needs: &[MILLS],
    },
    Known { names: &["pente", "ninuki", "ninuki-renju"], needs: &[PAIRS, CAPTURED] },
    Known { names: &["oware", "kalah", "mancala", "congkak", "播棋"], needs: &[SOWN] },
    Known { names: &["fanorona"], needs: &[APPROACHES] },
    // What no key tells: a row goes once a key does.
    Known {
        names: &["quoridor", "步步为营"],
        needs: &[untold(["walls are put between squares", "可在格间放墙"])],
    },
    Known {
        names: &["dots and boxes", "点格棋"],
        needs: &[untold(["edges are drawn and boxes closed", "画边围格"])],
    },
    Known {
        names: &["arimaa"],
        needs: &[untold(["stronger pieces push, pull and freeze weaker ones", "强子可推、拉、冻结弱子"])],
    },
    Known { names: &["havannah"], needs: &[RINGS, JOINS] },
    Known { names: &["y", "the game of y"], needs: &[JOINS] },
    Known { names: &["makruk", "泰国象棋"], needs: &[ROYAL, PROMOTES] },
    Known { names: &["janggi", "朝鲜象棋"], needs: &[ROYAL, FACES] },
    Known { names: &["surakarta"], needs: &[untold(["pieces take along loops", "沿环线吃子"])] },
];

fn kinds(rules: &Rules, is: impl Fn(&Kind) -> bool) -> bool {
    rules.kinds.iter().any(is)
}

/// What a file lacks of the game whose name it has. `text` is the file, for where the name stands.
pub(super) fn warnings(rules: &Rules, text: &str) -> Vec<Diagnostic> {
    let names = [&rules.name, &rules.name_zh].map(|name| name.trim().to_lowercase());
    let is_named = |known: &&Known| known.names.iter().any(|name| names.iter().any(|own| own == name));
    let at = text.find(&format!("\"{}\"", rules.name)).map(|start| start..start + rules.name.len() + 2);
    let lacks = KNOWN.iter().find(is_named).map_or(&[][..], |known| known.needs);
    let lacks = lacks.iter().filter(|need| !(need.has)(rules));
    let warning = |need: &Need| {
        let [english, chinese] = need.what;
        let what = format!("this is called {}, a game in which {english}; here that is not so", rules.name);
        let what_zh = format!("此文件名为“{}”，该棋中{chinese}；此处则否", rules.name_zh);
        let zh = [what_zh, need.help[1].into()];
        Diagnostic { zh: Some(Box::new(zh)), ..Diagnostic::warning(what, at.clone()).help(need.help[0]) }
    };
    lacks.map(warning).collect()
}
