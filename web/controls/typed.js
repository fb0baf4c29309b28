import {html} from "lit";
import {kept} from "./kept.js";

const submit = (event) => {
  if (event.key === "Enter") event.target.blur();
  if (event.key === "Escape") {
    event.stopPropagation();
    event.target.value = event.target.dataset.value;
    event.target.blur();
  }
};

/** A number in a line of text that can be typed over; Enter or leaving it sets it, Escape gives it back. */
export const typedNumber = ({name, label, value, shown = String(value).replace("-", "−"), set, look = "typed"}) => html`<input
  class=${look} type="text" inputmode="decimal" autocomplete="off" spellcheck="false" enterkeyhint="done"
  data-setting=${name} data-value=${shown} aria-label=${label} size=${Math.max(3, shown.length)} .value=${kept(shown)}
  @focus=${(event) => event.target.select()} @keydown=${submit}
  @change=${(event) => {
    const box = event.target, text = box.value;
    // As it was, until the figure is drawn with what came of it.
    box.value = shown;
    if (text.trim() !== shown) set({[name]: text}, {ease: true});
  }}>`;
