// Where the boxes of a flame graph are.

/** Boxes narrower than this many pixels are drawn only after zooming in. */
const MIN_WIDTH = 1;

/** By which part of itself a sum may differ from an equal one, because of rounding. */
const ROUNDING = 1e-9;

/**
 * Boxes in rows, callers before what they call (in a graph of callers the other way round).
 *
 * @param root where the graph begins
 * @param zoomed the group that is as wide as the graph; so are those that lead to it
 * @param fold whether functions that do nothing but call one other share a box with it
 * @returns boxes {chain, row, x, width, parent, children}; a chain holds the groups of a box, outermost first
 */
export function layout(root, zoomed, width, fold) {
  const way = new Set();
  for (let at = zoomed; at; at = at.parent) {
    way.add(at);
  }
  const boxes = [];
  const waiting = [newBox(root, null, 0, width)];
  while (waiting.length > 0) {
    const box = waiting.pop();
    boxes.push(box);
    let last = box.chain[0];
    while (fold && last !== zoomed && last !== root) {
      const [only, ...others] = last.children();
      if (!only || others.length > 0 || only.width < last.width * (1 - ROUNDING)) {
        break;
      }
      box.chain.push(only);
      last = only;
    }
    const onWay = way.has(last) && last !== zoomed;
    const scale = box.width / (last === zoomed || !way.has(last) ? last.width : 1);
    let x = box.x;
    for (const child of last.width > 0 ? last.children() : []) {
      const isNext = way.has(child);
      const childWidth = onWay ? (isNext ? width : 0) : child.width * scale;
      if (childWidth >= MIN_WIDTH) {
        box.children.push(newBox(child, box, x, childWidth));
      }
      x += childWidth;
    }
    for (let i = box.children.length - 1; i >= 0; i--) {
      waiting.push(box.children[i]);
    }
  }
  return boxes;
}

function newBox(group, parent, x, width) {
  return { chain: [group], parent, children: [], row: parent ? parent.row + 1 : 0, x, width };
}

/** The group that the colour and the details of a box are about: the one nearest to the allocation. */
export function leadOf(box) {
  return box.chain[0].origins ? box.chain[0] : box.chain[box.chain.length - 1];
}
