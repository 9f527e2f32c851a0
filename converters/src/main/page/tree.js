// The tree of functions that all dumps and views share, and its sums.

import { sum } from 'd3-array';

/** By node, 1 where a test holds for it or for one of those that lead to it, and else 0; {@code parents} come first. */
export function marked(parents, holds) {
  const marks = new Uint8Array(parents.length);
  for (let node = 1; node < marks.length; node++) {
    marks[node] = marks[parents[node]] | holds(node);
  }
  return marks;
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
    const functions = report.functionName.length;
    const count = report.nodeParent.length;
    const known = new Map();
    const parents = [-1];
    const ids = [-1];
    this.children = [[]];
    /** For each node of the report, the node of this tree in its place. */
    this.place = new Int32Array(count);
    for (let node = 1; node < count; node++) {
      const frame = report.nodeFrame[node];
      const id = report.frameFunction[frame];
      let at = this.place[report.nodeParent[node]];
      if (!isHidden[id] && !(hideAllocator && report.isAllocatorFrame[frame])) {
        const call = at * functions + id;
        if (!known.has(call)) {
          known.set(call, ids.length);
          this.children[at].push(ids.length);
          this.children.push([]);
          parents.push(at);
          ids.push(id);
        }
        at = known.get(call);
      }
      this.place[node] = at;
    }
    this.size = ids.length;
    this.parent = Int32Array.from(parents);
    this.id = Int32Array.from(ids);
    this.markOutermost();
  }

  /** Marks the nodes whose function is not among their callers: a recursive function counts once per stack. */
  markOutermost() {
    this.outermost = new Uint8Array(this.size);
    const open = new Int32Array(this.report.functionName.length);
    const waiting = this.children[0].slice();
    while (waiting.length > 0) {
      const node = waiting.pop();
      if (node < 0) {
        open[this.id[-node]]--;
      } else {
        this.outermost[node] = open[this.id[node]]++ === 0 ? 1 : 0;
        // Its number comes back as a negative one when all that it calls is done.
        waiting.push(-node, ...this.children[node]);
      }
    }
  }

  /** Sums the rows of a heap up the tree; those for whose nodes {@code isKept} holds. */
  sum(heapNodes, rows, isKept) {
    const self = rows.empty(this.size).addAll(rows, heapNodes.map((node) => (isKept[node] ? this.place[node] : -1)));
    const total = rows.empty(this.size);
    total.columns.forEach((sums, i) => {
      sums.set(self.columns[i]);
      for (let node = this.size - 1; node > 0; node--) {
        if (sums[node] !== 0) {
          sums[this.parent[node]] += sums[node];
        }
      }
    });
    Object.assign(this, { self, total });
  }

  /** Sums by function: {total, self, ids}, the last of those that are not 0. */
  functionSums() {
    const count = this.report.functionName.length;
    const total = this.total.empty(count).addAll(this.total, this.id.map((id, node) => (this.outermost[node] ? id : -1)));
    const self = this.self.empty(count).addAll(this.self, this.id);
    const ids = [];
    total.width.forEach((width, id) => (width > 0 || total.value[id] !== 0) && ids.push(id));
    return { total, self, ids };
  }

  /** Marks the nodes of functions for which a test holds, and all that they lead to. */
  calledBy(isOf) {
    return marked(this.parent, (node) => isOf(this.id[node]));
  }

  /** Marks the nodes of functions for which a test holds, and all that lead to them. */
  leadingTo(isOf) {
    const marks = new Uint8Array(this.size);
    for (let node = this.size - 1; node > 0; node--) {
      marks[node] |= isOf(this.id[node]);
      marks[this.parent[node]] |= marks[node];
    }
    return marks;
  }

  /** The value of the stacks that pass through functions for which a test holds. */
  sumThrough(isOf) {
    const inside = this.calledBy(isOf);
    return sum(this.total.value, (value, node) => (inside[node] && !inside[this.parent[node]] ? value : 0));
  }

  /** The lines of the source that some nodes stand for, in order. */
  lines(nodes) {
    const wanted = new Set(nodes);
    const lines = new Set();
    const { nodeFrame, frameLine, frameFunction } = this.report;
    this.place.forEach((place, node) => {
      const frame = nodeFrame[node];
      if (wanted.has(place) && frameFunction[frame] === this.id[place] && frameLine[frame] > 0) {
        lines.add(frameLine[frame]);
      }
    });
    return [...lines].sort((a, b) => a - b);
  }
}
