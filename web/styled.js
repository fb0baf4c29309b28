import {noChange} from "lit";
import {Directive, directive, PartType} from "lit/directive.js";

/**
 * Style properties set one by one through the element's `style`. A host that
 * allows no inline styles refuses a style attribute, which is what Lit's own
 * styleMap writes the first time.
 */
class Styled extends Directive {
  constructor(part) {
    super(part);
    if (part.type !== PartType.ATTRIBUTE || part.name !== "style") throw new Error("styled: only for style attributes");
  }

  /** @param {Record<string, string>} properties */
  render(properties) {
    return Object.entries(properties).map(([name, value]) => `${name}:${value}`).join(";");
  }

  update(part, [properties]) {
    for (const [name, value] of Object.entries(properties)) part.element.style.setProperty(name, value);
    return noChange;
  }
}

export const styled = directive(Styled);
