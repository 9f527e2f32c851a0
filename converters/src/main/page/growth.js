// What grew over the dumps of a heap, as HeapGrowth.java wrote it: the likeliest leaks first.

import { byId, down, duration, element, functionButton, headings, interval, markRows, short, signed, tableRow, up } from './format.js';

/** As many functions are shown at first, and all that grew by more than chance. */
const FEW = 10;

const INTERVALS = [4, 6];
const COLUMNS = ['Function', 'First', 'Peak', 'Last', 'Per minute', 'Interval', 'Mean lifetime', 'Lifetime interval'];

export class GrowthTable {
  /** {@code select} is called with the name of a function, as a number of a string. */
  constructor(report, select) {
    this.report = report;
    this.select = select;
    byId('grown').tHead.append(element('tr', '', ...headings(COLUMNS, (i) => i > 0)));
    byId('more-grown').addEventListener('click', () => this.draw(this.growth.rows));
  }

  /** Shows the growth of a heap. */
  show({ growth }) {
    byId('growth').hidden = !growth;
    if (!growth || growth === this.growth) {
      return;
    }
    this.growth = growth;
    const { rows, falseShare, functions, dumps } = growth;
    const grown = rows.filter((row) => row.grows === 1).length;
    const count = functions.toLocaleString('en');
    byId('growth-count').textContent = `${grown > 0 ? `${grown} of ${count} functions grew` : `${count} functions`}, over ${dumps} dumps`;
    byId('growth-note').textContent =
      grown > 0
        ? `Functions marked \u2191 grew by more than chance explains; at most ${Number((100 * falseShare).toPrecision(3))} % of the marks are expected to be wrong. The likeliest leaks come first.`
        : 'No function grew by more than chance explains. Those come first for which chance explains least.';
    this.draw(rows.slice(0, Math.max(FEW, grown)));
  }

  draw(rows) {
    byId('grown').tBodies[0].replaceChildren(...rows.map((row) => this.row(row)));
    const { length } = this.growth.rows;
    byId('more-grown').hidden = rows.length === length;
    byId('more-grown').textContent = length < this.growth.functions ? `Show the first ${length}` : `Show all ${length} functions`;
    this.mark(this.selected);
  }

  /** Marks the row of a function. */
  mark(name) {
    this.selected = name;
    markRows(byId('grown').tBodies[0], (data) => Number(data.name) === name);
  }

  row(row) {
    const view = this.report.views[this.growth.view];
    const name = this.report.strings[row.name];
    const grows = row.grows === 1;
    const mark = grows ? [element('span', 'grows', '\u2191 ')] : [];
    const texts = [
      short(row.first, view),
      short(row.peak, view),
      short(row.last, view),
      signed(row.slope, view, true),
      interval([row.slope_low ?? -Infinity, row.slope_high ?? Infinity], { view, isDifference: true, isComparison: true, point: 'exact' }),
      row.lifetime === undefined ? '' : duration(row.lifetime),
      row.lifetime_low < row.lifetime_high ? `${duration(row.lifetime_low, down)} \u2013 ${duration(row.lifetime_high, up)}` : '',
    ];
    const button = functionButton(name, () => this.select(row.name), ...mark);
    const numbers = texts.map((text, i) => element('td', INTERVALS.includes(i) ? 'number interval' : 'number', text));
    const made = tableRow('', [element('td', 'name', button), ...numbers], COLUMNS);
    made.cells[0].title = name;
    made.dataset.name = row.name;
    return made;
  }
}
