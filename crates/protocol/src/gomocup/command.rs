//! A line of the protocol: a command and what stands behind it.

use wanqi_play::quoted;

/// A point, counted from 0: from the left, and from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Point {
    pub x: u8,
    pub y: u8,
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// What a manager says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Request {
    /// The command, in capitals.
    pub name: String,
    pub arguments: Vec<String>,
}

impl Request {
    /// Reads a line; `None` if there is nothing in it.
    pub fn read(line: &str) -> Option<Request> {
        let mut words = line.split(|c: char| c.is_whitespace() || c.is_control());
        let name = words.by_ref().find(|word| !word.is_empty())?.to_ascii_uppercase();
        Some(Request { name, arguments: words.filter(|word| !word.is_empty()).map(String::from).collect() })
    }

    /// The only argument, a number.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn number<T: std::str::FromStr>(&self) -> Result<T, String> {
        let text = self.arguments.join(" ");
        text.parse().map_err(|_| format!("{} takes a number, not {}", self.name, quoted(&text)))
    }

    /// Columns and rows of a board: one number for both; or two, its width and height, as Yixin's board tells them, which
    /// tells the row of a point first: what is a row to it is a column here.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn extent(&self) -> Result<[u8; 2], String> {
        if let [width, height] = self.arguments.as_slice()
            && let (Ok(width), Ok(height)) = (width.parse(), height.parse())
        {
            return Ok([height, width]);
        }
        self.number().map(|size| [size, size])
    }

    /// The only argument, two numbers with a comma between them.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn pair(&self) -> Result<Point, String> {
        let text = self.arguments.join(" ");
        match numbers(&text).as_deref() {
            Some(&[x, y]) => Ok(Point { x, y }),
            _ => Err(format!("{} takes two numbers such as 7,7, not {}", self.name, quoted(&text))),
        }
    }
}

/// A line among those that tell a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PositionLine {
    /// A point, and what stands on it where that is told.
    Point(Point, Option<PointContent>),
    /// That was all.
    Done,
}

/// What stands on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PointContent {
    Own,
    Other,
    /// Nothing may be put there: part of a line that has won in a continuous game, or forbidden.
    Closed,
}

impl PositionLine {
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<PositionLine, String> {
        if text.eq_ignore_ascii_case("DONE") {
            return Ok(PositionLine::Done);
        }
        let point = |x, y| Point { x, y };
        match numbers(text).as_deref() {
            Some(&[x, y]) => Ok(PositionLine::Point(point(x, y), None)),
            Some(&[x, y, 1]) => Ok(PositionLine::Point(point(x, y), Some(PointContent::Own))),
            Some(&[x, y, 2]) => Ok(PositionLine::Point(point(x, y), Some(PointContent::Other))),
            Some(&[x, y, 3]) => Ok(PositionLine::Point(point(x, y), Some(PointContent::Closed))),
            _ => Err(format!("expected a point such as 7,7,1 or DONE, not {}", quoted(text))),
        }
    }
}

/// Numbers with commas between them.
fn numbers(text: &str) -> Option<Vec<u8>> {
    text.split(',').map(|number| number.trim().parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        for (line, read) in [
            ("", None),
            ("  \t\r", None),
            ("BEGIN", Some(("BEGIN", &[][..]))),
            ("begin\r", Some(("BEGIN", &[]))),
            (" Turn 7,8 ", Some(("TURN", &["7,8"]))),
            ("INFO folder C:\\my files", Some(("INFO", &["folder", "C:\\my", "files"]))),
            ("TURN\u{0}7,7", Some(("TURN", &["7,7"]))),
            ("é 棋", Some(("é", &["棋"]))),
        ] {
            let request = Request::read(line);
            let request = request.as_ref().map(|request| (request.name.as_str(), request.arguments.clone()));
            let read = read.map(|(name, words)| (name, words.iter().map(|&word| word.to_owned()).collect()));
            assert_eq!(request, read, "{line:?}");
        }
    }

    #[test]
    fn pairs_and_entries() {
        let request = |text: &str| Request::read(&format!("TURN {text}")).expect("a command");
        for (text, pair) in [("7,8", Some((7, 8))), ("7, 8", Some((7, 8))), ("07,8", Some((7, 8)))] {
            assert_eq!(request(text).pair().ok().map(|point| (point.x, point.y)), pair, "{text}");
        }
        for text in ["", "7", "7 8", "7,8,1", "7,", "-1,3", "300,1", "a,b", "7;8"] {
            assert!(request(text).pair().is_err() && request(text).number::<u8>().is_err() == (text != "7"));
        }
        let point = Point { x: 1, y: 2 };
        for (text, entry) in [
            ("done", Some(PositionLine::Done)),
            ("1,2", Some(PositionLine::Point(point, None))),
            ("1,2,1", Some(PositionLine::Point(point, Some(PointContent::Own)))),
            ("1, 2, 2", Some(PositionLine::Point(point, Some(PointContent::Other)))),
            ("1,2,3", Some(PositionLine::Point(point, Some(PointContent::Closed)))),
            ("1,2,4", None),
            ("1", None),
            ("", None),
            ("DONE!", None),
        ] {
            assert_eq!(PositionLine::read(text).ok(), entry, "{text}");
        }
    }
}
