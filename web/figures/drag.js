// Pointer events turned into places in the drawing.

/** @typedef {{x: number, y: number}} Place in the drawing's own units */

// What each element is held by. It lives outside the templates because a redraw renews those in mid-drag.
const grips = new WeakMap();

/** Where the pointer is, in the drawing's own units, at whatever size the drawing is shown. */
const pointIn = (event) => {
  const drawing = event.currentTarget.ownerSVGElement ?? event.currentTarget;
  const box = drawing.getBoundingClientRect(), {width, height} = drawing.viewBox.baseVal;
  return {x: ((event.clientX - box.left) * width) / box.width, y: ((event.clientY - box.top) * height) / box.height};
};

const hold = (event, grip) => {
  grips.set(event.currentTarget, grip);
  event.currentTarget.setPointerCapture?.(event.pointerId);
};
const release = (event) => grips.delete(event.currentTarget);

/**
 * Listeners for a handle at `at`. It keeps the offset at which it was taken, so that taking it moves nothing.
 * @param {{at: Place, move: (place: Place) => void}} options
 */
export const drag = ({at, move}) => ({
  down(event) {
    if (event.button !== 0) return;
    const {x, y} = pointIn(event);
    hold(event, {x: x - at.x, y: y - at.y});
  },
  move(event) {
    const grip = grips.get(event.currentTarget);
    if (!grip) return;
    const {x, y} = pointIn(event);
    move({x: x - grip.x, y: y - grip.y});
  },
  up: release,
});

/**
 * Listeners for the plot itself. A mouse hovers, and pressed it scrubs; a finger taps, and moved it scrolls the page.
 * @param {{scrub?: (place: Place) => void, hover?: (place: Place) => void, leave?: () => void, tap?: (place: Place) => void}} options
 */
export const ground = ({scrub, hover, leave, tap}) => ({
  down(event) {
    if (event.button !== 0) return;
    if (event.pointerType === "mouse") {
      hold(event, null);
      scrub?.(pointIn(event));
    } else grips.set(event.currentTarget, pointIn(event));
  },
  move(event) {
    if (event.pointerType !== "mouse") return;
    if (grips.has(event.currentTarget)) scrub?.(pointIn(event));
    else hover?.(pointIn(event));
  },
  up(event) {
    const start = grips.get(event.currentTarget);
    release(event);
    if (event.pointerType === "mouse" || !start) return;
    const end = pointIn(event);
    if (Math.hypot(end.x - start.x, end.y - start.y) < 10) tap?.(end);
  },
  cancel: release,
  leave(event) {
    if (event.pointerType === "mouse" && !grips.has(event.currentTarget)) leave?.();
  },
});
