import {html, nothing, svg} from "lit";
import {live} from "lit/directives/live.js";

const shownFirst = 5;
const reach = 2.2;
const steps = 440;
const distances = Float64Array.from({length: steps + 1}, (_, i) => -reach + (2 * reach * i) / steps);
const glyphs = new Map();

/** A kernel's own α over −2.2 … 2.2, drawn small. */
const glyph = (kernel, attention) => {
  if (!glyphs.has(kernel)) {
    const heights = attention.evaluate({kernel, distances});
    const points = Array.from(heights, (height, i) => `${((44 * i) / steps).toFixed(1)} ${(20 - 17 * height).toFixed(2)}`);
    glyphs.set(kernel, `M${points.join("L")}`);
  }
  return svg`<svg viewBox="0 0 44 22" aria-hidden="true"><path d=${glyphs.get(kernel)} /></svg>`;
};

/** Radio buttons that each draw their kernel: the first five, and the others after "More". */
export const kernelChooser = ({name, of, labels, label}, desk) => {
  const chosen = desk.settings[name];
  const further = of.slice(shownFirst);
  const forced = further.includes(chosen);
  const open = forced || desk.open.has("kernels");
  const radio = (kernel) => {
    const full = labels[kernel] ?? kernel;
    const [short] = full.split(" (");
    return html`<label class="glyph" title=${full === short ? nothing : full}>
      <input type="radio" name=${desk.id(name)} value=${kernel} .checked=${live(kernel === chosen)}
        @change=${() => desk.set({[name]: kernel})}>${glyph(kernel, desk.attention)}<span>${short}</span></label>`;
  };
  return html`<fieldset><legend>${label}</legend><div class="glyphs">
    ${of.slice(0, shownFirst).map(radio)}
    <button type="button" class="glyph" aria-expanded=${open} ?disabled=${forced} @click=${() => desk.toggle("kernels")}>
      <svg viewBox="0 0 44 22" aria-hidden="true"><path class="dots" d="M14 11h.01M22 11h.01M30 11h.01" /></svg>
      <span>${open ? "Fewer" : "More"}</span></button>
    ${open ? further.map(radio) : nothing}
  </div></fieldset>`;
};
