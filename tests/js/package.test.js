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

test("the package's types name every function and need no other file", () => {
  const types = new URL("../../dist/types/attention-pooling.d.ts", import.meta.url);
  assert.ok(existsSync(types), "npm run build writes them");
  const text = readFileSync(types, "utf8");
  for (const name of ["evaluate", "attentionWeights", "attentionPool", "sample", "truth", "kernels", "loadAttention"]) {
    assert.match(text, new RegExp(`\\b${name}\\b`));
  }
  assert.doesNotMatch(text, /import\(|#core|#load/);
});
