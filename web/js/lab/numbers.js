// Numbers as the lab writes them.

const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** A count, in full as far as it keeps to its column. @param {number} number */
export function count(number) {
  return number < 10_000_000 ? WHOLE.format(number) : short(number);
}

/** A number that may be astronomical. @param {number} number */
export function short(number) {
  if (number < 10_000) return WHOLE.format(number);
  if (number < 1e15) return COMPACT.format(number);
  const exponent = Math.floor(Math.log10(number));
  return `${(number / 10 ** exponent).toFixed(1)}×10${[...String(exponent)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}

/** Milliseconds in seconds. @param {number} millis */
export function seconds(millis) {
  return `${(millis / 1000).toFixed(millis < 9995 ? 2 : 1)}`;
}

/**
 * How long a bar is on a scale of powers of ten: 0 to 1.
 * @param {number} number
 * @param {number} most
 */
export function length(number, most) {
  return number <= 1 || most <= 1 ? 0 : Math.min(1, Math.log10(number) / Math.log10(most));
}
