// dist/: the library for browsers and node with its types, the element, and the page.

import {copyFile, mkdir, rename, rm} from "node:fs/promises";
import {join} from "node:path";
import {installPackages} from "./npm-packages.js";
import {product} from "./stamp.js";
import {Stop, root, run, step} from "./step.js";
import {buildCore} from "./wasm.js";

const dist = product("dist", {
  inputs: ["web", "package.json", "package-lock.json", "tsconfig.json"],
  outputs: ["dist/index.html", "dist/attention-pooling.js", "dist/attention-pooling.node.js", "dist/define.js", "dist/core/core.wasm", "dist/types/attention-pooling.d.ts"],
});

/** Installs what is missing and builds what is stale. */
export async function build() {
  await installPackages();
  await buildCore();
  if (dist.isFresh()) return;
  await step("Page and library to dist/", async () => {
    const made = dist.digest();
    // Made aside and moved at the end: a reader of the old dist/ never meets half of a new one.
    const part = join(root, "build", "dist.part");
    await rm(part, {recursive: true, force: true});
    await buildPage(part);
    await buildLibrary(part);
    await rm(join(root, "dist"), {recursive: true, force: true});
    await rename(part, join(root, "dist"));
    dist.stamp(made);
  });
}

const buildPage = (folder) =>
  run("node", [join(root, "node_modules/vite/bin/vite.js"), "build", "--config", "web/build/vite.config.js", "--outDir", folder, "--emptyOutDir"], {log: "page"});

// The library by esbuild and not by Vite, whose library mode puts the WebAssembly
// into the script as base64, a third larger and nothing a browser can stream.
async function buildLibrary(folder) {
  const esbuild = await import("esbuild");   // not above: it may only just have been installed
  const bundle = (source, name, options) => esbuild.build({
    entryPoints: [join(root, "web", source)], outfile: join(folder, name), ...options,
    bundle: true, format: "esm", target: "es2022", minify: true, legalComments: "eof", logLevel: "silent",
  }).catch((error) => { throw new Stop(error.message); });
  await bundle("attention-pooling.js", "attention-pooling.js", {platform: "browser"});
  await bundle("attention-pooling.js", "attention-pooling.node.js", {platform: "node"});
  await bundle("define.js", "define.js", {platform: "browser"});   // the element, for pages of others
  await mkdir(join(folder, "core"), {recursive: true});
  await copyFile(join(root, "web/core/core.wasm"), join(folder, "core/core.wasm"));
  await run("node", [join(root, "node_modules/typescript/bin/tsc"), "--project", "web/build/tsconfig.json", "--outDir", join(folder, "types")], {log: "types"});
}
