// Steps with a name and a wall time, and the commands run inside them. Only
// node's own modules: this runs before anything has been installed.

import {spawn, spawnSync} from "node:child_process";
import {createWriteStream, mkdirSync} from "node:fs";
import {dirname, join, relative} from "node:path";
import {fileURLToPath} from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** A failure whose message says all there is to say: printed without a stack. */
export class Stop extends Error {}

/** A command that ended badly, with everything it printed. */
export class CommandFailed extends Stop {
  constructor(message, {output, log}) {
    super(message);
    this.output = output;
    this.log = log;
  }
}

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** What stands on the terminal while a step runs: its last line of output. */
let lastLine = "";
let isRunning = false;

/** Shows a line as the progress of the step that is running. */
export const progress = (text) => {
  lastLine = text.trimEnd().split(/[\r\n]/).at(-1) ?? "";
};

/**
 * Runs `work`, printing the title at once and at the end what `outcome` makes of the result,
 * and the wall time. On a terminal the elapsed time ticks; elsewhere a long step adds a word
 * every half minute.
 */
export async function step(title, work, outcome = (_result) => "") {
  if (isRunning) {
    // Within another step the outer one has the line; the inner is its progress.
    progress(title);
    return work();
  }
  isRunning = true;
  const start = performance.now();
  const stop = reportProgress(title, start);
  try {
    const result = await work();
    stop();
    process.stdout.write([outcome(result), seconds(start)].filter(Boolean).join(", ") + "\n");
    return result;
  } catch (error) {
    stop();
    process.stdout.write(`failed after ${seconds(start)}\n`);
    throw error;
  } finally {
    isRunning = false;
  }
}

function reportProgress(title, start) {
  lastLine = "";
  const out = process.stdout;
  out.write(`${title} … `);
  if (!out.isTTY) {
    const timer = setInterval(() => {
      const count = /\[\d+\/\d+\]/.exec(lastLine)?.[0];
      out.write(`${Math.round((performance.now() - start) / 1000)} s${count ? ` ${count}` : ""} … `);
    }, 30_000);
    return () => clearInterval(timer);
  }
  const timer = setInterval(() => {
    const line = `${title} … ${Math.round((performance.now() - start) / 1000)} s  ${lastLine}`;
    out.write(`\r\x1b[K${line.slice(0, (out.columns ?? 80) - 1)}`);
  }, 500);
  return () => {
    clearInterval(timer);
    out.write(`\r\x1b[K${title} … `);
  };
}

const running = new Set();
for (const [signal, code] of /** @type {const} */ ([["SIGINT", 130], ["SIGTERM", 143]])) {
  process.on(signal, () => {
    // A step that is broken off takes its command with it.
    for (const child of running) child.kill(signal);
    process.exit(code);
  });
}

/**
 * Runs a command, its output going to `build/log/<log>.log`. Resolves to the output;
 * rejects with CommandFailed, which quotes the last lines and says where the rest is.
 */
export function run(command, args, {log = command, cwd = root, env = {}} = {}) {
  const path = join(root, "build", "log", `${log}.log`);
  mkdirSync(dirname(path), {recursive: true});
  const file = createWriteStream(path);
  file.write(`$ ${[command, ...args].join(" ")}\n`);
  return new Promise((resolve, reject) => {
    let output = "";
    const failed = (why) => {
      const last = output.trimEnd().split("\n").slice(-20).map((line) => `    ${line}`).join("\n");
      const where = relative(process.cwd(), path);
      reject(new CommandFailed(`${command} ${args.join(" ")}\n${why}; the end of ${where}:\n${last}`, {output, log: path}));
    };
    const child = spawn(command, args, {cwd, env: {...process.env, ...env}, stdio: ["ignore", "pipe", "pipe"]});
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        file.write(text);
        progress(text);
      });
    }
    child.on("error", (error) => {
      running.delete(child);
      file.end();
      output += error.message;
      failed("could not be started");
    });
    child.on("close", (code, signal) => {
      running.delete(child);
      file.end();
      if (code === 0) resolve(output);
      else failed(signal ? `was ended by ${signal}` : `ended with code ${code}`);
    });
  });
}

/** What a command prints, or undefined if it is not there or fails. */
export function ask(command, ...args) {
  const {status, stdout} = spawnSync(command, args, {encoding: "utf8", stdio: ["ignore", "pipe", "ignore"]});
  return status === 0 ? stdout.trim() : undefined;
}

/** Whether a version such as "3.1.69" is at least another. */
export function atLeast(version, least) {
  const [a, b] = [version, least].map((text) => text.split(".").map(Number));
  for (let i = 0; i < b.length; i++) if ((a[i] ?? 0) !== b[i]) return (a[i] ?? 0) > b[i];
  return true;
}

/** Runs a script's main function: a Stop is printed as it is, anything else with its stack. */
export async function main(work) {
  try {
    if (!atLeast(process.versions.node, "20.19")) throw new Stop(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`);
    await work();
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
