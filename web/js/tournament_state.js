// What the page knows of a tournament, and how its reports change it.

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").ResultView} ResultView
 * @typedef {import("./protocol.js").Scene} Scene
 * @typedef {import("./protocol.js").TournamentReport} TournamentReport
 */

/**
 * A game of it: who plays the first and the second side; the board as it was told last; `kept`: its number in the library.
 * @typedef {{ sides: [number, number], scene: Scene | null, trace: number[], ply: number, text: string,
 *             result: ResultView | null, kept: number | null }} TournamentGame
 */
/**
 * `now`: the game that is played.
 * @typedef {{ game: string, layout: Layout, players: string[], games: TournamentGame[], now: number | null, running: boolean,
 *             fault: import("./protocol.js").Message | null }} TournamentState
 */

/**
 * @param {TournamentState | null} state
 * @param {TournamentReport} report
 * @returns {TournamentState | null}
 */
export function onTournament(state, report) {
  if (report.report === "begun") {
    const { game, layout, players } = report;
    const games = report.games.map((sides) => ({ sides, scene: null, trace: [], ply: 0, text: "", result: null, kept: null }));
    return { game, layout, players, games, now: null, running: true, fault: null };
  }
  if (!state) return null;
  switch (report.report) {
    case "moved": {
      const { game, scene, trace, ply, text } = report;
      return { ...state, now: game, games: changed(state, game, { scene, trace, ply, text }) };
    }
    case "played": {
      const { game, scene, trace, plies, result, kept } = report;
      return { ...state, games: changed(state, game, { scene, trace, ply: plies, result, kept }) };
    }
    case "done":
      return { ...state, now: null, running: false, fault: report.fault };
  }
}

/**
 * @param {TournamentState} state
 * @param {number} game
 * @param {Partial<TournamentGame>} news
 */
const changed = ({ games }, game, news) => games.map((known, i) => (i === game ? { ...known, ...news } : known));

/**
 * What a player has scored against another in games that have ended: points, and of how many games.
 * @param {TournamentState} state
 * @param {number} one
 * @param {number | null} other All others, if none is named.
 */
export function scored({ games }, one, other) {
  let [points, count] = [0, 0];
  for (const { sides, result } of games) {
    const side = sides.indexOf(one);
    if (!result || side < 0 || (other !== null && sides[1 - side] !== other)) continue;
    count += 1;
    points += result.winner === null ? 0.5 : result.winner === side ? 1 : 0;
  }
  return { points, count };
}
