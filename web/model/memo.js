/**
 * A function that remembers its last few results by its arguments, compared as they are: the settings and samples
 * of this page never change in place, so the same argument means the same result.
 * @template {unknown[]} Arguments
 * @template Result
 * @param {(...args: Arguments) => Result} compute
 * @param {number} [size]
 * @returns {(...args: Arguments) => Result}
 */
export function memo(compute, size = 1) {
  /** @type {{args: Arguments, result: Result}[]} the latest first */
  const kept = [];
  return (...args) => {
    const at = kept.findIndex((one) => one.args.every((arg, i) => Object.is(arg, args[i])));
    const one = at < 0 ? {args, result: compute(...args)} : kept.splice(at, 1)[0];
    kept.unshift(one);
    kept.length = Math.min(kept.length, size);
    return one.result;
  };
}
