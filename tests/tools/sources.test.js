// What holds for the sources as a whole: the direction of imports, and no address of any registry.

import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join, relative} from "node:path";
import {test} from "node:test";
import {build} from "esbuild";
import {filesBelow} from "../../web/build/stamp.js";
import {root} from "../../web/build/step.js";

// Each layer may import from itself and from those above it in this list, never from below.
/** @type {[name: string, files: RegExp][]} */
const layers = [
  ["JS API", /^((core|api)\/|(load|load-node|attention-pooling)\.js$)/],
  ["settings and data", /^(settings\.js|data\/)/],
  ["model", /^model(\.js$|\/)/],
  ["figures", /^figures\//],
  ["element", /^(?!page\.js$)/],
  ["page", /^page\.js$/],
];
const layerOf = (path) => layers.findIndex(([, pattern]) => pattern.test(path));
const web = join(root, "web");

/** Every import in web/, as {path, imported, external}. */
async function readImports() {
  const {metafile} = await build({
    entryPoints: filesBelow(web).filter((path) => path.endsWith(".js") && !/^(build|core)\//.test(relative(web, path))),
    bundle: true, write: false, metafile: true, format: "esm", packages: "external",
    outdir: join(root, "build"), absWorkingDir: web, logLevel: "silent",
  });
  return Object.entries(metafile.inputs).flatMap(([path, input]) =>
    input.imports.map(({path: imported, external}) => ({path, imported, external})));
}

test("imports in web/ go one way: JS API, settings and data, model, figures, element, page", async () => {
  const imports = await readImports();
  assert.ok(imports.length > 10, "the imports were read");
  const wrong = imports.filter(({path, imported, external}) => !external && layerOf(imported) > layerOf(path));
  assert.deepEqual(wrong.map(({path, imported}) => `${path} (${layers[layerOf(path)][0]}) imports ${imported} (${layers[layerOf(imported)][0]})`), []);
});

test("the JS API imports no package, and nothing before the figures imports Lit", async () => {
  const packages = (await readImports()).filter(({imported, external}) => external && !imported.startsWith("node:"));
  assert.deepEqual(packages.filter(({path}) => layerOf(path) === 0), []);
  assert.deepEqual(packages.filter(({path, imported}) => layerOf(path) < 3 && /^(lit|@lit)/.test(imported)), []);
});

test("package-lock.json names no registry, and package.json only exact versions", () => {
  assert.doesNotMatch(readFileSync(join(root, "package-lock.json"), "utf8"), /"resolved"/);
  const {dependencies, devDependencies} = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const [name, version] of Object.entries({...dependencies, ...devDependencies})) assert.match(version, /^\d+\.\d+\.\d+$/, name);
});

test("the build scripts name no host but this machine", () => {
  for (const path of [...filesBelow(join(web, "build")), join(root, "cpp/wasm/emscripten-debian.sh"), join(root, ".npmrc")]) {
    const hosts = readFileSync(path, "utf8").match(/https?:\/\/[\w.-]+/g) ?? [];
    assert.deepEqual(hosts.filter((host) => host !== "http://127.0.0.1"), [], path);
  }
});
