//! Plots of a report, as SVG.

use super::Report;
use std::fmt::Write;

/// A picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plot {
    /// For its file: `lengths`.
    pub name: &'static str,
    /// The picture.
    pub svg: String,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 48.0;
/// Columns of a histogram.
const COLUMNS: usize = 20;

impl Report {
    /// The results, the lengths of games, the choices by ply, and what depth is worth.
    pub fn plots(&self) -> Vec<Plot> {
        let mut plots = Vec::new();
        let [first, second] = &self.sides;
        let results = [("random games", &self.random), ("skilled games", &self.skilled)];
        let bars = results.iter().filter(|(_, results)| results.games > 0).flat_map(|(name, results)| {
            let share = |count: u64| 100.0 * count as f64 / results.games as f64;
            [
                (format!("{first}, {name}"), share(results.wins[0])),
                (format!("draws, {name}"), share(results.draws)),
                (format!("{second}, {name}"), share(results.wins[1])),
            ]
        });
        let title = format!("{}: who wins, in %", self.name);
        plots.push(Plot { name: "results", svg: Picture::bars(&title, &bars.collect::<Vec<_>>(), 100.0) });
        if let (Some(&shortest), Some(&longest)) = (self.lengths.iter().min(), self.lengths.iter().max()) {
            let width = ((longest - shortest) / COLUMNS + 1).max(1);
            let mut counts = vec![0.0; (longest - shortest) / width + 1];
            self.lengths.iter().for_each(|length| counts[(length - shortest) / width] += 1.0);
            let most = counts.iter().copied().fold(1.0, f64::max);
            let bars: Vec<(String, f64)> = counts
                .into_iter()
                .enumerate()
                .map(|(i, count)| ((shortest + i * width).to_string(), count))
                .collect();
            let title = format!("{}: lengths of games in plies", self.name);
            plots.push(Plot { name: "lengths", svg: Picture::bars(&title, &bars, most) });
        }
        if self.branching_by_ply.len() > 1 {
            let title = format!("{}: moves to choose from, by ply", self.name);
            plots.push(Plot { name: "branching", svg: Picture::curve(&title, &self.branching_by_ply) });
        }
        if !self.depths.is_empty() {
            let bar = |depth: &super::DepthMatch| {
                (format!("{} against {}", depth.depth, depth.depth - 1), 100.0 * depth.share.share)
            };
            let bars: Vec<(String, f64)> = self.depths.iter().map(bar).collect();
            let title = format!("{}: points of the deeper search, in %", self.name);
            plots.push(Plot { name: "depth", svg: Picture::bars(&title, &bars, 100.0) });
        }
        plots
    }
}

struct Picture(String);

impl Picture {
    fn new(title: &str, most: f64) -> Picture {
        let mut picture = Picture(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"12\" fill=\"#444\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
        ));
        picture.text(WIDTH / 2.0, 20.0, "middle", title);
        for i in 0..=4 {
            let value = most * f64::from(i) / 4.0;
            let y = height(value, most);
            picture.add(format_args!(
                "<line x1=\"{MARGIN}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\n",
                WIDTH - 16.0
            ));
            let number = if most >= 8.0 { format!("{value:.0}") } else { format!("{value:.1}") };
            picture.text(MARGIN - 6.0, y + 4.0, "end", &number);
        }
        picture
    }

    fn bars(title: &str, bars: &[(String, f64)], most: f64) -> String {
        let mut picture = Picture::new(title, most);
        let step = (WIDTH - MARGIN - 16.0) / bars.len().max(1) as f64;
        for (i, (name, value)) in bars.iter().enumerate() {
            let (x, y) = (MARGIN + step * i as f64, height(*value, most));
            picture.add(format_args!(
                "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#4878a8\"/>\n",
                x + step * 0.1,
                step * 0.8,
                HEIGHT - MARGIN - y
            ));
            // Long names of few bars take two lines.
            let (x, y) = (x + step / 2.0, HEIGHT - MARGIN + 16.0);
            match name.split_once(", ") {
                Some((above, below)) => {
                    picture.text(x, y, "middle", above);
                    picture.text(x, y + 14.0, "middle", below);
                }
                None => picture.text(x, y, "middle", name),
            }
        }
        picture.end()
    }

    fn curve(title: &str, values: &[f64]) -> String {
        let most = values.iter().copied().fold(1.0, f64::max);
        let mut picture = Picture::new(title, most);
        let x = |i: usize| MARGIN + (WIDTH - MARGIN - 16.0) * i as f64 / (values.len() - 1).max(1) as f64;
        let points: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(i, &value)| format!("{:.1},{:.1}", x(i), height(value, most)))
            .collect();
        picture.add(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#4878a8\" stroke-width=\"2\"/>\n",
            points.join(" ")
        ));
        for i in [0, (values.len() - 1) / 2, values.len() - 1] {
            picture.text(x(i), HEIGHT - MARGIN + 16.0, "middle", &i.to_string());
        }
        picture.end()
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        self.add(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>\n"));
    }

    fn add(&mut self, part: std::fmt::Arguments<'_>) {
        self.0.write_fmt(part).expect("a string takes all that is written to it");
    }

    fn end(mut self) -> String {
        self.0 += "</svg>\n";
        self.0
    }
}

fn height(value: f64, most: f64) -> f64 {
    HEIGHT - MARGIN - (HEIGHT - MARGIN - 36.0) * (value / most).clamp(0.0, 1.0)
}
