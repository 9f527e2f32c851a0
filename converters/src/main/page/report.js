// Starts the page, and brings its parts together.

import { Choices } from './choices.js';
import { Colors, isDark } from './colors.js';
import { readReport } from './data.js';
import { byId } from './format.js';
import { Graph } from './graph.js';
import { Series } from './series.js';
import { Shown } from './shown.js';
import { FunctionTable, GrowthTable } from './table.js';

// The part of the address behind # keeps what is shown, so that a link or a reload shows it again.

function written(value) {
  return typeof value === 'boolean' ? String(Number(value)) : [value].flat().join('.');
}

/** A value of the kind of another one; undefined if a number is none. */
function read(text, { constructor: kind }) {
  const numbers = text.split('.').map(Number);
  switch (kind) {
    case Number:
      return Number.isInteger(Number(text)) ? Number(text) : undefined;
    case Array:
      return numbers.every(Number.isInteger) ? numbers : undefined;
    case Boolean:
      return text === '1';
    default:
      return text;
  }
}

/** What the address says of a state, which is that in which the report opens. */
function readLink(usual) {
  const known = [...new URLSearchParams(location.hash.slice(1))].filter(([key]) => Object.hasOwn(usual, key));
  return Object.fromEntries(known.map(([key, text]) => [key, read(text, usual[key])]).filter(([, value]) => value !== undefined));
}

/**
 * Keeps what differs from how the report opens.
 *
 * @param isStep whether the browser's Back undoes what has changed
 */
function writeLink(state, usual, isStep) {
  const changed = Object.keys(usual).filter((key) => written(state[key]) !== written(usual[key]));
  const hash = new URLSearchParams(changed.map((key) => [key, written(state[key])])).toString();
  if (hash !== location.hash.slice(1)) {
    const address = hash === '' ? location.pathname + location.search : `#${hash}`;
    history[isStep ? 'pushState' : 'replaceState'](null, '', address);
  }
}

/** The report: its parts, which show what is chosen. */
class Page {
  constructor(report) {
    this.shown = new Shown(report);
    this.shown.go(readLink(this.shown.usual));
    this.choices = new Choices(this.shown, (changes) => this.choose(changes));
    this.graph = new Graph(this, new Colors(report));
    this.table = new FunctionTable((id) => this.graph.go(id));
    this.growth = new GrowthTable(report, (name) => this.goTo(name));
  }

  get state() {
    return this.shown.state;
  }

  /** Changes some of the choices, and shows what is chosen then. */
  choose(changes) {
    this.shown.choose(changes);
    this.update();
  }

  /** Shows other numbers. */
  update() {
    const { shown } = this;
    this.choices.show();
    this.drawSeries();
    this.context = shown.context();
    this.table.show(shown.functions, this.context);
    this.graph.show();
    this.growth.show(shown.heap);
    this.mark();
    this.keep();
  }

  drawSeries() {
    const { heap, report, state, isComparison } = this.shown;
    if (heap.dumps.length < 2 || isComparison) {
      return;
    }
    const wanted = ['space', 'alloc_space', state.view].map((name) => report.views.findIndex((view) => view.name === name));
    const drawn = [...new Set(wanted)].filter((view) => heap.dumps.some((dump) => dump.totals[view]));
    const key = `${state.heap} ${drawn}`;
    if (this.seriesKey !== key) {
      this.seriesKey = key;
      const choose = (dump, base) => this.choose(base === null ? { dump } : { dump, base });
      this.series = drawn.map((view) => new Series(report, heap, view, choose));
      byId('charts').replaceChildren(...this.series.map((one) => one.figure));
    }
    this.series.forEach((one) => one.draw(state.dump, state.base));
  }

  /** Marks the rows of the selected function. */
  mark() {
    const { selected } = this.state;
    this.table.mark(selected);
    this.growth.mark(selected < 0 ? -1 : this.shown.report.functionName[selected]);
  }

  /** Selects the function of a name; of those in several files or libraries, the one that holds most. */
  goTo(name) {
    const { functionName } = this.shown.report;
    const { ids, total } = this.shown.functions;
    const [most] = ids.filter((one) => functionName[one] === name).sort((a, b) => total.value[b] - total.value[a]);
    const id = most ?? functionName.indexOf(name);
    if (id >= 0) {
      this.graph.go(id);
    }
  }

  /** Keeps what is shown in the address; Back undoes it if it is a step. */
  keep(isStep = false) {
    writeLink(this.state, this.shown.usual, isStep);
  }

  follow() {
    this.shown.go(readLink(this.shown.usual));
    this.update();
  }
}

async function start() {
  const report = await readReport(byId('data'));
  byId('subtitle').textContent =
    report.base === null
      ? [report.source, report.format, report.device].filter(Boolean).join(' \u00b7 ')
      : `Comparing ${report.base} (base) with ${report.source} (new)`;
  const page = new Page(report);
  page.update();
  byId('theme').addEventListener('click', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    page.graph.recolor();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => page.graph.recolor());
  addEventListener('resize', () => page.drawSeries());
  addEventListener('hashchange', () => page.follow());
  document.documentElement.dataset.ready = 'true';
}

start().catch((error) => {
  const failure = byId('failure');
  failure.textContent = `This browser cannot show the report: ${error.message}. A current Chrome, Edge, Firefox or Safari can.`;
  failure.hidden = false;
  throw error;
});
