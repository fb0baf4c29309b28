import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {loadAttention} from "../../web/attention-pooling.js";
import {kernelNames} from "../../web/settings.js";
import {d2lSeed0} from "../../web/data/d2l-seed0.js";

const {attentionPool, attentionWeights, evaluate, kernels, sample, sampleNames, truth} = await loadAttention();

/** @type {Record<string, (x: number) => number>} the definitions, plainly */
const alpha = {
  gaussian: (x) => Math.exp((-x * x) / 2),
  boxcar: (x) => (Math.abs(x) < 1 ? 1 : 0),
  constant: () => 1,
  triangular: (x) => Math.max(1 - Math.abs(x), 0),
  epanechnikov: (x) => Math.max(1 - x * x, 0),
  biweight: (x) => Math.max(1 - x * x, 0) ** 2,
  triweight: (x) => Math.max(1 - x * x, 0) ** 3,
  tricube: (x) => Math.max(1 - Math.abs(x) ** 3, 0) ** 3,
  cosine: (x) => (Math.abs(x) < 1 ? Math.cos((Math.PI * x) / 2) : 0),
  laplace: (x) => Math.exp(-Math.abs(x)),
};

/** @param {ArrayLike<number>} actual @param {readonly number[]} expected @param {number} [tolerance] */
function near(actual, expected, tolerance = 1e-12) {
  assert.equal(actual.length, expected.length);
  expected.forEach((x, i) => {
    if (Number.isNaN(x)) assert.ok(Number.isNaN(actual[i]), `[${i}]: ${actual[i]} is NaN`);
    else assert.ok(Math.abs(actual[i] - x) <= tolerance * Math.max(1, Math.abs(x)), `[${i}]: ${actual[i]} is ${x}`);
  });
}

test("kernels are the ten of the settings table, the book's first", () => {
  assert.deepEqual(kernels, kernelNames);
  assert.deepEqual(kernels.slice(0, 4), ["gaussian", "boxcar", "constant", "triangular"]);
});

test("evaluate({kernel, distances}) is α as defined, for every kernel", () => {
  const distances = [-1.5, -1, -0.999, -0.3, 0, 0.25, 0.5, 1, 2.2];
  for (const kernel of kernels) near(evaluate({kernel, distances}), distances.map(alpha[kernel]), 1e-15);
});

test("attentionWeights({queries, keys}) agrees with the definition for every kernel and three widths", () => {
  const [queries, keys] = [[-1, 0.5, 2.75, 10], [0, 0.5, 2, 3.5]];
  for (const kernel of kernels) {
    for (const width of [0.7, 1, 4]) {
      const expected = queries.flatMap((q) => {
        const a = keys.map((k) => alpha[kernel]((q - k) / width));
        const sum = a.reduce((s, x) => s + x, 0);
        return a.map((x) => (sum > 0 ? x / sum : 0));
      });
      near(attentionWeights({queries, keys, kernel, width}), expected);
    }
  }
});

test("attentionWeights({queries, keys}) adds to 1 by query, not by key", () => {
  near(attentionWeights({queries: [0, 2], keys: [0, 1, 3]}), [
    0.618184647078726459786758, 0.3749479418168814260022187, 0.006867411104392114211023218,
    0.1003675646834516825937289, 0.4498162176582741587031355, 0.4498162176582741587031355], 1e-15);
});

test("attentionPool({queries, keys, values}) gives the published values", () => {
  near(attentionPool({queries: [0, 2], keys: [0, 1, 3], values: [1, 2, 3]}),
    [1.388682764025665654424265, 2.349448652974822476109407], 1e-15);
  const one = {queries: [0.5], keys: [0, 1, 2], values: [0, 3, 5], width: 2};
  const expected = {gaussian: 2.480927728736671377146945, triangular: 2, epanechnikov: 80 / 37, boxcar: 8 / 3, constant: 8 / 3};
  for (const [kernel, value] of Object.entries(expected)) near(attentionPool({...one, kernel}), [value], 1e-15);
});

test("attentionPool(…) is NaN only for the queries that no key reaches", () => {
  near(attentionPool({kernel: "boxcar", keys: [0, 1, 4], values: [2, 4, 10], queries: [0.5, 2.5, 4]}), [3, NaN, 10]);
  const b = {width: 2, keys: [-1, 0, 1], values: [5, 6, 8], queries: [0, 0.5, 9]};
  near(attentionPool({kernel: "triangular", ...b}), [6.25, 47 / 7, NaN]);
  near(attentionPool({kernel: "epanechnikov", ...b}), [6.3, 245 / 37, NaN]);
  assert.deepEqual([...attentionWeights({kernel: "boxcar", keys: [0, 1], queries: [9]})], [0, 0]);
});

test("attentionPool({kernel: 'boxcar'}) leaves gaps between lone samples and no zeros", () => {
  const grid = {kernel: "boxcar", keys: [0, 2, 5], values: [1, 3, 2], queries: Array.from({length: 11}, (_, i) => i / 2)};
  near(attentionPool({...grid, width: 0.75}), [1, 1, NaN, 3, 3, 3, NaN, NaN, NaN, 2, 2]);
  near(attentionPool({...grid, width: 0.25}), [1, NaN, NaN, NaN, 3, NaN, NaN, NaN, NaN, NaN, 2]);
});

test("attentionPool(…) far from every key is the nearest key's value, not 0/0", () => {
  near(attentionPool({queries: [1e6, -1e6], keys: [0, 1, 2], values: [5, 6, 8], width: 0.01}), [8, 5]);
});

test("attentionPool({dim, columns}) takes points and values row by row, and a width for each coordinate", () => {
  const [queries, keys, values] = [[0, 0, 1, 2], [0, 0, 3, 0, 0, 1], [1, 10, 2, 20, 3, 30]];
  const expected = [[0, 0], [1, 2]].flatMap(([a, b]) => {
    const w = [[0, 0], [3, 0], [0, 1]].map(([c, d]) => Math.exp(-0.5 * (((a - c) / 2) ** 2 + ((b - d) / 0.5) ** 2)));
    const sum = w[0] + w[1] + w[2];
    return [0, 1].map((column) => w.reduce((s, x, i) => s + x * values[2 * i + column], 0) / sum);
  });
  near(attentionPool({queries, keys, values, dim: 2, columns: 2, width: [2, 0.5]}), expected);
});

test("attentionPool(…) takes every kind of array and hands out arrays of its own", () => {
  const keys = Float64Array.of(0, 1, 3);
  const expected = attentionPool({queries: [0, 2], keys: [0, 1, 3], values: [1, 2, 3]});
  const actual = attentionPool({queries: new Uint8Array([0, 2]), keys, values: new Float32Array([1, 2, 3])});
  assert.deepEqual(actual, expected);
  assert.ok(actual.buffer.byteLength === 16 && actual !== expected);
  keys[0] = 7;
  assert.deepEqual(actual, expected);
});

test("attentionPool(…) is right to 14 digits at width 0.3 and at the next double", () => {
  const at = (/** @type {number} */ width) => attentionPool({queries: [0.25], keys: [0, 1], values: [0, 1], width})[0];
  near([at(0.30000000000000004), at(0.3)], [0.05853690287436793251605224, 0.05853690287436787586349524], 5e-16);
});

test("attentionPool({kernel: 'constant'}) is the mean of 150,000 samples", () => {
  const keys = Float64Array.from({length: 150_000}, (_, i) => i % 1000);
  near(attentionPool({queries: [-5, 0, 1e4], keys, values: keys, kernel: "constant"}), [499.5, 499.5, 499.5], 1e-14);
});

test("attentionPool(…) does not depend on the order of the keys", () => {
  const queries = Array.from({length: 30}, (_, i) => i / 2 - 2);
  for (const kernel of kernels) {
    near(attentionPool({queries, keys: [10, 2, 7, 2], values: [1, 5, 3, 4], kernel, width: 3}),
      [...attentionPool({queries, keys: [2, 2, 7, 10], values: [4, 5, 3, 1], kernel, width: 3})], 1e-15);
  }
});

test("sample() with no options is the book's 40 samples", () => {
  const {keys, values} = sample();
  const lines = readFileSync(new URL("../cases/d2l-seed0.csv", import.meta.url), "utf8").trim().split("\n").slice(1);
  assert.deepEqual([...keys], lines.map((line) => Number(line.split(",")[0])));
  near(values, lines.map((line) => Number(line.split(",")[1])), 1e-6);
  assert.deepEqual(d2lSeed0.keys, [...keys]);
  assert.deepEqual(d2lSeed0.values, lines.map((line) => Number(line.split(",")[1])));
});

test("sample({name, n, noise: 0}) lies on truth({name, queries}), for every name", () => {
  for (const name of sampleNames) {
    const {keys, values} = sample({name, n: 50, noise: 0, range: [0, 5], seed: 7});
    assert.equal(keys.length, 50);
    near(values, [...truth({name, queries: keys})], 1e-15);
  }
});

test("sample({seed}) is the same for the same seed and different for another", () => {
  assert.deepEqual(sample({seed: 3}), sample({seed: 3}));
  assert.notDeepEqual(sample({seed: 3}).keys, sample({seed: 4}).keys);
});
