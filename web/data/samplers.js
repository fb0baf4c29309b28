// The samples that come with the page: their names, and the settings that go with each. The generated ones are made
// by the core's sampler of the same name.

/**
 * @typedef {object} Sampler
 * @property {string} label
 * @property {boolean} generated whether n, noise, range and seed say anything about it
 * @property {string} [formula] the function behind the noise, as a reader would write it
 * @property {number} [least] where the function begins
 * @property {{n?: number, noise?: number, from?: number, to?: number, seed?: number, width: number, query: number}} defaults
 */

/**
 * @param {string} label
 * @param {string} formula
 * @param {number} n
 * @param {number} noise
 * @returns {Sampler}
 */
const generated = (label, formula, n, noise) =>
  ({label, generated: true, formula, defaults: {n, noise, from: 0, to: 5, seed: 0, width: 0.5, query: 2.8}});

/** @type {ReadonlyMap<string, Sampler>} */
export const samplers = new Map([
  ["d2l", generated("The book’s 40 samples", "2 sin x + x", 40, 1)],
  ["d2l-older", {...generated("The older edition’s 50", "2 sin x + x^0.8", 50, 0.5), least: 0}],
  ["sine", generated("A sine", "2 sin 2x", 60, 0.5)],
  ["step", generated("A step", "0 below 2.5, then 3", 60, 0.5)],
  ["line", generated("A line", "x", 40, 0.5)],
  ["doppler", generated("A slowing wave", "Doppler", 200, 0.5)],
  ["cars", {label: "Cars: speed and stopping distance", generated: false, defaults: {width: 2, query: 15}}],
  ["faithful", {label: "Old Faithful: eruption and wait", generated: false, defaults: {width: 0.2, query: 3}}],
]);
