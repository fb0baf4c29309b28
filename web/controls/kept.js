import {noChange} from "lit";
import {Directive, directive} from "lit/directive.js";

/**
 * The text of a box as the page has it, but for a box in which the reader is
 * typing: that one is left alone until it is left, however often the figure
 * is drawn meanwhile.
 */
class Kept extends Directive {
  #put;

  /** @param {string} text */
  render(text) {
    return text;
  }

  /** @param {any} part @param {unknown[]} properties */
  update(part, [text]) {
    const box = part.element;
    const inHand = box.getRootNode().activeElement === box;
    if (inHand && box.value !== this.#put) return noChange;
    const whole = inHand && box.value !== "" && box.selectionEnd - box.selectionStart === box.value.length;
    this.#put = text;
    if (box.value !== text) {
      box.value = text;
      if (whole) box.select();
    }
    return noChange;
  }
}

export const kept = directive(Kept);
