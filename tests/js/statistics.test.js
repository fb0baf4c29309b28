import assert from "node:assert/strict";
import {test} from "node:test";
import {loadAttention} from "../../web/attention-pooling.js";

const attention = await loadAttention();
const {attentionPool, attentionWeights, classify, diagnostics, dotProductAttention, learnWidth, looError, looPredictions,
  normaliser, sample, scoreNames, scores, softmaxRows} = attention;
const book = sample();

/** @param {ArrayLike<number>} actual @param {ArrayLike<number>} expected @param {number} [tolerance] */
function near(actual, expected, tolerance = 1e-12) {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < expected.length; ++i) {
    assert.ok(Object.is(actual[i], expected[i]) || Math.abs(actual[i] - expected[i]) <= tolerance * Math.max(1, Math.abs(expected[i])),
      `[${i}]: ${actual[i]} is ${expected[i]}`);
  }
}

test("looPredictions({keys, values}) pools the others at every key", () => {
  const expected = Array.from(book.keys, (key, i) => attentionPool({
    queries: [key], keys: book.keys.filter((_, j) => j !== i), values: book.values.filter((_, j) => j !== i), width: 0.5})[0]);
  near(looPredictions({...book, width: 0.5}), expected);
  assert.deepEqual([...looPredictions({keys: [0, 1, 9], values: [1, 2, 3], kernel: "boxcar", width: 2})], [2, 1, NaN]);
});

test("looError({keys, values, kernel, width}) is the published number on the book's samples", () => {
  near([looError({...book, width: 0.1}), looError({...book, kernel: "triangular"}), looError({...book, kernel: "constant"})],
    [1.1001, 1.0016, 1.6785], 5e-5);
  assert.ok(Number.isNaN(looError({keys: [0, 1, 9], values: [1, 2, 3], kernel: "boxcar", width: 2})));
});

test("learnWidth({keys, values}) takes the book's five steps", () => {
  const {widths, losses, shortened} = learnWidth(book);
  near(losses.slice(0, 5), [1.259, 1.146, 1.102, 1.078, 1.062], 6e-4);
  near(widths.map((width) => 1 / width), [1, 1.268, 1.428, 1.545, 1.637, 1.716], 6e-4);
  assert.equal(shortened, 0);
});

test("learnWidth({leaveOneOut: false}) narrows on and on, and {parameter: 'log'} steps otherwise", () => {
  near([1 / learnWidth({...book, leaveOneOut: false, steps: 99}).widths[99]], [5.1], 0.05);
  near(learnWidth({...book, parameter: "log", start: 0.5, steps: 200}).widths.slice(-1), [0.3206917], 1e-4);
});

test("diagnostics({queries, keys, values}) agrees with the weights", () => {
  const queries = [0.1, 2.5, 4.9];
  const found = diagnostics({queries, ...book, width: 0.5});
  const rows = attentionWeights({queries, keys: book.keys, width: 0.5});
  const squares = queries.map((_, q) => rows.slice(40 * q, 40 * q + 40).reduce((sum, w) => sum + w * w, 0));
  near(found.effectiveKeys, squares.map((x) => 1 / x));
  near(found.entropy, queries.map((_, q) => rows.slice(40 * q, 40 * q + 40).reduce((sum, w) => sum - w * Math.log(w), 0)));
  const own = attentionWeights({queries: book.keys, keys: book.keys, width: 0.5});
  const trace = book.keys.reduce((sum, _, i) => sum + own[41 * i], 0);
  near([found.degreesOfFreedom], [trace]);
  const pooled = attentionPool({queries: book.keys, ...book, width: 0.5});
  near(found.residuals, book.values.map((value, i) => value - pooled[i]));
  const noise = Math.sqrt(found.residuals.reduce((sum, r) => sum + r * r, 0) / (40 - 2 * trace + own.reduce((sum, w) => sum + w * w, 0)));
  near(found.noise, [noise]);
  near(found.standardError, squares.map((x) => noise * Math.sqrt(x)));
});

test("classify({queries, keys, labels}) gives labels, probabilities and densities of every class", () => {
  const found = classify({queries: [0.5, 9, 0.4], keys: [0, 1], labels: [0, 1], kernel: "triangular", width: 2});
  assert.deepEqual([...found.labels], [-1, -1, 0]);
  assert.equal(found.classes, 2);
  near(found.probabilities, [0.5, 0.5, NaN, NaN, 0.8 / 1.5, 0.7 / 1.5]);
  near(found.densities, [0.1875, 0.1875, 0, 0, 0.2, 0.175]);
});

test("classify(…): the sign of p̂(x, 1) − p̂(x, 0) is the label", () => {
  const keys = Float64Array.from({length: 80}, (_, i) => 2 * Math.sin(7 * i * i + i));
  const labels = Array.from({length: 40}, (_, i) => Number(keys[2 * i] + keys[2 * i + 1] > 0.3));
  const queries = Float64Array.from({length: 600}, (_, i) => 3 * Math.cos(5 * i * i));
  const found = classify({queries, keys, labels, dim: 2, width: 0.4});
  for (let q = 0; q < 300; ++q) {
    if (found.densities[2 * q] > 0) assert.equal(found.labels[q], Number(found.densities[2 * q + 1] > found.densities[2 * q]));
  }
});

test("normaliser({kernel, dim}) is the kernel's integral", () => {
  near([normaliser({}), normaliser({kernel: "epanechnikov", dim: 2}), normaliser({kernel: "constant"})],
    [Math.sqrt(2 * Math.PI), Math.PI / 2, Infinity]);
});

test("softmaxRows({rows: scores(…)}) is attentionWeights for the Gaussian scores, and not for dot", () => {
  assert.deepEqual(scoreNames, ["gaussian", "gaussian_without_query_norm", "dot", "scaled_dot"]);
  const points = {queries: [1, 2, 0, 3], keys: [0, 1, 2, 2, 3, -1], dim: 2};
  const weights = attentionWeights({...points, width: 1.5});
  const by = (/** @type {string} */ score) => softmaxRows({rows: scores({...points, score, width: 1.5}), columns: 3});
  near(by("gaussian"), weights);
  near(by("gaussian_without_query_norm"), weights);
  assert.ok(Math.abs(by("dot")[0] - weights[0]) > 0.01);
  near(softmaxRows({rows: [-Infinity, 0, -Infinity, -Infinity], columns: 2}), [0, 1, 0, 0]);
});

test("dotProductAttention({queries, keys, values}) is softmax(qᵀk/√d) · values", () => {
  const [queries, keys, values] = [[1, 2, 0, 3], [0, 1, 2, 2, 3, -1], [1, 10, 2, 20, 4, 0]];
  const expected = [0, 1].flatMap((q) => {
    const w = [0, 1, 2].map((i) => Math.exp((queries[2 * q] * keys[2 * i] + queries[2 * q + 1] * keys[2 * i + 1]) / Math.SQRT2));
    const total = w[0] + w[1] + w[2];
    return [0, 1].map((c) => w.reduce((sum, x, i) => sum + x * values[2 * i + c], 0) / total);
  });
  near(dotProductAttention({queries, keys, values, dim: 2, columns: 2}), expected);
  near(dotProductAttention({queries, keys, values, dim: 2, columns: 2, score: "gaussian", width: 0.3}),
    attentionPool({queries, keys, values, dim: 2, columns: 2, width: 0.3}));
});

/** @type {[call: () => unknown, name: string, message: string][]} */
const refused = [
  [() => looError({keys: [0, 1], values: [1]}), "RangeError", "values: 1 for 2 keys"],
  [() => looPredictions({keys: [], values: []}), "RangeError", "keys: there are none; at least 1 is needed"],
  [() => learnWidth({...book, kernel: "boxcar"}), "RangeError", "kernel: boxcar has no gradient by the width, so it cannot be learned"],
  [() => learnWidth({...book, steps: 1.5}), "RangeError", "steps: 1.5 is not a whole number from 0 to 1000000"],
  [() => learnWidth({...book, parameter: /** @type {any} */ ("width")}), "RangeError", "parameter: \"width\" is not one of inverse, log"],
  [() => learnWidth({...book, leaveOneOut: /** @type {any} */ (1)}), "TypeError", "leaveOneOut: 1 is not true or false"],
  [() => diagnostics({queries: [NaN], ...book}), "RangeError", "queries[0]: NaN is not finite"],
  [() => classify({queries: [0], keys: [0, 1], labels: [0, 0.5]}), "RangeError", "labels[1]: 0.5 is not a whole number from 0 to 999"],
  [() => classify({queries: [0], keys: [0, 1], labels: [0]}), "RangeError", "labels: 1 for 2 keys"],
  [() => normaliser({dim: 0}), "RangeError", "dim: 0 is not a whole number from 1 to 1000000"],
  [() => scores({queries: [0], keys: [0], score: "cosine"}), "RangeError", "score: \"cosine\" is not one of gaussian, gaussian_without_query_norm, dot, scaled_dot"],
  [() => scores({queries: [0], keys: [0], width: 0}), "RangeError", "width: 0 is not finite and positive"],
  [() => softmaxRows({rows: [0, NaN], columns: 2}), "RangeError", "rows[1]: NaN is not finite or -Infinity"],
  [() => softmaxRows({rows: [0, 1], columns: /** @type {any} */ (undefined)}), "TypeError", "columns: undefined is not a number"],
  [() => dotProductAttention({queries: [0], keys: [0], values: [0, 1]}), "RangeError", "values: 2 for 1 keys"],
];

for (const [call, name, message] of refused) {
  test(`${String(call).replace(/^\(\) => (\w+).*/s, "$1")}(…) throws ${name}: ${message}`, () => {
    assert.throws(call, {name, message});
  });
}
