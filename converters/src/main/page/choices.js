// The top of the page, where heap, dump, view and filters are chosen, and its end, which says what is known of them.

import { byId, element, exact, graded, interval, seconds, sides, signed, time } from './format.js';
import { matcher } from './search.js';
import { dumpLabel, peakOf } from './series.js';
import { FILTERS } from './shown.js';

const VIEW_TITLES = {
  space: 'Live bytes',
  objects: 'Live objects',
  alloc_space: 'Allocated bytes',
  alloc_objects: 'Allocated objects',
};

const CARD = ['card-title', 'card-sides', 'card-value', 'card-interval', 'card-trust'];

function option(value, text) {
  const made = element('option', '', text);
  made.value = value;
  return made;
}

export class Choices {
  /** {@code choose} is called with what is to change of the state. */
  constructor(shown, choose) {
    Object.assign(this, { shown, choose });
    const { heaps, views, view } = shown.report;
    const label = (heap) => `${heap.process} \u2013 ${heap.heap} \u2013 ${signed(shown.holds(heap, view), views[view], shown.isComparison)}`;
    byId('heap').append(...heaps.map((heap, i) => option(i, label(heap))));
    byId('heap-field').hidden = heaps.length < 2;
    byId('heap').addEventListener('change', (event) => choose(shown.choicesFor(Number(event.target.value))));
    const listen = (name, read, others) => byId(name).addEventListener('change', ({ target }) => choose({ ...read(target), ...others }));
    listen('dump', ({ value }) => ({ dump: Number(value) }));
    listen('base', ({ value }) => ({ base: Number(value) }));
    listen('widths', ({ value }) => ({ widths: value }), { zoom: [] });
    listen('fold', ({ checked }) => ({ fold: checked }));
    listen('hide-allocator', ({ checked }) => ({ allocator: !checked }), { zoom: [] });
    FILTERS.forEach((name) => listen(name, ({ value }) => ({ [name]: value }), { zoom: [], function: -1 }));
    this.cards = views.map((one) => this.card(one));
    const names = Object.keys(VIEW_TITLES);
    const place = (card) => (names.indexOf(card.control.value) + names.length + 1) % (names.length + 1);
    byId('views').append(...this.cards.slice().sort((a, b) => place(a) - place(b)));
    byId('warnings').hidden = shown.report.warnings.length === 0;
    byId('warning-count').textContent = shown.report.warnings.length === 1 ? '1 warning' : `${shown.report.warnings.length} warnings`;
    showTexts('warning-list', shown.report.warnings);
    showTexts('comments', shown.report.comments);
  }

  show() {
    const { shown, cards } = this;
    const { state, heap, report } = shown;
    if (this.heap !== heap) {
      this.heap = heap;
      this.fillDumps();
    }
    for (const name of ['heap', 'dump', 'base', 'widths', 'search', ...FILTERS]) {
      byId(name).value = state[name];
    }
    byId('fold').checked = state.fold;
    byId('hide-allocator').checked = !state.allocator;
    byId('dump-field').title = time(shown.dump.timeMillis);
    byId('filters').open ||= FILTERS.some((name) => state[name] !== '');
    byId('filter-error').textContent = FILTERS.map((name) => problem(name, state[name])).join('');
    // Cards stay where they are, and keep the focus.
    cards.forEach((card, i) => this.fillCard(card, i, shown.total(i)));
    byId('reliability').textContent = this.reliability();
    byId('process').textContent = heap.process;
    const facts = factsOf(report, heap, shown.dump).filter(([, text]) => text !== '');
    byId('facts').replaceChildren(
      ...facts.map(([name, text]) => element('div', '', element('dt', '', name), element('dd', '', element('bdi', '', text)))),
    );
  }

  reliability() {
    const { shown } = this;
    const { report, heap, state } = shown;
    if (shown.isDifference && !shown.isComparison) {
      const [base, now] = [state.base, state.dump].map((dump) => `${report.source}#${heap.dumps[dump].dump}`);
      return `What of a change is more than sampling noise: heapconv diff ${base} ${now} -o diff.html`;
    }
    return (shown.isFiltered && report.reliability ? 'Without the filter: ' : '') + report.reliability;
  }

  fillDumps() {
    const { heap, shown } = this;
    const several = heap.dumps.length > 1 && !shown.isComparison;
    for (const id of ['dump-field', 'base-field', 'series']) {
      byId(id).hidden = !several;
    }
    if (several) {
      const peak = peakOf(heap, shown.viewIndex);
      const labels = heap.dumps.map((dump, i) => (i === peak ? `${dumpLabel(dump)} (peak)` : dumpLabel(dump)));
      byId('dump').replaceChildren(...labels.map((label, i) => option(i, label)));
      byId('base').replaceChildren(option(-1, 'nothing'), ...labels.map((label, i) => option(i, `dump ${label}`)));
    }
  }

  card(view) {
    const input = element('input');
    Object.assign(input, { type: 'radio', name: 'view', value: view.name });
    input.addEventListener('change', () => this.choose({ view: view.name }));
    return element('label', 'card', input, ...CARD.map((part) => element('span', part)));
  }

  fillCard(card, index, total) {
    const { shown } = this;
    const context = shown.context(index);
    const { view, isDifference } = context;
    card.control.checked = view.name === shown.state.view;
    card.control.disabled = total === null;
    const texts = total
      ? [isDifference ? sides(total, view) : '', graded(total, context), interval(total.interval, context), shown.trust(index)]
      : ['', 'not recorded', '', ''];
    [VIEW_TITLES[view.name] ?? view.name, ...texts].forEach((text, i) => (card.children[i + 1].textContent = text));
    card.title = total ? exact(total.value, view) : '';
  }
}

function problem(name, text) {
  const { problem } = matcher(text);
  return problem && `${name}: searched as text, because it is ${problem}. `;
}

function showTexts(list, texts) {
  byId(list).replaceChildren(...texts.map((text) => element('li', '', element('bdi', '', text))));
}

/** The facts of a dump as [name, text] pairs; unknown ones are empty. */
function factsOf(report, { process, heap }, dump) {
  const common = [
    ['Process', process],
    ['Heap', heap],
  ];
  const end = [
    ['Confidence of the intervals', report.confidence],
    ['Written by', report.tool],
  ];
  if (report.base !== null) {
    return [['Base', report.base], ['New', report.source], ...common, ...end];
  }
  return [
    ['Recording', report.source],
    ['Format', report.format],
    ['Device', report.device],
    ['Recorded by', report.producer],
    ...common,
    ['Dump', dump.dump ? `${dump.dump} of ${dump.dumps}` : 'the last one of each heap'],
    ['Time of dump', time(dump.timeMillis)],
    ['Profiled for', dump.seconds > 0 ? seconds(dump.seconds) : ''],
    ['Recorded', dump.sampling],
    ['Scheme', dump.scheme],
    ...end,
  ];
}
