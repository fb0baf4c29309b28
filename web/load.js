// How a browser, or a bundler on its behalf, finds the WebAssembly. `load-node.js` is the same for node.

/** The compiled core, fetched from beside this file. @returns {Promise<WebAssembly.Module>} */
export async function compileCore() {
  // Bundlers know this form and carry the file along.
  const response = await fetch(new URL("./core/core.wasm", import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  // Streaming compiles while it downloads, but servers that do not know .wasm send it as something else.
  const type = response.headers.get("content-type")?.split(";")[0].trim().toLowerCase();
  if (type === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
