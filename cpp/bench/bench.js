// npm run bench -- [quick | full] [--clock wall | cpu] [--peers FOLDER]
//
// Ours beside the peers that are present, in one run: how long, and how wrong. Prints tables and
// leaves them in build/bench.md. FOLDER may hold peers this machine lacks: a Python environment
// in venv/, TensorFlow.js in node_modules/. `--clock cpu` counts the processor's time, for a
// machine that others use too.

import {mkdirSync, writeFileSync} from "node:fs";
import {cpus, loadavg} from "node:os";
import {join, resolve} from "node:path";
import {parseArgs} from "node:util";
import {Stop, main, root, seconds, step} from "../../web/build/step.js";
import {buildOurs, startOurs, startPeers} from "./contestants.js";
import {meter} from "./measure.js";
import {folder} from "./numbers.js";
import {againstPeers, book, everyKernel, inSpace, looCurves} from "./parts.js";
import {report} from "./report.js";

const sizesOf = {
  quick: {sizes: [1e3, 1e4, 1e5], turns: 2, samples: 4, limit: 2000, loo: ["gaussian", "epanechnikov"]},
  full: {sizes: [1e3, 1e4, 1e5, 1e6], turns: 3, samples: 6, limit: 10_000, loo: undefined},
};

function readOptions() {
  let read;
  try {
    read = parseArgs({allowPositionals: true, options: {clock: {type: "string", default: "wall"}, peers: {type: "string"}}});
  } catch (error) {
    throw new Stop(error.message);
  }
  const {values: {clock, peers}, positionals: [extent = "full"]} = read;
  if (!Object.hasOwn(sizesOf, extent)) throw new Stop(`${extent} is not one of ${Object.keys(sizesOf).join(", ")}`);
  if (clock !== "wall" && clock !== "cpu") throw new Stop(`clock: ${clock} is not one of wall, cpu`);
  return {extent, clock, peersFolder: peers && resolve(peers), ...sizesOf[extent]};
}

await main(async () => {
  const start = performance.now();
  const {extent, clock, peersFolder, sizes, turns, samples, limit, loo} = readOptions();
  const load = () => loadavg()[0].toFixed(1);
  mkdirSync(folder, {recursive: true});
  await buildOurs();
  const before = load();
  console.log(`Load of the machine: ${before} on ${cpus().length} processors${clock === "wall" && Number(before) > cpus().length / 2 ? "; the times will not be worth much, but for --clock cpu" : ""}.`);
  const ours = await startOurs();
  const {present: peers, skipped} = await step("Looking for peers", () => startPeers(peersFolder),
    ({present, skipped}) => [...present.map(({name, version}) => `${name} ${version}`), ...skipped.map(({name, reason}) => `skipped ${name}: ${reason}`)].join("; "));
  const measure = meter({turns, clock});
  const all = {ours, peers, measure, sizes, samples, turns, clock, limit};
  try {
    const results = {
      book: await step("The book's samples", async () => book({...all, turns: 10})),
      space: await step("Attention in 64 dimensions", () => inSpace({...all, n: 2048, dim: 64})),
      peers: await step("Ours and the peers", () => againstPeers(all)),
      every: await step("Every kernel", () => everyKernel(all)),
      loo: await step("Leave-one-out curves", () => looCurves({...all, n: 1e5, kernels: loo ?? ours.attention.kernels})),
    };
    const about = [
      `\`npm run bench -- ${extent}\` on ${cpus()[0].model.trim()}, ${cpus().length} processors, load ${before} before and ${load()} after; node ${process.versions.node}`,
      peers.map(({name, version}) => `${name} ${version}`).join(", "),
      `${clock === "cpu" ? "processor" : "wall"} time, best of ${turns} turns taken alternately, one thread each; errors on ${samples} queries against sums in long double (${ours.exact.version})`,
    ].filter(Boolean).join("; ") + ".";
    const text = report({about, skipped, sizes, limit, ...results});
    writeFileSync(join(root, "build", "bench.md"), text);
    console.log(`\n${text}\nAlso in build/bench.md; ${seconds(start)} in all.`);
  } finally {
    for (const contestant of [...Object.values(ours), ...peers]) contestant.end?.();
  }
});
