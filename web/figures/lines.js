// Curves with holes in them.
import {line, curveLinear, curveStep} from "d3-shape";

// A boxcar jumps: drawn as steps, its edges stand upright however far apart the queries are.
const shape = (kernel) => (kernel === "boxcar" ? curveStep : curveLinear);

const tenth = (value) => Math.round(value * 10) / 10;

/** A path through (x, y), broken wherever y is not a number. */
export const curve = (xs, ys, x, y, kernel) => line()
  .defined((_, i) => Number.isFinite(ys[i]))
  .x((at) => tenth(x(at))).y((_, i) => tenth(y(ys[i])))
  .curve(shape(kernel)).digits(1)(xs) ?? "";

/** The last place at which a curve has a value, or null. */
export const lastOf = ({queries, values}) => {
  for (let i = queries.length - 1; i >= 0; --i) if (Number.isFinite(values[i])) return {x: queries[i], y: values[i]};
  return null;
};

/** The value of a drawn curve at x, between its points; NaN in a gap or outside. */
export const valueOn = ({queries, values}, at) => {
  let low = 0, high = queries.length - 1;
  if (high < 0 || at < queries[0] || at > queries[high]) return NaN;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (queries[middle] <= at) low = middle; else high = middle;
  }
  const step = queries[high] - queries[low];
  return step > 0 ? values[low] + ((values[high] - values[low]) * (at - queries[low])) / step : values[low];
};

/** A diamond of half-diagonal r: the pooled value, and nothing else, has this shape. */
export const diamond = (x, y, r) => `M${x.toFixed(1)} ${(y - r).toFixed(1)}l${r} ${r}l${-r} ${r}l${-r} ${-r}Z`;

/** A curve without what lies above `top`: it ends just at `top`, and begins there again. */
export const below = (xs, ys, top) => {
  const queries = [], values = [];
  const crossing = (i) => {
    const [x0, x1, y0, y1] = [xs[i - 1], xs[i], ys[i - 1], ys[i]];
    queries.push(x0 + ((x1 - x0) * (top - y0)) / (y1 - y0));
    values.push(top);
  };
  xs.forEach((x, i) => {
    if (i > 0 && ys[i] <= top !== ys[i - 1] <= top) crossing(i);
    queries.push(x);
    values.push(ys[i] <= top ? ys[i] : NaN);
  });
  return {queries, values};
};
