// Settings and samples to the results that figures draw. No DOM and no drawing; all the mathematics is the API's.

import {defaultOf, kernelNames, niceNear, settingOf, widthRange} from "./settings.js";
import {bumpOf} from "./model/bump.js";
import {curveOf, grid, rowQueries} from "./model/curve.js";
import {columnsFor, matrixOf} from "./model/matrix.js";
import {memo} from "./model/memo.js";
import {gapsAmong, xRange, yRange} from "./model/ranges.js";

/**
 * @typedef {import("./attention-pooling.js").Attention} Attention
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./data/samples.js").Samples} Samples
 * @typedef {[number, number]} Range
 * @typedef {{queries: Float64Array, values: Float64Array}} Line
 *
 * @typedef {object} Fit
 * @property {Range} x what the axis of keys shows
 * @property {Range} y what the axis of values shows
 * @property {Range} widthRange the ends of a slider
 * @property {Line} curve ascending; NaN inside every gap
 * @property {[number, number][]} gaps where no key is within reach: among the samples, or where the query is
 * @property {{query: number, value: number}[]} points stretches between gaps too short to see as a line
 * @property {Line | null} truth
 * @property {number} query
 * @property {Float64Array} weights in the order of the samples; all 0 if no key is within reach
 * @property {number} greatest the greatest of them
 * @property {number} heaviest the index of the sample that has it; -1 if no key is within reach
 * @property {number} pooled NaN if no key is within reach
 * @property {number | null} truthAtQuery
 * @property {number} effectiveKeys 1/Σw²; 0 if no key is within reach
 * @property {number | null} errorToTruth mean squared, over the queries of the book's figure that have an estimate
 * @property {number} errorQueries how many of the 50 those are
 * @property {import("./model/bump.js").Bump} bump
 * @property {Uint32Array} order the samples' indices by ascending key
 * @property {boolean} reach whether some key is within reach of the query
 * @property {number | null} widen a width at which one would be
 *
 * @typedef {object} Weights
 * @property {Range} x
 * @property {Float64Array} queries one a row
 * @property {Float64Array} keys ascending
 * @property {Uint32Array} order the samples' indices by ascending key
 * @property {number} columns
 * @property {number} keysPerColumn more than 1 where neighbours share a column, their weights added
 * @property {Float64Array} columnKeys the middle key of every column
 * @property {Float64Array} matrix rows × columns, row by row
 * @property {number} greatest of the matrix
 * @property {number} row the one nearest to the query
 * @property {number} rowQuery
 * @property {Float64Array} rowWeights by columns
 * @property {{column: number, key: number, weight: number} | null} rowGreatest null if no key is within reach
 *
 * @typedef {object} Panel
 * @property {string} label
 * @property {string} kernel
 * @property {number} width
 * @property {Line} curve
 * @property {[number, number][]} gaps
 * @property {{query: number, value: number}[]} points
 * @property {number} pooled
 * @property {number | null} error
 * @property {Float64Array} matrix
 *
 * @typedef {object} Comparison
 * @property {Panel[]} panels
 * @property {number} greatest of all their matrices: they share one scale
 * @property {Float64Array} queries
 * @property {Float64Array} keys ascending
 * @property {number} columns
 * @property {number} keysPerColumn
 * @property {Float64Array} columnKeys
 * @property {number} row
 * @property {number} rowQuery
 * @property {Range} x
 * @property {Range} y
 * @property {number} query
 * @property {Line | null} truth
 * @property {Samples} samples
 *
 * @typedef {object} Kernels
 * @property {number} distance x, in widths
 * @property {number} width
 * @property {Range} x
 * @property {{kernel: string, label: string, x: Float64Array, weights: Float64Array, at: number}[]} panels
 * @property {number} inBook how many of the first panels the book shows
 */

const six = ["gaussian", "boxcar", "constant", "triangular", "epanechnikov", "laplace"];
const inBook = 4;
// The short names; the table's own explains the book's spelling.
const kernelLabel = (/** @type {string} */ kernel) =>
  (settingOf("kernel")?.labels?.[kernel] ?? kernel).replace(/ \(.*/, "");

/**
 * The model over a loaded API. Each function remembers what it computed last, so that moving the query does not
 * compute the curve again.
 * @param {Attention} attention
 */
export function createModel(attention) {
  const sortedOf = memo(sort, 4);

  const truthOf = memo((/** @type {Samples} */ samples) => {
    if (!samples.truth || samples.keys.length === 0) return null;
    const queries = Float64Array.from(grid(samples.range, 500));
    return {queries, values: samples.truth(queries)};
  }, 4);

  const yOf = memo((/** @type {Samples} */ samples) => yRange(samples, truthOf(samples)), 4);

  const curve = memo((/** @type {string} */ kernel, /** @type {number} */ width, /** @type {Samples} */ samples,
    /** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ steps) =>
    curveOf(attention, {kernel, width}, sortedOf(samples), [low, high], samples.range, steps), 16);

  const matrix = memo((/** @type {string} */ kernel, /** @type {number} */ width, /** @type {Samples} */ samples,
    /** @type {number} */ low, /** @type {number} */ high) =>
    matrixOf(attention, {kernel, width}, sortedOf(samples).keys, rowQueries([low, high])), 16);

  /** @type {(kernel: string, width: number, samples: Samples) => {error: number | null, defined: number}} */
  const errorOf = memo((kernel, width, samples) => {
    if (!samples.truth || samples.keys.length === 0) return {error: null, defined: 0};
    const queries = rowQueries(samples.range);
    const pooled = attention.attentionPool({queries, keys: samples.keys, values: samples.values, kernel, width});
    const truth = samples.truth(queries);
    let sum = 0;
    let defined = 0;
    for (let i = 0; i < queries.length; ++i) {
      const squared = (pooled[i] - truth[i]) ** 2;
      if (Number.isNaN(squared)) continue;   // no key within reach, or no truth there
      sum += squared;
      ++defined;
    }
    return {error: defined > 0 ? sum / defined : null, defined};
  }, 16);

  const pooledAt = (/** @type {number} */ query, /** @type {Samples} */ {keys, values}, /** @type {{kernel: string, width: number}} */ {kernel, width}) =>
    (keys.length === 0 ? NaN : attention.attentionPool({queries: [query], keys, values, kernel, width})[0]);

  /** @param {Readonly<Settings>} settings @param {Samples} samples @returns {Fit} */
  function fit({kernel, width, query}, samples) {
    const {keys} = samples;
    const {order} = sortedOf(samples);
    const x = xRange(samples, query);
    const weights = keys.length === 0 ? new Float64Array() : attention.attentionWeights({queries: [query], keys, kernel, width});
    let heaviest = -1;
    let greatest = 0;
    let squares = 0;
    let nearest = Infinity;
    for (let i = 0; i < keys.length; ++i) {
      if (weights[i] > greatest) [greatest, heaviest] = [weights[i], i];
      squares += weights[i] ** 2;
      nearest = Math.min(nearest, Math.abs(query - keys[i]));
    }
    const reach = heaviest >= 0;
    const truthAtQuery = samples.truth?.(Float64Array.of(query))[0];
    const {error, defined} = errorOf(kernel, width, samples);
    const estimate = curve(kernel, width, samples, ...x, stepsFor(keys.length, 960));
    return {
      x,
      y: yOf(samples),
      widthRange: widthRange(spanOf(samples)),
      ...estimate,
      gaps: gapsAmong(estimate.gaps, samples, query),
      truth: truthOf(samples),
      query,
      weights,
      greatest,
      heaviest,
      pooled: pooledAt(query, samples, {kernel, width}),
      truthAtQuery: truthAtQuery === undefined || Number.isNaN(truthAtQuery) ? null : truthAtQuery,
      effectiveKeys: reach ? 1 / squares : 0,
      errorToTruth: error,
      errorQueries: defined,
      bump: bumpOf(attention, {kernel, width}, query,
        reach ? {distance: query - keys[heaviest], weight: greatest} : null, x),
      order,
      reach,
      widen: reach || keys.length === 0 ? null : niceAbove(nearest),
    };
  }

  /** @param {Readonly<Settings>} settings @param {Samples} samples @returns {Weights} */
  function weights({kernel, width, query}, samples) {
    const x = xRange(samples, query);
    const {keys, order} = sortedOf(samples);
    const queries = rowQueries(x);
    const {columns, keysPerColumn} = columnsFor(keys.length);
    const columnKeys = middles(keys, columns, keysPerColumn);
    const map = matrix(kernel, width, samples, ...x);
    const row = rowNear(query, x, queries.length);
    const rowWeights = map.matrix.subarray(row * columns, (row + 1) * columns);
    let column = -1;
    for (let i = 0; i < columns; ++i) if (rowWeights[i] > (column < 0 ? 0 : rowWeights[column])) column = i;
    return {
      x, queries, keys, order, columns, keysPerColumn, columnKeys, ...map, row, rowQuery: queries[row], rowWeights,
      rowGreatest: column < 0 ? null : {column, key: columnKeys[column], weight: rowWeights[column]},
    };
  }

  /** @param {Readonly<Settings>} settings @param {Samples} samples @returns {Comparison} */
  function compare({compare: by, kernel, width, query}, samples) {
    const x = xRange(samples, query);
    const {keys} = sortedOf(samples);
    const queries = rowQueries(x);
    const {columns, keysPerColumn} = columnsFor(keys.length);
    const similarities = by === "kernels"
      ? six.slice(0, inBook).map((name) => ({label: kernelLabel(name), kernel: name, width}))
      : fourWidths(spanOf(samples)).map((one) => ({label: `σ ${one}`, kernel, width: one}));
    let greatest = 0;
    const panels = similarities.map((similarity) => {
      const map = matrix(similarity.kernel, similarity.width, samples, ...x);
      greatest = Math.max(greatest, map.greatest);
      const estimate = curve(similarity.kernel, similarity.width, samples, ...x, stepsFor(keys.length, 320));
      return {
        ...similarity,
        ...estimate,
        gaps: gapsAmong(estimate.gaps, samples, query),
        pooled: pooledAt(query, samples, similarity),
        error: errorOf(similarity.kernel, similarity.width, samples).error,
        matrix: map.matrix,
      };
    });
    const row = rowNear(query, x, queries.length);
    return {
      panels, greatest, queries, keys, columns, keysPerColumn, columnKeys: middles(keys, columns, keysPerColumn),
      row, rowQuery: queries[row], x, y: yOf(samples), query, truth: truthOf(samples), samples,
    };
  }

  const shapes = memo((/** @type {string} */ which, /** @type {number} */ end) => {
    const edge = 1 - 1e-9;   // on either side of the step, so that it is drawn upright
    const x = Float64Array.from([...grid([-end, end], 240), -1, -edge, 0, edge, 1]).sort();
    return (which === "ten" ? kernelNames : six).map((kernel) =>
      ({kernel, label: kernelLabel(kernel), x, weights: attention.evaluate({kernel, distances: x})}));
  }, 2);

  /** @param {Readonly<Settings>} settings @returns {Kernels} */
  function kernels({kernels: which, distance, width}) {
    const end = Math.max(2.4, niceAbove(Math.abs(distance)));
    const panels = shapes(which, Math.abs(distance) <= 2.4 ? 2.4 : end).map((panel) =>
      ({...panel, at: attention.evaluate({kernel: panel.kernel, distances: [distance]})[0]}));
    const {x} = panels[0];
    return {distance, width, x: [x[0], x[x.length - 1]], panels, inBook};
  }

  return {fit, weights, compare, kernels};
}

/**
 * The samples by ascending key, in the order given where keys are equal.
 * @param {Samples} samples
 * @returns {{keys: Float64Array, values: Float64Array, order: Uint32Array}}
 */
function sort({keys, values}) {
  const order = Uint32Array.from(keys, (_, i) => i);
  let ascending = true;
  for (let i = 1; i < keys.length && ascending; ++i) ascending = keys[i - 1] <= keys[i];
  if (ascending) return {keys, values, order};
  order.sort((a, b) => keys[a] - keys[b] || a - b);
  const at = (/** @type {Float64Array} */ numbers) => Float64Array.from(order, (i) => numbers[i]);
  return {keys: at(keys), values: at(values), order};
}

// As fine as the screen, but of very many samples only as fine as can be had while a slider moves.
const stepsFor = (/** @type {number} */ keys, /** @type {number} */ most) =>
  Math.max(120, Math.min(most, Math.floor(1e7 / keys)));

// How far the samples spread; never so little that a hundredth of it is 0.
const spanOf = (/** @type {Samples} */ {range: [low, high]}) => (high > low ? Math.max(high - low, 1e-300) : 0);

/** @param {Float64Array} keys @param {number} columns @param {number} keysPerColumn */
const middles = (keys, columns, keysPerColumn) => Float64Array.from({length: columns}, (_, column) => {
  const first = column * keysPerColumn;
  const last = Math.min(keys.length, first + keysPerColumn) - 1;
  return keys[(first + last) >> 1];
});

/** @param {number} query @param {Range} x @param {number} rows */
const rowNear = (query, [low, high], rows) =>
  Math.max(0, Math.min(rows - 1, Math.round((rows * (query - low)) / (high - low))));

/** The first number of the 1-2-5 series above x. @param {number} x */
function niceAbove(x) {
  if (!(x > 0)) return /** @type {number} */ (defaultOf("width"));
  let steps = 0;
  while (niceNear(x, steps) <= x) ++steps;
  return niceNear(x, steps);
}

/** The book's 0.1, 0.2, 0.5 and 1 at its range of five, and as much of any other. @param {number} span */
const fourWidths = (span) => [0, 1, 2, 3].map((steps) => niceNear(span > 0 ? span / 50 : 0.1, steps));
