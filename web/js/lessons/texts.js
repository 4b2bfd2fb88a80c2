// The words of the lessons, by their names in crates/play/src/lessons.rs.

/** @typedef {import("../text.js").Key} Key */

/** @type {Record<string, { title: Key, about: Key, told: Key }>} */
export const WORDS = {
  greedy: { title: "lesson.greedy.title", about: "lesson.greedy.about", told: "lesson.greedy.told" },
  minimax: { title: "lesson.minimax.title", about: "lesson.minimax.about", told: "lesson.minimax.told" },
  mate: { title: "lesson.mate.title", about: "lesson.mate.about", told: "lesson.mate.told" },
  alphabeta: { title: "lesson.alphabeta.title", about: "lesson.alphabeta.about", told: "lesson.alphabeta.told" },
  deepening: { title: "lesson.deepening.title", about: "lesson.deepening.about", told: "lesson.deepening.told" },
  quiescence: { title: "lesson.quiescence.title", about: "lesson.quiescence.about", told: "lesson.quiescence.told" },
  playouts: { title: "lesson.playouts.title", about: "lesson.playouts.about", told: "lesson.playouts.told" },
  uct: { title: "lesson.uct.title", about: "lesson.uct.about", told: "lesson.uct.told" },
  opening: { title: "lesson.opening.title", about: "lesson.opening.about", told: "lesson.opening.told" },
  endgame: { title: "lesson.endgame.title", about: "lesson.endgame.about", told: "lesson.endgame.told" },
};
