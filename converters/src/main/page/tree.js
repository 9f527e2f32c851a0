// The tree of functions that all dumps and views share, and its sums.

import { Sums } from './sums.js';

/** Pairs of a parent and a function, numbered in order of first use; a table of numbers is several times as fast as a Map. */
class Nodes {
  constructor(count) {
    this.first = new Int32Array(count);
    this.second = new Int32Array(count);
    this.shift = Math.clz32(count) - 1;
    this.slots = new Int32Array(2 ** (32 - this.shift));
    this.first[0] = -1;
    this.second[0] = -1;
    this.size = 1;
  }

  /** The number of a pair, which is added if it is new. */
  number(first, second) {
    const last = this.slots.length - 1;
    let slot = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) >>> this.shift;
    for (; this.slots[slot] > 0; slot = (slot + 1) & last) {
      const number = this.slots[slot];
      if (this.first[number] === first && this.second[number] === second) {
        return number;
      }
    }
    this.slots[slot] = this.size;
    this.first[this.size] = first;
    this.second[this.size] = second;
    return this.size++;
  }
}

/** Numbered nodes, callers before what they call; node 0 is the root. */
export class Tree {
  /**
   * A function called from several lines of its caller is one node.
   *
   * @param isHidden by function, whether its frames are left out, so that its callers seem to call what it calls
   */
  constructor(report, hideAllocator, isHidden) {
    this.report = report;
    const count = report.nodeParent.length;
    const nodes = new Nodes(count);
    /** For each node of the report, the node of this tree in its place. */
    this.place = new Int32Array(count);
    for (let node = 1; node < count; node++) {
      const frame = report.nodeFrame[node];
      const id = report.frameFunction[frame];
      const at = this.place[report.nodeParent[node]];
      this.place[node] = isHidden[id] || (hideAllocator && report.isAllocatorFrame[frame]) ? at : nodes.number(at, id);
    }
    this.size = nodes.size;
    this.parent = nodes.first.slice(0, this.size);
    this.id = nodes.second.slice(0, this.size);
    this.linkChildren();
    this.markOutermost();
    this.isComparison = report.base !== null;
    this.total = new Sums(this.size, this.isComparison);
    this.self = new Sums(this.size, this.isComparison);
  }

  /** The children of node n are childList[childStart[n]] to childList[childStart[n + 1] - 1]. */
  linkChildren() {
    const { parent, size } = this;
    this.childStart = new Int32Array(size + 1);
    for (let node = 1; node < size; node++) {
      this.childStart[parent[node] + 1]++;
    }
    for (let node = 0; node < size; node++) {
      this.childStart[node + 1] += this.childStart[node];
    }
    this.childList = new Int32Array(size);
    const next = this.childStart.slice();
    for (let node = 1; node < size; node++) {
      this.childList[next[parent[node]]++] = node;
    }
  }

  /** Marks the nodes whose function is not among their callers: a recursive function counts once per stack. */
  markOutermost() {
    this.outermost = new Uint8Array(this.size);
    const open = new Int32Array(this.report.functionName.length);
    const next = this.childStart.slice();
    let node = 0;
    while (node >= 0) {
      if (next[node] < this.childStart[node + 1]) {
        node = this.childList[next[node]++];
        this.outermost[node] = open[this.id[node]]++ === 0 ? 1 : 0;
      } else {
        if (node > 0) {
          open[this.id[node]]--;
        }
        node = this.parent[node];
      }
    }
  }

  /** Sums numbers, one per row, up the tree; of the rows for whose nodes {@code isKept} holds. */
  sum(heapNodes, numbers, isKept) {
    const { self, total, parent } = this;
    self.clear();
    const before = numbers.before ?? numbers.values;
    for (let row = 0; row < heapNodes.length; row++) {
      if ((numbers.values[row] !== 0 || numbers.uppers[row] !== 0 || before[row] !== 0) && isKept[heapNodes[row]]) {
        self.addRow(this.place[heapNodes[row]], numbers, row);
      }
    }
    total.columns.forEach((sums, i) => {
      sums.set(self.columns[i]);
      for (let node = this.size - 1; node > 0; node--) {
        if (sums[node] !== 0) {
          sums[parent[node]] += sums[node];
        }
      }
    });
  }

  /** Sums by function: {total, self, ids}, the last of those that are not 0. */
  functionSums() {
    const count = this.report.functionName.length;
    const total = new Sums(count, this.isComparison);
    const self = new Sums(count, this.isComparison);
    for (let node = 1; node < this.size; node++) {
      const id = this.id[node];
      if (this.outermost[node] && !this.total.isEmpty(node)) {
        total.add(id, this.total, node);
      }
      if (!this.self.isEmpty(node)) {
        self.add(id, this.self, node);
      }
    }
    const ids = [];
    total.width.forEach((width, id) => (width > 0 || total.value[id] !== 0) && ids.push(id));
    return { total, self, ids };
  }

  /** Sum over the stacks that pass through one of the marked functions. */
  sumThrough(isMarked) {
    const sum = new Sums(1, this.isComparison);
    const inside = new Uint8Array(this.size);
    for (let node = 1; node < this.size; node++) {
      inside[node] = inside[this.parent[node]];
      if (!inside[node] && isMarked[this.id[node]]) {
        inside[node] = 1;
        sum.add(0, this.total, node);
      }
    }
    return sum.value[0];
  }

  /** Marks the nodes of a function, and those that lead to one. */
  leadingTo(id) {
    const marked = new Uint8Array(this.size);
    for (let node = this.size - 1; node > 0; node--) {
      marked[node] ||= this.id[node] === id ? 1 : 0;
      marked[this.parent[node]] ||= marked[node];
    }
    return marked;
  }

  /** Marks the nodes of a function, and those that it leads to. */
  calledBy(id) {
    const marked = new Uint8Array(this.size);
    for (let node = 1; node < this.size; node++) {
      marked[node] = this.id[node] === id ? 1 : marked[this.parent[node]];
    }
    return marked;
  }

  /** The lines of the source that some nodes stand for, in order. */
  lines(nodes) {
    const wanted = new Set(nodes);
    const lines = new Set();
    const { nodeFrame, frameLine, frameFunction } = this.report;
    for (let node = 1; node < this.place.length; node++) {
      const place = this.place[node];
      if (wanted.has(place) && frameFunction[nodeFrame[node]] === this.id[place] && frameLine[nodeFrame[node]] > 0) {
        lines.add(frameLine[nodeFrame[node]]);
      }
    }
    return [...lines].sort((a, b) => a - b);
  }
}
