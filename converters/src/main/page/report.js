// Starts the page, and brings its parts together.

import { Choices } from './choices.js';
import { Colors, isDark } from './colors.js';
import { readReport } from './data.js';
import { byId } from './format.js';
import { Graph } from './graph.js';
import { Series } from './series.js';
import { Shown, read, written } from './shown.js';
import { FunctionTable, GrowthTable } from './table.js';

// The part of the address behind # keeps what is shown, so that a link or a reload shows it again.

/** In which manner choices are made: a link, or Back. */
const FOLLOWED = 'followed';

/** What the address says of a state, which is that in which the report opens. */
function readLink(usual) {
  const known = [...new URLSearchParams(location.hash.slice(1))].filter(([name]) => Object.hasOwn(usual, name));
  return Object.fromEntries(known.map(([name, text]) => [name, read(text, usual[name])]).filter(([, choice]) => choice !== undefined));
}

/** The report: its parts, which show what is chosen. */
class Page {
  constructor(report) {
    this.shown = new Shown(report);
    this.choices = new Choices(this.shown, (changes, manner) => this.choose(changes, manner));
    this.graph = new Graph(this, new Colors(this.shown));
    this.table = new FunctionTable((id) => this.graph.go(id));
    this.growth = new GrowthTable(report, (name) => this.goTo(name));
  }

  /** Changes some of the choices, and shows what is chosen then. */
  choose(changes, manner) {
    this.shown.choose(changes);
    this.update(manner);
  }

  /** Shows other numbers. */
  update(manner) {
    const { shown } = this;
    this.choices.show(manner === FOLLOWED);
    this.drawSeries();
    this.context = shown.context();
    this.context.twin = shown.twin() < 0 ? null : shown.context(shown.twin());
    this.table.show(shown.functions, this.context);
    this.graph.show();
    this.growth.show(shown.heap);
    // One of the tables is shown; on paper, both are.
    byId('tables').dataset.shown = shown.heap.growth ? shown.state.table : 'top';
    byId('growth').hidden = byId('which-table').hidden = !shown.heap.growth;
    byId('table-title').textContent = (shown.isDifference ? 'Changes in ' : 'Top sites by ') + shown.titleOf().toLowerCase();
    this.mark();
    this.keep(manner);
  }

  drawSeries() {
    const { heap, report, state, isComparison } = this.shown;
    if (heap.dumps.length < 2 || isComparison) {
      return;
    }
    const wanted = ['space', 'alloc_space', state.view].map((name) => report.views.findIndex((view) => view.name === name));
    const drawn = [...new Set(wanted)].filter((view) => heap.dumps.filter((dump) => dump.totals[view]).length > 1);
    const choose = (dump, base) => this.choose(base === null ? { dump } : { dump, base });
    const charts = byId('charts');
    const focused = [...charts.querySelectorAll('button')].indexOf(document.activeElement);
    const series = drawn.map((view) => new Series(heap, report.views[view], ...this.chartOf(view), choose, (dump) => this.shown.contextOf(view, dump)));
    charts.replaceChildren(...series.map(({ figure }) => figure));
    series.forEach((one) => one.draw(state));
    charts.querySelectorAll('button')[focused]?.focus();
  }

  /** The title of a chart, and what is in it: of the view that is shown the selected function, or the largest ones in the total. */
  chartOf(view) {
    const { shown } = this;
    const { heap, report, state } = shown;
    const title = shown.titleOf(view);
    const isShown = view === shown.viewIndex;
    const total = heap.dumps.map(({ totals }) => totals[view]);
    const layers = (isShown ? shown.layers() : []).map(({ id, values }, place) => {
      const { name } = report.functionAt(id);
      return { name, values, color: Colors.at(place), go: () => this.graph.go(id) };
    });
    const selected = isShown && state.selected >= 0 ? shown.overTime(state.selected) : null;
    if (selected) {
      const all = { name: 'All', color: 'transparent', go: () => this.graph.select(-1) };
      const of = `${title} of ${report.functionAt(state.selected).name}${selected.isSelf ? '' : ', with what it calls'}`;
      return [of, { sums: selected.sums, layers: [], entries: [all, ...layers] }];
    }
    return [title, { sums: total, layers, entries: layers }];
  }

  /** Marks the rows of the selected function. */
  mark() {
    const { selected } = this.shown.state;
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

  /**
   * Keeps what is shown in the address, once all that an event changes is known: Back undoes it in one step. What comes after another
   * in the same manner, letter by letter or box by box, is one step with it.
   */
  keep(manner = '') {
    if (this.manner === undefined) {
      queueMicrotask(() => this.write());
    }
    this.manner = manner === (this.manner ?? manner) ? manner : '';
  }

  write() {
    const { manner } = this;
    this.manner = undefined;
    const { state, usual } = this.shown;
    const changed = Object.keys(usual).filter((name) => written(state[name]) !== written(usual[name]));
    const hash = new URLSearchParams(changed.map((name) => [name, written(state[name])])).toString();
    if (hash !== location.hash.slice(1)) {
      const address = hash === '' ? location.pathname + location.search : `#${hash}`;
      history[manner && manner === this.last ? 'replaceState' : 'pushState'](null, '', address);
      this.last = manner;
    }
  }

  /** Shows what the address says. */
  follow() {
    this.shown.go(readLink(this.shown.usual));
    this.last = FOLLOWED;
    this.update(FOLLOWED);
  }
}

async function start() {
  const report = await readReport(byId('data'));
  byId('subtitle').textContent =
    report.base === null
      ? [report.source, report.format, report.device].filter(Boolean).join(' \u00b7 ')
      : `Comparing ${report.base} (base) with ${report.source} (new)`;
  byId('more-filters').open = !matchMedia('(max-width: 640px)').matches;
  const page = new Page(report);
  page.follow();
  byId('theme').addEventListener('click', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    page.graph.recolor();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => page.graph.recolor());
  addEventListener('resize', () => page.drawSeries());
  addEventListener('hashchange', () => page.follow());
  document.documentElement.dataset.ready = 'true';
}

start()
  .catch((error) => {
    const failure = byId('failure');
    failure.textContent = `This browser cannot show the report: ${error.message}. A current Chrome, Edge, Firefox or Safari can.`;
    failure.hidden = false;
    throw error;
  })
  .finally(() => (document.body.ariaBusy = 'false'));
