import {html, nothing} from "lit";
import {typedNumber} from "./controls/typed.js";
import {settingOf} from "./settings.js";

/** What the words over a figure mean, for who rests on one. */
const meanings = new Map([
  ["pooled", "the mean of the values, weighted by attention"],
  ["truth", "the function behind the samples, without the noise"],
  ["keys in effect", "1 / Σ w²: as many keys of equal weight would count as much"],
  ["error to truth", "the mean of (pooled − truth)² over 50 queries"],
]);

/** The numbers over a figure; those that are settings can be typed over. */
export const readout = (items, settings, set) => html`<dl>${items.map(({label, value, meaning = "", setting}) => html`<div>
  <dt title=${meanings.get(label) ?? nothing}>${label}</dt><dd class=${meaning}>${setting
    ? typedNumber({name: setting, label: named(label, setting), value: settings[setting], shown: value, set})
    : value}</dd></div>`)}</dl>`;

// A label may be more than text, as a formula is; a name cannot.
const named = (label, setting) => (typeof label === "string" ? label : settingOf(setting).label);
