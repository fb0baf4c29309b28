import {html} from "lit";
import {live} from "lit/directives/live.js";
import {styled} from "../styled.js";
import {niceNear, widthRange} from "../settings.js";
import {typedNumber} from "./typed.js";

const positions = 1000;

/** Positions of a slider and the values they stand for, even in the value or in its logarithm. */
const scaleOf = (setting, [low, high]) => setting.scale === "log"
  ? {
    at: (value) => Math.log(value / low) / Math.log(high / low),
    value: (at) => Number((low * (high / low) ** at).toPrecision(2)),
    next: (value, by) => nextLog(value, by),
  }
  : {
    at: (value) => (value - low) / (high - low),
    value: (at) => Number((low + at * (high - low)).toFixed(2)),
    next: (value, by) => Number((value + by * (high - low) / 100).toPrecision(12)),
  };

// A tenth more or less, in two digits: 0.5 → 0.55, 0.45; ten steps at once are the next of 1, 2, 5.
const nextLog = (value, by) => {
  if (Math.abs(by) >= 10) {
    const near = niceNear(value), sign = Math.sign(by);
    return sign * (near - value) > 1e-9 * value ? near : niceNear(near, sign);
  }
  const power = 10 ** Math.floor(Math.log10(value) + 1e-12);
  const lead = value / power;
  const step = lead < 2 - 1e-9 ? 0.1 : lead < 5 - 1e-9 ? 0.2 : 0.5;
  const down = lead - 1 < 1e-9 ? 0.05 : lead - 2 < 1e-9 ? 0.1 : lead - 5 < 1e-9 ? 0.2 : step;
  const to = by > 0 ? lead + step : lead - down;
  return Number((to * power).toPrecision(3));
};

const ticksOf = ([low, high], scale) => {
  if (scale !== "log") return Array.from({length: 5}, (_, i) => Number((low + (i * (high - low)) / 4).toPrecision(6)));
  const ticks = [];
  for (let tick = niceNear(low); tick <= high * 1.000001; tick = niceNear(tick, 1)) ticks.push(tick);
  return ticks;
};

/** A number as a slider with ticks, and as text that may be typed. */
export const numberSlider = (setting, desk) => {
  const {name, label} = setting;
  const value = desk.settings[name];
  const range = name === "width"
    ? desk.results.widthRange ?? widthRange(desk.samples.range[1] - desk.samples.range[0])
    : [setting.min, setting.max];
  const scale = scaleOf(setting, range);
  const at = Math.min(1, Math.max(0, scale.at(value)));
  const go = (to) => desk.set({[name]: Math.min(Math.max(to, range[0]), range[1])});
  const keys = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const count = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10}[event.key];
    if (count === undefined && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    if (event.key === "Home") go(range[0]);
    else if (event.key === "End") go(range[1]);
    else go(scale.next(value, event.shiftKey ? Math.sign(count) * 10 : count));
  };
  return html`<div class="slide">
    <div class="label"><span>${label}</span>${typedNumber({name, label: `${label}, typed`, value, set: desk.set})}</div>
    <input type="range" min="0" max=${positions} step="1" aria-label=${label} aria-valuetext=${String(value)}
      .value=${live(String(Math.round(at * positions)))} style=${styled({"--at": `calc(11px + ${at.toFixed(4)} * (100% - 22px))`})}
      @input=${(event) => go(scale.value(event.target.value / positions))} @keydown=${keys}>
    <div class="ticks" aria-hidden="true">${ticksOf(range, setting.scale).map((tick) => html`<span style=${styled({left: `${(100 * scale.at(tick)).toFixed(2)}%`})}>${tick}</span>`)}</div>
  </div>`;
};
