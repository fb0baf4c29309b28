import {html, nothing} from "lit";
import {live} from "lit/directives/live.js";
import {samplers} from "../data/samplers.js";

/** Which samples: a menu, the next draw of the same kind, and the drawer with the rest. */
export const sampleChooser = ({name, of, labels, label}, desk) => {
  const {settings} = desk;
  const isOpen = desk.open.has("samples");
  const hasOwn = settings.samples === "own" || desk.hasOwn;
  const choose = (event) => {
    const value = event.target.value;
    if (value === "own" && !hasOwn) {
      event.target.value = settings.samples;
      desk.toggle("samples", true);
    } else desk.set({samples: value});
  };
  return html`<div class="row">
    <select class="which" aria-label=${label} .value=${live(settings.samples)} @change=${choose}>
      ${of.map((value) => html`<option value=${value} ?selected=${value === settings.samples}>${
        value === "own" && !hasOwn ? "Your own …" : labels[value]}</option>`)}
    </select>
    ${samplers.get(settings.samples)?.generated
      ? html`<button type="button" @click=${() => desk.set({seed: settings.seed + 1})}><span>New sample</span></button>` : nothing}
    <button type="button" class="data" aria-expanded=${isOpen} aria-controls=${isOpen ? desk.id("samples") : nothing}
      @click=${() => desk.toggle("samples")}><span>${isOpen ? "Close" : "Your data"}</span></button>
  </div>`;
};
