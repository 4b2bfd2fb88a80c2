//! Drawings of boards, from what a table tells of its looks.

use std::fmt::Write;
use wanqi_play::{BoardStyle, Colours, Layout, Piece, Side, Terrain, View};

/// The side of a cell.
const CELL: f64 = 40.0;

/// What is drawn of a piece that has a sign in fonts, filled and in outline alike: the name of its look.
const SIGNS: [(&str, &str); 6] =
    [("king", "♚"), ("queen", "♛"), ("rook", "♜"), ("bishop", "♝"), ("knight", "♞"), ("pawn", "♟")];

/// The board with its pieces, so many pixels wide.
pub fn draw(layout: &Layout, view: &View, size: u32) -> String {
    let across = if layout.style == BoardStyle::Hexes { CELL / 2.0 } else { CELL };
    let (left, top) = (CELL * 0.6, CELL * 0.6);
    let width = f64::from(layout.columns) * across + 2.0 * left;
    let height = f64::from(layout.rows) * CELL + 2.0 * top;
    let centre = |point: u16| {
        let point = &layout.points[usize::from(point)];
        (left + (f64::from(point.column) + 0.5) * across, top + (f64::from(point.row) + 0.5) * CELL)
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{size}\" \
         height=\"{:.0}\" font-family=\"sans-serif\" text-anchor=\"middle\">",
        f64::from(size) * height / width
    );
    let (ground, line) = ground(layout.colours);
    let _ = write!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>");
    points(&mut out, layout, &centre, line);
    for edge in &layout.edges {
        let colour = escaped(colour(layout, edge.side));
        for &point in &edge.points {
            let (x, y) = centre(point);
            let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{colour}\" opacity=\"0.5\"/>");
        }
    }
    for &point in &view.trace {
        let (x, y) = centre(point);
        let half = CELL * 0.46;
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{w}\" height=\"{w}\" fill=\"#f6d32d\" opacity=\"0.45\"/>",
            x - half,
            y - half,
            w = 2.0 * half
        );
    }
    // Where all pieces are alike, a letter says nothing.
    let kind = |piece: &Piece| piece.letter.to_ascii_uppercase();
    let alike = view.scene.pieces.windows(2).all(|pair| kind(&pair[0]) == kind(&pair[1]));
    for piece in &view.scene.pieces {
        let letter = piece.letter.to_string();
        let label = if piece.label.is_empty() && !alike { &letter } else { &piece.label };
        draw_piece(&mut out, centre(piece.point), &piece.look, label, colour(layout, piece.side));
    }
    names(&mut out, layout, across, left, top, height);
    for (row, side) in [(0.35 * top, Side::Second), (height - 0.1 * top, Side::First)] {
        let held = view.scene.hands.iter().filter(|held| held.side == side && held.count > 0);
        let held: Vec<String> = held.map(|held| format!("{} {}", held.count, held.letter)).collect();
        if !held.is_empty() {
            text(&mut out, (width / 2.0, row), 10.0, "black", &held.join(", "));
        }
    }
    out + "</svg>"
}

/// The colours of the ground and of lines.
fn ground(colours: Colours) -> (&'static str, &'static str) {
    match colours {
        Colours::Chequered => ("#f3ead7", "#8a6f4a"),
        Colours::Wood => ("#e3b36b", "#5b3f1b"),
        Colours::Cloth => ("#2f7d4f", "#16472b"),
        Colours::Frame => ("#2a5fb4", "#1b4180"),
        Colours::Paper => ("#fbf9f2", "#777777"),
    }
}

fn points(out: &mut String, layout: &Layout, centre: &dyn Fn(u16) -> (f64, f64), line: &str) {
    for (number, point) in (0..).zip(&layout.points) {
        let (x, y) = centre(number);
        let fill = match point.terrain {
            Terrain::Water => "#8fc1e3",
            Terrain::Trap => "#d9a79a",
            Terrain::Den => "#c98bb9",
            Terrain::Shade => "#d8c9a5",
            Terrain::Plain | Terrain::Star => match layout.colours {
                Colours::Chequered if (point.column + point.row) % 2 == 1 => "#b58863",
                Colours::Chequered => "#f0d9b5",
                _ => "none",
            },
        };
        let half = CELL / 2.0;
        match layout.style {
            BoardStyle::Cells => {
                let _ = write!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"{line}\"/>",
                    x - half,
                    y - half
                );
            }
            BoardStyle::Hexes => {
                let corner = |(dx, dy): (f64, f64)| format!("{:.1},{:.1}", x + dx * half, y + dy * CELL);
                let corners =
                    [(0.0, -0.66), (1.0, -0.33), (1.0, 0.33), (0.0, 0.66), (-1.0, 0.33), (-1.0, -0.33)];
                let corners: Vec<String> = corners.into_iter().map(corner).collect();
                let _ = write!(
                    out,
                    "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{line}\"/>",
                    corners.join(" ")
                );
            }
            BoardStyle::Points => {
                if fill != "none" {
                    let _ = write!(
                        out,
                        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{half}\" fill=\"{fill}\" opacity=\"0.6\"/>"
                    );
                }
                if layout.lines.is_empty() {
                    for (columns, rows) in [(1, 0), (0, 1)] {
                        let next = layout.points.iter().position(|next| {
                            (next.column, next.row) == (point.column + columns, point.row + rows)
                        });
                        if let Some(next) = next {
                            stroke(out, (x, y), centre(next as u16), line);
                        }
                    }
                }
                if point.terrain == Terrain::Star {
                    let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{line}\"/>");
                }
            }
        }
    }
    for &[from, to] in &layout.lines {
        stroke(out, centre(from), centre(to), line);
    }
}

fn stroke(out: &mut String, from: (f64, f64), to: (f64, f64), colour: &str) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ = write!(out, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\"/>");
}

fn colour(layout: &Layout, side: Side) -> &str {
    &layout.sides[side.index()].colour
}

fn draw_piece(out: &mut String, (x, y): (f64, f64), look: &str, label: &str, colour: &str) {
    let colour = escaped(colour);
    if let Some((_, sign)) = SIGNS.iter().find(|(known, _)| *known == look) {
        let _ = write!(
            out,
            "<text x=\"{x}\" y=\"{}\" font-size=\"34\" fill=\"{colour}\" stroke=\"black\" stroke-width=\"0.8\">{sign}</text>",
            y + 12.0
        );
        return;
    }
    if look == "block" {
        let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"black\"/>");
        return;
    }
    let r = CELL * 0.42;
    let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{colour}\" stroke=\"black\"/>");
    if !matches!(look, "stone" | "disc" | "man") {
        text(out, (x, y + 6.0), 17.0, if colour == "black" { "white" } else { "black" }, label);
    }
}

fn names(out: &mut String, layout: &Layout, across: f64, left: f64, top: f64, height: f64) {
    if layout.style == BoardStyle::Hexes {
        return;
    }
    for (column, name) in layout.column_names.iter().enumerate() {
        text(out, (left + (column as f64 + 0.5) * across, height - 0.4 * top), 11.0, "black", name);
    }
    for (row, name) in layout.row_names.iter().enumerate() {
        text(out, (0.5 * left, top + (row as f64 + 0.5) * CELL + 4.0), 11.0, "black", name);
    }
}

fn text(out: &mut String, (x, y): (f64, f64), size: f64, colour: &str, what: &str) {
    let _ = write!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\">{}</text>",
        escaped(what)
    );
}

/// Rule files may call things by any text.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
