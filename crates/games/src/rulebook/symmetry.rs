//! The turning of the board that carries one side's goals to the other's: what a swap does.

use super::board::{Board, Grid};
use super::compile::{Action, Tables};
use super::model::Repetition;
use super::points::PointSet;
use super::slots::SlotTest;

/// Where each point goes in the first turning, of those that keep the board, under which the first side's rules are
/// the second's.
pub(super) fn find(tables: &Tables) -> Option<Vec<u16>> {
    turnings(&tables.rules.board).into_iter().find(|turned| fits(tables, turned))
}

/// All of them.
pub(super) fn all(tables: &Tables) -> Vec<Vec<u16>> {
    if tables.pits.is_some() {
        // Sowing goes around: only half a turn carries one side's pits to the other's.
        return vec![(0..tables.points as u16).rev().collect()];
    }
    turnings(&tables.rules.board).into_iter().filter(|turned| fits(tables, turned)).collect()
}

/// All ways to turn the board over and around so that it covers itself, doing nothing first.
fn turnings(board: &Board) -> Vec<Vec<u16>> {
    // Twice the coordinates from the middle, as whole numbers; hexes in cube coordinates times two.
    let places: Vec<[i32; 3]> = board
        .places
        .iter()
        .map(|&(column, row)| {
            let (column, row) = (i32::from(column), i32::from(row));
            match board.grid {
                Grid::Squares => [column, row, 0],
                Grid::Hexes => [(column - row) / 2, row, -(column - row) / 2 - row],
            }
        })
        .collect();
    let count = places.len() as i32;
    let middle = [0, 1, 2].map(|axis| places.iter().map(|place| place[axis]).sum::<i32>());
    let placed: Vec<[i32; 3]> =
        places.iter().map(|place| [0, 1, 2].map(|axis| count * place[axis] - middle[axis])).collect();
    let index: std::collections::HashMap<[i32; 3], u16> =
        (0..).zip(&placed).map(|(i, &place)| (place, i)).collect();
    let ways: Vec<fn([i32; 3]) -> [i32; 3]> = match board.grid {
        Grid::Squares => vec![
            |[x, y, z]| [x, y, z],
            |[x, y, z]| [x, -y, z],
            |[x, y, z]| [-x, -y, z],
            |[x, y, z]| [-x, y, z],
            |[x, y, z]| [y, x, z],
            |[x, y, z]| [-y, -x, z],
            |[x, y, z]| [y, -x, z],
            |[x, y, z]| [-y, x, z],
        ],
        Grid::Hexes => vec![
            |[q, r, s]| [q, r, s],
            |[q, r, s]| [s, r, q],
            |[q, r, s]| [-q, -r, -s],
            |[q, r, s]| [-s, -r, -q],
            |[q, r, s]| [r, q, s],
            |[q, r, s]| [q, s, r],
            |[q, r, s]| [-r, -q, -s],
            |[q, r, s]| [-q, -s, -r],
            |[q, r, s]| [r, s, q],
            |[q, r, s]| [s, q, r],
            |[q, r, s]| [-r, -s, -q],
            |[q, r, s]| [-s, -q, -r],
        ],
    };
    ways.into_iter()
        .filter_map(|way| placed.iter().map(|&place| index.get(&way(place)).copied()).collect())
        .collect()
}

/// Whether what holds for the first side holds for the second on the turned board, and the reverse.
fn fits(tables: &Tables, turned: &[u16]) -> bool {
    let rules = &tables.rules;
    if !rules.board.keeps_lines(|at| turned[at].into()) {
        return false;
    }
    let turn = |set: PointSet| set.iter().map(|at| usize::from(turned[at])).collect::<PointSet>();
    let all = rules.board.all();
    let same = |region: &[PointSet; 2]| {
        let region = region.map(|set| set.and(all));
        turn(region[0]) == region[1] && turn(region[1]) == region[0]
    };
    let ends = &rules.ends;
    let connects = ends.connect.as_ref().is_none_or(|goals| {
        [0, 1].iter().all(|&side: &usize| {
            let [one, other] = goals[side].map(|set| turn(set.and(all)));
            let goals = goals[1 - side].map(|set| set.and(all));
            goals == [one, other] || goals == [other, one]
        })
    });
    // A step from each point, and the same step on the turned board.
    let turned_step = |next: &[u16]| {
        let mut step = vec![tables.points as u16; next.len()];
        for (at, &to) in next.iter().enumerate().take(tables.points) {
            step[usize::from(turned[at])] = turned.get(usize::from(to)).copied().unwrap_or(to);
        }
        step
    };
    let same_ways = |one: usize, other: usize| {
        let ways = |rule: usize| tables.line_next[rule].iter();
        ways(one).all(|[forth, back]| {
            let [forth, back] = [turned_step(forth), turned_step(back)];
            ways(other).any(|way| way[0] == forth || way[0] == back)
        })
    };
    let lines = ends.lines.iter().enumerate().all(|(i, line)| {
        ends.lines.iter().enumerate().any(|(j, other)| {
            (other.length, other.exactly, other.result) == (line.length, line.exactly, line.result)
                && other.sides == [line.sides[1], line.sides[0]]
                && same_ways(i, j)
                && same_ways(j, i)
        })
    });
    let rows = tables.row_next.iter().all(|[forth, back]| {
        let [forth, back] = [turned_step(forth), turned_step(back)];
        tables.row_next.iter().any(|way| way[0] == forth || way[0] == back)
    });
    let flanks = tables.flank_next.iter().all(|next| tables.flank_next.contains(&turned_step(next)));
    let falls = !tables.places.iter().any(|place| place.rule.falls)
        || turned_step(&tables.below)[..tables.points] == tables.below[..];
    let files = !rules.kinds.iter().any(|kind| kind.one_a_file)
        || (0..tables.points).all(|at| turn(tables.files[at]) == tables.files[usize::from(turned[at])]);
    let places = tables.places.iter().all(|place| {
        let [first, second] = &place.pieces;
        first.len() == second.len() && first.iter().zip(second).all(|(a, b)| same(&[a.2, b.2]))
    });
    let steps = |action: &Action| match action {
        Action::Remove { on, .. } => same(on),
        Action::Shoot { slots: [one, other], .. } => {
            list_fits(tables, *one, *other, turned) && list_fits(tables, *other, *one, turned)
        }
        Action::Act { .. } => true,
    };
    ends.reach.iter().all(|reach| same(&reach.on))
        && ends.fill.as_ref().is_none_or(same)
        && ends.count.and_then(|count| count.on).as_ref().is_none_or(same)
        && ends.no_moves[0] == ends.no_moves[1]
        && connects
        && ends.joins.iter().all(|join| {
            let often = |set: PointSet| join.regions.iter().filter(|&&other| other == set).count();
            join.regions.iter().all(|&set| often(turn(set)) == often(set))
        })
        && lines
        && flanks
        && rows
        && falls
        && files
        && !matches!(ends.repetition, Repetition::LostBy(_) | Repetition::PerpetualCheckElse(_))
        && !ends.equal_turns
        && (rules.capture.blast.is_none() || tables.facts.royals[0] == tables.facts.royals[1])
        && few_fit(tables, turned)
        && castles_fit(tables, turned)
        && ends.eliminate.iter().all(|rule| rule.sides[0] == rule.sides[1])
        && places
        && tables.every_step().all(steps)
        && rules.grounds.iter().all(|ground| same(&ground.safe))
        && same(&tables.hostile)
        && rules.kinds.iter().all(|kind| same(&kind.enclosed))
        && (1..tables.content_count()).all(|content| slots_fit(tables, content, turned))
}

/// Whether the lists of slots for few pieces are alike.
fn few_fit(tables: &Tables, turned: &[u16]) -> bool {
    (1..tables.content_count()).all(|content| {
        let other = usize::from(of_other(tables, content as u8));
        match (tables.few(content), tables.few(other)) {
            (Some(one), Some(other)) => list_fits(tables, one, other, turned),
            (one, other) => one == other,
        }
    })
}

/// Whether each side castles as the other does on the turned board, and passes over the same points.
fn castles_fit(tables: &Tables, turned: &[u16]) -> bool {
    let turn = |at: u16| turned[usize::from(at)];
    let castles = tables.castles.iter().all(|castle| {
        tables.castles.iter().any(|other| {
            other.piece == of_other(tables, castle.piece)
                && other.partner == of_other(tables, castle.partner)
                && [other.from, other.to, other.partner_from, other.partner_to]
                    == [castle.from, castle.to, castle.partner_from, castle.partner_to].map(turn)
        })
    });
    let passes = (1..tables.content_count()).all(|content| {
        let other = usize::from(of_other(tables, content as u8));
        (0..tables.points).all(|from| {
            let here = tables.passes[content * tables.points + from].iter();
            let there = &tables.passes[other * tables.points + usize::from(turned[from])];
            here.len() == there.len()
                && here.into_iter().all(|&(to, over)| there.contains(&(turn(to), turn(over))))
        })
    });
    castles && passes
}

/// Whether a piece goes as the same piece of the other side does on the turned board.
fn slots_fit(tables: &Tables, content: usize, turned: &[u16]) -> bool {
    let other = usize::from(of_other(tables, content as u8));
    list_fits(tables, content, other, turned)
        && (0..tables.points).all(|from| {
            let others = |contents| others(tables, contents);
            let here = tables.chains.told(content, from, |at| turned[usize::from(at)], others);
            here == tables.chains.told(other, turned[from].into(), |at| at, |contents| contents)
        })
}

fn of_other(tables: &Tables, content: u8) -> u8 {
    if content == 0 { 0 } else { tables.of_other(content) }
}

fn others(tables: &Tables, contents: u64) -> u64 {
    crate::bits::bits(contents).fold(0, |set, bit| set | 1 << of_other(tables, bit))
}

/// Whether the slots of one list are those of another on the turned board.
fn list_fits(tables: &Tables, one: usize, other: usize, turned: &[u16]) -> bool {
    (0..tables.points).all(|from| {
        let aux = |slot: &super::slots::Slot, turned: Option<&[u16]>| match slot.test {
            SlotTest::Leg | SlotTest::Jump | SlotTest::Hop => {
                turned.map_or(slot.aux, |turned| turned[usize::from(slot.aux)])
            }
            SlotTest::Line | SlotTest::Chain | SlotTest::Castle => 0,
            _ => slot.aux,
        };
        let here = tables.slots(one, from).iter().map(|slot| {
            let (to, aux) = (turned[usize::from(slot.to)], aux(slot, Some(turned)));
            let (accepts, becomes) = (others(tables, slot.accepts), of_other(tables, slot.becomes()));
            (to, aux, slot.test as u8, accepts, becomes, slot.back)
        });
        let there = tables
            .slots(other, turned[from].into())
            .iter()
            .map(|slot| (slot.to, aux(slot, None), slot.test as u8, slot.accepts, slot.becomes(), slot.back));
        let (mut here, mut there): (Vec<_>, Vec<_>) = (here.collect(), there.collect());
        here.sort_unstable();
        there.sort_unstable();
        here == there
    })
}
