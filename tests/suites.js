// Runs test suites one after another and adds up what they counted.

import {readdirSync} from "node:fs";
import {availableParallelism} from "node:os";
import {join} from "node:path";
import {Readable} from "node:stream";
import {run as runFiles} from "node:test";
import {spec} from "node:test/reporters";
import {CommandFailed, Stop, progress, root, run, step} from "../web/build/step.js";

/**
 * What a suite found: tests passed and failed, and `output`, everything to show if any failed.
 * @typedef {{passed: number, failed: number, output: string}} Outcome
 */

/**
 * A suite: what it is called on the command line and in words, the suites it builds on (it is
 * not run when one of them failed), whether it is among the slower ones, and how it is run.
 * @typedef {{name: string, title: string, needs?: string[], slow?: boolean, outcome: () => Promise<Outcome>}} Suite
 */

/** The named suites with all they need, in the order of the table; all of `suites` for no name. */
export function choose(suites, names) {
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown) throw new Stop(`${JSON.stringify(unknown)} is not one of ${suites.map(({name}) => name).join(", ")}`);
  if (!names.length) return suites;
  const chosen = new Set();
  const add = (name) => {
    chosen.add(name);
    suites.find((suite) => suite.name === name).needs?.forEach(add);
  };
  names.forEach(add);
  return suites.filter(({name}) => chosen.has(name));
}

/**
 * Runs the suites in order. Passing ones are a line; of a failing one the whole output is shown.
 * A suite that ran no test has failed, and so has one that could not be run.
 * @param {Suite[]} suites
 */
export async function runSuites(suites) {
  const bad = new Set();
  const total = {passed: 0, failed: 0};
  for (const {name, title, needs = [], outcome} of suites) {
    const broken = needs.find((need) => bad.has(need));
    if (broken) {
      console.log(`${title} … not run, because ${broken} failed: 1 failed`);
      bad.add(name);
      total.failed++;
      continue;
    }
    const {passed, failed, output} = await step(title, () => settle(outcome), ({passed, failed}) =>
      failed ? `${passed} passed, ${failed} FAILED` : `${passed} passed`);
    total.passed += passed;
    total.failed += failed;
    if (failed) {
      bad.add(name);
      console.log(`${output.trimEnd()}\n`);
    }
  }
  return total;
}

/** A suite's outcome; when it throws or ran nothing, one failure that says so. */
async function settle(outcome) {
  try {
    const found = await outcome();
    return found.passed + found.failed > 0 ? found : {...found, failed: 1, output: `${found.output}\nNo test was run.`};
  } catch (error) {
    const output = error instanceof CommandFailed ? `${error.message.split("\n")[0]}\n${error.output}` : error instanceof Stop ? error.message : error.stack;
    return {passed: 0, failed: 1, output};
  }
}

/** One command is one test, passed if it ends with code 0. */
export const command = async (...args) => {
  await run(...args);
  return {passed: 1, failed: 0, output: ""};
};

/** Configures and builds a CMake preset and runs its tests. */
export async function cmakePreset(preset, {env = {}, folder = root} = {}) {
  const parallel = ["--parallel", String(availableParallelism())];
  const cmake = (step, program, ...args) => run(program, args, {log: `${preset}-${step}`, env, cwd: folder});
  await cmake("configure", "cmake", "--preset", preset);
  await cmake("build", "cmake", "--build", "--preset", preset, ...parallel);
  const output = await cmake("test", "ctest", "--preset", preset, "--output-on-failure", "--no-tests=error", ...parallel)
    .catch((error) => {
      if (!(error instanceof CommandFailed && /tests passed/.test(error.output))) throw error;
      return error.output;
    });
  return readCtest(output);
}

/** The counts in ctest's closing words. A test it did not run counts as failed. */
export function readCtest(output) {
  const [, failed, all] = /tests passed, (\d+) tests? failed out of (\d+)/.exec(output)?.map(Number) ?? [0, 0, 0];
  const skipped = (output.match(/\*\*\*(Skipped|Not Run)|\(Disabled\)$/gm) ?? []).length;
  const lost = Math.min(all - failed, skipped);
  return {passed: all - failed - lost, failed: failed + lost, output};
}

/**
 * Runs node:test files: all `*.test.js` of a folder. A file without a test counts as a failure, and
 * so does a test that was skipped or left to do: what is not tested shall not look as if it were.
 * @param {string} folder
 */
export async function nodeTests(folder, {concurrency = availableParallelism()} = {}) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".test.js")).sort().map((name) => join(folder, name));
  if (!files.length) return {passed: 0, failed: 0, output: `${folder} holds no *.test.js.`};
  const events = [], complaints = [];
  const tested = new Set();
  let passed = 0, failed = 0;
  for await (const event of runFiles({files, concurrency, timeout: 300_000})) {
    events.push(event);
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    const {name, file, details, skip, todo} = event.data;
    // A group passes or fails with its members, and they are counted.
    if (details.type === "suite" && event.type === "test:pass") continue;
    if (details.error?.failureType === "subtestsFailed") continue;
    if (files.includes(name)) {
      // The file itself: reported when it held no test, or broke outside of its tests.
      if (event.type === "test:fail") failed++;
      continue;
    }
    tested.add(file);
    if (event.type === "test:fail") {
      failed++;
    } else if (skip !== undefined || todo !== undefined) {
      failed++;
      complaints.push(`Skipped: ${name}`);
    } else {
      passed++;
      progress(`${passed} passed: ${name}`);
    }
  }
  for (const file of files.filter((file) => !tested.has(file))) {
    if (!failed) failed++;
    complaints.push(`No test in ${file}`);
  }
  if (!failed) return {passed, failed, output: ""};
  const report = await Readable.from(events).compose(new spec()).toArray();
  return {passed, failed, output: [report.join(""), ...complaints].join("\n")};
}
