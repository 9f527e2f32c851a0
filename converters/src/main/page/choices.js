// The top of the page, where heap, dump, view and filters are chosen, and its end, which says what is known of them.

import { byId, element, estimateParts, exact, interval, seconds, sides, signed, time, titleOf } from './format.js';
import { matcher } from './search.js';
import { dumpLabel, peakOf } from './series.js';
import { FILTERS } from './shown.js';

const CARD = ['card-title', 'card-sides', 'card-value', 'card-trust'];

/** Cards of other views come behind those. */
const ORDER = ['space', 'objects', 'alloc_space', 'alloc_objects'];

/** Milliseconds without another letter, after which a filter applies. */
const PAUSE = 150;

function option(value, text) {
  const made = element('option', '', text);
  made.value = value;
  return made;
}

export class Choices {
  /** {@code choose} is called with what is to change of the state. */
  constructor(shown, choose) {
    Object.assign(this, { shown, choose });
    const { heaps, views, view, warnings, comments } = shown.report;
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
    byId('more-filters').addEventListener('input', () => {
      clearTimeout(this.pause);
      this.pause = setTimeout(() => this.filter(), PAUSE);
    });
    byId('filters').addEventListener('submit', (event) => event.preventDefault());
    for (const id of ['clear', 'none-clear']) {
      byId(id).addEventListener('click', () => this.clear());
    }
    this.cards = views.map((one) => this.card(one));
    const place = (card) => (ORDER.indexOf(card.control.value) + ORDER.length + 1) % (ORDER.length + 1);
    byId('views').append(...this.cards.slice().sort((a, b) => place(a) - place(b)));
    byId('warnings').hidden = warnings.length === 0;
    byId('warning-count').textContent = warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`;
    showTexts('warning-list', warnings);
    showTexts('comments', comments);
  }

  /** Applies what the fields of the filters say. */
  filter() {
    this.choose({ ...Object.fromEntries(FILTERS.map((name) => [name, byId(name).value])), zoom: [], function: -1 });
  }

  clear() {
    FILTERS.forEach((name) => (byId(name).value = ''));
    this.filter();
  }

  show() {
    const { shown, cards } = this;
    const { state, heap, report } = shown;
    if (this.heap !== heap) {
      this.heap = heap;
      this.fillDumps();
    }
    for (const name of ['heap', 'dump', 'base', 'widths', 'search', ...FILTERS]) {
      // What somebody types must not change under the hands.
      byId(name).value = byId(name) === document.activeElement ? byId(name).value : state[name];
    }
    byId('fold').checked = state.fold;
    byId('hide-allocator').checked = !state.allocator;
    byId('dump-field').title = time(shown.dump.timeMillis);
    byId('clear').disabled = !shown.hasFilters;
    byId('more-filters').open ||= shown.hasFilters;
    byId('filter-error').textContent = FILTERS.map((name) => problem(name, state[name])).filter(Boolean).join(' ');
    // Cards stay where they are, and keep the focus.
    cards.forEach((card, i) => this.fillCard(card, i, shown.total(i)));
    byId('reliability').textContent = this.reliability();
    [byId('reliability').dataset.outcome] = byId('reliability').textContent.split(':');
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
      const [base, now] = [state.base, state.dump].map((dump) => `'${report.source}#${heap.dumps[dump].dump}'`);
      return `Changes between two dumps: bytes are those of diff, object counts may differ slightly, noise is not marked. To mark it: heapconv diff ${base} ${now} -o diff.html`;
    }
    return report.reliability;
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
    const [title, both, value, trust] = [...card.children].slice(1);
    title.textContent = titleOf(view);
    both.textContent = total && isDifference ? sides(total, view) : '';
    value.replaceChildren(...(total ? estimateParts(total, context) : ['not recorded']));
    trust.replaceChildren(...(total ? this.badges(index, total) : []));
    card.title = total ? [exact(total.value, view), interval(total.interval, context)].filter(Boolean).join(', ') : '';
  }

  /** What to believe of a number: that it lacks allocations comes first. */
  badges(index, total) {
    const { kind, words } = this.shown.verdict(index, total);
    const [word, ...others] = words.split(', ');
    const badge = (name, text) => (text ? [element('span', `badge ${name}`, text)] : []);
    return [...badge('incomplete', this.shown.report.incomplete ? 'INCOMPLETE' : ''), ...badge(kind, word), others.join(', ')];
  }
}

const FIELDS = { focus: 'Keep', ignore: 'Drop', hide: 'Hide' };

function problem(name, text) {
  const { problem } = matcher(text);
  return problem && `${FIELDS[name]}: not a valid regex (${problem}); matching as text.`;
}

function showTexts(list, texts) {
  byId(list).replaceChildren(...texts.map((text) => element('li', '', element('bdi', '', text))));
}

/** The facts of a dump, or of two recordings, as [name, text] pairs; unknown ones are empty. */
function factsOf(report, { process, heap }, dump) {
  const ofDump = [
    ['Format', report.format],
    ['Device', report.device],
    ['Recorded by', report.producer],
    ['Dump', dump.dump ? `${dump.dump} of ${dump.dumps}` : 'last of each heap'],
    ['Dump taken', time(dump.timeMillis)],
    ['Profiled for', dump.seconds > 0 ? seconds(dump.seconds) : ''],
    ['Sampling', dump.sampling],
    ['Estimator', dump.scheme],
  ];
  return [
    ...(report.base === null ? [['File', report.source], ...ofDump] : [['Base', report.base], ['New', report.source]]),
    ['Process', process],
    ['Heap', heap],
    ['Confidence level', report.confidence],
    ['Written by', report.tool],
  ];
}
