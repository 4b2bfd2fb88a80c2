// Numbers as people read them.

/** A difference in Elo, with its sign. @param {number} value */
export function elo(value) {
  const rounded = Math.round(value);
  return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "−");
}

/** @param {number} value */
export const grouped = (value) => value.toLocaleString("en").replaceAll(",", "\u202f");

/** What is left to be explained; unknown where nothing was held out. @param {number | null} value */
export const lossOf = (value) => (value ? value.toFixed(4) : "–");

/** Minutes and seconds. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
