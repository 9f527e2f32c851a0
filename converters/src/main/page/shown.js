// What of a report is shown, and the numbers of that. Needs no browser.

import { WIDTHS, changed, compared, trustedShare } from './numbers.js';
import { matchingFunctions } from './search.js';
import { Tree, marked } from './tree.js';

const NO_BASE = -1;

/** Which stacks count, and which frames are left out: regular expressions for names of functions and libraries. */
export const FILTERS = ['focus', 'ignore', 'hide'];

export class Shown {
  /** @param link the state that differs from the usual one */
  constructor(report, link = {}) {
    this.report = report;
    this.trees = new Map();
    this.usual = this.usualState();
    this.go(link);
  }

  /** Shows the usual, but for what a link says. Of that, what does not exist here is left alone: links come from people. */
  go(link) {
    const state = { ...this.usual, ...link };
    const { heaps, views, functionName } = this.report;
    const within = (number, least, count, otherwise) => (number >= least && number < count ? number : otherwise);
    const heap = within(state.heap, 0, heaps.length, this.usual.heap);
    const { dumps } = heaps[heap];
    const choices = this.isComparison ? 0 : dumps.length;
    this.state = {
      ...state,
      heap,
      dump: within(heap === state.heap ? state.dump : -1, 0, choices, dumps.length - 1),
      base: within(state.base, 0, choices, NO_BASE),
      view: views.some((view) => view.name === state.view) ? state.view : this.usual.view,
      function: within(state.function, 0, functionName.length, -1),
      selected: within(state.selected, 0, functionName.length, -1),
      widths: state.widths in WIDTHS ? state.widths : this.usual.widths,
    };
  }

  usualState() {
    const { report } = this;
    const sizes = report.heaps.map((heap) => (heap.isSum ? -1 : this.holds(heap, report.view)));
    const heap = this.isComparison ? report.heaps.length - 1 : sizes.indexOf(Math.max(...sizes));
    return {
      heap,
      dump: report.heaps[heap].dumps.length - 1,
      base: NO_BASE,
      view: report.views[report.view].name,
      callers: false,
      function: -1,
      zoom: [],
      selected: -1,
      search: '',
      fold: true,
      allocator: false,
      focus: '',
      ignore: '',
      hide: '',
      widths: this.isComparison ? 'new' : 'change',
    };
  }

  /** The state of another heap: at its last dump, in a view that it has. */
  stateOf(heap) {
    const dump = this.report.heaps[heap].dumps.length - 1;
    const { totals } = this.report.heaps[heap].dumps[dump];
    const view = totals[this.viewIndex] ? this.state.view : this.report.views[Math.max(0, totals.findIndex(Boolean))].name;
    return { heap, dump, view, base: NO_BASE };
  }

  get heap() {
    return this.report.heaps[this.state.heap];
  }

  get dump() {
    return this.heap.dumps[this.state.dump];
  }

  get viewIndex() {
    return this.report.views.findIndex((view) => view.name === this.state.view);
  }

  get isFiltered() {
    return this.state.focus !== '' || this.state.ignore !== '';
  }

  /** Whether the report is that of two recordings. */
  get isComparison() {
    return this.report.base !== null;
  }

  get isDifference() {
    return this.isComparison || this.state.base !== NO_BASE;
  }

  /** What to say of an interval that is a point. */
  get point() {
    return this.dump.complete || this.report.confidence !== '' ? 'exact' : 'as recorded';
  }

  /** For each node of the report, whether its stack counts. */
  get keptNodes() {
    const { report, state } = this;
    const key = FILTERS.map((name) => state[name]).join('\n');
    if (this.keptKey !== key) {
      this.keptKey = key;
      this.kept = keptNodes(report, state);
      this.trees.clear();
    }
    return this.kept;
  }

  /** The tree of the functions that are not hidden. */
  get tree() {
    const hide = !this.state.allocator;
    if (!this.trees.has(hide)) {
      this.trees.set(hide, new Tree(this.report, hide, matchingFunctions(this.report, this.state.hide, true)));
    }
    return this.trees.get(hide);
  }

  /** Sums the chosen view up the tree, and by function. */
  sum() {
    const kept = this.keptNodes;
    this.tree.sum(this.heap.nodes, this.rows(this.viewIndex), kept);
    this.functions = this.tree.functionSums();
    /** What 100 % means. */
    this.whole = this.isDifference ? this.tree.total.before[0] : this.tree.total.value[0];
  }

  /** How numbers of a view are shown. */
  context(view = this.viewIndex) {
    const { report, isDifference, isComparison, point, whole } = this;
    return { report, view: report.views[view], isDifference, isComparison, point, whole };
  }

  /** A heap's last total of a view; 0 if it lacks the view. */
  holds(heap, view) {
    return heap.dumps[heap.dumps.length - 1].totals[view]?.value ?? 0;
  }

  /** The rows of the heap in a view, as sums. */
  rows(view) {
    const { dump, base, widths } = this.state;
    const numbers = this.heap.numbers[view];
    if (this.isComparison) {
      return compared(numbers, widths);
    }
    return this.isDifference ? changed(numbers.at(dump), numbers.at(base), widths) : numbers.at(dump);
  }

  /** The total of what is shown of a view: {value, before, interval}, or null if there is none. */
  total(view) {
    const total = this.dump.totals[view];
    if (!total || (!this.isDifference && !this.isFiltered)) {
      return total;
    }
    if (this.isComparison && !this.isFiltered) {
      return { ...total, before: this.heap.dumps[0].totals[view].value };
    }
    const rows = this.rows(view);
    const sum = rows.empty(1);
    this.heap.nodes.forEach((node, row) => this.keptNodes[node] && sum.add(0, rows, row));
    return sum.at(0);
  }

  /** How far what is shown of a view can be trusted, in words; empty if unknown. */
  trust(view) {
    const { heap, state, report, keptNodes: kept } = this;
    if (this.isDifference) {
      return '';
    }
    const side = report.views[view].name.startsWith('alloc_') ? 'alloc_space' : 'space';
    const bytes = report.views.findIndex(({ name }) => name === side);
    const rows = heap.numbers[view].at(state.dump);
    const weights = bytes < 0 ? rows.value : heap.numbers[bytes].at(state.dump).value;
    const share = trustedShare(rows, weights, (row) => kept[heap.nodes[row]]);
    const words = report.levels.find(({ from }) => share >= from)?.words ?? '';
    return words.replace('%', `${report.percentStep * Math.round((100 * share) / report.percentStep)} %`);
  }
}

/** For each node of the report, whether its stack is kept. */
function keptNodes(report, { focus, ignore }) {
  const within = (text) => {
    const matches = matchingFunctions(report, text, true);
    return marked(report.nodeParent, (node) => matches[report.frameFunction[report.nodeFrame[node]]]);
  };
  const [wanted, unwanted] = [within(focus), within(ignore)];
  return wanted.map((isWanted, node) => (focus === '' || isWanted) && !unwanted[node]);
}
