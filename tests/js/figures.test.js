// What the figures draw, read as text, with no browser.

import assert from "node:assert/strict";
import {test} from "node:test";
import {nothing} from "lit";
import {loadAttention} from "../../web/attention-pooling.js";
import {readTable} from "../../web/data/csv.js";
import {samplesOf} from "../../web/data/samples.js";
import {axis, axisFor} from "../../web/figures/axes.js";
import {measure, reading, rounded, short, textWidth, weight} from "../../web/figures/format.js";
import {figures} from "../../web/figures/index.js";
import {stepped} from "../../web/figures/keys.js";
import {createModel} from "../../web/model.js";
import {defaults} from "../../web/settings.js";

const attention = await loadAttention();
const model = createModel(attention);
const book = samplesOf(attention, defaults);
/** @param {Partial<import("../../web/settings.js").Settings>} changes */
const but = (changes) => ({...defaults, ...changes});

/** A template as the text it stands for; listeners and attributes of `nothing` are left out. @param {any} part @returns {string} */
function markup(part) {
  if (part === nothing || part === undefined || part === null || part === "") return "";
  if (Array.isArray(part)) return part.map(markup).join("");
  if (!part._$litType$) return String(part);
  const {strings, values} = part;
  let text = strings[0];
  values.forEach((/** @type {any} */ value, /** @type {number} */ i) => {
    const [, name] = /\s([@.?]?[\w-]+)=$/.exec(text) ?? [];
    if (!name) text += markup(value);
    else if (name.startsWith("@") || value === nothing) text = text.slice(0, -name.length - 1);
    else text += `"${value}"`;
    text += strings[i + 1];
  });
  return text;
}

/** @param {string} text */
const samplesIn = (text) => {
  const read = readTable(text);
  if ("error" in read) assert.fail(read.error.sentence);
  return read.samples;
};

/**
 * A figure drawn at a width, as text.
 * @param {string} view @param {Partial<import("../../web/settings.js").Settings>} changes @param {any} samples @param {any} [options]
 */
function drawn(view, changes, samples, {width = 960, focus = null} = {}) {
  const figure = /** @type {any} */ (figures.get(view)), settings = but({...changes, view: /** @type {any} */ (view)});
  const results = figure.compute(model, settings, samples);
  const act = {set() {}, focus() {}};
  const {plot, tip, note} = figure.draw({results, settings, samples, width, focus, act, id: (/** @type {string} */ name) => name});
  const text = markup(plot);
  return {
    results, svg: text, note: words(markup(note)), tip: words(markup(tip?.content)),
    texts: [...text.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, inner]) => words(inner)),
    readout: figure.readout(results, settings, samples, focus), summary: figure.summary(results, settings, samples),
    table: figure.table(results, settings, samples),
  };
}

/** @param {string} text */
const words = (text) => text.replace(/<[^>]*>/g, "").replaceAll("&nbsp;", "\u00a0").replace(/[ \n]+/g, " ").trim();

/** @type {[name: string, table: string][]} tables that are finite, however odd */
const odd = [
  ["denormal values", "x,y\n0,1e-320\n1,2e-320\n"],
  ["denormal keys", "x,y\n1e-320,0\n2e-320,1\n"],
  ["neighbouring keys at 1e15", "x,y\n1e15,1\n1000000000000000.2,2\n1000000000000000.4,3\n"],
  ["neighbouring keys at 1e16", "x,y\n1e16,1\n10000000000000002,2\n"],
  ["neighbouring keys at −1e16", "x,y\n-1e16,1\n-10000000000000002,2\n"],
  ["neighbouring keys at 1", "x,y\n1,1\n1.0000000000000002,2\n"],
  ["neighbouring values at 1e150", "x,y\n0,1e150\n1,9.999999999999999e149\n"],
  ["keys of either sign, as great as is taken", "x,y\n-1e150,1\n1e150,2\n"],
  ["values of either sign, as great as is taken", "x,y\n1,-1e150\n2,1e150\n"],
  ["one sample at the greatest number", "x,y\n1e150,1e150\n"],
  ["one sample at the least number", "x,y\n5e-324,5e-324\n"],
  ["the least and the greatest", "x,y\n5e-324,5e-324\n1e150,-1e150\n"],
  ["one sample", "x,y\n3,7\n"],
  ["nothing but 0", "x,y\n0,0\n0,0\n"],
  ["fourteen digits before the comma", "x,y\n9007199254740991,9007199254740993\n9007199254740992,5044031582655843\n"],
];

for (const [name, table] of odd) {
  test(`a table of ${name} is drawn, in every figure, wide and narrow`, () => {
    const samples = samplesIn(table);
    for (const query of [samples.keys[0], samples.keys[samples.keys.length - 1], 0]) {
      for (const view of ["fit", "weights", "compare"]) {
        for (const kernel of ["gaussian", "boxcar"]) {
          for (const width of [960, 328]) {
            const {svg, texts, readout, table, summary, note} = drawn(view, {query, kernel}, samples, {width});
            const what = `${view}, ${kernel}, ${width}, query ${query}`;
            assert.doesNotMatch(svg, /NaN|Infinity|undefined/, what);
            assert.doesNotMatch([...texts, ...readout.map(({value}) => value), JSON.stringify(table), summary, note].join("\n"), /NaN|Infinity|undefined|\de[+−-]?\d/, what);
            assert.ok(svg.length < 200_000 && texts.length < 120, `${what}: ${texts.length} texts in ${svg.length} characters`);
          }
        }
      }
    }
  });
}

test("axis(…) has few ticks, each with a label of its own, whatever the domain", () => {
  for (const domain of [[0, 1e-320], [5e-324, 1e-323], [1e15, 1e15 + 0.5], [1e16, 1e16], [-1e150, 1e150], [NaN, NaN], [0, 0]]) {
    for (const count of [1, 2, 7]) {
      const {ticks} = axis(domain, count);
      assert.ok(ticks.length <= 10 * count + 11, `${ticks.length} ticks on ${domain}`);
    }
    assert.ok(axisFor(domain, 800).ticks.length < 80);
  }
  for (const domain of [[1e15, 1e15 + 15], [1, 1 + 2 ** -46], [-1e16 - 142, -1e16], [1e150, 1e150 * (1 + 2 ** -46)], [0, 1e-300], [1e9, 1e9 + 1e-4]]) {
    const {ticks} = axis(domain, 6);
    assert.ok(ticks.length >= 3 && new Set(ticks.map(({label}) => label)).size === ticks.length, JSON.stringify(axis(domain, 6)));
    assert.ok(ticks.every(({label}) => label.length < 8), JSON.stringify(axis(domain, 6)));
  }
});

test("axis(…) says the common part of far-off numbers, and the power of ten of what is left", () => {
  const said = (/** @type {number[]} */ domain) => { const {ticks, note} = axis(domain, 4); return [note, ...ticks.map(({label}) => label)]; };
  assert.deepEqual(said([1e9, 1e9 + 10]), ["1\u202f000\u202f000\u202f000 +", "+0", "+2", "+4", "+6", "+8", "+10"]);
  assert.deepEqual(said([5044031582655000, 5044031582655800]), ["5.044031582655\u00a0×\u00a010¹⁵ +", "+0", "+200", "+400", "+600", "+800"]);
  assert.deepEqual(said([1, 1 + 4e-12]), ["1 + 10⁻¹² ×", "+0", "+1", "+2", "+3", "+4"]);
  assert.deepEqual(said([1e15 - 4, 1e15 + 10]), ["1\u00a0×\u00a010¹⁵ +", "+0", "+5", "+10"]);
  assert.deepEqual(said([1e9 - 5, 1e9 + 5]), ["1\u202f000\u202f000\u202f000 +", "−4", "−2", "+0", "+2", "+4"]);
  assert.deepEqual(said([0, 4e-300]), ["× 10⁻³⁰⁰", "0", "1", "2", "3", "4"]);
});

test("numbers are written out from a thousandth to a million, and else with a power of ten; none of them breaks", () => {
  const e = (/** @type {string} */ text) => text.replaceAll(" ", "\u00a0");
  assert.deepEqual([0.5, 0.001, 5e-4, 1e-150, 1e6, 123456, 1e9].map(short),
    ["0.5", "0.001", e("5 × 10⁻⁴"), e("1 × 10⁻¹⁵⁰"), e("1 × 10⁶"), "123\u202f456", e("1 × 10⁹")]);
  assert.deepEqual([0.25, 8.36e-12, 0].map(weight), ["0.250", e("8.4 × 10⁻¹²"), "0"]);
  assert.deepEqual([0.136, 4.2e-5, 2.5e6].map(measure), ["0.136", e("4.20 × 10⁻⁵"), e("2.50 × 10⁶")]);
  const [book, wide, far, tiny] = [[0, 5], [0, 1.1e9], [9007199254740991 - 20, 9007199254740991 + 60], [0, 9e-5]].map(reading);
  assert.deepEqual([2.8, 2.876, 4e-7, 1e9].map((x) => book(x)), ["2.80", "2.876", "0.00", e("1.00 × 10⁹")]);
  assert.deepEqual([1e9, 4.76, 3, 0, 1234.5].map((x) => wide(x)), [e("1.000 × 10⁹"), "4.76", "3", "0", "1235"]);
  assert.equal(far(9007199254740991), e("9.007199254740991 × 10¹⁵"));
  assert.deepEqual([5e-5, 0, 2.5].map((x) => tiny(x)), [e("5.00 × 10⁻⁵"), "0", "2.50"]);
});

test("a step of a query among neighbouring doubles is taken", () => {
  const value = 1e15, step = 0.5;
  assert.equal(stepped({key: "ArrowRight"}, {value, min: value, max: value + 10, step}), value + 0.5);
  assert.equal(rounded(value + 0.625, 0.01), value + 0.625);
  assert.equal(stepped({key: "ArrowRight"}, {value: 0.1, min: 0, max: 1, step: 0.2}), 0.3);
});

/** The figure's numbers by their names. @param {{readout: {label: any, value: string}[]}} drawing */
const numbers = ({readout}) => Object.fromEntries(readout.map(({label, value}) => [label, value]));
/** The path of the kernel in the strip. @param {string} svg */
const bumpline = (svg) => /<path class="bumpline" d="([^"]*)"/.exec(svg)?.[1] ?? "";

test("fit of a query far outside draws no kernel, says so in the strip, and keeps the stems", () => {
  for (const changes of [{query: -2, width: 0.3}, {query: 1e9}, {width: 1e-150}]) {
    for (const width of [960, 328]) {
      const {svg, texts} = drawn("fit", changes, book, {width});
      assert.equal(bumpline(svg), "");
      assert.match(svg, /class="stem"/);
      assert.ok(texts.some((text) => text.startsWith(width > 600 ? "the kernel is far above this strip: every key is in its tail" : "kernel far above")), texts.join("\n"));
      assert.ok(!texts.includes("kernel, scaled to sum 1"));
    }
  }
});

test("fit of a kernel that leaves the strip ends its line at the strip's top and says how high it rises", () => {
  const {svg, texts} = drawn("fit", {query: -0.5, width: 0.3}, book);
  const heights = [...bumpline(svg).matchAll(/[ML][\d.]+,([\d.]+)/g)].map(([, y]) => Number(y));
  assert.ok(heights.length > 50 && Math.min(...heights) >= 408 && heights.filter((y) => y < 409).length <= 2, String(Math.min(...heights)));
  assert.doesNotMatch(svg, /class="bump"/);
  assert.ok(texts.includes("kernel, scaled to sum 1, rises to 3.3, above this strip"), texts.join("\n"));
  assert.ok(drawn("fit", {}, book).texts.includes("kernel, scaled to sum 1"));
});

test("fit names a line where it ends, and not at all where that is off the plot or too short to see", () => {
  assert.ok(drawn("fit", {}, book).texts.includes("truth"));
  assert.ok(!drawn("fit", {query: 1e9}, book).texts.includes("truth"));
  const {svg} = drawn("fit", {query: 9.5}, book);
  const [, x] = /<text class="b mu halo" x="([\d.]+)"[^>]*>truth/.exec(svg) ?? [];
  assert.ok(Number(x) > 400 && Number(x) < 520, x);
  assert.equal(numbers(drawn("fit", {query: 1e9}, book)).query, "1.000\u00a0×\u00a010⁹");
});

test("fit of two samples does not repeat the plot's tick at the strip, as if the axis went on", () => {
  const {svg, texts} = drawn("fit", {query: 0, width: 0.1}, samplesIn("x,y\n0,1\n1,2\n"));
  const ticks = [...svg.matchAll(/<text class="t end" x="[\d.]+" y="[\d.]+">([\d.]+)</g)].map(([, label]) => label);
  assert.deepEqual(ticks, ["1", "1.5", "2", "0"]);
  assert.ok(texts.includes("weight, to 1"), texts.join("\n"));
});

test("fit of 100,000 samples keeps its path of dots while the query moves", () => {
  const many = samplesOf(attention, but({n: 100_000}));
  const path = (/** @type {number} */ query) => /<path class="crowd" d="([^"]*)"/.exec(drawn("fit", {query}, many).svg)?.[1];
  const first = path(1);
  // A path made anew would be of other samples now.
  const kept = Float64Array.from(many.values);
  many.values.reverse();
  assert.equal(path(2), first);
  many.values.set(kept);
  assert.ok(first && first.length > 1000);
});

test("fit of very many samples has no holes in their mass", () => {
  let table = "x,y\n";
  for (let i = 0; i < 200_000; ++i) table += `${i / 199_999},${(Math.sin(i * 12.9898) * 43758.5453) % 1}\n`;
  const path = /<path class="crowd" d="([^"]*)"/.exec(drawn("fit", {query: 0.5}, samplesIn(table)).svg)?.[1] ?? "";
  const rows = new Map();
  for (const [, y, wide] of path.matchAll(/M[-\d]+ ([-\d]+)h(\d+)v/g)) rows.set(y, [...rows.get(y) ?? [], Number(wide)]);
  const broken = [...rows.values()].filter((runs) => runs.length > 1).length;
  assert.ok(rows.size > 100 && broken <= 6, `${broken} of ${rows.size} rows are broken`);
});

test("weights of one sample has its bar as wide as its column", () => {
  for (const width of [960, 328]) {
    const {svg} = drawn("weights", {query: 3}, samplesIn("x,y\n3,7\n"), {width});
    const [, x, wide] = /<path class="lit" d="M([\d.]+) [^"]*?h([\d.]+)V/.exec(svg) ?? [];
    const [, left, whole] = /<rect class="frame" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/.exec(svg) ?? [];
    assert.deepEqual([Number(x), Number(wide)], [Number(left), Number(whole)]);
  }
});

test("weights says which row is shown when the query is between two", () => {
  const between = drawn("weights", {query: 4.12}, book), on = drawn("weights", {query: 4.1}, book);
  assert.ok(between.texts.some((text) => text.startsWith("nearest row 4.1, ")) && on.texts.some((text) => text.startsWith("row 4.1, ")));
  assert.deepEqual([numbers(between).query, numbers(between)["nearest row"], numbers(on).query, numbers(on)["nearest row"]], ["4.12", "4.1", "4.1", undefined]);
  assert.match(between.summary, /Row 4\.1, the nearest to query 4\.12, adds to 1/);
  assert.match(between.svg, /aria-valuetext="query 4\.12, nearest row 4\.1, heaviest/);
});

test("weights' numbers are those of the cell pointed at, and the note says that it is this cell", () => {
  const focus = {row: 18, column: 20}, pointed = drawn("weights", {query: 4.1}, book, {width: 328, focus});
  assert.deepEqual(numbers(pointed), {query: "4.1", "this cell: query": "1.8", key: "2.10", weight: /weight ([\d.]+)$/.exec(pointed.note)?.[1]});
  assert.match(pointed.note, /^this cell: query 1\.8, key 2\.10: weight/);
  assert.equal(numbers(drawn("weights", {query: 4.1}, book, {focus: {row: 41, column: 20}}))["greatest in the matrix"], "0.183");
});

test("fit's hint keeps clear of the pooled value's name", () => {
  const faithful = samplesOf(attention, but({samples: "faithful"}));
  const {svg} = drawn("fit", {samples: "faithful", kernel: "boxcar", width: 0.1, query: 3}, faithful);
  const at = (/** @type {RegExp} */ pattern) => pattern.exec(svg)?.slice(1).map(Number);
  const hint = at(/class="t mid halo" x="([\d.]+)" y="([\d.]+)">a key/), pooled = at(/class="te halo end" x="([\d.]+)" y="([\d.]+)">pooled/);
  assert.ok(pooled && (!hint || Math.abs(hint[1] - pooled[1]) > 17 || hint[0] + 55 < pooled[0] - 75), JSON.stringify([hint, pooled]));
});

test("every text of a figure stays within its drawing, whatever the numbers", () => {
  const far = samplesIn("x,y\n5044031582655000,1\n5044031582655800,2\n");
  /** @type {[string, any, any][]} */
  const cases = [["fit", {width: 1e-150}, book], ["fit", {query: -2, width: 0.3}, book], ["fit", {query: 1e9}, book], ["fit", {query: far.keys[0] + 448, width: 100}, far],
    ["compare", {query: far.keys[0] + 448}, far]];
  for (const [view, changes, samples] of cases) {
    for (const width of [960, 328]) {
      const {svg} = drawn(view, changes, samples, {width}), [, tall] = /viewBox="0 0 \d+ (\d+)"/.exec(svg) ?? [];
      /** @type {[string, number, number, number][]} */
      const boxes = [];
      for (const [, kind, at, y, inner] of svg.matchAll(/<text class="([^"]*)" x="([\d.-]+)" y="([\d.-]+)"[^>]*>(.*?)<\/text>/gs)) {
        const text = words(inner), wide = textWidth(text), x = Number(at);
        const from = /\bend\b/.test(kind) ? x - wide : /\bmid\b/.test(kind) ? x - wide / 2 : x;
        boxes.push([text, from, from + wide, Number(y)]);
        assert.ok(from > -6 && from + wide < width + 12 && Number(y) <= Number(tall), `${view} ${width}: “${text}” from ${from} to ${from + wide} at ${y}`);
      }
      for (const [text, from, to, y] of boxes) {
        const under = boxes.find(([other, start, end, at]) => other !== text && at === y && start < to - 8 && end > from + 8);
        assert.equal(under?.[0], undefined, `${view} ${width}: “${text}” is over “${under?.[0]}”`);
      }
    }
  }
});
