// The loops anybody would write first: every query against every key.

export const alpha = {
  gaussian: (x) => Math.exp((-x * x) / 2),
  boxcar: (x) => (Math.abs(x) < 1 ? 1 : 0),
  constant: () => 1,
  triangular: (x) => Math.max(1 - Math.abs(x), 0),
  epanechnikov: (x) => Math.max(1 - x * x, 0),
  biweight: (x) => (Math.abs(x) < 1 ? (1 - x * x) ** 2 : 0),
  triweight: (x) => (Math.abs(x) < 1 ? (1 - x * x) ** 3 : 0),
  tricube: (x) => (Math.abs(x) < 1 ? (1 - Math.abs(x) ** 3) ** 3 : 0),
  cosine: (x) => (Math.abs(x) < 1 ? Math.cos((Math.PI / 2) * x) : 0),
  laplace: (x) => Math.exp(-Math.abs(x)),
};

// Written out for each kernel: in one loop shared by ten the calls would not be inlined.
const loop = (name) => new Function(`const alpha = ${alpha[name]};
return (queries, keys, values, width) => {
  const pooled = new Float64Array(queries.length);
  for (let q = 0; q < queries.length; q++) {
    let total = 0, weighted = 0;
    for (let i = 0; i < keys.length; i++) {
      const w = alpha((queries[q] - keys[i]) / width);
      total += w;
      weighted += w * values[i];
    }
    pooled[q] = weighted / total;
  }
  return pooled;
}`)();

/** By kernel: (queries, keys, values, width) => pooled. */
export const pool = Object.fromEntries(Object.keys(alpha).map((name) => [name, loop(name)]));

/** softmax(qᵀk/√dim) · values, with dim columns of values. */
export function attention(queries, keys, values, dim) {
  const m = queries.length / dim, n = keys.length / dim;
  const pooled = new Float64Array(m * dim), w = new Float64Array(n);
  for (let q = 0; q < m; q++) {
    let greatest = -Infinity, total = 0;
    for (let i = 0; i < n; i++) {
      let dot = 0;
      for (let d = 0; d < dim; d++) dot += queries[q * dim + d] * keys[i * dim + d];
      w[i] = dot / Math.sqrt(dim);
      greatest = Math.max(greatest, w[i]);
    }
    for (let i = 0; i < n; i++) total += w[i] = Math.exp(w[i] - greatest);
    for (let i = 0; i < n; i++) {
      for (let d = 0; d < dim; d++) pooled[q * dim + d] += (w[i] / total) * values[i * dim + d];
    }
  }
  return pooled;
}
