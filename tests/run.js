// npm test: sets up and runs every suite.
//
//   npm test                  what must pass on every change
//   npm run test:all          and the slower suites
//   npm test -- js page       these, and what they build on

import {join} from "node:path";
import {build} from "../web/build/dist.js";
import {emscriptenRoot} from "../web/build/emscripten.js";
import {installPackages} from "../web/build/npm-packages.js";
import {Stop, main, root, seconds} from "../web/build/step.js";
import {browser, installTools} from "../web/build/system-packages.js";
import {choose, cmakePreset, command, nodeTests, runSuites} from "./suites.js";

const tests = (folder, options) => nodeTests(join(root, "tests", folder), options);
const typescript = join(root, "node_modules/typescript/bin/tsc");

/** @type {import("./suites.js").Suite[]} A slower suite is one more entry, with `slow: true`. */
const suites = [
  {name: "native", title: "C++ natively", outcome: () => cmakePreset("native")},
  {name: "sanitizers", title: "C++ under address and undefined-behaviour sanitizers", outcome: () => cmakePreset("asan")},
  {name: "wasm", title: "C++ as WebAssembly under node", outcome: () => cmakePreset("wasm")},
  {name: "build", title: "Build of dist/", outcome: async () => (await build(), {passed: 1, failed: 0, output: ""})},
  {name: "types", title: "Types", needs: ["build"], outcome: () => command("node", [typescript, "--project", root], {log: "typescript"})},
  {name: "tools", title: "Build and serve scripts, README", needs: ["build"], outcome: () => tests("tools")},
  {name: "js", title: "JS API and model", needs: ["build"], outcome: () => tests("js")},
  // One browser at a time: two on two cores make each other's timings flicker.
  {name: "page", title: "Page in Chromium", needs: ["build"], outcome: () => tests("page", {concurrency: 1})},
];

async function setUp() {
  await installPackages();
  await installTools("cmake", "ninja", "python", "compiler", "browser", "fonts");
  process.env.EMSCRIPTEN_ROOT = await emscriptenRoot();
  process.env.CHROMIUM = browser();
}

await main(async () => {
  const start = performance.now();
  const words = process.argv.slice(2);
  const all = words.includes("--all");
  if (all && !suites.some(({slow}) => slow)) console.log("No slower suite exists yet: this runs what npm test runs.");
  const chosen = choose(suites.filter(({slow}) => all || !slow), words.filter((word) => word !== "--all"));

  const {passed, failed} = await setUp().then(() => runSuites(chosen), (error) => {
    console.error(error instanceof Stop ? `\n${error.message}\n` : error);
    return {passed: 0, failed: 1};
  });
  console.log(`\nAll of it took ${seconds(start)}.`);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed || !passed) process.exitCode = 1;
});
