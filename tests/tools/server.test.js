import assert from "node:assert/strict";
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {connect} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {serve} from "../../web/build/server.js";

let folder, site;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "serve-"));
  mkdirSync(join(folder, "site", "below"), {recursive: true});
  writeFileSync(join(folder, "secret.txt"), "secret");
  for (const name of ["index.html", "a.js", "a.css", "core.wasm", "a.svg", "unknown.xyz", "below/index.html", "with space.js"]) {
    writeFileSync(join(folder, "site", name), name);
  }
  site = await serve(join(folder, "site"));
});
after(async () => {
  await site.close();
  rmSync(folder, {recursive: true});
});

const get = (path, options) => fetch(new URL(path, site.address), options);

/** The status of a request whose path is sent as it is: fetch would tidy "..". */
const rawStatus = (path) => new Promise((resolve, reject) => {
  const {port} = new URL(site.address);
  const socket = connect(Number(port), "127.0.0.1", () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`));
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => { answer += text; }).on("error", reject)
    .on("close", () => resolve({status: Number(answer.split(" ")[1]), answer}));
});

for (const [path, type] of [
  ["", "text/html; charset=utf-8"], ["a.js", "text/javascript; charset=utf-8"], ["a.css", "text/css; charset=utf-8"],
  ["core.wasm", "application/wasm"], ["a.svg", "image/svg+xml"], ["unknown.xyz", "application/octet-stream"],
  ["below/", "text/html; charset=utf-8"], ["with%20space.js?x=1", "text/javascript; charset=utf-8"],
]) {
  test(`serve answers /${path} as ${type}`, async () => {
    const response = await get(path);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), type);
  });
}

test("serve sends a policy that allows no inline script or style, no eval and no other host", async () => {
  const policy = (await get("")).headers.get("content-security-policy");
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'(;|$)/);
  assert.match(policy, /style-src 'self'(;|$)/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/);
});

test("serve answers 404 where nothing is, for a folder without its slash too", async () => {
  assert.equal((await get("missing.js")).status, 404);
  assert.equal((await get("below")).status, 404);
});

for (const path of ["/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/below/../../secret.txt", "/..%5csecret.txt", "/%00", "/%E0%A4%A", "//secret.txt"]) {
  test(`serve answers ${path} with 404 and nothing from outside its folder`, async () => {
    const {status, answer} = await rawStatus(path);
    assert.equal(status, 404);
    assert.doesNotMatch(answer, /\r\n\r\nsecret/);
  });
}

test("serve answers HEAD without a body and POST with 405", async () => {
  const head = await get("a.js", {method: "HEAD"});
  assert.equal(head.status, 200);
  assert.equal(await head.text(), "");
  assert.equal((await get("a.js", {method: "POST", body: "x"})).status, 405);
});

test("serve(folder, {port}) rejects when the port is taken", async () => {
  await assert.rejects(serve(folder, {port: Number(new URL(site.address).port)}), {code: "EADDRINUSE"});
});
