import {html, nothing} from "lit";
import {settings as table} from "./settings.js";
import {kernelChooser} from "./controls/kernel.js";
import {numberSlider} from "./controls/slider.js";
import {sampleChooser} from "./controls/samples.js";
import {choice} from "./controls/choice.js";

/**
 * The inputs of a figure, built from the settings table. What they show is
 * the settings; what they change goes through `set`.
 *
 * @typedef {object} Desk
 * @property {Record<string, any>} settings
 * @property {any} results of the figure's computation
 * @property {any} samples
 * @property {any} attention
 * @property {(name: string) => string} id
 * @property {(changes: Record<string, unknown>, options?: {ease?: boolean}) => void} set
 * @property {Set<string>} open the names of what is opened
 * @property {(name: string, open?: boolean) => void} toggle
 * @property {boolean} hasOwn whether the reader gave samples
 */

/** @type {Map<string, any>} */
const row = new Map(table.map((setting) => [setting.name, setting]));

/** @param {string} name @param {Desk} desk */
const input = (name, desk) => {
  const setting = row.get(name);
  if (!setting) return nothing;
  if (name === "kernel") return kernelChooser(setting, desk);
  if (name === "samples") return sampleChooser(setting, desk);
  if (setting.type === "choice") return choice(setting, desk);
  return numberSlider(setting, desk);
};

const isBroad = (name) => name === "kernel" || (row.get(name)?.type !== "choice");

/**
 * Two rows: what shapes the picture, then what it is a picture of, with the tools at its end.
 * @param {string[]} names
 * @param {Desk} desk
 * @param {unknown} tools
 */
export const controlBars = (names, desk, tools) => {
  const broad = names.filter(isBroad), plain = names.filter((name) => !isBroad(name));
  return html`
    ${broad.length ? html`<div class="bar">${broad.map((name) => input(name, desk))}</div>` : nothing}
    <div class="bar one">${plain.map((name) => input(name, desk))}<slot name="beside"></slot>${tools}</div>`;
};
