// The page around the figures: address, captions, tools, and what must never happen.

import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {curve, figure, open, readout, standing, until} from "./browser.js";

const ending = (page) => page.evaluate(() => decodeURIComponent(location.hash));
const status = (page, view) => figure(page, view).locator(".status").textContent().then((text) => text.replace(/\s+/g, " ").trim());

test("a link opens the same state, to the digit", async () => {
  const hash = "#kernel=triangular&width=0.30000000000000004&query=1.2345678901234567&seed=7";
  const page = await open({hash});
  assert.deepEqual(await figure(page).evaluate(({kernel, width, query, seed}) => ({kernel, width, query, seed})),
    {kernel: "triangular", width: 0.30000000000000004, query: 1.2345678901234567, seed: 7});
  const drawn = [await curve(page), await readout(page)];
  await figure(page).getByRole("button", {name: "New sample"}).click();
  await until(() => ending(page), (text) => text.includes("seed=8"));
  const again = await open({hash: (await ending(page)).replace("seed=8", "seed=7")});
  assert.deepEqual([await curve(again), await readout(again)], drawn);
});

test("an address changed by hand is read back", async () => {
  const page = await open();
  await page.evaluate(() => { location.hash = "#width=2"; });
  await until(() => readout(page), (now) => now["error to truth"] === "0.741");
});

test("hostile addresses give a working figure and a sentence, and run nothing", async () => {
  const hostile = [
    "#width=0", "#width=NaN&query=Infinity", "#kernel=__proto__", "#kernel=constructor&samples=toString", "#n=1e9&seed=-1",
    "#width=<img src=x onerror=alert(1)>", "#kernel=%3Cscript%3Ealert(1)%3C/script%3E", "#query=%E0%A4%A", "#samples=own", "#from=5&to=1",
  ];
  for (const hash of hostile) {
    const page = await open({hash, arrange: (one) => one.on("dialog", () => assert.fail("a dialog opened"))});
    assert.equal(await figure(page).locator(".plot svg").count(), 1, hash);
    assert.match((await readout(page)).pooled, /^−?[\d.]+$/, hash);
    assert.match(await until(() => status(page), Boolean), /\.$/, hash);
    assert.deepEqual(page.problems, [], hash);
    await page.context().close();
  }
});

test("unknown names in the address are left alone", async () => {
  const page = await open({hash: "#utm_source=mail&width=0.2"});
  assert.equal((await readout(page))["error to truth"], "0.113");
  assert.equal(await status(page), "");
});

test("a caption's phrase sets what it names, and is current while it is the state", async () => {
  const page = await open();
  const phrase = (name) => page.getByRole("button", {name, exact: true});
  assert.equal(await phrase("width 0.5").getAttribute("aria-current"), "true");
  await phrase("width 0.1").click();
  await until(() => readout(page), (now) => now["error to truth"] === "0.350");
  assert.equal(await phrase("width 0.1").getAttribute("aria-current"), "true");
  assert.equal(await phrase("width 0.5").getAttribute("aria-current"), null);
  await phrase("row 0").click();
  await until(() => readout(page, "weights"), (now) => Number(now.query) === 0);
  assert.equal(await until(() => ending(page), (text) => text.includes("query")), "#width=0.1&query=0");
  await phrase("four kernels").click();
  await until(() => figure(page, "compare").getByRole("heading").first().textContent(), (title) => /kernels/.test(title));
  await phrase("to distance 1").click();
  await until(() => readout(page, "kernels"), (now) => Object.values(now).some((value) => Number(value) === 1));
});

test("a phrase eases there where motion is welcome, and jumps where it is not", async () => {
  const watch = async (options) => {
    const page = await open(options);
    await figure(page).evaluate((element) => {
      window.curves = new Set();
      new MutationObserver(() => window.curves.add(element.shadowRoot.querySelector(".plot .est").getAttribute("d")))
        .observe(element.shadowRoot, {subtree: true, attributes: true, attributeFilter: ["d"]});
    });
    await page.getByRole("button", {name: "width 5"}).click();
    await until(() => readout(page), (now) => Number(now["keys in effect"]) > 39);
    return page.evaluate(() => window.curves.size);
  };
  assert.ok(await watch({reducedMotion: "no-preference"}) > 1);
  assert.equal(await watch({reducedMotion: "reduce"}), 1);
});

test("the contents lead to each figure, and the address keeps the state", async () => {
  const page = await open({hash: "#seed=7&width=0.3"});
  const top = (of, view) => of.evaluate((id) => document.getElementById(id).getBoundingClientRect().top, view);
  const link = (name) => page.getByRole("navigation").getByRole("link", {name});
  const before = await readout(page);
  for (const [name, view] of [["Kernels", "kernels"], ["Fit", "fit"], ["Weights", "weights"]]) {
    await link(name).click();
    await until(() => top(page, view), (at) => at > -5 && at < 200);
    assert.equal(await page.evaluate(() => document.activeElement.id), view);
  }
  assert.equal(await until(() => ending(page), (text) => text.includes("weights")), "#view=weights&width=0.3&seed=7");
  await page.reload();
  await standing(page);
  assert.deepEqual(await readout(page), before);
  await until(() => top(page, "weights"), (at) => at > -5 && at < 200);

  // A link of its own opens the same, in another window too.
  assert.match(await link("Compare").getAttribute("href"), /#view=compare&width=0\.3&seed=7$/);
});

test("a place typed into the address is gone to, and what was set stays", async () => {
  const page = await open({hash: "#weights"});
  const top = (view) => page.evaluate((id) => document.getElementById(id).getBoundingClientRect().top, view);
  await until(() => top("weights"), (at) => at > -5 && at < 200);
  assert.equal(await ending(page), "#weights");
  await figure(page).evaluate((element) => { element.width = 0.3; });
  assert.equal(await until(() => ending(page), (text) => text.includes("width")), "#view=weights&width=0.3");
  await page.evaluate(() => { location.hash = "#kernels"; });
  await until(() => top("kernels"), (at) => at > -5 && at < 200);
  assert.equal(await until(() => ending(page), (text) => text.includes("width")), "#view=kernels&width=0.3");
});

test("an address keeps only what its samples make use of, and a range brings its width and query", async () => {
  const page = await open({hash: "#samples=cars&n=200&noise=0.5"});
  await figure(page).getByRole("radio", {name: "Boxcar"}).check();
  assert.equal(await until(() => ending(page), (text) => text.includes("boxcar")), "#kernel=boxcar&samples=cars");
  const far = await open({hash: "#from=10&to=100"});
  assert.equal(await until(() => status(far), Boolean), "Query is now 60.4, to suit these samples.Width is now 10, to suit these samples.");
  assert.equal((await readout(far)).query, "60.4");
});

test("Copy link copies a link that opens this figure in this state", async () => {
  const page = await open({hash: "#width=0.2", permissions: ["clipboard-read", "clipboard-write"]});
  await figure(page, "compare").getByRole("button", {name: "Copy link"}).click();
  assert.equal(await until(() => status(page, "compare"), Boolean), "Link copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#view=compare&width=0\.2$/);
  const again = await open({hash: link.slice(link.indexOf("#"))});
  assert.equal((await readout(again))["error to truth"], "0.113");
  await until(() => again.evaluate(() => document.getElementById("compare").getBoundingClientRect().top), (top) => Math.abs(top) < 400);
});

test("where the browser will not copy, the link is there, selected", async () => {
  const page = await open({arrange: (one) => one.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", {value: {writeText: () => Promise.reject(new DOMException("no", "NotAllowedError"))}});
  })});
  await figure(page).getByRole("button", {name: "Copy link"}).click();
  const field = figure(page).getByLabel("The link could not be copied; here it is to select.");
  assert.match(await field.inputValue(), /#view=fit$/);
  assert.equal(await field.evaluate((input) => input.value.slice(input.selectionStart, input.selectionEnd) === input.value), true);
});

test("Table shows the numbers of each figure", async () => {
  const page = await open();
  const rows = {fit: 40, weights: 10, compare: 4, kernels: 4};
  for (const [view, least] of Object.entries(rows)) {
    const button = figure(page, view).getByRole("button", {name: "Table"});
    assert.equal(await button.getAttribute("aria-expanded"), "false");
    await button.click();
    assert.ok(await figure(page, view).locator("tbody tr").count() >= least, view);
    assert.equal(await button.getAttribute("aria-expanded"), "true");
    await button.click();
    assert.equal(await figure(page, view).locator("table").count(), 0);
  }
});

test("Download gives the samples and the curve as files", async () => {
  const page = await open();
  await figure(page).getByRole("button", {name: "Download"}).click();
  for (const [name, first, lines] of [["Samples and weights, CSV", "x,y,weight", 41], ["Curve, CSV", "query,estimate", 900]]) {
    const [file] = await Promise.all([page.waitForEvent("download"), figure(page).getByRole("button", {name}).click()]);
    let text = "";
    for await (const piece of await file.createReadStream()) text += piece;
    const rows = text.trim().split("\r\n").length > 1 ? text.trim().split("\r\n") : text.trim().split("\n");
    assert.equal(rows[0], first);
    assert.ok(rows.length >= lines, `${rows.length} lines`);
  }
});

test("Reset goes back to how the page opens", async () => {
  const page = await open({hash: "#kernel=boxcar&width=0.2&samples=sine&query=1"});
  await figure(page).getByRole("button", {name: "Reset"}).click();
  await until(() => readout(page), (now) => now["error to truth"] === "0.136" && now.query === "2.80");
  assert.equal(await until(() => ending(page), (text) => text === ""), "");
});

test("the greatest number of the colour bar is the greatest weight over all panels", async () => {
  const {attentionWeights} = await (await import("../../dist/attention-pooling.node.js")).loadAttention();
  const keys = readFileSync(new URL("../cases/d2l-seed0.csv", import.meta.url), "utf8").trim().split(/\r?\n/).map((line) => Number(line.split(",")[0])).filter(Number.isFinite);
  const queries = Array.from({length: 50}, (_, i) => i / 10);
  const greatest = (panels) => Math.max(...panels.map(([kernel, width]) => Math.max(...attentionWeights({queries, keys, kernel, width}))));
  const widths = (kernel) => [0.1, 0.2, 0.5, 1].map((width) => [kernel, width]);
  const kernels = (width) => ["gaussian", "boxcar", "constant", "triangular"].map((kernel) => [kernel, width]);
  for (const [hash, panels] of [["#", widths("gaussian")], ["#compare=kernels", kernels(0.5)], ["#compare=kernels&width=0.2", kernels(0.2)], ["#kernel=epanechnikov", widths("epanechnikov")]]) {
    const page = await open({hash});
    const texts = await figure(page, "compare").locator(".plot svg text").allTextContents();
    // The bar's ticks are the last numbers drawn that are no positions: the greatest stands among them to three decimals.
    const expected = greatest(panels);
    assert.ok(texts.some((text) => text.trim() !== "" && Number(text) === Number(expected.toFixed(3))), `${expected} is not among ${texts}`);
    assert.ok(!texts.some((text) => /^0\.\d+$/.test(text.trim()) && Number(text) > expected + 0.0005), `${texts}`);
  }
});

test("without WebAssembly the still text stays, one line says so, and Try again tries again", async () => {
  let blocked = true;
  const page = await open({ready: false, arrange: (one) => one.route("**/*.wasm", (route) => (blocked ? route.abort() : route.continue()))});
  const alert = figure(page).getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.textContent(), /could not start in this browser/);
  const text = page.getByText("Here forty noisy samples");
  assert.ok(await text.isVisible());
  assert.ok((await text.boundingBox()).height < 200, "the room that the figure would need is given back");
  blocked = false;
  await figure(page, "compare").getByRole("button", {name: "Try again"}).click();   // and all figures start
  await standing(page);
  assert.equal((await readout(page)).pooled, "3.57");
});

test("the text does not jump when the figures come", async () => {
  for (const width of [360, 1280]) {
    const page = await open({width, ready: false, arrange: (one) => one.route("**/*.wasm", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    })});
    const place = () => page.evaluate(() => document.getElementById("weights").getBoundingClientRect().top + scrollY);
    await page.waitForFunction(() => customElements.get("attention-pooling"));
    const before = await place();
    await standing(page);
    assert.ok(Math.abs(await place() - before) <= 24, `${before} to ${await place()} at ${width}`);
  }
});

test("the WebAssembly is asked for once, and nothing from anywhere else", async () => {
  const asked = [];
  const page = await open({arrange: (one) => one.on("request", (request) => asked.push(new URL(request.url())))});
  assert.equal(asked.filter(({pathname}) => pathname.endsWith(".wasm")).length, 1);
  const {host} = new URL(page.url());
  assert.deepEqual(asked.filter((url) => url.protocol !== "data:" && url.host !== host), []);
  assert.deepEqual(page.problems, []);   // where the policy would say what it refused
});
