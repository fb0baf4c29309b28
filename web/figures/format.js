// Numbers and counts as a reader sees them: true minus, no digits that mean nothing.

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const units = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"];
const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const narrowSpace = "\u202f";

/** A hyphen typed as a sign becomes a true minus. */
export const minus = (text) => String(text).replaceAll("-", "−");

/** Long whole numbers in groups of three: 90 000. */
export const grouped = (digits) => digits.replace(/^(-?)(\d{5,})/, (_, sign, whole) => sign + whole.replace(/\B(?=(\d{3})+$)/g, narrowSpace));

/** `10⁻⁶`, for an axis or a number. */
export const powerOfTen = (exponent) =>
  "10" + (exponent < 0 ? "⁻" : "") + [...String(Math.abs(exponent))].map((digit) => superscripts[digit]).join("");

/** A number with so many decimals; "none" where there is no number; never "−0". */
export const fixed = (value, decimals = 2) => {
  if (!Number.isFinite(value)) return "none";
  const text = value.toFixed(decimals);
  return minus(grouped(Number(text) === 0 ? text.replace("-", "") : text));
};

/** `3.57 × 10⁻⁶`, with so many significant digits. */
export const scientific = (value, digits = 3) => {
  if (!Number.isFinite(value)) return "none";
  if (value === 0) return "0";
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  return `${minus(mantissa)} × ${powerOfTen(Number(exponent))}`;
};

/** A number as short as it can be said: 0.05, 0.1, 5; long tails of rounding cut. */
export const short = (value) => {
  if (!Number.isFinite(value)) return "none";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return scientific(value, 3).replace(/\.?0+ ×/, " ×");
  return minus(grouped(String(Number(value.toPrecision(6)))));
};

/** A weight: three decimals, or two digits and a power of ten when that would say 0.000. */
export const weight = (value) =>
  value === 0 ? "0" : value === 1 ? "1" : Math.abs(value) < 0.0005 ? scientific(value, 2) : fixed(value, 3);

/** An error: three decimals for the book's, three digits for any other size. */
export const measure = (value) => {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return "none";
  if (value === 0) return "0";
  if (size < 0.001 || size >= 1e6) return scientific(value, 3);
  return fixed(value, size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0);
};

/** The step to which a value read off an axis is rounded: a power of ten, some hundreds to the axis. */
export const resolution = ([low, high]) => {
  const span = high - low;
  return span > 0 && Number.isFinite(span) ? 10 ** Math.floor(Math.log10(span / 200)) : 0.01;
};

/** A value rounded to a step, without the tail of binary digits that rounding leaves. */
export const rounded = (value, step) => Number((Math.round(value / step) * step).toPrecision(15));

/**
 * How values of an axis are written: decimals that its span calls for, a power of ten when all are tiny or huge.
 * A value known more exactly than that keeps two decimals more, unless `exactly` is false.
 */
export const reading = ([low, high]) => {
  const span = high - low > 0 ? high - low : Math.max(Math.abs(high), 1);
  const size = Math.max(Math.abs(low), Math.abs(high));
  const magnitude = Math.floor(Math.log10(span / 2) + 1e-9);
  const decimals = span < 1000 ? Math.min(Math.max(2 - magnitude, 1), 15) : 0;
  if (size > 0 && size < 1e-3) return (value) => scientific(value, 3);
  if (decimals === 0 && size >= 1e7) return (value) => scientific(value, Math.min(Math.ceil(Math.log10(size / span)) + 3, 15));
  return (value, exactly = true) => {
    if (!exactly) return fixed(value, decimals);
    const exact = Math.abs(value - Number(value.toFixed(decimals))) < 1e-9 * Math.max(size, 1);
    return exact || value !== Number(value.toFixed(decimals + 2)) ? fixed(value, decimals) : fixed(value, decimals + 2).replace(/0$/, "");
  };
};

/** How evenly spaced values are written: with the decimals that tell them apart and, if few more do, give them exactly. */
export const gridReading = (values) => {
  const n = values?.length ?? 0, [low, high] = n ? [values[0], values[n - 1]] : [0, 1], step = n > 1 ? (high - low) / (n - 1) : 0;
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (!(step > 0) || size < 1e-3 || step < 1e-9 * size) return reading([low, high]);
  let decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  for (const more of [0, 1]) {
    const scale = 10 ** (decimals + more);
    if (more === 1 || [low, low + step].every((value) => Math.abs(value * scale - Math.round(value * scale)) < 1e-6 * Math.max(1, size))) { decimals += more; break; }
  }
  return (value) => fixed(value, Math.min(decimals, 15));
};

/** 40 as "forty"; past a hundred, figures. */
export const spelled = (n) => {
  if (!Number.isInteger(n) || n < 0 || n > 100) return fixed(n, 0);
  if (n === 100) return "a hundred";
  if (n < 20) return units[n];
  return tens[Math.floor(n / 10)] + (n % 10 ? `-${units[n % 10]}` : "");
};

/** "forty keys", "one key", "no keys". */
export const counted = (n, noun, plural = `${noun}s`) => `${spelled(n)} ${n === 1 ? noun : plural}`;

/** The same with a capital, to open a title. */
export const opening = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @type {[RegExp, number][]} */
const widths = [[/[0-9]/, 0.556], [/[−+=×<>~]/, 0.584], [/[.,:;’'|il jft\u202f()]/, 0.3], [/[mwMW]/, 0.86], [/[A-Z]/, 0.68]];

/** About how wide a text is, in px: enough to keep labels apart without asking a browser. */
export const textWidth = (text, size = 12) =>
  [...String(text)].reduce((sum, letter) => sum + (widths.find(([pattern]) => pattern.test(letter))?.[1] ?? 0.54), 0) * size;

/** A name cut to fit, with an ellipsis. */
export const cut = (text, room, size = 12) => {
  if (textWidth(text, size) <= room) return text;
  let short = String(text);
  while (short && textWidth(`${short}…`, size) > room) short = short.slice(0, -1);
  return short ? `${short.trimEnd()}…` : "";
};
