// The package as others import it: built by `npm run build`, found through package.json.

import assert from "node:assert/strict";
import {existsSync, readFileSync} from "node:fs";
import {test} from "node:test";

test("import {loadAttention} from \"attention-pooling\" pools three points", async () => {
  const {loadAttention} = await import("attention-pooling");
  const {attentionPool} = await loadAttention();
  assert.deepEqual([...attentionPool({queries: [0, 2], keys: [0, 1, 3], values: [1, 2, 3]})],
    [1.3886827640256656, 2.3494486529748224]);
});

test("the package's types name every function and need no file that is not in the package", async () => {
  const start = new URL("../../dist/types/attention-pooling.d.ts", import.meta.url);
  assert.ok(existsSync(start), "npm run build writes them");
  const files = new Map();
  const read = (/** @type {URL} */ url) => {
    if (files.has(url.href)) return;
    files.set(url.href, readFileSync(url, "utf8"));
    for (const [, imported] of files.get(url.href).matchAll(/(?:import\(|from )"([^"]+)"/g)) {
      if (imported.startsWith("#")) continue;   // in what is not exported: see below
      assert.match(imported, /^\.\.?\//, url.href);
      read(new URL(imported.replace(/\.js$/, ".d.ts"), url));
    }
  };
  read(start);
  const all = [...files.values()].join("\n");
  const {loadAttention} = await import("attention-pooling");
  for (const name of ["loadAttention", ...Object.keys(await loadAttention())]) assert.match(all, new RegExp(`\\b${name}\\b`));
  assert.doesNotMatch(files.get(start.href), /#core|#load/);
});
