// One cell: why it is passed over, what it lost, and what else it could mean.

import {readNumber, trimmed, writeNumber} from "./number.js";

/** @typedef {import("./csv.js").Decimal} Decimal */

export const brief = (/** @type {string} */ cell) => (cell.trim().length > 40 ? `${cell.trim().slice(0, 39)}…` : cell.trim());

const missing = new Set([
  "", "na", "n/a", "nan", "#n/a", "#na", "null", "none", "nil", "missing", ".", "..", "-", "--", "–", "—", "?", "*",
  "#div/0!", "#value!", "#ref!", "#num!", "#name?", "#null!",
]);
const date = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ].*)?$|^\d{1,2}([-/.])\d{1,2}\1\d{2,4}(?:[T ].*)?$|^\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?: ?[ap]m)?$/i;

/**
 * Why a cell that is no number is passed over, or "" if nothing explains it: then it is an error.
 * @param {string} cell
 */
export function whySkipped(cell) {
  const bare = trimmed(cell);
  if (bare.length > 40) return "";
  if (missing.has(bare.toLowerCase())) return "an empty or missing value";
  if (date.test(bare)) return "a date or time";
  if (/^[+-]?0x[0-9a-f]+$/i.test(bare)) return "a hexadecimal number";
  if (/^[+-]?(?:inf|infinity|∞)$/i.test(bare)) return "an infinite value";
  return "";
}

/** Whether a whole number of 17 digits or so became another one. @param {string} cell @param {number} x */
export function losesDigits(cell, x) {
  const digits = trimmed(cell).replace(/[., '’\u00a0\u2009\u202f]/g, "");
  return /^[+-]?\d+$/.test(digits) && BigInt(digits.replace("+", "")) !== BigInt(x);
}

/**
 * @param {string} cell
 * @param {number} value
 * @param {Decimal} decimal
 * @param {number} line
 * @returns {import("./csv.js").Ambiguous | null}
 */
export function otherReading(cell, value, decimal, line) {
  const otherDecimal = decimal === "." ? "," : ".";
  const otherValue = readNumber(cell, otherDecimal);
  if (Number.isNaN(otherValue) || otherValue === value) return null;
  const text = brief(cell);
  const sentence = decimal === "."
    ? `“${text}” was read as ${shown(value)}, the comma grouping thousands; with a decimal comma it would be ${shown(otherValue)}.`
    : `“${text}” was read as ${shown(value)}, with a decimal comma; with commas grouping thousands it would be ${shown(otherValue)}.`;
  return {line, cell: text, value, otherDecimal, otherValue, sentence};
}

const shown = (/** @type {number} */ x) => writeNumber(x).replace("-", "−");
