// The set-up on machines that lack something, made by a PATH with little on it.

import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, test} from "node:test";
import {packagesAreInstalled} from "../../web/build/npm-packages.js";
import {atLeast} from "../../web/build/step.js";

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "set-up-"));
  mkdirSync(join(folder, "bin"));
  symlinkSync(process.execPath, join(folder, "bin", "node"));
  // A project of its own, without node_modules: the set-up must need none, and its logs go there.
  cpSync(new URL("../../web/build", import.meta.url), join(folder, "web", "build"), {recursive: true});
  writeFileSync(join(folder, "package.json"), `{"type": "module"}`);
});
afterEach(() => rmSync(folder, {recursive: true}));

/** A command that prints a line and ends with a code. */
function program(name, text) {
  const file = join(folder, "bin", name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}

/** Runs a line of JS with the set-up's modules where only the programs made above exist. */
function setUp(line, {isRoot = true} = {}) {
  const file = join(folder, "run.js");
  writeFileSync(file, `
    import {main} from "./web/build/step.js";
    import {installTools} from "./web/build/system-packages.js";
    import {emscriptenRoot} from "./web/build/emscripten.js";
    process.getuid = () => ${isRoot ? 0 : 1000};
    await main(async () => { ${line} });`);
  const {stdout, stderr, status} = spawnSync(process.execPath, [file], {encoding: "utf8", env: {PATH: join(folder, "bin")}, stdio: ["ignore", "pipe", "pipe"]});
  return {status, output: stdout + stderr};
}

test("installTools(…) without a package manager it knows names what to install", () => {
  const {status, output} = setUp(`await installTools("cmake", "ninja");`);
  assert.equal(status, 1);
  assert.match(output, /Missing here: cmake, ninja\. Install them \(on Debian the packages are called cmake, ninja-build\)/);
});

test("installTools(…) with another package manager prints its command", () => {
  program("brew", "echo Homebrew 5.0.0");
  assert.match(setUp(`await installTools("cmake", "ninja");`).output, /Type\n\n {4}brew install cmake ninja\n/);
});

test("installTools(…) with neither root nor sudo prints the commands for root", () => {
  program("apt-get", "echo apt 2.6.1");
  const {status, output} = setUp(`await installTools("cmake");`, {isRoot: false});
  assert.equal(status, 1);
  assert.match(output, /needs root, and there is no sudo here\. As root, type\n\n {4}apt-get update\n {4}apt-get install -y --no-install-recommends cmake\n/);
});

test("installTools(…) with a sudo that wants a password nobody can type prints the commands with sudo", () => {
  program("apt-get", "echo apt 2.6.1");
  program("sudo", `[ "$1" = --version ] && echo Sudo version 1.9 || exit 1`);
  const {status, output} = setUp(`await installTools("cmake");`, {isRoot: false});
  assert.equal(status, 1);
  assert.match(output, /needs root\. Type\n\n {4}sudo apt-get update\n {4}sudo apt-get install -y --no-install-recommends cmake\n/);
});

test("installTools(…) without network shows apt-get's last words, the log and the commands", () => {
  program("apt-get", `[ "$1" = --version ] && { echo apt 2.6.1; exit 0; }; echo "E: could not resolve the mirror"; exit 100`);
  program("env", `while [ "$1" != apt-get ]; do shift; done; exec "$@"`);
  const {status, output} = setUp(`await installTools("cmake");`);
  assert.equal(status, 1);
  assert.match(output, /E: could not resolve the mirror/);
  assert.match(output, /build\/log\/apt-get-update\.log/);
  assert.match(output, /Is the network there\? By hand it is\n\n {4}apt-get update\n {4}apt-get install -y --no-install-recommends cmake\n/);
});

test("installTools(…) is silent when everything is there", () => {
  program("cmake", "echo cmake version 3.25.1");
  program("ninja", "echo 1.11.1");
  assert.deepEqual(setUp(`await installTools("cmake", "ninja");`), {status: 0, output: ""});
});

test("installTools(…) does not take a cmake that is too old", () => {
  program("cmake", "echo cmake version 3.18.4");
  assert.match(setUp(`await installTools("cmake");`).output, /Missing here: cmake/);
});

// A processor Debian's copy is not for stands for every system that is not Debian 12 or 13.
const elsewhere = `Object.defineProperty(process, "arch", {value: "riscv64"});`;

test("emscriptenRoot() takes an emcc on the PATH that is new enough", () => {
  program("emcc", "echo 'emcc (Emscripten gcc/clang-like replacement) 4.0.2 (abc)'");
  program("em-config", "echo /opt/emscripten");
  assert.deepEqual(setUp(`${elsewhere} console.log(await emscriptenRoot());`), {status: 0, output: "/opt/emscripten\n"});
});

test("emscriptenRoot() with an emcc that is too old prints emsdk's commands", () => {
  program("emcc", "echo 'emcc (Emscripten gcc/clang-like replacement) 3.1.6 ()'");
  const {status, output} = setUp(`${elsewhere} console.log(await emscriptenRoot());`);
  assert.equal(status, 1);
  assert.match(output, /Emscripten 3\.1\.69 or newer is missing/);
  assert.match(output, /\n {4}\.\/emsdk install 3\.1\.69 && \.\/emsdk activate 3\.1\.69\n {4}source \.\/emsdk_env\.sh\n/);
});

test("packagesAreInstalled(folder) compares what the lock file names with what is there", () => {
  const lock = (path, packages) => {
    mkdirSync(join(folder, path, ".."), {recursive: true});
    writeFileSync(join(folder, path), JSON.stringify({packages}));
  };
  const wanted = {"": {name: "us"}, "node_modules/a": {version: "1.0.0"}, "node_modules/b": {version: "2.0.0", optional: true}};
  lock("package-lock.json", wanted);
  assert.equal(packagesAreInstalled(folder), false);
  lock("node_modules/.package-lock.json", {"node_modules/a": {version: "1.0.0"}});
  assert.equal(packagesAreInstalled(folder), true);
  lock("node_modules/.package-lock.json", {"node_modules/a": {version: "1.0.1"}});
  assert.equal(packagesAreInstalled(folder), false);
});

test("atLeast(version, least) compares numbers, not letters", () => {
  assert.equal(atLeast("3.1.69", "3.1.69"), true);
  assert.equal(atLeast("3.1.7", "3.1.69"), false);
  assert.equal(atLeast("4.0.10", "3.1.69"), true);
  assert.equal(atLeast("3.25", "3.25.0"), true);
  assert.equal(atLeast("0", "3.25"), false);
});
