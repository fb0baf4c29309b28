// Two columns of numbers out of whatever a reader pastes, drops or opens, and back into a file. Quoting is d3-dsv's;
// the guesses above it (encoding, delimiter, decimal mark, header, which columns) are ours, are reported with the
// result, and can each be overruled.

import {dsvFormat} from "d3-dsv";
import {brief, losesDigits, otherReading, whySkipped} from "./cells.js";
import {decode} from "./encoding.js";
import {extent} from "./extent.js";
import {chooseColumns, columnsOf, guessDecimal, guessDelimiter, guessHeader, tooFew} from "./guess.js";
import {nothingLeft, numbersOnTop, roundedSentence, skippedSentence} from "./notes.js";
import {readNumber, writeNumber} from "./number.js";
import {split} from "./rows.js";

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
        const reason = Number.isNaN(x) ? whySkipped(cell) : "a number beyond ±1e150, the greatest that is taken";
        if (!reason) return refusal(line, column + 1, `“${brief(cell)}” is not a number.`);
        why ||= reason;
      }
    }
    if (why) skipped.push({line, why});
    else keys[count++] = key;
  }
  if (count === 0) return refusal(skipped.length === 1 ? skipped[0].line : 0, 0, skipped.length ? nothingLeft(skipped) : tooFew(offered, 0));

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
  const what = place ? why : why[0].toUpperCase() + why.slice(1);
  return {error: {line, column, sentence: `${place}${what} Nothing was changed.`}};
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
