// Two columns of numbers out of whatever a reader pastes, drops or opens, and back into a file. Quoting is d3-dsv's;
// the guesses above it (encoding, delimiter, decimal mark, header, which columns) are ours, are reported with the
// result, and can each be overruled.

import {dsvFormat} from "d3-dsv";
import {readNumber, trimmed, writeNumber} from "./number.js";
import {decode} from "./encoding.js";
import {extent} from "./extent.js";

/**
 * @typedef {"," | ";" | "\t" | "|" | " "} Delimiter
 * @typedef {"." | ","} Decimal
 *
 * @typedef {object} Options each left out is guessed
 * @property {boolean} [header] whether the first row holds names
 * @property {Delimiter} [delimiter]
 * @property {Decimal} [decimal]
 * @property {[number, number]} [columns] keys and values, counted from 0
 * @property {string} [source] what the samples say they are from
 *
 * @typedef {object} Found how the text was read; each can be given back as an option to read it otherwise
 * @property {Delimiter} delimiter
 * @property {Decimal} decimal
 * @property {boolean} header
 * @property {string} encoding
 * @property {[number, number]} columns which two columns are keys and values, counted from 0
 * @property {{name: string, numeric: boolean}[]} offered every column there is to choose from
 *
 * @typedef {object} Ambiguous a cell that reads as one number with a decimal point and as another with a decimal comma
 * @property {number} line
 * @property {string} cell
 * @property {number} value as it was read
 * @property {Decimal} otherDecimal the option `decimal` that reads it the other way
 * @property {number} otherValue
 * @property {string} sentence
 *
 * @typedef {object} Table
 * @property {{name: "own", keys: Float64Array, values: Float64Array, keyName: string, valueName: string, range: [number, number], source: string}} samples in the order of the file
 * @property {[string, string]} names
 * @property {Found} found
 * @property {{line: number, why: string}[]} skipped
 * @property {string[]} notes
 * @property {Ambiguous | null} ambiguous
 *
 * @typedef {object} Refusal
 * @property {{line: number, column: number, sentence: string}} error counted from 1; 0 where there is no one place
 */

// No reader waits for more, and the figures are not made for it.
const mostBytes = 64 * 2 ** 20;
const mostRows = 2_000_000;

/** @type {readonly Delimiter[]} in the order that decides a tie: the rarer inside numbers and words first */
const delimiters = ["\t", ";", "|", ",", " "];

/**
 * Reads a table of numbers. Either it returns the samples, or an error with its place and one sentence; it never
 * throws, and it takes nothing half.
 * @param {string | Uint8Array | ArrayBuffer} textOrBytes
 * @param {Options} [options]
 * @returns {Table | Refusal}
 */
export function readTable(textOrBytes, options = {}) {
  const size = typeof textOrBytes === "string" ? textOrBytes.length : textOrBytes.byteLength;
  if (size > mostBytes) return refusal(0, 0, `The file has ${Math.ceil(size / 2 ** 20)} MB; at most ${mostBytes / 2 ** 20} are read.`);
  const {text, encoding} = decode(textOrBytes);
  // Spreadsheets' own first line: "sep=;".
  const told = /^sep=([,;|\t ])(?:\r\n|\r|\n|$)/i.exec(text);
  const body = told ? text.slice(told[0].length) : text;
  const firstLine = told ? 2 : 1;

  const delimiter = options.delimiter ?? /** @type {Delimiter | undefined} */ (told?.[1]) ?? guessDelimiter(body);
  const {rows, unclosed} = split(body, delimiter, firstLine);
  if (unclosed) return refusal(unclosed, 0, "a quotation mark is opened here and never closed.");
  if (rows.length === 0) return refusal(0, 0, "There is nothing in it to read.");
  if (rows.length > mostRows) return refusal(0, 0, `There are ${rows.length} rows; at most ${mostRows} are read.`);

  const decimal = options.decimal ?? guessDecimal(rows, delimiter);
  const header = options.header ?? guessHeader(rows, decimal);
  const offered = columnsOf(rows, header, decimal);
  const body0 = header ? 1 : 0;
  const columns = options.columns ?? chooseColumns(offered);
  if (!columns) return refusal(rows[body0]?.line ?? rows[0].line, 0, tooFew(offered, rows.length - body0));
  const [keyColumn, valueColumn] = columns;
  for (const column of columns) {
    if (!offered[column]) return refusal(rows[0].line, column + 1, `there is no column ${column + 1}.`);
  }

  const keys = new Float64Array(rows.length - body0);
  const values = new Float64Array(rows.length - body0);
  /** @type {{line: number, why: string}[]} */
  const skipped = [];
  /** @type {{line: number, cell: string}[]} */
  const rounded = [];
  /** @type {Ambiguous | null} */
  let ambiguous = null;
  let count = 0;
  for (let i = body0; i < rows.length; ++i) {
    const {cells, line} = rows[i];
    let key = NaN;
    let why = "";
    for (const column of columns) {
      const cell = cells[column] ?? "";
      const x = readNumber(cell, decimal);
      if (Math.abs(x) <= 1e150) {
        if (Math.abs(x) > Number.MAX_SAFE_INTEGER && losesDigits(cell, x)) rounded.push({line, cell: cell.trim()});
        if (!ambiguous && cell.includes(",")) ambiguous = otherReading(cell, x, decimal, line);
        if (column === keyColumn) key = x;
        if (column === valueColumn && !why) values[count] = x;
      } else {
        const reason = Number.isNaN(x) ? notSample(cell) : "a number beyond 1e150";
        if (!reason) return refusal(line, column + 1, `“${brief(cell)}” is not a number.`);
        why ||= reason;
      }
    }
    if (why) skipped.push({line, why});
    else keys[count++] = key;
  }
  if (count === 0) return refusal(rows[body0]?.line ?? 0, 0, "no row has a number in both columns.");

  const names = /** @type {[string, string]} */ ([offered[keyColumn].name, offered[valueColumn].name]);
  const kept = keys.slice(0, count);
  return {
    samples: {
      name: "own", keys: kept, values: values.slice(0, count), keyName: names[0], valueName: names[1],
      range: extent(kept), source: options.source ?? "Your own",
    },
    names,
    found: {delimiter, decimal, header, encoding, columns, offered},
    skipped,
    notes: [...skippedSentence(skipped), ...roundedSentence(rounded), ...numbersOnTop(rows, header, options, decimal)],
    ambiguous,
  };
}

/**
 * @param {number} line
 * @param {number} column
 * @param {string} why
 * @returns {Refusal}
 */
function refusal(line, column, why) {
  const place = line && column ? `Line ${line}, column ${column}: ` : line ? `Line ${line}: ` : "";
  return {error: {line, column, sentence: `${place}${why} Nothing was changed.`}};
}

const brief = (/** @type {string} */ cell) => (cell.trim().length > 40 ? `${cell.trim().slice(0, 39)}…` : cell.trim());

/**
 * The rows that hold anything, with the line each starts on.
 * @param {string} text
 * @param {Delimiter} delimiter
 * @param {number} [firstLine]
 */
function split(text, delimiter, firstLine = 1) {
  const table = dsvFormat(delimiter === " " ? "\t" : delimiter).parseRows(delimiter === " " ? tabbed(text) : text);
  /** @type {{cells: string[], line: number}[]} */
  const rows = [];
  let line = firstLine;
  let before = firstLine;
  const quotes = text.includes('"');   // without them no cell holds a line break
  for (const cells of table) {
    before = line++;
    let blank = true;
    for (const cell of cells) {
      if (blank && cell !== "" && cell.trim() !== "") blank = false;
      if (quotes && /[\r\n]/.test(cell)) line += (cell.match(/\r\n|\r|\n/g) ?? []).length;
    }
    if (!blank) rows.push({cells, line: before});
  }
  // An open quotation mark swallows the rest of the file into the last row.
  const last = table.at(-1);
  const open = last?.some((cell) => /[\r\n]/.test(cell)) && (text.match(/"/g) ?? []).length % 2 === 1;
  return {rows, unclosed: open ? before : 0};
}

// Columns set apart by any number of spaces or tabs become columns set apart by one tab, but for those in quotes.
const tabbed = (/** @type {string} */ text) =>
  text.replace(/^[ \t]+|[ \t]+$/gm, "").replace(/"[^"]*"|[ \t]+/g, (piece) => (piece[0] === '"' ? piece : "\t"));

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
function guessDelimiter(text) {
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
        else if (cell.trim() === "" || notSample(cell)) ++blank;
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
function guessDecimal(rows, delimiter) {
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
function guessHeader(rows, decimal) {
  let words = false;
  for (const cell of rows[0].cells) {
    if (!Number.isNaN(readNumber(cell, decimal))) return false;
    if (cell.trim() !== "" && !notSample(cell)) words = true;
  }
  // A row of words alone is no sample either way: rather names than an error about the names.
  return words;
}

/**
 * @param {{cells: string[]}[]} rows
 * @param {boolean} header
 * @param {Decimal} decimal
 */
function columnsOf(rows, header, decimal) {
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
      else if (cell.trim() !== "" && !notSample(cell)) ++others;
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
function chooseColumns(offered) {
  const numeric = offered.map((column, i) => (column.numeric && !column.aside ? i : -1)).filter((i) => i >= 0);
  if (numeric.length >= 2) return [numeric[0], numeric[1]];
  // One column of numbers and one of words that should have been numbers: read on, and say where the words are.
  if (numeric.length === 1 && offered.length === 2) return [0, 1];
  return undefined;
}

/** @param {{numeric: boolean}[]} offered @param {number} rows */
function tooFew(offered, rows) {
  if (rows === 0) return "there are names but no numbers.";
  const numeric = offered.filter((column) => column.numeric).length;
  return numeric === 1 ? "there is one column of numbers; two are needed." : "no two columns of numbers were found.";
}

const missing = new Set([
  "", "na", "n/a", "nan", "#n/a", "#na", "null", "none", "nil", "missing", ".", "..", "-", "--", "–", "—", "?", "*",
  "#div/0!", "#value!", "#ref!", "#num!", "#name?", "#null!",
]);
const date = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ].*)?$|^\d{1,2}([-/.])\d{1,2}\1\d{2,4}(?:[T ].*)?$|^\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?: ?[ap]m)?$/i;

/**
 * Why a cell that is no number is passed over, or "" if nothing explains it: then it is an error.
 * @param {string} cell
 */
function notSample(cell) {
  const bare = trimmed(cell);
  if (bare.length > 40) return "";
  if (missing.has(bare.toLowerCase())) return "an empty or missing value";
  if (date.test(bare)) return "a date or time";
  if (/^[+-]?0x[0-9a-f]+$/i.test(bare)) return "a hexadecimal number";
  if (/^[+-]?(?:inf|infinity|∞)$/i.test(bare)) return "an infinite value";
  return "";
}

/** Whether a whole number of 17 digits or so became another one. @param {string} cell @param {number} x */
function losesDigits(cell, x) {
  const digits = trimmed(cell).replace(/[., '’\u00a0\u2009\u202f]/g, "");
  return /^[+-]?\d+$/.test(digits) && BigInt(digits.replace("+", "")) !== BigInt(x);
}

/**
 * @param {string} cell
 * @param {number} value
 * @param {Decimal} decimal
 * @param {number} line
 * @returns {Ambiguous | null}
 */
function otherReading(cell, value, decimal, line) {
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

const places = (/** @type {{line: number}[]} */ list) => {
  const lines = list.slice(0, 5).map(({line}) => line);
  const word = list.length === 1 ? "line" : "lines";
  return `${word} ${lines.join(", ")}${list.length > 5 ? ", …" : ""}`;
};

/** @param {{line: number, why: string}[]} skipped */
function skippedSentence(skipped) {
  if (skipped.length === 0) return [];
  /** @type {Map<string, {line: number}[]>} */
  const reasons = new Map();
  for (const {line, why} of skipped) {
    const list = reasons.get(why);
    if (list) list.push({line});
    else reasons.set(why, [{line}]);
  }
  const parts = [...reasons].map(([why, list]) => `${list.length} with ${why} (${places(list)})`);
  return [`${skipped.length} ${skipped.length === 1 ? "row was" : "rows were"} skipped: ${parts.join(", ")}.`];
}

/** @param {{line: number, cell: string}[]} rounded */
function roundedSentence(rounded) {
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
function numbersOnTop(rows, header, options, decimal) {
  if (options.header === true && rows[0].cells.some((cell) => !Number.isNaN(readNumber(cell, decimal)))) {
    return ["The first row holds numbers and was taken as names, as asked."];
  }
  return [];
}

/**
 * A CSV file of these columns: comma, decimal point, hyphen for minus, every digit, an empty cell for what has no
 * value, names quoted where they must be.
 * @param {readonly {name: string, values: ArrayLike<number>}[]} columns
 */
export function writeCsv(columns) {
  const {formatRow} = dsvFormat(",");
  let rows = 0;
  for (const {values} of columns) rows = Math.max(rows, values.length);
  const lines = [formatRow(columns.map(({name}) => name))];
  for (let i = 0; i < rows; ++i) {
    lines.push(columns.map(({values}) => (Number.isFinite(values[i]) ? writeNumber(values[i]) : "")).join(","));
  }
  return `${lines.join("\n")}\n`;
}
