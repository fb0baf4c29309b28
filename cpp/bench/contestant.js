// Contestants: whoever pools, in this very thread or in a child of ours. Both kinds answer the
// same orders; a child reads them from its input, one a line, and numbers from files.
//
//     pool <kernel> <width> <keys> <values> <queries> <result>
//     attention <dim> <keys> <values> <queries> <result>
//     loo <kernel> <widths> <keys> <values> <result>
//
// It says "ready <version>" first, and then to each order "ok <wall ms> <processor ms>" or
// "no <reason>".

import {spawn} from "node:child_process";
import {createInterface} from "node:readline";
import {folder, load} from "./numbers.js";

/**
 * @typedef {{verb: string, options: string[], names: string[]}} Order `options` as above, `names` those of the inputs
 * @typedef {{wall: number, cpu: number, result: Float64Array}} Answer milliseconds, and what was asked for
 * @typedef {{name: string, version: string, answer: (order: Order) => Promise<Answer>, end: () => void}} Contestant
 */

/** It said no: the reason. */
export class Refusal extends Error {}

// One thread each, so that they compare, whatever the machine and its load.
const oneThread = {OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1", MKL_NUM_THREADS: "1"};

/**
 * Starts a command as a contestant.
 * @returns {Promise<Contestant>}
 */
export async function child(name, command, args) {
  const file = `result-${name.replaceAll(/\W+/g, "-")}`;
  const program = spawn(command, args, {cwd: folder, env: {...process.env, ...oneThread}, stdio: ["pipe", "pipe", "pipe"]});
  let complaints = "";
  program.stderr.setEncoding("utf8").on("data", (text) => { complaints += text; });
  program.stdin.on("error", () => {});   // it is gone; the end of its output says so
  const gone = new Promise((resolve) => {
    program.on("error", (error) => resolve(error.message));
    program.on("close", (code) => resolve(complaints.trim().split("\n").at(-1) || `ended with code ${code}`));
  });
  const lines = createInterface({input: program.stdout})[Symbol.asyncIterator]();
  const hear = async () => {
    const {value, done} = await lines.next();
    if (done) throw new Refusal(await gone);
    const [word, ...rest] = value.trim().split(" ");
    if (word === "no") throw new Refusal(rest.join(" "));
    return [word, ...rest];
  };
  let [word, ...version] = await hear();
  while (word !== "ready") [word, ...version] = await hear();   // what its packages had to say
  return {
    name,
    version: version.join(" "),
    async answer({verb, options, names}) {
      program.stdin.write(`${[verb, ...options, ...names, file].join(" ")}\n`);
      const [, wall, cpu] = await hear();
      return {wall: Number(wall), cpu: Number(cpu), result: load(file)};
    },
    end: () => program.stdin.end(),
  };
}

/**
 * A contestant of this thread: one function for each verb it knows, given options and arrays,
 * which are first put through `prepare` while no clock runs.
 * @param {Record<string, (options: string[], arrays: Float64Array[]) => Float64Array>} calls
 * @returns {Contestant}
 */
export const local = (name, version, calls, prepare = (numbers) => numbers) => ({
  name,
  version,
  async answer({verb, options, names}) {
    if (!Object.hasOwn(calls, verb)) throw new Refusal(verb);
    const arrays = names.map((name) => prepare(load(name)));
    const [wall, cpu] = [performance.now(), process.cpuUsage()];
    const result = calls[verb](options, arrays);
    const spent = process.cpuUsage(cpu);
    return {wall: performance.now() - wall, cpu: (spent.user + spent.system) / 1000, result};
  },
  end() {},
});
