// What is measured, part by part. Every part gives rows; report.js makes tables of them.

import {progress} from "../../web/build/step.js";
import {isSame, judge} from "./measure.js";
import {forget, save, saveFarQueries, saveLine, saveSpace, spread} from "./numbers.js";
import * as plain from "./plain.js";

/** Widths, in units of the keys' spread. */
export const widths = {narrow: 1e-3, middle: 1e-2, wide: 1e-1};
export const extremes = [1e-6, 1e6];

const pooling = (kernel, relative, names) => ({verb: "pool", options: [kernel, String(relative * spread)], names});

/**
 * Ours and the peers on unsorted input. Each peer goes on to larger n while one call can be
 * expected to take no longer than `limit` ms, by its growth so far.
 */
export async function againstPeers({ours, peers, measure, sizes, samples, limit}) {
  const contestants = [ours.wasm, ours.native, ours.nativeLoop, ours.loop, ...peers];
  const rows = [];
  for (const [width, relative] of Object.entries(widths)) {
    const expected = new Map();   // at the next n
    const before = new Map();
    for (const n of sizes) {
      progress(`n = ${n}, ${width}`);
      const order = pooling("gaussian", relative, saveLine(n).unsorted);
      const error = await judge(ours.exact, order, samples);
      const entries = contestants.filter(({name}) => !(expected.get(name) > limit)).map((who) => ({key: who.name, who, order}));
      const found = await measure(entries);
      for (const {name} of contestants) {
        const row = {name, width, n};
        const its = found[name];
        if (!its) {
          rows.push({...row, expected: expected.get(name)});
          expected.set(name, expected.get(name) * 100);
        } else if ("reason" in its) {
          rows.push({...row, reason: its.reason});
        } else {
          rows.push({...row, time: its.time, error: error(its.result), ratio: its.time / found[ours.wasm.name].time});
          expected.set(name, its.time * (before.has(name) ? Math.max(10, its.time / before.get(name)) : 100));
          before.set(name, its.time);
        }
      }
    }
  }
  return rows;
}

/** Ours: every kernel, size and width, sorted and not, beside Float64Array.sort on the same keys. */
export async function everyKernel({ours, measure, sizes, samples}) {
  const rows = [], sorts = new Map();
  const top = sizes.at(-1);
  for (const n of sizes) {
    const {unsorted, sorted} = saveLine(n);
    const usual = [extremes[0], ...Object.values(widths), extremes[1]];
    const others = n === top ? [1e-5, 1e-4, 1, 10] : [];
    for (const kernel of ours.attention.kernels) {
      for (const relative of [...usual, ...others].sort((a, b) => a - b)) {
        progress(`n = ${n}, ${kernel}, width ${relative}`);
        const [order, inOrder] = [unsorted, sorted].map((names) => pooling(kernel, relative, names));
        const entries = [
          {key: "wasm", who: ours.wasm, order},
          {key: "native", who: ours.native, order},
        ];
        if (relative === usual[0]) entries.push({key: "sort", who: ours.sort, order: {verb: "sort", options: [], names: [unsorted[0]]}});
        if (usual.includes(relative)) entries.push({key: "wasmSorted", who: ours.wasm, order: inOrder});
        const isInside = n === top && Object.values(widths).includes(relative);
        if (isInside) entries.push({key: "far", who: ours.wasm, order: pooling(kernel, relative, [unsorted[0], unsorted[1], saveFarQueries(n, relative * spread)])});
        const found = await measure(entries);
        const error = await judge(ours.exact, order, samples);
        if (found.sort) sorts.set(n, Math.min(sorts.get(n) ?? Infinity, found.sort.time));
        rows.push({
          kernel, n, width: relative, wasm: found.wasm.time, native: found.native.time, sorted: found.wasmSorted?.time, far: found.far?.time,
          error: error(found.wasm.result), same: isSame(found.wasm.result, found.native.result),
        });
      }
    }
    forget(...unsorted, ...sorted);
  }
  return {rows, sorts};
}

/** Attention in space, scaled_dot. */
export async function inSpace({ours, peers, measure, n, dim, samples}) {
  const order = {verb: "attention", options: [String(dim)], names: saveSpace(n, dim)};
  const error = await judge(ours.exact, order, samples, dim);
  const contestants = [ours.wasm, ours.native, ours.nativeLoop, ours.loop, ...peers];
  const found = await measure(contestants.map((who) => ({key: who.name, who, order})));
  return contestants.filter(({name}) => !found[name].reason).map(({name}) =>
    ({name, time: found[name].time, error: error(found[name].result), ratio: found[name].time / found[ours.wasm.name].time}));
}

/** The book's 40 samples and 100 queries, ours with its copies against the plain loop, µs a call. */
export function book({ours, clock, turns}) {
  const {keys, values} = ours.attention.sample();
  const queries = Float64Array.from({length: 100}, (_, i) => i / 20);
  const width = 0.5, calls = 500;
  const now = clock === "wall" ? () => performance.now() * 1000 : () => {
    const {user, system} = process.cpuUsage();
    return user + system;
  };
  return ours.attention.kernels.map((kernel) => {
    const both = {
      ours: () => ours.attention.attentionPool({queries, keys, values, kernel, width}),
      loop: () => plain.pool[kernel](queries, keys, values, width),
    };
    const best = {ours: Infinity, loop: Infinity};
    for (let turn = 0; turn < turns; turn++) {
      for (const [name, call] of Object.entries(both)) {
        const start = now();
        for (let i = 0; i < calls; i++) call();
        best[name] = Math.min(best[name], (now() - start) / calls);
      }
    }
    return {kernel, ...best};
  });
}

/** Leave-one-out errors at 100 widths, from a thousandth of the spread to all of it. */
export async function looCurves({ours, measure, n, kernels}) {
  const names = saveLine(n).unsorted;
  const all = save("widths", Float64Array.from({length: 100}, (_, i) => spread * 10 ** (-3 + (3 * i) / 99)));
  const rows = [];
  for (const kernel of kernels) {
    progress(kernel);
    const order = {verb: "loo", options: [kernel], names: [all, names[0], names[1]]};
    const {wasm, native} = await measure([{key: "wasm", who: ours.wasm, order}, {key: "native", who: ours.native, order}]);
    rows.push({kernel, wasm: wasm.time, native: native.time, same: isSame(wasm.result, native.result)});
  }
  return rows;
}
