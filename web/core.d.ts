// The types of web/core/core.js, which the WebAssembly build writes (cpp/wasm/).
// Every function returns its result, or the sentence of what is wrong with an argument.

export interface Core {
  kernels(): string[];
  sampleNames(): string[];
  evaluate(kernel: string, distances: Float64Array): Float64Array | string;
  attentionWeights(
    queries: Float64Array, keys: Float64Array, dim: number, kernel: string, widths: Float64Array,
  ): Float64Array | string;
  attentionPool(
    queries: Float64Array, keys: Float64Array, values: Float64Array, dim: number, columns: number, kernel: string,
    widths: Float64Array,
  ): Float64Array | string;
  sample(
    name: string, n: number, noise: number, from: number, to: number, seed: number,
  ): { keys: Float64Array, values: Float64Array } | string;
  looPredictions(
    keys: Float64Array, values: Float64Array, dim: number, columns: number, kernel: string, widths: Float64Array,
  ): Float64Array | string;
  looError(
    keys: Float64Array, values: Float64Array, dim: number, columns: number, kernel: string, widths: Float64Array,
  ): number | string;
  learnWidth(
    keys: Float64Array, values: Float64Array, dim: number, columns: number, kernel: string, start: number, rate: number,
    steps: number, leaveOneOut: boolean, parameter: string,
  ): { widths: Float64Array, losses: Float64Array, shortened: number } | string;
  diagnostics(
    queries: Float64Array, keys: Float64Array, values: Float64Array, dim: number, columns: number, kernel: string,
    widths: Float64Array,
  ): {
    effectiveKeys: Float64Array, entropy: Float64Array, standardError: Float64Array, residuals: Float64Array,
    degreesOfFreedom: number, noise: Float64Array,
  } | string;
  classify(
    queries: Float64Array, keys: Float64Array, labels: Float64Array, dim: number, kernel: string, widths: Float64Array,
  ): { classes: number, labels: Int32Array, probabilities: Float64Array, densities: Float64Array } | string;
  normaliser(kernel: string, dim: number): number | string;
  scoreNames(): string[];
  scores(queries: Float64Array, keys: Float64Array, dim: number, score: string, width: number): Float64Array | string;
  softmaxRows(rows: Float64Array, columns: number): Float64Array | string;
  dotProductAttention(
    queries: Float64Array, keys: Float64Array, values: Float64Array, dim: number, columns: number, score: string,
    width: number,
  ): Float64Array | string;
  // Long work in slices: a start gives the number of a run, to advance until 1 and then stop.
  startLooCurve(
    keys: Float64Array, values: Float64Array, dim: number, columns: number, kernel: string, widths: Float64Array,
  ): number | string;
  startSelectWidth(
    keys: Float64Array, values: Float64Array, dim: number, columns: number, kernel: string, perCoordinate: boolean,
  ): number | string;
  startConsistency(
    dim: number, kernel: string, rate: number, constant: number, region: string, noise: number, sizes: Float64Array,
    queries: number, repetitions: number, seed: number,
  ): number | string;
  advance(run: number, budget: number): number;
  result(run: number): any;
  stop(run: number): void;
  truth(name: string, queries: Float64Array): Float64Array | string;
}

export interface CoreOptions {
  instantiateWasm?(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports | object;
  onRuntimeInitialized?(this: Core): void;
  print?(text: string): void;
  printErr?(text: string): void;
}

export default function createCore(options?: CoreOptions): Promise<Core>;
