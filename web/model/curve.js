// The estimate as a curve to draw: dense enough for a screen, broken exactly where there is nothing to estimate.

import {reachOf} from "./reach.js";

/**
 * @typedef {object} Curve
 * @property {{queries: Float64Array, values: Float64Array}} curve ascending; NaN inside every gap, to break the line
 * @property {[number, number][]} gaps
 * @property {{query: number, value: number}[]} points stretches too short to see as a line
 */

// More stretches than this are finer than a screen shows.
const mostStretches = 1000;

/**
 * @param {import("../attention-pooling.js").Attention} attention
 * @param {{kernel: string, width: number}} similarity
 * @param {{keys: Float64Array, values: Float64Array}} sorted
 * @param {[number, number]} range
 * @param {readonly [number, number]} inside where the samples are, if the range is much wider
 * @param {number} steps
 * @returns {Curve}
 */
export function curveOf(attention, {kernel, width}, sorted, range, inside, steps) {
  const {keys, values} = sorted;
  const none = {curve: {queries: new Float64Array(), values: new Float64Array()}, gaps: [], points: []};
  if (keys.length === 0) return none;
  const [low, high] = range;
  const span = high - low;
  const {stretches, gaps} = reachOf(kernel, width, keys, range);

  const wanted = grid(range, steps);
  if (inside[1] - inside[0] < 0.5 * span) wanted.push(...grid(inside, steps));
  /** @type {number[]} */
  const alone = [];
  const many = stretches.length > mostStretches;
  let shown = -Infinity;
  for (const [from, to] of stretches) {
    if (to - from < span / 400) {
      const middle = from + (to - from) / 2;
      if (many && middle - shown < span / mostStretches) continue;
      alone.push(shown = middle);
    } else if (gaps.length > 0) {
      // Just inside, so that the line ends at the edge and not at the last step before it.
      const inset = Math.min(1e-6 * span, (to - from) / 8);
      wanted.push(from > low ? from + inset : low, to < high ? to - inset : high);
    }
  }
  if (!many) for (const [from, to] of gaps) wanted.push(from + (to - from) / 2);

  const queries = Float64Array.from(wanted).sort();
  const similar = {kernel, width};
  const pooled = attention.attentionPool({queries, keys, values, ...similar});
  const lone = attention.attentionPool({queries: alone, keys, values, ...similar});
  return {
    curve: {queries, values: pooled},
    gaps: many ? gaps.filter(([from, to]) => to - from > span / mostStretches) : gaps,
    points: alone.map((query, i) => ({query, value: lone[i]})).filter(({value}) => !Number.isNaN(value)),
  };
}

/**
 * `steps` equal steps from one end of the range to the other, both included.
 * @param {readonly [number, number]} range
 * @param {number} steps
 */
export const grid = ([low, high], steps) =>
  Array.from({length: steps + 1}, (_, i) => (i === steps ? high : low + ((high - low) * i) / steps));

/**
 * The queries of the book's figures: a tenth of the way, at its range of five, and without the far end.
 * @param {readonly [number, number]} range
 * @param {number} [rows]
 */
export const rowQueries = ([low, high], rows = 50) =>
  Float64Array.from({length: rows}, (_, i) => low + ((high - low) * i) / rows);
