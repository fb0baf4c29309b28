import {html} from "lit";
import {live} from "lit/directives/live.js";

const few = 3;

/** Two or three choices as joined radio buttons, more as a menu. */
export const choice = (setting, desk) => {
  const {name, of, labels = {}, label} = setting;
  const worded = (value) => (Object.hasOwn(labels, value) ? labels[value] : value);
  if (of.length > few) {
    return html`<select aria-label=${label} .value=${live(desk.settings[name])}
      @change=${(event) => desk.set({[name]: event.target.value})}>
      ${of.map((value) => html`<option value=${value} ?selected=${value === desk.settings[name]}>${worded(value)}</option>`)}
    </select>`;
  }
  return html`<div class="seg" role="radiogroup" aria-label=${label}>${of.map((value) => html`
    <label><input type="radio" name=${desk.id(name)} value=${value} .checked=${live(desk.settings[name] === value)}
      @change=${() => desk.set({[name]: value})}><span>${worded(value)}</span></label>`)}
  </div>`;
};
