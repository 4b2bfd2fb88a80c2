//! Chains of jumps that take nothing, as in Halma. Nothing but the moving piece is changed on the way, so it only
//! matters where a chain ends: the whole of it is one move, to any point that some chain leads to. A chain has no
//! limit and needs none; there are no more ends than points.

use super::board::Offset;
use super::points::PointSet;
use super::position::{CELLS, Cells, Content};

/// The jumps that may be parts of chains, for every piece and point.
#[derive(Clone, Debug, Default)]
pub(super) struct Chains {
    points: usize,
    rays: Vec<Ray>,
    /// Where the rays of `content * points + point` begin; no entries in games without chains.
    starts: Vec<u32>,
}

/// A line along which a piece may jump over the first piece that it meets.
#[derive(Clone, Debug)]
struct Ray {
    /// The jumped piece need not be the next point's.
    flying: bool,
    points: Vec<Passed>,
}

/// A point of a ray.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Passed {
    pub at: u16,
    /// The contents that may be jumped over here.
    pub accepts: u64,
    /// Whether a jump may come down here.
    pub lands: bool,
}

impl Chains {
    pub(super) fn new(points: usize) -> Chains {
        Chains { points, ..Chains::default() }
    }

    /// Adds a ray of the list under construction.
    pub(super) fn add(&mut self, flying: bool, points: Vec<Passed>) {
        if points.len() > 1 {
            self.rays.push(Ray { flying, points });
        }
    }

    /// Ends the list of a content on a point; all lists before it that have not been ended are empty.
    pub(super) fn close(&mut self, content: usize, at: usize, begin: usize) {
        let index = content * self.points + at;
        self.starts.resize(index + 1, begin as u32);
        self.starts.push(self.rays.len() as u32);
    }

    /// The number of rays so far.
    pub(super) fn len(&self) -> usize {
        self.rays.len()
    }

    fn of(&self, content: Content, at: usize) -> &[Ray] {
        let index = usize::from(content) * self.points + at;
        match self.starts.get(index..index + 2) {
            Some(&[begin, end]) => &self.rays[begin as usize..end as usize],
            _ => &[],
        }
    }

    /// For every point those that a chain of a content may lead to from there, whatever stands in the way: points
    /// that any jumps join.
    pub(super) fn joined(&self, content: usize) -> Vec<PointSet> {
        let mut of = vec![0; self.points];
        let mut groups: Vec<PointSet> =
            (0..self.points).map(|at| std::iter::once(at).collect::<PointSet>()).collect();
        (0..self.points).for_each(|at| of[at] = at);
        for at in 0..self.points {
            for ray in self.of(content as Content, at) {
                for to in ray.points[1..].iter().filter(|passed| passed.lands) {
                    let (one, other) = (of[at], of[usize::from(to.at)]);
                    if one != other {
                        let joined = groups[other];
                        joined.iter().for_each(|at| of[at] = one);
                        groups[one] = groups[one].or(joined);
                    }
                }
            }
        }
        (0..self.points).map(|at| groups[of[at]]).collect()
    }

    /// Visits where a piece comes down with one jump.
    fn each_landing(&self, content: Content, cells: &Cells, from: usize, mut visit: impl FnMut(u16)) {
        for ray in self.of(content, from) {
            let mut jumped = false;
            for passed in &ray.points {
                let stands = cells[usize::from(passed.at)];
                match (stands, jumped) {
                    (0, false) if !ray.flying => break,
                    (0, false) => {}
                    (0, true) => {
                        if passed.lands {
                            visit(passed.at);
                        }
                    }
                    (_, true) => break,
                    (_, false) if passed.accepts >> stands & 1 == 0 => break,
                    (_, false) => jumped = true,
                }
            }
        }
    }

    /// Where the piece on a point may come by jumps, and from where each of these points was first reached.
    fn search(&self, cells: &Cells, from: usize, reached: &mut PointSet, before: &mut [u16; CELLS]) {
        let content = cells[from];
        let mut open = [0u16; CELLS];
        let mut count = 0;
        let mut land = |at: u16, to: u16, open: &mut [u16; CELLS], count: &mut usize| {
            if !reached.has(to.into()) && usize::from(to) != from {
                reached.insert(to.into());
                before[usize::from(to)] = at;
                open[*count] = to;
                *count += 1;
            }
        };
        self.each_landing(content, cells, from, |to| land(from as u16, to, &mut open, &mut count));
        if count == 0 {
            return;
        }
        // The piece has left its point for all jumps but the first.
        let mut lifted = *cells;
        lifted[from] = 0;
        let mut next = 0;
        while next < count {
            let at = open[next];
            next += 1;
            self.each_landing(content, &lifted, at.into(), |to| land(at, to, &mut open, &mut count));
        }
    }

    /// Where the piece on a point may come by jumps.
    #[inline(never)]
    pub(super) fn reached(&self, cells: &Cells, from: usize) -> PointSet {
        let mut reached = PointSet::EMPTY;
        self.search(cells, from, &mut reached, &mut [0; CELLS]);
        reached
    }

    /// The points that a piece touches in a shortest chain from one to another, both among them; nothing if there
    /// is none.
    pub(super) fn path(&self, cells: &Cells, from: usize, to: usize) -> Vec<u16> {
        let (mut reached, mut before) = (PointSet::EMPTY, [0; CELLS]);
        self.search(cells, from, &mut reached, &mut before);
        if !reached.has(to) {
            return Vec::new();
        }
        let mut path = vec![to as u16];
        let mut at = to;
        while at != from {
            at = before[at].into();
            path.push(at as u16);
        }
        path.reverse();
        path
    }

    /// The jumps of a content from a point, told by other points and contents, for comparison.
    pub(super) fn told(
        &self,
        content: usize,
        from: usize,
        at: impl Fn(u16) -> u16,
        contents: impl Fn(u64) -> u64,
    ) -> Vec<(bool, Vec<Passed>)> {
        let passed =
            |passed: &Passed| Passed { at: at(passed.at), accepts: contents(passed.accepts), ..*passed };
        let ray = |ray: &Ray| (ray.flying, ray.points.iter().map(passed).collect());
        let mut told: Vec<_> = self.of(content as Content, from).iter().map(ray).collect();
        told.sort_unstable();
        told
    }
}

/// Whether a rule lets chains of jumps be made.
pub(super) fn of_rule(rule: &super::model::MoveRule) -> Option<(&[Offset], [bool; 2], bool)> {
    match &rule.shape {
        super::model::Shape::Jump { dirs, over, flying, again: true, .. } => Some((dirs, *over, *flying)),
        _ => None,
    }
}
