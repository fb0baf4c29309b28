import assert from "node:assert/strict";
import {test} from "node:test";
import {loadAttention} from "../../web/attention-pooling.js";

const {consistency, looCurve, looCurveInSlices, looError, sample, selectWidth, selectWidthInSlices} = await loadAttention();
const book = sample();

test("looCurve({widths}) is looError at every width", () => {
  const widths = [0.1, 0.32, 1];
  assert.deepEqual(looCurve({...book, widths}), {widths: Float64Array.from(widths), errors: Float64Array.from(widths, (width) => looError({...book, width}))});
});

test("selectWidth({keys, values}) finds the book's width, the least error it tried", () => {
  const {width, error, widths, errors} = selectWidth(book);
  assert.ok(typeof width === "number" && Math.abs(width - 0.32) < 5e-3);
  assert.equal(error, looError({...book, width}));
  assert.equal(widths.length, errors.length);
  assert.ok(errors.every((each) => !(each < error * (1 - 1e-12))));
});

test("selectWidth({perCoordinate}) gives a width for each coordinate", () => {
  const keys = Float64Array.from({length: 80}, (_, i) => 2.5 + 2.5 * Math.sin(7 * i * i + i));
  const values = Float64Array.from({length: 40}, (_, i) => Math.sin(2 * keys[2 * i]));
  const {width} = selectWidth({keys, values, dim: 2, perCoordinate: true});
  assert.ok(width instanceof Float64Array && width.length === 2 && width[1] > width[0]);
});

test("selectWidthInSlices(…) gives the same bits as selectWidth, with progress that grows to 1", async () => {
  const samples = sample({n: 400, seed: 2});
  /** @type {number[]} */
  const seen = [];
  const found = await selectWidthInSlices({...samples, onProgress: ({done}) => seen.push(done)});
  assert.deepEqual(found, selectWidth(samples));
  assert.ok(seen.length > 3 && seen.at(-1) === 1);
  assert.ok(seen.every((done, i) => i === 0 || done >= seen[i - 1]));
});

test("looCurveInSlices(…) lets everything else have its turn", async () => {
  const {keys, values} = sample({n: 2000});
  const samples = {keys, dim: 2, values: values.subarray(0, 1000)};   // in one dimension it would be over too soon
  let turns = 0;
  const timer = setInterval(() => ++turns, 1);
  let slices = 0;
  const found = await looCurveInSlices({...samples, widths: [0.1, 0.2, 0.4], onProgress: () => ++slices});
  clearInterval(timer);
  assert.deepEqual(found, looCurve({...samples, widths: [0.1, 0.2, 0.4]}));
  assert.ok(slices > 3 && turns > 2, `${slices} slices, ${turns} turns`);
});

test("consistency({sizes, seed}) gives the same bits however it is sliced, and partial results on the way", async () => {
  const options = {dim: 2, sizes: [10, 100, 1000, 4000], queries: 50, repetitions: 8, seed: 3};
  /** @type {number[]} */
  const finished = [];
  const first = await consistency({...options, onProgress: ({result}) => finished.push(result.sizes.length)});
  assert.deepEqual(await consistency(options), first);
  assert.deepEqual([...first.sizes], options.sizes);
  assert.ok(first.errors[3] < first.errors[0]);
  assert.ok(Math.abs(first.expectedSlope + 2 / 3) < 1e-15);
  assert.ok(finished.at(-1) === 4 && finished.some((n) => n > 0 && n < 4));
});

// The same number is in tests/cpp/consistency.test.cpp: native and WebAssembly agree to the bit.
test("consistency(…) gives the bits of C++", async () => {
  const {errors} = await consistency({dim: 3, sizes: [100], queries: 10, repetitions: 2, seed: 1});
  assert.equal(errors[0], 0.41315023137396523);
});

test("consistency({signal}) stops when told to, throwing the reason, and the next one works", async () => {
  const controller = new AbortController();
  let slices = 0;
  const reason = new Error("enough");
  const onProgress = () => {
    if (++slices === 3) controller.abort(reason);
  };
  await assert.rejects(consistency({sizes: [1e6], signal: controller.signal, onProgress}), reason);
  assert.equal(slices, 3);
  await assert.rejects(consistency({signal: controller.signal}), reason);
  assert.equal((await consistency({sizes: [10]})).sizes.length, 1);
});

test("an error thrown in onProgress ends the work", async () => {
  await assert.rejects(consistency({sizes: [1e6], onProgress: () => { throw new Error("mine"); }}), /mine/);
});

test("two runs in slices at once do not disturb each other", async () => {
  const one = {sizes: [2000], queries: 50, repetitions: 4, seed: 1}, two = {...one, seed: 2};
  const [a, b] = await Promise.all([consistency(one), consistency(two)]);
  assert.deepEqual(a, await consistency(one));
  assert.deepEqual(b, await consistency(two));
});

/** @type {[call: () => any, name: string, message: string][]} */
const refused = [
  [() => selectWidth({...book, kernel: "constant"}), "RangeError", "kernel: constant gives the same at every width, so there is none to choose"],
  [() => selectWidth({keys: [1], values: [1]}), "RangeError", "keys: 1 point is not at least 2, each to be predicted from the others"],
  [() => selectWidth({keys: [1, 1], values: [1, 2]}), "RangeError", "keys: all are at one place, so every width gives the same"],
  [() => looCurve({...book, widths: [1, 0]}), "RangeError", "widths[1]: 0 is not finite and positive"],
  [() => selectWidthInSlices(/** @type {any} */ (undefined)), "TypeError", "options: undefined is not an object"],
  [() => consistency({dim: 4}), "RangeError", "dim: 4 is not a whole number from 1 to 3"],
  [() => consistency({rate: NaN}), "RangeError", "rate: NaN is not finite and at least 0"],
  [() => consistency({rate: -1}), "RangeError", "rate: -1 is not finite and at least 0"],
  [() => consistency({sizes: []}), "RangeError", "sizes: 0 numbers are not at least 1"],
  [() => consistency({sizes: [10, 1e7]}), "RangeError", "sizes[1]: 10000000 is not a whole number from 1 to 1000000"],
  [() => consistency({kernel: "constant"}), "RangeError", "kernel: constant has no width that could shrink"],
  [() => consistency({region: /** @type {any} */ ("ends")}), "RangeError", "region: \"ends\" is not one of interior, whole"],
  [() => consistency({signal: /** @type {any} */ (1)}), "TypeError", "signal: 1 is not an AbortSignal"],
  [() => consistency({onProgress: /** @type {any} */ ("x")}), "TypeError", "onProgress: \"x\" is not a function"],
];

for (const [call, name, message] of refused) {
  test(`${String(call).replace(/^\(\) => (\w+).*/s, "$1")}(…) throws ${name}: ${message}`, async () => {
    await assert.rejects(async () => call(), {name, message});
  });
}
