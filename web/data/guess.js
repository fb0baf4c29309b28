// What a table does not say about itself: its delimiter, decimal mark, header, and which columns are meant.

import {whySkipped} from "./cells.js";
import {readNumber} from "./number.js";
import {split} from "./rows.js";

/**
 * @typedef {import("./csv.js").Delimiter} Delimiter
 * @typedef {import("./csv.js").Decimal} Decimal
 */

/** @type {readonly Delimiter[]} in the order that decides a tie: the rarer inside numbers and words first */
const delimiters = ["\t", ";", "|", ",", " "];

/** Enough of the text to guess from, cut at a line's end. @param {string} text */
function opening(text) {
  if (text.length <= 32_768) return text;
  const cut = Math.max(text.lastIndexOf("\n", 32_768), text.lastIndexOf("\r", 32_768));
  return text.slice(0, cut > 0 ? cut : 32_768);
}

const isNumber = (/** @type {string} */ cell) =>
  !Number.isNaN(readNumber(cell, ".")) || !Number.isNaN(readNumber(cell, ","));

/**
 * The delimiter under which the greatest share of cells are numbers, two or more to a row.
 * @param {string} text
 * @returns {Delimiter}
 */
export function guessDelimiter(text) {
  const sample = opening(text);
  let best = /** @type {Delimiter} */ (",");
  let bestScore = 0;
  for (const delimiter of delimiters) {
    if (delimiter !== " " && !sample.includes(delimiter)) continue;
    let score = 0;
    const rows = split(sample, delimiter).rows.slice(0, 200);
    for (const {cells} of rows) {
      let numbers = 0;
      let blank = 0;
      for (const cell of cells) {
        if (isNumber(cell)) ++numbers;
        else if (cell.trim() === "" || whySkipped(cell)) ++blank;
      }
      if (cells.length >= 2 && numbers + blank >= 2) score += (numbers + 0.5 * blank) / cells.length;
      else if (cells.length >= 2) score += 0.01;   // words set apart are still better than one long word
    }
    score /= rows.length || 1;
    if (score > bestScore + 1e-9) [best, bestScore] = [delimiter, score];
  }
  return best;
}

/**
 * Cells that can be read in one way only decide. If there are none, a comma between three digits and at most three
 * others is a decimal mark in a file delimited by semicolons (where spreadsheets write decimal commas) and groups
 * thousands elsewhere.
 * @param {{cells: string[]}[]} rows
 * @param {Delimiter} delimiter
 * @returns {Decimal}
 */
export function guessDecimal(rows, delimiter) {
  let commas = 0;
  let points = 0;
  let unsure = 0;
  for (let i = 0; i < rows.length && i < 10_000; ++i) {
    for (const cell of rows[i].cells) {
      if (!cell.includes(",") && !cell.includes(".")) continue;
      const withPoint = readNumber(cell, ".");
      const withComma = readNumber(cell, ",");
      if (Number.isNaN(withPoint) && !Number.isNaN(withComma)) ++commas;
      else if (Number.isNaN(withComma) && !Number.isNaN(withPoint)) ++points;
      else if (!Number.isNaN(withPoint) && cell.includes(",")) ++unsure;
    }
  }
  if (commas !== points) return commas > points ? "," : ".";
  return unsure > 0 && delimiter === ";" ? "," : ".";
}

/**
 * The first row is a header if it holds words and no number, and a number stands below it somewhere.
 * @param {{cells: string[]}[]} rows
 * @param {Decimal} decimal
 */
export function guessHeader(rows, decimal) {
  let words = false;
  for (const cell of rows[0].cells) {
    if (!Number.isNaN(readNumber(cell, decimal))) return false;
    if (cell.trim() !== "" && !whySkipped(cell)) words = true;
  }
  // A row of words alone is no sample either way: rather names than an error about the names.
  return words;
}

/**
 * @param {{cells: string[]}[]} rows
 * @param {boolean} header
 * @param {Decimal} decimal
 */
export function columnsOf(rows, header, decimal) {
  const start = header ? 1 : 0;
  let most = 0;
  for (const {cells} of rows) most = Math.max(most, cells.length);
  most = Math.min(most, 1000);
  const names = header ? rows[0].cells : [];
  // Names one short of the columns are names without the row numbers' (as R writes them).
  const shift = header && names.length === most - 1 && rows.length > 1 ? 1 : 0;
  /** @type {{name: string, numeric: boolean, blank: boolean}[]} */
  const columns = [];
  for (let column = 0; column < most; ++column) {
    let numbers = 0;
    let others = 0;
    for (let i = start; i < rows.length && i < start + 10_000; ++i) {
      const cell = rows[i].cells[column] ?? "";
      if (!Number.isNaN(readNumber(cell, decimal))) ++numbers;
      else if (cell.trim() !== "" && !whySkipped(cell)) ++others;
    }
    const name = tidy(names[column - shift] ?? "");
    columns.push({name, numeric: numbers > 0 && numbers >= others, blank: numbers + others === 0 && name === ""});
  }
  while (columns.length && /** @type {{blank: boolean}} */ (columns.at(-1)).blank) columns.pop();
  let unnamed = 0;
  const numeric = columns.filter((column) => column.numeric).length;
  return columns.map((column, i) => ({
    name: column.name || (!header && numeric === 2 && column.numeric ? "xy"[unnamed++] : shift && i === 0 ? "row" : `column ${i + 1}`),
    numeric: column.numeric,
    // R's row numbers are not what anyone wants fitted.
    aside: shift === 1 && i === 0,
  }));
}

// One line, not endless. Control characters and the marks that reorder text have no place in a label.
const tidy = (/** @type {string} */ name) => {
  const bare = name.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g, " ").trim();
  return bare.length > 60 ? `${bare.slice(0, 59)}…` : bare;
};

/** @param {{numeric: boolean, aside: boolean}[]} offered @returns {[number, number] | undefined} */
export function chooseColumns(offered) {
  const numeric = offered.map((column, i) => (column.numeric && !column.aside ? i : -1)).filter((i) => i >= 0);
  if (numeric.length >= 2) return [numeric[0], numeric[1]];
  // One column of numbers and one of words that should have been numbers: read on, and say where the words are.
  if (numeric.length === 1 && offered.length === 2) return [0, 1];
  return undefined;
}

/** @param {{numeric: boolean}[]} offered @param {number} rows */
export function tooFew(offered, rows) {
  if (rows === 0) return "there are names but no numbers.";
  const numeric = offered.filter((column) => column.numeric).length;
  return numeric === 1 ? "there is one column of numbers; two are needed." : "no two columns of numbers were found.";
}
