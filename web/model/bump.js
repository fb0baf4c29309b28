// The kernel over the range of keys, scaled as the weights are (w = α / Σα), so that every stem of a weight ends on it.

import {grid} from "./curve.js";
import {isCompact} from "./reach.js";

/**
 * @typedef {object} Bump
 * @property {Float64Array} queries
 * @property {Float64Array} weights cut at twice `top`: far from every key the kernel's peak is out of sight
 * @property {number} top where an axis of weights should end: the peak if it is at most 1, as all weights are
 */

/**
 * @param {import("../attention-pooling.js").Attention} attention
 * @param {{kernel: string, width: number}} similarity
 * @param {number} query
 * @param {{distance: number, weight: number} | null} heaviest the heaviest key, or null where none is within reach
 * @param {[number, number]} range
 * @returns {Bump}
 */
export function bumpOf(attention, {kernel, width}, query, heaviest, range) {
  const [low, high] = range;
  const wanted = grid(range, 300);
  // The middle and both edges, where there is a corner or a step.
  const edge = 1 - 1e-9;
  wanted.push(query);
  if (isCompact(kernel)) for (const x of [-1, -edge, edge, 1]) wanted.push(query + x * width);
  const queries = Float64Array.from(wanted.filter((x) => x >= low && x <= high)).sort();

  const distances = Float64Array.from(queries, (x) => (x - query) / width);
  const alpha = attention.evaluate({kernel, distances});
  const [atHeaviest, peak] = attention.evaluate({kernel, distances: [(heaviest?.distance ?? 0) / width, 0]});
  // Σα by way of the heaviest weight, which is α / Σα too, and never rounds to 0.
  const total = heaviest ? atHeaviest / heaviest.weight : peak;
  const top = Math.min(1, peak / total);
  return {queries, weights: alpha.map((a) => (a > 0 ? Math.min(a / total, 2 * top) : 0)), top};
}
