// Text to rows of cells: quoting by d3-dsv, and around it the lines, the blanks and the quotation mark left open.

import {dsvFormat} from "d3-dsv";

/** @typedef {import("./csv.js").Delimiter} Delimiter */

/**
 * The rows that hold anything, with the line each starts on.
 * @param {string} text
 * @param {Delimiter} delimiter
 * @param {number} [firstLine]
 */
export function split(text, delimiter, firstLine = 1) {
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
