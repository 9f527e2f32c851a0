// Which heap, dump and view is shown: the fields and cards at the top.

import { byId, element, exact, graded, interval, sides, signed, time } from './format.js';
import { dumpLabel, peakOf } from './series.js';

const VIEW_TITLES = {
  space: 'Live bytes',
  objects: 'Live objects',
  alloc_space: 'Allocated bytes',
  alloc_objects: 'Allocated objects',
};

function option(value, text) {
  const made = element('option', '', text);
  made.value = value;
  return made;
}

export class Choices {
  constructor(page) {
    this.page = page;
    this.fillHeaps();
    byId('dump').addEventListener('change', (event) => page.choose({ dump: Number(event.target.value) }));
    byId('base').addEventListener('change', (event) => page.choose({ base: Number(event.target.value) }));
    byId('widths').addEventListener('change', (event) => page.choose({ widths: event.target.value, zoom: [] }));
  }

  fillHeaps() {
    const { page } = this;
    const { heaps, views, view } = page.report;
    byId('heap').append(
      ...heaps.map((heap, i) => option(i, `${heap.process} \u2013 ${heap.heap} \u2013 ${signed(page.holds(heap, view), views[view], page.isComparison)}`)),
    );
    byId('heap-field').hidden = heaps.length < 2;
    byId('heap').addEventListener('change', (event) => page.chooseHeap(Number(event.target.value)));
  }

  show() {
    const { page } = this;
    const { state, heap } = page;
    if (this.heap !== heap) {
      this.heap = heap;
      this.fillDumps();
    }
    byId('heap').value = state.heap;
    byId('dump').value = state.dump;
    byId('base').value = state.base;
    byId('widths').value = state.widths;
    byId('dump-field').title = time(page.dump.timeMillis);
    this.showViews();
  }

  fillDumps() {
    const { heap, page } = this;
    const several = heap.dumps.length > 1 && !page.isComparison;
    for (const id of ['dump-field', 'base-field', 'series']) {
      byId(id).hidden = !several;
    }
    if (!several) {
      return;
    }
    const peak = peakOf(heap, page.viewIndex);
    const labels = heap.dumps.map((dump, i) => (i === peak ? `${dumpLabel(dump)} (peak)` : dumpLabel(dump)));
    byId('dump').replaceChildren(...labels.map((label, i) => option(i, label)));
    byId('base').replaceChildren(option(-1, 'nothing'), ...labels.map((label, i) => option(i, `dump ${label}`)));
  }

  /** The cards stay where they are, and keep the focus. */
  showViews() {
    const { report } = this.page;
    this.cards ??= report.views.map((view) => this.card(view));
    if (!byId('views').hasChildNodes()) {
      const names = Object.keys(VIEW_TITLES);
      const place = (card) => (names.indexOf(card.control.value) + names.length + 1) % (names.length + 1);
      byId('views').append(...this.cards.slice().sort((a, b) => place(a) - place(b)));
    }
    this.cards.forEach((card, i) => this.fillCard(card, report.views[i], this.page.total(i)));
  }

  card(view) {
    const input = element('input');
    input.type = 'radio';
    input.name = 'view';
    input.value = view.name;
    input.addEventListener('change', () => this.page.choose({ view: view.name }));
    return element(
      'label',
      'card',
      input,
      element('span', 'card-title', VIEW_TITLES[view.name] ?? view.name),
      element('span', 'card-sides'),
      element('span', 'card-value'),
      element('span', 'card-interval'),
      element('span', 'card-trust'),
    );
  }

  fillCard(card, view, total) {
    const { state, isDifference, point, report } = this.page;
    const input = card.querySelector('input');
    input.checked = view.name === state.view;
    input.disabled = total === null;
    card.querySelector('.card-sides').textContent = total && isDifference ? sides(total, view) : '';
    card.querySelector('.card-value').textContent = total
      ? graded({ value: total.value, interval: [total.low, total.high] }, { view, isDifference, report })
      : 'not recorded';
    card.querySelector('.card-interval').textContent = total ? interval([total.low, total.high], view, isDifference, point) : '';
    card.querySelector('.card-trust').textContent = total ? this.page.trust(report.views.indexOf(view)) : '';
    card.title = total ? exact(total.value, view) : '';
  }
}
