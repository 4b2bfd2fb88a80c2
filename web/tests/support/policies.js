/**
 * Ways to choose among the legal moves that the page was told of, good enough to bring a game to its end.
 * They know points and lines, and nothing else of any game.
 */

/**
 * @typedef {import("./table.js").State} State
 * @typedef {import("./table.js").Layout} Layout
 * @typedef {import("./table.js").Move} Move
 * @typedef {(state: State, layout: Layout) => Move} Policy  Chooses a move for the side whose turn it is.
 */

/** @param {Move} move */
export const isPass = (move) => "choice" in move.steps[0];

/**
 * The point that a move ends on.
 * @param {Move} move
 */
const target = (move) => {
    const points = move.steps.flatMap((step) => ("point" in step ? [step.point[0]] : []));
    return points[points.length - 1];
};

/**
 * Any move but a pass if there is another, at random; the same seed chooses the same moves.
 * @param {number} seed
 * @returns {Policy}
 */
export function anyMove(seed) {
    let word = seed;
    return ({ view }) => {
        word = (Math.imul(word, 1664525) + 1013904223) >>> 0;
        const placing = view.moves.filter((move) => !isPass(move));
        const moves = placing.length > 0 ? placing : view.moves;
        return moves[Math.floor((word / 2 ** 32) * moves.length)];
    };
}

/**
 * Any move at random, but a pass as soon as the other side has passed.
 * @param {number} seed
 * @returns {Policy}
 */
export function passBack(seed) {
    const otherwise = anyMove(seed);
    return (state, layout) => {
        const { view } = state;
        const last = view.record[view.ply - 1];
        return (last?.text === "pass" && view.moves.find(isPass)) || otherwise(state, layout);
    };
}

/**
 * Builds the line of so many that is nearest to its end, and closes the other side's first where that is nearer.
 * @param {number} length
 * @returns {Policy}
 */
export function buildLine(length) {
    return ({ view }, layout) => {
        const { columns, rows } = layout;
        const owner = new Map(view.scene.pieces.map((piece) => [piece.point, piece.side]));
        const worth = (/** @type {Move} */ move) => {
            const at = target(move);
            let best = 0;
            for (const [right, down] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
                for (let back = 0; back < length; back++) {
                    const column = (at % columns) - back * right;
                    const row = Math.floor(at / columns) - back * down;
                    const steps = Array.from({ length }, (_, i) => [column + i * right, row + i * down]);
                    if (!steps.every(([c, r]) => c >= 0 && c < columns && r >= 0 && r < rows)) continue;
                    const owners = steps.map(([c, r]) => owner.get(r * columns + c)).filter((s) => s !== undefined);
                    if (new Set(owners).size > 1) continue;
                    const own = owners[0] === view.side;
                    best = Math.max(best, 2 * owners.length + (own ? 1 : 0));
                }
            }
            return best;
        };
        return view.moves.reduce((best, move) => (worth(move) > worth(best) ? move : best));
    };
}
