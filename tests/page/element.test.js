// The element on a page that is not ours.

import assert from "node:assert/strict";
import {test} from "node:test";
import {open, standing, until} from "./browser.js";

/** Our page, emptied, with other figures in it: the element is defined there, and the policy is as strict. */
const host = async (build, options) => {
  const page = await open(options);
  await page.evaluate(() => document.querySelector("main").replaceChildren());
  await page.evaluate(build);
  await standing(page);
  return page;
};

test("two elements share no ids, and no state unless they share a group", async () => {
  const page = await host(() => {
    for (const group of ["", "", "a", "a"]) {
      const figure = document.createElement("attention-pooling");
      if (group) figure.group = group;
      document.querySelector("main").append(figure);
    }
  });
  const ids = await page.evaluate(() => [...document.querySelectorAll("attention-pooling")].flatMap((figure) => [...figure.shadowRoot.querySelectorAll("[id]")].map(({id}) => id)));
  assert.ok(ids.length >= 8);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(await page.evaluate(() => {
    const [one, , three] = document.querySelectorAll("attention-pooling");
    one.width = 0.25;
    three.width = 2;
    return [...document.querySelectorAll("attention-pooling")].map(({width}) => width);
  }), [0.25, 0.5, 2, 2]);
});

test("attributes and properties set the figure; bad ones are refused in a sentence", async () => {
  const page = await host(() => {
    document.querySelector("main").innerHTML = '<attention-pooling view="fit" kernel="boxcar" width="2" controls="kernel width"></attention-pooling>';
  });
  const figure = page.locator("attention-pooling");
  assert.deepEqual(await figure.evaluate(({kernel, width, view}) => ({kernel, width, view})), {kernel: "boxcar", width: 2, view: "fit"});
  assert.equal(await figure.getByRole("radio", {name: "Boxcar"}).isChecked(), true);
  assert.equal(await figure.getByRole("combobox").count(), 0);
  await figure.evaluate((element) => { element.setAttribute("width", "-1"); });
  await until(() => figure.locator(".status").textContent(), (text) => text.includes("Width −1 is not allowed, only more than 0; it stays 2."));
  await figure.evaluate((element) => { element.view = "compare"; });
  await until(() => figure.getByRole("heading").first().textContent(), (title) => /four widths/.test(title));
});

test("all that is wrong with the attributes is said, and in words that fit them", async () => {
  const page = await host(() => {
    document.querySelector("main").innerHTML = '<attention-pooling view="nope" kernel="sinc" width="-1" samples="own"></attention-pooling>';
  });
  const figure = page.locator("attention-pooling");
  const said = () => figure.locator(".status p").allTextContents();
  const [one, two, ...others] = await until(said, (sentences) => sentences.length === 4);
  assert.match(one, /^Figure “nope” is not one of /);
  assert.equal(two, "Samples “own” are those that a reader pastes or drops, and there are none yet; it stays d2l.");
  assert.match(others[0], /^Kernel “sinc” is not one of /);
  assert.match(others[1], /^Width −1 is not allowed/);
  await figure.getByRole("button", {name: "Reset"}).click();
  await until(said, (sentences) => sentences.length === 0);
  await figure.evaluate((element) => { element.view = "none"; element.query = undefined; });
  assert.deepEqual((await until(said, (sentences) => sentences.length === 2)).map((text) => text.replace(/ of .*;/, " of …;")),
    ["Figure “none” is not one of …; it stays fit.", "Query undefined is not a number; it stays 2.8."]);
  await figure.evaluate((element) => { element.query = 3; });
  await until(said, (sentences) => sentences.length === 0);
});

test("an attribute that is taken away leaves what is usual, also for Reset", async () => {
  const page = await host(() => {
    document.querySelector("main").innerHTML = '<attention-pooling view="compare" width="2" kernel="boxcar"></attention-pooling>';
  });
  const figure = page.locator("attention-pooling");
  const state = () => figure.evaluate(({view, kernel, width}) => ({view, kernel, width}));
  await figure.evaluate((element) => { for (const name of ["view", "width"]) element.removeAttribute(name); });
  assert.deepEqual(await state(), {view: "fit", kernel: "boxcar", width: 0.5});
  await figure.getByRole("button", {name: "Reset"}).click();
  assert.deepEqual(await state(), {view: "fit", kernel: "boxcar", width: 0.5});
  assert.deepEqual(await page.evaluate(() => {
    const early = document.createElement("attention-pooling");
    early.setAttribute("width", "3");
    early.removeAttribute("width");
    document.querySelector("main").append(early);
    return early.width;
  }), 0.5);
});

test("a property set before the element is defined counts", async () => {
  const page = await open({ready: false, arrange: (one) => one.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const figure = document.querySelector("attention-pooling");
      if (!figure || window.early) return;
      window.early = !customElements.get("attention-pooling");
      figure.width = 0.25;
      observer.disconnect();
    }).observe(document, {childList: true, subtree: true});
  })});
  await standing(page);
  assert.equal(await page.evaluate(() => window.early), true);
  assert.equal(await page.evaluate(() => document.querySelector("attention-pooling").width), 0.25);
  await page.getByRole("button", {name: "Reset"}).first().click();
  assert.equal(await page.evaluate(() => document.querySelector("attention-pooling").width), 0.25);
});

test("change is fired for what the reader does, not for what the page sets", async () => {
  const page = await host(() => { document.querySelector("main").append(document.createElement("attention-pooling")); });
  const figure = page.locator("attention-pooling");
  await figure.evaluate((element) => {
    window.changes = [];
    element.addEventListener("change", () => window.changes.push(element.kernel));
    element.width = 1;
    element.setAttribute("kernel", "boxcar");
  });
  await figure.getByRole("radio", {name: "Triangular"}).check();
  assert.deepEqual(await page.evaluate(() => window.changes), ["triangular"]);
});

test("an element taken out and put back goes on as it was", async () => {
  const page = await host(() => { document.querySelector("main").append(document.createElement("attention-pooling")); });
  const figure = page.locator("attention-pooling");
  await figure.getByRole("radio", {name: "Boxcar"}).check();
  await page.evaluate(() => {
    const element = document.querySelector("attention-pooling");
    element.remove();
    element.width = 1;
    document.querySelector("main").append(element);
  });
  assert.equal(await figure.getByRole("radio", {name: "Boxcar"}).isChecked(), true);
  const slider = figure.getByRole("slider", {name: "Width σ"});
  await until(() => slider.getAttribute("aria-valuetext"), (text) => text === "1");
  await figure.evaluate((element) => { element.width = 2; });
  await until(() => slider.getAttribute("aria-valuetext"), (text) => text === "2");
  await slider.press("ArrowRight");
  await until(() => slider.getAttribute("aria-valuetext"), (text) => text === "2.2");
  assert.deepEqual(page.problems, []);
});

test("an element that was hidden is drawn at its true width once it shows", async () => {
  const page = await host(() => { document.querySelector("main").append(document.createElement("attention-pooling")); });
  const drawn = () => page.evaluate(() => Number(document.querySelector("attention-pooling").shadowRoot.querySelector(".plot svg").getAttribute("width")));
  const before = await drawn();
  await page.evaluate(() => { document.querySelector("attention-pooling").hidden = true; });
  await page.setViewportSize({width: 500, height: 800});
  assert.equal(await drawn(), before);
  await page.evaluate(() => { document.querySelector("attention-pooling").hidden = false; });
  await until(drawn, (width) => width < 500);
  assert.deepEqual(page.problems, []);
});

test("light text tells a dark host, which need not say so", async () => {
  const page = await host(() => {
    const main = document.querySelector("main");
    main.style.cssText = "color: #eee; background: #111; color-scheme: light";
    main.append(document.createElement("attention-pooling"));
  });
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("attention-pooling").shadowRoot.querySelector(".est")).stroke), "rgb(131, 183, 242)");
});

test("the page's tokens are the element's, light and dark", async () => {
  for (const dark of [false, true]) {
    const page = await open({dark});
    const [outside, inside] = await page.evaluate(() => {
      const names = ["paper", "muted", "grid", "accent", "query", "tint", "focus"].map((name) => `--attention-${name}`);
      const colours = (parent) => names.map((name) => {
        const probe = parent.appendChild(document.createElement("span"));
        probe.style.color = `var(${name})`;
        return `${name} ${getComputedStyle(probe).color}`;
      });
      return [colours(document.body), colours(document.querySelector("attention-pooling").shadowRoot.querySelector(".figure"))];
    });
    assert.deepEqual(outside, inside);
    assert.ok(new Set(outside.map((line) => line.split(" ").slice(1).join())).size >= 6);
  }
});
