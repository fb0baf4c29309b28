// Keyboard events turned into values.
import {tidy} from "./format.js";

const steps = new Map([
  ["ArrowLeft", -1], ["ArrowDown", -1], ["ArrowRight", 1], ["ArrowUp", 1], ["PageDown", -10], ["PageUp", 10],
]);

/**
 * The value that an arrow, Page, Home or End key asks a slider for; undefined for every other key.
 * Shift makes an arrow ten times as long. `downward` is for a slider whose values grow down the page:
 * there the arrow down, not the arrow up, leads to the greater one.
 */
export const stepped = (event, {value, min, max, step, downward = false}) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  if (event.key === "Home") return min;
  if (event.key === "End") return max;
  let count = steps.get(event.key);
  if (count === undefined) return undefined;
  if (downward && /Up|Down/.test(event.key)) count = -count;
  if (event.shiftKey && event.key.startsWith("Arrow")) count *= 10;
  return Math.min(Math.max(tidy(value + count * step, step), min), max);
};

/** A keydown listener for a slider: sets the value asked for and keeps the page from scrolling. */
export const onKeys = (range, set) => (event) => {
  const value = stepped(event, range);
  if (value === undefined) return;
  event.preventDefault();
  if (value !== range.value) set(value);
};
