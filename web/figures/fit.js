// One query among the samples: the keys it hears, how much each weighs, and their weighted mean.
import {scaleLinear} from "d3-scale";
import {html, nothing, svg} from "lit";
import {axisFor, grid, labelRoom, named, namedWithin, oneTick, under} from "./axes.js";
import {crowd, dense, nearest, scatter, stems} from "./dense.js";
import {drag, ground} from "./drag.js";
import {counted, fixed, measure, opening, reading, resolution, rounded, short, textWidth, weight} from "./format.js";
import {handle} from "./handle.js";
import {onKeys} from "./keys.js";
import {below, curve, diamond, lastOf, valueOn} from "./lines.js";
import {formula, namesOf, noSamples} from "./words.js";

const sizes = {
  wide: {left: 34, right: 128, top: 10, plot: 372, gap: 26, strip: 84, grow: 4, pool: 9.5},
  narrow: {left: 22, right: 4, top: 10, plot: 270, gap: 22, strip: 64, grow: 2.6, pool: 8},
};

const tenth = (value) => value.toFixed(1);
// Opacity as an attribute of its own: a strict content security policy refuses style attributes.
/** @param {string | symbol} [opacity] */
const circle = (x, y, r, name, opacity = nothing) => svg`<circle class=${name} cx=${tenth(x)} cy=${tenth(y)} r=${tenth(r)} fill-opacity=${opacity} />`;

/** Where everything goes: scales and sizes for one width of the figure. */
const layout = (results, width) => {
  const narrow = width < 600, size = narrow ? sizes.narrow : sizes.wide;
  const yAxis = axisFor(results.y, size.plot * 0.9, narrow ? 72 : 88);
  const left = Math.max(size.left, Math.ceil(labelRoom(yAxis)) + (narrow ? 12 : 18));
  const right = width - size.right, bottom = size.top + size.plot, head = bottom + size.gap, foot = head + size.strip;
  const x = scaleLinear(results.x, [left, right]), y = scaleLinear(results.y, [bottom, size.top]);
  const xAxis = axisFor(results.x, right - left, narrow ? 62 : 150);
  return {narrow, ...size, left, right, bottom, head, foot, x, y, xAxis, yAxis, height: foot + 56, width};
};

// The strip makes room for a kernel up to twice as high as a weight can be; a higher one leaves it.
const highest = 2;
const heights = (results, {head, foot}) => {
  const {top = 0, peak: kernel = 0} = results.bump ?? {};
  const peak = Math.max(results.greatest || 0, kernel <= highest ? kernel : top), limit = peak > 0 ? peak * 1.06 : 1;
  return {peak, limit, leaves: kernel > limit, scale: scaleLinear([0, limit], [foot, head])};
};

/** Level lines from the keys that are heard to the query. */
const beads = ({keys, values}, results, {x, y}) => Array.from(keys, (key, i) => {
  const share = results.weights[i] / results.greatest;
  return share > 0.03
    ? svg`<path class="bead" opacity=${(0.62 * share).toFixed(3)} d=${`M${tenth(x(key))} ${tenth(y(values[i]))}H${tenth(x(results.query))}`} />`
    : nothing;
});

/** Rings, the heaviest on top; the outline never fades, the fill and the size say the weight. */
const rings = ({keys, values}, results, {x, y, grow}) => {
  const order = Array.from(keys, (_, i) => i).sort((a, b) => results.weights[a] - results.weights[b]);
  const small = keys.length > 150 ? 0.8 : 1;
  return order.map((i) => {
    const share = results.greatest > 0 ? results.weights[i] / results.greatest : 0;
    const r = (3.6 + grow * Math.sqrt(share)) * small, cx = x(keys[i]), cy = y(values[i]);
    return svg`${circle(cx, cy, r, "key")}${share > 0.01 ? circle(cx, cy, r, "key lit", (0.08 + 0.92 * share).toFixed(3)) : nothing}`;
  });
};

/** How much is heard along the plot, as [place 0 … 1, share of the greatest]: the kernel or, where it is not drawn, the weights. */
const shares = (keys, {reach, greatest, bump, weights}, x) => {
  if (!reach) return [];
  const [left, right] = x.range(), place = (at) => (x(at) - left) / (right - left);
  if (bump?.queries.length) {
    const step = Math.max(1, Math.floor(bump.queries.length / 150));
    return Array.from(bump.queries.filter((_, i) => i % step === 0), (at, i) => [place(at), bump.weights[i * step] / greatest]);
  }
  const columns = new Map();
  for (let i = 0; i < keys.length; ++i) {
    const column = Math.round(place(keys[i]) * 150);
    columns.set(column, Math.max(columns.get(column) ?? 0, weights[i] / greatest));
  }
  return [...columns].sort(([a], [b]) => a - b).map(([column, share]) => [column / 150, share]);
};

/** Many samples: one path, and the same path again lit through a gradient that is the kernel itself. */
const crowded = ({keys, values}, results, {x, y}, id) => {
  const fine = keys.length > 5000, path = fine ? crowd(keys, values, x, y, 2) : scatter(keys, values, x, y);
  const stops = shares(keys, results, x);
  return svg`
    <defs><linearGradient id=${id("lit")} gradientUnits="userSpaceOnUse" x1=${x.range()[0]} x2=${x.range()[1]} y1="0" y2="0">
      ${stops.map(([at, share]) => svg`<stop class="stop-lit" offset=${at.toFixed(4)} stop-opacity=${Math.min(1, share).toFixed(3)} />`)}
    </linearGradient></defs>
    <path class=${fine ? "crowd" : "scatter"} d=${path} />
    ${!results.reach ? nothing : fine ? svg`<path class="crowd-lit" fill=${`url(#${id("lit")})`} d=${path} />`
      : svg`<path class="scatter-lit" stroke=${`url(#${id("lit")})`} d=${path} />`}`;
};

// A name in the corner steps to the other side of the query line when that stands in it.
const beside = (line, start, text) => (line > start - 4 && line < start + textWidth(text) + 4 ? line + 6 : start);

/** The strip under the plot: stems that end on the kernel, because a weight is α over the sum of all α. */
const strip = (samples, results, settings, place) => {
  const {x, y, yAxis, left, right, head, foot, narrow} = place, {peak, limit, leaves, scale} = heights(results, place);
  const heard = results.reach && peak > 0, {bump} = results;
  const shown = !bump?.queries.length ? null : leaves ? below(bump.queries, bump.weights, limit) : {queries: bump.queries, values: bump.weights};
  const line = shown ? curve(shown.queries, shown.values, x, scale, settings.kernel) : "";
  // A tick close under the plot's lowest, or that says the same as one of the plot's, would read as one more of those.
  const lowest = y(yAxis.ticks[0]?.value ?? NaN), scaleAxis = oneTick(heard ? peak : NaN);
  const tick = scaleAxis.ticks.find(({value, label}) => !narrow && textWidth(label) < left - 6
    && !(scale(value) - lowest < 36 || yAxis.ticks.some((other) => other.label === label)));
  // The name stands inside the strip, or above it where the kernel fills the corner.
  const name = !tick ? `weight, to ${weight(results.greatest)}` : named("weight", scaleAxis), said = heard ? name : "no weight: no key in the kernel’s reach";
  const start = beside(x(results.query), left + (narrow ? 4 : 6), said), end = start + textWidth(said) + 6;
  const full = bump?.queries.some((query, i) => x(query) < end && bump.weights[i] > 0.5 * peak);
  return svg`
    ${line && !leaves ? svg`<path class="bump" d=${`${line}V${tenth(foot)}H${tenth(x(bump.queries[0]))}Z`} />` : nothing}
    ${line ? svg`<path class="bumpline" d=${line} />` : nothing}
    ${!heard ? nothing : samples.keys.length > 400
      ? svg`<path class="stem many" d=${stems(samples.keys, results.weights, x, scale, foot, peak * 0.004)} />`
      : Array.from(samples.keys, (key, i) => results.weights[i] > peak * 0.004
        ? svg`<path class="stem" d=${`M${tenth(x(key))} ${tenth(foot)}V${tenth(scale(results.weights[i]))}`} />${circle(x(key), scale(results.weights[i]), 2.75, "lit")}`
        : nothing)}
    <path class="axis" d=${`M${left} ${foot}H${right}`} />
    <text class="t end" x=${left - 8} y=${foot + 4}>0</text>
    ${tick ? svg`<text class="t end" x=${left - 8} y=${scale(tick.value) + 4}>${tick.label}</text>` : nothing}
    ${heard && leaves ? above(samples, results, shown, place) : nothing}
    <text class="t halo" x=${tenth(start)} y=${full ? head - 8 : head + 8}>${said}</text>`;
};

/** That the kernel is higher than the strip, said where it covers the fewest stems and lines. */
const above = ({keys}, {bump, weights, greatest, query}, shown, {x, left, right, head, narrow}) => {
  const text = bump.queries.length
    ? narrow ? `kernel rises to ${short3(bump.peak)}` : `kernel, scaled to sum 1, rises to ${short3(bump.peak)}, above this strip`
    : narrow ? "kernel far above; keys in its tail" : "the kernel is far above this strip: every key is in its tail";
  const line = x(query), room = textWidth(text) + 6, last = right - 4 - room;
  const drawn = [line];
  keys.forEach((key, i) => { if (weights[i] > 0.03 * greatest) drawn.push(x(key)); });
  shown?.queries.forEach((at, i) => { if (shown.values[i] > 0.05 * bump.top) drawn.push(x(at)); });
  const covered = (start) => drawn.filter((at) => at > start - 4 && at < start + room).length;
  const [best] = [last, left + (narrow ? 4 : 6), line + 8, line - 8 - room].map((start) => Math.max(left + 4, Math.min(start, last)))
    .map((start) => ({start, hidden: covered(start)})).sort((a, b) => a.hidden - b.hidden);
  return svg`<text class="t halo" x=${tenth(best.start)} y=${head + 26}>${text}</text>`;
};

const short3 = (value) => short(Number(value.toPrecision(value < 10 ? 2 : 3)));

/** "kernel, scaled to sum 1", on the shoulder that has room. */
const shoulder = (results, place) => {
  const {peak, leaves, scale} = heights(results, place), {queries, weights} = results.bump ?? {}, text = "kernel, scaled to sum 1";
  if (!results.reach || !queries || leaves || place.narrow) return nothing;
  const room = textWidth(text) + 16, level = 0.62 * peak;
  const first = weights.findIndex((value) => value >= level), last = weights.findLastIndex((value) => value >= level);
  if (first < 0) return nothing;
  const before = place.x(queries[first]) - 14, after = place.x(queries[last]) + 14, y = scale(level) + 2;
  if (before - room > place.left + 60) return svg`<text class="t end" x=${tenth(before)} y=${tenth(y)}>${text}</text>`;
  return after + room < place.right ? svg`<text class="t" x=${tenth(after)} y=${tenth(y)}>${text}</text>` : nothing;
};

/** Names at the ends of the lines, pushed apart until both can be read. */
const ends = (samples, results, {x, y, left, right, top, bottom, narrow}) => {
  if (narrow) return nothing;
  // In the margin, or beside an end that is far from it; none for a line too short to see.
  const wayOff = right - 0.25 * (right - left), short = left + 24;
  const endOf = (line) => { const last = line && lastOf(line); return last && x(last.x) > short ? {x: x(last.x), y: y(last.y)} : null; };
  const inner = (end, name, text) => svg`<text class=${`${name} halo`} x=${tenth(end.x + 8)} y=${tenth(end.y + 4)}>${text}</text>`;
  const ending = [endOf(results.curve), endOf(results.truth)], [estimate, truth] = ending.map((end) => (end?.x >= wayOff ? end : null));
  const said = samples.formula && textWidth(samples.formula) < 108 && /[+*^]|sin|^x$/.test(samples.formula) ? samples.formula : "";
  const rows = said ? 2 : 1;
  let ye = estimate?.y, yt = truth?.y;
  if (estimate && truth) {
    const apart = ye > yt ? (rows === 2 ? 36 : 18) : 18, centre = (ye + yt) / 2;
    if (Math.abs(ye - yt) < apart) { const below = ye >= yt ? 1 : -1; ye = centre + (below * apart) / 2; yt = centre - (below * apart) / 2; }
  }
  const inside = (value, lines) => Math.min(Math.max(value + 4, top + 12), bottom - 16 * (lines - 1));
  return svg`
    ${truth ? svg`<text class="b mu" x=${right + 12} y=${tenth(inside(yt - (rows === 2 && !(ye < yt) ? 6 : 0), rows))}>truth</text>
      ${said ? svg`<text class="t" x=${right + 12} y=${tenth(inside(yt - (ye < yt ? 0 : 6), rows) + 16)}>${formula(said)}</text>` : nothing}`
      : ending[1] ? inner(ending[1], "b mu", "truth") : nothing}
    ${estimate ? svg`<text class="te" x=${right + 12} y=${tenth(inside(ye, 1))}>estimate</text>` : ending[0] ? inner(ending[0], "te", "estimate") : nothing}`;
};

/** The pooled value's name, on the side where the curve falls away and there is room; null where it is not said. */
const pooledLabel = (results, {x, y, left, right, top, bottom, narrow}, say) => {
  if (narrow || !results.reach) return null;
  const px = x(results.query), py = y(results.pooled), text = `pooled ${say(results.pooled)}`, room = textWidth(text, 13) * 1.06 + 16;
  const around = (right - left) * 0.06;
  const rise = valueOn(results.curve, x.invert(Math.min(px + around, right))) - valueOn(results.curve, x.invert(Math.max(px - around, left)));
  const leftward = px + room > right || (rise > 0 && px - room > left + 20);
  // Above the curve, unless it climbs towards the label: then below.
  const climbs = leftward ? rise < 0 : rise > 0, up = py - 38 > top && !(climbs && py + 40 < bottom);
  return {text, leftward, x: px + (leftward ? -13 : 13), y: up ? py - 24 : py + 34, from: leftward ? px - room : px, to: leftward ? px : px + room};
};

/** "a key and its value", over an unlit ring with room above it. */
const hint = ({keys, values}, results, {x, y, left, top}, label) => {
  const text = "a key and its value", half = textWidth(text) / 2 + 4;
  let best = null, fewest = Infinity;
  for (let i = 0; i < keys.length; ++i) {
    const cx = x(keys[i]), cy = y(values[i]);
    if (cx - half < left + 44 || cx + half > x(results.query) - 24 || cy - 30 < top || results.weights[i] > 0.3 * results.greatest) continue;
    if (label && cx + half > label.from && cx - half < label.to && Math.abs(cy - 12 - label.y) < 18) continue;
    let hits = Math.abs(cx - x(results.query)) / 4000;
    for (let j = 0; j < keys.length; ++j) if (j !== i && Math.abs(x(keys[j]) - cx) < half + 4 && Math.abs(y(values[j]) - (cy - 16)) < 13) hits += 1;
    for (const line of [results.curve, results.truth]) {
      if (!line) continue;
      for (let dx = -half; dx <= half; dx += half / 4) if (Math.abs(y(valueOn(line, x.invert(cx + dx))) - (cy - 16)) < 12) hits += 0.5;
    }
    if (hits < fewest) { fewest = hits; best = [cx, cy]; }
  }
  return best && fewest < 1 ? svg`<text class="t mid halo" x=${tenth(best[0])} y=${tenth(best[1] - 12)}>${text}</text>` : nothing;
};

const count = (samples) => samples?.keys?.length ?? 0;

/** What one key says, for the tip and for the line that replaces it. */
const keyTip = (samples, results, i, sayKey, sayValue) => {
  const share = results.weights[i];
  return html`<span>key</span> <b>${sayKey(samples.keys[i])}</b> &nbsp;<span>value</span> <b>${sayValue(samples.values[i])}</b><br
    ><span>weight</span> <b>${weight(share)}</b>${results.reach
      ? html` &nbsp;<span>adds</span> <b>${measure(share * samples.values[i])}</b> <span>of ${sayValue(results.pooled)}</span>` : nothing}`;
};

const keyLine = (samples, results, i, sayKey, sayValue) => html`key <b>${sayKey(samples.keys[i])}</b>, value <b>${sayValue(samples.values[i])}</b>:
  weight <b>${weight(results.weights[i])}</b>${results.reach ? `, adds ${measure(results.weights[i] * samples.values[i])} of ${sayValue(results.pooled)}` : ""}`;

const noteOf = ({samples, results, settings, focus, act, narrow, sayKey, sayValue}) => {
  if (!count(samples)) return noSamples(act);
  const held = focus?.key;
  if (narrow && held >= 0 && held < count(samples)) return keyLine(samples, results, held, sayKey, sayValue);
  if (!results.reach) {
    const wider = results.widen;
    return html`No key is within ${short(settings.width)} of query ${sayKey(results.query)}, so there is no value here.
      ${wider > 0 ? html`<button type="button" class="link" @click=${() => act.set({width: wider})}>Widen to ${short(wider)}</button>` : nothing}`;
  }
  return narrow ? html`Tap a key to see its weight.` : nothing;
};

const draw = ({results, settings, samples, width, focus, act, id}) => {
  const place = layout(results, width), {narrow, x, y, left, right, top, bottom, foot, xAxis, yAxis} = place;
  const n = count(samples), some = n > 0, [low, high] = x.domain(), step = resolution(results.x);
  const sayKey = reading(results.x), sayValue = reading(results.y), query = results.query ?? settings.query, px = x(query);
  const held = some && focus?.key >= 0 && focus.key < n ? focus.key : -1;

  const setQuery = (value) => act.set({query: value});
  const toQuery = ({x: at}) => setQuery(rounded(Math.min(Math.max(x.invert(at), low), high), step));
  const pick = (key) => { if (key !== held) act.focus(key < 0 ? null : {key}); };
  const find = (at) => (some && at.y <= bottom + 8 ? nearest(samples, x, y, at) : -1);
  const plot = ground({
    scrub: toQuery, hover: (at) => pick(find(at)), leave: () => pick(-1),
    tap(at) { const key = find(at); if (key >= 0) pick(key); else { pick(-1); toQuery(at); } },
  });
  const grip = drag({at: {x: px, y: foot + 16}, move: toQuery});

  const label = `query ${sayKey(query)}`, half = textWidth(label, 13) / 2 + 4, labelX = Math.min(Math.max(px, half), width - half);
  const names = namesOf(samples), valueName = namedWithin(names.value, yAxis, (right - left) / 2);
  const away = px > (left + right) / 2, edge = narrow ? right : width;
  // Under the axis beside the query's label, or beneath that if they do not fit side by side.
  const keyRoom = (away ? labelX - half - left : edge - labelX - half) - 12, lower = narrow && textWidth(xAxis.note) > keyRoom;
  const height = place.height + (lower ? 18 : 0);
  const heldX = held >= 0 ? x(samples.keys[held]) : 0, heldY = held >= 0 ? y(samples.values[held]) : 0;
  const {scale} = heights(results, place);
  const pooled = pooledLabel(results, place, sayValue);
  const estimate = curve(results.curve.queries, results.curve.values, x, y, settings.kernel);
  // Under the top grid line, or at the top of the plot if that line is far below it.
  const topTick = yAxis.ticks.at(-1), nameY = topTick && y(topTick.value) - top > 24 ? top + 6 : y(topTick?.value ?? 0) + 14;

  const body = svg`
    <g aria-hidden="true">
      ${(results.gaps ?? []).map(([a, b]) => svg`<rect class="gap" x=${tenth(x(a))} y=${top} width=${tenth(Math.max(0.5, x(b) - x(a)))} height=${bottom - top} />`)}
      ${grid(yAxis, y, left, right)}
      ${topTick ? svg`<text class="t halo" x=${tenth(some ? beside(px, left + (narrow ? 4 : 6), valueName) : left + 6)} y=${tenth(nameY)}>${valueName}</text>` : nothing}
      ${some ? svg`
        ${n <= 300 && results.reach ? beads(samples, results, place) : nothing}
        ${n >= dense ? crowded(samples, results, place, id) : nothing}
        ${results.truth && n >= dense ? svg`<path class="casing broad" d=${curve(results.truth.queries, results.truth.values, x, y)} />` : nothing}
        ${results.truth ? svg`<path class="truth" d=${curve(results.truth.queries, results.truth.values, x, y)} />` : nothing}
        ${n >= dense ? svg`<path class="casing broad" d=${estimate} />` : nothing}
        <path class="est" d=${estimate} />
        ${(results.points ?? []).map((point) => circle(x(point.query ?? point), y(point.value ?? valueOn(results.curve, point)), 2.25, "lit lone"))}
        ${strip(samples, results, settings, place)}
        <path class="qline" d=${`M${tenth(px)} ${top - 2}V${foot + 16}`} />
        ${n < dense ? rings(samples, results, place) : nothing}
        ${results.reach ? svg`<path class="pool" d=${diamond(px, y(results.pooled), place.pool)} />` : nothing}
        ${ends(samples, results, place)}
        ${shoulder(results, place)}
        ${!narrow && n <= 300 && held < 0 ? hint(samples, results, place, pooled) : nothing}
        ${pooled ? svg`<text class=${`te halo ${pooled.leftward ? "end" : ""}`} x=${tenth(pooled.x)} y=${tenth(pooled.y)}>${pooled.text}</text>` : nothing}` : svg`<path class="axis" d=${`M${left} ${foot}H${right}`} />`}
      ${under(xAxis, x, foot, {width: narrow ? width : width - 40, held: some ? px : NaN})}
      ${narrow || textWidth(xAxis.note) > width - right - 16
        ? svg`<text class=${`t ${away ? "" : "end"}`} x=${away ? left : edge} y=${foot + (lower ? 63 : 45)}>${namedWithin(names.key, xAxis, lower ? edge - left : keyRoom)}</text>`
        : svg`<text class="t" x=${right + 12} y=${foot + 4}>${namedWithin(names.key, xAxis, 112)}</text>`}
      ${held >= 0 ? svg`<circle class="ring-held" cx=${tenth(heldX)} cy=${tenth(heldY)} r=${narrow ? 9 : 11.5} />
        ${results.weights[held] > 0 ? svg`<circle class="ring-held" cx=${tenth(heldX)} cy=${tenth(scale(results.weights[held]))} r="5.5" />` : nothing}` : nothing}
    </g>
    <rect class="ground" x="0" y="0" width=${right + 4} height=${foot} aria-hidden="true"
      @pointerdown=${plot.down} @pointermove=${plot.move} @pointerup=${plot.up} @pointercancel=${plot.cancel} @pointerleave=${plot.leave} />
    ${some ? svg`
      ${handle({
        x: px, y: foot + 16, label: "Query", value: query, min: Math.min(low, query), max: Math.max(high, query),
        text: results.reach ? `query ${sayKey(query)}, pooled ${sayValue(results.pooled)}` : `query ${sayKey(query)}, no key within reach`,
        pointer: grip, keys: onKeys({value: query, min: low, max: high, step: Math.max(step, rounded((high - low) / 100, step))}, (value) => setQuery(rounded(value, step))),
      })}
      <text class="tq mid" x=${tenth(labelX)} y=${foot + 45} aria-hidden="true">${label}</text>
      ${walker({samples, results, held, pick, sayKey, sayValue, at: held >= 0 ? [heldX, heldY] : [px, results.reach ? y(results.pooled) : top]})}` : nothing}`;

  const tip = held >= 0 && !narrow ? {
    x: heldX, y: heldY, content: keyTip(samples, results, held, sayKey, sayValue),
    avoid: [
      {x: px - 3, y: top, width: 6, height: foot - top},
      ...(results.reach ? [{x: px - 12, y: y(results.pooled) - 12, width: 24, height: 24}] : []),
      {x: heldX - 13, y: heldY - 13, width: 26, height: 26},
    ],
  } : undefined;
  const note = noteOf({samples, results, settings, focus, act, narrow, sayKey, sayValue});
  return {
    plot: html`<svg class="marks" viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="group" aria-label=${title(results, settings, samples)}>${body}</svg>`,
    tip, note: note === nothing ? undefined : note, height,
  };
};

/** A second slider, for the keyboard only: it walks from key to key, in order of position, and says each one's numbers. */
const walker = ({samples, results, held, pick, sayKey, sayValue, at}) => {
  const order = results.order ?? [], n = order.length;
  if (!n) return nothing;
  const rank = held < 0 ? nearestRank(order, samples.keys, results.query) : order.indexOf(held), key = order[rank];
  const range = {value: rank, min: 0, max: n - 1, step: 1};
  return svg`<g class="walker" role="slider" tabindex="0" aria-label="Key" aria-valuemin="1" aria-valuemax=${n} aria-valuenow=${rank + 1}
    aria-valuetext=${`key ${sayKey(samples.keys[key])}, value ${sayValue(samples.values[key])}, weight ${weight(results.weights[key])}`}
    transform=${`translate(${tenth(at[0])},${tenth(at[1])})`}
    @keydown=${onKeys(range, (next) => pick(order[next]))} @focus=${() => pick(key)} @blur=${() => pick(-1)}><circle class="ring-focus" r=${held >= 0 ? 15 : 14} /></g>`;
};

const nearestRank = (order, keys, query) => {
  let low = 0, high = order.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[order[middle]] < query) low = middle + 1; else high = middle;
  }
  return low > 0 && query - keys[order[low - 1]] < keys[order[low]] - query ? low - 1 : low;
};

const title = (results, settings, samples) => `One query, ${counted(count(samples), "key")}`;

const readout = (results, settings, samples) => {
  if (!count(samples)) return [];
  const sayKey = reading(results.x), sayValue = reading(results.y);
  return [
    {label: "query", value: sayKey(results.query), meaning: "held", setting: "query"},
    {label: "pooled", value: results.reach ? sayValue(results.pooled) : "none", meaning: "answered"},
    ...(Number.isFinite(results.truthAtQuery) ? [{label: "truth", value: sayValue(results.truthAtQuery)}] : []),
    {label: "keys in effect", value: results.reach ? fixed(results.effectiveKeys, results.effectiveKeys < 1000 ? 1 : 0) : "0"},
    ...(Number.isFinite(results.errorToTruth) ? [{label: "error to truth", value: measure(results.errorToTruth)}] : []),
  ];
};

const summary = (results, settings, samples) => {
  const n = count(samples);
  if (!n) return "There are no samples yet.";
  const sayKey = reading(results.x), sayValue = reading(results.y);
  if (!results.reach) return `At query ${sayKey(results.query)} none of ${counted(n, "key")} is within reach, so there is no value.`;
  const {heaviest} = results;
  const truth = Number.isFinite(results.truthAtQuery) ? `; the true value is ${sayValue(results.truthAtQuery)}` : "";
  return `At query ${sayKey(results.query)} the pooled value of ${counted(n, "key")} is ${sayValue(results.pooled)}${truth}. `
    + `The heaviest key, at ${sayKey(samples.keys[heaviest])}, has weight ${weight(results.weights[heaviest])}.`;
};

const table = (results, settings, samples) => ({
  caption: `${opening(counted(count(samples), "key"))} and their weights at query ${reading(results.x)(results.query ?? settings.query)}`,
  columns: [namesOf(samples).key, namesOf(samples).value, "weight", "weight × value"],
  rows: Array.from(results.order ?? [], (i) => [short(samples.keys[i]), short(samples.values[i]), weight(results.weights[i]), measure(results.weights[i] * samples.values[i])]),
});

const legend = (results) => html`<ul>
  <li><svg viewBox="0 0 22 12" aria-hidden="true"><circle class="key" cx="11" cy="6" r="4" /></svg>key</li>
  ${results && !results.truth ? nothing : html`<li><svg viewBox="0 0 22 12" aria-hidden="true"><path class="truth" d="M0 6H22" /></svg>truth</li>`}
  <li><svg viewBox="0 0 22 12" aria-hidden="true"><path class="est" d="M1 6H21" /></svg>estimate</li>
  <li><svg viewBox="0 0 22 12" aria-hidden="true"><path class="lit" d=${diamond(11, 6, 6)} /></svg>pooled</li>
</ul>`;

export default {
  view: "fit",
  controls: ["kernel", "width", "samples"],
  compute: (model, settings, samples) => model.fit(settings, samples),
  title, readout, legend, draw, summary, table,
};
