// The same samples under four widths, or four kernels: estimates above, attention below, one query through all.
import {scaleLinear} from "d3-scale";
import {html, nothing, svg} from "lit";
import {axisFor, grid, labelRoom, named, namedWithin} from "./axes.js";
import {colourBar, heat} from "./colour.js";
import {crowd, scatter} from "./dense.js";
import {drag, ground} from "./drag.js";
import {cut, gridReading, measure, opening, reading, resolution, rounded, short, spelled, textWidth, weight} from "./format.js";
import {handle} from "./handle.js";
import {onKeys} from "./keys.js";
import {curve, diamond, valueOn} from "./lines.js";
import {keyOf, keyTicks, rowPlace} from "./matrix.js";
import {kernelNames, namesOf, noSamples} from "./words.js";

const tenth = (value) => value.toFixed(1);
const count = (samples) => samples?.keys?.length ?? 0;
const domain = ({queries}) => (queries?.length ? [queries[0], queries[queries.length - 1]] : [0, 5]);

const layout = (results, width) => {
  const narrow = width < 600, columns = narrow ? 2 : 4, size = narrow ? 120 : 168;
  const yAxis = axisFor(results.y, size, narrow ? 34 : 42), queryAxis = axisFor(domain(results), size, narrow ? 52 : 72);
  const labels = Math.ceil(Math.max(labelRoom(yAxis), labelRoom(queryAxis)));
  const left = narrow ? Math.max(22, labels + 10) : Math.max(42, labels + 14), right = narrow ? 0 : 70, gap = narrow ? 14 : 20;
  const panel = (width - left - right - gap * (columns - 1)) / columns, top = 30, middle = narrow ? 26 : 28;
  const rows = Math.ceil(results.panels.length / columns), unit = top + size + middle + size + (narrow ? 40 : 30);
  return {narrow, columns, size, yAxis, queryAxis, left, right, gap, panel, top, middle, unit, rows, width, height: rows * unit + (narrow ? 52 : 14)};
};

/** Where one panel stands. */
const spot = (index, {columns, left, panel, gap, unit, top, size, middle}) => {
  const x = left + (index % columns) * (panel + gap), y = Math.floor(index / columns) * unit;
  return {x, y, plot: {top: y + top, bottom: y + top + size}, map: {x, y: y + top + size + middle, width: panel, height: size}, first: index % columns === 0};
};

/** The samples, drawn once for all panels: each moves the one path to its place. */
const dots = ({keys, values}, results, {panel, size}) => {
  const x = scaleLinear(results.x, [0, panel]), y = scaleLinear(results.y, [size, 0]);
  if (keys.length > 2000) return {name: "crowd", path: crowd(keys, values, x, y, 2)};
  return {name: keys.length > 150 ? "dots small" : "dots", path: scatter(keys, values, x, y)};
};

/** What distinguishes a panel: its width, or its kernel. */
const label = (panel, settings) => (settings.compare === "kernels" ? kernelNames.get(panel.kernel) ?? panel.kernel : `σ ${short(panel.width)}`);

const draw = ({results, settings, samples, width, focus, act}) => {
  const place = layout(results, width), {narrow, size, left, panel, height, yAxis, queryAxis} = place;
  const n = count(samples), some = n > 0, rows = results.queries?.length ?? 0, [low, high] = results.x, step = resolution(results.x);
  const sayKey = reading(results.x), query = results.query ?? settings.query;
  const marks = some ? dots(samples, results, place) : undefined;
  const setQuery = (value) => act.set({query: rounded(Math.min(Math.max(value, low), high), step)});

  // The part that the queries have in common is said at the maps or, too long for that, under them.
  const fits = textWidth(named("query", queryAxis)) <= left - 7, common = fits ? "" : `; rows are queries, ${queryAxis.note}`;

  // The name of the values, on the side of the query where there is more room.
  const valueName = (at, px, y) => {
    const name = namesOf(samples).value, top = yAxis.ticks.at(-1), [, ceiling] = y.range();
    const before = px - at, free = !some || textWidth(named(name, yAxis)) + 12 < before, left = free || before > panel / 2;
    const under = y(top?.value ?? 0), place = under - ceiling > 20 ? ceiling + 10 : under + 14;
    return svg`<text class=${`t halo ${left ? "" : "end"}`} x=${tenth(left ? at + 4 : at + panel - 4)} y=${tenth(place)}>${namedWithin(name, yAxis, (left ? before : panel - before) - 12)}</text>`;
  };

  const one = (shown, index) => {
    const {x: at, y: above, plot, map, first} = spot(index, place);
    const x = scaleLinear(results.x, [at, at + panel]), y = scaleLinear(results.y, [plot.bottom, plot.top]), px = x(query);
    const cell = map.height / Math.max(1, rows), rowTop = map.y + cell * results.row, columnWidth = panel / Math.max(1, results.columns);
    const reach = Number.isFinite(shown.pooled);
    const pointed = some && focus?.panel === index && focus.row < rows && focus.column < results.columns ? focus : null;
    const scrub = (place) => setQuery(x.invert(place.x));
    const over = ground({scrub, tap: scrub});
    const rowAt = (place) => Math.min(Math.max(Math.floor((place.y - map.y) / cell), 0), rows - 1);
    const point = (place) => {
      const mark = {panel: index, row: rowAt(place), column: Math.min(Math.max(Math.floor((place.x - at) / columnWidth), 0), results.columns - 1)};
      if (mark.row !== focus?.row || mark.column !== focus?.column || index !== focus?.panel) act.focus(mark);
    };
    const onMap = ground({scrub: (place) => act.set({query: results.queries[rowAt(place)]}), hover: point, tap: point, leave: () => act.focus(null)});
    const caption = label(shown, settings), error = Number.isFinite(shown.error) ? measure(shown.error) : "";
    const long = error && !narrow && textWidth(caption, 13) * 1.1 + textWidth(`error ${error}`) + 12 < panel ? `error ${error}` : error;
    const errorRoom = long ? textWidth(long) + 8 : 0;
    return svg`
      <g aria-hidden="true">
        <text class="b" x=${tenth(at)} y=${above + 16}>${cut(caption, panel - errorRoom, 13.5)}</text>
        ${long ? svg`<text class="t end" x=${tenth(at + panel)} y=${above + 16}>${long}</text>` : nothing}
        ${(shown.gaps ?? []).map(([a, b]) => svg`<rect class="gap" x=${tenth(x(a))} y=${plot.top} width=${tenth(Math.max(0.5, x(b) - x(a)))} height=${size} />`)}
        ${grid(yAxis, y, at, at + panel, false)}
        ${first ? yAxis.ticks.map(({value, label: text}) => svg`<text class="t end" x=${tenth(at - 7)} y=${tenth(y(value) + 4)}>${text}</text>`) : nothing}
        ${some ? svg`
          <path class=${marks.name} d=${marks.path} transform=${`translate(${tenth(at)},${plot.top})`} />
          ${results.truth ? svg`<path class="truth thin" d=${curve(results.truth.queries, results.truth.values, x, y)} />` : nothing}
          <path class="est thin" d=${curve(shown.curve.queries, shown.curve.values, x, y, shown.kernel)} />
          ${(shown.points ?? []).map((point) => svg`<circle class="lit lone" cx=${tenth(x(point.query ?? point))} cy=${tenth(y(point.value ?? valueOn(shown.curve, point)))} r="2" />`)}
          <path class="qline" d=${`M${tenth(px)} ${plot.top - 4}V${plot.bottom + 14}`} />
          ${reach ? svg`<path class="pool thin" d=${diamond(px, y(shown.pooled), 6.5)} />` : nothing}
          ${heat({matrix: shown.matrix, columns: results.columns, greatest: results.greatest}, map)}
          <rect class="casing" x=${tenth(at - 2)} y=${tenth(rowTop - 2)} width=${tenth(panel + 4)} height=${tenth(cell + 4)} />
          <rect class="qline thin" x=${tenth(at - 1)} y=${tenth(rowTop - 0.5)} width=${tenth(panel + 2)} height=${tenth(cell + 1)} />
          ${pointed ? svg`<rect class="casing" x=${tenth(at + columnWidth * pointed.column - 3)} y=${tenth(map.y + cell * pointed.row - 3)} width=${tenth(columnWidth + 6)} height=${tenth(cell + 6)} />
            <rect class="ring-held" x=${tenth(at + columnWidth * pointed.column - 1.5)} y=${tenth(map.y + cell * pointed.row - 1.5)} width=${tenth(columnWidth + 3)} height=${tenth(cell + 3)} />` : nothing}`
          : svg`<path class="axis" d=${`M${tenth(at)} ${plot.bottom}h${tenth(panel)}`} /><rect class="frame" x=${map.x} y=${map.y} width=${map.width} height=${map.height} />`}
        ${!narrow && first ? svg`${valueName(at, px, y)}
          <text class="t end" x=${tenth(at - 7)} y=${map.y - 8}>${fits ? named("query", queryAxis) : "query"}</text>` : nothing}
        ${first ? queryAxis.ticks.map(({value, label: text}) => {
          const there = rowPlace(results, value, map);
          return there === null ? nothing : svg`<text class="t end" x=${tenth(at - 7)} y=${tenth(Math.max(there, map.y + 4) + 4)}>${text}</text>`;
        }) : nothing}
        ${some ? keyTicks(results, map, narrow ? 34 : 40).map(({x: tick, label: text}) => svg`
          <path class="axis" d=${`M${tenth(tick)} ${map.y + map.height}v4`} /><text class="t mid" x=${tenth(tick)} y=${map.y + map.height + 17}>${text}</text>`) : nothing}
      </g>
      ${some ? svg`
        <rect class="ground" x=${tenth(at)} y=${plot.top} width=${tenth(panel)} height=${size} aria-hidden="true"
          @pointerdown=${over.down} @pointermove=${over.move} @pointerup=${over.up} @pointercancel=${over.cancel} @pointerleave=${over.leave} />
        <rect class="ground" x=${tenth(at)} y=${map.y} width=${tenth(panel)} height=${map.height} aria-hidden="true"
          @pointerdown=${onMap.down} @pointermove=${onMap.move} @pointerup=${onMap.up} @pointercancel=${onMap.cancel} @pointerleave=${onMap.leave} />
        ${handle({
          x: px, y: plot.bottom + 13, r: 8, label: "Query, in every panel", only: index ? "pointer" : undefined,
          value: query, min: Math.min(low, query), max: Math.max(high, query),
          text: `query ${sayKey(query)}, ${pooledBy(results, settings).join("; ")}`,
          pointer: drag({at: {x: px, y: plot.bottom + 13}, move: scrub}),
          keys: index ? undefined : onKeys({value: query, min: low, max: high, step: Math.max(step, rounded((high - low) / 100, step))}, setQuery),
        })}` : nothing}`;
  };

  const bottom = place.rows * place.unit, keyName = namesOf(samples).key, map = spot(0, place).map;
  const body = svg`
    ${results.panels.map(one)}
    <g aria-hidden="true">
      ${narrow ? svg`
        <text class="t" x=${left} y=${bottom - 6}>${cut("maps: a row a query, a column a key", width - left - textWidth(keyTicks.note(results)))}${keyTicks.note(results)}</text>
        <text class="t" x=${left} y=${bottom + 26}>weight</text>
        ${colourBar(results, {x: left + 52, y: bottom + 16, width: width - left - 66, height: 12, lying: true})}`
      : svg`
        <text class="t mid" x=${tenth(left + (width - left - place.right) / 2)} y=${bottom + 8}>${keyName}${keyTicks.note(results)}, in order of position${common}</text>
        ${Array.from({length: place.rows}, (_, row) => svg`
          <text class="t" x=${width - place.right + 18} y=${map.y + row * place.unit - 10}>weight</text>
          ${colourBar(results, {x: width - place.right + 18, y: map.y + row * place.unit, width: 12, height: size})}`)}`}
    </g>`;

  let tip, note;
  const shown = some && focus?.panel >= 0 ? results.panels[focus.panel] : undefined;
  if (!some) note = noSamples(act);
  else if (shown && focus.row < rows && focus.column < results.columns) {
    const {map: where} = spot(focus.panel, place), cell = size / rows, columnWidth = panel / results.columns, key = keyOf(results, focus.column);
    const share = weight(shown.matrix[focus.row * results.columns + focus.column]), sayQuery = gridReading(results.queries)(results.queries[focus.row]);
    if (narrow) note = html`${label(shown, settings)}: query <b>${sayQuery}</b>, ${key.plural} <b>${key.label}</b>: weight <b>${share}</b>`;
    else tip = {
      x: where.x + columnWidth * (focus.column + 0.5), y: where.y + cell * (focus.row + 0.5),
      content: html`<span>query</span> <b>${sayQuery}</b> &nbsp;<span>${key.plural}</span> <b>${key.label}</b><br><span>weight</span> <b>${share}</b>`,
      avoid: [
        {x: where.x - 3, y: where.y + cell * results.row - 3, width: panel + 6, height: cell + 6},
        {x: where.x + columnWidth * focus.column - 4, y: where.y + cell * focus.row - 4, width: columnWidth + 8, height: cell + 8},
      ],
    };
  } else if (narrow) note = html`Tap a map to see a weight.`;
  return {
    plot: html`<svg class="marks" viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="group" aria-label=${title(results, settings)}>${body}</svg>`,
    tip, note, height,
  };
};

const pooledBy = (results, settings) => {
  const say = reading(results.y);
  return results.panels.map((shown) => `${label(shown, settings)}: ${Number.isFinite(shown.pooled) ? `pooled ${say(shown.pooled)}` : "no key within reach"}`);
};

const title = (results, settings) => settings.compare === "kernels"
  ? `${opening(spelled(results.panels.length))} kernels, one width`
  : `One kernel, ${spelled(results.panels.length)} widths`;

const readout = (results, settings, samples) => {
  if (!count(samples)) return [];
  const say = reading(results.y);
  return [
    {label: "query", value: reading(results.x)(results.query), meaning: "held", setting: "query"},
    {label: "pooled", value: results.panels.map(({pooled}) => (Number.isFinite(pooled) ? say(pooled) : "none")).join(" · "), meaning: "answered"},
  ];
};

const summary = (results, settings, samples) => {
  if (!count(samples)) return "There are no samples yet.";
  const known = results.panels.filter(({error}) => Number.isFinite(error)), [best] = [...known].sort((a, b) => a.error - b.error);
  return `At query ${reading(results.x)(results.query)}, ${pooledBy(results, settings).join("; ")}.`
    + (best ? ` Least error to the truth: ${label(best, settings)}, ${measure(best.error)}.` : "");
};

const table = (results, settings) => ({
  caption: `${title(results, settings)}: pooled values at query ${reading(results.x)(results.query ?? settings.query)}`,
  columns: [settings.compare === "kernels" ? "kernel" : "width σ", "pooled", "error to truth"],
  rows: results.panels.map((shown) => [label(shown, settings).replace(/^σ /, ""), Number.isFinite(shown.pooled) ? reading(results.y)(shown.pooled) : "none", Number.isFinite(shown.error) ? measure(shown.error) : "unknown"]),
});

export default {
  view: "compare",
  controls: ["compare"],
  compute: (model, settings, samples) => model.compare(settings, samples),
  title, readout, legend: () => nothing, draw, summary, table,
};
