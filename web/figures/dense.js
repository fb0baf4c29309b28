// Samples too many to be one element each: one path for all, lit through one gradient.

/** From this many samples on they are drawn together. */
export const dense = 600;

const drawn = new WeakMap();

/** What `draw` makes of samples and scales, kept while those stay, so that moving the query does not touch it. */
const keep = (keys, values, x, y, kind, draw) => {
  const stamp = [kind, ...x.domain(), ...x.range(), ...y.domain(), ...y.range()].join();
  if (drawn.get(keys)?.values !== values) drawn.set(keys, {values, paths: new Map()});
  const {paths} = drawn.get(keys);
  if (!paths.has(stamp)) {
    if (paths.size >= 4) paths.delete(paths.keys().next().value);   // the figures of one page, no longer a history
    paths.set(stamp, draw());
  }
  return paths.get(stamp);
};

/** One path of dots: each sample a stroke of no length, round by its cap. */
export const scatter = (keys, values, x, y) => keep(keys, values, x, y, "dots", () => {
  let path = "";
  for (let i = 0; i < keys.length; ++i) path += `M${x(keys[i]).toFixed(1)} ${y(values[i]).toFixed(1)}h0`;
  return path;
});

/**
 * One path of dots two squares of `side` px wide, squares in a row joined. A dot smaller than those that fewer samples
 * get would leave a pattern of holes in a mass that has none.
 */
export const crowd = (keys, values, x, y, side) => keep(keys, values, x, y, side, () => {
  const rows = new Map();
  const rowOf = (at) => {
    if (!rows.has(at)) rows.set(at, new Set());
    return rows.get(at);
  };
  for (let i = 0; i < keys.length; ++i) {
    const row = Math.round(y(values[i]) / side), column = Math.round(x(keys[i]) / side);
    for (const squares of [rowOf(row - 1), rowOf(row)]) squares.add(column - 1).add(column);
  }
  let path = "";
  for (const [row, set] of rows) {
    const columns = Int32Array.from(set).sort();
    for (let i = 0; i < columns.length;) {
      let end = i + 1;
      while (end < columns.length && columns[end] === columns[end - 1] + 1) ++end;
      const length = (end - i) * side;
      path += `M${columns[i] * side} ${row * side}h${length}v${side}h${-length}z`;
      i = end;
    }
  }
  return path;
});

/** The tallest stem in each px column, as one path: more than that no screen can show. */
export const stems = (keys, weights, x, y, bottom, least) => {
  const tallest = new Map();
  for (let i = 0; i < keys.length; ++i) {
    if (!(weights[i] > least)) continue;
    const column = Math.floor(x(keys[i])) + 0.5;
    if (!(tallest.get(column) >= weights[i])) tallest.set(column, weights[i]);
  }
  let path = "";
  for (const [column, weight] of tallest) path += `M${column} ${bottom}V${y(weight).toFixed(1)}`;
  return path;
};

/** The index of the sample nearest to a place, no farther than `within` px; −1 if there is none. */
export const nearest = ({keys, values}, x, y, place, within = 22) => {
  let found = -1, least = within * within;
  for (let i = 0; i < keys.length; ++i) {
    const dx = x(keys[i]) - place.x;
    if (dx > within || dx < -within) continue;
    const dy = y(values[i]) - place.y, distance = dx * dx + dy * dy;
    if (distance <= least) { least = distance; found = i; }
  }
  return found;
};
