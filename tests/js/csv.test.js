import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {loadAttention} from "../../web/attention-pooling.js";
import {readTable, writeCsv} from "../../web/data/csv.js";
import {readNumber} from "../../web/data/number.js";

const {cases} = JSON.parse(readFileSync(new URL("../cases/csv.json", import.meta.url), "utf8"));

/**
 * The table, which must have been read.
 * @param {string | Uint8Array} text
 * @param {import("../../web/data/csv.js").Options} [options]
 */
function read(text, options) {
  const table = readTable(text, options);
  if ("error" in table) assert.fail(table.error.sentence);
  return table;
}
const rowsOf = (/** @type {import("../../web/data/csv.js").Table} */ {samples: {keys, values}}) =>
  [...keys].map((key, i) => [key, values[i]]);
const columnsOf = (/** @type {import("../../web/data/csv.js").Table} */ {samples: {keys, values, keyName, valueName}}) =>
  [{name: keyName, values: keys}, {name: valueName, values}];
const sentence = (/** @type {string} */ text, /** @type {object} */ options = {}) => {
  const table = readTable(text, options);
  return "error" in table ? table.error : assert.fail("it was read");
};

for (const {id, title, text, bytes, options, rows, names, found, offered, skipped, notes, written} of cases) {
  test(`readTable(case ${id}): ${title}`, () => {
    const table = read(bytes ? Uint8Array.from(Buffer.from(bytes, "hex")) : text, options);
    assert.deepEqual(rowsOf(table), rows);
    if (names) assert.deepEqual(table.names, names);
    for (const [name, value] of Object.entries(found ?? {})) assert.equal(/** @type {any} */ (table.found)[name], value, name);
    if (offered) assert.deepEqual(table.found.offered.map(({name}) => name), offered);
    if (skipped) assert.deepEqual(table.skipped, skipped);
    if (notes) assert.deepEqual(table.notes, notes);
    if (written) assert.equal(writeCsv(columnsOf(table)), written);
    // Whatever was found reads the same when it is asked for.
    const {delimiter, decimal, header, columns} = table.found;
    assert.deepEqual(rowsOf(read(bytes ? Uint8Array.from(Buffer.from(bytes, "hex")) : text, {delimiter, decimal, header, columns})), rows);
  });
}

test("readTable(150,000 rows) reads them all in well under a second", () => {
  let text = "x,y\n";
  for (let i = 0; i < 150_000; ++i) text += `${i % 1000},${i % 1000}\n`;
  const start = performance.now();
  const {samples} = read(text);
  assert.ok(performance.now() - start < 3000, "on a slow and busy machine too");
  assert.equal(samples.keys.length, 150_000);
  assert.deepEqual(samples.range, [0, 999]);
});

test("readTable(unsorted rows) pools as the sorted rows", async () => {
  const {attentionPool} = await loadAttention();
  const given = read("x,y\n10,1\n2,5\n7,3\n2,4\n").samples;
  const sorted = read("x,y\n2,4\n2,5\n7,3\n10,1\n").samples;
  const queries = Array.from({length: 45}, (_, i) => i / 4);
  const of = (/** @type {typeof given} */ {keys, values}) => [...attentionPool({queries, keys, values, width: 1.5})];
  assert.deepEqual(of(given), of(sorted));
});

/** @type {[title: string, text: string, rows: number[][], options?: object][]} */
const tables = [
  ["a byte-order mark in text", "\ufeffx,y\n1,2\n", [[1, 2]]],
  ["CR alone", "x,y\r1,2\r3,4\r", [[1, 2], [3, 4]]],
  ["CRLF", "x,y\r\n1,2\r\n3,4\r\n", [[1, 2], [3, 4]]],
  ["no newline at the end", "1\t2\n3\t4", [[1, 2], [3, 4]]],
  ["runs of spaces", "  x   y\n  1   2\n 10  20\n", [[1, 2], [10, 20]]],
  ["decimal commas between spaces", "1,5 2,5\n3,5 4,5\n", [[1.5, 2.5], [3.5, 4.5]]],
  ["a space after the comma", "x, y\n1, 2\n3, 4\n", [[1, 2], [3, 4]]],
  ["quoted numbers with decimal commas", "\"0,5\",\"1,25\"\n\"1,5\",\"2\"\n", [[0.5, 1.25], [1.5, 2]]],
  ["quoted names with commas and line breaks", "\"a, b\",\"c\nd\"\n1,2\n", [[1, 2]]],
  ["row numbers and quotes as R writes them", "\"speed\" \"dist\"\n\"1\" 4 2\n\"2\" 4 10\n", [[4, 2], [4, 10]]],
  ["words in another column", "name,x,y\nBob,1,2\nAnn,3,4\n", [[1, 2], [3, 4]]],
  ["a spreadsheet's sep= line", "sep=;\nx;y\n1;2\n", [[1, 2]]],
  ["bars", "1|2\n3|4\n", [[1, 2], [3, 4]]],
  ["grouped thousands", "x;y\n1.234,5;2\n10.000,25;3\n", [[1234.5, 2], [10000.25, 3]]],
  ["a column asked for", "a,b,c\n1,2,3\n4,5,6\n", [[3, 1], [6, 4]], {columns: [2, 0]}],
  ["one column twice", "a,b\n1,2\n3,4\n", [[2, 2], [4, 4]], {columns: [1, 1]}],
  ["exponents and signs", "+1e3,-.5\n2E-1,5.\n", [[1000, -0.5], [0.2, 5]]],
  ["missing cells", "x,y\n1,NA\n2,\n,3\n4,5\nNaN,1\n-,-\n6\n", [[4, 5]]],
  ["numbers beyond 1e150", "x,y\n1e200,3\n1,2\n3,1e999\n", [[1, 2]]],
];
for (const [title, text, rows, options] of tables) {
  test(`readTable(…) reads ${title}`, () => assert.deepEqual(rowsOf(read(text, options)), rows));
}

test("readTable(bytes) reads UTF-16 of the other byte order, with a mark and without, and UTF-8", () => {
  const swapped = (/** @type {string} */ text) => Buffer.from(text, "utf16le").swap16();
  for (const [bytes, encoding] of /** @type {[Buffer, string][]} */ ([
    [swapped("\ufeffGröße,y\n1,2\n"), "utf-16be"], [swapped("Größe,y\n1,2\n"), "utf-16be"],
    [Buffer.from("\ufeffGröße,y\n1,2\n"), "utf-8"], [Buffer.from("Größe,y\n1,2\n"), "utf-8"],
  ])) {
    const table = read(bytes);
    assert.deepEqual([table.names, rowsOf(table), table.found.encoding], [["Größe", "y"], [[1, 2]], encoding]);
  }
});

test("readTable(…) counts what it skipped, with reasons and lines", () => {
  const {skipped, notes} = read("x,y\n1,2\n3,NA\n\n2024-05-01,4\n,5\n");
  assert.deepEqual(skipped.map(({line}) => line), [3, 5, 6]);
  assert.deepEqual(notes, ["3 rows were skipped: 2 with an empty or missing value (lines 3, 6), 1 with a date or time (line 5)."]);
});

test("readTable(…) counts once what it skipped for one reason", () => {
  assert.deepEqual(read("x,y\n1,2\n3,NA\n").notes, ["1 row was skipped, with an empty or missing value (line 3)."]);
  assert.deepEqual(read("x,y\n1,2\n3,NA\n,1\n").notes, ["2 rows were skipped, with an empty or missing value (lines 3, 4)."]);
});

test("readTable(…) counts lines inside quotes", () => {
  assert.equal(sentence("\"a\nb\",c\n1,2\n3,abc\n").sentence, "Line 4, column 2: “abc” is not a number. Nothing was changed.");
});

/** @type {[text: string, line: number, column: number, sentence: string][]} */
const refused = [
  ["x,y\n1,2\n2,3\n3,4\n4,5\n5,6\n6,abc\n", 7, 2, "Line 7, column 2: “abc” is not a number. Nothing was changed."],
  ["x;y\n1;2\n5 kg;3\n", 3, 1, "Line 3, column 1: “5 kg” is not a number. Nothing was changed."],
  ["x,y\n1,\"2\n3,4\n", 2, 0, "Line 2: a quotation mark is opened here and never closed. Nothing was changed."],
  ["", 0, 0, "There is nothing in it to read. Nothing was changed."],
  [" \n,,\n", 0, 0, "There is nothing in it to read. Nothing was changed."],
  ["x,y\n", 1, 0, "Line 1: there are names but no numbers. Nothing was changed."],
  ["x\n1\n2\n", 2, 0, "Line 2: there is one column of numbers; two are needed. Nothing was changed."],
  ["It was a dark\nand stormy night\n", 2, 0, "Line 2: no two columns of numbers were found. Nothing was changed."],
  ["x,y\n1,NA\nNA,2\n", 0, 0, "Both rows have an empty or missing value, so none is left. Nothing was changed."],
  ["1e300,1\n-1e300,2\n1e308,3\n", 0, 0, "All 3 rows have a number beyond ±1e150, the greatest that is taken, so none is left. Nothing was changed."],
  ["2024-01-01,3\n", 1, 0, "Line 1: the only row has a date or time, so none is left. Nothing was changed."],
  ["2024-01-01,3\n4,NA\n", 0, 0, "None of the 2 rows can be used: 1 with a date or time (line 1), 1 with an empty or missing value (line 2). Nothing was changed."],
];
for (const [text, line, column, words] of refused) {
  test(`readTable(${JSON.stringify(text)}) is refused with its place`, () =>
    assert.deepEqual(sentence(text), {line, column, sentence: words}));
}

test("readTable(…, {columns}) refuses a column that is not there", () => {
  assert.equal(sentence("1,2\n3,4\n", {columns: [0, 5]}).sentence, "Line 1, column 6: there is no column 6. Nothing was changed.");
});

test("readTable('1,234' between tabs) says how it was read and what the switch would give", () => {
  const table = read("x\ty\n1,234\t5\n2,345\t6\n");
  assert.deepEqual(rowsOf(table), [[1234, 5], [2345, 6]]);
  assert.deepEqual(table.ambiguous, {
    line: 2, cell: "1,234", value: 1234, otherDecimal: ",", otherValue: 1.234,
    sentence: "“1,234” was read as 1234, the comma grouping thousands; with a decimal comma it would be 1.234.",
  });
  assert.deepEqual(rowsOf(read("x\ty\n1,234\t5\n2,345\t6\n", {decimal: ","})), [[1.234, 5], [2.345, 6]]);
});

test("readTable('1,234' between semicolons) is a decimal comma, and says so", () => {
  const table = read("x;y\n1,234;5\n");
  assert.deepEqual(rowsOf(table), [[1.234, 5]]);
  assert.equal(table.ambiguous?.otherDecimal, ".");
});

test("readTable(…) is sure of '1,234' when another cell decides", () => {
  assert.deepEqual(rowsOf(read("x\ty\n1,234\t0,5\n")), [[1.234, 0.5]]);
  assert.deepEqual(rowsOf(read("x\ty\n1,234\t0.5\n")), [[1234, 0.5]]);
});

test("readTable(any bytes) never throws", () => {
  let seed = 3;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const pieces = ["1", "2.5", ",", ";", "\t", "\n", "\r\n", "\"", " ", "NA", "x", "−", "1,5", "\u0000", "\ufeff", "=1+1", "|", "e", "sep=;\n"];
  for (let i = 0; i < 5000; ++i) {
    let text = "";
    for (let length = random() * 40; length > 0; --length) text += pieces[Math.floor(random() * pieces.length)];
    for (const input of [text, Buffer.from(text, i % 2 ? "utf16le" : "latin1")]) {
      const table = readTable(input);
      if ("error" in table) assert.match(table.error.sentence, / Nothing was changed\.$/);
      else for (const x of [...table.samples.keys, ...table.samples.values]) assert.ok(Number.isFinite(x), text);
    }
  }
});

test("readTable(writeCsv(columns)) is the same numbers and names, to the last digit", () => {
  const values = [0.1 + 0.2, -1e-300, 1e150, 123456789.12345679, -0.5];
  const table = read(writeCsv([{name: "a+b & c%, \"d\"", values}, {name: "é", values: [...values].reverse()}]));
  assert.deepEqual(rowsOf(table), values.map((x, i) => [x, values[values.length - 1 - i]]));
  assert.deepEqual(table.names, ["a+b & c%, \"d\"", "é"]);
});

test("writeCsv(columns) leaves cells empty where there is no value", () => {
  assert.equal(writeCsv([{name: "query", values: [1, 2]}, {name: "pooled", values: [NaN, -0.5]}, {name: "z", values: [7]}]),
    "query,pooled,z\n1,,7\n2,-0.5,\n");
});

test("readNumber(text, decimal) reads what people write and nothing else", () => {
  /** @type {[string, "." | ",", number][]} */
  const numbers = [
    ["1 234,5", ",", 1234.5], ["1'234.5", ".", 1234.5], ["1\u202f234\u202f567,8", ",", 1234567.8], ["−3", ".", -3], ["5.", ".", 5],
    ["", ".", NaN], ["0x10", ".", NaN], ["Infinity", ".", NaN], ["1,23", ".", NaN], ["12,34,567", ".", NaN], ["1.2.3", ".", NaN],
    ["1e", ".", NaN], ["--1", ".", NaN], ["1,234.5", ",", NaN], ["1.234,5", ",", 1234.5], ["1 2", ".", NaN],
  ];
  for (const [text, decimal, x] of numbers) assert.equal(readNumber(text, decimal), x, text);
});
