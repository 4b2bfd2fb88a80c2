//! Positions and moves of gomoku as text.

use super::{BORDER, Gomoku, LastMove, Move, Position, Rule};
use crate::grid::{Grid, format_place, parse_place};
use crate::results::{over, taken};
use wanqi_game::{Game, Message, Notation, Outcome, Side, TextError, message, quoted};

impl Gomoku {
    fn grid(&self) -> Grid {
        Grid { columns: self.columns(), rows: self.rows(), letters: ['X', 'O'] }
    }
}

impl Notation for Gomoku {
    /// Rows from the top between slashes, `X` for Black, `O` for White, `.` for an empty point; then a space and
    /// the side to move. In renju a third word may follow: `pass` or `pass pass` after as many passes, `forbidden` where
    /// Black's last stone was. There may be any number of stones.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let mut position = self.start();
        let (board, remark) = match text.match_indices(' ').nth(1).filter(|_| self.rule == Rule::Renju) {
            Some((at, _)) => (&text[..at], &text[at + 1..]),
            None => (text, ""),
        };
        let grid = self.grid();
        let side = grid.parse(board, |row, column, side| position.put(side, row, column))?;
        let turn = grid.letters[side.index()];
        if side == Side::Second {
            position.pass_turn();
        }
        if let Some((row, column)) = self.winning_stones(&position, side).next() {
            let at = grid.character(text, row, column);
            let what = message!("fault.has-five", "{turn} has five already and cannot be to move", turn);
            return Err(TextError::at(what, at..at + 1));
        }
        let won = self.winning_stones(&position, side.opponent()).next().is_some();
        position.outcome = match won {
            true => Some(Outcome::Win(side.opponent())),
            false => (position.empty == 0).then_some(Outcome::Draw),
        };
        if board.len() < text.len() {
            let start = board.chars().count() + 1;
            let at = start..start + remark.chars().count().max(1);
            self.parse_remark(&mut position, remark).map_err(|what| TextError::at(what, at))?;
        }
        Ok(position)
    }

    fn set_up(&self, board: &str, side: Side) -> String {
        format!("{board} {}", self.grid().letters[side.index()])
    }

    fn format_position(&self, position: &Position) -> String {
        self.grid().format(|row, column| position.at(row, column), position.side) + remark(position.last)
    }

    /// A point: column from `a` at the left, `i` included, row from `1` at the bottom; or `pass`, where renju allows it.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        if self.outcome(position).is_some() {
            return Err(TextError::new(over()));
        }
        if self.rule == Rule::Renju && text.eq_ignore_ascii_case("pass") {
            return match self.may_pass(position, &self.open_points(position)) {
                true => Ok(Move::PASS),
                false => Err(TextError::new(match position.side {
                    Side::First => {
                        message!(
                            "fault.black-passes",
                            "Black passes only where every empty point is forbidden"
                        )
                    }
                    Side::Second => {
                        message!("fault.white-passes", "White passes only after Black has passed")
                    }
                })),
            };
        }
        let Some((column, row)) = parse_place(text, self.columns(), self.rows()) else {
            let last = format_place(self.columns() - 1, self.rows() - 1);
            return Err(TextError::new(message!(
                "fault.a-point",
                "a move is a point from a1 to {last}, not {text}",
                last,
                text = quoted(text)
            )));
        };
        let row = self.rows() - 1 - row;
        self.move_at(position, row, column).ok_or_else(|| {
            TextError::new(match position.at(row, column) {
                Some(_) => taken(text),
                None => self.forbidden(position, row, column).map_or_else(Message::default, |why| {
                    message!(
                        "fault.forbidden-to-black",
                        "{point} is forbidden to Black: {reason}",
                        point = text,
                        reason = why.message()
                    )
                }),
            })
        })
    }

    fn format_move(&self, _: &Position, mv: Move, _: usize) -> String {
        match mv {
            Move::PASS => "pass".into(),
            _ => format_place(mv.column(), self.rows() - 1 - mv.row()),
        }
    }
}

/// What a position's text says of the last move, with a space before it.
fn remark(last: LastMove) -> &'static str {
    match last {
        LastMove::Stone => "",
        LastMove::Pass => " pass",
        LastMove::SecondPass => " pass pass",
        LastMove::Forbidden => " forbidden",
    }
}

impl Gomoku {
    /// Takes over what a text says of the last move; an error says what is wrong with it.
    fn parse_remark(&self, position: &mut Position, text: &str) -> Result<(), Message> {
        let known = [LastMove::Pass, LastMove::SecondPass, LastMove::Forbidden];
        let last = known.into_iter().find(|&last| remark(last).strip_prefix(' ') == Some(text));
        let Some(last) = last else {
            return Err(message!(
                "fault.expected-remark",
                "expected pass, pass pass or forbidden, found {found}",
                found = quoted(text)
            ));
        };
        let possible = position.outcome.is_none()
            && match last {
                LastMove::Stone => true,
                LastMove::Pass => position.side == Side::Second && self.all_is_forbidden(position),
                LastMove::SecondPass => position.side == Side::First && self.all_is_forbidden(position),
                LastMove::Forbidden => {
                    self.forbidden_loses && position.side == Side::Second && self.has_erred(position)
                }
            };
        if !possible {
            return Err(message!("fault.last-move", "the last move cannot have been {text}", text));
        }
        position.set_last(last);
        position.outcome = self.outcome_of(last);
        Ok(())
    }

    /// Whether some stone of Black's may have been put on a forbidden point.
    fn has_erred(&self, position: &Position) -> bool {
        self.points().filter(|&(row, column)| position.at(row, column) == Some(Side::First)).any(
            |(row, column)| {
                let mut before = position.clone();
                before.stones[Side::First.index()][row + BORDER] &= !(1 << (column + BORDER));
                self.forbidden(&before, row, column).is_some()
            },
        )
    }
}
