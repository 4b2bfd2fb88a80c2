//! The one implementation of [`Table`], for every game.

use crate::evaluation::{Evaluation, Evaluations};
use crate::ladder::{PlayerDescription, minimal_tree, options_of, player, players_of, scale};
use crate::options::Options;
use crate::search_player::SearchPlayer;
use crate::theory::Theory;
use crate::turned::turned;
use crate::{
    Count, Error, EvaluationInfo, GameInfo, Limits, MoveView, OptionInfo, Ownership, Player, PlayerInfo,
    PlayoutLimits, PlayoutReport, Record, ResultView, Scale, Spec, Stop, Table, Turned, Value, View, heat,
    ownership, playouts, tree,
};
use std::any::Any;
use std::sync::Arc;
use wanqi_game::depict::{CountedGame, Step};
use wanqi_game::{Depict, Layout, NULL_MOVE, Notation, Piece, Side, message, perft};
use wanqi_search::Score;

/// A game in progress, its type known.
pub(crate) struct TypedTable<G: Notation + Depict> {
    spec: Spec,
    info: Arc<GameInfo>,
    game: G,
    evaluations: Arc<[Box<dyn Evaluation<G>>]>,
    /// The positions so far; the last is on the board.
    line: Vec<G::Position>,
    /// The moves between them, and then those taken back; `None` is a [null move](wanqi_game::NULL_MOVE) of a record.
    record: Vec<Option<G::Move>>,
    /// A result that the board does not show.
    ended: Option<ResultView>,
    /// Whether the game goes on here whatever might be claimed.
    declined: bool,
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
            declined: self.declined,
            notation: self.notation,
        }
    }
}

impl<G: Notation + Depict + Clone + Send + 'static> TypedTable<G> {
    /// A game at its start, with what is known of it.
    pub fn new(info: Arc<GameInfo>, spec: Spec, game: G, evaluations: Evaluations<G>) -> Self {
        let line = vec![game.start()];
        TypedTable {
            spec,
            info,
            game,
            evaluations: evaluations.into(),
            line,
            record: Vec::new(),
            ended: None,
            declined: false,
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

    /// The position that a move is made in: where two passes were no end after all, play is taken up again.
    fn open(&self, position: &G::Position) -> G::Position {
        let resumed = self.game.outcome(position).and_then(|_| self.game.resumed(position));
        resumed.unwrap_or_else(|| position.clone())
    }

    fn after(&self, position: &G::Position, mv: Option<G::Move>) -> G::Position {
        let mut next = self.open(position);
        match mv {
            Some(mv) => self.game.play(&mut next, mv),
            None => next = self.game.null_move(&next).expect("a null move was possible when it was made"),
        }
        next
    }

    fn text(&self, position: &G::Position, mv: Option<G::Move>, notation: usize) -> String {
        mv.map_or_else(|| NULL_MOVE.into(), |mv| self.game.format_move(position, mv, notation))
    }

    /// The moves of plies of one turn as one text.
    fn turn(&self, from: usize, to: usize, notation: usize) -> String {
        let moves: Option<Vec<G::Move>> = self.record[from..to].iter().copied().collect();
        match moves {
            Some(moves) => self.game.format_turn(&self.line[from], &moves, notation),
            // A null move is a turn of its own.
            None => NULL_MOVE.into(),
        }
    }

    fn advance(&mut self, mv: Option<G::Move>) {
        self.line.push(self.after(self.position(), mv));
        self.declined = false;
    }

    /// Begins anew from a position.
    fn begin(&mut self, position: G::Position) {
        (self.line, self.record, self.ended) = (vec![position], Vec::new(), None);
        self.declined = false;
    }

    /// Plays a move that is legal, or a null move that is possible.
    fn make(&mut self, mv: Option<G::Move>) {
        self.reopen();
        let ply = self.ply();
        if self.record.get(ply) != Some(&mv) {
            self.record.truncate(ply);
            self.record.push(mv);
        }
        self.advance(mv);
    }

    /// The game goes on from the position on the board.
    fn reopen(&mut self) {
        let open = self.open(self.position());
        *self.line.last_mut().expect("a line is never cut to nothing") = open;
    }

    /// Whether the game has gone on from here, or will.
    fn goes_on(&self) -> bool {
        self.declined || self.record.len() > self.ply()
    }

    /// Whether the board shows the end of the game.
    fn is_final(&self) -> bool {
        match self.game.outcome(self.position()) {
            Some(_) => self.game.resumed(self.position()).is_none(),
            None => wanqi_search::legal_moves(&self.game, &self.line).is_empty(),
        }
    }

    fn decided(&self) -> Option<ResultView> {
        let outcome = self.game.result(&self.line)?;
        let points = self.game.winning_points(self.position());
        Some(ResultView::new(outcome, self.game.describe_result(&self.line), points))
    }

    fn moves(&self) -> Vec<G::Move> {
        if self.result().is_some() { Vec::new() } else { wanqi_search::legal_moves(&self.game, &self.line) }
    }

    fn refuse_if_over(&self) -> Result<(), Error> {
        self.result().map_or(Ok(()), |result| Err(Error::Over(result.text)))
    }

    /// The record's moves as texts with who made them, the undone ones too.
    fn record_view(&self) -> Vec<Record> {
        let mut position = self.line[0].clone();
        let mut view = Vec::with_capacity(self.record.len());
        // Where the turn under way began, and its moves.
        let mut turn = (position.clone(), Vec::new());
        for &mv in &self.record {
            let side = self.game.side_to_move(&position);
            let goes_on = self.game.amid_turn(&position);
            if !goes_on {
                turn = (position.clone(), Vec::new());
            }
            turn.1.extend(mv);
            let whole = || self.game.format_turn(&turn.0, &turn.1, self.notation);
            view.push(Record {
                text: self.text(&position, mv, self.notation),
                whole: (goes_on && turn.1.len() > 1).then(whole),
                side,
            });
            position = self.after(&position, mv);
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
        let last = self.ply().checked_sub(1);
        let last = last.and_then(|last| Some((&self.line[last], self.record[last]?)));
        let trace = last.map_or_else(Vec::new, |(before, mv)| self.game.trace(before, mv));
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

    fn kinds(&self) -> Vec<Piece> {
        self.game.kinds()
    }

    fn set_up(&self, pieces: &[(u16, char)], side: Side) -> String {
        wanqi_game::set_up(&self.game, pieces, side)
    }

    fn result(&self) -> Option<ResultView> {
        match &self.ended {
            Some(ended) => Some(ended.clone()),
            None if self.goes_on() => None,
            None => self.decided(),
        }
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
            let what = message!(
                "fault.would-repeat",
                "{move} would repeat an earlier position",
                move = wanqi_game::quoted(text.trim())
            );
            return Err(Error::Move(wanqi_game::TextError::new(what)));
        }
        self.make(Some(mv));
        Ok(())
    }

    fn play_turn(&mut self, text: &str) -> Result<(), Error> {
        let refused = match self.play(text) {
            Err(Error::Move(refused)) => refused,
            played => return played,
        };
        let steps = self.read_turn(text)?;
        if steps.len() < 2 {
            return Err(Error::Move(refused));
        }
        // All of it or nothing.
        let mut ahead = self.clone();
        steps.iter().try_for_each(|step| ahead.play(step))?;
        *self = ahead;
        Ok(())
    }

    fn read_turn(&self, text: &str) -> Result<Vec<String>, Error> {
        let mut position = self.open(self.position());
        let moves = self.game.parse_turn(&position, text.trim()).map_err(Error::Move)?;
        let program = self.game.notations().len() - 1;
        let texts = moves.into_iter().map(|mv| {
            let text = self.game.format_move(&position, mv, program);
            position = self.after(&position, Some(mv));
            text
        });
        Ok(texts.collect())
    }

    fn amid_turn(&self) -> bool {
        self.game.amid_turn(self.position())
    }

    fn play_on(&mut self, text: &str) -> Result<(), Error> {
        let over = |result: ResultView| Error::Over(result.text);
        if self.ended.is_some() || self.is_final() {
            return Err(self.result().map_or_else(
                || Error::Move(wanqi_game::TextError::new(message!("fault.no-move", "there is no move"))),
                over,
            ));
        }
        let (position, text) = (self.open(self.position()), text.trim());
        let mv = if text == NULL_MOVE && self.game.null_move(&position).is_some() {
            None
        } else {
            Some(self.game.parse_move(&position, text).map_err(Error::Move)?)
        };
        self.make(mv);
        Ok(())
    }

    fn decline_claim(&mut self) {
        if self.ended.is_none() && !self.is_final() && self.decided().is_some() {
            self.reopen();
            self.declined = true;
        }
    }

    fn undo(&mut self) -> bool {
        if self.ended.take().is_some() {
            return true;
        }
        let possible = self.line.len() > 1;
        if possible {
            self.line.pop();
            self.declined = false;
        }
        possible
    }

    fn redo(&mut self) -> bool {
        let next = self.record.get(self.ply()).copied();
        if let (Some(mv), None) = (next, &self.ended) {
            self.advance(mv);
            if self.goes_on() {
                self.reopen();
            }
            return true;
        }
        false
    }

    fn end(&mut self, result: ResultView) {
        self.ended = Some(result);
    }

    fn counted(&self, dead: &[u16]) -> Option<Count> {
        let CountedGame { dead, areas, lead, seki, outcome, words } =
            self.game.counted(self.position(), dead)?;
        let result = ResultView::new(outcome, words, Vec::new());
        Some(Count { dead, areas, lead, seki, result })
    }

    fn margin(&self) -> Option<f64> {
        self.game.margin(self.position())
    }

    fn resign(&mut self, side: Side) -> Result<(), Error> {
        self.refuse_if_over()?;
        self.end(ResultView::resignation(side.opponent(), &self.game.layout()));
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), Error> {
        let position = self.game.parse_position(text.trim()).map_err(Error::Position)?;
        self.begin(position);
        Ok(())
    }

    fn set_position_leniently(&mut self, text: &str) -> Result<Vec<String>, Error> {
        let (position, notes) = self.game.parse_position_leniently(text.trim()).map_err(Error::Position)?;
        self.begin(position);
        Ok(notes)
    }

    fn first_position(&self) -> String {
        self.game.format_position(&self.line[0])
    }

    fn played(&self, notation: usize) -> Vec<String> {
        let played = self.line.iter().zip(&self.record).take(self.ply());
        played.map(|(position, &mv)| self.text(position, mv, notation)).collect()
    }

    fn last_move(&self, notation: usize) -> Option<String> {
        let before = self.ply().checked_sub(1)?;
        Some(self.text(&self.line[before], self.record[before], notation))
    }

    fn last_turn(&self, notation: usize) -> Option<String> {
        let last = self.ply().checked_sub(1)?;
        let first = (0..=last).rev().find(|&ply| ply == 0 || !self.game.amid_turn(&self.line[ply]));
        Some(self.turn(first.unwrap_or(last), last + 1, notation))
    }

    fn turns(&self, notation: usize) -> Vec<String> {
        let begins = |&ply: &usize| ply == 0 || !self.game.amid_turn(&self.line[ply]);
        let begins: Vec<usize> = (0..self.ply()).filter(begins).collect();
        let ends = begins.iter().skip(1).copied().chain([self.ply()]);
        begins.iter().zip(ends).map(|(&from, to)| self.turn(from, to, notation)).collect()
    }

    fn legal_moves(&self, notation: usize) -> Vec<String> {
        let position = self.position();
        self.moves().into_iter().map(|mv| self.game.format_move(position, mv, notation)).collect()
    }

    fn scale(&self) -> Scale {
        let first = || self.evaluations.first().map_or(Scale::UNTOLD, |evaluation| evaluation.scale());
        let analyst = self.info.analyst().and_then(|spec| scale(&spec, &self.evaluations));
        analyst.unwrap_or_else(|_| first()).telling(self.info.wins)
    }

    fn evaluations(&self) -> Vec<EvaluationInfo> {
        self.evaluations.iter().map(|evaluation| evaluation.info().clone()).collect()
    }

    fn players(&self) -> Vec<PlayerInfo> {
        players_of(&self.evaluations)
    }

    fn player_options(&self, player: &str) -> Vec<OptionInfo> {
        options_of(player, &self.evaluations)
    }

    fn player(&self, spec: &Spec) -> Result<Box<dyn Player>, Error> {
        Ok(Box::new(SearchPlayer(player(spec, &self.evaluations)?)))
    }

    fn position_key(&self) -> u64 {
        self.game.key(self.position())
    }

    fn turned(&self) -> Vec<Turned> {
        turned(&self.game, &self.line, &self.record, &self.moves())
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

    fn divide_turns(&self, turns: u32) -> Vec<(String, u64)> {
        perft::divide_turns(&self.game, self.position(), turns)
    }

    fn divide_until(&self, depth: u32, stop: &Stop, each: &mut dyn FnMut(String, u64)) -> bool {
        perft::divide_while(&self.game, self.position(), depth, &|| !stop.is_stopped(), each)
    }

    fn divide_turns_until(&self, turns: u32, stop: &Stop, each: &mut dyn FnMut(String, u64)) -> bool {
        perft::divide_turns_while(&self.game, self.position(), turns, &|| !stop.is_stopped(), each)
    }

    fn static_values(&self, player: &Spec) -> Vec<(&'static str, Value)> {
        if self.result().is_some() {
            return Vec::new();
        }
        let value = |evaluation: &dyn Evaluation<G>| {
            let score = Score::heuristic(evaluation.static_score(
                &mut Options::of(player),
                &self.game,
                self.position(),
            )?);
            Some((evaluation.info().name, Value::new(score, evaluation.scale().telling(self.info.wins))))
        };
        self.evaluations.iter().filter_map(|evaluation| value(&**evaluation)).collect()
    }

    fn playouts(&self, limits: &PlayoutLimits, progress: &mut dyn FnMut(&PlayoutReport)) -> PlayoutReport {
        playouts::run(&self.game, self.position(), limits, progress)
    }

    fn ownership(&self, limits: &PlayoutLimits) -> Option<Ownership> {
        let prospect = self.evaluations.first().and_then(|evaluation| evaluation.prospect());
        ownership::run(&self.game, self.position(), prospect, limits)
    }

    fn heat(&self, limits: &PlayoutLimits, progress: &mut dyn FnMut(&heat::Heat)) -> heat::Heat {
        if self.result().is_some() {
            let none = PlayoutLimits { games: Some(0), ..limits.clone() };
            return heat::run(&self.game, &self.line, self.notation, &none, progress);
        }
        heat::run(&self.game, &self.line, self.notation, limits, progress)
    }

    fn theory(&self, spec: &Spec, depth: u32, limits: &Limits) -> Result<Option<Theory>, Error> {
        let tree = minimal_tree(spec, &self.evaluations, &self.game, &self.line, depth, limits)?;
        Ok(tree.map(|tree| Theory::of(&tree, depth)))
    }

    fn tree(&self, spec: &Spec, most: usize, limits: &Limits) -> Result<tree::SearchTree, Error> {
        self.refuse_if_over()?;
        let PlayerDescription { mut search, limits: own, scale, .. } = player(spec, &self.evaluations)?;
        let scale = scale.telling(self.info.wins);
        let (report, record) =
            search.record(&self.game, &self.line, &own.within(limits), most).ok_or_else(|| {
                let what = "only what minimax, negamax, alphabeta and mcts do can be written down";
                Error::Player(format!("{what}, not {spec}"))
            })?;
        Ok(tree::told(&self.game, &self.line, self.notation, spec.to_string(), &report, record, scale))
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
        table.begin(next);
        Some(Box::new(table))
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
