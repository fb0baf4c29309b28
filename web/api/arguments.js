// Two thirds of the 2 GB that 32-bit WebAssembly can address: the rest is for the work itself.
const mostNumbers = 2 ** 26;
const mostResults = 2 ** 27;

// Checks of type. Each takes one argument as `{name}`, so that the name in the message is the name in the code.

/**
 * The options, all of them known: a misspelt one would otherwise be left out without a word.
 * @template Options
 * @param {Options} options
 * @param {readonly string[]} known
 * @returns {Options}
 */
export function named(options, known) {
  if (typeof options !== "object" || options === null) throw new TypeError(`options: ${shown(options)} is not an object`);
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) throw new TypeError(`options: ${shown(name)} is not one of ${known.join(", ")}`);
  }
  return options;
}

/** @param {Record<string, unknown>} argument @returns {[string, any]} */
const only = (argument) => Object.entries(argument)[0];

/** @param {Record<string, unknown>} argument */
export function text(argument) {
  const [name, value] = only(argument);
  if (typeof value !== "string") throw new TypeError(`${name}: ${shown(value)} is not a text`);
  return value;
}

/** @param {Record<string, unknown>} argument */
export function number(argument) {
  const [name, value] = only(argument);
  if (typeof value !== "number") throw new TypeError(`${name}: ${shown(value)} is not a number`);
  return value;
}

/** @param {Record<string, unknown>} argument */
export function flag(argument) {
  const [name, value] = only(argument);
  if (typeof value !== "boolean") throw new TypeError(`${name}: ${shown(value)} is not true or false`);
  return value;
}

/**
 * The numbers as the core takes them; it copies them before anything else happens.
 * @param {Record<string, unknown>} argument
 */
export function numbers(argument) {
  const [name, value] = only(argument);
  const kind = Array.isArray(value) ? "Array" : ArrayBuffer.isView(value) ? Object.prototype.toString.call(value).slice(8, -1) : "";
  if (kind === "" || kind === "DataView" || kind.startsWith("Big")) {
    throw new TypeError(`${name}: ${shown(value)} is not an array of numbers`);
  }
  if (value.length > mostNumbers) {
    throw new RangeError(`${name}: ${value.length} numbers are more than fit; the greatest allowed is ${mostNumbers}`);
  }
  if (value instanceof Float64Array) return value;
  if (kind !== "Array") return new Float64Array(value);
  const copy = new Float64Array(value.length);
  for (let i = 0; i < copy.length; ++i) {
    const x = value[i];
    if (typeof x !== "number") throw new TypeError(`${name}[${i}]: ${shown(x)} is not a number`);
    copy[i] = x;
  }
  return copy;
}

/** @param {Record<string, unknown>} argument */
export function numberOrNumbers(argument) {
  const [name, value] = only(argument);
  if (typeof value === "number") return Float64Array.of(value);
  if (typeof value === "object" && value !== null) return numbers(argument);
  throw new TypeError(`${name}: ${shown(value)} is not a number`);
}

/**
 * Refuses before the call what could only end in running out of memory.
 * @param {string} what
 * @param {number} rows
 * @param {number} across
 * @param {string} of
 */
export function fits(what, rows, across, of) {
  if (!(rows * across > mostResults && Number.isFinite(rows * across))) return;   // the core has its word on dim
  throw new RangeError(
    `queries: ${rows} for ${across} ${of} are ${rows * across} ${what}; the greatest allowed is ${mostResults}`);
}

/** @param {unknown} value */
export function shown(value) {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object" || value === null) return String(value);
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return tag === "Object" ? "an object" : `${/^[AEIOU]/.test(tag) ? "an" : "a"} ${tag}`;
}
