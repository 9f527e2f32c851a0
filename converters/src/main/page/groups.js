// What boxes of a flame graph stand for, nodes of the tree with one function and one path from where the graph begins, and where
// these boxes are.

import { grouped, range, sum } from './array.js';

/**
 * A group's children are what its nodes call or, in a graph of callers, what calls them; then each node is the place that
 * was reached from one of the {@code origins}, whose sums count.
 */
class Group {
  constructor(tree, id, parent, nodes, origins, sums) {
    Object.assign(this, { tree, id, parent, nodes, origins, sums });
    this.width = sum(this.counted, (node) => sums.width[node]);
    /** The place of its left edge, if the root begins at 0 and is as wide as its sum. */
    this.start = 0;
  }

  get counted() {
    return this.origins ?? this.nodes;
  }

  /** Whether what they call counts for their callers only. */
  get isOfSelf() {
    return this.sums === this.tree.ownSums;
  }

  /** Groups of this one's callees or callers, the largest first. */
  children() {
    this.known ??= this.origins ? this.callers() : this.callees();
    return this.known;
  }

  callees() {
    const called = this.nodes.flatMap((node) => this.tree.children(node));
    return this.grouped(called.filter((node) => this.sums.width[node] > 0));
  }

  callers() {
    const callers = this.nodes.map((node) => this.tree.parent[node]);
    const places = range(callers.length).filter((i) => callers[i] > 0);
    return this.grouped(places.map((i) => callers[i]), places.map((i) => this.origins[i]));
  }

  /** Groups of nodes by their functions; {@code origins} are one for each node in a graph of callers. */
  grouped(nodes, origins) {
    const { tree, sums } = this;
    const places = grouped(range(nodes.length), (i) => tree.id[nodes[i]]);
    const at = (list, of) => list && of.map((i) => list[i]);
    const groups = Array.from(places, ([id, of]) => new Group(tree, id, this, at(nodes, of), at(origins, of), sums));
    let { start } = this;
    groups.sort((a, b) => b.width - a.width || a.id - b.id).forEach((one) => ((one.start = start), (start += one.width)));
    return groups;
  }

  total() {
    return sumOf(this.counted, this.sums);
  }

  /** What the function allocated itself; null in a graph of callers, where only the first box did. */
  self() {
    return this.origins ? null : sumOf(this.nodes, this.tree.self, true);
  }

  /** The groups from the first one below where the graph begins to this one. */
  path() {
    return this.parent ? [...this.parent.path(), this.id] : [];
  }
}

function sumOf(nodes, { whole }, areOfFunction = false) {
  const total = whole.empty(1, areOfFunction);
  nodes.forEach((node) => total.add(0, whole, node));
  return total.at(0);
}

/**
 * The group at which a graph begins.
 *
 * @param callers whether boxes lead from functions to their callers
 * @param focus the function it is about, or -1 for the whole program
 */
export function rootGroup(tree, callers, focus) {
  const nodesWhere = (holds) => range(1, tree.size).filter(holds);
  if (focus >= 0) {
    const nodes = nodesWhere((node) => tree.id[node] === focus && tree.outermost[node] && tree.total.width[node] > 0);
    return new Group(tree, focus, null, nodes, callers ? nodes : null, tree.total);
  }
  if (!callers) {
    return new Group(tree, -1, null, [0], null, tree.total);
  }
  const leaves = nodesWhere((node) => tree.self.width[node] > 0);
  const root = new Group(tree, -1, null, leaves, leaves, tree.self);
  root.known = root.grouped(leaves, leaves);
  return root;
}

/** The group that a path leads to, or the last one on the way that is there. */
export function groupAt(root, path) {
  let at = root;
  for (const id of path) {
    const next = at.children().find((child) => child.id === id);
    if (!next) {
      break;
    }
    at = next;
  }
  return at;
}

/** Boxes narrower than this many pixels are drawn only after zooming in. */
const MIN_WIDTH = 1;

/** By which part of itself a sum may differ from an equal one, because of rounding. */
const ROUNDING = 1e-9;

/**
 * Boxes in rows, callers before what they call (in a graph of callers the other way round).
 *
 * @param root where the graph begins
 * @param from what the left edge of the graph shows, as a width from the left edge of the root
 * @param span how much of the root's width the graph shows
 * @param fold whether functions that do nothing but call one other share a box with it
 * @returns boxes {chain, row, x, width, parent, children}, cut off at the edges; a chain holds the groups of a box, outermost first
 */
export function layout(root, { from, span }, width, fold) {
  const scale = span > 0 ? width / span : 0;
  const boxes = [];
  const waiting = [newBox(root, null, 0, width)];
  while (waiting.length > 0) {
    const box = waiting.pop();
    boxes.push(box);
    let [last] = box.chain;
    while (fold && last !== root && callsOnlyOne(last)) {
      [last] = last.children();
      box.chain.push(last);
    }
    for (const child of last.width > 0 ? last.children() : []) {
      const x = Math.max(0, (child.start - from) * scale);
      const end = Math.min(width, (child.start + child.width - from) * scale);
      if (end - x >= MIN_WIDTH) {
        box.children.push(newBox(child, box, x, end - x));
      }
    }
    waiting.push(...box.children.slice().reverse());
  }
  return boxes;
}

function callsOnlyOne(group) {
  const [only, ...others] = group.children();
  return only && others.length === 0 && only.width >= group.width * (1 - ROUNDING);
}

function newBox(group, parent, x, width) {
  return { chain: [group], parent, children: [], row: parent ? parent.row + 1 : 0, x, width };
}

/** The group that the colour and the details of a box are about: the one nearest to the allocation. */
export const leadOf = ({ chain }) => chain[chain[0].origins ? 0 : chain.length - 1];
