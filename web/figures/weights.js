// The attention matrix: a row for every query, a column for every key, and one row held.
import {scaleLinear} from "d3-scale";
import {html, nothing, svg} from "lit";
import {axisFor, labelRoom, namedWithin} from "./axes.js";
import {colourBar, heat} from "./colour.js";
import {drag, ground} from "./drag.js";
import {counted, cut, gridReading, opening, reading, textWidth, weight} from "./format.js";
import {handle} from "./handle.js";
import {onKeys} from "./keys.js";
import {keyOf, keyTicks, rowPlace} from "./matrix.js";
import {namesOf, noSamples} from "./words.js";

const tenth = (value) => value.toFixed(1);
const count = (samples) => samples?.keys?.length ?? 0;

const layout = (results, width) => {
  const narrow = width < 600, say = gridReading(results.queries);
  const map = narrow ? 250 : 380, yAxis = axisFor(domain(results), map, narrow ? 60 : 76);
  const room = Math.max(labelRoom(yAxis), textWidth(say(results.rowQuery ?? 0), 13) * 1.06);
  const left = Math.ceil(room) + (narrow ? 31 : 34), right = width - (narrow ? 4 : 112);
  const profile = 8, axis = profile + (narrow ? 46 : 64), top = axis + 6;
  return {narrow, say, left, right, profile, axis, top, bottom: top + map, yAxis, width, height: top + map + (narrow ? 84 : 44)};
};

const domain = ({queries}) => (queries?.length ? [queries[0], queries.at(-1)] : [0, 5]);
const rowsOf = ({queries}) => queries?.length ?? 0;
const cellWeight = (results, row, column) => results.matrix[row * results.columns + column];

/** The column held: the one pointed at, else the heaviest of the row. */
const columnHeld = (results, focus) =>
  focus?.column >= 0 && focus.column < results.columns ? focus.column : results.rowGreatest?.weight > 0 ? results.rowGreatest.column : -1;

/** The held row as bars, on the scale of the whole matrix. */
const profileOf = (results, {left, right, profile, axis}) => {
  // As wide as the column beneath but for a gap, which a single column does not need.
  const n = results.columns, step = (right - left) / n, share = n > 120 || n === 1 ? 1 : 1 - Math.min(0.36, 4 / step);
  const y = scaleLinear([0, results.greatest || 1], [axis, profile]);
  let path = "";
  for (let i = 0; i < results.columns; ++i) {
    if (!(results.rowWeights[i] > 0)) continue;
    path += `M${(left + step * (i + (1 - share) / 2)).toFixed(2)} ${axis}V${y(results.rowWeights[i]).toFixed(2)}h${(step * share).toFixed(2)}V${axis}Z`;
  }
  return svg`<path class="lit" d=${path} /><path class="axis" d=${`M${left} ${axis + 0.5}H${right}`} />`;
};

const draw = ({results, settings, samples, width, focus, act, id}) => {
  const place = layout(results, width), {narrow, say, left, right, top, bottom, axis, profile, yAxis, height} = place;
  const rows = rowsOf(results), n = count(samples), some = n > 0 && rows > 0, frame = {x: left, y: top, width: right - left, height: bottom - top};
  const cellHeight = frame.height / Math.max(1, rows), cellWidth = frame.width / Math.max(1, results.columns);
  const keyName = namesOf(samples).key;

  const rowAt = ({y}) => Math.min(Math.max(Math.floor((y - top) / cellHeight), 0), rows - 1);
  const columnAt = ({x}) => Math.min(Math.max(Math.floor((x - left) / cellWidth), 0), results.columns - 1);
  const setRow = (row) => { if (row !== results.row || results.queries[row] !== settings.query) act.set({query: results.queries[row]}); };
  const point = (at) => {
    // Beside the profile the row is the one held; in the map it is the one pointed at.
    const mark = at.x < left || at.x > right || at.y < profile || at.y > bottom ? null : {row: at.y < top ? results.row : rowAt(at), column: columnAt(at)};
    if (mark?.row !== focus?.row || mark?.column !== focus?.column) act.focus(mark);
  };
  const map = ground({scrub: (at) => { setRow(rowAt(at)); point(at); }, hover: point, leave: () => act.focus(null), tap: point});

  const rowTop = top + cellHeight * results.row, rowMiddle = rowTop + cellHeight / 2;
  const grip = drag({at: {x: left - 13, y: rowMiddle}, move: (at) => setRow(rowAt(at))});
  const column = some ? columnHeld(results, focus) : -1, pointed = some && focus?.row >= 0 && focus.row < rows && column >= 0 ? focus : null;
  const from = left + cellWidth * column, to = from + cellWidth, middle = (from + to) / 2;
  const held = column >= 0 ? keyOf(results, column) : null, heldLabel = held?.label ?? "";
  const labelHalf = textWidth(heldLabel, 13) * 0.54, labelX = Math.min(Math.max(middle, left + labelHalf), right + (narrow ? 4 : 20) - labelHalf);
  const rails = column < 0 ? "" : [from, to].map((x) => `M${tenth(x)} ${axis + 1}V${tenth(rowTop - 2)}M${tenth(x)} ${tenth(rowTop + cellHeight + 2)}V${bottom}`).join("");
  const rowLabel = say(results.rowQuery), exactly = settings.query === results.rowQuery;

  const body = svg`
    <g aria-hidden="true">
      ${some ? svg`
        ${profileOf(results, place)}
        <text class="t halo" x=${left + 2} y=${profile + 12}>${exactly ? "row" : "nearest row"} <tspan class="tq">${rowLabel}</tspan>${held ? ", adds to 1" : ", no key in reach"}</text>
        ${heat(results, frame)}
        ${rails ? svg`<path class="casing wide" d=${rails} /><path class="rail" d=${rails} />` : nothing}
        <rect class="casing" x=${tenth(left - 2.5)} y=${tenth(rowTop - 2.5)} width=${tenth(frame.width + 5)} height=${tenth(cellHeight + 5)} />
        <rect class="qline" x=${tenth(left - 1)} y=${tenth(rowTop - 1)} width=${tenth(frame.width + 2)} height=${tenth(cellHeight + 2)} />
        ${pointed && pointed.row !== results.row ? svg`
          <rect class="casing" x=${tenth(from - 2.5)} y=${tenth(top + cellHeight * pointed.row - 2.5)} width=${tenth(cellWidth + 5)} height=${tenth(cellHeight + 5)} />
          <rect class="ring-held" x=${tenth(from - 1)} y=${tenth(top + cellHeight * pointed.row - 1)} width=${tenth(cellWidth + 2)} height=${tenth(cellHeight + 2)} />` : nothing}
        ${held ? svg`<text class="b mid" x=${tenth(labelX)} y=${bottom + 19}>${heldLabel}</text>` : nothing}
        ${keyTicks(results, frame, narrow ? 60 : 150).map(({x, label}) => (held && Math.abs(x - labelX) < labelHalf + textWidth(label) / 2 + 10 ? nothing : svg`
          <path class="axis" d=${`M${tenth(x)} ${bottom}v5`} /><text class="t mid" x=${tenth(x)} y=${bottom + 19}>${label}</text>`))}
        <text class="tq end" x=${left - 31} y=${tenth(rowMiddle + 4.5)}>${rowLabel}</text>` : svg`<rect class="frame" x=${frame.x} y=${frame.y} width=${frame.width} height=${frame.height} />`}
      ${yAxis.ticks.map(({value, label}) => {
        const y = rowPlace(results, value, frame);
        return y === null || (some && Math.abs(y - rowMiddle) < 19) ? nothing : svg`<text class="t end" x=${left - 10} y=${tenth(Math.max(y, top + 4) + 4)}>${label}</text>`;
      })}
      <text class="t end" x=${left - 10} y=${top - 10}>${namedWithin("query", yAxis, left - 10)}</text>
      <text class="t mid" x=${tenth((left + right) / 2)} y=${bottom + (narrow ? 36 : 38)}>${cut(`${keyName}${keyTicks.note(results)}, in order${narrow ? "; ticks show position" : " of position"}`, right - left)}</text>
      ${narrow
        ? svg`<text class="t" x=${left} y=${bottom + 62}>weight</text>${colourBar(results, {x: left + 52, y: bottom + 52, width: right - left - 60, height: 12, lying: true})}`
        : svg`<text class="t" x=${right + 26} y=${top - 10}>weight</text>${colourBar(results, {x: right + 26, y: top, width: 14, height: frame.height, at: column >= 0 ? cellWeight(results, pointed?.row ?? results.row, column) : undefined})}`}
    </g>
    ${some ? svg`
      <rect class="ground" x=${left} y=${profile} width=${frame.width} height=${bottom - profile} aria-hidden="true"
        @pointerdown=${map.down} @pointermove=${map.move} @pointerup=${map.up} @pointercancel=${map.cancel} @pointerleave=${map.leave} />
      ${handle({
        x: left - 13, y: rowMiddle, orientation: "vertical", label: "Query, a row of the matrix",
        value: results.rowQuery, min: results.queries[0], max: results.queries.at(-1),
        text: `query ${querySaid(results, settings)}${exactly ? "" : `, nearest row ${rowLabel}`}, ${results.rowGreatest
          ? `heaviest at key ${keyOf(results, results.rowGreatest.column).label}, weight ${weight(results.rowGreatest.weight)}` : "no key within reach"}`,
        pointer: grip, keys: onKeys({value: results.row, min: 0, max: rows - 1, step: 1, downward: true}, setRow),
      })}` : nothing}`;

  let tip, note;
  if (!n) note = noSamples(act);
  else if (pointed) {
    const content = cellTip(results, pointed.row, column, say);
    if (narrow) note = html`this cell: query <b>${say(results.queries[pointed.row])}</b>, ${held.plural} <b>${heldLabel}</b>: weight <b>${weight(cellWeight(results, pointed.row, column))}</b>`;
    else tip = {x: middle, y: top + cellHeight * (pointed.row + 0.5), content, avoid: [
      {x: left - 3, y: rowTop - 3, width: frame.width + 6, height: cellHeight + 6},
      {x: from - 4, y: top + cellHeight * pointed.row - 4, width: cellWidth + 8, height: cellHeight + 8},
    ]};
  } else if (narrow) note = html`Tap a cell to see its weight.`;
  return {
    plot: html`<svg class="marks" viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="group" aria-label=${title(results, settings, samples)}>${body}</svg>`,
    tip, note, height,
  };
};

const cellTip = (results, row, column, say) => html`<span>query</span> <b>${say(results.queries[row])}</b> &nbsp;<span>${keyOf(results, column).plural}</span> <b>${keyOf(results, column).label}</b><br
  ><span>weight</span> <b>${weight(cellWeight(results, row, column))}</b>`;

const title = (results, settings, samples) => opening(`${counted(rowsOf(results), "query", "queries")}, ${counted(count(samples), "key")}`);

/** The query as it is held, which may be between two rows. */
const querySaid = (results, settings) =>
  settings.query === results.rowQuery ? gridReading(results.queries)(results.rowQuery) : reading(results.x)(settings.query);

/** What is held, or of the cell pointed at its own query, key and weight; the query held stays where it can be typed over. */
const readout = (results, settings, samples, focus) => {
  if (!count(samples)) return [];
  const say = gridReading(results.queries), column = columnHeld(results, focus), some = column >= 0, key = some ? keyOf(results, column) : null;
  const cell = some && focus?.row >= 0 && focus.row < rowsOf(results) ? focus.row : results.row;
  const query = {label: "query", value: querySaid(results, settings), meaning: "held", setting: "query"};
  const weighs = {label: "weight", value: some ? weight(cellWeight(results, cell, column)) : "0", meaning: "answered"};
  if (cell !== results.row) return [query, {label: "this cell: query", value: say(results.queries[cell])}, {label: key.plural, value: key.label}, weighs];
  return [
    query,
    ...(settings.query === results.rowQuery ? [] : [{label: "nearest row", value: say(results.rowQuery)}]),
    {label: key?.plural ?? "key", value: key?.label ?? "none"},
    weighs,
    {label: "greatest in the matrix", value: weight(results.greatest)},
  ];
};

const summary = (results, settings, samples) => {
  if (!count(samples)) return "There are no samples yet.";
  const say = gridReading(results.queries), row = say(results.rowQuery), heaviest = results.rowGreatest;
  const opens = `Attention weights of ${counted(rowsOf(results), "query", "queries")} over ${counted(count(samples), "key")}.`;
  const which = settings.query === results.rowQuery ? `ow ${row}` : `ow ${row}, the nearest to query ${querySaid(results, settings)},`;
  return heaviest?.weight > 0
    ? `${opens} R${which} adds to 1 and is heaviest at ${keyOf(results, heaviest.column).plural} ${keyOf(results, heaviest.column).label}, with ${weight(heaviest.weight)}; the greatest weight in the matrix is ${weight(results.greatest)}.`
    : `${opens} In r${which} no key is within reach: all its weights are 0.`;
};

const table = (results) => {
  const say = gridReading(results.queries), columns = Array.from({length: results.columns ?? 0}, (_, i) => i);
  return {
    caption: "Attention weights, a row for every query, a column for every key",
    columns: ["query", ...columns.map((i) => keyOf(results, i).label)],
    rows: Array.from(results.queries ?? [], (query, row) => [say(query), ...columns.map((i) => weight(cellWeight(results, row, i)))]),
  };
};

export default {
  view: "weights",
  controls: [],
  compute: (model, settings, samples) => model.weights(settings, samples),
  title, readout, legend: () => nothing, draw, summary, table,
};
