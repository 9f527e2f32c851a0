// The flame graph as a picture of its own, for a file and for paper.

import { FONT, GAP, MIN_LABEL, PADDING, ROW, matchColor } from './flame.js';
import { svg } from './format.js';
import { leadOf } from './layout.js';

/** The whole graph as an SVG element; {@code describe} returns the numbers of a box. */
export function pictureOf(flame, title, describe) {
  const width = flame.scroller.clientWidth;
  const height = (flame.rows.length + 1) * ROW;
  const ink = getComputedStyle(flame.scroller).color;
  const picture = svg('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    'font-family': 'system-ui, sans-serif',
    'font-size': 12.5,
  });
  picture.append(svg('rect', { width, height, fill: getComputedStyle(flame.scroller).backgroundColor }));
  picture.append(svg('text', { x: PADDING, y: 15, fill: ink }, title));
  flame.pen.font = FONT;
  for (const box of flame.boxes) {
    const y = (box.row + 1) * ROW;
    const match = flame.isMatch(box);
    const fill = match ? matchColor() : flame.colorOf(leadOf(box));
    const names = box.chain.map((group) => flame.nameOf(group)).join(' \u203a ');
    const rect = svg('rect', { x: box.x.toFixed(1), y, width: Math.max(1, box.width - GAP).toFixed(1), height: ROW - GAP, rx: 2, fill });
    const parts = [svg('title', {}, `${names}: ${describe(box)}`), rect];
    if (box.width >= MIN_LABEL) {
      const label = flame.label(box, box.width - 2 * PADDING);
      parts.push(svg('text', { x: (box.x + PADDING).toFixed(1), y: y + 15, fill: match ? '#1d2129' : ink }, label));
    }
    picture.append(svg('g', {}, ...parts));
  }
  return picture;
}

/** Offers a picture as a file. */
export function save(picture, name) {
  const text = new XMLSerializer().serializeToString(picture);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
