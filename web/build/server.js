// A static server for dist/, as strict as the strictest host we mean to run on.

import {readFile, stat} from "node:fs/promises";
import {createServer} from "node:http";
import {extname, join, resolve, sep} from "node:path";

const types = new Map(Object.entries({
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8", ".csv": "text/csv; charset=utf-8", ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8", ".ts": "text/plain; charset=utf-8", ".wasm": "application/wasm",
  ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".woff2": "font/woff2",
}));

/** Nothing inline, nothing from anywhere else, no eval but WebAssembly's. */
export const contentSecurityPolicy = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data: blob:",
  "font-src 'self'", "connect-src 'self'", "worker-src 'self'", "frame-src 'self'", "base-uri 'none'", "form-action 'none'",
].join("; ");

/** The file an address stands for, or undefined if that is outside the folder or nothing. */
async function fileFor(folder, url) {
  let path;
  try {
    path = decodeURIComponent(url.split(/[?#]/)[0]);
  } catch {
    return undefined;
  }
  if (path.includes("\0") || path.includes("\\")) return undefined;
  const file = resolve(join(folder, path.endsWith("/") ? `${path}index.html` : path));
  if (!file.startsWith(resolve(folder) + sep)) return undefined;
  return (await stat(file).catch(() => undefined))?.isFile() ? file : undefined;
}

/**
 * Serves a folder at `port` (0: any free one) of this machine. Resolves to the address and a
 * `close` that also ends connections kept open.
 */
export function serve(folder, {port = 0} = {}) {
  const server = createServer(async (request, response) => {
    const headers = {
      "content-security-policy": contentSecurityPolicy,
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
    };
    const answer = (status, type, body) => {
      response.writeHead(status, {...headers, "content-type": type, "content-length": Buffer.byteLength(body)});
      response.end(request.method === "HEAD" ? undefined : body);
    };
    if (request.method !== "GET" && request.method !== "HEAD") {
      headers.allow = "GET, HEAD";
      return answer(405, types.get(".txt"), "Only GET and HEAD are answered here.\n");
    }
    const file = await fileFor(folder, request.url);
    const body = file && await readFile(file).catch(() => undefined);
    if (!body) return answer(404, types.get(".txt"), "Nothing is at this address.\n");
    answer(200, types.get(extname(file)) ?? "application/octet-stream", body);
  });
  return new Promise((fulfil, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => fulfil({
      address: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`,
      close: () => new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
    }));
  });
}
