// One number as people write it. Number() alone would take "", "0x10" and "Infinity", and refuse "1,5" and "−3".

const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const grouped = /^[+-]?\d{1,3}(?:([., '’\u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?:[.,]\d*)?(?:e[+-]?\d+)?$/i;

/**
 * The text with a hyphen for every kind of minus sign, and without spaces around it.
 * @param {string} text
 */
export const trimmed = (text) => {
  const bare = text.trim();
  return /[\u2212\ufe63\uff0d]/.test(bare) ? bare.replace(/[\u2212\ufe63\uff0d]/g, "-") : bare;
};

/**
 * The number that `text` writes, or NaN if it writes none. Digits may be grouped in threes by the mark that is not
 * the decimal one, by an apostrophe or by a space. May be infinite: 1e999.
 * @param {string} text
 * @param {"." | ","} [decimal]
 * @returns {number}
 */
export function readNumber(text, decimal = ".") {
  if (decimal === "." && plain.test(text)) return Number(text);   // nearly all there is, and ten times as fast
  const bare = trimmed(text);
  if (decimal === "." && plain.test(bare)) return Number(bare);
  if (decimal === "," && !bare.includes(".")) {
    const pointed = bare.replace(",", ".");
    if (plain.test(pointed)) return Number(pointed);
  }
  const mark = grouped.exec(bare)?.[1];
  if (mark === undefined || mark === decimal) return NaN;
  const joined = bare.replaceAll(mark, "").replace(decimal, ".");
  return plain.test(joined) ? Number(joined) : NaN;
}

/**
 * The shortest text that reads back as the same double, with a hyphen for minus, as files and addresses want it.
 * @param {number} x
 */
export const writeNumber = (x) => String(x === 0 ? 0 : x);
