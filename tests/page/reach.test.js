// For every reader: touch, small and large windows, dark, assistive technology, paper.

import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {test} from "node:test";
import {figure, open, readout, until} from "./browser.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test("axe finds nothing: light and dark, wide and narrow, closed and opened", async () => {
  for (const options of [{}, {dark: true}, {width: 360}, {width: 360, dark: true}]) {
    const page = await open(options);
    for (const opened of [false, true]) {
      if (opened) {
        await figure(page).getByRole("button", {name: "Your data"}).click();
        await figure(page).getByRole("textbox", {name: "Your own samples"}).fill("x;y\n1,234;2\n2,5;3\n");
        await figure(page).getByRole("button", {name: "More"}).click();
        for (const view of ["fit", "weights"]) await figure(page, view).getByRole("button", {name: "Table"}).click();
      }
      // Through the debugger, so that the policy of the page stays as it is.
      const found = await page.evaluate(`(() => { ${axe}; return axe.run(document, {resultTypes: ["violations"]}); })()`);
      assert.deepEqual(found.violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(" ")).slice(0, 3).join(", ")}`), [], JSON.stringify({...options, opened}));
    }
    await page.context().close();
  }
});

test("nothing scrolls sideways, at any width", async () => {
  for (const width of [320, 360, 390, 599, 600, 640, 768, 1024, 1280, 1920, 2560]) {
    const page = await open({width});
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} at ${width}`);
    const beyond = await page.evaluate(() => [...document.querySelectorAll("attention-pooling")].flatMap((element) =>
      [...element.shadowRoot.querySelectorAll("button, select, input, dl, h3, .plot svg text")].filter((part) => {
        const box = part.getBoundingClientRect();
        return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
      }).map((part) => part.outerHTML.slice(0, 80))));
    assert.deepEqual(beyond, [], String(width));
    await page.context().close();
  }
});

test("a finger on the plot scrolls the page; a tap on a key says its weight under the plot", async () => {
  const page = await open({width: 360, height: 740, hasTouch: true, isMobile: true});
  const key = figure(page).locator(".plot circle.key:not(.lit)").nth(20);
  await key.scrollIntoViewIfNeeded();
  const box = await key.boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await until(() => figure(page).locator(".note").first().textContent(), (text) => /key\s+[\d.]+, value\s+−?[\d.]+:\s+weight\s+0/.test(text));
  assert.equal(await figure(page).locator(".tip:visible").count(), 0);

  const plot = await figure(page).locator(".plot svg").boundingBox();
  const before = [await page.evaluate(() => scrollY), (await readout(page)).query];
  const touch = await page.context().newCDPSession(page);
  const at = (y) => [{x: plot.x + 100, y}];
  await touch.send("Input.dispatchTouchEvent", {type: "touchStart", touchPoints: at(plot.y + 200)});
  for (let y = 200; y >= 20; y -= 20) await touch.send("Input.dispatchTouchEvent", {type: "touchMove", touchPoints: at(plot.y + y)});
  await touch.send("Input.dispatchTouchEvent", {type: "touchEnd", touchPoints: []});
  await until(() => page.evaluate(() => scrollY), (now) => now > before[0] + 50);
  assert.equal((await readout(page)).query, before[1]);
});

test("a finger on the handle moves the query and not the page", async () => {
  const page = await open({width: 360, height: 740, hasTouch: true, isMobile: true});
  const handle = figure(page).getByRole("slider", {name: "Query"});
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  const scrolled = await page.evaluate(() => scrollY);
  const touch = await page.context().newCDPSession(page);
  const at = (x, y = 0) => [{x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y}];
  await touch.send("Input.dispatchTouchEvent", {type: "touchStart", touchPoints: at(0)});
  for (let x = 10; x <= 60; x += 10) await touch.send("Input.dispatchTouchEvent", {type: "touchMove", touchPoints: at(x, x)});
  await touch.send("Input.dispatchTouchEvent", {type: "touchEnd", touchPoints: []});
  await until(() => readout(page), ({query}) => Math.abs(Number(query) - 3.8) < 0.1);
  assert.equal(await page.evaluate(() => scrollY), scrolled);
});

test("every handle, button and radio has at least 44 px for a finger, links in text apart", async () => {
  const page = await open({width: 360});
  const small = await page.evaluate(() => [...document.querySelectorAll("attention-pooling")].flatMap((element) =>
    [...element.shadowRoot.querySelectorAll(".handle .grab, button:not(.link), select, .glyph, .seg label, input[type=range]")]
      .map((part) => [part, part.getBoundingClientRect()]).filter(([, {width, height}]) => Math.min(width, height) < 43.9)
      .map(([part, {width, height}]) => `${part.className?.baseVal ?? part.className} ${part.textContent.trim().slice(0, 20)} ${width} × ${height}`)));
  assert.deepEqual(small, []);
});

test("the summary is always there to read, and is spoken once the hand rests, by the figure in hand only", async () => {
  const page = await open();
  const summary = () => figure(page).evaluate((element) => element.shadowRoot.querySelector("[id$=summary]").textContent);
  assert.match(await summary(), /At query 2\.80 the pooled value of forty keys is 3\.57/);
  const spoken = (view) => figure(page, view).locator(".spoken").textContent();
  assert.equal(await spoken("fit"), "");
  await figure(page).getByRole("slider", {name: "Query"}).focus();
  for (let i = 0; i < 5; ++i) await page.keyboard.press("ArrowRight");
  await until(() => spoken("fit"), (text) => text === "" ? false : text.includes("the pooled value"));
  assert.equal(await spoken("fit"), await summary());
  assert.equal(await spoken("weights"), "");
});

test("on paper there are no controls, the colours are light, and figures are kept whole", async () => {
  const page = await open({dark: true});
  await page.emulateMedia({media: "print", colorScheme: "dark"});
  assert.equal(await figure(page).locator(".tools").isVisible(), false);
  assert.equal(await figure(page).locator("select").isVisible(), false);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(0, 0, 0)");
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("attention-pooling").shadowRoot.querySelector(".est")).stroke), "rgb(26, 95, 174)");
  assert.ok(await page.locator(".address").first().isVisible());
  assert.equal(await figure(page).locator(".chevron").first().isVisible(), false);
  const size = (selector) => page.evaluate((one) => parseFloat(getComputedStyle(document.querySelector(one)).fontSize), selector);
  assert.ok(await size("footer") < await size("main > p"));
});

test("a table that goes on beyond the edge is shaded there, and can be scrolled by keyboard", async () => {
  const page = await open({width: 320});
  await figure(page).getByRole("button", {name: "Table"}).click();
  const region = figure(page).getByRole("region");
  assert.ok(await region.evaluate(({scrollWidth, clientWidth}) => scrollWidth > clientWidth));
  assert.match(await region.evaluate((element) => getComputedStyle(element).backgroundAttachment), /local.*scroll/);
  await region.focus();
  await page.keyboard.press("ArrowRight");
  await until(() => region.evaluate(({scrollLeft}) => scrollLeft), Boolean);
});

test("in forced colours the chosen kernel, the curve and the query can be seen", async () => {
  const page = await open({forcedColors: "active"});
  const [est, paper] = await figure(page).evaluate((element) => [
    getComputedStyle(element.shadowRoot.querySelector(".est")).stroke, getComputedStyle(document.body).backgroundColor]);
  assert.notEqual(est, paper);
  assert.equal(await figure(page).locator(".glyph:has(:checked)").evaluate((label) => getComputedStyle(label).outlineStyle), "solid");
});
