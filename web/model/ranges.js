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
  const [low, high] = around([Math.min(inside[0], query), Math.max(inside[1], query)], 10, 0.02);
  return seen([query < inside[0] ? low : inside[0], query > inside[1] ? high : inside[1]]);
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
  return around([Math.min(low, least), Math.max(high, greatest)], 5, 0.02);
}

/**
 * The gaps to show: a gap between samples always; beyond them, where only the axis goes on, the one that the query is in.
 * @param {[number, number][]} gaps
 * @param {Samples} samples
 * @param {number} query
 * @returns {[number, number][]}
 */
export const gapsAmong = (gaps, {range: [first, last]}, query) => gaps
  .map(([from, to]) => /** @type {[number, number]} */ (
    query >= from && query <= to ? [from, to] : [Math.max(from, first), Math.min(to, last)]))
  .filter(([from, to]) => from <= to);

/** @param {readonly [number, number]} range @returns {[number, number]} */
const orderly = ([low, high]) => (low < high ? seen([low, high]) : around([low, high], 10));

// Some 64 neighbouring doubles at the least, so that places, rows and ticks on an axis differ; and no denormal number,
// whose reciprocal is infinite.
const leastSpan = (/** @type {number} */ low, /** @type {number} */ high) =>
  Math.max(2 ** -46 * Math.max(Math.abs(low), Math.abs(high)), 1e-300);

/**
 * The range, or one about it that is wide enough to be drawn.
 * @param {[number, number]} range
 * @returns {[number, number]}
 */
function seen([low, high]) {
  const least = leastSpan(low, high);
  if (high - low >= least) return [low, high];
  const start = low >= 0 && low < least / 2 ? 0 : low + (high - low) / 2 - least / 2;
  return [start, start + 1.1 * least];   // what rounding takes away is less than the tenth
}

/**
 * The range to even numbers, about `ticks` of them, the same way at both ends; with a margin of a `share` of it, but
 * never across 0 for the margin's sake alone. A range of one number has room on both sides.
 * @param {readonly [number, number]} range
 * @param {number} ticks
 * @param {number} [share]
 * @returns {[number, number]}
 */
function around([low, high], ticks, share = 0) {
  const margin = high > low ? share * (high - low) : 0.1 * Math.abs(low) || 1;
  const from = low >= 0 && low < margin ? 0 : low - margin;
  const to = high <= 0 && high > -margin ? 0 : high + margin;
  const [start, stop] = from < to ? nice(...seen([from, to]), ticks) : [low - 1, high + 1];
  return start < stop ? seen([start, stop]) : seen([from, to]);
}
