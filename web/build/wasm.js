// The C++ core as WebAssembly: web/core/core.js and core.wasm.

import {availableParallelism} from "node:os";
import {emscriptenRoot} from "./emscripten.js";
import {product} from "./stamp.js";
import {run, step} from "./step.js";
import {installTools} from "./system-packages.js";

const core = product("core", {
  inputs: ["CMakeLists.txt", "CMakePresets.json", "cpp/CMakeLists.txt", "cpp/include", "cpp/src", "cpp/wasm"],
  outputs: ["web/core/core.js", "web/core/core.wasm"],
});

/** Builds the module if what it is made from has changed. */
export async function buildCore() {
  if (core.isFresh()) return;
  await installTools("cmake", "ninja");
  const env = {EMSCRIPTEN_ROOT: await emscriptenRoot()};
  await step("C++ to WebAssembly", async () => {
    const made = core.digest();
    await run("cmake", ["--preset", "wasm"], {log: "wasm-configure", env});
    await run("cmake", ["--build", "--preset", "wasm", "--target", "attention_pooling_core", "--parallel", String(availableParallelism())], {log: "wasm-build", env});
    core.stamp(made);
  });
}
