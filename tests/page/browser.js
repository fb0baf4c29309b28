// The built page in a real Chromium, served under the strict content security policy.

import {existsSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {after, afterEach} from "node:test";
import {chromium} from "playwright-core";
import {serve} from "../../web/build/server.js";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const paths = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

let browser, server;
const contexts = new Set();

const start = async () => {
  const executablePath = paths.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("no Chromium: install the package chromium, or name one in CHROMIUM");
  browser ??= await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  server ??= await serve(dist);
};

afterEach(async () => {
  await Promise.all([...contexts].map((context) => context.close()));
  contexts.clear();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/**
 * Opens the page as a reader of its own would, and waits until its figures stand.
 * @param {object} [options] `hash`: the address's end; `ready: false`: does not wait; `arrange`: run with the page
 *   before it is opened; the others as in Playwright's newContext
 * @returns the page, with `problems`: everything the console and the page complained about
 */
export const open = async ({hash = "", path = "", ready = true, width = 1280, height = 900, dark = false, arrange, ...options} = {}) => {
  await start();
  const context = await browser.newContext({
    viewport: {width, height}, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce", ...options,
  });
  contexts.add(context);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) problems.push(message.text()); });
  page.on("pageerror", (error) => problems.push(String(error)));
  await arrange?.(page);
  await page.goto(server.address + path + hash);
  if (ready) await standing(page);
  return Object.assign(page, {problems});
};

/** Waits until every figure is drawn. */
export const standing = (page) => page.waitForFunction(() => {
  const figures = [...document.querySelectorAll("attention-pooling")];
  return figures.length > 0 && figures.every((figure) => figure.shadowRoot?.querySelector(".plot svg"));
});

/** One figure of the page. */
export const figure = (page, view = "fit") => page.locator(`attention-pooling[view="${view}"]`);

/** The numbers over a figure, by their names. */
export const readout = (page, view = "fit") => figure(page, view).evaluate((element) => Object.fromEntries(
  [...element.shadowRoot.querySelectorAll("dl > div")].map((row) => [
    row.querySelector("dt").textContent, row.querySelector("input")?.value ?? row.querySelector("dd").textContent])));

/** The drawn estimate, as path text. */
export const curve = (page) => figure(page).evaluate((element) => element.shadowRoot.querySelector(".plot path.est").getAttribute("d"));

/** Waits until `read` gives something that `wanted` accepts, and gives it back. */
export const until = async (read, wanted, patience = 20_000) => {
  const end = Date.now() + patience;
  let got;
  do {
    got = await read();
    if (wanted(got)) return got;
    await new Promise((resolve) => setTimeout(resolve, 50));
  } while (Date.now() < end);
  throw new Error(`still ${JSON.stringify(got)}`);
};
