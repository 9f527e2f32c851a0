// What boxes of a flame graph stand for: nodes of the tree with one function and one path from where the graph begins.

import { group, range, sum } from 'd3-array';

/**
 * A group's children are what its nodes call or, in a graph of callers, what calls them; then each node is the place that
 * was reached from one of the {@code origins}, whose sums count.
 */
class Group {
  constructor(tree, id, parent, nodes, origins, sums) {
    Object.assign(this, { tree, id, parent, nodes, origins, sums });
    this.width = sum(this.counted, (node) => sums.width[node]);
  }

  get counted() {
    return this.origins ?? this.nodes;
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
    const places = group(range(nodes.length), (i) => tree.id[nodes[i]]);
    const at = (list, of) => list && of.map((i) => list[i]);
    const groups = Array.from(places, ([id, of]) => new Group(tree, id, this, at(nodes, of), at(origins, of), sums));
    return groups.sort((a, b) => b.width - a.width || a.id - b.id);
  }

  total() {
    return sumOf(this.counted, this.sums);
  }

  /** What the function allocated itself; null in a graph of callers, where only the first box did. */
  self() {
    return this.origins ? null : sumOf(this.nodes, this.tree.self);
  }

  /** The groups from the first one below where the graph begins to this one. */
  path() {
    return this.parent ? [...this.parent.path(), this.id] : [];
  }
}

function sumOf(nodes, sums) {
  const total = sums.empty(1);
  nodes.forEach((node) => total.add(0, sums, node));
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
