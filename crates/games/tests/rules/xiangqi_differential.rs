//! Xiangqi against a naive twin: a board of letters, moves square by square, and a king that must not be taken.

use crate::rng;
use crate::xiangqi::position;
use rand_core::Rng;
use wanqi_game::{Game, Notation, random};
use wanqi_games::xiangqi::{Position, Xiangqi};

/// `board[rank][file]`, rank 0 Red's; a space is empty, Red's letters are upper case.
type LetterBoard = [[char; 9]; 10];
type SquareOfBoard = (i32, i32);

struct Twin {
    board: LetterBoard,
    red: bool,
}

impl Twin {
    fn of(fen: &str) -> Twin {
        let mut fields = fen.split(' ');
        let mut board = [[' '; 9]; 10];
        for (row, text) in fields.next().expect("pieces").split('/').enumerate() {
            let mut file = 0;
            for c in text.chars() {
                match c.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => (board[9 - row][file], file) = (c, file + 1),
                }
            }
        }
        Twin { board, red: fields.next() == Some("w") }
    }

    fn at(&self, (file, rank): SquareOfBoard) -> Option<char> {
        let on_board = (0..9).contains(&file) && (0..10).contains(&rank);
        on_board.then(|| self.board[rank as usize][file as usize])
    }

    fn is_own(&self, c: char) -> bool {
        c != ' ' && c.is_ascii_uppercase() == self.red
    }

    /// The moves of the side to move by the movement of its pieces alone.
    fn pseudo_moves(&self) -> Vec<(SquareOfBoard, SquareOfBoard)> {
        let mut moves = Vec::new();
        for from in (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank))) {
            let c = self.board[from.1 as usize][from.0 as usize];
            if !self.is_own(c) {
                continue;
            }
            for to in self.targets(c.to_ascii_lowercase(), from) {
                if self.at(to).is_some_and(|taken| !self.is_own(taken)) {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    fn targets(&self, kind: char, (file, rank): SquareOfBoard) -> Vec<SquareOfBoard> {
        const LINES: [SquareOfBoard; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        const DIAGONALS: [SquareOfBoard; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
        let step = |(right, up): SquareOfBoard| (file + right, rank + up);
        let own_rank = |rank: i32| if self.red { rank } else { 9 - rank };
        let in_palace =
            |&(file, rank): &SquareOfBoard| (3..=5).contains(&file) && (0..=2).contains(&own_rank(rank));
        match kind {
            'k' => LINES.map(step).into_iter().filter(in_palace).collect(),
            'a' => DIAGONALS.map(step).into_iter().filter(in_palace).collect(),
            'b' => DIAGONALS
                .into_iter()
                .filter(|&eye| self.at(step(eye)) == Some(' '))
                .map(|(right, up)| step((2 * right, 2 * up)))
                .filter(|&(_, rank)| (0..=4).contains(&own_rank(rank)))
                .collect(),
            'n' => LINES
                .into_iter()
                .filter(|&leg| self.at(step(leg)) == Some(' '))
                .flat_map(|(right, up)| {
                    [1, -1].map(
                        |aside| if right == 0 { step((aside, 2 * up)) } else { step((2 * right, aside)) },
                    )
                })
                .collect(),
            'p' => {
                let forward = if self.red { 1 } else { -1 };
                let mut targets = vec![step((0, forward))];
                if own_rank(rank) >= 5 {
                    targets.extend([step((1, 0)), step((-1, 0))]);
                }
                targets
            }
            _ => LINES.into_iter().flat_map(|way| self.along(kind == 'c', (file, rank), way)).collect(),
        }
    }

    /// What a rook or a cannon reaches in one direction.
    fn along(
        &self,
        cannon: bool,
        (file, rank): SquareOfBoard,
        (right, up): SquareOfBoard,
    ) -> Vec<SquareOfBoard> {
        let mut targets = Vec::new();
        let mut met = 0;
        for i in 1.. {
            let to = (file + i * right, rank + i * up);
            let Some(c) = self.at(to) else { break };
            match (c == ' ', met) {
                (true, 0) => targets.push(to),
                (true, _) => {}
                (false, 0) if cannon => met = 1,
                (false, _) => {
                    targets.push(to);
                    break;
                }
            }
        }
        targets
    }

    fn after(&self, (from, to): (SquareOfBoard, SquareOfBoard)) -> Twin {
        let mut board = self.board;
        board[to.1 as usize][to.0 as usize] = board[from.1 as usize][from.0 as usize];
        board[from.1 as usize][from.0 as usize] = ' ';
        Twin { board, red: !self.red }
    }

    fn kings_face(&self) -> bool {
        (3..6).any(|file| {
            let column: String = self.board.iter().map(|row| row[file]).filter(|&c| c != ' ').collect();
            column.contains("Kk")
        })
    }

    /// Whether the side to move could take the king.
    fn takes_king(&self) -> bool {
        self.kings_face()
            || self.pseudo_moves().into_iter().any(|(_, to)| matches!(self.at(to), Some('k' | 'K')))
    }

    fn legal_moves(&self) -> Vec<String> {
        let name = |(file, rank): SquareOfBoard| format!("{}{rank}", char::from(b'a' + file as u8));
        let safe = |&mv: &(SquareOfBoard, SquareOfBoard)| !self.after(mv).takes_king();
        let mut moves: Vec<String> = self
            .pseudo_moves()
            .into_iter()
            .filter(safe)
            .map(|(from, to)| format!("{}{}", name(from), name(to)))
            .collect();
        moves.sort();
        moves
    }

    fn in_check(&self) -> bool {
        Twin { board: self.board, red: !self.red }.takes_king()
    }
}

fn compare(position: &Position) -> usize {
    let game = Xiangqi::new();
    let fen = game.format_position(position);
    // Read from the text every time, so that the two cannot drift apart together.
    let twin = Twin::of(&fen);
    let mut ours = Vec::new();
    game.each_move(position, |mv| ours.push(game.format_move(position, mv, 2)));
    ours.sort();
    assert_eq!(ours, twin.legal_moves(), "{fen}");
    assert_eq!(game.move_count(position), ours.len(), "{fen}");
    assert_eq!(position.in_check(), twin.in_check(), "{fen}");
    assert_eq!(game.parse_position(&fen).as_ref(), Ok(position), "{fen}");
    ours.len()
}

#[test]
fn random_games() {
    let (game, mut rng) = (Xiangqi::new(), rng(5));
    let mut positions = 0;
    for _ in 0..50 {
        let mut position = game.start();
        while compare(&position) > 0 && game.outcome_by_history(&[position], 0).is_none() {
            let mv = game.random_move(&position, &mut rng).expect("there are moves");
            game.play(&mut position, mv);
            positions += 1;
        }
    }
    assert!(positions > 10_000, "{positions}");
}

#[test]
fn random_positions() {
    // Few pieces, near the kings: screens, legs and facing kings matter more often than in games.
    let mut rng = rng(6);
    let (mut compared, mut checks) = (0, 0);
    for _ in 0..60_000 {
        let fen = random_fen(&mut rng);
        if let Ok(position) = Xiangqi::new().parse_position(&fen) {
            compare(&position);
            compared += 1;
            checks += usize::from(position.in_check());
        }
    }
    assert!(compared > 10_000 && checks > 2_000, "{compared} positions, {checks} checks");
}

fn random_fen(rng: &mut impl Rng) -> String {
    let mut board = [[' '; 9]; 10];
    let mut put = |c: char, file: u32, rank: u32| board[rank as usize][file as usize] = c;
    for c in ['R', 'N', 'C', 'C', 'r', 'n', 'c', 'c', 'N', 'r'] {
        if random::below(rng, 2) == 0 {
            let king_side = if c.is_ascii_uppercase() { 4 } else { 0 };
            put(c, 1 + random::below(rng, 7), king_side + random::below(rng, 6));
        }
    }
    for (c, first) in [('A', 0), ('a', 7)] {
        if random::below(rng, 2) == 0 {
            put(c, 3 + 2 * random::below(rng, 2), first + 2 * random::below(rng, 2));
        }
    }
    put('P', 2 + random::below(rng, 5), 6 + random::below(rng, 4));
    put('p', 2 + random::below(rng, 5), random::below(rng, 4));
    put('K', 3 + random::below(rng, 3), random::below(rng, 3));
    put('k', 3 + random::below(rng, 3), 7 + random::below(rng, 3));
    let row = |row: &[char; 9]| {
        let letters: String = row.iter().map(|&c| if c == ' ' { '1' } else { c }).collect();
        (1..=9).rev().fold(letters, |text, run| text.replace(&"1".repeat(run), &run.to_string()))
    };
    let rows: Vec<String> = board.iter().rev().map(row).collect();
    format!("{} {} - - 0 1", rows.join("/"), ["w", "b"][random::below(rng, 2) as usize])
}

#[test]
fn the_twin_is_right_about_the_start() {
    assert_eq!(
        compare(&position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")),
        44
    );
}
