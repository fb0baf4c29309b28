// The one table of what a reader can set, and its codec. Address, attributes, controls and typed text all pass
// through here; whatever is not allowed is refused or moved to the nearest allowed value, with a sentence.

import {samplers} from "./data/samplers.js";
import {readNumber, writeNumber} from "./data/number.js";

/**
 * @typedef {object} Settings
 * @property {"kernels" | "fit" | "weights" | "compare"} view
 * @property {string} kernel
 * @property {number} width
 * @property {number} query
 * @property {string} samples
 * @property {number} n
 * @property {number} noise
 * @property {number} from
 * @property {number} to
 * @property {number} seed
 * @property {"widths" | "kernels"} compare
 * @property {"six" | "ten"} kernels
 * @property {number} distance
 */

/**
 * @typedef {object} Setting
 * @property {keyof Settings} name
 * @property {"choice" | "number" | "integer"} type
 * @property {readonly string[]} [of] the values of a choice
 * @property {Readonly<Record<string, string>>} [labels] what the reader sees for each of them
 * @property {number} [min]
 * @property {number} [max]
 * @property {boolean} [positive] more than 0, whatever `min` says about how little more
 * @property {"linear" | "log"} [scale]
 * @property {string | number} default for the book's samples; `defaultOf` knows the others'
 * @property {string} label
 * @property {string} [says] the label inside a sentence, where it differs
 */

/** Every kernel, in the book's order and then ours. */
export const kernelNames = Object.freeze([
  "gaussian", "boxcar", "constant", "triangular", "epanechnikov",
  "biweight", "triweight", "tricube", "cosine", "laplace",
]);

const kernelLabels = Object.freeze({
  gaussian: "Gaussian", boxcar: "Boxcar", constant: "Constant",
  triangular: "Triangular (the book’s Epanechikov)", epanechnikov: "Epanechnikov",
  biweight: "Biweight", triweight: "Triweight", tricube: "Tricube", cosine: "Cosine", laplace: "Laplace",
});

// Beyond this a product of two numbers no longer fits a double; the numerical contract ends here too.
const far = 1e150;
const leastWidth = 1 / far;

/** @type {readonly Setting[]} */
export const settings = Object.freeze(/** @type {Setting[]} */ ([
  {name: "view", type: "choice", of: ["kernels", "fit", "weights", "compare"], default: "fit", label: "Figure",
    labels: {kernels: "Kernels", fit: "Fit", weights: "Weights", compare: "Compare"}},
  {name: "kernel", type: "choice", of: kernelNames, labels: kernelLabels, default: "gaussian", label: "Kernel"},
  {name: "width", type: "number", scale: "log", positive: true, min: leastWidth, max: far, default: 0.5,
    label: "Width σ", says: "Width"},
  {name: "query", type: "number", scale: "linear", min: -far, max: far, default: 2.8, label: "Query"},
  {name: "samples", type: "choice", of: [...samplers.keys(), "own"], default: "d2l", label: "Samples",
    labels: {...Object.fromEntries([...samplers].map(([name, {label}]) => [name, label])), own: "Your own"}},
  {name: "n", type: "integer", scale: "log", min: 1, max: 100_000, default: 40, label: "Number of samples"},
  {name: "noise", type: "number", scale: "linear", min: 0, max: 1e6, default: 1, label: "Noise"},
  {name: "from", type: "number", scale: "linear", min: -1e9, max: 1e9, default: 0, label: "From"},
  {name: "to", type: "number", scale: "linear", min: -1e9, max: 1e9, default: 5, label: "To"},
  {name: "seed", type: "integer", scale: "linear", min: 0, max: 4_294_967_295, default: 0, label: "Seed"},
  {name: "compare", type: "choice", of: ["widths", "kernels"], default: "widths", label: "Compare",
    labels: {widths: "Four widths", kernels: "Four kernels"}},
  {name: "kernels", type: "choice", of: ["six", "ten"], default: "six", label: "Kernels",
    labels: {six: "Six", ten: "All ten"}},
  {name: "distance", type: "number", scale: "linear", min: -1e6, max: 1e6, default: 0.6, label: "Distance x",
    says: "Distance"},
]).map((setting) => Object.freeze(setting)));

const byName = new Map(settings.map((setting) => [/** @type {string} */ (setting.name), setting]));

/** The row of the table with this name, or undefined. @param {string} name */
export const settingOf = (name) => byName.get(name);

/**
 * What a setting is when nobody has said: for most the table's default, for those that belong to the samples
 * (their number, range, a fitting width and query) the one that goes with these samples.
 * @param {string} name
 * @param {string} [samples]
 */
export function defaultOf(name, samples = "d2l") {
  const its = samplers.get(samples)?.defaults;
  if (its && Object.hasOwn(its, name)) return /** @type {Record<string, number>} */ (its)[name];
  return byName.get(name)?.default;
}

/** Every setting at its default for these samples. @param {string} [samples] @returns {Settings} */
const defaultsFor = (samples) =>
  /** @type {any} */ ({...Object.fromEntries(settings.map(({name}) => [name, defaultOf(name, samples)])), samples});

/** The settings of a page that nobody has touched. @type {Readonly<Settings>} */
export const defaults = Object.freeze(defaultsFor("d2l"));

const quoted = (/** @type {unknown} */ value) => {
  if (value === null || ["undefined", "boolean", "bigint", "symbol"].includes(typeof value)) return String(value);
  if (typeof value === "object") return Array.isArray(value) ? "an array" : "an object";
  if (typeof value === "function") return "a function";
  const text = String(value);
  const short = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return /^\s*[+−-]?[\d.]+(?:e[+-]?\d+)?\s*$/i.test(text) || typeof value === "number" ? shown(short.trim()) : `“${short}”`;
};

const shown = (/** @type {string | number} */ value) => String(value).replace("-", "−");

// "1,5" typed into a box is one and a half; "1,234" could be two numbers, and is asked about rather than guessed.
const twoWays = /^[+−-]?[1-9]\d{0,2},\d{3}$/;
const typed = (/** @type {string} */ text) => readNumber(text, text.includes(",") ? "," : ".");

/**
 * One value against its row of the table.
 * @param {Setting} setting
 * @param {unknown} value
 * @returns {{value: string | number, note?: string} | {refused: string}}
 */
function check(setting, value) {
  const name = setting.says ?? setting.label;
  if (setting.type === "choice") {
    const of = setting.of ?? [];
    if (typeof value === "string" && of.includes(value)) return {value};
    return {refused: `${name} ${quoted(value)} is not one of ${of.join(", ")}`};
  }
  if (typeof value === "string" && value.trim() === "") return {refused: `${name} is empty`};
  if (typeof value === "string" && twoWays.test(value.trim())) {
    return {refused: `${name} ${quoted(value)} could be ${shown(typed(value))} or ${shown(readNumber(value))}`};
  }
  const x = typeof value === "number" ? value : typeof value === "string" ? typed(value) : NaN;
  if (Number.isNaN(x)) return {refused: `${name} ${quoted(value)} is not a number`};
  const {min = -far, max = far} = setting;
  if (setting.positive && x <= 0) return {refused: `${name} ${quoted(value)} is not allowed, only more than 0`};
  if (!Number.isFinite(x)) return {refused: `${name} ${quoted(value)} is not allowed, only ${shown(min)} to ${shown(max)}`};
  if (x < min) return {value: min, note: `${name} ${quoted(value)} is not allowed; it is now ${shown(min)}, the least.`};
  if (x > max) return {value: max, note: `${name} ${quoted(value)} is not allowed; it is now ${shown(max)}, the most.`};
  if (setting.type === "integer" && !Number.isInteger(x)) {
    return {value: Math.round(x), note: `${name} ${quoted(value)} is not a whole number; it is now ${Math.round(x)}.`};
  }
  return {value: x === 0 ? 0 : x};
}

/**
 * The settings after these changes, and a sentence for each change that could not be made as asked. A change of
 * samples brings the number, range, width and query that go with the new ones, unless the changes name them.
 * @param {Readonly<Settings>} present
 * @param {Readonly<Record<string, unknown>>} changes
 * @param {string} [kept] how a sentence says that the old value stays
 * @returns {{settings: Readonly<Settings>, notes: string[]}}
 */
export function set(present, changes, kept = "it stays") {
  /** @type {Record<string, any>} */
  const next = {...present};
  /** @type {string[]} */
  const notes = [];
  const refuse = (/** @type {string} */ why, /** @type {string} */ name) =>
    notes.push(`${why}; ${kept} ${shown(next[name])}.`);

  // Samples first, wherever they stand: the defaults of others hang on them.
  const names = settings.map(({name}) => name).filter((name) => Object.hasOwn(changes, name));
  names.sort((a, b) => Number(b === "samples") - Number(a === "samples"));
  for (const name of names) {
    const result = check(/** @type {Setting} */ (byName.get(name)), changes[name]);
    if ("refused" in result) {
      refuse(result.refused, name);
      continue;
    }
    if (result.note) notes.push(result.note);
    if (name === "samples" && result.value !== next.samples) Object.assign(next, ofSamples(String(result.value), next));
    next[name] = result.value;
  }

  // What is drawn as it was measured has no say in how it is made.
  if (!samplers.get(next.samples)?.generated) {
    const idle = making.filter((name) => Object.hasOwn(changes, name));
    if (idle.length) notes.push(`${listed(idle)} ${idle.length === 1 ? "is" : "are"} for generated samples only, so nothing came of ${idle.length === 1 ? "it" : "them"}.`);
    for (const name of making) next[name] = defaultOf(name, next.samples);
  }

  const least = samplers.get(next.samples)?.least ?? -Infinity;
  if (next.from < least) {
    notes.push(`From ${shown(next.from)} is not allowed, as this function begins at ${least}; it is now ${least}.`);
    next.from = least;
  }
  if (!(next.from < next.to)) {
    const asked = `From ${shown(next.from)} to ${shown(next.to)} is not a range`;
    const back = present.from < present.to && next.samples === present.samples ? present : defaultsFor(next.samples);
    next.from = back.from;
    next.to = back.to;
    notes.push(`${asked}; ${kept} ${shown(next.from)} to ${shown(next.to)}.`);
  }
  return {settings: Object.freeze(/** @type {Settings} */ (/** @type {unknown} */ (next))), notes};
}

/** The settings of how samples are made. */
const making = ["n", "noise", "from", "to", "seed"];

/** @param {readonly string[]} names of settings, as a sentence begins with them */
function listed(names) {
  const labels = names.map((name, i) => {
    const {label = name} = byName.get(name) ?? {};
    return i === 0 ? label : label.toLowerCase();
  });
  return labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;
}

/**
 * As `set`, where settings begin: in a link, or in what a page's author writes. A range that is asked for brings the
 * width and query that suit it, unless they are asked for as well.
 * @param {Readonly<Settings>} present
 * @param {Readonly<Record<string, unknown>>} changes
 * @param {string} [kept]
 */
export function begin(present, changes, kept) {
  const asked = set(present, changes, kept);
  const {samples, from, to} = asked.settings;
  if (!samplers.get(samples)?.generated || !(Object.hasOwn(changes, "from") || Object.hasOwn(changes, "to"))) return asked;
  const suited = suit(asked.settings, {range: [from, to]}, Object.keys(changes));
  return {settings: suited.settings, notes: [...asked.notes, ...suited.notes]};
}

/** What comes along with other samples. @param {string} samples @param {Record<string, any>} present */
function ofSamples(samples, present) {
  const its = samplers.get(samples)?.defaults;
  if (!its) return {};   // the reader's own: `suit` looks at them
  const old = samplers.get(present.samples)?.defaults;
  // The same range at both: the reader's width, query and place in it still mean the same.
  const alike = old && old.from === its.from && old.to === its.to && present.from === its.from && present.to === its.to;
  return alike ? {n: its.n, noise: its.noise} : {...its};
}

/**
 * Settings moved so that they fit samples with this range: a query outside goes to the middle, a width too narrow or
 * too wide for any of them to show goes to a tenth of the range. One sentence for each that moved.
 * @param {Readonly<Settings>} present
 * @param {{range: readonly [number, number]}} samples
 * @param {readonly string[]} [asked] the names of settings that stay as they are
 */
export function suit(present, {range: [low, high]}, asked = []) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return {settings: present, notes: []};
  /** @type {Record<string, number>} */
  const moved = {};
  const stays = (/** @type {string} */ name) => asked.includes(name);
  if (!stays("query") && (present.query < low || present.query > high)) moved.query = rounded(low + 0.56 * span, span / 1000);
  const [narrowest, widest] = [leastWidth, 1 / leastWidth];
  const usable = (/** @type {number} */ width) => Math.min(widest, Math.max(narrowest, width));
  if (!stays("width") && (present.width < usable(span / 100) || present.width > usable(span))) moved.width = niceNear(usable(span / 10));
  const notes = Object.keys(moved).map((name) =>
    `${byName.get(name)?.says ?? byName.get(name)?.label} is now ${shown(moved[name])}, to suit these samples.`);
  return {settings: set(present, moved).settings, notes};
}

// To a decimal grid about as fine as `step`, so that a query reads 14.8 rather than 14.760000000000002.
const rounded = (/** @type {number} */ x, /** @type {number} */ step) => {
  const places = Math.max(0, -Math.floor(Math.log10(step)));
  if (places > 100) return Number(x.toPrecision(Math.min(17, Math.max(1, 1 + Math.ceil(Math.log10(Math.abs(x) / step))))));
  const near = Number(x.toFixed(places));
  return Number.isFinite(near) ? near : x;
};

/**
 * The number of the series … 0.1 0.2 0.5 1 2 5 10 … nearest to x > 0, by ratio; `steps` further along.
 * @param {number} x
 * @param {number} [steps]
 */
export function niceNear(x, steps = 0) {
  const power = Math.floor(Math.log10(x));
  const lead = x / 10 ** power;
  const index = 3 * power + (lead < Math.SQRT2 ? 0 : lead < Math.sqrt(10) ? 1 : lead < Math.sqrt(50) ? 2 : 3) + steps;
  const whole = Math.floor(index / 3);
  return Number(`${[1, 2, 5][index - 3 * whole]}e${whole}`);
}

/**
 * The least and greatest width of a slider over samples that span this far: a hundredth of it and all of it, as
 * numbers of the 1-2-5 series.
 * @param {number} span
 * @returns {[number, number]}
 */
export const widthRange = (span) => (span > 0 && Number.isFinite(span)
  ? [niceNear(Math.max(span / 100, leastWidth)), niceNear(Math.max(span, 100 * leastWidth))] : [0.05, 5]);

// No honest link is longer; a page should not hang on one that is.
const longest = 20_000;

/**
 * The settings that a query string or fragment writes, and a sentence for each value that is not allowed. Names that
 * are not ours are left alone: a link may carry others'. Never throws, whatever the text.
 * @param {string} text
 * @returns {{settings: Readonly<Settings>, notes: string[]}}
 */
export function readSettings(text) {
  if (typeof text !== "string") return {settings: defaults, notes: []};
  if (text.length > longest) {
    return {settings: defaults, notes: ["The link is too long to be one of ours; the settings are the usual ones."]};
  }
  /** @type {Record<string, string>} */
  const changes = Object.create(null);
  for (const [name, value] of new URLSearchParams(text.replace(/^[#?]/, ""))) {
    if (byName.has(name)) changes[name] = value;
  }
  // From the defaults of its own samples, as `writeSettings` leaves them out.
  const samples = check(/** @type {Setting} */ (byName.get("samples")), changes.samples);
  const start = "value" in samples ? Object.freeze(defaultsFor(String(samples.value))) : defaults;
  return begin(start, changes, "it is now");
}

/**
 * The shortest text that `readSettings` turns into these settings: only what differs from the defaults, in the order
 * of the table, numbers to the last digit. With a range of its own go the width and query, or they would be moved.
 * @param {Readonly<Settings>} present
 */
export function writeSettings(present) {
  const usual = defaultsFor(present.samples);
  const {from, to} = present;
  const ranged = from !== usual.from || to !== usual.to;
  const moved = ranged ? suit({...usual, from, to}, {range: [from, to]}).settings : usual;
  return settings
    .filter(({name}) => present[name] !== usual[name] || moved[name] !== usual[name] || (name === "samples" && present.samples !== "d2l"))
    .map(({name}) => `${name}=${encodeURIComponent(typeof present[name] === "number" ? writeNumber(present[name]) : present[name])}`)
    .join("&");
}
