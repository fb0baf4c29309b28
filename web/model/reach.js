// Where a kernel of limited reach hears any key at all.

/** The kernels that are 0 from a distance of one width on. */
const compact = new Set(["boxcar", "triangular", "epanechnikov", "biweight", "triweight", "tricube", "cosine"]);

/** @param {string} kernel */
export const isCompact = (kernel) => compact.has(kernel);

/**
 * @typedef {object} Reach
 * @property {[number, number][]} stretches the parts of the range within reach of a key, ascending
 * @property {[number, number][]} gaps the parts between and beside them
 */

/**
 * One pass over the sorted keys: reach is a union of open intervals key ± width, so the edges of the gaps are known
 * and need not be searched for. A gap may be a single number.
 * @param {string} kernel
 * @param {number} width
 * @param {Float64Array} keys ascending
 * @param {readonly [number, number]} range
 * @returns {Reach}
 */
export function reachOf(kernel, width, keys, [low, high]) {
  if (keys.length === 0) return {stretches: [], gaps: []};
  if (!isCompact(kernel)) return {stretches: [[low, high]], gaps: []};
  /** @type {[number, number][]} */
  const stretches = [];
  /** @type {[number, number][]} */
  const gaps = [];
  let edge = low;   // everything before it is settled
  for (let i = 0; i < keys.length;) {
    let last = i;
    while (last + 1 < keys.length && keys[last + 1] - keys[last] < 2 * width) ++last;
    const from = keys[i] - width;
    const to = keys[last] + width;
    i = last + 1;
    if (to <= low) continue;
    if (from >= high) break;
    if (from >= edge && (from > edge || stretches.length > 0)) gaps.push([edge, from]);
    stretches.push([Math.max(from, low), Math.min(to, high)]);
    edge = to;
  }
  if (edge < high) gaps.push([edge, high]);
  return {stretches, gaps};
}
