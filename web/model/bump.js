// The kernel over the range of keys, scaled as the weights are (w = α / Σα), so that every stem of a weight ends on it.

import {grid} from "./curve.js";
import {isCompact} from "./reach.js";

// From here on up, in units of all weights together, a kernel is so far above its weights that even its tail is a wall.
const farAbove = 1000;

/**
 * @typedef {object} Bump
 * @property {Float64Array} queries none if the kernel is far above all weights
 * @property {Float64Array} weights
 * @property {number} peak the kernel's greatest, on the same scale; Infinity where every α rounds to 0
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
  const far = (/** @type {number} */ x) => Math.max(-1e300, Math.min(x, 1e300));   // a tiny width, an infinite distance
  const [atHeaviest, greatest] = attention.evaluate({kernel, distances: [far((heaviest?.distance ?? 0) / width), 0]});
  // Σα by way of the heaviest weight, which is α / Σα too, and never rounds to 0.
  const total = heaviest ? atHeaviest / heaviest.weight : greatest;
  const peak = total > 0 ? greatest / total : Infinity;
  const top = Math.min(1, peak);
  if (peak >= farAbove) return {queries: new Float64Array(), weights: new Float64Array(), peak, top};

  const wanted = grid(range, 300);
  // Close to the query as fine as the kernel itself, and both edges, where there is a corner or a step.
  for (let x = -4; x <= 4; x += 0.125) wanted.push(query + x * width);
  const edge = 1 - 1e-9;
  if (isCompact(kernel)) for (const x of [-edge, edge]) wanted.push(query + x * width);
  const queries = Float64Array.from(wanted.filter((x) => x >= low && x <= high)).sort();
  const alpha = attention.evaluate({kernel, distances: queries.map((x) => far((x - query) / width))});
  return {queries, weights: alpha.map((a) => a / total), peak, top};
}
