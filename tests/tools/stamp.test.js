import assert from "node:assert/strict";
import {mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, test} from "node:test";
import {product} from "../../web/build/stamp.js";

let folder, page;
const write = (name, text) => writeFileSync(join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stamp-"));
  mkdirSync(join(folder, "source"));
  write("source/a.js", "a");
  write("made.js", "made");
  page = product("page", {inputs: ["source", "not-there.json"], outputs: ["made.js"], folder});
  page.stamp();
});
afterEach(() => rmSync(folder, {recursive: true}));

test("product().isFresh() holds after stamp(), and when only a time has changed", () => {
  assert.equal(page.isFresh(), true);
  utimesSync(join(folder, "source/a.js"), new Date(), new Date(Date.now() + 60_000));
  assert.equal(page.isFresh(), true);
});

test("product().isFresh() fails before the first stamp()", () => {
  assert.equal(product("other", {inputs: ["source"], outputs: ["made.js"], folder}).isFresh(), false);
});

for (const [change, make] of Object.entries({
  "an input's text": () => write("source/a.js", "b"),
  "a new input": () => write("source/b.js", "b"),
  "an input gone": () => rmSync(join(folder, "source/a.js")),
  "an input's name": () => (rmSync(join(folder, "source/a.js")), write("source/b.js", "a")),
  "an output gone": () => rmSync(join(folder, "made.js")),
})) {
  test(`product().isFresh() fails after ${change}`, () => {
    make();
    assert.equal(page.isFresh(), false);
  });
}

test("product().stamp(digest) with the digest from before leaves a file saved meanwhile stale", () => {
  const before = page.digest();
  write("source/a.js", "saved while it was made");
  page.stamp(before);
  assert.equal(page.isFresh(), false);
});
