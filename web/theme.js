/**
 * Whether the text of an element is light, so that what is behind it is dark.
 * A host may be dark without saying so through `color-scheme`; its text tells.
 * @param {Element} element
 */
export const isLight = (element) => {
  const colour = getComputedStyle(element).color;
  const [first = 0, second = 0, third = 0] = (colour.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  if (colour.startsWith("rgb")) return 0.2126 * first + 0.7152 * second + 0.0722 * third > 140;
  if (colour.startsWith("color(")) return 0.2126 * first + 0.7152 * second + 0.0722 * third > 0.55;
  return first > (colour.startsWith("ok") ? 0.65 : 60);   // oklab, oklch; lab, lch
};
