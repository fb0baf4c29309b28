// The README's pictures: the figure `fit` as it opens, light and dark, taken from the built page.

import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {build} from "./dist.js";
import {serve} from "./server.js";
import {main, root} from "./step.js";
import {browser, installTools} from "./system-packages.js";

const folder = join(root, "web", "pictures");

await main(async () => {
  await build();
  await installTools("browser", "fonts");
  const {chromium} = await import("playwright-core");   // not above: it may only just have been installed
  const site = await serve(join(root, "dist"));
  const launched = await chromium.launch({executablePath: browser(), args: ["--no-sandbox", "--disable-gpu"]});
  await mkdir(folder, {recursive: true});
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const page = await launched.newPage({colorScheme, viewport: {width: 1100, height: 900}, reducedMotion: "reduce"});
    await page.goto(site.address);
    const figure = page.locator("attention-pooling[view=fit]");
    await figure.locator("svg[aria-label]").first().waitFor();
    const {x, y, width, height} = await figure.boundingBox();
    const margin = 20;
    await page.screenshot({
      path: join(folder, `fit-${colorScheme}.png`), fullPage: true,
      clip: {x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin},
    });
  }
  await launched.close();
  await site.close();
  console.log(`Pictures in ${folder}`);
});
