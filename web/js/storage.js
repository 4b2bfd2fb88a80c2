// What the browser keeps: texts under names, for this tab or for good. A browser may refuse, even to be asked, or have no more
// room; then what is kept lasts as long as the page. So it does in somebody else's page, whose readers are to find nothing of it.

import { EMBEDDED } from "./embedded.js";

/**
 * A place for texts.
 * @param {() => Storage} open
 */
function storage(open) {
  /** What the browser does not take. @type {Map<string, string>} */
  const here = new Map();
  return {
    /** @param {string} name @returns {string | null} */
    get: (name) => {
      try {
        return here.get(name) ?? (EMBEDDED ? null : open().getItem(name));
      } catch {
        return null;
      }
    },
    /** @param {string} name @param {string | null} text */
    set: (name, text) => {
      here.delete(name);
      try {
        if (EMBEDDED) throw new Error("nothing is kept");
        if (text === null) open().removeItem(name);
        else open().setItem(name, text);
      } catch {
        if (text !== null) here.set(name, text);
      }
    },
  };
}

/** Of this tab. */
export const tab = storage(() => sessionStorage);
/** Of this browser. */
export const browser = storage(() => localStorage);
