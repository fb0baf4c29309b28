// Attention by scores and softmax.

import {fits, named, number, numbers, text} from "./arguments.js";

/**
 * @typedef {import("../attention-pooling.js").Numbers} Numbers
 * @typedef {import("../attention-pooling.js").Points} Points
 * @typedef {import("../attention-pooling.js").Values} Values
 */

/**
 * @typedef {object} Scored
 * @property {string} [score] one of `scoreNames`; "scaled_dot" if left out
 * @property {number} [width] σ, which "scaled_dot" does not use; 1 if left out
 */

/**
 * @typedef {object} Scoring
 * @property {readonly string[]} scoreNames "gaussian" −½‖q − k‖²/σ², "gaussian_without_query_norm" (qᵀk − ½‖k‖²)/σ²,
 *   "dot" qᵀk/σ², "scaled_dot" qᵀk/√d
 * @property {(options: Points & Scored) => Float64Array} scores queries × keys, row by row
 * @property {(options: {rows: Numbers, columns: number}) => Float64Array} softmaxRows
 *   the rows, each made to add to 1; −Infinity is a key out of reach, and a row of nothing else becomes zeros
 * @property {(options: Points & Values & Scored) => Float64Array} dotProductAttention
 *   queries × columns: the mean of the values, weighted by the softmax of the scores
 */

const ofScores = ["queries", "keys", "dim", "score", "width"];
const ofAttention = ["queries", "keys", "values", "dim", "columns", "score", "width"];

/** @param {import("./slices.js").Ask} ask @returns {Scoring} */
export const scoring = (ask) => ({
  scoreNames: Object.freeze(ask("scoreNames", (core) => [...core.scoreNames()])),

  scores(options) {
    const {queries, keys, dim = 1, score = "scaled_dot", width = 1} = named(options, ofScores);
    const [q, k, d, name, w] = [numbers({queries}), numbers({keys}), number({dim}), text({score}), number({width})];
    fits("scores", q.length / d, k.length / d, "keys");
    return ask("queries", (core) => core.scores(q, k, d, name, w));
  },

  softmaxRows(options) {
    const {rows, columns} = named(options, ["rows", "columns"]);
    const [x, c] = [numbers({rows}), number({columns})];
    return ask("rows", (core) => core.softmaxRows(x, c));
  },

  dotProductAttention(options) {
    const {queries, keys, values, dim = 1, columns = 1, score = "scaled_dot", width = 1} = named(options, ofAttention);
    const [q, k, v] = [numbers({queries}), numbers({keys}), numbers({values})];
    const [d, c, name, w] = [number({dim}), number({columns}), text({score}), number({width})];
    fits("pooled values", q.length / d, c, "columns");
    return ask("queries", (core) => core.dotProductAttention(q, k, v, d, c, name, w));
  },
});
