// What is pooled: seeded numbers, in memory and as files of doubles for the other programs.

import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {root} from "../../web/build/step.js";

export const folder = join(root, "build", "bench");
export const spread = 5;   // of the keys, as the book's

const kept = new Map();

/** Numbers under a name that is also their file's. */
export function save(name, numbers) {
  mkdirSync(folder, {recursive: true});
  writeFileSync(join(folder, name), new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
  kept.set(name, numbers);
  return name;
}

/** The numbers of that name: saved by us, or left by a contestant. */
export const load = (name) => kept.get(name) ?? new Float64Array(new Uint8Array(readFileSync(join(folder, name))).buffer);

/** Forgets numbers no longer needed. */
export const forget = (...names) => names.forEach((name) => kept.delete(name));

/** Uniform on [0, 1): a counter, scrambled (splitmix32), two draws for 53 bits. */
export function uniform(seed) {
  let state = seed >>> 0;
  const bits = () => {
    let z = (state = (state + 0x9e3779b9) >>> 0);
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  return () => ((bits() >>> 5) * 2 ** 26 + (bits() >>> 6)) * 2 ** -53;
}

const normal = (next) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

/**
 * The book's function with its noise at n places of [0, 5), and as many queries there; the
 * same in ascending order. Gives the names.
 */
export function saveLine(n) {
  const next = uniform(n);
  const keys = Float64Array.from({length: n}, () => spread * next());
  const values = keys.map((key) => 2 * Math.sin(key) + key + normal(next));
  const queries = Float64Array.from({length: n}, () => spread * next());
  const order = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b]);
  const sort = (numbers) => Float64Array.from(order, (i) => numbers[i]);
  return {
    n,
    unsorted: [save(`keys-${n}`, keys), save(`values-${n}`, values), save(`queries-${n}`, queries)],
    sorted: [save(`sorted-keys-${n}`, sort(keys)), save(`sorted-values-${n}`, sort(values)), save(`sorted-queries-${n}`, queries.toSorted())],
  };
}

/** Queries up to 60 widths outside the keys, on both sides. */
export function saveFarQueries(n, width) {
  const next = uniform(n + 1);
  return save(`far-queries-${n}`, Float64Array.from({length: n}, () => {
    const away = 60 * width * next();
    return next() < 0.5 ? -away : spread + away;
  }));
}

/** Normal numbers, n points of so many coordinates: keys, values, queries. */
export function saveSpace(n, dim) {
  const next = uniform(n + dim);
  return ["keys", "values", "queries"].map((name) =>
    save(`${name}-${n}-${dim}`, Float64Array.from({length: n * dim}, () => normal(next))));
}

/** Some of the queries, evenly picked, for the exact sums. */
export function saveSome(queries, count, dim = 1) {
  const all = load(queries), n = all.length / dim;
  const picked = Array.from({length: Math.min(count, n)}, (_, i) => Math.floor((i * n) / Math.min(count, n)));
  save(`some-${queries}`, Float64Array.from(picked.flatMap((q) => [...all.subarray(q * dim, (q + 1) * dim)])));
  return {name: `some-${queries}`, picked};
}

/** max |v − v̄|, in which errors are measured. */
export function yardstick(values) {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  return values.reduce((most, v) => Math.max(most, Math.abs(v - mean)), 0);
}
