// Every html, js and cpp block of README.md is run as a reader would run it.

import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from "node:fs";
import {availableParallelism} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {chromium} from "playwright-core";
import {serve} from "../../web/build/server.js";
import {root} from "../../web/build/step.js";
import {browser} from "../../web/build/system-packages.js";

const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = [...readme.matchAll(/^( *)```(\w[\w+]*)[^\n]*\n([\s\S]*?)^\1```/gm)]
  .map(([, , language, text], i) => ({language, text, name: `block-${i + 1}`}));
const inLanguage = (language) => blocks.filter((block) => block.language === language);
const folder = join(root, "build", "readme");
mkdirSync(folder, {recursive: true});

const firstLine = (text) => text.trim().split("\n")[0];

test("README.md has an example for the page, for JS and for C++", () => {
  for (const language of ["html", "js", "cpp"]) assert.ok(inLanguage(language).length, `no ${language} block`);
});

for (const {text, name} of inLanguage("js")) {
  test(`README's js runs in node: ${firstLine(text)}`, () => {
    // Below the project's root, "attention-pooling" means the project itself.
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, text);
    execFileSync(process.execPath, [file], {stdio: "pipe"});
  });
}

for (const {text, name} of inLanguage("cpp")) {
  test(`README's cpp compiles against the library and runs: ${firstLine(text)}`, () => {
    const project = join(folder, name);
    mkdirSync(project, {recursive: true});
    // A part of a program is given the main function around it.
    const lines = text.split("\n");
    const isInclude = (line) => /^\s*#/.test(line);
    const program = /\bmain\s*\(/.test(text) ? text
      : `${lines.filter(isInclude).join("\n")}\nint main() {\n${lines.filter((line) => !isInclude(line)).join("\n")}\n}\n`;
    writeIfChanged(join(project, "main.cpp"), program);
    writeIfChanged(join(project, "CMakeLists.txt"), `cmake_minimum_required(VERSION 3.25)
project(readme LANGUAGES CXX)
add_subdirectory("${root}" attention_pooling)
add_executable(readme main.cpp)
target_link_libraries(readme PRIVATE attention_pooling::attention_pooling)
`);
    const cmake = (...args) => execFileSync("cmake", args, {stdio: "pipe", encoding: "utf8"});
    cmake("-S", project, "-B", join(project, "build"), "-G", "Ninja");
    cmake("--build", join(project, "build"), "--parallel", String(availableParallelism()));
    execFileSync(join(project, "build", "readme"), {stdio: "pipe"});
  });
}

/** Leaves the time of an unchanged file alone, so that nothing is compiled twice. */
function writeIfChanged(file, text) {
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}

for (const {text} of inLanguage("html")) {
  test(`README's html draws a figure in Chromium: ${firstLine(text)}`, async () => {
    const site = await serve(join(root, "dist"));
    const launched = await chromium.launch({
      executablePath: browser(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
    try {
      const page = await launched.newPage();
      const complaints = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      // Wherever the reader is told to put the files, here they come from dist/.
      await page.route("**/*", (route) => {
        const url = new URL(route.request().url());
        if (url.pathname === "/readme.html") {
          return route.fulfill({contentType: "text/html; charset=utf-8", body: `<!doctype html><html lang="en"><title>README</title><link rel="icon" href="data:,"><body>${text}`});
        }
        const parts = url.pathname.split("/").filter(Boolean);
        const from = parts.findIndex((_, i) => isFile(join(root, "dist", ...parts.slice(i))));
        return from < 0 ? route.abort() : route.fulfill({path: join(root, "dist", ...parts.slice(from))});
      });
      await page.goto(new URL("readme.html", site.address).href);
      const elements = page.locator("attention-pooling");
      assert.ok(await elements.count(), "the block holds an <attention-pooling>");
      for (const element of await elements.all()) await element.locator("svg[aria-label]").first().waitFor({timeout: 20_000});
      assert.equal(await page.getByRole("alert").filter({hasText: /\S/}).count(), 0);
      assert.deepEqual(complaints, []);
    } finally {
      await launched.close();
      await site.close();
    }
  });
}

const isFile = (path) => existsSync(path) && statSync(path).isFile();
