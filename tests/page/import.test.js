// The element in node: no document, nothing registered, nothing started.

import assert from "node:assert/strict";
import {test} from "node:test";

// What Lit itself leaves there, in node.
const lits = /^(lit|reactiveElement|customElements$)/;

test("importing the element in node changes nothing there, and defining it twice is safe", async () => {
  const before = Object.keys(globalThis);
  const {define} = await import("../../web/define.js");
  const {AttentionPooling} = await import("../../web/element.js");
  define();
  define();
  assert.equal(globalThis.document, undefined);
  assert.equal(globalThis.customElements?.get("attention-pooling"), undefined);
  assert.deepEqual(Object.keys(globalThis).filter((name) => !before.includes(name) && !lits.test(name)), []);
  assert.ok(AttentionPooling.observedAttributes.includes("width"));
});
