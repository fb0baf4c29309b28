// From a weight to a colour, and back: the colour bar.
import {svg, nothing} from "lit";
import {textWidth, weight as say, short} from "./format.js";

/** How many colours the maps use. They are classes w0 … w27, mixed in OKLab from the element's five weight tokens. */
export const levels = 28;

/** The CSS colour of a level. */
export const mixed = (level) => {
  const at = (level / (levels - 1)) * 4, stop = Math.min(3, Math.floor(at));
  return `color-mix(in oklab,var(--attention-weight-${stop + 1}) ${((at - stop) * 100).toFixed(1)}%,var(--attention-weight-${stop}))`;
};

/** The level of a positive weight: it grows with the root, so that small weights show beside great ones. */
export const level = (weight, greatest) => Math.min(levels - 1, Math.floor(Math.sqrt(weight / greatest) * levels));

/** How far along the bar a weight lies, 0 … 1. */
export const along = (weight, greatest) => (greatest > 0 ? Math.sqrt(Math.max(0, weight) / greatest) : 0);

const round2 = (value) => Math.round(value * 100) / 100;

/**
 * A matrix as one path a colour, never one element a cell. Neighbours of one colour are one rectangle.
 * Weight 0 draws nothing; a row that is all 0, a query that no key reaches, is shaded as a gap.
 */
export const heat = ({matrix, columns, greatest}, {x, y, width, height}) => {
  const rows = columns > 0 ? Math.floor(matrix.length / columns) : 0, paths = Array.from({length: levels}, () => ""), gaps = [];
  for (let row = 0; row < rows; ++row) {
    const top = round2(y + (height * row) / rows), bottom = round2(y + (height * (row + 1)) / rows);
    let start = 0, present = -1, any = false;
    for (let column = 0; column <= columns; ++column) {
      const value = column < columns ? matrix[row * columns + column] : 0, next = value > 0 ? level(value, greatest) : -1;
      if (next === present && column < columns) continue;
      if (present >= 0) {
        any = true;
        paths[present] += `M${round2(x + (width * start) / columns)} ${top}H${round2(x + (width * column) / columns)}V${bottom}H${round2(x + (width * start) / columns)}Z`;
      }
      start = column;
      present = next;
    }
    if (!any) gaps.push([top, bottom]);
  }
  return svg`
    ${gaps.map(([top, bottom]) => svg`<rect class="gap cell" x=${x} y=${top} width=${width} height=${round2(bottom - top)} />`)}
    ${paths.map((path, i) => (path ? svg`<path class=${`cell w${i}`} d=${path} />` : nothing))}
    <rect class="frame" x=${x} y=${y} width=${width} height=${height} />`;
};

/** Ticks for a bar of `length` px: 0, the greatest, and round numbers between that keep `clear` px apart. */
const barTicks = (greatest, length, clear) => {
  if (!(greatest > 0)) return [{value: 0, label: "0"}];
  const kept = [{value: 0, label: "0"}, {value: greatest, label: say(greatest)}];
  const power = Math.floor(Math.log10(greatest));
  for (let exponent = power; exponent > power - 4; --exponent) {
    for (const lead of [5, 2, 1]) {
      const value = Number(`${lead}e${exponent}`);
      if (value < greatest && kept.every((tick) => Math.abs(along(tick.value, greatest) - along(value, greatest)) * length >= clear)) {
        kept.push({value, label: short(value)});
      }
    }
  }
  return kept.sort((a, b) => a.value - b.value);
};

/**
 * The one bar that is right for every map of a figure: upright beside them, or lying beneath.
 * @param {{greatest: number}} results
 * @param {{x: number, y: number, width: number, height: number, lying?: boolean, at?: number}} place `at`: a weight to point to
 */
export const colourBar = ({greatest}, {x, y, width, height, lying = false, at}) => {
  const length = lying ? width : height, ticks = barTicks(greatest, length, lying ? 40 : 30);
  const place = (value) => along(value, greatest) * length;
  const swatches = Array.from({length: levels}, (_, i) => (lying
    ? svg`<rect class=${`cell w${i}`} x=${round2(x + (width * i) / levels)} y=${y} width=${round2(width / levels + 0.4)} height=${height} />`
    : svg`<rect class=${`cell w${i}`} x=${x} y=${round2(y + height * (1 - (i + 1) / levels))} width=${width} height=${round2(height / levels + 0.4)} />`));
  const marks = ticks.map(({value, label}) => {
    const p = place(value);
    if (!lying) return svg`<path class="axis" d=${`M${x + width} ${round2(y + height - p)}h4`} /><text class="t" x=${x + width + 8} y=${round2(y + height - p + 4)}>${label}</text>`;
    const half = textWidth(label) / 2, centre = Math.min(x + p, x + width + 6 - half);
    return svg`<path class="axis" d=${`M${round2(x + p)} ${y + height}v4`} /><text class="t mid" x=${round2(centre)} y=${y + height + 17}>${label}</text>`;
  });
  const pointer = at > 0 ? (lying ? `M${round2(x + place(at))} ${y - 2}l-5 -8h10z` : `M${x - 2} ${round2(y + height - place(at))}l-8 -5v10z`) : "";
  return svg`${swatches}<rect class="frame" x=${x} y=${y} width=${width} height=${height} />${marks}
    ${pointer ? svg`<path class="qfill" d=${pointer} />` : nothing}`;
};
