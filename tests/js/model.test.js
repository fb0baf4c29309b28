import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {loadAttention} from "../../web/attention-pooling.js";
import {readTable} from "../../web/data/csv.js";
import {samplesOf} from "../../web/data/samples.js";
import {samplers} from "../../web/data/samplers.js";
import {createModel} from "../../web/model.js";
import {memo} from "../../web/model/memo.js";
import {reachOf} from "../../web/model/reach.js";
import {defaults, kernelNames, set} from "../../web/settings.js";

const attention = await loadAttention();
const model = createModel(attention);
const book = samplesOf(attention, defaults);
/** @param {Partial<import("../../web/settings.js").Settings>} changes */
const but = (changes) => ({...defaults, ...changes});
/** @param {number[]} keys @param {number[]} values @returns {import("../../web/data/samples.js").Samples} */
const ownOf = (keys, values) => ({
  name: "own", keys: Float64Array.from(keys), values: Float64Array.from(values), keyName: "x", valueName: "y",
  range: [Math.min(...keys), Math.max(...keys)], source: "",
});
const sum = (/** @type {Iterable<number>} */ numbers) => [...numbers].reduce((s, x) => s + x, 0);
const defined = (/** @type {Float64Array} */ numbers) => [...numbers].filter((x) => !Number.isNaN(x));

/** @type {[kernel: string, width: number, error: string][]} mean squared error to the truth on the book's samples */
const errors = [
  ["gaussian", 0.1, "0.350"], ["gaussian", 0.5, "0.136"], ["gaussian", 2, "0.741"],
  ["gaussian", 1, "0.4020"], ["gaussian", 0.2, "0.1134"],
  ["boxcar", 1, "0.2237"], ["triangular", 1, "0.1110"], ["epanechnikov", 1, "0.1381"], ["constant", 1, "0.8574"],
];
for (const [kernel, width, error] of errors) {
  test(`fit({kernel: "${kernel}", width: ${width}}).errorToTruth is ${error}, the book's`, () => {
    const {errorToTruth, errorQueries} = model.fit(but({kernel, width}), book);
    assert.equal(errorToTruth?.toFixed(error.length - 2), error);
    assert.equal(errorQueries, 50);
  });
}

test("fit(defaults, the book's samples) shows the book's ranges", () => {
  const {x, y, widthRange, query} = model.fit(defaults, book);
  assert.deepEqual({x, y, widthRange, query}, {x: [0, 5], y: [-1, 6], widthRange: [0.05, 5], query: 2.8});
});

test("fit(…).weights are in the order of the samples, and everything about them agrees", () => {
  const {weights, greatest, heaviest, pooled, effectiveKeys, order} = model.fit(defaults, book);
  assert.ok(Math.abs(sum(weights) - 1) < 1e-14);
  assert.equal(weights[heaviest], greatest);
  assert.ok(Math.abs(sum(weights.map((w, i) => w * book.values[i])) - pooled) < 1e-14);
  assert.ok(Math.abs(1 / sum(weights.map((w) => w * w)) - effectiveKeys) < 1e-12);
  const shuffled = ownOf([10, 2, 7, 2], [1, 5, 3, 4]);
  const mixed = model.fit(but({query: 7}), shuffled);
  assert.deepEqual([...mixed.order], [1, 3, 2, 0]);
  assert.equal(mixed.heaviest, 2);
  assert.deepEqual([...shuffled.keys], [10, 2, 7, 2]);
  assert.deepEqual([...order], [...order].sort((a, b) => a - b));
});

test("fit(…).bump passes through the tip of every weight, for every kernel", () => {
  for (const kernel of kernelNames) {
    const {weights, bump} = model.fit(but({kernel, width: 0.7}), book);
    book.keys.forEach((key, i) => {
      const after = bump.queries.findIndex((x) => x >= key);
      const [x0, x1, w0, w1] = [bump.queries[after - 1], bump.queries[after], bump.weights[after - 1], bump.weights[after]];
      const onLine = w0 + ((w1 - w0) * (key - x0)) / (x1 - x0);
      assert.ok(Math.abs(onLine - weights[i]) < 2e-4, `${kernel}: ${onLine} at key ${key} is ${weights[i]}`);
    });
  }
});

test("fit(…).bump stays finite however far the query", () => {
  for (const query of [5.5, 8, 60, -1e9]) {
    const {bump, greatest} = model.fit(but({query, width: 0.1}), book);
    assert.ok(bump.weights.every(Number.isFinite) && bump.top <= 1 && bump.top > 0 && greatest <= 1);
  }
});

test("fit(…).bump is left out where the kernel is far above all weights, and never cut flat", () => {
  for (const changes of [{query: -2, width: 0.3}, {query: 1e9}, {width: 1e-150}, {width: 1e-320}, {query: 7.5, width: 0.05}]) {
    const {bump} = model.fit(but(changes), book);
    assert.ok(bump.queries.length === 0 && bump.peak > 1000 && bump.top === 1, JSON.stringify(changes));
  }
  const {bump} = model.fit(but({query: -0.5, width: 0.3}), book);
  assert.ok(bump.peak > 1 && bump.peak < 1000 && Math.max(...bump.weights) === bump.peak);
  const narrow = model.fit(but({query: book.keys[20], width: 1e-4}), book).bump;
  assert.ok(narrow.queries.filter((x) => Math.abs(x - book.keys[20]) < 4e-4).length > 30, "a narrow kernel has its own shape");
});

test("fit({query}) widens the range for a query outside the samples, and still has an answer there", () => {
  const {x, y, pooled, curve} = model.fit(but({query: 12}), book);
  assert.ok(x[0] === 0 && x[1] >= 12);
  assert.deepEqual(y, [-1, 6]);
  assert.ok(Math.abs(pooled - 3.4764083217052093) < 1);
  assert.equal(curve.values.length, defined(curve.values).length);
});

test("fit({kernel: 'boxcar', width: 0.1, query: 2.96}) reaches no key, and knows the width that would", () => {
  const {reach, pooled, weights, greatest, heaviest, effectiveKeys, widen, gaps} = model.fit(but({kernel: "boxcar", width: 0.1, query: 2.96}), book);
  assert.deepEqual([reach, pooled, greatest, heaviest, effectiveKeys, widen], [false, NaN, 0, -1, 0, 0.2]);
  assert.ok(weights.every((w) => w === 0));
  assert.ok(gaps.some(([from, to]) => from < 2.96 && 2.96 < to));
  assert.equal(model.fit(but({kernel: "boxcar", width: 0.2, query: 2.96}), book).reach, true);
});

test("fit(…).gaps begin and end at key ± width, and the curve is broken just there", () => {
  for (const kernel of ["boxcar", "triangular", "epanechnikov", "cosine", "tricube"]) {
    const {gaps, curve} = model.fit(but({kernel, width: 0.1}), book);
    for (const [from, to] of gaps) {
      assert.ok(from === 0 || book.keys.some((key) => key + 0.1 === from), `${from}`);
      assert.ok(to === 5 || book.keys.some((key) => key - 0.1 === to), `${to}`);
    }
    const inGap = (/** @type {number} */ q) => gaps.some(([from, to]) => q >= from && q <= to);
    curve.queries.forEach((q, i) => assert.equal(Number.isNaN(curve.values[i]), inGap(q), `${kernel} at ${q}`));
    for (const [from] of gaps.slice(1)) {
      const last = curve.queries.findLast((q) => q < from);
      assert.ok(from - Number(last) < 2e-5, "the line goes up to the edge");
    }
  }
});

test("fit(…).x ends at even numbers, by one rule at both ends", () => {
  assert.deepEqual(model.fit(defaults, ownOf([0, 0.3, 1], [1, 2, 3])).x, [0, 3]);   // the query, 2.8
  assert.deepEqual(model.fit(but({query: 0.5}), ownOf([0, 0.3, 1], [1, 2, 3])).x, [0, 1]);
  assert.deepEqual(model.fit(but({query: -0.5}), ownOf([-1, -0.3, 0], [1, 2, 3])).x, [-1, 0]);
  assert.deepEqual(model.fit(but({query: 3}), ownOf([1.6, 5.1], [1, 2])).x, [1.5, 5.5]);
});

test("fit(…).gaps beyond the samples are shown where the query is in one, not where only the axis goes on", () => {
  const samples = ownOf([1.6, 3, 5.1], [1, 2, 3]);
  const boxcar = (/** @type {number} */ query) => model.fit(but({kernel: "boxcar", width: 0.25, query}), samples).gaps;
  assert.deepEqual(boxcar(3), [[1.85, 2.75], [3.25, 4.85]]);
  assert.deepEqual(boxcar(5.45), [[1.85, 2.75], [3.25, 4.85], [5.35, 5.5]]);
  assert.deepEqual(model.compare(but({kernel: "boxcar", query: 3}), samples).panels.map(({gaps}) => Math.max(...gaps.map(([, to]) => to))).every((to) => to <= 5.1), true);
});

test("fit(…) and compare(…) give ranges that can be drawn for neighbouring and for denormal numbers", () => {
  for (const [keys, values] of [[[1e15, 1e15 + 0.25], [1, 2]], [[1e16, 1e16 + 2], [1, 2]], [[0, 1], [1e-320, 2e-320]], [[5e-324, 1e-323], [0, 5e-324]], [[1e150, 1e150], [-1e150, -1e150]]]) {
    const samples = ownOf(keys, values);
    for (const query of [...keys, 0, -1e150]) {
      for (const {x, y} of [model.fit(but({query}), samples), model.compare(but({query}), samples)]) {
        for (const [low, high] of [x, y]) {
          assert.ok(high - low >= 1e-300 && high - low >= 1e-14 * Math.max(Math.abs(low), Math.abs(high)), `${low} to ${high}`);
        }
        assert.ok(keys.every((key) => key >= x[0] && key <= x[1]) && values.every((value) => value >= y[0] && value <= y[1]) && query >= x[0] && query <= x[1]);
      }
      assert.equal(new Set(model.weights(but({query}), samples).queries).size, 50);
    }
    assert.ok(model.fit(defaults, samples).widthRange.every((width) => width > 0));
    assert.ok(model.compare(defaults, samples).panels.every(({width}) => width > 0));
  }
});

test("fit(…).points are the stretches too short for a line", () => {
  const {points, gaps, curve} = model.fit(but({kernel: "boxcar", width: 0.001}), ownOf([0, 2, 5], [1, 3, 2]));
  assert.deepEqual(points.map(({value}) => value), [1, 3, 2]);
  assert.ok([0, 2, 5].every((key, i) => Math.abs(points[i].query - key) < 0.001));
  assert.equal(gaps.length, 2);
  assert.ok(defined(curve.values).every((v) => [1, 2, 3].includes(v)));
});

test("fit(…).y comes from finite values, and no curve leaves it", () => {
  for (const samples of samplers.keys()) {
    const {settings} = set(defaults, {samples});
    const its = samplesOf(attention, settings);
    for (const kernel of kernelNames) {
      const {y, x, curve, query, truth} = model.fit({...settings, kernel}, its);
      assert.ok(query >= x[0] && query <= x[1]);
      assert.ok(its.keys.every((key) => key >= x[0] && key <= x[1]));
      for (const value of [...its.values, ...defined(curve.values), ...defined(truth?.values ?? new Float64Array())]) {
        assert.ok(value >= y[0] && value <= y[1], `${samples}, ${kernel}: ${value}`);
      }
    }
  }
});

test("fit(…) of published samples has no truth and no error to it", () => {
  const {settings} = set(defaults, {samples: "cars"});
  const {truth, truthAtQuery, errorToTruth, x, y} = model.fit(settings, samplesOf(attention, settings));
  assert.deepEqual({truth, truthAtQuery, errorToTruth, x, y}, {truth: null, truthAtQuery: null, errorToTruth: null, x: [4, 26], y: [0, 140]});
});

test("fit, weights and compare of one sample, equal samples or none are empty or flat, never wrong", () => {
  for (const kernel of kernelNames) {
    for (const samples of [ownOf([3], [7]), ownOf([3, 3, 3], [7, 7, 7])]) {
      const {x, y, pooled, weights, curve} = model.fit(but({kernel, query: 3}), samples);
      assert.ok(x[0] < 3 && 3 < x[1] && y[0] < 7 && 7 < y[1]);
      assert.ok(Math.abs(pooled - 7) < 1e-14 && Math.abs(sum(weights) - 1) < 1e-14);
      assert.ok(defined(curve.values).every((v) => Math.abs(v - 7) < 1e-14));
      model.weights(but({kernel}), samples);
      model.compare(but({kernel}), samples);
    }
    const none = {...ownOf([0], [0]), keys: new Float64Array(), values: new Float64Array()};
    const {reach, pooled, curve, x} = model.fit(but({kernel}), none);
    assert.deepEqual([reach, pooled, curve.queries.length, x], [false, NaN, 0, [0, 5]]);
    assert.equal(model.weights(but({kernel}), none).columns, 0);
    assert.equal(model.compare(but({kernel}), none).panels.length, 4);
  }
});

test("fit(…) of the same curve and another query hands out the same curve", () => {
  const [a, b] = [model.fit(but({query: 1}), book), model.fit(but({query: 2}), book)];
  assert.equal(a.curve, b.curve);
  assert.notEqual(a.pooled, b.pooled);
});

test("weights(defaults, the book's samples) is the book's map", () => {
  const {queries, keys, columns, keysPerColumn, matrix, greatest, row, rowQuery, rowWeights, rowGreatest} = model.weights(defaults, book);
  assert.deepEqual([queries.length, queries[1], queries[49], columns, keysPerColumn], [50, 0.1, 4.9, 40, 1]);
  assert.deepEqual([row, rowQuery], [28, 2.8]);
  assert.equal(greatest.toFixed(4), "0.1832");
  for (let i = 0; i < 50; ++i) assert.ok(Math.abs(sum(matrix.subarray(i * 40, i * 40 + 40)) - 1) < 1e-14);
  assert.deepEqual(rowWeights, attention.attentionWeights({queries: [2.8], keys, width: 0.5}));
  assert.equal(rowGreatest?.key, keys[25]);
});

test("weights(…) of 100,000 samples adds neighbours into columns, and every row is still 1", () => {
  const many = samplesOf(attention, but({n: 100_000}));
  const {columns, keysPerColumn, columnKeys, matrix, rowGreatest} = model.weights(defaults, many);
  assert.ok(columns <= 240 && columns * keysPerColumn >= 100_000);
  assert.equal(columnKeys.length, columns);
  for (let i = 0; i < 50; ++i) assert.ok(Math.abs(sum(matrix.subarray(i * columns, (i + 1) * columns)) - 1) < 1e-12);
  assert.ok(Math.abs(Number(rowGreatest?.key) - 2.8) < 0.1);
});

test("compare({compare: 'widths'}) is the book's four widths with their errors and one greatest weight", () => {
  const {panels, greatest, x, y} = model.compare(defaults, book);
  assert.deepEqual(panels.map(({width, label}) => [width, label]), [[0.1, "σ 0.1"], [0.2, "σ 0.2"], [0.5, "σ 0.5"], [1, "σ 1"]]);
  assert.deepEqual(panels.map(({error}) => error?.toFixed(4)), ["0.3500", "0.1134", "0.1360", "0.4020"]);
  assert.equal(greatest.toFixed(4), "0.9075");
  assert.deepEqual([x, y], [[0, 5], [-1, 6]]);
});

test("compare({compare: 'kernels'}) is the book's four kernels at the present width", () => {
  const {panels} = model.compare(but({compare: "kernels", width: 1}), book);
  assert.deepEqual(panels.map(({label}) => label), ["Gaussian", "Boxcar", "Constant", "Triangular"]);
  assert.deepEqual(panels.map(({error}) => error?.toFixed(4)), ["0.4020", "0.2237", "0.8574", "0.1110"]);
});

test("compare(…) of other samples scales the four widths to them", () => {
  const {settings} = set(defaults, {samples: "cars"});
  assert.deepEqual(model.compare(settings, samplesOf(attention, settings)).panels.map(({width}) => width), [0.5, 1, 2, 5]);
});

test("kernels({distance}) is every kernel's α there, the book's four first", () => {
  const {panels, inBook, x} = model.kernels(but({distance: 0.5}));
  assert.deepEqual(panels.map(({kernel, at}) => [kernel, at]), [["gaussian", Math.exp(-0.125)], ["boxcar", 1], ["constant", 1],
    ["triangular", 0.5], ["epanechnikov", 0.75], ["laplace", Math.exp(-0.5)]]);
  assert.deepEqual([inBook, x], [4, [-2.4, 2.4]]);
  const ten = model.kernels(but({distance: 7, kernels: "ten"}));
  assert.deepEqual(ten.panels.map(({kernel}) => kernel), kernelNames);
  assert.ok(ten.x[1] > 7);
});

test("kernels({distance: 1}) is 0 for the boxcar: a key exactly at its edge is out", () => {
  assert.equal(model.kernels(but({distance: 1})).panels[1].at, 0);
});

test("fit(…) of 150,000 equal steps is quick, and the constant kernel gives their mean everywhere", () => {
  let text = "x,y\n";
  for (let i = 0; i < 150_000; ++i) text += `${i % 1000},${i % 1000}\n`;
  const table = readTable(text);
  if ("error" in table) assert.fail(table.error.sentence);
  const {curve, pooled, y} = model.fit(but({kernel: "constant", query: 300}), table.samples);
  assert.ok(Math.abs(pooled - 499.5) < 1e-9 && curve.values.every((v) => Math.abs(v - 499.5) < 1e-9));
  assert.ok(y[0] <= 0 && y[1] >= 999);
});

test("reachOf(…) of keys two widths apart leaves out the one number between them", () => {
  const {gaps, stretches} = reachOf("boxcar", 1, Float64Array.of(0, 2), [-1, 3]);
  assert.deepEqual([gaps, stretches], [[[1, 1]], [[-1, 1], [1, 3]]]);
});

test("memo(f, 2) remembers the last two and forgets the rest", () => {
  let calls = 0;
  const twice = memo((/** @type {number} */ x) => (++calls, 2 * x), 2);
  assert.deepEqual([twice(1), twice(2), twice(1), twice(NaN), twice(NaN), twice(2), calls], [2, 4, 2, NaN, NaN, 4, 4]);
});

test("samplesOf(defaults) is the book's own 40, and its neighbours are drawn anew", () => {
  const lines = readFileSync(new URL("../cases/d2l-seed0.csv", import.meta.url), "utf8").trim().split("\n").slice(1);
  assert.deepEqual(lines.map((line) => line.split(",").map(Number)), [...book.keys].map((key, i) => [key, book.values[i]]));
  assert.notDeepEqual(samplesOf(attention, but({seed: 1})).keys, book.keys);
});

test("samplesOf(settings) gives samples of their number, range and truth, for every name", () => {
  for (const [name, {generated}] of samplers) {
    const {settings} = set(defaults, {samples: name});
    const {keys, values, truth, range} = samplesOf(attention, settings);
    assert.equal(keys.length, generated ? settings.n : {cars: 50, faithful: 272}[name]);
    assert.equal(values.length, keys.length);
    assert.equal(typeof truth, generated ? "function" : "undefined");
    assert.ok(keys.every((key) => key >= range[0] && key <= range[1]));
  }
});

test("samplesOf({samples: 'own'}) is the reader's, or the book's if there are none", () => {
  const own = ownOf([1, 2], [3, 4]);
  assert.equal(samplesOf(attention, but({samples: "own"}), own), own);
  assert.equal(samplesOf(attention, but({samples: "own"})).name, "d2l");
});
