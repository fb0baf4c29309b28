// What samples say about pooling them: errors of left-out samples, learning the width, diagnostics, classes.

import {fits, flag, named, number, numberOrNumbers, numbers, text} from "./arguments.js";

/**
 * @typedef {import("../attention-pooling.js").Numbers} Numbers
 * @typedef {import("../attention-pooling.js").Points} Points
 * @typedef {import("../attention-pooling.js").Values} Values
 * @typedef {import("../attention-pooling.js").Similarity} Similarity
 */

/**
 * @typedef {object} Keys
 * @property {Numbers} keys
 * @property {number} [dim] coordinates of a point; 1 if left out
 */

/**
 * @typedef {object} Descent
 * @property {string} [kernel] one that has a gradient; "gaussian" if left out
 * @property {number} [start] the first width; 1 if left out
 * @property {number} [rate] the learning rate; 0.5 if left out
 * @property {number} [steps] 5 if left out
 * @property {boolean} [leaveOneOut] whether each sample is predicted from the others only; true if left out
 * @property {"inverse" | "log"} [parameter] what is moved, 1/width or log width; "inverse" if left out, as in the book
 */

/**
 * @typedef {object} Statistics
 * @property {(options: Keys & Values & Similarity) => Float64Array} looPredictions
 *   keys × columns: each sample predicted from all the others; NaN where no other key is within reach
 * @property {(options: Keys & Values & Similarity) => number} looError
 *   the mean squared error of those predictions; NaN if one is undefined
 * @property {(options: Keys & Values & Descent) => {widths: Float64Array, losses: Float64Array, shortened: number}} learnWidth
 *   gradient descent on the mean squared error: the width and the loss at the start and after every step, and how many
 *   steps had to be halved to keep the width positive and finite and every sample in reach of another
 * @property {(options: Points & Values & Similarity) => {effectiveKeys: Float64Array, entropy: Float64Array, standardError: Float64Array, residuals: Float64Array, degreesOfFreedom: number, noise: Float64Array}} diagnostics
 *   by query the effective number of keys 1/Σw² (0 where none is within reach), the entropy of the weights in nats, and
 *   the standard error of the pooled values, of which ±2 is a band of noise, not of bias; by key the residuals; the
 *   effective degrees of freedom tr S; by column the standard deviation of the noise
 * @property {(options: Points & {labels: Numbers} & Similarity) => {classes: number, labels: Int32Array, probabilities: Float64Array, densities: Float64Array}} classify
 *   by query the most probable class, −1 for none or a tie; queries × classes the pooled one-hot labels, and the
 *   Parzen-window joint densities (NaN for the constant kernel, whose integral is infinite). Labels are 0 to 999
 * @property {(options: {kernel?: string, dim?: number}) => number} normaliser
 *   ∫ α(‖x‖) dx over dim dimensions; Infinity for the constant
 */

const ofSamples = ["keys", "values", "dim", "columns", "kernel", "width"];
const ofDescent = ["keys", "values", "dim", "columns", "kernel", "start", "rate", "steps", "leaveOneOut", "parameter"];
const ofClasses = ["queries", "keys", "labels", "dim", "kernel", "width"];

/** @param {import("./slices.js").Ask} ask @returns {Statistics} */
export const statistics = (ask) => ({
  looPredictions(options) {
    const of = samples(options);
    return ask("keys", (core) => core.looPredictions(...of));
  },

  looError(options) {
    const of = samples(options);
    return ask("keys", (core) => core.looError(...of));
  },

  learnWidth(options) {
    const {keys, values, dim = 1, columns = 1, kernel = "gaussian"} = named(options, ofDescent);
    const {start = 1, rate = 0.5, steps = 5, leaveOneOut = true, parameter = "inverse"} = options;
    const [k, v, d, c, name] = [numbers({keys}), numbers({values}), number({dim}), number({columns}), text({kernel})];
    const [from, by, count, leave, moved] =
      [number({start}), number({rate}), number({steps}), flag({leaveOneOut}), text({parameter})];
    return ask("keys", (core) => core.learnWidth(k, v, d, c, name, from, by, count, leave, moved));
  },

  diagnostics(options) {
    const {queries, ...rest} = named(options, ["queries", ...ofSamples]);
    const [q, of] = [numbers({queries}), samples(rest)];
    return ask("queries", (core) => core.diagnostics(q, ...of));
  },

  classify(options) {
    const {queries, keys, labels, dim = 1, kernel = "gaussian", width = 1} = named(options, ofClasses);
    const [q, k, y, d] = [numbers({queries}), numbers({keys}), numbers({labels}), number({dim})];
    const [name, widths] = [text({kernel}), numberOrNumbers({width})];
    fits("probabilities", q.length / d, y.reduce((most, label) => (label > most ? label : most), 0) + 1, "classes");
    return ask("queries", (core) => core.classify(q, k, y, d, name, widths));
  },

  normaliser(options) {
    const {kernel = "gaussian", dim = 1} = named(options, ["kernel", "dim"]);
    const [name, d] = [text({kernel}), number({dim})];
    return ask("dim", (core) => core.normaliser(name, d));
  },
});

/**
 * @param {Keys & Values & Similarity} options
 * @returns {[keys: Float64Array, values: Float64Array, dim: number, columns: number, kernel: string, widths: Float64Array]}
 */
function samples(options) {
  const {keys, values, dim = 1, columns = 1, kernel = "gaussian", width = 1} = named(options, ofSamples);
  return [numbers({keys}), numbers({values}), number({dim}), number({columns}), text({kernel}), numberOrNumbers({width})];
}
