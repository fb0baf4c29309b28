// Numbers and counts as a reader sees them: true minus, no digits that mean nothing, no break within a number.
//
// One rule for all: a number is written out from a thousandth up to a million, and a greater one if twelve digits say
// it as exactly as its place on an axis does; every other one has a power of ten.

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const units = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"];
const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const narrowSpace = "\u202f", noBreak = "\u00a0";

/** Whether a number is of a size that is written out. */
export const everyday = (size) => size >= 1e-3 && size < 1e6;

/** The power of ten of a number's first digit. */
const exponentOf = (size) => Number(size.toExponential().split("e")[1]);

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

/** `3.57 × 10⁻⁶`, with so many significant digits; all that the number has if 15 are not enough. */
const scientific = (value, digits = 3) => {
  if (!Number.isFinite(value)) return "none";
  if (value === 0) return "0";
  const [mantissa, exponent] = value.toExponential(digits > 15 ? undefined : digits - 1).split("e");
  return `${minus(mantissa)}${noBreak}×${noBreak}${powerOfTen(Number(exponent))}`;
};

/** The same without closing zeros: 5 × 10⁻⁶. */
const briefly = (value, digits) => scientific(value, digits).replace(/(\.\d*?)0+(?=\D)/, "$1").replace(/\.(?=\D)/, "");

/** A number as short as it can be said: 0.05, 0.1, 5; long tails of rounding cut. */
export const short = (value) => {
  if (!Number.isFinite(value)) return "none";
  if (value !== 0 && !everyday(Math.abs(value))) return briefly(value, 3);
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
  if (!everyday(size)) return scientific(value, 3);
  return fixed(value, size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0);
};

/** The step to which a value read off an axis is rounded: a power of ten, some hundreds to the axis. */
export const resolution = ([low, high]) => {
  const span = high - low;
  return span > 0 && Number.isFinite(span) ? 10 ** Math.floor(Math.log10(span / 200)) : 0.01;
};

/**
 * A value without the tail of binary digits that counting in steps leaves; as it is where the steps are so fine that
 * those digits matter.
 */
export const tidy = (value, step) => (Math.abs(value) < 1e13 * step ? Number(value.toPrecision(15)) : value);

/** A value rounded to a step. */
export const rounded = (value, step) => (Math.abs(value) < 1e13 * step ? tidy(Math.round(value / step) * step, step) : value);

/**
 * How values of an axis are written: with the decimals that its span calls for.
 * A value known more exactly than that keeps two decimals more, unless `exactly` is false.
 * @param {readonly number[]} domain from, to
 * @returns {(value: number, exactly?: boolean) => string}
 */
export const reading = ([low, high]) => {
  const span = high - low > 0 ? high - low : Math.max(Math.abs(high), 1);
  const size = Math.max(Math.abs(low), Math.abs(high));
  const magnitude = Math.floor(Math.log10(span / 2) + 1e-9);
  const wanted = span < 1000 ? Math.max(2 - magnitude, 1) : 2 - magnitude;   // decimals; fewer than none: the last digits do not matter
  return (value, exactly = true) => {
    if (!Number.isFinite(value)) return "none";
    const own = Math.abs(value), exponent = own > 0 ? exponentOf(own) : 0;
    if (own > 0 && own < 1e-3 && (size < 1e-3 || wanted <= 0)) return scientific(value, Math.max(3, exponent + 1 + wanted));
    const far = own > 1000 * size;   // above its axis by so much that the axis says nothing about its digits
    if (own >= 1e6 && (far || wanted < 0 || exponent + 1 + wanted > 12)) return scientific(value, far ? 3 : Math.max(3, exponent + 1 + wanted));
    if (own === 0 && size < 1e-3) return "0";
    // Small beside its axis, or great: its own first three digits.
    if (wanted <= 0 || far) return fixed(value, Number.isInteger(value) ? 0 : Math.max(0, 2 - exponent));
    const decimals = Math.min(wanted, 16 - exponent);
    const exact = Math.abs(value - Number(value.toFixed(decimals))) < 1e-9 * Math.max(size, 1);
    return !exactly || exact || value !== Number(value.toFixed(decimals + 2)) ? fixed(value, decimals) : fixed(value, decimals + 2).replace(/0$/, "");
  };
};

/** A number with all its digits: the part that the labels of an axis have in common. */
export const whole = (value, decimals) => (Math.abs(value) < 1e12 ? trimmed(value, decimals) : briefly(value, 17));

/** A number with no more than so many decimals, and none that are closing zeros. */
export const trimmed = (value, decimals) => {
  const own = Math.abs(value), most = own > 0 ? 15 - exponentOf(own) : 15;
  const text = fixed(value, Math.max(0, Math.min(decimals, most, 100)));
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
};

/** How evenly spaced values are written: with the decimals that tell them apart and, if few more do, give them exactly. */
export const gridReading = (values) => {
  const n = values?.length ?? 0, [low, high] = n ? [values[0], values[n - 1]] : [0, 1], step = n > 1 ? (high - low) / (n - 1) : 0;
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (!(step > 0) || !everyday(size) || step < 1e-9 * size) return reading([low, high]);
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
const widths = [[/[0-9]/, 0.556], [/[−+=×<>~]/, 0.584], [/[.,:;’'|il jft\u00a0\u202f()]/, 0.3], [/[mwMW]/, 0.86], [/[A-Z]/, 0.68]];

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
