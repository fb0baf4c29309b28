// Ticks that stay readable at any scale, and the labels beside them.
import {ticks as places, tickStep} from "d3-array";
import {svg, nothing} from "lit";
import {cut, everyday, powerOfTen, textWidth, trimmed, whole} from "./format.js";

const exponentOf = (size) => Math.floor(Math.log10(size) + 1e-12);

/** Round places in a domain, few whatever the domain; its ends where there are no round ones. */
const placesIn = (low, high, count) => {
  const step = tickStep(low, high, count);
  if (!(step > 0 && Number.isFinite(step) && (high - low) / step <= 10 * count + 10)) return high > low ? [low, high] : [low];
  return [...new Set(places(low, high, count))];
};

/** A divisor or factor by which numbers of that power of ten become everyday ones. */
const scaled = (exponent) => {
  const part = 10 ** Math.abs(exponent);
  return (value) => (exponent < 0 ? value * part : value / part);
};

/**
 * Ticks over a domain with their labels, and a note for the axis name when the labels need one:
 * tiny and huge numbers share a power of ten ("× 10⁻⁶"), far-off ones a common part ("1 000 000 000 +"), and some
 * both ("1 + 10⁻⁹ ×").
 * @param {readonly number[]} domain from, to
 * @param {number} count about how many
 * @returns {{ticks: {value: number, label: string}[], note: string}}
 */
export const axis = ([low, high], count) => {
  const values = placesIn(low, high, Math.max(1, count));
  const step = values.length > 1 ? values[1] - values[0] : high > low ? high - low : 1;
  const size = Math.max(Math.abs(low), Math.abs(high));
  const plain = (value, step) => trimmed(value, 1 - exponentOf(step));
  if (size / step > (size >= 1e4 ? 2e4 : 1e7)) {
    const power = Math.ceil(Math.log10(Math.max(high - low, step)) - 1e-12), block = 10 ** power;
    // The round number among them, if there is one, or else the one before.
    const after = Math.ceil(low / block - 1e-6), blocks = after * block < high - 1e-6 * block ? after : after - 1;
    const base = power < 0 ? blocks / 10 ** -power : blocks * block, rest = exponentOf(Math.max(high - base, base - low, step));
    const signed = (text) => (text.startsWith("−") ? text : `+${text}`);
    const shrink = everyday(10 ** rest) ? (value) => value : scaled(rest);
    if (base !== 0) return {
      ticks: values.map((value) => ({value, label: signed(plain(shrink(value - base), shrink(step)))})),
      note: `${whole(base, -power)} +${everyday(10 ** rest) ? "" : ` ${powerOfTen(rest)} ×`}`,
    };
  }
  if (size > 0 && !everyday(size)) {
    const exponent = exponentOf(size), shrink = scaled(exponent);
    return {ticks: values.map((value) => ({value, label: plain(shrink(value), shrink(step))})), note: `× ${powerOfTen(exponent)}`};
  }
  return {ticks: values.map((value) => ({value, label: plain(value, step)})), note: ""};
};

/**
 * As many ticks as `room` px hold without their labels touching, starting from one every `every` px.
 * @param {readonly number[]} domain from, to
 * @param {number} room
 */
export const axisFor = (domain, room, every = 100) => {
  for (let count = Math.max(2, Math.round(room / every)); ; count = Math.floor(count / 2)) {
    const found = axis(domain, count), widest = Math.max(0, ...found.ticks.map(({label}) => textWidth(label)));
    if (count <= 1 || found.ticks.length * (widest + 14) <= room) return found;
  }
};

/** The axis name with its note: "value × 10⁻⁶", "key 1 000 000 000 +". */
export const named = (name, {note}) => (note ? `${name} ${note}` : name);

/** The same, the name cut to fit and the note left whole: without it the labels would be wrong. No stump of a name is left. */
export const namedWithin = (name, {note}, room) => {
  const shown = cut(name, room - (note ? textWidth(` ${note}`) : 0)), stump = shown !== name && shown.length < 5;
  return stump ? note : named(shown, {note});
};

/** One tick for a small strip from 0 to `peak`: the greatest 1, 2 or 5 times a power of ten that is not above it. */
export const oneTick = (peak) => {
  if (!(peak > 0)) return {ticks: [], note: ""};
  const exponent = Math.floor(Math.log10(peak) + 1e-12), lead = [5, 2, 1].find((lead) => Number(`${lead}e${exponent}`) <= peak * (1 + 1e-9)) ?? 1;
  const value = Number(`${lead}e${exponent}`);
  return value < 1e-3
    ? {ticks: [{value, label: String(lead)}], note: `× ${powerOfTen(exponent)}`}
    : {ticks: [{value, label: String(value)}], note: ""};
};

/** Room the widest label takes. */
export const labelRoom = ({ticks}) => Math.max(0, ...ticks.map(({label}) => textWidth(label)));

/** Grid lines across the plot with their labels at the left. */
export const grid = ({ticks}, y, left, right, labels = true) => ticks.map(({value, label}) => svg`
  <path class="grid" d=${`M${left} ${y(value).toFixed(1)}H${right}`} />
  ${labels ? svg`<text class="t end" x=${left - 8} y=${y(value) + 4}>${label}</text>` : nothing}`);

/**
 * Ticks and labels under the plot. A label nearer than `clear` px to `held` gives way to it;
 * one that would leave the drawing is pulled back inside.
 */
export const under = ({ticks}, x, top, {width, held = NaN, clear = 34, drop = 20, mark = 5}) => ticks.map(({value, label}) => {
  const at = x(value), half = textWidth(label) / 2;
  if (Math.abs(at - held) <= clear) return nothing;
  const inside = Math.min(Math.max(at, half), width - half);
  return svg`<path class="axis" d=${`M${at.toFixed(1)} ${top}v${mark}`} /><text class="t mid" x=${inside.toFixed(1)} y=${top + drop}>${label}</text>`;
});
