// Bytes to text, as spreadsheets save it: UTF-8, UTF-16 with or without a byte-order mark, Windows-1252.

/**
 * @param {string | Uint8Array | ArrayBuffer} textOrBytes
 * @returns {{text: string, encoding: string}}
 */
export function decode(textOrBytes) {
  if (typeof textOrBytes === "string") return {text: textOrBytes.replace(/^\ufeff/, ""), encoding: "text"};
  const bytes = textOrBytes instanceof Uint8Array ? textOrBytes : new Uint8Array(textOrBytes);
  const encoding = encodingOf(bytes);
  return {text: new TextDecoder(encoding).decode(bytes), encoding};   // which drops a byte-order mark
}

/** @param {Uint8Array} bytes */
function encodingOf(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  // Numbers and Latin names leave every second byte 0 in UTF-16, and none in the others.
  const seen = bytes.subarray(0, 4096);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < seen.length; ++i) if (seen[i] === 0) i % 2 ? ++odd : ++even;
  if (odd > seen.length / 5 && odd > 4 * even) return "utf-16le";
  if (even > seen.length / 5 && even > 4 * odd) return "utf-16be";
  try {
    new TextDecoder("utf-8", {fatal: true}).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";   // every byte has a meaning there, so nothing is lost
  }
}
