//! The one implementation of [`Table`], for every game.

use crate::player::{Player, SearchPlayer};
use crate::registry::{self, Described, Evaluation, minimal_tree, player};
use crate::{
    Count, Error, GameInfo, Limits, MoveView, Ownership, PlayoutLimits, PlayoutReport, Record, ResultView,
    Spec, Stop, Table, View, heat, lab, ownership, playouts, tree,
};
use game::depict::Step;
use game::{Depict, Layout, Notation, Outcome, Side, perft};
use std::any::Any;
use std::sync::Arc;

/// A game in progress, its type known.
pub(crate) struct TypedTable<G: Notation + Depict> {
    spec: Spec,
    info: Arc<GameInfo>,
    game: G,
    evaluations: Arc<[Evaluation<G>]>,
    /// The positions so far; the last is on the board.
    line: Vec<G::Position>,
    /// The moves between them, and then those taken back.
    record: Vec<G::Move>,
    /// A result that the board does not show.
    ended: Option<ResultView>,
    /// The index of the notation of views and thoughts.
    notation: usize,
}

impl<G: Notation + Depict + Clone> Clone for TypedTable<G> {
    fn clone(&self) -> Self {
        TypedTable {
            spec: self.spec.clone(),
            info: Arc::clone(&self.info),
            game: self.game.clone(),
            evaluations: Arc::clone(&self.evaluations),
            line: self.line.clone(),
            record: self.record.clone(),
            ended: self.ended.clone(),
            notation: self.notation,
        }
    }
}

impl<G: Notation + Depict + Clone + Send + 'static> TypedTable<G> {
    /// A table of a game of the registry.
    pub fn new(spec: Spec, game: G, evaluations: Vec<Evaluation<G>>) -> Self {
        let info = registry::info(&spec.name).expect("the registry lays tables of its own games");
        TypedTable::of(Arc::new(info.clone()), spec, game, evaluations)
    }

    /// A table of a game that the registry need not know.
    pub fn of(info: Arc<GameInfo>, spec: Spec, game: G, evaluations: Vec<Evaluation<G>>) -> Self {
        let line = vec![game.start()];
        TypedTable {
            spec,
            info,
            game,
            evaluations: evaluations.into(),
            line,
            record: Vec::new(),
            ended: None,
            notation: 0,
        }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    /// The positions so far, never empty.
    pub fn line(&self) -> &[G::Position] {
        &self.line
    }

    fn position(&self) -> &G::Position {
        self.line.last().expect("a line begins with a position and is never cut to nothing")
    }

    fn advance(&mut self, mv: G::Move) {
        let mut next = self.position().clone();
        self.game.play(&mut next, mv);
        self.line.push(next);
    }

    fn moves(&self) -> Vec<G::Move> {
        if self.ended.is_some() { Vec::new() } else { search::legal_moves(&self.game, &self.line) }
    }

    fn refuse_if_over(&self) -> Result<(), Error> {
        self.result().map_or(Ok(()), |result| Err(Error::Over(result.text)))
    }

    /// The record's moves as texts with who made them, the undone ones too.
    fn record_view(&self) -> Vec<Record> {
        let mut position = self.line[0].clone();
        let mut view = Vec::with_capacity(self.record.len());
        for &mv in &self.record {
            let side = self.game.side_to_move(&position);
            view.push(Record { text: self.game.format_move(&position, mv, self.notation), side });
            self.game.play(&mut position, mv);
        }
        view
    }
}

impl<G: Notation + Depict + Clone + Send + 'static> Table for TypedTable<G> {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn info(&self) -> Arc<GameInfo> {
        Arc::clone(&self.info)
    }

    fn layout(&self) -> Layout {
        self.game.layout()
    }

    fn view(&self) -> View {
        let position = self.position();
        let moves = self.moves().into_iter().map(|mv| MoveView {
            text: self.game.format_move(position, mv, self.notation),
            steps: self.game.steps(position, mv),
        });
        let trace = match self.ply().checked_sub(1) {
            Some(last) => self.game.trace(&self.line[last], self.record[last]),
            None => Vec::new(),
        };
        View {
            scene: self.game.scene(position),
            side: self.game.side_to_move(position),
            position: self.game.format_position(position),
            moves: moves.collect(),
            record: self.record_view(),
            ply: self.ply(),
            trace,
            result: self.result(),
        }
    }

    fn result(&self) -> Option<ResultView> {
        if let Some(ended) = &self.ended {
            return Some(ended.clone());
        }
        let outcome = self.game.result(&self.line)?;
        let points = self.game.winning_points(self.position());
        Some(ResultView::new(outcome, self.game.describe_result(&self.line), points))
    }

    fn side_to_move(&self) -> Side {
        self.game.side_to_move(self.position())
    }

    fn notations(&self) -> &'static [&'static str] {
        self.game.notations()
    }

    fn notation(&self) -> usize {
        self.notation
    }

    fn set_notation(&mut self, notation: usize) {
        self.notation = notation.min(self.game.notations().len() - 1);
    }

    fn ply(&self) -> usize {
        self.line.len() - 1
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        self.refuse_if_over()?;
        let mv = self.game.parse_move(self.position(), text.trim()).map_err(Error::Move)?;
        if self.game.forbidden_by_history(&self.line, mv) {
            let what = format!("{} would repeat an earlier position", game::quoted(text.trim()));
            return Err(Error::Move(game::TextError::new(what)));
        }
        let ply = self.ply();
        if self.record.get(ply) != Some(&mv) {
            self.record.truncate(ply);
            self.record.push(mv);
        }
        self.advance(mv);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.ended.take().is_some() {
            return true;
        }
        let possible = self.line.len() > 1;
        if possible {
            self.line.pop();
        }
        possible
    }

    fn redo(&mut self) -> bool {
        let next = self.record.get(self.ply()).copied();
        if let (Some(mv), None) = (next, &self.ended) {
            self.advance(mv);
            return true;
        }
        false
    }

    fn end(&mut self, result: ResultView) {
        self.ended = Some(result);
    }

    fn counted(&self, dead: &[u16]) -> Option<Count> {
        let counted = self.game.counted(self.position(), dead)?;
        let result = ResultView::new(counted.outcome, counted.words, Vec::new());
        Some(Count { dead: counted.dead, areas: counted.areas, result })
    }

    fn margin(&self) -> Option<f64> {
        self.game.margin(self.position())
    }

    fn resign(&mut self, side: Side) -> Result<(), Error> {
        self.refuse_if_over()?;
        let winner = side.opponent();
        let name = &self.game.layout().sides[winner.index()].name;
        self.end(ResultView::new(Outcome::Win(winner), format!("{name} wins by resignation"), Vec::new()));
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), Error> {
        let position = self.game.parse_position(text.trim()).map_err(Error::Position)?;
        (self.line, self.record, self.ended) = (vec![position], Vec::new(), None);
        Ok(())
    }

    fn first_position(&self) -> String {
        self.game.format_position(&self.line[0])
    }

    fn played(&self, notation: usize) -> Vec<String> {
        let played = self.line.iter().zip(&self.record).take(self.ply());
        played.map(|(position, &mv)| self.game.format_move(position, mv, notation)).collect()
    }

    fn last_move(&self, notation: usize) -> Option<String> {
        let before = self.ply().checked_sub(1)?;
        Some(self.game.format_move(&self.line[before], self.record[before], notation))
    }

    fn legal_moves(&self, notation: usize) -> Vec<String> {
        let position = self.position();
        self.moves().into_iter().map(|mv| self.game.format_move(position, mv, notation)).collect()
    }

    fn evaluations(&self) -> Vec<(&'static str, &'static str)> {
        self.evaluations.iter().map(|evaluation| (evaluation.name, evaluation.help)).collect()
    }

    fn player(&self, spec: &Spec) -> Result<Box<dyn Player>, Error> {
        Ok(Box::new(SearchPlayer(player(spec, &self.evaluations)?)))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(&self.game, self.position(), depth)
    }

    fn perft_turns(&self, turns: u32) -> u64 {
        perft::perft_turns(&self.game, self.position(), turns)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        perft::divide(&self.game, self.position(), depth)
    }

    fn divide_until(&self, depth: u32, stop: &Stop, each: &mut dyn FnMut(String, u64)) -> bool {
        perft::divide_while(&self.game, self.position(), depth, &|| !stop.is_stopped(), each)
    }

    fn static_scores(&self, player: &Spec) -> Vec<(&'static str, i32)> {
        if self.result().is_some() {
            return Vec::new();
        }
        let score = |evaluation: &Evaluation<G>| {
            Some((evaluation.name, evaluation.static_score(player, &self.game, self.position())?))
        };
        self.evaluations.iter().filter_map(score).collect()
    }

    fn playouts(&self, limits: &PlayoutLimits, progress: &mut dyn FnMut(&PlayoutReport)) -> PlayoutReport {
        playouts::run(&self.game, self.position(), limits, progress)
    }

    fn ownership(&self, limits: &PlayoutLimits) -> Option<Ownership> {
        let prospect = self.evaluations.first().and_then(Evaluation::prospect);
        ownership::run(&self.game, self.position(), prospect, limits)
    }

    fn heat(&self, limits: &PlayoutLimits, progress: &mut dyn FnMut(&heat::Heat)) -> heat::Heat {
        if self.ended.is_some() {
            let none = PlayoutLimits { games: Some(0), ..limits.clone() };
            return heat::run(&self.game, &self.line, self.notation, &none, progress);
        }
        heat::run(&self.game, &self.line, self.notation, limits, progress)
    }

    fn theory(&self, spec: &Spec, depth: u32, limits: &Limits) -> Result<Option<lab::Theory>, Error> {
        let tree = minimal_tree(spec, &self.evaluations, &self.game, &self.line, depth, limits)?;
        Ok(tree.map(|tree| {
            let branching = search::theory::branching(&tree.whole);
            lab::Theory {
                branching,
                worst: search::theory::worst_case(branching, depth),
                best: search::theory::best_case(branching, depth),
                leaves: tree.whole.leaves,
                least: tree.leaves,
            }
        }))
    }

    fn tree(&self, spec: &Spec, most: usize, limits: &Limits) -> Result<tree::SearchTree, Error> {
        self.refuse_if_over()?;
        let Described { mut search, limits: own, .. } = player(spec, &self.evaluations)?;
        let (report, record) =
            search.record(&self.game, &self.line, &own.within(limits), most).ok_or_else(|| {
                let what = "only what minimax, negamax, alphabeta and mcts do can be written down";
                Error::Player(format!("{what}, not {spec}"))
            })?;
        Ok(tree::told(&self.game, &self.line, self.notation, spec.to_string(), &report, record))
    }

    fn passed(&self) -> Option<Box<dyn Table>> {
        let position = self.position();
        let moves = self.moves();
        let pass = |mv: &&G::Move| matches!(self.game.steps(position, **mv)[..], [Step::Choice { .. }]);
        // Where passing is all there is to do, it is no threat.
        let next = match moves.iter().find(pass).filter(|_| moves.len() > 1) {
            Some(&mv) => {
                let mut next = position.clone();
                self.game.play(&mut next, mv);
                next
            }
            None if moves.is_empty() => return None,
            None => self.evaluations.iter().find_map(|evaluation| evaluation.pass(&self.game, position))?,
        };
        let mut table = self.clone();
        (table.line, table.record, table.ended) = (vec![next], Vec::new(), None);
        Some(Box::new(table))
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
