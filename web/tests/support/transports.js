/** What the two ways to the game cannot do alike: a test of that says so, and the other way has a test of what the page tells. */

/** Whether the page is tested without a server (`LINK`). */
export const isLink = Boolean(process.env.LINK);

/** Options of a test of what only a server has. */
export const withServer = { skip: isLink && "the link has no server" };

/** Options of a test of what only a page without a server has. */
export const withoutServer = { skip: !isLink && "only the link has the engine in a worker" };
