// One contestant of `npm run bench`: TensorFlow.js on WebAssembly; see contestant.js. Its
// argument is the folder whose node_modules/ holds the packages.

import {readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {join} from "node:path";
import {createInterface} from "node:readline";

const require = createRequire(join(process.argv[2], "package.json"));
const tf = require("@tensorflow/tfjs-core");
const wasm = require("@tensorflow/tfjs-backend-wasm");
const entries = 1 << 21;   // of the matrix of weights at once

const read = (name) => Float32Array.from(new Float64Array(new Uint8Array(readFileSync(name)).buffer));

/** A tensor's numbers; reading them waits for the result. */
const numbers = (call) => {
  const tensor = tf.tidy(call);
  const result = tensor.dataSync();
  tensor.dispose();
  return result;
};

function pool({queries, keys, values, width}) {
  const rows = Math.max(1, Math.floor(entries / keys.length));
  const pooled = new Float64Array(queries.length);
  for (let i = 0; i < queries.length; i += rows) {
    const block = queries.subarray(i, i + rows);
    pooled.set(numbers(() => {
      const x = tf.div(tf.sub(tf.tensor2d(block, [block.length, 1]), tf.tensor2d(keys, [1, keys.length])), width);
      return tf.matMul(tf.softmax(tf.mul(tf.square(x), -0.5)), tf.tensor2d(values, [values.length, 1]));
    }), i);
  }
  return pooled;
}

const attention = ({queries, keys, values, dim}) => Float64Array.from(numbers(() => {
  const [q, k, v] = [queries, keys, values].map((x) => tf.tensor2d(x, [x.length / dim, dim]));
  return tf.matMul(tf.softmax(tf.div(tf.matMul(q, k, false, true), Math.sqrt(dim))), v);
}));

function answer([verb, ...order]) {
  const [kernel, width] = verb === "pool" ? order.splice(0, 2) : ["gaussian"];
  if (kernel !== "gaussian") return "no kernel of that name";
  const dim = verb === "attention" ? Number(order.shift()) : 1;
  if (verb !== "pool" && verb !== "attention") return `no ${verb}`;
  const [keys, values, queries] = order.slice(0, 3).map(read);
  const call = verb === "pool" ? pool : attention;
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  const pooled = call({queries, keys, values, width: Number(width), dim});
  const spent = process.cpuUsage(cpu);
  const answer = `ok ${performance.now() - wall} ${(spent.user + spent.system) / 1000}`;
  writeFileSync(order[3], new Uint8Array(pooled.buffer));
  return answer;
}

wasm.setThreadsCount(1);
if (!await tf.setBackend("wasm")) throw new Error("the wasm backend did not start");
await tf.ready();
console.log(`ready ${tf.version_core}`);
for await (const line of createInterface({input: process.stdin})) {
  try {
    console.log(answer(line.split(" ")));
  } catch (error) {
    console.log(`no ${String(error.message).replaceAll(/\s+/g, " ")}`);
  }
}
