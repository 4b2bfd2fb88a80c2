//! A few games as rules put together by hand.

use super::build::*;
use games::rulebook::Rulebook;
use games::rulebook::model::*;

pub fn breakthrough() -> Rulebook {
    let mut rules =
        rules("pppppppp\npppppppp\n........\n........\n........\n........\nPPPPPPPP\nPPPPPPPP", "P");
    rules.kinds[0].moves = vec![
        go(&rules, slide(&[N], 1, 1, 0), true, false),
        go(&rules, slide(&[DIAGONAL[0], DIAGONAL[3]], 1, 1, 0), true, true),
    ];
    rules.ends.reach = vec![Reach { kinds: 1, on: ranks(&rules, 8..=8) }];
    Rulebook::new(rules).unwrap()
}

pub fn gomoku() -> Rulebook {
    let mut rules = placing(&[".".repeat(15).as_str(); 15].join("\n"));
    rules.ends.lines = vec![Line {
        length: 5,
        exactly: false,
        dirs: LINES.to_vec(),
        sides: [true; 2],
        result: LineResult::Win,
    }];
    Rulebook::new(rules).unwrap()
}

pub fn othello() -> Rulebook {
    let mut rules = placing("........\n........\n........\n...sS...\n...Ss...\n........\n........\n........");
    rules.place.must_take = true;
    rules.capture.flank = Some(Flank { fate: Fate::Flip, most: 20, dirs: any() });
    rules.turn.pass = Pass::Stuck;
    rules.ends.count = Some(Count { area: false, komi: 0.0 });
    rules.ends.passes_count = true;
    rules.ends.no_moves = Verdict::Count;
    rules.ends.eliminate = vec![Eliminate { kinds: 1, fewer_than: 1, sides: [true; 2] }];
    Rulebook::new(rules).unwrap()
}

pub fn xiangqi() -> Rulebook {
    let drawing = "rnbakabnr\n.........\n.c.....c.\np.p.p.p.p\n.........\n.........\nP.P.P.P.P\n.C.....C.\n.........\nRNBAKABNR";
    let mut rules = rules(drawing, "KABNRCP");
    let inside = |rules: &Rules, from: u8, to: u8| {
        let mut region = ranks(rules, 1..=3);
        for set in &mut region {
            *set = set.iter().filter(|&at| (from..=to).contains(&rules.board.places[at].0)).collect();
        }
        region
    };
    let palace = inside(&rules, 3, 5);
    let home = ranks(&rules, 1..=5);
    let beyond = ranks(&rules, 6..=10);
    let [k, a, b, n, r, c, p] = [0, 1, 2, 3, 4, 5, 6];
    rules.kinds[k].royal = true;
    rules.kinds[k].allowed = palace;
    rules.kinds[k].moves = vec![go(&rules, slide(&STRAIGHT, 1, 1, 0), true, true), {
        let facing = go(&rules, slide(&[N], 1, 19, 0), false, true);
        MoveRule { takes: Some(1), anywhere: true, ..facing }
    }];
    rules.kinds[a].allowed = palace;
    rules.kinds[a].moves = vec![go(&rules, slide(&DIAGONAL, 1, 1, 0), true, true)];
    rules.kinds[b].allowed = home;
    rules.kinds[b].moves = vec![go(&rules, leap(2, 2, true), true, true)];
    rules.kinds[n].moves = vec![go(&rules, leap(1, 2, true), true, true)];
    rules.kinds[r].moves = vec![go(&rules, slide(&STRAIGHT, 1, 19, 0), true, true)];
    rules.kinds[c].moves = vec![
        go(&rules, slide(&STRAIGHT, 1, 19, 0), true, false),
        go(&rules, slide(&STRAIGHT, 1, 19, 1), false, true),
    ];
    let sideways = go(&rules, slide(&[E, STRAIGHT[3]], 1, 1, 0), true, true);
    rules.kinds[p].moves =
        vec![go(&rules, slide(&[N], 1, 1, 0), true, true), MoveRule { from: beyond, ..sideways }];
    rules.ends.quiet_limit = Some(60);
    Rulebook::new(rules).unwrap()
}
