import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, test} from "node:test";
import {choose, readCtest} from "../suites.js";

const root = new URL("../../", import.meta.url);
let folder;

beforeEach(() => {
  // A project of its own, for its logs.
  folder = mkdtempSync(join(tmpdir(), "suites-"));
  writeFileSync(join(folder, "package.json"), `{"type": "module"}`);
  for (const path of ["web/build", "tests/suites.js"]) cpSync(new URL(path, root), join(folder, path), {recursive: true});
});
afterEach(() => rmSync(folder, {recursive: true}));

/** Runs a module that knows runSuites and nodeTests, outside of this test runner. */
function node(text) {
  const file = join(folder, "run.js");
  writeFileSync(file, `import {command, nodeTests, runSuites} from "./tests/suites.js";\n${text}`);
  const {NODE_TEST_CONTEXT: _, ...env} = process.env;
  const {stdout, stderr, status} = spawnSync(process.execPath, [file], {encoding: "utf8", env});
  return {output: stdout + stderr, status};
}

/** What nodeTests counts in a folder with these test files. */
function counts(files) {
  const tests = join(folder, "tests", "some");
  mkdirSync(tests);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(tests, name), `import {describe, test} from "node:test";\n${text}`);
  const {output} = node(`console.log(JSON.stringify(await nodeTests(${JSON.stringify(tests)})));`);
  return JSON.parse(output);
}

test("runSuites(…) adds up, shows a failing suite whole and a passing one as a line", () => {
  const {output} = node(`
    const total = await runSuites([
      {name: "a", title: "First", outcome: async () => ({passed: 3, failed: 0, output: "not shown"})},
      {name: "b", title: "Second", outcome: async () => ({passed: 1, failed: 2, output: "shown\\nwhole"})},
      {name: "c", title: "Third", outcome: async () => { throw new Error("broken"); }},
      {name: "d", title: "Fourth", needs: ["c"], outcome: async () => ({passed: 9, failed: 0, output: ""})},
    ]);
    console.log(JSON.stringify(total));`);
  assert.match(output, /First … 3 passed, \d+\.\d s\n/);
  assert.match(output, /Second … 1 passed, 2 FAILED, \d+\.\d s\nshown\nwhole\n/);
  assert.match(output, /Error: broken/);
  assert.match(output, /Fourth … not run, because c failed/);
  assert.doesNotMatch(output, /not shown/);
  assert.match(output, /\{"passed":4,"failed":4\}\n$/);
});

test("runSuites(…) counts a suite that ran no test as failed", () => {
  const {output} = node(`console.log(await runSuites([{name: "a", title: "Empty", outcome: async () => ({passed: 0, failed: 0, output: ""})}]));`);
  assert.match(output, /No test was run\./);
  assert.match(output, /passed: 0, failed: 1/);
});

test("runSuites(…) shows the output of a command that failed", () => {
  const {output} = node(`console.log(await runSuites([{name: "a", title: "Command", outcome: () => command(process.execPath, ["-e", "console.log('the reason'); process.exit(3)"], {log: "command"})}]));`);
  assert.match(output, /\nthe reason\n/);
  assert.match(output, /passed: 0, failed: 1/);
});

test("nodeTests(folder) counts passed and failed tests, members of groups once", () => {
  const {passed, failed, output} = counts({
    "a.test.js": `test("good", () => {}); describe("group", () => { test("in it", () => {}); test("bad", () => { throw new Error("why"); }); });`,
  });
  assert.deepEqual({passed, failed}, {passed: 2, failed: 1});
  assert.match(output, /why/);
});

test("nodeTests(folder) counts a skipped test, and one left to do, as failed", () => {
  const {passed, failed, output} = counts({"a.test.js": `test("good", () => {}); test("later", {skip: true}, () => {}); test("some day", {todo: true}, () => {});`});
  assert.deepEqual({passed, failed}, {passed: 1, failed: 2});
  assert.match(output, /Skipped: later/);
});

test("nodeTests(folder) fails for a file that holds no test", () => {
  const {failed, output} = counts({"a.test.js": `test("good", () => {});`, "b.test.js": ""});
  assert.equal(failed, 1);
  assert.match(output, /No test in .*b\.test\.js/);
});

test("nodeTests(folder) fails for a file that cannot be run", () => {
  const {failed, output} = counts({"a.test.js": `import "./missing.js";`});
  assert.equal(failed, 1);
  assert.match(output, /missing\.js/);
});

test("nodeTests(folder) of a folder without test files ran none", () => {
  assert.deepEqual(counts({"not-a-test.js": ""}), {passed: 0, failed: 0, output: `${join(folder, "tests", "some")} holds no *.test.js.`});
});

test("readCtest(output) counts tests that were not run as failed", () => {
  const counted = (output) => { const {passed, failed} = readCtest(output); return {passed, failed}; };
  assert.deepEqual(counted("100% tests passed, 0 tests failed out of 12\n"), {passed: 12, failed: 0});
  assert.deepEqual(counted("92% tests passed, 1 tests failed out of 12\n"), {passed: 11, failed: 1});
  assert.deepEqual(counted("1/2 Test #1: a ......***Skipped   0.00 sec\n100% tests passed, 0 tests failed out of 2\n"), {passed: 1, failed: 1});
  assert.deepEqual(counted("No tests were found!!!\n"), {passed: 0, failed: 0});
});

test("choose(suites, names) takes what the named suites need, in the table's order", () => {
  const table = [{name: "build"}, {name: "js", needs: ["build"]}, {name: "page", needs: ["build"]}];
  assert.deepEqual(choose(table, ["page"]).map(({name}) => name), ["build", "page"]);
  assert.deepEqual(choose(table, []), table);
  assert.throws(() => choose(table, ["pages"]), {message: `"pages" is not one of build, js, page`});
});

test("npm test ends with code 1 for a suite there is none of, and with code 0 only if tests passed", () => {
  const {NODE_TEST_CONTEXT: _, ...env} = process.env;
  const {status, stderr} = spawnSync(process.execPath, [new URL("../run.js", import.meta.url).pathname, "nonsense"], {encoding: "utf8", env});
  assert.equal(status, 1);
  assert.match(stderr, /"nonsense" is not one of native, /);
});
