// The tree of functions that all dumps and views share, and its sums.

import { range, sum } from './array.js';

/** FrameNames.java: what the name of a place in the program is worth. */
const OF_PROGRAM = 2;

/** By node, 1 where a test holds for it or for one of those that lead to it, and else 0; {@code parents} come first. */
export function marked(parents, holds) {
  const marks = new Uint8Array(parents.length);
  for (let node = 1; node < marks.length; node++) {
    marks[node] = marks[parents[node]] | holds(node);
  }
  return marks;
}

/** Finds the nodes of a tree by their callers and functions. A Map of a million takes most of a second. */
class Calls {
  /** @param most as many nodes there may be */
  constructor(tree, most) {
    this.tree = tree;
    /** Nodes where the numbers of caller and function lead to, or as far behind that as others are there; 0 is free. */
    this.nodes = new Int32Array(2 ** Math.ceil(Math.log2(2 * most)));
  }

  /** The node of a call, which is added if it is new. */
  of(at, id) {
    const { tree, nodes } = this;
    // Odd numbers with well-mixed bits.
    const mixed = Math.imul(at, 0x9e3779b1) ^ Math.imul(id, 0x85ebca77);
    let place = (mixed ^ (mixed >>> 15)) & (nodes.length - 1);
    while (nodes[place] > 0 && (tree.parent[nodes[place]] !== at || tree.id[nodes[place]] !== id)) {
      place = (place + 1) & (nodes.length - 1);
    }
    return (nodes[place] ||= tree.add(at, id));
  }
}

/**
 * Sums by node with all that nodes call. What boxes of a graph need is at hand. The other parts, of which intervals are made, are
 * added up when a first one is asked for: of a million nodes, each takes 8 MB.
 */
class NodeSums {
  constructor(rows, places, parent) {
    Object.assign(this, { rows, places, parent, all: null });
    this.value = this.of(rows.value);
    this.width = rows.width === rows.value ? this.value : this.of(rows.width);
    this.before = rows.before.length > 0 ? this.of(rows.before) : rows.before;
  }

  /** A column of the rows, added up the tree. */
  of(column, sums = new Float64Array(this.parent.length)) {
    const { rows, places, parent } = this;
    rows.addColumn(sums, column, places);
    for (let node = sums.length - 1; node > 0; node--) {
      if (sums[node] !== 0) {
        sums[parent[node]] += sums[node];
      }
    }
    return sums;
  }

  /** Sums of each part, which are made of the sums of nodes one after the other. */
  map(make) {
    const { rows, value, width } = this;
    const known = new Map([[rows.value, value], [rows.width, width]]);
    const sums = new Float64Array(this.parent.length);
    return rows.map((column) => make(known.get(column) ?? this.of(column, sums.fill(0))));
  }

  /** The sums of all parts. */
  get whole() {
    return (this.all ??= this.rows.map((column) => this.of(column)));
  }
}

/**
 * Sums by function, of what it allocates itself. All values are added up at once. The other parts, of which intervals are made, are
 * added up for functions that are shown: of a million, each takes 8 MB.
 */
class OwnSums {
  constructor(tree, rows) {
    Object.assign(this, { tree, rows, count: tree.report.functionName.length });
  }

  get value() {
    return (this.values ??= this.column(this.rows.value));
  }

  column(column) {
    const { tree, rows, count } = this;
    const sums = new Float64Array(count);
    rows.addColumn(sums, column, tree.places.map((node) => (node > 0 ? tree.id[node] : -1)));
    return sums;
  }

  /** The sums of some functions: {at(id)}. */
  of(ids) {
    const places = new Int32Array(this.count).fill(-1);
    ids.forEach((id, place) => (places[id] = place));
    const sums = this.sumsAt(places, ids.length);
    return { at: (id) => sums.at(places[id]) };
  }

  sumsAt(places, count) {
    const { tree, rows } = this;
    return rows.empty(count, true).addAll(rows, tree.places.map((node) => (node > 0 ? places[tree.id[node]] : -1)));
  }
}

/** Sums by function, with what it calls. A recursive function counts once per stack. */
class TotalSums extends OwnSums {
  get width() {
    const { value, width } = this.tree.total;
    return width === value ? this.value : (this.widths ??= this.byFunction(width));
  }

  get recorded() {
    return this.column(this.rows.recorded);
  }

  column(column) {
    const { rows, total } = this.tree;
    return this.byFunction(column === rows.value ? total.value : total.of(column));
  }

  byFunction(sums) {
    const { id, outermost } = this.tree;
    const made = new Float64Array(this.count);
    for (let node = 1; node < sums.length; node++) {
      made[id[node]] += outermost[node] ? sums[node] : 0;
    }
    return made;
  }

  /** Changes are ordered by their noise, which takes all parts. */
  of(ids) {
    return this.rows.noise ? (this.all ??= this.tree.total.map((sums) => this.byFunction(sums))) : super.of(ids);
  }

  sumsAt(places, count) {
    const { rows, tree } = this;
    const { id, parent, outermost } = tree;
    /** Of each node, the next one on the way to the root that is of such a function; 0 if there is none. */
    const next = new Int32Array(tree.size);
    for (let node = 1; node < next.length; node++) {
      next[node] = outermost[node] && places[id[node]] >= 0 ? node : next[parent[node]];
    }
    const sums = rows.empty(count);
    let at = tree.places.map((node) => (node > 0 ? next[node] : 0));
    while (at.some((node) => node > 0)) {
      sums.addAll(rows, at.map((node) => (node > 0 ? places[id[node]] : -1)));
      at = at.map((node) => (node > 0 ? next[parent[node]] : 0));
    }
    return sums;
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
    /** For each node of the report, the node of this tree in its place. */
    this.place = new Int32Array(count);
    this.parent = new Int32Array(count).fill(-1);
    this.id = new Int32Array(count).fill(-1);
    /** What a node calls is a list: the last that was found, and for each the one before; 0 ends it. */
    this.called = new Int32Array(count);
    this.before = new Int32Array(count);
    this.size = 1;
    const calls = new Calls(this, count);
    for (let node = 1; node < count; node++) {
      const frame = report.nodeFrame[node];
      const id = report.frameFunction[frame];
      const at = this.place[report.nodeParent[node]];
      const isShown = !isHidden[id] && !(hideAllocator && report.isAllocatorFrame[frame]);
      this.place[node] = isShown ? calls.of(at, id) : at;
    }
    for (const column of ['parent', 'id', 'called', 'before']) {
      this[column] = this[column].slice(0, this.size);
    }
    this.markOutermost();
  }

  /** Adds what a node calls. */
  add(at, id) {
    const node = this.size++;
    this.parent[node] = at;
    this.id[node] = id;
    this.before[node] = this.called[at];
    this.called[at] = node;
    return node;
  }

  /** The nodes that a node calls. */
  children(node) {
    const children = [];
    for (let child = this.called[node]; child > 0; child = this.before[child]) {
      children.push(child);
    }
    return children;
  }

  /** Marks the nodes whose function is not among their callers: a recursive function counts once per stack. */
  markOutermost() {
    const { id, parent, called, before } = this;
    this.outermost = new Uint8Array(this.size);
    const open = new Int32Array(this.report.functionName.length);
    let node = called[0];
    while (node > 0) {
      this.outermost[node] = open[id[node]]++ === 0 ? 1 : 0;
      let next = called[node];
      // From a node without more to call, to the next one beside it or beside its callers.
      while (next === 0 && node > 0) {
        open[id[node]]--;
        next = before[node];
        node = parent[node];
      }
      node = next;
    }
  }

  /** Sums the rows of a heap up the tree; those for whose nodes {@code isKept} holds. */
  sum(heapNodes, rows, isKept) {
    this.rows = rows;
    this.places = heapNodes.map((node) => (isKept[node] ? this.place[node] : -1));
    this.ownSums = null;
    this.total = new NodeSums(rows, this.places, this.parent);
  }

  /** What nodes allocated themselves, which is added up when it is first needed. */
  get self() {
    return (this.ownSums ??= this.rows.empty(this.size, true).addAll(this.rows, this.places));
  }

  /** Sums by function: {total, self, ids}, the last of those that are not 0. */
  functionSums() {
    const total = new TotalSums(this, this.rows);
    const { value, width } = total;
    const ids = new Int32Array(value.length).map((_, id) => id).filter((id) => width[id] > 0 || value[id] !== 0);
    return { total, self: this.ofFunctions(this.rows), ids };
  }

  /** What functions allocate themselves, of the rows that are summed in any view. */
  ofFunctions(rows) {
    return new OwnSums(this, rows);
  }

  /** The caller of a node that says where in the program it is, by the rule of CallSummary.java; 0 if there is none. */
  callerOf(node) {
    const { functionName, functionWorth } = this.report;
    let next = 0;
    for (let at = this.parent[node]; at > 0; at = this.parent[at]) {
      const worth = functionName[this.id[at]] === functionName[this.id[node]] ? 0 : functionWorth[this.id[at]];
      if (worth === OF_PROGRAM) {
        return at;
      }
      next ||= worth > 0 ? at : 0;
    }
    return next;
  }

  /** By node, what it allocates itself. */
  ownValues() {
    const own = new Float64Array(this.size);
    this.rows.addColumn(own, this.rows.value, this.places);
    return own;
  }

  /** Whether anybody calls a function that allocates. */
  hasCallers() {
    return this.ownValues().some((value, node) => node > 0 && value > 0 && this.callerOf(node) > 0);
  }

  /** By function, as far as some are asked for, who calls it for most of what it allocates, and how many others do: {name, value, others}. */
  callers(ids) {
    const { strings, functionName } = this.report;
    const asked = new Uint8Array(functionName.length);
    ids.forEach((id) => (asked[id] = 1));
    const held = new Map();
    this.ownValues().forEach((value, node) => {
      const caller = node > 0 && value > 0 && asked[this.id[node]] ? this.callerOf(node) : 0;
      if (caller > 0) {
        const pair = this.id[node] * strings.length + functionName[this.id[caller]];
        held.set(pair, (held.get(pair) ?? 0) + value);
      }
    });
    const callers = new Map();
    held.forEach((value, pair) => {
      const name = strings[pair % strings.length];
      const id = Math.floor(pair / strings.length);
      const most = callers.get(id);
      const isMost = !most || value > most.value || (value === most.value && name < most.name);
      callers.set(id, { ...(isMost ? { name, value } : most), others: most ? most.others + 1 : 0 });
    });
    return callers;
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
