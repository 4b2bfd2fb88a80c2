//! A file in memory that two programs share: what the network is to see of the positions of each group of games, and then what it
//! says of them.

use super::tree::Seen;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use wanqi_eval::go::network::Input;

/// The lines of the largest board; on a smaller one the points of a row are followed by what is beyond it.
pub const LINES: usize = 19;
/// The points of the largest board.
pub const POINTS: usize = LINES * LINES;
/// Bytes of a position: the bits of each point, row by row, and four numbers.
const QUESTION: usize = 4 * (POINTS + 4);
/// Bytes of what is said of it: the logits of all points and of a pass, the win probability, and the lead in tens of points.
const ANSWER: usize = 4 * (POINTS + 3);

/// The file.
pub struct Evaluations {
    file: File,
    groups: usize,
    games: usize,
}

/// What one group of games asks and is told.
#[derive(Default)]
pub struct Group {
    questions: Vec<u8>,
    answers: Vec<u8>,
}

impl Evaluations {
    /// A file for so many groups of so many games.
    pub fn create(path: &Path, groups: usize, games: usize) -> io::Result<Evaluations> {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        file.set_len((groups * games * (QUESTION + ANSWER)) as u64)?;
        Ok(Evaluations { file, groups, games })
    }

    /// Puts down what a group asks, which has nothing to ask then.
    pub fn ask(&self, group: usize, asked: &mut Group) -> io::Result<()> {
        self.file.write_all_at(&asked.questions, (group * self.games * QUESTION) as u64)?;
        asked.questions.clear();
        Ok(())
    }

    /// Takes what a group is told.
    pub fn take(&self, group: usize, told: &mut Group) -> io::Result<()> {
        told.answers.resize(self.games * ANSWER, 0);
        let begin = self.groups * self.games * QUESTION + group * self.games * ANSWER;
        self.file.read_exact_at(&mut told.answers, begin as u64)
    }
}

impl Group {
    /// Adds the question of the next game.
    pub fn push(&mut self, input: &Input) {
        let begin = self.questions.len();
        self.questions.resize(begin + QUESTION, 0);
        let place = &mut self.questions[begin..];
        put_points(input, place);
        for (place, number) in place[4 * POINTS..].as_chunks_mut().0.iter_mut().zip(input.globals) {
            *place = number.to_le_bytes();
        }
    }

    /// What is said of a game's position on a board of such lines.
    pub fn answer(&self, game: usize, size: usize) -> Seen {
        let floats = self.answers[game * ANSWER..][..ANSWER].as_chunks().0;
        let float = |at: usize| f32::from_le_bytes(floats[at]);
        let logits = (0..size * size).map(|point| float(place(size, point))).chain([float(POINTS)]);
        Seen { logits: logits.collect(), value: float(POINTS + 1) }
    }
}

/// Where a point of a board is among those of the largest one.
pub fn place(size: usize, point: usize) -> usize {
    point / size * LINES + point % size
}

/// Writes the bits of the points, four bytes each.
pub fn put_points(input: &Input, bytes: &mut [u8]) {
    let places = bytes.as_chunks_mut().0;
    for (point, bits) in input.points.iter().enumerate() {
        places[place(input.size, point)] = bits.to_le_bytes();
    }
}
