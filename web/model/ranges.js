// What the axes show. Every figure of the same samples shows the same ranges, so that a moved width never moves them.

import {nice} from "d3-array";
import {extent} from "../data/extent.js";

/** @typedef {import("../data/samples.js").Samples} Samples */

/**
 * The range of keys: as sampled, or around the samples with even ends; wider if the query lies outside it.
 * @param {Samples} samples
 * @param {number} query
 * @returns {[number, number]}
 */
export function xRange(samples, query) {
  if (samples.keys.length === 0) return [0, 5];
  const inside = samples.truth ? orderly(samples.range) : around(samples.range, 10);
  if (query >= inside[0] && query <= inside[1]) return inside;
  const [low, high] = around([Math.min(inside[0], query), Math.max(inside[1], query)], 10);
  return [query < inside[0] ? low : inside[0], query > inside[1] ? high : inside[1]];
}

/**
 * The range of values: of all samples and of the truth among them. An estimate is a mean of values, so it is inside.
 * @param {Samples} samples
 * @param {{values: Float64Array} | null} truth
 * @returns {[number, number]}
 */
export function yRange(samples, truth) {
  if (samples.values.length === 0) return [-1, 6];
  const [low, high] = extent(samples.values);
  const [least, greatest] = truth ? extent(truth.values) : [Infinity, -Infinity];   // passes over NaN
  return around([Math.min(low, least), Math.max(high, greatest)], 5);
}

/** @param {readonly [number, number]} range @returns {[number, number]} */
const orderly = ([low, high]) => (low < high ? [low, high] : around([low, high], 10));

/**
 * A little more than the range, to even numbers, about `ticks` of them; never across 0 for the margin's sake alone.
 * @param {readonly [number, number]} range
 * @param {number} ticks
 * @returns {[number, number]}
 */
function around([low, high], ticks) {
  const margin = high > low ? 0.02 * (high - low) : 0.1 * Math.abs(low) || 1;
  const from = low >= 0 && low < margin ? 0 : low - margin;
  const to = high <= 0 && high > -margin ? 0 : high + margin;
  const [start, stop] = nice(from, to, ticks);
  return start < stop ? [start, stop] : [low - 1, high + 1];
}
