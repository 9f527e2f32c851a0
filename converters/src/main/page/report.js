/*! This report is written by heapconv (Apache-2.0). It contains D3 (https://d3js.org) under the ISC licence:
 *
 * Copyright 2010-2023 Mike Bostock
 *
 * Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
 * granted, provided that the above copyright notice and this permission notice appear in all copies.
 *
 * THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
 * IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
 * INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN
 * AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
 * PERFORMANCE OF THIS SOFTWARE.
 */

import { Choices } from './choices.js';
import { Colors } from './colors.js';
import { readReport, totalOf } from './data.js';
import { factsOf, showFacts, showTexts } from './facts.js';
import { FILTERS, hiddenFunctions, keptNodes, listenToFilters, showFilters } from './filters.js';
import { byId } from './format.js';
import { Graph } from './graph.js';
import { GrowthTable } from './growth.js';
import { readLink, writeLink } from './link.js';
import { WIDTHS, compared, difference, numbersOf, trustedShare } from './numbers.js';
import { Series } from './series.js';
import { Sums } from './sums.js';
import { FunctionTable } from './table.js';
import { Tree } from './tree.js';

const NO_BASE = -1;

/** The report: what is chosen, and its parts, which show it. */
class Report {
  constructor(report) {
    this.report = report;
    this.kept = { key: null };
    this.trees = new Map();
    this.usual = this.usualState();
    this.state = this.valid({ ...this.usual, ...readLink() });
    this.choices = new Choices(this);
    listenToFilters((changes) => this.choose(changes));
    this.graph = new Graph(this, new Colors(report));
    this.table = new FunctionTable(byId('functions'), byId('more'), byId('function-count'), (id) => this.graph.go(id));
    this.growth = new GrowthTable(report, (name) => this.goTo(name));
  }

  usualState() {
    const { report } = this;
    const sizes = report.heaps.map((heap) => (heap.isSum ? -1 : this.holds(heap, report.view)));
    const heap = this.isComparison ? report.heaps.length - 1 : sizes.indexOf(Math.max(...sizes));
    return {
      heap,
      dump: this.usualDump(heap),
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

  usualDump(heap) {
    return this.report.heaps[heap].dumps.length - 1;
  }

  /** A state of which every choice exists here: links come from people. */
  valid(state) {
    const { heaps, views, functionName } = this.report;
    const within = (number, least, count, otherwise) => (number >= least && number < count ? number : otherwise);
    const heap = within(state.heap, 0, heaps.length, this.usual.heap);
    const { dumps } = heaps[heap];
    const choices = this.isComparison ? 0 : dumps.length;
    return {
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

  /** For each node of the report, whether its stack counts. */
  get keptNodes() {
    const key = FILTERS.map((name) => this.state[name]).join('\n');
    if (this.kept.key !== key) {
      this.kept = { key, nodes: keptNodes(this.report, this.state) };
      this.trees.clear();
    }
    return this.kept.nodes;
  }

  /** Whether the report is that of two recordings. */
  get isComparison() {
    return this.report.base !== null;
  }

  get isDifference() {
    return this.isComparison || this.state.base !== NO_BASE;
  }

  /** A heap's last total of a view; 0 if it lacks the view. */
  holds(heap, view) {
    return totalOf(heap.dumps[heap.dumps.length - 1], view)?.value ?? 0;
  }

  /** The numbers shown of a view, one per row. */
  numbers(view) {
    const { heap, state } = this;
    if (this.isComparison) {
      return compared(heap, view);
    }
    const now = numbersOf(heap, state.dump, view);
    return this.isDifference ? difference(now, numbersOf(heap, state.base, view)) : now;
  }

  /** The total of what is shown of a view: {value, before, low, high}, or null if there is none. */
  total(view) {
    const total = totalOf(this.dump, view);
    if (total && this.isComparison && !this.isFiltered) {
      return { ...total, before: totalOf(this.heap.dumps[0], view).value };
    }
    if (!total || !(this.isDifference || this.isFiltered)) {
      return total;
    }
    const sum = new Sums(1);
    const numbers = this.numbers(view);
    const { keptNodes: kept, heap } = this;
    for (let row = 0; row < numbers.values.length; row++) {
      if (kept[heap.nodes[row]]) {
        sum.addRow(0, numbers, row);
      }
    }
    const [low, high] = sum.interval(0);
    return { value: sum.value[0], before: sum.before[0], low, high };
  }

  /** How far what is shown of a view can be trusted, in words; empty if unknown. */
  trust(view) {
    const { heap, state, report, keptNodes: kept } = this;
    if (this.isDifference) {
      return '';
    }
    const side = report.views[view].name.startsWith('alloc_') ? 'alloc_space' : 'space';
    const bytes = report.views.findIndex(({ name }) => name === side);
    const numbers = numbersOf(heap, state.dump, view);
    const weights = bytes < 0 ? numbers.values : numbersOf(heap, state.dump, bytes).values;
    const share = trustedShare(numbers, weights, (row) => kept[heap.nodes[row]]);
    const words = report.levels.find(({ from }) => share >= from)?.words ?? '';
    return words.replace('%', `${report.percentStep * Math.round((100 * share) / report.percentStep)} %`);
  }

  /** What to say of an interval that is a point. */
  get point() {
    return this.dump.complete || this.report.confidence !== '' ? 'exact' : 'as recorded';
  }

  get tree() {
    const hide = !this.state.allocator;
    if (!this.trees.has(hide)) {
      this.trees.set(hide, new Tree(this.report, hide, hiddenFunctions(this.report, this.state)));
    }
    return this.trees.get(hide);
  }

  chooseHeap(heap) {
    const dump = this.usualDump(heap);
    const { totals } = this.report.heaps[heap].dumps[dump];
    const view = totals[this.viewIndex] ? this.state.view : this.report.views[Math.max(0, totals.findIndex(Boolean))].name;
    this.choose({ heap, dump, view, base: NO_BASE });
  }

  /** Changes some of the choices, and shows what they are. */
  choose(changes) {
    Object.assign(this.state, changes);
    this.update();
  }

  /** Shows other numbers. */
  update() {
    const { report, state, heap } = this;
    const kept = this.keptNodes;
    this.choices.show();
    showFilters(state);
    byId('reliability').textContent = (this.isFiltered && report.reliability ? 'Without the filter: ' : '') + report.reliability;
    this.drawSeries();
    const numbers = this.numbers(this.viewIndex);
    if (this.isDifference) {
      numbers.widths = WIDTHS[state.widths](numbers);
    }
    this.tree.sum(heap.nodes, numbers, kept);
    const { total } = this.tree;
    this.context = {
      report,
      view: report.views[this.viewIndex],
      isDifference: this.isDifference,
      isComparison: this.isComparison,
      whole: this.isDifference ? total.before[0] : total.value[0],
      point: this.point,
    };
    this.table.show(this.tree.functionSums(), this.context);
    this.graph.show();
    this.growth.show(heap);
    this.mark();
    showFacts(byId('facts'), factsOf(report, heap, this.dump));
    byId('process').textContent = heap.process;
    this.keep();
  }

  drawSeries() {
    const { heap, report, state } = this;
    if (heap.dumps.length < 2 || this.isComparison) {
      return;
    }
    const wanted = ['space', 'alloc_space', state.view];
    const shown = [...new Set(wanted.map((name) => report.views.findIndex((view) => view.name === name)))].filter(
      (view) => view >= 0 && heap.dumps.some((dump) => dump.totals[view]),
    );
    const key = `${state.heap} ${shown}`;
    if (this.seriesKey !== key) {
      this.seriesKey = key;
      const choose = (dump, base) => this.choose(base === null ? { dump } : { dump, base });
      this.series = shown.map((view) => new Series(report, heap, view, choose));
      byId('charts').replaceChildren(...this.series.map((one) => one.figure));
    }
    this.series.forEach((one) => one.draw(state.dump, state.base));
  }

  /** Marks the rows of the selected function. */
  mark() {
    const { selected } = this.state;
    this.table.mark(selected);
    this.growth.mark(selected < 0 ? -1 : this.report.functionName[selected]);
  }

  /** Selects the function of a name; of those in several files or libraries, the one that holds most. */
  goTo(name) {
    const { functionName } = this.report;
    const { ids, total } = this.table.sums;
    const [most] = ids.filter((one) => functionName[one] === name).sort((a, b) => total.value[b] - total.value[a]);
    const id = most ?? functionName.indexOf(name);
    if (id >= 0) {
      this.graph.go(id);
    }
  }

  /** Keeps what is shown in the address; Back undoes it if it is a step. */
  keep(isStep = false) {
    writeLink(this.state, this.usual, isStep);
  }

  follow() {
    this.state = this.valid({ ...this.usual, ...readLink() });
    this.graph.restore();
    this.update();
  }
}

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

async function start() {
  const data = await readReport(byId('data'));
  byId('subtitle').textContent =
    data.base === null
      ? [data.source, data.format, data.device].filter(Boolean).join(' \u00b7 ')
      : `Comparing ${data.base} (base) with ${data.source} (new)`;
  byId('warnings').hidden = data.warnings.length === 0;
  byId('warning-count').textContent = data.warnings.length === 1 ? '1 warning' : `${data.warnings.length} warnings`;
  showTexts(byId('warning-list'), data.warnings);
  showTexts(byId('comments'), data.comments);
  const report = new Report(data);
  report.graph.restore();
  report.update();
  byId('theme').addEventListener('click', () => {
    toggleTheme();
    report.graph.recolor();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => report.graph.recolor());
  addEventListener('resize', () => report.drawSeries());
  addEventListener('hashchange', () => report.follow());
  document.documentElement.dataset.ready = 'true';
}

start().catch((error) => {
  const failure = byId('failure');
  failure.textContent = `This browser cannot show the report: ${error.message}. A current Chrome, Edge, Firefox or Safari can.`;
  failure.hidden = false;
  throw error;
});
