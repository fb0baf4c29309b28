// Who takes part: ours, and the peers that are present.

import {existsSync} from "node:fs";
import {createRequire} from "node:module";
import {delimiter, join} from "node:path";
import {fileURLToPath} from "node:url";
import {root, run, step} from "../../web/build/step.js";
import {installTools} from "../../web/build/system-packages.js";
import {buildCore} from "../../web/build/wasm.js";
import {child, local} from "./contestant.js";
import * as plain from "./plain.js";

const build = join(root, "build", "bench-native");
const peers = fileURLToPath(new URL("peers/", import.meta.url));

/** Builds ours, both ways. */
export async function buildOurs() {
  await buildCore();
  await installTools("cmake", "ninja", "compiler");
  await step("C++ of the bench", async () => {
    await run("cmake", ["-S", root, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DATTENTION_POOLING_BENCH=ON", "-DATTENTION_POOLING_TESTS=OFF"], {log: "bench-configure"});
    await run("cmake", ["--build", build, "--target", "attention_pooling_bench", "--parallel", "2"], {log: "bench-build"});
  });
}

/** Ours and the loops, which are always there, by name. */
export async function startOurs() {
  const {loadAttention} = await import("../../web/attention-pooling.js");
  const attention = await loadAttention();
  const program = join(build, "cpp", "bench", "attention_pooling_bench");
  const native = (name, role) => child(name, program, [role]);
  const wasm = local("ours, Wasm", `node ${process.versions.node}`, {
    pool: ([kernel, width], [keys, values, queries]) => attention.attentionPool({queries, keys, values, kernel, width: Number(width)}),
    attention: ([dim], [keys, values, queries]) => attention.dotProductAttention({queries, keys, values, dim: Number(dim), columns: Number(dim)}),
    loo: ([kernel], [widths, keys, values]) => attention.looCurve({keys, values, kernel, widths}).errors,
  });
  const loop = local("plain JS loop", `node ${process.versions.node}`, {
    pool: ([kernel, width], [keys, values, queries]) => plain.pool[kernel](queries, keys, values, Number(width)),
    attention: ([dim], [keys, values, queries]) => plain.attention(queries, keys, values, Number(dim)),
  });
  const sort = local("Float64Array.sort", `node ${process.versions.node}`, {sort: (_, [keys]) => keys.sort()}, (keys) => keys.slice());
  return {
    attention, wasm, loop, sort,
    native: await native("ours, native", "ours"), nativeLoop: await native("plain C++ loop", "plain"), exact: await native("exact", "exact"),
  };
}

/** The folder whose node_modules/ holds TensorFlow.js: named, ours, or one of NODE_PATH. */
function tensorflowFolder(folder) {
  const folders = [folder, root, ...(process.env.NODE_PATH ?? "").split(delimiter).filter(Boolean).map((path) => join(path, ".."))];
  return folders.find((folder) => {
    if (!folder) return false;
    try {
      return existsSync(createRequire(join(folder, "package.json")).resolve("@tensorflow/tfjs-backend-wasm"));
    } catch {
      return false;
    }
  });
}

/**
 * The peers that start, and why the others do not. `folder` may hold what this machine lacks:
 * node_modules/ and a Python environment in venv/.
 */
export async function startPeers(folder) {
  const own = folder && join(folder, "venv", "bin", "python");
  const python = own && existsSync(own) ? own : "python3";
  const tensorflow = tensorflowFolder(folder);
  const candidates = [
    ["numpy", python, join(peers, "peers.py"), "numpy"],
    ["scikit-learn rbf_kernel", python, join(peers, "peers.py"), "sklearn"],
    ["torch, float64", python, join(peers, "peers.py"), "torch64"],
    ["torch, float32", python, join(peers, "peers.py"), "torch32"],
    ["R ksmooth", "Rscript", join(peers, "peers.R"), "ksmooth"],
    ["R KernSmooth locpoly", "Rscript", join(peers, "peers.R"), "locpoly"],
    ["tfjs-wasm, float32", ...(tensorflow ? ["node", join(peers, "tfjs.js"), tensorflow] : [undefined, "@tensorflow/tfjs-backend-wasm and tfjs-core are not installed"])],
  ];
  const present = [], skipped = [];
  for (const [name, command, ...args] of candidates) {
    try {
      if (!command) throw new Error(args[0]);
      present.push(await child(name, command, args));
    } catch (error) {
      skipped.push({name, reason: /ENOENT/.test(error.message) ? `${command} is not installed` : error.message.replace(/^\w+Error: /, "")});
    }
  }
  return {present, skipped};
}
