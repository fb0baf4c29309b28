import assert from "node:assert/strict";
import {test} from "node:test";
import {loadAttention} from "../../web/attention-pooling.js";

const attention = await loadAttention();
const {attentionPool, attentionWeights, evaluate, sample} = attention;

const good = {queries: [0, 2], keys: [0, 1, 3], values: [1, 2, 3]};
const usable = () => assert.equal(attentionPool(good)[0], 1.3886827640256656);
const pool = (/** @type {object} */ changes) => () => attentionPool(/** @type {any} */ ({...good, ...changes}));

/** @type {[what: string, changes: object, kind: string, sentence: string][]} */
const refused = [
  ["width is 0", {width: 0}, "RangeError", "width: 0 is not finite and positive"],
  ["width is negative", {width: -1}, "RangeError", "width: -1 is not finite and positive"],
  ["width is infinite", {width: Infinity}, "RangeError", "width: Infinity is not finite and positive"],
  ["width is a text", {width: "1"}, "TypeError", "width: \"1\" is not a number"],
  ["there are too many widths", {width: [1, 2]}, "RangeError", "width: 2 numbers for 1 coordinate; one, or one per coordinate, is allowed"],
  ["there are no keys", {keys: []}, "RangeError", "keys: there are none; at least 1 is needed"],
  ["a key is NaN", {keys: [0, NaN, 3]}, "RangeError", "keys[1]: NaN is not finite"],
  ["a query is infinite", {queries: [0, -Infinity]}, "RangeError", "queries[1]: -Infinity is not finite"],
  ["a value is NaN", {values: [1, 2, NaN]}, "RangeError", "values[2]: NaN is not finite"],
  ["lengths differ", {values: [1]}, "RangeError", "values: 1 for 3 keys"],
  ["dim does not divide", {dim: 2}, "RangeError", "keys: 3 numbers are not a multiple of 2"],
  ["dim is a fraction", {dim: 1.5}, "RangeError", "dim: 1.5 is not a whole number from 1 to 1000000000"],
  ["columns is 0", {columns: 0}, "RangeError", "columns: 0 is not a whole number from 1 to 1000000000"],
  ["dim is a text", {dim: "1"}, "TypeError", "dim: \"1\" is not a number"],
  ["keys is a text", {keys: "123"}, "TypeError", "keys: \"123\" is not an array of numbers"],
  ["keys is missing", {keys: undefined}, "TypeError", "keys: undefined is not an array of numbers"],
  ["keys is an object", {keys: {length: 3}}, "TypeError", "keys: an object is not an array of numbers"],
  ["keys has a hole", {keys: [0, , 3]}, "TypeError", "keys[1]: undefined is not a number"],
  ["keys has a null", {keys: [0, null, 3]}, "TypeError", "keys[1]: null is not a number"],
  ["keys has a text", {keys: [0, "1", 3]}, "TypeError", "keys[1]: \"1\" is not a number"],
  ["keys is nested", {keys: [[0], [1], [3]]}, "TypeError", "keys[0]: an array is not a number"],
  ["keys is of BigInts", {keys: new BigInt64Array(3)}, "TypeError", "keys: a BigInt64Array is not an array of numbers"],
  ["kernel is not text", {kernel: null}, "TypeError", "kernel: null is not a text"],
];

for (const [what, changes, name, message] of refused) {
  test(`attentionPool(…) throws ${name} when ${what}`, () => {
    assert.throws(pool(changes), {name, message});
    usable();
  });
}

test("attentionPool({kernel: 'sinc'}) throws RangeError that lists every kernel", () => {
  assert.throws(pool({kernel: "sinc"}), {name: "RangeError", message: `kernel: "sinc" is not one of ${attention.kernels.join(", ")}`});
});

test("attentionPool() throws TypeError, for want of options", () => {
  assert.throws(() => attentionPool(/** @type {any} */ (undefined)), {name: "TypeError", message: "options: undefined is not an object"});
});

test("attentionWeights(…) of a thousand million cells is refused before the call, naming queries", () => {
  const many = new Float64Array(31_623);
  assert.throws(() => attentionWeights({queries: many, keys: many}), {
    name: "RangeError",
    message: "queries: 31623 for 31623 keys are 1000014129 weights; the greatest allowed is 134217728",
  });
  usable();
});

test("evaluate({distances}) and sample({name}) name what is wrong", () => {
  assert.throws(() => evaluate({distances: /** @type {any} */ (3)}), {name: "TypeError", message: "distances: 3 is not an array of numbers"});
  assert.throws(() => sample({name: "__proto__"}), /^RangeError: name: "__proto__" is not one of d2l, /);
  assert.throws(() => sample({n: 0}), {name: "RangeError", message: "n: 0 is not a whole number from 1 to 10000000"});
  assert.throws(() => sample({seed: -1}), {name: "RangeError", message: "seed: -1 is not a whole number from 0 to 4294967295"});
  assert.throws(() => sample({range: /** @type {any} */ ([1])}), {name: "RangeError", message: "range: 1 numbers are not 2"});
});

/** @type {[options: object, message: string][]} */
const ranges = [
  [{range: [5, 0]}, "range: 5 to 0 is not ascending"],
  [{range: [1, 1]}, "range: 1 to 1 is not ascending"],
  [{range: [0, Infinity]}, "range[1]: Infinity is not finite"],
  [{range: [NaN, 1]}, "range[0]: NaN is not finite"],
  [{range: [-1e308, 1e308]}, "range: -1e+308 to 1e+308 is not narrower than 1.7e308"],
];
for (const [options, message] of ranges) {
  test(`sample() throws RangeError: ${message}`, () => assert.throws(() => sample(options), {name: "RangeError", message}));
}

test("sample({name: 'd2l-older'}) below 0 blames the range", () => {
  assert.throws(() => sample({name: "d2l-older", range: [-1, 5]}), /^RangeError: range\[0\]: -1 is not /);
});

test("an option that there is not is a TypeError that names it and those there are, in every function", () => {
  const misspelt = /** @type {any} */ ({sigma: 2});
  const known = [
    [() => attentionPool({...good, ...misspelt}), "queries, keys, values, dim, columns, kernel, width"],
    [() => attentionWeights({queries: [0], keys: [0], ...misspelt}), "queries, keys, dim, kernel, width"],
    [() => evaluate({distances: [0], ...misspelt}), "distances, kernel"],
    [() => sample(misspelt), "name, n, noise, range, seed"],
    [() => attention.truth({queries: [0], ...misspelt}), "queries, name"],
  ];
  for (const [call, names] of known) assert.throws(/** @type {() => void} */ (call), {name: "TypeError", message: `options: "sigma" is not one of ${names}`});
});

test("attentionPool(…) after 50,000 failing calls gives the same bits", () => {
  const before = attentionPool(good);
  for (let i = 0; i < 50_000; ++i) {
    try {
      attentionPool({...good, width: i % 2 ? 0 : NaN, kernel: i % 3 ? "gaussian" : "sinc"});
      assert.fail("it was not refused");
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  assert.deepEqual(attentionPool(good), before);
});

test("attentionPool(…) throws RangeError naming queries when memory runs out, and the next call works", async () => {
  const {grow} = WebAssembly.Memory.prototype;
  for (let times = 0; times < 3; ++times) {
    WebAssembly.Memory.prototype.grow = () => {
      throw new RangeError("no memory");
    };
    try {
      assert.throws(pool({queries: new Float64Array(4e6)}), {name: "RangeError", message: "queries: too many for the memory there is"});
    } finally {
      WebAssembly.Memory.prototype.grow = grow;
    }
    usable();
  }
  assert.equal(await loadAttention(), attention);
});

test("loadAttention() rejects with the cause, tries again when asked again, and then loads once", async () => {
  const fresh = await import(`../../web/attention-pooling.js?${"fresh"}`);
  const {compile} = WebAssembly;
  const cause = new Error("no network");
  WebAssembly.compile = () => Promise.reject(cause);
  try {
    await assert.rejects(fresh.loadAttention(), (/** @type {Error} */ error) => error.cause === cause && /did not load/.test(error.message));
  } finally {
    WebAssembly.compile = compile;
  }
  const loaded = fresh.loadAttention();
  assert.equal(loaded, fresh.loadAttention());
  assert.ok(Object.isFrozen(await loaded));
});
