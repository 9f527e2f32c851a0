// What boxes of a flame graph stand for: nodes of the tree with one function and one path from where the graph begins.

import { Sums } from './sums.js';

/**
 * A group's children are what its nodes call or, in a graph of callers, what calls them; then each node is the place that
 * was reached from one of the {@code origins}, whose sums count.
 */
class Group {
  constructor(tree, id, parent, nodes, origins, sums) {
    Object.assign(this, { tree, id, parent, nodes, origins, sums });
    const counted = origins ?? nodes;
    this.width = 0;
    for (const node of counted) {
      this.width += sums.width[node];
    }
  }

  /** Groups of this one's callees or callers, the largest first. */
  children() {
    this.known ??= this.origins ? this.callers() : this.callees();
    return this.known;
  }

  callees() {
    const { tree } = this;
    const nodes = new Map();
    for (const node of this.nodes) {
      for (let at = tree.childStart[node]; at < tree.childStart[node + 1]; at++) {
        const child = tree.childList[at];
        if (this.sums.width[child] > 0) {
          collect(nodes, tree.id[child], child);
        }
      }
    }
    return this.grouped(nodes, null);
  }

  callers() {
    const { tree } = this;
    const nodes = new Map();
    const origins = new Map();
    this.nodes.forEach((node, i) => {
      const caller = tree.parent[node];
      if (caller > 0) {
        collect(nodes, tree.id[caller], caller);
        collect(origins, tree.id[caller], this.origins[i]);
      }
    });
    return this.grouped(nodes, origins);
  }

  grouped(nodes, origins) {
    const groups = [];
    for (const [id, ofId] of nodes) {
      groups.push(new Group(this.tree, id, this, ofId, origins && origins.get(id), this.sums));
    }
    return groups.sort((a, b) => b.width - a.width || a.id - b.id);
  }

  total() {
    return sumOf(this.origins ?? this.nodes, this.sums);
  }

  /** What the function allocated itself; null in a graph of callers, where only the first box did. */
  self() {
    return this.origins ? null : sumOf(this.nodes, this.tree.self);
  }

  /** The functions from where the graph begins to this group. */
  path() {
    const path = [];
    for (let at = this; at.parent; at = at.parent) {
      path.unshift(at.id);
    }
    return path;
  }
}

function collect(lists, id, node) {
  const list = lists.get(id);
  if (list) {
    list.push(node);
  } else {
    lists.set(id, [node]);
  }
}

function sumOf(nodes, sums) {
  const sum = new Sums(1, sums.noise !== null);
  for (const node of nodes) {
    sum.add(0, sums, node);
  }
  return sum.at(0);
}

/** The nodes of a tree for which a condition holds. */
function nodesWhere(tree, holds) {
  const nodes = [];
  for (let node = 1; node < tree.size; node++) {
    if (holds(node)) {
      nodes.push(node);
    }
  }
  return nodes;
}

/**
 * The group at which a graph begins.
 *
 * @param callers whether boxes lead from functions to their callers
 * @param focus the function it is about, or -1 for the whole program
 */
export function rootGroup(tree, callers, focus) {
  if (focus >= 0) {
    const nodes = nodesWhere(tree, (node) => tree.id[node] === focus && tree.outermost[node] && tree.total.width[node] > 0);
    return new Group(tree, focus, null, nodes, callers ? nodes : null, tree.total);
  }
  if (!callers) {
    return new Group(tree, -1, null, [0], null, tree.total);
  }
  const leaves = nodesWhere(tree, (node) => tree.self.width[node] > 0);
  const root = new Group(tree, -1, null, leaves, leaves, tree.self);
  const nodes = new Map();
  leaves.forEach((node) => collect(nodes, tree.id[node], node));
  root.known = root.grouped(nodes, nodes);
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
