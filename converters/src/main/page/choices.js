// The top of the page, where heap, dump, view and filters are chosen, and its end, which says what is known of them.

import { byId, element, estimateParts, gradedSides, inFull, seconds, short, signed, time } from './format.js';
import { matcher } from './search.js';
import { dumpLabel, peakOf } from './series.js';
import { FILTERS, VIEWS, read, written } from './shown.js';

/** Milliseconds without another letter, after which a filter applies. */
const PAUSE = 150;

function option(value, text) {
  const made = element('option', '', text);
  made.value = value;
  return made;
}

export class Choices {
  /** {@code choose} is called with what is to change of the state, and in which manner: see Page.keep. */
  constructor(shown, choose) {
    Object.assign(this, { shown, choose, moved: 0 });
    const { heaps, views, view, warnings, comments, overview, verdict, outcome } = shown.report;
    const label = (heap) => `${heap.process} \u2013 ${heap.heap} \u2013 ${signed(shown.holds(heap, view), views[view], shown.isComparison)}`;
    byId('heap').append(...heaps.map((heap, i) => option(i, label(heap))));
    byId('heap-field').hidden = heaps.length < 2;
    // What is typed or moved applies at once, and all else when it is chosen.
    for (const type of ['input', 'change']) {
      addEventListener(type, ({ target }) => this.hear(target, ['search', 'range'].includes(target.type), type === 'input'), true);
    }
    byId('filters').addEventListener('submit', (event) => event.preventDefault());
    byId('other-dump').addEventListener('click', () => this.choose({ dump: this.otherDump ?? this.shown.state.dump }));
    for (const id of ['clear', 'none-clear']) {
      byId(id).addEventListener('click', () => this.filter(() => ''));
    }
    this.cards = views.map((one) => this.card(one));
    // Those of other views come behind.
    const place = (card) => (VIEWS.indexOf(card.control.value) + VIEWS.length + 1) % (VIEWS.length + 1);
    byId('views').append(...this.cards.slice().sort((a, b) => place(a) - place(b)));
    byId('verdict').textContent = verdict.join('\n');
    byId('verdict').dataset.outcome = byId('overview').dataset.outcome = outcome;
    byId('overview').replaceChildren(
      ...overview.map(([label, text]) => element('div', label.toLowerCase(), element('dt', '', label), element('dd', '', element('bdi', '', text)))),
    );
    byId('warnings').hidden = warnings.length === 0;
    byId('warning-count').textContent = warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`;
    showTexts('warning-list', warnings);
    showTexts('comments', comments);
  }

  /** What is typed into one field, or moved at once, is one choice. */
  hear(control, isMoved, isInput) {
    if (isMoved === isInput) {
      this.apply(control, isMoved ? `${control.name} ${this.moved}` : '');
    } else if (isMoved) {
      this.moved++;
    }
  }

  /** Applies a control with the name of a choice; what is typed as a filter, after a pause. */
  apply({ name, type, value, checked }, manner) {
    const { shown } = this;
    if (FILTERS.includes(name)) {
      clearTimeout(this.pause);
      this.pause = setTimeout(() => this.filter(undefined, manner), PAUSE);
    } else if (name in shown.usual) {
      // The list of dumps is empty where there is one.
      const choice = type === 'checkbox' ? checked : (read(value, shown.usual[name]) ?? shown.state[name]);
      this.choose(name === 'heap' ? shown.choicesFor(choice) : { [name]: choice }, manner);
    }
  }

  /** Filters by what the fields say, or by other texts. */
  filter(textOf = (name) => byId(name).value, manner = '') {
    this.choose({ ...Object.fromEntries(FILTERS.map((name) => [name, textOf(name)])), function: -1 }, manner);
  }

  show(isFollowed) {
    const { shown, cards } = this;
    const { state, heap, report } = shown;
    this.fillDumps();
    this.showDumpNote();
    for (const control of document.querySelectorAll('header [name], main [name]')) {
      const choice = written(state[control.name]);
      if (control.type === 'radio') {
        control.checked = control.value === choice;
      } else if (control.type === 'checkbox') {
        control.checked = state[control.name];
      } else if (isFollowed || control.type !== 'search' || control !== document.activeElement) {
        // What somebody types must not change under the hands.
        control.value = choice;
      }
    }
    byId('dump-field').title = time(shown.dump.timeMillis);
    byId('clear').disabled = !shown.hasFilters;
    byId('more-filters').open ||= shown.hasFilters;
    const problems = FILTERS.map((name) => [byId(name).ariaLabel, matcher(state[name]).problem]).filter(([, problem]) => problem);
    byId('filter-error').textContent = problems.map(([label, problem]) => `${label}: ${problem}.`).join(' ');
    // Cards stay where they are, and keep the focus.
    cards.forEach((card, i) => this.fillCard(card, i, shown.total(i)));
    byId('process').textContent = heap.process;
    const facts = factsOf(report, heap, shown.dump).filter(([, text]) => text !== '');
    byId('facts').replaceChildren(
      ...facts.map(([name, text]) => element('div', '', element('dt', '', name), element('dd', '', element('bdi', '', text)))),
    );
  }

  fillDumps() {
    const { shown } = this;
    const { heap } = shown;
    const several = heap.dumps.length > 1 && !shown.isComparison;
    for (const id of ['dump-field', 'base-field', 'series']) {
      byId(id).hidden = !several;
    }
    if (several) {
      byId('slider').max = heap.dumps.length - 1;
      const peak = peakOf(heap, shown.viewIndex);
      const labels = heap.dumps.map((dump, i) => (i === peak ? `${dumpLabel(dump)} (peak)` : dumpLabel(dump)));
      byId('dump').replaceChildren(...labels.map((label, i) => option(i, label)));
      byId('base').replaceChildren(option(-1, 'nothing'), ...labels.map((label, i) => option(i, `dump ${label}`)));
    }
  }

  /** Where a report opens with the peak instead of the last dump, it says so, and leads from one to the other. */
  showDumpNote() {
    const { heap, state, report, viewIndex, isDifference } = this.shown;
    const view = report.views[viewIndex];
    const last = heap.dumps.length - 1;
    const isPeak = state.dump === heap.opens;
    const isShown = heap.opens !== last && !isDifference && (isPeak || state.dump === last);
    byId('dump-note').hidden = !isShown;
    if (isShown) {
      this.otherDump = isPeak ? last : heap.opens;
      const [here, there] = [state.dump, this.otherDump].map((at) => heap.dumps[at].totals[viewIndex]);
      const number = (total) => (total ? short(total.value, view, total.interval) : 'nothing');
      const [name, other] = isPeak ? ['the peak', 'the last dump'] : ['the last dump', 'the peak'];
      byId('dump-text').textContent = `This is dump ${heap.dumps[state.dump].dump} of ${last + 1}, ${name}, with ${number(here)}; ${other} has ${number(there)}.`;
      byId('other-dump').textContent = `Show ${other}`;
    }
  }

  card(view) {
    const input = element('input');
    Object.assign(input, { type: 'radio', name: 'view', value: view.name });
    return element('label', 'card', input);
  }

  fillCard(card, index, total) {
    const { shown } = this;
    const context = shown.context(index);
    const { view, isDifference } = context;
    card.control.disabled = total === null;
    const part = (name, ...content) => element('span', `card-${name}`, ...content);
    [...card.children].slice(1).forEach((one) => one.remove());
    card.append(
      part('title', shown.titleOf(index)),
      ...(total && isDifference ? [part('sides', gradedSides(shown.sides(index), context).join(' \u2192 '))] : []),
      part('value', ...(total ? estimateParts(total, context) : ['not recorded'])),
      ...(total ? [part('trust', ...this.badges(index, total))] : []),
    );
    card.title = total ? inFull(total, context) : '';
  }

  /** What to believe of a number: what is wrong with it comes first. */
  badges(index, total) {
    const { kind, word, rest } = this.shown.verdict(index, total);
    const badge = (name, text) => (text ? [element('span', `badge ${name}`, text)] : []);
    const wrong = this.shown.dump.wrong?.[index];
    return [...badge('incomplete', wrong ? `INCOMPLETE: ${wrong}` : ''), ...badge(kind, word), rest];
  }
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
    ...dump.facts,
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
