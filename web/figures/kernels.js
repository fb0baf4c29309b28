// How fast interest fades with distance: each kernel's α(x), and its value at the distance held.
import {scaleLinear} from "d3-scale";
import {html, nothing, svg} from "lit";
import {axisFor} from "./axes.js";
import {drag, ground} from "./drag.js";
import {fixed, minus, opening, rounded, spelled, textWidth} from "./format.js";
import {handle} from "./handle.js";
import {onKeys} from "./keys.js";
import {curve} from "./lines.js";
import {formula, kernelNames} from "./words.js";

const formulas = new Map([
  ["gaussian", "exp(−½x²)"], ["boxcar", "1 if |x| < 1"], ["constant", "1, always"], ["triangular", "max(1 − |x|, 0)"],
  ["epanechnikov", "max(1 − x², 0)"], ["biweight", "(1 − x²)² if |x| < 1"], ["triweight", "(1 − x²)³ if |x| < 1"],
  ["tricube", "(1 − |x|³)³ if |x| < 1"], ["cosine", "cos(πx/2) if |x| < 1"], ["laplace", "exp(−|x|)"],
]);
const aside = new Map([["triangular", "the book’s “Epanechikov”"]]);
const step = 0.01;

const tenth = (value) => value.toFixed(1);
const say = (value) => (value > 0 && value < 0.005 ? "< 0.01" : fixed(value, 2));

/**
 * Where the panels stand. Six fit one row, the book's four and two more; ten make two rows of five.
 * In two columns, and in four, the book's four fill whole rows and the further ones begin a new group beneath.
 */
const layout = (results, width) => {
  const n = results.panels.length, {inBook} = results, narrow = width < 600;
  const columns = narrow ? 2 : width < 840 ? 4 : n > 6 ? 5 : 6, stacked = columns < 5;
  const gap = 20, between = stacked ? gap : 44, split = stacked ? columns : inBook;
  const panel = (width - gap * (columns - 1) - (between - gap)) / columns, plot = narrow ? 96 : 104, head = 60, unit = head + plot + 46, group = 36;
  const column = (i) => i * (panel + gap) + (i >= split ? between - gap : 0);
  const spots = results.panels.map((_, index) => {
    if (!stacked) {
      const row = Math.floor(index / columns);
      return {x: column(index % columns), y: group + row * unit};
    }
    const further = index >= inBook, at = further ? index - inBook : index, before = further ? Math.ceil(inBook / columns) * unit + group : 0;
    return {x: column(at % columns), y: before + group + Math.floor(at / columns) * unit};
  });
  const first = Math.min(inBook, columns);
  const rules = [{text: "in the book", x: 0, width: column(first - 1) + panel, y: 0}];
  if (n > inBook) {
    rules.push(stacked
      ? {text: "further", x: 0, width, y: spots[inBook].y - group}
      : {text: "further", x: column(inBook), width: width - column(inBook), y: 0});
  }
  return {narrow, columns, panel, plot, head, spots, rules, height: Math.max(...spots.map(({y}) => y)) + unit - 12};
};

const draw = ({results, width, act}) => {
  const place = layout(results, width), {panel, plot, head, spots, rules, height} = place, distance = results.distance;
  const set = (value) => act.set({distance: rounded(value, step)});

  const one = ({kernel, x: xs, weights, at}, index) => {
    const {x: left, y: above} = spots[index], low = xs[0], high = xs[xs.length - 1], bottom = above + head + plot;
    const ticks = high <= 3 ? [-1, 0, 1].map((value) => ({value, label: minus(value)})) : axisFor([low / 2, high / 2], panel, 50).ticks;
    const x = scaleLinear([low, high], [left, left + panel]), y = scaleLinear([0, 1.08], [bottom, above + head]);
    const shownAt = Math.min(Math.max(distance, low), high), px = x(shownAt), inside = shownAt === distance;
    const line = curve(xs, weights, x, y, kernel), py = y(at);
    const scrub = (place) => set(Math.min(Math.max(x.invert(place.x), low), high));
    const over = ground({scrub, tap: scrub});
    const text = say(at), room = textWidth(text, 13) * 1.06 + 14, flat = at > 0.95;
    // Beside the mark: outside the curve where it falls, inside under a flat top, always within the panel.
    const outward = distance >= 0 ? 1 : -1, side = flat ? -outward : px + outward * room > left + panel || px + outward * room < left ? -outward : outward;
    return svg`
      <g aria-hidden="true">
        <text class="b" x=${tenth(left)} y=${above + 16}>${kernelNames.get(kernel) ?? kernel}</text>
        <text class="math mu" x=${tenth(left)} y=${above + 35}>${formula(formulas.get(kernel) ?? "")}</text>
        ${aside.has(kernel) ? svg`<text class="t" x=${tenth(left)} y=${above + 52}>${aside.get(kernel)}</text>` : nothing}
        <path class="grid" d=${`M${tenth(left)} ${tenth(y(1))}h${tenth(panel)}`} />
        <path class="area" d=${`${line}V${tenth(bottom)}H${tenth(left)}Z`} />
        <path class="axis" d=${`M${tenth(left)} ${bottom}h${tenth(panel)}`} />
        <path class="est thin" d=${line} />
        ${kernel === "boxcar" ? [-1, 1].map((edge) => svg`<circle class="ends" cx=${tenth(x(edge))} cy=${tenth(y(1))} r="3.25" />`) : nothing}
        ${ticks.map(({value, label}) => svg`<path class="axis" d=${`M${tenth(x(value))} ${bottom}v4`} /><text class="t mid" x=${tenth(x(value))} y=${bottom + 22}>${label}</text>`)}
        ${inside ? svg`
          <path class="qline" d=${`M${tenth(px)} ${bottom}V${tenth(py)}`} />
          <circle class="pool thin" cx=${tenth(px)} cy=${tenth(py)} r="5.5" />
          <text class=${`te halo ${side < 0 ? "end" : ""}`} x=${tenth(px + side * (flat ? 8 : 10))} y=${tenth(flat ? py + 20 : Math.min(py - 4, bottom - 14))}>${text}</text>` : nothing}
      </g>
      <rect class="ground" x=${tenth(left)} y=${above + head - 6} width=${tenth(panel)} height=${plot + 12} aria-hidden="true"
        @pointerdown=${over.down} @pointermove=${over.move} @pointerup=${over.up} @pointercancel=${over.cancel} />
      ${handle({
        x: px, y: bottom, r: 7, label: "Distance x, in every panel", only: index ? "pointer" : undefined,
        value: distance, min: Math.min(low, distance), max: Math.max(high, distance), text: valuesAt(results),
        pointer: drag({at: {x: px, y: bottom}, move: scrub}),
        keys: index ? undefined : onKeys({value: distance, min: low, max: high, step: 0.05}, set),
      })}`;
  };

  const body = svg`
    ${rules.map(({text, x, width: length, y}) => svg`<g aria-hidden="true"><text class="t" x=${tenth(x)} y=${y + 14}>${text}</text><path class="axis" d=${`M${tenth(x)} ${y + 24}h${tenth(length)}`} /></g>`)}
    ${results.panels.map(one)}`;
  return {
    plot: html`<svg class="marks" viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="group" aria-label=${title()}>${body}</svg>`,
    height,
  };
};

const valuesAt = ({distance, panels}) =>
  `x ${fixed(distance)}: ${panels.map(({kernel, at}) => `${kernelNames.get(kernel) ?? kernel} ${say(at)}`).join(", ")}`;

const title = () => "How interest fades with distance";

const readout = (results) => [
  {label: html`<em class="m">x</em> = (<em class="m">q</em> − <em class="m">k</em>) / σ`, value: fixed(results.distance), meaning: "held", setting: "distance"},
];

const summary = (results) => `${opening(spelled(results.panels.length))} kernels at distance ${valuesAt(results)}.`;

const table = (results) => ({
  caption: `Kernels and their value at distance x = ${fixed(results.distance)}`,
  columns: ["kernel", "α(x)", `α(${fixed(results.distance)})`],
  rows: results.panels.map(({kernel, at}) => [
    `${kernelNames.get(kernel) ?? kernel}${aside.has(kernel) ? ` (${aside.get(kernel)})` : ""}`, formulas.get(kernel) ?? "", say(at)]),
});

export default {
  view: "kernels",
  controls: ["kernels"],
  compute: (model, settings, samples) => model.kernels(settings, samples),
  title, readout, legend: () => nothing, draw, summary, table,
};
