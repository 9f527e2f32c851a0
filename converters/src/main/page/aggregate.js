// Sums the numbers of stacks over callers, functions and the whole heap.

/** Sums estimates of independent stacks: values add, half-widths add in quadrature, each side separately. */
class Sum {
  value = 0;
  recorded = 0;
  lowerSquares = 0;
  upperSquares = 0;

  add(value, low, high, recorded) {
    this.value += value;
    this.recorded += recorded;
    this.lowerSquares += (value - low) ** 2;
    this.upperSquares += (high - value) ** 2;
  }

  /** The interval is open where no stack of the sum has one. */
  interval() {
    const low = this.value - Math.sqrt(this.lowerSquares);
    const high = this.value + Math.sqrt(this.upperSquares);
    return Number.isFinite(high) ? [low, high] : [-Infinity, Infinity];
  }
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
    const low = numbers.lows[row];
    const high = numbers.highs[row];
    const recorded = numbers.recorded[row];
    if (value === 0 && low === 0 && high === 0) {
      return;
    }
    const leaf = treeNode(shown[node]);
    leaf.self = leaf.self === NOTHING ? new Sum() : leaf.self;
    leaf.self.add(value, low, high, recorded);
    for (let at = leaf; at; at = at.parent) {
      at.value += Math.abs(value);
      at.sum.add(value, low, high, recorded);
      if (at.id >= 0) {
        const sums = functionSums(at.id);
        if (at === leaf) {
          sums.self.add(value, low, high, recorded);
        }
        // A recursive function counts once per stack.
        if (seenBy[at.id] !== row) {
          seenBy[at.id] = row;
          sums.total.add(value, low, high, recorded);
        }
      }
    }
  });
  return { root, functions: [...functions.values()] };
}
