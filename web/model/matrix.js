// Attention weights as a map: a row a query, a column a key or several neighbours.

const mostColumns = 240;
const mostCells = 2 ** 20;   // in one call; a map of very many keys is made a few rows at a time

/**
 * @typedef {object} Matrix
 * @property {Float64Array} matrix rows × columns, row by row
 * @property {number} greatest
 */

/** @param {number} keys @returns {{columns: number, keysPerColumn: number}} */
export function columnsFor(keys) {
  const keysPerColumn = Math.max(1, Math.ceil(keys / mostColumns));
  return {columns: Math.ceil(keys / keysPerColumn), keysPerColumn};
}

/**
 * @param {import("../attention-pooling.js").Attention} attention
 * @param {{kernel: string, width: number}} similarity
 * @param {Float64Array} keys ascending
 * @param {Float64Array} queries
 * @returns {Matrix}
 */
export function matrixOf(attention, {kernel, width}, keys, queries) {
  const {columns, keysPerColumn} = columnsFor(keys.length);
  const matrix = new Float64Array(queries.length * columns);
  if (columns === 0) return {matrix, greatest: 0};
  const rowsAtOnce = Math.max(1, Math.floor(mostCells / keys.length));
  for (let first = 0; first < queries.length; first += rowsAtOnce) {
    const some = queries.subarray(first, first + rowsAtOnce);
    const weights = attention.attentionWeights({queries: some, keys, kernel, width});
    if (keysPerColumn === 1) matrix.set(weights, first * columns);
    else {
      for (let row = 0; row < some.length; ++row) {
        const from = row * keys.length;
        const to = (first + row) * columns;
        for (let i = 0; i < keys.length; ++i) matrix[to + Math.floor(i / keysPerColumn)] += weights[from + i];
      }
    }
  }
  let greatest = 0;
  for (const weight of matrix) if (weight > greatest) greatest = weight;
  return {matrix, greatest};
}
