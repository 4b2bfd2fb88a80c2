//! What a score means: how the number of an evaluation or the mean result of random games becomes a win probability, a
//! text and a proven distance. Made here once; pages, protocols and records ask it and reckon nothing of it themselves.

use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Neg;
use wanqi_game::{Message, Side, message};
use wanqi_search::Score;

/// What people count a lead in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreUnit {
    /// Hundredths of a pawn, told in pawns: `+0.31`.
    Centipawns,
    /// Hundredths of a point of the final count, told in points: `+3.5 points`.
    Centipoints,
    /// Hundredths of a disc of the final count, told in discs: `+3.27 discs`, and `+6 discs` where that is proven.
    Centidiscs,
    /// Nothing that people count in: the win probability is told, `56.0 %`.
    Probability,
}

/// How people of a game tell a proven win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wins {
    /// By the moves to mate: `#3`, `#-2`.
    Mate,
    /// By plies: `win in 5`, `loss in 4`.
    Distance,
    /// That it is one: `win`, `loss`. Where a game ends by agreement or passes, its length says nothing.
    Plain,
    /// By how many discs: `+6 discs`. Where only that it is won is known, `win`.
    Discs,
}

/// What the scores of an evaluation, or of a Monte-Carlo search, mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    curve: Curve,
    unit: ScoreUnit,
    wins: Wins,
}

/// How a score becomes a win probability.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Curve {
    /// A lead: a game is won with the probability 1 / (1 + exp((half − score) / spread)), lost likewise, else drawn.
    Lead { half: f32, spread: f32 },
    /// The mean result in thousandths: −1000 is always lost, 1000 always won.
    Mean,
    /// The lead at the end, known.
    Known,
    /// Of the lead at the end it is known that the side ahead leads by at least so much.
    AtLeast,
    /// Nobody has told.
    Untold,
}

impl Scale {
    /// The mean result of a Monte-Carlo search.
    pub const MEAN: Scale = Scale { curve: Curve::Mean, unit: ScoreUnit::Probability, wins: Wins::Distance };
    /// Hundredths of the discs that a side leads by at the end if both sides play their best, known for certain.
    pub const SOLVED: Scale = Scale { curve: Curve::Known, unit: ScoreUnit::Centidiscs, wins: Wins::Discs };
    /// The same where it is known that the side ahead wins, and by no fewer discs.
    pub const SOLVED_AT_LEAST: Scale = Scale { curve: Curve::AtLeast, ..Scale::SOLVED };
    /// Of a score that means nothing: that of a move out of a book, or of a player that tells none.
    pub const UNTOLD: Scale =
        Scale { curve: Curve::Untold, unit: ScoreUnit::Probability, wins: Wins::Distance };
    /// Hundredths of a pawn in chess: fitted by `xtask/peers/fit_wdl.py` to games against an engine of about our strength
    /// (`docs/experiments/chess.md`).
    pub const CHESS: Scale = Scale::of(ScoreUnit::Centipawns, 124.0).with_draws(146.0);

    /// Of an evaluation in such units. `spread`: the lead that multiplies the odds of winning by *e*.
    pub const fn of(unit: ScoreUnit, spread: f32) -> Scale {
        Scale { curve: Curve::Lead { half: 0.0, spread }, unit, wins: Wins::Distance }
    }

    /// The same in a game that is often drawn. `half`: the lead with which half the games are won.
    #[must_use]
    pub const fn with_draws(self, half: f32) -> Scale {
        match self.curve {
            Curve::Lead { spread, .. } => Scale { curve: Curve::Lead { half, spread }, ..self },
            Curve::Mean | Curve::Known | Curve::AtLeast | Curve::Untold => self,
        }
    }

    /// The same in a game whose people tell wins so.
    #[must_use]
    pub const fn telling(self, wins: Wins) -> Scale {
        Scale { wins, ..self }
    }

    /// The lead that multiplies the odds by *e* where both sides stand equal, a draw being half a win; 1 where there is
    /// no lead.
    pub fn odds(self) -> f32 {
        match self.curve {
            Curve::Lead { half, spread } => spread * (1.0 + (half / spread).cosh()) / 2.0,
            Curve::Mean | Curve::Known | Curve::AtLeast | Curve::Untold => 1.0,
        }
    }

    /// Whether people tell by how many discs a game is won.
    pub fn counts_discs(self) -> bool {
        self.wins == Wins::Discs
    }

    /// How likely a game is won, drawn and lost at a heuristic score.
    fn outcomes(self, score: i32) -> Option<[f64; 3]> {
        match self.curve {
            Curve::Lead { half, spread } => {
                let (half, spread, score) = (f64::from(half), f64::from(spread), f64::from(score));
                let reached = |lead: f64| 1.0 / (1.0 + ((half - lead) / spread).exp());
                let (won, lost) = (reached(score), reached(-score));
                // In this order both sides are told the same, to the last bit.
                Some([won, (1.0 - (won + lost)).max(0.0), lost])
            }
            Curve::Mean => {
                let share = |score: f64| ((score + 1000.0) / 2000.0).clamp(0.0, 1.0);
                Some([share(f64::from(score)), 0.0, share(-f64::from(score))])
            }
            Curve::Known | Curve::AtLeast => {
                Some([f64::from(score > 0), f64::from(score == 0), f64::from(score < 0)])
            }
            Curve::Untold => None,
        }
    }

    /// The score with this win probability.
    fn score_of(self, probability: f64) -> i32 {
        /// What is all but certain has no finite lead.
        const CERTAIN: f64 = 0.0005;
        let balance = 2.0 * probability.clamp(CERTAIN, 1.0 - CERTAIN) - 1.0;
        let score = match self.curve {
            // The win probability is (1 + sinh x / (cosh x + cosh a)) / 2 with x = score / spread, a = half / spread:
            // a quadratic equation in exp x.
            Curve::Lead { half, spread } => {
                let (half, spread) = (f64::from(half), f64::from(spread));
                let drawn = balance * (half / spread).cosh();
                spread * ((drawn + (drawn * drawn + 1.0 - balance * balance).sqrt()) / (1.0 - balance)).ln()
            }
            Curve::Mean => 1000.0 * balance,
            Curve::Known | Curve::AtLeast | Curve::Untold => 0.0,
        };
        score.round() as i32
    }
}

/// What a position or a move is worth to one side, and what that means.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    score: Score,
    scale: Scale,
}

impl Value {
    /// Nobody has told.
    pub const UNKNOWN: Value = Value { score: Score::DRAW, scale: Scale::UNTOLD };

    /// A score on its scale.
    pub const fn new(score: Score, scale: Scale) -> Value {
        Value { score, scale }
    }

    /// A win probability from 0 to 1, a draw being half a win.
    pub fn of_probability(probability: f64) -> Value {
        Value { score: Score::heuristic(Scale::MEAN.score_of(probability)), scale: Scale::MEAN }
    }

    /// A lead in points of the final count, to be told.
    pub fn of_points(points: f64) -> Value {
        let scale = Scale { curve: Curve::Untold, unit: ScoreUnit::Centipoints, wins: Wins::Plain };
        Value { score: Score::heuristic((100.0 * points).round() as i32), scale }
    }

    /// A lead in discs that somebody else expects, on the game's own scale; where that is another unit, its win
    /// probability is not known.
    pub fn of_discs(discs: f64, scale: Scale) -> Value {
        let is_ours = scale.unit == ScoreUnit::Centidiscs;
        let scale = if is_ours { scale } else { Scale { curve: Curve::Untold, ..Scale::SOLVED } };
        Value::hundredths(discs, scale)
    }

    /// A lead in discs at the end, known to the last one.
    pub fn of_solved(discs: f64) -> Value {
        Value::hundredths(discs, Scale::SOLVED)
    }

    fn hundredths(discs: f64, scale: Scale) -> Value {
        Value { score: Score::heuristic((100.0 * discs).round() as i32), scale }
    }

    /// What a finished game is worth to the first side: by how many discs it is won where people tell it so, else by
    /// whom. `margin`: by how many points the first side is ahead ([`Table::margin`](crate::Table::margin)); `scale`: the
    /// game's own.
    pub fn of_result(winner: Option<Side>, margin: Option<f64>, scale: Scale) -> Value {
        match (winner, margin) {
            (_, Some(discs)) if scale.counts_discs() => Value::of_solved(discs),
            (Some(Side::First), _) => Value::new(Score::win_in(0), scale),
            (Some(Side::Second), _) => Value::new(Score::loss_in(0), scale),
            (None, _) => Value::new(Score::DRAW, scale),
        }
    }

    /// Who moved or is to move has this value; the same for the first side.
    #[must_use]
    pub fn for_first(self, side: Side) -> Value {
        if side == Side::First { self } else { -self }
    }

    /// The score in its evaluation's own units, or thousandths of a mean result.
    pub const fn score(self) -> Score {
        self.score
    }

    /// In how many plies the side wins (positive) or loses (negative or zero), if that is proven.
    pub fn decided(self) -> Option<i32> {
        self.score.decided()
    }

    /// In how many of its moves the side wins, or if negative or zero loses by so many of the other, if that is proven. Right
    /// whoever is to move.
    pub fn mate(self) -> Option<i32> {
        self.decided().map(|plies| plies.signum() * ((plies.abs() + 1) / 2))
    }

    /// How likely the side wins, draws and loses, together 1, if that is known.
    pub fn outcomes(self) -> Option<[f64; 3]> {
        match self.decided() {
            Some(_) if self.score > Score::DRAW => Some([1.0, 0.0, 0.0]),
            Some(_) => Some([0.0, 0.0, 1.0]),
            None => self.scale.outcomes(self.score.value()),
        }
    }

    /// How likely the side wins, a draw being half a win, if that is known: 0 to 1.
    pub fn win_probability(self) -> Option<f64> {
        self.outcomes().map(|[won, drawn, _]| won + drawn / 2.0)
    }

    /// The score on another scale, through the win probability where that is another curve. Of what is proven the score
    /// itself, also of a lead at least so large in the same unit; none of what nobody has told.
    pub fn on(self, scale: Scale) -> Option<i32> {
        let is_bound = self.scale.curve == Curve::AtLeast && self.scale.unit == scale.unit;
        if self.decided().is_some() || self.scale.curve == scale.curve || is_bound {
            return self.win_probability().map(|_| self.score.value());
        }
        self.win_probability().map(|probability| scale.score_of(probability))
    }

    /// The score as protocols tell it that have hundredths of a pawn for every game: a lead in its own units, a mean
    /// result as the lead of that win probability in chess.
    pub fn centipawns(self) -> i32 {
        match self.scale.curve {
            Curve::Lead { .. } | Curve::Known | Curve::AtLeast => self.score.value(),
            Curve::Mean => self.on(Scale::CHESS).unwrap_or(0),
            Curve::Untold if self.scale.unit == ScoreUnit::Centidiscs => self.score.value(),
            Curve::Untold => 0,
        }
    }

    /// What people of the game count in.
    pub fn unit(self) -> ScoreUnit {
        self.scale.unit
    }

    /// The lead in that unit: pawns, points or discs; `None` where probabilities are told, and of what is proven otherwise
    /// than by a count.
    pub fn lead(self) -> Option<f64> {
        let counts = self.scale.unit != ScoreUnit::Probability && self.decided().is_none();
        counts.then(|| f64::from(self.score.value()) / 100.0)
    }

    /// The lead in pawns, where that is what people count in and nothing is proven.
    pub fn pawns(self) -> Option<f64> {
        let counts = self.scale.unit == ScoreUnit::Centipawns && self.decided().is_none();
        counts.then(|| f64::from(self.score.value()) / 100.0)
    }

    /// The lead in discs at the end, where that is what people count in; none of a win whose discs are not known.
    pub fn discs(self) -> Option<f64> {
        let counts = self.scale.unit == ScoreUnit::Centidiscs && self.decided().is_none();
        counts.then(|| f64::from(self.score.value()) / 100.0)
    }

    /// Whether it is proven that the side wins or that it loses, by however much.
    pub fn is_won_or_lost(self) -> bool {
        let is_known = matches!(self.scale.curve, Curve::Known | Curve::AtLeast);
        self.decided().is_some() || is_known && self.score != Score::DRAW
    }

    /// Whether that is known for certain, to the last disc.
    pub fn is_solved(self) -> bool {
        self.scale.curve == Curve::Known
    }
}

impl Neg for Value {
    type Output = Value;

    /// The same for the other side.
    fn neg(self) -> Value {
        Value { score: -self.score, ..self }
    }
}

impl Value {
    /// What people read: `+0.31`, `+3.5 points`, `+3.27 discs`, `+6 discs`, `≥ +2 discs`, `56.0 %`; `#3`,
    /// `win in 5`, `win`; `–` of what nobody has told.
    pub fn message(self) -> Message {
        let has_won = self.score > Score::DRAW;
        match (self.decided(), self.scale.wins) {
            (Some(0), _) | (Some(_), Wins::Plain | Wins::Discs) if has_won => message!("score.win", "win"),
            (Some(0), _) | (Some(_), Wins::Plain | Wins::Discs) => message!("score.loss", "loss"),
            (Some(_), Wins::Mate) => Message::plain(format!("#{}", self.mate().unwrap_or(0))),
            (Some(plies), Wins::Distance) if has_won => {
                message!("score.win-in", "win in {plies}", plies = plies.unsigned_abs())
            }
            (Some(plies), Wins::Distance) => {
                message!("score.loss-in", "loss in {plies}", plies = plies.unsigned_abs())
            }
            (None, _) => {
                let lead = f64::from(self.score.value()) / 100.0;
                let sign = if has_won { "+" } else { "" };
                match (self.scale.unit, self.win_probability()) {
                    (ScoreUnit::Centipawns, _) => Message::plain(format!("{sign}{lead:.2}")),
                    (ScoreUnit::Centipoints, _) => {
                        message!("score.points", "{lead} points", lead = format!("{sign}{lead:.1}"))
                    }
                    (ScoreUnit::Centidiscs, _) => {
                        let lead = match self.scale.curve {
                            Curve::Known => format!("{sign}{lead}"),
                            Curve::AtLeast => format!("{} {sign}{lead}", if has_won { "≥" } else { "≤" }),
                            _ => format!("{sign}{lead:.2}"),
                        };
                        message!("score.discs", "{lead} discs", lead)
                    }
                    (ScoreUnit::Probability, Some(probability)) => {
                        Message::plain(format!("{:.1} %", 100.0 * probability))
                    }
                    (ScoreUnit::Probability, None) => "–".into(),
                }
            }
        }
    }
}

/// What people read, in English.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// As pages and scripts get it.
#[derive(Serialize)]
struct Told {
    score_text: String,
    /// The same for a page in another language, where there are words in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_words: Option<Message>,
    win_probability: Option<f64>,
    decided: Option<i32>,
    /// The lead in discs, where they are counted, and whether it is known to the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    discs: Option<f64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    solved: bool,
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Six digits are more than any search knows.
        let win_probability = self.win_probability().map(|probability| (1e6 * probability).round() / 1e6);
        let score = self.message();
        let score_text = score.to_string();
        let score_words = Some(score).filter(Message::has_key);
        let (decided, discs, solved) = (self.decided(), self.discs(), self.is_solved());
        Told { score_text, score_words, win_probability, decided, discs, solved }.serialize(serializer)
    }
}
