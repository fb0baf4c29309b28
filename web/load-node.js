// How node finds the WebAssembly. `load.js` is the same for browsers.

import {readFile} from "node:fs/promises";

/** The compiled core, read from beside this file. @returns {Promise<WebAssembly.Module>} */
export const compileCore = async () =>
  WebAssembly.compile(await readFile(new URL("./core/core.wasm", import.meta.url)));
