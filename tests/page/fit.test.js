// The first figure, from the reader's seat.

import assert from "node:assert/strict";
import {test} from "node:test";
import {curve, figure, open, readout, until} from "./browser.js";

const width = (page) => figure(page).getByRole("slider", {name: "Width σ"});
const query = (page) => figure(page).getByRole("slider", {name: "Query"});
const ending = (page) => page.evaluate(() => decodeURIComponent(location.hash));

test("the page opens on the book's forty samples, fitted, with nothing in the console", async () => {
  const page = await open();
  assert.equal(await figure(page).getByRole("heading").textContent(), "One query, forty keys");
  assert.deepEqual(await readout(page), {query: "2.80", pooled: "3.57", truth: "3.47", "keys in effect": "13.2", "error to truth": "0.136"});
  assert.equal(await figure(page).locator(".plot circle.key:not(.lit)").count(), 40);
  assert.deepEqual(page.problems, []);
});

test("Tab to the width slider, press →: the curve changes and the address says width=0.55", async () => {
  const page = await open();
  const before = await curve(page);
  await width(page).focus();
  await page.keyboard.press("ArrowRight");
  await until(() => curve(page), (now) => now !== before);
  assert.equal(await until(() => ending(page), (text) => text.includes("width")), "#width=0.55");
  assert.equal(await width(page).getAttribute("aria-valuetext"), "0.55");
  await page.keyboard.press("Home");
  assert.equal(await until(() => ending(page), (text) => !text.includes("0.55")), "#width=0.05");
  await page.keyboard.press("PageUp");
  assert.equal(await until(() => ending(page), (text) => !text.endsWith("0.05")), "#width=0.1");
});

test("the width slider dragged to its end gives width 5, nearly the mean of everything", async () => {
  const page = await open();
  await width(page).scrollIntoViewIfNeeded();
  const box = await width(page).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 30, box.y + box.height / 2, {steps: 5});
  await page.mouse.up();
  assert.equal(await until(() => ending(page), Boolean), "#width=5");
  const numbers = await until(() => readout(page), (now) => Number(now["keys in effect"]) > 35);
  assert.ok(Number(numbers["error to truth"]) > 0.8);
});

test("a typed width is taken to the digit; one that is not allowed is refused in a sentence and changes nothing", async () => {
  const page = await open();
  const typed = figure(page).locator("input.typed[data-setting=width]");
  await typed.fill("0.123456789");
  await typed.press("Enter");
  assert.equal(await until(() => ending(page), Boolean), "#width=0.123456789");
  await typed.fill("-3");
  await typed.press("Enter");
  assert.equal(await figure(page).getByRole("status").textContent().then((text) => text.trim()), "Width −3 is not allowed, only more than 0; it stays 0.123456789.");
  assert.equal(await typed.inputValue(), "0.123456789");
});

test("→ on the query's handle moves the query and changes the weights", async () => {
  const page = await open();
  const weights = () => figure(page).locator(".plot .stem").evaluateAll((stems) => stems.map((stem) => stem.getAttribute("d")).join());
  const before = await weights();
  await query(page).focus();
  await page.keyboard.press("ArrowRight");
  await until(weights, (now) => now !== before);
  assert.match(await query(page).getAttribute("aria-valuetext"), /^query 2\.8[1-9], pooled 3\.\d\d$/);
  await page.keyboard.press("Home");
  assert.equal((await until(() => readout(page), (now) => now.query === "0.00")).pooled, "1.18");   // from the definition: 1.184
});

test("the query's handle dragged to the right moves the query, and the page stays", async () => {
  const page = await open();
  await query(page).scrollIntoViewIfNeeded();
  const box = await query(page).boundingBox();
  const scrolled = await page.evaluate(() => scrollY);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 159, box.y + 20, {steps: 8});
  await page.mouse.up();
  const {query: at} = await until(() => readout(page), (now) => now.query !== "2.80");
  assert.ok(Math.abs(Number(at) - 3.8) < 0.03, `query ${at}`);
  assert.equal(await page.evaluate(() => scrollY), scrolled);
});

test("a typed query sets the weights, also outside the samples: the axis grows to it", async () => {
  const page = await open();
  const typed = figure(page).getByRole("textbox", {name: "query"});
  await typed.fill("7.5");
  await typed.press("Enter");
  const numbers = await until(() => readout(page), (now) => now.query.startsWith("7.5"));
  assert.notEqual(numbers.pooled, "none");
  assert.ok(Number(await query(page).getAttribute("aria-valuemax")) >= 7.5);
  assert.equal(await until(() => ending(page), Boolean), "#query=7.5");
});

test("pointing at a key shows its weight; Escape closes the tip; it never leaves the figure", async () => {
  for (const size of [1280, 700]) {
    const page = await open({width: size});
    const tip = figure(page).getByRole("tooltip");
    const keys = await figure(page).locator(".plot circle.key:not(.lit)").all();
    let shown = 0;
    for (const key of keys.filter((_, i) => i % 6 === 0)) {
      await key.scrollIntoViewIfNeeded();
      const box = await key.boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await until(() => figure(page).locator(".ring-held").count(), Boolean);
      if (!await tip.isVisible()) continue;
      shown += 1;
      const [frame, place] = [await figure(page).boundingBox(), await tip.boundingBox()];
      assert.ok(place.x >= frame.x - 1 && place.x + place.width <= frame.x + frame.width + 1, `tip from ${place.x} to ${place.x + place.width}`);
    }
    assert.ok(shown >= 4, `${shown} tips`);
    assert.match(await tip.textContent(), /key\s+[\d.]+\s+value/);
    await page.keyboard.press("Escape");
    await until(() => tip.count(), (n) => n === 0);
  }
});

test("the boxcar at 0.1 breaks the curve where no key is near, says so, and offers a width that reaches", async () => {
  const page = await open({hash: "#kernel=boxcar&width=0.1&query=2.96"});
  assert.equal((await readout(page)).pooled, "none");
  assert.ok(await figure(page).locator(".gap").count() > 3);
  assert.equal(await figure(page).locator(".plot .pool").count(), 0);
  assert.match(await figure(page).locator(".note").first().textContent(), /No key is within 0\.1 of query 2\.96/);
  await figure(page).getByRole("button", {name: /^Widen to/}).click();
  await until(() => readout(page), (now) => now.pooled !== "none");
});

test("each kernel can be chosen, the other five after More", async () => {
  const page = await open();
  for (const name of ["Boxcar", "Constant", "Triangular", "Epanechnikov"]) {
    const before = await curve(page);
    await figure(page).getByRole("radio", {name}).check();
    await until(() => curve(page), (now) => now !== before);
  }
  assert.equal(await figure(page).getByRole("radio", {name: "Laplace"}).count(), 0);
  await figure(page).getByRole("button", {name: "More"}).click();
  for (const name of ["Biweight", "Triweight", "Tricube", "Cosine", "Laplace"]) {
    const before = await curve(page);
    await figure(page).getByRole("radio", {name}).check();
    await until(() => curve(page), (now) => now !== before);
    assert.equal(await until(() => ending(page), (text) => text.includes(name.toLowerCase())), `#kernel=${name.toLowerCase()}`);
  }
});

test("New sample draws the next seed; the menu takes other samples, each with its source", async () => {
  const page = await open();
  const before = await readout(page);
  await figure(page).getByRole("button", {name: "New sample"}).click();
  await until(() => readout(page), (now) => now.pooled !== before.pooled);
  assert.equal(await until(() => ending(page), Boolean), "#seed=1");
  const menu = figure(page).getByRole("combobox", {name: "Samples"});
  await menu.selectOption("cars");
  await until(() => figure(page).getByRole("heading").first().textContent(), (title) => title.endsWith("fifty keys"));
  assert.equal(await figure(page).getByRole("button", {name: "New sample"}).count(), 0);
  await figure(page).getByRole("button", {name: "Your data"}).click();
  assert.match(await figure(page).locator(".samples").textContent(), /Ezekiel/);
  await menu.selectOption("faithful");
  await until(() => figure(page).locator(".samples").textContent(), (text) => /Azzalini/.test(text));
  await menu.selectOption("sine");
  await figure(page).getByRole("textbox", {name: "Number of samples"}).fill("12");
  await page.keyboard.press("Enter");
  await until(() => figure(page).locator(".plot circle.key:not(.lit)").count(), (n) => n === 12);
});

test("what is being typed is left alone while the figure is drawn anew, and Escape gives the number back", async () => {
  const page = await open();
  const typed = figure(page).getByRole("textbox", {name: "query"});
  await typed.click();
  await page.keyboard.type("abc");
  await page.keyboard.press("Enter");
  assert.match(await until(() => figure(page).locator(".status").textContent(), (text) => text.includes("Query")), /Query “abc” is not a number; it stays 2\.8\./);
  assert.equal(await typed.inputValue(), "2.80");
  await typed.click();
  await page.keyboard.type("4");
  await page.waitForTimeout(750);   // the summary is spoken, and the figure drawn for it
  await page.evaluate(() => { document.querySelector("attention-pooling").width = 0.7; });
  await page.waitForTimeout(100);
  await page.keyboard.type(".25");
  assert.equal(await typed.inputValue(), "4.25");
  await page.keyboard.press("Enter");
  await until(() => readout(page), ({query: now}) => now === "4.25");

  await typed.click();
  await page.keyboard.type("1");
  await page.keyboard.press("Escape");
  assert.equal(await typed.inputValue(), "4.25");
  assert.equal(await figure(page).evaluate((element) => element.query), 4.25);
});

test("a box that has the focus but nothing typed in it follows the figure, and is typed over whole", async () => {
  const page = await open();
  const typed = figure(page).locator("input.typed[data-setting=width]");
  await typed.click();
  await page.evaluate(() => { document.querySelector("attention-pooling").width = 0.7; });
  await until(() => typed.inputValue(), (text) => text === "0.7");
  await page.keyboard.type("2");
  await page.keyboard.press("Tab");
  await until(() => figure(page).evaluate((element) => element.width), (now) => now === 2);
});

test("the boxes of how samples are made are left alone while they are typed in", async () => {
  const page = await open();
  await figure(page).getByRole("button", {name: "Your data"}).click();
  const seed = figure(page).getByRole("textbox", {name: "Seed"});
  await seed.click();
  await page.keyboard.type("1");
  await page.evaluate(() => { document.querySelector("attention-pooling").width = 0.7; });
  await page.waitForTimeout(700);
  await page.keyboard.type("23");
  await page.keyboard.press("Enter");
  await until(() => figure(page).evaluate((element) => element.seed), (now) => now === 123);
});

test("every box over a figure is named in words, and words that need it say what they mean", async () => {
  const page = await open();
  const names = await page.evaluate(() => [...document.querySelectorAll("attention-pooling")].flatMap((element) =>
    [...element.shadowRoot.querySelectorAll("input")].map((input) => input.getAttribute("aria-label")).filter((name) => name !== null)));
  assert.ok(names.includes("Distance x"), String(names));
  assert.deepEqual(names.filter((name) => /[[<]|object/.test(name)), []);
  assert.match(await figure(page).locator("dt", {hasText: "keys in effect"}).getAttribute("title"), /1 \/ Σ w²/);
  await page.getByText("What the numbers over the figure say").click();
  assert.ok(await page.getByText("as many keys of equal weight would count as much").isVisible());
});

test("a picture that cannot be drawn says so in plain words, and Reset brings it back", async () => {
  const page = await open();
  await page.evaluate(() => {
    const {from} = Float64Array;
    Float64Array.from = () => { throw new RangeError("Invalid array length"); };
    window.mend = () => { Float64Array.from = from; };
    document.querySelector("attention-pooling").width = 0.123;
  });
  const alert = figure(page).getByRole("alert");
  await alert.waitFor();
  assert.equal((await alert.textContent()).replace(/\s+/g, " ").trim(), "These samples and settings cannot be drawn. Reset");
  await page.evaluate(() => window.mend());
  await alert.getByRole("button", {name: "Reset"}).click();
  await until(() => readout(page), (now) => now.pooled === "3.57");
});
