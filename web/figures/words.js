// Small pieces of mathematics and language that are set in more than one figure.
import {svg, html} from "lit";

const raised = new Map([..."0123456789.-−"].map((sign, i) => [sign, [..."⁰¹²³⁴⁵⁶⁷⁸⁹·⁻⁻"][i]]));

// Letters standing alone are variables and lean; words such as sin and max stand upright.
const pieces = (text) => text
  .replace(/\^([\d.−-]+)/g, (_, power) => [...power].map((sign) => raised.get(sign)).join(""))
  .replaceAll("-", "−")
  .split(/(?<![A-Za-z])([A-Za-z])(?![A-Za-z])/);

/** A formula as SVG text, variables in italics. */
export const formula = (text) => pieces(text).map((piece, i) => (i % 2 ? svg`<tspan class="it">${piece}</tspan>` : piece));

/** The names of the kernels as printed. */
export const kernelNames = new Map([
  ["gaussian", "Gaussian"], ["boxcar", "Boxcar"], ["constant", "Constant"], ["triangular", "Triangular"],
  ["epanechnikov", "Epanechnikov"], ["biweight", "Biweight"], ["triweight", "Triweight"], ["tricube", "Tricube"],
  ["cosine", "Cosine"], ["laplace", "Laplace"],
]);

/** What is said where there are no samples; the button brings the book's. */
export const noSamples = (act) => html`No samples yet. Paste two columns, open a file, or
  <button type="button" class="link" @click=${() => act.set({samples: "d2l"})}>take the book’s forty</button>.`;

/** What the axes are called: the columns' own names, but the bare x and y of generated samples are a key and a value. */
export const namesOf = (samples) => {
  const named = (name, bare, role) => (!name || name === bare ? role : name);
  return {key: named(samples?.keyName, "x", "key"), value: named(samples?.valueName, "y", "value")};
};
