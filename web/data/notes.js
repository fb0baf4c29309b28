// The sentences about a table that was read.

import {brief} from "./cells.js";
import {readNumber} from "./number.js";

/** @typedef {import("./csv.js").Decimal} Decimal */

const places = (/** @type {{line: number}[]} */ list) => {
  const lines = list.slice(0, 5).map(({line}) => line);
  const word = list.length === 1 ? "line" : "lines";
  return `${word} ${lines.join(", ")}${list.length > 5 ? ", …" : ""}`;
};

/** @param {{line: number, why: string}[]} skipped @returns {[why: string, lines: {line: number}[]][]} */
function reasonsOf(skipped) {
  /** @type {Map<string, {line: number}[]>} */
  const reasons = new Map();
  for (const {line, why} of skipped) {
    const list = reasons.get(why);
    if (list) list.push({line});
    else reasons.set(why, [{line}]);
  }
  return [...reasons];
}

/** With each reason its rows, which are only counted apart if there are several reasons. */
const explained = (/** @type {{line: number, why: string}[]} */ skipped) => {
  const reasons = reasonsOf(skipped);
  if (reasons.length === 1) return `with ${reasons[0][0]} (${places(reasons[0][1])})`;
  return reasons.map(([why, list]) => `${list.length} with ${why} (${places(list)})`).join(", ");
};

/** @param {{line: number, why: string}[]} skipped */
export function skippedSentence(skipped) {
  if (skipped.length === 0) return [];
  const alike = reasonsOf(skipped).length === 1;
  return [`${skipped.length} ${skipped.length === 1 ? "row was" : "rows were"} skipped${alike ? "," : ":"} ${explained(skipped)}.`];
}

/** Why a table of which no row is left was refused. @param {{line: number, why: string}[]} skipped */
export function nothingLeft(skipped) {
  const [[why], ...others] = reasonsOf(skipped);
  const n = skipped.length;
  if (others.length) return `none of the ${n} rows can be used: ${explained(skipped)}.`;
  return `${n === 1 ? "the only row has" : n === 2 ? "both rows have" : `all ${n} rows have`} ${why}, so none is left.`;
}

/** @param {{line: number, cell: string}[]} rounded */
export function roundedSentence(rounded) {
  if (rounded.length === 0) return [];
  const [{cell}] = rounded;
  return [`${brief(cell)} has more digits than a number keeps, so its last ones were lost (${places(rounded)}).`];
}

/**
 * @param {{cells: string[]}[]} rows
 * @param {boolean} header
 * @param {{header?: boolean}} options
 * @param {Decimal} decimal
 */
export function numbersOnTop(rows, header, options, decimal) {
  if (options.header === true && rows[0].cells.some((cell) => !Number.isNaN(readNumber(cell, decimal)))) {
    return ["The first row holds numbers and was taken as names, as asked."];
  }
  return [];
}
