import {html} from "lit";
import {live} from "lit/directives/live.js";

const submit = (event) => {
  if (event.key === "Enter") event.target.blur();
  if (event.key === "Escape") {
    event.stopPropagation();
    event.target.value = event.target.dataset.value;
    event.target.blur();
  }
};

/** A number in a line of text that can be typed over; Enter or leaving it sets it, Escape gives it back. */
export const typedNumber = ({name, label, value, shown = String(value).replace("-", "−"), set}) => html`<input
  class="typed" type="text" inputmode="decimal" autocomplete="off" spellcheck="false" enterkeyhint="done"
  data-setting=${name} data-value=${shown} aria-label=${label} size=${Math.max(3, shown.length)} .value=${live(shown)}
  @focus=${(event) => event.target.select()} @keydown=${submit}
  @change=${(event) => { if (event.target.value.trim() !== shown) set({[name]: event.target.value}, {ease: true}); event.target.value = shown; }}>`;
