import assert from "node:assert/strict";
import {test} from "node:test";
import {defaultOf, defaults, niceNear, readSettings, set, settings, suit, widthRange, writeSettings} from "../../web/settings.js";
import {samplers} from "../../web/data/samplers.js";

test("readSettings('') is the defaults, and writeSettings of them is ''", () => {
  assert.deepEqual(readSettings(""), {settings: defaults, notes: []});
  assert.equal(writeSettings(defaults), "");
});

test("readSettings(writeSettings(s)) is s, to the last digit, for every setting and every kind of samples", () => {
  const numbers = [0.30000000000000004, 5e-324, 1.7976931348623157e150, 0.1, 123456789.12345679, 3];
  for (const samples of [...samplers.keys(), "own"]) {
    for (const width of [0.30000000000000004, 1e-150, 1e150, 0.1, Math.PI]) {
      for (const query of [...numbers.map((x) => Math.min(x, 1e150)), -0.1, 0]) {
        const making = samplers.get(samples)?.generated ? {n: 77, noise: 0.1 + 0.2, from: 0.1, to: 4 / 3, seed: 4294967295} : {};
        const changes = {samples, width, query, ...making, kernel: "laplace",
          view: "compare", compare: "kernels", kernels: "ten", distance: -0.7};
        const {settings: present, notes} = set(defaults, changes);
        assert.deepEqual(notes, []);
        assert.deepEqual(readSettings(`#${writeSettings(present)}`), {settings: present, notes: []});
      }
    }
  }
});

test("readSettings(writeSettings(s)) is s after switching samples back and forth", () => {
  const names = [...samplers.keys()];
  let present = defaults;
  for (let i = 0; i < 200; ++i) {
    ({settings: present} = set(present, i % 3 ? {samples: names[(7 * i) % names.length]} : {width: 0.1 + i, query: i / 7}));
    assert.deepEqual(readSettings(writeSettings(present)).settings, present);
  }
});

test("writeSettings(s) says only what differs, in the order of the table", () => {
  const {settings: present} = set(defaults, {query: 0, width: 0.1, kernel: "boxcar"});
  assert.equal(writeSettings(present), "kernel=boxcar&width=0.1&query=0");
  assert.equal(writeSettings(set(defaults, {samples: "cars"}).settings), "samples=cars");
});

/** @type {[text: string, note: string][]} */
const refused = [
  ["width=0", "Width 0 is not allowed, only more than 0; it is now 0.5."],
  ["width=-1", "Width −1 is not allowed, only more than 0; it is now 0.5."],
  ["width=", "Width is empty; it is now 0.5."],
  ["query=%20", "Query is empty; it is now 2.8."],
  ["query=1e999", "Query 1e999 is not allowed, only −1e+150 to 1e+150; it is now 2.8."],
  ["width=0x10", "Width “0x10” is not a number; it is now 0.5."],
  ["width=Infinity", "Width “Infinity” is not a number; it is now 0.5."],
  ["width=1,234", "Width “1,234” could be 1.234 or 1234; it is now 0.5."],
  ["n=2000000", "Number of samples 2000000 is not allowed; it is now 100000, the most."],
  ["n=0", "Number of samples 0 is not allowed; it is now 1, the least."],
  ["seed=1.2", "Seed 1.2 is not a whole number; it is now 1."],
  ["samples=cars&n=200", "Number of samples is for generated samples only, so nothing came of it."],
  ["samples=cars&seed=2&n=200&noise=0.5", "Number of samples, noise and seed are for generated samples only, so nothing came of them."],
  ["from=6", "From 6 to 5 is not a range; it is now 0 to 5."],
  ["view=__proto__", "Figure “__proto__” is not one of kernels, fit, weights, compare; it is now fit."],
  ["samples=constructor", `Samples “constructor” is not one of ${[...samplers.keys(), "own"].join(", ")}; it is now d2l.`],
  ["samples=d2l-older&from=-1", "From −1 is not allowed, as this function begins at 0; it is now 0."],
];

for (const [text, note] of refused) {
  test(`readSettings("${text}") says what was refused`, () => assert.deepEqual(readSettings(text).notes, [note]));
}

test("writeSettings(s) leaves out what samples that were measured make no use of", () => {
  for (const samples of ["cars", "faithful", "own"]) {
    const {settings: before} = set(defaults, {n: 200, noise: 0.5, seed: 7, from: 1, to: 3});
    const {settings: present} = set(before, {samples});
    assert.deepEqual([present.n, present.noise, present.seed, present.from, present.to], [40, 1, 0, 0, 5]);
    assert.doesNotMatch(writeSettings(present), /\b(?:n|noise|seed|from|to)=/);
  }
  assert.equal(writeSettings(readSettings("samples=cars&n=200&noise=0.5").settings), "samples=cars");
});

/** @type {[text: string, width: number, query: number, notes: number][]} */
const ranges = [
  ["from=10&to=30", 0.5, 21.2, 1],
  ["from=10&to=100", 10, 60.4, 2],
  ["to=1e-12", 1e-13, 5.6e-13, 2],
  ["from=1e-300&to=2e-300", 1e-150, 1.56e-300, 2],
  ["from=0&to=5e-324", 1e-150, 5e-324, 2],
  ["from=-1e9&to=1e9", 2e8, 2.8, 1],
  ["from=10&to=100&query=2.8", 10, 2.8, 1],
  ["from=10&to=30&query=2.8&width=0.1", 0.1, 2.8, 0],
  ["from=1&to=4", 0.5, 2.8, 0],
];
for (const [text, width, query, count] of ranges) {
  test(`readSettings("${text}") moves the width and query that it does not name to suit the range, says so, and is written in full`, () => {
    const {settings: read, notes} = readSettings(text);
    assert.deepEqual([read.width, read.query, notes.length], [width, query, count], String(notes));
    for (const note of notes) assert.match(note, / is now .*, to suit these samples\.$/);
    assert.deepEqual(readSettings(writeSettings(read)), {settings: read, notes: []});
    const {settings: usual} = set(read, {width: 0.5, query: 2.8});
    assert.deepEqual(readSettings(writeSettings(usual)), {settings: usual, notes: []});
  });
}

test("readSettings(text) leaves alone names that are not ours", () => {
  for (const text of ["__proto__=1", "constructor=2&toString=3", "utm=4", "hasOwnProperty", "=", "&&&", "%", "%E0%A4%A", "?#"]) {
    assert.deepEqual(readSettings(text), {settings: defaults, notes: []}, text);
  }
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
});

test("readSettings(text) never throws and always gives allowed settings, whatever the text", () => {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const pieces = [...settings.map(({name}) => name), "=", "&", "%", "#", "?", "+", "−", "1e999", "-0", "0", "1", ".", ",", "e", "NaN",
    "__proto__", "\u0000", "\ud800", "%ff", "%00", "own", "cars", "gaussian", "💥", "5", "\n", "d2l-older", "<b>"];
  for (let i = 0; i < 20_000; ++i) {
    let text = "";
    for (let length = random() * 30; length > 0; --length) text += pieces[Math.floor(random() * pieces.length)];
    const {settings: read} = readSettings(text);
    assert.deepEqual(Object.keys(read).sort(), Object.keys(defaults).sort());
    for (const setting of settings) {
      const value = read[setting.name];
      if (setting.of) assert.ok(setting.of.includes(String(value)), text);
      else assert.ok(Number(value) >= Number(setting.min) && Number(value) <= Number(setting.max), text);
    }
    assert.ok(read.width > 0 && read.from < read.to, text);
    assert.deepEqual(readSettings(writeSettings(read)).settings, read, text);
  }
});

test("readSettings(a huge text) gives the defaults and says why, at once", () => {
  const {settings: read, notes} = readSettings("width=1&".repeat(1e6));
  assert.deepEqual([read, notes.length], [defaults, 1]);
});

test("set(settings, changes) keeps the old value of what is refused, and takes no other type than text and number", () => {
  const {settings: present} = set(defaults, {width: 0.3});
  assert.deepEqual(set(present, {width: "abc"}).notes, ["Width “abc” is not a number; it stays 0.3."]);
  for (const width of [null, undefined, {}, [], true, Symbol("x"), 5n, () => 1, NaN]) {
    assert.equal(set(present, {width}).settings.width, 0.3);
  }
});

test("set(settings, changes) names what is neither text nor number for what it is", () => {
  /** @type {[unknown, string][]} */
  const odd = [[undefined, "undefined"], [null, "null"], [{}, "an object"], [[], "an array"], [true, "true"], [() => 1, "a function"], [NaN, "NaN"]];
  for (const [query, words] of odd) assert.deepEqual(set(defaults, {query}).notes, [`Query ${words} is not a number; it stays 2.8.`]);
  assert.match(set(defaults, {kernel: undefined}).notes[0], /^Kernel undefined is not one of gaussian, /);
});

test("set(settings, changes) takes only the changes' own properties", () => {
  assert.deepEqual(set(defaults, Object.create({width: 3})).settings, defaults);
});

test("set(settings, {query}) reads numbers as people type them", () => {
  const typed = {"−2,5": -2.5, " 3 ": 3, "0,5": 0.5, ".5": 0.5, "1e-3": 0.001, "+4": 4, "0,125": 0.125};
  for (const [text, query] of Object.entries(typed)) assert.equal(set(defaults, {query: text}).settings.query, query, text);
});

test("set(settings, {samples}) brings the number, noise, width and query that go with them", () => {
  const {settings: older} = set(set(defaults, {width: 0.1}).settings, {samples: "d2l-older"});
  assert.deepEqual([older.n, older.noise, older.width, older.query], [50, 0.5, 0.1, 2.8]);
  const {settings: cars} = set(older, {samples: "cars"});
  assert.deepEqual([cars.width, cars.query], [defaultOf("width", "cars"), defaultOf("query", "cars")]);
  assert.equal(set(older, {samples: "cars", width: 3}).settings.width, 3);
});

test("suit(settings, samples) moves a query and a width that the samples leave no use for, and says so", () => {
  const {settings: moved, notes} = suit(defaults, {range: [100, 300]});
  assert.deepEqual([moved.query, moved.width], [212, 20]);
  assert.deepEqual(notes, ["Query is now 212, to suit these samples.", "Width is now 20, to suit these samples."]);
  assert.deepEqual(suit(defaults, {range: [0, 5]}), {settings: defaults, notes: []});
  assert.deepEqual(suit(defaults, {range: [3, 3]}).settings, defaults);
});

test("widthRange(span) is a hundredth to the whole, in round numbers", () => {
  assert.deepEqual(widthRange(5), [0.05, 5]);
  assert.deepEqual(widthRange(21), [0.2, 20]);
  for (const span of [5e-324, 1e-300, 1e-149, 1e150, 2e150]) {
    const [low, high] = widthRange(span);
    assert.ok(low >= 1e-150 && low < high && high < Infinity, String(span));
  }
  assert.deepEqual([niceNear(0.1), niceNear(0.1, 1), niceNear(0.1, 2), niceNear(0.1, 3)], [0.1, 0.2, 0.5, 1]);
});
