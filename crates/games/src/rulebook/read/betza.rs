//! Betza's notation for how pieces go: <https://www.chessvariants.com/dpieces.dir/betzanot.html>, as far as
//! `docs/RULES.md` tells.

use super::super::board::Offset;
use super::super::model::Shape;
use super::drawing::MAX_LINES;
use super::keys::Problems;
use super::text::{Text, Token};

/// One atom of a text: how to go, and when.
pub(super) struct Atom {
    pub shape: Shape,
    pub moves: bool,
    pub captures: bool,
    /// Only from where such pieces start.
    pub first: bool,
}

/// How far away an atom's points are: in one direction, and in the other.
const LEAPS: [(char, i8, i8); 9] = [
    ('W', 0, 1),
    ('F', 1, 1),
    ('D', 0, 2),
    ('N', 1, 2),
    ('A', 2, 2),
    ('H', 0, 3),
    ('C', 1, 3),
    ('Z', 2, 3),
    ('G', 3, 3),
];

/// More atoms in one text are not read.
const MAX_ATOMS: usize = 32;

/// Reads a text; `None` if something is wrong with it, which has been told then.
pub(super) fn betza(text: &Text<'_>, problems: &mut Problems) -> Option<Vec<Atom>> {
    let chars: Vec<Token<'_>> = text.chars().into_iter().filter(|c| !c.value.trim().is_empty()).collect();
    let mut atoms = Vec::new();
    let mut rest = chars.as_slice();
    while !rest.is_empty() {
        let letter = |c: &Token<'_>| c.value.chars().next().unwrap_or(' ');
        let lower = rest.iter().take_while(|c| letter(c).is_ascii_lowercase()).count();
        let (before, after) = rest.split_at(lower);
        let Some(atom) = after.first() else {
            problems.error(
                "these letters stand before nothing",
                before[0].at.start..before[lower - 1].at.end,
                "an atom follows them, such as `W` or `F`: `mfW`",
            );
            return None;
        };
        let name = letter(atom);
        let mut used = 1;
        let doubled = after.get(1).is_some_and(|next| letter(next) == name) && matches!(name, 'W' | 'F');
        used += usize::from(doubled);
        let digits: String = after[used..].iter().map(letter).take_while(char::is_ascii_digit).collect();
        used += digits.len();
        let most = match digits.parse::<usize>() {
            Ok(0) => MAX_LINES,
            Ok(most) => most.min(MAX_LINES),
            Err(_) if doubled || matches!(name, 'R' | 'B' | 'Q') => MAX_LINES,
            Err(_) => 1,
        };
        let part = AtomPart { before, atom, name, most: most as u8, ranged: !digits.is_empty() };
        atoms.extend(part.read(problems)?);
        if atoms.len() > MAX_ATOMS {
            problems.error("this piece has very many moves", text.at.clone(), "leave some out");
            return None;
        }
        rest = &after[used..];
    }
    if atoms.is_empty() {
        problems.error("no move in Betza's notation", text.at.clone(), "such as `N` for a knight");
        return None;
    }
    Some(atoms)
}

struct AtomPart<'w, 't> {
    before: &'w [Token<'t>],
    atom: &'w Token<'t>,
    name: char,
    most: u8,
    ranged: bool,
}

impl AtomPart<'_, '_> {
    fn read(&self, problems: &mut Problems) -> Option<Vec<Atom>> {
        let (mut only, mut first, mut leg, mut over) = ("", false, false, false);
        let mut ways = String::new();
        for letter in self.before {
            match letter.value {
                "m" | "c" if only.is_empty() => only = letter.value,
                "m" | "c" if only != letter.value => only = "mc",
                "m" | "c" => {}
                "n" => leg = true,
                "p" => over = true,
                "i" => first = true,
                "f" | "b" | "l" | "r" | "s" | "v" | "h" => ways.push_str(letter.value),
                "e" => {
                    return self.wrong(letter, "taking in passing cannot be told in a rule file", problems);
                }
                _ => {
                    let help = "before an atom: m c (moves, takes), f b l r s v (directions), n (leg), p (over a piece), i (first)";
                    return self.wrong(letter, help, problems);
                }
            }
        }
        let slides = self.most > 1;
        let parts: &[(char, i8, i8)] = match self.name {
            'R' => &LEAPS[..1],
            'B' => &LEAPS[1..2],
            'Q' | 'K' => &LEAPS[..2],
            name => match LEAPS.iter().position(|leap| leap.0 == name) {
                Some(i) => &LEAPS[i..=i],
                None => return self.wrong(self.atom, "atoms: W F D N A H C Z G R B Q K", problems),
            },
        };
        if self.ranged && !matches!(self.name, 'W' | 'F' | 'R' | 'B' | 'Q' | 'K') {
            return self.wrong(self.atom, "only W F R B Q K may be told how far they go", problems);
        }
        if leg && (slides || matches!(self.name, 'W' | 'F' | 'K')) {
            return self.wrong(self.atom, "`n` is for leaps: N D A H C Z G", problems);
        }
        if over && !slides {
            return self.wrong(self.atom, "`p` is for slides: R B Q", problems);
        }
        let atom = |&(_, a, b): &(char, i8, i8)| {
            let offsets: Vec<Offset> = around(a, b).into_iter().filter(|&to| goes(to, &ways)).collect();
            let shape = match self.name {
                'W' | 'F' | 'R' | 'B' | 'Q' | 'K' => Shape::Slide {
                    dirs: offsets,
                    least: 1,
                    most: self.most,
                    screens: over.into(),
                    screen_kinds: None,
                },
                _ => Shape::Leap { to: offsets, leg },
            };
            Atom { shape, moves: only != "c", captures: only != "m", first }
        };
        Some(parts.iter().map(atom).collect())
    }

    fn wrong<T>(&self, letter: &Token<'_>, help: &str, problems: &mut Problems) -> Option<T> {
        problems.error(
            format!("`{}` does not go here in Betza's notation", letter.value.escape_debug()),
            letter.at.clone(),
            help,
        );
        None
    }
}

/// The points that are `a` away in one direction and `b` in the other.
pub(super) fn around(a: i8, b: i8) -> Vec<Offset> {
    let mut offsets: Vec<Offset> = Vec::new();
    for (right, forward) in [(a, b), (b, a)] {
        for (right, forward) in [(right, forward), (right, -forward), (-right, forward), (-right, -forward)] {
            if !offsets.contains(&Offset::new(right, forward)) {
                offsets.push(Offset::new(right, forward));
            }
        }
    }
    offsets
}

/// Whether the letters before an atom let it go this way; none let it go everywhere.
///
/// A letter may stand by itself or before another of the other axis, and then both count: `fl` is forward and to
/// the left. For leaps like the knight's, `f` or `ff` are the two that go furthest forward, `fs` the two others
/// that go forward, and `fh` all four.
fn goes(to: Offset, ways: &str) -> bool {
    if ways.is_empty() {
        return true;
    }
    let ahead = |way: char| match way {
        'f' => to.forward > 0,
        'b' => to.forward < 0,
        'v' => to.forward != 0,
        'l' => to.right < 0,
        'r' => to.right > 0,
        _ => to.right != 0,
    };
    let vertical = |way: char| matches!(way, 'f' | 'b' | 'v');
    let (across, along) = (to.right.unsigned_abs(), to.forward.unsigned_abs());
    let oblique = across != along && across != 0 && along != 0;
    let steep = |way: char| if vertical(way) { along > across } else { across > along };
    let straight = across == 0 || along == 0;
    let mut rest = ways.chars().peekable();
    let mut goes = false;
    while let Some(way) = rest.next() {
        let pair = rest
            .peek()
            .copied()
            .filter(|&next| !straight && (next == 'h' || next == way || vertical(next) != vertical(way)));
        goes |= match pair {
            None => ahead(way) && (!oblique || steep(way)),
            Some('h') => ahead(way),
            Some(next) if next == way => ahead(way) && (!oblique || steep(way)),
            Some(next @ ('s' | 'v')) => ahead(way) && ahead(next) && (!oblique || steep(next)),
            Some(next) => ahead(way) && ahead(next),
        };
        if pair.is_some() {
            rest.next();
        }
    }
    goes
}
