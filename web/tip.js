const gap = 14;

const overlaps = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * Where a tip of a given size goes beside its mark: away from what is held,
 * below if there is room, inside the frame, over nothing it must not cover.
 * Undefined where no such place is; the tip is then a line under the plot.
 * @param {{x: number, y: number, avoid?: {x: number, y: number, width: number, height: number}[]}} mark
 *   `avoid`: what must stay visible, what is held first
 * @param {{width: number, height: number}} size of the tip
 * @param {{width: number, height: number}} room of the frame
 */
export function placeTip({x, y, avoid = []}, size, room) {
  const right = {x: x + 4, sign: 1};
  const left = {x: x - 4 - size.width, sign: -1};
  const held = avoid.length ? avoid[0].x + avoid[0].width / 2 : x;
  const sides = held > x ? [left, right] : [right, left];
  const rows = [y + gap, y - gap - size.height];
  for (const side of sides) {
    for (const top of rows) {
      const place = {x: Math.min(Math.max(side.x, 0), room.width - size.width), y: top, ...size};
      const inside = place.x >= 0 && place.y >= 0 && place.y + size.height <= room.height;
      const own = {x: x - 8, y: y - 8, width: 16, height: 16};
      if (inside && ![own, ...avoid].some((area) => overlaps(place, area))) return {x: place.x, y: place.y};
    }
  }
  return undefined;
}
