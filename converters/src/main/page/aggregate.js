// Sums the numbers of stacks over callers, functions and the whole heap.

import { commonPart } from './data.js';

/**
 * Sums estimates of stacks: values add, half-widths add in quadrature, each side separately, but for the parts that
 * stacks have in common, which add linearly. What these are is decided when the report is written.
 */
class Sum {
  value = 0;
  recorded = 0;
  lowerSquares = 0;
  upperSquares = 0;
  commonLower = 0;
  commonUpper = 0;

  add(numbers, row) {
    const value = numbers.values[row];
    const lower = numbers.commonLowers[row];
    const upper = numbers.commonUppers[row];
    this.value += value;
    this.recorded += numbers.recorded[row];
    this.lowerSquares += squareApart(value - numbers.lows[row], commonPart(lower, upper));
    this.upperSquares += squareApart(numbers.highs[row] - value, commonPart(upper, lower));
    this.commonLower += lower;
    this.commonUpper += upper;
  }

  /** The interval is open where no stack of the sum has one. */
  interval() {
    const lower = Math.hypot(Math.sqrt(this.lowerSquares), commonPart(this.commonLower, this.commonUpper));
    const upper = Math.hypot(Math.sqrt(this.upperSquares), commonPart(this.commonUpper, this.commonLower));
    return Number.isFinite(upper) ? [this.value - lower, this.value + upper] : [-Infinity, Infinity];
  }
}

function squareApart(half, part) {
  return Number.isFinite(half) ? Math.max(0, half ** 2 - part ** 2) : Infinity;
}

/** The self value of most nodes. */
const NOTHING = Object.freeze(new Sum());

/**
 * For each node of the tree, the node shown in its place: itself, or the function of the program that called the
 * allocator. A frame of the allocator hides what it calls, unless nothing but the allocator called it.
 */
export function shownNodes(report, hideAllocator) {
  const count = report.nodeParent.length;
  const shown = new Int32Array(count);
  if (!hideAllocator) {
    return shown.map((_, node) => node);
  }
  const cut = new Uint8Array(count);
  for (let node = 1; node < count; node++) {
    const parent = report.nodeParent[node];
    const allocator = report.isAllocator[report.frameFunction[report.nodeFrame[node]]];
    // The parent is shown as itself and is not an allocator frame: a caller that matters.
    const calledByProgram =
      parent > 0 && !report.isAllocator[report.frameFunction[report.nodeFrame[parent]]];
    cut[node] = cut[parent] || (allocator && calledByProgram) ? 1 : 0;
    shown[node] = cut[node] ? shown[parent] : node;
  }
  return shown;
}

function newNode(name, id, parent) {
  return { name, id, parent, children: [], byFunction: null, lines: null, value: 0, sum: new Sum(), self: NOTHING };
}

/**
 * A tree of functions for the flame graph, and the sums of each function: {root, functions}. A function called from
 * several lines of its caller is one node. {@code value}, which gives a box its width, is the sum over the stacks;
 * for differences, the sum of their absolute values.
 */
export function aggregate(report, heap, numbers, rootName, hideAllocator) {
  const shown = shownNodes(report, hideAllocator);
  const root = newNode(rootName, -1, null);
  const treeNodes = new Array(report.nodeParent.length);
  treeNodes[0] = root;
  const functions = new Map();
  const seenBy = new Int32Array(report.functionName.length).fill(-1);

  function treeNode(node) {
    const path = [];
    let known = node;
    while (!treeNodes[known]) {
      path.push(known);
      known = report.nodeParent[known];
    }
    let at = treeNodes[known];
    while (path.length > 0) {
      const next = path.pop();
      at = child(at, report.nodeFrame[next]);
      treeNodes[next] = at;
    }
    return at;
  }

  function child(parent, frame) {
    const id = report.frameFunction[frame];
    parent.byFunction ??= new Map();
    let node = parent.byFunction.get(id);
    if (!node) {
      node = newNode(report.strings[report.functionName[id]], id, parent);
      parent.byFunction.set(id, node);
      parent.children.push(node);
    }
    const line = report.frameLine[frame];
    if (line > 0) {
      node.lines ??= new Set();
      node.lines.add(line);
    }
    return node;
  }

  function functionSums(id) {
    let sums = functions.get(id);
    if (!sums) {
      sums = { id, total: new Sum(), self: new Sum() };
      functions.set(id, sums);
    }
    return sums;
  }

  heap.nodes.forEach((node, row) => {
    const value = numbers.values[row];
    if (value === 0 && numbers.lows[row] === 0 && numbers.highs[row] === 0) {
      return;
    }
    const leaf = treeNode(shown[node]);
    leaf.self = leaf.self === NOTHING ? new Sum() : leaf.self;
    leaf.self.add(numbers, row);
    for (let at = leaf; at; at = at.parent) {
      at.value += Math.abs(value);
      at.sum.add(numbers, row);
      if (at.id >= 0) {
        const sums = functionSums(at.id);
        if (at === leaf) {
          sums.self.add(numbers, row);
        }
        // A recursive function counts once per stack.
        if (seenBy[at.id] !== row) {
          seenBy[at.id] = row;
          sums.total.add(numbers, row);
        }
      }
    }
  });
  return { root, functions: [...functions.values()] };
}
