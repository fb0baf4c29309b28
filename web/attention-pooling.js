// The public JavaScript API: attention pooling as C++ computes it, in WebAssembly. No DOM.

import createCore from "#core";
import {compileCore} from "#load";
import {fits, named, number, numberOrNumbers, numbers, text} from "./api/arguments.js";
import {scoring} from "./api/scoring.js";
import {slicing} from "./api/slices.js";
import {statistics} from "./api/statistics.js";

/**
 * Numbers in an array or a typed array. Points of more than one dimension are flat, row by row.
 * @typedef {readonly number[] | Float64Array | Float32Array | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array} Numbers
 */

/**
 * @typedef {object} Similarity
 * @property {string} [kernel] one of `kernels`; "gaussian" if left out
 * @property {number | Numbers} [width] σ: finite and positive, one for all coordinates or one for each; 1 if left out
 */

/**
 * @typedef {object} Points
 * @property {Numbers} queries
 * @property {Numbers} keys
 * @property {number} [dim] coordinates of a point; 1 if left out
 */

/**
 * @typedef {object} Values
 * @property {Numbers} values row by row, one row a key
 * @property {number} [columns] numbers in a row of values; 1 if left out
 */

/**
 * @typedef {object} SampleOptions
 * @property {string} [name] one of `sampleNames`; "d2l" if left out
 * @property {number} [n] how many; 40 if left out
 * @property {number} [noise] the standard deviation of the noise; 1 if left out
 * @property {readonly [number, number]} [range] where the keys lie; [0, 5] if left out
 * @property {number} [seed] a whole number from 0 to 4294967295; 0 if left out
 */

/**
 * What `loadAttention` gives. Every function copies what it is given and returns arrays that belong to the caller.
 * An argument of the wrong type or an option that there is not is a TypeError, a value that is not allowed a RangeError;
 * both name it.
 * @typedef {Basics & import("./api/scoring.js").Scoring & import("./api/statistics.js").Statistics & import("./api/slices.js").Slicing} Attention
 */

/**
 * @typedef {object} Basics
 * @property {readonly string[]} kernels the names of the kernels, in the book's order and then ours
 * @property {readonly string[]} sampleNames the names of the functions that `sample` draws from
 * @property {(options: {kernel?: string, distances: Numbers}) => Float64Array} evaluate
 *   α at every distance: unnormalised, α(0) = 1
 * @property {(options: Points & Similarity) => Float64Array} attentionWeights
 *   queries × keys, row by row; a row adds to 1, or is 0 throughout where no key is within reach
 * @property {(options: Points & Values & Similarity) => Float64Array} attentionPool
 *   queries × columns: the mean of the values, weighted by attention; NaN where no key is within reach
 * @property {(options?: SampleOptions) => {keys: Float64Array, values: Float64Array}} sample
 *   noisy samples of a function, keys in ascending order; the same options give the same samples everywhere
 * @property {(options: {name?: string, queries: Numbers}) => Float64Array} truth
 *   that function without the noise
 */

/** @type {Promise<Attention> | undefined} */
let loading;
/** @type {import("#core").Core | undefined} */
let core;
/** @type {WebAssembly.Module | undefined} */
let compiled;

/**
 * Loads the WebAssembly, once however often it is called. After a failure the next call tries again.
 * @returns {Promise<Attention>}
 */
export function loadAttention() {
  return (loading ??= start().catch((cause) => {
    loading = undefined;
    throw new Error("attention-pooling: the WebAssembly did not load", {cause});
  }));
}

async function start() {
  const module = (compiled ??= await compileCore());
  core = await new Promise((resolve, reject) => {
    const options = {
      instantiateWasm(/** @type {WebAssembly.Imports} */ imports, /** @type {Function} */ receive) {
        WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module)).catch(reject);
        return {};   // later, through `receive`
      },
    };
    createCore({...quiet, ...options}).then(resolve, reject);
  });
  return bind();
}

// What aborts is thrown as an error; the console is the page's.
const quiet = {print() {}, printErr() {}};

/**
 * A fresh core in place of one that ran out of memory, at once, so that functions already in use go on working.
 */
function startAgain() {
  const module = /** @type {WebAssembly.Module} */ (compiled);
  core = undefined;
  try {
    createCore({
      ...quiet,
      instantiateWasm(imports, receive) {
        const instance = new WebAssembly.Instance(module, imports);
        receive(instance, module);
        return instance.exports;
      },
      onRuntimeInitialized() {
        core = this;
      },
    }).catch(() => {});
  } catch {
    // No memory for a fresh one either, or a browser that only starts modules in the background.
  }
  if (!core) loading = undefined;
}

/**
 * Calls the core. A string that comes back is the sentence of what is not allowed; anything thrown means that the
 * core stopped half-way, and it is then not to be used again.
 * @template Result
 * @param {string} name the argument that is to blame if memory runs out
 * @param {(core: import("#core").Core) => Result | string} call
 * @returns {Result}
 */
function ask(name, call) {
  if (!core) throw new Error("attention-pooling: the WebAssembly stopped and has to be loaded again, by loadAttention()");
  let result;
  try {
    result = call(core);
  } catch (cause) {
    startAgain();
    throw new RangeError(`${name}: too many for the memory there is`, {cause});
  }
  if (typeof result === "string") throw new RangeError(result);
  return result;
}

/** The core as it is now. A run in slices ends with the one it was started in. */
const present = () => core;

const ofWeights = ["queries", "keys", "dim", "kernel", "width"];
const ofPooling = ["queries", "keys", "values", "dim", "columns", "kernel", "width"];
const ofSamples = ["name", "n", "noise", "range", "seed"];

const bind = () => Object.freeze(/** @type {Attention} */ ({
  ...scoring(ask),
  ...statistics(ask),
  ...slicing(ask, present),

  kernels: Object.freeze(ask("kernels", (core) => [...core.kernels()])),
  sampleNames: Object.freeze(ask("sampleNames", (core) => [...core.sampleNames()])),

  evaluate(options) {
    const {kernel = "gaussian", distances} = named(options, ["distances", "kernel"]);
    const [name, x] = [text({kernel}), numbers({distances})];
    return ask("distances", (core) => core.evaluate(name, x));
  },

  attentionWeights(options) {
    const {queries, keys, dim = 1, kernel = "gaussian", width = 1} = named(options, ofWeights);
    const [q, k, d] = [numbers({queries}), numbers({keys}), number({dim})];
    const [name, widths] = [text({kernel}), numberOrNumbers({width})];
    fits("weights", q.length / d, k.length / d, "keys");
    return ask("queries", (core) => core.attentionWeights(q, k, d, name, widths));
  },

  attentionPool(options) {
    const {queries, keys, values, dim = 1, columns = 1, kernel = "gaussian", width = 1} = named(options, ofPooling);
    const [q, k, v] = [numbers({queries}), numbers({keys}), numbers({values})];
    const [d, c, name, widths] = [number({dim}), number({columns}), text({kernel}), numberOrNumbers({width})];
    fits("pooled values", q.length / d, c, "columns");
    return ask("queries", (core) => core.attentionPool(q, k, v, d, c, name, widths));
  },

  sample(options = {}) {
    const {name = "d2l", n = 40, noise = 1, range = [0, 5], seed = 0} = named(options, ofSamples);
    const ends = twoEnds(range);
    const [of, size, level, start] = [text({name}), number({n}), number({noise}), number({seed})];
    return ask("n", (core) => ofRange(core.sample(of, size, level, ends[0], ends[1], start)));
  },

  truth(options) {
    const {name = "d2l", queries} = named(options, ["queries", "name"]);
    const [of, q] = [text({name}), numbers({queries})];
    return ask("queries", (core) => core.truth(of, q));
  },
}));

/** @param {unknown} range @returns {Float64Array} two ascending numbers */
function twoEnds(range) {
  const ends = numbers({range});
  if (ends.length !== 2) throw new RangeError(`range: ${ends.length} numbers are not 2`);
  ends.forEach((end, i) => {
    if (!Number.isFinite(end)) throw new RangeError(`range[${i}]: ${end} is not finite`);
  });
  if (!(ends[0] < ends[1])) throw new RangeError(`range: ${ends[0]} to ${ends[1]} is not ascending`);
  if (!Number.isFinite(ends[1] - ends[0])) throw new RangeError(`range: ${ends[0]} to ${ends[1]} is not narrower than 1.7e308`);
  return ends;
}

/**
 * The core has two arguments where JavaScript has one.
 * @template Result
 * @param {Result | string} result
 */
const ofRange = (result) =>
  (typeof result === "string" ? result.replace(/^from:/, "range[0]:").replace(/^to:/, "range[1]:") : result);
