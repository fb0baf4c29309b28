// The samples that the settings ask for: the book's own, the classics that come with the page, generated ones, or
// the reader's.

import {cars} from "./cars.js";
import {d2lSeed0} from "./d2l-seed0.js";
import {extent} from "./extent.js";
import {faithful} from "./faithful.js";
import {samplers} from "./samplers.js";

/**
 * @typedef {object} Samples
 * @property {string} name of the setting `samples`
 * @property {Float64Array} keys in the order given, which need not be ascending
 * @property {Float64Array} values
 * @property {string} keyName
 * @property {string} valueName
 * @property {readonly [number, number]} range what a plot of them should show
 * @property {((queries: Float64Array) => Float64Array)} [truth] the function behind the noise; NaN where it has no value
 * @property {string} [formula]
 * @property {string} source
 */

const published = new Map(Object.entries({cars, faithful}));

/**
 * The samples of these settings. The reader's own, if the settings say "own"; the book's, if there are none.
 * @param {import("../attention-pooling.js").Attention} attention
 * @param {Readonly<import("../settings.js").Settings>} settings
 * @param {Samples} [own]
 * @returns {Samples}
 */
export function samplesOf(attention, settings, own) {
  if (settings.samples === "own" && own) return own;
  const known = published.get(settings.samples);
  if (known) {
    const keys = Float64Array.from(known.keys);
    return {...known, name: settings.samples, keys, values: Float64Array.from(known.values), range: extent(keys)};
  }
  const name = samplers.get(settings.samples)?.generated ? settings.samples : "d2l";
  return generated(attention, name, settings);
}

/**
 * @param {import("../attention-pooling.js").Attention} attention
 * @param {string} name
 * @param {Readonly<import("../settings.js").Settings>} settings
 * @returns {Samples}
 */
function generated(attention, name, {n, noise, from, to, seed}) {
  const sampler = /** @type {import("./samplers.js").Sampler} */ (samplers.get(name));
  // The book's 40 are the book's own digits, which it rounds to float; the sampler's differ in the seventh.
  const its = sampler.defaults;
  const printed = name === "d2l" && n === its.n && noise === its.noise && from === its.from && to === its.to && seed === 0;
  const {keys, values} = printed
    ? {keys: Float64Array.from(d2lSeed0.keys), values: Float64Array.from(d2lSeed0.values)}
    : attention.sample({name, n, noise, range: [from, to], seed});
  return {
    name, keys, values, keyName: "x", valueName: "y", range: [from, to],
    truth: (queries) => attention.truth({name, queries}),
    formula: sampler.formula,
    source: printed ? d2lSeed0.source : `${sampler.formula} + N(0, ${noise}²), seed ${seed}`,
  };
}
