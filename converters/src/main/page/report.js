/*! This report is written by heapconv (Apache-2.0). It contains d3-flame-graph (Apache-2.0,
 * https://github.com/spiermar/d3-flame-graph) and modules of D3 (https://d3js.org) under the ISC licence:
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

import { aggregate } from './aggregate.js';
import { boxColors } from './colors.js';
import { difference, numbersOf, readReport, totalOf } from './data.js';
import { Details } from './details.js';
import { factsOf, showFacts, showTexts } from './facts.js';
import { Flame } from './flame.js';
import { element, exact, interval, percent, seconds, short, signed, time } from './format.js';
import { drawSeries } from './series.js';
import { FunctionTable } from './table.js';

const NO_BASE = -1;

const VIEW_TITLES = {
  space: 'Live bytes',
  objects: 'Live objects',
  alloc_space: 'Allocated bytes',
  alloc_objects: 'Allocated objects',
};

const byId = (id) => document.getElementById(id);
const report = readReport(byId('data'));
const details = new Details(byId('details'), byId('announcer'));
const flame = new Flame(byId('flame'), (node, beside) => (node ? details.show(node, beside) : details.hide()));
const table = new FunctionTable(byId('functions'), byId('more'), byId('function-count'));
const state = { heap: 0, dump: 0, base: NO_BASE, view: report.view, search: '' };

const heap = () => report.heaps[state.heap];
const view = () => report.views[state.view];
const isDifference = () => state.base !== NO_BASE;

/** A heap's total of a view at a dump; 0 if it lacks the view. */
function holds(one, dump, viewIndex) {
  return totalOf(one.dumps[dump], viewIndex)?.value ?? 0;
}

function option(value, text) {
  const made = element('option', '', text);
  made.value = value;
  return made;
}

function fillHeaps() {
  const select = byId('heap');
  select.append(
    ...report.heaps.map((one, i) => {
      const size = short(holds(one, one.dumps.length - 1, report.view), report.views[report.view]);
      return option(i, `${one.process} \u2013 ${one.heap} \u2013 ${size}`);
    }),
  );
  const sizes = report.heaps.map((one) => holds(one, one.dumps.length - 1, report.view));
  state.heap = sizes.indexOf(Math.max(...sizes));
  select.value = state.heap;
  byId('heap-field').hidden = report.heaps.length < 2;
  select.addEventListener('change', () => chooseHeap(Number(select.value)));
}

function fillDumps() {
  const labels = heap().dumps.map((dump) => {
    const when = dump.at === null ? time(dump.timeMillis) : `+${seconds(dump.at)}`;
    return `${dump.dump}${when ? ' \u2013 ' + when : ''}`;
  });
  byId('dump').replaceChildren(...labels.map((label, i) => option(i, label)));
  byId('base').replaceChildren(option(NO_BASE, 'nothing'), ...labels.map((label, i) => option(i, `dump ${label}`)));
  const several = heap().dumps.length > 1;
  byId('dump-field').hidden = !several;
  byId('base-field').hidden = !several;
  byId('series').hidden = !several;
}

function chooseHeap(index) {
  state.heap = index;
  state.dump = heap().dumps.length - 1;
  state.base = NO_BASE;
  if (!heap().dumps[state.dump].columns[state.view]) {
    state.view = heap().dumps[state.dump].columns.findIndex(Boolean);
  }
  fillDumps();
  update();
}

/** The numbers shown, and their totals in each view. */
function numbers(viewIndex) {
  const now = numbersOf(report, heap(), state.dump, viewIndex);
  return isDifference() ? difference(now, numbersOf(report, heap(), state.base, viewIndex)) : now;
}

function totals(viewIndex) {
  const total = totalOf(heap().dumps[state.dump], viewIndex);
  if (!total || !isDifference()) {
    return total;
  }
  const sums = aggregate(report, heap(), numbers(viewIndex), '', false).root.sum;
  const [low, high] = sums.interval();
  return { value: sums.value, low, high };
}

function drawCards() {
  const cards = report.views.map((one, i) => {
    const total = totals(i);
    const input = element('input');
    input.type = 'radio';
    input.name = 'view';
    input.value = one.name;
    input.checked = i === state.view;
    input.disabled = total === null;
    input.addEventListener('change', () => {
      state.view = i;
      update(false);
    });
    const card = element(
      'label',
      'card',
      input,
      element('span', 'card-title', VIEW_TITLES[one.name] ?? one.name),
      element('span', 'card-value', total ? signed(total.value, one, isDifference()) : 'not recorded'),
      element('span', 'card-interval', total ? interval([total.low, total.high], one, isDifference()) : ''),
      element('code', 'card-name', one.name),
    );
    card.title = total ? exact(total.value, one) : '';
    return card;
  });
  byId('views').replaceChildren(...cards);
}

function drawCharts() {
  if (heap().dumps.length < 2) {
    return;
  }
  const shown = ['space', 'alloc_space', view().name]
    .map((name) => report.views.findIndex((one) => one.name === name))
    .filter((i, at, all) => i >= 0 && all.indexOf(i) === at && heap().dumps.some((dump) => dump.columns[i]));
  const container = byId('charts');
  const figures = shown.map(() => element('figure'));
  container.replaceChildren(...figures);
  figures.forEach((figure, at) => {
    drawSeries(figure, report, heap(), shown[at], state.dump, state.base, (dump, asBase) => {
      state[asBase ? 'base' : 'dump'] = dump;
      update();
    });
  });
}

/** Draws everything again for the current choice; the cards stay where only the view has changed, and keep the focus. */
function update(withCards = true) {
  byId('dump').value = state.dump;
  byId('base').value = state.base;
  if (withCards) {
    drawCards();
  }
  drawCharts();
  const rootName = heap().process;
  const result = aggregate(report, heap(), numbers(state.view), rootName, byId('hide-allocator').checked);
  const whole = isDifference() ? result.root.value : result.root.sum.value;
  details.context(report, view(), isDifference(), whole);
  flame.show(result.root, boxColors(report, isDifference()));
  flame.whole = whole;
  byId('reset').disabled = true;
  byId('empty').hidden = result.root.value > 0;
  byId('flame-note').hidden = !isDifference();
  table.show(report, result.functions, view(), isDifference(), whole);
  showFacts(byId('facts'), factsOf(report, heap(), heap().dumps[state.dump]));
  if (state.search !== '') {
    search();
  }
}

function search() {
  state.search = byId('search').value;
  const held = flame.search(state.search);
  table.filter(state.search);
  byId('found').textContent =
    state.search === ''
      ? ''
      : `${signed(held, view(), isDifference())} in matching functions, ` +
        (percent(held, flame.whole) || '0 %');
}

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  recolor();
}

function recolor() {
  flame.recolor(boxColors(report, isDifference()));
}

function start() {
  byId('source').textContent = report.source.replace(/[^,]*\//g, '');
  byId('subtitle').textContent = [report.format, report.device].filter(Boolean).join(' \u00b7 ');
  byId('warnings').hidden = report.warnings.length === 0;
  byId('warning-count').textContent = report.warnings.length === 1 ? '1 warning' : `${report.warnings.length} warnings`;
  showTexts(byId('warning-list'), report.warnings);
  showTexts(byId('comments'), report.comments);
  fillHeaps();
  byId('dump').addEventListener('change', (event) => {
    state.dump = Number(event.target.value);
    update();
  });
  byId('base').addEventListener('change', (event) => {
    state.base = Number(event.target.value);
    update();
  });
  byId('hide-allocator').addEventListener('change', () => update(false));
  byId('search').addEventListener('input', search);
  byId('reset').addEventListener('click', () => flame.resetZoom());
  flame.onZoom = (zoomed) => {
    byId('reset').disabled = !zoomed;
  };
  byId('theme').addEventListener('click', toggleTheme);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolor);
  addEventListener('resize', drawCharts);
  addEventListener('keydown', (event) => {
    if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      byId('search').focus();
    }
  });
  chooseHeap(state.heap);
  document.documentElement.dataset.ready = 'true';
}

start();
