//! Tablebases of Jungle: endings with few pieces, solved from the rules: who wins, and in how many plies.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use wanqi_game::Side;
use wanqi_games::jungle::board::{COLUMNS, DENS, ROWS, Square, WATER, bit, column, seen_by};
use wanqi_games::jungle::{Jungle, Kind, Position};
use wanqi_search::Stop;
use wanqi_search::retrograde::{Ending, Tablebase, Value, solve};

/// The pieces of an ending: a set of kinds for each side, kind `k` being the bit `1 << k`. The stronger set comes
/// first, so that the same pieces with sides swapped are the same ending, the board turned upside down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material([u8; 2]);

impl Material {
    /// The material of a position, and the side whose pieces come first.
    #[inline]
    pub fn of(position: &Position) -> (Material, Side) {
        Material::sorted([kinds(position, Side::First), kinds(position, Side::Second)])
    }

    /// Puts the set with more pieces first, and of two of a size the one with the stronger piece.
    #[inline]
    fn sorted(sets: [u8; 2]) -> (Material, Side) {
        let rank = |set: u8| (set.count_ones(), set);
        match rank(sets[0]) >= rank(sets[1]) {
            true => (Material(sets), Side::First),
            false => (Material([sets[1], sets[0]]), Side::Second),
        }
    }

    /// Every material with so many pieces, at least one a side, in a fixed order.
    pub fn all(pieces: u32) -> Vec<Material> {
        let sets = || 1..=u8::MAX;
        let pairs = sets().flat_map(|first| sets().map(move |second| [first, second]));
        let counted = pairs.filter(|[first, second]| first.count_ones() + second.count_ones() == pieces);
        let sorted = counted.filter(|&sets| Material::sorted(sets).0 == Material(sets));
        sorted.map(Material).collect()
    }

    /// The number of pieces.
    pub fn pieces(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// The pieces in the order in which an index has them.
    fn list(self) -> impl Iterator<Item = (Side, Kind)> {
        let of = move |side: Side| {
            let kinds =
                Kind::ALL.into_iter().filter(move |kind| self.0[side.index()] & 1 << kind.index() != 0);
            kinds.map(move |kind| (side, kind))
        };
        Side::BOTH.into_iter().flat_map(of)
    }

    /// The letters of the pieces, `EC-R`: the strongest first.
    pub fn name(self) -> String {
        let letters = |side| self.list().filter(move |&(of, _)| of == side).map(|(_, kind)| kind.letter());
        let mut name: String = letters(Side::First).collect::<Vec<_>>().into_iter().rev().collect();
        name.push('-');
        name.extend(letters(Side::Second).collect::<Vec<_>>().into_iter().rev());
        name
    }
}

/// The kinds that a side has left, kind `k` being the bit `1 << k`.
#[inline]
pub(super) fn kinds(position: &Position, side: Side) -> u8 {
    position.pieces(side).fold(0, |set, (kind, _)| set | 1 << kind.index())
}

/// The squares that a piece may be on while the game goes on, and their numbers among them.
struct Places {
    squares: [Square; 64],
    numbers: [u8; 64],
    count: usize,
}

impl Places {
    /// Everywhere but the dens; in water only if it swims. With `half`, only the columns a to d.
    const fn new(swims: bool, half: bool) -> Places {
        let mut places = Places { squares: [0; 64], numbers: [0; 64], count: 0 };
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let dry = bit(square) & WATER == 0;
            let den = square == DENS[0] || square == DENS[1];
            if !den && (dry || swims) && (!half || column(square) <= COLUMNS / 2) {
                places.squares[places.count] = square;
                places.numbers[square as usize] = places.count as u8;
                places.count += 1;
            }
            square += 1;
        }
        places
    }

    /// For a piece of a kind, the first of its ending or not.
    fn of(kind: Kind, first: bool) -> &'static Places {
        static PLACES: [Places; 4] = [
            Places::new(false, false),
            Places::new(false, true),
            Places::new(true, false),
            Places::new(true, true),
        ];
        &PLACES[2 * usize::from(kind == Kind::Rat) + usize::from(first)]
    }
}

/// The positions of one material.
///
/// An index is a number in mixed radix: whose turn it is, then the place of each piece. The board is the same seen
/// in a mirror, so the first piece needs only the columns a to d.
struct Pieces<'a> {
    endgames: &'a Tablebases,
    material: Material,
}

impl Pieces<'_> {
    /// The number of positions of a material, both sides to move.
    fn size(material: Material) -> usize {
        let places = material.list().enumerate().map(|(i, (_, kind))| Places::of(kind, i == 0).count);
        2 * places.product::<usize>()
    }

    /// The index of a position of this material; `first` is the side whose pieces come first.
    #[inline]
    fn index_of(material: Material, position: &Position, first: Side) -> Option<usize> {
        let mut index = usize::from(position.side_to_move() != first);
        let mut mirrored = false;
        for (i, (side, kind)) in material.list().enumerate() {
            let side = if first == Side::First { side } else { side.opponent() };
            let square = seen_by(first, position.square(side, kind)?);
            if i == 0 {
                mirrored = column(square) > COLUMNS / 2;
            }
            let square = if mirrored { square + COLUMNS - 1 - 2 * column(square) } else { square };
            let places = Places::of(kind, i == 0);
            index = index * places.count + usize::from(places.numbers[usize::from(square)]);
        }
        Some(index)
    }
}

impl Ending for Pieces<'_> {
    type Game = Jungle;

    fn game(&self) -> &Jungle {
        &self.endgames.rules
    }

    fn size(&self) -> usize {
        Self::size(self.material)
    }

    fn position(&self, mut index: usize) -> Option<Position> {
        let pieces: Vec<(Side, Kind)> = self.material.list().collect();
        let mut placed = Vec::with_capacity(pieces.len());
        let mut taken = 0;
        for (i, &(side, kind)) in pieces.iter().enumerate().rev() {
            let places = Places::of(kind, i == 0);
            let square = places.squares[index % places.count];
            index /= places.count;
            if taken & bit(square) != 0 {
                return None;
            }
            taken |= bit(square);
            placed.push((side, kind, square));
        }
        Some(Position::of(placed, Side::BOTH[index]))
    }

    fn index(&self, position: &Position) -> Option<usize> {
        let (material, first) = Material::of(position);
        (material == self.material).then(|| Self::index_of(material, position, first))?
    }

    fn outside(&self, position: &Position) -> Value {
        self.endgames
            .value(position)
            .expect("a capture leads to an ending with fewer pieces, and those are solved")
    }
}

/// Solved endings of one rule set. Those of two pieces are solved when first asked for, a few milliseconds each;
/// larger ones are [added](Tablebases::add).
#[derive(Debug)]
pub struct Tablebases {
    rules: Jungle,
    pairs: HashMap<Material, OnceLock<Tablebase>>,
    larger: HashMap<Material, Tablebase>,
}

impl Tablebases {
    /// The endings of two pieces.
    pub fn new(rules: Jungle) -> Tablebases {
        let pairs = Material::all(2).into_iter().map(|material| (material, OnceLock::new()));
        Tablebases { rules, pairs: pairs.collect(), larger: HashMap::new() }
    }

    /// No endings at all.
    pub fn none(rules: Jungle) -> Tablebases {
        Tablebases { rules, pairs: HashMap::new(), larger: HashMap::new() }
    }

    /// The endings of two pieces, shared by all who ask.
    pub fn shared(rules: Jungle) -> Arc<Tablebases> {
        static SHARED: [OnceLock<Arc<Tablebases>>; 16] = [const { OnceLock::new() }; 16];
        let Jungle { elephant_takes_rat, shore_captures, dog_over_wolf, stuck_is_draw, repetition_loses: _ } =
            rules;
        let knobs = [elephant_takes_rat, shore_captures, dog_over_wolf, stuck_is_draw];
        let number = knobs.into_iter().fold(0, |number, knob| 2 * number + usize::from(knob));
        Arc::clone(SHARED[number].get_or_init(|| Arc::new(Tablebases::new(rules))))
    }

    /// The number of positions of a material: how many values it takes.
    pub fn size(material: Material) -> usize {
        Pieces::size(material)
    }

    /// Solves the endings of a material; those that captures lead to must be here already. `None` if it was
    /// stopped.
    pub fn solve(&self, material: Material, stop: &Stop) -> Option<Tablebase> {
        solve(&Pieces { endgames: self, material }, stop)
    }

    /// The endings of a material, to be [verified](wanqi_search::retrograde::verify).
    pub fn ending(&self, material: Material) -> impl Ending<Game = Jungle> + '_ {
        Pieces { endgames: self, material }
    }

    /// Adds a material's values.
    ///
    /// # Panics
    /// If there are not as many as the material has positions.
    pub fn add(&mut self, material: Material, values: Tablebase) {
        assert_eq!(values.len(), Self::size(material), "values of another material");
        self.larger.insert(material, values);
    }

    /// The value of an unfinished position, if its ending is solved: under rules by which a repetition is a draw.
    #[inline]
    pub fn value(&self, position: &Position) -> Option<Value> {
        let pieces = position.of_side(Side::First).count_ones() + position.of_side(Side::Second).count_ones();
        if pieces > 3 {
            return None;
        }
        let (material, first) = Material::of(position);
        let values = match pieces {
            2 => self
                .pairs
                .get(&material)?
                .get_or_init(|| self.solve(material, &Stop::default()).expect("nobody stops this one")),
            _ => self.larger.get(&material)?,
        };
        Some(values.get(Pieces::index_of(material, position, first)?))
    }
}
