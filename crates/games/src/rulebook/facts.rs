//! What a look at the rules tells once and for all, so that a game need not ask.

use super::compile::{Action, PlacementTable};
use super::customs::Custom;
use super::model::{CapturedFate, ChainPromotion, KindId, LineResult, MultiCapture, Removal, Rules, Shape};
use wanqi_game::Side;

/// What a look at the rules tells.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Facts {
    pub royal: bool,
    /// Rows of a length must be looked for everywhere, not through the last point alone.
    pub lines_anywhere: bool,
    pub forbidden_lines: bool,
    /// Pieces are taken otherwise than by going onto or over them.
    pub side_captures: bool,
    /// A piece once gone from where it was may come there again by being put or copied.
    pub puts_back: bool,
    /// Moves of some piece from one point to another are of two kinds, and texts must tell which.
    pub ambiguous: bool,
    /// More than one kind may be put.
    pub places_kinds: bool,
    /// Pieces change sides.
    pub flips: bool,
    /// Takes, promotions and moves of pieces that only go forward can never be undone.
    pub one_way: bool,
    /// A group may not be left without an empty neighbour by its own side.
    pub no_suicide: bool,
    /// A turn that begins with a move must be finished.
    pub must_finish: bool,
    /// Who has moved may shoot in whatever way is open: it has not gone with what it took.
    pub any_shot: bool,
    /// Some rule of [`Tables::is_allowed`] holds.
    pub limits_moves: bool,
    /// What is taken or promotes does so for good only when the piece goes on no more.
    pub chain_decides: bool,
    /// A piece that may land on several points behind what it jumps over lands where it goes on taking.
    pub lands_to_go_on: bool,
    /// A piece that promotes does not go on taking.
    pub promotion_stops: bool,
    /// Two pieces may go at once.
    pub castles: bool,
    /// A piece may be taken where it has just passed.
    pub passing: bool,
    /// Some rule of [`Tables::is_rarely_legal`] holds.
    pub rarely_legal: bool,
    /// Turns may end otherwise than in most games, as in [`Tables::play_rarely`].
    pub rare_turns: bool,
    /// What happens is counted: checks, or pieces taken.
    pub counts: bool,
    /// Royal pieces that face each other may end the game.
    pub faces: bool,
    /// Some moves take rows that they come up to, or go away from.
    pub approaches: bool,
    /// Some ground is as an enemy.
    pub hostile: bool,
    /// Takes blow up.
    pub blasts: bool,
    /// Chains or figures win, other than two regions connected.
    pub figures: bool,
    /// Some rule of [`Tables::has_won_rarely`] holds.
    pub wins_rarely: bool,
    /// Some pieces are taken aside only by enemies on all sides.
    pub encloses: bool,
    /// Some moves let a side take pieces off at will.
    pub takes_at_will: bool,
    /// Pieces go in more ways while their side has few.
    pub grows_wilder: bool,
    /// What has happened before decides what may be done: a key must tell it.
    pub remembers: bool,
    /// Some piece may not give mate by being put.
    pub drops_limited: bool,
    /// How moves are written beside the names of points.
    pub custom: Custom,
    /// Which sides have a royal piece.
    pub royals: [bool; 2],
    /// Conditions that hold at the start already, and so decide nothing there.
    pub starts_eliminated: [bool; 2],
    pub starts_gathered: [bool; 2],
}

impl Facts {
    pub(super) fn of(
        rules: &Rules,
        usual: &[Action],
        opening: &[Vec<Action>],
        places: &[PlacementTable],
    ) -> Facts {
        let takes_at_will = rules.capture.row.is_some() || rules.capture.more > 0;
        let steps = || opening.iter().flatten().chain(usual);
        let moves = steps().any(|action| matches!(action, Action::Act { moves: true, .. }));
        let removes = steps().any(|action| matches!(action, Action::Remove { .. })) || takes_at_will;
        let copies = rules.kinds.iter().flat_map(|kind| &kind.moves).any(|rule| rule.copies);
        let puts =
            |action: &Action| matches!(action, Action::Act { places: Some(_), .. } | Action::Shoot { .. });
        let side_captures = rules.capture.flank.is_some()
            || rules.capture.touch.is_some()
            || rules.capture.surround.is_some()
            || rules.capture.blast.is_some();
        let castles = rules.kinds.iter().flat_map(|kind| &kind.castles).any(|castles| !castles.is_empty());
        let passing = rules.kinds.iter().flat_map(|kind| &kind.moves).any(|rule| rule.passing);
        let exactly = rules.ends.lines.iter().any(|line| line.exactly);
        let placed = places.iter().fold(0, |all, place| all | place.rule.kinds);
        let fates = rules.capture.flank.iter().map(|flank| flank.fate).chain(rules.capture.touch);
        let flips = fates.into_iter().any(|fate| fate == CapturedFate::Flip);
        let promotes = |&kind: &KindId| rules.kinds[usize::from(kind)].promotes.is_some();
        let promotes_twice = rules
            .kinds
            .iter()
            .filter_map(|kind| kind.promotes.as_ref())
            .flat_map(|what| &what.to)
            .any(promotes);
        let finishes = |actions: &[Action]| {
            actions.len() > 1
                && actions.iter().any(|action| matches!(action, Action::Act { moves: true, .. }))
        };
        let flies = rules
            .kinds
            .iter()
            .flat_map(|kind| &kind.moves)
            .any(|rule| matches!(rule.shape, Shape::Jump { flying: true, takes: true, .. }));
        let royals = Side::BOTH.map(|side| {
            rules
                .start
                .iter()
                .any(|&(_, kind, whose)| whose == Some(side) && rules.kinds[usize::from(kind)].royal)
        });
        let chain_decides =
            rules.capture.removed == Removal::After || rules.capture.promotion == ChainPromotion::AtTheEnd;
        let lands_to_go_on = rules.capture.again == MultiCapture::Must && !rules.capture.longest && flies;
        let drops_limited = rules.kinds.iter().any(|kind| !kind.drop_mates);
        let faces = rules.ends.facing.is_some();
        let no_suicide = rules.capture.surround.is_some_and(|surround| !surround.suicide);
        let must_finish = finishes(usual) || opening.iter().any(|actions| finishes(actions));
        let rarely_legal = castles || rules.turn.no_check || drops_limited || lands_to_go_on || faces;
        let counts = rules.ends.checks.is_some() || rules.ends.captured.is_some();
        let figures = rules.ends.has_figures();
        let royal = rules.kinds.iter().any(|kind| kind.royal);
        let forbidden_lines = rules.ends.lines.iter().any(|line| line.result == LineResult::Forbidden);
        Facts {
            flips,
            faces,
            one_way: !flips && !promotes_twice,
            no_suicide,
            must_finish,
            any_shot: rules.capture.blast.is_none()
                && rules.capture.surround.is_none()
                && !royal
                && !forbidden_lines,
            limits_moves: royal || rarely_legal || forbidden_lines || no_suicide,
            chain_decides,
            lands_to_go_on,
            promotion_stops: rules.capture.promotion == ChainPromotion::Stops,
            castles,
            passing,
            rarely_legal,
            rare_turns: chain_decides
                || rules.capture.again_turning
                || takes_at_will
                || rules.ends.equal_turns
                || rules.ends.reach_safe,
            counts,
            approaches: rules
                .kinds
                .iter()
                .flat_map(|kind| &kind.moves)
                .any(|rule| matches!(rule.shape, Shape::Approach { .. })),
            blasts: rules.capture.blast.is_some(),
            hostile: rules.grounds.iter().any(|ground| !ground.hostile[0].or(ground.hostile[1]).is_empty()),
            figures,
            wins_rarely: figures || counts || rules.ends.gather || rules.ends.fill.is_some(),
            encloses: rules.kinds.iter().any(|kind| !kind.enclosed[0].or(kind.enclosed[1]).is_empty()),
            takes_at_will,
            grows_wilder: rules.kinds.iter().flat_map(|kind| &kind.moves).any(|rule| rule.at_most.is_some()),
            remembers: castles
                || passing
                || rules.ends.checks.is_some()
                || rules.ends.captured.is_some()
                || takes_at_will,
            drops_limited,
            custom: Custom::of(rules),
            royals,
            royal,
            lines_anywhere: exactly && (moves || removes || side_captures),
            forbidden_lines,
            side_captures,
            puts_back: copies || usual.iter().any(puts),
            places_kinds: placed.count_ones() > 1,
            ..Facts::default()
        }
    }
}
