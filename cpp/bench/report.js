// Tables in Markdown, and what was to be reached.

import {widths} from "./parts.js";

const three = (x) => (x >= 99.95 ? Math.round(x).toLocaleString("en") : Number(x.toPrecision(x < 1 ? 2 : 3)).toString());
const short = (error) => (Number.isNaN(error) ? "**NaN**" : error === 0 ? "0" : error.toExponential(0).replace("e-", "e−").replace("e+", "e"));
const scale = (width) => (width > 1000 || width < 0.001 ? width.toExponential(0).replace("e-", "e−").replace("e+", "e") : String(width));
const times = (ratio) => `${three(ratio)}×`;
const power = (n) => `10${[..."⁰¹²³⁴⁵⁶⁷⁸⁹"][Math.round(Math.log10(n))]}`;
const most = (rows, of) => rows.reduce((worst, row) => (of(row) > of(worst) || Number.isNaN(of(row)) ? row : worst));
function inUnits(ms) {
  const [unit, size] = /** @type {[string, number][]} */ ([["h", 3_600_000], ["min", 60_000], ["s", 1000]]).find(([, size]) => ms >= size) ?? ["ms", 1];
  return `${three(ms / size)} ${unit}`;
}

const table = (heads, rows) => [heads, heads.map((_, i) => (i ? "---:" : "---")), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** [[key, rows of that key], …] in order of appearance. */
function group(rows, by) {
  const groups = new Map();
  for (const row of rows) groups.set(by(row), [...(groups.get(by(row)) ?? []), row]);
  return [...groups];
}

function peersTables(rows, sizes) {
  return Object.entries(widths).flatMap(([width, relative]) => [
    `### Gaussian, ${width}: σ is ${relative} of the spread`,
    table(["", ...sizes.map((n) => `n = m = ${power(n)}`)], group(rows.filter((row) => row.width === width), ({name}) => name).map(([name, its]) => [name, ...its.map((row) => {
      if (row.reason) return row.reason;
      if (row.time === undefined) return `not run: about ${inUnits(row.expected)}`;
      return `${inUnits(row.time)} · ${short(row.error)}${row.ratio === 1 ? "" : ` · ${times(row.ratio)}`}`;
    })])),
  ]);
}

/** The greatest growth of time from one n to the next, at one width. */
function growth(rows, sizes) {
  const usual = rows.filter(({sorted}) => sorted !== undefined);
  return usual.flatMap((row) => {
    const next = usual.find(({kernel, width, n}) => kernel === row.kernel && width === row.width && n === sizes[sizes.indexOf(row.n) + 1]);
    return next ? [{...next, growth: next.wasm / row.wasm}] : [];
  });
}

function kernelTables({rows, sorts}, sizes) {
  const top = sizes.at(-1);
  const at = rows.filter(({n}) => n === top);
  const columns = [...new Set(at.map(({width}) => width))];
  const grown = growth(rows, sizes);
  return [
    `### Every kernel in Wasm, n = m = ${power(top)}, unsorted: ms by width/spread (Float64Array.sort of the keys: ${inUnits(sorts.get(top))})`,
    table(["", ...columns.map(scale), "worst / sort"], group(at, ({kernel}) => kernel).map(([kernel, its]) => [
      kernel, ...columns.map((width) => three(its.find((row) => row.width === width).wasm)), times(most(its, ({wasm}) => wasm).wasm / sorts.get(top))])),
    "### Every kernel: the worst over all widths",
    table(["", "error", `Wasm / native at ${power(top)}`, `sorted / unsorted at ${power(top)}`, "60 widths outside / inside", ...sizes.slice(1).map((n) => `growth to ${power(n)}`), "same bits"],
      group(rows, ({kernel}) => kernel).map(([kernel, its]) => {
        const here = its.filter(({n}) => n === top);
        return [kernel, short(most(its, ({error}) => error).error), times(most(here, ratio).wasm / most(here, ratio).native),
          three(Math.max(...here.filter(({sorted}) => sorted).map((row) => row.sorted / row.wasm))),
          times(Math.max(...here.filter(({far}) => far).map((row) => row.far / row.wasm))),
          ...sizes.slice(1).map((n) => times(Math.max(...grown.filter((row) => row.kernel === kernel && row.n === n).map((row) => row.growth)))),
          its.every(({same}) => same) ? "yes" : "**no**"];
      }).concat([["Float64Array.sort", "", "", "", "", ...sizes.slice(1).map((n, i) => times(sorts.get(n) / sorts.get(sizes[i]))), ""]])),
    "At small n a repeated call finds its numbers in the cache and its branches foreseen, which shows in the growth, of the sort too.",
    "### Every kernel by size: ms in Wasm unsorted / sorted / native unsorted",
    ...sizes.map((n) => {
      const its = rows.filter((row) => row.n === n && row.sorted !== undefined);
      const columns = [...new Set(its.map(({width}) => width))];
      return table([`n = m = ${power(n)}; sort ${inUnits(sorts.get(n))}`, ...columns.map((width) => `${scale(width)} of the spread`)], group(its, ({kernel}) => kernel).map(([kernel, of]) =>
        [kernel, ...of.map((row) => `${three(row.wasm)} / ${three(row.sorted)} / ${three(row.native)} · ${short(row.error)}`)]));
    }),
  ];
}

const ratio = ({wasm, native}) => wasm / native;

/** What the project set out to reach, and whether this run did. */
function targets({every, space, book, loo, sizes}) {
  const {rows, sorts} = every, top = sizes.at(-1);
  const at = rows.filter(({n}) => n === top);
  const row = (claim, limit, value, where, kept = value <= limit) => [claim, three(limit), three(value), where, kept ? "kept" : "**missed**"];
  const place = ({kernel, width, n}) => `${kernel}${width === undefined ? "" : `, ${scale(width)} of the spread, n = ${power(n)}`}`;
  const list = [];
  const add = (claim, limit, of, value, kept) => {
    const worst = most(of, value);
    list.push(row(claim, limit, value(worst), place(worst), kept));
  };
  add(`unsorted ${power(top)} × ${power(top)} in Wasm / Float64Array.sort`, 2, at, ({wasm}) => wasm / sorts.get(top));
  const wrong = most(rows, ({error}) => error);
  list.push(["error, max \\|v − v̄\\| = 1", "1e−13", short(wrong.error), place(wrong), wrong.error <= 1e-13 ? "kept" : "**missed**"]);
  add("sorted / unsorted", 0.9, at.filter(({sorted}) => sorted), ({sorted, wasm}) => sorted / wasm);
  add("60 widths outside / inside", 10, at.filter(({far}) => far), ({far, wasm}) => far / wasm);
  const grown = growth(rows, sizes);
  if (grown.length) add("growth for 10 times the work", 12, grown, ({growth}) => growth);
  add("Wasm / native", 2.5, at, ratio);
  add("40 samples × 100 queries in JS / plain loop", 1, book, ({ours, loop}) => ours / loop);
  const tensorflow = space.find(({name}) => /tfjs/.test(name));
  list.push(tensorflow ? row("tfjs-wasm / ours, attention in 64 dimensions (at least)", 3, tensorflow.ratio, "", tensorflow.ratio >= 3)
    : ["tfjs-wasm / ours, attention in 64 dimensions (at least)", "3", "", "tfjs-wasm is not present", "not measured"]);
  add("LOO curve of 100 widths, n = 10⁵, in Wasm, ms", 1000, loo, ({wasm}) => wasm);
  list.push(["same bits natively and in Wasm", "all", `${rows.filter(({same}) => same).length} of ${rows.length}`, "", rows.every(({same}) => same) ? "kept" : "**missed**"]);
  return table(["to reach", "limit", "worst", "where", ""], list);
}

/** The whole report. */
export function report({about, skipped, peers, every, space, book, loo, sizes, limit}) {
  return [
    "## Measured", about,
    skipped.length ? `Skipped: ${skipped.map(({name, reason}) => `${name} (${reason})`).join("; ")}.` : "No peer was skipped.",
    "### What was to be reached", targets({every, space, book, loo, sizes}),
    `Peers: time · error in units of max |v − v̄| · time / ours in Wasm. Unsorted keys and queries. “Not run”: one call would take over ${inUnits(limit)}.`,
    ...peersTables(peers, sizes),
    ...kernelTables(every, sizes),
    "### Attention (scaled_dot), n = m = 2,048, 64 dimensions",
    table(["", "time", "error", "time / ours in Wasm"], space.map(({name, time, error, ratio}) => [name, inUnits(time), short(error), times(ratio)])),
    "### The book's 40 samples × 100 queries in JS, copies included: µs a call",
    table(["", "ours", "plain loop", "ours / loop"], book.map(({kernel, ours, loop}) => [kernel, three(ours), three(loop), times(ours / loop)])),
    "### Leave-one-out curve of 100 widths, n = 10⁵",
    table(["", "Wasm", "native", "Wasm / native", "same bits"], loo.map((row) => [row.kernel, inUnits(row.wasm), inUnits(row.native), times(ratio(row)), row.same ? "yes" : "**no**"])),
  ].join("\n\n") + "\n";
}
