// Where queries and keys lie in a map whose rows and columns are all of one size.
import {axis} from "./axes.js";
import {reading, textWidth} from "./format.js";

/** @returns {[number, number]} */
const around = ({keys}) => (keys?.length ? [keys[0], keys[keys.length - 1]] : [0, 1]);

/** The key, or the range of adjacent keys, that a column stands for, as it is said. */
export const keyOf = ({keys, keysPerColumn = 1}, column) => {
  const say = reading(around({keys})), first = column * keysPerColumn, last = Math.min(first + keysPerColumn, keys.length) - 1;
  return first === last
    ? {label: say(keys[first]), plural: "key"}
    : {label: `${say(keys[first], false)} to ${say(keys[last], false)}`, plural: "keys"};
};

/** The height at which a query lies among the rows; null outside them. */
export const rowPlace = ({queries}, value, {y, height}) => {
  if (!queries?.length) return null;
  // By both ends: one step between neighbouring doubles is too coarse a measure.
  const n = queries.length, first = queries[0], at = n > 1 ? ((value - first) / (queries[n - 1] - first)) * (n - 1) : value - first;
  return at < -0.5 || at > queries.length - 0.5 ? null : y + (height * (at + 0.5)) / queries.length;
};

/** Positions among the columns: a tick stands before the first key that lies beyond it. Ticks that would touch are left out. */
export const keyTicks = (results, {x, width}, every) => {
  const {keys, columns, keysPerColumn = 1} = results;
  if (!keys?.length) return [];
  const placed = [];
  for (const {value, label} of axis(around(results), Math.max(2, Math.round(width / every))).ticks) {
    let index = keys.findIndex((key) => key > value);
    if (index < 0) index = keys.length;
    const at = x + (width * Math.min(index / keysPerColumn, columns)) / columns, previous = placed.at(-1);
    if (previous && at - previous.x < (textWidth(previous.label) + textWidth(label)) / 2 + 8) continue;
    if (at - x > 8 && x + width - at > 2) placed.push({x: at, label});
  }
  return placed;
};

/** What the tick labels leave out: " 1 000 000 000 +", or nothing. */
keyTicks.note = (results) => {
  const {note} = axis(around(results), 4);
  return note ? ` ${note}` : "";
};
