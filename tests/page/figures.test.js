// What the figures draw that only a browser can tell.

import assert from "node:assert/strict";
import {test} from "node:test";
import {figure, open, until} from "./browser.js";

const paste = async (page, text) => {
  await figure(page).getByRole("button", {name: "Your data"}).click();
  await figure(page).getByRole("textbox", {name: "Your own samples"}).fill(text);
};

test("tables whose numbers are too close or too small to tell apart are drawn, with nothing in the console", async () => {
  for (const rows of ["0,1e-320\n1,2e-320", "1e15,1\n1000000000000000.2,2\n1000000000000000.4,3", "1e16,1\n10000000000000002,2"]) {
    const page = await open();
    await paste(page, `x,y\n${rows}\n`);
    const count = rows.split("\n").length;
    await until(() => figure(page).locator(".plot circle.key:not(.lit)").count(), (n) => n === count);
    for (const view of ["fit", "weights", "compare"]) assert.equal(await figure(page, view).locator(".plot svg").count(), 1);
    assert.equal(await figure(page).getByRole("alert").count(), 0);
    assert.deepEqual(page.problems, [], rows);
    await page.context().close();
  }
});

test("on paper there is no handle to drag", async () => {
  const page = await open();
  assert.ok(await figure(page).locator(".handle").first().isVisible());
  await page.emulateMedia({media: "print"});
  for (const view of ["kernels", "fit", "weights", "compare"]) {
    for (const part of await figure(page, view).locator(".handle").all()) assert.equal(await part.isVisible(), false, view);
  }
});
