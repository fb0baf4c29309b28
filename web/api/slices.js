// Long work: at once, or in slices of a few milliseconds between which the page stays alive.

import {flag, named, number, numbers, shown, text} from "./arguments.js";

/**
 * Calls the core, naming the argument that is to blame if memory runs out.
 * @typedef {<Result>(name: string, call: (core: import("#core").Core) => Result | string) => Result} Ask
 */

/**
 * @typedef {import("../attention-pooling.js").Numbers} Numbers
 * @typedef {import("../attention-pooling.js").Values} Values
 * @typedef {import("./statistics.js").Keys} Keys
 *
 * @typedef {{widths: Float64Array, errors: Float64Array}} LooCurve
 *
 * @typedef {object} WidthSearch
 * @property {number | Float64Array} width the best; one per coordinate if that was asked for
 * @property {number} error its leave-one-out error
 * @property {Float64Array} widths all that were tried, ascending
 * @property {Float64Array} errors theirs; NaN where a sample has no other within reach
 *
 * @typedef {object} Consistency
 * @property {Float64Array} sizes those that are finished
 * @property {Float64Array} widths
 * @property {Float64Array} errors mean squared, to the true function
 * @property {Float64Array} standardErrors of those means
 * @property {Float64Array} outOfReach queries that no key reached
 * @property {number} slope of log error by log n, over the latter half of the sizes; NaN for fewer than two
 * @property {number} expectedSlope in theory
 *
 * @typedef {object} ConsistencyOptions
 * @property {number} [dim] 1, 2 or 3; 1 if left out
 * @property {string} [kernel] any but "constant"; "gaussian" if left out
 * @property {number} [rate] γ, of the width constant · n^−γ; the best one for the dimension and region if left out
 * @property {number} [constant] 1 if left out
 * @property {"interior" | "whole"} [region] where the error is measured; "interior" if left out
 * @property {number} [noise] 1 if left out
 * @property {Numbers} [sizes] n from 1 to 1,000,000; 10 to 100,000, two a decade, if left out
 * @property {number} [queries] 64 if left out
 * @property {number} [repetitions] 16 if left out
 * @property {number} [seed] 0 if left out
 */

/**
 * @template Result
 * @typedef {object} Slices
 * @property {AbortSignal} [signal] cancels the work: its reason is thrown
 * @property {(progress: {done: number, result: Result}) => void} [onProgress]
 *   called after every slice with the fraction done and what there is so far
 */

/**
 * @typedef {object} Slicing
 * @property {(options: Keys & Values & {kernel?: string, widths: Numbers}) => LooCurve} looCurve
 *   `looError` at every width
 * @property {(options: Keys & Values & {kernel?: string, perCoordinate?: boolean}) => WidthSearch} selectWidth
 *   the width of least leave-one-out error among all; ties go to the widest
 * @property {(options: Keys & Values & {kernel?: string, widths: Numbers} & Slices<LooCurve>) => Promise<LooCurve>} looCurveInSlices
 * @property {(options: Keys & Values & {kernel?: string, perCoordinate?: boolean} & Slices<WidthSearch>) => Promise<WidthSearch>} selectWidthInSlices
 * @property {(options?: ConsistencyOptions & Slices<Consistency>) => Promise<Consistency>} consistency
 *   whether pooling finds the function as samples grow and the width shrinks, in slices
 */

const longest = 8;   // ms of a slice: half of what a frame has

/**
 * @param {Ask} ask
 * @param {() => unknown} present the core as it is now
 * @returns {Slicing}
 */
export function slicing(ask, present) {
  /**
   * A run in the core, which knows it by a number. It is to be stopped.
   * @template Result
   * @param {string} name
   * @param {(core: import("#core").Core) => number | string} start
   * @param {(result: any) => Result} [finish]
   */
  function begin(name, start, finish = (result) => result) {
    const run = ask(name, start);
    const home = present();
    /** @type {Ask} */
    const askHome = (blamed, call) => {
      if (present() !== home) throw new Error("attention-pooling: the WebAssembly ran out of memory and was started again; this work is lost");
      return ask(blamed, call);
    };
    return {
      advance: (/** @type {number} */ budget) => askHome(name, (core) => core.advance(run, budget)),
      /** @returns {Result} */
      result: () => finish(askHome(name, (core) => core.result(run))),
      stop() {
        if (present() === home) ask(name, (core) => core.stop(run));
      },
    };
  }

  /** @template Result @param {ReturnType<typeof begin<Result>>} run */
  function atOnce(run) {
    try {
      while (run.advance(Infinity) < 1);
      return run.result();
    } finally {
      run.stop();
    }
  }

  /**
   * @template Result
   * @param {Slices<Result>} how
   * @param {() => ReturnType<typeof begin<Result>>} start
   */
  async function inSlices({signal, onProgress}, start) {
    signal?.throwIfAborted();
    const run = start();
    let budget = 20_000;
    try {
      for (let done = 0; done < 1;) {
        signal?.throwIfAborted();
        const before = performance.now();
        done = run.advance(budget);
        const spent = performance.now() - before;
        // Aims at two thirds of the longest; at most doubles, as the first calls run slower than later ones.
        budget = Math.max(1000, budget * Math.min(2, (longest * 2 / 3) / Math.max(spent, 0.01)));
        onProgress?.({done, result: run.result()});
        if (done < 1) await nextTurn();
      }
      return run.result();
    } finally {
      run.stop();
    }
  }

  /** @param {Parameters<Slicing["looCurve"]>[0]} options */
  function beginLooCurve(options) {
    const {keys, values, dim = 1, columns = 1, kernel = "gaussian", widths} = named(options, ofCurve);
    const [k, v, d, c, name, w] =
      [numbers({keys}), numbers({values}), number({dim}), number({columns}), text({kernel}), numbers({widths})];
    return begin("keys", (core) => core.startLooCurve(k, v, d, c, name, w), asLooCurve);
  }

  /** @param {Parameters<Slicing["selectWidth"]>[0]} options */
  function beginSelectWidth(options) {
    const {keys, values, dim = 1, columns = 1, kernel = "gaussian", perCoordinate = false} = named(options, ofSearch);
    const [k, v, d, c, name, apart] =
      [numbers({keys}), numbers({values}), number({dim}), number({columns}), text({kernel}), flag({perCoordinate})];
    return begin("keys", (core) => core.startSelectWidth(k, v, d, c, name, apart),
      (found) => /** @type {WidthSearch} */ ({...found, width: apart ? found.width : found.width[0]}));
  }

  /** @param {ConsistencyOptions} options */
  function beginConsistency(options) {
    const {dim = 1, kernel = "gaussian", rate, constant = 1, region = "interior", noise = 1} = named(options, ofConsistency);
    const {sizes = defaultSizes, queries = 64, repetitions = 16, seed = 0} = options;
    const [d, name, gamma, c] = [number({dim}), text({kernel}), rate === undefined ? NaN : finite({rate}), number({constant})];
    const [where, level, n] = [text({region}), number({noise}), numbers({sizes})];
    const [q, times, first] = [number({queries}), number({repetitions}), number({seed})];
    return begin("queries", (core) => core.startConsistency(d, name, gamma, c, where, level, n, q, times, first), asConsistency);
  }

  return {
    looCurve: (options) => atOnce(beginLooCurve(options)),
    selectWidth: (options) => atOnce(beginSelectWidth(options)),
    looCurveInSlices: async (options) => {
      const [how, what] = slices(options, ofCurve);
      return inSlices(how, () => beginLooCurve(what));
    },
    selectWidthInSlices: async (options) => {
      const [how, what] = slices(options, ofSearch);
      return inSlices(how, () => beginSelectWidth(what));
    },
    consistency: async (options = {}) => {
      const [how, what] = slices(options, ofConsistency);
      return inSlices(how, () => beginConsistency(what));
    },
  };
}

const ofCurve = ["keys", "values", "dim", "columns", "kernel", "widths"];
const ofSearch = ["keys", "values", "dim", "columns", "kernel", "perCoordinate"];
const ofConsistency = ["dim", "kernel", "rate", "constant", "region", "noise", "sizes", "queries", "repetitions", "seed"];

const defaultSizes = [10, 32, 100, 316, 1000, 3162, 10_000, 31_623, 100_000];

/** @param {any} result @returns {LooCurve} */
const asLooCurve = (result) => result;

/** @param {any} result @returns {Consistency} */
const asConsistency = (result) => result;

/** NaN stands for the best rate in the core, so it cannot stand for itself. @param {Record<string, unknown>} argument */
function finite(argument) {
  const x = number(argument);
  if (Number.isNaN(x)) throw new RangeError(`${Object.keys(argument)[0]}: NaN is not finite and at least 0`);
  return x;
}

/**
 * Options in two parts: how the slices go, and what is worked out in them.
 * @template Result
 * @template Options
 * @param {Options & Slices<Result>} options
 * @param {readonly string[]} known
 * @returns {[how: Slices<Result>, what: Options]}
 */
function slices(options, known) {
  const {signal, onProgress, ...what} = named(options, [...known, "signal", "onProgress"]);
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError(`signal: ${shown(signal)} is not an AbortSignal`);
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw new TypeError(`onProgress: ${shown(onProgress)} is not a function`);
  }
  return [{signal, onProgress}, /** @type {any} */ (what)];
}

/** Lets everything else have its turn: a message comes sooner than a timer, which browsers hold back by 4 ms. */
function nextTurn() {
  return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}
