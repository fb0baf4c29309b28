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
