// Samples too many to be one element each: one path of small squares, lit through one gradient.

/** From this many samples on they are drawn together. */
export const dense = 600;

const drawn = new WeakMap();

/**
 * One path for all samples: a square of `side` px wherever at least one lies, squares in a row joined.
 * Kept as long as samples and scales stay, so that moving the query does not touch it.
 */
export const crowd = (keys, values, x, y, side) => {
  const stamp = [...x.domain(), ...x.range(), ...y.domain(), ...y.range(), side].join();
  const kept = drawn.get(keys);
  if (kept?.stamp === stamp && kept.values === values) return kept.path;
  const rows = new Map();
  for (let i = 0; i < keys.length; ++i) {
    const row = Math.floor(y(values[i]) / side), column = Math.floor(x(keys[i]) / side);
    if (!rows.has(row)) rows.set(row, new Set());
    rows.get(row).add(column);
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
  drawn.set(keys, {stamp, values, path});
  return path;
};

/** The tallest stem in each px column, as one path: more than that no screen can show. */
export const stems = (keys, weights, x, y, bottom, least) => {
  const tallest = new Map();
  for (let i = 0; i < keys.length; ++i) {
    if (!(weights[i] > least)) continue;
    const column = Math.round(x(keys[i]));
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
