import {AttentionPooling} from "./element.js";

/** Makes `<attention-pooling>` work in this document; a second call changes nothing. */
export const define = () => {
  if (!globalThis.document || customElements.get("attention-pooling")) return;
  customElements.define("attention-pooling", AttentionPooling);
};

define();
